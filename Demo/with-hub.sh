#!/bin/sh
# with-hub.sh COMMAND...: runs a command while a PostgreSQL server of its own runs, an empty database of
# which HYZER_HUB names; without PostgreSQL it runs the command without HYZER_HUB.
#
# The command stops and starts the server by "$HUB_SERVER stop" and "$HUB_SERVER start".
set -eu
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$programs" ] || ! [ -x "$programs/initdb" ]; then
  unset HYZER_HUB
  exec "$@"
fi
folder=$(mktemp -d /tmp/hyzer-hub.XXXXXX)
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  chown nobody "$folder"
  as="setpriv --reuid nobody --regid nogroup --clear-groups"
else
  as=
fi
cat > "$folder/server" <<END
#!/bin/sh
case \$1 in
  start) exec $as "$programs/pg_ctl" -s -w -D "$folder/data" -l "$folder/log" \
    -o "-k $folder -c listen_addresses= -c fsync=off" start ;;
  stop) exec $as "$programs/pg_ctl" -s -w -D "$folder/data" -m fast stop ;;
esac
END
chmod +x "$folder/server"
trap '"$folder/server" stop 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP
cd "$folder"
$as "$programs/initdb" -D "$folder/data" -U hyzer -E UTF8 -A trust > /dev/null
"$folder/server" start
$as "$programs/createdb" -h "$folder" -U hyzer hub
cd "$OLDPWD"
HUB_SERVER="$folder/server" HYZER_HUB="postgresql://hyzer@/hub?host=$folder" "$@"
