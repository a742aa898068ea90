"""Trains the acoustic network: a larger teacher first, then the network by the labels and by what the teacher hears nearby.

    python train.py --speech ../shared/speech --names Corpus/names.txt --work .build/model --out Models/english.network

A processor or a GPU does the work; stretches of speech are put together beside it by the other cores.
"""

import argparse
import math
import multiprocessing
import os
import pickle
import shutil
import time
from dataclasses import dataclass

import numpy as np
import soxr
import torch
from torch.nn import functional

import speech
import streams
from augmentation import Mixer
from network import DILATIONS, HIDDEN, Network, read, write
from speech import UNKNOWN

RATE = speech.RATE
# Of each shard the share of the utterances, or of the hours of words alone; and how many shards are at hand at once.
SHARD_SHARE, SHARDS_AT_HAND = 0.25, 40
# The longest stretch, in frames; longer ones are cut.
STRETCH = 640
ROWS, SHARDS_PER_STEP = 96, 4
CLEAN_SHARE, SILENT_SHARE = 0.5, 0.06
TEMPOS, TEMPO_ODDS = (0.88, 0.92, 0.96, 1.04, 1.08, 1.14), 0.7
WARM_UP_STEPS, WEIGHT_DECAY = 300, 0.01
SAVE_SECONDS = 30
SEED = 1


@dataclass(frozen=True)
class Stage:
    """A network, how it is trained and how its rows of 20 ms are spliced."""

    name: str
    hidden: int
    dilations: tuple
    dropout: float
    rate: float


TEACHER = Stage("teacher", hidden=1024, dilations=(1, 1, 2, 2, 3, 4, 6, 8), dropout=0.2, rate=1.2e-3)
STUDENT = Stage("student", HIDDEN, DILATIONS, dropout=0.05, rate=2e-3)
# How much of the student's target is the teacher's opinion.
TEACHER_SHARE = 0.7

_started = time.time()


def log(text):
    print(f"{time.time() - _started:7.1f} s  {text}", flush=True)


# Shards


@dataclass
class Shard:
    """Stretches of speech: their samples and labels one after another, and each one's first frame and how many."""

    samples: object
    labels: object
    starts: object
    lengths: object

    def on(self, device):
        values = (torch.from_numpy(part) for part in (self.samples, self.labels, self.starts, self.lengths))
        return Shard(*(value.to(device) for value in values))

    def stretches(self, chosen):
        """Rows of STRETCH frames of those that are chosen: samples from -1 to 1, labels, and how many frames each has.

        Beyond these the samples are 0 and the labels UNKNOWN.
        """
        starts, lengths = self.starts[chosen], self.lengths[chosen]
        device = starts.device
        frames = starts[:, None] + torch.arange(STRETCH, device=device)[None]
        inside = torch.arange(STRETCH, device=device)[None] < lengths[:, None]
        last = len(self.labels) - 1
        labels = torch.where(inside, self.labels[frames.clamp(max=last)].long(), UNKNOWN)
        places = (starts * 160)[:, None] + torch.arange(STRETCH * 160, device=device)[None]
        audio = self.samples[places.clamp(max=len(self.samples) - 1)].float() / 32768
        return audio * inside.repeat_interleave(160, 1), labels, lengths


