"""How boards show digits: lit segments, matrices of dots, printed figures. Shapes only, no light and no camera.

A face gives, for one character and a height in pixels, a mask of 0 to 1 that is `height` pixels high. Geometry is in
units of the digit's height, x to the right and y down.
"""

import functools
import pathlib

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FINE = 4  # supersampling of drawn shapes, in each direction
FONTS = pathlib.Path("/usr/share/fonts")

# Debian's packages in the order of README.md; only upright faces with figures of one height.
PRINT_FONTS = [
    "truetype/dejavu/DejaVuSans-Bold.ttf", "truetype/dejavu/DejaVuSansCondensed-Bold.ttf",
    "truetype/dejavu/DejaVuSerif-Bold.ttf", "truetype/dejavu/DejaVuSansMono-Bold.ttf",
    "truetype/liberation/LiberationSans-Bold.ttf", "truetype/liberation/LiberationSansNarrow-Bold.ttf",
    "truetype/liberation/LiberationSerif-Bold.ttf", "truetype/liberation/LiberationSans-Regular.ttf",
    "truetype/roboto/unhinted/RobotoCondensed-Bold.ttf", "truetype/roboto/unhinted/RobotoTTF/Roboto-Black.ttf",
    "truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf", "opentype/bebas-neue/BebasNeue-Bold.otf",
    "opentype/bebas-neue/BebasNeue-Regular.otf", "truetype/lato/Lato-Black.ttf", "truetype/lato/Lato-Bold.ttf",
    "truetype/open-sans/OpenSans-ExtraBold.ttf", "truetype/open-sans/OpenSans-CondBold.ttf",
    "opentype/cabin/Cabin-Bold.otf", "truetype/freefont/FreeSansBold.ttf", "truetype/freefont/FreeSerifBold.ttf",
    "opentype/courier-prime/Courier Prime Bold.otf", "opentype/league-spartan/LeagueSpartan-Bold.otf",
    "truetype/play/Play-Bold.ttf", "opentype/roboto/slab/RobotoSlab-Bold.otf", "opentype/dosis/Dosis-ExtraBold.otf",
    "opentype/comic-neue/ComicNeue-Bold.otf", "truetype/crosextra/Carlito-Bold.ttf",
    "truetype/adf/UniversalisADFStd-BoldCond.otf"]
SEGMENT_FONTS = ["truetype/dseg/DSEG7Classic-Bold.ttf", "truetype/dseg/DSEG7Classic-Regular.ttf",
                 "truetype/dseg/DSEG7Modern-Bold.ttf", "truetype/dseg/DSEG7Classic-BoldItalic.ttf",
                 "truetype/dseg/DSEG7ClassicMini-Bold.ttf", "truetype/dseg/DSEG7Modern-BoldItalic.ttf"]
LABEL_FONTS = PRINT_FONTS[:2] + PRINT_FONTS[4:6] + PRINT_FONTS[8:15] + PRINT_FONTS[16:19] + PRINT_FONTS[26:28]

SEGMENTS = {"0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc",
            "7": "abc", "8": "abcdefg", "9": "abcdfg", " ": ""}

MATRIX_5X7 = {
    "0": ".###. #...# #...# #...# #...# #...# .###.", "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####", "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.", "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": "..##. .#... #.... ####. #...# #...# .###.", "7": "##### ....# ...#. ..#.. ..#.. .#... .#...",
    "8": ".###. #...# #...# .###. #...# #...# .###.", "9": ".###. #...# #...# .#### ....# ...#. .##.."}
MATRIX_SQUARE = {
    "0": "##### #...# #...# #...# #...# #...# #####", "1": "..#.. ..#.. ..#.. ..#.. ..#.. ..#.. ..#..",
    "2": "##### ....# ....# ##### #.... #.... #####", "3": "##### ....# ....# .#### ....# ....# #####",
    "4": "#...# #...# #...# ##### ....# ....# ....#", "5": "##### #.... #.... ##### ....# ....# #####",
    "6": "##### #.... #.... ##### #...# #...# #####", "7": "##### ....# ....# ...#. ..#.. ..#.. ..#..",
    "8": "##### #...# #...# ##### #...# #...# #####", "9": "##### #...# #...# ##### ....# ....# #####"}


