#!/bin/sh
# What install.sh does in the bare Debian.
set -eu
export DEBIAN_FRONTEND=noninteractive
files() { find /etc /lib /usr /var/lib/hyzer-voice /opt /srv -xdev 2>/dev/null | grep -v -e '/usr/share/man/' | sort; }
user() { setpriv --reuid=1500 --regid=1500 --clear-groups env -i PATH=/usr/bin:/bin HOME=/home/player "$@"; }

apt-get install -qq --yes --no-install-recommends bash curl zsh > /dev/null
# As debian/repository.sh says.
mkdir -p /etc/apt/keyrings
cp /tmp/apt/key.asc /etc/apt/keyrings/hyzer-voice.asc
chmod -R a+rX /tmp/apt
echo "deb [signed-by=/etc/apt/keyrings/hyzer-voice.asc] file:/tmp/apt stable main" > /etc/apt/sources.list.d/hyzer-voice.list
apt-get update -qq
apt-get install -qq --yes --no-install-recommends hyzer-voice > /dev/null
mkdir -p /home/player
chown 1500:1500 /home/player
user sh /tmp/installed
user hyzer player new Ann
# Nothing listens that nobody asked for.
test ! -e /etc/systemd/system/multi-user.target.wants/hyzer-voice.service

# A service that runs ends with the package, and begins again after an upgrade.
grep -q 'deb-systemd-invoke stop' /var/lib/dpkg/info/hyzer-voice.prerm
grep -q 'deb-systemd-invoke' /var/lib/dpkg/info/hyzer-voice.postinst

apt-get remove -qq --yes hyzer-voice > /dev/null
test ! -e /usr/bin/hyzer
test -e /etc/default/hyzer-voice
apt-get purge -qq --yes hyzer-voice > /dev/null
rm /etc/apt/sources.list.d/hyzer-voice.list /etc/apt/keyrings/hyzer-voice.asc
left=$(files | grep -i hyzer || true)
test -z "$left" || { echo "left after purging: $left" >&2; exit 1; }
# What somebody scored stays.
test -e /home/player/.local/share/hyzer/scores.db
echo "installed, used, removed and purged"
