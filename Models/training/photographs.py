"""Photographs of drawn boards: scenery, camera, light, blur and noise; and where the digits are in them."""

from dataclasses import dataclass

import cv2
import numpy as np

from boards import LAMPS, Mark, Painter, colour, draw_board, words

# Linear light of sRGB, nearly.
LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
# And back, from 0 to 4,095.
GAMMA = ((np.arange(4096) / 4095) ** (1 / 2.2)).astype(np.float32)


@dataclass
class Truth:
    """Of one picture: rows of symbol, x, y of the middle, width, height, and height of the number's digits, in pixels.

    x, y count from the corner of the first pixel. `is_whole` where nothing is cut off or covered.
    """

    boxes: np.ndarray
    is_whole: np.ndarray
    kinds: list


# Scenery


def scenery(random, fonts, width, height):
    """What is behind a board: height x width x 3, sRGB, and texts with digits as marks."""
    base = colour(random, 10, 240) * random.uniform(0.3, 1)
    painter = Painter(random, fonts, width, height, base)
    _texture(random, painter.board.paint)
    for _ in range(random.integers(1, 6)):
        draw = random.choice([_stripes, _bricks, _windows, _people, _banner, _banner, _beams, _beams, _blocks, _grain])
        x, y = random.uniform(-0.2, 0.8) * width, random.uniform(-0.2, 0.8) * height
        draw(painter, x, y, random.uniform(0.15, 0.9) * width, random.uniform(0.15, 0.9) * height)
    return _turned(painter.board, random.integers(1, 4)) if random.random() < 0.25 else painter.board


def _turned(board, quarters):
    """Scenery on its side; digits that lie are not asked for."""
    height, width = board.paint.shape[:2]
    turn = lambda image: np.ascontiguousarray(cv2.resize(np.rot90(image, quarters), (width, height)))
    for mark in board.marks:
        x, y = mark.outline[:, 0] / width, mark.outline[:, 1] / height
        for _ in range(quarters):
            x, y = y, 1 - x
        mark.outline, mark.is_covered = np.stack([x * width, y * height], 1), True
    return type(board)(turn(board.paint), turn(board.light), board.marks)


def _texture(random, paint):
    height, width = paint.shape[:2]
    coarse = random.normal(0, random.uniform(3, 25), (random.integers(2, 12), random.integers(2, 12), 1)).astype(np.float32)
    smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    paint[:] = np.clip(paint + smooth[..., None], 0, 255)


def _stripes(painter, x, y, width, height):
    random = painter.random
    inks = [colour(random) for _ in range(random.integers(2, 4))]
    step = random.uniform(4, 50)
    for index in range(int(min(60, (width if random.random() < 0.5 else height) / step))):
        ink = inks[index % len(inks)]
        if width < height:
            painter.box(x, y + index * step, width, step, ink)
        else:
            painter.box(x + index * step, y, step, height, ink)


def _bricks(painter, x, y, width, height):
    random = painter.random
    ink, joint, tall = colour(random), colour(random), random.uniform(8, 40)
    painter.box(x, y, width, height, ink)
    for row in range(int(min(25, height / tall))):
        painter.box(x, y + row * tall, width, 1 + tall / 20, joint)
        for column in range(int(min(20, width / (2.2 * tall)))):
            painter.box(x + (column + 0.5 * (row % 2)) * 2.2 * tall, y + row * tall, 1 + tall / 20, tall, joint)


def _windows(painter, x, y, width, height):
    random = painter.random
    bright, frame, across, down = colour(random, 170), colour(random), random.integers(1, 7), random.integers(1, 4)
    glow = np.full((max(1, int(0.85 * height / down)), max(1, int(0.85 * width / across))), 255, np.uint8)
    painter.box(x, y, width, height, frame)
    for row, column in np.ndindex(int(down), int(across)):
        corner = round(x + (column + 0.08) * width / across), round(y + (row + 0.08) * height / down)
        painter.tint(*corner, glow, bright)
        if random.random() < 0.5:
            painter.shine(*corner, glow, bright / 255, random.uniform(0.1, 0.7))


