"""Draws boards of basketball with their scores, and fits how likely each pair of numbers on a board is its score.

    python pairs.py draw FOLDER --fonts .build/digits/fonts --count 2000 --seed 1
    hyzer snap read --json --explain FOLDER/*.jpg > FOLDER/weighed.jsonl
    python pairs.py fit FOLDER/weighed.jsonl --judge OTHER/weighed.jsonl --out Sources/Scoreboards/Pairs/pairs.json
"""

import argparse
import json
import math
import pathlib
from collections import defaultdict
from dataclasses import dataclass
from multiprocessing import Pool

import cv2
import numpy as np

import boards
import photographs
from boards import Painter, colour, fitted, lamps, lettering, make_look, shade, small, words
from glyphs import fonts_of

# What numbers say


def final_score(random, most=None):
    kind = random.random()
    span = (20, 100) if kind < 0.64 else (0, 10) if kind < 0.76 else (0, 20) if kind < 0.86 else (100, 140)
    return int(random.integers(*span))


def shown(random, number, blanks, zeros=False):
    """As a board shows a score: of two places or three, dark before the number or filled with zeros."""
    text = str(number)
    return text.rjust(3 if blanks else 2, "0" if zeros else " ") if zeros or random.random() < 0.5 else text


class Scored:
    """A painter with what is drawn as score."""

    def __init__(self, painter, looks):
        self.painter, self.looks, self.random = painter, looks, painter.random
        self.scores, self.clock_marks, self.clock_text = [], [], None
        self.has_zeros = self.random.random() < 0.25

    def put(self, text, role, x, y, width, height):
        """Draws a number into a place, and returns its marks and height; none where it was not drawn."""
        painter, look = self.painter, self.looks[role]
        wide = painter.width_of(text, look, height)
        height = height * min(1, width / max(wide, 1))
        before = len(painter.board.marks)
        painter.number(text, x + (width - min(wide, width)) / 2, y, height, look)
        return painter.board.marks[before:]

    def score(self, number, x, y, width, height, blanks=False):
        text = shown(self.random, number, blanks and not (self.has_zeros and self.random.random() < 0.8), self.has_zeros)
        marks = self.put(text, "score", x, y, width, height)
        self.scores.append((number, marks))

    def clock(self, x, y, width, height):
        text = boards.clock(self.random)
        marks = self.put(text, "clock", x, y, width, height)
        if marks:
            self.clock_text, self.clock_marks = text.strip(), marks

    def small(self, x, y, width, height, text=None):
        self.put(small(self.random) if text is None else text, "small", x, y, width, height)

    def label(self, text, x, y, height, width, role="score"):
        lettering(self.painter, self.looks[role], text, x, y, height, width)


# Layouts: shares of the board's width and height


def classic(board, width, height):
    random = board.random
    rows = random.uniform(2.2, 3.6)
    unit = height / rows
    tall = unit * random.uniform(0.55, 0.85)
    clock_tall = tall * random.uniform(0.7, 1.25)
    place = random.random()
    if place < 0.65:
        board.clock(0.28 * width, 0.12 * unit, 0.44 * width, min(clock_tall, 0.85 * unit))
        row = 1.25 * unit
    elif place < 0.8:
        row = 0.4 * unit
        board.clock(0.36 * width, row + random.uniform(0, 0.3) * unit, 0.28 * width, 0.7 * clock_tall)
    else:
        row = 0.4 * unit
    side = random.uniform(0.24, 0.33) * width
    edge = random.uniform(0.01, 0.1) * width
    home, guest = random.choice([("HOME", "GUEST"), ("HOME", "VISITOR"), (words(random), words(random)), ("Home", "Guest")])
    blanks = random.random() < 0.5
    for x, name in (edge, home), (width - edge - side, guest):
        if random.random() < 0.85:
            board.label(str(name), x, row - 0.3 * unit, 0.2 * unit, side)
        board.score(final_score(random), x, row, side, tall, blanks)
    if place < 0.65 or place >= 0.8:
        if random.random() < 0.75:
            board.label(random.choice(["PERIOD", "QTR", "HALF", "Period"]), 0.42 * width, row, 0.14 * unit, 0.16 * width, "small")
            board.small(0.42 * width, row + 0.2 * unit, 0.16 * width, random.uniform(0.35, 0.75) * tall, str(random.integers(1, 6)))
    below = row + tall + 0.3 * unit
    if below + 0.35 * unit < height and random.random() < 0.85:
        count = random.integers(2, 7)
        size = min(random.uniform(0.3, 0.8) * tall, height - below - 0.05 * unit)
        for column in range(count):
            x, wide = (column + 0.1) * width / count, 0.8 * width / count
            board.label(random.choice(["FOULS", "T.O.L.", "BONUS", "PLAYER FOUL", "MATCH"]), x, below - 0.18 * unit, 0.13 * unit, wide, "small")
            board.small(x, below, wide, size)
    if random.random() < 0.4:
        lamps(board.painter, board.looks["small"], 0.36 * width, row, 0.28 * width, tall)


