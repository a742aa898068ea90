"""How well the network finds digits on drawn boards whose fonts, colours and layouts did not train it.

    python judging.py --fonts .build/digits/fonts --network Models/digits.network
"""

import argparse
from collections import Counter, defaultdict

import cv2
import numpy as np
import torch

import boards
import photographs
from digits import CLASSES, COLON, STRIDE, UNIT_PX, WrittenNetwork
from glyphs import fonts_of
from photographs import Camera, photograph

# Reading a picture: what the program does as well

# Digits of other heights at a level are left to the levels next to it, where all are seen again.
LEAST_PX, MOST_PX = 7, 32
PADDED = 32
# How much of a digit others that are likelier may share.
MOST_OVERLAP = 0.45


def detections(output, threshold):
    """Rows of symbol, chance, x, y, width, height in pixels of the level, from the network's output."""
    chances = 1 / (1 + np.exp(-output[:CLASSES]))
    highest = cv2.dilate(np.ascontiguousarray(chances.transpose(1, 2, 0)), np.ones((3, 3), np.uint8)).transpose(2, 0, 1)
    # The best symbol of each cell, where no cell around has more of the same symbol.
    best = chances.argmax(0)
    rows, columns = np.indices(best.shape)
    chance = chances[best, rows, columns]
    found = (chance > threshold) & (chance >= highest[best, rows, columns])
    dx, dy, height, width = output[CLASSES:, found]
    x, y = (columns[found] + 0.5 + dx) * STRIDE, (rows[found] + 0.5 + dy) * STRIDE
    return np.column_stack([
        best[found], chance[found], x, y, np.exp(np.clip(width, -4, 4)) * UNIT_PX, np.exp(np.clip(height, -4, 4)) * UNIT_PX])


def single(rows):
    """The likeliest of those that are about at the same place; colons and dots apart from digits."""
    kept = []
    for row in rows[np.argsort(-rows[:, 1], kind="stable")]:
        if not any(_is_same(row, other) for other in kept) and sum(_overlap(row, other) for other in kept) < MOST_OVERLAP:
            kept.append(row)
    return np.array(kept).reshape(-1, 6)


def _overlap(row, other):
    """The area that two digits share, of the smaller one's; seen from afar a number looks like one digit."""
    if max(row[0], other[0]) >= COLON:
        return 0
    shared = np.minimum((row[4:6] + other[4:6]) / 2 - abs(row[2:4] - other[2:4]), np.minimum(row[4:6], other[4:6]))
    return shared.clip(0).prod() / min(row[4:6].prod(), other[4:6].prod())


def _is_same(row, other):
    if (row[0] >= COLON) != (other[0] >= COLON):
        # A dot within a digit is a part of it.
        return row[0] >= COLON and (abs(row[2:4] - other[2:4]) < 0.4 * other[4:6]).all()
    height = min(row[5], other[5])
    reach = 0.3 * height if row[0] < COLON else 0.6 * max(row[4:6].max(), other[4:6].max())
    return abs(row[2] - other[2]) < reach and abs(row[3] - other[3]) < (0.45 * height if row[0] < COLON else reach)


