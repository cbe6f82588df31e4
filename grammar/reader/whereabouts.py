"""Finds words that only tell where a place, a unit or a thing lies: `to 12,10, right behind M2`."""

from collections.abc import Callable, Iterator, Sequence

from grammar.reader.acts import rows_of
from grammar.reader.edges import Chart, Edge
from grammar.reader.extremes import spot_of
from grammar.reader.measured import distance_at
from grammar.reader.there import HIMSELF
from grammar.reader.tokens import number_at, tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import STEPS, Tokens, places_at, word
from grammar.reader.world import Value, World

MOST_LEADS, LONGEST = 6, 5
"""How many words may lead to a relation, and the most words of one."""

MOST_OF_A_THING = 3
"""The most words behind the article of something near which a place lies."""

NEAR, ABOUT = 3, 10
"""So many squares away a unit stands near a place; and so many if that only describes the place."""

NAMED = ("place", "units", "noun")

Fits = Callable[[Value | None], bool]
"""May something be told to lie beside these units, or beside a pronoun (None)?"""


def whereabouts(chart: Chart) -> None:
    """Add a `remark` edge over each part that only tells where what was named before it is."""
    tokens = chart.tokens
    for at in range(1, len(tokens)):
        stopped = word(tokens, at - 1) in (",", "(")
        named = _before(chart, at - stopped)
        if named is not None:
            ends = _ends(tokens, at, _beside(named, stopped, chart.world), chart.world)
            stops = (
                one for one in ends if one == len(tokens) or _is(tokens, one, "closes", "joins")
            )
            if end := max(stops, default=0):
                chart.edges[at].append(Edge(end, "remark"))


def _before(chart: Chart, end: int) -> Value | None:
    """The single place, unit or thing that is named right before `end`."""
    rows = (chart.edges[at] for at in range(max(end - 4, 0), end))
    edges = (one for row in rows for one in row if one.kind == "value" and one.end == end)
    values: Iterator[Value] = (edge.value for edge in edges)
    for one in values:
        single = len(one.items) == 1 and not one.vague and not (one.kind == "units" and one.options)
        if one.kind in NAMED and single:
            return one
    return None


def _beside(named: Value, stopped: bool, world: World) -> Fits:
    """What may be told to lie beside it: units beside a unit if no stop parts them, units beside a
    place if they are near it, and a pronoun beside no unit (`d5, ahead of him` tells the way to a
    tile)."""

    def fits(other: Value | None) -> bool:
        if other is None:
            way = stopped and world.table.places.style == "tile"
            return named.kind != "units" and not way
        if named.kind == "place":
            return _is_near(named.one, other, NEAR, world)
        return named.kind == "units" and not stopped

    return fits


def is_whereabouts(tokens: Tokens, start: int, goals: Sequence[str], world: World) -> bool:
    """Do the words right before a unit say that one of these places is near it (`to 12,10, behind
    the gangers`), and is it?"""
    at = start
    while _is(tokens, at - 1, "described"):
        at -= 1
    begins = range(max(at - LONGEST, 0), at)
    if not any(_relation(tokens, one) >= at for one in begins):
        return False
    units = [value for _, value in units_at(tokens, start, world)][:1]
    return any(_is_near(goal, unit, NEAR, world) for unit in units for goal in goals)


def undescribed(text: str, world: World) -> tuple[str, tuple[int, ...]]:
    """The text without descriptions of where a place or an enemy lies that is named right before
    them by numbers (`8,12 (in front of L1)`), and without those of how far away something is
    (`four inches off`); and these distances.  Units near which it is said to be must be near."""
    if world.table.places.style != "grid" or not world.seat:
        return text, ()
    far = list[int]()
    plain = "\n".join(_without(line, world, far) for line in text.split("\n"))
    return plain, tuple(far)


def _without(line: str, world: World, far: list[int]) -> str:
    """A line without descriptions; adds the distances among them to `far`."""
    tokens = tokens_of(line)
    kept, done, at = "", 0, 0
    while at < len(tokens):
        if stop := _led_by(tokens, at, world):
            kept, done = kept + line[done : tokens[at - 1].end], tokens[stop - 1].end
            at = stop
            continue
        end, place = _named(tokens, at, world)
        stop = _described(tokens, end, place, world) if end > at else 0
        if not stop and (stop := _away(tokens, end)):
            far.append(distance_at(tokens, end + 1)[1])
        if stop:
            kept, done = kept + line[done : tokens[end - 1].end], tokens[stop - 1].end
        at = max(stop, end, at + 1)
    return kept + line[done:]


def _named(tokens: Tokens, at: int, world: World) -> tuple[int, str]:
    """Where a place in numbers or an enemy's name that begins here ends, and the place of it."""
    token = tokens[at]
    thing = world.by_ref.get(token.word) if token.sort == "ref" else None
    if thing is not None and world.side_of((thing,)) == "foe":
        return at + 1, thing.at
    if token.sort not in ("number", "cell"):
        return at, ""
    found = ((end, one) for end, one in places_at(tokens, at, world) if one.kind == "place")
    return max(((end, one.one) for end, one in found if len(one.items) == 1), default=(at, ""))