def _people(painter, x, y, width, height):
    random = painter.random
    skin = np.array([[224, 172, 140], [150, 100, 70], [90, 60, 45], [240, 200, 180]], float)
    for _ in range(random.integers(2, 14)):
        size = random.uniform(8, 60)
        p = (int(x + random.random() * width), int(y + random.random() * height))
        painter.cover(p[0] - size, p[1] - size, 2 * size, 4.5 * size)
        cv2.ellipse(painter.board.paint, (p[0], int(p[1] + 1.9 * size)), (int(size), int(1.4 * size)), 0, 0, 360,
                    tuple(colour(random)), -1, cv2.LINE_AA)
        cv2.ellipse(painter.board.paint, p, (int(0.5 * size), int(0.65 * size)), 0, 0, 360,
                    tuple(random.choice(skin)), -1, cv2.LINE_AA)
        if random.random() < 0.25 and size > 20:
            painter.words(str(random.integers(0, 56)), p[0] - 0.5 * size, p[1] + 1.3 * size, 0.8 * size, colour(random))


def _banner(painter, x, y, width, height):
    random = painter.random
    ground, size = colour(random), random.uniform(10, 70)
    lines = random.integers(1, 4)
    painter.box(x, y, width, (0.5 + 1.4 * lines) * size, ground)
    ink = np.full(3, 250.0) if ground.mean() < 128 else np.full(3, 15.0)
    ink = ink if random.random() < 0.6 else colour(random)
    for line in range(lines):
        painter.words(words(random), x + 0.3 * size, y + (0.4 + 1.4 * line) * size, size, ink)


def _beams(painter, x, y, width, height):
    random = painter.random
    for _ in range(random.integers(1, 7)):
        p, q = ((int(x + random.random() * width), int(y + random.random() * height)) for _ in range(2))
        if random.random() < 0.6:
            q = (p[0], q[1]) if random.random() < 0.5 else (q[0], p[1])
        painter.cover(min(p[0], q[0]) - 8, min(p[1], q[1]) - 8, abs(p[0] - q[0]) + 16, abs(p[1] - q[1]) + 16)
        cv2.line(painter.board.paint, p, q, tuple(colour(random)), int(random.integers(1, 16)), cv2.LINE_AA)
    if random.random() < 0.4:
        lamp = np.array(LAMPS["white"])
        for _ in range(random.integers(1, 6)):
            shape = random.choice(["disc", "square", "bar", "bar", "post"])
            painter.lamp(x + random.random() * width, y + random.random() * height, random.uniform(3, 25), shape, lamp, True)


def _blocks(painter, x, y, width, height):
    random = painter.random
    for _ in range(random.integers(1, 12)):
        painter.box(x + random.random() * width, y + random.random() * height, random.uniform(3, 0.5 * width),
                    random.uniform(3, 0.5 * height), colour(random))


def _grain(painter, x, y, width, height):
    """A fine pattern, as of nets, speakers, leaves or cloth."""
    random = painter.random
    left, top = max(0, int(x)), max(0, int(y))
    part = painter.board.paint[top : int(y + height), left : int(x + width)]
    if not part.size:
        return
    painter.cover(x, y, width, height)
    if random.random() < 0.5:
        shape = [max(2, side // random.integers(2, 9)) for side in part.shape[:2]]
        coarse = random.integers(0, 256, (*shape, 3))
        pattern = cv2.resize(coarse.astype(np.uint8), part.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    else:
        step, ys, xs = random.integers(4, 20), *np.indices(part.shape[:2])
        lines = ((xs + ys) % step < step / 4) | ((xs - ys) % step < step / 4)
        pattern = np.where(lines[..., None], colour(random), colour(random)).astype(np.uint8)
    share = random.uniform(0.1, 0.9)
    part[:] = (part * (1 - share) + pattern * share).astype(np.uint8)


# The camera


@dataclass
class Camera:
    """Degrees of turning, and how far away the board is, in board widths."""

    yaw: float
    pitch: float
    roll: float
    distance: float

    @staticmethod
    def random(random):
        frontal = random.random() < 0.35
        most = 8 if frontal else 38
        return Camera(random.uniform(-most, most), random.uniform(-0.7 * most, 0.7 * most),
                      random.normal(0, 2) if random.random() < 0.5 else random.uniform(-17, 17), random.uniform(0.9, 5))

    def homography(self, board, aim, target, scale):
        """Board to picture so that a point of the board comes to a point of the picture, there at a scale."""
        yaw, pitch, roll = np.radians([self.yaw, self.pitch, self.roll])
        cy, sy, cp, sp, cr, sr = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
        turn = (np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]]) @ np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
                @ np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]))
        away = self.distance * max(board.paint.shape[:2])
        height, width = board.paint.shape[:2]
        centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
        project = np.stack([turn[0, [0, 1]], turn[1, [0, 1]], turn[2, [0, 1]] / away])
        whole = np.column_stack([project, [0, 0, 1]]) @ centred
        x, y = map_points(whole, [aim])[0]
        # The height of a small step down at the aim tells the scale there.
        step = np.linalg.norm(map_points(whole, [np.add(aim, (0, 1))])[0] - (x, y))
        factor = scale / step
        return np.array([[factor, 0, target[0] - factor * x], [0, factor, target[1] - factor * y], [0, 0, 1]]) @ whole


