"""Hands-free: talk after talk of one microphone, of which the test gives the sound and what the host hears."""

import json
import re

import pytest
from phones import until
from playwright.sync_api import expect
from test_overlay import LONG, Voice
from views import TRACKS, draft, row

#: A microphone that sounds when a test says so; each frame of 20 ms has a value of its own, so that none is missed.
MICROPHONE = TRACKS + """
  let [microphone, frame] = [null, 0];
  globalThis.sound = (count) => {
    for (; count > 0; count -= 1) microphone.port.onmessage({ data: new Int16Array(320).fill(frame++).buffer });
  };
  globalThis.AudioWorkletNode = class extends GainNode {
    constructor(context) {
      super(context);
      this.port = { postMessage() {} };
      microphone = this;
    }
  };
  globalThis.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    const lock = { release: async () => locks.push("released") };
    locks.push(kind);
    globalThis.loseLock = () => lock.onrelease();
    return lock;
  } } });
"""


class HandsFree(Voice):
    """A phone of which the test is the host's ear."""

    def __init__(self, phone, player="Mike"):
        phone.context.add_init_script(MICROPHONE)
        super().__init__(phone, player)

    def listen(self):
        def route(socket):
            self.socket, server = socket, socket.connect_to_server()

            def take(message):
                if isinstance(message, bytes):
                    talk = next(talk for talk in self.talks if talk["id"] == int.from_bytes(message[1:3], "little"))
                    assert int.from_bytes(message[3:7], "little") == len(talk["frames"])
                    talk["frames"].append(int.from_bytes(message[7:9], "little"))
                    return
                told = json.loads(message)
                if told["kind"] == "talk":
                    self.talks.append({**told, "frames": [], "ends": []})
                elif told["kind"] in ("talked", "untalk"):
                    for talk in self.talks:
                        if talk["id"] == told["id"]:
                            talk["ends"].append(told["kind"])
                else:
                    server.send(message)
            socket.on_message(take)
        self.page.route_web_socket(re.compile("/live$"), route)

    def say(self, message):
        """What the host says of the talk under way."""
        self.socket.send(json.dumps({"id": self.talk["id"], **message}))

    @property
    def talk(self):
        return self.talks[-1]

    def start(self):
        """Switches it on, from when on time stands still."""
        self.phone.press("More")
        self.phone.press("Hands-free")
        if self.page.get_by_role("heading", name="Hands-free").count():
            self.phone.press("Start")
        until(lambda: self.talks, self.page)
        expect(self.mic).to_have_text("Hands-free · listening")
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 2)
        return self

    def sounds(self, frames):
        """Feeds so many frames, which arrive where a talk is under way."""
        self.page.evaluate("sound", frames)

    def next(self, message):
        """Says something that another talk follows, and returns that."""
        count = len(self.talks)
        self.say(message)
        self.until(lambda: len(self.talks) == count + 1)
        return self.talk

    def hears(self, draft, seconds=None):
        return self.next({"kind": "draft", "draft": {**draft, **({} if seconds is None else {"until": seconds})}})

    def until(self, condition):
        until(condition, self.page)

    @property
    def mic(self):
        return self.page.locator(".bar .mic")


#: What comes of a talk in which nobody spoke.
NOTHING = {**draft(result="failed"), "transcript": ""}


@pytest.fixture
def mike(phones):
    return HandsFree(phones())


def test_it_is_explained_once_and_seen_until_a_press_ends_it(mike):
    mike.phone.press("More")
    mike.phone.press("Hands-free")
    expect(mike.phone.sheet).to_contain_text("battery")
    mike.phone.press("Cancel")
    assert mike.talks == []
    mike.start()
    assert mike.talk["handsFree"] is True and mike.talk["endsInSilence"] is True
    # What is beside it stays in reach.
    mike.page.get_by_role("button", name="More").click(trial=True)
    expect(mike.mic).to_have_attribute("aria-pressed", "true")
    assert mike.page.evaluate("tracks.map((track) => track.readyState)") == ["live"]
    mike.page.get_by_role("button", name="Hands-free. Press to end").click()
    mike.until(lambda: mike.talk["ends"])
    assert mike.talk["ends"][0] == "untalk"
    expect(mike.mic).to_have_accessible_name("Say scores")
    assert mike.page.evaluate("tracks.map((track) => track.readyState)") == ["ended"]
    mike.phone.press("More")
    mike.phone.press("Hands-free")
    mike.until(lambda: len(mike.talks) == 2)
    expect(mike.page.locator("dialog")).to_have_count(0)


