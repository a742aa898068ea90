"""Draws scoreboards: paint and light of a board, and which digit, colon or dot stands where."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from glyphs import Matrix, Print, Segments

SYMBOLS = "0123456789:."

# Packages of Debian with the fonts that train, and those whose fonts judge.
TRAINING_FONTS = [f"fonts-{name}" for name in (
    "adf-gillius adf-libris adf-mekanus adf-switzera averia-sans-gwf b612 beteckna cantarell comfortaa croscore "
    "dejavu-core dustin engadget freefont-ttf georgewilliams gfs-didot hack jura liberation2 linuxlibertine manrope "
    "millimetre mplus ocr-a ocr-b okolaks oldstandard opendin osifont oxygen quicksand radisnoir roadgeek rocknroll "
    "routed-gothic staypuft tuffy ubuntu-title agave anonymous-pro fantasque-sans firacode inconsolata "
    "jetbrains-mono junction mononoki sil-andika urw-base35").split()]
JUDGING_FONTS = [f"fonts-{name}" for name in (
    "national-park paratype sora yanone-kaffeesatz inter tiresias gemunu-libre stix clear-sans karla allerta").split()]

# Linear red, green, blue of light-emitting diodes and of lamps.
LAMPS = {
    "red": (1, 0.03, 0.02), "scarlet": (1, 0.1, 0.03), "orange": (1, 0.28, 0.02), "amber": (1, 0.45, 0.03),
    "yellow": (1, 0.8, 0.08), "lime": (0.5, 1, 0.05), "green": (0.05, 1, 0.1), "cyan": (0.05, 0.8, 1),
    "blue": (0.05, 0.15, 1), "white": (1, 1, 1), "warm": (1, 0.8, 0.5), "pink": (1, 0.2, 0.5)}
WORDS = (
    "HOME GUEST VISITOR VISITORS AWAY PERIOD FOULS FOUL T.O.L TOL TIMEOUTS BONUS POSS SCORE MATCH PLAYER QTR HALF TIME "
    "TEAM SHOT CLOCK INNING BALL STRIKE OUT SET GAME WON PTS POINTS PANTHERS HAWKS EAGLES LIONS TIGERS BEARS WOLVES "
    "DOLPHINS BULLDOGS COUGARS WILDCATS LINCOLN JEFFERSON ST. HIGH SCHOOL GYM SPORTS ARENA CENTRAL NORTH SOUTH EAST "
    "WEST DAKTRONICS NEVCO FAIR-PLAY TRANS-LUX BODET SPORTABLE ELECTRO-MECH HEIM GAST HEIMAT LOCAL VISITANTE EQUIPE "
    "Home Guest Period Fouls Visitors Team Score BANK PIZZA DRINK COLA INSURANCE AUTO DENTAL BBQ SOLIS OIL ZOO BOB "
    "BOSS SOS ISLE BILLS LOBO BIZ OIZ SIO BSO IBIS ZIBO ISO BOSOX OBIS HALL EXIT DOOR BOYS GIRLS VARSITY JV").split()


@dataclass
class Mark:
    """A digit, colon or dot on a board: `outline` encloses what is lit, x, y in pixels of the board.

    `size` is the height of the digits of its number. Something was drawn over it, or near, if `is_covered`.
    """

    symbol: int
    outline: np.ndarray
    size: float
    kind: str
    is_covered: bool = False


@dataclass
class Board:
    """`paint`: height x width x 3, sRGB; `light`: the same size, linear, 255 is the lamp's full strength."""

    paint: np.ndarray
    light: np.ndarray
    marks: list[Mark] = field(default_factory=list)
    # What shows letters, lamps and other things that are no digits: x, y.
    decoys: list = field(default_factory=list)


@dataclass
class Look:
    """How the numbers of a field look: their shapes, and the colours of lamp, ghost and ground."""

    style: Segments | Matrix | Print
    kind: str
    lamp: np.ndarray | None
    ink: np.ndarray
    ground: np.ndarray | None
    ghost: float
    ghost_ink: np.ndarray | None = None
    split: bool = False
    uneven: float = 0.0


