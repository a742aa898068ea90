"""All can use every view: readers of screens, large hands, large text, small screens, and who is made ill by motion."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from views import LARGE_TEXT, hearing, walk, walk_app, walk_in, walk_watch

SMALL = {"width": 320, "height": 568}
PHONE = {"width": 390, "height": 844}
WATCH = {"width": 198, "height": 242}
#: What can be pressed now and is smaller than the 44 px, for scoring 48 px, that a thumb needs.
TOO_SMALL = """() => {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const isWatch = document.documentElement.classList.contains("watch-size");
  return [...document.querySelectorAll("button, input, [role=spinbutton]")]
    .filter((element) => (!sheet || sheet.contains(element)) && element.checkVisibility() && !element.closest("[inert]"))
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([element, { width, height }]) => {
      const least = !isWatch && element.matches(".key, .row, .mic, .half, .commit") ? 48 : 44;
      return Math.min(width, height) < least - 0.01;
    })
    .map(([element, { width, height }]) => `${element.className || element.textContent} ${width}x${height}`);
}"""
#: What stands out to the side of the screen; only the pill, the holes and the scorecard scroll there.
TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.checkVisibility() && !element.closest(".pill-scroller, .hole[inert], .scroller, .unseen, svg"))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < -0.5 || right > innerWidth + 0.5)
  .map(([element, { left, right }]) => `${element.tagName}.${element.className} ${left} to ${right}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls to the side"] : [])"""
#: Notes all that moves: what, which properties, and for how long.
MOTIONS = """
globalThis.motions = [];
const note = (animation) => {
  const { target } = animation.effect;
  const properties = new Set(animation.effect.getKeyframes().flatMap(Object.keys));
  motions.push({
    what: target.className || target.tagName, moves: ["transform", "scale", "translate", "rotate"].some((name) => properties.has(name)),
    end: animation.effect.getComputedTiming().endTime });
};
const { animate } = Element.prototype;
Element.prototype.animate = function (...rest) {
  const animation = animate.apply(this, rest);
  note(animation);
  return animation;
};
addEventListener("animationstart", ({ target }) => target.getAnimations().forEach(note), true);
"""


@pytest.fixture
def round(phones, midway):
    """Walks through all views of a round in progress, on a phone or a watch."""
    def begin(views=walk, prepare=None, **settings):
        settings = {"viewport": WATCH if views is walk_watch else SMALL, "permissions": ["microphone"], **settings}
        phone = phones(**settings)
        if prepare:
            phone.context.add_init_script(prepare)
        if views is walk_in:
            return phone, walk_in(phone, midway)
        phone.join("Mike")
        if views is walk_watch:
            return phone, walk_watch(phone)
        hearing(phone.page)
        phone.page.reload()
        return phone, walk(phone, phones().join("Jake"), midway)
    return begin


#: Two see the page as most people do; one has set all that can be set, where there is least room.
PEOPLE = {
    "usual": {"color_scheme": "dark"},
    "light": {"color_scheme": "light"},
    "large": {"color_scheme": "light", "reduced_motion": "reduce"},
}
#: Who sees the page, and how wide and high it is: also across, and on a tablet.
SEEN = [("usual", SMALL), ("large", SMALL), *(
    (person, {"width": width, "height": height})
    for width, height in ((390, 844), (844, 390), (768, 1024)) for person in ("usual", "light"))]
sizes = pytest.mark.parametrize("person, size", SEEN, ids=[
    f"{person}-{size['width']}x{size['height']}" for person, size in SEEN])


@sizes
def test_everybody_can_use_every_view(round, person, size):
    """At 320 px with text at 250 % as well."""
    phone, names = round(prepare=preparing(person), viewport=size, **PEOPLE[person])
    assert look(phone.page, names, person) == 18


@pytest.mark.parametrize("views, count", [(walk_in, 3), (walk_watch, 2)])
@pytest.mark.parametrize("person", ["usual", "large"])
def test_everybody_can_join_and_use_a_watch(round, views, count, person):
    phone, names = round(views, prepare=preparing(person), **PEOPLE[person])
    assert look(phone.page, names, person) == count


@sizes
def test_everybody_can_make_rounds_and_look_back(members, group, person, size):
    phone = members(viewport=size, **PEOPLE[person])
    phone.context.add_init_script(preparing(person))
    assert look(phone.page, walk_app(phone, group), person) == 18


def preparing(person):
    return f"{MOTIONS}; if ({str(person == 'large').lower()}) ({LARGE_TEXT})()"


def look(page, names, person):
    """Finds nothing that keeps a person from using a view; returns how many views there were."""
    isLarge = person == "large"
    found, seen, motions = [], 0, []
    for name in names:
        seen += 1
        motions = page.evaluate("motions")
        found += [(name, motion) for motion in motions if motion["moves"] and (isLarge or motion["end"] > 500)]
        # Colours are measured when nothing moves any more.
        page.wait_for_function("() => document.getAnimations().every((one) => one.playState != 'running')")
        if isLarge:
            assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 40
        found += [(name, problem) for problem in page.evaluate(TOO_SMALL) + page.evaluate(TOO_WIDE)]
        found += [(name, problem["id"], problem["nodes"][0]["html"], problem["nodes"][0]["failureSummary"])
                  for problem in Axe().run(page).response["violations"]]
    assert found == []
    return seen


