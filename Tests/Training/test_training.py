"""What the network is trained on, made of sounds that are computed: no speech, no torch, a few seconds."""

import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Models" / "training"))

import confidence
import features
import realignment
import speech
import streams
import tying
from speech import UNKNOWN


def tone(hz, seconds=1.0, level=0.5):
    return (level * np.sin(2 * np.pi * hz * np.arange(int(seconds * speech.RATE)) / speech.RATE)).astype(np.float32)


@pytest.fixture
def random():
    return np.random.default_rng(1)


@pytest.mark.parametrize("digits, words", [
    ("0", "zero"), ("19", "nineteen"), ("20", "twenty"), ("47", "forty seven"), ("300", "three hundred"),
    ("615", "six hundred fifteen"), ("2026", "two zero two six")])
def test_numbers_are_read_as_people_do(digits, words):
    assert speech.number_words(digits) == words.split()


@pytest.mark.parametrize("folder, transcript, words", [
    ("alphanumeric", "SPELL a-B", ["a", "b"]), ("alphanumeric", "DIGITS 407", ["four", "zero", "seven"]),
    ("alphanumeric", "NAMES Ann", None), ("an4", "It\u2019s well-known, 'no'", ["it's", "well", "known", "no"]),
    ("an4", "take 12", ["take", "twelve"]), ("an4", "...", None)])
def test_transcripts_become_words(folder, transcript, words):
    assert speech.words_of(folder, transcript) == words


def test_voices_that_judge_training_are_a_twentieth_and_stay_so():
    voices = [speech.Utterance("f", "a.wav", f"speaker{index}", []) for index in range(2000)]
    assert 60 < sum(utterance.validates for utterance in voices) < 140
    assert speech.voice("gsc-12") == speech.voice("sc-12")
    assert speech.number("abc") == 0xA9993E36


def test_a_tone_stands_in_its_band():
    filters = features.mel_filters()
    assert filters.shape == (257, features.BANDS)
    for hz in (300, 1000, 4000):
        energies = features.log_mel(np.concatenate([np.zeros(8000, np.float32), tone(hz)]), filters)
        loudest = filters[:, energies[100].argmax()]
        assert abs(loudest.argmax() * 31.25 - hz) < 0.1 * hz + 32
    # A shorter vocal tract speaks higher: the same sound stands in a higher band.
    warped = features.mel_filters(1.2)
    assert warped[32].argmax() > filters[32].argmax()


def test_energies_have_a_row_for_each_hundredth_of_a_second_and_no_mean(random):
    energies = features.log_mel(random.normal(0, 0.1, 16_079).astype(np.float32), features.mel_filters())
    assert (energies.shape, energies.dtype) == ((100, features.BANDS), np.float32)
    assert np.abs(energies.mean(axis=0)).max() < 0.3
    louder = features.log_mel(random.normal(0, 0.1, 16_079).astype(np.float32) * 8, features.mel_filters())
    assert np.abs(louder.mean(axis=0)).max() < 0.3


@pytest.mark.parametrize("slope", [0, 2])
def test_noise_falls_with_its_slope(slope):
    class Sloping(np.random.Generator):
        def uniform(self, *_):
            return slope
    noise = streams.coloured(Sloping(np.random.PCG64(1)), 1 << 16)
    power = np.abs(np.fft.rfft(noise)) ** 2
    octaves = power[4096:8192].mean() / power[8192:16384].mean()
    assert octaves == pytest.approx(2**slope, rel=0.15)


def test_another_microphone_keeps_what_is_said(random):
    for _ in range(20):
        heard = streams.varied(tone(500, level=0.03), random)
        assert (len(heard), heard.dtype) == (16_000, np.float32)
        assert np.abs(np.fft.rfft(heard)).argmax() == 500


def test_a_boundary_moves_to_where_the_network_hears_it():
    senones = np.repeat([7, 9, -2], [10, 10, 10])
    labels = np.repeat([1, 2, 0], [10, 10, 10]).astype(np.int16)
    truth = np.repeat([1, 2, 0], [6, 16, 8])
    scores = np.full((30, 3), -5.0)
    scores[np.arange(30), truth] = 0
    assert (realignment.realigned(labels, senones, scores) == truth).all()
    labels[20:] = UNKNOWN
    assert (realignment.realigned(labels, senones, scores)[20:] == UNKNOWN).all()


def test_a_boundary_moves_no_further_than_allowed():
    labels, scores = np.repeat([1, 2], [30, 10]).astype(np.int16), np.full((40, 3), -5.0)
    scores[np.arange(40), np.repeat([1, 2], [5, 35])] = 0
    found = realignment.realigned(labels, np.repeat([7, 9], [30, 10]), scores)
    assert (found == np.repeat([1, 2], [30 - realignment.MOST_FRAMES, 10 + realignment.MOST_FRAMES])).all()


def test_confidence_is_what_made_the_examples(random):
    inputs = random.normal(0, 2, (20_000, 2))
    targets = random.random(20_000) < 1 / (1 + np.exp(-(0.5 + inputs @ [1.5, 0])))
    offset, weights = confidence.logistic_regression(inputs, targets)
    assert offset == pytest.approx(0.5, abs=0.1)
    assert weights == pytest.approx([1.5, 0], abs=0.1)
    assert confidence.area_under_curve(np.array([1.0, 2, 3, 4]), np.array([False, True, False, True])) == 0.75


def test_words_that_were_said_are_right_and_others_wrong():
    def word(text):
        return {"text": text, "margin": 1.0, "rival": {"lead": 4.0}, "talk": {"lead": 9.0} if text == "Mike" else None}
    outcome = {"said": ["mike", "three"], "reference": True, "hypotheses": [{"words": [word("Mike"), word("five")]}]}
    assert list(confidence.examples([outcome])) == [
        (0, [1.0, 2.0, 3.0], True, True), (0, [1.0, 2.0, 0.0], False, False)]


def example(word, frames, speaker="s"):
    """A recording of one word between silences, as computed noise."""
    labels = np.repeat([0, 3, 0], [20, frames, 20]).astype(np.int16)
    said = [None] * 20 + [word] * frames + [None] * 20
    kept = (np.random.default_rng(frames).normal(0, 1000, 160 * len(labels))).astype(np.int16)
    return streams.Example(speech.Utterance("an4", "a.wav", speaker, [word]), labels, said, kept)


def test_streams_have_a_label_for_each_frame(random):
    examples = [example("mike", 40), example("three", 12), example("jake", 400, "t")]
    for parts in (streams.of_utterances(examples, random, is_balanced=True),
                  streams.of_words(streams.cuts(examples, {"mike"}), random, hours=0.05)):
        made = list(parts)
        assert made
        for samples, labels in made:
            assert len(samples) == 160 * len(labels)
            assert set(labels) == {0, 3}


def test_senones_are_tied_until_each_class_is_said_often(monkeypatch):
    states = {0: ("SIL", 0), 1: ("AH", 0), 2: ("AH", 0), 3: ("AH", 0), 4: ("B", 1)}
    weights = np.array([[0.5, 0.5], [0.9, 0.1], [0.85, 0.15], [0.1, 0.9], [0.5, 0.5]])
    monkeypatch.setattr(tying, "senone_states", lambda: states)
    monkeypatch.setattr(tying, "mixture_weights", lambda _: weights)
    table = tying.tie(np.array([9000, 100, 5000, 5000, 3]))
    # The rare one joins what sounds like it; a state alone stays, however rare.
    assert table[0] == 0
    assert table[1] == table[2] != table[3]
    assert sorted(set(table)) == [0, 1, 2, 3]
