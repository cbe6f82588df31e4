"""What the reader of orders may know of the board: units by tile and kind, the names of kinds."""

from collections.abc import Mapping
from dataclasses import replace

from rules.crusade8x8.board.tables import COLOURS, FORWARD, KINDS, PAWNS, tile_name
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.view import position_for
from rules.display.things import Thing

NOUNS = {
    "kind": KINDS,
    "compass": ("up", "down", "north", "east", "south", "west"),
    "side": ("army 1", "army 2"),
    "condition": ("frozen",),
}


def things(state: State, viewer: int) -> tuple[Thing, ...]:
    """C8-REF-4: every unit that this viewer sees, named by type and tile."""
    position = position_for(state, viewer)
    found = []
    for tile in range(64):
        unit = position.unit_at(tile)
        if unit is not None:
            thing = thing_of(unit.kind, unit.seat, tile, unit.facing)
            found.append(thing if viewer else replace(thing, said=""))
    return tuple(found)


def references(state: State, viewer: int | None) -> tuple[str, ...]:
    """C8-REF-4: the tiles on which this viewer sees a unit."""
    seen = position_for(state, viewer)
    return tuple(tile_name(tile) for tile in range(64) if not seen.is_open(tile))


def thing_of(kind: str, seat: int, tile: int, facing: str | None) -> Thing:
    """A unit; a Noble looks nowhere, but its army's way is forward."""
    name = tile_name(tile)
    words = ("pawn" if kind in PAWNS else "noble", COLOURS[seat])
    said = f"{kind.lower()} {name}"
    return Thing(name, seat, kind, words, name, said=said, facing=facing or FORWARD[seat])


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """C8-REF-4: kinds and the other words that sentences use as names; C8-TREAS-1: what is still
    to be captured, with its tile."""
    return {**NOUNS, "treasure": treasures(state, viewer)}


def treasures(state: State, viewer: int) -> tuple[str, ...]:
    """C8-TREAS-1: `supply b6`: what a player may still capture, for the GM what anybody may."""
    position = position_for(state, viewer)
    return tuple(
        f"{kind.lower()} {tile_name(tile)}"
        for kind in ("Supply", "Relic")
        for seat in (1, 2)
        if seat != viewer
        for tile in position.treasures_of(seat, kind)
    )
