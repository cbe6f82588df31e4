"""MD-SEQ-5 and beyond: a part of a phase in which no unit can do anything passes by itself."""

from rules.line.orders import EndPhase, Order
from rules.machinadei.field.table import Taken, enemies, occupied, touching
from rules.machinadei.formation.geometry import within
from rules.machinadei.march.checks import used
from rules.machinadei.sequence.turns import can_act, can_shoot
from rules.machinadei.state import State, Unit

VOLLEY = 3
"""MD-AREA-1: the splash of a volley."""


def idle(state: State) -> tuple[int, Order, str] | None:
    """Before the seat has ordered anything in its part: it may still want to take that back."""
    flow = state.flow
    if flow.outcome is not None or not flow.turn or flow.offer or state.pending is not None:
        return None
    seat, taken = flow.turn, occupied(state)
    units = list(state.on_board(seat))
    if any(begun(unit) for unit in units):
        return None
    match flow.phase:
        case "move" if all(is_stuck(state, unit, taken) for unit in units):
            return seat, EndPhase(), "no unit can move"
        case "magic" if not can_act(state, seat):
            return seat, EndPhase(), "nobody casts"
        case "shooting" if not any(has_aim(state, unit, taken) for unit in units):
            return seat, EndPhase(), "nobody is in range"
        case "melee" if not can_act(state, seat):
            return seat, EndPhase(), "nobody divides attacks"
    return None


def begun(unit: Unit) -> bool:
    """Has it been given an order in this phase?"""
    moved = bool(used(unit) or unit.reformed or unit.turning)
    return moved or unit.acted or bool(unit.division)


def is_stuck(state: State, unit: Unit, taken: Taken) -> bool:
    """MD-MOVE-2, MD-BREAK-4, MD-BREAK-5: engaged and bound, or broken without the right to
    reform."""
    if unit.broken:
        return not (unit.is_formation and unit.fled)
    return state.is_bound() and bool(touching(state, unit, taken))


def has_aim(state: State, unit: Unit, taken: Taken) -> bool:
    """Is an enemy within reach of one of its weapons, splash and all?  Sight is not asked."""
    if unit.acted or not can_shoot(state, unit, taken):
        return False
    for weapon in state.block(unit).weapons:
        far = weapon.reach + (weapon.splash if weapon.use == "area" else VOLLEY)
        if weapon.use != "melee" and any(
            within(unit.cells, foe.cells, far + 1) for foe in enemies(state, unit.seat)
        ):
            return True
    return False
