"""The page of seasons: games are added by hand and by photo, edited, deleted, also without the network."""

import array
import base64
import contextlib
import functools
import io
import re
import struct
import wave

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import chromium, watched
from fake_snap import ADDRESS, FakeSnap
from phones import Phone
from playwright.sync_api import expect
from test_access import TOO_SMALL, TOO_WIDE
from test_speech import recording
from views import LARGE_TEXT, TRACKS

READING = {"scores": [65, 72], "clock": "0:00", "confidence": 0.9, "pairs": [[65, 72], [65, 12]], "reader": "local",
           "takenAt": "2026-02-03T18:05", "utcOffset": "+01:00", "latitude": 47.5, "longitude": 8.7}
NOTHING = {**READING, "scores": None, "pairs": [], "takenAt": None, "utcOffset": None, "latitude": None, "longitude": None}


@pytest.fixture
def snap():
    return FakeSnap()


@pytest.fixture
def snapper(browser, snap):
    """Makes phones that open the page."""
    with contextlib.ExitStack() as contexts:
        def make(**settings):
            context = contexts.enter_context(watched(browser, **{
                "viewport": {"width": 390, "height": 844}, "service_workers": "block", "locale": "en-US", **settings}))
            snap.serve(context)
            return Season(context.new_page())
        yield make


class Season:
    """A phone at the page, and what its person does there."""

    def __init__(self, page, address=ADDRESS):
        self.page = page
        self.button = functools.partial(page.get_by_role, "button")
        page.goto(address + "/snap")

    def press(self, name, **how):
        self.button(name=name, **{"exact": True, **how}).click()

    def title(self, text):
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def name(self, name):
        self.page.get_by_label("Name").fill(name)
        self.press("Add")

    def begin(self, player="Ann", team="Comets"):
        self.press("Add first player")
        self.name(player)
        self.press("Add first team")
        self.name(team)
        self.title("Home")
        return self

    def by_hand(self, outcome, team, opponent, other="Hawks", date=None):
        self.press("Other ways to add a game")
        self.press("By hand")
        self.page.get_by_role("radio", name=outcome).click()
        self.page.get_by_label("Your Team").fill(str(team))
        self.page.get_by_label("Opponent", exact=True).fill(str(opponent))
        self.page.get_by_label("Opponent’s name").fill(other)
        if date:
            self.page.get_by_label("Date").fill(date)
        self.press("Save")

    def record(self, text):
        expect(self.page.locator(".figures")).to_have_attribute("title", text)

    def photo(self, data, kind="image/jpeg", name="board.jpg"):
        with self.page.expect_file_chooser() as chosen:
            self.press("Add a game by camera")
        chosen.value.set_files({"name": name, "mimeType": kind, "buffer": data})

    def sent(self, snap, count):
        self.page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('snap-unsent'))")
        assert len(snap.changes) == count


def exif(orientation=1):
    """The segment of a photo that was taken somewhere some day."""
    entries = struct.pack(">HHIHH", 0x112, 3, 1, orientation, 0) + struct.pack(">HHII", 0x132, 2, 20, 38)
    tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 2) + entries + struct.pack(">I", 0) + b"2026:02:03 18:05:00\0"
    body = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def board(page, segment=b"", width=2400, height=1200):
    """A JPEG of a board, wider than high."""
    data = page.evaluate("""([width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#111"; pen.fillRect(0, 0, width, height);
      pen.fillStyle = "#f80"; pen.font = `${height / 2}px monospace`; pen.fillText("65  72", width / 12, height * 0.7);
      return canvas.toDataURL("image/jpeg").split(",")[1];
    }""", [width, height])
    jpeg = base64.b64decode(data)
    return jpeg[:2] + segment + jpeg[2:]


def size(jpeg):
    """The width and height of a JPEG."""
    at = 2
    while not 0xc0 <= jpeg[at + 1] <= 0xc2:
        at += 2 + struct.unpack(">H", jpeg[at + 2:at + 4])[0]
    return struct.unpack(">HH", jpeg[at + 5:at + 9])[::-1]


# MARK: By hand


def test_nothing_is_reachable_before_a_player_and_a_team(snapper, snap):
    phone = snapper()
    expect(phone.page.get_by_role("button")).to_have_text(["Add first player"])
    phone.press("Add first player")
    phone.press("Add")
    expect(phone.page.get_by_role("alert").filter(has_text="A name is empty; give one.")).to_be_visible()
    phone.name("Ann")
    expect(phone.page.get_by_role("button")).to_have_text(["Add first team"])
    phone.press("Add first team")
    phone.name("Comets")
    phone.record("0 - 0 - 0")
    phone.sent(snap, 2)


