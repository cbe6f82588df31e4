"""Who could come at whom in one Move phase, at what cost: for the opponent and for questions."""

from dataclasses import replace

from rules.machinadei.formation.geometry import bounds
from rules.machinadei.formation.ranks import ahead, turned
from rules.machinadei.march.charge import allowance, distance_ahead
from rules.machinadei.march.drill import front
from rules.machinadei.state import State, Unit

TENTHS = 10
"""Ways are reckoned in tenths of an inch."""

WAYS = ("", "left", "right", "around")
"""Straight ahead, or after a turn (MD-TURN-1)."""


def apart(unit: Unit, foe: Unit) -> tuple[int, int]:
    """How many cells lie between two units, across and down."""
    west, north, east, south = bounds(unit.cells)
    their_west, their_north, their_east, their_south = bounds(foe.cells)
    across = max(0, their_west - east - 1, west - their_east - 1)
    down = max(0, their_north - south - 1, north - their_south - 1)
    return across, down


def way(unit: Unit, foe: Unit) -> int:
    """How far it is to a foe over open ground, in tenths: a formation goes ahead and turns."""
    across, down = apart(unit, foe)
    if not unit.is_formation:
        return TENTHS * max(across, down) + 4 * min(across, down)
    fx, fy = ahead(unit.facing)
    forward, aside = (across, down) if fx else (down, across)
    (west, north, east, south), (left, top, right, bottom) = bounds(unit.cells), bounds(foe.cells)
    in_front = left > east if fx > 0 else right < west if fx < 0 else False
    in_front = in_front or (top > south if fy > 0 else bottom < north if fy < 0 else False)
    beside = min(east, right) >= max(west, left) if fy else min(south, bottom) >= max(north, top)
    if in_front and beside:
        return TENTHS * forward
    return TENTHS * (forward + aside + (2 if in_front else 1))


def could_charge(state: State, unit: Unit, foe: Unit, turns: int = 1) -> bool:
    """MD-CHARGE-1 to MD-CHARGE-3 over open ground: could it be in contact after so many Move
    phases?"""
    most = allowance(state, unit) * turns
    if not unit.is_formation:
        return way(unit, foe) <= TENTHS * most + 4
    return any(inches_to(state, unit, foe, turn) <= most for turn in WAYS)


def inches_to(state: State, unit: Unit, foe: Unit, turn: str) -> int:
    """What a formation spends to come into contact straight ahead, or after a turn."""
    cost = 0
    if turn:
        at, facing, files = turned(front(unit), unit.facing, unit.files, unit.models, turn)
        unit = replace(unit, at=at, facing=facing, files=files)
        cost = 0 if state.has_drill(unit) else 1
    inches = distance_ahead(unit, foe)
    return 10**6 if inches is None else inches + cost