def rows(board, width, height):
    """A team in each row, its score at the end or the beginning of it; other numbers beside."""
    random = board.random
    has_clock = random.random() < 0.6
    count = 2 + has_clock
    unit = height / (count + 0.3)
    tall = unit * random.uniform(0.55, 0.8)
    others = random.integers(0, 5)
    at_end = random.random() < 0.8
    order = list(range(count))
    clock_row = random.choice([0, count - 1]) if has_clock else None
    wide = random.uniform(0.2, 0.3) * width
    column = (0.98 * width - wide) if at_end else random.uniform(0.33, 0.4) * width
    span = (0.36 * width, column) if at_end else (column + wide + 0.04 * width, 0.98 * width)
    like = random.random() < 0.3
    for row in order:
        y = (row + 0.2) * unit
        if row == clock_row:
            board.clock(random.uniform(0.2, 0.5) * width, y, 0.45 * width, tall * random.uniform(0.7, 1.1))
            continue
        board.label(random.choice(["HOME", "GUEST", "US", "THEM", words(random)]), 0.02 * width, y + 0.15 * unit, 0.4 * unit, 0.3 * width)
        board.score(final_score(random), column, y, wide, tall, random.random() < 0.3)
        for place in range(others):
            step = (span[1] - span[0]) / max(others, 1)
            text = str(random.integers(0, 30)) if like else None
            board.small(span[0] + (place + 0.1) * step, y + 0.1 * unit, 0.75 * step, tall * random.uniform(0.45, 0.8), text)


def strip(board, width, height):
    random = board.random
    tall = height * random.uniform(0.45, 0.7)
    y = (height - tall) / 2
    scores = [final_score(random), final_score(random)]
    middle = random.choice(["clock", "small", "both", "none"])
    for x, number, name in (0.13, scores[0], "HOME"), (0.67, scores[1], "GUEST"):
        board.score(number, x * width, y, 0.2 * width, tall)
    board.label(random.choice(["HOME", "LOCAL", "US"]), 0.01 * width, 0.35 * height, 0.3 * height, 0.11 * width)
    board.label(random.choice(["GUEST", "AWAY", "THEM"]), 0.88 * width, 0.35 * height, 0.3 * height, 0.11 * width)
    if middle in ("clock", "both"):
        board.clock(0.36 * width, y + 0.1 * tall, 0.22 * width, tall * random.uniform(0.6, 1))
    if middle in ("small", "both"):
        board.small(0.59 * width, y + 0.2 * tall, 0.06 * width, 0.5 * tall, str(random.integers(1, 5)))


def cards(board, width, height):
    """Two large numbers on a table, sometimes with sets or fouls between or below."""
    random = board.random
    tall = height * random.uniform(0.45, 0.75)
    y = (height - tall) * random.uniform(0.2, 0.8)
    for x in 0.03, 0.58:
        board.score(final_score(random), x * width, y, 0.39 * width, tall)
    if random.random() < 0.5:
        for x in ((0.44, 0.5) if random.random() < 0.5 else (0.46,)):
            board.small(x * width, y + 0.2 * tall, 0.07 * width, 0.35 * tall, str(random.integers(0, 6)))
    if random.random() < 0.4:
        board.label(words(random), 0.1 * width, 0.02 * height, 0.7 * y, 0.8 * width)


def players(board, width, height):
    """Columns of players' numbers and fouls at both sides, score and clock between."""
    random = board.random
    lines = random.integers(3, 7)
    unit = height / (lines + 1)
    size = unit * random.uniform(0.5, 0.75)
    for left in 0.01, 0.85:
        for line in range(lines):
            for column in range(2):
                text = str(random.integers(0, 100)) if column == 0 else str(random.integers(0, 6))
                board.small((left + 0.075 * column) * width, (line + 0.6) * unit, 0.06 * width, size, text)
    tall = height * random.uniform(0.22, 0.36)
    board.clock(0.33 * width, 0.08 * height, 0.34 * width, tall * random.uniform(0.7, 1.1))
    row = 0.5 * height
    for x, name in (0.19, "HOME"), (0.6, "GUEST"):
        board.label(name, x * width, row - 0.09 * height, 0.07 * height, 0.2 * width)
        board.score(final_score(random), x * width, row, 0.2 * width, tall)
    if random.random() < 0.7:
        board.small(0.45 * width, row + 0.2 * tall, 0.1 * width, 0.5 * tall, str(random.integers(1, 5)))
    if random.random() < 0.6:
        for x in 0.24, 0.64:
            board.small(x * width, row + 1.25 * tall, 0.12 * width, min(0.5 * tall, height - row - 1.3 * tall))