def test_three_games_make_a_record_and_survive_a_new_start(snapper, snap):
    phone = snapper().begin()
    phone.by_hand("Win", 72, 65, "Hawks", "2026-02-03")
    phone.record("1 - 0 - 0")
    expect(phone.page.locator(".notice")).to_have_text("Added: Won 72 to 65 against Hawks, Feb 3")
    phone.by_hand("Loss", 48, 50, "Lincoln", "2026-02-10")
    phone.by_hand("Tie", 40, 40, "Owls", "2026-02-17")
    phone.record("1 - 1 - 1")
    expect(phone.page.locator(".last")).to_contain_text("Owls")
    expect(phone.page.locator(".facts")).to_contain_text("Tied 1")
    expect(phone.page.locator(".game-bar")).to_have_count(3)
    phone.page.reload()
    phone.record("1 - 1 - 1")
    phone.press("Games")
    rows = phone.page.locator(".game")
    expect(rows).to_have_count(3)
    expect(rows.nth(1).locator(".points b")).to_have_text("48")
    expect(rows.nth(0).locator(".points b")).to_have_count(0)
    phone.sent(snap, 5)


@pytest.mark.parametrize("outcome, team, opponent, reason", [
    ("Win", 65, 72, "65 - 72 is no win: the opponent has more points."),
    ("Loss", 72, 65, "72 - 65 is no loss: the team has more points."),
    ("Win", 40, 40, "40 - 40 is a tie, and no win."),
    ("Tie", 40, 41, "40 - 41 is no tie: in a tie both scores are the same."),
    ("Win", 1000, 3, "A score of 1000 is not from 0 to 999."),
    ("Win", 12, "", "A score is missing; type both."),
])
def test_a_contradiction_is_not_saved(snapper, snap, outcome, team, opponent, reason):
    phone = snapper().begin()
    phone.by_hand(outcome, team, opponent)
    expect(phone.page.locator("#form-error")).to_have_text(reason)
    swap = phone.button(name="Swap the scores")
    if "more points" in reason:
        swap.click()
        phone.press("Save")
        phone.title("Home")
    else:
        expect(swap).to_have_count(0)


def test_more_points_than_boards_show_are_asked_about(snapper, snap):
    phone = snapper().begin()
    phone.by_hand("Win", 203, 65)
    expect(phone.page.get_by_role("dialog")).to_contain_text("203 is more than scoreboards show.")
    phone.press("It is right")
    phone.record("1 - 0 - 0")


def test_a_game_is_edited_and_its_team_stays(snapper, snap):
    phone = snapper().begin()
    phone.by_hand("Win", 72, 65)
    phone.press("Games")
    phone.button(name=re.compile("^Details: Won 72 to 65")).click()
    phone.title("Game")
    expect(phone.page.get_by_role("combobox", name="Team")).to_have_count(0)
    phone.page.get_by_label("Your Team").fill("60")
    phone.page.get_by_role("radio", name="Loss").click()
    phone.page.get_by_label("Location").fill("Winterthur, Hall 2")
    phone.press("Save")
    expect(phone.page.locator(".game")).to_contain_text("Winterthur")
    expect(phone.page.locator(".team-record")).to_have_text("0 - 1 - 0")
    phone.sent(snap, 4)
    assert snap.book()["games"][0]["result"] == {"outcome": "loss", "team": 60, "opponent": 65}
    assert set(list(snap.changes.values())[-1]["set"]) == {"location", "result"}


def test_a_deleted_game_comes_back(snapper, snap):
    phone = snapper(has_touch=True).begin()
    phone.by_hand("Win", 72, 65)
    phone.press("Games")
    phone.page.locator(".game").evaluate("""(row) => {
      const at = (x) => [new Touch({ identifier: 1, target: row, clientX: x, clientY: 300 })];
      row.dispatchEvent(new TouchEvent("touchstart", { touches: at(300) }));
      row.dispatchEvent(new TouchEvent("touchmove", { touches: at(220) }));
      row.dispatchEvent(new TouchEvent("touchend", { touches: [] }));
    }""")
    phone.button(name=re.compile("^Delete: Won")).click()
    expect(phone.page.locator(".team-record")).to_have_text("0 - 0 - 0")
    phone.sent(snap, 4)
    assert snap.book()["games"] == []
    phone.press("Undo")
    expect(phone.page.locator(".team-record")).to_have_text("1 - 0 - 0")
    phone.sent(snap, 5)
    assert snap.book()["games"][0]["opponent"] == "Hawks"


def test_a_player_goes_with_all_games_after_one_question(snapper, snap):
    phone = snapper().begin()
    phone.by_hand("Win", 72, 65)
    phone.press("Players")
    phone.press("Add player")
    phone.name("Ben")
    expect(phone.page.locator(".thing[aria-current]")).to_have_text(["Ann", "Comets"])
    phone.press("Ann: edit")
    phone.press("Delete")
    expect(phone.page.get_by_role("dialog")).to_contain_text("1 team and 1 game will be deleted with this player.")
    phone.press("Delete")
    phone.press("Add first team")
    phone.name("Owls")
    phone.press("Home")
    phone.record("0 - 0 - 0")
    expect(phone.page.locator(".record h2")).to_have_text("Owls")