def colour(random, low=0, high=255):
    return random.integers(low, high + 1, 3).astype(float)


def shade(random, base, spread):
    return np.clip(base + random.normal(0, spread, 3), 0, 255)


# Looks


def make_look(random, fonts, base, kind, lamps=LAMPS):
    """A look of a kind: segments, dots, print or screen."""
    if kind == "print":
        return _printed_look(random, fonts, base, lamps)
    style = {"segments": lambda: Segments(random), "dots": lambda: Matrix(random, fonts),
             "screen": lambda: Print(random, fonts)}[kind]()
    lamp = np.array(lamps[random.choice(list(lamps))]) if random.random() < 0.85 else random.uniform(0, 1, 3) ** 2
    lamp = lamp / max(lamp.max(), 0.1)
    lamp = lamp * (1 - (mixed := random.uniform(0, 0.25))) + mixed
    # Lamps of a thin filter look the same but pale; ground is mostly black.
    ground = shade(random, random.choice([4, 12, 25, 45]), 4) if random.random() < 0.85 else None
    ghost = random.choice([0, random.uniform(0.02, 0.3), random.uniform(0.25, 0.6)], p=[0.3, 0.45, 0.25])
    if kind == "screen":
        ghost, ground = 0.0, (colour(random, 0, 90) if random.random() < 0.7 else None)
    ghost_ink = random.choice([lamp * 90 + 90, np.full(3, random.uniform(60, 210)), lamp * 50 + 40])
    return Look(style, "print" if kind == "screen" else kind, lamp, lamp * 255, ground, ghost, ghost_ink,
                uneven=random.choice([0, 0.1, 0.4], p=[0.5, 0.4, 0.1]))


def _printed_look(random, fonts, base, lamps):
    style = Print(random, fonts) if random.random() < 0.88 else Segments(random)
    if random.random() < 0.7:
        ground = colour(random) if random.random() < 0.35 else shade(random, random.choice([10, 25, 235, 250]), 8)
    else:
        ground = None
    under = base if ground is None else ground
    is_dark = under @ [0.3, 0.6, 0.1] < 120
    ink = shade(random, 235, 20) if is_dark else shade(random, 25, 20)
    if random.random() < 0.45:
        ink = np.array(lamps[random.choice(list(lamps))]) ** 0.45 * 255
        if abs((ink - under) @ [0.3, 0.6, 0.1]) < 60:
            ink = np.full(3, 245.0) if is_dark else np.full(3, 12.0)
    # Digits of print that look like segments have ghosts in the ground's colour: the flaps that are turned.
    return Look(style, "print", None, ink, ground, random.choice([0, 0.25]), under * 0.6 + 40, split=random.random() < 0.4)


# Drawing on a board


