"""The hole card of four: what has room, what moves, and what a thumb reaches; against the built host."""

import re

import pytest
from conftest import HYZER, watched
from hyzer_host import Host
from phones import Phone
from playwright.sync_api import expect
from views import LARGE_TEXT

PLAYERS = ["Mike", "Jake", "Sarah", "Zoe"]
PARS = "3,3,4,3,3,5,3,3,3,3,4,3,3,3,5,4,3,3"
#: Sizes and places of what is on the hole card.
LAYOUT = """() => {
  const box = (name) => {
    const element = document.querySelector(name);
    if (!element?.checkVisibility()) return null;
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };
  const size = (name) => parseFloat(getComputedStyle(document.querySelector(name)).fontSize);
  return {
    scrolls: document.documentElement.scrollHeight > innerHeight, height: innerHeight,
    rows: [...document.querySelectorAll(".hole:not([inert]) .row")].map((row) => row.getBoundingClientRect())
      .map(({ top, bottom, height }) => ({ top, bottom, height })),
    number: size(".hole:not([inert]) h1 b"), score: size(".hole:not([inert]) .score b"),
    card: box(".hole-card"), board: box(".board"), table: box(".board table"), entries: box(".pill-scroller"), pill: box(".pill"),
  };
}"""


#: Sends no scores from now on.
KEEP_EVENTS = """() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) { if (!String(text).includes('"events"')) send.call(this, text); };
}"""


@pytest.fixture
def host(tmp_path):
    """The host of a round of four over 18 holes, organised by Mike."""
    host = Host(HYZER, tmp_path)
    host.run("round", "new", "--course", "Mill Pond", "--new-course", "--pars", PARS,
             *(word for name in PLAYERS for word in ("--player", name)))
    try:
        host.start()
        yield host
    finally:
        host.kill()


#: Names of which none fits a line.
LONG = ["Maximilian Oberhauser", "Alexandra-Katharina", "Bo", "Jean-Baptiste Lefèvre", "Sarah", "Christopher"]
#: Words of names that are broken in the middle.
BROKEN = """(names) => [...document.querySelectorAll(names)].filter((name) => name.checkVisibility()).flatMap((name) => {
  const [text, range] = [name.firstChild, document.createRange()];
  return [...text.data.matchAll(/[^ -]+/g)].map(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return [word, new Set([...range.getClientRects()].map(({ top }) => top)).size];
  }).filter(([, lines]) => lines != 1);
})"""


@pytest.fixture
def six(tmp_path):
    """The host of a round of six with long names."""
    host = Host(HYZER, tmp_path)
    host.run("round", "new", "--course", "Sunset Hollow Championship Course", "--new-course", "--pars", PARS,
             *(word for name in LONG for word in ("--player", name)))
    host.run("enter", ", ".join(f"{name} {place + 2}" for place, name in enumerate(LONG[:-1])))
    try:
        host.start()
        yield host
    finally:
        host.kill()


def sized(width, height):
    return {"viewport": {"width": width, "height": height}}


def chosen(phone):
    """Who is chosen for."""
    return phone.page.locator(".hole:not([inert]) .row[aria-expanded=true] .name")


@pytest.mark.parametrize("width, height", [(390, 844), (430, 932), (375, 667), (320, 568)])
def test_a_card_of_four_fills_a_phone_and_does_not_scroll(phones, width, height):
    page = phones(**sized(width, height)).join("Jake").page
    there = page.evaluate(LAYOUT)
    assert not there["scrolls"]
    assert there["number"] >= 72
    assert there["score"] == pytest.approx(44, abs=.1)
    assert [row["height"] for row in there["rows"]] == [pytest.approx(max(72, .08 * height), abs=4)] * 4
    # The standings where there is room for a row each, else a pill as wide as the screen less its margins.
    isTall = height > 700
    assert (there["board"] is not None, there["entries"] is not None) == (isTall, not isTall)
    if isTall:
        assert there["board"]["bottom"] <= there["rows"][0]["top"]
        expect(page.locator(".board .row")).to_have_count(4)
    else:
        assert there["pill"]["width"] == width - 32


