"""Shapes of digits, letters, colons and dots: segments, dots of a matrix, and print. Each is drawn into small masks."""

import functools
import pathlib
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

# Fractions of a pixel that OpenCV draws to, as a shift and as a factor.
SHIFT = 4
FINE = 1 << SHIFT

SEVEN = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg",
    "A": "abcefg", "C": "adef", "c": "ged", "d": "bcdeg", "E": "adefg", "F": "aefg", "H": "bcefg", "h": "cefg",
    "J": "bcd", "L": "def", "P": "abefg", "U": "bcdef", "n": "ceg", "o": "cdeg", "r": "eg", "t": "defg", "y": "bcdfg",
    "-": "g", "_": "d", "=": "gd", " ": ""}
# What also stands for a digit on some boards.
TAILLESS = {"6": "fgedc", "9": "abcfg", "7": "abcf", "1": "ef"}
# Letters of fourteen segments that no digit looks like; h to m go from the middle to corners and edges.
FOURTEEN = {
    "A": "abcefgG", "C": "adef", "E": "adefgG", "F": "aefgG", "H": "bcefgG", "K": "efgjm", "L": "def", "M": "bcefhj",
    "N": "bcefhm", "P": "abefgG", "R": "abefgGm", "T": "ail", "U": "bcdef", "V": "efjk", "W": "bcefkm", "X": "hjkm",
    "Y": "hjl"}

# Matrices of digits, 0 to 9, row by row.
MATRIX_5X7 = (
    "01110100011001110101110011000101110 00100011000010000100001000010001110 01110100010000100010001000100011111 "
    "11111000100010000010000011000101110 00010001100101010010111110001000010 11111100001111000001000011000101110 "
    "00110010001000011110100011000101110 11111000010001000100010000100001000 01110100011000101110100011000101110 "
    "01110100011000101111000010001001100").split()
MATRIX_5X7_SQUARE = (
    "11111100011000110001100011000111111 00100001000010000100001000010000100 11111000010000111111100001000011111 "
    "11111000010000111111000010000111111 10001100011000111111000010000100001 11111100001000011111000010000111111 "
    "11111100001000011111100011000111111 11111000010000100001000010000100001 11111100011000111111100011000111111 "
    "11111100011000111111000010000111111").split()
MATRIX_5X7_ROUND = (
    "01110100011000110001100011000101110 01100001000010000100001000010001110 01110100010000100110010001000011111 "
    "01110100010000100110000011000101110 00010001100101010010111110001000010 11111100001111000001000011000101110 "
    "01110100001000011110100011000101110 11111000010000100010001000010000100 01110100011000101110100011000101110 "
    "01110100011000101111000010000101110").split()
MATRIX_4X7 = (
    "0110100110011001100110010110 0010011000100010001000100111 0110100100010010010010001111 "
    "0110100100010110000110010110 1001100110011111000100010001 1111100010001110000110010110 "
    "0110100010001110100110010110 1111000100010010001001000100 0110100110010110100110010110 "
    "0110100110010111000100010110").split()
MATRIX_3X5 = (
    "111101101101111 010110010010111 111001111100111 111001111001111 101101111001001 111100111001111 "
    "111100111101111 111001001001001 111101111101111 111101111001111").split()


@dataclass
class Glyph:
    """What one character looks like: masks of what is lit (or inked) and of all that could be, 0 to 255.

    `outline` encloses what is lit, points x, y in pixels of the masks. `advance` leads to the next character.
    """

    lit: np.ndarray
    ghost: np.ndarray | None
    outline: np.ndarray
    advance: float


def _polygon(mask, points, value=255):
    cv2.fillConvexPoly(mask, np.round(points * FINE).astype(np.int32), value, cv2.LINE_AA, SHIFT)


def _disc(mask, centre, radius, value=255):
    x, y = (round(float(v) * FINE) for v in centre)
    cv2.circle(mask, (x, y), max(1, round(float(radius) * FINE)), value, -1, cv2.LINE_AA, SHIFT)


