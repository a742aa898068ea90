#!/bin/sh
# In the bare Debian, while it still has a network: makes the repository known, as debian/repository.sh says, and fetches what an
# installation from it takes.
set -eu
mkdir -p /etc/apt/keyrings
cp /srv/package/apt/key.asc /etc/apt/keyrings/hyzer-voice.asc
chmod -R a+rX /srv/package
echo "deb [signed-by=/etc/apt/keyrings/hyzer-voice.asc] file:/srv/package/apt stable main" > /etc/apt/sources.list.d/hyzer-voice.list
apt-get update -qq
apt-get install -qq --yes --download-only hyzer-voice