def shot_clock(board, width, height):
    """No score: seconds to shoot, and perhaps the time."""
    random = board.random
    if random.random() < 0.6:
        board.clock(0.15 * width, 0.08 * height, 0.7 * width, 0.25 * height)
    text = str(random.integers(0, 25)) if random.random() < 0.8 else f"{random.integers(0, 10)}.{random.integers(0, 10)}"
    board.put(text, "score", 0.1 * width, 0.42 * height, 0.8 * width, 0.5 * height)


def single(board, width, height):
    """No score: one number, or none, with words."""
    random = board.random
    if random.random() < 0.85:
        board.put(str(random.integers(0, 150)), "score", 0.15 * width, 0.35 * height, 0.7 * width, 0.5 * height)
    board.label(words(random), 0.1 * width, 0.08 * height, 0.18 * height, 0.8 * width)


def clock_alone(board, width, height):
    """No score: the time, perhaps with a period or fouls."""
    random = board.random
    board.clock(0.05 * width, 0.2 * height, 0.9 * width, 0.5 * height)
    if random.random() < 0.5:
        board.small(0.4 * width, 0.78 * height, 0.2 * width, 0.18 * height, str(random.integers(1, 5)))


def unlike(board, width, height):
    """No score: two numbers that have nothing to do with each other."""
    random = board.random
    tall = random.uniform(0.35, 0.6) * height
    board.put(str(random.integers(0, 100)), "score", 0.05 * width, random.uniform(0.02, 0.3) * height, 0.5 * width, tall)
    board.put(str(random.integers(0, 100)), "small", 0.6 * width, random.uniform(0.1, 0.6) * height, 0.3 * width, tall * random.uniform(0.3, 0.55))
    board.label(words(random), 0.1 * width, 0.85 * height, 0.12 * height, 0.8 * width)


LAYOUTS = {"classic": (classic, 5), "rows": (rows, 2.5), "strip": (strip, 1), "cards": (cards, 1.2), "players": (players, 1.5)}
SCORELESS = {"shot_clock": (shot_clock, 1), "single": (single, 1), "clock_alone": (clock_alone, 0.7), "unlike": (unlike, 0.7)}
ASPECTS = {"strip": (0.13, 0.24), "cards": (0.35, 0.7), "rows": (0.3, 0.8)}


def draw_board(random, fonts):
    layouts = SCORELESS if random.random() < 0.15 else LAYOUTS
    names = list(layouts)
    weights = np.array([layouts[name][1] for name in names])
    name = str(random.choice(names, p=weights / weights.sum()))
    width = int(random.uniform(700, 1000))
    height = int(width * random.uniform(*ASPECTS.get(name, (0.42, 0.8))))
    base = shade(random, random.choice([8, 20, 35]), 8) if random.random() < 0.5 else colour(random, 0, 255)
    painter = Painter(random, fonts, width, height, base * (0.35 if random.random() < 0.3 else 1))
    boards._ground(painter, width, height)
    kinds = ("segments", "dots", "print", "screen")
    kind = random.choice(kinds, p=(0.45, 0.25, 0.22, 0.08))
    looks = {"score": make_look(random, fonts, base, kind)}
    for role in "clock", "small":
        same = random.random() < 0.4
        looks[role] = looks["score"] if same else make_look(random, fonts, base, kind if random.random() < 0.85 else random.choice(kinds))
    board = Scored(painter, looks)
    layouts[name][0](board, width, height)
    boards._trimmings(painter, width, height)
    return board, name, str(kind)


SIZES = ((800, 600), (1024, 768), (1280, 960), (640, 480), (600, 800), (1280, 720))


