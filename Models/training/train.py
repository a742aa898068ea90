"""Makes the acoustic network: align, tie, augment, train, write. Goes on where it was interrupted.

    python train.py --speech ../shared/speech --names Corpus/names.txt --work .build/model --out network
"""

import argparse
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional

import alignment
import speech
import tying
from augmentation import Augmenter, rms
from network import CONTEXT, FIRST, LAST, Network, write

# How many times the recordings are augmented afresh; every fourth time hardly with noise.
COPIES = 6
EPOCHS = 12
CHUNK_FRAMES, CHUNKS_PER_STEP = 300, 16
MOST_RATE, WARM_UP_STEPS, WEIGHT_DECAY = 1.5e-3, 300, 0.01
# Utterances shorter than this are joined to others of their speaker or folder.
SHORT_SECONDS = 3.5
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
            labels[[word in masked for word in words]] = alignment.UNKNOWN
            yield utterance, labels


# Augmented copies


def streams(examples, random):
    """Groups of utterances that are heard as one: long ones alone, short ones a few at a time."""
    groups, short = [], {}
    for index, (utterance, labels) in enumerate(examples):
        if len(labels) >= 100 * SHORT_SECONDS:
            groups.append([index])
        else:
            short.setdefault(utterance.folder, {}).setdefault(utterance.speaker, []).append(index)
    for speakers in short.values():
        group, frames = [], 0
        for speaker in random.permutation(sorted(speakers)):
            for index in random.permutation(speakers[speaker]):
                group.append(index)
                frames += len(examples[index][1])
                if frames > random.uniform(300, 690):
                    groups.append(group)
                    group, frames = [], 0
        if group:
            groups.append(group)
    return [groups[i] for i in random.permutation(len(groups))]


def stream(examples, group, random):
    """The samples and labels of a group, one utterance after the other."""
    audio, labels = [], []
    for index in group:
        utterance, classes = examples[index]
        samples = speech.samples(utterance.path)[: 160 * len(classes)]
        if len(group) > 1:
            samples = samples * (0.03 / max(rms(samples), 3e-5))
            said = np.flatnonzero(classes != 0)
            if random.random() < 0.5 and len(said):
                first = max(said[0] - random.integers(0, 12), 0)
                end = min(said[-1] + random.integers(2, 25), len(classes))
                samples, classes = samples[160 * first : 160 * end], classes[first:end]
        audio.append(samples)
        labels.append(classes)
    return np.concatenate(audio), np.concatenate(labels)


def make_copy(path, examples, folder, seed, is_clean, with_silence):
    """Writes features, labels and where each stream begins."""
    random = np.random.default_rng(seed)
    talk = [lambda u=u: speech.samples(u.path) for u, labels in examples if len(labels) > 200]
    augmenter = Augmenter(folder, talk, seed + 1000)
    made = [
        augmenter.features(*stream(examples, group, random), is_clean=is_clean)
        for group in streams(examples, random)
    ]
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


def train(copies, validation, frequencies, checkpoint):
    """Returns the average of the last weights."""
    classes = len(frequencies)
    torch.manual_seed(1)
    network = Network(classes)
    with torch.no_grad():
        network.last.bias.copy_(torch.tensor(np.log(frequencies + 1e-7), dtype=torch.float32).repeat(2))
    optimizer = torch.optim.AdamW(network.parameters(), MOST_RATE, weight_decay=WEIGHT_DECAY, betas=(0.9, 0.98))
    average = {name: value.clone() for name, value in network.state_dict().items()}
    step, total = 0, EPOCHS * (len(copies[0].chunks) // CHUNKS_PER_STEP)
    if os.path.exists(checkpoint):
        kept = torch.load(checkpoint)
        network.load_state_dict(kept["network"])
        optimizer.load_state_dict(kept["optimizer"])
        average, step = kept["average"], kept["step"]
    saved = time.time()
    while step < total:
        epoch, place = divmod(step, total // EPOCHS)
        # The same order and masks for the same step, wherever training went on.
        copy = copies[epoch % len(copies)]
        order = np.random.default_rng(epoch).permutation(len(copy.chunks))
        chunks = [copy.chunks[i % len(copy.chunks)] for i in order[place * CHUNKS_PER_STEP :][:CHUNKS_PER_STEP]]
        energies, labels = copy.batch(chunks)
        energies = mask(energies, np.random.default_rng([1, step]))
        rate = MOST_RATE * min(1, (step + 1) / WARM_UP_STEPS) * (0.01 + 0.495 * (1 + math.cos(math.pi * step / total)))
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
            log(f"step {step} of {total}, loss {loss.item():.3f}; {figures}")
            saved = time.time()
    return average


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
    examples = list(labelled(utterances, aligned, table, speech.judging_names(arguments.names)))
    training = [example for example in examples if not example[0].validates]
    validating = [example for example in examples if example[0].validates]
    copies, validation = [], {}
    for index in range(COPIES):
        path = f"{arguments.work}/copy{index}.npz"
        if not os.path.exists(path):
            make_copy(path, training, arguments.speech, index, is_clean=index % 4 == 0, with_silence=True)
            log(f"copy {index + 1} of {COPIES}")
        copies.append(Copy(path))
    for seed, name in (900, "quiet"), (901, "noise"):
        path = f"{arguments.work}/{name}.npz"
        if not os.path.exists(path):
            make_copy(path, validating, arguments.speech, seed, is_clean=name == "quiet", with_silence=False)
        validation[name] = Copy(path)
    labels = np.concatenate([copy.labels for copy in copies])
    frequencies = np.bincount(labels[labels >= 0], minlength=classes) / (labels >= 0).sum()
    average = train(copies, validation, frequencies, f"{arguments.work}/checkpoint.pt")
    sources = sorted({utterance.folder for utterance in utterances})
    write(arguments.out, average, frequencies, table, {"sources": ", ".join(sources), "hours": f"{len(senones) / 360000:.1f}"})
    log(f"wrote {arguments.out}")


if __name__ == "__main__":
    main()