def read(network, picture, threshold, is_doubled=True):
    """Digits, colons and dots of a picture (height x width x 3), looked for at all its octaves."""
    found, level, scale = [], picture, 1.0
    if is_doubled:
        level, scale = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), 0.5
    while min(level.shape[:2]) >= 16:
        rows = detections(_output(network, level), threshold)
        rows = rows[(rows[:, 0] >= COLON) | ((rows[:, 5] >= LEAST_PX) & (rows[:, 5] <= MOST_PX))]
        rows[:, 2:] *= scale
        found.append(rows)
        level = cv2.resize(level, (level.shape[1] // 2, level.shape[0] // 2), interpolation=cv2.INTER_AREA)
        scale *= 2
    return single(np.concatenate(found))


def _output(network, level):
    height, width = level.shape[:2]
    values = np.zeros((3, -(-height // PADDED) * PADDED, -(-width // PADDED) * PADDED), np.float32)
    values[:, :height, :width] = level.transpose(2, 0, 1).astype(np.float32) / 255 - 0.5
    with torch.no_grad():
        return network(torch.from_numpy(values))[:, : -(-height // STRIDE), : -(-width // STRIDE)].numpy()


# Boards that judge

LAMPS = {"crimson": (1, 0, 0.12), "vermilion": (1, 0.18, 0.06), "gold": (1, 0.6, 0.1), "mint": (0.2, 1, 0.5),
         "teal": (0, 0.7, 0.55), "azure": (0.1, 0.5, 1), "violet": (0.5, 0.2, 1), "ivory": (1, 0.95, 0.75)}


def tower(painter, looks, width, height):
    """All in one column: names, numbers and the clock one under another."""
    random = painter.random
    parts = [boards.score, boards.clock, boards.score, boards.small][: random.integers(2, 5)]
    unit = height / len(parts)
    for index, make in enumerate(parts):
        role = {boards.clock: "clock", boards.small: "small"}.get(make, "score")
        painter.words(boards.words(random), 0.1 * width, (index + 0.06) * unit, 0.14 * unit)
        boards.fitted(painter, make(random), looks[role], 0.1 * width, (index + 0.32) * unit, 0.8 * width, 0.55 * unit)


def statistics(painter, looks, width, height):
    """Columns of players' numbers with fouls and points outside, the score at the bottom, the clock in the middle."""
    random = painter.random
    lines = random.integers(3, 6)
    unit = height / (lines + 2.5)
    for side in 0, 1:
        left = side * 0.68 * width
        for line in range(lines):
            y = (line + 0.4) * unit
            for column, make in enumerate((boards.small, boards.small, boards.score)):
                boards.fitted(painter, make(random), looks["small"], left + (0.02 + 0.1 * column) * width, y, 0.08 * width, 0.62 * unit)
        boards.fitted(painter, boards.score(random), looks["score"], left + 0.03 * width, (lines + 0.7) * unit, 0.26 * width, 1.4 * unit)
    boards.fitted(painter, boards.clock(random), looks["clock"], 0.36 * width, 0.3 * height, 0.28 * width, 0.2 * height)
    painter.words("HOME", 0.4 * width, 0.06 * height, 0.08 * height)


LAYOUTS = {"tower": (tower, 1), "statistics": (statistics, 1)}
KINDS = ("segments", "dots", "print")


def photographed(random, fonts, kind, size=(800, 600)):
    """A picture with a board of a kind, and what stands in it."""
    board = boards.draw_board(random, fonts, (kind,), (1,), LAYOUTS, LAMPS)
    behind = photographs.scenery(random, fonts, *size)
    sizes = [mark.size for mark in board.marks] or [60]
    height, width = board.paint.shape[:2]
    # So large that the whole board is in the picture, or much of it.
    largest = 1.1 * min(size[0] / width, size[1] / height)
    digit_px = float(np.exp(random.uniform(np.log(8), np.log(max(16, min(120, largest * np.median(sizes)))))))
    camera = Camera.random(random)
    scale = digit_px / float(np.median(sizes))
    homography = camera.homography(board, (width / 2, height / 2), random.uniform(0.4, 0.6, 2) * size, scale)
    picture = photograph(random, board, behind, homography, size, digit_px)
    truth = photographs.truth_of(board.marks, homography, size)
    others = photographs.truth_of(photographs.hidden_by(board, homography, behind), np.eye(3), size)
    return picture, truth, others


# Counting

BANDS = ((8, 12), (12, 20), (20, 40), (40, 140))


def band_of(height):
    return next((band for band in BANDS if band[0] <= height < band[1]), None)


def compare(found, truth, others, picture, counts):
    """Counts what was found, mistaken, missed and invented, by kind and height, and by symbol.

    Digits that are cut off, covered, illegible or below 8 pixels count for nothing.
    """
    is_used = np.zeros(len(found), bool)
    for box, is_whole, kind in zip(truth.boxes, truth.is_whole, truth.kinds):
        symbol, x, y, width, height, size = box
        near = (abs(found[:, 2] - x) < 0.3 * max(width, 0.5 * height) + 1) & (abs(found[:, 3] - y) < 0.3 * height + 1)
        near &= (found[:, 0] >= COLON) == (symbol >= COLON)
        is_used |= near
        if symbol >= COLON or not is_whole or size < 8 or not photographs.is_legible(picture, box):
            continue
        read_as = found[near & (found[:, 0] < COLON)]
        outcome = "missed" if not len(read_as) else "right" if read_as[0, 0] == symbol else "mistaken"
        for key in (kind, band_of(size)), (kind, None), (None, band_of(size)), ("symbol", int(symbol)):
            counts[key][outcome] += 1
        if outcome == "mistaken":
            counts["confusion"][(int(symbol), int(read_as[0, 0]))] += 1
            counts["symbol", int(read_as[0, 0])]["false"] += 1
    for box in others.boxes:
        is_used |= (abs(found[:, 2:4] - box[1:3]) < 0.6 * box[3:5] + 2).all(1)
    for symbol, chance, x, y, width, height in found[~is_used]:
        if symbol < COLON:
            counts["symbol", int(symbol)]["false"] += 1
            counts["invented", truth.kinds[0] if truth.kinds else None][band_of(height)] += 1


def table(counts):
    lines = ["| kind | height, px | digits | right | mistaken | missed | invented |", "|---|---|---|---|---|---|---|"]
    for kind in KINDS:
        for band in (*BANDS, None):
            count = counts[kind, band]
            total = sum(count.values())
            if not total:
                continue
            invented = counts["invented", kind]
            number = sum(invented.values()) if band is None else invented[band]
            shares = " | ".join(f"{100 * count[outcome] / total:.1f} %" for outcome in ("right", "mistaken", "missed"))
            lines.append(f"| {kind} | {'all' if band is None else f'{band[0]} to {band[1]}'} | {total} | {shares} | {number} |")
    lines += ["", "| digit | precision | recall |", "|---|---|---|"]
    for symbol in range(10):
        count = counts["symbol", symbol]
        right, false, lost = count["right"], count["false"], count["mistaken"] + count["missed"]
        lines.append(f"| {symbol} | {100 * right / max(1, right + false):.1f} % | {100 * right / max(1, right + lost):.1f} % |")
    confused = ", ".join(f"{a} as {b}: {n}" for (a, b), n in counts["confusion"].most_common(10))
    return "\n".join(lines + ["", f"mistaken: {confused}"])


def judge(network, fonts, count, seed, threshold):
    counts = defaultdict(Counter)
    for index in range(count):
        random = np.random.default_rng([seed, index])
        picture, truth, others = photographed(random, fonts, KINDS[index % len(KINDS)])
        compare(read(network, picture, threshold), truth, others, picture, counts)
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fonts", required=True)
    parser.add_argument("--network", required=True)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--threshold", type=float, default=0.4)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    fonts = fonts_of(arguments.fonts, boards.JUDGING_FONTS)
    print(table(judge(WrittenNetwork(arguments.network), fonts, arguments.count, arguments.seed, arguments.threshold)))


if __name__ == "__main__":
    main()
