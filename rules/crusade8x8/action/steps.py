"""C8-MOVE-1 to C8-MOVE-3, C8-ROGUE-1, C8-ROGUE-2: to which tiles a Pawn's step leads."""

from rules.crusade8x8.action.clauses import Clause
from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.orders import SideStep, Step
from rules.line.errors import Refusal


def path_of_step(
    act: UnderWay, tile: int, unit: Unit, clause: Clause, commanded: bool
) -> tuple[int, ...]:
    """The tiles entered, one or two; each must be open when the Pawn gets there."""
    assert isinstance(clause.main, Step)
    if len(clause.sides) > 1:
        why = f"{named(unit, tile)} may side-step once, not {len(clause.sides)} times"
        raise Refusal("C8-MOVE-2", why)
    if clause.sides:
        front = forward_tile(tile, unit, clause.main)
        return front, side_tile(front, tile, unit, clause.sides[0])
    if clause.main.to == "2 forward":
        return double_step(tile, unit, commanded)
    if clause.main.to == "forward":
        return (forward_tile(tile, unit, clause.main),)
    return lone_tile(tile, unit, tables.tile_named(clause.main.to), commanded)


def forward_tile(tile: int, unit: Unit, step: Step) -> int:
    """C8-MOVE-1: a Move is one step to the tile straight ahead; C8-BOARD-1 is asked first."""
    front, far = tables.ahead_of(tile, unit.facing)
    if step.to == "forward":
        return on_board(front, tile, unit, "forward")
    if step.to == "2 forward":
        on_board(far, tile, unit, step.to)
    if step.to == "2 forward" or tables.tile_named(step.to) != front:
        raise _no_move(tile, unit, step.to)
    return front


def side_tile(front: int, tile: int, unit: Unit, side: SideStep) -> int:
    """C8-MOVE-2: to the tile at the Pawn's left or right, as its facing decides."""
    facing = tables.FACINGS.index(unit.facing or "up")
    if side.to in ("left", "right"):
        direction = 2 * facing + (2 if side.to == "right" else -2)
        return on_board(tables.NEXT[direction % 8][front], tile, unit, f"side-steps {side.to}")
    goal = tables.tile_named(side.to)
    if goal not in tables.SIDES[facing][front]:
        beside = " or ".join(tables.tile_name(one) for one in tables.SIDES[facing][front])
        start = tables.tile_name(front)
        why = f"{named(unit, tile)} side-steps from {start} to {beside}, not {side.to}"
        raise Refusal("C8-MOVE-2", why)
    return goal


def double_step(tile: int, unit: Unit, commanded: bool) -> tuple[int, ...]:
    """C8-ROGUE-2: one step of exactly two tiles straight ahead, by a Rogue that acts itself."""
    near, far = tables.ahead_of(tile, unit.facing)
    on_board(far, tile, unit, "2 forward")
    if unit.kind != "Rogue":
        raise _no_move(tile, unit, "2 forward")
    if commanded:
        raise _no_special(tile, unit)
    return near, far


def lone_tile(tile: int, unit: Unit, goal: int, commanded: bool) -> tuple[int, ...]:
    """C8-MOVE-3: an order may name only the final tile of a Move with side-step."""
    near, _ = tables.ahead_of(tile, unit.facing)
    if goal == near:
        return (goal,)
    if unit.kind == "Rogue" and not commanded:
        return rogue_step(tile, unit, goal)
    if near >= 0 and goal in tables.SIDES[tables.FACINGS.index(unit.facing or "up")][near]:
        return near, goal
    raise (
        _no_special(tile, unit)
        if unit.kind == "Rogue"
        else _no_move(tile, unit, tables.tile_name(goal))
    )


def rogue_step(tile: int, unit: Unit, goal: int) -> tuple[int, ...]:
    """C8-ROGUE-1: one step to any adjacent tile, or (C8-ROGUE-2) two tiles straight ahead."""
    near, far = tables.ahead_of(tile, unit.facing)
    if goal in tables.AROUND[tile]:
        return (goal,)
    if goal == far:
        return near, far
    why = f"{named(unit, tile)} steps to an adjacent tile or 2 {unit.facing}, not to "
    raise Refusal("C8-ROGUE-1", why + tables.tile_name(goal))


def on_board(goal: int, tile: int, unit: Unit, words: str) -> int:
    """C8-BOARD-1: a relative step must not leave the board."""
    if goal < 0:
        raise Refusal("C8-BOARD-1", f"{named(unit, tile)} would leave the board ({words})")
    return goal


def _no_move(tile: int, unit: Unit, words: str) -> Refusal:
    near, _ = tables.ahead_of(tile, unit.facing)
    where = tables.tile_name(near) if near >= 0 else "nowhere"
    why = f"{named(unit, tile)} faces {unit.facing} and moves to {where}, not {words}"
    return Refusal("C8-MOVE-1", why)


def _no_special(tile: int, unit: Unit) -> Refusal:
    why = f"{named(unit, tile)} makes its special steps only when it acts itself"
    return Refusal("C8-CMD-8", why)
