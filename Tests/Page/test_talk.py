"""Push to talk: what the page sends of a microphone, which here is a file that Chromium plays once."""

import array
import contextlib
import math
import wave

import pytest
from conftest import PAGE, chromium, hosting

RATE = 16000
# Speaks for some milliseconds, and gives what was sent and how loud it was.
TALK = """async ([milliseconds, options]) => {
  const { src } = document.querySelector("script[type=module]");
  const { startTalk } = await import(src.replace("app.js", "talk.js"));
  const sent = { messages: [], frames: [], levels: [], reasons: [] };
  const send = (message) => {
    if (!(message instanceof ArrayBuffer)) return sent.messages.push(message);
    sent.frames.push([...new Uint8Array(message)]);
  };
  const tracks = [];
  const contexts = [];
  const Context = AudioContext;
  globalThis.AudioContext = class extends Context {
    constructor(options) {
      super(options);
      contexts.push(this);
    }
  };
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    sent.constraints = constraints.audio;
    const stream = await getUserMedia(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
  const ended = new Promise((resolve) => {
    startTalk({
      send, id: 513, round: "r", hole: 7, onLevel: (level) => sent.levels.push(level),
      onEnd: (reason) => { sent.reasons.push(reason); resolve(); }, ...options,
    }).then((talk) => {
      sent.during = tracks.map((track) => track.readyState);
      setTimeout(() => { talk.stop(); talk.stop(); }, milliseconds);
    }, (error) => { sent.error = error.message; resolve(); });
  });
  await ended;
  const count = sent.frames.length;
  // What is closed gives no sound any more.
  const closed = (context) => context.state === "closed"
    || new Promise((resolve) => { context.onstatechange = () => context.state === "closed" && resolve(); });
  await Promise.all(contexts.map(closed));
  sent.after = tracks.map((track) => track.readyState);
  sent.late = sent.frames.length - count;
  return sent;
}"""


@pytest.fixture(scope="module")
def served(log, tmp_path_factory):
    with hosting(log, tmp_path_factory.mktemp("talk")) as host:
        yield host


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    """A file of three seconds of 400 Hz at half of full scale."""
    path = tmp_path_factory.mktemp("talk") / "tone.wav"
    samples = array.array(
        "h", (round(16384 * math.sin(2 * math.pi * 400 * n / RATE)) for n in range(3 * RATE))
    )
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, len(samples), "NONE", ""))
        file.writeframes(samples.tobytes())
    return path


@contextlib.contextmanager
def opened(browser, host, *permissions):
    """The page on a phone, as the host serves and guards it."""
    with browser.new_context(permissions=permissions) as context:
        # The host serves the modules as one, of which this test wants a part.
        context.route("**/talk.js", lambda route: route.fulfill(path=PAGE / "talk.js", content_type="text/javascript"))
        page = context.new_page()
        page.goto(host.url)
        yield page


@pytest.fixture(scope="module")
def microphone(playwright, tone):
    """Another Chromium, with a microphone that plays a file once."""
    with chromium(playwright, tone) as other:
        yield other


@pytest.fixture
def speaker(microphone, served):
    """A page that may use the microphone."""
    with opened(microphone, served, "microphone") as page:
        yield page


def talk(page, milliseconds=1000, **options):
    return page.evaluate(TALK, [milliseconds, options])


def samples(sent):
    """The samples of all frames, whose heads are looked at as well."""
    sound = array.array("h")
    for number, frame in enumerate(sent["frames"]):
        head = bytes(frame[:7])
        assert head == b"\x01" + (513).to_bytes(2, "little") + number.to_bytes(4, "little")
        sound.frombytes(bytes(frame[7:]))
    return sound