def test_the_next_talk_begins_where_the_host_says(mike):
    mike.start().sounds(500)
    talk = mike.hears(NOTHING, 9.71)
    mike.until(lambda: talk["frames"] == list(range(485, 500)))
    # What is heard while the host decides is in the next, and what was decided is not.
    mike.sounds(100)
    talk = mike.hears(draft(row("Mike", 3)), 1.51)
    mike.until(lambda: talk["frames"] == list(range(560, 600)))
    assert talk["shown"]["rows"][0]["player"] == "Mike"
    assert [talk["ends"] for talk in mike.talks] == [[], [], []]
    assert mike.page.evaluate("tracks.length") == 1


def test_a_host_that_does_not_say_so_heard_all_that_was_sent(mike):
    mike.start().sounds(800)
    mike.until(lambda: mike.talk["ends"] == ["talked"])
    assert mike.talk["frames"] == list(range(740))
    talk = mike.hears(NOTHING)
    mike.until(lambda: talk["frames"] == list(range(740, 800)))


def test_what_is_heard_saves_itself_and_the_phone_listens_on(mike):
    mike.start().sounds(100)
    mike.hears(draft(row("Mike", 3)), 1.5)
    expect(mike.overlay).to_contain_text("Auto-saving")
    mike.wait(1500)
    mike.phone.shows("Mike", 1, 3)
    expect(mike.overlay).to_have_count(0)
    # The talk was of what was shown; what is not decided is of the next.
    mike.sounds(10)
    mike.until(lambda: len(mike.talks) == 3)
    assert mike.talks[1]["ends"] == ["untalk"] and mike.talk["shown"] is None
    mike.until(lambda: mike.talk["frames"] == list(range(75, 110)))
    mike.hears(draft(row("Jake", 4)), 0.3)
    mike.wait(1500)
    mike.phone.shows("Jake", 1, 4)
    expect(mike.mic).to_have_text("Hands-free · listening")


def test_what_was_not_understood_is_a_quiet_line(mike):
    mike.start().sounds(50)
    mike.hears(NOTHING, 0.8)
    expect(mike.mic).to_have_text("Hands-free · listening")
    mike.hears(draft(result="failed"), 0.2)
    expect(mike.mic).to_have_text("Didn't catch that")
    expect(mike.page.locator("dialog, .notice")).to_have_count(0)
    mike.wait(3000)
    expect(mike.mic).to_have_text("Hands-free · listening")


def test_scores_that_are_shown_are_answered_by_voice(mike):
    mike.start().sounds(100)
    mike.hears(draft(row("Mike", 3), row("Jake", 3)), 1.5)
    expect(mike.overlay).to_contain_text("Auto-saving")
    # Somebody begins to speak, and so nothing is saved.
    mike.say({"kind": "heard", "words": ""})
    expect(mike.overlay).to_contain_text("Paused.")
    mike.wait(LONG)
    mike.sounds(1)
    expect(mike.overlay).to_have_count(1)
    # It was noise.
    mike.hears(NOTHING, 0.5)
    expect(mike.overlay).to_contain_text("Auto-saving")
    mike.say({"kind": "heard", "words": ""})
    expect(mike.overlay).to_contain_text("Paused.")
    mike.hears(draft(row("Mike", 3), row("Jake", 4)), 0.5)
    mike.wait(1500)
    mike.phone.shows("Jake", 1, 4)
    expect(mike.overlay).to_have_count(0)
    mike.sounds(1)
    mike.until(lambda: mike.talk["shown"] is None)
    mike.hears(draft(row("Sarah", 3)), 0.1)
    expect(mike.overlay).to_contain_text("Sarah")
    mike.hears({**draft(result="dismissed"), "rows": []}, 0.1)
    expect(mike.overlay).to_have_count(0)
    mike.wait(LONG)
    mike.sounds(1)
    mike.phone.shows("Sarah", 1, None)
    mike.until(lambda: mike.talk["shown"] is None)
    mike.hears({**draft(result="undo"), "rows": []}, 0.1)
    mike.phone.shows("Jake", 1, None)
    expect(mike.mic).to_have_text("Hands-free · listening")


def test_what_is_changed_by_hand_is_what_the_next_words_are_said_to(mike):
    mike.start().sounds(100)
    mike.hears(draft(row("Mike", 3)), 1.5)
    mike.overlay.locator(".row").click()
    mike.phone.choose(6)
    expect(mike.page.locator("dialog")).to_have_count(1)
    mike.sounds(1)
    mike.until(lambda: mike.talk["shown"]["rows"][0]["strokes"] == 6)
    mike.page.keyboard.press("Escape")
    expect(mike.overlay).to_have_count(0)
    mike.sounds(1)
    mike.until(lambda: mike.talk["shown"] is None)
    mike.page.get_by_role("button", name="Hands-free. Press to end").click()
    mike.page.clock.resume()
    mike.phone.press("Next hole")
    mike.phone.at(2)
    mike.phone.press("More")
    mike.phone.press("Hands-free")
    mike.until(lambda: mike.talk["hole"] == 2)


