#!/bin/sh
# Installs the package in a bare Debian from a signed repository of it, tries it as a user, removes and purges it, and looks what is left.
#
#   install.sh PACKAGE SUITE
#
# SUITE is bookworm or trixie; other packages come from where this machine has its own.
set -eu
test -f "${1:-}" || { echo "install.sh: there is no package; run make deb first" >&2; exit 66; }
here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'gpgconf --homedir "$folder/keys" --kill all; rm -rf "$folder"' EXIT
export GNUPGHOME="$folder/keys"
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key "Nobody <nobody@example.org>" ed25519 sign never
"$here/../../debian/repository.sh" "$folder/apt" nobody@example.org "$1"
chmod 755 "$folder"
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed "s/bookworm/$2/g" |
  mmdebstrap --variant=apt --mode="$(test "$(id -u)" = 0 && echo root || echo unshare)" \
    --customize-hook="copy-in '$folder/apt' '$here/../../debian/tests/installed' '$here/inside.sh' /tmp" \
    --customize-hook='chroot "$1" sh /tmp/inside.sh' \
    "$2" /dev/null -