def grid_of(text):
    """A matrix written as rows of `#` and `.`, as booleans."""
    return np.array([[mark == "#" for mark in row] for row in text.split()])


def drawn_grid(columns, rows, stroke, char):
    """A digit on a grid of any size, of bars `stroke` dots thick with cut corners."""
    grid = np.zeros((rows, columns), bool)
    middle = (rows - stroke) // 2
    bars = {"a": (0, stroke, 0, columns), "g": (middle, middle + stroke, 0, columns),
            "d": (rows - stroke, rows, 0, columns), "f": (0, middle + stroke, 0, stroke),
            "b": (0, middle + stroke, columns - stroke, columns), "e": (middle, rows, 0, stroke),
            "c": (middle, rows, columns - stroke, columns)}
    if char == "1":
        left = (columns - stroke) // 2
        grid[:, left:left + stroke] = True
        grid[1:1 + stroke, max(0, left - 1):left] = True
        return grid
    for segment in SEGMENTS[char]:
        top, bottom, left, right = bars[segment]
        grid[top:bottom, left:right] = True
    for y, x, sides in [(0, 0, "af"), (0, -1, "ab"), (-1, 0, "de"), (-1, -1, "dc")]:
        if all(side in SEGMENTS[char] for side in sides):
            grid[y, x] = False
    return grid


@functools.cache
def font(path, size):
    return ImageFont.truetype(str(FONTS / path), size)


def text_mask(path, text, height, reference="0"):
    """`text` in a font, such that `reference` is `height` pixels high; cut to the ink's width, not its height."""
    probe = font(path, 200).getbbox(reference)
    size = max(4, round(200 * height * 2 / (probe[3] - probe[1])))
    face = font(path, size)
    top, bottom = face.getbbox(reference)[1::2]
    left, _, right, _ = face.getbbox(text)
    picture = Image.new("L", (max(2, right - left + 4), bottom - top))
    ImageDraw.Draw(picture).text((2 - left, -top), text, fill=255, font=face)
    mask = np.asarray(picture, np.float32) / 255
    return cv2.resize(mask, (max(1, round(mask.shape[1] * height / mask.shape[0])), height),
                      interpolation=cv2.INTER_AREA)


