"""Section 7.6: Bishop, Paladin and Knight."""

from collections.abc import Sequence

from rules.crusade8x8.action.skills import both_fall, is_countered
from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import JUMPS, RAYS, tile_name, tile_named
from rules.crusade8x8.orders import Attack, Capture, Deed, Step
from rules.line.errors import Refusal

SLIDERS = {
    "Bishop": ("C8-BISH-1", (1, 3, 5, 7), 5, "1 to 5 tiles along a diagonal"),
    "Paladin": ("C8-PAL-1", (0, 2, 4, 6), 3, "1 to 3 tiles along a rank or file"),
}
"""C8-BISH-1, C8-PAL-1: how far and which way the sliding Nobles go."""


def noble_clause(act: UnderWay, tile: int, unit: Unit, deeds: Sequence[Deed]) -> None:
    """C8-NOBLE-1: a Noble goes to an open tile, or captures on its way."""
    for deed in deeds:
        check_noble_deed(unit, tile, deed)
    if len(deeds) > 1:
        raise Refusal("C8-ACT-2", f"{named(unit, tile)} was ordered two different actions")
    act.check_free(tile, leaves=True)
    deed = deeds[0]
    assert isinstance(deed, Step | Capture | Attack)
    goal = tile_named(deed.to if isinstance(deed, Step) else deed.target.tile)
    came_from = last_tile(act, tile, unit, goal, deed.corner)
    act.note += unit.letter.upper() + tile_name(tile)
    if isinstance(deed, Step):
        act.check_open(goal, steps=True)
        act.note += f"-{tile_name(goal)}"
        act.move(tile, goal)
        return
    victim = act.check_enemy(goal, deed.target)
    slant = unit.kind == "Knight" and came_from == _corners(tile, goal)[1]
    mark = f"@{tile_name(came_from)}" if slant and victim.kind == "Warrior" else ""
    act.note += f"x{tile_name(goal)}{mark}"
    if is_countered(victim, goal, came_from):
        both_fall(act, tile, goal)
    else:
        act.capture(goal)
        act.move(tile, goal)


def check_noble_deed(unit: Unit, tile: int, deed: Deed) -> None:
    """C8-ACT-3: Nobles neither rotate nor move `forward`; only Knights choose an arrival."""
    able = isinstance(deed, Step | Capture | Attack)
    if isinstance(deed, Step):
        able = deed.to not in ("forward", "2 forward")
    if isinstance(deed, Step | Capture | Attack) and deed.corner:
        able = able and unit.kind == "Knight"
    if not able:
        raise Refusal("C8-ACT-3", f"{named(unit, tile)} cannot do that: {deed}")


def last_tile(act: UnderWay, tile: int, unit: Unit, goal: int, corner: str) -> int:
    """C8-WAR-2: the tile from which the Noble enters its goal; shape and way are checked here."""
    if unit.kind == "Knight":
        return knight_corner(tile, unit, goal, corner)
    rule, directions, reach, shape = SLIDERS[unit.kind]
    for direction in directions:
        path = RAYS[direction][tile][:reach]
        if goal in path:
            return free_way(act, tile, unit, path[: path.index(goal)])
    raise Refusal(rule, f"{named(unit, tile)} goes {shape}, not to {tile_name(goal)}")


def free_way(act: UnderWay, tile: int, unit: Unit, between: Sequence[int]) -> int:
    """C8-NOBLE-1: every tile between start and goal holds no unit."""
    for passed in between:
        if not act.position.is_open(passed):
            why = f"{tile_name(passed)} is in the way of {named(unit, tile)}"
            raise Refusal("C8-NOBLE-1", why)
    return between[-1] if between else tile


def knight_corner(tile: int, unit: Unit, goal: int, corner: str) -> int:
    """C8-KNI-2: straight arrival unless the order says otherwise; no other corner exists."""
    straight, slanted = _corners(tile, goal)
    if straight < 0:
        why = f"{named(unit, tile)} jumps 1 by 2 tiles, not to {tile_name(goal)}"
        raise Refusal("C8-KNI-1", why)
    if corner in ("", "straight"):
        return straight
    if corner == "diagonally":
        return slanted
    if tile_named(corner) not in (straight, slanted):
        why = (
            f"{named(unit, tile)} reaches {tile_name(goal)} from {tile_name(straight)} (straight) "
            f"or {tile_name(slanted)} (on a slant), not from {corner}"
        )
        raise Refusal("C8-KNI-2", why)
    return tile_named(corner)


def _corners(tile: int, goal: int) -> tuple[int, int]:
    """C8-KNI-1: a jump of 1 by 2 tiles, with its two corners."""
    for jump, straight, slanted in JUMPS[tile]:
        if jump == goal:
            return straight, slanted
    return -1, -1
