"""Fits how log-likelihood ratios become confidences, for `Sources/HyzerVoice/Recognition/decoder.json`.

    hyzer evaluate corpus.jsonl talk.jsonl --json > outcomes.json
    python confidence.py outcomes.json...

The voices and noises of the corpora must have trained no network. Words that were said and heard are
right, all others are wrong.
"""

import difflib
import json
import sys

import numpy as np
from scipy.optimize import minimize

# What these voices were asked to say is known, not what they said.
UNVERIFIED = ("alphanumeric",)
# As `WordConfidence` has them.
UNCONTESTED, MOST = 430.0, 1200.0
# Chosen, not fitted: no corpus here names people who do not play. A twentieth of the right words lies below.
POOR, POOR_FIT = -20.0, 0.2


def root(value):
    return np.sign(value) * np.sqrt(abs(value))


def measures(word):
    """What a word's log-odds are made of; nothing of the garbage model where it was not searched."""
    competitor = word["rival"]["lead"] if word.get("rival") else UNCONTESTED
    garbage = word["talk"]["lead"] if word.get("talk") else 0.0
    return [word["margin"], root(min(competitor, MOST)), root(min(garbage, MOST))]


def examples(outcomes):
    """Each word heard: its outcome's place, its measures, whether it is right, whether it is a name or score."""
    for place, outcome in enumerate(outcomes):
        said = outcome.get("said") or []
        for hypothesis in outcome.get("hypotheses") or []:
            # A name such as "T J" is two words of what was said.
            tokens = [(index, token) for index, word in enumerate(hypothesis["words"])
                      for token in word["text"].lower().replace(".", "").split()]
            wrong = {index for index, _ in tokens}
            if outcome["reference"]:
                heard = [token for _, token in tokens]
                blocks = difflib.SequenceMatcher(a=said, b=heard, autojunk=False).get_matching_blocks()
                right = {i for block in blocks for i in range(block.b, block.b + block.size)}
                wrong = {index for place_heard, (index, _) in enumerate(tokens) if place_heard not in right}
            for index, word in enumerate(hypothesis["words"]):
                yield place, measures(word), index not in wrong, bool(word.get("talk"))


def logistic_regression(inputs, targets):
    """Offset and weights, none of these below 0, by maximum likelihood with a little shrinkage."""
    scale = inputs.std(axis=0) + 1e-9

    def loss(parameters):
        odds = parameters[0] + (inputs / scale) @ parameters[1:]
        likelihood = np.logaddexp(0, np.where(targets, -odds, odds))
        return likelihood.mean() + 1e-4 * (parameters[1:] ** 2).sum()

    bounds = [(None, None)] + [(0, None)] * inputs.shape[1]
    fitted = minimize(loss, np.zeros(inputs.shape[1] + 1), bounds=bounds, method="L-BFGS-B").x
    return fitted[0], fitted[1:] / scale


def area_under_curve(scores, targets):
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    right, wrong = targets.sum(), (~targets).sum()
    return (ranks[targets].sum() - right * (right + 1) / 2) / (right * wrong)


def main():
    outcomes = [
        outcome for path in sys.argv[1:] for outcome in json.load(open(path))["outcomes"]
        if outcome["tags"].get("source") not in UNVERIFIED]
    rows = list(examples(outcomes))
    places, is_content = np.array([row[0] for row in rows]), np.array([row[3] for row in rows])
    inputs, targets = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    spoken = np.array([bool(outcomes[place]["reference"]) for place in places])
    # A word is judged among the words of sentences with scores; a sentence against all that has none.
    chosen = is_content & spoken
    offset, slopes = logistic_regression(inputs[chosen, :2], targets[chosen])
    odds = offset + inputs[:, :2] @ slopes
    show("wordConfidence", offset, zip(("loopLLR", "competitorLLR"), slopes))
    print("  words", chosen.sum(), "area under the curve", round(area_under_curve(odds[chosen], targets[chosen]), 4))
    sentences = sorted(set(places))
    means = np.array([inputs[places == place].mean(axis=0) for place in sentences])
    is_sentence = np.array([bool(outcomes[place]["reference"]) for place in sentences])
    offset, slopes = logistic_regression(means, is_sentence)
    confidence = 1 / (1 + np.exp(-offset - means @ slopes))
    show("sentenceConfidence", offset, zip(("loopLLR", "competitorLLR", "garbageLLR"), slopes))
    print("  sentences", is_sentence.sum(), "others", (~is_sentence).sum(),
          "area under the curve", round(area_under_curve(confidence, is_sentence), 4))
    exact = np.array([
        bool(outcomes[place]["reference"]) and outcomes[place]["said"] == outcomes[place]["heard"] for place in sentences])
    print(f"rejectBelow: right transcripts kept, of {exact.sum()}; others taken, of {(~is_sentence).sum()}")
    for threshold in (0.2, 0.3, 0.5, 0.7, 0.8, 0.9):
        kept = confidence > threshold
        print(f"{threshold:9.2f}  {(kept & exact).sum():6d}  {(kept & ~is_sentence).sum():6d}")
    odds += POOR_FIT * np.minimum(inputs[:, 2] - POOR, 0)
    print("confirmBelow: saved rightly, wrongly, without a score")
    least = np.array([odds[places == place].min() for place in sentences])
    for threshold in (0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97):
        saved = (least > np.log(threshold / (1 - threshold))) & (confidence > threshold)
        print(f"{threshold:9.2f}  {(saved & exact).sum():6d}  {(saved & ~exact & is_sentence).sum():6d}"
              f"  {(saved & ~is_sentence).sum():6d}")


def show(section, offset, weights):
    print(section, json.dumps({"offset": round(float(offset), 3)} | {name: round(float(w), 4) for name, w in weights}))


if __name__ == "__main__":
    main()
