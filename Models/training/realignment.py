"""Labels by the network itself: where the states of an utterance, whose order is known, begin and end."""

import numpy as np

import speech
from features import log_mel, mel_filters
from speech import UNKNOWN

# How far a state may begin or end from where it did, in frames; its prior counts half; no frame is worse than this.
MOST_FRAMES, PRIOR_SCALE, FLOOR = 12, 0.5, -14.0
_FILTERS = mel_filters()


def realigned(labels, senones, scores):
    """The likeliest times of the same states (Viterbi, 1967): a class for each frame; None where there are none.

    `senones` tells two states of one class apart; what could not be aligned stays where it is.
    """
    frames = len(scores)
    starts = np.concatenate([[0], np.flatnonzero(np.diff(senones[:frames])) + 1])
    ends = np.concatenate([starts[1:], [frames]])
    states = labels[starts]
    is_unknown = states == UNKNOWN
    times = np.arange(frames)[:, None]
    reach = np.where(is_unknown, 0, MOST_FRAMES)
    fits = np.where(is_unknown, 0, scores[:, states])
    fits = np.where((times >= starts - reach) & (times < ends + reach), fits, -1e9)
    best = np.full(len(states), -1e18)
    best[0] = fits[0, 0]
    advances = np.zeros(fits.shape, bool)
    for frame in range(1, frames):
        advanced = np.concatenate([[-1e18], best[:-1]])
        advances[frame] = advanced > best
        best = np.maximum(advanced, best) + fits[frame]
    if best[-1] < -1e8:
        return None
    result, state = labels.copy(), len(states) - 1
    for frame in range(frames - 1, -1, -1):
        result[frame] = states[state]
        state -= advances[frame, state]
    return result


def realign(utterance, labels, senones, log_posteriors, log_priors):
    """Labels by a network where it finds a way, else the same; `log_posteriors` gives its own of energies."""
    energies = log_mel(speech.samples(utterance.path), _FILTERS)[: len(labels)]
    if len(energies) < 20:
        return labels
    scores = np.maximum(log_posteriors(energies), FLOOR) - PRIOR_SCALE * log_priors
    found = realigned(labels, senones, scores)
    return labels if found is None else found
