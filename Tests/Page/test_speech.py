"""What is said into a phone's microphone becomes scores, by way of the built host."""

import re
import subprocess

import pytest
from conftest import INSECURE, chromium, hosting, watched
from phones import Phone
from playwright.sync_api import expect
from views import PROJECT, draft, hearing, row

#: The built host, unoptimised, takes longer than a person speaks.
HEARD = 60_000


def recording(path, sentence):
    """Writes a sentence, from Audio/ or by a synthesiser, in the form that Chromium's microphone plays."""
    source = PROJECT / "Audio" / f"{sentence}.flac"
    if not source.exists():
        source = path.with_suffix(".said.wav")
        subprocess.run(["flite", "-voice", "slt", "-t", sentence, "-o", source], check=True)
    subprocess.run(["sox", source, "-r", "16000", "-c", "1", "-b", "16", path, "pad", "0.3", "2"], check=True)


def hands_free(path, *parts):
    """Writes what a microphone on a bag hears: sentences, seconds between them, and a bang, in the noise of outdoors."""
    sound = ["-n", "-r", "16000", "-c", "1", "-b", "16"]
    files = [path.with_suffix(f".{number}.wav") for number in range(len(parts))]
    for file, part in zip(files, parts):
        if part == "bang":
            subprocess.run(["sox", *sound, file, "synth", "0.6", "brownnoise", "vol", "0.5"], check=True)
        elif isinstance(part, str):
            recording(file, part)
        else:
            subprocess.run(["sox", *sound, file, "trim", "0", str(part)], check=True)
    noise, speech = path.with_suffix(".noise.wav"), path.with_suffix(".speech.wav")
    subprocess.run(["sox", *files, speech], check=True)
    subprocess.run(["sox", *sound, noise, "synth", "60", "pinknoise", "vol", "0.01"], check=True)
    subprocess.run(["sox", "-m", "-v", "1", speech, "-v", "1", noise, path], check=True)


class Talker(Phone):
    def says(self, file, sentence, where):
        """Presses the microphone and says a sentence; the silence after it ends the talk."""
        recording(file, sentence)
        where.get_by_role("button", name="Say scores").click()
        expect(where.get_by_role("button", name="Listening. Press to stop")).to_be_visible()


@pytest.fixture
def host(log, tmp_path, request):
    """A host by the command that a test names, of which SILENCE is ten minutes without a word."""
    silence = tmp_path / "silence.flac"
    command = [word.replace("SILENCE", str(silence)) for word in getattr(request, "param", "serve --address").split()]
    if str(silence) in command:
        subprocess.run(["sox", "-n", "-r", "16000", "-c", "1", "-b", "16", silence, "trim", "0", "600"], check=True)
    with hosting(log, tmp_path, "127.0.0.1:0", command) as host:
        yield host


@pytest.fixture
def talking(playwright, host, tmp_path):
    """A phone with a microphone that plays what the file holds each time it is opened."""
    file = tmp_path / "microphone.wav"
    recording(file, "pairs")
    settings = {"viewport": {"width": 390, "height": 844}, "permissions": ["microphone"]}
    with chromium(playwright, file) as other, watched(other, **settings) as context:
        phone = Talker(context, host)
        phone.page.clock.install()
        yield phone.join("Mike"), file


@pytest.mark.parametrize("host", ["serve --window 40 --address"], indirect=True)
def test_a_sentence_becomes_scores(talking, phones, host):
    mike, file = talking
    jake = phones().join("Jake")
    mike.says(file, "pairs", mike.page)
    expect(mike.sheet.get_by_role("heading")).to_have_text("Scores heard", timeout=HEARD)
    expect(mike.sheet.locator(".heard .row")).to_have_count(2)
    # The microphone is released with the host's answer.
    expect(mike.page.locator(".bar .mic")).to_have_attribute("aria-pressed", "false")
    expect(mike.sheet.get_by_role("button", name="Mike, 3, par")).to_be_visible()
    expect(mike.sheet.get_by_role("button", name="Jake, 4, one over par")).to_be_visible()
    expect(mike.sheet).to_contain_text(re.compile("Auto-saving in (40|80) seconds"))
    mike.page.clock.fast_forward(80_000)
    expect(mike.page.locator("dialog")).to_have_count(0)
    jake.shows("Mike", 1, 3)
    jake.shows("Jake", 1, 4)
    mike.sent()
    scores = [event for event in host.events() if event.get("hole")]
    assert [(event["player"], event["strokes"], event["input"]) for event in scores] == [
        ("Mike", 3, "voice"), ("Jake", 4, "voice")]
    assert scores[0]["transcript"] == "mike three jake four"
    assert 0 < scores[0]["confidence"] <= 1


