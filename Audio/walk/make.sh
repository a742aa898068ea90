#!/bin/sh
# Makes the recording of a round of 18 holes that sentences.tsv tells, with the distribution's speech
# synthesisers: each line is said, and then there is a pause of so many seconds. All of it has the faint noise of a microphone.
# usage: Audio/walk/make.sh FILE
set -eu
out=${1:?give the file for the recording}
list=$(dirname "$0")/sentences.tsv
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
tab=$(printf '\t')
number=0
sox -n -r 16000 -c 1 -b 16 "$work/000.wav" trim 0 1
tail -n +2 "$list" | while IFS="$tab" read -r voice pause sentence; do
  number=$((number + 1))
  piece=$work/$(printf %03d "$number").wav
  case $voice in
    # A gust: the sentence is its length in seconds.
    wind)
      sox -R -n -r 16000 -c 1 -b 16 "$piece" synth "$sentence" brownnoise gain -n -20 \
        fade t 0.5 "$sentence" 0.5 pad 0 "$pause" ;;
    flite:*)
      flite -voice "${voice#flite:}" -t "$sentence" -o "$work/speech.wav"
      sox -D "$work/speech.wav" -r 16000 -c 1 -b 16 "$piece" gain -n -9 pad 0 "$pause" ;;
    *) echo "Audio/walk/make.sh: unknown voice \"$voice\"; use flite: or wind" >&2; exit 65 ;;
  esac
done
sox -D "$work"/[0-9]*.wav "$work/said.wav"
sox -R -n -r 16000 -c 1 -b 16 "$work/noise.wav" synth "$(soxi -D "$work/said.wav")" whitenoise gain -n -50
sox -D -m -v 1 "$work/said.wav" -v 1 "$work/noise.wav" -C 8 "$out"
