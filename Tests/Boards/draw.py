"""Draws photos of scoreboards that judge a reader of scores, with what they show.

    draw.py --count 600 --seed 20261126 --out DIR [--sheet FILE]

Writes `0001.jpg` … (some `.png`) and `truth.jsonl`, one line a picture; README.md beside this file says what a line
holds. The same seed and count draw the same pictures.
"""

import argparse
import json
import pathlib

import cv2
import numpy as np
from PIL import Image

import camera
import layouts
import legibility
import scenery
from board import Canvas, Panel

KINDS, SHARES, SHARES_OF_OTHERS = ["segments", "dots", "print"], [.5, .25, .25], [.3, .3, .4]
NO_SCORES = .08
ATTEMPTS = 40
LEAST_CLOCK = 7  # height in pixels of a clock's digits that a reader may be asked for


def mounted(rng, part, design):
    """The board's parts on its plate, with a frame."""
    frame = tuple(np.clip(np.array(design.body) * rng.uniform(.3, 2.2) + rng.uniform(0, .2), 0, 1))
    return Panel(part, rng.uniform(.35, .8), design.body, frame if rng.random() < .7 else None, rng.uniform(.04, .14))


def painted(part, design, digit):
    """The board on a canvas, about one and a half times as fine as the picture will be."""
    scale = max(30, digit * 1.8)
    canvas = Canvas(part.w, part.h, scale, design.body)
    part.paint(canvas, 0, 0)
    wanted = max(8, digit * 1.35) / scale
    if wanted < .8:
        size = round(canvas.surface.shape[1] * wanted), round(canvas.surface.shape[0] * wanted)
        canvas.surface = cv2.resize(canvas.surface, size, interpolation=cv2.INTER_AREA)
        canvas.light = cv2.resize(canvas.light, size, interpolation=cv2.INTER_AREA)
        canvas.shrink = wanted
    else:
        canvas.shrink = 1
    return canvas


def placed(rng, canvas, shot, cells):
    """The homography from the unshrunk canvas to the picture, the picture's size and the board's box in it."""
    h, w = (side / canvas.shrink for side in canvas.surface.shape[:2])
    view = camera.tilt(shot, w, h)
    view = camera.scaled(shot.digit / camera.height_of(view, cells)) @ view
    outline = camera.project(view, camera.corners(0, 0, w, h))
    low, high = outline.min(0), outline.max(0)
    size = camera.picture_size(rng, *(high - low))
    free = np.maximum(np.array(size) - (high - low), 0)
    shift = free * np.clip(rng.normal(.5, .2, 2), .02, .98) - low
    return camera.scaled(1, *shift) @ view, size, (*(low + shift), *(high + shift))


def box_of(homography, mark):
    """The upright box about a number's visible digits: x, y, width, height in pixels."""
    points = np.concatenate([camera.project(homography, camera.corners(x, y, w, h))
                             for char, x, y, w, h in mark.cells if char != " "])
    low, high = points.min(0), points.max(0)
    return [round(float(side), 1) for side in (*low, *(high - low))]


def one_try(rng, kind, scored, digit):
    """A picture and its truth, and whether a careful person could read it."""
    make = layouts.with_scores if scored else layouts.without_scores
    part, design, scores, clock, layout = make(rng, kind)
    part = mounted(rng, part, design)
    emits = design.score.emits
    shot = camera.some_shot(rng, digit, emits)
    canvas = painted(part, design, digit)
    marks = {mark.role: mark for mark in canvas.marks}
    main = [marks["score0"], marks["score1"]] if scored else canvas.marks[-1:]
    cells = [cell for mark in main for cell in mark.cells if cell[0] not in ":."] or [("", 0, 0, 30, 30)]
    view, size, box = placed(rng, canvas, shot, cells)
    if max(size) > 4000 or min(size) > 3000:
        return None
    background, more = scenery.some_scenery(rng, *size, layout in ("portable", "minimal"))
    tint = np.clip(1 + rng.normal(0, .045, 3), .85, 1.15)
    picture = camera.photograph(rng, canvas, view @ camera.scaled(1 / canvas.shrink), size, background, shot, box, tint)
    if not all(legibility.readable(picture, view, mark, shot) for mark in main):
        return None
    clock_seen = clock is not None and camera.height_of(view, marks["clock"].cells) >= LEAST_CLOCK and \
        legibility.readable(picture, view, marks["clock"], shot)
    truth = {"scores": scores, "clock": clock, "clockReadable": clock_seen, "kind": kind,
             "layout": layout, "face": design.score.face.shape,
             "digitHeight": round(camera.height_of(view, cells), 1) if main else None,
             "boxes": [box_of(view, mark) for mark in main] if scored else None, "size": list(size),
             "conditions": conditions(shot, design, main, size), "numbers": design.numbers + more}
    return picture, truth, shot.quality


