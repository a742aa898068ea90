#!/bin/sh
# What install.sh has done in the bare Debian, once it is booted: the package is installed, used, installed anew, removed and purged.
set -eu
cd /srv/package
. debian/tests/checks.sh
trap 'finish $?' EXIT
trap 'echo "inside.sh: it takes too long" >&2; exit 1' TERM
export DEBIAN_FRONTEND=noninteractive
install_it() { apt-get install -qq --no-install-recommends "$@" hyzer-voice > /dev/null; }
# Files with its name, but for scores and what it was fetched from.
traces() {
  find / -xdev \( -path /srv/package -o -path /home/player -o -path /var/lib/private/hyzer-voice -o -path /var/lib/hyzer-voice \
    -o -path /var/cache/apt -o -path /var/lib/apt/lists \) -prune -o -iname '*hyzer*' -print
}
echo "127.0.0.1 localhost $(cat /proc/sys/kernel/hostname)" > /etc/hosts
echo 'APT::Get::Assume-Yes "true";' > /etc/apt/apt.conf.d/yes
useradd --create-home player
echo "player ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/player

check "it is installed from a signed repository"
install_it
check "a user scores, plays and serves"
runuser -u player -- debian/tests/installed
check "systemd runs both units"
debian/tests/service

check "the service begins again after an upgrade, with its scores"
eval "$(sed -n '/^hub() {/,/}$/p' Documents/RunAHub.md)"
scores=$(hub leaderboard)
process=$(systemctl show --property MainPID --value hyzer-voice)
install_it --reinstall
must systemctl --quiet is-active hyzer-voice
must test "$(systemctl show --property MainPID --value hyzer-voice)" != "$process"
must test "$(hub leaderboard)" = "$scores"

check "the service ends where the package is removed, which keeps what somebody set"
apt-get remove -qq hyzer-voice > /dev/null
expect '^inactive$' "$(systemctl is-active hyzer-voice || true)"
must test -z "$(grep -l -z '^/usr/bin/hyzer' /proc/[0-9]*/cmdline)"
must test ! -e /usr/bin/hyzer
must test -e /etc/default/hyzer-voice

check "to purge it leaves scores alone"
expect 'stay in /var/lib/private/hyzer-voice' "$(apt-get purge -qq hyzer-voice)"
rm /etc/apt/sources.list.d/hyzer-voice.list /etc/apt/keyrings/hyzer-voice.asc
must test -z "$(traces)"
must test -s /home/player/.local/share/hyzer/scores.db

check "it is installed as the documents say, and has the scores of before"
for document in README.md Documents/*.md; do
  test "$document" = Documents/RunAHub.md || blocks "$document" installed
done > apt/pool/main/commands
(cd apt/pool/main && runuser -u player -- sh -e commands)
systemctl start hyzer-voice
must test "$(hub leaderboard)" = "$scores"
