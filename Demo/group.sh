#!/bin/sh
# group.sh HYZER: two laptops and a phone keep one round by a host, apart for a while and together again.
set -eu
hyzer=$1
folder=$(mktemp -d)
unset HYZER_DB HYZER_HUB
serving=
trap '[ -z "$serving" ] || kill "$serving" 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
# at NAME COMMAND...: what somebody does on a computer of their own.
at() {
  name=$1
  shift
  printf '%s$ hyzer' "$name"
  for word; do case $word in *[!A-Za-z0-9-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac; done
  echo
  HYZER_USER=$name HYZER_DEVICE="$name's laptop" HYZER_DB=$folder/$name.db "$hyzer" "$@"
}
# field NAME: the text of a member of a JSON object.
field() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }
# serve PORT: starts the host, and waits until it listens.
serve() {
  : > "$folder/served"
  HYZER_DB=$folder/Club.db "$hyzer" serve --address "127.0.0.1:$1" > "$folder/served" 2> "$folder/errors" &
  serving=$!
  until grep -q listening "$folder/served"; do
    kill -0 "$serving" 2>/dev/null || { cat "$folder/errors" >&2; exit 1; }
    sleep 0.1
  done
}

say "A computer at the club keeps the rounds of a group; no database has to be installed."
at Club group new "Tuesday league" > /dev/null
serve 0
page=$(sed 's/listening on //' "$folder/served")
invitation=$(HYZER_DB=$folder/Club.db "$hyzer" group invite --json | field url | sed 's|\\/|/|g')
say "Ann joins it and makes a round; Bob finds it there, and Cleo joins with a phone, by the round's code."
at Ann hub join "$invitation"
at Ann round new --course "Cedar Creek" --player Ann --player Bob --player Cleo > "$folder/made"
round=$(tail -n 1 "$folder/made")
at Bob hub join "$invitation" > /dev/null
code=$(HYZER_DB=$folder/Club.db "$hyzer" round invite "$round" --json | field code)
token=$(curl -s "$page/api/join" -d "{\"code\":\"$code\",\"player\":\"Cleo\"}" | field token)

say "The host is away. Ann and Bob enter hole 1, and differ over Bob."
kill "$serving"
wait "$serving" 2>/dev/null || true
at Ann enter "Ann three, Bob four"
at Bob enter "Ann three, Bob three"

say "It is back: everything arrives, Cleo's phone sends its score, and the organiser is asked about one."
serve "${page##*:}"
score=$(printf '{"id":"phone.1","round":"%s","player":"Cleo","hole":1,"strokes":2,' "$round")
score="$score\"supersedes\":null,\"input\":\"picked\",\"at\":\"2026-05-01T10:00:00.000Z\"}"
echo "Cleo's phone: $(curl -sf -H "Authorization: Bearer $token" "$page/api/rounds/$round/events" -d "$score")"
at Bob hub status
at Ann hub status > /dev/null
at Ann dispute list
at Ann resolve --player Bob --hole 1 4
at Ann leaderboard
at Bob leaderboard
for name in Ann Bob; do at "$name" export "$folder/$name.jsonl" > /dev/null; done
HYZER_DB=$folder/Club.db "$hyzer" export "$folder/Club.jsonl"
cmp "$folder/Ann.jsonl" "$folder/Bob.jsonl"
cmp "$folder/Ann.jsonl" "$folder/Club.jsonl"
say "All three logs are the same, byte for byte."