def _led_by(tokens: Tokens, at: int, world: World) -> int:
    """Where a description that begins at `at`, between a verb and the place that it describes, ends
    (`follows two squares behind them, that is to 7,8`); 0 if there is none."""
    before = word(tokens, at - 1) if at else ""
    if not before or not ((before,) in world.table.said or _is(tokens, at - 1, "takes a stand")):
        return 0
    for end in set(_ends(tokens, at, lambda _: True, world)):
        goal = end
        while goal < end + MOST_LEADS and _is(tokens, goal, "leads to a place"):
            goal += 1
        _, place = _named(tokens, goal, world) if goal < len(tokens) else (goal, "")
        numbered = place and tokens[goal].sort != "ref"
        if numbered and end in _ends(tokens, at, _about(place, world), world):
            return end
    return 0


def _about(place: str, world: World) -> Fits:
    """May something about there be told to lie beside these units?"""
    return lambda one: one is None or _is_near(place, one, ABOUT, world)


def _described(tokens: Tokens, at: int, place: str, world: World) -> int:
    """Where the description of a place that begins at `at` ends; 0 if there is none."""
    fits = _about(place, world)
    end = further = max(_ends(tokens, at + _is(tokens, at, "opens"), fits, world), default=0)
    while further and word(tokens, end) == "and":
        further = max(_ends(tokens, end + 1, fits, world), default=0)
        end = further or end
    return _closed(tokens, end, word(tokens, at)) if end else 0


def _away(tokens: Tokens, at: int) -> int:
    """Where `, they are four inches off` or `(range is 9)` ends; 0 if it is no such part."""
    leaves = any(_is(tokens, one, "leaves") for one in range(at))
    if leaves or not _is(tokens, at, "opens", "closes") or word(tokens, at) == ")":
        return 0
    end, _, sure = distance_at(tokens, at + 1)
    return _closed(tokens, end, word(tokens, at)) if sure else 0


def _closed(tokens: Tokens, end: int, opened: str) -> int:
    """Where a part ends, with the bracket that closes it; 0 if it goes on or is taken up again."""
    if opened == "(" and word(tokens, end) != ")":
        return 0
    end += opened == "("
    closed = end == len(tokens) or _is(tokens, end, "closes", "gives a reason")
    closed = closed or (word(tokens, end) == "and" and word(tokens, end + 1) == "then")
    return end if closed and not _is(tokens, end + 1, "goes on") else 0


def _ends(tokens: Tokens, at: int, fits: Fits, world: World) -> Iterator[int]:
    """Where `right behind the second legion` or `where the shaman stands` may end."""
    for _ in range(MOST_LEADS):
        number = number_at(tokens, at)
        if number is not None and word(tokens, number[0]) in STEPS:
            at = number[0] + 1
        at += _is(tokens, at, "exactly")
    if word(tokens, at) != "where":
        begin = _relation(tokens, at)
        yield from _units(tokens, begin, fits, world) if begin > at else ()
        return
    for end in _units(tokens, at + 1, fits, world):
        stands = _is(tokens, end, "stands")
        while stands and _is(tokens, end + 1, "standing"):
            end += 1
        yield from (end + 1,) if stands else ()


def _relation(tokens: Tokens, at: int) -> int:
    """Where a relation such as `in front of` that begins here ends; `at` if there is none."""
    words = tuple(token.word for token in tokens[at : at + LONGEST])
    return at + next((len(row) for row in rows_of("relation") if words[: len(row)] == row), 0)


def _units(tokens: Tokens, at: int, fits: Fits, world: World) -> Iterator[int]:
    """Where the units or the thing named here may end, if something may be told to be beside it."""
    begin = at
    while _is(tokens, begin, "described"):
        begin += 1
    if word(tokens, begin) in (*HIMSELF, "everybody", "everyone"):
        yield from (begin + 1,) if fits(None) else ()
        return
    found = (one for start in range(at, begin + 1) for one in units_at(tokens, start, world))
    units = [(end, value) for end, value in found if value.kind == "units"]
    ends = [end for end, value in units if fits(value)]
    yield from ends
    if not units and fits(None):
        yield from _things(tokens, at)
    if ends and word(tokens, max(ends)) in ("and", "&"):
        yield from _units(tokens, max(ends) + 1, fits, world)


def _things(tokens: Tokens, at: int) -> Iterator[int]:
    """Where something that stands on no board ends (`behind the bar`)."""
    end = at + 1
    while _is(tokens, at, "of a thing") and end < at + MOST_OF_A_THING + 1:
        if end == len(tokens) or not tokens[end].is_word or _is(tokens, end, "goes on"):
            return
        end += 1
        if end == len(tokens) or _is(tokens, end, "closes", "joins", "leads to a place"):
            yield end


def _is_near(place: str, units: Value, far: int, world: World) -> bool:
    """Does one of these units stand so near to a place?"""
    names = (*units.items, *(item for option in units.options for item in option))
    things = (world.by_ref.get(name.lower()) for name in names)
    spots = (spot_of(thing.at, world) for thing in things if thing is not None)
    goal = spot_of(place, world)
    return goal is not None and any(
        max(abs(one - other) for one, other in zip(goal, spot, strict=True)) <= far
        for spot in spots
        if spot is not None
    )


def _is(tokens: Tokens, at: int, *kinds: str) -> bool:
    """Is the word there one of these kinds?"""
    return any((word(tokens, at),) in rows_of(kind) for kind in kinds)


__all__ = ["is_whereabouts", "undescribed", "whereabouts"]
