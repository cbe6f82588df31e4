"""All that the parts of a sentence could be: edges from one token to another, by what they say."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from grammar.reader.forces import forces_at
from grammar.reader.patterns import Either, Hole, Way, Word
from grammar.reader.spell import Respelt, english, respellings
from grammar.reader.table import Phrase, common, token_words
from grammar.reader.units import anything_at, units_at
from grammar.reader.values import (
    COLUMN,
    ROW,
    Tokens,
    counts_at,
    direction_at,
    headings_at,
    nouns_at,
    places_at,
    plain_at,
    seats_at,
)
from grammar.reader.world import Value, World

LINKS = (",", ";", "and", "&", "then", "/", ":", "|", "-", "=", "..", "while", "plus", "+", "—")
PARTICLES = frozenset(
    [
        "up",
        "down",
        "over",
        "out",
        "off",
        "in",
        "on",
        "along",
        "forward",
        "back",
        "away",
        "across",
        "around",
    ]
)
PREPOSITIONS = frozenset(
    [
        "with",
        "by",
        "from",
        "to",
        "at",
        "on",
        "into",
        "onto",
        "in",
        "against",
        "vs",
        "versus",
        "for",
        "via",
        "through",
        "towards",
        "toward",
        "of",
        "using",
        "over",
        "under",
        "upon",
        "unto",
        "too",
        "until",
        "->",
        "@",
        ">",
        "around",
        "as",
        "until",
        "inside",
        "aboard",
        "after",
        "off",
        "out",
    ]
)
PRONOUNS = frozenset(
    ["he", "she", "it", "they", "him", "her", "them", "himself", "herself", "itself", "themselves"]
)
REFLEXIVE = {
    "myself": "\0self",
    "himself": "\0self", "herself": "\0self", "itself": "\0self", "themselves": "\0self",
    "him": "\0them", "them": "\0them", "it": "\0them", "her": "\0them",
}  # fmt: skip
"""Pronouns that stand for a unit behind a verb: the subject, or whoever was last attacked."""

SAME: tuple[tuple[str, ...], ...] = (
    ("the", "same"), ("same",), ("likewise",), ("ditto",), ("does", "the", "same"),
    ("the", "same", "way"), ("same", "again"), ("same", "thing"), ("the", "same", "thing"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edge:
    """What the tokens up to `end` could be."""

    end: int
    kind: str
    value: Any = None
    cost: int = 0


@dataclass
class Chart:
    """The edges of one sentence in one match."""

    tokens: Tokens
    world: World
    edges: list[list[Edge]] = field(default_factory=list)
    respelt: tuple[Respelt, ...] = ()

    def kinds_at(self, at: int) -> set[str]:
        """The kinds of edges that begin there."""
        return {edge.kind for edge in self.edges[at]}


@lru_cache(maxsize=1)
def negations() -> frozenset[tuple[str, ...]]:
    """Words that deny."""
    return frozenset(token_words(one) for one in common()["acts"]["negation"])


def chart_of(tokens: Tokens, world: World, spelling: bool = False) -> Chart:
    """All edges of a sentence; with `spelling` also those of respelt words."""
    respelt: tuple[Respelt, ...] = ()
    if spelling:
        tokens, respelt = respellings(tokens, world)
    chart = Chart(tokens, world, respelt=respelt)
    chart.edges = [list(_edges(chart, at)) for at in range(len(tokens))]
    words = frozenset(token.word for token in tokens)
    for at in range(len(tokens)):
        chart.edges[at] += list(_phrases(chart, at, words))
    for at in range(len(tokens)):
        if _is_unknown(chart, at):
            chart.edges[at].append(Edge(at + 1, "unknown", tokens[at].text, 1))
    _remarks(chart)
    return chart


def _is_unknown(chart: Chart, at: int) -> bool:
    return not any(
        edge.kind in ("skip", "mark", "link", "not", "same", "pronoun", "bar")
        for edge in chart.edges[at]
    )


def _edges(chart: Chart, at: int) -> Iterator[Edge]:
    tokens, world = chart.tokens, chart.world
    token = tokens[at]
    values = list(_values(tokens, at, world))
    yield from values
    yield from _verbs(tokens, at, world)
    for words in SAME:
        behind = tokens[at + len(words) : at + len(words) + 1]
        of_lines = behind and behind[0].word in (*ROW, *COLUMN)
        if tuple(one.word for one in tokens[at : at + len(words)]) == words and not of_lines:
            yield Edge(at + len(words), "same")
    if token.word in PRONOUNS:
        yield Edge(at + 1, "pronoun", token.word)
    if token.word in REFLEXIVE:
        yield Edge(at + 1, "value", Value("units", (REFLEXIVE[token.word],), word="self"))
    if token.word in PREPOSITIONS:
        yield Edge(at + 1, "mark", token.word)
    if token.word in LINKS:
        yield Edge(at + 1, "link", token.word)
    for length in (2, 1):
        said = tuple(one.word for one in tokens[at : at + length])
        if len(said) == length and said in negations():
            yield Edge(at + length, "not", token.word)
            break
    if not any(edge.value.vague for edge in values):
        yield from _noise(tokens, at, world)
    yield from _bars(tokens, at, world)
    if token.sort in ("sign", "own") and token.word not in LINKS:
        yield Edge(at + 1, "skip")
    follows = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if token.word in PARTICLES and follows in PREPOSITIONS:
        yield Edge(at + 1, "skip")


def _noise(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Frame words: the longest row that fits, and a single word."""
    for length in range(8, 0, -1):
        words = tuple(one.word for one in tokens[at : at + length])
        if len(words) == length and words in world.table.noise:
            yield Edge(at + length, "skip")
            if length == 1:
                return


