"""Scores that were heard wait for a person who sees them; what the host makes of words is given by the test."""

import pytest
from phones import until
from playwright.sync_api import expect
from views import draft, listening, row


class Voice:
    """A phone that talks to the real host, but hears what the test wants."""

    def __init__(self, phone, player):
        self.phone, self.page, self.talks = phone, phone.page, []
        # A test decides how fast windows close, also on a busy machine.
        self.page.clock.install()
        self.is_paused = False
        listening(self.page, self.talked)
        phone.context.grant_permissions(["microphone"])
        phone.join(player)

    def talked(self, talk, say):
        self.talks.append(talk)
        self.say = say

    def press(self):
        """Presses a microphone and waits until it is open; returns how the host answers."""
        count = len(self.talks)
        self.page.locator("dialog[open] .mic, .bar .mic").last.click()
        until(lambda: len(self.talks) > count, self.page)
        id = self.talks[-1]["id"]

        def answer(draft):
            if not self.is_paused:
                self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 2)
            self.is_paused = True
            self.say({"kind": "draft", "id": id, "draft": draft})
        return answer

    def wait(self, milliseconds):
        """Lets time go on, which stands still once a draft has come."""
        self.page.clock.run_for(milliseconds)

    def resume(self):
        self.page.clock.resume()
        self.is_paused = False

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


#: Longer than any window, in milliseconds.
LONG = 4000


def test_a_microphone_that_is_denied_while_it_is_held_says_so(phones):
    mike = phones(permissions=["microphone"])
    mike.context.add_init_script("""navigator.mediaDevices.getUserMedia =
      async () => { throw new DOMException("no", "NotAllowedError"); };""")
    mike.join("Mike")
    mike.page.locator(".bar .mic").hover()
    mike.page.mouse.down()
    expect(mike.page.locator(".notice")).to_contain_text("The microphone is not allowed")
    # Longer than a press that leaves it open; what is thrown fails the test.
    mike.page.wait_for_timeout(400)
    mike.page.mouse.up()
    expect(mike.page.locator(".bar .mic")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("confidence, seconds", [(0.99, 1.5), (0.97, 3)])
def test_scores_save_themselves_when_the_host_says_so(voice, confidence, seconds):
    mike = voice()
    mike.press()(draft(row("Mike", 3, confidence)))
    expect(mike.overlay).to_contain_text(f"Auto-saving in {seconds} seconds")
    mike.wait(seconds * 1000 - 1)
    expect(mike.overlay).to_have_count(1)
    mike.wait(1)
    expect(mike.overlay).to_have_count(0)
    mike.phone.shows("Mike", 1, 3)


def test_scores_that_come_while_the_phone_is_locked_wait_until_they_are_seen(voice):
    mike = voice()
    answer = mike.press()
    mike.hide(True)
    answer(draft(row("Mike", 3)))
    expect(mike.overlay).to_contain_text("Paused")
    mike.wait(LONG)
    expect(mike.overlay).to_have_count(1)
    mike.phone.shows("Mike", 1, None)
    mike.hide(False)
    mike.wait(LONG)
    mike.phone.shows("Mike", 1, 3)


def test_the_question_whether_to_finish_waits_until_nothing_covers_the_page(voice, phones, midway):
    mike, jake = voice(), phones().join("Jake")
    jake.at(7)
    for hole in (7, 8, 9):
        for player in ("Mike", "Jake", "Sarah"):
            if (hole, player) not in ((7, "Jake"), (9, "Sarah")):
                jake.score(player, 3)
        jake.at(hole if hole == 9 else hole + 1)
    mike.phone.at(9)
    mike.press()(draft(row("Mike", 4), hole=9))
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
    mike.press()(draft(row("Mike", 3)))
    expect(mike.overlay).to_contain_text("Auto-saving")
    mike.page.evaluate("document.querySelector('.bar [title=More]').click()")
    expect(mike.page.locator("dialog")).to_have_count(2)
    mike.wait(LONG)
    expect(mike.page.locator("dialog")).to_have_count(2)
    mike.page.keyboard.press("Escape")
    # The window starts anew once nothing covers it.
    expect(mike.page.locator("dialog")).to_have_count(1)
    mike.wait(LONG)
    mike.phone.shows("Mike", 1, 3)


def test_an_answer_does_not_undo_what_was_changed_by_hand_meanwhile(voice):
    mike = voice()
    mike.press()(draft(row("Mike", 3), row("Jake", 4)))
    expect(mike.overlay).to_contain_text("Auto-saving")
    answer = mike.press()
    mike.overlay.locator(".row").nth(0).click()
    mike.phone.sheet.locator(".key").nth(5).click()
    expect(mike.overlay.locator(".row").nth(0)).to_contain_text("6")
    answer(draft(row("Mike", 3), row("Jake", 5)))
    expect(mike.page.locator(".notice")).to_contain_text("Say it again")
    mike.wait(LONG)
    mike.phone.shows("Mike", 1, 6)
    mike.phone.shows("Jake", 1, 4)


@pytest.mark.parametrize("isThinking", [False, True])
def test_what_was_cancelled_stays_so_while_the_host_still_thinks(voice, isThinking):
    mike = voice()
    mike.press()(draft(row("Mike", 3)))
    expect(mike.overlay).to_contain_text("Auto-saving")
    answer = mike.press()
    if isThinking:
        mike.overlay.locator(".mic").click()
    mike.overlay.get_by_role("button", name="Cancel").click()
    expect(mike.page.locator("dialog")).to_have_count(0)
    expect(mike.page.locator(".hearing")).to_have_text("")
    answer(draft(row("Mike", 5)))
    # The page takes what the host says in order.
    mike.say({"kind": "notice", "text": "That was later."})
    expect(mike.page.locator(".notice")).to_have_text("That was later.")
    # What is under it can be tapped.
    assert mike.page.evaluate("""() => {
      const { left, top } = document.querySelector(".notice").getBoundingClientRect();
      return document.elementFromPoint(left + 5, top + 5).matches(".notice");
    }""") is False
    expect(mike.page.locator("dialog")).to_have_count(0)
    mike.press()(draft(row("Mike", 2)))
    expect(mike.overlay).to_contain_text("2")


def test_scores_wait_for_a_person_where_others_completed_the_hole(voice, phones):
    mike, jake = voice(), phones().join("Jake")
    answer = mike.press()
    for player in ("Mike", "Jake", "Sarah"):
        jake.score(player, 3)
    mike.phone.at(2)
    answer(draft(row("Mike", 4)))
    expect(mike.overlay).to_contain_text("Hole 1, par 3")
    expect(mike.overlay.get_by_role("button", name="Mike, 4, one over par, please check")).to_be_visible()
    mike.wait(LONG)
    expect(mike.overlay).to_have_count(1)
    mike.page.keyboard.press("Escape")
    # What the host asks of the hole, a person answers by a tap.
    mike.press()({**draft(row("Mike", 4), hole=2, result="partial"), "holes": [1, 2], "window": None})
    expect(mike.overlay).to_contain_text("Hole 2, par 3")
    expect(mike.overlay).to_contain_text("Which one is this?")
    mike.wait(LONG)
    expect(mike.overlay).to_have_count(1)
    mike.page.get_by_role("button", name="Hole 1", exact=True).click()
    expect(mike.overlay).to_contain_text("Hole 1, par 3")
    expect(mike.overlay).to_contain_text("instead of 3")
    mike.wait(LONG)
    mike.phone.shows("Mike", 1, 4)
