"""The chart of a sentence and its edges, and the test which value fits which slot."""

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
