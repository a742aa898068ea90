"""The network of digits: what it is, how it is trained on drawn boards, and the file that the program reads.

    python digits.py --fonts .build/digits/fonts --work .build/digits/work --out Models/digits.network
"""

import argparse
import functools
import math
import multiprocessing
import os
import struct
import time

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

import photographs
from boards import TRAINING_FONTS, draw_board
from glyphs import fonts_of
from photographs import CROP, FIT_PX, UNFIT_PX

# Of the output: ten digits, the colon of a clock, the dot of a decimal, then a box.
CLASSES = 12
COLON, DOT = 10, 11
OUTPUTS = CLASSES + 4
# Pixels of the picture in a row of the output.
STRIDE = 4
# A box is told by the logarithm of its sides over this many pixels.
UNIT_PX = 16

CONVOLUTION, ADDITION, ENLARGEMENT, JOINING = 1, 2, 3, 4


def conv(source, inputs, outputs, kernel=3, stride=1, dilation=1, relu=True):
    return CONVOLUTION, source, inputs, outputs, kernel, stride, dilation, relu


def add(first, second):
    return ADDITION, first, second, True


def enlarge(source):
    return ENLARGEMENT, source


# Tensor 0 is the picture; layer i, counted from 1, makes tensor i; the last is the output. At a half of the
# picture's size, a quarter (3), an eighth (5), a sixteenth (9), and back to a quarter (18). Each output sees
# 211 pixels; 6,088 multiplications for each pixel of the picture.
LAYERS = (
    conv(0, 3, 16, stride=2), conv(1, 16, 16),
    conv(2, 16, 40, stride=2), conv(3, 40, 40),
    conv(4, 40, 64, stride=2), conv(5, 64, 64), conv(6, 64, 64, dilation=2, relu=False), add(5, 7),
    conv(8, 64, 96, stride=2), conv(9, 96, 96), conv(10, 96, 96, dilation=2, relu=False), add(9, 11),
    conv(12, 96, 64, kernel=1, relu=False), enlarge(13), add(8, 14), conv(15, 64, 64),
    conv(16, 64, 40, kernel=1, relu=False), enlarge(17), add(4, 18), conv(19, 40, 48),
    conv(20, 48, OUTPUTS, kernel=1, relu=False))


