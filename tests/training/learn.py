"""Logistic regression by gradient steps: choose a row by words, choose a candidate by facts, and
decide yes or no."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RATE, DECAY = 0.25, 0.00002
LEAST = 3
"""In how many sentences a word must occur to get a weight."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The facts of every candidate, and the indices of those that are meant."""

    options: tuple[tuple[str, ...], ...]
    right: frozenset[int]


def common_words(sentences: Sequence[Sequence[str]]) -> frozenset[str]:
    """Words that occur in at least `LEAST` sentences."""
    counted = Counter(word for words in sentences for word in set(words))
    return frozenset(word for word, count in counted.items() if count >= LEAST)


def learn_rows(
    sentences: Sequence[tuple[Sequence[str], str]], passes: int = 12, seed: int = 1
) -> dict[str, dict[str, float]]:
    """How strongly each word speaks for each row, by word and row, from a logistic choice among all
    rows; the word "" stands for every sentence."""
    known = common_words([words for words, _ in sentences])
    rows = sorted({row for _, row in sentences})
    weights: dict[str, dict[str, float]] = {word: {} for word in sorted(known)}
    bias = dict.fromkeys(rows, 0.0)
    order = [([word for word in words if word in known], row) for words, row in sentences]
    chance = random.Random(seed)
    for turn in range(passes):
        chance.shuffle(order)
        rate = RATE / (1 + turn / 3)
        for words, right in order:
            scores = dict(bias)
            for word in words:
                for row, weight in weights[word].items():
                    scores[row] += weight
            top = max(scores.values())
            likely = {
                row: math.exp(score - top) for row, score in scores.items() if score > top - 9
            }
            total = sum(likely.values())
            if right not in likely:
                likely[right] = 0.0
            for row, share in likely.items():
                slope = (row == right) - share / total
                if abs(slope) < 0.003:
                    continue
                step = rate * slope
                bias[row] += 0.3 * step
                for word in words:
                    own = weights[word]
                    own[row] = own.get(row, 0.0) * (1 - rate * 0.0005) + step
    weights[""] = bias
    return weights


def learn_facts(
    choices: Sequence[Choice],
    begin: Mapping[str, float],
    passes: int = 6,
    seed: int = 2,
    rate: float = 0.1,
    decay: float = DECAY,
) -> dict[str, float]:
    """Weights of all facts: a logistic choice among the options of each sentence."""
    weights: defaultdict[str, float] = defaultdict(float, begin)
    order = [one for one in choices if one.right and len(one.right) < len(one.options)]
    chance = random.Random(seed)
    for turn in range(passes):
        chance.shuffle(order)
        speed = rate / (1 + turn / 2)
        for one in order:
            scores = [sum(weights[fact] for fact in facts) for facts in one.options]
            top = max(scores)
            shares = [math.exp(min(0.0, score - top)) for score in scores]
            whole = sum(shares)
            good = sum(shares[at] for at in one.right) or 1e-9
            for at, facts in enumerate(one.options):
                slope = (shares[at] / good if at in one.right else 0.0) - shares[at] / whole
                if abs(slope) < 0.003:
                    continue
                for fact in facts:
                    weights[fact] += speed * slope - speed * decay * weights[fact]
    return dict(weights)


def learn_whether(
    sentences: Sequence[tuple[Sequence[str], bool]],
    passes: int = 12,
    seed: int = 1,
    rate: float = 0.15,
    decay: float = 0.0005,
) -> dict[str, float]:
    """Weights of facts that speak for a yes, by logistic steps; "" is a fact of every sentence."""
    known = Counter(fact for facts, _ in sentences for fact in facts)
    order = [([fact for fact in facts if known[fact] > 1], yes) for facts, yes in sentences]
    weights: defaultdict[str, float] = defaultdict(float)
    chance = random.Random(seed)
    for turn in range(passes):
        chance.shuffle(order)
        speed = rate / (1 + turn / 4)
        for facts, yes in order:
            score = weights[""] + sum(weights[fact] for fact in facts)
            slope = yes - 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
            weights[""] += 0.3 * speed * slope
            for fact in facts:
                weights[fact] += speed * (slope - decay * weights[fact])
    return dict(weights)