class Segments:
    """Seven segments of one of several shapes: `hex`, `mitre`, `bar`, `round`, `leds` or `bulbs`."""
    kind = "segments"

    def __init__(self, rng):
        self.shape = str(rng.choice(["hex", "mitre", "bar", "round", "leds", "bulbs"],
                                    p=[.2, .2, .13, .1, .29, .08]))
        self.thick = rng.uniform(.09, .17)
        self.body = rng.uniform(.46, .62)
        self.slant = float(rng.choice([0, rng.uniform(.04, .2)], p=[.5, .5]))
        self.split = rng.uniform(.005, .03)
        self.leds = int(rng.integers(4, 8))
        self.double = self.shape == "leds" and rng.random() < .3
        self.tails = rng.random() < .85  # 6 and 9 with their outer bar
        self.hook = rng.random() < .08   # 7 with its upper left bar
        self.one_left = rng.random() < .04
        self.aspect, self.gap = self.body + self.slant, rng.uniform(.12, .3)

    def lit(self, char):
        if char == "1" and self.one_left:
            return "fe"
        bars = SEGMENTS[char]
        if not self.tails:
            bars = bars.replace("a", "") if char == "6" else bars.replace("d", "") if char == "9" else bars
        return bars + "f" if char == "7" and self.hook else bars

    def line(self, bar):
        """The ends of a segment's centre line."""
        near, far, t = self.thick / 2, self.body - self.thick / 2, self.thick / 2
        return {"a": ((near, t), (far, t)), "g": ((near, .5), (far, .5)), "d": ((near, 1 - t), (far, 1 - t)),
                "f": ((near, t), (near, .5)), "b": ((far, t), (far, .5)),
                "e": ((near, .5), (near, 1 - t)), "c": ((far, .5), (far, 1 - t))}[bar]

    def outline(self, bar):
        """A segment's corners."""
        (x0, y0), (x1, y1) = self.line(bar)
        along = np.array([x1 - x0, y1 - y0])
        length = np.hypot(*along)
        along = along / length
        across = np.array([-along[1], along[0]]) * self.thick / 2
        start, end = np.array([x0, y0]) + along * self.split, np.array([x1, y1]) - along * self.split
        tip = along * self.thick / 2
        if self.shape == "hex":
            return [start, start + tip + across, end - tip + across, end, end - tip - across, start + tip - across]
        if self.shape == "mitre" and bar != "g":
            centre = np.array([self.body / 2, .5])
            outside = across if np.dot((start + end) / 2 + across - centre, (start + end) / 2 - centre) > \
                np.dot((start + end) / 2 - across - centre, (start + end) / 2 - centre) else -across
            return [start - tip + outside, end + tip + outside, end - tip - outside, start + tip - outside]
        tip = tip * .6  # plain bars all but meet at the corners
        return [start + tip + across, end - tip + across, end - tip - across, start + tip - across]

    def lean(self, point):
        return point[0] + self.slant * (1 - point[1]), point[1]

    def spots(self, bar):
        """The centres and the radius of a segment's lamps."""
        count = self.leds if self.shape == "leds" else 3
        (x0, y0), (x1, y1) = self.line(bar)
        rows = [-.28, .28] if self.double else [0]
        radius = self.thick * (.2 if self.double else .36 if self.shape == "leds" else .5)
        for row in rows:
            shift = np.array([y1 - y0, x0 - x1]) / np.hypot(x1 - x0, y1 - y0) * row * self.thick
            for step in np.linspace(.08, .92, count):
                yield (x0 + (x1 - x0) * step + shift[0], y0 + (y1 - y0) * step + shift[1]), radius

    def mask(self, char, height):
        scale = height * FINE
        image = np.zeros((scale, round(self.aspect * height) * FINE), np.uint8)
        for bar in "abcdefg" if char == "all" else self.lit(char):
            if self.shape in ("leds", "bulbs"):
                for centre, radius in self.spots(bar):
                    x, y = self.lean(centre)
                    cv2.circle(image, (round(x * scale), round(y * scale)), max(1, round(radius * scale)), 255, -1)
                continue
            corners = np.array([self.lean(point) for point in self.outline(bar)]) * scale
            cv2.fillPoly(image, [np.round(corners).astype(np.int32)], 255)
        if self.shape == "round":
            image = cv2.GaussianBlur(image, (0, 0), self.thick * scale * .12)
            image = np.where(image > 120, 255, 0).astype(np.uint8)
        return shrunk(image, height)

    def sign(self, char, height):
        return round_sign(char, height, self.thick * .55, self.slant)


class SegmentFont:
    """Seven segments as the DSEG fonts draw them."""
    kind, shape = "segments", "dseg"

    def __init__(self, rng):
        self.path = str(rng.choice(SEGMENT_FONTS))
        self.slant = .1 if "Italic" in self.path else 0
        self.gap, self.thick = rng.uniform(.1, .25), .13
        probe = font(self.path, 200).getbbox("8")
        self.aspect = (probe[2] - probe[0]) / (probe[3] - probe[1])

    def mask(self, char, height):
        image = Image.new("L", (round(self.aspect * height) * FINE, height * FINE))
        if char != " ":
            size = 200
            probe = font(self.path, size).getbbox("8")
            face = font(self.path, round(size * height * FINE / (probe[3] - probe[1])))
            left, top, _, _ = face.getbbox("8")
            ImageDraw.Draw(image).text((-left, -top), "8" if char == "all" else char, fill=255, font=face)
        return shrunk(np.asarray(image), height)

    def sign(self, char, height):
        return round_sign(char, height, self.thick * .55, self.slant)


