"""Fits how log-likelihood ratios become confidences, for `Sources/Recognition/decoder.json`.

    hyzer evaluate corpus.jsonl talk.jsonl --json > outcomes.json
    python confidence.py outcomes.json...

The voices and noises of the corpora must have trained no network. Words that were said and heard are
right; all others, and all that is heard where no score was said, are wrong.
"""

import difflib
import json
import sys

import numpy as np
from scipy.optimize import minimize

# As `WordConfidence` has them.
UNCONTESTED, MOST = 430.0, 1200.0
MOST_FRAMES_PER_PHONE = 40


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


def logistic_regression(inputs, targets, weights):
    """Offset and weights, none of these below 0, by weighted maximum likelihood with a little shrinkage."""
    scale = inputs.std(axis=0) + 1e-9

    def loss(parameters):
        odds = parameters[0] + (inputs / scale) @ parameters[1:]
        likelihood = np.logaddexp(0, np.where(targets, -odds, odds))
        return (weights * likelihood).sum() / weights.sum() + 1e-4 * (parameters[1:] ** 2).sum()

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
    outcomes = [outcome for path in sys.argv[1:] for outcome in json.load(open(path))["outcomes"]]
    rows = list(examples(outcomes))
    places = np.array([row[0] for row in rows])
    inputs = np.array([row[1] for row in rows])
    targets = np.array([row[2] for row in rows])
    is_content = np.array([row[3] for row in rows])
    # What is heard in talk and noise counts a third: there is much of it, and the sentence turns most away.
    negative = np.array([not outcomes[place]["reference"] for place in places])
    weights = np.where(negative, 0.33, 1.0)
    chosen = is_content
    offset, slopes = logistic_regression(inputs[chosen], targets[chosen], weights[chosen])
    odds = offset + inputs @ slopes
    names = "loopLLR competitorLLR garbageLLR".split()
    print("content", {"offset": round(offset, 3)} | {n: round(s, 4) for n, s in zip(names, slopes)})
    print("words", chosen.sum(), "area under the curve", round(area_under_curve(odds[chosen], targets[chosen]), 4))
    for index, name in enumerate(names):
        print(" ", name, "alone", round(area_under_curve(inputs[chosen, index], targets[chosen]), 4))
    sentences = sorted(set(places))
    mean = np.array([np.clip(odds[places == p], -4.6, 4.6).mean() for p in sentences])
    is_sentence = np.array([bool(outcomes[p]["reference"]) for p in sentences])
    offset, slope = logistic_regression(mean[:, None], is_sentence, np.ones(len(mean)))
    print("sentence", {"offset": round(offset, 3), "wordWeight": round(slope[0], 3)})
    print("area under the curve", round(area_under_curve(mean, is_sentence), 4))
    print("threshold  saved right  saved wrong  saved of no score")
    least = np.array([odds[places == p].min() for p in sentences])
    exact = np.array([
        outcomes[p]["reference"] != [] and outcomes[p].get("said") == outcomes[p]["heard"] for p in sentences])
    for threshold in (0.5, 0.6, 0.7, 0.8, 0.85, 0.88, 0.9, 0.92, 0.95, 0.97, 0.98, 0.99):
        saved = (least > np.log(threshold / (1 - threshold))) & (offset + slope[0] * mean > 0)
        print(f"{threshold:9.2f}  {(saved & exact).sum():11d}  {(saved & ~exact & is_sentence).sum():11d}"
              f"  {(saved & ~is_sentence).sum():17d}  (of {exact.sum()} exact)")


if __name__ == "__main__":
    main()
