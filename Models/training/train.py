"""Makes the acoustic network: align, tie, augment, train; then again by the network's own labels. Goes on where it was interrupted.

    python train.py --speech ../shared/speech --names Corpus/names.txt --work .build/model --out network
"""

import argparse
import math
import multiprocessing
import os
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch.nn import functional

import alignment
import realignment
import speech
import streams
import tying
from augmentation import Augmenter
from network import CONTEXT, FIRST, LAST, Network, log_posteriors, write


@dataclass(frozen=True)
class Stage:
    """How often copies are gone through, and the highest rate."""

    name: str
    epochs: int
    rate: float


# First by labels of the stock model, with copies of utterances alone; every fourth copy hardly has noise. Then by labels of
# the network itself, with copies of utterances and of words alone in turn; every second of each hardly has noise.
FIRST_STAGE, SECOND_STAGE = Stage("first", epochs=12, rate=1.5e-3), Stage("second", epochs=10, rate=4e-4)
FIRST_COPIES, SECOND_COPIES = 6, 3
CHUNK_FRAMES, CHUNKS_PER_STEP = 300, 16
WARM_UP_STEPS, WEIGHT_DECAY = 300, 0.01
SAVE_SECONDS = 300

_started = time.time()


def log(text):
    print(f"{(time.time() - _started) / 60:6.1f} min  {text}", flush=True)


# Labels


def labelled(utterances, aligned, table, masked):
    """Each utterance with a class for every frame; names that judge have UNKNOWN, which trains nothing."""
    for utterance in utterances:
        if utterance.key in aligned:
            senones, words = aligned[utterance.key]
            labels = np.where(senones >= 0, table[np.maximum(senones, 0)], 0).astype(np.int16)
            labels[senones == alignment.UNKNOWN] = alignment.UNKNOWN
            yield streams.Example(utterance, without(masked, labels, words), words)


def without(masked, labels, words):
    return np.where([word in masked for word in words], alignment.UNKNOWN, labels).astype(np.int16)


def relabelled(examples, aligned, masked, state, frequencies, path):
    """The same with labels by the network of a state, kept in a file."""
    if not os.path.exists(path):
        network = Network(len(frequencies))
        network.load_state_dict(state)
        network.eval()
        # Started anew: a fork would inherit the locks of torch's threads.
        with ProcessPoolExecutor(
                mp_context=multiprocessing.get_context("spawn"), initializer=_start_realigning,
                initargs=(network, np.log(frequencies + 1e-7))) as pool:
            columns = zip(*((e.utterance, e.labels, aligned[e.utterance.key][0]) for e in examples))
            labels = list(pool.map(_realign, *columns, chunksize=16))
        with open(path + ".part", "wb") as file:
            pickle.dump(labels, file)
        os.rename(path + ".part", path)
    with open(path, "rb") as file:
        return [replace(e, labels=without(masked, labels, e.words)) for e, labels in zip(examples, pickle.load(file))]


def _start_realigning(network, log_priors):
    global _network, _log_priors
    _network, _log_priors = network, log_priors
    torch.set_num_threads(1)


def _realign(utterance, labels, senones):
    return realignment.realign(
        utterance, labels, senones, lambda energies: log_posteriors(_network, energies), _log_priors)


# Augmented copies