def _bars(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    """Words that mean something that nobody can compute, and verbs that tell of what has been."""
    for length in (4, 3, 2, 1):
        words = tuple(one.word for one in tokens[at : at + length])
        if len(words) == length and words in world.table.vague:
            yield Edge(at + length, "bar", " ".join(words))
            return
    if tokens[at].word in world.table.past and tokens[at].sort == "word":
        yield Edge(at + 1, "bar", tokens[at].word)


def _values(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    seen: set[tuple[int, Value]] = set()
    for finder in (units_at, anything_at, places_at, headings_at, nouns_at, forces_at):
        for end, value in finder(tokens, at, world):
            if (end, value) not in seen and end <= len(tokens):
                seen.add((end, value))
                yield Edge(end, "value", value, 1 if value.word == "blank" else 0)
    for end, value in (*seats_at(tokens, at), *plain_at(tokens, at), *counts_at(tokens, at, world)):
        yield Edge(end, "value", value)
    found = direction_at(tokens, at)
    if found is not None and found[1] in world.table.directions:
        said = world.table.directions[found[1]]
        yield Edge(found[0], "value", Value("direction", (said,), word=found[1]))


def _verbs(tokens: Tokens, at: int, world: World) -> Iterator[Edge]:
    for length in range(7, 0, -1):
        words = tuple(one.word for one in tokens[at : at + length])
        rows = world.table.said.get(words, ()) if len(words) == length else ()
        rows = tuple(row for row in rows if row.gm == (not world.seat))
        if rows:
            yield Edge(at + length, "verb", rows)
            if tokens[at].word.endswith("ing"):
                yield Edge(at + length, "participle", rows)
            return


def _remarks(chart: Chart) -> None:
    """Parts between stops that have neither a value nor a verb nor anything that means: remarks."""
    tokens, size = chart.tokens, len(chart.tokens)
    stops = [
        at for at in range(size) if tokens[at].word in (",", "(", ")", "-", "..", "!", ":", ";")
    ]
    bounds = [-1, *stops, size]
    for before, behind in itertools.pairwise(bounds):
        inside = range(before + 1, behind)
        if inside and all(_says_nothing(chart, at) for at in inside):
            counted = any("value" in chart.kinds_at(at) for at in inside)
            if not counted or len(inside) > 2:
                chart.edges[before + 1].append(Edge(behind, "remark", None, int(counted)))
    for at in range(size):
        if tokens[at].word == "(":
            close = next((one for one in range(at, size) if tokens[one].word == ")"), -1)
            inside = range(at + 1, close)
            if close > 0 and all(_is_harmless(chart, one) for one in inside):
                chart.edges[at].append(Edge(close + 1, "remark", cost=1))


def _says_nothing(chart: Chart, at: int) -> bool:
    kinds = chart.kinds_at(at)
    means = any(
        edge.kind == "value"
        and edge.value.kind not in ("number", "ordinal", "numbers", "direction")
        for edge in chart.edges[at]
    )
    if means or kinds & {"verb", "deed", "not", "same", "bar"}:
        return False
    token = chart.tokens[at]
    if not token.is_word or "skip" in kinds:
        return True
    table = chart.world.table
    known = len(token.word) < 4 or token.word in english() or "'" in token.word
    return known and token.word not in table.meaning


def _is_harmless(chart: Chart, at: int) -> bool:
    """In brackets behind an order even names of units are remarks, but no denial or doubt."""
    token = chart.tokens[at]
    known = not token.is_word or len(token.word) < 4 or token.word in english()
    named = "value" in chart.kinds_at(at) or "skip" in chart.kinds_at(at)
    return (known or named) and not chart.kinds_at(at) & {"not", "bar"}


# --- phrases ------------------------------------------------------------------------------------


def _phrases(chart: Chart, at: int, words: frozenset[str]) -> Iterator[Edge]:
    """The idioms that begin here, with the values of their slots."""
    world = chart.world
    taken: set[int] = set()
    for phrase in world.table.phrases:
        if phrase.gm != (not world.seat):
            continue
        if phrase.phases and world.phase not in phrase.phases:
            continue
        for way, needed in zip(phrase.ways, phrase.anchors, strict=True):
            if needed and not needed & words:
                continue
            ends: set[int] = set()
            for end, bound in _walk(chart, way, at, phrase):
                if end > at and end not in ends and not (phrase.shared and end in taken):
                    ends.add(end)
                    taken |= set() if phrase.shared else {end}
                    if phrase.form is None:
                        yield Edge(end, "skip", None, 3 if bound else 0)
                    else:
                        loose = sum(bool(value.options) for _, value in bound)
                        yield Edge(end, "deed", (phrase, bound), loose)


Bound = tuple[tuple[str, Value], ...]


def _walk(chart: Chart, way: Way, at: int, phrase: Phrase) -> Iterator[tuple[int, Bound]]:
    """Every way in which a pattern fits from here on."""
    if not way:
        yield at, ()
        return
    first, rest = way[0], way[1:]
    if isinstance(first, Either):
        for one in first.ways:
            for end, bound in _walk(chart, one, at, phrase):
                for further, more in _walk(chart, rest, end, phrase):
                    yield further, (*bound, *more)
        return
    for begin in _skipped(chart, at):
        if begin >= len(chart.tokens):
            return
        if isinstance(first, Word):
            if chart.tokens[begin].word in first.forms:
                yield from _walk(chart, rest, begin + 1, phrase)
                return
        elif isinstance(first, Hole):
            slot = chart.world.table.slots.get(first.slot)
            kind = slot.kind if slot else first.slot
            for edge in chart.edges[begin]:
                if edge.kind == "value" and fits(edge.value, kind) is not None:
                    for further, more in _walk(chart, rest, edge.end, phrase):
                        yield further, ((first.slot, edge.value), *more)


def _skipped(chart: Chart, at: int) -> Iterator[int]:
    """Here, or behind words that say nothing."""
    yield at
    if at < len(chart.tokens):
        ends = {edge.end for edge in chart.edges[at] if edge.kind in ("skip", "pronoun")}
        if chart.tokens[at].word == ",":
            ends.add(at + 1)
        for end in sorted(ends):
            yield from _skipped(chart, end)


def fits(value: Value, kind: str) -> int | None:
    """How well a value fits a kind of slot: 0 well, 1 against the grain, None not at all."""
    if kind in ("own", "foe", "unit"):
        if value.kind not in ("units", "rest"):
            return None
        if kind == "unit" or value.side in ("any", kind):
            return 0
        return 2 if value.explicit else None
    if kind == "place":
        return 0 if value.kind in ("place", "line", "offset") else None
    if value.kind == "noun":
        return 0 if kind in value.classes or kind == "name" else None
    return 0 if value.kind == kind else None