def test_with_large_text_on_a_small_phone_rows_come_first(phones):
    phone = phones(**sized(320, 568))
    phone.context.add_init_script(f"({LARGE_TEXT})()")
    there = phone.join("Jake").page.evaluate(LAYOUT)
    assert there["rows"][0]["top"] < 180
    assert there["rows"][3]["bottom"] <= there["height"]


@pytest.mark.parametrize("width, height", [(844, 390), (820, 1180), (1180, 820)])
def test_on_wide_screens_standings_and_scorecard_stand_beside(phones, width, height):
    there = phones(**sized(width, height)).join("Jake").page.evaluate(LAYOUT)
    assert not there["scrolls"]
    assert there["board"]["right"] <= there["card"]["left"]
    assert there["table"]["right"] <= there["card"]["left"] or there["table"]["width"] > 0
    assert there["rows"][3]["bottom"] <= height


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (320, 568), (844, 390)])
def test_keys_come_in_place_of_the_bar_and_go_on_to_who_has_none(phones, size):
    mike = phones(**sized(*size)).join("Mike")
    before = mike.page.evaluate(LAYOUT)["rows"]
    mike.row("Jake").click()
    assert mike.page.evaluate(LAYOUT)["rows"] == before
    expect(mike.page.get_by_role("button", name="Undo my last score")).to_have_count(0)
    for player, strokes in (("Jake", 4), ("Sarah", 3), ("Zoe", 7)):
        expect(chosen(mike)).to_have_text(player)
        mike.choose(strokes)
    # On to the first one again.
    expect(chosen(mike)).to_have_text("Mike")
    mike.keys.get_by_role("button", name="No score").click()
    expect(mike.keys).to_have_count(0)
    assert mike.page.evaluate("document.querySelector('dialog')") is None
    mike.at(2)
    mike.shows("Zoe", 1, 7)
    expect(mike.row("Mike", 1)).to_have_attribute("aria-label", "Mike, did not score")
    # A correction of an earlier hole, where nobody is missing.
    mike.press("Previous hole")
    mike.at(1)
    mike.row("Zoe").click()
    expect(mike.keys.locator(".key:focus")).to_have_accessible_name("7, four over par")
    mike.choose(3)
    expect(mike.keys).to_have_count(0)
    mike.shows("Zoe", 1, 3)


def test_keys_leave_by_escape_by_the_same_row_and_by_another_hole(phones):
    mike = phones().join("Mike")
    mike.row("Jake").click()
    mike.page.keyboard.press("Escape")
    expect(mike.keys).to_have_count(0)
    expect(mike.row("Jake")).to_be_focused()
    mike.row("Jake").click()
    mike.row("Sarah").click()
    expect(chosen(mike)).to_have_text("Sarah")
    mike.row("Sarah").click()
    expect(mike.keys).to_have_count(0)
    # Ten is 0 on a keyboard.
    mike.page.keyboard.press("0")
    mike.shows("Sarah", 1, 10)
    expect(chosen(mike)).to_have_text("Zoe")
    mike.row("Mike").focus()
    mike.page.keyboard.press("ArrowRight")
    mike.at(2)
    expect(mike.keys).to_have_count(0)


