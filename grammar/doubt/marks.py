"""The closed classes of words that cast doubt (`marks.toml`), and how to find them."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from grammar.reader.tokens import Token, tokens_of

Row = tuple[str, ...]

AFTERTHOUGHTS = ("denial", "withdrawal", "time", "condition", "unreal")
"""Classes of words with which what is said beside an order may undo it."""


@cache
def marks() -> Mapping[str, frozenset[Row]]:
    """For each class, its entries as tuples of words.  Read once."""
    text = files("grammar.doubt").joinpath("marks.toml").read_text(encoding="utf-8")
    return {kind: frozenset(map(_words, rows)) for kind, rows in tomllib.loads(text).items()}


def _words(text: str) -> Row:
    return tuple(token.word for token in tokens_of(text))


@cache
def _longest(kind: str) -> int:
    return max(map(len, marks()[kind]))


def row_at(words: Sequence[str], at: int, kind: str) -> int:
    """Where the longest entry of a class that begins at `at` ends; `at` itself if none does."""
    rows = marks()[kind]
    for size in range(min(_longest(kind), len(words) - at), 0, -1):
        if tuple(words[at : at + size]) in rows:
            return at + size
    return at


def found(words: Sequence[str], *kinds: str) -> str:
    """The first entry of these classes in a row of words; empty if there is none."""
    for at in range(len(words)):
        for kind in kinds:
            end = row_at(words, at, kind)
            if end > at:
                return " ".join(words[at:end])
    return ""


def past(words: Sequence[str], at: int, kind: str) -> int:
    """Where the entries of a class that follow each other from `at` on end."""
    while (end := row_at(words, at, kind)) > at:
        at = end
    return at


def begins(words: Sequence[str], kind: str) -> bool:
    """Do these words begin with an entry of this class?"""
    return row_at(words, 0, kind) > 0


def without_harmless(words: list[str]) -> list[str]:
    """The words without what means no harm: all of them, or rows of several words among them that
    set no condition (`standing order until further notice`)."""
    if tuple(words) in marks()["harmless"]:
        return []
    kept, at = list[str](), 0
    while at < len(words):
        end = row_at(words, at, "harmless")
        harmless = end > at + 1 and words[at] != "if"
        kept += [] if harmless else [words[at]]
        at = end if harmless else at + 1
    return kept


def words_of(tokens: Sequence[Token]) -> list[str]:
    """The words and numbers among these tokens, without signs."""
    return [token.word for token in tokens if token.sort != "sign"]
