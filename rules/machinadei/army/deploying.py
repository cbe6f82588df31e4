"""MD-SETUP: buying and placing an army."""

from dataclasses import replace

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei import statblock as sb
from rules.machinadei.army.raising import (
    check_crowd,
    check_new,
    check_single,
    find_type,
    find_upgrades,
    free_ref,
    raise_unit,
    stand,
    upgraded,
)
from rules.machinadei.battle import Battle
from rules.machinadei.field.table import break_in_chain, check_free, check_on_board, occupied
from rules.machinadei.formation.geometry import base_cells
from rules.machinadei.march.walk import broken_chain, check_apart
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import State, Unit


def deploy(battle: Battle, order: od.Deploy) -> None:
    """Section 6.11: the checks in their order, then the unit is bought and placed."""
    state, seat = battle.state, battle.seat
    block = check_type(state, order.kind)
    check_faction(state, seat, block)
    models = order.models if order.models is not None else default_models(block, order.cells)
    check_range(block, models)
    upgrades = find_upgrades(block, order.options, "MD-SETUP-2")
    points = models * block.cost + sum(one.cost for one in upgrades)
    check_points(state, seat, points)
    check_primaries(state, seat, block)
    check_reserve(block, upgrades, bool(order.cells))
    if order.ref:
        check_new(state, order.ref, "MD-SETUP-12")
    ref = order.ref or free_ref(state, block)
    check_crowd(state, seat, models, upgraded(block, upgrades))
    unit, profile = raise_unit(state, seat, ref, block, models, upgrades)
    check_single(unit)
    unit = settle(state, unit, order)
    battle.emit(ev.UnitEntered(unit, "deployed", profile, points, block.faction))


def settle(state: State, unit: Unit, order: od.Deploy) -> Unit:
    """MD-WALK-4, MD-BOARD-2, MD-SETUP-7, MD-BOARD-3, MD-UNIT-3, in this order."""
    if not order.cells:
        return in_reserve(unit)
    unit, spots = stand(unit, order.cells, order.facing, order.files, "MD-UNIT-6")
    cells = cells_of(unit, spots)
    check_on_board(state, unit.ref, cells)
    check_zone(state, unit, cells)
    check_room(state, unit, spots)
    return unit


def in_reserve(unit: Unit) -> Unit:
    """MD-SETUP-11: off the board, waiting."""
    return replace(unit, waits=True)


def cells_of(unit: Unit, spots: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Every cell that the models would cover."""
    return tuple(cell for spot in spots for cell in base_cells(spot, unit.side))


def check_room(state: State, unit: Unit, spots: tuple[Cell, ...]) -> None:
    """MD-BOARD-3, MD-UNIT-3: free cells, and one chain."""
    cells = cells_of(unit, spots)
    check_free(occupied(state, unit.ref), cells)
    check_apart(unit.ref, cells)
    found = break_in_chain(spots, unit.side) if unit.kind == "skirmish" else None
    if found is not None:
        raise broken_chain(unit.ref, found)


def default_models(block: sb.Statblock, cells: tuple[Cell, ...]) -> int:
    """Section 6.11: without a number the type's minimum; skirmishers one for each cell listed."""
    if block.kind == "skirmish" and len(cells) > 1:
        return len(cells)
    return block.least


def check_type(state: State, name: str) -> sb.Statblock:
    """MD-SETUP-2: a type of the loaded data."""
    block = find_type(state, name)
    if block is None:
        raise Refusal("MD-SETUP-2", f"there is no unit type {name[:40]}.")
    return block


def check_faction(state: State, seat: int, block: sb.Statblock) -> None:
    """MD-SETUP-3: all units of a seat belong to the faction of its first unit."""
    faction = state.armies[seat].faction
    if faction and not sb.same(faction, block.faction):
        raise Refusal(
            "MD-SETUP-3", f"{block.name} is of {block.faction}, {seat_name(seat)} of {faction}."
        )


def check_range(block: sb.Statblock, models: int) -> None:
    """MD-SETUP-4: the number of models lies within the type's range."""
    if not block.least <= models <= block.most:
        raise Refusal(
            "MD-SETUP-4", f"{block.name}: {block.least} to {block.most} models, not {models}."
        )


def limit(state: State) -> int:
    """MD-SETUP-5: the points limit of each army."""
    return int(state.options.get("points", "1000"))


def check_points(state: State, seat: int, points: int) -> None:
    """MD-SETUP-5: models x cost and options; a seat may not spend more than `points`."""
    total = state.armies[seat].points + points
    if total > limit(state):
        raise Refusal("MD-SETUP-5", f"{total} points, limit {limit(state)}.")


def check_primaries(state: State, seat: int, block: sb.Statblock) -> None:
    """MD-SETUP-6: one Primary for each full 1000 points, and always one."""
    most = max(1, limit(state) // 1000)
    if block.tier == sb.PRIMARY and count_of(state, seat, sb.PRIMARY) >= most:
        raise Refusal(
            "MD-SETUP-6",
            f"{seat_name(seat)} has {most} Primary already; {limit(state)} points allow {most}.",
        )


def count_of(state: State, seat: int, *tiers: int) -> int:
    """How many units of these tiers a seat has."""
    return sum(
        1
        for unit in state.units.values()
        if unit.seat == seat and unit.tier in tiers and not unit.gone
    )


def check_reserve(block: sb.Statblock, upgrades: tuple[sb.Upgrade, ...], placed: bool) -> None:
    """MD-SETUP-11: a unit with `reserve`, and no other, is bought `in reserve`."""
    brought = (one.brings for one in upgrades)
    waits = any(isinstance(one, sb.Reserve) for one in (*block.abilities, *brought))
    if waits and placed:
        raise Refusal("MD-SETUP-11", f"{block.name} starts off the board: buy it `in reserve`.")
    if not waits and not placed:
        raise Refusal("MD-SETUP-11", f"{block.name} has no reserve ability: name its position.")


def zone(state: State, seat: int) -> range:
    """MD-SETUP-7: the floor(height / 4) rows at the seat's own edge."""
    rows = state.height // 4
    return range(1, rows + 1) if seat == 2 else range(state.height - rows + 1, state.height + 1)


def check_zone(state: State, unit: Unit, cells: tuple[Cell, ...]) -> None:
    """MD-SETUP-7: every cell of a deployed unit lies in the seat's zone."""
    rows = zone(state, unit.seat)
    for cell in cells:
        if cell[1] not in rows:
            raise Refusal(
                "MD-SETUP-7",
                f"{unit.ref} at {place(cell)} would stand outside rows {rows[0]} to {rows[-1]}."
                if rows
                else f"{unit.ref}: this board has no deployment zone.",
            )


def check_army(state: State, seat: int) -> None:
    """MD-SETUP-9, MD-SETUP-8: a unit on the board, and no more Secondaries than lesser units."""
    if next(state.on_board(seat), None) is None:
        raise Refusal("MD-SETUP-9", f"{seat_name(seat)} has no unit on the board.")
    greater, lesser = (
        count_of(state, seat, sb.SECONDARY),
        count_of(state, seat, sb.TERTIARY, sb.FODDER),
    )
    if greater > lesser:
        raise Refusal(
            "MD-SETUP-8",
            f"{seat_name(seat)} has {greater} Secondary units, "
            f"but {lesser} Tertiary and Fodder units.",
        )
