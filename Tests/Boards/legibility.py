"""Whether a careful person could read a number in a drawn photo.

The ideal reader knows the board's face and where each digit is, and asks only which of the ten digits is there. A
picture passes where, for each digit of a number, the right shape matches best by a clear part of what a perfect
picture would give, and where ink stands off its surroundings well above the noise.
"""

import cv2
import numpy as np

import camera

MARGIN = .4      # of the perfect picture's lead of the right digit over the next
CONTRAST = 26    # of 255, ink against its cell
OVER_NOISE = 1.6 # contrast in sigmas of noise


def template(look, char, cell, view, box, shot):
    """A digit's ink as the camera would show it in a box of the picture, 0 to 1."""
    _, x, y, _, h = cell
    x0, y0, x1, y1 = box
    mask = look.face.sign(char, h) if char in ":." else look.face.mask(char, h)
    move = camera.scaled(1, -x0, -y0) @ view @ camera.scaled(1, x, y)
    # Finer than the picture, so that a warp of thin strokes loses nothing.
    size = (x1 - x0) * 3, (y1 - y0) * 3
    fine = cv2.warpPerspective(mask, camera.scaled(3, 1, 1) @ move, size, flags=cv2.INTER_LINEAR)
    return camera.lens(cv2.resize(fine, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), shot)


def matched(a, b):
    """The correlation of two pictures of one size."""
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


def cell_box(view, cell, shape):
    """The picture's part about a cell, in whole pixels."""
    _, x, y, w, h = cell
    points = camera.project(view, camera.corners(x - .04 * h, y - .04 * h, w + .08 * h, 1.08 * h))
    low, high = np.floor(points.min(0)).astype(int), np.ceil(points.max(0)).astype(int)
    return max(0, low[0]), max(0, low[1]), min(shape[1], high[0]), min(shape[0], high[1])


def readable_digit(picture, view, cell, look, shot):
    """Whether the digit in a cell is the ideal reader's clear first choice."""
    box = cell_box(view, cell, picture.shape)
    x0, y0, x1, y1 = box
    crop = picture[y0:y1, x0:x1].astype(np.float32)
    shapes = {char: template(look, char, cell, view, box, shot) for char in "0123456789"}
    right = shapes[cell[0]]
    ink, rest = right > .6 * right.max(), right < .12 * right.max()
    if not ink.any() or not rest.any():
        return False
    step = crop[ink].mean(0) - crop[rest].mean(0)
    if np.abs(step).max() < max(CONTRAST, OVER_NOISE * shot.noise):
        return False
    seen = crop @ (step / np.linalg.norm(step))
    score = {char: matched(seen, shape) for char, shape in shapes.items()}
    return all(score[cell[0]] - score[char] >= MARGIN * (1 - matched(right, shapes[char]))
               for char in shapes if char != cell[0])


def readable_sign(picture, view, cell, look, shot):
    """Whether a colon or a point stands off its surroundings."""
    box = cell_box(view, cell, picture.shape)
    x0, y0, x1, y1 = box
    crop, shape = picture[y0:y1, x0:x1].astype(np.float32), template(look, cell[0], cell, view, box, shot)
    ink, rest = shape > .6 * shape.max(), shape < .12 * shape.max()
    if not ink.any() or not rest.any():
        return False
    return np.abs(crop[ink].mean(0) - crop[rest].mean(0)).max() >= max(CONTRAST, OVER_NOISE * shot.noise)


def readable(picture, view, mark, shot):
    """Whether each digit of a number, and its colon or point, can be read."""
    return all((readable_digit if cell[0].isdigit() else readable_sign)(picture, view, cell, mark.look, shot)
               for cell in mark.cells if cell[0] != " ")
