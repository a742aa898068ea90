#!/bin/sh
# Boots a bare Debian in a container, where inside.sh installs the package from a signed repository of it, and says what holds.
#
#   install.sh PACKAGE SUITE
#
# SUITE is bookworm or trixie; other packages come from where this machine has its own. What runs in the container has no network.
set -eu
complain() { echo "install.sh: $1" >&2; exit "$2"; }
test -f "${1:-}" || complain "there is no package; run make deb first" 66
test "$(id -u)" = 0 || complain "only root boots a container; run sudo make test-deb" 77
project=$(realpath "$(dirname "$0")/../..")
folder=$(mktemp -d)
container=
trap 'test -z "$container" || { kill "$container" 2> /dev/null && wait "$container" || true; }
  gpgconf --homedir "$folder/keys" --kill all
  rm -rf "$folder"' EXIT
trap 'exit 130' HUP INT TERM

export GNUPGHOME="$folder/keys"
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key "Nobody <nobody@example.org>" ed25519 sign never
mkdir -p "$folder/package/debian"
"$project/debian/repository.sh" "$folder/package/apt" nobody@example.org "$1"
cp -r "$project/debian/tests" "$folder/package/debian"
cp -r "$project/Documents" "$project/README.md" "$project/Tests/Package/fetch.sh" "$project/Tests/Package/inside.sh" "$folder/package"

cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2> /dev/null |
  sed "s/bookworm/$2/g" |
  mmdebstrap --quiet --variant=apt --mode=root --include="$(sed -n 's/^Depends: @, //p' "$project/debian/tests/control" | paste -sd,)" \
    --skip=cleanup/apt --customize-hook="copy-in '$folder/package' /srv" --customize-hook='chroot "$1" /srv/package/fetch.sh' \
    "$2" "$folder/machine" -

cat > "$folder/machine/etc/systemd/system/package.service" <<'END'
[Unit]
Wants=multi-user.target
After=multi-user.target
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=1
[Service]
Type=oneshot
ExecStart=/srv/package/inside.sh
StandardOutput=file:/srv/package/said
StandardError=inherit
TimeoutStartSec=300
IgnoreSIGPIPE=no
END
# Where systemd does not run, nobody else can give the container a group of its own.
timeout --kill-after=10 360 systemd-nspawn --quiet --register=no $(test -d /run/systemd/system || echo --keep-unit) \
  --private-network --boot --directory="$folder/machine" -- --unit=package.service < /dev/null > "$folder/console" 2>&1 &
container=$!
status=0
wait "$container" || status=$?
container=
said=$folder/machine/srv/package/said
if [ $status != 0 ]; then
  cat "$said" >&2 || cat "$folder/console" >&2
  complain "the package failed in $2; above is what was done there" 1
fi
grep -e '^holds: ' -e 'exposure level' "$said"