def _around(centres, radius):
    """Corners of squares about points."""
    steps = radius * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return (np.asarray(centres)[:, None] + steps).reshape(-1, 2)


class Segments:
    """Digits of seven segments, or of fourteen where `is_split`; lengths are shares of the height."""

    def __init__(self, random):
        self.width = random.uniform(0.42, 0.68)
        self.thickness = random.uniform(0.07, 0.2) if random.random() < 0.85 else random.uniform(0.04, 0.07)
        self.slant = random.choice([0, 0, random.uniform(0.03, 0.12), random.uniform(0.1, 0.25)])
        self.gap = random.uniform(0, 0.035) if random.random() < 0.8 else random.uniform(0.03, 0.07)
        self.end = random.choice(["point", "mitre", "bar", "round", "dots", "dots", "squares"])
        self.rows = random.choice([1, 1, 2, 3])
        self.pitch = random.uniform(0.9, 1.7)
        self.fill = random.uniform(0.45, 1.05)
        self.space = random.uniform(0.12, 0.5)
        self.is_split = random.random() < 0.15
        self.variants = {digit: segments for digit, segments in TAILLESS.items() if random.random() < 0.12}
        self.has_slope = random.random() < 0.5
        self.has_slash = random.random() < 0.35
        self.has_round_colon = random.random() < 0.6
        self.colon_reach = random.uniform(0.14, 0.24)
        self.mark_radius = min(0.13, self.thickness * random.uniform(0.45, 0.85) + 0.01)
        self.letters = [letter for letter in (FOURTEEN if self.is_split else SEVEN) if letter.isalpha() or letter in "-_="]

    def _lines(self):
        """From where to where the middle of each segment goes, in shares of the height, upright."""
        r, w = self.thickness / 2, self.width
        left, right, top, middle, bottom, centre = r, w - r, r, 0.5, 1 - r, w / 2
        lines = {
            "a": (left, top, right, top), "b": (right, top, right, middle), "c": (right, middle, right, bottom),
            "d": (left, bottom, right, bottom), "e": (left, middle, left, bottom), "f": (left, top, left, middle),
            "g": (left, middle, right, middle)}
        if self.is_split:
            lines |= {
                "g": (left, middle, centre, middle), "G": (centre, middle, right, middle),
                "h": (left, top, centre, middle), "i": (centre, top, centre, middle), "j": (right, top, centre, middle),
                "k": (left, bottom, centre, middle), "l": (centre, middle, centre, bottom),
                "m": (right, bottom, centre, middle)}
        return lines

    def _lit(self, char):
        if not self.is_split:
            return self.variants.get(char, SEVEN.get(char, ""))
        if not char.isdigit():
            return FOURTEEN.get(char, "gG" if char in "-_=" else "")
        segments = self.variants.get(char, SEVEN[char]).replace("g", "gG")
        if char == "1" and self.has_slope:
            return "bcj"
        if char == "7" and self.has_slope:
            return "ajl" if self.has_slash else "ajk"
        return segments + ("jk" if char == "0" and self.has_slash else "")

    def _shape(self, line, height):
        """The corners of one segment, or the middles of its dots and their radius, in pixels before slanting."""
        ends = np.array(line).reshape(2, 2) * height
        along = ends[1] - ends[0]
        length = np.linalg.norm(along)
        along /= length
        across, r, gap = np.array([-along[1], along[0]]), self.thickness * height / 2, self.gap * height
        if self.end in ("dots", "squares"):
            return self._dots(ends[0], along, across, length, 2 * r / self.rows)
        gap = min(gap, 0.08 * length)
        p, q = ends[0] + along * gap, ends[1] - along * gap
        if self.end == "bar":
            inset = along * min(r, 0.15 * length)
            return np.array([p + inset + across * r, q - inset + across * r, q - inset - across * r, p + inset - across * r])
        if self.end == "mitre":
            # The longer side is outside, but for the middle.
            centre = np.array([self.width, 1]) * height / 2
            outside = across * np.sign(across @ (ends.mean(0) - centre) + 1e-6) * r
            if abs(ends.mean(0) - centre).sum() > 0.2 * height:
                return np.array([p - along * r + outside, q + along * r + outside, q - along * r - outside, p + along * r - outside])
        tip = 0.45 * r if self.end == "round" else 0
        return np.array([
            p - along * tip, p + along * (r - tip) + across * r, q - along * (r - tip) + across * r, q + along * tip,
            q - along * (r - tip) - across * r, p + along * (r - tip) - across * r])

    def _dots(self, start, along, across, length, pitch):
        count = max(3, round(length / (pitch * self.pitch)))
        margin = 0.5 if self.gap > 0.012 else 0
        steps = (np.arange(count) + 0.5) / count if margin else np.arange(count + 1) / count
        rows = (np.arange(self.rows) - (self.rows - 1) / 2) * pitch
        centres = start + (along[None] * (steps * length)[:, None])[:, None] + across[None, None] * rows[None, :, None]
        return centres.reshape(-1, 2), min(pitch, length / count) * self.fill / 2

    def glyph(self, char, height):
        if char in ":.":
            return self._marks(char, height)
        margin = 2 + round(self.mark_radius * height)
        lean = abs(self.slant) * height
        rows, columns = int(height + 2 * margin + 1), int(self.width * height + lean + 2 * margin + 1)
        lit, ghost, outline = np.zeros((rows, columns), np.uint8), np.zeros((rows, columns), np.uint8), []
        names = self._lit(char)
        for name, line in self._lines().items():
            shape = self._shape(line, height)
            if isinstance(shape, tuple):
                centres, radius = self._place(shape[0], height, margin), shape[1]
                corners = _around(centres, radius)
                for mask in (ghost, lit) if name in names else (ghost,):
                    for centre in centres:
                        if self.end == "dots":
                            _disc(mask, centre, radius)
                        else:
                            _polygon(mask, _around([centre], radius))
            else:
                corners = self._place(shape, height, margin)
                for mask in (ghost, lit) if name in names else (ghost,):
                    _polygon(mask, corners)
            if name in names:
                outline.append(corners)
        outline = np.concatenate(outline) if outline else np.zeros((0, 2))
        return Glyph(lit, ghost, outline, (self.width + self.space) * height)

    def _place(self, points, height, margin):
        """Slants points and moves them into the masks."""
        points = np.asarray(points, float)
        lean = self.slant * (height - points[:, 1])
        return np.stack([points[:, 0] + lean + margin, points[:, 1] + margin], 1)

    def _marks(self, char, height):
        margin = 2 + round(self.mark_radius * height)
        radius = max(0.8, self.mark_radius * height)
        ys = [0.5 - self.colon_reach, 0.5 + self.colon_reach] if char == ":" else [1 - self.mark_radius]
        columns = int(2 * radius + abs(self.slant) * height + 2 * margin + 1)
        lit = np.zeros((int(height + 2 * margin + 1), columns), np.uint8)
        centres = self._place([(radius, y * height) for y in ys], height, margin)
        for centre in centres:
            if self.has_round_colon:
                _disc(lit, centre, radius)
            else:
                _polygon(lit, _around([centre], radius))
        return Glyph(lit, lit.copy(), _around(centres, radius), 2 * radius + self.space * height)