def photographed(random, fonts):
    board, name, kind = draw_board(random, fonts)
    painted = board.painter.board
    height, width = painted.paint.shape[:2]
    size = SIZES[random.integers(len(SIZES))]
    behind = photographs.scenery(random, fonts, *size)
    marks = [mark for _, marks in board.scores for mark in marks] or painted.marks
    tall = float(np.median([mark.size for mark in marks])) if marks else 80
    # So large that the whole board is in the picture, or nearly; digits of 7 to 130 pixels.
    largest = random.uniform(0.7, 1.05) * min(size[0] / width, size[1] / height) * tall
    digit_px = float(np.exp(random.uniform(np.log(7.5), np.log(max(12, min(130, largest))))))
    camera = photographs.Camera.random(random)
    target = random.uniform(0.35, 0.65, 2) if digit_px > 0.5 * largest else random.uniform(0.2, 0.8, 2)
    homography = camera.homography(painted, (width / 2, height / 2), target * size, digit_px / tall)
    picture = photographs.photograph(random, painted, behind, homography, size, digit_px)
    return picture, {
        "scores": [_seen(number, marks, homography, size) for number, marks in board.scores],
        "clock": board.clock_text if (_seen(0, board.clock_marks, homography, size) or {}).get("whole") else None,
        "layout": name, "kind": kind, "digit_px": digit_px}


def _seen(number, marks, homography, size):
    """A number's place in the picture, and whether nothing of it is cut off or covered; none where it is not there."""
    truth = photographs.truth_of(marks, homography, size)
    if not len(truth.boxes):
        return None
    # A number has all of its digits.
    whole = len(truth.boxes) == len(marks) and bool(truth.is_whole.all())
    return {"number": number, "at": truth.boxes[:, 1:3].mean(0).tolist(), "height": float(truth.boxes[:, 4].mean()), "whole": whole}


