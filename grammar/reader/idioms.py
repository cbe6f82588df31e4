"""Finds whole idioms in a sentence, with the values in their slots."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, repeat

from grammar.reader.edges import Chart, Edge, fits, is_of
from grammar.reader.patterns import Either, Hole, Way, Word
from grammar.reader.rows import IdiomRow, Slot, ValueRow
from grammar.reader.table import Table
from grammar.reader.values import names_of
from grammar.reader.world import Value, World
from rules.line.work import spend

ACTOR = frozenset(("who",))
STEP = 40
"""Steps of work for matching one place of a pattern."""
MOST_MEANT = 3
"""How many ways to fill the slots of one idiom are kept (`the rogue`: one's own or a foe)."""


Row = tuple[Way, tuple[frozenset[str], frozenset[str]], frozenset[str]]
"""A pattern, the words and slots that it may begin with, and the words right behind its actor."""


def idioms_in(chart: Chart) -> Iterator[tuple[int, list[Edge]]]:
    """For each token of a sentence, the edges of the idioms that begin there."""
    world, words = chart.world, frozenset(token.word for token in chart.tokens)
    rows, known, always = _sayable(world.table, not world.seat, world.phase)
    live: dict[IdiomRow, list[Row]] = {}
    for number in sorted({*always, *(one for word in words for one in known.get(word, ()))}):
        phrase, needed, row = rows[number]
        if not any(map(words.isdisjoint, needed)):
            live.setdefault(phrase, []).append(row)
    for at in range(len(chart.tokens)):
        yield at, list(_idioms_at(chart, at, live))


@lru_cache(maxsize=128)
def _sayable(
    table: Table, gm: bool, phase: str
) -> tuple[
    list[tuple[IdiomRow, tuple[frozenset[str], ...], Row]], Mapping[str, list[int]], tuple[int, ...]
]:
    """The patterns of the idioms that may be said in a phase, indexed by a word they need.

    Returns the patterns in the order of the table, each with its idiom and the words it needs;
    their numbers by each word of the first set needed; the numbers of those that need none.
    """
    rows = [
        (phrase, needed, (way, starts, on))
        for phrase in table.phrases
        if phrase.gm == gm and (not phrase.phases or phase in phrase.phases)
        for way, needed, starts, on in zip(
            phrase.ways, phrase.anchors, phrase.starts, phrase.onward, strict=True
        )
    ]
    known: dict[str, list[int]] = {}
    for number, (_, needed, _) in enumerate(rows):
        for word in needed[0] if needed else ():
            known.setdefault(word, []).append(number)
    always = tuple(number for number, (_, needed, _) in enumerate(rows) if not needed)
    return rows, known, always


def _idioms_at(chart: Chart, at: int, live: Mapping[IdiomRow, list[Row]]) -> Iterator[Edge]:
    taken: set[int] = set()
    follows, said = _follows(chart, at), chart.tokens[at].word
    begins = [one for one in _skipped(chart, at) if one < len(chart.tokens)]
    here = frozenset(chart.tokens[one].word for one in begins)
    kinds = {edge.value.kind for one in begins for edge in chart.edges[one] if edge.kind == "value"}
    named = not kinds.isdisjoint(("units", "rest"))
    for phrase, ways in live.items():
        ends_it = phrase.form is not None and phrase.form.text.startswith("end ")
        if ends_it and not _may_end(chart, at):
            continue
        on = follows and phrase.form is not None
        for way, (words, slots), behind in ways:
            begun = not words.isdisjoint(here)
            begun = begun or (bool(slots) and bool(kinds) and (named or slots != ACTOR))
            if not begun and not (on and said in behind):
                continue
            ends: dict[int, list[tuple[tuple[str, ...], ...]]] = {}
            alone = _walk(chart, way[1:], at) if on and said in behind else ()
            walks = chain(zip(_walk(chart, way, at), repeat(0)), zip(alone, repeat(2)))
            for (end, bound), against in walks:
                if ends_it and not _is_closed(chart, end):
                    continue
                found = ends.setdefault(end, [])
                meant = tuple(value.items for _, value in bound)
                again = meant in found or len(found) >= (MOST_MEANT if phrase.form else 1)
                if end > at and not again and not (phrase.shared and end in taken and not found):
                    found.append(meant)
                    taken |= set() if phrase.shared else {end}
                    yield _edge(phrase, end, bound, against)


def _edge(phrase: IdiomRow, end: int, bound: "Bound", against: int) -> Edge:
    """The edge of an idiom: an order, a mention of its `who` that orders nothing, or a skip."""
    if phrase.form is None and "who" in dict(bound):
        return Edge(end, "deed", (phrase, bound), 3)
    if phrase.form is None:
        return Edge(end, "skip", None, 3 if bound else 0)
    loose = sum(bool(value.options) for _, value in bound)
    return Edge(end, "deed", (phrase, bound), loose + against)


def pieces_at(chart: Chart, piece: ValueRow, at: int, words: frozenset[str]) -> Iterator[Edge]:
    """The parts of an order that begin at `at` and are one value (`after the second round`)."""
    world = chart.world
    if chart.tokens[at].sort == "sign" or (piece.phases and world.phase not in piece.phases):
        return
    seen: set[tuple[int, str]] = set()
    for way, needed in zip(piece.ways, piece.anchors, strict=True):
        if any(map(words.isdisjoint, needed)):
            continue
        for end, bound in _walk(chart, way, at):
            said = {name: _said(value, name, world) for name, value in bound}
            text = piece.form.filled(said) if all(said.values()) else ""
            if text and end > at and (end, text) not in seen:
                seen.add((end, text))
                yield Edge(end, "value", Value(piece.kind, (text,), explicit=True))


def _said(value: Value, name: str, world: World) -> str:
    """The text for a slot of such a part; empty if it is open what is meant."""
    if value.kind == "noun":
        names = names_of(value, world.table.slot(name).kind, world)
        return names[0] if len(names) == 1 else ""
    return " and ".join(value.items)


SEAMS = ("and", "then", "ok", "okay", "so", "now", "well", "please", "pls", "plz", "thanks", "thx")


def _at_a_seam(chart: Chart, at: int) -> bool:
    """May something new begin here?  (`M1 to 13,7 next turn` does not end the turn.)"""
    before = chart.tokens[at - 1] if at else None
    return before is None or before.sort == "sign" or before.word in SEAMS


def _may_end(chart: Chart, at: int) -> bool:
    """Whether an idiom that ends the phase may begin here.

    `next phase` may where something new begins.  `next turn` may only without an order before it,
    since it could say when that is to be done (`M1 to 13,7! next turn`).
    """
    near = [token.word for token in chart.tokens[at : at + 5]]
    if "next" not in near:
        return True
    turn = near[near.index("next") + 1 :][:1] in (["turn"], ["round"])
    orders = any(chart.kinds_at(one) & {"value", "verb"} for one in range(at))
    return _at_a_seam(chart, at) and not (turn and orders)


def _is_closed(chart: Chart, end: int) -> bool:
    """Whether a part ends here, as it must behind an idiom that ends the phase.

    It does not in `done: L1 to 8,12` or `no attack Corrin`.
    """
    if end >= len(chart.tokens):
        return True
    follows = chart.tokens[end]
    if follows.word == ":":
        return end + 1 == len(chart.tokens)
    kinds = chart.kinds_at(end)
    return bool(kinds & {"link", "skip", "bar"}) or not kinds & {"value", "verb"}


Bound = tuple[tuple[str, Value], ...]


def _walk(chart: Chart, way: Way, at: int) -> Iterator[tuple[int, Bound]]:
    """Every way in which a pattern fits from `at` on, as (index after it, values by slot)."""
    spend(STEP)
    if not way:
        yield at, ()
        return
    first, rest = way[0], way[1:]
    if isinstance(first, Either):
        here = [chart.tokens[one].word for one in _skipped(chart, at) if one < len(chart.tokens)]
        for one, words in zip(first.ways, first.begins, strict=True):
            if not one:
                yield from _walk(chart, rest, at)
            elif words is None or not words.isdisjoint(here):
                for end, bound in _walk(chart, one, at):
                    for further, more in _walk(chart, rest, end):
                        yield further, (*bound, *more)
        return
    for begin in _skipped(chart, at):
        if begin >= len(chart.tokens):
            return
        if isinstance(first, Word):
            if chart.tokens[begin].word in first.forms:
                yield from _walk(chart, rest, begin + 1)
        elif isinstance(first, Hole):
            slot = chart.world.table.slots.get(first.slot)
            kind = slot.kind if slot else first.slot
            for edge in chart.edges[begin]:
                if edge.kind == "value" and _goes_in(edge.value, slot, kind, chart.world):
                    for further, more in _walk(chart, rest, edge.end):
                        yield further, ((first.slot, edge.value), *more)


ON = ("and", "then", ",", ";", "&", "-", "before")


def _follows(chart: Chart, at: int) -> bool:
    """Does it follow an order, so that the actor may be left out?

    `G3 to 13,15 and shoots Z3 twice`.
    """
    if not at or chart.tokens[at - 1].word not in ON:
        return False
    return any("value" in chart.kinds_at(one) for one in range(at))


def _goes_in(value: Value, slot: Slot | None, kind: str, world: World) -> bool:
    """Does a value fit into this slot of an idiom?"""
    if fits(value, kind) is None:
        return False
    if slot is not None and slot.write and not set(value.items) <= set(slot.write):
        return False
    wanted = slot is not None and bool(slot.of) and value.kind == "units" and bool(value.items)
    return slot is None or not wanted or is_of(value, slot, world)


def _skipped(chart: Chart, at: int) -> tuple[int, ...]:
    """The indices from which matching may go on: `at`, and those behind words that say nothing.

    Cached in the chart, since it is looked up very often.
    """
    kept = chart.behind.get(at)
    if kept is None:
        found = [at]
        if at < len(chart.tokens) and chart.tokens[at].word != ")":
            ends = {edge.end for edge in chart.edges[at] if edge.kind in ("skip", "pronoun")}
            if chart.tokens[at].word in (",", ":"):
                ends.add(at + 1)
            for end in sorted(ends):
                found += _skipped(chart, end)
        kept = chart.behind[at] = tuple(found)
    return kept
