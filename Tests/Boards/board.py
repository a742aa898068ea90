"""A scoreboard as a flat thing: what hangs where, what its surface reflects and what light it gives.

Lengths are in units of the height of a score's digit until a board is painted. Parts are nested rows and columns, so
that nothing overlaps and nothing is cut off.
"""

import dataclasses

import cv2
import numpy as np

import digits

LED_COLOURS = {"red": (1, .03, .015), "amber": (1, .36, .02), "orange": (1, .17, .01), "yellow": (1, .68, .06),
               "green": (.06, .95, .12), "white": (.95, .95, 1), "blue": (.1, .32, 1), "lime": (.45, 1, .08)}


@dataclasses.dataclass
class Look:
    """How numbers of one sort are shown."""
    face: object
    colour: tuple            # of the lit or printed ink: linear light, or sRGB where it only reflects
    emits: bool
    unlit: float = 0         # how far unlit parts stand off the glass, 0 to about 0.15
    glass: tuple = None      # colour behind the digits, sRGB
    card: str = None         # None, "each" or "whole"
    split: bool = False      # a flip card's line across the middle


@dataclasses.dataclass
class Mark:
    """A number on a board, with its cells in pixels of the canvas."""
    role: str
    text: str
    look: Look
    cells: list              # (char, x, y, w, h)


class Canvas:
    """What a board reflects (sRGB, 0 to 1) and emits (linear light), `scale` pixels a unit."""

    def __init__(self, width, height, scale, colour):
        self.scale = scale
        size = (round(height * scale), round(width * scale), 3)
        self.surface = np.empty(size, np.float32)
        self.surface[:] = colour
        self.light = np.zeros(size, np.float32)
        self.marks = []
        self.words = []

    def pixels(self, *lengths):
        return [round(length * self.scale) for length in lengths]

    def fill(self, x, y, w, h, colour):
        left, top, right, bottom = self.pixels(x, y, x + w, y + h)
        cv2.rectangle(self.surface, (left, top), (right - 1, bottom - 1), [float(c) for c in colour], -1)

    def frame(self, x, y, w, h, colour, thick):
        left, top, right, bottom = self.pixels(x, y, x + w, y + h)
        cv2.rectangle(self.surface, (left, top), (right - 1, bottom - 1), [float(c) for c in colour],
                      max(1, round(thick * self.scale)))

    def ink(self, mask, left, top, colour, emits, strength=1.0):
        """Lays a mask of ink or light on the canvas, at pixels."""
        top, left = max(0, top), max(0, left)
        region = (slice(top, top + mask.shape[0]), slice(left, left + mask.shape[1]))
        mask = mask[:self.surface[region].shape[0], :self.surface[region].shape[1], None] * strength
        if emits:
            self.light[region] = np.maximum(self.light[region], mask * np.array(colour, np.float32))
        else:
            self.surface[region] = self.surface[region] * (1 - mask) + mask * np.array(colour, np.float32)


class Part:
    """Something with a width and a height that paints itself at a place."""
    w = h = 0.0

    def paint(self, canvas, x, y):
        pass


class Words(Part):
    """A label."""

    def __init__(self, text, height, path, colour, emits=False):
        self.text, self.h, self.path, self.colour, self.emits = text, height, path, colour, emits
        probe = digits.font(path, 100)
        box, reference = probe.getbbox(text), probe.getbbox("H")
        self.w = (box[2] - box[0]) / (reference[3] - reference[1]) * height

    def paint(self, canvas, x, y):
        left, top, height = canvas.pixels(x, y, self.h)
        canvas.ink(digits.text_mask(self.path, self.text, max(3, height), "H"), left, top, self.colour, self.emits)
        canvas.words.append(self.text)


