"""Talk in which nobody scores, mixed for ten hours out of one: what `hyzer listen` takes for scores.

    python talk.py --speech ../shared/speech --hyzer .build/release/hyzer --work .build/talk

Running speech by speakers of part 8/8, who trained and fitted nothing, over itself, in rooms that are computed, and in noises that judge.
Each mix is heard in a round of six, in pieces of ten minutes that are begun anew; `--shard 1/4` hears every fourth piece.
Prints utterances, those taken for scores, and those that save themselves; ends with 65 where one saves itself.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import scipy.signal
import scipy.stats
import soundfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Models" / "training"))

from speech import RATE, number, rows, samples, voice

PIECE_SECONDS = 600
FOLDERS = "librispeech-train-clean-5", "wuw-corpus-ii", "common-voice-en-100", "common-voice-puri"
PLAYERS = ["Will", "Mark", "Sam", "Anna", "Ben", "Joe"]
# Of speech, before anything is mixed.
LEVEL = 0.06
SEED = 11


def decibels(value):
    return 10 ** (value / 20)


def unit(audio):
    return (audio / np.sqrt(np.mean(np.square(audio)) + 1e-12)).astype(np.float32)


def clips(speech):
    """The voice and the path of each recording of a judging speaker."""
    for folder in FOLDERS:
        for row in rows(speech / "transcribed" / folder / "manifest.tsv"):
            if number(voice(row["speaker"])) % 8 == 7:
                yield voice(row["speaker"]), speech / "transcribed" / folder / row["path"]


def streams(parts, random, count):
    """All parts in another order each time, 0.3 to 2 s between them; all streams are as long as the shortest."""
    made = []
    for _ in range(count):
        pieces = []
        for index in random.permutation(len(parts)):
            pieces += [parts[index], np.zeros(int(RATE * random.uniform(0.3, 2)), np.float32)]
        made.append(np.concatenate(pieces))
    shortest = min(map(len, made))
    return [stream[:shortest] for stream in made]


def mixes(speech, random):
    """Yields a name and the samples of each mix."""
    found = list(clips(speech))
    parts = [LEVEL * unit(samples(path)) for _, path in found]
    hours = sum(map(len, parts)) / RATE / 3600
    print(f"{hours:.2f} hours of speech by {len({speaker for speaker, _ in found})} speakers, {len(parts)} recordings")
    talk = streams(parts, random, 6)
    count = len(talk[0])

    def noise(name):
        return np.resize(LEVEL * unit(samples(speech / "noise" / f"{name}.wav")), count)

    def rumble():
        return LEVEL * unit(scipy.signal.lfilter(*scipy.signal.butter(2, 200, fs=RATE), random.standard_normal(count)))

    def room(audio, seconds, direct):
        """A tail that falls by 60 dB in so many seconds, the direct sound so many decibels above all of it."""
        times = np.arange(int(0.6 * RATE)) / RATE
        response = random.standard_normal(len(times)) * np.exp(-6.9 * times / seconds)
        response /= np.sqrt(np.square(response).sum()) * decibels(direct)
        response[0] = 1
        return scipy.signal.fftconvolve(audio, response / np.sqrt(np.square(response).sum()))[:count]

    yield "one voice", talk[0]
    yield "wind, 10 dB below", talk[1] + decibels(-10) * noise("blanket_wind")
    yield "coffee shop, 10 dB below", talk[2] + decibels(-10) * noise("blanket_coffee-shop")
    yield "running tap, 10 dB below", talk[5] + decibels(-10) * noise("gscnoise_running_tap")
    yield "a room", room(talk[3], 0.5, 0)
    yield "two at once", talk[0] + talk[1]
    yield "two at once, one 6 dB below", talk[2] + decibels(-6) * talk[3]
    yield "three at once", talk[4] + decibels(-3) * (talk[5] + talk[0])
    yield "two in a car", room(talk[4] + decibels(-4) * talk[1], 0.15, 3) + decibels(-5) * rumble()
    yield "a television in another room", decibels(-8) * room(talk[5], 0.7, -5) + decibels(-20) * noise("blanket_summer-night")


def listen(hyzer, folder, path):
    """What becomes of a piece: its utterances, the transcripts of those taken for scores, and how often some were saved."""
    command = [hyzer, "listen", "--round", folder / "round.json", "--input", path, "--fast", "--json"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    utterances, taken, saved = 0, [], 0
    for line in output.splitlines():
        event = json.loads(line)
        utterances += event["event"] in ("heard", "failed")
        saved += event["event"] == "committed"
        if event["event"] == "heard":
            taken.append(event["transcript"])
    return utterances, taken, saved


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--speech", type=pathlib.Path, required=True)
    parser.add_argument("--hyzer", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    index, count = map(int, arguments.shard.split("/"))
    arguments.work.mkdir(parents=True, exist_ok=True)
    (arguments.work / "round.json").write_text(json.dumps({"hole": 1, "par": 3, "players": PLAYERS}))
    totals, place = {}, 0
    with concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        heard = {}
        for name, audio in mixes(arguments.speech, np.random.default_rng(SEED)):
            audio = audio * min(1, 0.95 / np.abs(audio).max())
            for first in range(0, len(audio), PIECE_SECONDS * RATE):
                piece = audio[first : first + PIECE_SECONDS * RATE]
                place += 1
                if place % count == index % count:
                    path = arguments.work / f"{place}.flac"
                    soundfile.write(path, piece, RATE, subtype="PCM_16")
                    future = pool.submit(listen, arguments.hyzer, arguments.work, path)
                    heard[future] = place, name, len(piece) / RATE / 3600
        for future in concurrent.futures.as_completed(heard):
            place, name, hours = heard[future]
            utterances, taken, saved = future.result()
            print(f"  piece {place}, {name}: {utterances} utterances; taken for scores: {taken}; {saved} saved", flush=True)
            for key in (name, "all"):
                row = totals.setdefault(key, [0, 0, [], 0])
                totals[key] = [row[0] + hours, row[1] + utterances, row[2] + taken, row[3] + saved]
    for name, (hours, utterances, taken, saved) in totals.items():
        print(f"{name}: {hours:.2f} h, {utterances} utterances, {len(taken)} taken for scores, {saved} saved")
    hours, _, taken, saved = totals["all"]
    for kind, found in (("taken for scores", len(taken)), ("saved", saved)):
        low = scipy.stats.chi2.ppf(0.025, 2 * found) / 2 if found else 0
        high = scipy.stats.chi2.ppf(0.975, 2 * found + 2) / 2
        print(f"{kind}: {found / hours:.2f} an hour ({low / hours:.2f} to {high / hours:.2f})")
    sys.exit(65 if saved else 0)


if __name__ == "__main__":
    main()