def map_points(homography, points):
    points = np.column_stack([np.asarray(points, float), np.ones(len(points))]) @ homography.T
    return points[:, :2] / points[:, 2:]


# Taking the picture


def warped(image, homography, size, scale):
    """An image seen by the camera; made smaller first where it would be sampled too thinly."""
    while scale < 0.6 and min(image.shape[:2]) > 8:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        homography, scale = homography @ np.diag([2.0, 2.0, 1.0]), scale * 2
    return cv2.warpPerspective(image, homography, size, flags=cv2.INTER_LINEAR)


@dataclass
class Conditions:
    """Of light and lens; lengths are shares of a digit's height."""

    ambient: float
    lamps: float
    bloom: float
    halo: float
    veil: float
    focus: float
    motion: float
    noise: float
    quality: int
    contrast: float

    @staticmethod
    def random(random):
        pick = lambda values, shares: float(random.choice(values, p=shares))
        dim, bright = np.log(0.4), np.log(6)
        lamps = float(np.exp(random.uniform(dim, bright))) if random.random() < 0.8 else random.uniform(4, 25)
        return Conditions(
            ambient=float(np.exp(random.uniform(np.log(0.03), np.log(1.3)))), lamps=lamps,
            bloom=pick([0, random.uniform(0.02, 0.3), random.uniform(0.2, 0.8)], [0.4, 0.45, 0.15]),
            halo=random.uniform(0.06, 0.45), veil=pick([0, random.uniform(0, 0.1)], [0.7, 0.3]),
            focus=pick([0, random.uniform(0, 0.05), random.uniform(0.03, 0.11)], [0.3, 0.45, 0.25]),
            motion=pick([0, random.uniform(0.04, 0.22)], [0.75, 0.25]),
            noise=pick([0.003, random.uniform(0.003, 0.03), random.uniform(0.02, 0.09)], [0.3, 0.5, 0.2]),
            quality=int(random.integers(25, 98)), contrast=random.uniform(0.7, 1.25))


def field_of_light(random, width, height):
    """Uneven light on the board: spots and shadows, 0.3 to 1.5, height x width x 1."""
    coarse = random.uniform(0.45, 1.4, (random.integers(1, 4), random.integers(1, 4))).astype(np.float32)
    light = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    if random.random() < 0.15:
        edge = random.uniform(0, width)
        slope = random.uniform(-0.5, 0.5)
        columns = np.arange(width)[None] + slope * np.arange(height)[:, None]
        light = light * np.where(columns < edge, random.uniform(0.25, 0.8), 1).astype(np.float32)
    return light[..., None]


def refreshed(random, light, digit_px):
    """Bands where lamps were dark while the shutter was open."""
    height = light.shape[0]
    if random.random() < 0.78:
        return light
    period = digit_px * random.uniform(0.5, 5)
    phase, share = random.random(), random.uniform(0.2, 0.6)
    wave = (np.arange(height) / period + phase) % 1
    soft = random.uniform(0.02, 0.15)
    dark = np.clip(np.minimum(wave, share - wave) / soft, 0, 1)
    gate = 1 - dark * random.uniform(0.3, 0.93)
    return light * gate.astype(np.float32)[:, None, None]