def test_order_rules_all_views(snapper, snap):
    phone = snapper().begin()
    phone.press("Players")
    for name in ("Ben", "Cleo"):
        phone.press("Add player")
        phone.name(name)
    phone.press("Reorder")
    phone.press("Cleo: up")
    phone.press("Cleo: up")
    expect(phone.button(name="Cleo: up", exact=True)).to_be_disabled()
    grip = phone.page.locator(".grip").nth(1).bounding_box()
    phone.page.mouse.move(grip["x"] + 5, grip["y"] + 5)
    phone.page.mouse.down()
    phone.page.mouse.move(grip["x"] + 5, grip["y"] + 90, steps=5)
    phone.page.mouse.up()
    phone.press("Done")
    names = ["Cleo", "Ben", "Ann"]
    expect(phone.page.locator(".thing").filter(has_not_text="Comets")).to_have_text(names)
    phone.press("Home")
    expect(phone.page.locator(".segment")).to_have_text(names)
    expect(phone.page.locator(".segment[aria-pressed=true]")).to_have_text("Ann")
    phone.press("Ben")
    expect(phone.button(name="Add team", exact=True)).to_be_visible()


# MARK: By photo


# MARK: Taps that come twice, or too long

def fill(phone):
    phone.press("Other ways to add a game")
    phone.page.get_by_role("dialog").get_by_role("button", name="By hand").click()
    phone.page.get_by_role("radio", name="Win").click()
    phone.page.get_by_label("Your Team").fill("72")
    phone.page.get_by_label("Opponent", exact=True).fill("65")


def test_a_form_that_is_sent_twice_is_one_game_and_one_way_back(snapper, snap):
    phone = snapper().begin()
    fill(phone)
    save = phone.button(name="Save")
    save.evaluate("(button) => { button.click(); button.click(); }")
    phone.title("Home")
    phone.record("1 - 0 - 0")
    phone.sent(snap, 3)
    # What was saved is not a form any more, whichever way it is come back to.
    phone.page.go_forward()
    phone.title("Home")
    phone.page.evaluate("history.back()")
    phone.title("Home")
    assert phone.page.url == ADDRESS + "/snap"


def test_a_game_that_is_deleted_twice_is_gone_once(snapper, snap):
    phone = snapper().begin()
    phone.by_hand("Win", 72, 65)
    phone.page.get_by_role("button", name=re.compile("^Last game")).click()
    phone.button(name="Delete").evaluate("(button) => { button.click(); button.click(); }")
    phone.title("Home")
    phone.record("0 - 0 - 0")
    phone.sent(snap, 4)


def test_the_second_half_of_a_double_tap_falls_on_nothing(snapper, snap):
    phone = snapper(has_touch=True).begin()
    for day in range(1, 10):
        phone.by_hand("Win", 70 + day, 65, date=f"2026-02-0{day}")
    phone.press("Games")
    fill(phone)
    phone.button(name="Save").scroll_into_view_if_needed()
    place = phone.button(name="Save").bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    phone.page.touchscreen.tap(x, y)
    phone.title("Games")
    row = phone.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.game')?.className ?? null", [x, y])
    assert row, "nothing is there to be hit by mistake"
    phone.page.touchscreen.tap(x, y)
    phone.title("Games")
    # Later it is a tap like any other.
    phone.page.wait_for_timeout(450)
    phone.page.touchscreen.tap(x, y)
    phone.title("Game")


def test_the_end_of_a_long_press_chooses_nothing(snapper, snap):
    phone = snapper(has_touch=True).begin()
    place = phone.button(name="Add a game by camera").bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    phone.page.mouse.move(x, y)
    phone.page.mouse.down()
    expect(phone.page.get_by_role("dialog")).to_contain_text("Add a game")
    # Where the menu has come under the finger.
    choice = phone.page.get_by_role("dialog").get_by_role("button", name="By hand")
    choice.dispatch_event("click")
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    phone.page.mouse.up()
    phone.page.wait_for_timeout(150)
    choice.click()
    phone.title("New game")


