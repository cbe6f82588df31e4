"""Recognises words that colour an order without changing it: epithets, manners, gestures, cries."""

import re
from collections.abc import Mapping
from functools import cache

from grammar.reader.edges import Chart
from grammar.reader.spell import english, is_near, never
from grammar.reader.table import common
from grammar.reader.tokens import inflected

STRETCHED = re.compile(r"(.)\1{2,}")
ENDS = (",", ";", "..", "!", ":", "—", "-", "(", ")", ".")


GESTURE = 5
"""The most words that a gesture can have (`shakes its great horned head`)."""
SAYS = ("says", "adds", "asks", "calls", "announces", "declares", "goes")
BESIDES = ("noun", "direction", "heading")
"""Kinds of values that a gesture may name: a weapon (`lowers his lance`) or a way (`up`)."""


@cache
def _gestures() -> frozenset[str]:
    """The verbs of gestures, as they are told (`rears`) or ordered (`rear`)."""
    return frozenset(
        form for word in common()["flavour"]["gestures"] for form in inflected(word)[:2]
    )


def speaks(word: str) -> bool:
    """Is it a verb for saying something, as it is told (`shouts`)?"""
    return word in SAYS or word in _gestures()


@cache
def colours() -> Mapping[str, frozenset[str]]:
    """The shared lists `epithets`, `manners`, `gestures`, and `no_manners` (other words in -ly)."""
    return {name: frozenset(words) for name, words in common()["flavour"].items()}


def gesture_at(chart: Chart, at: int) -> int:
    """The index after a gesture that precedes an order (`rears up and ...`); 0 if there is none."""
    tokens, means = chart.tokens, ("verb", "deed", "not", "bar", "same")
    if tokens[at].word not in _gestures():
        return 0
    for end in range(at, min(at + GESTURE, len(tokens) - 1)):
        if end > at and tokens[end].word in ("and", "then", ","):
            behind = range(end + 1, min(end + 4, len(tokens)))
            return end if any(chart.kinds_at(one) & {"verb", "deed"} for one in behind) else 0
        for edge in chart.edges[end]:
            besides = end > at and edge.kind == "value" and edge.value.kind in BESIDES
            named = edge.kind == "value" and not besides
            if edge.kind in means or named:
                return 0
    return 0


def is_coloured(chart: Chart, at: int) -> bool:
    """Is the word otherwise unknown, and a mere epithet, manner or cry?"""
    token = chart.tokens[at]
    if not token.is_word or token.word in chart.world.table.meaning:
        return False
    if any(edge.kind != "link" for edge in chart.edges[at]):
        return False
    return is_manner(token.word) or is_epithet(chart, at) or is_cry(chart, at)


def is_manner(word: str) -> bool:
    """Does it say how something is done, but not what or how much (`valiantly`, `headlong`)?"""
    found = colours()
    if word in found["manners"]:
        return True
    if len(word) < 6 or not word.endswith("ly") or word in found["no_manners"]:
        return False
    return word in english() or not is_near(word, never(), found["no_manners"])


def is_epithet(chart: Chart, at: int) -> bool:
    """Is it an epithet before something named (`the filthy O1`)?  It never picks one of several."""
    tokens, epithets = chart.tokens, colours()["epithets"]
    if tokens[at].word not in epithets:
        return False
    behind = at + 1
    while behind < len(tokens) and (tokens[behind].word in epithets or tokens[behind].word == ","):
        behind += 1
    return behind < len(tokens) and any(
        edge.kind == "value" and edge.value.kind in ("units", "noun", "place", "force", "counts")
        for edge in chart.edges[behind]
    )


def is_cry(chart: Chart, at: int) -> bool:
    """Is it a cry: a single word between stops that resembles no known word (`..., geronimo!`)?"""
    tokens = chart.tokens
    alone = (at == 0 or tokens[at - 1].word in ENDS) and len(tokens[at].word) > 3
    last = at + 1 == len(tokens)
    called = at > 0 if last else tokens[at + 1].word == "!"
    word = STRETCHED.sub(r"\1", tokens[at].word)
    if not (alone and called) or word in english():
        return False
    known = chart.world.table.vocabulary, chart.world.vocabulary, never()
    return not any(word in words for words in known) and not is_near(word, *known)


__all__ = ["gesture_at", "is_coloured"]
