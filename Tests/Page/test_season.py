"""A season of ten games as README's lines begin it: typed, spoken and photographed, on the command line and on a phone."""

import base64
import json
import re

import pytest
from conftest import hosting
from playwright.sync_api import expect
from test_snap import Season
from test_speech import recording

#: Draws numbers in seven segments at places of a board; rows of text, x, y, height, colour.
LAMPS = """(numbers) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 750 });
  const pen = canvas.getContext("2d");
  const lit = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];
  pen.fillStyle = "#121418"; pen.fillRect(0, 0, canvas.width, canvas.height);
  for (let [text, x, y, height, colour] of numbers) {
    const [wide, thick] = [0.55 * height, height / 9];
    pen.fillStyle = colour;
    for (const sign of text) {
      if (sign === ":") {
        for (const part of [1 / 3, 2 / 3]) pen.fillRect(x, y + part * height, thick, thick);
        x += 3 * thick;
        continue;
      }
      [[0, 0, 1], [1, 0, 0], [1, 1, 0], [0, 2, 1], [0, 1, 0], [0, 0, 0], [0, 1, 1]].forEach(([right, down, isAcross], segment) => {
        if (!(lit[Number(sign)] >> segment & 1)) return;
        const [left, top] = [x + right * (wide - thick), y + down * (height - thick) / 2];
        if (isAcross) pen.fillRect(x + thick / 2, top, wide - thick, thick);
        else pen.fillRect(left, top + thick / 2, thick, height / 2);
      });
      x += wide + height / 5;
    }
  }
  return canvas.toDataURL("image/jpeg", 0.9).split(",")[1];
}"""


def lamps(page, home, guest):
    """A JPEG of a board at the end of a game: two scores, clock, period and fouls."""
    red, amber = "#ff3c28", "#ffbe28"
    numbers = [("0:00", 450, 70, 130, amber), (home, 130, 280, 150, red), ("4", 580, 320, 90, amber), (guest, 840, 280, 150, red),
               ("7", 200, 540, 94, amber), ("9", 950, 540, 94, amber)]
    return base64.b64decode(page.evaluate(LAMPS, numbers))


def told(host):
    """The games of a host's season in short."""
    return [(game["date"][5:], game["outcome"][0], game["teamScore"], game["opponentScore"], game["opponent"]) for game in host.games()]


@pytest.fixture
def elsewhere(log, tmp_path):
    """Another machine, with a log of its own."""
    with hosting(log, tmp_path / "elsewhere") as host:
        yield host


def test_ten_games_are_kept_told_and_taken_elsewhere(members, group, elsewhere, tmp_path):
    group.run("snap", "player", "new", "Ava")
    group.run("snap", "team", "new", "Tigers")
    phone = Season(members("Mike").page, group.url)
    # A photo on the command line, two on the phone.
    (tmp_path / "board.jpg").write_bytes(lamps(phone.page, "72", "65"))
    group.run("snap", "add", tmp_path / "board.jpg", "--outcome", "win", "--opponent", "Hawks", "--date", "2026-01-10", "--yes")
    for day, outcome, home, guest, other in (10, "Loss", "41", "58", "Lincoln"), (11, "Tie", "30", "30", "Bears"):
        phone.photo(lamps(phone.page, home, guest))
        phone.press("Accept")
        phone.page.get_by_role("radio", name=outcome).click()
        expect(phone.page.locator("#said")).to_have_text(re.compile(rf"Game Score: {home} - {guest}"))
        phone.press("Continue")
        phone.page.get_by_label("Opponent’s name").fill(other)
        phone.page.get_by_label("Date").fill(f"2026-02-{day}")
        phone.press("Save")
    # Three by hand on the phone, two by voice, two by command.
    phone.by_hand("Win", 50, 48, "Hawks", "2026-03-01")
    phone.by_hand("Win", 44, 20, "Wolves", "2026-03-02")
    phone.by_hand("Loss", 12, 33, "Lions", "2026-03-03")
    expect(phone.page.locator(".pending")).to_have_count(0)
    for day, sentence in enumerate(("we won seventy four to sixty five", "we lost to lincoln fifty to forty eight"), 1):
        recording(tmp_path / f"{day}.wav", sentence)
        group.run("snap", "say", "--input", tmp_path / f"{day}.wav", "--date", f"2026-04-0{day}", "--yes")
    group.run("snap", "game", "new", "--outcome", "loss", "--score", "48", "50", "--opponent", "Lincoln", "--location",
              "Springfield, Gym 2", "--date", "2026-05-01")
    group.run("snap", "game", "new", "--outcome", "win", "--score", "61", "60", "--opponent", "Bears", "--date", "2026-05-02")
    assert told(group) == [
        ("05-02", "w", 61, 60, "Bears"), ("05-01", "l", 48, 50, "Lincoln"), ("04-02", "l", 48, 50, "Lincoln"),
        ("04-01", "w", 74, 65, ""), ("03-03", "l", 12, 33, "Lions"), ("03-02", "w", 44, 20, "Wolves"),
        ("03-01", "w", 50, 48, "Hawks"), ("02-11", "t", 30, 30, "Bears"), ("02-10", "l", 41, 58, "Lincoln"),
        ("01-10", "w", 72, 65, "Hawks")]
    # One is edited, another deleted.
    group.run("snap", "game", "edit", group.games()[0]["id"], "--outcome", "loss", "--score", "60", "61")
    group.run("snap", "game", "delete", group.games()[5]["id"], "--yes")
    nine = told(group)
    assert len(nine) == 9 and nine[0] == ("05-02", "l", 60, 61, "Bears") and "Wolves" not in str(nine)
    totals = json.loads(group.run("snap", "record", "--json"))
    assert [totals[of] for of in ("wins", "losses", "ties", "pointsFor", "pointsAgainst")] == [3, 5, 1, 435, 460]
    # The page, its chart with it.
    phone.page.reload()
    phone.record("3 - 5 - 1")
    expect(phone.page.locator(".game-bar .by")).to_have_text(["+7", "−17", "0", "+2", "−21", "+9", "−2", "−2", "−1"])
    # Elsewhere it is the same, to the card's last pixel.
    group.run("snap", "export", tmp_path / "season.jsonl")
    elsewhere.run("snap", "import", tmp_path / "season.jsonl")
    assert elsewhere.games() == group.games()
    cards = [tmp_path / name for name in ("here.png", "there.png")]
    for host, card in zip((group, elsewhere), cards):
        host.run("snap", "record", "--png", card)
        assert host.run("audit") == "clean\n"
    assert cards[0].read_bytes() == cards[1].read_bytes()
