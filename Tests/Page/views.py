"""A walk through all views of the page, for tests that look at each of them and for pictures."""

import contextlib
import functools
import json
import pathlib
import re

from playwright.sync_api import Locator, expect

PROJECT = pathlib.Path(__file__).resolve().parents[2]
#: When the host's scores save themselves, on a par of 3.
RULES = {"window": 1.5, "longWindow": 3, "unusual": [1, 8, 9, 10], **json.loads(
    (PROJECT / "Sources" / "HyzerVoice" / "Recognition" / "decoder.json").read_text())["selfSaving"]}


def row(player, strokes, confidence=0.99, **more):
    return {"player": player, "strokes": strokes, "noScore": False, "confidence": confidence, "isDoubtful": False,
            "candidates": [player] if player else [], "words": "words", "replaces": None, "input": "voice", **more}


def draft(*rows, hole=1, result="success"):
    """What the host makes of words."""
    return {"result": result, "hole": hole, "holes": [], "rows": list(rows), "remarks": [], "transcript": "words",
            "window": RULES["window"] if result == "success" else None, "rules": RULES}


#: What the host hears on the walk: a name that it did not understand keeps the overlay open.
DRAFT = draft(
    row("Mike", 3, words="mike three"), row("Jake", 4, words="jake for", isDoubtful=True),
    row(None, 2, words="zara two", candidates=["Sarah"]), hole=7, result="partial")

#: Keeps what the microphone gives, so that a test sees when it is released.
TRACKS = """
  globalThis.tracks = [];
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
"""

#: Sets the text's size, which a style sheet of the person's own may do as well.
LARGE_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 250% !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def listening(page, talked):
    """Calls `talked` with each talk that begins, of which the host hears nothing, and with what answers the page."""
    def route(socket):
        server = socket.connect_to_server()

        def take(message):
            told = json.loads(message) if isinstance(message, str) else {"kind": "sound"}
            if told["kind"] == "talk":
                talked(told, lambda message: socket.send(json.dumps(message)))
            elif told["kind"] not in ("sound", "talked", "untalk"):
                server.send(message)
        socket.on_message(take)
    page.route_web_socket(re.compile("/live$"), route)


def hearing(page, draft=DRAFT):
    """Answers whatever is said with a draft."""
    listening(page, lambda talk, say: say({"kind": "draft", "id": talk["id"], "draft": draft}))


def play(host, holes=6):
    """Scores some holes, and the first score of the next."""
    for hole in range(1, holes + 1):
        host.run("hole", str(hole))
        host.run("enter", f"Mike {2 + hole % 3}, Jake {3 + hole % 2}, Sarah {5 - hole % 4}")
    host.run("hole", str(holes + 1))
    host.run("enter", "Jake three")


def walk(mike, jake, host):
    """Brings up view after view on the organiser's phone, at hole 7, and names it."""
    page = mike.page

    @contextlib.contextmanager
    def opened(*names):
        """A sheet behind buttons; what opened it has the focus again when it is closed."""
        first, *others = (name if isinstance(name, Locator) else page.get_by_role("button", name=name) for name in names)
        for button in (first, *others):
            button.click()
        expect(page.locator("dialog")).to_have_count(1)
        yield
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        expect(first).to_be_focused()

    mike.at(7)
    yield "hole"
    with opened(re.compile("^Leaderboard, ")):
        yield "leaderboard"
        mike.sheet.get_by_role("button", name=re.compile("Jake")).click()
        expect(page.locator("dialog")).to_have_count(2)
        yield "player"
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(1)
    mike.row("Sarah").click()
    expect(mike.keys.locator(".key:focus")).to_have_accessible_name("3, par")
    yield "choose"
    page.keyboard.press("Escape")
    expect(mike.row("Sarah")).to_be_focused()
    with opened(re.compile("Choose a hole")):
        yield "holes"
    with opened("More"):
        yield "menu"
    with opened("More", "Scorecard"):
        yield "scorecard"
    with opened("More", "Finish round"):
        yield "finish"
    with opened("More", "Forget this device"):
        yield "forget"
    with opened(re.compile("^Say scores")):
        yield "heard"
        page.locator(".heard .row").nth(2).click()
        expect(page.locator("dialog")).to_have_count(2)
        yield "who"
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(1)
    mike.score("Mike", 2)
    mike.shows("Mike", 7, 2)
    yield "scored"
    jake.shows("Mike", 7, 2)
    jake.score("Mike", 3)
    expect(page.locator(".badge")).to_be_visible()
    yield "badge"
    with opened(re.compile("discrepancy: resolve$")):
        yield "resolve"
    host.kill()
    mike.score("Sarah", 4)
    expect(mike.cloud).to_contain_text("1 score not sent")
    mike.at(8)
    yield "offline"
    host.start()
    mike.sent()
    mike.press("More")
    mike.press("All rounds")
    expect(page.get_by_role("heading", name="Scoring")).to_be_visible()
    yield "rounds"
    page.get_by_role("button", name=re.compile("Mill Pond")).click()
    mike.at(8)
    mike.press("More")
    mike.press("Finish round")
    mike.press("Finish anyway")
    expect(page.locator("dialog.ends .shares > *")).to_be_visible()
    yield "end"
    mike.press("Close")
    expect(page.locator(".page tbody tr")).to_have_count(3)
    yield "over"


