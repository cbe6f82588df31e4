"""Sections 7.1 to 7.5: what a Pawn does in its clause, by itself or commanded."""

from collections.abc import Sequence

from rules.crusade8x8.action.clauses import Clause, read_clause
from rules.crusade8x8.action.skills import both_fall, cast, is_countered, shoot, swap
from rules.crusade8x8.action.steps import path_of_step
from rules.crusade8x8.action.turning import arrow, quarter_turn, rogue_turn
from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import AHEAD, FACINGS, SLANTS, tile_name, tile_named
from rules.crusade8x8.orders import Capture, Deed, Shoot, Step, Swap
from rules.line.errors import Refusal


def pawn_clause(
    act: UnderWay, tile: int, unit: Unit, deeds: Sequence[Deed], commanded: bool = False
) -> None:
    """C8-ACT-2: the Pawn's basic action or special, with what may hang on it."""
    clause = read_clause(unit, named(unit, tile), deeds, commanded)
    act.check_free(tile, clause.leaves)
    act.note += unit.letter.upper() + tile_name(tile)
    goal: int | None
    match clause.main:
        case Step():
            goal = step(act, tile, unit, clause, commanded)
        case Capture():
            goal = capture(act, tile, unit, clause, commanded)
        case Shoot(target):
            goal = shoot(act, tile, unit, target, clause.turns)
        case Swap(partner):
            goal = swap(act, tile, unit, partner, clause.turns)
        case None:
            goal = rotate(act, tile, unit, clause)
    if goal is not None and clause.cast is not None:
        cast(act, goal, clause.cast, clause.late)


def step(act: UnderWay, tile: int, unit: Unit, clause: Clause, commanded: bool) -> int:
    """C8-MOVE-1, C8-MOVE-2, C8-ROT-2: step, perhaps side-step, then perhaps Rotate."""
    path = path_of_step(act, tile, unit, clause, commanded)
    for passed in path:
        act.check_open(passed, steps=True)
    facing = quarter_turn(named(unit, path[-1]), unit.facing or "", clause.turns)
    shown = path[-1:] if is_double_step(tile, unit, path) else path
    act.note += "".join(f"-{tile_name(passed)}" for passed in shown)
    arrive(act, tile, path[-1], unit, facing)
    return path[-1]


def is_double_step(tile: int, unit: Unit, path: Sequence[int]) -> bool:
    """C8-ROGUE-2: two tiles straight ahead; the tile between is passed, not named."""
    ahead = AHEAD[FACINGS.index(unit.facing or "up")]
    return len(path) == 2 and path[0] == ahead[tile] and path[1] == ahead[path[0]]


def arrive(act: UnderWay, start: int, goal: int, unit: Unit, facing: str) -> None:
    """C8-ROT-2: the Pawn is on its final tile, and turns there if the order says so."""
    act.move(start, goal)
    act.turn(goal, facing)
    act.note += arrow(unit.facing, facing)


def capture(act: UnderWay, tile: int, unit: Unit, clause: Clause, commanded: bool) -> int | None:
    """C8-CAP-1, C8-CAP-2, C8-WAR-1: take an enemy and go there; None if the attacker falls."""
    assert isinstance(clause.main, Capture)
    goal = tile_named(clause.main.target.tile)
    check_capture_tile(tile, unit, goal, commanded)
    act.check_enemy(goal, clause.main.target)
    act.note += f"x{tile_name(goal)}"
    if is_countered(act.unit_at(goal), goal, tile):
        both_fall(act, tile, goal)
        return None
    facing = quarter_turn(named(unit, goal), unit.facing or "", clause.turns)
    act.capture(goal)
    arrive(act, tile, goal, unit, facing)
    return goal


def check_capture_tile(tile: int, unit: Unit, goal: int, commanded: bool) -> None:
    """C8-CAP-1: a forward diagonal tile; a Warrior acting itself also straight ahead."""
    facing = FACINGS.index(unit.facing or "up")
    if goal in SLANTS[facing][tile]:
        return
    if unit.kind == "Warrior" and goal == AHEAD[facing][tile]:
        if not commanded:
            return
        why = f"{named(unit, tile)} captures straight ahead only when it acts itself"
        raise Refusal("C8-CMD-8", why)
    reach = " or ".join(tile_name(slant) for slant in SLANTS[facing][tile]) or "nothing"
    why = f"{named(unit, tile)} faces {unit.facing} and can capture {reach}, not {tile_name(goal)}"
    raise Refusal("C8-CAP-1", why)


def rotate(act: UnderWay, tile: int, unit: Unit, clause: Clause) -> int:
    """C8-ROT-1, C8-ROGUE-6: the Rotate action; none if telekinesis is used alone."""
    if not clause.turns:
        return tile
    turn = rogue_turn if unit.kind == "Rogue" else quarter_turn
    facing = turn(named(unit, tile), unit.facing or "", clause.turns)
    act.turn(tile, facing)
    act.note += arrow(unit.facing, facing)
    return tile
