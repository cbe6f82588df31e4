"""Makes values of units: all of some things, a certain one of them, or a choice among them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from grammar.reader.extremes import furthest, spot_of
from grammar.reader.values import COLUMN, ROW, Found, Tokens
from grammar.reader.world import Value, World
from rules.display.things import Thing

BODIES = (
    *("unit", "units", "regiment", "regiments", "mob", "mobs", "band", "bands", "block", "blocks"),
    *("group", "groups", "squad", "squads", "gang", "gangs", "team", "teams", "crew", "crews"),
)
"""Words for a unit as such (`both units of archers`)."""


def explicit(refs: Sequence[str], world: World) -> Value:
    """A value for units named by their references, known or not."""
    things = [world.by_ref.get(ref.lower()) for ref in refs]
    items = tuple(
        thing.spoken if thing else ref.upper() for thing, ref in zip(things, refs, strict=True)
    )
    known = [thing for thing in things if thing is not None]
    side = world.side_of(known) if len(known) == len(refs) else "any"
    return Value("units", items, side, explicit=True, plural=len(items) > 1)


def group(things: Iterable[Thing], world: World, plural: bool = True) -> Value:
    """A value for these units of the match."""
    found = tuple(things)
    return Value("units", tuple(one.spoken for one in found), world.side_of(found), plural=plural)


def at_the_rim(end: int, things: tuple[Thing, ...], way: str, world: World) -> Iterator[Found]:
    """The unit that stands furthest in a direction (`the easternmost marine`), for each side.

    If several are equally far, it is a choice.
    """
    for side in ("own", "foe") if world.seat else ("any",):
        some = tuple(one for one in things if side in ("any", world.side_of((one,))))
        most = furthest(some, way, world)
        if len(most) == 1:
            yield end, group(most, world, False)
        elif most:
            yield end, Value("units", (), side, tuple((one.spoken,) for one in most))


def by_number(
    tokens: Tokens, end: int, things: tuple[Thing, ...], number: int, world: World
) -> Iterator[Found]:
    """The unit whose reference has that number (`the second goblin`)."""
    meant = [one for one in things if one.ref.lower().endswith(str(number))]
    meant = [one for one in meant if re.sub("[^0-9]", "", one.ref) == str(number)]
    for thing in meant:
        yield end, replace(group((thing,), world, False), explicit=True)


def in_line(tokens: Tokens, at: int, things: tuple[Thing, ...], world: World) -> Iterator[Found]:
    """The only unit of these in a row or column (`the marine in column 24`), an own one first."""
    said = [token.word for token in tokens[at : at + 3]]
    if len(said) < 3 or said[0] not in ("in", "on", "at", "from", "of"):
        return
    axis = 0 if said[1] in ROW else 1 if said[1] in COLUMN else -1
    if axis < 0 or not said[2].isdigit():
        return
    there = [one for one in things if (spot_of(one.at, world) or (-1, -1))[axis] == int(said[2])]
    own = [one for one in there if world.owns(one)]
    for one in own if len(own) == 1 else there if len(there) == 1 else ():
        yield at + 3, replace(group((one,), world, False), explicit=True)


def left_open(end: int, things: tuple[Thing, ...], world: World) -> Iterator[Found]:
    """A choice that the writer left open (`a goblin`), for each side."""
    for side in ("own", "foe"):
        some = [one for one in things if world.side_of((one,)) in (side, "any")]
        if some:
            options = tuple((one.spoken,) for one in some)
            yield end, Value("units", (), side, options, vague=True)
            if not world.seat:
                return


def glued(said: str, end: int, world: World) -> Iterator[Found]:
    """A unit named by a word for its kind and its number in one word (`Raider2`, `orc3`)."""
    name = said.rstrip("0123456789")
    row = world.kinds.get((name,))
    if row is not None and len(name) > 2:
        own = tuple(one for one in row[0] if world.owns(one))
        yield from by_number((), end, own or row[0], int(said[len(name) :]), world)
