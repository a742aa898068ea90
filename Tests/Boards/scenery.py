"""What is behind and around a board: walls, stands, windows, banners, sky, tables. sRGB, 0 to 1."""

import cv2
import numpy as np

import digits


def gradient(w, h, top, bottom):
    """A plain surface, lighter or darker downwards."""
    ramp = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    image = np.array(top, np.float32) * (1 - ramp) + np.array(bottom, np.float32) * ramp
    return np.ascontiguousarray(np.broadcast_to(image, (h, w, 3)))


def some_colour(rng, low=.1, high=.8, grey=.6):
    """A colour, mostly near grey."""
    base = rng.uniform(low, high)
    return np.clip(base + rng.normal(0, .1 * (1 - grey), 3), 0, 1)


def texture(rng, image, strength):
    """Adds blotches of several sizes."""
    h, w = image.shape[:2]
    for cells in (4, 16, 60):
        coarse = rng.normal(0, strength, (max(2, cells * h // w + 1), cells, 1)).astype(np.float32)
        image += cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)[:, :, None]


def lines(rng, image, across, pitch, shade, thick):
    """Parallel joints of panels, boards or seats."""
    h, w = image.shape[:2]
    for at in np.arange(rng.uniform(0, pitch), h if across else w, pitch):
        ends = ((0, int(at)), (w, int(at))) if across else ((int(at), 0), (int(at), h))
        cv2.line(image, *ends, [float(c) for c in shade], thick)


def wall(rng, w, h):
    colour = some_colour(rng, .25, .85)
    image = gradient(w, h, colour, colour * rng.uniform(.6, 1.1))
    texture(rng, image, .015)
    if rng.random() < .7:
        lines(rng, image, rng.random() < .5, w / rng.uniform(5, 30), colour * .8, max(1, w // 500))
    return image


def bricks(rng, w, h):
    colour = np.array([.5, .3, .22]) * rng.uniform(.6, 1.4) if rng.random() < .5 else some_colour(rng, .5, .8)
    image = gradient(w, h, colour, colour * .85)
    texture(rng, image, .02)
    pitch = w / rng.uniform(15, 40)
    shade = [float(c) for c in np.clip(colour * 1.25, 0, 1)]
    for index, y in enumerate(np.arange(0, h, pitch)):
        cv2.line(image, (0, int(y)), (w, int(y)), shade, max(1, w // 600))
        for x in np.arange((index % 2) * pitch, w, 2 * pitch):
            cv2.line(image, (int(x), int(y)), (int(x), int(y + pitch)), shade, max(1, w // 600))
    return image


def rafters(rng, w, h):
    """The dark of a roof with beams and bright lamps."""
    image = gradient(w, h, some_colour(rng, .05, .25), some_colour(rng, .1, .4))
    for _ in range(rng.integers(3, 9)):
        ends = [(int(rng.uniform(-.1, 1.1) * w), int(rng.uniform(-.1, 1.1) * h)) for _ in range(2)]
        cv2.line(image, *ends, [float(c) for c in some_colour(rng, .1, .5)], max(1, int(w * rng.uniform(.004, .03))))
    for _ in range(rng.integers(0, 6)):
        centre = int(rng.uniform(0, w)), int(rng.uniform(0, h * .4))
        cv2.ellipse(image, centre, (int(w * .02), int(w * .01)), 0, 0, 360, (1.0, 1.0, .95), -1)
    return image


def stands(rng, w, h):
    """Rows of seats with people as blots."""
    image = wall(rng, w, h)
    top = int(h * rng.uniform(.4, .75))
    image[top:] *= .6
    lines(rng, image[top:], True, max(4, h / rng.uniform(14, 30)), some_colour(rng, .1, .5), max(1, h // 200))
    for _ in range(rng.integers(10, 80)):
        centre = int(rng.uniform(0, w)), int(rng.uniform(top, h))
        size = max(2, int(h * rng.uniform(.008, .025)))
        cv2.ellipse(image, centre, (size, int(size * 1.6)), 0, 0, 360,
                    [float(c) for c in some_colour(rng, .05, .9, 0)], -1)
    return image


def outdoors(rng, w, h):
    image = gradient(w, h, (.45, .62, .9), (.85, .9, .95))
    top = int(h * rng.uniform(.5, .85))
    image[top:] = gradient(w, h - top, (.2, .35, .12), (.3, .45, .2))
    for _ in range(60):
        centre = int(rng.uniform(0, w)), top + int(rng.normal(0, h * .03))
        cv2.circle(image, centre, max(2, int(h * rng.uniform(.02, .06))),
                   [float(c) for c in np.array([.12, .25, .08]) * rng.uniform(.6, 1.5)], -1)
    return image


def table(rng, w, h):
    """A table with a room behind it."""
    image = wall(rng, w, h)
    top = int(h * rng.uniform(.45, .8))
    wood = np.array([.55, .38, .22]) * rng.uniform(.5, 1.4)
    image[top:] = gradient(w, h - top, np.clip(wood, 0, 1), np.clip(wood * .8, 0, 1))
    texture(rng, image, .01)
    return image


def add_windows(rng, image):
    h, w = image.shape[:2]
    x, y, side = rng.uniform(0, w), rng.uniform(0, h * .3), w * rng.uniform(.05, .2)
    for index in range(rng.integers(1, 5)):
        left = int(x + index * side * 1.1)
        cv2.rectangle(image, (left, int(y)), (int(left + side), int(y + side * 1.2)), (.95, .97, 1.0), -1)


def add_banner(rng, image):
    """A pennant with words at one side; gives the numbers on it."""
    h, w = image.shape[:2]
    side = int(w * rng.uniform(.08, .16))
    left = int(rng.choice([rng.uniform(0, .1) * w, w - side - rng.uniform(0, .1) * w]))
    top, tall = int(rng.uniform(0, .3) * h), int(h * rng.uniform(.25, .5))
    colour, ink = some_colour(rng, .1, .5, 0), (.95, .93, .85)
    cv2.rectangle(image, (left, top), (left + side, top + tall), [float(c) for c in colour], -1)
    year = int(rng.integers(1971, 2026))
    for index, text in enumerate(["STATE", "CHAMPS", str(year)]):
        mask = digits.text_mask(digits.LABEL_FONTS[0], text, max(5, side // 8), "H")
        y, x = top + tall // 6 + index * side // 4, left + max(0, (side - mask.shape[1]) // 2)
        mask = mask[:max(0, h - y), :max(0, w - x), None]
        region = image[y:y + mask.shape[0], x:x + mask.shape[1]]
        region[:] = region * (1 - mask) + mask * np.array(ink, np.float32)
    return [year]


def some_scenery(rng, w, h, small):
    """A background, blurred as far as it is out of focus, and the numbers in it."""
    makers = [table, wall, bricks, outdoors] if small else [wall, wall, bricks, rafters, stands, stands, outdoors]
    image = makers[rng.integers(len(makers))](rng, w, h)
    if rng.random() < .25:
        add_windows(rng, image)
    numbers = add_banner(rng, image) if rng.random() < .1 and not small else []
    sigma = 0 if numbers else rng.uniform(0, .004) * w
    return np.clip(cv2.GaussianBlur(image, (0, 0), sigma) if sigma > .4 else image, 0, 1), numbers