@pytest.mark.parametrize("width", [320, 390])
def test_a_long_record_fits(snapper, snap, width):
    def put(id, kind, **fields):
        snap.changes[id] = {"id": id, "at": "2026-11-20T12:00:00.000Z", "kind": kind, "of": id, "set": fields}

    put("a", "player", name="Ann", position=1)
    put("b", "team", name="Comets", player="a", position=1)
    results = [("win", 72)] * 10 + [("loss", 60)] * 12 + [("tie", 65)] * 11
    for number, (outcome, own) in enumerate(results):
        put(f"g{number:02}", "game", team="b", date="2026-11-20",
            result={"outcome": outcome, "team": own, "opponent": 65})
    phone = snapper(viewport={"width": width, "height": 700})
    phone.record("10 - 12 - 11")
    boxes = [part.bounding_box() for part in phone.page.locator(".figures > *").all()]
    assert len(boxes) == 5
    ends = [(box["x"], box["x"] + box["width"]) for box in boxes]
    assert ends[0][0] >= 8 and ends[-1][1] <= width - 8
    assert all(end <= begin for (_, end), (begin, _) in zip(ends, ends[1:]))
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_photo_is_read_labelled_and_saved(snapper, snap):
    phone = snapper().begin()
    snap.readings = [(200, READING)]
    phone.photo(board(phone.page, exif(6)))
    expect(phone.page.locator(".preview canvas")).to_be_visible()
    # It was turned, and stands upright.
    assert phone.page.evaluate("(({ width, height }) => [width, height])(document.querySelector('canvas'))") == [1000, 2000]
    phone.press("Accept")
    phone.page.get_by_role("radio", name="Loss").click()
    expect(phone.page.locator(".neutral")).to_have_text("Game Score: 65 - 72")
    expect(phone.page.locator(".photo canvas")).to_be_visible()
    phone.press("65 - 12")
    expect(phone.page.locator(".neutral")).to_have_text("Game Score: 65 - 12")
    phone.page.get_by_label("Other score").fill("72")
    phone.press("Continue")
    expect(phone.page.get_by_label("Your Team")).to_have_value("65")
    expect(phone.page.get_by_label("Opponent", exact=True)).to_have_value("72")
    expect(phone.page.get_by_label("Date")).to_have_value("2026-02-03")
    expect(phone.page.get_by_label("Time")).to_have_value("18:05")
    phone.press("Save")
    phone.record("0 - 1 - 0")
    phone.sent(snap, 3)
    game = snap.book()["games"][0]
    assert (game["utcOffset"], game["latitude"], game["longitude"]) == ("+01:00", 47.5, 8.7)
    small = snap.photos[0]
    assert small[2:].startswith(exif(1)) and size(small) == (1000, 2000)


@pytest.mark.parametrize("status, told, words", [
    (200, NOTHING, "No score found"),
    (503, {"error": "Cannot connect to network for image analysis"}, "Cannot connect to network for image analysis"),
    (502, {"error": "JSON error"}, "JSON error"),
    (429, {"error": "Rate limit error"}, "Rate limit error"),
    (501, {"error": "This host reads no photos"}, "This host reads no photos"),
    (None, None, "Cannot connect to network for image analysis"),
])
def test_what_is_not_read_is_entered_by_hand(snapper, snap, status, told, words):
    phone = snapper().begin()
    snap.readings = [(status, told)]
    phone.photo(board(phone.page))
    phone.press("Accept")
    expect(phone.page.get_by_text(words, exact=True).first).to_be_visible()
    phone.press("Enter by hand")
    expect(phone.page.locator(".photo canvas")).to_be_visible()
    phone.page.get_by_role("radio", name="Win").click()
    phone.page.get_by_label("Your Team").fill("72")
    phone.page.get_by_label("Opponent", exact=True).fill("65")
    phone.press("Save")
    phone.record("1 - 0 - 0")


@pytest.mark.parametrize("data, words", [
    (b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"), (b"\0\0\0\x18ftypmp42" + bytes(40), "video"), (b"Hello", "no photo"),
    (b"\xff\xd8\xff\xe0" + bytes(40), "cannot be opened"),
])
def test_what_is_no_photo_is_refused_by_its_content(snapper, snap, data, words):
    phone = snapper().begin()
    phone.photo(data)
    expect(phone.page.locator(".preview [role=alert]")).to_contain_text(words)
    phone.press("Enter by hand")
    phone.title("New game")
    phone.press("Back")
    phone.title("Home")
    assert snap.photos == []


def test_a_cancelled_photo_is_taken_again(snapper, snap):
    phone = snapper().begin()
    photo = board(phone.page)
    phone.press("Games")
    phone.photo(photo)
    expect(phone.button(name="Accept")).to_be_enabled()
    with phone.page.expect_file_chooser() as chosen:
        phone.press("Cancel")
    phone.title("Games")
    chosen.value.set_files({"name": "board.jpg", "mimeType": "image/jpeg", "buffer": photo})
    phone.title("Photo")


def test_choosing_another_team_for_a_game_turns_all_views_to_it(snapper, snap):
    phone = snapper(permissions=["geolocation"], geolocation={"latitude": 47.5, "longitude": 8.7}).begin()
    phone.press("Players")
    phone.press("Add team")
    phone.name("School")
    camera = phone.button(name="Add a game by camera").bounding_box()
    phone.page.mouse.move(camera["x"] + 30, camera["y"] + 30)
    phone.page.mouse.down()
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    phone.page.mouse.up()
    phone.press("By hand")
    phone.page.get_by_role("combobox", name="Team").select_option("School")
    expect(phone.page.locator("small", has_text="The position is kept")).to_be_visible()
    phone.page.get_by_role("radio", name="Tie").click()
    for side in ("Your Team", "Opponent"):
        phone.page.get_by_label(side, exact=True).fill("40")
    phone.press("Save")
    phone.title("Players")
    expect(phone.page.locator(".thing[aria-current]")).to_have_text(["Ann", "School"])
    phone.press("Home")
    phone.record("0 - 0 - 1")
    phone.press("Games")
    expect(phone.page.locator(".team-record")).to_have_text(["0 - 0 - 0", "0 - 0 - 1"])
    phone.sent(snap, 4)
    assert snap.book()["games"][0]["latitude"] == 47.5


# MARK: Several phones


def test_games_are_kept_without_the_network(snapper, snap):
    phone = snapper().begin()
    phone.sent(snap, 2)
    snap.is_offline = True
    phone.by_hand("Win", 72, 65)
    phone.record("1 - 0 - 0")
    expect(phone.page.locator(".pending")).to_have_text("1 change not sent")
    snap.is_offline = False
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.page.locator(".pending")).to_have_count(0)
    phone.sent(snap, 3)


