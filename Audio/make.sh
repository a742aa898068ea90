#!/bin/sh
# Makes the recordings that sentences.tsv lists, with the distribution's speech synthesisers.
# usage: Audio/make.sh FOLDER
set -eu
out=${1:?give the folder for the recordings}
list=$(dirname "$0")/sentences.tsv
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
tab=$(printf '\t')
tail -n +2 "$list" | while IFS="$tab" read -r file voice sentence; do
  case $voice in
    flite:*) flite -voice "${voice#flite:}" -t "$sentence" -o "$work/speech.wav" ;;
    espeak:*) espeak-ng -v "${voice#espeak:}" -s 140 -w "$work/speech.wav" "$sentence" ;;
    *) echo "Audio/make.sh: $file: unknown voice \"$voice\"; use flite: or espeak:" >&2; exit 65 ;;
  esac
  # Silence around the sentence, as somebody who holds the microphone would leave.
  sox "$work/speech.wav" -r 16000 -c 1 -b 16 "$out/$file" pad 0.3 0.3 gain -n -3
done
