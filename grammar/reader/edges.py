"""The chart of a sentence and its edges, and the test which value fits which slot."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.reader.rows import Slot
from grammar.reader.spell import Respelt
from grammar.reader.values import Tokens
from grammar.reader.world import Value, World
from rules.line.frozen import Frozen

PREPOSITIONS = frozenset(
    (
        *("with", "by", "from", "to", "at", "on", "into", "onto", "in", "against", "vs"),
        *("v", "versus", "for", "via", "through", "towards", "toward", "of", "using"),
        *("over", "under", "upon", "unto", "too", "until", "->", "@", ">", "around"),
        *("as", "until", "inside", "aboard", "after", "off", "out"),
    )
)


class Edge(Frozen):
    """One thing that a stretch of tokens could be; `end` is the index after it.

    `kind`: `value`, `verb`, `deed` (an idiom), `mark`, `link`, `not`, `same`, `pronoun`, `except`,
    `participle`, `manner`, `skip`, `remark`, `bar` or `unknown`.
    """

    end: int
    kind: str
    value: Any = None
    cost: int = 0


@dataclass(eq=False)
class Chart:
    """The edges of one sentence in one match, listed by the token where they begin."""

    tokens: Tokens
    world: World
    edges: list[list[Edge]] = field(default_factory=list)
    respelt: tuple[Respelt, ...] = ()
    behind: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Cache for idioms: by token, the tokens reached from it by skipping words (itself first)."""

    def kinds_at(self, at: int) -> set[str]:
        """The kinds of the edges that begin at a token."""
        return {edge.kind for edge in self.edges[at]}


def fits(value: Value, kind: str) -> int | None:
    """The cost of a value in this kind of slot: 0 if it fits well, None if it does not fit."""
    if kind in ("own", "foe", "unit"):
        if value.kind not in ("units", "rest"):
            return None
        if kind == "unit" or value.side in ("any", kind):
            return 0
        return 2 if value.explicit else None
    if kind == "stretch":  # steps from where somebody stands
        return 0 if value.kind in ("heading", "offset", "direction") else None
    if kind == "place":
        return 0 if value.kind in ("place", "line", "offset") else None
    if value.kind == "noun":
        return 0 if kind in value.classes or kind == "name" else None
    return 0 if value.kind == kind else None


def is_of(value: Value, slot: Slot, world: World) -> bool:
    """Are all these units known, and of the kinds that the slot takes?"""
    wanted = {one.lower() for one in slot.of}
    refs = (*value.items, *(ref for option in value.options for ref in option))
    for ref in refs:
        thing = world.by_ref.get(ref.lower())
        if thing is None or not wanted & {one.lower() for one in (thing.kind, *thing.words)}:
            return False
    return bool(refs)


def is_whole(value: Value) -> bool:
    """Is it a value that no seam may split: a place, a heading, or a list of counted units?"""
    return _kinds_counted(value) > 0 or value.kind in ("place", "offset", "heading")


def counted_lists(chart: Chart, begin: int, end: int) -> list[tuple[int, int]]:
    """Where lists of several counted kinds (`three infantry and two archers`) begin and end."""
    return [
        (at, edge.end)
        for at in range(begin, end)
        for edge in chart.edges[at]
        if edge.kind == "value" and edge.end <= end and _kinds_counted(edge.value) > 1
    ]


def is_in_list(begin: int, edge: Edge, lists: Sequence[tuple[int, int]]) -> bool:
    """Is this only a number or noun of a list?"""
    return edge.value.kind != "force" and any(
        first <= begin and edge.end <= last for first, last in lists
    )


def _kinds_counted(value: Value) -> int:
    """How many kinds of units a value counts, if it says nothing else."""
    counted = value.kind == "force" and all(item[:1].isdigit() for item in value.items)
    return len(value.items) if counted else 0
