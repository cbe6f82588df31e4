"""Loads the weights of a system, which were learnt from sentences, and adds them up.

A fact is a short text that says something about a candidate (`row|word`, `who=spent`).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from itertools import repeat
from types import MappingProxyType

Packed = Mapping[str, int | str | Mapping[str, int]]
NOTHING, RANKS = "nothing", "ranks"
BETWEEN = "`"
SCALE = 1000
"""Weights are whole numbers, in thousandths."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weight of each fact; a fact that was never seen weighs nothing."""

    facts: Mapping[str, int] = field(default_factory=dict)
    rows: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By word, the weights of the rows that it speaks for (or against, if negative)."""

    ranks: Mapping[str, int] = field(default_factory=dict)
    """The weight of each fact in the final comparison of all candidates."""

    def of(self, facts: tuple[str, ...]) -> int:
        """The sum of the weights of these facts when candidates are proposed."""
        return sum(map(self.facts.get, facts, repeat(0)))

    def rank(self, facts: tuple[str, ...]) -> int:
        """The sum of the weights of these facts in the final comparison."""
        return sum(map(self.ranks.get, facts, repeat(0)))


def weighed(facts: Mapping[str, int], ranks: Mapping[str, int] = MappingProxyType({})) -> Weights:
    """Make `Weights` of plain mappings, and index the facts `row|word` by word."""
    rows: dict[str, dict[str, int]] = {}
    for fact, weight in facts.items():
        row, sign, word = fact.rpartition("|")
        if sign and row != NOTHING:
            rows.setdefault(word, {})[row] = weight
    return Weights(facts, rows, ranks)


@cache
def weights_of(system: str) -> Weights:
    """The weights of a system; empty if it has not learnt any."""
    own, ranks = (_kept().get(name, {}) for name in (system, f"{system} {RANKS}"))
    return weighed(unpacked(own), unpacked(ranks))


@cache
def _kept() -> Mapping[str, Packed]:
    file = files("grammar.reader").joinpath("weights.json")
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def unpacked(kept: Packed) -> dict[str, int]:
    """Weights by fact, from the compact form of `weights.json`.

    There `row|` has one text with every word of the row and its weight, separated by `BETWEEN`.
    """
    facts: dict[str, int] = {}
    for name, weight in kept.items():
        words = {"": weight} if isinstance(weight, int) else weight
        if isinstance(words, str):
            pairs = (one.rpartition(" ") for one in words.split(BETWEEN))
            words = {word: int(own) for word, _, own in pairs}
        facts |= {f"{name}{word}": one for word, one in words.items()}
    return facts


def packed(facts: Mapping[str, int]) -> Packed:
    """Weights in the compact form of `weights.json`, in which each row is named once."""
    rows: dict[str, dict[str, int]] = {}
    for fact, weight in sorted(facts.items()):
        row, sign, word = fact.rpartition("|")
        rows.setdefault(f"{row}{sign}", {})[word] = weight
    plain = rows.pop("", {})
    return {**plain, **{row: _in_a_line(words) for row, words in rows.items()}}


def _in_a_line(words: Mapping[str, int]) -> str | Mapping[str, int]:
    if any(BETWEEN in word for word in words):
        return words
    return BETWEEN.join(f"{word} {weight}" for word, weight in words.items())


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word without its ending: `attacks`, `attacking` and `attacked` become the same."""
    if not word.isalpha() or len(word) < 4:
        return word
    for ending in ("ingly", "ings", "ing", "edly", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return re.sub("(?<=..)[ei]$", "", word)
