"""What is heard as one: an utterance, short ones joined, or words cut out of speech and joined in any order."""

from dataclasses import dataclass, field

import numpy as np
import scipy.fft

import speech

# Utterances shorter than this are joined to others of their speaker or folder.
SHORT_SECONDS = 3.5
# These words are most of the Speech Commands recordings: the share of recordings that is kept, and how often the words are drawn.
COMMANDS, COMMANDS_KEPT, COMMANDS_ODDS = frozenset("up down left right yes no on off go stop".split()), 0.35, 0.15
# How often numbers and names are drawn beside other words; words shorter than 140 ms are drawn less often.
NUMBERS, NUMBERS_ODDS, NAMES_ODDS, SHORT_FRAMES, SHORT_ODDS = frozenset(speech.ONES[1:11]), 4.0, 2.0, 14, 0.3
# How many hours a copy of words alone has, and the share of each folder.
WORDS_HOURS = 5.0
WORDS_SHARES = {
    "librispeech-train-clean-5": 0.22, "wuw-corpus-ii": 0.2, "speech-commands-pico": 0.15, "an4": 0.14,
    "alphanumeric": 0.1, "vctk-p239": 0.05, "common-voice-en-100": 0.04, "common-voice-puri": 0.04,
    "mycroft-wakewords": 0.03, "speech-commands-anrose": 0.03}
# The shortest and the longest silence after a word alone, in frames.
PAUSE_FRAMES = 2, 45
# How often words alone that are joined are all of one speaker.
ONE_SPEAKER = 0.4


def rms(audio):
    return float(np.sqrt(np.mean(audio.astype(np.float64) ** 2) + 1e-16))


def decibels(value):
    return 10 ** (value / 20)


