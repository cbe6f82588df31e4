"""The board around a tile in words, for those who cannot see it."""

from collections.abc import Iterator

from rules.crusade8x8.board.position import Position
from rules.crusade8x8.board.tables import COLOURS, TILE_NAMES, TREASURES, tile_name, tile_named
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.picture import unit_words
from rules.crusade8x8.telling.view import position_for
from rules.line.errors import Refusal
from rules.numbers.grid import direction, offset


def describe(state: State, viewer: int | None, reference: str) -> tuple[str, ...]:
    """What lies on a tile and what is near it, as White sees the board: up is towards rank 8."""
    name = reference.strip().lower()
    if name not in TILE_NAMES:
        raise Refusal("C8-BOARD-1", f"{reference[:20]} is no tile; tiles are a1 to h8")
    return tuple(lines(position_for(state, viewer), tile_named(name)))


def lines(position: Position, tile: int) -> Iterator[str]:
    """The tile itself, then everything else by the number of steps to it."""
    here = list(things(position, tile))
    yield f"{tile_name(tile)}: {'; '.join(here) or 'empty'}"
    for steps, other in sorted((steps_between(tile, one), one) for one in range(64)):
        for thing in things(position, other) if other != tile else ():
            rows, columns = tile // 8 - other // 8, other % 8 - tile % 8
            where = f"{direction(rows, columns)} ({offset(rows, columns)})"
            yield f"{thing}: {steps} away, {where}"


def things(position: Position, tile: int) -> Iterator[str]:
    """The unit on a tile and the treasure there."""
    unit = position.unit_at(tile)
    if unit is not None:
        yield f"{COLOURS[unit.seat]} {unit_words(position, tile)}"
    if position.treasures[tile]:
        yield f"{TREASURES[position.treasures[tile]]} on {tile_name(tile)}"


def steps_between(one: int, other: int) -> int:
    """In how many steps, slanting ones included, one tile is reached from another."""
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))
