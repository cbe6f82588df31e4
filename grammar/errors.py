"""Lines that could not be read: where parsing stopped, what fits there, and how to explain it."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from grammar.distance import distance
from grammar.source import Example
from rules.line.frozen import Frozen

MOST_SHOWN = 76
MOST_FITS = 14


class ParseError(Frozen):
    """`line` could not be read from `column` on, counted from 0; at its end, if it ends too soon.

    `fits` are words that fit there, `nearest` is the one that was perhaps meant, `form` is the
    nearest legal sentence, and `why` is one sentence about the problem.
    """

    line: str
    column: int
    fits: tuple[str, ...] = ()
    nearest: str = ""
    form: str = ""
    why: str = ""


def explain(problem: ParseError) -> str:
    """The problem in several lines: the line, a caret under the place, and all hints."""
    line, column = _window(problem.line, problem.column)
    lines = [line, " " * _width(line[:column]) + "^"]
    if problem.why:
        lines.append(problem.why)
    if problem.fits:
        more = ", ..." if len(problem.fits) > MOST_FITS else ""
        lines.append(f"fits here: {', '.join(problem.fits[:MOST_FITS])}{more}")
    if problem.nearest:
        lines.append(f"did you mean {problem.nearest}?")
    if problem.form:
        lines.append(f"for example: {problem.form}")
    return "\n".join(lines)


def told(problem: ParseError) -> str:
    """The problem in one sentence."""
    said = problem.why or f"{_quoted(problem.line)} cannot be read"
    if problem.nearest:
        said += f" (did you mean {problem.nearest}?)"
    return f"{said}; for example: {problem.form}" if problem.form else said


def not_understood(rest: str) -> str:
    """A sentence that says which rest of a line was not understood."""
    rest = rest.strip()
    return f"{_quoted(rest)} is not understood here" if rest else "the line ends too soon"


def nearest_word(rest: str, words: Iterable[str]) -> str:
    """The word or phrase most like the beginning of `rest`; empty if none is near, if it is there
    already, or if it is one of `GRAVE`."""
    said = rest[:80].lower().split()
    offered = list(dict.fromkeys(words))
    best, likeness = "", 0.0
    for count in sorted({len(word.split()) for word in offered}) if said else ():
        begun = " ".join(said[:count]).strip(".,:;!?")
        known = {word.lower(): word for word in offered if len(word.split()) == count}
        for near in get_close_matches(begun, known, n=1, cutoff=0.6):
            like = SequenceMatcher(None, near, begun).ratio()
            if like > likeness and is_near(begun, near):
                best, likeness = known[near], like
    return "" if likeness == 1 or best.lower() in GRAVE else best


GRAVE = ("resign", "i resign", "concede", "surrender", "clear army", "accept draw")
"""Phrases that are never suggested to somebody who wrote something else."""


def is_near(typed: str, known: str) -> bool:
    """Is `typed` a misspelling of `known`: one slip in a short word, two in a longer one?  The
    beginning of a word is near as well."""
    if len(typed) > 2 and known.startswith(typed):
        return True
    most = 1 if min(len(typed), len(known)) < 5 else 2
    return distance(typed, known, most) <= most


def nearest_form(line: str, examples: Sequence[Example]) -> str:
    """The legal sentence most like the line.  Similar shapes count most, then a shared word that
    means something, the same beginning, being canonical, and similar letters."""
    letters = SequenceMatcher(b=line[:60].lower(), autojunk=False)
    words = SequenceMatcher(b=shape(line), autojunk=False)
    begun = shape(line)
    said = set(begun) - LINKING
    best, likeness = "", -1.0
    for example in examples:
        kinds = shape(example.text)
        weight = 0.4 * (not said.isdisjoint(kinds)) + 0.1 * example.canonical
        weight += 0.2 * (kinds[: len(begun)] == begun)
        words.set_seq1(kinds)
        if words.quick_ratio() + weight + 0.1 <= likeness:
            continue
        letters.set_seq1(example.text.lower())
        like = words.ratio() + weight + 0.1 * letters.ratio()
        if like > likeness:
            best, likeness = example.text, like
    return best


LINKING = {"ref", "cell", "number", "to", "at", "on", "in", "for", "with", "us", "and", "then", "a"}
"""Words of shapes that say nothing about whether two sentences mean the same."""

_SHAPES = re.compile(
    r"(?P<cell>\d+\s*,\s*\d+|r\d+c\d+)|(?P<ref>[a-z]+\d+\b)|(?P<number>\d+)|(?P<word>[^\W\d]+)",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def shape(line: str) -> tuple[str, ...]:
    """A sentence as a row of word stems, with `ref`, `cell` and `number` in the place of units,
    positions and numbers."""
    found = _SHAPES.finditer(line[:200])
    return tuple(_stem(part[0]) if part["word"] else part.lastgroup or "" for part in found)


def _stem(word: str) -> str:
    """A word without its ending, so that `moves` and `moving` are alike."""
    return re.sub(r"(ing|es|e|s)$", "", word.lower())


def _window(line: str, column: int) -> tuple[str, int]:
    """The part of a long line around a column, and the column in that part."""
    line = line.replace("\n", " ").replace("\t", " ")
    if len(line) <= MOST_SHOWN:
        return line, column
    start = max(0, min(column - MOST_SHOWN // 2, len(line) - MOST_SHOWN))
    end = start + MOST_SHOWN
    before, after = "…" if start else "", "…" if end < len(line) else ""
    return before + line[start:end] + after, column - start + len(before)


def _width(text: str) -> int:
    """How many columns a text takes on the screen."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def _quoted(text: str, most: int = 40) -> str:
    """A text in quotes, cut if it is long."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= most else f'"{text[: most - 1]}…"'
