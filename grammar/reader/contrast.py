"""Removes denied values with a counterpart: `not L1 but L2 goes to 9,12`, `to 8,11, not 8,12`."""

from grammar.reader.chart import chart_of
from grammar.reader.edges import PREPOSITIONS, Edge
from grammar.reader.values import Tokens, skip, word
from grammar.reader.world import World

SORTS = ("units", "place", "noun", "heading", "direction", "offset")
BUT = ("but", "rather", "instead")
SEAM = (",", "-", "..", ";")


def contrasted(tokens: Tokens, world: World) -> Tokens:
    """The sentence without values that are denied in favour of another of the same kind."""
    denials = [at for at, token in enumerate(tokens) if token.word == "not"]
    rows = chart_of(tokens, world).edges if denials else []
    for at in denials:
        rest = _without(tokens, at, rows)
        if rest is not None:
            return contrasted(rest, world)
    return tokens


def _without(tokens: Tokens, at: int, rows: list[list[Edge]]) -> Tokens | None:
    """The sentence without the denial at `at`; None if it has no counterpart."""
    denied = _longest(rows, _behind_mark(tokens, at + 1))
    if denied is None:
        return None
    behind = skip(tokens, denied.end, *SEAM)
    meant = skip(tokens, behind, *BUT)
    said = _longest(rows, _behind_mark(tokens, meant))
    like = said is not None and said.value.kind == denied.value.kind
    if like and (meant > behind or (at == 0 and behind > denied.end)):
        return (*tokens[:at], *tokens[meant:])
    end = at - 1 if word(tokens, at - 1) in (*SEAM, "and", "but") else at
    before = [
        one.value
        for row in rows[:end]
        for one in row
        if one.kind == "value" and one.end == end and one.value.kind == denied.value.kind
    ]
    within = any(set(denied.value.items) <= set(value.items) for value in before)
    listed = any(  # `L1-L5, not L3`
        one.kind == "value" and one.end >= denied.end for row in rows[:at] for one in row
    )
    if not before or within or listed or _acts(rows, at, denied.end):
        return None
    further = skip(tokens, denied.end, ",")
    return (*tokens[:end], *tokens[further if further < len(tokens) else denied.end :])


def _acts(rows: list[list[Edge]], at: int, end: int) -> bool:
    """Has the denied value a verb of its own (`B1 fires at O1, but not L1 attacks O2`)?"""
    behind = any(one.kind == "verb" for one in (rows[end] if end < len(rows) else ()))
    return behind and any(one.kind == "verb" for row in rows[:at] for one in row)


def _behind_mark(tokens: Tokens, at: int) -> int:
    return at + (word(tokens, at) in PREPOSITIONS)


def _longest(rows: list[list[Edge]], at: int) -> Edge | None:
    """The edge of the longest value that begins at `at`."""
    edges = rows[at] if at < len(rows) else []
    found = [one for one in edges if one.kind == "value" and one.value.kind in SORTS]
    return max(found, key=lambda one: one.end, default=None)