def conditions(shot, design, main, size):
    """What makes a picture hard, in the units of README.md."""
    steep = np.degrees(np.arccos(np.cos(np.radians(shot.yaw)) * np.cos(np.radians(shot.pitch))))
    look = design.score
    return {"perspective": round(float(steep), 1), "turn": round(float(shot.turn), 1),
            "blur": round(float(shot.blur), 2), "motion": round(float(shot.motion), 1),
            "noise": round(float(shot.noise), 1), "glare": bool(shot.glare),
            "reflection": bool(shot.reflection), "refresh": bool(shot.refresh), "unlit": bool(look.unlit),
            "bloom": bool(shot.gain > 2.5), "lowLight": bool(shot.ambient < .15), "sharpened": bool(shot.sharpen),
            "slanted": bool(look.face.slant), "blank": any(" " in mark.text for mark in main),
            "leadingZero": any(mark.text[0] == "0" and len(mark.text) > 1 for mark in main if mark.role != "clock"),
            "lit": bool(look.emits), "jpeg": shot.quality or None}


def one_picture(seed, index):
    """The first readable try of a picture; its kind and digits' height do not depend on the try."""
    rng = np.random.default_rng([seed, index])
    scored = rng.random() >= NO_SCORES
    kind = str(rng.choice(KINDS, p=SHARES if scored else SHARES_OF_OTHERS))
    digit = float(np.exp(rng.uniform(np.log(8), np.log(120))))
    for attempt in range(ATTEMPTS):
        made = one_try(np.random.default_rng([seed, index, attempt]), kind, scored, digit)
        if made:
            made[1]["conditions"]["tries"] = attempt + 1
            return made
    raise SystemExit(f"picture {index}: nothing readable in {ATTEMPTS} tries")


def save(picture, path, quality):
    if quality:
        Image.fromarray(picture).save(path, quality=quality, subsampling=2 if quality < 90 else 0)
    else:
        Image.fromarray(picture).save(path)


def contact_sheet(folder, truths, path, columns=5, cell=(440, 360)):
    """Lays up to 40 pictures, with what they show, on one sheet."""
    rows = -(-len(truths) // columns)
    sheet = np.full((rows * cell[1], columns * cell[0], 3), 40, np.uint8)
    for index, truth in enumerate(truths):
        picture = np.asarray(Image.open(folder / truth["photo"]).convert("RGB"))
        factor = min((cell[0] - 6) / picture.shape[1], (cell[1] - 26) / picture.shape[0])
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        for x, y, w, h in truth["boxes"] or []:
            cv2.rectangle(small, (int(x * factor), int(y * factor)), (int((x + w) * factor), int((y + h) * factor)),
                          (0, 255, 0), 1)
        top, left = index // columns * cell[1], index % columns * cell[0]
        sheet[top + 24:top + 24 + small.shape[0], left:left + small.shape[1]] = small
        caption = f"{truth['photo'][:4]} {truth['scores']} {truth['clock']} {truth['face']} {truth['digitHeight']}"
        cv2.putText(sheet, caption, (left + 2, top + 17), cv2.FONT_HERSHEY_SIMPLEX, .5, (255, 255, 255), 1, cv2.LINE_AA)
    Image.fromarray(sheet).save(path, quality=88)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=20261126)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--sheet", type=pathlib.Path, help="also lay the first 40 pictures on one sheet")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    truths = []
    for index in range(1, options.count + 1):
        picture, truth, quality = one_picture(options.seed, index)
        name = f"{index:04d}.{'jpg' if quality else 'png'}"
        save(picture, options.out / name, quality)
        truths.append({"photo": name, **truth})
    lines = [json.dumps(truth, ensure_ascii=False) + "\n" for truth in truths]
    (options.out / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    if options.sheet:
        contact_sheet(options.out, truths[:40], options.sheet)


if __name__ == "__main__":
    main()
