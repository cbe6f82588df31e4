"""Whole idioms in a sentence, with the values of their slots."""

from collections.abc import Iterator

from grammar.reader.edges import Chart, Edge, fits, is_of
from grammar.reader.patterns import Either, Hole, Way, Word
from grammar.reader.rows import Piece, Slot
from grammar.reader.values import names_of
from grammar.reader.world import Value, World


def idioms_at(chart: Chart, at: int, words: frozenset[str]) -> Iterator[Edge]:
    """The idioms that begin here, with the values of their slots."""
    world = chart.world
    taken: set[int] = set()
    for phrase in world.table.phrases:
        if phrase.gm != (not world.seat):
            continue
        if phrase.phases and world.phase not in phrase.phases:
            continue
        if chart.tokens[at].word == "next" and not _at_a_seam(chart, at):
            continue
        for way, needed in zip(phrase.ways, phrase.anchors, strict=True):
            if needed and not needed & words:
                continue
            ends: set[int] = set()
            for end, bound in _walk(chart, way, at):
                if end > at and end not in ends and not (phrase.shared and end in taken):
                    ends.add(end)
                    taken |= set() if phrase.shared else {end}
                    if phrase.form is None and "who" in dict(bound):
                        yield Edge(end, "deed", (phrase, bound), 3)
                    elif phrase.form is None:
                        yield Edge(end, "skip", None, 3 if bound else 0)
                    else:
                        loose = sum(bool(value.options) for _, value in bound)
                        yield Edge(end, "deed", (phrase, bound), loose)


def pieces_at(chart: Chart, piece: Piece, at: int, words: frozenset[str]) -> Iterator[Edge]:
    """The parts of an order that begin here and are one value (`after the second round`)."""
    world = chart.world
    if chart.tokens[at].sort == "sign" or (piece.phases and world.phase not in piece.phases):
        return
    seen: set[tuple[int, str]] = set()
    for way, needed in zip(piece.ways, piece.anchors, strict=True):
        if needed and not needed & words:
            continue
        for end, bound in _walk(chart, way, at):
            said = {name: _said(value, name, world) for name, value in bound}
            text = piece.form.filled(said) if all(said.values()) else ""
            if text and end > at and (end, text) not in seen:
                seen.add((end, text))
                yield Edge(end, "value", Value(piece.kind, (text,), explicit=True))


def _said(value: Value, name: str, world: World) -> str:
    """What a slot of a part says; nothing if that is open."""
    if value.kind == "noun":
        names = names_of(value, world.table.slot(name).kind, world)
        return names[0] if len(names) == 1 else ""
    return " and ".join(value.items)


SEAMS = ("and", "then", "ok", "okay", "so", "now", "well", "please", "pls", "plz", "thanks", "thx")


def _at_a_seam(chart: Chart, at: int) -> bool:
    """Where something new may begin: `M1 to 13,7 next turn` does not end the turn."""
    before = chart.tokens[at - 1] if at else None
    return before is None or before.sort == "sign" or before.word in SEAMS


Bound = tuple[tuple[str, Value], ...]


def _walk(chart: Chart, way: Way, at: int) -> Iterator[tuple[int, Bound]]:
    """Every way in which a pattern fits from here on."""
    if not way:
        yield at, ()
        return
    first, rest = way[0], way[1:]
    if isinstance(first, Either):
        for one in first.ways:
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
                return
        elif isinstance(first, Hole):
            slot = chart.world.table.slots.get(first.slot)
            kind = slot.kind if slot else first.slot
            for edge in chart.edges[begin]:
                if edge.kind == "value" and _goes_in(edge.value, slot, kind, chart.world):
                    for further, more in _walk(chart, rest, edge.end):
                        yield further, ((first.slot, edge.value), *more)


def _goes_in(value: Value, slot: Slot | None, kind: str, world: World) -> bool:
    """Does a value fill a slot of an idiom?"""
    if fits(value, kind) is None:
        return False
    wanted = slot is not None and bool(slot.of) and value.kind == "units" and bool(value.items)
    return slot is None or not wanted or is_of(value, slot, world)


def _skipped(chart: Chart, at: int) -> Iterator[int]:
    """Here, or behind words that say nothing."""
    yield at
    if at < len(chart.tokens):
        ends = {edge.end for edge in chart.edges[at] if edge.kind in ("skip", "pronoun")}
        if chart.tokens[at].word in (",", ":"):
            ends.add(at + 1)
        for end in sorted(ends):
            yield from _skipped(chart, end)
