#!/bin/sh
# Makes an apt repository of packages: a folder of static files, for a web server of any kind.
#
#   repository.sh FOLDER KEY PACKAGE...
#
# KEY names the OpenPGP key that signs it, in the keyring of GNUPGHOME; its public half is put beside it as key.asc.
# Whoever installs from https://HOST/apt writes in /etc/apt/sources.list.d/hyzer-voice.list
#   deb [signed-by=/etc/apt/keyrings/hyzer-voice.asc] https://HOST/apt stable main
# and key.asc to the file that it names.
set -eu
folder=$1 key=$2
shift 2
rm -rf "$folder"
mkdir -p "$folder/pool/main" "$folder/dists/stable/main/binary-amd64"
cp "$@" "$folder/pool/main"
cd "$folder"
packages=dists/stable/main/binary-amd64/Packages
apt-ftparchive packages pool > $packages
gzip -9nk $packages
xz -k $packages
apt-ftparchive -o APT::FTPArchive::Release::Origin="Hyzer Voice" -o APT::FTPArchive::Release::Suite=stable \
  -o APT::FTPArchive::Release::Codename=stable -o APT::FTPArchive::Release::Architectures=amd64 \
  -o APT::FTPArchive::Release::Components=main release dists/stable > Release
mv Release dists/stable/Release
gpg --batch --yes --local-user "$key" --clearsign --output dists/stable/InRelease dists/stable/Release
gpg --batch --yes --local-user "$key" --armor --detach-sign --output dists/stable/Release.gpg dists/stable/Release
gpg --batch --yes --armor --output key.asc --export "$key"
