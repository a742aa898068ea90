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
        self.listen()
        phone.context.grant_permissions(["microphone"])
        phone.join(player)

    def listen(self):
        listening(self.page, self.talked)

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


def test_a_microphone_that_is_denied_says_so(phones):
    mike = phones(permissions=["microphone"])
    mike.context.add_init_script("""navigator.mediaDevices.getUserMedia =
      async () => { throw new DOMException("no", "NotAllowedError"); };""")
    mike.join("Mike")
    mike.page.locator(".bar .mic").click()
    expect(mike.page.locator(".notice")).to_contain_text("The microphone is not allowed")
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
    mike.phone.choose(6)
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
    expect(mike.page.locator(".bar .mic")).to_have_accessible_name("Say scores")
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
    expect(mike.overlay).to_contain_text("Which hole is this?")
    mike.wait(LONG)
    expect(mike.overlay).to_have_count(1)
    mike.page.get_by_role("button", name="Hole 1", exact=True).click()
    expect(mike.overlay).to_contain_text("Hole 1, par 3")
    expect(mike.overlay).to_contain_text("instead of 3")
    mike.wait(LONG)
    mike.phone.shows("Mike", 1, 4)


def test_who_answers_with_the_next_hole_goes_there(voice):
    mike = voice()
    mike.phone.score("Mike", 5)
    shown = {**draft({**row("Mike", 3), "words": "4 before", "replaces": 5}, row("Jake", 4), result="partial"), "holes": [1, 2], "window": None}
    mike.press()(shown)
    expect(mike.overlay).to_contain_text("“4 before”")
    # The host is told for how long it has been shown.
    mike.wait(50_000)
    answer = mike.press()
    assert mike.talks[-1]["shown"]["shownFor"] >= 50
    answer(draft(result="failed"))
    mike.page.get_by_role("button", name="Hole 2", exact=True).click()
    expect(mike.overlay).to_contain_text("Hole 2, par")
    expect(mike.overlay).not_to_contain_text("instead of")
    mike.wait(LONG)
    expect(mike.overlay).to_have_count(0)
    mike.phone.at(2)
    mike.phone.shows("Mike", 2, 3)
    mike.phone.shows("Mike", 1, 5)


def test_listening_is_the_whole_bar_and_shows_no_half_heard_words(voice):
    mike = voice()
    answer = mike.press()
    mic = mike.page.get_by_role("button", name="Listening. Press to stop")
    expect(mic).to_contain_text("Listening")
    assert mic.bounding_box()["width"] == 390
    assert mic.bounding_box()["height"] >= 140
    expect(mic.locator("i")).to_have_count(24)
    mike.say({"kind": "heard", "id": mike.talks[-1]["id"], "words": "mike tree"})
    answer(draft(row("Mike", 3)))
    expect(mike.overlay).to_be_visible()
    expect(mike.page.locator("body")).not_to_contain_text("tree")
    # The answer ends the talk.
    expect(mike.page.locator(".bar .mic")).to_have_accessible_name("Say scores")


def test_a_press_ends_the_talk_before_the_silence_does(voice):
    mike = voice()
    answer = mike.press()
    mike.page.locator(".bar .mic").click()
    expect(mike.page.locator(".bar .mic")).to_contain_text("One moment")
    answer(draft(row("Mike", 3)))
    expect(mike.overlay).to_be_visible()


def test_people_are_told_what_to_say_three_times(voice):
    mike = voice()
    for count in range(4):
        answer = mike.press()
        hint = mike.page.locator(".bar .mic .hint")
        expect(hint).to_have_text("Say player names and scores" if count < 3 else "")
        answer(draft(row("Mike", 3)))
        told = mike.overlay.get_by_text("Auto-saving in 1.5 seconds. Tap any score to correct.", exact=True)
        expect(told).to_have_class("caption" if count < 3 else "caption unseen")
        mike.page.keyboard.press("Escape")
        expect(mike.overlay).to_have_count(0)


def test_what_saves_itself_is_louder_than_its_button_and_felt(voice):
    mike = voice()
    mike.page.evaluate("globalThis.ticks = []; navigator.vibrate = (time) => ticks.push(time); 0")
    mike.press()(draft(row("Mike", 3)))
    save = mike.overlay.get_by_role("button", name="Commit Scores")
    expect(save).to_have_class("commit")
    assert mike.page.evaluate("ticks") == [10]
    mike.wait(LONG)
    mike.phone.shows("Mike", 1, 3)
    assert mike.page.evaluate("ticks") == [10, 30]
    # Where nothing saves itself a person does, and doubt does not look like a good score.
    mike.press()(draft(row("Jake", 2, isDoubtful=True), result="partial"))
    expect(save).to_have_class("commit primary")
    expect(mike.overlay.locator(".score")).to_have_class("score open")


def test_a_player_who_was_guessed_wrong_is_changed(voice):
    mike = voice()
    mike.press()(draft(row("Sarah", 4, words="jake four"), row("Mike", 3)))
    mike.overlay.get_by_role("button", name="Not Sarah?").click()
    expect(mike.phone.sheet.get_by_role("heading")).to_have_text("Not Sarah?")
    expect(mike.phone.sheet.get_by_role("button", name="Mike")).to_have_count(0)
    mike.phone.sheet.get_by_role("button", name="Jake").click()
    expect(mike.overlay.get_by_role("button", name="Jake, 4, one over par")).to_be_visible()
    mike.wait(LONG)
    mike.phone.shows("Jake", 1, 4)
    mike.phone.shows("Sarah", 1, None)


@pytest.mark.parametrize("by", ["tap", "voice"])
def test_what_was_saved_can_be_taken_back_for_five_seconds(voice, by):
    mike = voice()
    rows = [row(player, 3) for player in ("Mike", "Jake", "Sarah")]
    mike.press()(draft(*rows))
    mike.wait(LONG)
    undo = mike.page.locator(".toast").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    # The next hole has come meanwhile: nobody is asked whether the one before is meant.
    mike.wait(2000)
    expect(mike.page.locator(".hole:nth-child(2):not([inert])")).to_have_count(1)
    if by == "tap":
        undo.click()
    else:
        mike.press()({**draft(result="undo"), "rows": []})
    mike.phone.shows("Jake", 1, None)
    expect(mike.page.locator("dialog")).to_have_count(0)


def test_what_is_said_in_a_round_that_is_left_is_for_no_other(voice):
    mike = voice()
    go = "(state) => dispatchEvent(new PopStateEvent('popstate', { state }))"
    answer = mike.press()
    round = mike.page.evaluate("history.state")
    mike.page.evaluate(go, {"tab": "scoring"})
    expect(mike.page.get_by_role("heading", name="Scoring")).to_be_visible()
    mike.page.evaluate(go, round)
    expect(mike.page.locator(".bar .mic")).to_have_attribute("aria-pressed", "false")
    answer(draft(row("Mike", 3)))
    mike.wait(LONG)
    expect(mike.overlay).to_have_count(0)
    mike.phone.shows("Mike", 1, None)


def test_the_offer_to_take_back_goes_by_itself(voice):
    mike = voice()
    mike.press()(draft(row("Mike", 3)))
    mike.wait(LONG)
    expect(mike.page.locator(".toast")).to_contain_text("Saved")
    mike.wait(5000)
    expect(mike.page.locator(".toast")).to_have_count(0)
    mike.phone.shows("Mike", 1, 3)