class Matrix:
    """Characters as dots of a matrix: hand-made designs, or a font at few dots."""

    def __init__(self, random, fonts):
        self.font = None
        kind = random.choice(["5x7", "square", "round", "4x7", "3x5", "font", "font", "font"])
        self.design, self.rows = {
            "5x7": (MATRIX_5X7, 7), "square": (MATRIX_5X7_SQUARE, 7), "round": (MATRIX_5X7_ROUND, 7),
            "4x7": (MATRIX_4X7, 7), "3x5": (MATRIX_3X5, 5)}.get(kind, (None, 0))
        # Letters of designs without letters come from a font as well.
        self.font = fonts[random.integers(len(fonts))]
        if self.design is None:
            self.rows = int(random.integers(8, 19))
        self.squeeze = random.uniform(0.75, 1.1)
        self.doubled = self.design is not None and random.random() < 0.2
        self.fill = random.uniform(0.55, 1.08) if random.random() < 0.75 else random.uniform(0.33, 0.55)
        self.dot = random.choice(["disc", "disc", "disc", "square", "cluster", "ring"])
        # Where all is one field of dots, those between the characters are seen as well.
        self.is_field = random.random() < 0.4
        self.space = random.integers(1, 4) if self.is_field else random.uniform(1, 2.5)
        self.slant = random.choice([0, 0, 0, 0, random.uniform(0.05, 0.2)])
        self.letters = list("ABCDEFGHJKLMNPRTUVWXY")

    def _matrix(self, char):
        if char == " ":
            return np.zeros((self.rows, max(2, self.rows // 2)), bool)
        if char in ":.":
            return self._mark_matrix(char)
        if not char.isalnum():
            matrix = np.zeros((self.rows, max(3, self.rows // 3)), bool)
            matrix[self.rows // 2] = True
            return matrix
        if self.design is not None and char.isdigit():
            values = np.array([int(v) for v in self.design[int(char)]], bool)
            return values.reshape(self.rows, -1)
        return _coarse(self.font, char, self.rows, self.squeeze)

    def _mark_matrix(self, char):
        size = 1 if self.rows < 9 else 2
        matrix = np.zeros((self.rows, size), bool)
        if char == ".":
            matrix[-size:] = True
        else:
            reach = max(1, self.rows // 4)
            matrix[self.rows // 2 - reach : self.rows // 2 - reach + size] = True
            matrix[self.rows - 1 - (self.rows // 2 - reach) - size + 1 :][:size] = True
        return matrix

    def glyph(self, char, height):
        matrix = self._matrix(char)
        if self.doubled:
            matrix = matrix.repeat(2, 0).repeat(2, 1)
        pitch = height / matrix.shape[0]
        space = self.space * (2 if self.doubled else 1)
        columns = matrix.shape[1]
        if self.is_field:
            matrix = np.pad(matrix, ((0, 0), (0, int(space))))
        lean = self.slant * height
        shape = (int(height + 5), int(matrix.shape[1] * pitch + lean + 5))
        lit, ghost = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        centres = []
        for row, column in np.ndindex(matrix.shape):
            y = (row + 0.5) * pitch
            centre = (2 + (column + 0.5) * pitch + self.slant * (height - y), 2 + y)
            self._draw(ghost, centre, pitch)
            if matrix[row, column]:
                self._draw(lit, centre, pitch)
                centres.append(centre)
        outline = _around(centres, pitch * self.fill / 2) if centres else np.zeros((0, 2))
        return Glyph(lit, ghost, outline, (columns + space) * pitch)

    def _draw(self, mask, centre, pitch):
        radius = pitch * self.fill / 2
        if self.dot == "square":
            _polygon(mask, _around([centre], radius))
        elif self.dot == "disc" or pitch < 5:
            _disc(mask, centre, radius)
        else:
            angles = np.arange(7) * 2 * np.pi / 7
            for x, y in zip(np.cos(angles), np.sin(angles)):
                _disc(mask, (centre[0] + 0.68 * radius * x, centre[1] + 0.68 * radius * y), 0.3 * radius)
            if self.dot == "cluster":
                _disc(mask, centre, 0.3 * radius)


class Print:
    """Characters of a font, as printed, painted, or shown on a screen."""

    def __init__(self, random, fonts):
        self.font = fonts[random.integers(len(fonts))]
        self.squeeze = random.uniform(0.75, 1.2)
        self.tracking = random.uniform(-0.02, 0.25)
        self.letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    def glyph(self, char, height):
        mask, hull, ink_height = character(self.font, char)
        factor = height / ink_height
        shape = (max(1, round(mask.shape[1] * factor * self.squeeze)), max(1, round(mask.shape[0] * factor)))
        scaled = cv2.resize(mask, shape, interpolation=cv2.INTER_AREA)
        scale = np.array([shape[0] / mask.shape[1], shape[1] / mask.shape[0]])
        return Glyph(scaled, None, hull * scale, shape[0] + self.tracking * height)

    def top(self, height):
        """How far below the top of the masks the top of a zero is, in pixels."""
        _, hull, ink_height = character(self.font, "0")
        return hull[:, 1].min() * height / ink_height


SIZE = 80


@functools.lru_cache(maxsize=None)
def _font(path):
    return ImageFont.truetype(path, SIZE, layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=None)
def character(path, char):
    """The mask of a character in its line, the hull of its ink, and how high a zero of the font is."""
    font = _font(path)
    top, bottom = font.getbbox("0")[1::2]
    ascent, descent = font.getmetrics()
    left, right = min(0, font.getbbox(char)[0]), max(font.getlength(char), font.getbbox(char)[2])
    image = Image.new("L", (max(4, int(right - left) + 2), int(max(ascent + descent, font.getbbox(char)[3])) + 2))
    ImageDraw.Draw(image).text((1 - left, 1), char, 255, font)
    mask = np.array(image)
    ys, xs = np.nonzero(mask > 100)
    hull = np.zeros((0, 2))
    if len(xs):
        points = np.concatenate([np.stack([xs + dx, ys + dy], 1) for dx in (0, 1) for dy in (0, 1)])
        hull = cv2.convexHull(points.astype(np.int32))[:, 0].astype(float)
    return mask, hull, float(max(1, bottom - top))


@functools.lru_cache(maxsize=4096)
def _coarse_at(path, char, rows, columns_per_row):
    mask, hull, _ = character(path, char)
    if not len(hull):
        return np.zeros((rows, 2), bool)
    (x0, y0), (x1, y1) = hull.min(0).astype(int), np.ceil(hull.max(0)).astype(int)
    ink = mask[y0:y1, x0:x1]
    columns = max(1, round((x1 - x0) * rows / (y1 - y0) * columns_per_row))
    coarse = cv2.resize(ink, (columns, rows), interpolation=cv2.INTER_AREA)
    return coarse > 110


def _coarse(path, char, rows, squeeze):
    return _coarse_at(path, char, rows, round(squeeze, 1))


# Fonts

# Signs, pictures and scripts among the fonts of the packages, and those that hardly hold all that is drawn.
UNFIT = (
    "sym", "integral", "nonunicode", "variants", "math", "tamil", "[", "_rz", "_k.", "_m.", "_dr", "keyboard", "tirekv",
    "outline", "penguin", "flatline", "wargames", "swift", "wasn_t", "junkyard", "progenisis", "balker", "winks", "abogado",
    "fool", "manners", "eurof", "caliban", "cupola", "ocrbx", "ocrbe", "ocrbf", "ocrbl", "thin", "extralight", "mac.")


def fonts_of(folder, packages):
    """The files of the fonts in folders of packages; every package counts alike, however many fonts it has."""
    found = []
    for package in packages:
        files = sorted(
            str(path) for path in pathlib.Path(folder, package).rglob("*")
            if path.suffix.lower() in (".ttf", ".otf") and not path.is_symlink()
            and not any(word in path.name.lower() for word in UNFIT))
        bold = [path for path in files if any(word in path.lower() for word in ("bold", "black", "heavy", "medium"))]
        chosen = (bold + files)
        found += [chosen[i * len(chosen) // 12] for i in range(12)] if chosen else []
    return found
