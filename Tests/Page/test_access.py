"""All can use every view: readers of screens, large hands, large text, small screens, and who is made ill by motion."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from views import LARGE_TEXT, hearing, walk, walk_app, walk_in, walk_watch

SMALL = {"width": 320, "height": 568}
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


#: One walk is as most people see the page, the other as somebody who has set all that can be set.
PEOPLE = {
    "usual": {"color_scheme": "dark"},
    "large": {"color_scheme": "light", "reduced_motion": "reduce"},
}


@pytest.mark.parametrize("views", [walk, walk_in, walk_watch])
@pytest.mark.parametrize("person", PEOPLE)
def test_everybody_can_use_every_view(round, views, person):
    """At 320 px or on a watch; at 320 px with text at 235 % as well."""
    phone, names = round(views, prepare=preparing(person), **PEOPLE[person])
    assert look(phone.page, names, person) == {walk: 18, walk_in: 3, walk_watch: 2}[views]


@pytest.mark.parametrize("person", PEOPLE)
def test_everybody_can_make_rounds_and_look_back(members, group, person):
    phone = members(viewport=SMALL, **PEOPLE[person])
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
