"""Labels: which senone of the stock acoustic model is said in each frame, by forced alignment."""

import os
import pickle
import re
import subprocess
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from pocketsphinx import Decoder

import speech
from speech import UNKNOWN

MODEL = "/usr/share/pocketsphinx/model/en-us/en-us"
DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
# flite's phones that PocketSphinx's dictionary writes otherwise.
FLITE = {"ax": "AH", "ix": "IH", "axr": "ER", "dx": "T", "el": "AH L", "em": "AH M", "en": "AH N", "nx": "N"}
# The second pass refuses long stretches, so an utterance is cut at silences of at least so many frames.
CUT = 10

_decoder = None


def letter_to_sound(word):
    phones = subprocess.run(["flite", "-ps", "-t", word, "none"], check=True, capture_output=True, text=True)
    bare = [re.sub(r"\d", "", phone) for phone in phones.stdout.split()]
    return " ".join(FLITE.get(phone, phone.upper()) for phone in bare if phone not in ("pau", "ssil", ""))


def write_dictionary(utterances, path):
    """The stock dictionary's entries of all words, and letter-to-sound for those that it lacks."""
    vocabulary = {word for utterance in utterances for word in utterance.words}
    known, lines = set(), []
    with open(DICTIONARY) as file:
        for line in file:
            word = line.split()[0].lower()
            if re.sub(r"\(\d+\)$", "", word) in vocabulary:
                known.add(word)
                lines.append(line.lower().split()[0] + " " + " ".join(line.split()[1:]))
    lines += [f"{word} {letter_to_sound(word)}" for word in sorted(vocabulary - known)]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def _start(dictionary):
    global _decoder
    _decoder = Decoder(
        hmm=MODEL, dict=dictionary, lm=None, beam=1e-50, wbeam=1e-40, pbeam=1e-50, pl_window=0, maxhmmpf=-1,
        topn=2, cmn="batch", bestpath=False, dither=False, remove_noise=False, loglevel="FATAL")


def _search(audio):
    _decoder.start_utt()
    _decoder.process_raw(audio.tobytes(), full_utt=True)
    _decoder.end_utt()


def _bare(word):
    return re.sub(r"\(\d+\)$", "", word)


def _stretches(audio, words):
    """Cuts an utterance at its silences: for each stretch its first and last frame and its words."""
    _decoder.set_align_text(" ".join(words))
    _search(audio)
    stretches, current, heard = [], None, []
    for segment in _decoder.seg() or []:  # None where no path reaches the end.
        is_silence = segment.word[0] in "<["
        first, end = segment.start_frame, segment.end_frame + 1
        if is_silence and end - first >= CUT and current:
            stretches.append((current[0], min(end, first + 2 * CUT), current[2]))
            current = None
        if not is_silence:
            start, said = (current[0], current[2]) if current else (max(first - CUT, 0), [])
            current = (start, end, said + [_bare(segment.word)])
            heard.append(_bare(segment.word))
    if current:
        stretches.append(current)
    return stretches if heard == words else None


def align(utterance):
    """One senone and one word for each frame: (senones, words); None where the words do not fit.

    A frame without a word is of silence and has no senone; one that could not be aligned has UNKNOWN.
    """
    audio = (np.clip(speech.samples(utterance.path), -1, 1) * 32767).astype(np.int16)
    try:
        stretches = _stretches(audio, utterance.words)
    except RuntimeError:
        stretches = None
    if stretches is None:
        return None
    senones = np.full(len(audio) // speech.RATE * 100 + 101, -2, np.int16)
    said = [None] * len(senones)
    for first, end, words in stretches:
        try:
            part = audio[first * 160 : end * 160 + 240]
            _decoder.set_align_text(" ".join(words))
            _search(part)
            _decoder.set_alignment()
            _search(part)
            for word in _decoder.get_alignment():
                for phone in word:
                    for state in phone:
                        frames = slice(first + state.start, first + state.start + state.duration)
                        senones[frames] = int(state.name)
                        said[frames] = [_bare(word.name)] * len(said[frames])
        except RuntimeError:
            senones[first:end] = UNKNOWN
    count = len(audio) // 160
    return senones[:count], said[:count]


def align_all(utterances, folder, log):
    """Aligns everything, in blocks that are kept: an interrupted run goes on after the last one."""
    dictionary = f"{folder}/words.dict"
    if not os.path.exists(dictionary):
        write_dictionary(utterances, dictionary)
    blocks = [utterances[i : i + 500] for i in range(0, len(utterances), 500)]
    aligned = {}
    for index, block in enumerate(blocks):
        path = f"{folder}/alignment{index}.pickle"
        if not os.path.exists(path):
            with ProcessPoolExecutor(initializer=_start, initargs=(dictionary,)) as pool:
                done = list(pool.map(align, block, chunksize=8))
            with open(path + ".part", "wb") as file:
                pickle.dump({u.key: a for u, a in zip(block, done) if a is not None}, file)
            os.rename(path + ".part", path)
            log(f"aligned {index + 1} of {len(blocks)} blocks")
        with open(path, "rb") as file:
            aligned |= pickle.load(file)
    return aligned
