"""A walk through all views of the page, for tests that look at each of them and for pictures."""

import contextlib
import json
import re

from playwright.sync_api import Locator, expect

#: What the host hears on the walk: a name that it did not understand keeps the overlay open.
DRAFT = {
    "result": "partial", "hole": 7, "remarks": [], "transcript": "mike three jake for zara two", "window": None,
    "rows": [
        {"player": player, "strokes": strokes, "noScore": False, "confidence": 0.9, "isDoubtful": isDoubtful,
         "candidates": candidates, "words": words, "replaces": None, "input": "voice"}
        for player, strokes, isDoubtful, candidates, words in (
            ("Mike", 3, False, ["Mike"], "mike three"), ("Jake", 4, True, ["Jake"], "jake for"),
            (None, 2, False, ["Sarah"], "zara two"))],
}

#: Sets the text's size, which a style sheet of the person's own may do as well.
LARGE_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 250% !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def hearing(page, draft=DRAFT):
    """Has the host answer whatever is said with a draft."""
    def route(socket):
        server = socket.connect_to_server()

        def take(message):
            told = json.loads(message) if isinstance(message, str) else {"kind": "sound"}
            if told["kind"] == "talk":
                socket.send(json.dumps({"kind": "draft", "id": told["id"], "draft": draft}))
            elif told["kind"] not in ("sound", "talked", "untalk"):
                server.send(message)
        socket.on_message(take)
    page.route_web_socket(re.compile("/live$"), route)


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
    with opened(re.compile("^Leaderboard: ")):
        yield "leaderboard"
    with opened(mike.row("Sarah")):
        yield "choose"
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
    expect(mike.cloud).to_contain_text("1 score not sent", timeout=15_000)
    mike.at(8)
    yield "offline"
    host.start()
    mike.sent()
    mike.press("More")
    mike.press("All rounds")
    expect(page.get_by_role("heading", name="Rounds")).to_be_visible()
    yield "rounds"
    page.get_by_role("button", name=re.compile("Mill Pond")).click()
    mike.at(8)
    mike.press("More")
    mike.press("Finish round")
    mike.press("Finish anyway")
    expect(page.locator("tbody tr")).to_have_count(3)
    yield "over"


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
