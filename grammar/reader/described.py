"""Leaves out what only describes a place or an enemy that is named: `to 20,22, right behind L1`."""

from collections.abc import Iterator, Sequence
from itertools import islice

from grammar.reader.acts import rows_of
from grammar.reader.tokens import number_at, tokens_of
from grammar.reader.units import units_at
from grammar.reader.values import STEPS, Tokens, places_at, skip, word
from grammar.reader.world import Value, World

OPENS, CLOSES = (",", "-", "–", "—", "("), (",", ";", ".", "..", "!", "(", ")", "-", "–", "—")
REASONS = ("because", "since", "cos", "so")
"""Behind a description a part ends: at the end of the sentence, at a sign, or before a reason."""

GOES_ON = frozenset(
    (
        "who", "which", "that", "whose", "where", "he", "she", "it", "they", "him", "them", "or",
        "not", "but", "no", "if",
    )
)  # fmt: skip
"""At the beginning of the next part, such a word goes on about what was described, or mends it."""

THE = ("the", "my", "our", "their", "his", "your", "those", "these", "that", "both", "of", "enemy")
THEM = ("him", "her", "it", "them", "everybody", "everyone", "us")
STANDS = ("is", "are", "stands", "stand", "sits", "sit", "waits", "wait", "hides", "hide")
STANDING = ("standing", "sitting", "waiting", "now", "thickest", "at", "the", "moment")
LEAVES = frozenset(("away", "back", "off", "out", "retreats", "retreat", "withdraws", "withdraw"))
"""Before a distance these make a way of it (`backs off from O1, 3 squares away`)."""

RANGE = ("range", "distance")
INCHES = ("inches", "inch", "in", '"', "″", "squares", "square", "paces", "pace", "''")
MOST_LEADS, NEAR = 6, 10
"""How many words may lead to a relation, and how far away, in squares, a unit may stand beside
which a place is said to be."""


def undescribed(text: str, world: World) -> str:
    """The text without descriptions of where a place or an enemy lies that is named right before
    them by numbers (`8,12 (in front of L1)`), or of how far away something is (`four inches off`).
    A unit near which it is said to be must be near."""
    if world.table.places.style != "grid" or not world.seat:
        return text
    return "\n".join(_without(line, world) for line in text.split("\n"))


def _without(line: str, world: World) -> str:
    tokens = tokens_of(line)
    kept, done, at = "", 0, 0
    while at < len(tokens):
        end, place = _named(tokens, at, world)
        stop = _described(tokens, end, place, world) if end > at else at
        end = max(end, at)
        if stop == end and word(tokens, end) in (*OPENS, ";", ".", ".."):
            stop = _away(tokens, end)
        if stop > end:
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
    places = [
        (end, value.items[0])
        for end, value in places_at(tokens, at, world)
        if value.kind == "place" and len(value.items) == 1
    ]
    return max(places, default=(at, ""))


def _described(tokens: Tokens, at: int, place: str, world: World) -> int:
    """Where the description of a place that begins at `at` ends; `at` itself if there is none."""
    opened = word(tokens, at)
    begin = at + 1 if opened in OPENS else at
    end = _relation(tokens, begin, place, world)
    while end > begin and word(tokens, end) == "and":
        further = _relation(tokens, end + 1, place, world)
        if further <= end + 1:
            break
        end = further
    if end <= begin or (opened == "(" and word(tokens, end) != ")"):
        return at
    end += opened == "("
    follows = word(tokens, end)
    if end < len(tokens) and follows not in (*CLOSES, *REASONS):
        return at
    return at if word(tokens, end + 1) in GOES_ON else end


def _away(tokens: Tokens, at: int) -> int:
    """Where `, they are four inches off` or `(range is 9)` ends; `at` if it is no such part."""
    opened, begin = word(tokens, at), at + 1
    if not LEAVES.isdisjoint(token.word for token in tokens[:at]):
        return at
    while (word(tokens, begin),) in rows_of("measured"):
        begin += 1
    number = number_at(tokens, begin)
    if number is None:
        return at
    end = skip(tokens, number[0], *INCHES)
    ranged = word(tokens, begin - 1) in RANGE or word(tokens, begin - 2) in RANGE
    words = tuple(token.word for token in tokens[end : end + 3])
    row = next((row for row in rows_of("away") if words[: len(row)] == row), ())
    if not (row and end > number[0]) and not ranged:
        return at
    end += len(row)
    if (opened == "(") != (word(tokens, end) == ")"):
        return at
    end += opened == "("
    closed = end >= len(tokens) or word(tokens, end) in (*CLOSES, *REASONS)
    return end if closed and word(tokens, end + 1) not in GOES_ON else at


def _relation(tokens: Tokens, at: int, place: str, world: World) -> int:
    """Where `right behind the second legion` or `where the shaman stands` ends; `at` if there is
    no such relation, or if the unit is not near."""
    begin = _led(tokens, at)
    if word(tokens, begin) == "where":
        end = _units(tokens, begin + 1, place, world)
        if end == begin + 1 or word(tokens, end) not in STANDS:
            return at
        return skip(tokens, end + 1, *STANDING)
    words = tuple(token.word for token in tokens[begin : begin + 5])
    row = next((row for row in rows_of("relation") if words[: len(row)] == row), ())
    end = _units(tokens, begin + len(row), place, world) if row else begin
    return end if end > begin + len(row) else at


def _led(tokens: Tokens, at: int) -> int:
    """The index behind the words that lead to a relation (`that is`, `two squares`, `right`)."""
    for _ in range(MOST_LEADS):
        number = number_at(tokens, at)
        if number is not None and word(tokens, number[0]) in STEPS:
            at = number[0] + 1
        elif (word(tokens, at),) in rows_of("exactly"):
            at += 1
    return at


def _units(tokens: Tokens, at: int, place: str, world: World) -> int:
    """Where the units that are named here end; `at` if there are none, or none near the place."""
    begin = skip(tokens, at, *THE)
    if word(tokens, begin) in THEM:
        return begin + 1
    found = [
        (end, value)
        for start in range(at, begin + 1)
        for end, value in units_at(tokens, start, world)
        if value.kind == "units"
    ]
    if not found:
        return at
    end = max(end for end, _ in found)
    if not any(_is_near(value, place, world) for one, value in found if one == end):
        return at
    if word(tokens, end) in ("and", "&"):
        further = _units(tokens, end + 1, place, world)
        return further if further > end + 1 else end
    return end


def _is_near(value: Value, place: str, world: World) -> bool:
    """Does one of these units stand near a place?"""
    names = (*value.items, *(item for option in value.options for item in option))
    things = (world.by_ref.get(name.lower()) for name in names)
    spots = [list(_numbers(thing.at)) for thing in things if thing is not None and thing.at]
    goal = list(_numbers(place))
    return any(
        max(abs(one - other) for one, other in zip(goal, spot, strict=True)) <= NEAR
        for spot in spots
        if len(spot) == len(goal) == 2
    )


def _numbers(place: str) -> Iterator[int]:
    halves: Sequence[str] = place.split(",")
    yield from (int(half) for half in islice(halves, 2) if half.isascii() and half.isdecimal())
