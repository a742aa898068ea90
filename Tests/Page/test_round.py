"""A round of three on phones and a watch, against the built host."""

import json
import re

import pytest
from hyzer_host import PLAYERS
from phones import until
from playwright.sync_api import expect
from views import draft, hearing, row


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", "").replace("0", "o").replace("1", "l")])
def test_a_phone_joins_by_code(phones, host, typed):
    jake = phones()
    jake.page.goto(host.url)
    code = jake.page.get_by_label("Code")
    expect(code).to_be_focused()
    code.press_sequentially(typed(host.invitation["code"]))
    expect(code).to_have_value(host.invitation["code"])
    code.press("Enter")
    expect(jake.page.locator(".stack button")).to_have_text(PLAYERS)
    expect(jake.page.locator(".page")).not_to_contain_text("null")
    jake.press("Jake")
    jake.at(1)
    expect(jake.row("Mike")).to_have_accessible_name("Mike, no score yet, tap to score")
    expect(jake.page.locator(".pill .own")).to_contain_text("Jake")


def test_the_secret_of_the_qr_code_stays_nowhere(phones, host):
    jake = phones().join("Jake")
    assert jake.page.url == host.url + "/"
    assert host.invitation["secret"] not in jake.page.evaluate("JSON.stringify([history.state, { ...localStorage }])")
    assert jake.page.evaluate("document.cookie") == ""
    jake.page.go_back()
    assert host.invitation["secret"] not in jake.page.url


def test_a_wrong_code_lets_nobody_in(phones, host):
    stranger = phones()
    stranger.page.goto(host.url)
    code = stranger.page.get_by_label("Code")
    code.fill("ABC")
    code.press("Enter")
    expect(stranger.page.get_by_role("alert").filter(has_text="eight letters")).to_be_visible()
    wrong = "00000000" if not host.invitation["code"].startswith("0000") else "11111111"
    code.fill(wrong)
    code.press("Enter")
    expect(stranger.page.get_by_role("alert").filter(has_text="no round that is being played has this code")).to_be_visible()
    expect(code).to_have_value(wrong[:4] + "-" + wrong[4:])


def test_who_watches_sees_and_cannot_score(phones):
    mike, watcher = phones().join("Mike"), phones().join(None)
    expect(watcher.row("Jake")).to_be_disabled()
    mike.score("Jake", 2)
    watcher.shows("Jake", 1, 2)
    expect(watcher.page.get_by_role("button", name="Undo my last score")).to_be_disabled()


