"""Distances beside the place where a move ends: `two squares ahead, so to d5`, `to d5 (1 step)`.

Where places are single tiles, such a distance is left out when the order is read, and then compared
with the tiles that the order names.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grammar.doubt.marks import row_at
from grammar.doubt.message import Message
from grammar.reader.tokens import Token, number_at, tokens_of
from grammar.reader.world import World

TILE = re.compile(r"[a-z][0-9]{1,2}")
CLAUSES = re.compile(r", | ; ")
STOPS = frozenset((",", ".", "..", ";", "!", ")", "]", "-", "and", "then", "but", ":"))
OPENED, CLOSED, SEAMS = (["("], ["["]), ([")"], ["]"]), ([","], [";"], ["-"], ["."])

Stride = tuple[int, int, int]
"""Where a distance begins and ends among the tokens, and how many tiles it says."""


def without_strides(text: str, world: World) -> tuple[str, tuple[int, ...]]:
    """A text without the distances beside its places, and these distances."""
    if world.table.places.style != "tile" or not world.seat:
        return text, ()
    lines, found = list[str](), list[int]()
    for line in text.split("\n"):
        tokens = tuple(tokens_of(line))
        cuts = list(_cuts(tokens))
        for begin, end, put, _ in reversed(cuts):
            first = tokens[begin].start
            last = tokens[end].start if put and end < len(tokens) else tokens[end - 1].end
            line = f"{line[:first].rstrip(' ' if not put else '')}{put}{line[last:]}"
        found += [number for *_, number in cuts]
        lines.append(line)
    return "\n".join(lines), tuple(found)


def mispaced(message: Message) -> str:
    """`three squares ahead, so to g6` of a unit on g4: the distance as it was written, if no order
    that is filed goes so far; else empty."""
    _, strides = without_strides(message.text, message.world)
    far = _lengths([one.sentence for one in message.filed]) if strides else set[int]()
    wrong = next((one for one in strides if one not in far), 0) if far else 0
    return f"{wrong} tiles" if wrong else ""


def are_paced(strides: Sequence[int], sentences: Sequence[str]) -> bool:
    """Is each of these distances one between two tiles that follow each other in an order?"""
    return _lengths(sentences).issuperset(strides)


def _lengths(sentences: Sequence[str]) -> set[int]:
    """How many files and ranks the tiles that follow each other in these orders are apart."""
    far = set[int]()
    for clause in (one for sentence in sentences for one in CLAUSES.split(sentence)):
        for one, other in pairwise(TILE.findall(clause.lower())):
            far |= {abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))}
    return far


def _cuts(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, str, int]]:
    """For each distance beside a place: where the cut begins and ends, what is put there, and the
    distance."""
    words = [token.word for token in tokens]
    at = 0
    while at < len(tokens):
        stride = _stride_at(tokens, words, at)
        if stride is None:
            at += 1
            continue
        begin, end, number = stride
        goal = _goal_behind(words, end)
        if goal is not None:
            yield begin, goal, "" if row_at(words, goal, "stride goal") > goal else "to ", number
            at = goal
        elif _is_aside(words, begin, end):
            before, behind = words[begin - 1 : begin], words[end : end + 1]
            noted = before in OPENED and behind in CLOSED
            first = begin - (noted or (before in SEAMS and behind != ["-"]))
            last = end + (noted or (before in OPENED and behind == [","]))
            yield first, last, "", number
            at = last
        else:
            at = end


def _stride_at(tokens: tuple[Token, ...], words: Sequence[str], at: int) -> Stride | None:
    """The distance that begins at `at` (`two squares up`, `up two`); None if there is none."""
    first = row_at(words, at, "stride first")
    number = number_at(tokens, first) or _one(words, first)
    if number is None or (first == at and at and words[at - 1] in ("one", "the")):
        return None
    end, count = number
    while (further := row_at(words, end, "stride small")) > end:
        end = further
    unit = row_at(words, end, "stride unit")
    way = unit
    while (further := row_at(words, way, "stride way")) > way:
        way = further
    if (way == end and first == at) or (unit == end and words[end - 1] in ("a", "an")):
        return None
    return at, way, count


def _one(words: Sequence[str], at: int) -> tuple[int, int] | None:
    end = row_at(words, at, "stride one")
    return (end, 1) if end > at else None


def _goal_behind(words: Sequence[str], at: int) -> int | None:
    """Where the place begins, with its preposition, to which a distance leads; None if there is
    no place behind it."""
    while at < len(words) and (further := row_at(words, at, "stride link")) > at:
        at = further
    end = row_at(words, at, "stride goal")
    return at if end < len(words) and TILE.fullmatch(words[end]) else None


def _is_aside(words: Sequence[str], begin: int, end: int) -> bool:
    """Does a distance stand behind a place or a stop, and before a stop?"""
    before = begin - 1
    while before >= 0 and words[before] in ("(", "[", ",", ".", "-", ";"):
        before -= 1
    placed = before >= 0 and TILE.fullmatch(words[before][-2:])  # `Rh8xh5`
    return bool(placed) and (end == len(words) or words[end] in STOPS)
