"""What may come between a mouth and the program, many stretches at a time, on a processor or a GPU: rooms, noises, gusts,
babble, hum, microphones; and their features."""

import glob
import math

import numpy as np
import torch
from torch.nn import functional

import features
import speech
from features import BANDS, HOP, MEAN_HALF_WINDOW, POINTS, WIDTH

RATE = speech.RATE
# Those noises of `speech/noise` that serve for fitting; the others judge.
FITTED_NOISES = ("blanket_birds", "blanket_city", "gscnoise_exercise_bike")
_WARPS = (0.88, 0.92, 0.96, 1.0, 1.04, 1.08, 1.12)
_WARP_ODDS = (0.06, 0.10, 0.16, 0.36, 0.16, 0.10, 0.06)
# The longest tail of a room, in samples.
_ROOM = RATE
_MOST_VOICES = 8


def noises(folder):
    """Recordings of noise to train with, of a folder such as `shared/speech`; the last are those of `FITTED_NOISES`."""
    others = sorted(glob.glob(f"{folder}/noise-esc10/*.opus") + glob.glob(f"{folder}/noise-quietsleep/*.opus"))
    loud = [noise for noise in map(speech.samples, others) if np.sqrt(np.mean(noise**2)) > 1e-4]
    return loud + [speech.samples(f"{folder}/noise/{name}.wav") for name in FITTED_NOISES]


def rooms(folder):
    """Impulse responses from a little before the direct sound, of power 1."""
    responses = []
    for path in sorted(glob.glob(f"{folder}/rooms/*.flac")):
        room = speech.samples(path)
        first = max(int(np.argmax(np.abs(room))) - 16, 0)
        room = room[first : first + _ROOM]
        responses.append(np.pad(room / np.sqrt((room**2).sum()), (0, _ROOM - len(room))).astype(np.float32))
    return np.stack(responses)


def _decibels(value):
    return 10 ** (value / 20)


