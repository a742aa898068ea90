"""Sentences that say how a game ended: draws them, lets synthesisers say them, splices them, and counts what is heard.

    python corpus.py sentences --count 150 --seed 3 --out said.jsonl
    python corpus.py speak said.jsonl --voice espeak:en-us+m3 --voice flite:slt --out folder
    python corpus.py splice --clips words.tsv --part 8/8 --count 150 --seed 3 --out folder
    hyzer snap parse --heard folder/truth.jsonl > lines.jsonl
    python corpus.py judge folder/truth.jsonl --output lines.jsonl
"""

import argparse
import csv
import hashlib
import json
import math
import pathlib
import random
import subprocess
import wave

RATE = 16000
UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " \
        "eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
OPPONENTS = "Hawks Lincoln Eagles Panthers Jefferson Wildcats Riverside Bulldogs Kennedy Falcons Springfield Comets " \
            "Oakwood Rockets Franklin Vikings Hillcrest Sharks Central Knights Madison Raptors Roosevelt Storm".split()


def words(number):
    if number >= 100:
        rest = f" and {words(number % 100)}" if number % 100 else ""
        return f"{words(number // 100)} hundred{rest}"
    if number < 20:
        return UNITS[number]
    return TENS[number // 10 - 2] + (f" {UNITS[number % 10]}" if number % 10 else "")


# What is said of a win; high and low are the scores, who the opponent.
TEMPLATES = {
    "win": ["we won {high} to {low} against {who}", "we beat {who} {high} to {low}", "won {high} to {low}",
            "we won {high} {low}", "we won against {who} {high} to {low}", "the girls won {high} to {low}",
            "it was a win {high} to {low} against {who}", "okay we won {high} to {low}"],
    "loss": ["lost to {who} {high} to {low}", "we lost {high} to {low}", "{who} beat us {high} to {low}",
             "we lost {high} to {low} to {who}", "we lost against {who} {high} {low}", "it was a loss {high} to {low}",
             "we lost to {who} {low} to {high}"],
    "tie": ["tied at {high}", "we tied {high} to {high}", "we tied {who} {high} all", "it was a tie {high} to {high}",
            "tied {high} {high} against {who}"],
}


def sentences(count, seed):
    """Drawn sentences, as dictionaries with transcript, opponents, outcome, scores and opponent."""
    chance = random.Random(seed)
    for _ in range(count):
        opponents = chance.sample(OPPONENTS, 4)
        outcome = chance.choices(["win", "loss", "tie"], [5, 4, 2])[0]
        high = min(115, max(4, round(chance.gauss(48, 20))))
        low = high if outcome == "tie" else max(0, high - 1 - round(chance.expovariate(1 / 9)))
        template, who = chance.choice(TEMPLATES[outcome]), chance.choice(opponents)
        named = "{who}" in template
        said = template.format(high=words(high), low=words(low), who=chance.choice(["", "the "]) + who.lower())
        yield {"transcript": said, "team": "Tigers", "opponents": opponents, "outcome": outcome,
               "scores": [high, low] if outcome != "loss" else [low, high], "opponent": who if named else ""}


def speak(line, voice, path):
    """Lets a synthesiser say a sentence into a WAV file."""
    engine, name = voice.split(":")
    text = line["transcript"]
    if engine == "espeak":
        command = ["espeak-ng", "-v", name, "-s", "155", "-w", path, text]
    elif engine == "flite":
        command = ["flite", "-voice", name, "-t", text, "-o", path]
    else:
        command = ["text2wave", "-eval", f"(voice_{name})", "-o", path]
    subprocess.run(command, input=text.encode(), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# Splicing

def part_of(speaker, parts):
    return int(hashlib.sha1(speaker.encode()).hexdigest()[:8], 16) % parts + 1


def clips(index, part):
    """The single words of an index as `hyzer corpus align` writes it, by word, of the speakers of part K/N."""
    chosen, parts = map(int, part.split("/"))
    found = {}
    with open(index) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if part_of(row["speaker"], parts) == chosen:
                found.setdefault(row["transcript"].lower(), []).append(row)
    return found


def samples(row):
    """The samples of a clip, 16-bit mono, brought to one level."""
    start, end = float(row["start"]) - 0.02, float(row["end"]) + 0.02
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-ss", str(max(0, start)), "-t", str(end - start), "-i", row["path"], "-ac", "1", "-ar", str(RATE),
         "-f", "s16le", "-"], check=True, capture_output=True).stdout
    values = memoryview(data).cast("h")
    level = math.sqrt(sum(value * value for value in values) / max(1, len(values))) or 1
    return [max(-32768, min(32767, round(value * 2000 / level))) for value in values]