def test_an_edit_outlives_a_deletion_elsewhere(snapper, snap):
    mine = snapper().begin()
    mine.by_hand("Win", 72, 65)
    mine.sent(snap, 3)
    theirs = snapper()
    theirs.record("1 - 0 - 0")
    snap.is_offline = True
    mine.press("Games")
    mine.button(name=re.compile("^Details")).click()
    mine.page.get_by_label("Opponent’s name").fill("Eagles")
    mine.press("Save")
    expect(mine.page.locator(".game")).to_contain_text("Eagles")
    snap.is_offline = False
    theirs.press("Games")
    theirs.button(name=re.compile("^Details")).press("Delete")
    theirs.sent(snap, 4)
    assert snap.book()["games"] == []
    mine.page.evaluate("dispatchEvent(new Event('online'))")
    mine.sent(snap, 5)
    expect(mine.page.locator(".game")).to_contain_text("Eagles")
    theirs.page.reload()
    expect(theirs.page.locator(".game")).to_contain_text("Eagles")


def test_two_pages_of_a_phone_lose_nothing_of_each_other(snapper, snap):
    phone = snapper().begin()
    phone.sent(snap, 2)
    other = Season(phone.page.context.new_page())
    snap.is_offline = True
    phone.by_hand("Win", 72, 65)
    other.record("1 - 0 - 0")
    other.by_hand("Loss", 30, 65)
    phone.record("1 - 1 - 0")
    snap.is_offline = False
    other.page.evaluate("dispatchEvent(new Event('online'))")
    other.sent(snap, 4)


def test_what_is_refused_stays_in_sight_with_the_reason(snapper, snap):
    snap.reasons["Ben"] = "there is no room for Ben"
    phone = snapper().begin()
    phone.press("Players")
    phone.press("Add player")
    phone.name("Ben")
    refused = phone.page.locator(".refused")
    expect(refused).to_contain_text("Not kept: there is no room for Ben")
    phone.page.reload()
    expect(refused).to_be_visible()
    phone.press("Dismiss")
    expect(refused).to_have_count(0)
    expect(phone.page.get_by_text("Ben")).to_have_count(0)


def test_strangers_join_first(snapper, snap):
    snap.refusal = 401
    phone = snapper()
    phone.title("Join first")
    expect(phone.page.get_by_role("link", name="Join")).to_have_attribute("href", "/")


# MARK: For all


def test_a_keyboard_is_enough(snapper, snap):
    phone = snapper()
    keys = phone.page.keyboard

    def to(name, role="button", **how):
        element = phone.page.get_by_role(role, name=name, **{"exact": True, **how}).first
        expect(element).to_be_visible()
        for _ in range(60):
            if element.evaluate("(element) => element === document.activeElement"):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab never comes to {name}")

    for kind, name in (("player", "Ann"), ("team", "Comets")):
        to(f"Add first {kind}")
        keys.press("Enter")
        expect(phone.page.get_by_label("Name")).to_be_focused()
        keys.type(name)
        keys.press("Enter")
    phone.title("Home")
    to("Add a game by camera")
    keys.press("Shift+Enter")
    to("By hand")
    keys.press("Enter")
    to("Win", "radio")
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    keys.press("Space")
    expect(phone.page.get_by_label("Your Team")).to_be_focused()
    keys.type("72")
    keys.press("Tab")
    keys.type("65")
    keys.press("Enter")
    phone.record("1 - 0 - 0")
    to("Games")
    keys.press("Enter")
    to(re.compile("^Details"), exact=False)
    keys.press("Delete")
    expect(phone.button(name="Undo")).to_be_focused()
    keys.press("Enter")
    expect(phone.page.locator(".team-record")).to_have_text("1 - 0 - 0")


#: A microphone whose sound needs no worklet, which no test can serve.
MICROPHONE = TRACKS + """
  AudioWorklet.prototype.addModule = async () => {};
  globalThis.AudioWorkletNode = class extends GainNode {
    constructor(context) {
      super(context);
      const port = this.port = { postMessage() { port.onmessage({ data: null }); } };
      const timer = setInterval(() => port.onmessage?.({ data: new Int16Array(320).fill(1000).buffer }), 20);
      context.onstatechange = () => { if (context.state === "closed") clearInterval(timer); };
    }
  };
"""


