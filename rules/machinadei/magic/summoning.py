"""MD-EFF-4, MD-ABIL-6: units that come into the battle by magic or from the reserve."""

from dataclasses import replace

from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.army.deploying import cells_of
from rules.machinadei.army.raising import check_crowd, find_type, free_ref, raise_unit, stand
from rules.machinadei.battle import Battle, roll
from rules.machinadei.field.table import check_free, check_on_board, enemies, occupied
from rules.machinadei.formation.geometry import touches, within
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import Statblock, SummonEffect
from rules.machinadei.state import State, Unit


def summoned(
    state: State, unit: Unit, effect: SummonEffect, at: Cell
) -> tuple[Unit, Statblock | None]:
    """MD-EFF-4: n models for the caster's seat, default facing and layout, at no cost."""
    block = find_type(state, effect.kind)
    if block is None:
        raise Refusal("MD-DATA-5", f"there is no unit type {effect.kind}.")
    models = 1 if block.kind == "individual" else effect.models
    new, profile = raise_unit(state, unit.seat, free_ref(state, block), block, models, cost=0)
    placed, _ = stand(new, (at,), "", None, "MD-EFF-4")
    return placed, profile


def check_summon(state: State, unit: Unit, effect: SummonEffect, at: Cell) -> None:
    """MD-BOARD-2, MD-BOARD-3, MD-MAG-7: room on the board, and no contact with an enemy."""
    new, profile = summoned(state, unit, effect, at)
    check_crowd(state, unit.seat, new.models, profile or state.block(new))
    check_entry(state, new, cells_of(new, new.places))


def check_entry(state: State, unit: Unit, cells: tuple[Cell, ...]) -> None:
    """MD-BOARD-2, MD-BOARD-3, MD-MAG-7, in this order."""
    check_on_board(state, unit.ref, cells)
    check_free(occupied(state, unit.ref), cells)
    check_apart_from_enemies(state, unit, cells)


def check_apart_from_enemies(state: State, unit: Unit, cells: tuple[Cell, ...]) -> None:
    """MD-MAG-7: summoned or arriving units may not be placed in contact with an enemy."""
    for enemy in enemies(state, unit.seat):
        if touches(cells, frozenset(enemy.cells)):
            raise Refusal("MD-MAG-7", f"{unit.ref} would be in contact with {enemy.ref}.")


def summon(battle: Battle, unit: Unit, effect: SummonEffect, at: Cell) -> None:
    """MD-EFF-4: the new unit stands there; it counts for victory as a unit with cost 0."""
    new, profile = summoned(battle.state, unit, effect, at)
    battle.emit(ev.UnitEntered(new, "summoned", profile))


# --- arrivals -----------------------------------------------------------------------------------


def arrive(battle: Battle, unit: Unit, order: od.Arrive) -> None:
    """MD-ABIL-6: a d10; with the casualties of its seat it must exceed the threshold."""
    state = battle.state
    reserve = state.reserve(unit)
    if reserve is None:
        raise Refusal("MD-ABIL-6", f"{unit.ref} has no reserve ability.")
    placed, spots = stand(replace(unit, waits=False), (order.at,), "", None, "MD-ABIL-6")
    cells = cells_of(placed, spots)
    check_on_board(state, unit.ref, cells)
    check_free(occupied(state, unit.ref), cells)
    check_near_friend(state, unit, cells, reserve.reach)
    check_apart_from_enemies(state, unit, cells)
    battle.emit(ev.Acted(unit.ref))
    die = roll(battle, f"{unit.ref} arrives")
    lost = battle.state.armies[unit.seat].casualties
    arrives = die + lost > reserve.threshold
    battle.emit(ev.ArrivalRolled(unit.ref, die, lost, reserve.threshold, arrives))
    if arrives:
        battle.emit(ev.Arrived(replace(placed, acted=True)))


def check_near_friend(state: State, unit: Unit, cells: tuple[Cell, ...], reach: int) -> None:
    """MD-MAG-9: an arriving unit stands within the given distance of a friend on the board."""
    friends = (friend for friend in state.on_board(unit.seat) if friend.ref != unit.ref)
    if not any(within(cells, friend.cells, reach) for friend in friends):
        raise Refusal("MD-MAG-9", f'{unit.ref} would not be within {reach}" of a friend.')
