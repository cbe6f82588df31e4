"""Moves other than charges: drill of formations, reforms, free walks."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from rules.display.words import counted
from rules.line.errors import Refusal, required
from rules.machinadei import events as ev
from rules.machinadei import field, formation
from rules.machinadei import orders as od
from rules.machinadei.statblock import Drill, Grip
from rules.machinadei.state import Battle, State, Unit

# What the orders of the Move phase have in common: who may move, and how far.


def check_not_locked(state: State, unit: Unit) -> None:
    """MD-MOVE-2: an engaged unit may not move.

    With the option `disengage=free` it may, unless an enemy that touches it has `grip` for its
    Size.
    """
    for enemy in field.touching(state, unit):
        if state.is_bound():
            raise Refusal("MD-MOVE-2", f"{unit.ref} is engaged with {enemy.ref} and cannot move.")
        if any(unit.size <= grip.size for grip in state.block(enemy).having(Grip)):
            raise Refusal("MD-MOVE-2", f"{unit.ref} is held by {enemy.ref}.")


def check_not_reformed(unit: Unit) -> None:
    """MD-REFORM-4: a unit that has reformed does nothing else in this Move phase."""
    if unit.reformed:
        raise Refusal("MD-REFORM-4", f"{unit.ref} has reformed in this phase.")


def check_formation(unit: Unit, what: str) -> None:
    """MD-MOVE-4: advance, wheel, turn and reform are for formations."""
    if not unit.is_formation:
        raise Refusal("MD-MOVE-4", f"{unit.ref} is no formation ({unit.kind}) and cannot {what}.")


def check_loose(unit: Unit) -> None:
    """MD-MOVE-4: free moves are for individuals and skirmishers."""
    if unit.is_formation:
        raise Refusal("MD-MOVE-4", f"{unit.ref} is a formation and cannot walk freely.")


def whole(unit: Unit, inches: int | str) -> int:
    """MD-MOVE-5: the distance, if it is a whole number of inches of at least 1."""
    if isinstance(inches, str) or inches < 1:
        why = f"{unit.ref} moves whole inches of at least 1, not {str(inches)[:20]}."
        raise Refusal("MD-MOVE-5", why)
    return inches


def used(unit: Unit) -> int:
    """MD-MEAS-3: the movement used in this phase, rounded."""
    return field.rounded(unit.spent)


def remaining(unit: Unit) -> int:
    """MD-MOVE-1: the movement left, never below 0."""
    return max(0, unit.effective("M") - used(unit))


def check_movement(unit: Unit, inches: int, what: str = "") -> None:
    """MD-MOVE-1: in a Move phase a unit uses movement up to its effective M."""
    if used(unit) + inches > unit.effective("M"):
        raise too_far(unit, inches, what)


def too_far(unit: Unit, inches: int, what: str = "") -> Refusal:
    """MD-MOVE-1: the refusal of a movement that is too long."""
    move, gone = unit.effective("M"), used(unit)
    purpose = f" to {what}" if what else ""
    return Refusal(
        "MD-MOVE-1",
        f'{unit.ref} needs {inches}"{purpose} but has {remaining(unit)}" left '
        f"(Move {move}, used {gone}).",
    )


# MD-ADV, MD-WHEEL, MD-TURN: how formations march.


def front(unit: Unit) -> od.Cell:
    """The front-left cell of a formation.  Raises `Refusal` for any other unit."""
    if unit.at is None:
        raise Refusal("MD-MOVE-4", f"{unit.ref} is no formation.")
    return unit.at


def check_may_drill(state: State, unit: Unit, what: str) -> None:
    """MD-MOVE-2, MD-REFORM-4, MD-MOVE-4, in this order."""
    check_not_locked(state, unit)
    check_not_reformed(unit)
    check_formation(unit, what)


# --- advance ------------------------------------------------------------------------------------


def advance(battle: Battle, unit: Unit, order: od.Advance) -> None:
    """MD-ADV-1: the formation shifts straight ahead, one inch for each cell."""
    check_may_drill(battle.state, unit, "advance")
    inches = whole(unit, remaining(unit) if order.inches is None else order.inches)
    check_movement(unit, inches)
    check_road(battle.state, unit, inches)
    step(battle, unit, inches)


def check_road(state: State, unit: Unit, inches: int) -> None:
    """MD-BOARD-2, MD-MOVE-3: each cell that it enters must be on the board and free."""
    f = formation.ahead(unit.facing)
    free = room_ahead(state, unit)
    if inches > free:
        raise Refusal("MD-BOARD-2", f'{unit.ref} would leave the board after {free}".')
    taken = field.occupied(state, unit.ref)
    for gone in range(1, inches + 1):
        for cell in formation.shifted(unit.cells, f, gone):
            if cell in taken:
                other = taken[cell].ref
                why = f'{unit.ref} cannot advance {inches}": {other} is {gone - 1}" ahead.'
                raise Refusal("MD-MOVE-3", why)


def room_ahead(state: State, unit: Unit) -> int:
    """MD-BOARD-2: how many cells lie between the front rank and the edge."""
    x, y = front(unit)
    return {"N": y - 1, "S": state.height - y, "W": x - 1, "E": state.width - x}[unit.facing]


def step(battle: Battle, unit: Unit, inches: int) -> None:
    """MD-ADV-1: move the formation straight ahead."""
    at = front(unit)
    (to,) = formation.shifted((at,), formation.ahead(unit.facing), inches)
    battle.emit(ev.Advanced(unit.ref, inches, at, to))


# --- wheel --------------------------------------------------------------------------------------


def wheel(battle: Battle, unit: Unit, order: od.Wheel) -> None:
    """MD-WHEEL-1 to MD-WHEEL-5: a quarter turn about a front corner, at once or in parts."""
    state = battle.state
    check_may_drill(state, unit, "wheel")
    done = unit.turning.angle if unit.turning and unit.turning.side == order.side else 0
    angle = 90 - done if order.angle is None else order.angle
    check_angle(state, unit, done, angle)
    drilled = state.block(unit).has(Drill)
    cost = formation.wheel_cost(unit.files, done + angle, drilled) - formation.wheel_cost(
        unit.files, done, drilled
    )
    files = counted(unit.files, "file")
    check_movement(unit, cost, f"wheel {angle} with {files}")
    at, facing, complete = front(unit), unit.facing, done + angle == 90
    if complete:
        check_sweep(state, unit, order.side)
        at, facing, _ = formation.wheeled(at, facing, unit.files, order.side)
    battle.emit(
        ev.Wheeled(unit.ref, order.side, angle, done, cost, unit.files, complete, at, facing)
    )


def check_angle(state: State, unit: Unit, done: int, angle: int) -> None:
    """MD-WHEEL-2: parts are multiples of the option `wheel` and add up to at most 90."""
    part = int(state.options.get("wheel", "45"))
    if angle < 1 or angle % part or done + angle > 90:
        raise Refusal(
            "MD-WHEEL-2",
            f"{unit.ref} has wheeled {done} of 90 degrees; parts are multiples of {part}, "
            f"not {angle}.",
        )


def check_sweep(state: State, unit: Unit, side: str) -> None:
    """MD-WHEEL-4: the new cells are on the board; they and the square in front are free."""
    at, facing, files = formation.wheeled(front(unit), unit.facing, unit.files, side)
    new = formation.standing(at, facing, files, unit.models)
    field.check_on_board(state, unit.ref, new)
    over = formation.swept(front(unit), unit.facing, unit.files, unit.ranks, side)
    check_dressed(state, unit, (*over, *new))


# --- turn ---------------------------------------------------------------------------------------


def turn(battle: Battle, unit: Unit, order: od.Turn) -> None:
    """MD-TURN-1, MD-TURN-2: to the left, to the right or about, each model on its place."""
    check_may_drill(battle.state, unit, "turn")
    go_about(battle, unit, order.way)


def face(battle: Battle, unit: Unit, order: od.Face) -> None:
    """MD-TURN-3: `faces E` is the turn that leads there; it must change the facing."""
    check_may_drill(battle.state, unit, "turn")
    why = f"{unit.ref} faces {unit.facing} already."
    way = required(way_to(unit, order.facing), "MD-TURN-3", why)
    go_about(battle, unit, way)


def way_to(unit: Unit, facing: str) -> str:
    """MD-TURN-3: the turn that gives it this facing; empty if it has it already."""
    ways = ("left", "right", "around")
    return next((way for way in ways if formation.to_side(unit.facing, way) == facing), "")


def turned(unit: Unit, way: str) -> Unit:
    """MD-TURN-2: the formation after a turn, if there is room for it."""
    at, facing, files = formation.turned(front(unit), unit.facing, unit.files, unit.models, way)
    return replace(unit, at=at, facing=facing, files=files)


def cost_of_turn(state: State, unit: Unit) -> int:
    """MD-TURN-1: a turn costs 1 inch; MD-ABIL-1: drilled troops turn for nothing."""
    return 0 if state.block(unit).has(Drill) else 1


def go_about(battle: Battle, unit: Unit, way: str) -> None:
    """MD-TURN-1, MD-MOVE-3: turn, where there is room for it."""
    cost, after = cost_of_turn(battle.state, unit), turned(unit, way)
    check_movement(unit, cost, "turn")
    check_dressed(battle.state, unit, after.places)
    battle.emit(ev.Turned(unit.ref, way, cost, front(after), after.facing, after.files))


def check_dressed(state: State, unit: Unit, cells: Iterable[od.Cell]) -> None:
    """MD-MOVE-3: no other unit stands on these cells, where the formation would go or stand."""
    taken = field.occupied(state, unit.ref)
    for cell in cells:
        if cell in taken:
            other = taken[cell].ref
            why = f"{unit.ref} cannot go there: {other} is in the way at {od.place(cell)}."
            raise Refusal("MD-MOVE-3", why)


def beside_front(unit: Unit, cell: od.Cell) -> tuple[int, int]:
    """MD-ARC-1: how far a cell is ahead of the front rank, and to the right of its left end."""
    (fx, fy), (rx, ry) = formation.ahead(unit.facing), formation.rightward(unit.facing)
    at = front(unit)
    dx, dy = cell[0] - at[0], cell[1] - at[1]
    return dx * fx + dy * fy, dx * rx + dy * ry


# MD-REFORM: a formation takes a new shape, place or facing.


def reform(battle: Battle, unit: Unit, order: od.Reform) -> None:
    """MD-REFORM-1 to MD-REFORM-8: any files, any facing; nothing else in this phase."""
    state = battle.state
    check_may_reform(state, unit)
    files = files_of(unit, order)
    facing = order.facing or unit.facing
    stand = front(unit), unit.facing, unit.files
    at = order.at or formation.centred(stand, unit.models, facing, files)
    check_place(state, unit, formation.standing(at, facing, files, unit.models))
    ranks = formation.ranks_of(unit.models, files)
    battle.emit(ev.Reformed(unit.ref, at, facing, files, ranks, unit.effective("M")))


def check_may_reform(state: State, unit: Unit) -> None:
    """MD-REFORM-1, MD-REFORM-4, MD-REFORM-2, MD-REFORM-3, in this order."""
    if field.is_engaged(state, unit):
        raise Refusal("MD-REFORM-1", f"{unit.ref} is engaged and cannot reform.")
    check_not_reformed(unit)
    if used(unit):
        raise Refusal("MD-REFORM-2", f'{unit.ref} has used {used(unit)}" in this phase.')
    if not unit.is_formation:
        raise Refusal("MD-REFORM-3", f"{unit.ref} is no formation ({unit.kind}).")


def files_of(unit: Unit, order: od.Reform) -> int:
    """MD-REFORM-5: the new number of files; files or ranks are 1 to the number of models."""
    asked, what = order.files, "files"
    if asked is None:
        asked, what = order.ranks or 0, "ranks"
    if not 1 <= asked <= unit.models:
        raise Refusal("MD-REFORM-5", f"{unit.ref} can have 1 to {unit.models} {what}, not {asked}.")
    return formation.ranks_of(unit.models, asked) if what == "ranks" else asked


def check_place(state: State, unit: Unit, cells: tuple[od.Cell, ...]) -> None:
    """MD-BOARD-2, MD-BOARD-3, MD-REFORM-6, MD-REFORM-7, in this order."""
    field.check_on_board(state, unit.ref, cells)
    field.check_free(field.occupied(state, unit.ref), cells)
    move = unit.effective("M")
    if not can_walk(unit.cells, cells, 2 * move):
        why = f'a model of {unit.ref} would move more than {2 * move}" (2 x Move {move}).'
        raise Refusal("MD-REFORM-6", why)
    for enemy in field.enemies(state, unit.seat):
        if formation.touches(cells, frozenset(enemy.cells)):
            raise Refusal("MD-REFORM-7", f"{unit.ref} would be in contact with {enemy.ref}.")


def can_walk(old: tuple[od.Cell, ...], new: tuple[od.Cell, ...], most: int) -> bool:
    """MD-REFORM-6: can the models be assigned to the new cells so that none moves farther than
    `most`?

    An exact matching: each model takes a cell within its reach, and others make room for it.
    """
    far = most * most
    one, two = formation.bounds(old), formation.bounds(new)
    across = max(two[2] - one[0], one[2] - two[0])
    down = max(two[3] - one[1], one[3] - two[1])
    if across * across + down * down <= far:
        return True
    near = [
        [j for j, to in enumerate(new) if (to[0] - x) ** 2 + (to[1] - y) ** 2 <= far]
        for x, y in old
    ]
    holder = [-1] * len(new)
    return all(
        _seat_model(model, near, holder)
        for model in sorted(range(len(old)), key=lambda m: len(near[m]))
    )


def _seat_model(model: int, near: list[list[int]], holder: list[int]) -> bool:
    """Find a cell for one model, moving others on along a chain that ends in a free cell."""
    came: dict[int, int] = {}
    waiting = [model]
    for one in waiting:
        for cell in near[one]:
            if cell in came:
                continue
            came[cell] = one
            if holder[cell] < 0:
                _pass_on(cell, model, near, holder, came)
                return True
            waiting.append(holder[cell])
    return False


def _pass_on(
    cell: int, model: int, near: list[list[int]], holder: list[int], came: dict[int, int]
) -> None:
    """Along the chain, up to `model`, give each cell to the model that reached it."""
    while True:
        taker = came[cell]
        left = next((c for c in near[taker] if holder[c] == taker), -1)
        holder[cell] = taker
        if taker == model:
            return
        cell = left


# MD-WALK: how individuals and skirmishers move.


def move_to(battle: Battle, unit: Unit, order: od.MoveTo) -> None:
    """Section 6.6: to one cell, the others keeping their places; or one cell for each model."""
    check_may_walk(battle.state, unit)
    cells = order.cells
    if len(cells) == 1 and unit.kind == "skirmish":
        x, y = unit.spots[0]
        cells = formation.shifted(unit.spots, (cells[0][0] - x, cells[0][1] - y))
    check_layout(unit.ref, unit.models, cells)
    walk(battle, unit, cells)


def move_steps(battle: Battle, unit: Unit, order: od.MoveSteps) -> None:
    """MD-WALK-3: move n steps in a direction; the cost is the shortest walk there."""
    check_may_walk(battle.state, unit)
    steps = whole(unit, order.steps)
    walk(battle, unit, formation.shifted(unit.spots, formation.COMPASS[order.direction], steps))


def check_may_walk(state: State, unit: Unit) -> None:
    """MD-MOVE-2, MD-REFORM-4, MD-MOVE-4, in this order."""
    check_not_locked(state, unit)
    check_not_reformed(unit)
    check_loose(unit)


def check_layout(name: str, models: int, cells: tuple[od.Cell, ...]) -> None:
    """MD-WALK-4: a list of cells has exactly one cell per model."""
    if len(cells) != models:
        raise Refusal("MD-WALK-4", f"{name} has {models} models, {len(cells)} cells are listed.")


def walk(battle: Battle, unit: Unit, spots: tuple[od.Cell, ...]) -> None:
    """MD-WALK-1, MD-WALK-2: every model walks its own shortest way; the longest counts."""
    state = battle.state
    check_ends(state, unit, spots)
    steps = longest(field.Ground(state, unit), unit, spots)
    if steps is None:
        raise no_way(state, unit, spots)
    check_reach(unit, steps)
    check_chain(unit, spots)
    go(battle, unit, spots, steps)


def go(battle: Battle, unit: Unit, spots: tuple[od.Cell, ...], steps: field.Steps) -> None:
    """Put the models in their new places, at the cost of these steps."""
    spent = field.rounded(field.after(unit.spent, steps))
    battle.emit(ev.Walked(unit.ref, unit.position, spots, *steps, spent))


def check_ends(state: State, unit: Unit, spots: tuple[od.Cell, ...]) -> None:
    """MD-BOARD-2, MD-BOARD-3: the destination is on the board and free for every base."""
    cells = replace(unit, spots=spots).cells
    field.check_on_board(state, unit.ref, cells)
    field.check_free(field.occupied(state, unit.ref), cells)
    check_apart(unit.ref, cells)


def check_apart(name: str, cells: tuple[od.Cell, ...]) -> None:
    """MD-BOARD-3: a cell holds at most one model of a unit, too."""
    seen: dict[od.Cell, None] = {}
    for cell in cells:
        if cell in seen:
            raise Refusal("MD-BOARD-3", f"{od.place(cell)} is taken by another model of {name}.")
        seen[cell] = None


def longest(
    ground: field.Ground, unit: Unit, spots: tuple[od.Cell, ...], most: int | None = None
) -> field.Steps | None:
    """MD-WALK-2: the longest of the models' shortest walks; None if one model has no way, or none
    within `most` if that is given."""
    found: field.Steps = (0, 0)
    for start, end in zip(unit.spots, spots, strict=True):
        if most is None:
            steps = ground.walk(start, end)
        else:
            steps = ground.walk_within(start, end, unit.spent, most)
        if steps is None:
            return None
        found = max(found, steps, key=field.length)
    return found


def no_way(state: State, unit: Unit, spots: tuple[od.Cell, ...]) -> Refusal:
    """MD-MOVE-3: the refusal when there is no free route, naming the unit nearest to the start."""
    taken: field.Taken = field.occupied(state, unit.ref)
    ground = field.Ground(state, unit)
    for start, end in zip(unit.spots, spots, strict=True):
        if ground.walk(start, end) is None:
            at = min(taken, key=partial(steps_between, start))
            why = f"{unit.ref} cannot go there: {taken[at].ref} is in the way at {od.place(at)}."
            return Refusal("MD-MOVE-3", why)
    return Refusal("MD-MOVE-3", f"{unit.ref} cannot go there.")


def steps_between(one: od.Cell, two: od.Cell) -> int:
    """How many straight steps lie between two cells."""
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def check_reach(unit: Unit, steps: field.Steps) -> None:
    """MD-MOVE-1, MD-MEAS-3: walks of one phase are added up unrounded."""
    if not field.is_within(unit.spent, steps, unit.effective("M")):
        raise too_far(unit, field.rounded(field.after(unit.spent, steps)) - used(unit))


def check_chain(unit: Unit, spots: tuple[od.Cell, ...]) -> None:
    """MD-UNIT-3: after every movement skirmishers form one chain."""
    found = field.break_in_chain(spots, unit.side)
    if unit.kind == "skirmish" and found is not None:
        raise broken_chain(unit.ref, found)


def broken_chain(name: str, found: tuple[int, int]) -> Refusal:
    """MD-UNIT-3: the refusal that names the model that is cut off, and its distance to the next."""
    model, far = found[0], formation.inches(found[1])
    why = f'{name} would not be one chain: model {model} is {far}" from the next.'
    return Refusal("MD-UNIT-3", why)