SEASON = {"seasons": [{
    "year": 2026,
    "lines": [{"player": "Jake", "rounds": 5, "wins": 3, "strokes": 150, "relativeToPar": -4, "average": -0.8},
              {"player": "Sarah", "rounds": 4, "wins": 1, "strokes": 128, "relativeToPar": 9, "average": 2.25}],
    "courses": [{"course": "Mill Pond", "player": "Jake", "rounds": 3, "average": -2.3, "best": -4},
                {"course": "Cedar Creek", "player": "Jake", "rounds": 2, "average": 1.5, "best": 0}]}]}


def walk_app(phone, host):
    """Comes into a group, makes a course and a round, and looks at what is left of it."""
    page = phone.page
    button = functools.partial(page.get_by_role, "button")
    page.route("**/api/season", lambda route: route.fulfill(json=SEASON))
    page.goto(f"{host.url}/join#{host.group_invitation}")
    page.get_by_label("Your name").fill("Jak")
    expect(button(name="Are you Jake?")).to_be_visible()
    yield "name"
    phone.press("Go")
    expect(page.locator("dialog")).to_have_count(1)
    yield "near"
    phone.sheet.get_by_role("button", name="Jake", exact=True).click()
    expect(button(name="Start a round")).to_be_visible()
    yield "scoring-empty"
    phone.press("You")
    yield "you"
    phone.press("Close")
    phone.press("History")
    yield "history-empty"
    phone.press("Courses")
    expect(button(name="Mill Pond")).to_be_visible()
    yield "courses"
    button(name="Mill Pond").click()
    expect(button(name="Delete course")).to_be_visible()
    yield "course"
    phone.press("Back")
    phone.press("Scoring")
    phone.press("Start a round")
    expect(button(name="Mill Pond")).to_be_visible()
    yield "which-course"
    button(name="Mill Pond").click()
    phone.press("Mike")
    page.get_by_label("Add a player").fill("Joanna")
    expect(button(name="Add “Joanna”")).to_be_visible()
    yield "who-plays"
    phone.press("Add “Joanna”")
    phone.press("Start")
    phone.at(1)
    phone.press("More")
    yield "organiser"
    phone.press("Invite")
    expect(page.locator(".qr")).to_be_visible()
    yield "invite"
    phone.press("Close")
    phone.press("More")
    phone.press("Add a player")
    expect(phone.sheet.get_by_role("button", name="Sarah")).to_be_visible()
    yield "add"
    phone.press("Close")
    phone.press("More")
    phone.press("Someone left")
    yield "left"
    phone.press("Nobody")
    host.run("round", "use", page.evaluate("history.state.round"), "--yes")
    host.run("enter", "--hole", "1", "Jake 2, Mike 4, Joanna 3")
    phone.at(2)
    phone.press("More")
    phone.press("All rounds")
    expect(page.locator(".card")).to_contain_text("Jake leads at −1")
    yield "scoring"
    phone.press("History")
    expect(page.locator(".strip")).to_be_visible()
    yield "strip"
    host.run("round", "finish", "--early")
    expect(page.locator(".card")).to_contain_text("You won at −1")
    yield "history"
    phone.press("Season")
    expect(page.locator(".bars li")).to_have_count(2)
    yield "season"
    phone.press("Scoring")
    expect(button(name="Same group again")).to_be_visible()
    yield "again"


def walk_in(stranger, host):
    """Joins a round by its code, as far as the question who one is."""
    stranger.page.goto(host.url)
    code = stranger.page.get_by_label("Code")
    expect(code).to_be_visible()
    yield "join"
    code.fill("ABC")
    code.press("Enter")
    expect(stranger.page.get_by_role("alert").filter(has_text="eight")).to_be_visible()
    yield "join-refused"
    code.fill(host.invitation["code"])
    code.press("Enter")
    expect(stranger.page.get_by_role("heading", name="Who are you?")).to_be_focused()
    yield "players"


def walk_watch(watch):
    """The two views of a watch."""
    expect(watch.page.locator(".watch")).to_contain_text("Hole 7 of 9")
    yield "watch"
    watch.page.get_by_role("button", name=re.compile("^Sarah")).click()
    expect(watch.page.get_by_role("spinbutton")).to_be_focused()
    yield "dial"
