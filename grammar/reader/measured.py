"""Finds distances that only tell how far those who are named are apart (`.., 8 inches`)."""

from collections.abc import Sequence
from itertools import combinations

from grammar.reader.edges import Chart, Edge
from grammar.reader.extremes import spot_of
from grammar.reader.tokens import number_at
from grammar.reader.values import STEPS
from grammar.reader.world import World

MOST_MEASURED = 6
"""The most places between which a distance is measured."""

MOST_WORDS = 8
"""The most words that tell how far it is."""

STOPS = (",", ";", ":", "-", "(", ")", "..", "!", "—", "–")
BEFORE = frozenset(("at", "from", "a", "the", "about", "only", "just", "some", "exactly"))
OF = frozenset(("range", "distance"))
BEHIND = OF | {"away", "off", "apart", "of", "from", "him", "her", "it", "them"}


def measures(chart: Chart) -> None:
    """Add a `remark` edge over each part that only says a distance, if two of the units and places
    that the sentence names are so far apart."""
    tokens, spots = chart.tokens, list[str]()
    for at, token in enumerate(tokens):
        first = not at or tokens[at - 1].word in STOPS or token.word in ("at", "from")
        end, far = _distance(chart, at) if at and first else (at, 0)
        if end > at:
            spots = spots or _spots(chart)
            if is_as_far(far, spots, chart.world):
                chart.edges[at].append(Edge(end, "remark"))


def _distance(chart: Chart, at: int) -> tuple[int, int]:
    """Where a part that begins here and only says a distance ends, and that distance; `at` itself
    if it says anything else."""
    tokens, begin, far, told = chart.tokens, at, 0, False
    while at < min(len(tokens), begin + MOST_WORDS) and tokens[at].word not in STOPS:
        word = tokens[at].word
        number = number_at(tokens, at)
        if number is not None and not far:
            at, far = number
            continue
        if word not in (BEHIND if far else BEFORE | OF) and not (far and word in STEPS):
            return begin, 0
        told = told or word in OF or word in STEPS
        at += 1
    ends = at == len(tokens) or tokens[at].word in STOPS
    return (at, far) if far and told and ends else (begin, 0)


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


def is_as_far(number: int, spots: Sequence[str], world: World) -> bool:
    """Are two of these places about so many squares apart?"""
    known = [spot for one in spots if (spot := spot_of(one, world)) is not None]
    for one, other in combinations(known, 2):
        down, across = (abs(far - near) for near, far in zip(one, other, strict=True))
        square = down * down + across * across
        if max(down, across) == number or (number - 1) ** 2 <= square <= (number + 1) ** 2:
            return True
    return False


__all__ = ["MOST_MEASURED", "is_as_far", "measures"]
