"""What is done to speech before it trains, on a processor; skipped where torch is not installed."""

import pathlib
import sys

import numpy as np
import pytest
import soundfile

torch = pytest.importorskip("torch")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Models" / "training"))

import augmentation
import features
import network
import speech
import streams
import train
from speech import RATE, UNKNOWN

FRAMES = 200


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Noises and one room, computed."""
    folder, random = tmp_path_factory.mktemp("speech"), np.random.default_rng(1)
    for name in "noise", "noise-esc10", "noise-quietsleep", "rooms":
        (folder / name).mkdir()
    for name in augmentation.FITTED_NOISES:
        soundfile.write(folder / "noise" / f"{name}.wav", random.normal(0, 0.1, RATE), RATE)
    room = random.normal(0, 1, RATE // 2) * np.exp(-np.arange(RATE // 2) / 2000)
    room[100] = 5
    soundfile.write(folder / "rooms" / "hall.flac", room / 8, RATE)
    return folder


@pytest.fixture
def mixer(folder):
    return augmentation.Mixer(folder, "cpu", 1)


def speech_like(rows=12):
    """Rows of noise that swells, silent at both ends, with labels; the last row is short."""
    random = np.random.default_rng(2)
    audio = random.normal(0, 0.1, (rows, FRAMES * 160)).astype(np.float32)
    labels = np.zeros((rows, FRAMES), np.int64)
    labels[:, 40:160] = 3
    audio *= np.repeat(labels > 0, 160, axis=1)
    lengths = np.full(rows, FRAMES)
    lengths[-1] = 100
    labels[-1, 100:] = UNKNOWN
    audio[-1, 16000:] = 0
    return tuple(torch.from_numpy(part) for part in (audio, labels, lengths))


def test_features_are_those_that_the_program_computes(mixer):
    audio, _, lengths = speech_like()
    found = mixer.log_mel(audio, lengths, mixer.unwarped.expand(len(audio), -1, -1)).numpy()
    for row, length in zip(range(len(audio)), lengths.tolist()):
        wanted = features.log_mel(audio[row].numpy()[: length * 160], features.mel_filters())
        # The last windows reach beyond the end.
        assert np.abs(found[row, : length - 3] - wanted[: length - 3]).max() < 0.1
        assert (found[row, length:] == found[row, length - 1]).all()


def test_speech_stays_where_it_is_and_silence_is_silence(mixer):
    audio, labels, lengths = speech_like(48)
    talk = (audio.reshape(-1) * 32767).short()
    heard, told, dry, silent = mixer.features(audio, labels, lengths, 1.0, 0.25, talk, with_dry=True)
    assert heard.shape == dry.shape == (48, FRAMES, features.BANDS) and torch.isfinite(heard).all()
    assert len(silent) == 12 and (told[silent] == 0).all()
    rest = np.setdiff1d(np.arange(47), silent.tolist())
    assert (told[rest] == labels[rest]).all()
    # Nearby, the speech is far louder than what is beside it.
    assert (dry[rest][:, 60:140].mean((1, 2)) > dry[rest][:, :30].mean((1, 2)) + 2).all()
    louder = heard[rest][:, 60:140].mean((1, 2)) > heard[rest][:, :30].mean((1, 2))
    assert louder.float().mean() > 0.9


def test_one_seed_makes_the_same_sounds(folder):
    def made(seed):
        audio, labels, lengths = speech_like()
        return augmentation.Mixer(folder, "cpu", seed).features(
            audio, labels, lengths, 0.5, 0.1, (audio.reshape(-1) * 32767).short())[0]
    assert torch.equal(made(3), made(3))
    assert not torch.equal(made(3), made(4))


def test_sounds_have_the_power_that_is_asked_for(mixer):
    for sound in (mixer._gusts(5, RATE), mixer._hum(5, RATE), mixer._recorded(5, RATE),
                  mixer._coloured(5, RATE, torch.tensor([-1.0, 0, 1, 2, 2.5]))):
        assert sound.shape == (5, RATE)
        assert (sound**2).mean(1).numpy() == pytest.approx(1, abs=0.25)
    slope = mixer._coloured(1, 1 << 16, torch.tensor([2.0]))[0].numpy()
    power = np.abs(np.fft.rfft(slope)) ** 2
    octave = lambda hz: power[int(hz / RATE * (1 << 16)) : int(2 * hz / RATE * (1 << 16))].mean()
    assert octave(500) / octave(1000) == pytest.approx(4, rel=0.15)


def test_rooms_end_in_silence_and_keep_the_power(mixer):
    rooms = mixer._drawn_rooms(40)
    assert torch.isfinite(rooms).all() and (rooms[:, -100:].abs() < 0.05).all()
    assert ((mixer._synthetic_rooms(40) ** 2).sum(1) - 1).abs().max() < 1e-3


def test_long_stretches_are_cut_and_nothing_is_lost():
    random = np.random.default_rng(1)
    labels = random.integers(0, 5, 1500)
    shard = train.shard_of([(random.normal(0, 0.1, 1500 * 160), labels)], random, is_retimed=False)
    assert (shard.lengths <= train.STRETCH).all() and (shard.labels == labels).all()
    audio, told, lengths = shard.on("cpu").stretches(torch.tensor([1, 2]))
    wanted = torch.from_numpy(shard.samples[500 * 160 : 1000 * 160].astype(np.float32)) / 32768
    assert torch.equal(audio[0, : 500 * 160], wanted) and wanted.abs().max() > 0.9
    assert (told[0, : lengths[0]] == torch.from_numpy(labels[500:1000])).all() and (told[0, lengths[0] :] == UNKNOWN).all()
    assert (audio[0, lengths[0] * 160 :] == 0).all()


def test_a_network_that_was_written_is_read_as_it_was(tmp_path):
    torch.manual_seed(1)
    made = network.Network(20)
    torch.nn.init.normal_(made.last.weight, std=0.1)
    made(torch.randn(4, 100, features.BANDS))
    made.eval()
    path = str(tmp_path / "network")
    frequencies = np.full(20, 1 / 20)
    network.write(path, made.state_dict(), frequencies, np.arange(50, dtype=np.uint16) % 20, {})
    state, priors, table = network.read(path)
    read = network.Network(20)
    read.load_state_dict(state)
    read.eval()
    energies = np.random.default_rng(1).normal(0, 1, (101, features.BANDS)).astype(np.float32)
    assert np.abs(network.log_posteriors(made, energies) - network.log_posteriors(read, energies)).max() < 0.1
    assert priors == pytest.approx(frequencies, rel=1e-3) and (table == np.arange(50) % 20).all()
    data = pathlib.Path(path).read_bytes()
    pathlib.Path(path).write_bytes(data[:-9] + b"x" + data[-8:])
    with pytest.raises(ValueError, match="no whole network"):
        network.read(path)


def test_training_learns_what_is_said_from_labels_and_from_a_teacher(folder, tmp_path, monkeypatch):
    """Two classes: a low tone and a high one; the teacher and then the network tell them apart from silence."""
    monkeypatch.setattr(train, "ROWS", 16)
    monkeypatch.setattr(train, "WARM_UP_STEPS", 5)
    labels = np.repeat([0, 1, 2, 0], [30, 120, 120, 130]).astype(np.int16)
    tones = np.repeat([0, 400, 3000, 0], [4800, 19200, 19200, 20800])
    audio = 0.3 * np.sin(2 * np.pi * np.cumsum(tones) / RATE) * (tones > 0)
    soundfile.write(tmp_path / "a.wav", audio, RATE)
    said = [None] * 30 + ["low"] * 120 + ["high"] * 120 + [None] * 130
    examples = [
        streams.Example(speech.Utterance("an4", str(tmp_path / "a.wav"), f"s{index}", ["low", "high"]), labels, said)
        for index in range(40)]
    assert 0 < sum(example.utterance.validates for example in examples) < 20
    shards = train.Shards(examples, {"low"}, 3, str(tmp_path), 1)
    try:
        mixer = augmentation.Mixer(folder, "cpu", 1)
        sets = train.validation_of([e for e in examples if e.utterance.validates], "cpu", augmentation.Mixer(folder, "cpu", 2))
        shards.advance(2, "cpu")
        small = train.Stage("small", hidden=16, dilations=(1, 1), dropout=0.0, rate=0.02)
        kept = []
        teacher, begun = train.train(small, 25, 600, shards, mixer, 20, sets, 0, kept.append)
        network, _ = train.train(small, 25, 600, shards, mixer, 20, sets, begun, kept.append, teacher)
    finally:
        shards.pool.terminate()
    assert kept == [teacher, network]
    for made in teacher, network:
        quiet = float(train.evaluate(made, sets).split()[1])
        assert quiet > 80, "of the validating frames; silence is 40 %"