def splice(line, found, chance, path):
    """Joins words to a sentence, of one speaker where one has said a word; says whether each word was there."""
    spoken = line["transcript"].split()
    if any(word not in found for word in spoken):
        return False
    silence = [0] * (RATE * 3 // 10)
    joined = list(silence)
    for word in spoken:
        joined += samples(chance.choice(found[word])) + [0] * (RATE // 100 * chance.randint(1, 6))
    joined += silence
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, len(joined), "NONE", ""))
        file.writeframes(b"".join(value.to_bytes(2, "little", signed=True) for value in joined))
    return True


# Counting

def interval(count, total):
    """The Wilson interval of 95 %, in percent."""
    if not total:
        return "-"
    z, share = 1.96, count / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f"{count} of {total} = {100 * share:.1f} % ({100 * max(middle - reach, 0):.1f} to {100 * (middle + reach):.1f})"


def outcome_of(truth, line):
    """What came of a sentence: `exact`, `score` (right, but another opponent or none), `other`, or `nothing`; and whether
    it would save itself."""
    if line["outcome"] is None:
        return "nothing", False
    scores = line["scores"]
    ordered = sorted(scores, reverse=line["outcome"] != "loss")
    if (line["outcome"], ordered) != (truth["outcome"], truth["scores"]):
        return "other", line["savesItself"]
    return "exact" if (line["opponent"] or "").lower() == truth["opponent"].lower() else "score", line["savesItself"]


def judge(truth_path, output_path, shows_wrong):
    lines = list(zip(map(json.loads, open(truth_path)), map(json.loads, open(output_path)), strict=True))
    groups = {}
    for truth, line in lines:
        found, saves = outcome_of(truth, line)
        for name in filter(None, ("all", truth.get("voice"), truth.get("tags", {}).get("kind"))):
            groups.setdefault(name, []).append((found, saves, truth["outcome"] is not None))
        if shows_wrong and (found != "exact" if truth["outcome"] else found != "nothing"):
            print(("SAVED " if saves else "") + f"{truth['transcript']!r} heard {line['transcript']!r}: {line['outcome']} "
                  f"{line['scores']} {line['opponent']!r}")
    for name, rows in sorted(groups.items()):
        asked = [row for row in rows if row[2]]
        count = {found: sum(row[0] == found for row in asked) for found in ("exact", "score")}
        print(f"{name}: exact {interval(count['exact'], len(asked))}, score right {interval(sum(count.values()), len(asked))}; "
              f"saves itself {interval(sum(saves for _, saves, _ in rows), len(rows))}, of these wrong score "
              f"{sum(saves and (found == 'other' or not real) for found, saves, real in rows)}, wrong opponent "
              f"{sum(saves and found == 'score' for found, saves, real in rows)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing, speaking, splicing, judging = (commands.add_parser(name) for name in ("sentences", "speak", "splice", "judge"))
    for command in (drawing, splicing):
        command.add_argument("--count", type=int, default=150)
    for command in (drawing, speaking, splicing):
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--out", type=pathlib.Path, required=True)
    speaking.add_argument("sentences")
    speaking.add_argument("--voice", action="append", required=True)
    splicing.add_argument("--clips", required=True)
    splicing.add_argument("--part", default="8/8")
    judging.add_argument("truth")
    judging.add_argument("--output", required=True)
    judging.add_argument("--wrong", action="store_true", help="print what was not heard exactly")
    arguments = parser.parse_args()
    if arguments.command == "judge":
        judge(arguments.truth, arguments.output, arguments.wrong)
        return
    chance = random.Random(arguments.seed)
    made = []
    if arguments.command == "sentences":
        made = list(sentences(arguments.count, arguments.seed))
        arguments.out.write_text("".join(json.dumps(line) + "\n" for line in made))
        return
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.command == "speak":
        for index, line in enumerate(map(json.loads, open(arguments.sentences))):
            voice = arguments.voice[index % len(arguments.voice)]
            name = f"{index:04}.wav"
            speak(line, voice, str(arguments.out / name))
            made.append({**line, "audio": name, "voice": voice})
    else:
        found = clips(arguments.clips, arguments.part)
        for index, line in enumerate(sentences(100 * arguments.count, arguments.seed)):
            name = f"{len(made):04}.wav"
            if len(made) < arguments.count and splice(line, found, chance, str(arguments.out / name)):
                made.append({**line, "audio": name})
    (arguments.out / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in made))


if __name__ == "__main__":
    main()
