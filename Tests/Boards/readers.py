"""Debian's readers of text and of seven segments, asked for a scoreboard's pair as fairly as they allow.

Neither knows of scoreboards, so both get what helps them: pictures scaled to a good size, several ways of making ink
dark on white, and the best of the answers. Neither says how sure it is of a pair: each pair found is offered.
"""

import csv
import io
import re
import subprocess

import cv2
import numpy as np

WIDEST = 1600       # pixels, for tesseract; more costs time and gains little
SURE = 50           # of 100, the confidence from which a word of tesseract's counts
SCORE = re.compile(r"^\d{1,3}$")
CLOCK = re.compile(r"^\d{1,2}:\d\d$|^\d{1,2}\.\d$")


def variants(picture):
    """A picture as dark ink on white in two ways: as it is, and its brightest channel inverted."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return [grey, 255 - picture.max(2)]


def run(command, stdin):
    """A program's standard output; empty where it fails or takes 20 s."""
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode("utf-8", "replace")


def png(image):
    return cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()


def words(image):
    """Tesseract's words of digits: (text, confidence, x, y, height)."""
    text = run(["env", "OMP_THREAD_LIMIT=1", "tesseract", "stdin", "stdout", "--psm", "11", "-c",
                "tessedit_char_whitelist=0123456789:.", "tsv"], png(image))
    for line in csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
        word = (line.get("text") or "").strip().strip(".:")
        if word and float(line["conf"]) >= SURE:
            yield word, float(line["conf"]), int(line["left"]), int(line["top"]), int(line["height"])


def two_largest(found):
    """The two highest numbers that could be scores, in reading order."""
    numbers = [word for word in found if SCORE.match(word[0]) and int(word[0]) <= 200]
    pair = sorted(numbers, key=lambda word: -word[4])[:2]
    if len(pair) < 2:
        return None
    apart = abs(pair[0][2] - pair[1][2]) > abs(pair[0][3] - pair[1][3])
    return [int(word[0]) for word in sorted(pair, key=lambda word: word[2 if apart else 3])]


def tesseract(path, truth):
    """Whole pictures, digits only, sparse text; the way of darkening with the surest words decides."""
    picture = cv2.imread(str(path))
    factor = min(WIDEST / max(picture.shape[:2]), 3)
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way)
    tries = [list(words(image)) for image in variants(picture)]
    tries.sort(key=lambda found: (two_largest(found) is None, -sum(word[1] for word in found)))
    pairs = [pair for pair in map(two_largest, tries) if pair]
    clocks = [word[0] for found in tries for word in found if CLOCK.match(word[0])]
    return {"scores": pairs[0] if pairs else None, "clock": clocks[0] if clocks else None, "pairs": pairs}


def crop(picture, box, digit, turn):
    """A number's place turned upright, its digits about 100 pixels high; `turn` in degrees."""
    x, y, w, h = box
    sine, cosine = abs(np.sin(np.radians(turn))), np.cos(np.radians(turn))
    factor = 100 / digit
    wide, high = max(digit * .3, (w - digit * sine) / cosine) * factor, 100
    move = cv2.getRotationMatrix2D((x + w / 2, y + h / 2), turn, factor)
    move[:, 2] += wide / 2 + 4 - (x + w / 2), high / 2 + 4 - (y + h / 2)
    return cv2.warpAffine(picture, move, (round(wide) + 8, high + 8), flags=cv2.INTER_CUBIC,
                          borderMode=cv2.BORDER_REPLICATE)


def inked(part, lit):
    """A crop's ink as 255 on 0, by Otsu's threshold.

    Ink is what is bright where the board is lit; else dark or bright, whichever is less of the crop.
    """
    image = part.max(2) if lit else 255 - cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    ink = cv2.threshold(cv2.GaussianBlur(image, (0, 0), 2), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    return 255 - ink if not lit and ink.mean() > 128 else ink


def segments(part, lit):
    """ssocr's number in a crop."""
    ink = inked(part, lit)
    # Closing joins the lamps of a segment and the segments of a digit; a shear sets slanted digits upright.
    for size, shear in [(1, 0), (5, 0), (9, 0), (1, .12), (5, .12)]:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        closed = cv2.morphologyEx(np.pad(ink, 20), cv2.MORPH_CLOSE, kernel)
        upright = np.array([[1, shear, -shear * closed.shape[0] / 2], [0, 1, 0]], np.float32)
        ready = 255 - cv2.warpAffine(closed, upright, closed.shape[::-1], flags=cv2.INTER_NEAREST)
        text = run(["ssocr", "-d", "-1", "-t", "50", "-c", "digits", "-C", "-"], png(ready)).strip()
        if SCORE.match(text):
            return int(text)
    return None


def line_of_text(part, lit):
    """Tesseract's number in a crop, as one line."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    ink = cv2.morphologyEx(np.pad(inked(part, lit), 30), cv2.MORPH_CLOSE, kernel)
    half = cv2.resize(255 - ink, None, fx=.5, fy=.5, interpolation=cv2.INTER_AREA)
    text = run(["env", "OMP_THREAD_LIMIT=1", "tesseract", "stdin", "stdout", "--psm", "7", "-c",
                "tessedit_char_whitelist=0123456789"], png(half)).strip().replace(" ", "")
    return int(text) if SCORE.match(text) else None


def read_places(path, truth, read):
    """Each true score's place, height and turn are handed over; only which digits stand there is asked.

    Pictures without scores are not asked about and count as refused, and no clock is asked for.
    """
    if not truth["boxes"]:
        return {"scores": None, "pairs": []}
    picture = cv2.imread(str(path))
    conditions = truth["conditions"]
    pair = [read(crop(picture, box, truth["digitHeight"], conditions["turn"]), conditions["lit"])
            for box in truth["boxes"]]
    found = None not in pair
    return {"scores": pair if found else None, "pairs": [pair] if found else []}


def ssocr(path, truth):
    return read_places(path, truth, segments)


def tesseract_places(path, truth):
    return read_places(path, truth, line_of_text)


READERS = {"tesseract": tesseract, "tesseract-places": tesseract_places, "ssocr": ssocr}
