"""Scores that were heard wait for a person who sees them; what the host makes of words is given by the test."""

import json
import re

import pytest
from playwright.sync_api import expect


def draft(*rows, hole=1, result="success"):
    return {
        "result": result, "hole": hole, "remarks": [], "transcript": "words", "window": 1.5,
        "rows": [{"player": player, "strokes": strokes, "noScore": False, "confidence": 0.9, "isDoubtful": False,
                  "candidates": [player], "words": "words", "replaces": None, "input": "voice"}
                 for player, strokes in rows]}


class Voice:
    """A phone that talks to the real host, but hears what the test wants."""

    def __init__(self, phone, player):
        self.phone, self.page, self.talks = phone, phone.page, []
        self.page.route_web_socket(re.compile("/live$"), self.route)
        phone.context.grant_permissions(["microphone"])
        phone.join(player)

    def route(self, socket):
        self.socket, server = socket, socket.connect_to_server()

        def take(message):
            told = json.loads(message) if isinstance(message, str) else {"kind": "sound"}
            if told["kind"] == "talk":
                self.talks.append(told)
            elif told["kind"] not in ("sound", "talked", "untalk"):
                server.send(message)
        socket.on_message(take)

    def press(self):
        """Presses a microphone and waits until it is open; returns how the host answers."""
        count = len(self.talks)
        self.page.locator("dialog[open] .mic, .bar .mic").last.click()
        while len(self.talks) == count:
            self.page.wait_for_timeout(20)
        talk = self.talks[-1]
        return lambda draft: self.socket.send(json.dumps({"kind": "draft", "id": talk["id"], "draft": draft}))

    @property
    def overlay(self):
        return self.page.locator("dialog").filter(has=self.page.locator(".heard"))

    def hide(self, isHidden):
        """As a phone does that is locked."""
        self.page.evaluate("""(isHidden) => {
          Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""", isHidden)


@pytest.fixture
def voice(phones):
    return lambda player="Mike": Voice(phones(), player)


#: Longer than any window.
LONG = 4000


def test_scores_that_come_while_the_phone_is_locked_wait_until_they_are_seen(voice):
    mike = voice()
    answer = mike.press()
    mike.hide(True)
    answer(draft(("Mike", 3)))
    expect(mike.overlay).to_contain_text("Paused")
    mike.page.wait_for_timeout(LONG)
    expect(mike.overlay).to_have_count(1)
    mike.phone.shows("Mike", 1, None)
    mike.hide(False)
    mike.phone.shows("Mike", 1, 3, within=3000)


def test_the_question_whether_to_finish_waits_until_nothing_covers_the_page(voice, phones, midway):
    mike, jake = voice(), phones().join("Jake")
    jake.at(7)
    for hole in (7, 8, 9):
        for player in ("Mike", "Jake", "Sarah"):
            if (hole, player) not in ((7, "Jake"), (9, "Sarah")):
                jake.score(player, 3)
        jake.at(hole if hole == 9 else hole + 1)
    mike.phone.at(9)
    mike.press()(draft(("Mike", 4), hole=9))
    mike.overlay.locator(".heard .row").hover()
    mike.page.mouse.down()
    jake.score("Sarah", 3)
    mike.phone.shows("Sarah", 9, 3)
    expect(mike.page.locator("dialog")).to_have_count(1)
    mike.page.mouse.up()
    expect(mike.phone.sheet.get_by_role("heading")).to_have_text("Select score for Mike")
    mike.page.keyboard.press("Escape")
    expect(mike.page.locator("dialog")).to_have_count(1)
    mike.overlay.get_by_role("button", name="Cancel").click()
    expect(mike.page.get_by_role("heading", name="All scores recorded. Finalize round?")).to_be_visible()


def test_what_covers_scores_that_were_heard_holds_them(voice):
    mike = voice()
    mike.press()(draft(("Mike", 3)))
    expect(mike.overlay).to_contain_text("Auto-saving")
    mike.page.evaluate("document.querySelector('.bar [title=More]').click()")
    expect(mike.page.locator("dialog")).to_have_count(2)
    mike.page.wait_for_timeout(LONG)
    expect(mike.page.locator("dialog")).to_have_count(2)
    mike.page.keyboard.press("Escape")
    expect(mike.overlay).to_contain_text("Auto-saving")
    mike.phone.shows("Mike", 1, 3, within=3000)


def test_an_answer_does_not_undo_what_was_changed_by_hand_meanwhile(voice):
    mike = voice()
    mike.press()(draft(("Mike", 3), ("Jake", 4)))
    expect(mike.overlay).to_contain_text("Auto-saving")
    answer = mike.press()
    mike.overlay.locator(".row").nth(0).click()
    mike.phone.sheet.locator(".key").nth(5).click()
    expect(mike.overlay.locator(".row").nth(0)).to_contain_text("6")
    answer(draft(("Mike", 3), ("Jake", 5)))
    expect(mike.page.locator(".notice")).to_contain_text("Say it again")
    mike.phone.shows("Mike", 1, 6, within=5000)
    mike.phone.shows("Jake", 1, 4)


@pytest.mark.parametrize("isThinking", [False, True])
def test_what_was_cancelled_stays_so_while_the_host_still_thinks(voice, isThinking):
    mike = voice()
    mike.press()(draft(("Mike", 3)))
    expect(mike.overlay).to_contain_text("Auto-saving")
    answer = mike.press()
    if isThinking:
        mike.overlay.locator(".mic").click()
    mike.overlay.get_by_role("button", name="Cancel").click()
    expect(mike.page.locator("dialog")).to_have_count(0)
    expect(mike.page.locator(".hearing")).to_have_text("")
    answer(draft(("Mike", 5)))
    mike.page.wait_for_timeout(500)
    assert mike.page.locator("dialog").count() == 0
    mike.press()(draft(("Mike", 2)))
    expect(mike.overlay).to_contain_text("2")


def test_scores_wait_for_a_person_where_others_completed_the_hole(voice, phones):
    mike, jake = voice(), phones().join("Jake")
    answer = mike.press()
    for player in ("Mike", "Jake", "Sarah"):
        jake.score(player, 3)
    mike.phone.at(2)
    answer(draft(("Mike", 4)))
    expect(mike.overlay).to_contain_text("Hole 1, par 3")
    expect(mike.overlay.get_by_role("button", name="Mike, 4, one over par, please check")).to_be_visible()
    mike.page.keyboard.press("Escape")
    mike.press()(draft(("Mike", 4), hole=2))
    expect(mike.overlay).to_contain_text("Hole 2, par 3")
    mike.page.wait_for_timeout(LONG)
    expect(mike.overlay).to_have_count(1)
    mike.page.get_by_role("button", name="Commit Scores").click()
    mike.phone.shows("Mike", 2, 4)
    # What one has completed oneself confuses nobody.
    mike.phone.score("Jake", 3)
    mike.phone.score("Sarah", 3)
    mike.phone.at(3)
    mike.press()(draft(("Mike", 5), hole=3))
    mike.phone.shows("Mike", 3, 5, within=5000)