def test_everyone_par_is_one_step_for_those_without_a_score(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    mike.score("Jake", 4)
    mike.press("Everyone par")
    jake.at(2)
    for player in PLAYERS:
        jake.shows(player, 1, 4 if player == "Jake" else 3)
    mike.at(2)
    mike.page.locator(".toast").get_by_role("button", name="Undo").click()
    mike.at(1)
    for player in PLAYERS:
        mike.shows(player, 1, 4 if player == "Jake" else None)
    mike.sent()
    assert host.card("Jake", 1) == 4
    assert [strokes for _, _, strokes in host.scores()].count(3) == 3


def test_everyone_par_that_is_tapped_twice_is_for_one_hole(phones, host):
    mike = phones().join("Mike")
    button = mike.page.get_by_role("button", name="Everyone par")
    place = button.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    mike.page.mouse.click(x, y)
    mike.at(2)
    mike.page.mouse.click(x, y)
    expect(button).to_be_disabled()
    expect(button).to_be_enabled()
    mike.sent()
    assert {hole for hole, _, _ in host.scores()} == {1}
    button.click()
    mike.at(3)


def test_nothing_moves_under_a_thumb(phones):
    mike, jake = phones(), phones().join("Jake")
    mike.page.clock.install()
    mike.join("Mike")
    for player in ("Mike", "Jake", "Sarah"):
        jake.score(player, 3)
        mike.shows(player, 1, 3)
    mike.page.locator(".hole:not([inert]) h1").hover()
    mike.page.mouse.down()
    jake.score("Zoe", 3)
    mike.shows("Zoe", 1, 3)
    onward = mike.page.get_by_role("button", name="Hole 2", exact=True)
    expect(onward).to_be_visible()
    mike.page.clock.pause_at(mike.page.evaluate("Date.now()") / 1000 + 5)
    expect(mike.page.locator(".hole:nth-child(1):not([inert])")).to_have_count(1)
    mike.page.mouse.up()
    mike.page.clock.run_for(1_400)
    expect(mike.page.locator(".hole:nth-child(1):not([inert])")).to_have_count(1)
    mike.page.clock.run_for(200)
    expect(mike.page.locator(".hole:nth-child(2):not([inert])")).to_have_count(1)
    expect(onward).to_be_hidden()


def test_who_corrects_a_score_is_offered_the_next_hole(phones):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    mike.row("Mike").click()
    for player in PLAYERS:
        jake.score(player, 3)
    jake.at(2)
    onward = mike.page.get_by_role("button", name="Hole 2", exact=True)
    expect(onward).to_be_visible()
    box, number = onward.bounding_box(), mike.page.locator(".hole:not([inert]) h1").bounding_box()
    # Over the hole's name, where nothing else is tapped.
    assert number["y"] - 24 <= box["y"] and box["y"] + box["height"] <= number["y"] + number["height"] + 24
    onward.click()
    mike.at(2)
    expect(mike.keys).to_have_count(0)


def test_the_pill_has_places_and_starts_even(phones):
    mike = phones(**sized(375, 667)).join("Mike")
    pill = mike.page.locator(".pill")
    expect(mike.page.locator(".entry")).to_have_text([f"{name}E" for name in PLAYERS])
    expect(pill).to_have_accessible_name("Leaderboard, 4 players, no scores yet. Opens the standings")
    mike.score("Jake", 1)
    mike.score("Zoe", 2)
    expect(mike.page.locator(".entry")).to_have_text([re.compile("^1Jake−2"), re.compile("^2Zoe−1"), "MikeE", "SarahE"])
    expect(pill).to_have_accessible_name("Leaderboard, 4 players, Jake leads at minus two. Opens the standings")
    mike.score("Zoe", 1)
    mike.score("Jake", 4)
    expect(mike.page.locator(".entry")).to_have_text(["1Zoe−2", "2Jake+1▼", "MikeE", "SarahE"])


def test_five_players_are_all_in_sight_on_a_large_phone(phones, host):
    host.run("round", "join", "Ann")
    mike = phones(**sized(430, 932)).join("Mike")
    rows = mike.page.locator(".board .row")
    expect(rows).to_have_count(5)
    there = mike.page.evaluate(LAYOUT)
    assert not there["scrolls"]
    assert all(row.bounding_box()["y"] + row.bounding_box()["height"] <= there["rows"][0]["top"] for row in rows.all())


def test_the_leaderboard_leads_to_a_players_holes(phones):
    mike = phones(**sized(375, 667)).join("Mike")
    for player, strokes in (("Mike", 2), ("Jake", 4), ("Sarah", 4), ("Zoe", 3)):
        mike.score(player, strokes)
    mike.at(2)
    mike.press("Leaderboard, 4 players, Mike leads at minus one. Opens the standings")
    expect(mike.sheet).to_contain_text("Hole 2 of 18")
    names = ["First place, Mike, minus one, through one", "Second place, Zoe, even, through one",
             "Tied for third, Jake, plus one, through one", "Tied for third, Sarah, plus one, through one"]
    for name in names:
        expect(mike.sheet.get_by_role("button", name=name)).to_be_visible()
    expect(mike.sheet.locator(".strokes")).to_have_text(["2", "3", "4", "4"])
    mike.sheet.get_by_role("button", name="Mike").click()
    expect(mike.sheet.get_by_role("heading")).to_have_text("Mike")
    expect(mike.sheet.locator("table")).to_have_count(2)
    expect(mike.sheet.get_by_role("row").nth(1)).to_have_text("1322, one under par−1")


def test_a_sheet_goes_down_with_the_finger(phones):
    mike = phones(**sized(375, 667), has_touch=True).join("Mike")
    mike.press("More")
    pull = """([kind, y]) => {
      const dialog = document.querySelector("dialog");
      const touch = new Touch({ identifier: 1, target: dialog, clientX: 100, clientY: y });
      const touches = kind === "touchend" ? [] : [touch];
      dialog.dispatchEvent(new TouchEvent(kind, { touches, changedTouches: [touch], bubbles: true }));
      return dialog.style.translate;
    }"""
    moved = [mike.page.evaluate(pull, step) for step in (["touchstart", 300], ["touchmove", 340], ["touchend", 340])]
    assert moved == ["", "0px 40px", ""]
    expect(mike.page.locator("dialog")).to_have_count(1)
    for step in (["touchstart", 300], ["touchmove", 400], ["touchend", 400]):
        mike.page.evaluate(pull, step)
    expect(mike.page.locator("dialog")).to_have_count(0)


def test_the_scorecard_keeps_names_sums_and_the_current_hole_in_sight(phones, host):
    host.run("hole", "16")
    mike = phones(**sized(320, 568)).join("Mike")
    mike.at(16)
    mike.press("More")
    mike.press("Scorecard")
    scroller = mike.sheet.get_by_role("region", name="Scorecard from hole 10")
    expect(scroller.locator("th.here")).to_have_text("16")
    mike.page.wait_for_function("""() => [...document.querySelectorAll("dialog .scroller")].every((scroller) => {
      const inside = (element) => {
        const [one, box] = [element, scroller].map((part) => part.getBoundingClientRect());
        return one.left >= box.left - 1 && one.right <= box.right + 1;
      };
      return [".here", "th:first-child", "th:last-child"].every((name) => {
        const element = scroller.querySelector(name);
        return !element || inside(element);
      });
    })""")


def test_outdoors_is_black_on_white_and_larger_until_it_is_switched_off(phones):
    mike = phones(color_scheme="dark").join("Mike")
    look = "() => [getComputedStyle(document.body).backgroundColor, parseFloat(getComputedStyle(document.body).fontSize)]"
    assert mike.page.evaluate(look) == ["rgb(10, 10, 12)", 17]
    mike.press("More")
    sun = mike.page.get_by_role("switch", name="Bright sun")
    sun.click()
    expect(sun).to_have_attribute("aria-checked", "true")
    mike.page.reload()
    mike.at(1)
    colour, size = mike.page.evaluate(look)
    assert colour == "rgb(255, 255, 255)" and size > 19
    mike.press("More")
    sun.click()
    assert mike.page.evaluate(look) == ["rgb(10, 10, 12)", 17]


def test_the_screen_stays_on_while_a_round_is_seen(phones):
    mike = phones()
    mike.context.add_init_script("""
      globalThis.locks = [];
      Object.defineProperty(navigator, "wakeLock", { value: {
        request: async (kind) => { locks.push(kind); return { release: async () => locks.push("released") }; },
      } });
    """)
    mike.join("Mike")
    mike.page.wait_for_function("() => String(locks) === 'screen'")
    mike.press("More")
    mike.press("All rounds")
    mike.page.wait_for_function("() => String(locks) === 'screen,released'")


def test_while_scores_are_sent_there_is_a_quiet_sign(phones):
    mike = phones().join("Mike")
    mike.sent()
    expect(mike.page.locator(".sending")).to_be_hidden()
    mike.page.evaluate(KEEP_EVENTS)
    mike.score("Jake", 4)
    expect(mike.page.locator(".sending")).to_be_visible()
    expect(mike.page.locator(".sending")).to_have_text("")


@pytest.mark.parametrize("width, height", [(844, 390), (932, 430)])
def test_all_of_six_players_are_in_reach_in_landscape(six, browser, width, height):
    with watched(browser, **sized(width, height)) as context:
        mike = Phone(context, six).join(LONG[0])
        mike.at(1)
        cut = mike.page.evaluate("""() => [...document.querySelectorAll(".hole:not([inert]) :is(h1, .row)")].map((element) => {
          element.scrollIntoView({ block: "nearest" });
          const { top, bottom, left, height } = element.getBoundingClientRect();
          const isOver = element.contains(document.elementFromPoint(left + 30, top + height / 2));
          return [top, innerHeight - bottom, isOver, height];
        }).filter(([top, below, isOver, height]) => top < 0 || below < 0 || !isOver || height < 24)""")
        assert cut == []


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_long_names_keep_the_height_of_rows(six, browser, size):
    with watched(browser, **sized(*size)) as context:
        mike = Phone(context, six).join("Bo")
        heights = [row["height"] for row in mike.page.evaluate(LAYOUT)["rows"]]
        assert heights == [pytest.approx(heights[0], abs=1)] * 6
        assert heights[0] <= 73
        # Nothing of a name lies under its score.
        assert mike.page.evaluate("""() => [...document.querySelectorAll(".hole:not([inert]) .row")].filter((row) => {
          const right = Math.max(...[".name", "small b", "small span"].map((name) => row.querySelector(name).getBoundingClientRect().right));
          return right > row.querySelector(".score").getBoundingClientRect().left;
        }).length""") == 0


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (390, 844), (844, 390)])
@pytest.mark.parametrize("look", ["usual", "outdoors", "large"])
def test_no_name_of_the_leaderboard_is_broken_within_a_word(six, browser, size, look):
    with watched(browser, **sized(*size)) as context:
        context.add_init_script({"usual": "", "outdoors": "if (origin != 'null') localStorage.outdoors = ''", "large": f"({LARGE_TEXT})()"}[look])
        mike = Phone(context, six).join("Bo")
        assert mike.page.evaluate(BROKEN, ".board .name") == []
        mike.page.get_by_role("button", name=re.compile("^Leaderboard, ")).click()
        expect(mike.sheet.locator(".standings .row")).to_have_count(6)
        assert mike.page.evaluate(BROKEN, ".sheet .name") == []