def test_a_host_that_is_busy_is_asked_again(mike):
    mike.start().sounds(400)
    mike.say({"kind": "talkFailed", "reason": "others are speaking; try again"})
    expect(mike.mic).to_have_text("others are speaking; try again")
    expect(mike.page.locator("dialog, .notice")).to_have_count(0)
    mike.wait(2900)
    mike.sounds(50)
    assert len(mike.talks) == 1
    mike.wait(100)
    mike.sounds(1)
    mike.until(lambda: len(mike.talks) == 2)
    # Three seconds of before, and all since.
    mike.until(lambda: mike.talk["frames"] == list(range(250, 451)))
    expect(mike.mic).to_have_text("Hands-free · listening")


def test_it_pauses_while_the_host_is_away(mike):
    mike.start().sounds(100)
    mike.hears(draft(row("Mike", 3)), 1.5)
    mike.say({"kind": "heard", "words": ""})
    expect(mike.overlay).to_contain_text("Paused.")
    mike.socket.close()
    expect(mike.page.locator(".cloud:not([hidden])")).to_have_count(1)
    # Until time goes on, the host stays away.
    mike.sounds(200)
    expect(mike.mic).to_have_text("Hands-free · paused")
    # Nobody speaks to it any more.
    mike.wait(1500)
    mike.phone.shows("Mike", 1, 3)
    mike.wait(1000)
    expect(mike.page.locator(".cloud:not([hidden])")).to_have_count(0)
    mike.sounds(1)
    mike.until(lambda: len(mike.talks) == 3)
    mike.sounds(1)
    # Of what was said meanwhile nothing counts.
    mike.until(lambda: mike.talk["frames"][1:] == [301])
    expect(mike.mic).to_have_text("Hands-free · listening")
    assert mike.page.evaluate("tracks.map((track) => track.readyState)") == ["live"]


def test_it_ends_where_the_round_is_left_and_stays_so(mike):
    mike.start()
    mike.phone.press("More")
    mike.phone.press("All rounds")
    expect(mike.page.locator(".notice")).to_have_text("Hands-free is off.")
    assert mike.page.evaluate("tracks.map((track) => track.readyState)") == ["ended"]
    mike.page.get_by_role("button", name=re.compile("Mill Pond")).click()
    expect(mike.mic).to_have_accessible_name("Say scores")
    assert len(mike.talks) == 1


def test_it_ends_with_the_round(mike):
    mike.start()
    mike.phone.press("More")
    mike.phone.press("Finish round")
    mike.phone.press("Finish anyway")
    mike.page.clock.resume()
    mike.phone.sheet.locator(".shares").wait_for()
    mike.sounds(1)
    expect(mike.page.locator(".notice")).to_have_text("Hands-free is off.")
    assert mike.page.evaluate("tracks.map((track) => track.readyState)") == ["ended"]


def test_a_page_that_is_hidden_does_not_listen_and_goes_on_when_it_is_seen(mike):
    mike.start()
    assert mike.page.evaluate("locks") == ["screen"]
    mike.hide(True)
    expect(mike.mic).to_have_text("Hands-free · paused")
    assert mike.page.evaluate("tracks.map((track) => track.readyState)") == ["ended"]
    mike.until(lambda: "untalk" in mike.talk["ends"])
    mike.hide(False)
    mike.until(lambda: len(mike.talks) == 2)
    expect(mike.mic).to_have_text("Hands-free · listening")
    assert mike.page.evaluate("locks") == ["screen", "released", "screen"]
    # A browser may take the lock back.
    mike.page.evaluate("loseLock()")
    mike.hears(NOTHING)
    mike.page.wait_for_function("() => locks.length === 4")


def test_a_page_that_stood_still_for_long_listens_on(mike):
    mike.start()
    for _ in range(2):
        mike.sounds(1)
        mike.wait(2500)
    # What is due by then comes once, and before the sound.
    mike.page.clock.fast_forward(6000)
    mike.sounds(1)
    mike.wait(2500)
    expect(mike.mic).to_have_text("Hands-free · listening")


def test_a_microphone_that_falls_silent_ends_it(mike):
    mike.start().sounds(1)
    mike.wait(10_000)
    expect(mike.page.locator(".notice")).to_have_text("The microphone gives no sound. Try again.")
    expect(mike.mic).to_have_accessible_name("Say scores")
    assert "untalk" in mike.talk["ends"]
