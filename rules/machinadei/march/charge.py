"""MD-CHARGE: moves that end in contact with a named enemy."""

from collections.abc import Iterator

from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.battle import Battle
from rules.machinadei.field.routes import (
    Ground,
    Steps,
    after,
    is_within,
    length,
    rounded,
    straight_way,
)
from rules.machinadei.field.table import occupied
from rules.machinadei.formation.geometry import base_cells, beside, shifted
from rules.machinadei.formation.ranks import ahead
from rules.machinadei.march.checks import check_not_locked, check_not_reformed, used
from rules.machinadei.march.drill import beside_front, step
from rules.machinadei.march.walk import go, longest
from rules.machinadei.naming import named
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import State, Unit


def charge(battle: Battle, unit: Unit, order: od.Charge) -> None:
    """MD-CHARGE-1: a charge is a move into contact; it has no other effect of its own."""
    state = battle.state
    target = named(state, order.target)
    check_not_locked(state, unit)
    check_not_reformed(unit)
    check_target(unit, target)
    if unit.is_formation:
        charge_ahead(battle, unit, target)
    else:
        charge_freely(battle, unit, target)


def check_target(unit: Unit, target: Unit) -> None:
    """MD-CHARGE-4: the target is an enemy unit on the board."""
    if target.seat == unit.seat:
        raise Refusal("MD-CHARGE-4", f"{target.ref} is no enemy of {unit.ref}.")
    if not target.on_board:
        raise Refusal("MD-CHARGE-4", f"{target.ref} is not on the board.")


def allowance(state: State, unit: Unit) -> int:
    """MD-CHARGE-1: up to the Move, or with `charge=double` twice the Move, less what was used."""
    double = state.options.get("charge", "single") == "double"
    return unit.effective("M") * (2 if double else 1)


def too_short(state: State, unit: Unit, target: Unit, needed: int | None) -> Refusal:
    """MD-CHARGE-3: the target is farther away than the charge may go."""
    has = max(0, allowance(state, unit) - used(unit))
    if needed is None:
        why = f'{unit.ref} finds no way to {target.ref}; it has {has}".'
    else:
        why = f'{unit.ref} needs {needed}" to reach {target.ref} but has {has}".'
    return Refusal("MD-CHARGE-3", why)


# --- formations ---------------------------------------------------------------------------------


def charge_ahead(battle: Battle, unit: Unit, target: Unit) -> None:
    """MD-CHARGE-2: straight ahead until a cell of the front rank is directly behind the target."""
    state = battle.state
    inches = distance_ahead(unit, target)
    if inches is None:
        raise Refusal("MD-CHARGE-2", f"{target.ref} is not straight ahead of {unit.ref}.")
    check_way(state, unit, inches)
    if used(unit) + inches > allowance(state, unit):
        raise too_short(state, unit, target, inches)
    battle.emit(ev.Charged(unit.ref, target.ref, inches))
    step(battle, unit, inches)


def distance_ahead(unit: Unit, target: Unit) -> int | None:
    """MD-CHARGE-2: inches to the nearest cell of the target within the files ahead."""
    found = [
        d - 1
        for d, s in (beside_front(unit, cell) for cell in target.cells)
        if d >= 1 and 0 <= s < unit.files
    ]
    return min(found, default=None)


def check_way(state: State, unit: Unit, inches: int) -> None:
    """MD-MOVE-3: another unit in the way stops the charge."""
    taken = occupied(state, unit.ref)
    for gone in range(1, inches + 1):
        for cell in shifted(unit.cells, ahead(unit.facing), gone):
            if cell in taken:
                other = taken[cell].ref
                raise Refusal(
                    "MD-MOVE-3",
                    f"{unit.ref} cannot go there: {other} is in the way at {place(cell)}.",
                )


# --- individuals and skirmishers ----------------------------------------------------------------


Way = tuple[tuple[Cell, ...], Steps]
"""Where the models end, and what the unit is charged."""


def charge_freely(battle: Battle, unit: Unit, target: Unit) -> None:
    """MD-CHARGE-3: the cheapest place in contact, skirmishers keeping their arrangement."""
    state = battle.state
    most = allowance(state, unit)
    way = cheapest(state, unit, target, most)
    if way is None:
        raise too_short(state, unit, target, over_open_ground(unit, target, most))
    spots, steps = way
    battle.emit(ev.Charged(unit.ref, target.ref, rounded(steps)))
    go(battle, unit, spots, steps)


def over_open_ground(unit: Unit, target: Unit, most: int) -> int | None:
    """MD-CHARGE-3: the inches that it would take over open ground; None: those it has, but other
    units leave it no way or no room."""
    _, shift = next(by_distance(unit, target))
    steps = straight_way((0, 0), shift)
    if is_within(unit.spent, steps, most):
        return None
    return rounded(after(unit.spent, steps)) - used(unit)


def cheapest(state: State, unit: Unit, target: Unit, most: int) -> Way | None:
    """MD-CHARGE-3: of all shifts into contact the one of the lowest cost (unrounded).

    Ties: the smaller y, then the smaller x, of the first model.
    """
    ground = Ground(state, unit)
    best: tuple[int, int, int] | None = None
    found: Way | None = None
    for least, shift in by_distance(unit, target):
        if best is not None and least > best[0]:
            break
        if not is_within(unit.spent, straight_way((0, 0), shift), most):
            break
        spots = shifted(unit.spots, shift)
        if not all(ground.is_free(spot) for spot in spots):
            continue
        steps = longest(ground, unit, spots, most)
        if steps is None or not is_within(unit.spent, steps, most):
            continue
        rank = length(steps), spots[0][1], spots[0][0]
        if best is None or rank < best:
            best, found = rank, (spots, steps)
    return found


def by_distance(unit: Unit, target: Unit) -> Iterator[tuple[int, Cell]]:
    """Every shift of the whole unit that brings a base beside a cell of the target, by the length
    of the walk over open ground, which no real walk undercuts."""
    edges = {edge: None for cell in target.cells for edge in beside(cell)}
    inside = frozenset(target.cells)
    shifts: dict[Cell, None] = {}
    for spot in unit.spots:
        for cell in base_cells(spot, unit.side):
            for edge in edges:
                if edge not in inside:
                    shifts[edge[0] - cell[0], edge[1] - cell[1]] = None
    return iter(sorted((length(straight_way((0, 0), shift)), shift) for shift in shifts))
