"""Log-mel energies, exactly as `Sources/HyzerVoice/AcousticNetwork` computes them."""

import numpy as np
import scipy.fft

BANDS, LOW_HZ, HIGH_HZ = 40, 60.0, 7800.0
FLOOR = 1e-6
MEAN_HALF_WINDOW = 150
HOP, WIDTH, POINTS = 160, 400, 512
_WINDOW = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WIDTH) / (WIDTH - 1))).astype(np.float32)


def _mel(hz):
    return 2595 * np.log10(1 + hz / 700)


def mel_filters(warp=1.0):
    """Triangles of equal width in mel: 257 x BANDS. A warp of 1.1 shortens the vocal tract by a tenth."""
    edges = np.linspace(_mel(LOW_HZ), _mel(HIGH_HZ), BANDS + 2)
    hz = np.arange(POINTS // 2 + 1) * 16000 / POINTS
    mel = _mel(np.minimum(hz * warp, 8000.0))[:, None]
    rising = (mel - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - mel) / (edges[2:] - edges[1:-1])
    return np.maximum(0, np.minimum(rising, falling)).astype(np.float32)


def _sliding_mean(values, half_window):
    sums = np.vstack([np.zeros((1, values.shape[1])), np.cumsum(values.astype(np.float64), axis=0)])
    times = np.arange(len(values))
    first = np.maximum(times - half_window, 0)
    end = np.minimum(times + half_window, len(values) - 1) + 1
    return (sums[end] - sums[first]) / (end - first)[:, None]


def log_mel(audio, filters, equaliser=None):
    """A row for every whole 10 ms of 16 kHz samples from -1 to 1: frames x BANDS, means removed.

    `equaliser` multiplies the power of each of the 257 frequencies.
    """
    frames = len(audio) // HOP
    padded = np.zeros(frames * HOP + WIDTH, np.float32)
    count = min(len(audio), len(padded))
    padded[:count] = audio[:count]
    padded[1:count] -= 0.97 * audio[: count - 1]
    windows = np.lib.stride_tricks.sliding_window_view(padded, WIDTH)[::HOP][:frames]
    spectrum = scipy.fft.rfft(windows * _WINDOW, POINTS, axis=1)
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    if equaliser is not None:
        power = power * equaliser
    energies = np.log(power @ filters + FLOOR)
    return (energies - _sliding_mean(energies, MEAN_HALF_WINDOW)).astype(np.float32)
