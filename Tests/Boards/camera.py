"""A photo of a board: where the camera stands, how light falls, what lens, sensor and file make of it."""

import dataclasses

import cv2
import numpy as np


@dataclasses.dataclass
class Shot:
    """What a camera does, with the units that `draw.py` writes."""
    yaw: float               # degrees
    pitch: float             # degrees
    turn: float              # degrees, about the line of sight
    distance: float          # in diagonals of the board
    digit: float             # wanted height of the largest number's digits, pixels
    blur: float              # focus, sigma in pixels
    motion: float            # length in pixels
    motion_angle: float      # degrees
    ambient: float           # light on the board, 1 = well exposed
    gain: float              # light of lamps, 1 = as white paper in good light
    bloom: float             # share of the lamps' light that spreads
    glare: bool
    reflection: bool
    refresh: bool
    noise: float             # sigma, of 255
    sharpen: float
    quality: int             # of JPEG; 0: PNG


def some_shot(rng, digit, emits):
    """A shot at random; the smaller the digits, the kinder."""
    steep = rng.uniform(0, 8) if rng.random() < .35 else rng.uniform(8, 34.5)
    bearing = rng.choice([rng.uniform(-.35, .35), rng.uniform(-np.pi, np.pi)], p=[.6, .4])
    side = 1 if rng.random() < .5 else -1
    pitch = steep * np.sin(bearing)
    yaw = np.degrees(np.arccos(min(1, np.cos(np.radians(steep)) / np.cos(np.radians(pitch)))))
    blurred, shaken = rng.random() < .45, rng.random() < .2
    dim, burnt = rng.random() < .15, emits and rng.random() < .22
    kind = np.interp(digit, [8, 16, 40], [.25, .6, 1])
    return Shot(yaw=side * yaw, pitch=pitch,
                turn=float(rng.choice([rng.normal(0, 1.5), rng.uniform(-15, 15)], p=[.55, .45])),
                distance=rng.uniform(1.1, 3.5), digit=digit,
                blur=max(.45, digit * (rng.uniform(.03, .1) if blurred else rng.uniform(0, .02))),
                motion=digit * rng.uniform(.06, .2) if shaken else 0, motion_angle=rng.uniform(0, 180),
                ambient=rng.uniform(.015, .12) if dim else rng.uniform(.25, 1.1),
                gain=rng.uniform(3, 8) if burnt else rng.uniform(.5, 2),
                bloom=rng.uniform(.05, .35) if burnt else rng.uniform(0, .08),
                glare=rng.random() < .22, reflection=rng.random() < .2, refresh=emits and rng.random() < .14,
                noise=(rng.uniform(6, 18) if dim or rng.random() < .2 else rng.uniform(0.5, 5)) * kind,
                sharpen=rng.uniform(.3, 1.2) if rng.random() < .25 else 0,
                quality=0 if rng.random() < .06 else int(rng.integers(40 + round(35 * (1 - kind)), 96)))


def tilt(shot, w, h):
    """The homography of a canvas of `w` by `h` pixels about its centre, for a camera with unit focal length."""
    yaw, pitch, turn = np.radians([shot.yaw, shot.pitch, shot.turn])
    about_y = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = about_z @ about_x @ about_y
    placed = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, shot.distance * np.hypot(w, h)]])
    return placed @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])


def project(homography, points):
    return cv2.perspectiveTransform(np.array(points, np.float64).reshape(-1, 1, 2), homography).reshape(-1, 2)