class Painter:
    """Draws on one board. Lengths are pixels of the board."""

    def __init__(self, random, fonts, width, height, base, lamps=LAMPS):
        self.random, self.fonts, self.base, self.lamps = random, fonts, base, lamps
        paint = np.empty((height, width, 3), np.uint8)
        paint[:] = base
        self.board = Board(paint, np.zeros((height, width, 3), np.uint8))

    def _window(self, x, y, mask):
        """The part of the board under a mask, and the part of the mask on the board."""
        height, width = self.board.paint.shape[:2]
        left, top = max(0, x), max(0, y)
        right, bottom = min(width, x + mask.shape[1]), min(height, y + mask.shape[0])
        if right <= left or bottom <= top:
            return None, None
        return np.s_[top:bottom, left:right], mask[top - y : bottom - y, left - x : right - x]

    def tint(self, x, y, mask, ink, strength=1.0):
        """Paints through a mask."""
        window, mask = self._window(x, y, mask)
        if window is not None:
            share = (mask.astype(np.float32) * (strength / 255))[..., None]
            part = self.board.paint[window]
            self.board.paint[window] = part + share * (np.asarray(ink, np.float32) - part)

    def shine(self, x, y, mask, lamp, strength=1.0):
        """Lights through a mask."""
        window, mask = self._window(x, y, mask)
        if window is not None:
            light = mask[..., None].astype(np.float32) * (np.asarray(lamp, np.float32) * strength)
            self.board.light[window] = np.maximum(self.board.light[window], light.astype(np.uint8))

    def cover(self, x, y, width, height):
        """Says that what was in a rectangle can no longer be counted on."""
        for mark in self.board.marks:
            (left, top), (right, bottom) = mark.outline.min(0), mark.outline.max(0)
            if left < x + width and x < right and top < y + height and y < bottom:
                mark.is_covered = True

    def is_free(self, x, y, width, height):
        """Whether no digit is in a rectangle of the board."""
        return not any(
            (mark.outline.min(0) < (x + width, y + height)).all() and (mark.outline.max(0) > (x, y)).all()
            for mark in self.board.marks)

    def box(self, x, y, width, height, ink, border=None):
        self.cover(x, y, width, height)
        p, q = (round(x), round(y)), (round(x + width), round(y + height))
        cv2.rectangle(self.board.paint, p, q, tuple(map(float, ink)), -1)
        if border is not None:
            cv2.rectangle(self.board.paint, p, q, tuple(map(float, border)), int(self.random.integers(1, 5)), cv2.LINE_AA)

    def width_of(self, text, look, height):
        return sum(look.style.glyph(char, height).advance for char in text)

    def number(self, text, x, y, height, look, is_true=True):
        """Draws a number from its upper left corner where no other is; a blank is a digit that is not lit."""
        if not self.is_free(x - 0.1 * height, y - 0.1 * height, self.width_of(text, look, height), 1.2 * height):
            return x
        if look.ground is not None and not look.split:
            margin = height * self.random.uniform(0.06, 0.3)
            border = colour(self.random) if self.random.random() < 0.3 else None
            self.box(x - margin, y - margin, self.width_of(text, look, height) + 1.6 * margin, height + 2 * margin,
                     look.ground, border)
        for char in text:
            glyph = look.style.glyph(char, height)
            self._character(glyph, char, x, y, height, look, is_true)
            x += glyph.advance
        return x

    def _character(self, glyph, char, x, y, height, look, is_true):
        top = look.style.top(height) if isinstance(look.style, Print) else 2
        if look.split and char not in ":.":
            self._card(x, y, glyph.advance, height, look)
        left, upper = round(x), round(y - top)
        if look.ghost and glyph.ghost is not None:
            self.tint(left, upper, glyph.ghost, look.ghost_ink, look.ghost)
        if look.lamp is None:
            self.tint(left, upper, glyph.lit, look.ink)
        else:
            self.shine(left, upper, glyph.lit, look.lamp, 1 - look.uneven * self.random.random())
            # What glows is pale itself.
            self.tint(left, upper, glyph.lit, look.ink * 0.5 + 100, 0.5)
        if look.split and char not in ":.":
            self._seam(x, y, glyph.advance, height)
        if char in SYMBOLS and len(glyph.outline) and is_true:
            self.board.marks.append(Mark(
                SYMBOLS.index(char), glyph.outline + [left, upper], height, look.kind))
        elif char not in SYMBOLS and char != " ":
            self.board.decoys.append((x + glyph.advance / 2, y + height / 2))

    def _card(self, x, y, width, height, look):
        ground = self.base if look.ground is None else look.ground
        self.box(x - 0.04 * height, y - 0.18 * height, 0.96 * width, 1.36 * height, ground, ground * 0.6)

    def _seam(self, x, y, width, height):
        row, thickness = round(y + height / 2), max(1, round(height * self.random.uniform(0.01, 0.04)))
        cv2.line(self.board.paint, (round(x - 0.04 * height), row), (round(x + 0.9 * width), row), (25, 25, 25), thickness)

    def words(self, text, x, y, height, ink=None, style=None, lamp=None):
        """Prints or lights a text; its digits are digits."""
        if ink is None:
            ink = shade(self.random, 235, 15) if self.base.mean() < 128 else shade(self.random, 20, 15)
        look = Look(style or Print(self.random, self.fonts), "print", lamp, np.asarray(ink, float), None, 0.0)
        return self.number(text, x, y, height, look)

    def lamp(self, x, y, radius, shape, lamp, is_lit):
        """A lamp that is no digit: a disc, square, arrow or bar."""
        points = {
            "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)], "left": [(-1.2, 0), (0.8, -1), (0.8, 1)],
            "right": [(1.2, 0), (-0.8, -1), (-0.8, 1)], "bar": [(-2, -0.3), (2, -0.3), (2, 0.3), (-2, 0.3)],
            "post": [(-0.25, -1.5), (0.25, -1.5), (0.25, 1.5), (-0.25, 1.5)]}.get(shape)
        size = int(5 * radius + 6)
        self.cover(x - size / 2, y - size / 2, size, size)
        mask, middle = np.zeros((size, size), np.uint8), size / 2
        if points is None:
            cv2.circle(mask, (size // 2, size // 2), max(1, round(radius)), 255, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(mask, np.round(np.array(points) * radius * 16 + middle * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        corner = round(x - middle), round(y - middle)
        self.tint(*corner, mask, np.asarray(lamp) * 90 + 40, 1 if is_lit else 0.5)
        if is_lit:
            self.shine(*corner, mask, lamp)
        self.board.decoys.append((x, y))


# What numbers say


def score(random):
    """As people play: mostly two digits."""
    kind = random.random()
    if kind < 0.72:
        number = random.integers(10, 100)
    elif kind < 0.87:
        number = random.integers(0, 10)
    else:
        number = random.integers(100, 200)
    text = str(number)
    if len(text) < 3 and random.random() < 0.4:
        text = text.rjust(random.choice([2, 3]), random.choice([" ", " ", "0"]))
    return text


def clock(random):
    kind = random.random()
    minutes, seconds = random.integers(0, 20), random.integers(0, 60)
    if kind < 0.55:
        return f"{minutes:{random.choice(['', '02', '2'])}d}:{seconds:02d}"
    if kind < 0.7:
        return random.choice(["0:00", "00:00", " 0:00", "00.0", "0.0", ":00", "0:00.0"])
    if kind < 0.9:
        return f"{seconds:{random.choice(['', '02'])}d}.{random.integers(10)}"
    return f":{seconds:02d}"


def small(random):
    """A period, fouls, timeouts or a player's number."""
    kind = random.random()
    if kind < 0.5:
        return str(random.integers(0, 10))
    if kind < 0.75:
        return str(random.integers(0, 100)).rjust(2, random.choice([" ", "0"]))
    if kind < 0.9:
        return " " * random.integers(1, 4)
    return f"{random.integers(0, 60):02d}-{random.integers(0, 10)}"


def letters(random, look):
    return "".join(random.choice(look.style.letters) for _ in range(random.integers(1, 7)))


def words(random):
    text = " ".join(random.choice(WORDS) for _ in range(random.integers(1, 3)))
    kind = random.random()
    if kind > 0.75:
        # Names of nobody, with many letters that look like digits.
        text = random.choice(list("ACDEFGHKLMNPRTUVWX")) + "".join(
            random.choice(list("OISBZGQDOISBZABCDEFGHJKLMNPRTUVWXY")) for _ in range(random.integers(2, 9)))
        text = text.title() if kind > 0.92 else text
    if kind < 0.08:
        text += f" {random.integers(0, 100)}"
    elif kind < 0.12:
        text = random.choice(["1ST", "2ND", "3RD", "4TH", "5-0", "555-2368", "24/7", "1.5 L", "100%", "No.7", "U12", "U14"])
    return text


# Layouts; each gets a painter and looks by role, and fills the board


def lettering(painter, look, text, x, y, height, width):
    """A label, printed or now and then lit, made small enough."""
    random = painter.random
    style = Print(random, painter.fonts)
    wide = sum(style.glyph(char, height).advance for char in text)
    height = height * min(1, width / max(1, wide))
    lamp = np.array(painter.lamps[random.choice(list(painter.lamps))]) if random.random() < 0.12 else None
    painter.words(text, x + max(0, (width - wide) / 2), y, max(4, height), style=style, lamp=lamp)


def fitted(painter, text, look, x, y, width, height):
    """A number in the middle of a place, made small enough; now and then the place is dark."""
    if painter.random.random() < 0.1:
        text = " " * painter.random.integers(1, 4)
    wide = painter.width_of(text, look, height)
    height = height * min(1, width / wide)
    painter.number(text, x + (width - min(wide, width)) / 2, y, height, look)


def classic(painter, looks, width, height):
    """Clock above, home left and guest right, period between, small numbers below."""
    random = painter.random
    unit = height / random.uniform(3.2, 4.4)
    top, tall = 0.25 * unit, unit * random.uniform(0.8, 1.2)
    if random.random() < 0.85:
        fitted(painter, clock(random), looks["clock"], 0.3 * width, top, 0.4 * width, unit * random.uniform(0.6, 1))
    row = top + 1.35 * unit
    side = random.uniform(0.26, 0.34) * width
    for x, name in (0.03 * width, "HOME"), (0.97 * width - side, "GUEST"):
        label = name if random.random() < 0.5 else words(random)
        lettering(painter, looks["score"], label, x, row - 0.42 * unit, 0.26 * unit, side)
        fitted(painter, score(random), looks["score"], x, row, side, tall)
    if random.random() < 0.8:
        fitted(painter, str(random.integers(0, 6)), looks["small"], 0.42 * width, row + 0.3 * unit, 0.16 * width, 0.6 * unit)
        lettering(painter, looks["small"], random.choice(["PERIOD", "QTR", "HALF"]), 0.42 * width, row, 0.18 * unit, 0.16 * width)
    below = row + tall + 0.45 * unit
    if below + 0.5 * unit < height and random.random() < 0.85:
        count = random.integers(2, 7)
        for column in range(count):
            x, wide = (column + 0.1) * width / count, 0.8 * width / count
            lettering(painter, looks["small"], random.choice(["FOULS", "T.O.L.", "BONUS", "PLAYER", words(random)]),
                       x, below - 0.25 * unit, 0.17 * unit, wide)
            fitted(painter, small(random), looks["small"], x, below + 0.05 * unit, wide, random.uniform(0.4, 0.75) * unit)
    lamps(painter, looks["small"], 0.3 * width, row, 0.4 * width, tall)


def rows(painter, looks, width, height):
    """Names with their numbers right of them, row below row."""
    random = painter.random
    count = random.integers(2, 6)
    unit = height / (count + 0.6)
    columns = random.integers(1, 4)
    for row in range(count):
        y = (row + 0.45) * unit
        text = clock(random) if row == 0 and random.random() < 0.4 else score(random)
        if random.random() < 0.7:
            lettering(painter, looks["score"], words(random), 0.03 * width, y + 0.1 * unit, 0.45 * unit, 0.4 * width)
        for column in range(columns):
            x, wide = (0.46 + 0.53 * column / columns) * width, 0.5 * width / columns
            text = score(random) if column else text
            fitted(painter, text, looks["score" if column == 0 else "small"], x, y, wide, 0.68 * unit)


def strip(painter, looks, width, height):
    """All in one row."""
    random = painter.random
    parts = [("score", score), ("small", small), ("clock", clock), ("score", score)]
    if random.random() < 0.5:
        parts = [parts[0], parts[3], parts[2], parts[1]]
    x, tall = 0.02 * width, height * random.uniform(0.4, 0.65)
    for role, make in parts:
        if random.random() < 0.5:
            lettering(painter, looks[role], words(random), x, 0.3 * height, 0.3 * height, 0.1 * width)
            x += 0.11 * width
        share = min(0.23 * width, 0.97 * width - x)
        if share > 10:
            fitted(painter, make(random), looks[role], x, 0.25 * height, 0.9 * share, tall * (0.6 if role == "small" else 1))
        x += share


def grid(painter, looks, width, height):
    """Anything anywhere: places of a grid with numbers, letters, lamps or nothing."""
    random = painter.random
    across, down = random.integers(1, 6), random.integers(1, 5)
    for row, column in np.ndindex(down, across):
        x, y, wide, tall = column * width / across, row * height / down, width / across, height / down
        kind = random.random()
        role = random.choice(["score", "clock", "small"])
        size = tall * random.uniform(0.35, 0.8)
        if kind < 0.62:
            text = random.choice([score, score, clock, small])(random)
            fitted(painter, text, looks[role], x + 0.06 * wide, y + 0.7 * (tall - size), 0.86 * wide, size)
            if random.random() < 0.5:
                lettering(painter, looks[role], words(random), x + 0.06 * wide, y + 0.02 * tall, 0.5 * (tall - size), 0.86 * wide)
        elif kind < 0.75:
            fitted(painter, letters(random, looks[role]), looks[role], x + 0.06 * wide, y + 0.1 * tall, 0.86 * wide, size)
        elif kind < 0.85:
            lettering(painter, looks[role], words(random), x + 0.05 * wide, y + 0.2 * tall, 0.5 * tall, 0.9 * wide)
        elif kind < 0.95:
            lamps(painter, looks[role], x, y, wide, tall)


def table(painter, looks, width, height):
    """A small board for a table: two large numbers, perhaps a small one or two between or above."""
    random = painter.random
    tall = height * random.uniform(0.5, 0.75)
    y = (height - tall) * random.uniform(0.3, 0.8)
    for x in 0.03 * width, 0.57 * width:
        fitted(painter, score(random).replace(" ", "0"), looks["score"], x, y, 0.4 * width, tall)
    if random.random() < 0.7:
        fitted(painter, str(random.integers(0, 10)), looks["small"], 0.44 * width, y + 0.2 * tall, 0.12 * width, 0.4 * tall)
    if random.random() < 0.5:
        lettering(painter, looks["score"], words(random), 0.1 * width, 0.02 * height, 0.6 * y, 0.8 * width)


def lamps(painter, look, x, y, width, height):
    """A few lamps of no meaning; rows of them count timeouts."""
    random = painter.random
    for _ in range(random.integers(0, 4)):
        shape = random.choice(["disc", "disc", "square", "left", "right", "bar", "post"])
        radius = height * random.uniform(0.02, 0.12)
        count = random.integers(1, 6) if random.random() < 0.4 else 1
        lamp = np.array(painter.lamps[random.choice(list(painter.lamps))])
        left, top = x + random.random() * width, y + random.random() * height
        for index in range(count):
            step = np.array([2.8 * radius * index, 0]) if random.random() < 0.8 else np.array([0, 2.8 * radius * index])
            painter.lamp(left + step[0], top + step[1], radius, shape, lamp, random.random() < 0.7)


# Letters and strokes close to a board's numbers, at most.
MOST_LETTERS = 6
LAYOUTS = {"classic": (classic, 3), "rows": (rows, 2), "strip": (strip, 1), "grid": (grid, 3), "table": (table, 1.5)}


def draw_board(
        random, fonts, kinds=("segments", "dots", "print", "screen"), shares=(0.38, 0.2, 0.36, 0.06), layouts=LAYOUTS, lamps=LAMPS):
    """One board, its longer side about 900 pixels."""
    names = list(layouts)
    weights = np.array([layouts[name][1] for name in names], float)
    name = random.choice(names, p=weights / weights.sum())
    aspect = {"strip": random.uniform(0.12, 0.25), "table": random.uniform(0.4, 0.7)}.get(name, random.uniform(0.4, 0.9))
    width = int(random.uniform(700, 1000))
    height = int(width * aspect)
    base = shade(random, random.choice([8, 20, 35]), 8) if random.random() < 0.5 else colour(random, 0, 255)
    if random.random() < 0.3:
        base = base * 0.35
    painter = Painter(random, fonts, width, height, base, lamps)
    _ground(painter, width, height)
    kind = random.choice(kinds, p=np.array(shares) / sum(shares))
    looks = {"score": make_look(random, fonts, base, kind, lamps)}
    for role in "clock", "small":
        if random.random() < 0.4:
            looks[role] = looks["score"]
        else:
            looks[role] = make_look(random, fonts, base, kind if random.random() < 0.8 else random.choice(kinds), lamps)
    layouts[name][0](painter, looks, width, height)
    _trimmings(painter, width, height)
    for _ in range(random.integers(0, MOST_LETTERS + 1) if painter.board.marks else 0):
        _letters_beside(painter, looks["score" if random.random() < 0.5 else "small"])
    return painter.board


def _letters_beside(painter, look):
    """Letters and strokes that look like digits, close to a number and about as high, where there is room."""
    random = painter.random
    mark = painter.board.marks[random.integers(len(painter.board.marks))]
    (left, top), (right, bottom) = mark.outline.min(0), mark.outline.max(0)
    height = (bottom - top) * random.uniform(0.5, 1.1)
    text = "".join(random.choice(list("OISBZGQDlIOEHAT|")) for _ in range(random.choice([1, 1, 2, 4])))
    style = look.style if isinstance(look.style, Print) and random.random() < 0.5 else Print(random, painter.fonts)
    wide = sum(style.glyph(char, height).advance for char in text)
    gap = random.uniform(0.15, 1.2) * height
    x, y = [(right + gap, top), (left - gap - wide, top), (left, bottom + gap), (left, top - gap - height)][random.integers(4)]
    painter.words(text, x, y, height, style=style, lamp=look.lamp if random.random() < 0.5 else None)


def _ground(painter, width, height):
    """A frame, panels and lines under all else."""
    random = painter.random
    if random.random() < 0.6:
        cv2.rectangle(painter.board.paint, (0, 0), (width - 1, height - 1), tuple(colour(random)), int(random.integers(3, 22)))
    for _ in range(random.integers(0, 4) if random.random() < 0.4 else 0):
        x, y = random.uniform(0, width), random.uniform(0, height)
        painter.box(x, y, random.uniform(30, 0.6 * width), random.uniform(20, 0.6 * height), colour(random), None)
    for _ in range(random.integers(0, 5) if random.random() < 0.3 else 0):
        p, q = (tuple(int(v) for v in random.uniform(0, 1, 2) * [width, height]) for _ in range(2))
        q = (p[0], q[1]) if random.random() < 0.5 else (q[0], p[1])
        cv2.line(painter.board.paint, p, q, tuple(colour(random)), int(random.integers(1, 6)), cv2.LINE_AA)


def _trimmings(painter, width, height):
    """A brand's name, screws and stickers."""
    random = painter.random
    if random.random() < 0.5:
        size = random.uniform(0.03, 0.08) * height
        painter.words(random.choice(WORDS), random.uniform(0, 0.8) * width, random.choice([0.005, 0.99]) * (height - size), size)
    for _ in range(random.integers(1, 6) if random.random() < 0.35 else 0):
        size = random.uniform(0.04, 0.2) * height
        lamp = np.array(painter.lamps[random.choice(list(painter.lamps))]) if random.random() < 0.2 else None
        painter.words(words(random), random.uniform(0, 0.8) * width, random.uniform(0, 0.9) * height, size, lamp=lamp)
    for _ in range(random.integers(0, 6) if random.random() < 0.3 else 0):
        painter.lamp(*(random.uniform(0, 1, 2) * [width, height]), random.uniform(2, 7), "disc", colour(random) / 255, False)
