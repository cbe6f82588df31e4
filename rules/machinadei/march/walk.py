"""MD-WALK: how individuals and skirmishers move."""

from functools import partial

from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.battle import Battle
from rules.machinadei.field.routes import Ground, Steps, after, is_within, length, rounded
from rules.machinadei.field.table import Taken, break_in_chain, check_free, check_on_board, occupied
from rules.machinadei.formation.geometry import COMPASS, base_cells, inches, shifted
from rules.machinadei.march.checks import (
    check_loose,
    check_not_locked,
    check_not_reformed,
    too_far,
    used,
    whole,
)
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import State, Unit


def move_to(battle: Battle, unit: Unit, order: od.MoveTo) -> None:
    """Section 6.6: to a cell, the others keeping their places; or one cell for each model."""
    check_may_walk(battle.state, unit)
    cells = order.cells
    if len(cells) == 1 and unit.kind == "skirmish":
        x, y = unit.spots[0]
        cells = shifted(unit.spots, (cells[0][0] - x, cells[0][1] - y))
    check_layout(unit.ref, unit.models, cells)
    walk(battle, unit, cells)


def move_steps(battle: Battle, unit: Unit, order: od.MoveSteps) -> None:
    """MD-WALK-3: n steps in a direction as displacement; the cost is the shortest walk there."""
    check_may_walk(battle.state, unit)
    steps = whole(unit, order.steps)
    walk(battle, unit, shifted(unit.spots, COMPASS[order.direction], steps))


def check_may_walk(state: State, unit: Unit) -> None:
    """MD-MOVE-2, MD-REFORM-4, MD-MOVE-4, in this order."""
    check_not_locked(state, unit)
    check_not_reformed(unit)
    check_loose(unit)


def check_layout(name: str, models: int, cells: tuple[Cell, ...]) -> None:
    """MD-WALK-4: a list of cells has exactly one cell per model."""
    if len(cells) != models:
        raise Refusal("MD-WALK-4", f"{name} has {models} models, {len(cells)} cells are listed.")


def walk(battle: Battle, unit: Unit, spots: tuple[Cell, ...]) -> None:
    """MD-WALK-1, MD-WALK-2: every model walks its own shortest way; the longest counts."""
    state = battle.state
    check_ends(state, unit, spots)
    steps = longest(Ground(state, unit), unit, spots)
    if steps is None:
        raise no_way(state, unit, spots)
    check_reach(unit, steps)
    check_chain(unit, spots)
    go(battle, unit, spots, steps)


def go(battle: Battle, unit: Unit, spots: tuple[Cell, ...], steps: Steps) -> None:
    """The models stand in their new places."""
    spent = rounded(after(unit.spent, steps))
    battle.emit(ev.Walked(unit.ref, unit.position, spots, *steps, spent))


def check_ends(state: State, unit: Unit, spots: tuple[Cell, ...]) -> None:
    """MD-BOARD-2, MD-BOARD-3: the destination is on the board and free for every base."""
    cells = tuple(cell for spot in spots for cell in base_cells(spot, unit.side))
    check_on_board(state, unit.ref, cells)
    check_free(occupied(state, unit.ref), cells)
    check_apart(unit.ref, cells)


def check_apart(name: str, cells: tuple[Cell, ...]) -> None:
    """MD-BOARD-3: a cell holds at most one model of a unit, too."""
    seen: dict[Cell, None] = {}
    for cell in cells:
        if cell in seen:
            raise Refusal("MD-BOARD-3", f"{place(cell)} is taken by another model of {name}.")
        seen[cell] = None


def longest(
    ground: Ground, unit: Unit, spots: tuple[Cell, ...], most: int | None = None
) -> Steps | None:
    """MD-WALK-2: the longest of the models' shortest walks; None if one has no way at all, or
    none within the movement if that is given."""
    found: Steps = (0, 0)
    for start, end in zip(unit.spots, spots, strict=True):
        if most is None:
            steps = ground.walk(start, end)
        else:
            steps = ground.walk_within(start, end, unit.spent, most)
        if steps is None:
            return None
        found = max(found, steps, key=length)
    return found


def no_way(state: State, unit: Unit, spots: tuple[Cell, ...]) -> Refusal:
    """MD-MOVE-3: there is no free route at all; the unit that stands nearest is named."""
    taken: Taken = occupied(state, unit.ref)
    ground = Ground(state, unit)
    for start, end in zip(unit.spots, spots, strict=True):
        if ground.walk(start, end) is None:
            at = min(taken, key=partial(steps_between, start))
            why = f"{unit.ref} cannot go there: {taken[at].ref} is in the way at {place(at)}."
            return Refusal("MD-MOVE-3", why)
    return Refusal("MD-MOVE-3", f"{unit.ref} cannot go there.")


def steps_between(one: Cell, two: Cell) -> int:
    """How many straight steps lie between two cells."""
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def check_reach(unit: Unit, steps: Steps) -> None:
    """MD-MOVE-1, MD-MEAS-3: walks of one phase are added up unrounded."""
    if not is_within(unit.spent, steps, unit.effective("M")):
        raise too_far(unit, rounded(after(unit.spent, steps)) - used(unit))


def check_chain(unit: Unit, spots: tuple[Cell, ...]) -> None:
    """MD-UNIT-3: after every movement skirmishers form one chain."""
    found = break_in_chain(spots, unit.side)
    if unit.kind == "skirmish" and found is not None:
        raise broken_chain(unit.ref, found)


def broken_chain(name: str, found: tuple[int, int]) -> Refusal:
    """MD-UNIT-3: which model is cut off, and how far it is from the next."""
    model, square = found
    return Refusal(
        "MD-UNIT-3",
        f'{name} would not be one chain: model {model} is {inches(square)}" from the next.',
    )