def walk_snap(phone, snap):
    """Brings up view after view, and names it."""
    page = phone.page
    expect(phone.button(name="Add first player")).to_be_visible()
    yield "first"
    phone.press("Add first player")
    yield "new-player"
    phone.name("Annabelle")
    phone.press("Add first team")
    phone.name("Winterthur Comets")
    phone.title("Home")
    yield "home-empty"
    games = [("Win", 72, 65, "Hawks"), ("Loss", 48, 50, "Lincoln"), ("Tie", 40, 40, "Owls"), ("Win", 61, 33, "Eagles"),
             ("Win", 55, 54, "Hawks"), ("Loss", 38, 59, "Saint Bernard Middle School"), ("Win", 66, 61, "Owls"), ("Win", 58, 40, "Eagles")]
    for at, (outcome, team, opponent, other) in enumerate(games):
        phone.by_hand(outcome, team, opponent, other, f"2026-{1 + at // 3:02}-{3 + 8 * (at % 3):02}")
        phone.title("Home")
    page.locator(".notice").wait_for(state="detached")
    yield "home"
    phone.press("Other ways to add a game")
    yield "ways"
    phone.press("Close")
    phone.press("Players")
    for name in ("Ben", "Cleopatra", "Dominic", "Emilia"):
        phone.press("Add player")
        phone.name(name)
    phone.press("Add team")
    phone.name("School")
    expect(page.locator(".thing")).to_have_count(7)
    yield "players"
    page.locator("#order-player").click()
    yield "order"
    phone.press("Done")
    phone.press("Annabelle: edit")
    yield "edit-player"
    phone.press("Delete")
    yield "delete-player"
    phone.press("Cancel")
    phone.press("Games")
    phone.button(name=re.compile("^Details: Won 58")).click()
    page.get_by_label("Location").fill("Winterthur, Hall 2")
    page.get_by_label("Notes").fill("Overtime. Annabelle made the last basket.")
    yield "game"
    page.get_by_label("Your Team").fill("30")
    phone.press("Save")
    yield "game-refused"
    page.get_by_label("Your Team").fill("58")
    phone.press("Save")
    phone.title("Games")
    page.locator(".notice").wait_for(state="detached")
    yield "games"
    phone.button(name=re.compile("^Details: Won 58")).press("Delete")
    expect(phone.button(name="Undo")).to_be_visible()
    yield "undo"
    phone.press("Undo")
    phone.press("Settings")
    yield "settings"
    phone.press("Back")
    snap.readings = [(200, READING), (503, {"error": "Cannot connect to network for image analysis"})]
    photo = board(page)
    phone.photo(photo)
    expect(phone.button(name="Accept")).to_be_enabled()
    yield "preview"
    phone.press("Accept")
    yield "outcome"
    page.get_by_role("radio", name="Win").click()
    expect(page.locator(".neutral")).to_be_visible()
    yield "scores"
    phone.press("Continue")
    yield "labelled"
    phone.press("Back")
    phone.title("Games")
    phone.photo(photo)
    phone.press("Accept")
    expect(phone.button(name="Enter by hand")).to_be_visible()
    yield "unread"
    phone.press("Back")
    phone.title("Games")
    snap.readings = [(200, {**NOTHING, "canAskRemote": True}), (400, {"error": "that is no result"}),
                     (200, {**SAID, "questions": ["not heard clearly; check it"]}), (200, {**SAID, "window": 60})]
    phone.photo(photo)
    phone.press("Accept")
    expect(phone.button(name="Send it to the reading service")).to_be_visible()
    yield "unsure"
    phone.press("Back")
    phone.title("Games")
    phone.press("Other ways to add a game")
    phone.press("By voice")
    expect(phone.button(name="Done")).to_be_enabled()
    yield "say"
    finish(phone)
    expect(phone.button(name="Try again")).to_be_visible()
    yield "say-failed"
    phone.press("Try again")
    finish(phone)
    phone.title("New game")
    yield "said-unclear"
    phone.press("Back")
    speak(phone)
    phone.title("New game")
    yield "said"
    phone.press("Back")
    phone.title("Games")
    phone.press("Players")
    snap.is_offline = True
    phone.press("Ben")
    phone.press("Add team")
    phone.name("Rockets")
    phone.press("Home")
    expect(page.locator(".pending")).to_be_visible()
    yield "offline"
    snap.refusal, snap.is_offline = 403, False
    page.evaluate("dispatchEvent(new Event('online'))")
    phone.title("Join first")
    yield "stranger"


@pytest.mark.parametrize("scheme, width, height, is_large", [
    ("dark", 320, 640, False), ("light", 320, 640, True), ("dark", 390, 844, False), ("light", 390, 844, False),
    ("dark", 820, 1180, False), ("light", 820, 1180, False)])