def glare(random, picture, digit_px):
    """Reflections on the cover: spots, streaks, a haze, windows."""
    height, width = picture.shape[:2]
    for _ in range(random.integers(1, 4) if random.random() < 0.25 else 0):
        centre = random.uniform(0, 1, 2) * [width, height]
        radii = digit_px * np.exp(random.uniform(np.log(0.3), np.log(6), 2))
        turn = random.uniform(0, np.pi)
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        cosine, sine, (x, y) = float(np.cos(turn)), float(np.sin(turn)), centre.tolist()
        u = ((xs - x) * cosine + (ys - y) * sine) / float(radii[0])
        v = ((ys - y) * cosine - (xs - x) * sine) / float(radii[1])
        spot = np.exp(-(u * u + v * v) ** np.float32(random.choice([0.7, 1, 3])))
        strength = random.uniform(0.05, 0.6) if min(radii) > digit_px else random.uniform(0.3, 1.5)
        picture = picture + strength * spot[..., None] * random.uniform(0.8, 1, 3).astype(np.float32)
    return picture + _mirrored(random, width, height, digit_px) if random.random() < 0.15 else picture


def _mirrored(random, width, height, digit_px):
    """Windows and lamps that the cover mirrors: pale tilted areas with edges, as light to add."""
    light = np.zeros((height, width), np.float32)
    for _ in range(random.integers(1, 4)):
        sides = np.exp(random.uniform(np.log(0.5), np.log(8), 2)) * digit_px
        corners = (random.uniform(-0.5, 0.5, (4, 2)) * 0.3 + [(-1, -1), (1, -1), (1, 1), (-1, 1)]) * sides
        turn = np.radians(random.normal(0, 25))
        corners = corners @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]] + random.uniform(0, 1, 2) * [width, height]
        cv2.fillPoly(light, [np.round(corners).astype(np.int32)], random.uniform(0.02, 0.35))
    soft = random.uniform(0, 0.3) * digit_px
    light = cv2.GaussianBlur(light, (0, 0), soft) if soft > 0.5 else light
    return light[..., None] * random.uniform(0.8, 1, 3).astype(np.float32)


def blurred(random, picture, conditions, digit_px):
    """Out of focus, and moved while the shutter was open."""
    sigma, length = conditions.focus * digit_px, conditions.motion * digit_px
    if sigma > 0.3:
        is_disc = random.random() < 0.4
        picture = cv2.filter2D(picture, -1, _disc(1.6 * sigma)) if is_disc else cv2.GaussianBlur(picture, (0, 0), sigma)
    if length > 1:
        picture = cv2.filter2D(picture, -1, _stroke(length, random.uniform(0, np.pi)))
    return picture


def _disc(radius):
    """What a lens that is out of focus makes of a point, of sum 1."""
    size = 2 * int(np.ceil(radius)) + 1
    kernel = np.zeros((size, size), np.float32)
    cv2.circle(kernel, (size // 2 * 16, size // 2 * 16), int(radius * 16), 1, -1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()


def _stroke(length, angle):
    """What a shaken camera makes of a point, of sum 1."""
    size = 2 * int(np.ceil(length / 2)) + 1
    kernel, middle = np.zeros((size, size), np.float32), np.full(2, size / 2)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    p, q = (tuple(((middle + sign * reach) * 16).astype(int)) for sign in (-1, 1))
    cv2.line(kernel, p, q, 1, 1, cv2.LINE_AA, 4)
    return kernel / max(kernel.sum(), 1e-6)


def grained(random, picture, noise):
    """With noise that grows with the light, and a white balance that is not quite right."""
    signal = np.sqrt(np.clip(picture, 0, 2) + 0.02) * noise
    grain = random.standard_normal(picture.shape, np.float32)
    if random.random() < 0.3:
        grain = cv2.GaussianBlur(grain, (0, 0), random.uniform(0.5, 1.2)) * 1.5
    return np.clip(picture + signal * grain, 0, None) * random.uniform(0.85, 1.15, 3).astype(np.float32)


def toned(random, picture, contrast):
    """Linear light to values of 0 to 1 as a camera's program makes them: curve, contrast, sharpening, colour."""
    if random.random() < 0.3:
        # A soft shoulder in place of clipping.
        picture = 1 - np.exp(-1.3 * picture)
    picture = GAMMA[(np.clip(picture, 0, 1) * 4095).astype(np.uint16)]
    picture = np.clip(0.5 + (picture - 0.5) * contrast + random.uniform(-0.05, 0.05), 0, 1)
    if random.random() < 0.3:
        smooth = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.7, 2))
        picture = np.clip(picture + random.uniform(0.3, 1.5) * (picture - smooth), 0, 1)
    if random.random() < 0.08:
        grey = picture.mean(2, keepdims=True)
        picture = grey + (picture - grey) * random.uniform(0, 0.5)
    return picture


