"""Finds what is said in each frame of the recordings, for `train.py`: by alignment with the stock model, then with a network.

    python prepare.py --speech ../shared/speech --names Corpus/names.txt --network Models/english.network --work .build/model
"""

import argparse
import multiprocessing
import os
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
import torch

import alignment
import realignment
import speech
import streams
import tying
from network import Network, log_posteriors, read
from speech import UNKNOWN

_started = time.time()


def log(text):
    print(f"{time.time() - _started:7.1f} s  {text}", flush=True)


def labelled(utterances, aligned, table, masked):
    """Each utterance with a class for every frame; names that judge have UNKNOWN, which trains nothing."""
    for utterance in utterances:
        if utterance.key in aligned:
            senones, words = aligned[utterance.key]
            labels = np.where(senones >= 0, table[np.maximum(senones, 0)], 0).astype(np.int16)
            labels[senones == UNKNOWN] = UNKNOWN
            yield streams.Example(utterance, without(masked, labels, words), words)


def without(masked, labels, words):
    return np.where([word in masked for word in words], UNKNOWN, labels).astype(np.int16)


def relabelled(examples, aligned, masked, state, frequencies):
    """The same with the network's own times of the states."""
    # Started anew: a fork would inherit the locks of torch's threads.
    with ProcessPoolExecutor(
            mp_context=multiprocessing.get_context("spawn"), initializer=_start,
            initargs=(state, np.log(frequencies + 1e-7))) as pool:
        columns = zip(*((e.utterance, e.labels, aligned[e.utterance.key][0]) for e in examples))
        labels = list(pool.map(_realign, *columns, chunksize=16))
    return [replace(e, labels=without(masked, labels, e.words)) for e, labels in zip(examples, labels)]


def _start(state, log_priors):
    global _network, _log_priors
    torch.set_num_threads(1)
    _network, _log_priors = Network(len(log_priors)), log_priors
    _network.load_state_dict(state)
    _network.eval()


def _realign(utterance, labels, senones):
    return realignment.realign(
        utterance, labels, senones, lambda energies: log_posteriors(_network, energies), _log_priors)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--speech", required=True)
    parser.add_argument("--names", required=True)
    parser.add_argument("--network", help="whose classes and times to take; the stock model's where there is none")
    parser.add_argument("--work", required=True)
    parser.add_argument("--without", action="append", default=[], help="a folder to leave out, such as wuw-corpus-ii")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    utterances = speech.utterances(arguments.speech, arguments.without)
    voices = {speech.voice(utterance.speaker) for utterance in utterances}
    log(f"{len(utterances)} utterances by {len(voices)} speakers")
    aligned = alignment.align_all(utterances, arguments.work, log)
    masked = speech.judging_names(arguments.names)
    if arguments.network:
        state, frequencies, table = read(arguments.network)
        examples = relabelled(list(labelled(utterances, aligned, table, masked)), aligned, masked, state, frequencies)
    else:
        senones = np.concatenate([senones for senones, _ in aligned.values()])
        table = tying.tie(np.bincount(senones[senones >= 0], minlength=len(tying.senone_states())))
        examples = list(labelled(utterances, aligned, table, masked))
    for example in examples:
        example.utterance.path = os.path.relpath(example.utterance.path, arguments.speech)
    with open(f"{arguments.work}/examples.pickle", "wb") as file:
        pickle.dump((examples, table), file)
    log(f"{len(examples)} utterances, {sum(len(example.labels) for example in examples) / 360000:.1f} hours")


if __name__ == "__main__":
    main()