class Dots:
    """A matrix of lamps: 5 x 7, 6 x 8, 7 x 11 and others, round or square."""
    kind, slant = "dots", 0

    def __init__(self, rng):
        self.shape = str(rng.choice(["5x7", "5x7 square", "6x8", "7x11", "4x7", "5x9", "fine"],
                                    p=[.3, .1, .15, .2, .07, .08, .1]))
        self.round = rng.random() < .7
        self.fill = rng.uniform(.55, .95)
        self.grids = self.all_grids(rng)
        self.rows, self.columns = self.grids["8"].shape
        self.aspect, self.gap = self.columns / self.rows, float(rng.integers(1, 3)) / self.rows
        if self.shape == "fine":
            self.gap = 2 / self.rows

    def all_grids(self, rng):
        if self.shape.startswith("5x7"):
            return {char: grid_of(text) for char, text in
                    (MATRIX_SQUARE if "square" in self.shape else MATRIX_5X7).items()}
        if self.shape == "fine":
            path, rows = str(rng.choice(PRINT_FONTS[:12])), int(rng.integers(13, 22))
            masks = {char: text_mask(path, char, rows) > .5 for char in "0123456789"}
            width = max(mask.shape[1] for mask in masks.values())
            return {char: np.pad(mask, ((0, 0), ((width - mask.shape[1]) // 2, (width - mask.shape[1] + 1) // 2)))
                    for char, mask in masks.items()}
        columns, rows = (int(side) for side in self.shape.split("x"))
        return {char: drawn_grid(columns, rows, 2 if rows > 9 else 1, char) for char in "0123456789"}

    def mask(self, char, height):
        scale = height * FINE
        image = np.zeros((scale, round(self.aspect * height) * FINE), np.uint8)
        grid = np.ones((self.rows, self.columns), bool) if char == "all" else \
            self.grids.get(char, np.zeros((self.rows, self.columns), bool))
        pitch = scale / self.rows
        for row, column in zip(*np.nonzero(grid)):
            centre = (column + .5) * pitch * image.shape[1] / (self.columns * pitch), (row + .5) * pitch
            reach = self.fill * pitch / 2
            if self.round:
                cv2.circle(image, (round(centre[0]), round(centre[1])), max(1, round(reach)), 255, -1)
            else:
                low, high = [round(side - reach) for side in centre], [round(side + reach) for side in centre]
                cv2.rectangle(image, low, high, 255, -1)
        return shrunk(image, height)

    def sign(self, char, height):
        return round_sign(char, height, max(.05, .5 * self.fill / self.rows * (2 if self.rows > 12 else 1)), 0)


class Print:
    """Figures of a font, on cards, plates or a screen."""
    kind, slant = "print", 0

    def __init__(self, rng):
        self.path = str(rng.choice(PRINT_FONTS))
        self.shape = pathlib.Path(self.path).stem
        probe = [font(self.path, 200).getbbox(char) for char in "0123456789"]
        self.aspect = max(box[2] - box[0] for box in probe) / (probe[0][3] - probe[0][1]) + .02
        self.gap = rng.uniform(.03, .12)

    def mask(self, char, height):
        wide = round(self.aspect * height)
        image = np.zeros((height, wide), np.float32)
        if char.strip() and char != "all":
            ink = text_mask(self.path, char, height)[:, :wide]
            left = (wide - ink.shape[1]) // 2
            image[:, left:left + ink.shape[1]] = ink
        return image

    def sign(self, char, height):
        return round_sign(char, height, .07, 0)


def shrunk(image, height):
    """A supersampled mask at `height` pixels, 0 to 1."""
    size = (max(1, image.shape[1] // FINE), height)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def round_sign(char, height, radius, slant):
    """A colon or a decimal point of round dots of `radius` heights."""
    scale = height * FINE
    image = np.zeros((scale, round(height * (radius * 2 + .06 + slant * .5)) * FINE), np.uint8)
    for y in ([.3, .7] if char == ":" else [1 - radius - .01]):
        x = radius + .03 + slant * .5 * (1 - y)
        cv2.circle(image, (round(x * scale), round(y * scale)), max(1, round(radius * scale)), 255, -1)
    return shrunk(image, height)


def some_face(rng, kind):
    """A face of the kind at random."""
    if kind == "segments":
        return SegmentFont(rng) if rng.random() < .14 else Segments(rng)
    return Dots(rng) if kind == "dots" else Print(rng)
