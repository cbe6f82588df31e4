"""Computes the tile that a number of steps leads to from where a unit stands."""

import re
from collections.abc import Mapping

from grammar.reader.patterns import Form
from grammar.reader.values import OFFSETS
from grammar.reader.world import Value, World
from rules.display.things import Thing

FILES = "abcdefgh"


class NoTile(Exception):
    """The tile cannot be computed; the text says why."""


def tile_of(value: Value, thing: Thing | None, world: World, moved: bool = False) -> str:
    """The tile that steps (`value`) lead to from where a unit stands.  Raises `NoTile`.

    Forward is where the unit faces or, if it faces nowhere, where its side plays to.  `moved`: it
    is moved by another unit, and one step is meant if no number was said.
    """
    if value.kind == "line" or thing is None or not thing.at:
        raise NoTile("it is not said which tile")
    unsaid = len(value.numbers) > 3 or value.kind == "direction"
    if unsaid and not moved and value.word not in ("forward", "back"):
        if not _goes_one(thing, world):
            raise NoTile("it is not said how far")
        if value.word in ("left", "right") and thing.facing not in ("", "up"):
            raise NoTile("it is not said whose left and right")
    if moved and value.word in ("forward", "back"):
        raise NoTile("it is not said which way")
    down, across, steps = _steps(value)
    if value.word in ("forward", "back"):
        onward = (-1, 0) if thing.seat == 1 else (1, 0)
        look = OFFSETS.get(thing.facing, onward)
        sign = steps if value.word == "forward" else -steps
        down, across = sign * look[0], sign * look[1]
    file = FILES.index(thing.at[0]) + across
    rank = int(thing.at[1]) - down
    if not (0 <= file < 8 and 1 <= rank <= 8) or not (down or across):
        raise NoTile("that leads off the board")
    return f"{FILES[file]}{rank}"


def gone_to(form: Form, values: Mapping[str, tuple[str, ...]], ahead: str) -> str:
    """The tile where an order takes its unit; empty if the unit stays or it was not said where.

    `ahead`: the tile it reaches by an order that only says forward or a heading.
    """
    if form.text in (
        "{who} moves {heading}",
        "{who} moves {onward}",
        "{who} advances",
        "{who} moves forward",
    ):
        return ahead
    if not form.text.startswith("{who} moves {place}"):
        return ""
    tiles = [one for name in ("place", "side") for one in values.get(name, ())]
    return tiles[-1] if tiles and re.fullmatch("[a-h][1-8]", tiles[-1]) else ""


def ahead_of(thing: Thing | None, world: World, way: Value | None = None) -> str:
    """The tile in front of a unit, or where the steps `way` lead it; empty if there is none."""
    try:
        return tile_of(way or Value("direction", word="forward"), thing, world)
    except NoTile:
        return ""


def _steps(value: Value) -> tuple[int, int, int]:
    """Steps down, steps to the right, and the number of steps; a direction alone is one step."""
    if value.kind == "offset":
        down, across, *more = value.numbers
        return down, across, more[0] if more else 1
    down, across = OFFSETS.get(value.word, (0, 0))
    steps = value.numbers[0] if value.numbers else 1
    return down * steps, across * steps, steps


def _goes_one(thing: Thing, world: World) -> bool:
    """Does it go one step when no number is said?"""
    strides = world.table.places.strides
    mine = {one.lower() for one in (thing.kind, *thing.words)}
    return not strides or bool(mine & {*strides})
