"""MD-ADV, MD-WHEEL, MD-TURN: how formations march."""

from rules.display.words import counted
from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.battle import Battle
from rules.machinadei.field.table import check_on_board, is_on_board, occupied
from rules.machinadei.formation.geometry import shifted
from rules.machinadei.formation.ranks import (
    ahead,
    rightward,
    standing,
    swept,
    to_side,
    turned,
    wheel_cost,
    wheeled,
)
from rules.machinadei.march.checks import (
    check_formation,
    check_movement,
    check_not_locked,
    check_not_reformed,
    remaining,
    whole,
)
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import State, Unit


def front(unit: Unit) -> Cell:
    """The front-left cell of a formation."""
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
    f = ahead(unit.facing)
    free = room_ahead(state, unit)
    if inches > free:
        raise Refusal("MD-BOARD-2", f'{unit.ref} would leave the board after {free}".')
    taken = occupied(state, unit.ref)
    for gone in range(1, inches + 1):
        for cell in shifted(unit.cells, f, gone):
            if cell in taken:
                other = taken[cell].ref
                why = f'{unit.ref} cannot advance {inches}": {other} is {gone - 1}" ahead.'
                raise Refusal("MD-MOVE-3", why)


def room_ahead(state: State, unit: Unit) -> int:
    """MD-BOARD-2: how many cells lie between the front rank and the edge."""
    x, y = front(unit)
    return {"N": y - 1, "S": state.height - y, "W": x - 1, "E": state.width - x}[unit.facing]


def step(battle: Battle, unit: Unit, inches: int) -> None:
    """MD-ADV-1: the cells change by n times f."""
    at = front(unit)
    (to,) = shifted((at,), ahead(unit.facing), inches)
    battle.emit(ev.Advanced(unit.ref, inches, at, to))


# --- wheel --------------------------------------------------------------------------------------


def wheel(battle: Battle, unit: Unit, order: od.Wheel) -> None:
    """MD-WHEEL-1 to MD-WHEEL-5: a quarter turn about a front corner, at once or in parts."""
    state = battle.state
    check_may_drill(state, unit, "wheel")
    done = unit.turning.angle if unit.turning and unit.turning.side == order.side else 0
    angle = 90 - done if order.angle is None else order.angle
    check_angle(state, unit, done, angle)
    drilled = state.has_drill(unit)
    cost = wheel_cost(unit.files, done + angle, drilled) - wheel_cost(unit.files, done, drilled)
    files = counted(unit.files, "file")
    check_movement(unit, cost, f"wheel {angle} with {files}")
    at, facing, complete = front(unit), unit.facing, done + angle == 90
    if complete:
        check_sweep(state, unit, order.side)
        at, facing, _ = wheeled(at, facing, unit.files, order.side)
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
    at, facing, files = wheeled(front(unit), unit.facing, unit.files, side)
    new = standing(at, facing, files, unit.models)
    check_on_board(state, unit.ref, new)
    taken = occupied(state, unit.ref)
    for cell in (*swept(front(unit), unit.facing, unit.files, unit.ranks, side), *new):
        if cell in taken:
            other = taken[cell].ref
            why = f"{unit.ref} cannot go there: {other} is in the way at {place(cell)}."
            raise Refusal("MD-MOVE-3", why)


# --- turn ---------------------------------------------------------------------------------------


def turn(battle: Battle, unit: Unit, order: od.Turn) -> None:
    """MD-TURN-1, MD-TURN-2: to the left, to the right or about, each model on its place."""
    check_may_drill(battle.state, unit, "turn")
    go_about(battle, unit, order.way)


def face(battle: Battle, unit: Unit, order: od.Face) -> None:
    """MD-TURN-3: `faces E` is the turn that leads there; it must change the facing."""
    check_may_drill(battle.state, unit, "turn")
    ways = [way for way in ("left", "right", "around") if to_side(unit.facing, way) == order.facing]
    if not ways:
        raise Refusal("MD-TURN-3", f"{unit.ref} faces {unit.facing} already.")
    go_about(battle, unit, ways[0])


def go_about(battle: Battle, unit: Unit, way: str) -> None:
    """MD-TURN-1: 1 inch, MD-ABIL-1: nothing for drilled troops."""
    state = battle.state
    cost = 0 if state.has_drill(unit) else 1
    check_movement(unit, cost, "turn")
    at, facing, files = turned(front(unit), unit.facing, unit.files, unit.models, way)
    check_dressed(state, unit, standing(at, facing, files, unit.models))
    battle.emit(ev.Turned(unit.ref, way, cost, at, facing, files))


def check_dressed(state: State, unit: Unit, cells: tuple[Cell, ...]) -> None:
    """MD-MOVE-3: another unit may stand where the dressed ranks would."""
    taken = occupied(state, unit.ref)
    for cell in cells:
        if cell in taken:
            other = taken[cell].ref
            why = f"{unit.ref} cannot go there: {other} is in the way at {place(cell)}."
            raise Refusal("MD-MOVE-3", why)


def is_clear(state: State, unit: Unit, cells: tuple[Cell, ...]) -> bool:
    """Are these cells on the board and free of other units?"""
    taken = occupied(state, unit.ref)
    return all(is_on_board(state, cell) and cell not in taken for cell in cells)


def beside_front(unit: Unit, cell: Cell) -> tuple[int, int]:
    """MD-ARC-1: how far ahead of the front rank a cell lies, and how far to its right."""
    (fx, fy), (rx, ry), at = ahead(unit.facing), rightward(unit.facing), front(unit)
    dx, dy = cell[0] - at[0], cell[1] - at[1]
    return dx * fx + dy * fy, dx * rx + dy * ry
