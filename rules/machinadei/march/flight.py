"""MD-BREAK-3: how the broken flee at the start of the Move phase."""

from dataclasses import replace

from rules.machinadei import events as ev
from rules.machinadei.battle import Battle, now
from rules.machinadei.field.table import enemies, is_on_board, occupied
from rules.machinadei.fight.wounds import leave
from rules.machinadei.formation.geometry import COMPASS, base_cells, bounds, nearest, shifted
from rules.machinadei.formation.ranks import ahead, standing, to_side, turned
from rules.machinadei.march.drill import front
from rules.machinadei.orders import Cell
from rules.machinadei.state import State, Unit

HOME = {1: "S", 2: "N"}
"""MD-SETUP-7: the seats' own edges."""


def flee_all(battle: Battle) -> None:
    """MD-BREAK-3: broken units flee in placement order."""
    for unit in tuple(battle.state.on_board()):
        if now(battle, unit).broken and now(battle, unit).on_board:
            flee(battle, now(battle, unit))


def flee(battle: Battle, unit: Unit) -> None:
    """MD-BREAK-3: the whole Move straight away from the cause."""
    state = battle.state
    cause = pursuer(state, unit)
    direction = way_out(unit, cause)
    name = cause.ref if cause else ""
    if unit.is_formation:
        unit, fits = about(state, unit, direction)
        if not fits:
            battle.emit(ev.Fled(unit.ref, 0, direction, "is cut down", name))
            leave(battle, now(battle, unit), "cut down")
            return
    inches, end = run(state, unit, direction)
    if end:
        battle.emit(ev.Fled(unit.ref, inches, direction, end, name))
        leave(battle, now(battle, unit), "fled" if "board" in end else "cut down")
        return
    stand = replace_stand(unit, COMPASS[direction], inches)
    battle.emit(
        ev.Fled(unit.ref, inches, direction, "", name, stand[0], unit.facing, unit.files, stand[1])
    )


def replace_stand(unit: Unit, step: Cell, inches: int) -> tuple[Cell | None, tuple[Cell, ...]]:
    """Front-left cell, or spots, after so many cells straight on."""
    if unit.is_formation:
        return shifted((front(unit),), step, inches)[0], ()
    return None, shifted(unit.spots, step, inches)


def pursuer(state: State, unit: Unit) -> Unit | None:
    """MD-BREAK-3: the cause; unknown or gone: the nearest enemy, ties in placement order."""
    cause = state.find(unit.cause) if unit.cause else None
    if cause is not None and cause.on_board:
        return cause
    foes = enemies(state, unit.seat)
    return min(foes, key=lambda foe: nearest(unit.cells, foe.cells), default=None)


def way_out(unit: Unit, cause: Unit | None) -> str:
    """MD-BREAK-3: along the axis on which they are farther apart, away from the cause."""
    if cause is None:
        return HOME[unit.seat]
    west, north, east, south = bounds(unit.cells)
    their_west, their_north, their_east, their_south = bounds(cause.cells)
    across = max(0, their_west - east, west - their_east)
    down = max(0, their_north - south, north - their_south)
    x, y = west + east - their_west - their_east, north + south - their_north - their_south
    if across == down == 0:
        across, down = abs(x), abs(y)
    if across > down:
        return "E" if x > 0 else "W"
    if y == 0:
        return HOME[unit.seat]
    return "S" if y > 0 else "N"


def about(state: State, unit: Unit, direction: str) -> tuple[Unit, bool]:
    """MD-BREAK-3, MD-TURN-2: it faces that way without cost; do its dressed ranks have room?"""
    if unit.facing == direction:
        return unit, True
    way = next(way for way in ("left", "right", "around") if to_side(unit.facing, way) == direction)
    at, facing, files = turned(front(unit), unit.facing, unit.files, unit.models, way)
    taken = occupied(state, unit.ref)
    fits = not any(cell in taken for cell in standing(at, facing, files, unit.models))
    return replace(unit, at=at, facing=facing, files=files), fits


def run(state: State, unit: Unit, direction: str) -> tuple[int, str]:
    """MD-BREAK-3: how many cells it comes, and how the flight ends if it ends badly.

    It stops before another unit; stopped before its first cell it is cut down; over the edge it
    is gone.
    """
    taken = occupied(state, unit.ref)
    step = ahead(direction)
    for gone in range(1, unit.effective("M") + 1):
        cells = [
            cell
            for spot in shifted(unit.places, step, gone)
            for cell in base_cells(spot, unit.side)
        ]
        if any(cell in taken for cell in cells):
            return (gone - 1, "") if gone > 1 else (0, "is cut down")
        if not all(is_on_board(state, cell) for cell in cells):
            return gone - 1, "leaves the board"
    return unit.effective("M"), ""
