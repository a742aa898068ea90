#!/bin/sh
# Makes a release of what is committed, in .build/release-VERSION: package, documentation, apt repository, checksums; and tags it.
#
#   release.sh KEY
#
# KEY names the OpenPGP key that signs the repository, the checksums and the tag. The version is that of debian/changelog; the program's own,
# and a dated heading of CHANGELOG.md, have to be the same. What .ci/run runs has to pass first.
set -eu
key=$1
version=$(dpkg-parsechangelog -S Version)
complain() { echo "release: $1" >&2; exit 65; }
is_committed() { test -z "$(git status --porcelain)"; }
is_committed || complain "there are changes that are not committed; commit them first"
commit=$(git rev-parse HEAD)
grep -q "version: \"$version\"" Sources/HyzerCLI/Hyzer.swift ||
  complain "Sources/HyzerCLI/Hyzer.swift has another version than debian/changelog, $version"
grep -Eq "^## $version, 20[0-9]{2}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
  complain "CHANGELOG.md has no heading \"## $version, YEAR-MONTH-DAY\""
! git rev-parse -q --verify "refs/tags/v$version" > /dev/null || complain "there is a tag v$version; raise the version"
gpg --batch --local-user "$key" --sign < /dev/null > /dev/null || complain "gpg cannot sign with a key \"$key\"; set GNUPGHOME"
git var GIT_COMMITTER_IDENT > /dev/null || complain "git does not know who makes the tag; set user.name and user.email"

${CHECKS:-.ci/run}
make deb docs
make test-deb SUITE=bookworm
make test-deb SUITE=trixie
test "$(git rev-parse HEAD)" = "$commit" && is_committed || complain "the checkout changed meanwhile; begin again"
folder=.build/release-$version
rm -rf "$folder"
mkdir -p "$folder"
cp .build/deb/hyzer-voice_"$version"_*.deb "$folder"
tar -C .build -czf "$folder/hyzer-voice-$version-documentation.tar.gz" docs
git archive --format=tar.gz --prefix="hyzer-voice-$version/" --output="$folder/hyzer-voice-$version.tar.gz" "$commit"
debian/repository.sh "$folder/apt" "$key" .build/deb/hyzer-voice_"$version"_*.deb
(cd "$folder" && sha256sum hyzer-voice* > SHA256SUMS && gpg --batch --yes --local-user "$key" --armor --detach-sign SHA256SUMS)
git -c gpg.format=openpgp -c user.signingKey="$key" tag --sign --message "Version $version" "v$version" "$commit"
echo "$folder is the release; git push origin v$version makes it known"
