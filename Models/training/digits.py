"""The network of digits: what it is, how it is trained on drawn boards, and the file that the program reads.

    python digits.py --fonts .build/digits/fonts --work .build/digits/work --out Models/digits.network
"""

import argparse
import itertools
import math
import multiprocessing
import os
import pathlib
import struct
import time

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

import photographs
from boards import TRAINING_FONTS
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
# picture's size, a quarter (4), an eighth (8), a sixteenth (15), and back to a quarter (21). Each output sees
# 275 pixels; 10,077 multiplications for each pixel of the picture.
LAYERS = (
    conv(0, 3, 20, stride=2), conv(1, 20, 20),
    conv(2, 20, 48, stride=2), conv(3, 48, 48),
    conv(4, 48, 80, stride=2), conv(5, 80, 80), conv(6, 80, 80, dilation=2, relu=False), add(5, 7),
    conv(8, 80, 112, stride=2), conv(9, 112, 112), conv(10, 112, 112, relu=False), add(9, 11),
    conv(12, 112, 112), conv(13, 112, 112, dilation=2, relu=False), add(12, 14),
    conv(15, 112, 80, kernel=1, relu=False), enlarge(16), add(8, 17), conv(18, 80, 80),
    conv(19, 80, 48, kernel=1, relu=False), enlarge(20), add(4, 21), conv(22, 48, 64),
    conv(23, 64, OUTPUTS, kernel=1, relu=False))


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
    """Writes the weights: little-endian, the layers as above; of a convolution, for each output, what makes a weight of
    a number of 8 bits, then those numbers, then the offsets; both others in 32 bits."""
    data = [b"HYZERDIG", struct.pack("<II", 2, len(LAYERS))]
    for index, layer in enumerate(LAYERS, 1):
        data.append(struct.pack(f"<{len(layer)}I", *map(int, layer)))
        if layer[0] == CONVOLUTION:
            weight, offsets = (part.cpu().numpy() for part in folded(state, index))
            steps = np.maximum(abs(weight).max((1, 2, 3)), 1e-12).astype("<f4") / np.float32(127)
            numbers = np.rint(weight / steps[:, None, None, None]).astype("i1")
            data += [steps.tobytes(), numbers.tobytes(), offsets.astype("<f4").tobytes()]
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
        if magic != b"HYZERDIG" or version != 2:
            raise ValueError(f"{path} is no network of digits")
        for _ in range(count):
            self.layers.append(self._layer())

    def _layer(self):
        kind, = self._integers(1)
        values = self._integers({CONVOLUTION: 7, ADDITION: 3, ENLARGEMENT: 1, JOINING: 2}[kind])
        if kind != CONVOLUTION:
            return kind, values, None, None
        _, inputs, outputs, kernel, *_ = values
        steps = self._numbers("<f4", outputs)
        numbers = self._numbers("i1", outputs * inputs * kernel * kernel).reshape(outputs, inputs, kernel, kernel)
        return kind, values, numbers * steps[:, None, None, None], self._numbers("<f4", outputs)

    def _integers(self, count):
        self.place += 4 * count
        return struct.unpack_from(f"<{count}I", self.data, self.place - 4 * count)

    def _numbers(self, kind, count):
        numbers = np.frombuffer(self.data, kind, count, self.place)
        self.place += numbers.nbytes
        return torch.from_numpy(numbers.astype(np.float32))

    def __call__(self, picture):
        """3 x height x width to 16 x height/4 x width/4."""
        tensors = [picture[None]]
        for kind, values, weight, offsets in self.layers:
            if kind == CONVOLUTION:
                source, _, _, kernel, stride, dilation, relu = values
                made = functional.conv2d(
                    tensors[source], weight, offsets, stride, dilation * (kernel - 1) // 2, dilation)
                made = functional.relu(made) if relu else made
            elif kind == ADDITION:
                made = tensors[values[0]] + tensors[values[1]]
                made = functional.relu(made) if values[2] else made
            elif kind == ENLARGEMENT:
                made = functional.interpolate(tensors[values[0]], scale_factor=2, mode="nearest")
            else:
                made = torch.cat([tensors[values[0]], tensors[values[1]]], 1)
            tensors.append(made)
        return tensors[-1][0]


# What is asked of the output

# A digit's own cells are those within this reach of its middle, as shares of its sides, and this many cells more.
REACH, LEAST_REACH = 0.09, 0.42


def targets(boxes, side):
    """What the output of pictures of side x side pixels ought to be, from boxes as `photographs.crop` gives them.

    Boxes are batch x count x 7; a symbol of -1 is none. Heat: batch x 12 x side/4 x side/4, 1 where the middle of a
    symbol is; whether heat is asked, batch x side/4 x side/4; the box: batch x 4 x side/4 x side/4, and its weight.
    """
    cells = torch.arange(side // STRIDE, device=boxes.device)
    across, down = cells[None, None, None], cells[None, None, :, None]
    symbol, x, y, width, height, size, is_asked = (part[..., None, None] for part in boxes.unbind(2))
    is_there = symbol >= 0
    is_fit = is_there & (is_asked > 0) & (size >= FIT_PX[0]) & (size <= FIT_PX[1])
    is_left = is_there & ~is_fit & (size >= UNFIT_PX[0]) & (size <= UNFIT_PX[1])
    dx, dy = x / STRIDE - 0.5 - across, y / STRIDE - 0.5 - down
    reach_x, reach_y = (
        LEAST_REACH + REACH * torch.where(symbol < COLON, length, size / 2) / STRIDE for length in (width, height))
    near = torch.exp(-0.5 * ((dx / reach_x) ** 2 + (dy / reach_y) ** 2)) * is_fit
    is_middle = is_fit & (across == _cell(x, len(cells))) & (down == _cell(y, len(cells)))
    heat = torch.zeros(len(boxes), CLASSES, len(cells), len(cells), device=boxes.device)
    heat.scatter_reduce_(
        1, symbol.clamp(min=0).long().expand(near.shape), torch.where(is_middle, 1.0, near.clamp(max=0.99)), "amax")
    # In a box that fits no longer, and somewhat around it, nothing is asked, but where something is to be found.
    hidden = is_left & _is_within(across, x, width) & _is_within(down, y, height)
    asked = ~hidden.any(1) | (heat.amax(1) == 1)
    # A cell tells of the nearest.
    nearest, place = (near + 2 * is_middle).max(1)
    weight = torch.where(nearest > 0.3, nearest.clamp(0.5, 1), 0)
    pick = lambda values: values.expand(near.shape).gather(1, place[:, None])
    box = torch.cat([pick(dx), pick(dy), *(pick((length.clamp(min=1) / UNIT_PX).log()) for length in (height, width))], 1)
    return heat, asked.float(), box * (weight > 0)[:, None], weight


def _cell(value, count):
    return torch.floor(value / STRIDE).clamp(0, count - 1)


def _is_within(cells, middle, length):
    first, last = torch.floor((middle - 0.75 * length) / STRIDE), torch.floor((middle + 0.75 * length) / STRIDE)
    return (cells >= first) & (cells <= last)


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

SHARD_CROPS, CROPS_PER_BOARD = 128, 10
# Shards of each process that are drawn but not yet taken, at most.
AHEAD = 4
# Boxes of a crop that are kept, at most; those that are asked first.
BOXES = 64


def draw_shard(path, random, fonts):
    """Draws the crops of a shard and keeps them in a file: pictures, and boxes with symbols of -1 behind the last."""
    pictures, boxes = [], np.full((SHARD_CROPS + CROPS_PER_BOARD, BOXES, 7), -1, np.float32)
    while len(pictures) < SHARD_CROPS:
        for picture, found in photographs.crops(random, fonts, CROPS_PER_BOARD):
            found = found[(found[:, 5] > 0.7 * UNFIT_PX[0]) & (found[:, 5] < 1.5 * UNFIT_PX[1])]
            found = found[np.argsort(-found[:, 6], kind="stable")][:BOXES]
            boxes[len(pictures), : len(found)] = found
            pictures.append(picture)
    with open(path + ".part", "wb") as file:
        np.savez(file, pictures=np.stack(pictures[:SHARD_CROPS]), boxes=boxes[:SHARD_CROPS])
    os.rename(path + ".part", path)


def draw_shards(work, folder, seed, process):
    """Draws shards without end, somewhat ahead of the training that takes them; a process of its own."""
    cv2.setNumThreads(1)
    fonts = fonts_of(folder, TRAINING_FONTS)
    path = f"{work}/crops{process}-{{}}.npz".format
    for index in itertools.count():
        while os.path.exists(path(index - AHEAD)):
            time.sleep(0.2)
        draw_shard(path(index), np.random.default_rng([seed, process, index]), fonts)


class Pool:
    """The latest crops, where training takes place: pictures as bytes, and boxes."""

    def __init__(self, work, capacity, device, drawing=()):
        self.work, self.drawing, self.count, self.next = pathlib.Path(work), drawing, 0, 0
        self.pictures = torch.empty(capacity, CROP, CROP, 3, dtype=torch.uint8, device=device)
        self.boxes = torch.empty(capacity, BOXES, 7, device=device)

    def take(self, least=0):
        """Takes the shards that are drawn, and waits until there are so many crops; new ones replace the oldest."""
        while True:
            for path in sorted(self.work.glob("crops*.npz")):
                with np.load(path) as file:
                    places = (self.next + torch.arange(SHARD_CROPS, device=self.boxes.device)) % len(self.boxes)
                    self.pictures[places] = torch.from_numpy(file["pictures"]).to(self.boxes.device)
                    self.boxes[places] = torch.from_numpy(file["boxes"]).to(self.boxes.device)
                path.unlink()
                self.next += SHARD_CROPS
                self.count = min(self.next, len(self.boxes))
            if not all(process.is_alive() for process in self.drawing):
                raise RuntimeError("a process that draws has ended; its error is above")
            if self.count >= least:
                return
            time.sleep(0.2)

    def sample(self, count):
        """Pictures, count x 3 x CROP x CROP, 0 to 1, and their boxes."""
        places = torch.randint(self.count, (count,), device=self.boxes.device)
        return self.pictures[places].permute(0, 3, 1, 2).float() / 255, self.boxes[places]


# The same crop is never seen twice alike

# Pixels of a crop that are looked at.
VIEW = 144


def uniform(pictures, low, high, *shape):
    return torch.rand(len(pictures), *(shape or (1, 1, 1)), device=pictures.device) * (high - low) + low


def by_chance(pictures, chance, changed):
    """Pictures of which some are changed."""
    return torch.where(uniform(pictures, 0, 1) < chance, changed, pictures)


def viewed(pictures, boxes):
    """Parts of VIEW x VIEW of crops, larger or smaller, wider or higher; what they cut off is not asked."""
    factor = torch.exp(uniform(pictures, -0.2, 0.2, 1) + torch.cat([(lean := uniform(pictures, -0.12, 0.12, 1)), -lean], 1))
    corner = uniform(pictures, 0, 1, 2) * (CROP - VIEW / factor)
    places = torch.arange(VIEW, device=pictures.device) + 0.5
    # To grid_sample the sides of a picture are at -1 and 1.
    x, y = ((places[None] / factor[:, [axis]] + corner[:, [axis]]) * 2 / CROP - 1 for axis in (0, 1))
    grid = torch.stack([x[:, None].expand(-1, VIEW, -1), y[:, :, None].expand(-1, -1, VIEW)], 3)
    # Beyond its sides is grey, as where the program fills a picture up.
    seen = (functional.grid_sample(pictures - 0.5, grid, align_corners=False) + 0.5).clamp(0, 1)
    symbol, middle, sides, size, is_asked = boxes.split([1, 2, 2, 1, 1], 2)
    middle, sides, size = (middle - corner[:, None]) * factor[:, None], sides * factor[:, None], size * factor[:, None, 1:]
    beyond = (abs(middle - VIEW / 2) + sides / 2).amax(2, keepdim=True)
    is_asked = is_asked * (beyond <= VIEW / 2 + 0.04 * size)
    is_seen = (abs(middle - VIEW / 2) < VIEW / 2 + sides / 2).all(2, keepdim=True)
    return seen, torch.cat([torch.where(is_seen, symbol, -1), middle, sides, size, is_asked], 2)


def recoloured(pictures):
    """The same under another light, or with their colours exchanged, 0 to 1."""
    order = torch.rand(len(pictures), 3, device=pictures.device).argsort(1)
    exchanged = pictures.gather(1, order[:, :, None, None].expand_as(pictures))
    pictures = by_chance(pictures, 0.2, exchanged) ** torch.exp(uniform(pictures, -0.3, 0.3))
    return pictures * uniform(pictures, 0.8, 1.2, 3, 1, 1) + uniform(pictures, -0.08, 0.08)


def softened(pictures, boxes):
    """The same somewhat out of focus, by up to 0.07 of the smallest digit's height, and with noise."""
    sizes = torch.where((boxes[:, :, 0] >= 0) & (boxes[:, :, 6] > 0), boxes[:, :, 5], 30).amin(1)
    sigma = (sizes[:, None] * uniform(pictures, 0, 0.07, 1)).clamp(min=0.05)
    places = torch.arange(-4, 5, device=pictures.device)
    kernel = torch.exp(-0.5 * (places / sigma) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0)
    planes = functional.pad(pictures.flatten(0, 1)[None], (4, 4, 4, 4), mode="replicate")
    planes = functional.conv2d(planes, kernel[:, None, None], groups=len(kernel))
    planes = functional.conv2d(planes, kernel[:, None, :, None], groups=len(kernel))
    pictures = by_chance(pictures, 0.4, planes[0].unflatten(0, (-1, 3)))
    return by_chance(pictures, 0.4, pictures + torch.randn_like(pictures) * uniform(pictures, 0, 0.05))


def batch_of(pool, count):
    """Pictures as the network reads them, and what is asked of it."""
    pictures, boxes = viewed(*pool.sample(count))
    pictures = softened(recoloured(pictures), boxes).clamp(0, 1)
    # As they are kept: in 8 bits.
    return (pictures * 255).round() / 255 - 0.5, targets(boxes, VIEW)


# Training

RATE, WARM_UP_STEPS, WEIGHT_DECAY = 2e-3, 300, 0.01
STEPS_BETWEEN_SHARDS, SAVE_SECONDS = 10, 60
# Crops that there have to be before training begins.
LEAST_CROPS = 2048


def rate_at(step, progress):
    return RATE * min(1, (step + 1) / WARM_UP_STEPS) * (0.0025 + 0.49875 * (1 + math.cos(math.pi * progress)))


def follow(average, network, step):
    """Moves an average of weights a little towards a network's."""
    share = min(0.999, step / (step + 20))
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].lerp_(value, 1 - share)
            else:
                average[name].copy_(value)


def train(pool, seconds, batch, save):
    """Trains for so many seconds; `save` is called with the average of the last weights, now and then and at the end."""
    device = pool.boxes.device
    network = Network().to(device, memory_format=torch.channels_last).train()
    average = {name: value.clone() for name, value in network.state_dict().items()}
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=WEIGHT_DECAY, fused=device.type == "cuda")
    started = saved = time.time()
    sums, step, since, progress = torch.zeros(2, device=device), 0, 0, 0.0
    while progress < 1:
        if step % STEPS_BETWEEN_SHARDS == 0:
            pool.take()
        progress = min((time.time() - started) / seconds, 1)
        pictures, asked = batch_of(pool, batch)
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, progress)
        with torch.autocast(device.type, torch.bfloat16):
            output = network(pictures.contiguous(memory_format=torch.channels_last))
        losses = torch.stack(loss_of(output, *asked))
        optimizer.zero_grad()
        losses.sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimizer.step()
        follow(average, network, step)
        sums, step, since = sums + losses.detach(), step + 1, since + 1
        if time.time() - saved > SAVE_SECONDS or progress == 1:
            heat, box = (sums / since).tolist()
            print(f"{(time.time() - started) / 60:6.1f} min  step {step}, {pool.next} crops, heat {heat:.3f}, box {box:.3f}", flush=True)
            save(average)
            sums, since, saved = torch.zeros(2, device=device), 0, time.time()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fonts", required=True, help="a folder with the packages of fonts")
    parser.add_argument("--work", required=True, help="where drawn crops come and go")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--seconds", type=float, default=7200)
    parser.add_argument("--batch", type=int, default=16, help="crops of a step")
    parser.add_argument("--crops", type=int, default=20_000, help="of the latest that are at hand, at most; at least 128")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    for path in pathlib.Path(arguments.work).glob("crops*"):
        path.unlink()
    context = multiprocessing.get_context("spawn")
    drawing = [
        context.Process(target=draw_shards, args=(arguments.work, arguments.fonts, arguments.seed, process), daemon=True)
        for process in range(max(os.cpu_count() - 1, 1))]
    for process in drawing:
        process.start()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    torch.backends.cudnn.benchmark = True
    pool = Pool(arguments.work, arguments.crops, torch.device("cuda" if torch.cuda.is_available() else "cpu"), drawing)
    pool.take(min(LEAST_CROPS, arguments.crops))
    train(pool, arguments.seconds, arguments.batch, lambda average: write(arguments.out, average))


if __name__ == "__main__":
    main()