def make_copy(path, parts, talk, folder, seed, is_clean, with_silence):
    """Writes features, labels and where each stream begins; `parts` yields samples and labels by a random generator."""
    augmenter = Augmenter(folder, talk, seed + 1000)
    made = [augmenter.features(*part, is_clean=is_clean) for part in parts(np.random.default_rng(seed))]
    if with_silence:
        made += [augmenter.silence() for _ in range(len(made) // 16)]
    starts = np.cumsum([0] + [len(labels) for _, labels in made])
    with open(path + ".part", "wb") as file:
        np.savez(
            file, energies=np.concatenate([energies for energies, _ in made]).astype(np.float16),
            labels=np.concatenate([labels for _, labels in made]), starts=starts)
    os.rename(path + ".part", path)


class Copy:
    """An augmented copy, in chunks of some seconds."""

    def __init__(self, path):
        with np.load(path) as file:
            self.energies, self.labels, starts = file["energies"], file["labels"], file["starts"]
        self.chunks = [
            (first, end, start)
            for first, end in zip(starts[:-1], starts[1:])
            for start in range(first, end, CHUNK_FRAMES) if end - start > 10
        ]

    def batch(self, chunks):
        """Energies with all the context that the network needs, the stream's ends repeated, and labels."""
        reach = np.arange(FIRST - CONTEXT, CHUNK_FRAMES + CONTEXT + LAST - 1)
        energies = np.stack([self.energies[np.clip(start + reach, first, end - 1)] for first, end, start in chunks])
        labels = np.full((len(chunks), CHUNK_FRAMES), alignment.UNKNOWN, np.int64)
        for row, (_, end, start) in zip(labels, chunks):
            count = min(CHUNK_FRAMES, end - start)
            row[:count] = self.labels[start : start + count]
        return torch.from_numpy(energies.astype(np.float32)), torch.from_numpy(labels)


# Training


def mask(energies, random):
    """Hides some bands and a few frames (SpecAugment: Park et al., 2019)."""
    for row in energies:
        for _ in range(2):
            width = random.integers(0, 7)
            first = random.integers(0, row.shape[1] - width)
            row[:, first : first + width] = 0
        if random.random() < 0.3:
            width = random.integers(1, 12)
            first = random.integers(0, row.shape[0] - width)
            row[first : first + width] = row.mean(0)
    return energies


def evaluate(state, classes, copy):
    network = Network(classes)
    network.load_state_dict(state)
    network.eval()
    right = frames = loss = 0
    with torch.no_grad():
        for index in range(0, len(copy.chunks), 32):
            energies, labels = copy.batch(copy.chunks[index : index + 32])
            logits = network(energies)
            is_known = labels >= 0
            right += ((logits.argmax(2) == labels) & is_known).sum().item()
            frames += is_known.sum().item()
            loss += functional.cross_entropy(logits[is_known], labels[is_known], reduction="sum").item()
    return f"{100 * right / frames:.1f} % of frames, cross-entropy {loss / frames:.3f}"


def train(stage, copies, validation, frequencies, checkpoint, state=None):
    """Returns the average of the last weights; begins with a state, or anew."""
    classes = len(frequencies)
    torch.manual_seed(1)
    network = Network(classes)
    if state is None:
        with torch.no_grad():
            network.last.bias.copy_(torch.tensor(np.log(frequencies + 1e-7), dtype=torch.float32).repeat(2))
    else:
        network.load_state_dict(state)
    optimizer = torch.optim.AdamW(network.parameters(), stage.rate, weight_decay=WEIGHT_DECAY, betas=(0.9, 0.98))
    average = {name: value.clone() for name, value in network.state_dict().items()}
    step, total = 0, stage.epochs * (len(copies[0].chunks) // CHUNKS_PER_STEP)
    if os.path.exists(checkpoint):
        kept = torch.load(checkpoint)
        network.load_state_dict(kept["network"])
        optimizer.load_state_dict(kept["optimizer"])
        average, step = kept["average"], kept["step"]
    saved = time.time()
    while step < total:
        epoch, place = divmod(step, total // stage.epochs)
        # The same order and masks for the same step, wherever training went on.
        copy = copies[epoch % len(copies)]
        order = np.random.default_rng(epoch).permutation(len(copy.chunks))
        chunks = [copy.chunks[i % len(copy.chunks)] for i in order[place * CHUNKS_PER_STEP :][:CHUNKS_PER_STEP]]
        energies, labels = copy.batch(chunks)
        energies = mask(energies, np.random.default_rng([1, step]))
        rate = stage.rate * min(1, (step + 1) / WARM_UP_STEPS) * (0.01 + 0.495 * (1 + math.cos(math.pi * step / total)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        network.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits = network(energies)
        loss = functional.cross_entropy(
            logits.float().reshape(-1, classes), labels.reshape(-1), ignore_index=alignment.UNKNOWN)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        step += 1
        share = min(0.999, step / (step + 20))
        with torch.no_grad():
            for name, value in network.state_dict().items():
                if value.dtype.is_floating_point:
                    average[name].mul_(share).add_(value, alpha=1 - share)
                else:
                    average[name].copy_(value)
        if time.time() - saved > SAVE_SECONDS or step == total:
            torch.save(
                {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "average": average, "step": step},
                checkpoint + ".part")
            os.rename(checkpoint + ".part", checkpoint)
            figures = "; ".join(f"{name}: {evaluate(average, classes, copy)}" for name, copy in validation.items())
            log(f"{stage.name}, step {step} of {total}, loss {loss.item():.3f}; {figures}")
            saved = time.time()
    return average


def copies_of(kinds, arguments, talk, stage):
    """Makes what is not there yet of the copies of a stage: for each what yields its streams, and whether it is clean."""
    copies = []
    for index, (parts, is_clean) in enumerate(kinds):
        path = f"{arguments.work}/{stage.name}{index}.npz"
        if not os.path.exists(path):
            make_copy(path, parts, talk, arguments.speech, index, is_clean, with_silence=True)
            log(f"{stage.name}, copy {index + 1} of {len(kinds)}")
        copies.append(Copy(path))
    return copies


def validation_of(examples, arguments, talk, stage):
    copies = {}
    for seed, name in (900, "quiet"), (901, "noise"):
        path = f"{arguments.work}/{stage.name}-{name}.npz"
        if not os.path.exists(path):
            parts = lambda random: streams.of_utterances(examples, random, is_balanced=False)
            make_copy(path, parts, talk, arguments.speech, seed, is_clean=name == "quiet", with_silence=False)
        copies[name] = Copy(path)
    return copies


def frequencies_of(copies, classes):
    counts = sum(np.bincount(copy.labels[copy.labels >= 0], minlength=classes) for copy in copies)
    return counts / counts.sum()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--speech", required=True)
    parser.add_argument("--names", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--without", action="append", default=[], help="a folder to leave out, such as wuw-corpus-ii")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    utterances = speech.utterances(arguments.speech, arguments.without)
    voices = {speech.voice(utterance.speaker) for utterance in utterances}
    log(f"{len(utterances)} utterances by {len(voices)} speakers")
    aligned = alignment.align_all(utterances, arguments.work, log)
    senones = np.concatenate([senones for senones, _ in aligned.values()])
    table = tying.tie(np.bincount(senones[senones >= 0], minlength=len(tying.senone_states())))
    classes = int(table.max()) + 1
    masked, names = speech.judging_names(arguments.names), speech.names(arguments.names)
    examples = list(labelled(utterances, aligned, table, masked))

    def split(examples):
        training = [example for example in examples if not example.utterance.validates]
        talk = [example.samples for example in training if len(example.labels) > 200]
        return training, [example for example in examples if example.utterance.validates], talk

    training, validating, talk = split(examples)
    whole = lambda random: streams.of_utterances(training, random, is_balanced=False)
    copies = copies_of([(whole, index % 4 == 0) for index in range(FIRST_COPIES)], arguments, talk, FIRST_STAGE)
    frequencies = frequencies_of(copies, classes)
    validation = validation_of(validating, arguments, talk, FIRST_STAGE)
    state = train(FIRST_STAGE, copies, validation, frequencies, f"{arguments.work}/first.pt")

    examples = relabelled(examples, aligned, masked, state, frequencies, f"{arguments.work}/labels.pickle")
    training, validating, talk = split(examples)
    balanced = lambda random: streams.of_utterances(training, random, is_balanced=True)
    words = lambda random: streams.of_words(training, random, names)
    kinds = [(parts, index % 2 == 1) for index in range(SECOND_COPIES) for parts in (balanced, words)]
    copies = copies_of(kinds, arguments, talk, SECOND_STAGE)
    frequencies = frequencies_of(copies, classes)
    validation = validation_of(validating, arguments, talk, SECOND_STAGE)
    state = train(SECOND_STAGE, copies, validation, frequencies, f"{arguments.work}/second.pt", state)
    sources = sorted({utterance.folder for utterance in utterances})
    write(arguments.out, state, frequencies, table, {"sources": ", ".join(sources), "hours": f"{len(senones) / 360000:.1f}"})
    log(f"wrote {arguments.out}")


if __name__ == "__main__":
    main()
