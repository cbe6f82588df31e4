"""Reads answers that choose from a list: `the second`, `the left one`, `the one with the sword`.

An answer only narrows the list.  If it singles nothing out, several are left; what is no answer
(a new order, talk) is reported as none.
"""

import re
from collections.abc import Sequence
from functools import cache

from grammar.reader.acts import hedges
from grammar.reader.chart import chart_of, negations
from grammar.reader.edges import Chart
from grammar.reader.extremes import extreme_at, spot_of
from grammar.reader.table import common, token_words
from grammar.reader.tokens import Token, inflected, number_at, ordinal_at, tokens_of
from grammar.reader.values import Tokens, direction_at
from grammar.reader.world import Value, World
from rules.line.frozen import Frozen

MOST_WORDS = 12
SIDES = ("left", "right", "up", "down")


@cache
def said_as(kind: str) -> frozenset[str]:
    """The words for an answer of that kind, from the shared table."""
    return frozenset(common()["answers"][kind])


class Narrowed(Frozen):
    """What is left of a list, by index; `refused`: none of it is wanted."""

    left: tuple[int, ...]
    refused: bool = False
    unclear: bool = False
    """Nothing was said that distinguishes them."""

    @property
    def only(self) -> int | None:
        """The index of the one that was chosen; None if it is not clear which."""
        return self.left[0] if len(self.left) == 1 and not self.unclear else None


def narrowed(options: Sequence[str], text: str, world: World) -> Narrowed | None:
    """What an answer leaves of a list; None if the text is no answer."""
    tokens = tuple(one for one in tokens_of(text) if one.sort != "sign" or one.word in "#,")
    words = tuple(one.word for one in tokens if one.sort != "sign")
    open_ = Narrowed(tuple(range(len(options))), unclear=True)
    if not words or len(words) > MOST_WORDS:
        return None
    filler = said_as("filler")
    meant = {one for one in words if one not in filler}
    if _is_no(words, meant):
        return Narrowed((), refused=True)
    if (meant or words == ("please",)) and meant <= said_as("yes"):
        side = "right" in meant and "the" in words
        agreed = Narrowed((0,)) if len(options) == 1 else open_
        return _at_the_side(options, "right", world) if side else agreed
    plain = tuple(one for one in tokens if one.word not in filler)
    denied = any((one,) in negations() for one in meant)
    if hedges(plain) or denied or (meant and meant <= said_as("several")):
        return open_
    counted = _by_number(tokens, len(options))
    if counted is not None:
        return counted
    way = _side_of(tokens, world)
    if way:
        return _at_the_side(options, way, world)
    return _by_words(options, tokens, world)


def _is_no(words: tuple[str, ...], meant: set[str]) -> bool:
    """Does the answer refuse everything (`no`, `neither of them`, `never mind`)?"""
    begins = any(" ".join(words).startswith(row) for row in said_as("never_mind"))
    denies = meant | ({"no"} & set(words))
    counted = any(one.isdecimal() for one in words)
    return begins or (bool(denies) and denies <= said_as("no") and not counted)


def _by_number(tokens: Tokens, size: int) -> Narrowed | None:
    """The option named by its place in the list (`2`, `#2`, `the second one`, `the last`).

    None if anything else was said.
    """
    found: list[int] = []
    filler = said_as("filler")
    for at, token in enumerate(tokens):
        number, nth = number_at(tokens, at), ordinal_at(tokens, at)
        if token.word in said_as("last"):
            found.append(size)
        elif token.word in said_as("first") or nth is not None:
            found.append(nth or 1)
        elif number is not None and (token.sort == "number" or token.word not in filler):
            found.append(number[1])
        elif token.sort != "sign" and token.word not in filler | said_as("yes"):
            return None
    if len(found) != 1:
        return None
    chosen = found[0] - 1
    if 0 <= chosen < size:
        return Narrowed((chosen,))
    return Narrowed(tuple(range(size)), unclear=True)


# --- by place -----------------------------------------------------------------------------------