class Number(Part):
    """A number; blanks in its text are digits that are not lit."""

    def __init__(self, role, text, height, look):
        self.role, self.text, self.look, self.digit = role, text, look, height
        self.pad = .12 * height if look.glass or look.card else 0
        widths = [self.cell(char) for char in text]
        self.w = sum(widths) + look.face.gap * height * (len(text) - 1) + 2 * self.pad
        self.h = height + 2 * self.pad

    def cell(self, char):
        if char in ":.":
            return self.look.face.sign(char, 60).shape[1] / 60 * self.digit
        return self.look.face.aspect * self.digit

    def cells(self, canvas, x, y):
        """Each character's place in pixels."""
        x += self.pad
        for char in self.text:
            wide = self.cell(char)
            left, top, w, h = canvas.pixels(x, y + self.pad, wide, self.digit)
            yield char, left, top, w, h
            x += wide + self.look.face.gap * self.digit

    def paint(self, canvas, x, y):
        look = self.look
        each = look.card == "each" and not set(":.") & set(self.text)
        if look.glass and not each:
            canvas.fill(x, y, self.w, self.h, look.glass)
        cells = list(self.cells(canvas, x, y))
        for char, left, top, w, h in cells:
            if each:
                self.paint_card(canvas, left, top, w, h)
            self.paint_character(canvas, char, left, top, h)
        if look.split:
            self.paint_split(canvas, x, y)
        canvas.marks.append(Mark(self.role, self.text, look, cells))

    def paint_character(self, canvas, char, left, top, h):
        look = self.look
        if look.unlit and char not in ":.":
            faint = np.clip(np.array(look.glass or (.05,) * 3) + look.unlit, 0, 1)
            canvas.ink(look.face.mask("all", h), left, top, faint, False)
        mask = look.face.sign(char, h) if char in ":." else look.face.mask(char, h)
        canvas.ink(mask, left, top, look.colour, look.emits)

    def paint_card(self, canvas, left, top, w, h):
        pad = round(.05 * h)
        cv2.rectangle(canvas.surface, (left - pad // 2, top - 2 * pad), (left + w + pad // 2, top + h + 2 * pad),
                      [float(c) for c in self.look.glass], -1)

    def paint_split(self, canvas, x, y):
        left, right, middle = canvas.pixels(x, x + self.w, y + self.h / 2)
        thick = max(1, round(.012 * self.digit * canvas.scale))
        cv2.line(canvas.surface, (left, middle), (right, middle), (.12, .12, .12), thick)


class Lamps(Part):
    """A row of round lamps, some lit: timeouts, possession, bonus."""

    def __init__(self, count, lit, height, colour, emits=True):
        self.count, self.lit, self.h, self.colour, self.emits = count, lit, height, colour, emits
        self.w = height * (count * 1.6 - .6)

    def paint(self, canvas, x, y):
        for index in range(self.count):
            left, top, size = canvas.pixels(x + index * 1.6 * self.h, y, self.h)
            mask = np.zeros((size, size), np.float32)
            cv2.circle(mask, (size // 2, size // 2), max(1, round(size * .45)), 1, -1, cv2.LINE_AA)
            canvas.ink(mask, left, top, (.12, .1, .1), False)
            if index < self.lit:
                canvas.ink(mask, left, top, self.colour, self.emits)


class Arrow(Part):
    """A possession arrow."""

    def __init__(self, height, colour, emits, points_left):
        self.h, self.w, self.colour, self.emits, self.points_left = height, height * .8, colour, emits, points_left

    def paint(self, canvas, x, y):
        w, h, left, top = canvas.pixels(self.w, self.h, x, y)
        mask = np.zeros((h, w), np.float32)
        corners = [(w, 0), (0, h // 2), (w, h)] if self.points_left else [(0, 0), (w, h // 2), (0, h)]
        cv2.fillPoly(mask, [np.array(corners, np.int32)], 1, cv2.LINE_AA)
        canvas.ink(mask, left, top, self.colour, self.emits)


class Line(Part):
    """Parts side by side (`across`) or one above the other, centred or at the start, with gaps."""

    def __init__(self, parts, across, gap=.3, align=.5, width=0, height=0):
        self.parts = [part for part in parts if part is not None]
        self.across, self.gap, self.align = across, gap, align
        along = sum(part.w if across else part.h for part in self.parts) + gap * max(0, len(self.parts) - 1)
        aside = max((part.h if across else part.w for part in self.parts), default=0)
        self.w, self.h = (along, aside) if across else (aside, along)
        self.w, self.h = max(self.w, width), max(self.h, height)

    def paint(self, canvas, x, y):
        spare = self.w - sum(p.w for p in self.parts) if self.across else self.h - sum(p.h for p in self.parts)
        gap = spare / (len(self.parts) - 1) if len(self.parts) > 1 else 0
        for part in self.parts:
            if self.across:
                part.paint(canvas, x, y + (self.h - part.h) * self.align)
                x += part.w + gap
            else:
                part.paint(canvas, x + (self.w - part.w) * self.align, y)
                y += part.h + gap


def row(*parts, gap=.4, align=.5, width=0):
    return Line(parts, True, gap, align, width)


def column(*parts, gap=.25, align=.5, height=0):
    return Line(parts, False, gap, align, 0, height)


class Panel(Part):
    """A part on a plate of its own, with a frame."""

    def __init__(self, part, pad=.25, colour=None, frame=None, thick=.05):
        self.part, self.pad, self.colour, self.outline, self.thick = part, pad, colour, frame, thick
        self.w, self.h = part.w + 2 * pad, part.h + 2 * pad

    def paint(self, canvas, x, y):
        if self.colour is not None:
            canvas.fill(x, y, self.w, self.h, self.colour)
        if self.outline is not None:
            canvas.frame(x, y, self.w, self.h, self.outline, self.thick)
        self.part.paint(canvas, x + self.pad, y + self.pad)


class Table(Part):
    """Parts in rows and columns: the first column at its left, the others centred."""

    def __init__(self, rows, gap_x=.5, gap_y=.35):
        self.rows, self.gap_x, self.gap_y = rows, gap_x, gap_y
        self.widths = [max(line[index].w for line in rows) for index in range(len(rows[0]))]
        self.heights = [max(part.h for part in line) for line in rows]
        self.w = sum(self.widths) + gap_x * (len(self.widths) - 1)
        self.h = sum(self.heights) + gap_y * (len(rows) - 1)

    def paint(self, canvas, x, y):
        for line, height in zip(self.rows, self.heights):
            left = x
            for index, (part, width) in enumerate(zip(line, self.widths)):
                part.paint(canvas, left + (width - part.w) * (0 if index == 0 else .5), y + (height - part.h) / 2)
                left += width + self.gap_x
            y += height + self.gap_y
