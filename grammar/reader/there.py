"""Finds units by where they stand: `the man on 9,9`, `everyone in column 9`, `the orc by him`."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grammar.reader.extremes import spot_of
from grammar.reader.groups import group
from grammar.reader.tokens import number_at
from grammar.reader.values import COLUMN, ROW, Found, Tokens, single_places, skip, word
from grammar.reader.world import Side, Value, World
from rules.display.things import Thing

THE = ("the", "that", "this", "these", "those")
MINE = ("my", "our")
THEIRS = ("their", "your", "enemy", "opposing", "his", "enemy's")
TROOPS = (
    *("unit", "units", "troop", "troops", "army", "force", "forces", "squad", "men"),
    *("soldiers", "guys", "lads", "boys", "warriors", "crew", "gang", "team"),
    *("figures", "models", "pieces"),
)
SOMEONE = (
    *("one", "guy", "piece", "man", "soldier", "fellow", "model", "figure", "lad", "chap"),
    *("warrior", "trooper", "dude", "bloke", "boy", "fighter"),
)
STANDS = (
    "who",
    "that",
    "which",
    "is",
    "stands",
    "standing",
    "sits",
    "sitting",
    "currently",
    "posted",
)
TOUCHING = (
    ("next", "to"), ("beside",), ("adjacent", "to"), ("close", "to"), ("touching",)
)  # fmt: skip
BESIDE = ("beside", "in front")
"""The word of a value that means whoever stands next to the one who acts, or straight ahead."""

IN_FRONT = (("in", "front", "of"), ("straight", "ahead", "of"), ("directly", "ahead", "of"))


def beside(tokens: Tokens, end: int, things: tuple[Thing, ...], world: World) -> Iterator[Found]:
    """A choice for `the orc standing next to him`, which depends on who acts."""
    if world.table.places.style != "grid":
        return
    at = skip(tokens, end, "who", "that", "which", "is", "are", "stands", "standing")
    near = skip(tokens, at, "right", "directly", "straight", "just")
    for start, words in ((one, words) for words in (*TOUCHING, *IN_FRONT) for one in {at, near}):
        behind = start + len(words)
        same = tuple(token.word for token in tokens[start:behind]) == words
        if same and word(tokens, behind) in (*HIMSELF, "each"):
            behind += word(tokens, behind) == "each" and word(tokens, behind + 1) == "one"
            for side in ("foe", "own"):
                some = tuple(one for one in things if world.side_of((one,)) == side and one.at)
                options = tuple((one.spoken,) for one in some)
                how = "in front" if words in IN_FRONT else "beside"
                if options:
                    yield behind + 1, Value("units", (), side, options, word=how, explicit=True)


NEAREST = ("nearest", "closest", "nearer", "closer")
WHICHEVER = ("whichever", "whatever")
ONE_OF = ("one", "of", "the", "two", "three", "all", "their", "your", "his", "my", "our")
"""Words between `nearest` and what it is the nearest of."""

HIMSELF = (
    *("him", "her", "it", "them", "em", "himself", "herself", "itself", "themselves"),
    *("me", "us"),
)
FOES = ("enemy", "enemies", "foe", "foes", "opponent", "target", "hostile", "hostiles")


def nearest_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Units named as the nearest: `the nearest orc`, `the goblin nearest to the Warboss`.

    Which one it is depends on who acts (then it is a choice) or on the unit named behind it.
    """
    if world.table.places.style == "noun":
        return
    start = skip(tokens, at, *THE, *THEIRS, *MINE, *WHICHEVER)
    first = word(tokens, start) in NEAREST
    begin = skip(tokens, start + 1, *ONE_OF) if first else start
    for end, things, sides in _called(tokens, begin, world):
        behind = end if first else skip(tokens, end, *STANDS, "are", "the")
        if not first:
            if word(tokens, behind) not in NEAREST:
                continue
            behind += 1
        to = skip(tokens, behind, "to")
        if to > behind and word(tokens, to) in HIMSELF:
            behind = to + 1
        elif to > behind and (named := _one_unit(tokens, to, world)) is not None:
            behind = named[0]
            things = _closest(things, named[1], world)
        elif to > behind:
            continue
        for side in sides if world.seat else ("any",):
            some = tuple(one for one in things if side in ("any", world.side_of((one,))) and one.at)
            if len(some) == 1:
                yield behind, replace(group(some, world, False), explicit=True)
            elif some:
                options = tuple((one.spoken,) for one in some)
                yield behind, Value("units", (), side, options, word="nearest", explicit=True)


Sides = tuple[Side, ...]


def _called(
    tokens: Tokens, at: int, world: World
) -> Iterator[tuple[int, tuple[Thing, ...], Sides]]:
    """The things that a word means: a kind, or any foe (`enemy`, `man`).

    Yields (index after it, things, sides that may be meant).
    """
    said = word(tokens, at)
    of_them = said in ("them", "em") and word(tokens, at - 1) == "of"
    if of_them or said in (*FOES, *SOMEONE):
        foes = tuple(one for one in world.things if not world.owns(one) and one.seat >= 0)
        yield at + 1, foes, ("foe",)
    for length in (4, 3, 2, 1):
        words = tuple(token.word for token in tokens[at : at + length])
        found = world.kinds.get(words) if len(words) == length else None
        if found is not None:
            yield at + length, found[0], ("own", "foe")
            return


