"""What a document says is shown by a test, a picture or a benchmark is there."""

import re

from views import PROJECT

#: How a test or the like of a name begins, by the ending of its file.
BEGINNINGS = {".py": "def {}(", ".swift": "func `{}`", ".mjs": 'test("{}"'}


def is_there(file, name):
    if file == "picture":
        return f'yield "{name}"' in (PROJECT / "Tests" / "Page" / "views.py").read_text()
    if files := list((PROJECT / "Benchmarks").rglob(file)):
        return any(f'"{name}"' in path.read_text() for path in files)
    return any(BEGINNINGS[path.suffix].format(name) in path.read_text() for path in (PROJECT / "Tests").rglob(file))


def test_what_shows_each_thing_that_the_app_does_is_there():
    rows = re.findall(r"^\| (?!\||what)([^|]+) \|[^|]+\| ([^|]+) \|$", (PROJECT / "Documents" / "App.md").read_text(), re.M)
    proofs = {row: re.findall(r"`([^`:]+)::([^`]+)`", shown) for row, shown in rows}
    assert len(proofs) == 30
    assert [row for row, proof in proofs.items() if not proof] == []
    assert [name for proof in proofs.values() for name in proof if not is_there(*name)] == []
