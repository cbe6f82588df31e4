"""Section 7.3: the Caster's telekinesis."""

from rules.crusade8x8.action.turning import arrow, quarter_turn
from rules.crusade8x8.action.under_way import UnderWay, check_kind
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import AROUND, ahead_of, tile_name, tile_named
from rules.crusade8x8.orders import Cast, Push, Turning, Twist
from rules.line.errors import Refusal


def cast(act: UnderWay, tile: int, order: Cast, late: bool) -> None:
    """C8-CAST-5: alone or after a basic action, from the Caster's new tile and facing."""
    caster = act.unit_at(tile)
    assert caster is not None
    check_last(caster, tile, late)
    goal = tile_named(order.target.tile)
    check_reach(act, caster, tile, goal)
    target = act.unit_at(goal)
    if target is None:
        raise Refusal("C8-CAST-2", f"no unit stands on {tile_name(goal)}")
    check_kind(target, order.target)
    act.note += f"+{tile_name(goal)}"
    match order:
        case Push(_, to):
            push(act, goal, tile_named(to))
        case Twist(_, turn):
            twist(act, goal, target, turn)


def check_last(caster: Unit, tile: int, late: bool) -> None:
    """C8-CAST-6: once per Caster and action, and as the last thing that Caster does."""
    if late:
        why = f"telekinesis is the last thing {named(caster, tile)} does, and it does it once"
        raise Refusal("C8-CAST-6", why)


def check_reach(act: UnderWay, caster: Unit, tile: int, goal: int) -> None:
    """C8-CAST-1, C8-CAST-2: any unit 1 or 2 tiles ahead of the Caster."""
    near, far = ahead_of(tile, caster.facing)
    if goal not in (near, far):
        why = f"{named(caster, tile)} reaches 1 or 2 tiles {caster.facing}, not {tile_name(goal)}"
        raise Refusal("C8-CAST-1", why)
    if goal == far:
        act.check_sight(near)


def push(act: UnderWay, start: int, goal: int) -> None:
    """C8-CAST-3, C8-CAST-7: one tile in any of the eight directions, to an open tile; frozen."""
    if goal not in AROUND[start]:
        why = f"a push goes one tile; {tile_name(goal)} is not next to {tile_name(start)}"
        raise Refusal("C8-CAST-3", why)
    act.check_open(goal)
    act.note += f"-{tile_name(goal)}"
    act.move(start, goal)
    act.freeze(goal)


def twist(act: UnderWay, tile: int, target: Unit, turn: Turning) -> None:
    """C8-CAST-4, C8-CAST-7: a Pawn makes a quarter turn of its own facing; frozen."""
    if target.facing is None:
        raise Refusal("C8-CAST-4", f"{named(target, tile)} is a Noble and has no facing to turn")
    facing = quarter_turn(named(target, tile), target.facing, (turn,))
    act.note += arrow(target.facing, facing)
    act.turn(tile, facing)
    act.freeze(tile)
