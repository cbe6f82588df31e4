"""The board of a state: who stands where, who touches whom, and what lies off its edge."""

from collections.abc import Iterable
from functools import lru_cache

from rules.line.errors import Refusal
from rules.line.kept import Same
from rules.machinadei.formation.geometry import beside
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import State, Unit

Taken = dict[Cell, Unit]
"""MD-BOARD-3: the unit on each occupied cell."""


def occupied(state: State, without: str = "") -> Taken:
    """MD-BOARD-3: a cell holds at most one model; every occupied cell and its unit."""
    taken = dict(_taken(Same(state)))
    if without and (unit := state.find(without)) is not None:
        for cell in unit.cells:
            taken.pop(cell, None)
    return taken


@lru_cache(maxsize=4)
def _taken(state: Same[State]) -> Taken:
    """The same, once for each state."""
    return {cell: unit for unit in state.value.on_board() for cell in unit.cells}


def is_on_board(state: State, cell: Cell) -> bool:
    """MD-BOARD-1: x from 1 to the width, y from 1 to the height."""
    return 1 <= cell[0] <= state.width and 1 <= cell[1] <= state.height


def check_on_board(state: State, name: str, cells: Iterable[Cell]) -> None:
    """MD-BOARD-2: every cell of a unit is on the board; a location given in an order too."""
    for cell in cells:
        if not is_on_board(state, cell):
            size = f"{state.width} x {state.height}"
            raise Refusal("MD-BOARD-2", f"{name} would leave the board ({size}) at {place(cell)}.")


def check_location(state: State, cell: Cell) -> None:
    """MD-BOARD-2: a location given in an order is on the board."""
    if not is_on_board(state, cell):
        size = f"{state.width} x {state.height} cells"
        raise Refusal("MD-BOARD-2", f"{place(cell)} is not on the board of {size}.")


def check_free(taken: Taken, cells: Iterable[Cell]) -> None:
    """MD-BOARD-3: no cell of the place is taken by another unit."""
    for cell in cells:
        if cell in taken:
            raise Refusal("MD-BOARD-3", f"{place(cell)} is taken by {taken[cell].ref}.")


def touching(state: State, unit: Unit, taken: Taken | None = None) -> tuple[Unit, ...]:
    """MD-MEAS-4: the enemy units in contact with a unit, in placement order."""
    if not unit.on_board:
        return ()
    taken = _taken(Same(state)) if taken is None else taken
    near = {
        other.ref
        for cell in unit.cells
        for edge in beside(cell)
        if (other := taken.get(edge)) is not None and other.seat != unit.seat
    }
    if not near:
        return ()
    return tuple(other for other in state.units.values() if other.ref in near)


def is_engaged(state: State, unit: Unit) -> bool:
    """Is it in contact with at least one enemy unit?"""
    return bool(touching(state, unit))


def enemies(state: State, seat: int) -> tuple[Unit, ...]:
    """The enemy units on the board, in placement order."""
    return tuple(unit for unit in state.on_board() if unit.seat != seat)


def is_chain(spots: tuple[Cell, ...], side: int) -> bool:
    """MD-UNIT-3: every model can be reached from every other by gaps of at most 1."""
    return break_in_chain(spots, side) is None


def break_in_chain(spots: tuple[Cell, ...], side: int) -> tuple[int, int] | None:
    """MD-UNIT-3: the first model that is cut off, and the square of its gap to the nearest."""
    if len(spots) < 2:
        return None
    waiting, rest = [spots[0]], dict.fromkeys(spots[1:])
    while waiting:
        one = waiting.pop()
        near = [other for other in rest if spot_gap(one, other, side) <= 1]
        for other in near:
            del rest[other]
        waiting += near
    if not rest:
        return None
    lost = next(spot for spot in spots if spot in rest)
    gap = min(spot_gap(lost, other, side) for other in spots if other not in rest)
    return spots.index(lost) + 1, gap


def spot_gap(one: Cell, two: Cell, side: int) -> int:
    """MD-MEAS-1: the square of the gap between two bases of the same size."""
    across, down = abs(one[0] - two[0]) - side, abs(one[1] - two[1]) - side
    return max(0, across) ** 2 + max(0, down) ** 2