@pytest.mark.parametrize("host", ["listen --json --input SILENCE --window 45 --serve"], indirect=True)
def test_what_was_heard_is_taken_back_by_word(talking, host):
    mike, file = talking
    mike.says(file, "pairs", mike.page)
    expect(mike.sheet.get_by_role("heading")).to_have_text("Scores heard", timeout=HEARD)
    expect(mike.sheet).to_contain_text(re.compile("Auto-saving in (45|90) seconds"))
    mike.says(file, "no", mike.sheet)
    expect(mike.page.locator("dialog")).to_have_count(0, timeout=HEARD)
    mike.shows("Mike", 1, None)
    assert host.scores() == []


def test_a_watch_hears_by_its_own_microphone(playwright, host, tmp_path):
    file = tmp_path / "microphone.wav"
    recording(file, "pairs")
    settings = {"viewport": {"width": 198, "height": 242}, "permissions": ["microphone"]}
    with chromium(playwright, file) as other, watched(other, **settings) as context:
        watch = Talker(context, host).join("Mike")
        watch.says(file, "pairs", watch.page)
        expect(watch.sheet.get_by_role("button", name="Jake, 4, one over par")).to_be_visible(timeout=HEARD)
        watch.press("Commit Scores")
        expect(watch.page.get_by_role("button", name=re.compile("^Mike, 3, par"))).to_be_visible()
        watch.sent()
    assert host.scores() == [(1, "Jake", 4), (1, "Mike", 3)]


def test_hands_free_two_sentences_are_saved_and_nothing_of_what_is_between(talking, host):
    mike, file = talking
    # Longer than a talk is where nobody speaks.
    hands_free(file, 10.5, "Mike three, Jake four, Sarah two", 3, "bang", 2, "unrelated", 2, "Mike three, Jake five, Sarah four", 2)
    mike.press("More")
    mike.press("Hands-free")
    mike.press("Start")
    mic = mike.page.locator(".bar .mic")
    expect(mic).to_have_text("Hands-free · listening")
    mike.shows("Sarah", 1, 2)
    mike.shows("Jake", 2, 5)
    expect(mike.page.locator("dialog")).to_have_count(0)
    expect(mic).to_have_text("Hands-free · listening")
    mike.sent()
    assert host.scores() == [(1, "Jake", 4), (1, "Mike", 3), (1, "Sarah", 2), (2, "Jake", 5), (2, "Mike", 3), (2, "Sarah", 4)]


def test_a_window_closes_though_its_timer_comes_early(phones, host):
    """As timers do, which are cut to whole milliseconds."""
    mike = phones(permissions=["microphone"])
    mike.context.add_init_script("""
      const wait = setTimeout;
      globalThis.setTimeout = (then, time, ...rest) => wait(then, time > 1000 ? time - 5 : time, ...rest);
    """)
    mike.join("Mike")
    hearing(mike.page, draft(row("Mike", 3)))
    mike.page.reload()
    mike.page.get_by_role("button", name=re.compile("^Say scores")).click()
    mike.shows("Mike", 1, 3)
    mike.sent()
    assert host.scores() == [(1, "Mike", 3)]


@pytest.mark.parametrize("host", [f"serve --name {INSECURE} --address"], indirect=True)
def test_without_a_secure_page_everything_but_voice_works(phones, host):
    """A phone in the network, to which the host has no certificate to show."""
    mike = phones().join("Mike")
    assert mike.page.url.startswith(f"http://{INSECURE}:")
    assert mike.page.evaluate("isSecureContext") is False
    mic = mike.page.locator(".mic")
    expect(mic).to_have_attribute("aria-disabled", "true")
    mic.click(force=True)
    expect(mike.page.locator(".notice")).to_have_text("Voice needs a secure page (https). Everything else works here.")
    mike.score("Mike", 2)
    mike.shows("Mike", 1, 2)
    mike.sent()
    host.kill()
    mike.score("Jake", 4)
    expect(mike.cloud).to_contain_text("1 score not sent")
    host.start()
    mike.sent()
    assert host.scores() == [(1, "Jake", 4), (1, "Mike", 2)]
