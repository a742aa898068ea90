"""A host of seasons that answers by the rules of changes, and serves the page's modules as they are."""

import re
import urllib.parse

from views import PROJECT

ADDRESS = "https://snap.test"
FOLDERS = [PROJECT / "Sources" / name / "Page" for name in ("SnapPage", "PhonePage")]
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html", "svg": "image/svg+xml"}
LISTS = {"player": "players", "team": "teams", "game": "games"}
OWNERS = {"team": "player", "game": "team"}
USUAL = {"player": {"colour": "#30d5c8", "position": 0}, "team": {"colour": "#30d5c8", "position": 0}, "game": {
    "time": "", "utcOffset": "", "location": "", "latitude": None, "longitude": None, "opponent": "", "notes": ""}}


def tokens():
    """The style sheet of colours and sizes, made of their table as the host makes it."""
    text = (FOLDERS[1] / "Tokens.swift").read_text()
    shades = (PROJECT / "Sources" / "HyzerBase" / "Palette.swift").read_text()

    def value(word):
        if not word.startswith("Palette."):
            return word[2:]
        _, name, side = word.split(".")
        pair = re.search(rf"let {name}\b.*?\(([^)]*)\)", shades, re.S).group(1)
        numbers = re.findall(r"0x(\w+)", pair)
        return numbers[0 if side == "light" else 1]

    colours = [(name, [value(word) for word in values.split(", ")])
               for name, values in re.findall(r'Colour\("([a-z-]+)", ([^)]*)\)', text)]
    sizes = {kind: re.findall(r'\("([a-z0-9-]+)", ([\d_.]+)\)', re.search(rf"static let {kind}\b.*?\n  \]", text, re.S).group())
             for kind in ("type", "sizes", "motion")}
    fixed = (["--body:1rem"] + [f"--{name}:{float(size) / 17:.4g}rem" for name, size in sizes["type"]]
             + [f"--{name}:{size}px" for name, size in sizes["sizes"]]
             + [f"--{name}:{size.replace('_', '')}ms" for name, size in sizes["motion"]] + ["--spring:linear(0, 1)"])

    def themed(at):
        return [f"--{name}:#{values[at]}" for name, values in colours]
    return (f":root{{{';'.join(themed(0) + fixed)}}}"
            f"@media (prefers-color-scheme: light){{:root{{{';'.join(themed(1))}}}}}")


class FakeSnap:
    """Seasons that several phones share."""

    def __init__(self):
        self.changes = {}
        self.is_offline = False
        #: What a photo is answered with: a status and an answer, the first of which is used up.
        self.readings = []
        self.photos = []
        #: What was asked for with each of them.
        self.queries = []
        #: Why changes are refused, by the name that they set.
        self.reasons = {}
        #: With what everything is answered, where the phone is not in.
        self.refusal = None

    def serve(self, context):
        context.route(ADDRESS + "/**", self.answer)

    def answer(self, route):
        if self.is_offline:
            return route.abort()
        path = urllib.parse.urlparse(route.request.url).path
        if path.startswith("/api/") and self.refusal:
            return route.fulfill(status=self.refusal, json={"error": "Join first"})
        if path == "/api/snap":
            return route.fulfill(json=self.book())
        if path == "/api/snap/changes":
            return route.fulfill(json=self.take(route.request.post_data_json["changes"]))
        if path == "/api/snap/reading":
            self.photos.append(route.request.post_data_buffer)
            self.queries.append(urllib.parse.urlparse(route.request.url).query)
            status, _ = self.readings[0]
            # A host reads a while, and says by what to ask.
            return self.read(route) if status != 200 else route.fulfill(status=202, json={"reading": "one"})
        if path == "/api/snap/reading/one":
            return self.read(route)
        self.file(route, "index.html" if path == "/snap" else path.rsplit("/", 1)[-1])

    def read(self, route):
        status, told = self.readings.pop(0)
        return route.abort() if status is None else route.fulfill(status=status, json=told)

    def file(self, route, name):
        if name == "tokens.css":
            return route.fulfill(body=tokens(), content_type="text/css")
        for folder in FOLDERS:
            if (folder / name).exists():
                return route.fulfill(path=folder / name, content_type=TYPES.get(name.rsplit(".", 1)[-1], "text/plain"))
        route.fulfill(status=404, body="")

    # MARK: The rules

    def take(self, changes):
        refused = []
        for change in changes:
            reason = self.reasons.get(change.get("set", {}).get("name"))
            if reason:
                refused.append({"id": change["id"], "reason": reason})
            else:
                self.changes.setdefault(change["id"], change)
        return {"book": self.book(), "refused": refused}

    def book(self):
        deleted, things = set(), {}
        for change in sorted(self.changes.values(), key=lambda one: (one["at"], one["id"])):
            deleted.update(change.get("delete", []))
            if "set" in change:
                kind = change["kind"]
                thing = things.setdefault(change["of"], {"kind": kind, "id": change["of"], "changes": [], **USUAL[kind]})
                thing.update(change["set"])
                thing["changes"].append(change["id"])
        there = {kind: [] for kind in LISTS}
        needed = set()
        for kind in ("game", "team", "player"):
            for thing in things.values():
                if thing["kind"] == kind and (thing["id"] in needed or not deleted.issuperset(thing["changes"])):
                    needed.add(thing.get(OWNERS.get(kind)))
                    there[kind].append({name: value for name, value in thing.items() if name != "kind"})
        for kind in ("player", "team"):
            there[kind].sort(key=lambda thing: (thing["position"], thing["id"]))
        # Of one time the one that was added later comes first.
        there["game"] = sorted(reversed(there["game"]), key=lambda game: (game["date"], game["time"]), reverse=True)
        book = {LISTS[kind]: found for kind, found in there.items()}
        latest = max((change["at"] for change in self.changes.values()), default="")
        return {**book, "latest": latest}