def _one_unit(tokens: Tokens, at: int, world: World) -> tuple[int, Thing] | None:
    """The single unit named at `at`, as (index after it, unit)."""
    start = skip(tokens, at, *THE, *THEIRS, *MINE)
    named = world.by_ref.get(word(tokens, start))
    if named is not None:
        return start + 1, named
    for end, things, _ in _called(tokens, start, world):
        if len(things) == 1:
            return end, things[0]
    return None


def _closest(things: tuple[Thing, ...], to: Thing, world: World) -> tuple[Thing, ...]:
    """Those of the things that stand nearest to a unit, other than itself."""
    others = [one for one in things if one.ref != to.ref]
    refs = {one.spoken for one in others}
    found = nearest_to(tuple((one,) for one in refs), spot_of(to.at, world), world)
    return tuple(one for one in others if one.spoken in found)


def nearest_to(
    options: Iterable[tuple[str, ...]],
    spot: tuple[int, int] | None,
    world: World,
    crow: bool = False,
) -> list[str]:
    """The units nearest to a place, sorted.

    Several if they are equally near, or one is nearest in steps and another in a straight line;
    `crow`: only the straight line counts.
    """
    if spot is None:
        return []
    far: list[tuple[int, int, str]] = []
    for ref, *_ in options:
        thing = world.by_ref.get(ref.lower())
        other = spot_of(thing.at, world) if thing is not None else None
        if other is not None and other != spot:
            down, across = abs(spot[0] - other[0]), abs(spot[1] - other[1])
            far.append((max(down, across), down * down + across * across, ref))
    least = min((one[0] for one in far), default=0)
    shortest = min((one[1] for one in far), default=0)
    near = {ref for steps, square, ref in far if square == shortest}
    return sorted(near | {ref for steps, _, ref in far if steps == least and not crow})


def placed(tokens: Tokens, end: int, things: tuple[Thing, ...], world: World) -> Iterator[Found]:
    """The one of these things at the place named behind it (`the goblin at 5,20`)."""
    at = skip(tokens, end, *STANDS) if word(tokens, end) in STANDS else end
    if word(tokens, at) in ("at", "on", "from", "in", "of") or word(tokens, at) in world.by_ref:
        at = skip(tokens, at, "at", "on", "from", "in", "of", "the")
        for further, value in single_places(tokens, at, world):
            there = tuple(one for one in things if value.items and one.at == value.items[0])
            if len(there) == 1:
                yield further, replace(group(there, world, False), explicit=True)
        if world.table.places.style == "tile" and at > end and at < len(tokens):
            file = tokens[at].word.removesuffix("-file")
            there = tuple(one for one in things if len(file) == 1 and one.at[:1] == file)
            there = tuple(one for one in there if world.owns(one)) or there
            if len(there) == 1:
                behind = at + 1 + (word(tokens, at + 1) == "file")
                yield behind, replace(group(there, world, False), explicit=True)


def anything_at(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """Whatever stands at a place (`the unit on 6,20`); nothing in systems with counted units."""
    if world.table.force:
        return
    start = skip(tokens, at, *THE, *MINE, *THEIRS, "whatever", "whoever", "stands")
    if word(tokens, start) in (*TROOPS, *SOMEONE) or start > at:
        behind = start + (word(tokens, start) in (*TROOPS, *SOMEONE))
        yield from placed(tokens, behind, world.things, world)
    if world.seat and world.table.places.style == "grid":
        yield from standing_there(tokens, at, world)


def all_in_line(tokens: Tokens, end: int, things: Iterable[Thing], world: World) -> Iterator[Found]:
    """Those of a group in a row or column (`everyone in column 9`, `all legionnaires on row 8`)."""
    at = skip(tokens, end, "standing", "who", "are", "that", "stand")
    if word(tokens, at) not in ("in", "on", "of", "from") or world.table.places.style != "grid":
        return
    at = skip(tokens, at + 1, "the", "on", "in")
    name = word(tokens, at)
    number = number_at(tokens, at + 1)
    if number is None or len(name) == 1 or name not in (*ROW, *COLUMN):
        return
    if word(tokens, skip(tokens, number[0], ",")) in (*ROW, *COLUMN):
        return
    axis = 0 if name in ROW else 1
    spots = [(one, spot_of(one.at, world)) for one in things]
    there = [one for one, spot in spots if spot is not None and spot[axis] == number[1]]
    if there:
        yield number[0], group(there, world, len(there) > 1)


def standing_there(tokens: Tokens, at: int, world: World) -> Iterator[Found]:
    """The writer's unit on a place that begins a clause (`9,9 to 9,12`, `from 9,9 -> 9,12`)."""
    before = tokens[at - 1] if at else None
    start = at + (word(tokens, at) == "from")
    if before is not None and before.word not in ("and", "then", ";", "."):
        return
    for end, value in single_places(tokens, start, world):
        goes_on = word(tokens, end) in ("to", "->", ">", "goes", "moves", "stays", "charges")
        there = tuple(one for one in world.own if value.items and one.at == value.items[0])
        if goes_on and len(there) == 1:
            yield end, group(there, world, False)
