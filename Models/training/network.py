"""The network: a time-delay network with residual layers, and the file that the program reads."""

import json
import struct
import zlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import features

HIDDEN = 384
# How far the three splices of each layer reach, in rows of 20 ms.
DILATIONS = (1, 1, 2, 2, 3, 4)
# The first layer takes frames -3 to 4 around every second frame.
FIRST, LAST = -3, 4


class Network(nn.Module):
    """Frames of log-mel energies to logits of the classes, two frames at a time.

    Takes batch x frames x 40 for an even number of frames, of which the first and last are repeated as far as the layers
    reach; returns batch x frames x classes. Dropout takes the same channels from all times.
    """

    def __init__(self, classes, hidden=HIDDEN, dilations=DILATIONS, dropout=0.0):
        super().__init__()
        self.classes, self.dilations, self.dropout = classes, dilations, dropout
        self.first = nn.Linear((LAST - FIRST + 1) * features.BANDS, hidden)
        self.layers = nn.ModuleList(nn.Linear(3 * hidden, hidden) for _ in dilations)
        self.norms = nn.ModuleList(nn.BatchNorm1d(hidden, momentum=0.02) for _ in range(len(dilations) + 1))
        self.last = nn.Linear(hidden, 2 * classes)
        nn.init.zeros_(self.last.weight)

    def _activate(self, rows, norm):
        batch, count, width = rows.shape
        return norm(functional.relu(rows).reshape(-1, width).float()).reshape(batch, count, width)

    def forward(self, energies):
        batch, frames = energies.shape[:2]
        context = 2 * sum(self.dilations)
        before, after = energies[:, :1], energies[:, -1:]
        energies = torch.cat(
            [before.expand(-1, context - FIRST, -1), energies, after.expand(-1, context + LAST - 1, -1)], 1)
        count = frames // 2 + context
        spliced = energies.unfold(1, LAST - FIRST + 1, 2).permute(0, 1, 3, 2).reshape(batch, count, -1)
        rows = self._activate(self.first(spliced), self.norms[0])
        for layer, norm, reach in zip(self.layers, self.norms[1:], self.dilations):
            count -= 2 * reach
            middle = rows[:, reach : reach + count]
            added = self._activate(layer(torch.cat([rows[:, :count], middle, rows[:, 2 * reach :]], 2)), norm)
            if self.training:
                kept = torch.rand(batch, 1, added.shape[2], device=added.device) >= self.dropout
                added = added * kept / (1 - self.dropout)
            rows = middle + added
        return self.last(rows).reshape(batch, 2 * count, self.classes)


def log_posteriors(network, energies):
    """Of each frame, by a network in evaluation."""
    frames = len(energies)
    even = energies[np.minimum(np.arange(frames + frames % 2), frames - 1)]
    with torch.no_grad():
        logits = network(torch.from_numpy(even[None]))
    return torch.log_softmax(logits, 2)[0, :frames].numpy()


def _norm(state, index):
    """Batch normalisation as what it is once trained: a factor and an offset for each channel."""
    name = f"norms.{index}."
    scale = state[name + "weight"] / torch.sqrt(state[name + "running_var"] + 1e-5)
    return scale, state[name + "bias"] - state[name + "running_mean"] * scale


def write(path, state, frequencies, table, card):
    """Writes the weights in the format that `Sources/HyzerVoice/AcousticNetwork` reads and describes."""
    layers, tensors = [], []

    def add(name, inputs, offsets, stride=1, norm=None, residual=False):
        weight, bias = state[name + ".weight"], state[name + ".bias"]
        layers.append({
            "inputs": inputs, "outputs": weight.shape[0], "offsets": offsets, "stride": stride,
            "activation": "affine" if norm is None else "relu", "residual": residual})
        tensors.append(weight.numpy().astype("<f2"))
        tensors.append(bias.numpy().astype("<f4"))
        if norm is not None:
            tensors.extend(tensor.numpy().astype("<f4") for tensor in _norm(state, norm))

    add("first", features.BANDS, list(range(FIRST, LAST + 1)), stride=2, norm=0)
    for index, reach in enumerate(DILATIONS):
        add(f"layers.{index}", HIDDEN, [-reach, 0, reach], norm=index + 1, residual=True)
    add("last", HIDDEN, [0])
    priors = np.maximum(frequencies, 1e-6)
    tensors.append(np.log(priors / priors.sum()).astype("<f4"))
    tensors.append(table.astype("<u2"))
    header = json.dumps({
        "bands": features.BANDS, "lowHz": features.LOW_HZ, "highHz": features.HIGH_HZ,
        "meanHalfWindow": features.MEAN_HALF_WINDOW, "classes": len(frequencies), "senones": len(table),
        "silence": [0], "layers": layers, "card": card}).encode()
    data = b"HYZRNET1" + struct.pack("<I", len(header)) + header + b"".join(t.tobytes() for t in tensors)
    with open(path, "wb") as file:
        file.write(data + struct.pack("<I", zlib.crc32(data)))


def read(path):
    """The state of a network in a file, the priors and the table: (state, frequencies, table); normalisation is as once trained."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"HYZRNET1" or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"{path} is no whole network")
    size = struct.unpack("<I", data[8:12])[0]
    header, place = json.loads(data[12 : 12 + size]), 12 + size

    def take(count, kind):
        nonlocal place
        values = np.frombuffer(data, kind, count, place)
        place += values.nbytes
        return torch.from_numpy(values.astype(np.float32))

    state = {}
    for index, layer in enumerate(header["layers"]):
        name = "first" if index == 0 else "last" if index + 1 == len(header["layers"]) else f"layers.{index - 1}"
        outputs, inputs = layer["outputs"], layer["inputs"] * len(layer["offsets"])
        state[name + ".weight"] = take(outputs * inputs, "<f2").reshape(outputs, inputs)
        state[name + ".bias"] = take(outputs, "<f4")
        if name != "last":
            norm = f"norms.{index}."
            state[norm + "weight"], state[norm + "bias"] = take(outputs, "<f4"), take(outputs, "<f4")
            state[norm + "running_mean"], state[norm + "running_var"] = torch.zeros(outputs), torch.full((outputs,), 1 - 1e-5)
            state[norm + "num_batches_tracked"] = torch.tensor(0)
    frequencies = np.exp(take(header["classes"], "<f4").numpy())
    return state, frequencies, take(header["senones"], "<u2").numpy().astype(np.uint16)
