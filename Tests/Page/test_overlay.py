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
