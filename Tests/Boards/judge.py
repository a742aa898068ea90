"""Judges readers of scoreboards on drawn photos (`draw.py`) or on others with a `truth.jsonl` of the same form.

    judge.py truth.jsonl --output lines.jsonl      what `hyzer snap read --json PHOTO…` printed
    judge.py truth.jsonl --reader tesseract        Debian's tesseract on the same pictures
    judge.py truth.jsonl --reader ssocr            Debian's ssocr, which is handed where each score stands
    judge.py truth.jsonl --reader tesseract-places tesseract, handed the same

Prints tables; `--wrong` lists the pictures with a wrong pair. A pair counts as offered where `scores` is not null.
"""

import argparse
import json
import math
import pathlib
import time

import readers

BANDS = [(8, 12), (12, 20), (20, 40), (40, 121)]
# Conditions with names of their own in the table; each as a test of a line of truth.
CONDITIONS = {
    "perspective over 20°": lambda t: t["perspective"] > 20, "perspective over 30°": lambda t: t["perspective"] > 30,
    "turn over 8°": lambda t: abs(t["turn"]) > 8, "motion": lambda t: t["motion"] > 1,
    "noise over 6": lambda t: t["noise"] > 6,
    "glare": lambda t: t["glare"], "reflection": lambda t: t["reflection"], "refresh": lambda t: t["refresh"],
    "bloom": lambda t: t["bloom"], "low light": lambda t: t["lowLight"], "unlit seen": lambda t: t["unlit"],
    "slanted": lambda t: t["slanted"], "leading zero": lambda t: t["leadingZero"],
    "JPEG below 60": lambda t: (t["jpeg"] or 100) < 60}


def wilson(count, total, z=1.96):
    """The 95 % interval of a share, as two numbers of 0 to 1."""
    if not total:
        return 0.0, 1.0
    share = count / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)


def judged(truth, answer):
    """What an answer to one picture is worth, as names of columns to booleans; None where a column does not apply."""
    wanted, offered = truth["scores"], answer.get("scores")
    pairs = answer.get("pairs") or []
    first = pairs[0] if pairs else offered
    some = wanted is not None
    asked = "clock" in answer and truth.get("clock") is not None and truth.get("clockReadable", True)
    return {"first": first == wanted if some else None,
            "either": bool(first) and sorted(first) == sorted(wanted) if some else None,
            "right": offered is not None and offered == wanted if some else None,
            "wrong": offered is not None and offered != wanted,
            "listed": wanted in pairs or offered == wanted if some else None,
            "clock": answer.get("clock") == truth["clock"] if asked else None}


def share(results, column):
    """A column's share as text, with its count."""
    values = [result[column] for result in results if result[column] is not None]
    return f"{100 * sum(values) / len(values):5.1f}" if values else "    -"


def print_row(name, results):
    print(f"{name:24}{len(results):5}  " + "  ".join(f"{share(results, c):>7}" for c in
                                                    ("first", "either", "listed", "right", "wrong", "clock")))


def print_tables(cases):
    """`cases` are pairs of truth and result."""
    columns = ["first", "either", "listed", "offered+", "offered-", "clock"]
    print(f"{'%':24}{'n':>5}  " + "  ".join(f"{column:>7}" for column in columns))
    scored = [case for case in cases if case[0]["scores"] is not None]
    print_row("all", [result for _, result in cases])
    print_row("with scores", [result for _, result in scored])
    print_row("without scores", [result for truth, result in cases if truth["scores"] is None])
    for kind in ("segments", "dots", "print"):
        print_row(kind, [result for truth, result in scored if truth.get("kind") == kind])
    for low, high in BANDS:
        chosen = [result for truth, result in scored if low <= (truth.get("digitHeight") or 0) < high]
        print_row(f"digits {low} to {min(high, 120)} px", chosen)
    for name, test in CONDITIONS.items():
        print_row(name, [result for truth, result in scored if "conditions" in truth and test(truth["conditions"])])


def print_intervals(cases):
    """The goals' shares with their 95 % intervals: right pair first, wrong pair offered."""
    for name, column, scored in [("right pair first", "first", True), ("offered and right", "right", True),
                                 ("offered and wrong, of all", "wrong", False)]:
        values = [result[column] for truth, result in cases if not scored or truth["scores"] is not None]
        low, high = wilson(sum(values), len(values))
        print(f"{name}: {sum(values)} of {len(values)}, {100 * sum(values) / max(1, len(values)):.1f} % "
              f"({100 * low:.1f} to {100 * high:.1f})")


def answers_of(path):
    """A reader's lines by the photo's name."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    return {pathlib.Path(line["input"]).name: line for line in lines if "input" in line}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("truth", type=pathlib.Path)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--output", type=pathlib.Path, help="lines of `hyzer snap read --json`")
    source.add_argument("--reader", choices=sorted(readers.READERS))
    parser.add_argument("--save", type=pathlib.Path, help="keep the named reader's lines")
    parser.add_argument("--wrong", action="store_true", help="list the pictures with a wrong pair offered")
    options = parser.parse_args()
    truths = [json.loads(line) for line in options.truth.read_text(encoding="utf-8").splitlines()]
    begun = time.monotonic()
    if options.output:
        answers = answers_of(options.output)
    else:
        read = readers.READERS[options.reader]
        answers = {truth["photo"]: read(options.truth.parent / truth["photo"], truth) for truth in truths}
        print(f"{options.reader}: {time.monotonic() - begun:.0f} s for {len(truths)} pictures")
    if options.save:
        lines = [json.dumps({"input": name, **answer}) + "\n" for name, answer in answers.items()]
        options.save.write_text("".join(lines), encoding="utf-8")
    missing = [truth["photo"] for truth in truths if truth["photo"] not in answers]
    if missing:
        print(f"no answer to {len(missing)} pictures, counted as refused: {' '.join(missing[:8])}")
    cases = [(truth, judged(truth, answers.get(truth["photo"], {"clock": None}))) for truth in truths]
    print_tables(cases)
    print_intervals(cases)
    if options.wrong:
        for truth, result in cases:
            if result["wrong"]:
                print(truth["photo"], "shows", truth["scores"], "offered", answers[truth["photo"]]["scores"])


if __name__ == "__main__":
    main()
