"""Finds parts that only tell where a place, a unit or a thing is (`to 12,10, right behind M2`)."""

from collections.abc import Sequence

from grammar.reader.edges import Chart, Edge
from grammar.reader.extremes import spot_of
from grammar.reader.there import HIMSELF, IN_FRONT, THE, TOUCHING
from grammar.reader.tokens import number_at
from grammar.reader.units import units_at
from grammar.reader.values import STEPS, Tokens, skip
from grammar.reader.world import Value, World

NEAR_BY = frozenset(
    (*TOUCHING, *IN_FRONT, ("behind",), ("near",), ("near", "to"), ("alongside",), ("opposite",))
)
"""Where something is, before the unit or pronoun that it is near to."""

BEFORE = ("right", "just", "directly", "straight", "close", "safely", "still", "well")
IT_IS = ("it's", "its", "it", "he's", "she's", "that's", "which", "who", "is", "standing", "stands")
STOPS = (",", ";", ":", "(", ")", "-", "..", "!", "—", "–")
JOINS = ("and", "then", "&", "but")
NAMED = ("place", "units", "noun")
NEAR = 3
"""So many squares away something is near."""


def whereabouts(chart: Chart) -> None:
    """Add a `remark` edge over each part that only tells where what was named before it is."""
    tokens = chart.tokens
    for at in range(1, len(tokens)):
        begin = skip(tokens, at, *IT_IS)
        if (count := number_at(tokens, begin)) and skip(tokens, count[0], *STEPS) > count[0]:
            begin = skip(tokens, count[0], *STEPS)  # `two rows behind M2`
        begin = skip(tokens, begin, *BEFORE)
        size = _near_by(tokens, begin)
        if not size:
            continue
        stop = tokens[at - 1].word in (",", "(")
        named = _before(chart, at - stop)
        end = _end(tokens, begin + size, named, chart.world, bool(stop)) if named else at
        if end > at:
            chart.edges[at].append(Edge(end, "remark"))


def is_whereabouts(tokens: Tokens, start: int, goals: Sequence[str], world: World) -> bool:
    """Do the words right before a unit say that one of these places is near it (`to 12,10, behind
    the gangers`), and is it?"""
    at = start
    while at and tokens[at - 1].word in THE:
        at -= 1
    words = tuple(token.word for token in tokens[max(at - 3, 0) : at])
    if not any(words[-size:] in NEAR_BY for size in (1, 2, 3) if size <= len(words)):
        return False
    units = [value for _, value in units_at(tokens, start, world)][:1]
    places = [Value("place", (goal,)) for goal in goals]
    return any(_is_near(place, unit, world, True) for unit in units for place in places)


def _near_by(tokens: Tokens, at: int) -> int:
    """How many words from `at` on say that something is near what follows; 0 if none do."""
    words = tuple(token.word for token in tokens[at : at + 3])
    return max((size for size in (1, 2, 3) if words[:size] in NEAR_BY), default=0)


def _before(chart: Chart, end: int) -> Value | None:
    """The single place, unit or thing that is named right before `end`."""
    found = [
        edge.value
        for at in range(max(end - 4, 0), end)
        for edge in chart.edges[at]
        if edge.kind == "value"
        and edge.end == end
        and edge.value.kind in ("place", "units", "noun")
    ]
    single = (one for one in found if len(one.items) == 1 and not one.vague)
    return next((one for one in single if not (one.kind == "units" and one.options)), None)


def _end(tokens: Tokens, at: int, named: Value, world: World, stopped: bool) -> int:
    """Where the words about what is near by end; 0 if they do not fit what was named.

    A unit may only be told by a pronoun, or without a stop; a unit near a place must be near it.
    """
    if tokens[at : at + 1] and tokens[at].word in HIMSELF:
        return at + 1 if _stops(tokens, at + 1) and named.kind != "units" else 0
    ends = [
        end
        for end, value in units_at(tokens, at, world)
        if value.items and _stops(tokens, end) and _is_near(named, value, world, stopped)
    ]
    return max(ends, default=0)


def _is_near(named: Value, other: Value, world: World, stopped: bool) -> bool:
    if named.kind != "place":
        return named.kind == "units" and not stopped
    things = (world.by_ref.get(ref.lower()) for ref in other.items)
    spots = [spot_of(thing.at, world) for thing in things if thing is not None]
    goal = spot_of(named.one, world)
    return goal is not None and any(
        spot is not None
        and all(abs(far - near) <= NEAR for far, near in zip(goal, spot, strict=True))
        for spot in spots
    )


def _stops(tokens: Tokens, at: int) -> bool:
    return at >= len(tokens) or tokens[at].word in (*STOPS, *JOINS)


__all__ = ["is_whereabouts", "whereabouts"]
