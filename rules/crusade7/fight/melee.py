"""Engaging, a step into contact before the attack, and standing up instead of one (7.3)."""

from collections.abc import Iterator

from rules.crusade7.battle import Battle
from rules.crusade7.events import ConditionLost, Engaged, StoodUp
from rules.crusade7.field import geometry
from rules.crusade7.fight.attack_checks import (
    check_attack_left,
    check_class,
    check_foe,
    has_charged,
)
from rules.crusade7.naming import named
from rules.crusade7.orders import Engage, place
from rules.crusade7.state import State, Unit
from rules.line.errors import Refusal
from rules.numbers.grid import DIRECTIONS, Cell, shift


def engage(battle: Battle, unit: Unit, order: Engage) -> None:
    """C7-MELEE-2, C7-MELEE-7: one step, before the attack, that ends next to an enemy.

    It is no move of the Move Phase, and enemy zones do not restrict it.
    """
    state = battle.state
    goal = named(state, unit.seat, order.to) if isinstance(order.to, str) else order.to
    check_class(state, unit)
    check_upright(unit)
    check_not_charged(state, unit)
    check_attack_left(state, unit, ("melee",))
    check_first_engaging(unit)
    to = cell_beside(state, unit, goal) if isinstance(goal, Unit) else goal
    check_on_board(state, unit, to)
    check_one_step(unit, to)
    check_free(state, unit, to)
    check_contact(state, unit, to)
    battle.emit(Engaged(unit.ref, to))


def check_upright(unit: Unit) -> None:
    """C7-COND-3: a prone unit does not engage."""
    if unit.has("prone"):
        raise Refusal("C7-COND-3", f"{unit.ref} is prone and cannot engage")


def check_not_charged(state: State, unit: Unit) -> None:
    """C7-MELEE-4: a unit that charged in this round cannot engage."""
    if has_charged(state, unit):
        raise Refusal("C7-MELEE-4", f"{unit.ref} charged in this round and cannot engage")


def check_first_engaging(unit: Unit) -> None:
    """C7-MELEE-6: a unit engages at most once per phase."""
    if "engage" in unit.spent:
        raise Refusal("C7-MELEE-6", f"{unit.ref} has engaged 1 time in this phase and may 1 time")


def cell_beside(state: State, unit: Unit, foe: Unit) -> Cell:
    """C7-MELEE-3: the step that ends adjacent to the unit named: a straight one before a diagonal
    one, then the lowest row, then the lowest column."""
    check_foe(unit, foe)
    for cell in steps_from(geometry.anchor_of(unit)):
        touches = geometry.separation_at(state, unit, cell, foe) == geometry.ADJACENT
        if touches and geometry.is_free(
            state, cell, geometry.size_of(state, unit), besides=unit.ref
        ):
            return cell
    gap = geometry.separation_at(state, unit, geometry.anchor_of(unit), foe)
    why = f"{foe.ref} is {gap} from {unit.ref}: no free cell adjacent to it is 1 step away"
    raise Refusal("C7-MELEE-3", why)


def steps_from(start: Cell) -> Iterator[Cell]:
    """C7-MELEE-3: the cells one step away, straight ones first, each from the lowest row."""
    straight = [step for step in DIRECTIONS.values() if 0 in step]
    diagonal = [step for step in DIRECTIONS.values() if 0 not in step]
    for step in (*sorted(straight), *sorted(diagonal)):
        yield shift(start, step)


def check_on_board(state: State, unit: Unit, to: Cell) -> None:
    """C7-MOVE-9: the whole footprint ends on the board."""
    if not geometry.on_board(to, geometry.size_of(state, unit)):
        raise Refusal("C7-MOVE-9", f"{unit.ref} cannot engage to {place(to)}: off the board")


def check_one_step(unit: Unit, to: Cell) -> None:
    """C7-MELEE-2: exactly one step, straight or diagonal."""
    start = geometry.anchor_of(unit)
    steps = max(abs(to[0] - start[0]), abs(to[1] - start[1]))
    if steps != 1:
        why = f"{unit.ref} engages by 1 step; {place(start)} to {place(to)} is {steps}"
        raise Refusal("C7-MELEE-2", why)


def check_free(state: State, unit: Unit, to: Cell) -> None:
    """C7-MOVE-10, C7-FLY-3: the cells are free of other units and not impassable."""
    size = geometry.size_of(state, unit)
    if not geometry.is_free(state, to, size, besides=unit.ref):
        others = geometry.units_on(state, to, size, besides=unit.ref)
        what = others[0].ref if others else "impassable ground"
        raise Refusal("C7-MOVE-10", f"{unit.ref} cannot engage to {place(to)}: {what} is there")


def check_contact(state: State, unit: Unit, to: Cell) -> None:
    """C7-MELEE-3: an enemy is adjacent after the step."""
    gaps = []
    for foe in geometry.enemies(state, unit):
        gaps.append(geometry.separation_at(state, unit, to, foe))
        if gaps[-1] == geometry.ADJACENT:
            return
    nearest = f"the nearest is {min(gaps)} away" if gaps else "there is none"
    why = f"{unit.ref} would have no enemy adjacent at {place(to)}; {nearest}"
    raise Refusal("C7-MELEE-3", why)


def stand_up(battle: Battle, unit: Unit) -> None:
    """C7-COND-4: a prone unit stands up in place of its attack, in a phase in which it attacks."""
    check_class(battle.state, unit)
    check_prone(unit)
    check_attack_left(battle.state, unit, ("ranged", "melee"))
    battle.emit(StoodUp(unit.ref))
    battle.emit(ConditionLost(unit.ref, "prone", "stands up"))


def check_prone(unit: Unit) -> None:
    """C7-COND-4: only a prone unit can stand up."""
    if not unit.has("prone"):
        raise Refusal("C7-COND-4", f"{unit.ref} is not prone and cannot stand up")
