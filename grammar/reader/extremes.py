"""Finds who stands furthest in a direction: `the easternmost marine`, `the orc furthest north`."""

import re
from collections.abc import Sequence

from grammar.reader.values import Tokens, direction_at, skip, word
from grammar.reader.world import World
from rules.display.things import Thing

MOST = {
    "up": ("northernmost", "northmost", "uppermost", "upmost", "topmost"),
    "down": ("southernmost", "southmost", "lowermost", "downmost", "bottommost"),
    "left": ("westernmost", "westmost", "leftmost"),
    "right": ("easternmost", "eastmost", "rightmost"),
}
SIDES = {
    "up": ("northern", "upper", "top", "north"),
    "down": ("southern", "lower", "bottom", "south"),
    "left": ("western", "left", "lefthand", "left-hand", "west"),
    "right": ("eastern", "right", "righthand", "right-hand", "east"),
}
"""Words before a kind and behind an article (`the northern rider`)."""

FURTHEST = ("furthest", "farthest", "most")


def extreme_at(tokens: Tokens, at: int, world: World) -> tuple[int, str] | None:
    """A superlative of place that begins here, as (index after it, direction); None if none does.

    The direction is empty where it depends on who looks: left and right on a board that each side
    sees from its own end.
    """
    said = word(tokens, at)
    for way, words in MOST.items():
        if said in words:
            sides = world.table.places.style == "tile" and said in ("leftmost", "rightmost")
            return at + 1, "" if sides and world.seat != 1 else way
    if said in FURTHEST:
        found = direction_at(tokens, skip(tokens, at + 1, "to", "the", "on"))
        if found is not None and found[1] in MOST:
            return found
    far = skip(tokens, at, "on", "at", "to", "the")
    if far > at and word(tokens, far) in ("far", "extreme", "outer"):
        for way, words in SIDES.items():
            if word(tokens, far + 1) in words:
                sides = world.table.places.style == "tile" and way in ("left", "right")
                return far + 2, "" if sides and world.seat != 1 else way
    return None


def side_at(tokens: Tokens, at: int, world: World, before: Sequence[str]) -> tuple[int, str] | None:
    """An adjective for who stands furthest that way (`the northern rider`, `my left archer`).

    As (index after it, direction); the direction may be empty, as in `extreme_at`.
    """
    said = word(tokens, at)
    for way, words in SIDES.items():
        if said in words and {"the", "my", "our", "that", "this"} & {*before}:
            sides = world.table.places.style == "tile" and way in ("left", "right")
            own = "" if sides and world.seat != 1 else way
            return skip(tokens, at + 1, "hand", "side", "-", "most"), own
    return None


def furthest(things: Sequence[Thing], way: str, world: World) -> tuple[Thing, ...]:
    """The things that stand furthest that way, several if they are equally far.

    All of them if the direction is empty.
    """
    spots = {thing.ref: spot_of(thing.at, world) for thing in things}
    if not way:
        return tuple(things)
    known = [(spot, thing) for thing in things if (spot := spots[thing.ref]) is not None]
    if not known:
        return ()
    axis, sign = (0 if way in ("up", "down") else 1), (1 if way in ("down", "right") else -1)
    best = max(spot[axis] * sign for spot, _ in known)
    return tuple(thing for spot, thing in known if spot[axis] * sign == best)


def spot_of(at: str, world: World) -> tuple[int, int] | None:
    """The (row, column) of a place as orders write it; rows grow southwards.

    On boards of tiles the numbers only serve to compare and subtract.  None if it is no such place.
    """
    style = world.table.places.style
    tile = re.fullmatch("([a-h])([1-8])", at)
    if style == "tile" and tile is not None:
        return -int(tile[2]), ord(tile[1])
    numbers = re.match("([0-9]+),([0-9]+)", at)
    if style != "grid" or numbers is None:
        return None
    one, two = int(numbers[1]), int(numbers[2])
    return (two, one) if world.table.places.first == "column" else (one, two)