def expect_tone(sound, rate):
    """A second or so of 400 Hz at half of full scale, once the microphone has begun."""
    assert 0.8 < len(sound) / rate < 1.6
    half = sound[len(sound) // 2 :]
    crossings = sum(1 for one, next in zip(half, half[1:]) if one < 0 <= next)
    assert abs(crossings / (len(half) / rate) - 400) < 10
    assert 15000 < max(half) < 17500


def test_what_is_said_is_sent_in_frames(speaker):
    sent = talk(speaker, shown={"result": "success", "hole": 7, "rows": []})
    rate = sent["messages"][0]["rate"]
    assert sent["messages"] == [
        {"kind": "talk", "id": 513, "round": "r", "hole": 7, "rate": rate, "endsInSilence": True,
         "shown": {"result": "success", "hole": 7, "rows": []}},
        {"kind": "talked", "id": 513},
    ]
    assert rate == RATE
    sound = samples(sent)
    lengths = [(len(frame) - 7) / 2 / rate for frame in sent["frames"]]
    assert all(length == 0.02 for length in lengths[:-1])
    assert 0 < lengths[-1] <= 0.02
    expect_tone(sound, rate)


def test_the_microphone_is_raw_and_is_released(speaker):
    sent = talk(speaker, 300)
    assert sent["constraints"] == {
        "channelCount": 1, "echoCancellation": False, "noiseSuppression": False,
        "autoGainControl": False,
    }
    assert sent["during"] == ["live"]
    assert sent["after"] == ["ended"]
    assert sent["late"] == 0
    assert sent["reasons"] == [None]


def test_the_level_follows_the_sound_and_ends_at_nothing(speaker):
    levels = talk(speaker)["levels"]
    # A sine at half of full scale is 9 dB below it.
    assert abs(max(levels) - (1 - 9 / 60)) < 0.03
    assert levels[-1] == 0
    assert all(0 <= level <= 1 for level in levels)


def test_a_browser_that_refuses_the_rate_sends_its_own(speaker):
    """As Firefox does, which takes no source of another rate than the context's."""
    speaker.evaluate("""() => {
      const create = AudioContext.prototype.createMediaStreamSource;
      AudioContext.prototype.createMediaStreamSource = function (stream) {
        if (this.sampleRate === 16000) throw new DOMException("", "NotSupportedError");
        return create.call(this, stream);
      };
    }""")
    sent = talk(speaker)
    rate = sent["messages"][0]["rate"]
    assert rate in (44100, 48000)
    expect_tone(samples(sent), rate)


def test_a_talk_ends_before_the_host_ends_it(speaker):
    speaker.evaluate("""() => {
      globalThis.AudioWorkletNode = class extends GainNode {
        constructor(context) {
          super(context);
          const frames = Array.from({ length: 1000 }, () => new Int16Array(320).buffer);
          this.port = { postMessage: () => this.port.onmessage({ data: null }) };
          setTimeout(() => frames.forEach((data) => this.port.onmessage({ data })));
        }
      };
    }""")
    sent = talk(speaker, 60000)
    assert sent["messages"][-1] == {"kind": "talked", "id": 513}
    assert 14.5 < len(samples(sent)) / RATE <= 15


def test_a_microphone_that_gives_nothing_is_released(speaker):
    speaker.evaluate("""() => {
      AudioContext.prototype.resume = async () => { throw new Error("not now"); };
      AudioNode.prototype.connect = () => {};
      const repeat = setInterval;
      globalThis.setInterval = (then, time) => repeat(then, time === 2500 ? 50 : time);
    }""")
    sent = talk(speaker, 60000)
    assert [message["kind"] for message in sent["messages"]] == ["talk", "untalk"]
    assert sent["reasons"] == ["The microphone gives no sound. Try again."]
    assert sent["after"] == ["ended"]


def test_a_microphone_that_may_not_be_used_says_so(microphone, served):
    with opened(microphone, served) as page:
        assert talk(page)["error"] == (
            "The microphone is not allowed. Allow it for this page in the browser's settings."
        )


def test_a_machine_without_microphone_says_so(playwright, served):
    with chromium(playwright, has_microphone=False) as other, opened(other, served, "microphone") as page:
        sent = talk(page)
    assert sent["error"] == "There is no microphone. Connect one, or tap the scores."
    assert sent["messages"] == []


@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        (
            "Object.defineProperty(globalThis, 'isSecureContext', { value: false })",
            "Voice needs a secure page (https). Everything else works here.",
        ),
        ("delete globalThis.AudioWorkletNode", "This browser cannot send sound. Tap the scores instead."),
        (
            "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })",
            "This browser cannot send sound. Tap the scores instead.",
        ),
    ],
)
def test_where_voice_cannot_work_the_reason_is_known_before(page, missing, reason):
    page.evaluate(missing)
    assert page.evaluate("import('/talk.js').then((talk) => talk.canTalk())") == reason


def test_the_modules_are_small():
    assert sum((PAGE / name).stat().st_size for name in ("talk.js", "worklet.js")) <= 7400
