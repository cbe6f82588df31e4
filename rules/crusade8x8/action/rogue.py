"""Section 7.4: the Rogue's swap and its follow steps."""

from collections.abc import Sequence

from rules.crusade8x8.action.turning import arrow, quarter_turn
from rules.crusade8x8.action.under_way import UnderWay, check_kind
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import AROUND, tile_name, tile_named
from rules.crusade8x8.orders import Follow, Turning, UnitRef
from rules.line.errors import Refusal


def swap(act: UnderWay, tile: int, unit: Unit, partner: UnitRef, turns: Sequence[Turning]) -> int:
    """C8-ROGUE-3, C8-ROGUE-5: change places with an adjacent unit, then perhaps Rotate."""
    goal = tile_named(partner.tile)
    if goal not in AROUND[tile]:
        why = f"{named(unit, tile)} swaps with an adjacent unit, {partner.tile} is not adjacent"
        raise Refusal("C8-ROGUE-3", why)
    check_partner(act, goal, partner)
    act.check_free(goal, leaves=True)
    facing = quarter_turn(named(unit, tile), unit.facing or "", turns)
    act.swap(tile, goal)
    act.turn(goal, facing)
    act.note += f"={tile_name(goal)}{arrow(unit.facing, facing)}"
    return goal


def check_partner(act: UnderWay, goal: int, partner: UnitRef) -> None:
    """C8-ROGUE-4: an allied Pawn of any type."""
    unit = act.unit_at(goal)
    if unit is None:
        raise Refusal("C8-ROGUE-4", f"no Pawn stands on {partner.tile}")
    if unit.seat != act.mover or not unit.is_pawn:
        whose = "your own" if unit.seat == act.mover else "the opponent's"
        raise Refusal("C8-ROGUE-4", f"a Rogue swaps with its own Pawns, not {whose} {unit.kind}")
    check_kind(unit, partner)


def follow(act: UnderWay, order: Follow, commander: bool) -> None:
    """C8-FOL-5, C8-ROGUE-5: a free step after the whole main part, then perhaps a Rotate."""
    check_house(act, commander)
    tile, unit = act.own_unit(order.unit)
    if unit.kind != "Rogue":
        raise Refusal("C8-ACT-3", f"only Rogues follow, not {named(unit, tile)}")
    act.check_free(tile, leaves=True)
    check_first_time(act, tile, unit)
    goal = tile_named(order.to)
    check_left_by_another(act, tile, unit, goal)
    if goal not in AROUND[tile]:
        raise Refusal("C8-FOL-2", f"{order.to} is not adjacent to {named(unit, tile)}")
    act.check_open(goal)
    facing = quarter_turn(named(unit, tile), unit.facing or "", order.turns)
    act.followed.append(act.origin(tile))
    act.move(tile, goal)
    act.turn(goal, facing)
    act.note += f"&R{tile_name(tile)}-{tile_name(goal)}{arrow(unit.facing, facing)}"


def check_house(act: UnderWay, commander: bool) -> None:
    """C8-FOL-4: with `follow=command` Rogues follow only if the acting unit is a Commander."""
    if act.house.follow_command and not commander:
        why = "Rogues follow only when a Commander acts (house rule follow=command)"
        raise Refusal("C8-FOL-4", why)


def check_first_time(act: UnderWay, tile: int, unit: Unit) -> None:
    """C8-FOL-3: each Rogue follows at most once per turn."""
    if act.origin(tile) in act.followed:
        raise Refusal("C8-FOL-3", f"{named(unit, tile)} has already followed this turn")


def check_left_by_another(act: UnderWay, tile: int, unit: Unit, goal: int) -> None:
    """C8-FOL-1: another allied unit has left the tile during this action."""
    if not any(start == goal and who != act.origin(tile) for start, who in act.left):
        left = ", ".join(tile_name(start) for start, _ in act.left) or "none"
        why = f"no other unit of yours left {tile_name(goal)} in this action (left: {left})"
        raise Refusal("C8-FOL-1", f"{why}; {named(unit, tile)} cannot follow there")
