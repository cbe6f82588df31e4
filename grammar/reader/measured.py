"""Finds distances that only tell how far those who are named are apart (`.., 8 inches`)."""

from collections.abc import Iterable
from itertools import combinations

from grammar.reader.acts import rows_of
from grammar.reader.edges import Chart, Edge
from grammar.reader.extremes import spot_of
from grammar.reader.tokens import number_at
from grammar.reader.values import STEPS, Tokens, skip, word
from grammar.reader.world import World

MOST_MEASURED = 6
"""The most places between which a distance is measured."""

MOST_WORDS = 8
"""The most words that tell how far it is."""

STOPS = (",", ";", ":", "-", "(", ")", "..", "!")
RANGE = ("range", "distance")


def measures(chart: Chart) -> None:
    """Add a `remark` edge over each part that only says a distance, if two of the units and places
    that the sentence names are so far apart."""
    tokens, spots = chart.tokens, list[str]()
    for at in range(1, len(tokens)):
        if word(tokens, at - 1) not in STOPS and word(tokens, at) not in ("at", "from"):
            continue
        end, far, _ = distance_at(tokens, at)
        if end and (end == len(tokens) or word(tokens, end) in STOPS):
            spots = spots or _spots(chart)
            if is_as_far(far, spots, chart.world):
                chart.edges[at].append(Edge(end, "remark"))


def distance_at(tokens: Tokens, at: int) -> tuple[int, int, bool]:
    """Where words that begin here and say how far something is end (0 if these do not), how far,
    and whether no more than that can be meant (`range is 9`, `4 inches off`, not `4 inches`)."""
    begin = at
    while (word(tokens, begin),) in rows_of("measured") and begin < at + MOST_WORDS:
        begin += 1
    number = number_at(tokens, begin)
    if number is None:
        return 0, 0, False
    units = skip(tokens, number[0], *STEPS)
    words = tuple(token.word for token in tokens[units : units + MOST_WORDS])
    end = units + next((len(row) for row in rows_of("away") if words[: len(row)] == row), 0)
    ranged = any(word(tokens, one) in RANGE for one in (*range(at, begin), *range(units, end)))
    told = ranged or end > number[0]
    return end if told else 0, number[1], ranged or end > units > number[0]


def _spots(chart: Chart) -> list[str]:
    """Where the units that a sentence names stand, and the places that it names."""
    found: dict[str, None] = {}
    for row in chart.edges:
        for edge in row:
            if edge.kind != "value" or len(edge.value.items) != 1:
                continue
            thing = chart.world.by_ref.get(edge.value.one.lower())
            if edge.value.kind == "units" and thing is not None:
                found[thing.at] = None
            elif edge.value.kind == "place":
                found[edge.value.one] = None
    return list(found)[:MOST_MEASURED]


def is_as_far(number: int, spots: Iterable[str], world: World) -> bool:
    """Are two of these places about so many squares apart?"""
    apart = [(max(legs), sum(leg * leg for leg in legs)) for legs in legs_of(spots, world)]
    near, far = (number - 1) ** 2, (number + 1) ** 2
    return any(longer == number or near <= square <= far for longer, square in apart)


def legs_of(spots: Iterable[str], world: World) -> list[tuple[int, int]]:
    """How many rows and columns each two of these places are apart."""
    known = [spot for one in spots if (spot := spot_of(one, world)) is not None]
    return [(abs(r - row), abs(c - column)) for (r, c), (row, column) in combinations(known, 2)]


__all__ = ["MOST_MEASURED", "distance_at", "is_as_far", "legs_of", "measures"]