def developed(random, picture, conditions):
    """Linear light to what a camera writes: height x width x 3, 0 to 255."""
    picture = toned(random, grained(random, picture, conditions.noise), conditions.contrast)
    values = (picture * 255 + 0.5).astype(np.uint8)
    if random.random() < 0.75:
        # OpenCV's order of colours is blue, green, red.
        parts = cv2.imencode(".jpg", values[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, conditions.quality])[1]
        values = cv2.imdecode(parts, cv2.IMREAD_COLOR)[..., ::-1]
    return np.ascontiguousarray(values)


def scale_of(homography, size):
    """Pixels of the picture for one of the board, in the picture's middle."""
    centre = np.linalg.inv(homography) @ [size[0] / 2, size[1] / 2, 1]
    centre = np.clip(centre[:2] / centre[2], -1e4, 1e4)
    near = map_points(homography, [centre, centre + [0, 1]])
    return float(np.clip(np.linalg.norm(near[1] - near[0]), 0.02, 20))


def photograph(random, board, behind, homography, size, digit_px):
    """The board before its scenery, seen by a camera: height x width x 3, sRGB. `size` is width, height."""
    conditions = Conditions.random(random)
    see = lambda image: warped(image, homography, size, scale_of(homography, size))
    inside = (see(np.full(board.paint.shape[:2], 255, np.uint8)).astype(np.float32) / 255)[..., None]
    scene = inside * LINEAR[see(board.paint)] + (1 - inside) * LINEAR[behind.paint] * random.uniform(0.4, 1.5)
    picture = scene * field_of_light(random, *size) * conditions.ambient
    picture += (1 - inside) * (behind.light.astype(np.float32) / 255) * random.uniform(0.3, 3)
    lamps = refreshed(random, see(board.light).astype(np.float32) / 255, digit_px) * conditions.lamps
    picture += lamps
    if conditions.bloom:
        picture += conditions.bloom * cv2.GaussianBlur(lamps, (0, 0), max(0.5, conditions.halo * digit_px))
    picture = blurred(random, glare(random, picture, digit_px), conditions, digit_px)
    return developed(random, picture + conditions.veil, conditions)


def quadrangle(board, homography):
    """The corners of the board in the picture."""
    height, width = board.paint.shape[:2]
    return map_points(homography, [(0, 0), (width, 0), (width, height), (0, height)])


def hidden_by(board, homography, behind):
    """Marks of the scenery as a picture with the board before it shows them."""
    corners = quadrangle(board, homography).astype(np.float32)
    seen = []
    for mark in behind.marks:
        inside = [cv2.pointPolygonTest(corners, tuple(map(float, point)), False) >= 0 for point in mark.outline]
        if not all(inside):
            seen.append(Mark(mark.symbol, mark.outline, mark.size, mark.kind, mark.is_covered or any(inside)))
    return seen


# Truth