def _draw(job):
    folder, fonts, seed, index = job
    cv2.setNumThreads(1)
    picture, truth = photographed(np.random.default_rng([seed, index]), fonts)
    name = f"{index:05d}.jpg"
    cv2.imwrite(str(folder / name), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return {"photo": name, **truth}


def draw(folder, fonts, count, seed, workers):
    folder.mkdir(parents=True, exist_ok=True)
    with Pool(workers) as pool, open(folder / "truth.jsonl", "w") as file:
        for truth in pool.imap(_draw, [(folder, fonts, seed, index) for index in range(count)], 8):
            file.write(json.dumps(truth) + "\n")


# Fitting

# What the program weighs of a pair; `PairFeature` in `Sources/Scoreboards` says what each is.
NAMES = ("unlikeHeights unlikeColours outOfRow inColumn outOfColumn near far besideClock noClock unsure rivals "
         "between singles unlikeLengths patchy tiny larger hundreds zeros likeTime strained leftOut unlikePitches "
         "uneven").split()


def right_of(truth, reading):
    """Which pairs of a reading are the score, and which stand where it stands though they may be misread.

    Two lists of indices, empty where a photo shows no score; None where nothing can be asked.
    """
    scores = truth["scores"]
    if len(scores) != 2 or not all(scores):
        return [], []
    right, placed = [], []
    reach = max(score["height"] for score in scores)
    for index, pair in enumerate(reading["weighed"]):
        off = max(abs(a - b) for a, b in zip(pair["at"], scores[0]["at"] + scores[1]["at"])) / reach
        if off < 0.7 and pair["scores"] == [score["number"] for score in scores]:
            right.append(index)
        if index in right or off < 0.25:
            placed.append(index)
    return None if placed and not all(score["whole"] for score in scores) else (right, placed)


@dataclass
class Read:
    """A photo: whether it has a score to read; of each pair its numbers, features, how likely it is read right, and whether
    it is right and stands where the score does."""

    has_score: bool
    pairs: list
    features: np.ndarray
    reading: np.ndarray
    right: np.ndarray
    placed: np.ndarray


def load(paths):
    photos = []
    for path in map(pathlib.Path, paths):
        truths = {truth["photo"]: truth for truth in map(json.loads, open(path.parent / "truth.jsonl"))}
        for reading in map(json.loads, open(path)):
            truth = truths[pathlib.Path(reading["input"]).name]
            found = right_of(truth, reading)
            if found is None:
                continue
            weighed, scores = reading["weighed"], truth["scores"]
            features = np.array([[pair["features"][name] for name in NAMES] for pair in weighed], float)
            photos.append(Read(
                len(scores) == 2 and all(scores) and all(score["whole"] for score in scores),
                [tuple(pair["scores"]) for pair in weighed], features.reshape(len(weighed), len(NAMES)),
                np.array([pair["features"]["reading"] for pair in weighed], float),
                *(np.isin(np.arange(len(weighed)), part) for part in found)))
    return photos


def chances(weights, features):
    """Of each pair, and last of none, that the score stands there."""
    sums = np.append(features @ weights[1:] + weights[0], 0)
    whole = np.exp(sums - sums.max())
    return whole / whole.sum()


# What may speak for a pair; all else speaks against it, or not at all.
FREE = {"inColumn", "far", "noClock", "singles", "unlikeLengths", "hundreds"}


def fit(photos, penalty=0.02, steps=3000):
    """The weights that make the score's place likeliest, whichever of the pairs there: a conditional logit, by Adam."""
    most = np.array([np.inf] + [np.inf if name in FREE else 0 for name in NAMES])
    used = [photo for photo in photos if photo.pairs]
    width = len(NAMES) + 1
    owner = np.concatenate([np.full(len(photo.pairs) + 1, index) for index, photo in enumerate(used)])
    rows = np.concatenate([
        np.vstack([np.column_stack([np.ones(len(photo.pairs)), photo.features]), np.zeros((1, width))]) for photo in used])
    is_right = np.concatenate([np.append(photo.placed, not photo.placed.any()) for photo in used])
    weights, first, second = np.zeros(width), np.zeros(width), np.zeros(width)
    for step in range(1, steps + 1):
        whole = np.exp(np.clip(rows @ weights, -60, 60))
        right = whole * is_right
        share = whole / np.bincount(owner, whole)[owner] - right / np.bincount(owner, right)[owner]
        gradient = share @ rows / len(used) + penalty * weights / len(used)
        first, second = 0.9 * first + 0.1 * gradient, 0.999 * second + 0.001 * gradient**2
        weights -= 0.05 * (1 - 0.9 * step / steps) * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        weights = np.minimum(weights, most)
    return weights


def outcomes(weights, photos):
    """Of each photo: how likely the first score is, whether it is right, and whether there is a score to read.

    Pairs of the same two numbers are one score, as likely as all of them together. One without a digit or mark that was
    found there, or with a digit alone, is never offered, so it counts as 0.
    """
    rows, doubtful = [], [NAMES.index("leftOut"), NAMES.index("singles")]
    for photo in photos:
        sums, right = defaultdict(float), {pair for pair, is_right in zip(photo.pairs, photo.right) if is_right}
        shares = chances(weights, photo.features)[:-1] * photo.reading
        for pair, share in zip(photo.pairs, shares):
            sums[pair] += share
        best = max(sums, key=sums.get, default=None)
        shares = [share if pair == best else 0 for pair, share in zip(photo.pairs, shares)]
        is_whole = bool(shares) and not photo.features[np.argmax(shares), doubtful].any()
        rows.append((sums[best] if is_whole else 0, best in right, photo.has_score))
    return np.array(rows, float)


def threshold_of(rows, most_wrong):
    """The least likelihood from which on at most a share of all photos is offered a wrong pair."""
    order = np.argsort(-rows[:, 0])
    wrong = np.cumsum(rows[order, 1] == 0)
    allowed = np.nonzero(wrong <= most_wrong * len(rows))[0]
    return float(rows[order[allowed[-1]], 0]) if len(allowed) else 1.0


def report(rows, offered):
    asked = rows[rows[:, 2] == 1]
    is_offered = rows[:, 0] >= offered
    wrong = is_offered & (rows[:, 1] == 0)
    return (f"{len(rows)} photos, {len(asked)} with a score: first {100 * asked[:, 1].mean():.1f} %, "
            f"offered {100 * (is_offered & (rows[:, 1] == 1)).sum() / len(asked):.1f} %, "
            f"wrong offered {wrong.sum()} ({100 * wrong.mean():.2f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("folder", type=pathlib.Path)
    drawing.add_argument("--fonts", required=True)
    drawing.add_argument("--count", type=int, default=2000)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--workers", type=int, default=2)
    fitting = commands.add_parser("fit")
    fitting.add_argument("weighed", nargs="+")
    fitting.add_argument("--judge", nargs="+", required=True, help="other boards, on which the threshold is chosen")
    fitting.add_argument("--most-wrong", type=float, default=0.003)
    fitting.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.command == "fit":
        photos, others = load(arguments.weighed), load(arguments.judge)
        weights = fit(photos)
        # Rounded up: in the other direction the next wrong one may be near.
        offered = math.ceil(100 * threshold_of(outcomes(weights, others), arguments.most_wrong)) / 100
        for name, rows in ("fitted", outcomes(weights, photos)), ("others", outcomes(weights, others)):
            print(f"{name}: {report(rows, offered)}")
        model = {"bias": round(weights[0], 3), "offered": offered,
                 "weights": dict(zip(NAMES, (round(weight, 3) for weight in weights[1:].tolist())))}
        text = json.dumps(model, indent=2)
        print(text)
        if arguments.out:
            arguments.out.write_text(text + "\n")
        return
    draw(arguments.folder, fonts_of(arguments.fonts, boards.TRAINING_FONTS), arguments.count, arguments.seed, arguments.workers)


if __name__ == "__main__":
    main()