def _side_of(tokens: Tokens, world: World) -> str:
    """The direction, if nothing else was said (`the left one`, `the easternmost`); else empty."""
    found = ""
    at = 0
    while at < len(tokens):
        said = next((way for way in SIDES if tokens[at].word in said_as(f"side {way}")), "")
        rim, direction = extreme_at(tokens, at, world), direction_at(tokens, at)
        end = at + 1
        if not said and rim is not None and rim[1]:
            end, said = rim
        elif not said and direction is not None and direction[1] in SIDES:
            end, said = direction
        if said and found:
            return ""
        if not said and tokens[at].word not in said_as("filler"):
            return ""
        found, at = said or found, end
    return found


def _at_the_side(options: Sequence[str], way: str, world: World) -> Narrowed:
    """The option whose unit or place is furthest that way; what all options share is ignored."""
    every = tuple(range(len(options)))
    open_ = Narrowed(every, unclear=True)
    spots = [_spots(option, world) for option in options]
    own = [
        [one for one in found if all(one not in other for other in spots if other is not found)]
        for found in spots
    ]
    if not all(own):
        return open_
    axis, sign = (0 if way in ("up", "down") else 1), (1 if way in ("down", "right") else -1)
    chosen = set()
    for pick in (0, -1):
        far = [found[pick][axis] * sign for found in own]
        chosen.add(tuple(at for at in every if far[at] == max(far)))
    best = min(chosen)
    return Narrowed(best) if len(chosen) == len(best) == 1 else open_


def _spots(option: str, world: World) -> list[tuple[int, int]]:
    """The places in a sentence, and those of the units that it names."""
    found: list[tuple[int, int]] = []
    for said in re.findall(r"[^\s;]+", option):
        said = said.strip(",")
        thing = world.by_ref.get(said.lower())
        spot = spot_of(thing.at if thing is not None else said, world)
        if spot is not None:
            found.append(spot)
    return found


# --- by what differs ----------------------------------------------------------------------------


def _by_words(options: Sequence[str], tokens: Tokens, world: World) -> Narrowed | None:
    """The options that contain everything that was said; None if a word means nothing here."""
    chart = chart_of(tokens, world)
    sentences = [(option, f" {' '.join(token_words(option))} ") for option in options]
    left = list(range(len(options)))
    acts = said_something = False
    at = 0
    while at < len(tokens):
        end, fits = _piece(chart, at, sentences)
        if end > at:
            said_something = True
            left = [one for one in left if one in fits]
        elif tokens[at].sort != "sign" and not _says_nothing(chart, at, tokens[at]):
            return None
        acts = acts or "verb" in chart.kinds_at(at)
        at = max(end, at + 1)
    if not said_something or (acts and len(left) != 1):
        return None
    return Narrowed(tuple(left)) if left else Narrowed(tuple(range(len(options))), unclear=True)


def _says_nothing(chart: Chart, at: int, token: Token) -> bool:
    return token.word in said_as("filler") | said_as("yes") or "skip" in chart.kinds_at(at)


def _piece(chart: Chart, at: int, sentences: Sequence[tuple[str, str]]) -> tuple[int, set[int]]:
    """The longest value or word at `at`, as (index after it, options that say it)."""
    best: tuple[int, set[int]] = (at, set())
    for edge in sorted(chart.edges[at], key=lambda one: -one.end):
        if edge.kind == "value" and edge.value.kind in ("units", "place", "noun", "heading"):
            fits = {one for one, (_, said) in enumerate(sentences) if _says(edge.value, said)}
            if fits and edge.end > best[0]:
                best = edge.end, fits
    token = chart.tokens[at]
    if token.sort != "sign" and token.word not in said_as("filler"):
        forms = {token.word, *inflected(token.word)}
        spoken = {
            one for one, (_, said) in enumerate(sentences) if any(f" {f} " in said for f in forms)
        }
        if spoken and at + 1 >= best[0]:
            best = at + 1, spoken | (best[1] if best[0] == at + 1 else set())
    named = any(
        edge.kind == "value" and edge.value.kind in ("units", "place", "noun")
        for edge in chart.edges[at]
    )
    if best[0] == at and named and token.word not in said_as("filler"):
        end = max(edge.end for edge in chart.edges[at] if edge.kind == "value")
        return end, set()
    return best


def _says(value: Value, said: str) -> bool:
    """Does a sentence contain one of the things that a value could mean?"""
    groups = [value.items] if value.items else []
    groups += [tuple(one) for one in value.options]
    return any(
        group and all(f" {' '.join(token_words(item))} " in said for item in group)
        for group in groups
    )
