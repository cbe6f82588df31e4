"""What a plan may know of a battle, and what units could do under standing orders."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import isqrt

from rules.border.plans import Act, Body, PlanRules, PlanWords, PossibleOrder
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import is_accepted, legal
from rules.machinadei.candidates import shots
from rules.machinadei.field import is_on_board
from rules.machinadei.formation import COMPASS, ahead, nearest, shifted
from rules.machinadei.naming import find_unit
from rules.machinadei.state import PHASES, Spent, State, Unit, key
from rules.numbers.grid import cell_of


def bodies(state: State, viewer: int | None) -> tuple[Body, ...]:
    """MD-WOUND-4: the units on the board, with the wounds that they can still suffer."""
    return tuple(
        Body(unit.ref, unit.seat, unit.left, unit.start * unit.wound_limit, unit.cost * unit.models)
        for unit in state.on_board()
    )


def fallen(state: State, viewer: int | None) -> tuple[str, ...]:
    """MD-WOUND-4: the units that have left the game."""
    return tuple(unit.ref for unit in state.units.values() if unit.gone)


def apart(state: State, viewer: int | None, one: str, other: str, at: str = "") -> Fraction | None:
    """MD-MEAS-2: the smallest gap to a unit or a cell, in inches to two decimals."""
    unit, target = find_unit(state, one), find_unit(state, other)
    if unit is None or not unit.on_board:
        return None
    cells = unit.cells
    if at:
        cell, front = cell_of(at), unit.position
        if cell is None:
            return None
        cells = shifted(cells, (cell[0] - front[0], cell[1] - front[1]))
    goal = cell_of(other)
    if target is not None:
        others: tuple[od.Cell, ...] = target.cells if target.on_board else ()
    else:
        others = (goal,) if goal is not None and is_on_board(state, goal) else ()
    return Fraction(isqrt(nearest(cells, others) * 10_000), 100) if others else None


def deeds(state: State, seat: int, ref: str, act: Act) -> Iterator[PossibleOrder]:
    """MD-SEQ-4: what the unit could be ordered in the seat's part of the phase."""
    unit = state.find(ref)
    if unit is None or not unit.on_board or unit.seat != seat or state.flow.turn != seat:
        return
    if act == "attack" and state.flow.phase == "shooting" and state.pending is None:
        yield from shooting(state, unit)
    elif act in ("charge", "move") and state.flow.phase == "move":
        for order in legal(state, seat, ref):
            if act == "charge" and isinstance(order, od.Charge):
                yield PossibleOrder(order, order.target)
            elif act == "move" and (goal := goal_of(unit, order)) is not None:
                yield PossibleOrder(order, place=od.place(goal))


def shooting(state: State, unit: Unit) -> Iterator[PossibleOrder]:
    """Section 6.8: shots at each enemy; a weapon is named where one is asked for."""
    if unit.broken or unit.acted:
        return
    for order in shots(state, unit):
        if isinstance(order, od.Shoot) and is_accepted(state, unit.seat, order):
            yield PossibleOrder(order, order.target, merit=1)
            for weapon in state.weapons(unit, "ranged"):
                chosen = replace(order, weapon=weapon.name)
                if is_accepted(state, unit.seat, chosen):
                    yield PossibleOrder(chosen, order.target, weapon.name)


def goal_of(unit: Unit, order: object) -> od.Cell | None:
    """Where the front of the unit would come to stand; None if the order is no plain move."""
    if isinstance(order, od.Advance) and isinstance(order.inches, int):
        return shifted((unit.position,), ahead(unit.facing), order.inches)[0]
    if isinstance(order, od.MoveSteps) and isinstance(order.steps, int):
        return shifted((unit.position,), COMPASS[order.direction], order.steps)[0]
    return None


def foreseen(state: State, seat: int, ref: str, act: Act) -> State | None:
    """MD-SEQ-4, MD-SEQ-7: the state as if it were the seat's part of the phase for this act, with
    the unit fresh and nobody having moved."""
    unit = state.find(ref)
    if unit is None or state.flow.phase not in PHASES:
        return None
    phase = "shooting" if act == "attack" else "move"
    if (state.flow.phase, state.flow.turn) == (phase, seat):
        return state
    fresh = replace(unit, spent=Spent(), turning=None, reformed=False, acted=False)
    flow = replace(state.flow, phase=phase, turn=seat)
    return replace(state, flow=flow, pending=None, units={**state.units, key(ref): fresh})


PLANS = PlanRules(
    terms=PlanWords(("inch", "inches"), "wounds", ("attack", "charge", "move", "hold")),
    bodies=bodies,
    apart=apart,
    deeds=deeds,
    foreseen=foreseen,
    fallen=fallen,
)
