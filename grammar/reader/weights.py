"""What the words of a system speak for: weights learnt from sentences, read once."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

NOTHING = "nothing"
SCALE = 1000
"""Weights are whole numbers: thousandths."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """By fact, what it adds; a fact that was never seen adds nothing."""

    facts: Mapping[str, int] = field(default_factory=dict)
    rows: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By word, the rows that it speaks for (or against, below nothing), and how strongly."""

    def of(self, facts: tuple[str, ...]) -> int:
        """What facts add up to."""
        return sum(self.facts.get(fact, 0) for fact in facts)


def weighed(facts: Mapping[str, int]) -> Weights:
    """Weights by fact: those of the words (`row|word`) are also found by word."""
    rows: dict[str, dict[str, int]] = {}
    for fact, weight in facts.items():
        row, sign, word = fact.rpartition("|")
        if sign and row != NOTHING:
            rows.setdefault(word, {})[row] = weight
    return Weights(facts, rows)


@cache
def weights_of(system: str) -> Weights:
    """The weights of a system; none if it has not learnt any."""
    file = files("grammar.reader").joinpath("weights.json")
    known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return weighed(known.get(system, {}))


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word without its endings: `attacks`, `attacking` and `attacked` are one."""
    if not word.isalpha() or len(word) < 4:
        return word
    for ending in ("ingly", "ings", "ing", "edly", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return re.sub("(?<=..)[ei]$", "", word)