def truth_of(marks, homography, size, shift=1.0):
    """Boxes of the marks of a board in a picture of a size; `shift` makes pixels of a smaller level of it."""
    rows, whole, kinds = [], [], []
    for mark in marks:
        points = (map_points(homography, mark.outline) + 0.5) * shift
        (x0, y0), (x1, y1) = points.min(0), points.max(0)
        own = np.ptp(mark.outline[:, 1])
        size_px = mark.size * (y1 - y0) / own if mark.symbol >= 10 else y1 - y0
        inside = max(0, min(x1, size[0]) - max(x0, 0)) * max(0, min(y1, size[1]) - max(y0, 0))
        if inside <= 0:
            continue
        rows.append((mark.symbol, (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, size_px))
        whole.append(inside > 0.93 * (x1 - x0) * (y1 - y0) and not mark.is_covered)
        kinds.append(mark.kind)
    return Truth(np.array(rows, np.float32).reshape(-1, 6), np.array(whole, bool), kinds)


def is_legible(picture, box):
    """Whether anything stands out in a box at all; noise alone does not."""
    _, x, y, width, height, _ = box
    x0, y0 = max(0, int(x - width / 2 - 1)), max(0, int(y - height / 2 - 1))
    part = picture[y0 : int(y + height / 2 + 2), x0 : int(x + width / 2 + 2)].astype(np.float32)
    return part.size > 0 and max(np.ptp(np.percentile(cv2.blur(part, (3, 3)), (5, 95), (0, 1)), 0)) > 16


# Crops to train on

CROP = 160
# How large digits are at the level that they are looked for at, and from where on they are left to other levels;
# between the two nothing is asked.
FIT_PX, UNFIT_PX = (8, 30), (6, 38)
# Pixels of the photograph in one of the crop, as when a photograph was halved until digits fit, or doubled.
REDUCTIONS, REDUCTION_SHARES = (1, 2, 4, 0.5), (0.6, 0.22, 0.04, 0.14)


def crops(random, fonts, count):
    """Pictures of CROP x CROP of one board, each with its boxes.

    Boxes are rows of symbol, x, y, width, height, size, and 1 where they are to be found or 0 where nothing is asked.
    """
    board = draw_board(random, fonts)
    behind = scenery(random, fonts, 480, 480)
    for _ in range(count):
        yield crop(random, board, behind)


def _aim(random, board):
    """A point of the board, and the height of a digit there in its pixels."""
    height, width = board.paint.shape[:2]
    kind = random.random()
    if board.marks and kind < 0.66:
        mark = board.marks[random.integers(len(board.marks))]
        return mark.outline.mean(0), mark.size
    sizes = [mark.size for mark in board.marks] or [60]
    if board.decoys and kind < 0.9:
        return np.array(board.decoys[random.integers(len(board.decoys))]), random.choice(sizes)
    return random.uniform(-0.3, 1.3, 2) * [width, height], random.choice(sizes)


def _target_px(random, reduction):
    kind = random.random()
    if kind < 0.12:
        return float(np.exp(random.uniform(np.log(36), np.log(250))))
    low = 15 if reduction < 1 else 7.5
    return float(np.exp(random.uniform(np.log(low), np.log(31))))


def crop(random, board, behind):
    reduction = random.choice(REDUCTIONS, p=REDUCTION_SHARES)
    aim, size = _aim(random, board)
    digit_px = _target_px(random, reduction) * reduction
    side = int(CROP * reduction)
    target = random.uniform(0.08, 0.92, 2) * side
    homography = Camera.random(random).homography(board, aim, target, digit_px / size)
    back = _part(random, behind, side)
    picture = photograph(random, board, back, homography, (side, side), digit_px)
    way = cv2.INTER_AREA if reduction > 1 else cv2.INTER_LINEAR
    level = picture if reduction == 1 else cv2.resize(picture, (CROP, CROP), interpolation=way)
    marks = truth_of(board.marks, homography, (CROP, CROP), 1 / reduction)
    others = truth_of(hidden_by(board, homography, back), np.eye(3), (CROP, CROP), 1 / reduction)
    boxes = np.concatenate([marks.boxes, others.boxes])
    whole = np.concatenate([marks.is_whole, others.is_whole])
    asked = [is_asked and is_legible(level, box) for box, is_asked in zip(boxes, whole)]
    return level, np.column_stack([boxes, np.array(asked, np.float32)])


def _part(random, behind, side):
    """A part of the scenery, made as large as the picture, with its marks."""
    whole = behind.paint.shape[0]
    part = random.integers(min(whole, max(60, side // 3)), whole + 1)
    x, y = random.integers(0, whole - part + 1, 2)
    factor = side / part
    resize = lambda image: cv2.resize(image[y : y + part, x : x + part], (side, side), interpolation=cv2.INTER_LINEAR)
    marks = [Mark(m.symbol, (m.outline - [x, y]) * factor, m.size * factor, m.kind, m.is_covered) for m in behind.marks]
    return type(behind)(resize(behind.paint), resize(behind.light), marks)
