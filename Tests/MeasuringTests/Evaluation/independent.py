"""Computes the evaluator's figures with other people's libraries.

Reads one JSON object on standard input and prints one; see IndependentTests.swift.
"""

import json
import sys

import jiwer
import numpy
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint


def word_errors(pairs):
    """Errors and rate of each pair of sentences, and the rate of all together."""
    outputs = [jiwer.process_words(*pair) for pair in pairs]
    pooled = jiwer.process_words([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    for output in outputs + [pooled]:
        said = output.hits + output.substitutions + output.deletions
        heard = output.hits + output.substitutions + output.insertions
        assert said == sum(map(len, output.references))
        assert heard == sum(map(len, output.hypotheses))
    errors = [o.substitutions + o.deletions + o.insertions for o in outputs]
    return {"errors": errors, "rates": [o.wer for o in outputs], "pooled": pooled.wer}


def bootstrap(corpus, replicates, seed):
    """Ends of the 95 % intervals of both rates and of their difference, and how much of the
    difference crosses zero: as many utterances are drawn, with replacement, as there are."""
    first, second, words = (numpy.array(corpus[key]) for key in ("first", "second", "words"))
    share = numpy.full(len(words), 1 / len(words))
    draws = numpy.random.default_rng(seed).multinomial(len(words), share, size=replicates)
    total = draws @ words
    rates = [draws @ first / total, draws @ second / total]
    difference = rates[1] - rates[0]
    halves = numpy.mean(difference >= 0), numpy.mean(difference <= 0)
    return {
        "intervals": [list(numpy.percentile(x, [2.5, 97.5])) for x in (*rates, difference)],
        "crossing": min(1.0, 2 * float(min(halves))),
    }


def main():
    given = json.load(sys.stdin)
    answer = {
        "words": word_errors(given["pairs"]),
        "proportions": [
            proportion_confint(successes, trials, alpha=0.05, method="wilson")
            for successes, trials in given["proportions"]
        ],
        "mcnemar": [
            mcnemar([[0, first], [second, 0]], exact=True).pvalue
            for first, second in given["mcnemar"]
        ],
        "corpora": [
            bootstrap(corpus, given["replicates"], seed)
            for seed, corpus in enumerate(given["corpora"])
        ],
    }
    json.dump(answer, sys.stdout)


main()
