"""Section 7.7: the Commander and its orders."""

from collections.abc import Sequence

from rules.crusade8x8.action.pawns import pawn_clause
from rules.crusade8x8.action.turning import arrow, quarter_turn
from rules.crusade8x8.action.under_way import UnderWay
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import AROUND, tile_name, tile_named
from rules.crusade8x8.orders import Attack, Capture, Command, Deed, Hold, Step, UnitRef, Wheel
from rules.line.errors import Refusal


def commander_clause(
    act: UnderWay,
    tile: int,
    unit: Unit,
    deeds: Sequence[Deed],
    orders: Sequence[Command | Wheel],
) -> None:
    """C8-CMD-10: the Commander's own step, its Rotate, the first Pawn, the second Pawn."""
    check_own_deeds(unit, tile, deeds)
    step = deeds[0] if isinstance(deeds[0], Step) else None
    if step is not None or act.house.frozen_all:
        act.check_free(tile, leaves=step is not None)
    act.note += f"M{tile_name(tile)}"
    if step is not None:
        own_step(act, tile, unit, tile_named(step.to))
    elif not orders:
        why = f"{named(unit, tile)} stands still and gives no order: that is a pass"
        raise Refusal("C8-CMD-9", why)
    commander = act.origin(tile_named(step.to) if step else tile)
    for number, order in enumerate(orders):
        act.note += "," if number else ":"
        if isinstance(order, Wheel):
            wheel(act, commander, order, number)
        else:
            command(act, commander, order)


def check_own_deeds(unit: Unit, tile: int, deeds: Sequence[Deed]) -> None:
    """C8-CMD-2, C8-ACT-3, C8-ACT-2: it cannot capture; it holds, or steps once."""
    if any(isinstance(deed, Capture | Attack) for deed in deeds):
        raise Refusal("C8-CMD-2", f"{named(unit, tile)} cannot capture")
    for deed in deeds:
        steps = isinstance(deed, Step) and not deed.corner and "forward" not in deed.to
        if not steps and not isinstance(deed, Hold):
            raise Refusal("C8-ACT-3", f"{named(unit, tile)} cannot do that: {deed}")
    if len(deeds) > 1:
        raise Refusal("C8-ACT-2", f"{named(unit, tile)} holds or moves, once")


def own_step(act: UnderWay, tile: int, unit: Unit, goal: int) -> None:
    """C8-CMD-1: it stands still or steps to an adjacent open tile."""
    if goal not in AROUND[tile]:
        raise Refusal("C8-CMD-1", f"{tile_name(goal)} is not adjacent to {named(unit, tile)}")
    act.check_open(goal)
    act.note += f"-{tile_name(goal)}"
    act.move(tile, goal)


def own_pawn_beside(act: UnderWay, commander: int, ref: UnitRef) -> tuple[int, Unit]:
    """C8-CMD-3, C8-CMD-4: own Pawns take orders, adjacent when the order is given."""
    tile, unit = act.own_unit(ref)
    if not unit.is_pawn:
        raise Refusal("C8-CMD-4", f"{named(unit, tile)} is a Noble and takes no orders")
    at = next(place for place in act.position.tiles_of(act.mover) if act.origin(place) == commander)
    if tile not in AROUND[at]:
        why = f"{named(unit, tile)} is not adjacent to the Commander on {tile_name(at)}"
        raise Refusal("C8-CMD-3", why)
    return tile, unit


def wheel(act: UnderWay, commander: int, order: Wheel, number: int) -> None:
    """C8-CMD-5: first at most one Rotate of one adjacent Pawn, a quarter turn, done to it."""
    tile, unit = own_pawn_beside(act, commander, order.unit)
    if number:
        why = f"the Commander's Rotate ({named(unit, tile)}) comes once, and before other orders"
        raise Refusal("C8-CMD-5", why)
    if act.house.frozen_all:
        act.check_free(tile, leaves=False)
    facing = quarter_turn(named(unit, tile), unit.facing or "", (order.turn,))
    act.note += f"~{tile_name(tile)}{arrow(unit.facing, facing)}"
    act.turn(tile, facing)


def command(act: UnderWay, commander: int, order: Command) -> None:
    """C8-CMD-6, C8-CMD-7: basic actions of at most two Pawns, and not the same one twice."""
    tile, unit = own_pawn_beside(act, commander, order.unit)
    who = act.origin(tile)
    if who in act.commanded:
        raise Refusal("C8-CMD-7", f"{named(unit, tile)} has already been commanded this turn")
    if len(act.commanded) == 2:
        why = f"a Commander orders two Pawns, {named(unit, tile)} would be the third"
        raise Refusal("C8-CMD-6", why)
    act.commanded.append(who)
    pawn_clause(act, tile, unit, order.deeds, commanded=True)