class Mixer:
    """Makes features of stretches of speech as they may sound elsewhere; `seed` decides all that is drawn."""

    def __init__(self, folder, device, seed):
        self.device = torch.device(device)
        self.random = torch.Generator(self.device).manual_seed(seed)
        recordings = noises(folder)
        self.noise_lengths = torch.tensor([len(noise) for noise in recordings], device=device)
        self.noise_starts = torch.cumsum(self.noise_lengths, 0) - self.noise_lengths
        self.noise_samples = torch.from_numpy(np.concatenate(recordings)).to(device)
        self.rooms = torch.from_numpy(rooms(folder)).to(device)
        filters = np.stack([features.mel_filters(warp) for warp in _WARPS])
        self.filters = torch.from_numpy(filters).to(device)
        self.unwarped = self.filters[_WARPS.index(1.0)]
        self.window = torch.from_numpy(features._WINDOW).to(device)

    # Draws

    def _uniform(self, low, high, *shape):
        return torch.rand(*shape, generator=self.random, device=self.device) * (high - low) + low

    def _normal(self, *shape):
        return torch.randn(*shape, generator=self.random, device=self.device)

    def _whole(self, end, *shape):
        """From 0 to less than `end`, a number or a tensor of that shape."""
        return (torch.rand(*shape, generator=self.random, device=self.device, dtype=torch.float64) * end).long()

    def _some(self, count, share):
        """Rows for which something happens: that share of them, others each time."""
        chosen = math.ceil(count * share)
        return torch.randperm(count, generator=self.random, device=self.device)[:chosen]

    # Sounds

    def _coloured(self, rows, count, slopes):
        """Steady noise of power 1 whose power falls with a power of the frequency."""
        spectrum = torch.complex(self._normal(rows, count // 2 + 1), self._normal(rows, count // 2 + 1))
        hz = torch.arange(count // 2 + 1, device=self.device).clamp(min=1) / count * RATE
        spectrum = spectrum * (hz.clamp(min=20) / 1000)[None] ** (-slopes[:, None] / 2)
        return _unit(torch.fft.irfft(spectrum, count))

    def _gusts(self, rows, count):
        """Wind on a microphone: low noise that swells and fades; at times it saturates."""
        knots = count // 1600 + 2
        swell = torch.cumsum(self._normal(rows, knots) * self._uniform(0.1, 0.5, rows, 1), 1)
        swell = (swell - torch.linspace(0, 1, knots, device=self.device) * swell[:, -1:]).clamp(-3, 3)
        envelope = functional.interpolate(swell[:, None], count, mode="linear", align_corners=True)[:, 0]
        audio = _unit(self._coloured(rows, count, self._uniform(1.5, 4, rows)) * torch.exp(envelope))
        most = torch.where(self._uniform(0, 1, rows, 1) < 0.3, self._uniform(1.5, 3, rows, 1), 100.0)
        return torch.maximum(torch.minimum(audio, most), -most)

    def _recorded(self, rows, count):
        """Of the recordings, those that serve for fitting a sixth of the time."""
        fitted = len(FITTED_NOISES)
        which = torch.where(
            self._uniform(0, 1, rows) < 0.17, self._whole(fitted, rows) + len(self.noise_lengths) - fitted,
            self._whole(len(self.noise_lengths), rows))
        lengths = self.noise_lengths[which]
        places = (self._whole(lengths, rows)[:, None] + torch.arange(count, device=self.device)) % lengths[:, None]
        return _unit(self.noise_samples[self.noise_starts[which][:, None] + places])

    def _babble(self, rows, count, talk):
        """Two to eight voices of a long recording of talk, in half of the rows through a room."""
        audio = torch.zeros(rows, count, device=self.device)
        voices = self._whole(_MOST_VOICES - 1, rows) + 2
        for voice in range(_MOST_VOICES):
            starts = self._whole(max(len(talk) - count, 1), rows)
            said = talk[(starts[:, None] + torch.arange(count, device=self.device)) % len(talk)].float()
            audio += _unit(said) * (_decibels(self._uniform(-6, 0, rows)) * (voice < voices))[:, None]
        half = (rows + 1) // 2
        audio[:half] = self._through(audio[:half], self._synthetic_rooms(half))
        return _unit(audio)

    def _hum(self, rows, count):
        """Of the mains: 50 or 60 Hz and its harmonics."""
        base = torch.where(self._uniform(0, 1, rows, 1) < 0.5, 50.0, 60.0) * self._uniform(0.995, 1.005, rows, 1)
        phase = 2 * math.pi * base * torch.arange(count, device=self.device) / RATE
        audio = torch.zeros(rows, count, device=self.device)
        for harmonic in range(1, 13):
            gain = _decibels(self._normal(rows, 1) * 8 - 2.0 * harmonic)
            audio += gain * torch.sin(harmonic * phase + self._uniform(0, 2 * math.pi, rows, 1))
        return _unit(audio)

    def _noise(self, rows, count, talk):
        """Noise of power 1: 46 % recorded, 20 % gusts, 18 % babble, 16 % steady, in an order that is drawn."""
        recorded, gusts, babble, steady = (math.ceil(rows * share) for share in (0.46, 0.2, 0.18, 0.16))
        parts = torch.cat([
            self._recorded(recorded, count), self._gusts(gusts, count), self._babble(babble, count, talk),
            self._coloured(steady, count, self._uniform(-1, 2.5, steady))])
        return parts[torch.randperm(len(parts), generator=self.random, device=self.device)[:rows]]

    # Rooms

    def _synthetic_rooms(self, rows):
        """A direct sound, in half of the rooms a few early echoes, and a tail that falls by 60 dB in 0.08 to 0.9 s."""
        times = torch.arange(_ROOM, device=self.device) / RATE
        decay = self._uniform(0.08, 0.9, rows, 1)
        tail = self._normal(rows, _ROOM) * torch.exp(-6.9 * times / decay) * (times > self._uniform(0, 0.01, rows, 1))
        echoes = self._whole(int(0.05 * RATE), rows, 6) + 16
        gains = self._normal(rows, 6) * torch.exp(-6.9 * echoes / RATE / decay) * 4
        tail.scatter_add_(1, echoes, torch.where(self._uniform(0, 1, rows, 1) < 0.5, gains, 0.0))
        tail = tail / torch.sqrt((tail**2).sum(1, keepdim=True) * 10 ** (self._uniform(-5, 15, rows, 1) / 10) + 1e-12)
        tail[:, 0] = 1
        return tail / torch.sqrt((tail**2).sum(1, keepdim=True))

    def _through(self, audio, responses):
        count = audio.shape[1]
        size = count + _ROOM
        return torch.fft.irfft(torch.fft.rfft(audio, size) * torch.fft.rfft(responses, size), size)[:, :count]

    def _drawn_rooms(self, rows):
        """Three in ten recorded; half of all nearer to the microphone."""
        responses = torch.where(
            self._uniform(0, 1, rows, 1) < 0.3, self.rooms[self._whole(len(self.rooms), rows)], self._synthetic_rooms(rows))
        nearer = torch.where(self._uniform(0, 1, rows, 1) < 0.5, self._uniform(0.1, 0.7, rows, 1), 1.0)
        direct = responses.abs().argmax(1, keepdim=True)
        return torch.where(torch.arange(_ROOM, device=self.device) <= direct + 16, responses, responses * nearer)

    # Microphones

    def _microphones(self, rows):
        """For each row what multiplies the power of the 257 frequencies; three in ten are flat, some a telephone's."""
        part = torch.linspace(0, 1, POINTS // 2 + 1, device=self.device)[None]
        gain = functional.interpolate(self._normal(rows, 1, 5) * 4, part.shape[1], mode="linear", align_corners=True)[:, 0]
        chance = self._uniform(0, 1, rows, 1)
        telephone = (part > self._uniform(0.38, 0.5, rows, 1)) * self._uniform(30, 60, rows, 1)
        telephone = telephone + (part < 0.035) * self._uniform(0, 20, rows, 1)
        dull = (part > self._uniform(0.6, 0.95, rows, 1)) * self._uniform(10, 50, rows, 1)
        gain = gain - torch.where(chance < 0.14, telephone, torch.where(chance < 0.22, dull, 0.0))
        return 10 ** (torch.where(self._uniform(0, 1, rows, 1) < 0.7, gain, 0.0) / 10)

    # Features

    def log_mel(self, audio, lengths, filters, equalisers=None):
        """As `features.log_mel`, of rows of samples with so many frames each: rows x frames x BANDS.

        What comes after a row's frames repeats its last one.
        """
        rows, count = audio.shape
        frames = count // HOP
        emphasised = torch.cat([audio[:, :1], audio[:, 1:] - 0.97 * audio[:, :-1]], 1)
        windows = functional.pad(emphasised, (0, WIDTH)).unfold(1, WIDTH, HOP)[:, :frames]
        spectrum = torch.fft.rfft(windows * self.window, POINTS)
        power = spectrum.real**2 + spectrum.imag**2
        if equalisers is not None:
            power = power * equalisers[:, None]
        energies = torch.log(torch.bmm(power, filters) + features.FLOOR)
        times = torch.arange(frames, device=self.device)[None]
        last = (lengths - 1)[:, None]
        is_inside = (times <= last)[..., None]
        sums = functional.pad(torch.cumsum((energies * is_inside).double(), 1), (0, 0, 1, 0))
        first, end = (times - MEAN_HALF_WINDOW).clamp(min=0), torch.minimum(times + MEAN_HALF_WINDOW, last) + 1
        first = torch.minimum(first, last)
        gather = lambda places: sums.gather(1, places[..., None].expand(rows, frames, BANDS))
        means = (gather(end.expand(rows, frames)) - gather(first.expand(rows, frames))) / (end - first)[..., None]
        energies = (energies - means).float()
        return energies.gather(1, torch.minimum(times, last)[..., None].expand(rows, frames, BANDS))

    def features(self, audio, labels, lengths, clean_share, silent_share, talk, with_dry=False):
        """Rows x frames x BANDS of speech of any level, as it may sound elsewhere; labels of rows that became silent are 0.

        `clean_share` of the rows have little noise but the microphone's own, `silent_share` none but noise. `talk` is speech
        to babble with. `with_dry` also returns the features of the same rows near to a good microphone, for a teacher.
        """
        rows, count = audio.shape
        labels = labels.clone()
        is_inside = torch.arange(count // HOP, device=self.device)[None] < lengths[:, None]
        is_speech = ((labels != 0) & is_inside).repeat_interleave(HOP, 1)

        def level(audio):
            power = (audio**2 * is_speech).sum(1, keepdim=True) / is_speech.sum(1, keepdim=True).clamp(min=1)
            return torch.sqrt(torch.where(is_speech.any(1, keepdim=True), power, (audio**2).mean(1, keepdim=True)) + 1e-12)

        def add(chosen, noise, low, high):
            audio[chosen] += noise * (levels[chosen] * _decibels(-self._uniform(low, high, len(chosen), 1)))

        gate = torch.ones(rows, 1, device=self.device)
        gated = self._some(rows, 0.12)
        gate[gated] = _decibels(-self._uniform(10, 80, len(gated), 1))
        dry = torch.where(is_speech, audio, audio * gate)
        audio = dry / level(dry)
        filters = self.filters[torch.multinomial(
            torch.tensor(_WARP_ODDS, device=self.device), rows, replacement=True, generator=self.random)]
        dry_features = self.log_mel(audio * 0.05, lengths, filters) if with_dry else None

        roomy = self._some(rows, 0.45)
        audio[roomy] = self._through(audio[roomy], self._drawn_rooms(len(roomy)))
        levels = level(audio)
        steady = self._some(rows, 0.75)
        add(steady, self._coloured(len(steady), count, self._uniform(-1, 2.5, len(steady))), 12, 45)
        humming = self._some(rows, 0.12)
        add(humming, self._hum(len(humming), count), 0, 30)
        is_clean = torch.zeros(rows, dtype=torch.bool, device=self.device)
        is_clean[self._some(rows, clean_share)] = True
        # Rows that are to be clean come last, so that the numbers need not be fetched from the device.
        order = torch.argsort(is_clean.int() + 0.5 * self._uniform(0, 1, rows))
        noisy = order[: math.ceil(rows * (0.8 - 0.55 * clean_share))]
        add(noisy, self._noise(len(noisy), count, talk), -3, 25)
        again = noisy[: math.ceil(len(noisy) / 5)]
        add(again, self._noise(len(again), count, talk), -1, 25)

        volume = _decibels(self._uniform(-40, -14, rows, 1))
        silent = self._some(rows, silent_share) if silent_share > 0 else None
        if silent is not None:
            audio[silent] = self._noise(len(silent), count, talk)
            volume[silent] = _decibels(self._uniform(-70, -14, len(silent), 1))
            labels[silent] = 0
        audio = audio / levels * volume
        clipped = self._some(rows, 0.06)
        most = volume[clipped] * self._uniform(1.2, 3, len(clipped), 1)
        audio[clipped] = torch.maximum(torch.minimum(audio[clipped], most), -most)
        audio = torch.round(audio.clamp(-1, 1) * 32767) / 32768
        heard = self.log_mel(audio, lengths, filters, self._microphones(rows))
        return heard, labels, dry_features, silent

    def mask(self, energies):
        """Hides two bands and often a few frames of each row (SpecAugment: Park and others, 2019)."""
        rows, frames, bands = energies.shape
        band, time = torch.arange(bands, device=self.device)[None], torch.arange(frames, device=self.device)[None]
        for _ in range(2):
            first, width = self._uniform(0, bands - 6, rows, 1), self._uniform(0, 7, rows, 1)
            energies = energies.masked_fill(((band >= first) & (band < first + width))[:, None], 0)
        for _ in range(2):
            first, width = self._uniform(0, frames - 12, rows, 1), self._uniform(0, 14, rows, 1)
            is_hidden = ((time >= first) & (time < first + width) & (self._uniform(0, 1, rows, 1) < 0.5))[..., None]
            energies = torch.where(is_hidden, energies.mean(1, keepdim=True), energies)
        return energies


def _unit(audio):
    return audio / torch.sqrt((audio**2).mean(1, keepdim=True) + 1e-10)