#: Parts of the page that are read by a name, in place of what is written in them.
NAMED = {"button", "link", "switch", "image", "textbox", "searchbox", "spinbutton", "heading", "columnheader", "rowheader"}
#: Parts that have a name before what is in them.
PLACES = {"dialog", "region", "navigation", "toolbar", "group"}
#: What is written for the eye alone: signs, and strokes above par and places as tables write them.
SIGNS = r"[−▲▼…✓→±×–]|\+\d|\bE\b|\bT\d"
#: What is heard of views, among the rest; some begin with a day or go on with a time.
SPOKEN = {
    "watch": ["heading Hole 7 of 9, par 3", "button Sarah, no score yet, even in the round"],
    "dial": ["dialog Select score for Sarah", "spinbutton Score for Sarah"],
    "hole": ["region Hole 7, par 3", "heading Hole 7 Par 3 Mill Pond", "button Jake, 3, par, scored by Mike",
             "button Leaderboard, 3 players, Mike leads at minus three. Opens the standings",
             "button Hole 7 of 9. Choose a hole", "button Say scores"],
    "leaderboard": ["dialog Leaderboard", "text Hole 7 of 9", "button First place, Mike, minus three, through six. Opens",
                    "button Tied for second, Jake, even, through seven. Opens the holes"],
    "player": ["image Tied for second, Jake, even, through seven, 24 strokes", "columnheader To par",
               "cell 4, one over par", "cell plus one", "cell even"],
    "choose": ["group Select score for Sarah", "button 2, one under par", "button 7 to 10"],
    "holes": ["button Hole 6, par 5. Complete", "button Hole 7, par 3. Missing: Mike and Sarah"],
    "scorecard": ["cell 18 minus three", "cell no score yet"],
    "heard": ["dialog Scores heard", "text Hole 7, par 3", "button Mike, 3, par", "button Jake, 4, one over par, please check",
              "button Who?, 2, one under par, please check", "text Tap the rows with a question mark."],
    "badge": ["button 1 score discrepancy: resolve"],
    "resolve": ["dialog Score Discrepancy", "text Mike, Hole 7, par 3", "button 2, one under par Recorded by Mike at"],
    "offline": ["text Offline, 1 score not sent", "button Say scores: Voice needs the host, which is away. Tap scores instead."],
    "end": ["dialog Mill Pond", "text Round complete. Mike won at minus three.",
            "button Third place, Sarah, plus one, through seven. Opens the holes"],
    "courses": ["button Mill Pond, 9 holes, par 30"],
    "course": ["button Hole 6, par 5", "status Holes"],
    "who-plays": ["list Who plays", "button Mike: leave out", "button Add “Joanna”"],
    "invite": ["image QR code of the round"],
    "scoring": ["button Mill Pond. In progress. thru 1 of 9. Jake leads at minus one. Jake, Mike and Joanna. since"],
    "strip": ["button Mill Pond. In progress. thru 1 of 9. Jake leads at minus one"],
    "history": ["group History", ". Mill Pond. Jake, Mike and Joanna. You won at minus one"],
    "season": ["cell minus 0.8", "image plus 1.5", "text 2 rounds, best", "image even"],
    "again": ["button Same group again. Mill Pond. Jake, Mike and Joanna"],
}


def aloud(page):
    """What a reader of screens says of a page: each part's role and name, and each text that is in no part with a name."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    session.detach()

    def role(node):
        return node["role"]["value"]

    def within(node):
        while node := nodes.get(node.get("parentId")):
            yield role(node)

    said = []
    for node in nodes.values():
        name = node.get("name", {}).get("value", "").strip()
        if node["ignored"] or role(node) in ("InlineTextBox", "RootWebArea"):
            continue
        if role(node) != "StaticText":
            said.append((role(node), name))
        elif name and not NAMED.intersection(within(node)):
            said.append(("text", name))
    return said


def signs(page, names):
    """Finds, on each view, controls and places without a name, signs where words belong, and what is not said."""
    for view in names:
        said = aloud(page)
        yield from ((view, part, "has no name") for part, name in said if part in NAMED | PLACES and not name)
        # A dot between facts makes a pause, but for names.
        yield from ((view, part, name) for part, name in said if re.search(SIGNS + ("" if part == "text" else "|·"), name))
        lines = [f"{part} {name}" for part, name in said]
        yield from ((view, text, "is not said") for text in SPOKEN.get(view, []) if not any(text in line for line in lines))


@pytest.mark.parametrize("views", [walk, walk_in, walk_watch])
def test_readers_of_screens_say_words_in_a_round(round, views):
    phone, names = round(views, **({} if views is walk_watch else {"viewport": PHONE}))
    assert list(signs(phone.page, names)) == []


def test_readers_of_screens_say_words_at_home(members, group):
    phone = members()
    assert list(signs(phone.page, walk_app(phone, group))) == []


def test_a_leaderboard_has_moved_within_half_a_second(round):
    phone, names = round(prepare=MOTIONS)
    assert next(name for name in names if name == "leaderboard")
    phone.host.run("hole", "2")
    phone.host.run("enter", "--hole", "2", "Sarah one")
    phone.page.wait_for_function("() => motions.some(({ what }) => what == 'LI')")
    motions = [motion for motion in phone.page.evaluate("motions") if motion["moves"]]
    assert {"sheet", "LI", "pill"} <= {motion["what"].split(" ")[0] for motion in motions}
    assert [motion for motion in motions if motion["end"] > 500] == []
    expect(phone.sheet.get_by_role("status")).to_have_text(re.compile("moved (up|down) to"))