def test_everybody_can_use_every_view_of_a_season(snapper, snap, scheme, width, height, is_large):
    """Also with text at 250 %."""
    phone = snapper(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", permissions=["microphone"])
    phone.page.add_init_script(MICROPHONE)
    phone.page.reload()
    if is_large:
        phone.page.add_init_script(f"({LARGE_TEXT})()")
        phone.page.reload()
    found = []
    wide = TOO_WIDE.replace(".scroller", ".plot, .game")
    for name in walk_snap(phone, snap):
        phone.page.wait_for_function("() => document.getAnimations().every((one) => one.playState != 'running')")
        found += [(name, problem) for problem in phone.page.evaluate(TOO_SMALL) + phone.page.evaluate(wide)]
        found += [(name, problem["id"], problem["nodes"][0]["html"], problem["nodes"][0]["failureSummary"])
                  for problem in Axe().run(phone.page).response["violations"]]
    assert found == []


def test_a_photo_goes_to_a_service_only_where_somebody_wishes_it(snapper, snap):
    phone = snapper().begin()
    snap.readings = [(200, {**NOTHING, "canAskRemote": True}), (200, {**READING, "reader": "remote", "canAskRemote": False})]
    phone.photo(board(phone.page))
    phone.press("Accept")
    expect(phone.page.get_by_text("No score found", exact=True).first).to_be_visible()
    assert (len(snap.photos), snap.queries) == (1, [""])
    phone.page.get_by_role("radio", name="Win").click()
    phone.press("Send it to the reading service")
    expect(phone.page.locator(".neutral")).to_have_text("Game Score: 65 - 72")
    assert snap.queries == ["", "remote"] and snap.photos[0] == snap.photos[1]
    expect(phone.button(name="Send it to the reading service")).to_have_count(0)


# MARK: By voice

SAID = {"outcome": "win", "scores": [72, 65], "opponent": "Hawks", "questions": [], "window": 0.4}


@pytest.fixture
def speaker(snapper):
    """A phone with a microphone that sounds."""
    phone = snapper(permissions=["microphone"])
    phone.page.context.add_init_script(MICROPHONE)
    phone.page.reload()
    return phone.begin()


def finish(phone):
    """Presses Done once something was heard."""
    phone.page.wait_for_function(
        "() => Number(getComputedStyle(document.querySelector('.level')).getPropertyValue('--level')) > 0")
    phone.press("Done")


def speak(phone):
    phone.press("Other ways to add a game")
    phone.press("By voice")
    expect(phone.page.get_by_role("status").filter(has_text="Listening…")).to_be_visible()
    finish(phone)


def test_a_clear_sentence_is_sent_as_sound_and_saves_itself(speaker, snap):
    phone = speaker
    snap.readings = [(200, SAID)]
    speak(phone)
    phone.record("1 - 0 - 0")
    expect(phone.page.locator(".last")).to_contain_text("Hawks")
    phone.sent(snap, 3)
    game = snap.book()["games"][0]
    assert (game["result"], game["opponent"]) == ({"outcome": "win", "team": 72, "opponent": 65}, "Hawks")
    with wave.open(io.BytesIO(snap.photos[0])) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 16000)
        assert sound.getnframes() >= 320 and set(array.array("h", sound.readframes(320))) == {1000}


def test_any_touch_keeps_a_sentence_from_saving_itself(speaker, snap):
    phone = speaker
    phone.page.clock.install()
    snap.readings = [(200, {**SAID, "window": 1.5})]
    speak(phone)
    phone.page.clock.run_for(400)
    expect(phone.page.locator(".closing")).to_contain_text("Auto-saving in 1.5 seconds")
    phone.page.get_by_label("Opponent’s name").fill("Hawks B")
    expect(phone.page.locator(".closing")).to_have_count(0)
    phone.page.clock.run_for(5000)
    phone.title("New game")
    phone.press("Save")
    phone.page.clock.run_for(1000)
    phone.record("1 - 0 - 0")
    assert snap.book()["games"][0]["opponent"] == "Hawks B"


def test_what_is_not_clear_waits_for_a_person(speaker, snap):
    phone = speaker
    snap.readings = [(200, {**SAID, "outcome": None, "questions": ["who won was not said", "not heard clearly; check it"]})]
    speak(phone)
    expect(phone.page.get_by_role("alert").filter(has_text="Who won was not said; not heard clearly; check it.")).to_be_visible()
    expect(phone.page.get_by_label("Your Team")).to_have_value("72")
    expect(phone.page.locator(".closing")).to_have_count(0)
    phone.page.get_by_role("radio", name="Win").click()
    phone.press("Save")
    phone.record("1 - 0 - 0")


def test_what_is_no_result_is_said_again_or_entered_by_hand(speaker, snap):
    phone = speaker
    snap.readings = [(400, {"error": "that is no result"}), (None, None), (200, SAID)]
    speak(phone)
    expect(phone.page.locator(".error")).to_have_text("That is no result.")
    phone.press("Try again")
    finish(phone)
    expect(phone.page.locator(".error")).to_have_text("Voice needs the host, which is away. Enter the game by hand.")
    phone.press("Enter by hand")
    phone.title("New game")
    expect(phone.page.get_by_label("Your Team")).to_have_value("")