def corners(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def height_of(homography, cells):
    """The mean length of the cells' upright sides as projected, in pixels."""
    sides = []
    for _, x, y, w, h in cells:
        a, b, c, d = project(homography, corners(x, y, w, h))
        sides += [np.hypot(*(a - d)), np.hypot(*(b - c))]
    return float(np.mean(sides))


def scaled(factor, x=0.0, y=0.0):
    return np.array([[factor, 0, x], [0, factor, y], [0, 0, 1]], np.float64)


def picture_size(rng, bw, bh):
    """A picture's width and height about a board of `bw` by `bh` pixels."""
    aspect = float(rng.choice([4 / 3, 16 / 9, 3 / 2, 1, 3 / 4, 9 / 16], p=[.5, .2, .1, .04, .11, .05]))
    fill = rng.uniform(.4, .96)
    width = max(bw / fill, bh / fill * aspect)
    if width < 640 and rng.random() < .75:
        width = max(width, rng.uniform(640, 1700))
    if width > 2000 and rng.random() < .75:
        width = max(bw, bh * aspect) / .96
    if rng.random() < .02 and bw > 500:
        width = rng.uniform(3000, 4000)
    width = max(width, 320, 240 * aspect)
    width = min(width, 4000, 3000 * aspect)
    w, h = max(width, bw + 8), max(width / aspect, bh + 8)
    return int(round(w)), int(round(h))


def lamps_in_refresh(rng, h, digit):
    """How far each row's lamps are lit, of 0 to 1, where a shutter meets the lamps' refresh."""
    low, band = rng.uniform(.3, .6), digit * rng.uniform(.6, 3)
    rows = np.arange(h)
    at = rng.uniform(0, h)
    if rng.random() < .5:
        wave = .5 + .5 * np.tanh(6 * np.sin(2 * np.pi * (rows - at) / (2 * band)))
    else:
        outside = (np.abs(rows - h * rng.uniform(.3, .7)) - band) / (.06 * band + 1)
        wave = 1 - 1 / (1 + np.exp(np.clip(outside, -30, 30)))
    return (low + (1 - low) * wave).astype(np.float32)[:, None, None]


def spots_of_glare(rng, w, h, box, digit):
    """Lamps mirrored in the glass, as light to add."""
    light = np.zeros((h, w), np.float32)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    x0, y0, x1, y1 = box
    for _ in range(rng.integers(1, 4)):
        cx, cy = rng.uniform(x0, x1), rng.uniform(y0, y1)
        rx, ry = digit * rng.uniform(.2, 1.6), digit * rng.uniform(.15, .8)
        light += rng.uniform(.15, .9) * np.exp(-((xs - cx) / rx) ** 2 - ((ys - cy) / ry) ** 2)
    return light[:, :, None]


def sheen(rng, w, h, box):
    """A window's pale reflection across the glass."""
    x0, y0, x1, y1 = box
    left, wide = rng.uniform(x0, x1), (x1 - x0) * rng.uniform(.1, .4)
    lean = (y1 - y0) * rng.uniform(-.6, .6)
    mask = np.zeros((h, w), np.float32)
    quad = [(left, y0), (left + wide, y0), (left + wide + lean, y1), (left + lean, y1)]
    cv2.fillPoly(mask, [np.round(quad).astype(np.int32)], 1)
    return cv2.GaussianBlur(mask, (0, 0), max(1, wide * .03))[:, :, None] * rng.uniform(.03, .2)


def spread(light, sigma):
    """Blurs a field of light widely, at a fraction of its size."""
    factor = max(1, int(sigma / 3))
    h, w = light.shape[:2]
    small = cv2.resize(light, (max(1, w // factor), max(1, h // factor)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), max(.5, sigma / factor))
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)


def moved(image, length, angle):
    """Motion blur along a line, lengths in pixels."""
    if length < 1:
        return image
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size + 2, size + 2), np.float32)
    middle = (size + 1) / 2
    dx, dy = np.cos(np.radians(angle)) * length / 2, np.sin(np.radians(angle)) * length / 2
    cv2.line(kernel, (round((middle - dx) * 16), round((middle - dy) * 16)),
             (round((middle + dx) * 16), round((middle + dy) * 16)), 1, 1, cv2.LINE_AA, 4)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def lens(image, shot):
    return moved(cv2.GaussianBlur(image, (0, 0), shot.blur), shot.motion, shot.motion_angle)


def sensed(rng, linear, shot):
    """Exposure, clipping, noise and sharpening: linear light to 8-bit sRGB."""
    over = np.maximum(linear - 1, 0).mean(2, keepdims=True)
    image = np.clip(linear + over * .6, 0, 1) ** np.float32(1 / 2.2) * 255
    if shot.noise:
        h, w = image.shape[:2]
        image += rng.standard_normal((h, w, 1), np.float32) * shot.noise
        image += rng.standard_normal((h, w, 3), np.float32) * (shot.noise * .5)
    if shot.sharpen:
        image += shot.sharpen * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    return np.clip(image, 0, 255).astype(np.uint8)


def photograph(rng, canvas, homography, size, background, shot, box, indoors_tint):
    """The picture of a canvas before a background, `size` in pixels, as 8-bit RGB."""
    w, h = size
    warp = {"dsize": size, "flags": cv2.INTER_LINEAR}
    cover = cv2.warpPerspective(np.ones(canvas.surface.shape[:2], np.float32), homography, **warp)[:, :, None]
    surface = cv2.warpPerspective(canvas.surface, homography, **warp) + (1 - cover) * background
    linear = np.clip(surface, 0, 1) ** np.float32(2.2)
    tilt_x, tilt_y = rng.uniform(-.3, .3, 2)
    shade = 1 + tilt_x * (np.linspace(-1, 1, w, dtype=np.float32)[None, :, None]) + \
        tilt_y * (np.linspace(-1, 1, h, dtype=np.float32)[:, None, None])
    linear *= shade * np.array(indoors_tint, np.float32) * np.float32(shot.ambient)
    if shot.glare:
        linear += spots_of_glare(rng, w, h, box, shot.digit) * cover
    if shot.reflection:
        linear += sheen(rng, w, h, box) * cover
    if canvas.light.any():
        light = cv2.warpPerspective(canvas.light, homography, **warp) * np.float32(shot.gain)
        if shot.refresh:
            light *= lamps_in_refresh(rng, h, shot.digit)
        linear += light
        if shot.bloom > .005:
            linear += shot.bloom * spread(light, max(1, shot.digit * rng.uniform(.08, .3)))
    return sensed(rng, lens(linear, shot), shot)
