"""What may come between a mouth and the program: tempo, rooms, noises, gusts, babble, microphones."""

import glob

import numpy as np
import scipy.fft
import scipy.signal
import soxr

import speech
from features import log_mel, mel_filters

RATE = speech.RATE
# Those noises of `speech/noise` that serve for fitting; the others judge.
FITTED_NOISES = ("blanket_birds", "blanket_city", "gscnoise_exercise_bike")
_WARPS = (0.88, 0.92, 0.96, 1.0, 1.04, 1.08, 1.12)
_WARP_ODDS = (0.06, 0.10, 0.16, 0.36, 0.16, 0.10, 0.06)
_TEMPOS = (0.88, 0.92, 0.96, 1.04, 1.08, 1.14)


def rms(audio):
    return float(np.sqrt(np.mean(audio.astype(np.float64) ** 2) + 1e-16))


def decibels(value):
    return 10 ** (value / 20)


def coloured(random, count, slope=None):
    """Steady noise whose power falls with this power of the frequency."""
    slope = random.uniform(-1, 2.5) if slope is None else slope
    size = scipy.fft.next_fast_len(count)
    spectrum = random.standard_normal(size // 2 + 1) + 1j * random.standard_normal(size // 2 + 1)
    hz = np.maximum(np.arange(size // 2 + 1) / size * RATE, 20.0)
    spectrum *= (hz / 1000) ** (-slope / 2)
    return scipy.fft.irfft(spectrum.astype(np.complex64), size)[:count].astype(np.float32)


def gusts(random, count):
    """Wind on a microphone: low noise that swells and fades; at times it saturates."""
    audio = coloured(random, count, random.uniform(1.5, 4))
    knots = count // 1600 + 2
    envelope = np.cumsum(random.standard_normal(knots) * random.uniform(0.1, 0.5))
    envelope = np.clip(envelope - np.linspace(0, 1, knots) * envelope[-1], -3, 3)
    audio = audio * np.exp(np.interp(np.arange(count) / 1600, np.arange(knots), envelope)).astype(np.float32)
    if random.random() < 0.3:
        most = random.uniform(1.5, 3) * rms(audio)
        audio = np.clip(audio, -most, most)
    return audio


def synthetic_room(random):
    """A direct sound and a tail that decays by 60 dB in 0.08 to 0.7 s."""
    decay = random.uniform(0.08, 0.7)
    count = int(RATE * min(decay, 0.6))
    tail = random.standard_normal(count) * np.exp(-6.9 * np.arange(count) / RATE / decay)
    tail[: int(random.uniform(0, 0.01) * RATE)] = 0
    tail *= 1 / np.sqrt((tail**2).sum() * 10 ** (random.uniform(-3, 15) / 10) + 1e-12)
    tail[0] = 1
    return (tail / np.sqrt((tail**2).sum())).astype(np.float32)


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


def _crop(random, audio, count):
    if len(audio) < count:
        audio = np.tile(audio, count // len(audio) + 1)
    start = random.integers(0, len(audio) - count + 1)
    return audio[start : start + count]


class Augmenter:
    """Draws from noises and rooms of a folder such as `shared/speech`, and from talk to babble with."""

    def __init__(self, folder, talk, seed):
        paths = [f"{folder}/noise/{name}.wav" for name in FITTED_NOISES]
        others = sorted(glob.glob(f"{folder}/noise-esc10/*.opus") + glob.glob(f"{folder}/noise-quietsleep/*.opus"))
        self.fitted = [speech.samples(path) for path in paths]
        self.noises = [noise for noise in map(speech.samples, others) if rms(noise) > 1e-4] + self.fitted
        self.rooms = []
        for path in sorted(glob.glob(f"{folder}/rooms/*.flac")):
            room = speech.samples(path)
            start = max(int(np.argmax(np.abs(room))) - 16, 0)
            room = room[start : start + RATE]
            self.rooms.append(room / np.sqrt((room**2).sum()))
        self.talk = talk
        self.filters = [mel_filters(warp) for warp in _WARPS]
        self.random = np.random.default_rng(seed)

    def babble(self, count):
        audio = np.zeros(count, np.float32)
        for _ in range(self.random.integers(2, 9)):
            voice = _crop(self.random, self.talk[self.random.integers(len(self.talk))](), count)
            audio += voice / (rms(voice) + 1e-5) * decibels(self.random.uniform(-6, 0))
        if self.random.random() < 0.5:
            audio = scipy.signal.oaconvolve(audio, synthetic_room(self.random))[:count]
        return audio

    def noise(self, count):
        draw = self.random.random()
        if draw < 0.38:
            return _crop(self.random, self.noises[self.random.integers(len(self.noises))], count)
        if draw < 0.46:
            return _crop(self.random, self.fitted[self.random.integers(len(self.fitted))], count)
        if draw < 0.66:
            return gusts(self.random, count)
        if draw < 0.84:
            return self.babble(count)
        return coloured(self.random, count)

    def features(self, audio, labels, is_clean=False):
        """Features and labels of speech as it may sound elsewhere; label 0 is silence.

        `is_clean` leaves most of the noises out, never the microphone's own.
        """
        random = self.random
        if random.random() < 0.7:
            tempo = random.choice(_TEMPOS)
            audio = soxr.resample(audio, RATE * tempo, RATE, quality="LQ").astype(np.float32)
            times = (np.arange(len(audio) // 160) * tempo).astype(int)
            labels = labels[np.minimum(times, len(labels) - 1)]
        frames = min(len(audio) // 160, len(labels))
        count, labels = frames * 160, labels[:frames]
        audio = audio[:count]
        is_speech = np.repeat(labels != 0, 160)
        if random.random() < 0.12 and not is_speech.all():  # A noise gate.
            audio = audio * np.where(is_speech, 1, decibels(-random.uniform(10, 80))).astype(np.float32)
        spoken = audio[is_speech] if is_speech.any() else audio
        level = max(rms(spoken), 1e-5)
        if random.random() < 0.45:
            room = self.rooms[random.integers(len(self.rooms))] if random.random() < 0.3 else synthetic_room(random)
            if random.random() < 0.5:  # Nearer to the microphone.
                room = room.copy()
                room[1:] *= random.uniform(0.1, 0.7)
            audio = scipy.signal.oaconvolve(audio, room)[:count].astype(np.float32)
            level = max(rms(audio[is_speech]), 1e-5) if is_speech.any() else level
        if random.random() < 0.75:  # The steady noise of the microphone and the room.
            steady = coloured(random, count)
            audio = audio + steady * (level / rms(steady) * decibels(-random.uniform(12, 45)))
        if random.random() < (0.25 if is_clean else 0.8):
            for _ in range(1 + (random.random() < 0.2)):
                noise = self.noise(count)
                audio = audio + noise * (level / max(rms(noise), 1e-6) * decibels(-random.uniform(-1, 25)))
        audio = audio / level * decibels(random.uniform(-40, -14))
        if random.random() < 0.06:
            most = np.quantile(np.abs(audio), random.uniform(0.9, 0.995))
            audio = np.clip(audio, -most, most)
        audio = np.round(np.clip(audio, -1, 1) * 32767) / 32768
        filters = self.filters[random.choice(len(_WARPS), p=_WARP_ODDS)]
        return log_mel(audio.astype(np.float32), filters, self._microphone()), labels

    def silence(self):
        """Features of noise alone, two to eight seconds of it."""
        count = RATE * int(self.random.integers(2, 8))
        audio = self.noise(count) if self.random.random() < 0.7 else coloured(self.random, count)
        audio = audio / max(rms(audio), 1e-6) * decibels(self.random.uniform(-70, -14))
        features = log_mel(audio.astype(np.float32), self.filters[_WARPS.index(1.0)])
        return features, np.zeros(len(features), np.int16)

    def _microphone(self):
        """A smooth curve over the frequencies; some are those of a telephone. None for a flat one."""
        random = self.random
        if random.random() >= 0.7:
            return None
        part = np.arange(257) / 256
        knots = random.integers(3, 7)
        gain = np.interp(part, np.linspace(0, 1, knots), random.normal(0, 4, knots))
        if random.random() < 0.2:
            gain = gain - np.where(part > random.uniform(0.38, 0.5), random.uniform(30, 60), 0)
            gain = gain - np.where(part < 0.035, random.uniform(0, 20), 0)
        if random.random() < 0.1:
            gain = gain - np.where(part > random.uniform(0.6, 0.95), random.uniform(10, 50), 0)
        return (10 ** (gain / 10)).astype(np.float32)
