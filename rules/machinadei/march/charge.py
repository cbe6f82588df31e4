"""Charges, and the flight of the broken."""

from collections.abc import Iterator
from itertools import chain

from rules.line.errors import Refusal, required
from rules.machinadei import events as ev
from rules.machinadei import field, formation
from rules.machinadei import orders as od
from rules.machinadei.fight.strike import leave
from rules.machinadei.march import drill
from rules.machinadei.naming import check_enemy, named
from rules.machinadei.orders import Cell
from rules.machinadei.state import Battle, State, Unit, now

# MD-CHARGE: moves that end in contact with a named enemy.


def charge(battle: Battle, unit: Unit, order: od.Charge) -> None:
    """MD-CHARGE-1: a charge is a move into contact; it has no other effect of its own."""
    state = battle.state
    target = named(state, order.target)
    drill.check_not_locked(state, unit)
    drill.check_not_reformed(unit)
    check_enemy(unit, target, "MD-CHARGE-4")
    if unit.is_formation:
        charge_ahead(battle, unit, target)
    else:
        charge_freely(battle, unit, target)


def allowance(state: State, unit: Unit) -> int:
    """MD-CHARGE-1: the Move, or with `charge=double` twice the Move, before use is deducted."""
    double = state.options.get("charge", "single") == "double"
    return unit.effective("M") * (2 if double else 1)


def too_short(state: State, unit: Unit, target: Unit, needed: int | None) -> Refusal:
    """MD-CHARGE-3: the refusal when the target is farther away than the charge may go."""
    has = max(0, allowance(state, unit) - drill.used(unit))
    if needed is None:
        why = f'{unit.ref} finds no way to {target.ref}; it has {has}".'
    else:
        why = f'{unit.ref} needs {needed}" to reach {target.ref} but has {has}".'
    return Refusal("MD-CHARGE-3", why)


# --- formations ---------------------------------------------------------------------------------


def charge_ahead(battle: Battle, unit: Unit, target: Unit) -> None:
    """MD-CHARGE-2: straight ahead until the front rank is in contact with the target."""
    state = battle.state
    why = f"{target.ref} is not straight ahead of {unit.ref}."
    inches = required(distance_ahead(unit, target), "MD-CHARGE-2", why)
    check_way(state, unit, inches)
    if drill.used(unit) + inches > allowance(state, unit):
        raise too_short(state, unit, target, inches)
    battle.emit(ev.Charged(unit.ref, target.ref, inches))
    drill.step(battle, unit, inches)


def distance_ahead(unit: Unit, target: Unit) -> int | None:
    """MD-CHARGE-2: inches to the nearest cell of the target within the files ahead."""
    found = [
        d - 1
        for d, s in (drill.beside_front(unit, cell) for cell in target.cells)
        if d >= 1 and 0 <= s < unit.files
    ]
    return min(found, default=None)


def check_way(state: State, unit: Unit, inches: int) -> None:
    """MD-MOVE-3: another unit in the way stops the charge."""
    step = formation.ahead(unit.facing)
    ways = (formation.shifted(unit.cells, step, gone) for gone in range(1, inches + 1))
    drill.check_dressed(state, unit, chain.from_iterable(ways))


# --- individuals and skirmishers ----------------------------------------------------------------


Way = tuple[tuple[Cell, ...], field.Steps]
"""Where the models end, and the steps that the unit is charged for."""


def charge_freely(battle: Battle, unit: Unit, target: Unit) -> None:
    """MD-CHARGE-3: the cheapest place in contact, skirmishers keeping their arrangement."""
    state = battle.state
    most = allowance(state, unit)
    way = cheapest(state, unit, target, most)
    if way is None:
        raise too_short(state, unit, target, over_open_ground(unit, target, most))
    spots, steps = way
    battle.emit(ev.Charged(unit.ref, target.ref, field.rounded(steps)))
    drill.go(battle, unit, spots, steps)


def over_open_ground(unit: Unit, target: Unit, most: int) -> int | None:
    """MD-CHARGE-3: the inches that it would need over open ground; None if it has them, but other
    units leave it no way or no room."""
    _, shift = next(by_distance(unit, target))
    steps = field.straight_way((0, 0), shift)
    if field.is_within(unit.spent, steps, most):
        return None
    return field.rounded(field.after(unit.spent, steps)) - drill.used(unit)