class Network(nn.Module):
    """Pictures to what stands where: batch x 3 x height x width, -0.5 to 0.5, to batch x 16 x height/4 x width/4.

    Height and width are multiples of 16. Normalisation follows every convolution but the last.
    """

    def __init__(self):
        super().__init__()
        self.convolutions, self.norms = nn.ModuleDict(), nn.ModuleDict()
        for index, (kind, *values) in enumerate(LAYERS, 1):
            if kind != CONVOLUTION:
                continue
            _, inputs, outputs, kernel, stride, dilation, _ = values
            is_last = index == len(LAYERS)
            self.convolutions[str(index)] = nn.Conv2d(
                inputs, outputs, kernel, stride, dilation * (kernel - 1) // 2, dilation, bias=is_last)
            if not is_last:
                self.norms[str(index)] = nn.BatchNorm2d(outputs, momentum=0.02)
        last = self.convolutions[str(len(LAYERS))]
        nn.init.normal_(last.weight, std=0.01)
        with torch.no_grad():
            last.bias.zero_()
            last.bias[:CLASSES] = -4.6

    def forward(self, picture):
        tensors = [picture]
        for index, (kind, *values) in enumerate(LAYERS, 1):
            if kind == CONVOLUTION:
                made = self.convolutions[str(index)](tensors[values[0]])
                if index < len(LAYERS):
                    made = self.norms[str(index)](made)
            elif kind == ADDITION:
                made = tensors[values[0]] + tensors[values[1]]
            elif kind == ENLARGEMENT:
                made = functional.interpolate(tensors[values[0]], scale_factor=2, mode="nearest")
            else:
                made = torch.cat([tensors[values[0]], tensors[values[1]]], 1)
            tensors.append(functional.relu(made) if kind in (CONVOLUTION, ADDITION) and values[-1] else made)
        return tensors[-1]


# The file


def folded(state, index):
    """Weights and offsets of a convolution with its normalisation, as what that is once trained."""
    weight = state[f"convolutions.{index}.weight"].float()
    norm = f"norms.{index}."
    if norm + "weight" not in state:
        return weight, state[f"convolutions.{index}.bias"].float()
    scale = state[norm + "weight"] / torch.sqrt(state[norm + "running_var"] + 1e-5)
    return weight * scale[:, None, None, None], state[norm + "bias"] - state[norm + "running_mean"] * scale


def write(path, state):
    """Writes the weights: little-endian, the layers as above, weights in 16 bits and offsets in 32."""
    data = [b"HYZERDIG", struct.pack("<II", 1, len(LAYERS))]
    for index, layer in enumerate(LAYERS, 1):
        data.append(struct.pack(f"<{len(layer)}I", *map(int, layer)))
        if layer[0] == CONVOLUTION:
            weight, offsets = folded(state, index)
            data += [weight.numpy().astype("<f2").tobytes(), offsets.numpy().astype("<f4").tobytes()]
    with open(path + ".part", "wb") as file:
        file.write(b"".join(data))
    os.rename(path + ".part", path)


class WrittenNetwork:
    """A network as it was written: what a reader of the file does, in 32 bits."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.place, self.layers = 16, []
        magic, version, count = struct.unpack_from("<8sII", self.data)
        if magic != b"HYZERDIG" or version != 1:
            raise ValueError(f"{path} is no network of digits")
        for _ in range(count):
            self.layers.append(self._layer())

    def _layer(self):
        kind, = self._integers(1)
        values = self._integers({CONVOLUTION: 7, ADDITION: 3, ENLARGEMENT: 1, JOINING: 2}[kind])
        if kind != CONVOLUTION:
            return kind, values, None, None
        _, inputs, outputs, kernel, *_ = values
        weight = self._numbers("<f2", outputs * inputs * kernel * kernel).reshape(outputs, inputs, kernel, kernel)
        return kind, values, weight, self._numbers("<f4", outputs)

    def _integers(self, count):
        self.place += 4 * count
        return struct.unpack_from(f"<{count}I", self.data, self.place - 4 * count)

    def _numbers(self, kind, count):
        numbers = np.frombuffer(self.data, kind, count, self.place)
        self.place += numbers.nbytes
        return torch.from_numpy(numbers.astype(np.float32))

    def __call__(self, picture):
        """3 x height x width to 16 x height/4 x width/4."""
        return self.run(picture[None])[0]

    def run(self, pictures, note=None):
        """The same of several; `note` is called with each convolution's number, offsets, and what it makes."""
        tensors = [pictures]
        for index, (kind, values, weight, offsets) in enumerate(self.layers, 1):
            if kind == CONVOLUTION:
                source, _, _, kernel, stride, dilation, relu = values
                made = functional.conv2d(
                    tensors[source], weight, offsets, stride, dilation * (kernel - 1) // 2, dilation)
                if note is not None:
                    note(index, offsets, made)
                made = functional.relu(made) if relu else made
            elif kind == ADDITION:
                made = tensors[values[0]] + tensors[values[1]]
                made = functional.relu(made) if values[2] else made
            elif kind == ENLARGEMENT:
                made = functional.interpolate(tensors[values[0]], scale_factor=2, mode="nearest")
            else:
                made = torch.cat([tensors[values[0]], tensors[values[1]]], 1)
            tensors.append(made)
        return tensors[-1]


# What is asked of the output

# A digit's own cells are those within this reach of its middle, as shares of its sides, and this many cells more.
REACH, LEAST_REACH = 0.09, 0.42


def targets(boxes, side):
    """What the output of a picture of side x side pixels ought to be, from rows as `photographs.crop` gives them.

    Heat: 12 x side/4 x side/4, 1 where the middle of a symbol is; weight of the heat and of the box, side/4 x side/4;
    the box: 4 x side/4 x side/4.
    """
    cells = side // STRIDE
    heat, box = (np.zeros((count, cells, cells), np.float32) for count in (CLASSES, OUTPUTS - CLASSES))
    asked, weight = np.ones((cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    for *row, size, is_asked in boxes:
        if is_asked and FIT_PX[0] <= size <= FIT_PX[1]:
            _ask(row, size, heat, box, weight)
        elif UNFIT_PX[0] <= size <= UNFIT_PX[1]:
            _leave_out(row, asked)
    # Where something is to be found, it is asked for, whatever is next to it.
    asked[heat.max(0) == 1] = 1
    return heat, asked, box, weight


def _leave_out(row, asked):
    """Asks nothing in a box and somewhat around it."""
    _, x, y, width, height = row
    left, right = (max(0, int(v)) for v in ((x - 0.75 * width) / STRIDE, (x + 0.75 * width) / STRIDE + 1))
    top, bottom = (max(0, int(v)) for v in ((y - 0.75 * height) / STRIDE, (y + 0.75 * height) / STRIDE + 1))
    asked[top:bottom, left:right] = 0


def _ask(row, size, heat, box, weight):
    """Asks for a symbol in the cell of its middle, and for its box in the cells that are near enough."""
    symbol, (_, x, y, width, height), cells = int(row[0]), row, len(weight)
    column, line = (min(cells - 1, max(0, int(v / STRIDE))) for v in (x, y))
    first, upper = max(0, column - 3), max(0, line - 3)
    part = np.s_[upper : line + 4, first : column + 4]
    dx = x / STRIDE - 0.5 - np.arange(first, min(cells, column + 4))[None]
    dy = y / STRIDE - 0.5 - np.arange(upper, min(cells, line + 4))[:, None]
    reach_x, reach_y = (
        LEAST_REACH + REACH * (length if symbol < COLON else size / 2) / STRIDE for length in (width, height))
    near = np.exp(-0.5 * ((dx / reach_x) ** 2 + (dy / reach_y) ** 2)).astype(np.float32)
    heat[symbol][part] = np.maximum(heat[symbol][part], np.minimum(near, 0.99))
    heat[symbol, line, column] = 1
    own = (near > 0.3) & (near > weight[part])
    own[line - upper, column - first] = True
    weight[part][own] = np.maximum(near[own], 0.5)
    sides = (np.full(near.shape, np.log(max(length, 1) / UNIT_PX)) for length in (height, width))
    for channel, value in zip(box, (dx + 0 * dy, dy + 0 * dx, *sides)):
        channel[part][own] = value[own]


def loss_of(output, heat, asked, box, weight):
    """Focal loss of the heat (Law and Deng, 2018) and absolute errors of the box, for each symbol."""
    logits = output[:, :CLASSES].float()
    chance = torch.sigmoid(logits)
    is_middle = heat == 1
    hit = functional.logsigmoid(logits) * (1 - chance) ** 2
    miss = functional.logsigmoid(-logits) * chance ** 2 * (1 - heat) ** 4
    count = is_middle.sum().clamp(min=8)
    found = -(torch.where(is_middle, hit, miss) * asked[:, None]).sum() / count
    errors = (functional.smooth_l1_loss(output[:, CLASSES:].float(), box, reduction="none", beta=0.1) * weight[:, None]).sum()
    return found, errors / weight.sum().clamp(min=8)


# Drawn crops

SHARD_CROPS, CROPS_PER_BOARD = 512, 10
# Shards that are drawn but not yet used, and those that are used at once.
AHEAD, WINDOW = 8, 30


# Boards to go on with: more print, and letters close to the numbers.
draw_harder = functools.partial(draw_board, shares=(0.36, 0.19, 0.4, 0.05), crowding=8)


def shard_path(work, index):
    return f"{work}/crops{index}.npz"


def draw_shard(work, fonts, seed, index, draw=draw_board):
    """Draws the crops of a shard and keeps them in a file."""
    random = np.random.default_rng([seed, index])
    pictures, rows = [], []
    while len(pictures) < SHARD_CROPS:
        for picture, boxes in photographs.crops(random, fonts, CROPS_PER_BOARD, draw):
            rows.append(np.column_stack([np.full(len(boxes), len(pictures), np.float32), boxes]))
            pictures.append(picture)
    with open(shard_path(work, index) + ".part", "wb") as file:
        np.savez(file, pictures=np.stack(pictures[:SHARD_CROPS]), boxes=np.concatenate(rows))
    os.rename(shard_path(work, index) + ".part", shard_path(work, index))


def draw_shards(work, folder, seed, count, draw):
    """Draws shards, at most some ahead of those that training still needs; a process of its own."""
    cv2.setNumThreads(1)
    fonts = fonts_of(folder, TRAINING_FONTS)
    for index in range(count):
        while os.path.exists(shard_path(work, index - AHEAD)):
            time.sleep(0.5)
        draw_shard(work, fonts, seed, index, draw)


class Shards:
    """The latest shards, as training goes on; it waits for those that are not drawn yet, and deletes old ones."""

    def __init__(self, work):
        self.work, self.pictures, self.boxes, self.next = work, [], [], 0

    def advance(self, last):
        while self.next <= last:
            path = shard_path(self.work, self.next)
            while not os.path.exists(path):
                time.sleep(0.2)
            with np.load(path) as file:
                pictures, rows = file["pictures"], file["boxes"]
            starts = np.searchsorted(rows[:, 0], np.arange(SHARD_CROPS + 1))
            self.pictures.append(pictures)
            self.boxes.append([rows[a:b, 1:] for a, b in zip(starts[:-1], starts[1:])])
            os.remove(path)
            self.next += 1
        del self.pictures[:-WINDOW], self.boxes[:-WINDOW]

    def sample(self, random):
        shard, place = random.integers(len(self.pictures)), random.integers(SHARD_CROPS)
        return self.pictures[shard][place], self.boxes[shard][place]


# Training

BATCH, STEPS_PER_SHARD = 16, 150
# Pixels of a crop that are looked at, at another place each time.
VIEW = 144
RATE, WARM_UP_STEPS, WEIGHT_DECAY = 2e-3, 300, 0.01
SAVE_SECONDS = 180


def recoloured(picture, random):
    """The same under another light, or with its colours exchanged: height x width x 3 to 3 x height x width, -0.5 to 0.5."""
    values = picture.astype(np.float32).transpose(2, 0, 1) / 255
    if random.random() < 0.2:
        values = values[random.permutation(3)]
    values = values * random.uniform(0.8, 1.2, (3, 1, 1)).astype(np.float32) + np.float32(random.uniform(-0.08, 0.08))
    if random.random() < 0.3:
        values = values + random.standard_normal(values.shape, np.float32) * np.float32(random.uniform(0, 0.04))
    return np.clip(values, 0, 1) - np.float32(0.5)


def view_of(picture, boxes, random):
    """A part of VIEW x VIEW of a crop; what it cuts off is not asked."""
    x, y = random.integers(0, CROP - VIEW + 1, 2)
    boxes = boxes - np.array([0, x, y, 0, 0, 0, 0], np.float32)
    beyond = np.maximum(abs(boxes[:, 1] - VIEW / 2) + boxes[:, 3] / 2, abs(boxes[:, 2] - VIEW / 2) + boxes[:, 4] / 2)
    boxes[beyond > VIEW / 2 + 0.04 * boxes[:, 5], 6] = 0
    is_seen = (abs(boxes[:, 1:3] - VIEW / 2) < VIEW / 2 + boxes[:, 3:5] / 2).all(1)
    return picture[y : y + VIEW, x : x + VIEW], boxes[is_seen]


def batch_of(shards, random):
    pictures, asked = [], []
    for _ in range(BATCH):
        picture, boxes = view_of(*shards.sample(random), random)
        pictures.append(recoloured(picture, random))
        asked.append(targets(boxes, VIEW))
    return torch.from_numpy(np.stack(pictures)), *(torch.from_numpy(np.stack(part)) for part in zip(*asked))


def rate_at(step, total, rate):
    return rate * min(1, (step + 1) / WARM_UP_STEPS) * (0.005 + 0.4975 * (1 + math.cos(math.pi * step / total)))


def follow(average, network, step):
    """Moves an average of weights a little towards a network's."""
    share = min(0.999, step / (step + 20))
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].mul_(share).add_(value, alpha=1 - share)
            else:
                average[name].copy_(value)


def unfolded(path, fonts, seed, count=256):
    """The weights of a network in training of which a file was written.

    A file has no normalisation. It is put back so that it changes nothing: its statistics are those of drawn crops, which
    it scales back to what they were.
    """
    written, state, random = WrittenNetwork(path), Network().state_dict(), np.random.default_rng([seed, 2])
    crops = (crop for _ in range(count // 8) for crop in photographs.crops(random, fonts, 8, draw_harder))
    pictures = [recoloured(view_of(*crop, random)[0], random) for crop in crops]

    def note(index, offsets, made):
        if index == len(LAYERS):
            state[f"convolutions.{index}.bias"] = offsets
            return
        norm = f"norms.{index}."
        variance, mean = torch.var_mean(made - offsets[None, :, None, None], (0, 2, 3))
        state[norm + "running_mean"], state[norm + "running_var"] = mean, variance
        state[norm + "weight"], state[norm + "bias"] = torch.sqrt(variance + 1e-5), offsets + mean

    for index, (kind, _, weight, _) in enumerate(written.layers, 1):
        if kind == CONVOLUTION:
            state[f"convolutions.{index}.weight"] = weight
    with torch.no_grad():
        written.run(torch.from_numpy(np.stack(pictures)), note)
    return state


def train(work, folder, seed, shard_count, out, rate=RATE, begin_with=None):
    """Trains on shards as they are drawn beside it; returns the average of the last weights, also kept in `out`."""
    state = unfolded(begin_with, fonts_of(folder, TRAINING_FONTS), seed) if begin_with else None
    drawing = multiprocessing.get_context("spawn").Process(
        target=draw_shards, args=(work, folder, seed, shard_count, draw_harder if begin_with else draw_board), daemon=True)
    drawing.start()
    torch.manual_seed(seed)
    network = Network().to(memory_format=torch.channels_last)
    if state is not None:
        network.load_state_dict(state)
    network.train()
    average = {name: value.clone() for name, value in network.state_dict().items()}
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=WEIGHT_DECAY)
    shards, total, started, saved = Shards(work), shard_count * STEPS_PER_SHARD, time.time(), time.time()
    sums, since = np.zeros(2), 0
    for step in range(total):
        shards.advance(min(shard_count - 1, step // STEPS_PER_SHARD + 1))
        picture, *asked = batch_of(shards, np.random.default_rng([seed, 1, step]))
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, total, rate)
        with torch.autocast("cpu", torch.bfloat16):
            output = network(picture.contiguous(memory_format=torch.channels_last))
        found, errors = loss_of(output, *asked)
        optimizer.zero_grad()
        (found + errors).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimizer.step()
        follow(average, network, step)
        sums, since = sums + [found.item(), errors.item()], since + 1
        if time.time() - saved > SAVE_SECONDS or step + 1 == total:
            minutes = (time.time() - started) / 60
            print(f"{minutes:6.1f} min  step {step + 1} of {total}, heat {sums[0] / since:.3f}, box {sums[1] / since:.3f}", flush=True)
            torch.save(average, f"{work}/digits.pt.part")
            os.rename(f"{work}/digits.pt.part", f"{work}/digits.pt")
            write(out, average)
            sums, since, saved = np.zeros(2), 0, time.time()
    drawing.join()
    return average


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fonts", required=True, help="a folder with the packages of fonts")
    parser.add_argument("--work", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=120, help="of 512 crops each")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--begin-with", help="a network's file to go on from, with harder boards")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    for name in os.listdir(arguments.work):
        if name.startswith("crops"):
            os.remove(f"{arguments.work}/{name}")
    torch.set_num_threads(1)
    train(arguments.work, arguments.fonts, arguments.seed, arguments.shards, arguments.out, arguments.rate, arguments.begin_with)


if __name__ == "__main__":
    main()