def _retimed(audio, labels, random):
    if random.random() >= TEMPO_ODDS:
        return audio, labels
    tempo = random.choice(TEMPOS)
    audio = soxr.resample(audio, RATE * tempo, RATE, quality="LQ").astype(np.float32)
    times = (np.arange(len(audio) // 160) * tempo).astype(int)
    return audio, labels[np.minimum(times, len(labels) - 1)]


def shard_of(parts, random, is_retimed=True):
    """Cuts what is longer than STRETCH into equal stretches, each as loud as 16 bits allow; those below 20 frames are left out."""
    samples, labels, lengths = [], [], []
    for audio, classes in parts:
        if is_retimed:
            audio, classes = _retimed(audio, classes, random)
        frames = min(len(audio) // 160, len(classes))
        audio, classes = audio[: frames * 160], classes[:frames]
        count = -(-frames // STRETCH)
        for piece in range(count):
            first, end = frames * piece // count, frames * (piece + 1) // count
            if end - first >= 20:
                part = audio[first * 160 : end * 160]
                samples.append(np.int16(part * (30000 / max(np.abs(part).max(), 1e-4))))
                labels.append(classes[first:end].astype(np.int16))
                lengths.append(end - first)
    lengths = np.array(lengths, np.int64)
    return Shard(np.concatenate(samples), np.concatenate(labels), np.cumsum(lengths) - lengths, lengths)


def _compose(index, folder):
    """Writes a shard: whole utterances and words alone in turn."""
    random = np.random.default_rng([SEED, index])
    if index % 2 == 0:
        some = [example for example in _training if random.random() < SHARD_SHARE]
        parts = streams.of_utterances(some, random, is_balanced=True)
    else:
        parts = streams.of_words(_cuts, random, streams.WORDS_HOURS * SHARD_SHARE)
    shard = shard_of(parts, random)
    path = f"{folder}/shard{index}.pickle"
    with open(path, "wb") as file:
        pickle.dump(shard, file)
    return path


class Shards:
    """Those at hand; others are put together beside."""

    def __init__(self, examples, names, classes, folder, processes):
        global _training, _cuts
        self.folder, self.processes = folder, processes
        context = multiprocessing.get_context("fork")
        with context.Pool(processes) as pool:
            for example, samples in zip(examples, pool.imap(streams.Example.decoded, examples, chunksize=32)):
                example.kept = samples
        _training = [example for example in examples if not example.utterance.validates]
        _cuts = streams.cuts(_training, names)
        self.pool = context.Pool(processes)
        self.asked, self.next = [], 0
        self.at_hand, self.counts = [], np.zeros(classes)
        self._ask()

    def _ask(self):
        while len(self.asked) < self.next + self.processes + 2:
            self.asked.append(self.pool.apply_async(_compose, (len(self.asked), self.folder)))

    def advance(self, end, device):
        """Waits until shards before `end` are there, and forgets the oldest."""
        while self.next < end:
            path = self.asked[self.next].get()
            with open(path, "rb") as file:
                shard = pickle.load(file)
            os.remove(path)
            self.counts += np.bincount(shard.labels[shard.labels >= 0], minlength=len(self.counts))
            self.at_hand.append(shard.on(device))
            self.next += 1
            self._ask()
        del self.at_hand[:-SHARDS_AT_HAND]

    def batch(self, random):
        parts = []
        for index in random.integers(len(self.at_hand), size=SHARDS_PER_STEP):
            shard = self.at_hand[index]
            chosen = torch.from_numpy(random.integers(len(shard.lengths), size=ROWS // SHARDS_PER_STEP)).to(shard.lengths.device)
            parts.append(shard.stretches(chosen))
        return tuple(torch.cat(part) for part in zip(*parts))

    def talk(self, random):
        return self.at_hand[random.integers(len(self.at_hand))].samples


# Training


def validation_of(examples, device, mixer):
    """Features, labels and lengths of other speakers, as recorded and with noise."""
    random = np.random.default_rng(SEED)
    shard = shard_of(streams.of_utterances(examples, random, is_balanced=False), random, is_retimed=False).on(device)
    sets = {}
    for name, clean_share in (("quiet", None), ("noise", 0.0)):
        rows = []
        for first in range(0, len(shard.lengths), ROWS):
            chosen = torch.arange(first, min(first + ROWS, len(shard.lengths)), device=device)
            audio, labels, lengths = shard.stretches(chosen)
            if clean_share is None:
                filters = mixer.unwarped.expand(len(chosen), -1, -1)
                rows.append((mixer.log_mel(audio * 0.2, lengths, filters), labels))
            else:
                rows.append(mixer.features(audio, labels, lengths, clean_share, 0, shard.samples)[:2])
        sets[name] = rows
    return sets


def evaluate(network, sets):
    network.eval()
    results = []
    for name, rows in sets.items():
        right = frames = loss = 0
        with torch.no_grad():
            for energies, labels in rows:
                logits = network(energies)
                is_known = labels >= 0
                right += ((logits.argmax(2) == labels) & is_known).sum().item()
                frames += is_known.sum().item()
                loss += functional.cross_entropy(logits[is_known], labels[is_known], reduction="sum").item()
        results.append(f"{name} {100 * right / frames:.2f} %, {loss / frames:.4f}")
    return "; ".join(results)


def network_of(stage, classes):
    return Network(classes, stage.hidden, stage.dilations, stage.dropout)


def train(stage, steps, seconds, shards, mixer, steps_per_shard, sets, begun, save, teacher=None):
    """Returns a network with the average of the last weights; it ends after so many steps or seconds."""
    device, classes = mixer.device, len(shards.counts)
    torch.manual_seed(SEED)
    network, average = network_of(stage, classes).to(device), network_of(stage, classes).to(device)
    with torch.no_grad():
        network.last.bias.copy_(torch.log(torch.from_numpy(shards.counts / shards.counts.sum() + 1e-7)).float().repeat(2))
    average.load_state_dict(network.state_dict())
    optimizer = torch.optim.AdamW(
        network.parameters(), stage.rate, weight_decay=WEIGHT_DECAY, betas=(0.9, 0.98), fused=device.type == "cuda")
    kept, followed = ([v for v in n.state_dict().values() if v.dtype.is_floating_point] for n in (network, average))
    started = saved = time.time()
    step, losses = 0, []
    while True:
        progress = max(step / steps, (time.time() - started) / seconds)
        if progress >= 1:
            break
        shards.advance(begun + step // steps_per_shard + 2, device)
        random = np.random.default_rng([SEED, begun, step])
        audio, labels, lengths = shards.batch(random)
        with torch.no_grad():
            heard, labels, dry, silent = mixer.features(
                audio, labels, lengths, CLEAN_SHARE, SILENT_SHARE, shards.talk(random), with_dry=teacher is not None)
            heard = mixer.mask(heard)
        rate = stage.rate * min(1, (step + 1) / WARM_UP_STEPS) * (0.005 + 0.4975 * (1 + math.cos(math.pi * progress)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        network.train()
        with torch.autocast(device.type, torch.bfloat16):
            logits = network(heard)
            if teacher is not None:
                with torch.no_grad():
                    opinion = torch.softmax(teacher(dry).float(), 2)
        logs = torch.log_softmax(logits.float(), 2)
        is_known = labels >= 0
        loss = -logs.gather(2, labels.clamp(min=0)[..., None])[..., 0]
        if teacher is not None:
            opinion[silent] = functional.one_hot(torch.tensor(0, device=device), classes).float()
            divergence = -(opinion * logs).sum(2)
            loss = TEACHER_SHARE * divergence + (1 - TEACHER_SHARE) * loss
        loss = (loss * is_known).sum() / is_known.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        step += 1
        share = min(0.999, step / (step + 20))
        with torch.no_grad():
            torch._foreach_mul_(followed, share)
            torch._foreach_add_(followed, kept, alpha=1 - share)
        losses.append(loss.detach())
        if time.time() - saved > SAVE_SECONDS:
            saved = time.time()
            mean = torch.stack(losses).mean().item()
            log(f"{stage.name}, step {step}, {shards.next} shards, loss {mean:.3f}; {evaluate(average, sets)}")
            save(average)
            losses = []
    average.eval()
    log(f"{stage.name}, {step} steps, {shards.next} shards; {evaluate(average, sets)}")
    save(average)
    return average, begun + step // steps_per_shard + 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--speech", required=True)
    parser.add_argument("--names", required=True)
    parser.add_argument("--work", required=True, help="where `prepare.py` left its labels")
    parser.add_argument("--out", required=True)
    parser.add_argument("--scratch", help="where shards come and go", default=None)
    parser.add_argument("--compare", help="a network that is evaluated first")
    parser.add_argument("--teacher-steps", type=int, default=2100)
    parser.add_argument("--steps", type=int, default=6500)
    parser.add_argument("--teacher-seconds", type=float, default=math.inf)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--steps-per-shard", type=int, default=40)
    arguments = parser.parse_args()
    with open(f"{arguments.work}/examples.pickle", "rb") as file:
        examples, table = pickle.load(file)
    for example in examples:
        example.utterance.path = f"{arguments.speech}/{example.utterance.path}"
    processes = max(os.cpu_count() - 1, 1)
    # What is forked must not know of the GPU yet.
    shards = Shards(
        examples, speech.names(arguments.names), int(table.max()) + 1, arguments.scratch or arguments.work, processes)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    log(f"{len(examples)} utterances, {processes} processes, {device}")
    mixer = Mixer(arguments.speech, device, SEED)
    sets = validation_of([e for e in examples if e.utterance.validates], device, Mixer(arguments.speech, device, SEED + 1))
    if arguments.compare:
        compared = network_of(STUDENT, len(shards.counts)).to(device)
        compared.load_state_dict(read(arguments.compare)[0])
        log(f"compared; {evaluate(compared, sets)}")
    shards.advance(2, device)
    log("first shards")
    teacher, begun = train(
        TEACHER, arguments.teacher_steps, arguments.teacher_seconds, shards, mixer, arguments.steps_per_shard, sets, 0,
        lambda network: None)

    so_far = f"{arguments.work}/so-far.network"

    def save(network):
        state = {name: value.float().cpu() for name, value in network.state_dict().items()}
        sources = sorted({example.utterance.folder for example in examples})
        hours = sum(len(example.labels) for example in examples) / 360000
        write(so_far, state, shards.counts / shards.counts.sum(), table,
              {"sources": ", ".join(sources), "hours": f"{hours:.1f}"})

    train(STUDENT, arguments.steps, arguments.seconds, shards, mixer, arguments.steps_per_shard, sets, begun, save, teacher)
    shards.pool.terminate()
    shutil.copyfile(so_far, arguments.out)
    log(f"wrote {arguments.out}")


if __name__ == "__main__":
    main()
