"""What is said into a phone's microphone becomes scores, by way of the built host."""

import re
import socket
import subprocess

import pytest
from conftest import PROJECT, chromium, hosting
from phones import Phone
from playwright.sync_api import expect
from views import DRAFT, hearing

#: The built host, unoptimised, takes longer than a person speaks.
HEARD = 60_000


def recording(path, sentence):
    """Writes a sentence, from Audio/ or by a synthesiser, in the form that Chromium's microphone plays."""
    source = PROJECT / "Audio" / f"{sentence}.flac"
    if not source.exists():
        source = path.with_suffix(".said.wav")
        subprocess.run(["flite", "-voice", "slt", "-t", sentence, "-o", source], check=True)
    subprocess.run(["sox", source, "-r", "16000", "-c", "1", "-b", "16", path, "pad", "0.3", "0.6"], check=True)


def own_address():
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return way.getsockname()[0]


class Talker(Phone):
    def says(self, file, sentence, last, mic):
        """Presses the microphone, says a sentence, and presses again once the host has heard the last word."""
        recording(file, sentence)
        mic.click()
        expect(mic).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator(".hearing")).to_contain_text(last, timeout=HEARD)
        mic.click()


@pytest.fixture
def talking(playwright, host, tmp_path):
    """A phone with a microphone that plays what the file holds each time it is opened."""
    file = tmp_path / "microphone.wav"
    recording(file, "pairs")
    other = chromium(playwright, file)
    context = other.new_context(viewport={"width": 390, "height": 844}, permissions=["microphone"])
    errors = []
    context.on("weberror", lambda error: errors.append(error.error))
    yield Talker(context, host).join("Mike"), file
    other.close()
    assert not errors


def test_a_sentence_becomes_scores(talking, phones, host):
    mike, file = talking
    jake = phones().join("Jake")
    mic = mike.page.get_by_role("button", name=re.compile("^Say scores|^Listening"))
    mike.says(file, "pairs", "four", mic)
    expect(mike.sheet.get_by_role("heading")).to_have_text("Scores heard", timeout=HEARD)
    expect(mike.sheet.locator(".heard .row")).to_have_count(2)
    expect(mike.sheet.get_by_role("button", name="Mike, 3, par")).to_be_visible()
    expect(mike.sheet.get_by_role("button", name="Jake, 4, one over par")).to_be_visible()
    expect(mike.sheet).to_contain_text("Auto-saving in")
    expect(mike.page.locator("dialog")).to_have_count(0)
    jake.shows("Mike", 1, 3)
    jake.shows("Jake", 1, 4)
    mike.sent()
    scores = [event for event in host.events() if event.get("hole")]
    assert [(event["player"], event["strokes"], event["input"]) for event in scores] == [
        ("Mike", 3, "voice"), ("Jake", 4, "voice")]
    assert scores[0]["transcript"] == "mike three jake four"
    assert 0 < scores[0]["confidence"] <= 1


def test_what_was_heard_is_taken_back_by_word(talking, host):
    mike, file = talking
    mic = mike.page.get_by_role("button", name=re.compile("^Say scores|^Listening"))
    mike.says(file, "pairs", "four", mic)
    expect(mike.sheet.get_by_role("heading")).to_have_text("Scores heard", timeout=HEARD)
    mike.says(file, "no", "no", mike.sheet.get_by_role("button", name=re.compile("^Say scores|^Listening")))
    expect(mike.page.locator("dialog")).to_have_count(0, timeout=HEARD)
    mike.shows("Mike", 1, None)
    assert host.scores() == []


def test_a_window_closes_though_its_timer_comes_early(phones, host):
    """As timers do, which are cut to whole milliseconds."""
    mike = phones(permissions=["microphone"])
    mike.context.add_init_script("""
      const wait = setTimeout;
      globalThis.setTimeout = (then, time, ...rest) => wait(then, time > 1000 ? time - 5 : time, ...rest);
    """)
    mike.join("Mike")
    hearing(mike.page, {**DRAFT, "result": "success", "hole": 1, "window": 1.5, "rows": DRAFT["rows"][:1]})
    mike.page.reload()
    mike.page.get_by_role("button", name=re.compile("^Say scores")).click()
    expect(mike.sheet.get_by_role("heading")).to_have_text("Scores heard")
    expect(mike.page.locator("dialog")).to_have_count(0)
    mike.shows("Mike", 1, 3)
    mike.sent()
    assert host.scores() == [(1, "Mike", 3)]


def test_without_a_secure_page_everything_but_voice_works(browser, log, tmp_path):
    """A phone in the network, to which the host has no certificate to show."""
    address = own_address()
    if not address:
        pytest.skip("this machine has no address beside the loopback")
    with hosting(log, tmp_path, "0.0.0.0:0") as host:
        host.url = f"http://{address}:{host.url.rpartition(':')[2]}"
        context = browser.new_context()
        mike = Phone(context, host).join("Mike")
        assert mike.page.evaluate("isSecureContext") is False
        mic = mike.page.locator(".mic")
        expect(mic).to_have_attribute("aria-disabled", "true")
        mic.click(force=True)
        expect(mike.page.locator(".notice")).to_have_text("Voice needs a secure page (https). Everything else works here.")
        mike.score("Mike", 2)
        mike.shows("Mike", 1, 2, within=300)
        mike.sent()
        host.kill()
        mike.score("Jake", 4)
        expect(mike.cloud).to_contain_text("1 score not sent", timeout=15_000)
        host.address = f"0.0.0.0:{host.url.rpartition(':')[2]}"
        url = host.url
        host.start()
        host.url = url
        mike.sent()
        assert host.scores() == [(1, "Jake", 4), (1, "Mike", 2)]
        context.close()