@pytest.mark.parametrize("leave", ["Cancel", "Back", None])
def test_who_leaves_is_not_heard(speaker, snap, leave):
    phone = speaker
    phone.press("Other ways to add a game")
    phone.press("By voice")
    expect(phone.button(name="Done")).to_be_enabled()
    if leave:
        phone.press(leave)
        phone.title("Home")
    else:
        snap.refusal = 403
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        phone.title("Join first")
    phone.page.wait_for_function("() => tracks.length && tracks.every(({ readyState }) => readyState === 'ended')")
    assert snap.photos == []


def test_a_page_that_is_opened_anew_listens_to_nobody(speaker, snap):
    phone = speaker
    phone.press("Other ways to add a game")
    phone.press("By voice")
    expect(phone.button(name="Done")).to_be_enabled()
    phone.page.reload()
    expect(phone.button(name="Start")).to_be_visible()
    assert phone.page.evaluate("tracks.length") == 0
    snap.readings = [(200, SAID)]
    phone.press("Start")
    finish(phone)
    phone.record("1 - 0 - 0")


def test_a_phone_without_a_microphone_says_so(snapper, snap):
    phone = snapper().begin()
    phone.press("Other ways to add a game")
    phone.press("By voice")
    expect(phone.page.locator(".error")).to_contain_text("The microphone is not allowed")
    phone.press("Enter by hand")
    phone.title("New game")


# MARK: On a host


def test_phones_of_a_group_keep_one_season_on_a_host_and_without_it(members, group):
    mike = Season(members("Mike").page, group.url).begin()
    mike.by_hand("Win", 72, 65)
    mike.record("1 - 0 - 0")
    jake = Season(members("Jake").page, group.url)
    jake.record("1 - 0 - 0")
    # From here on the page comes from what its worker keeps.
    mike.page.evaluate("navigator.serviceWorker.ready")
    mike.page.reload()
    mike.page.context.set_offline(True)
    mike.page.reload()
    mike.record("1 - 0 - 0")
    mike.by_hand("Loss", 40, 41)
    mike.record("1 - 1 - 0")
    expect(mike.page.locator(".pending")).to_contain_text("1 change not sent")
    mike.page.context.set_offline(False)
    expect(mike.page.locator(".pending")).to_have_count(0)
    jake.page.reload()
    jake.record("1 - 1 - 0")


def test_a_host_that_is_killed_again_and_again_loses_no_game(members, group):
    mike = Season(members("Mike").page, group.url).begin()
    for points in range(40, 46):
        mike.by_hand("Win", points, 30)
        # Whether it had heard of the game or not.
        group.kill()
        group.start()
    mike.page.reload()
    expect(mike.page.locator(".pending")).to_have_count(0)
    mike.record("6 - 0 - 0")
    assert sorted(game["teamScore"] for game in group.games()) == list(range(40, 46))
    assert group.run("audit") == "clean\n"


def test_the_two_products_of_a_host_lead_to_each_other(members):
    page = members("Mike").page
    page.get_by_role("button", name="You").click()
    page.get_by_role("button", name="Basketball").click()
    page.wait_for_url("**/snap")
    phone = Season(page, page.url.removesuffix("/snap")).begin()
    phone.press("Settings")
    phone.press("Disc golf")
    expect(page.get_by_role("heading", name="Scoring")).to_be_visible()


def test_a_host_reads_a_photo(members, group):
    phone = Season(members("Mike").page, group.url).begin()
    phone.photo(board(phone.page, exif()))
    phone.press("Accept")
    phone.page.get_by_role("radio", name="Win").click()
    expect(phone.page.locator("#said")).to_contain_text(re.compile("Game Score|No score found"))
    phone.page.get_by_label("One score").fill("65")
    phone.page.get_by_label("Other score").fill("72")
    phone.press("Continue")
    expect(phone.page.get_by_label("Your Team")).to_have_value("72")
    expect(phone.page.get_by_label("Date")).to_have_value("2026-02-03")
    phone.press("Save")
    phone.record("1 - 0 - 0")


def test_a_host_hears_how_a_game_ended(playwright, tmp_path, group):
    sound = tmp_path / "said.wav"
    recording(sound, "we won seventy four to sixty five")
    with chromium(playwright, sound) as browser, watched(browser, permissions=["microphone"]) as context:
        phone = Season(Phone(context, group).enter("Mike").page, group.url).begin()
        phone.press("Other ways to add a game")
        phone.press("By voice")
        phone.page.wait_for_timeout(4500)
        phone.press("Done")
        phone.title("New game")
        expect(phone.page.get_by_label("Your Team")).to_have_value("74")
        expect(phone.page.get_by_label("Opponent", exact=True)).to_have_value("65")


def test_a_stranger_to_a_host_sees_no_season(browser, group):
    with watched(browser) as context:
        phone = Season(context.new_page(), group.url)
        phone.title("Join first")
