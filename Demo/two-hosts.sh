#!/bin/sh
# two-hosts.sh HYZER: two hosts keep one round, apart and together, by a hub or by files.
set -eu
hyzer=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset HYZER_DB
hub=${HYZER_HUB-}
unset HYZER_HUB

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
# host NAME COMMAND...: what somebody does on a machine of their own.
host() {
  name=$1
  shift
  printf '%s$ hyzer' "$name"
  for word; do case $word in *[!A-Za-z0-9-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac; done
  echo
  HYZER_USER=$name HYZER_DEVICE="$name's phone" HYZER_DB=$folder/$name.db "$hyzer" "$@"
}

if [ -n "$hub" ]; then
  say "Two hosts and a hub: Ann makes the round, and Bob finds it there."
  "$hyzer" hub init "$hub"
  host Ann hub join "$hub"
  host Ann round new --course "Cedar Creek" --player Ann --player Bob > /dev/null
  host Bob hub join "$hub" > /dev/null
else
  say "PostgreSQL is not installed, so two hosts exchange files: Ann makes the round, and Bob reads it."
  host Ann round new --course "Cedar Creek" --player Ann --player Bob > /dev/null
  host Ann enter "Ann three, Bob three" > /dev/null
  host Ann undo > /dev/null
  host Ann export "$folder/Ann.jsonl"
  host Bob import "$folder/Ann.jsonl"
  host Bob round use "$(sed -n 's/.*"round":"\([^"]*\)".*/\1/p' "$folder/Ann.jsonl" | head -n 1)"
fi

say "The network is gone. Both enter hole 1, and differ over Bob."
[ -z "$hub" ] || "$HUB_SERVER" stop
host Ann enter "Ann three, Bob four"
host Bob enter "Ann three, Bob three"

say "They meet again: everything arrives, and the organiser is asked about one score."
if [ -n "$hub" ]; then
  "$HUB_SERVER" start
  host Bob hub status
  host Ann hub status > /dev/null
else
  host Ann export "$folder/Ann.jsonl"
  host Bob export "$folder/Bob.jsonl"
  host Ann import "$folder/Bob.jsonl"
  host Bob import "$folder/Ann.jsonl"
fi
host Ann dispute list
host Ann resolve --player Bob --hole 1 4
if [ -z "$hub" ]; then
  host Ann export "$folder/Ann.jsonl"
  host Bob import "$folder/Ann.jsonl"
fi
host Ann leaderboard
host Bob leaderboard
host Ann export "$folder/Ann.jsonl" > /dev/null
host Bob export "$folder/Bob.jsonl" > /dev/null
cmp "$folder/Ann.jsonl" "$folder/Bob.jsonl"
say "Both logs are the same, byte for byte."