def coloured(random, count):
    """Steady noise whose power falls with some power of the frequency."""
    slope = random.uniform(-1, 2.5)
    size = scipy.fft.next_fast_len(count)
    spectrum = random.standard_normal(size // 2 + 1) + 1j * random.standard_normal(size // 2 + 1)
    hz = np.maximum(np.arange(size // 2 + 1) / size * speech.RATE, 20.0)
    spectrum *= (hz / 1000) ** (-slope / 2)
    return scipy.fft.irfft(spectrum.astype(np.complex64), size)[:count].astype(np.float32)


def varied(audio, random):
    """Speech of a level of 0.03 as from another distance, through another microphone, with a noise of its own."""
    audio = audio * decibels(random.normal(0, 3.5))
    if random.random() < 0.5 and len(audio) >= 400:
        spectrum = np.fft.rfft(audio)
        knots = random.integers(3, 7)
        curve = np.interp(np.linspace(0, 1, len(spectrum)), np.linspace(0, 1, knots), random.normal(0, 3, knots))
        audio = np.fft.irfft(spectrum * decibels(curve), len(audio))
    if random.random() < 0.5:
        noise = coloured(random, len(audio))
        audio = audio + noise * (0.03 / rms(noise) * decibels(-random.uniform(20, 55)))
    return audio.astype(np.float32)


@dataclass
class Example:
    """An utterance with a class and a word for each frame; None is silence."""

    utterance: speech.Utterance
    labels: np.ndarray
    words: list
    kept: np.ndarray = field(default=None, repr=False)

    @property
    def is_command(self):
        utterance = self.utterance
        return utterance.folder.startswith("speech-commands") and len(utterance.words) == 1 and utterance.words[0] in COMMANDS

    def decoded(self):
        return (np.clip(speech.samples(self.utterance.path), -1, 1) * 32767).astype(np.int16)

    def samples(self):
        """As many samples as there are labels; they stay in memory, 115 MB for an hour."""
        if self.kept is None:
            self.kept = self.decoded()
        return self.kept[: 160 * len(self.labels)].astype(np.float32) / 32768


def _groups(examples, random):
    """Long utterances alone, short ones a few at a time."""
    groups, short = [], {}
    for index, example in enumerate(examples):
        if len(example.labels) >= 100 * SHORT_SECONDS:
            groups.append([example])
        else:
            short.setdefault(example.utterance.folder, {}).setdefault(example.utterance.speaker, []).append(index)
    for speakers in short.values():
        group, frames = [], 0
        for speaker in random.permutation(sorted(speakers)):
            for index in random.permutation(speakers[speaker]):
                group.append(examples[index])
                frames += len(examples[index].labels)
                if frames > random.uniform(300, 690):
                    groups.append(group)
                    group, frames = [], 0
        if group:
            groups.append(group)
    return [groups[i] for i in random.permutation(len(groups))]


def of_utterances(examples, random, is_balanced):
    """Yields samples and labels of whole utterances.

    `is_balanced` leaves out most of the commands, and lets each of those that are joined sound as from another place.
    """
    if is_balanced:
        examples = [example for example in examples if not example.is_command or random.random() < COMMANDS_KEPT]
    for group in _groups(examples, random):
        audio, labels = [], []
        for example in group:
            samples, classes = example.samples(), example.labels
            if len(group) > 1:
                samples = samples * (0.03 / max(rms(samples), 3e-5))
                said = np.flatnonzero(classes != 0)
                if random.random() < 0.5 and len(said):
                    first = max(said[0] - random.integers(0, 12), 0)
                    end = min(said[-1] + random.integers(2, 25), len(classes))
                    samples, classes = samples[160 * first : 160 * end], classes[first:end]
                if is_balanced:
                    samples = varied(samples, random)
            audio.append(samples)
            labels.append(classes)
        yield np.concatenate(audio), np.concatenate(labels)


def _odds(word, frames, is_command, names):
    if word in NUMBERS:
        return NUMBERS_ODDS
    odds = COMMANDS_ODDS if is_command else NAMES_ODDS if word in names else 1.0
    return odds * SHORT_ODDS if frames < SHORT_FRAMES else odds


def _cuts_of(example, names):
    """The first and last frame of each word to be cut out, with a little beside it, and how often it is drawn."""
    words, labels = example.words, example.labels
    first = 0
    while first < len(words):
        end = first
        while end < len(words) and words[end] == words[first]:
            end += 1
        word, frames = words[first], end - first
        if word is not None and 6 <= frames <= 150 and (labels[first:end] > 0).mean() > 0.7:
            before = 2 if first > 0 and words[first - 1] is not None else 8
            after = 2 if end < len(words) and words[end] is not None else 10
            yield max(first - before, 0), min(end + after, len(words)), _odds(word, frames, example.is_command, names)
        first = end


def _silence(example, frames, random):
    """The longest silence of a recording, forth and back as often as need be."""
    samples, is_silent = example.samples(), example.labels == 0
    places = np.flatnonzero(is_silent[: len(samples) // 160])
    if len(places) < 4:
        noise = coloured(random, frames * 160)
        return noise * (1e-4 / rms(noise))
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    longest = max(runs, key=len)
    run = samples[160 * longest[0] : 160 * (longest[-1] + 1)]
    return np.resize(np.concatenate([run, run[::-1]]), frames * 160)


def _word(example, first, end, random):
    samples, labels = example.samples()[160 * first : 160 * end], example.labels[first:end]
    said = np.repeat(labels != 0, 160)[: len(samples)]
    gain = 0.03 / max(rms(samples[said]) if said.any() else rms(samples), 3e-5)
    ramp = np.arange(len(samples))
    faded = samples * np.minimum(1, np.minimum(ramp, ramp[::-1]) / 160)
    pause = int(np.exp(random.uniform(*np.log(PAUSE_FRAMES))))
    audio = np.concatenate([faded, _silence(example, pause, random)]).astype(np.float32) * np.float32(gain)
    return varied(audio, random), np.concatenate([labels, np.zeros(pause, labels.dtype)])


def cuts(examples, names):
    """For each folder the words that can be cut out: an example, first and last frame, and how often it is drawn."""
    folders = {}
    for example in examples:
        for cut in _cuts_of(example, names):
            folders.setdefault(example.utterance.folder, []).append((example, *cut))
    return folders


def of_words(folders, random, hours):
    """Yields samples and labels of words alone, as `cuts` gives them, in any order, by one speaker or several of a folder."""
    streams = []
    for folder, cuts in sorted(folders.items()):
        odds = np.array([cut[3] for cut in cuts])
        speakers = {}
        for index, cut in enumerate(cuts):
            speakers.setdefault(cut[0].utterance.speaker, []).append(index)
        left = WORDS_SHARES.get(folder, 0.02) * hours * 360000
        while left > 0:
            places = np.arange(len(cuts))
            if random.random() < ONE_SPEAKER:
                places = np.array(speakers[cuts[random.choice(places, p=odds / odds.sum())][0].utterance.speaker])
            stream, frames, most = [], 0, random.uniform(250, 600)
            share = odds[places] / odds[places].sum()
            while frames < most:
                example, first, end, _ = cuts[random.choice(places, p=share)]
                stream.append((example, first, end))
                frames += end - first + 15
            streams.append(stream)
            left -= frames
    for place in random.permutation(len(streams)):
        pieces = [_word(*piece, random) for piece in streams[place]]
        yield np.concatenate([audio for audio, _ in pieces]), np.concatenate([labels for _, labels in pieces])
