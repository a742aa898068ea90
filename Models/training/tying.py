"""The network's classes: the stock model's senones, tied until each is said often enough to learn."""

import heapq
import subprocess

import numpy as np

from alignment import MODEL

SILENCES = ("SIL", "+NSN+", "+SPN+")
# Every class has at least so many frames, where its state of a phone has as many at all.
LEAST_FRAMES, MOST_CLASSES = 1500, 512
# What a senone counts that is never said.
PRIOR_FRAMES = 15.0


def senone_states():
    """For each senone its phone and its state, by the model's definition."""
    text = f"{MODEL}/mdef"
    command = ["pocketsphinx_mdef_convert", "-text", text, "/dev/stdout"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    states = {}
    for line in output.splitlines():
        columns = line.split()
        if len(columns) >= 10 and columns[-1] == "N" and not line.startswith("#"):
            for state, senone in enumerate(columns[-4:-1]):
                states[int(senone)] = (columns[0], state)
    return states


def mixture_weights(senones):
    """The weights of each senone's densities, of the three streams: senones x 3 x 128, each summing to 1."""
    with open(f"{MODEL}/sendump", "rb") as file:
        data = file.read()
    levels = np.frombuffer(data[-3 * 128 * senones :], np.uint8).reshape(3, 128, senones)
    # Negative logarithms to the base of 1.0001, divided by 1,024.
    weights = np.exp(-0.1024 * levels.astype(np.float32))
    return (weights / weights.sum(axis=1, keepdims=True)).transpose(2, 0, 1)


def _entropy(weights):
    return float(-(weights * np.log(weights + 1e-12)).sum())


class _Class:
    def __init__(self, frames, weights, senones):
        self.frames, self.weights, self.senones = frames, weights, senones
        self.information = frames * _entropy(weights)

    def joined(self, other):
        frames = self.frames + other.frames
        weights = (self.frames * self.weights + other.frames * other.weights) / frames
        return _Class(frames, weights, self.senones + other.senones)

    def loss(self, other):
        return self.joined(other).information - self.information - other.information


def tie(counts):
    """Joins the two classes of a state that lose least, over and over; returns a class for each senone.

    Class 0 is silence. `counts` has how many frames each senone is said.
    """
    states = senone_states()
    weights = mixture_weights(len(counts))
    alive, members, queue, fresh = {}, {}, [], 0
    for senone, state in sorted(states.items()):
        if state[0] not in SILENCES:
            alive[fresh] = (state, _Class(counts[senone] + PRIOR_FRAMES, weights[senone], [senone]))
            for other in members.setdefault(state, set()):
                heapq.heappush(queue, (alive[fresh][1].loss(alive[other][1]), fresh, other))
            members[state].add(fresh)
            fresh += 1

    def join(first, second):
        nonlocal fresh
        (state, a), (_, b) = alive.pop(first), alive.pop(second)
        members[state] -= {first, second}
        alive[fresh] = (state, a.joined(b))
        for other in members[state]:
            heapq.heappush(queue, (alive[fresh][1].loss(alive[other][1]), fresh, other))
        members[state].add(fresh)
        fresh += 1

    while len(alive) > MOST_CLASSES - 1:
        _, first, second = heapq.heappop(queue)
        if first in alive and second in alive:
            join(first, second)
    while True:
        rare = [i for i, (state, c) in alive.items() if c.frames < LEAST_FRAMES and len(members[state]) > 1]
        if not rare:
            break
        first = min(rare, key=lambda i: (alive[i][1].frames, i))
        state, rarest = alive[first]
        join(first, min(members[state] - {first}, key=lambda i: (rarest.loss(alive[i][1]), i)))
    table = np.zeros(len(counts), np.uint16)
    for index, key in enumerate(sorted(alive, key=lambda i: (alive[i][0], i)), start=1):
        table[alive[key][1].senones] = index
    return table