def cheapest(state: State, unit: Unit, target: Unit, most: int) -> Way | None:
    """MD-CHARGE-3: the cheapest (unrounded) of all shifts of the unit into contact.

    Ties: the smaller y, then the smaller x, of the first model.
    """
    ground = field.Ground(state, unit)
    best: tuple[int, int, int] | None = None
    found: Way | None = None
    for least, shift in by_distance(unit, target):
        if best is not None and least > best[0]:
            break
        if not field.is_within(unit.spent, field.straight_way((0, 0), shift), most):
            break
        spots = formation.shifted(unit.spots, shift)
        if not all(ground.is_free(spot) for spot in spots):
            continue
        steps = drill.longest(ground, unit, spots, most)
        if steps is None or not field.is_within(unit.spent, steps, most):
            continue
        rank = field.length(steps), spots[0][1], spots[0][0]
        if best is None or rank < best:
            best, found = rank, (spots, steps)
    return found


def by_distance(unit: Unit, target: Unit) -> Iterator[tuple[int, Cell]]:
    """Every shift of the whole unit that brings a base beside a cell of the target, by the length
    of the walk over open ground; no real walk is shorter."""
    edges = {edge: None for cell in target.cells for edge in formation.beside(cell)}
    inside = frozenset(target.cells)
    shifts: dict[Cell, None] = {}
    for spot in unit.spots:
        for cell in formation.base_cells(spot, unit.side):
            for edge in edges:
                if edge not in inside:
                    shifts[edge[0] - cell[0], edge[1] - cell[1]] = None
    return iter(
        sorted((field.length(field.straight_way((0, 0), shift)), shift) for shift in shifts)
    )


# MD-BREAK-3: how the broken flee at the start of the Move phase.


HOME = {1: "S", 2: "N"}
"""MD-SETUP-7: each seat's own edge."""


def flee_all(battle: Battle) -> None:
    """MD-BREAK-3: broken units flee in placement order."""
    for unit in tuple(battle.state.on_board()):
        if now(battle, unit).broken and now(battle, unit).on_board:
            flee(battle, now(battle, unit))


def flee(battle: Battle, unit: Unit) -> None:
    """MD-BREAK-3: the unit flees its whole Move straight away from the cause."""
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
    stand = replace_stand(unit, formation.COMPASS[direction], inches)
    battle.emit(
        ev.Fled(unit.ref, inches, direction, "", name, stand[0], unit.facing, unit.files, stand[1])
    )


def replace_stand(unit: Unit, step: Cell, inches: int) -> tuple[Cell | None, tuple[Cell, ...]]:
    """Front-left cell of a formation, or spots of other units, after these cells straight on."""
    if unit.is_formation:
        return formation.shifted((drill.front(unit),), step, inches)[0], ()
    return None, formation.shifted(unit.spots, step, inches)


def pursuer(state: State, unit: Unit) -> Unit | None:
    """MD-BREAK-3: the cause, or if unknown or gone the nearest enemy, ties in placement order."""
    cause = state.find(unit.cause) if unit.cause else None
    if cause is not None and cause.on_board:
        return cause
    foes = field.enemies(state, unit.seat)
    return min(foes, key=lambda foe: formation.nearest(unit.cells, foe.cells), default=None)


def way_out(unit: Unit, cause: Unit | None) -> str:
    """MD-BREAK-3: away from the cause, along the axis on which they are farther apart."""
    if cause is None:
        return HOME[unit.seat]
    west, north, east, south = formation.bounds(unit.cells)
    their_west, their_north, their_east, their_south = formation.bounds(cause.cells)
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
    """MD-BREAK-3, MD-TURN-2: the formation facing that way, at no cost, and whether it has room."""
    if unit.facing == direction:
        return unit, True
    after = drill.turned(unit, drill.way_to(unit, direction))
    taken = field.occupied(state, unit.ref)
    return after, not any(cell in taken for cell in after.places)


def run(state: State, unit: Unit, direction: str) -> tuple[int, str]:
    """MD-BREAK-3: how many cells it flees, and a bad end of the flight, if it has one.

    It stops before another unit; if that is at its first cell, it is cut down; if it crosses the
    edge, it leaves the board.
    """
    taken = field.occupied(state, unit.ref)
    step = formation.ahead(direction)
    for gone in range(1, unit.effective("M") + 1):
        cells = formation.shifted(unit.cells, step, gone)
        if any(cell in taken for cell in cells):
            return (gone - 1, "") if gone > 1 else (0, "is cut down")
        if not all(field.is_on_board(state, cell) for cell in cells):
            return gone - 1, "leaves the board"
    return unit.effective("M"), ""
