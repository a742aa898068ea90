#!/bin/sh
# Installs the package in a bare Debian, tries it as a user, removes and purges it, and looks what is left.
#
#   install.sh PACKAGE SUITE
#
# SUITE is bookworm or trixie; packages come from where this machine has its own.
set -eu
package=$(realpath "$1")
suite=$2
here=$(dirname "$(realpath "$0")")
name=$(basename "$package")
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed "s/bookworm/$suite/g" |
  mmdebstrap --variant=apt --mode="$(test "$(id -u)" = 0 && echo root || echo unshare)" \
    --customize-hook="copy-in '$package' '$here/../../debian/tests/installed' '$here/inside.sh' /tmp" \
    --customize-hook="chroot \"\$1\" sh /tmp/inside.sh /tmp/$name" \
    "$suite" /dev/null -
