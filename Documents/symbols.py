#!/usr/bin/env python3
"""Puts the symbol graphs of some modules into a folder each, and lists public declarations without a comment.

usage: symbols.py GRAPHS OUT MODULE...
"""

import json
import pathlib
import shutil
import sys


def undocumented(graph):
    """Yields where each declaration of the source stands that has no comment of its own."""
    for symbol in json.loads(graph.read_text())["symbols"]:
        # What the compiler makes has no place.
        place = symbol.get("location")
        if place and not symbol.get("docComment"):
            path = place["uri"].removeprefix("file://")
            yield f"{path}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}"


def main(graphs, out, *modules):
    lines = []
    for module in modules:
        folder = pathlib.Path(out, module)
        folder.mkdir(parents=True)
        for graph in sorted(pathlib.Path(graphs).glob(f"{module}*.symbols.json")):
            if graph.name.split(".")[0].split("@")[0] == module:
                shutil.copy(graph, folder)
                lines += undocumented(graph)
    for line in sorted(set(lines)):
        print(f"{line} has no documentation", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