def test_a_tap_scores_and_all_see_it(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    mike.row("Jake").click()
    keys = mike.page.get_by_role("group", name="Select score for Jake").get_by_role("button")
    expect(keys).to_have_count(6)
    expect(keys.nth(2)).to_be_focused()
    expect(keys.nth(2)).to_have_accessible_name("3, par")
    mike.choose(4)
    mike.press("Done")
    expect(mike.row("Sarah")).to_be_focused()
    mike.shows("Jake", 1, 4)
    jake.shows("Jake", 1, 4)
    expect(jake.row("Jake")).to_have_accessible_name("Jake, 4, one over par, scored by Mike")
    expect(jake.page.get_by_role("button", name="Leaderboard, 3 players, Jake leads at plus one. Opens the standings")).to_be_visible()

    # The same phone corrects: the present score has the focus.
    mike.row("Jake").click()
    expect(keys.nth(3)).to_be_focused()
    expect(keys.nth(3)).to_have_attribute("aria-pressed", "true")
    mike.choose(5)
    mike.press("Done")
    jake.shows("Jake", 1, 5)
    mike.press("Undo my last score")
    mike.shows("Jake", 1, 4)
    jake.shows("Jake", 1, 4)
    mike.press("Undo my last score")
    jake.shows("Jake", 1, None)
    expect(mike.page.get_by_role("button", name="Undo my last score")).to_be_disabled()
    mike.sent()
    assert host.scores() == [(1, "Jake", strokes) for strokes in (4, 4, 5, None)]


def test_what_was_undone_is_brought_back_until_something_else_is_entered(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    redo = mike.page.get_by_role("button", name="Redo what I undid")
    mike.score("Jake", 4)
    expect(redo).to_be_hidden()
    mike.press("Undo my last score")
    mike.shows("Jake", 1, None)
    mike.page.reload()
    redo.click()
    jake.shows("Jake", 1, 4)
    expect(redo).to_be_hidden()
    mike.press("Undo my last score")
    expect(redo).to_be_visible()
    mike.score("Mike", 3)
    expect(redo).to_be_hidden()
    mike.sent()
    assert host.scores() == [(1, "Jake", 4), (1, "Jake", 4), (1, "Jake", None), (1, "Jake", None), (1, "Mike", 3)]


def test_undo_asks_before_a_hole_that_is_not_shown(phones, host):
    mike = phones().join("Mike")
    mike.score("Jake", 4)
    mike.press("Next hole")
    mike.at(2)
    mike.press("Undo my last score")
    expect(mike.sheet).to_contain_text("Undo hole 1?")
    expect(mike.sheet).to_contain_text("Jake 4 → ·")
    expect(mike.sheet.get_by_role("img", name="Jake, no score yet instead of 4, one over par")).to_be_visible()
    mike.press("Keep")
    mike.shows("Jake", 1, 4)
    mike.press("Undo my last score")
    mike.press("Undo")
    mike.at(1)
    mike.shows("Jake", 1, None)
    mike.press("Next hole")
    mike.at(2)
    mike.press("Redo what I undid")
    expect(mike.sheet).to_contain_text("Redo hole 1?")
    mike.press("Redo")
    mike.shows("Jake", 1, 4)


def test_a_key_that_is_held_undoes_once(phones):
    mike = phones().join("Mike")
    for strokes in (4, 5, 6):
        mike.score("Jake", strokes)
        mike.shows("Jake", 1, strokes)
    mike.page.get_by_role("button", name="Undo my last score").focus()
    for _ in range(5):
        # Without its end it is the same key, held.
        mike.page.keyboard.down("Enter")
    mike.page.keyboard.up("Enter")
    mike.shows("Jake", 1, 5)
    mike.sent()
    mike.shows("Jake", 1, 5)


def test_one_score_is_not_scores(phones, host):
    mike = phones().join("Mike")
    host.kill()
    mike.score("Jake", 4)
    mike.press("More")
    mike.press("Forget this device")
    expect(mike.sheet).to_contain_text("1 score not sent yet would be lost.")


def test_the_pill_shows_ones_own_entry_wherever_it_moves(phones):
    jake, sarah = phones().join("Jake"), phones(viewport={"width": 240, "height": 600}).join("Sarah")
    for player in ("Mike", "Jake"):
        jake.score(player, 3)
    is_shown = """() => {
      const [own, box] = [".pill .own", ".pill-scroller"].map((name) => document.querySelector(name).getBoundingClientRect());
      return own.left >= box.left - 1 && own.right <= box.right + 1;
    }"""
    sarah.page.wait_for_function(is_shown)
    jake.score("Sarah", 2)
    sarah.page.wait_for_function("() => document.querySelector('.entries').firstElementChild.matches('.own')")
    sarah.page.wait_for_function(is_shown)


def test_the_next_hole_comes_after_the_last_score(phones):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    for player in PLAYERS:
        mike.score(player, 3)
    mike.at(2)
    jake.at(2)
    # A hole that a person chose stays.
    mike.press("Previous hole")
    mike.at(1)
    mike.score("Sarah", 4)
    jake.shows("Sarah", 1, 4)
    expect(jake.page.locator(".hole:nth-child(2):not([inert])")).to_have_count(1)
    jake.press("Hole 2 of 9. Choose a hole")
    expect(jake.sheet.get_by_role("button", name="Hole 1, par 3. Complete")).to_be_visible()
    jake.press("Hole 6, par 5. Missing: Mike, Jake and Sarah")
    jake.at(6)


def test_a_complete_hole_is_left_however_it_was_completed(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    # Under keys: the page goes on when they are away.
    jake.row("Sarah").click()
    for player in PLAYERS:
        mike.score(player, 3)
    mike.at(2)
    jake.shows("Sarah", 1, 3)
    jake.page.keyboard.press("Escape")
    jake.at(2)
    # Three holes at once.
    host.run("enter", "--hole", "2", "everyone 3")
    host.run("enter", "--hole", "3", "everyone 4")
    host.run("enter", "--hole", "4", "everyone 3")
    for phone in (mike, jake):
        phone.at(5)
    # A correction of an earlier hole moves nobody, and its undoing shows what it did.
    host.run("enter", "--hole", "2", "Jake 5")
    jake.shows("Jake", 2, 5)
    jake.at(5)
    mike.press("Previous hole")
    mike.at(4)
    mike.score("Jake", 5)
    mike.press("Next hole")
    mike.at(5)
    mike.press("Undo my last score")
    mike.sheet.get_by_role("button", name="Undo", exact=True).click()
    expect(mike.page.locator(".notice")).to_have_text("Undone on hole 4")
    expect(mike.page.locator("#urgent")).to_have_text("Undone on hole 4. Jake, 3, par.")
    mike.at(4)


def test_a_shotgun_start_reaches_the_pages_at_once(phones, host):
    mike = phones().join("Mike")
    mike.at(1)
    host.run("hole", "7")
    mike.at(7)
    jake = phones().join("Jake")
    jake.at(7)
    mike.score("Sarah", 3)
    jake.shows("Sarah", 7, 3)


def test_a_round_that_is_under_way_opens_at_its_hole(phones, host):
    host.run("enter", "--hole", "1", "Mike 3, Jake 3")
    host.run("enter", "--hole", "5", "Mike 3")
    mike = phones()
    mike.page.add_init_script("""
      globalThis.seen = [];
      new MutationObserver(() => {
        const pages = [...document.querySelectorAll(".hole")];
        const hole = pages.findIndex((page) => !page.inert) + 1;
        if (pages.length && hole && seen.at(-1) !== hole) seen.push(hole);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    """)
    mike.join("Mike")
    mike.at(5)
    assert mike.page.evaluate("seen") == [5]


def test_a_whole_round_by_keyboard_alone(phones, host):
    """Tab, arrows, digits and Enter; then the organiser finishes."""
    mike, jake = phones().join("Mike"), phones().join("Jake")
    keyboard = mike.page.keyboard
    for _ in range(12):
        if mike.page.evaluate("document.activeElement.matches('.hole .row')"):
            break
        keyboard.press("Tab")
    for hole in range(1, 10):
        mike.at(hole)
        expect(mike.row("Mike")).to_be_focused()
        # A digit on a row is its score; else keys come, and go on to the next player.
        keyboard.press("Enter" if hole % 2 else "2")
        for index in range(not hole % 2, len(PLAYERS)):
            group = mike.page.get_by_role("group", name=f"Select score for {PLAYERS[index]}")
            expect(group.locator(":focus")).to_have_count(1)
            if hole == 1 and index == 1:
                keyboard.press("ArrowRight")
            keyboard.press("Enter" if hole % 2 else "0" if hole == 4 else "2")
        expect(mike.keys).to_have_count(0)
    expect(mike.sheet.get_by_role("heading")).to_have_text("All scores recorded. Finalize round?")
    expect(mike.sheet.get_by_role("heading")).to_be_focused()
    for _ in range(6):
        if mike.page.evaluate("document.activeElement.textContent") == "Finalize":
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    for phone in (mike, jake):
        phone.over()
        expect(phone.page.locator("tbody tr")).to_have_count(3)
    assert [event["kind"] for event in host.events() if event.get("kind") == "finish"] == ["finish"]
    assert len(host.scores()) == 27


def test_four_holes_without_the_network_and_a_reload_there(phones, host):
    """On loopback, which browsers trust as they do https."""
    mike, jake = phones().join("Mike"), phones().join("Jake")
    jake.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    jake.context.set_offline(True)
    for hole in range(1, 5):
        jake.at(hole)
        for index, player in enumerate(PLAYERS):
            jake.score(player, 2 + index)
            jake.shows(player, hole, 2 + index)
        if hole == 2:
            expect(jake.cloud).to_be_visible()
            expect(jake.cloud).to_have_text(re.compile("^6Offline, 6 scores not sent$"))
            jake.page.reload()
            expect(jake.cloud).to_contain_text("Offline, 6 scores not sent")
            jake.shows("Sarah", 2, 4)
            jake.at(3)
    jake.at(5)
    expect(jake.cloud).to_contain_text("Offline, 12 scores not sent")
    mike.shows("Mike", 1, None)
    assert host.scores() == []
    jake.context.set_offline(False)
    jake.sent()
    for hole in range(1, 5):
        for index, player in enumerate(PLAYERS):
            mike.shows(player, hole, 2 + index)
    assert host.scores() == sorted(
        (hole, player, 2 + index) for hole in range(1, 5) for index, player in enumerate(PLAYERS))


def test_a_host_that_was_killed_is_found_again(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    mike.score("Mike", 2)
    jake.shows("Mike", 1, 2)
    host.kill()
    jake.score("Jake", 4)
    jake.shows("Jake", 1, 4)
    expect(jake.cloud).to_contain_text("Offline, 1 score not sent")
    host.start()
    jake.sent()
    mike.shows("Jake", 1, 4)
    mike.score("Sarah", 3)
    jake.shows("Sarah", 1, 3)
    assert host.scores() == [(1, "Jake", 4), (1, "Mike", 2), (1, "Sarah", 3)]


def test_the_organiser_settles_what_phones_disagree_about(phones, host):
    mike, jake, sarah = (phones().join(name) for name in PLAYERS)
    for phone, strokes in ((jake, 4), (sarah, 5)):
        phone.context.set_offline(True)
        phone.score("Jake", strokes)
        expect(phone.cloud).to_contain_text("1 score not sent")
    for phone in (jake, sarah):
        phone.context.set_offline(False)
        phone.sent()
    badge = mike.page.get_by_role("button", name="1 score discrepancy: resolve")
    expect(badge).to_be_visible()
    for phone in (jake, sarah):
        phone.shows("Jake", 1, host.card("Jake", 1))
        expect(phone.page.locator(".badge")).to_be_hidden()
        expect(phone.page.locator(".asks, .doubt")).to_have_count(0)
    # Nor does the score look like a sure one to who decides.
    expect(mike.row("Jake")).to_have_attribute("aria-label", re.compile("^Jake, .*, two scores$"))
    expect(mike.row("Jake").locator(".score")).to_have_text(re.compile(r"\?$"))
    mike.press("More")
    mike.press("Scorecard")
    expect(mike.sheet.locator(".doubt")).to_have_count(1)
    mike.press("Close")
    badge.click()
    expect(mike.sheet.get_by_role("heading")).to_have_text("Score Discrepancy")
    expect(mike.sheet).to_contain_text("Tap the correct score")
    halves = mike.sheet.locator(".half")
    expect(halves).to_have_count(2)
    for half, (name, strokes) in zip((halves.filter(has_text=f"Recorded by {name}") for name in ("Jake", "Sarah")),
                                     (("Jake", "4, one over par"), ("Sarah", "5, two over par"))):
        expect(half).to_contain_text(strokes)
        expect(half).to_contain_text(re.compile(rf"Recorded by {name} at \d"))
        assert half.bounding_box()["height"] >= 80
    # Side by side.
    left, right = (halves.nth(place).bounding_box() for place in range(2))
    assert left["x"] + left["width"] <= right["x"]
    halves.filter(has_text="Recorded by Jake").click()
    expect(mike.page.locator("dialog")).to_have_count(0)
    expect(badge).to_be_hidden()
    for phone in (mike, jake, sarah):
        phone.shows("Jake", 1, 4)
    mike.sent()
    assert [event["strokes"] for event in host.events() if event.get("kind") == "resolution"] == [4]
    # Who was overruled and says so again is heard again.
    sarah.score("Jake", 5)
    expect(badge).to_be_visible()


def test_a_dispute_that_is_open_at_the_finish_is_named_and_stays_in_sight(phones, host):
    mike, jake, sarah = (phones().join(name) for name in PLAYERS)
    for phone, strokes in ((jake, 4), (sarah, 5)):
        phone.context.set_offline(True)
        phone.score("Jake", strokes)
        expect(phone.cloud).to_contain_text("1 score not sent")
    for phone in (jake, sarah):
        phone.context.set_offline(False)
        phone.sent()
    badge = mike.page.get_by_role("button", name="1 score discrepancy: resolve")
    expect(badge).to_be_visible()
    mike.press("More")
    mike.press("Finish round")
    expect(mike.sheet.get_by_role("heading")).to_have_text("Some holes have missing scores. Finish anyway?")
    expect(mike.sheet).to_contain_text("Disputed: Jake on hole 1.")
    expect(mike.sheet.get_by_role("button", name="Resolve", exact=True)).to_be_visible()
    mike.press("Finish anyway")
    mike.over("Finished early")
    expect(badge).to_have_text("1 to resolve")
    jake.over("Finished early")
    expect(jake.page.locator(".badge")).to_be_hidden()
    badge.click()
    expect(mike.sheet).to_contain_text("Jake on hole 1. The round is finished: reopen it to decide.")
    mike.press("Reopen round")
    mike.at(1)
    badge.click()
    mike.sheet.locator(".half").filter(has_text="Recorded by Sarah").click()
    expect(badge).to_be_hidden()
    jake.shows("Jake", 1, 5)


def test_the_list_of_rounds_follows_the_log(phones, host):
    jake = phones().join("Jake")
    jake.press("More")
    jake.press("All rounds")
    round = jake.page.get_by_role("button", name=re.compile("Mill Pond"))
    expect(round).not_to_contain_text("thru")
    host.run("enter", "Mike 2, Jake 3, Sarah 4")
    expect(round).to_contain_text("thru 1 of 9")
    expect(round).to_contain_text("Mike leads")
    # Also of a round that this phone has never opened.
    host.run("hole", "2")
    host.run("enter", "Sarah 1")
    expect(round).to_contain_text("thru 2 of 9")


def test_the_organiser_comes_back_by_a_link(phones, host):
    phones().join("Mike")
    url = json.loads(host.run("round", "invite", "--organiser", "--json"))["url"]
    other = phones()
    other.page.goto(url)
    other.press("Go on as the organiser")
    expect(other.page.locator(".hole-card")).to_be_visible()
    other.press("More")
    expect(other.sheet.get_by_role("button", name="Change organiser")).to_be_visible()
    third = phones()
    third.page.goto(url)
    third.press("Go on as the organiser")
    expect(third.page.locator("#failed")).to_contain_text("this link was used")


def test_the_organiser_passes_the_round_on(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    mike.press("More")
    mike.sheet.get_by_role("button", name="Change organiser").click()
    expect(mike.sheet.get_by_role("heading")).to_have_text("Who organises the round from now on?")
    expect(mike.sheet.get_by_role("button", name="Mike")).to_have_count(0)
    jake.score("Jake", 4)
    mike.shows("Jake", 1, 4)
    mike.sheet.get_by_role("button", name="Jake").click()
    mike.sent()
    for phone, entries in ((mike, 0), (jake, 1)):
        phone.press("More")
        expect(phone.sheet.get_by_role("button", name="Scorecard")).to_be_visible()
        expect(phone.sheet.get_by_role("button", name="Change organiser")).to_have_count(entries)
        phone.press("Close")
    assert "organised by Jake" in host.run("round", "show")


def test_the_first_phone_of_the_organiser_stays_the_only_one(phones, host):
    first, second = phones().join("Mike"), phones().join("Mike")
    for phone, entries in ((first, 1), (second, 0)):
        phone.press("More")
        expect(phone.sheet.get_by_role("button", name="Scorecard")).to_be_visible()
        expect(phone.sheet.get_by_role("button", name="Change organiser")).to_have_count(entries)
        phone.press("Close")
    third = phones().join("Jake")
    third.score("Mike", 5)
    second.shows("Mike", 1, 5)
    # The other corrects as a player does.
    second.score("Mike", 2)
    second.sent()
    first.shows("Mike", 1, 2)
    expect(second.page.locator(".notice")).to_have_count(0)
    assert host.scores() == [(1, "Mike", 2), (1, "Mike", 5)]
    expect(first.page.locator(".badge")).to_have_text("1")
    expect(second.page.locator(".badge")).to_be_hidden()


def test_rounds_appear_by_themselves(phones, host):
    jake = phones().join("Jake")
    host.run("round", "finish", "--early")
    jake.over("Finished early")
    jake.press("All rounds")
    expect(jake.page.locator(".card")).to_contain_text("Mill Pond")
    jake.press("Scoring")
    expect(jake.page.get_by_role("heading", name="No round in progress.")).to_be_visible()
    host.new_round("Cedar Creek")
    round = jake.page.get_by_role("button", name=re.compile("Cedar Creek"))
    expect(round).to_be_visible()
    round.click()
    jake.at(1)
    expect(jake.page.locator(".hole")).to_have_count(18)
    jake.score("Jake", 2)
    jake.sent()
    jake.page.go_back()
    jake.press("History")
    jake.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    expect(jake.page.locator("tbody tr")).to_have_count(3)


def test_a_round_finishes_early_and_takes_scores_again(phones, host):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    mike.score("Jake", 3)
    mike.press("More")
    mike.press("Finish round")
    expect(mike.sheet.get_by_role("heading")).to_have_text("Some holes have missing scores. Finish anyway?")
    expect(mike.sheet).to_contain_text("Missing: hole 1 (Mike and Sarah), hole 2 (Mike, Jake and Sarah)")
    mike.press("Keep scoring")
    mike.at(1)
    mike.press("More")
    mike.press("Finish round")
    mike.press("Finish anyway")
    for phone in (mike, jake):
        phone.over("Finished early")
    mike.press("More")
    mike.press("Reopen round")
    for phone in (mike, jake):
        phone.at(1)
    jake.score("Jake", 4)
    mike.shows("Jake", 1, 4)


WATCH = {"viewport": {"width": 198, "height": 242}}


def test_a_watch_scores_by_its_dial(phones, host):
    mike = phones().join("Mike")
    watch = phones(**WATCH).join("Jake")
    assert watch.page.url.endswith("/watch")
    expect(watch.page.locator(".watch")).to_contain_text("Hole 1 of 9")
    watch.page.get_by_role("button", name="Sarah, no score yet, no score in the round").click()
    dial = watch.page.get_by_role("spinbutton", name="Score for Sarah")
    expect(dial).to_be_focused()
    expect(dial).to_have_attribute("aria-valuenow", "3")
    expect(dial).to_have_attribute("aria-valuetext", "3, par")
    # Finger, wheel and Crown scroll; so far, it comes to rest on a number.
    dial.hover()
    watch.page.mouse.wheel(0, 64)
    expect(dial).to_have_attribute("aria-valuenow", "4")
    watch.page.mouse.wheel(0, -128)
    expect(dial).to_have_attribute("aria-valuenow", "2")
    for key, value in (("ArrowUp", 3), ("End", 10), ("ArrowUp", 10), ("Home", 1), ("ArrowDown", 1), ("6", 6), ("ArrowDown", 5)):
        watch.page.keyboard.press(key)
        expect(dial).to_have_attribute("aria-valuenow", str(value))
    expect(dial).to_have_attribute("aria-valuetext", "5, two over par")
    watch.press("Save")
    row = watch.page.get_by_role("button", name="Sarah, 5, two over par, plus two in the round")
    expect(row).to_be_focused()
    mike.shows("Sarah", 1, 5)
    # Back leaves no score.
    row.click()
    expect(dial).to_have_attribute("aria-valuenow", "5")
    watch.page.keyboard.press("Escape")
    expect(row).to_be_focused()
    watch.page.get_by_role("button", name="Jake, no score yet").click()
    watch.press("Back")
    mike.sent()
    assert host.scores() == [(1, "Sarah", 5)]
    assert [event["input"] for event in host.events() if event.get("hole")] == ["dial"]


@pytest.mark.parametrize("settings", [{}, WATCH], ids=["phone", "watch"])
def test_a_press_counts_also_where_its_row_is_drawn_anew_meanwhile(phones, settings):
    mike, jake = phones().join("Mike"), phones(**settings).join("Jake")
    rows = jake.page.locator(".hole:not([inert]) .row, .watch .row")
    expect(rows.first).to_have_accessible_name(re.compile("no score yet"))
    expect(rows.first).not_to_have_accessible_name(re.compile("Sarah"))
    rows.first.locator(".name").hover()
    jake.page.mouse.down()
    mike.score("Sarah", 4)
    expect(rows.last).to_have_accessible_name(re.compile("Sarah, 4"))
    jake.page.mouse.up()
    expect(jake.page.get_by_label(re.compile("^Select score for"))).to_be_visible()


def test_a_watch_says_how_old_its_scores_are(phones, host):
    watch = phones(**WATCH)
    watch.page.clock.install()
    watch.join("Jake")
    caption = watch.page.locator(".watch .caption")
    expect(watch.page.locator(".watch")).to_contain_text("Hole 1 of 9")
    # From here on the clock goes on only as it is told to.
    watch.page.clock.pause_at(watch.page.evaluate("Date.now() / 1000") + 60)
    host.kill()
    expect(watch.page.locator(".cloud:not([hidden])")).to_have_count(1)
    watch.page.clock.fast_forward(29_000)
    expect(watch.page.locator(".stale")).to_have_count(0)
    watch.page.clock.fast_forward(6_000)
    expect(caption).to_have_text("35s ago")
    expect(watch.page.locator(".stale")).to_have_count(1)
    watch.page.clock.fast_forward(120_000)
    expect(caption).to_have_text("2m ago")


def test_a_watch_shows_who_is_missing_first_and_earlier_holes(phones, host):
    mike, watch = phones().join("Mike"), phones(**WATCH).join("Jake")
    names = watch.page.locator(".watch .name")
    mike.score("Mike", 3)
    expect(names).to_have_text(["Jake", "Sarah", "Mike"])
    for player in ("Jake", "Sarah"):
        mike.score(player, 4)
    expect(watch.page.locator("h1")).to_contain_text("Hole 2 of 9")
    expect(watch.page.locator("h1")).to_contain_text("par 3")
    watch.press("Previous hole")
    expect(watch.page.locator("h1")).to_contain_text("Hole 1 of 9")
    watch.page.get_by_role("button", name="Sarah, 4, one over par").click()
    expect(watch.page.locator(".dial-page")).to_contain_text("Par 3")
    watch.page.get_by_role("spinbutton").press("5")
    watch.press("Save")
    mike.shows("Sarah", 1, 5)
    watch.press("Undo my last score")
    mike.shows("Sarah", 1, 4)
    watch.press("Next hole")
    expect(watch.page.locator("h1")).to_contain_text("Hole 2 of 9")


def test_a_watch_hears_scores_and_says_where_it_cannot(phones, host):
    watch = phones(**WATCH, permissions=["microphone"]).join("Jake")
    hearing(watch.page, draft(row("Jake", 2)))
    watch.page.reload()
    watch.page.get_by_role("button", name="Say scores").click()
    expect(watch.page.get_by_role("button", name="Jake, 2, one under par, minus one in the round")).to_be_visible()
    expect(watch.page.locator(".toast").get_by_role("button", name="Undo")).to_be_visible()
    host.kill()
    mic = watch.page.get_by_role("button", name="Say scores: Voice unavailable")
    mic.click(force=True)
    expect(watch.page.locator(".notice")).to_have_text("Voice unavailable")
    watch.page.get_by_role("button", name="Sarah, no score yet").click()
    expect(watch.page.get_by_role("spinbutton")).to_be_focused()


def test_a_watch_without_a_round_in_progress_shows_the_last_one(phones, host):
    watch = phones(**WATCH).join("Jake")
    host.run("enter", "Mike 2, Jake 3, Sarah 4")
    host.run("round", "finish", "--early")
    expect(watch.page.locator("h1")).to_contain_text("No active round")
    expect(watch.page.locator("h1")).to_contain_text("Mill Pond, finished")
    expect(watch.page.get_by_role("button", name="Place 1, Mike, minus one")).to_be_disabled()
    watch.page.reload()
    expect(watch.page.locator("h1")).to_contain_text("No active round")
    # The next one comes by itself.
    host.new_round("Cedar Creek")
    expect(watch.page.locator("h1")).to_contain_text("Hole 1 of 18")


def test_a_score_that_another_entered_meanwhile_is_shown_before_it_is_replaced(phones):
    mike, jake = phones().join("Mike"), phones().join("Jake")
    watch = phones(**WATCH).join("Sarah")
    mike.row("Jake").click()
    watch.page.get_by_role("button", name="Jake, no score yet").click()
    jake.score("Jake", 4)
    mike.shows("Jake", 1, 4)
    expect(watch.page.get_by_role("button", name="Jake, 4, one over par", include_hidden=True)).to_have_count(1)
    mike.choose(2)
    watch.page.get_by_role("spinbutton").press("6")
    watch.press("Save")
    for phone, where in ((mike, mike.keys.locator(".key[aria-pressed=true]")),
                         (watch, watch.page.get_by_role("spinbutton"))):
        expect(phone.page.locator(".notice")).to_contain_text("Somebody else changed the score of Jake")
        expect(where).to_be_focused()
    expect(mike.keys.locator(".key[aria-pressed=true]")).to_have_accessible_name("4, one over par")
    expect(watch.page.get_by_role("spinbutton")).to_have_attribute("aria-valuenow", "4")
    jake.shows("Jake", 1, 4)
    mike.choose(2)
    jake.shows("Jake", 1, 2)


@pytest.mark.parametrize("keeps", [True, False])
def test_nobody_becomes_another_before_all_scores_are_sent(phones, host, keeps):
    """On a phone that the host has put out, for one that it knows sends them at once; also where they are in memory."""
    jake = phones()
    if not keeps:
        jake.context.add_init_script("delete window.indexedDB; delete Window.prototype.indexedDB")
    jake.join("Jake")
    jake.score("Sarah", 3)
    jake.sent()
    host.kill()
    jake.score("Jake", 4)
    expect(jake.cloud).to_contain_text("1 score not sent")
    jake.press("More")
    expect(jake.sheet.get_by_text("This browser keeps nothing")).to_have_count(0 if keeps else 1)
    jake.press("Close")
    # Otherwise the phone may send the score before it is put out.
    host.revoke("Sarah")
    host.start()
    expect(jake.page.get_by_role("heading", name="Join a round")).to_be_visible()
    expect(jake.page.locator(".notice, .error").filter(has_text="no longer")).to_be_visible()
    jake.page.get_by_label("Code").fill(host.invitation["code"])
    jake.press("Continue")
    for name in ("Sarah", "Watch only"):
        jake.press(name)
        expect(jake.page.get_by_role("alert").filter(has_text="1 score of Mill Pond not sent yet: go on as Jake")).to_be_visible()
    jake.press("Jake")
    jake.shows("Jake", 1, 4)
    jake.sent()
    until(lambda: (1, "Jake", 4) in host.scores(), jake.page)
    assert [event["reportedBy"] for event in host.events() if event.get("strokes") == 4] == ["Jake"]


def test_a_score_that_the_host_refuses_stays_in_sight(phones, host):
    jake = phones().join("Jake")
    jake.sent()
    # As a host may that was restored, or is of another version.
    jake.page.evaluate("""() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) {
        const spoilt = localStorage.isMended ? text : String(text).replace('"at":"', '"at":"not ');
        return send.call(this, typeof text == "string" ? spoilt : text);
      };
    }""")
    jake.score("Jake", 4)
    refused = jake.page.get_by_role("button", name="Not accepted by the host: 1")
    expect(refused).to_be_visible()
    jake.shows("Jake", 1, None)
    jake.page.reload()
    refused.click()
    expect(jake.sheet).to_contain_text('Jake, hole 1: 4. The host says: "at" is no time.')
    jake.press("Send again")
    expect(refused).to_be_hidden()
    jake.sent()
    jake.shows("Jake", 1, 4)
    assert host.scores() == [(1, "Jake", 4)]


def test_scores_that_stay_unsent_are_said_also_while_online(phones, host):
    jake = phones().join("Jake")
    jake.sent()
    jake.page.evaluate("""() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) { if (!String(text).includes('"events"')) send.call(this, text); };
      // It is spoken with, and does not count as lost.
      setInterval(() => document.dispatchEvent(new Event("visibilitychange")), 1000);
    }""")
    jake.score("Jake", 4)
    expect(jake.cloud).to_have_text(re.compile("^11 score not sent$"))


def test_a_device_is_forgotten_only_where_the_host_hears_it(phones, host):
    jake = phones().join("Jake")
    jake.sent()
    host.kill()
    for _ in range(2):
        jake.press("More")
        jake.press("Forget this device")
        jake.press("Forget")
        if host.process:
            break
        expect(jake.page.locator(".notice")).to_contain_text("cannot be reached")
        jake.shows("Jake", 1, None)
        host.start()
    expect(jake.page.get_by_role("heading", name="Welcome to Hyzer")).to_be_visible()
    assert jake.page.evaluate("fetch('/api/rounds').then(({ status }) => status)") == 401


def test_a_round_that_was_deleted_leads_back_to_the_others(phones, host):
    jake, watch = phones().join("Jake"), phones(**WATCH).join("Sarah")
    host.run("round", "delete", jake.page.evaluate("history.state.round"))
    for phone in (jake, watch):
        expect(phone.page.get_by_role("heading", name="This round was deleted.")).to_be_visible()
    jake.press("All rounds")
    expect(jake.page.get_by_role("heading", name="Scoring")).to_be_visible()