@pytest.mark.parametrize("size", [(667, 375), (844, 390)])
def test_what_is_beside_the_card_in_landscape_is_whole_and_apart(phones, size):
    mike = phones(**sized(*size)).join("Mike")
    mike.score("Jake", 4)
    mike.press("Undo my last score")
    expect(mike.page.get_by_role("button", name="Redo what I undid")).to_be_visible()
    boxes = [mike.page.locator(f".tools {name}").bounding_box() for name in (
        "[title^=Undo]", "[title^=Redo]", ".mic", ".small", "[title=More]")]
    assert all(box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1] for box in boxes)
    mic, pars = boxes[2:4]
    assert pars["x"] - mic["x"] - mic["width"] >= 8


def test_what_was_undone_is_told_where_no_score_is(phones):
    mike = phones().join("Mike")
    mike.score("Jake", 4)
    mike.press("Undo my last score")
    told = mike.page.locator(".notice")
    expect(told).to_have_text("Undone on hole 1")
    box = told.bounding_box()
    assert box["y"] + box["height"] <= mike.page.evaluate(LAYOUT)["rows"][0]["top"]


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_signs_of_the_connection_cover_nothing(phones, host, size):
    mike = phones(**sized(*size)).join("Mike")
    mike.page.evaluate(KEEP_EVENTS)
    mike.score("Jake", 4)

    def is_beside(sign):
        expect(mike.page.locator(sign)).to_be_visible()
        pill, sign = (mike.page.locator(name).bounding_box() for name in (".pill", sign))
        return pill["x"] + pill["width"] <= sign["x"] and sign["x"] + sign["width"] <= size[0]
    assert is_beside(".sending")
    host.kill()
    expect(mike.cloud).to_contain_text("1 score not sent")
    assert is_beside(".cloud")


def test_the_heading_of_a_watch_takes_one_line_for_the_hole(phones, host):
    host.run("hole", "12")
    watch = phones(**sized(198, 242))
    watch.join("Mike")
    expect(watch.page.get_by_role("heading", name="Hole 12 of 18")).to_be_visible()
    assert watch.page.evaluate("""() => [...document.querySelectorAll("h1 > *")].map((part) =>
      part.getBoundingClientRect().height < 1.7 * parseFloat(getComputedStyle(part).fontSize))""") == [True, True]
