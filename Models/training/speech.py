"""The recordings to train on: which they are, whose, and what is said in them."""

import csv
import hashlib
import os
import re
import subprocess
from dataclasses import dataclass

import numpy as np
import soundfile

RATE = 16000
# Voices of this part judge: they are in no training. The rule is that of `hyzer corpus splice --part`.
PARTS, JUDGING_PART = 4, 3
# The label of frames that train nothing.
UNKNOWN = -1


def number(text):
    """The first 8 hexadecimal digits of a text's SHA-1."""
    return int(hashlib.sha1(text.encode()).hexdigest()[:8], 16)


def voice(speaker):
    """Speech Commands' speakers are gsc-X in some folders and sc-X in others; `IndexedClip.voiceKey` is the same."""
    return speaker[1:] if speaker.startswith("gsc-") else speaker


@dataclass
class Utterance:
    folder: str
    path: str
    speaker: str
    words: list

    @property
    def key(self):
        return f"{self.folder}/{os.path.basename(self.path)}"

    @property
    def validates(self):
        """Whether it shows how training goes on, and trains nothing: a twentieth of the voices."""
        return number("v" + voice(self.speaker)) % 20 == 0


ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_words(digits):
    """A number as it is usually read aloud: up to 999 as a whole, above digit by digit."""
    value = int(digits)
    if value < 20:
        return [ONES[value]]
    if value < 100:
        return [TENS[value // 10]] + ([ONES[value % 10]] if value % 10 else [])
    if value < 1000:
        return [ONES[value // 100], "hundred"] + (number_words(value % 100) if value % 100 else [])
    return [ONES[int(digit)] for digit in digits]


def words_of(folder, transcript):
    """The words of a transcript in lower case; None where it does not say how it was read."""
    if folder == "alphanumeric":
        kind, _, rest = transcript.partition(" ")
        if kind == "SPELL":
            return [letter.lower() for letter in rest if letter.isalpha()]
        if kind == "DIGITS":
            return [ONES[int(digit)] for digit in rest if digit.isdigit()]
        return None
    words = []
    text = transcript.lower().replace("\u2019", "'").replace("-", " ")
    for word in re.findall(r"[a-z']+|[0-9]+", text):
        if word.isdigit():
            words += number_words(word)
        elif word.strip("'"):
            words.append(word.strip("'"))
    return words or None


def rows(index):
    with open(index, newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def utterances(speech, without=()):
    """Everything to train on, of a folder such as `shared/speech`; some folders may be left out."""
    # The speakers of the names and digits are heard by `make accuracy`, whatever their part.
    elsewhere = {
        voice(row["speaker"]) for folder in ("names", "digits") for row in rows(f"{speech}/{folder}/index.tsv")
    }
    result = []
    transcribed = f"{speech}/transcribed"
    for folder in sorted(os.listdir(transcribed)):
        index = f"{transcribed}/{folder}/manifest.tsv"
        if folder in without or not os.path.exists(index):
            continue
        for row in rows(index):
            speaker, words = row["speaker"], words_of(folder, row["transcript"])
            # Nobody knows who said these; the names judge, so they train nothing.
            unknown = speaker.startswith("myc-")
            if unknown and row["transcript"] in ("amelia", "athena"):
                continue
            if not unknown and number(voice(speaker)) % PARTS == JUDGING_PART:
                continue
            if words and voice(speaker) not in elsewhere:
                result.append(Utterance(folder, f"{transcribed}/{folder}/{row['path']}", speaker, words))
    return result


def names(path):
    """A list of names, one a line, in lower case."""
    with open(path) as file:
        return {line.strip().lower() for line in file if line.strip()}


def judging_names(path):
    """Of a list of names those that judge: no frame of theirs trains."""
    heard = {"alexa", "amelia", "athena", "jarvis", "marvin", "sheila"}
    return {name for name in names(path) if number(name) % PARTS == JUDGING_PART} | heard


def samples(path):
    """16 kHz mono samples from -1 to 1; ffmpeg reads what libsndfile refuses."""
    try:
        audio, rate = soundfile.read(path, dtype="float32", always_2d=True)
        if rate == RATE:
            return audio.mean(axis=1)
    except soundfile.LibsndfileError:
        pass
    command = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.float32)
