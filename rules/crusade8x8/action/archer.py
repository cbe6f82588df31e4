"""Section 7.2: the Archer's shot."""

from collections.abc import Sequence

from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import ahead_of, tile_name, tile_named
from rules.crusade8x8.orders import Turning, UnitRef
from rules.line.errors import Refusal


def shoot(act: UnderWay, tile: int, unit: Unit, target: UnitRef, turns: Sequence[Turning]) -> int:
    """C8-ARCH-1: the shot, at the tile one or two ahead."""
    goal = tile_named(target.tile)
    near, far = ahead_of(tile, unit.facing)
    if goal not in (near, far):
        why = f"{named(unit, tile)} shoots 1 or 2 tiles {unit.facing}, {target.tile} is elsewhere"
        raise Refusal("C8-ARCH-1", why)
    if goal == far:
        act.check_sight(near)
    victim = act.check_enemy(goal, target)
    check_range(victim, tile, goal, 2 if goal == far else 1)
    if turns:
        raise Refusal("C8-ARCH-3", f"{named(unit, tile)} cannot rotate after a shot")
    take_from_afar(act, goal)
    return tile


def check_range(victim: Unit, tile: int, goal: int, distance: int) -> None:
    """C8-ARCH-2: at 1 tile any enemy unit can be shot, at 2 tiles only a Pawn."""
    if distance == 2 and not victim.is_pawn:
        why = (
            f"a {victim.kind} can be shot only at 1 tile, {tile_name(goal)} is 2 tiles from "
            f"the Archer on {tile_name(tile)}"
        )
        raise Refusal("C8-ARCH-2", why)


def take_from_afar(act: UnderWay, goal: int) -> None:
    """C8-ARCH-4: the target is captured and the Archer stays; a Warrior does not answer."""
    act.note += f"*{tile_name(goal)}"
    act.capture(goal)
