"""Sections 7.2 to 7.5: what Archer, Caster, Rogue and Warrior alone can do."""

from collections.abc import Sequence

from rules.crusade8x8.action.turning import arrow, quarter_turn
from rules.crusade8x8.action.under_way import UnderWay, check_kind
from rules.crusade8x8.board.position import Unit, named
from rules.crusade8x8.board.tables import AROUND, FACINGS, SLANTS, ahead_of, tile_name, tile_named
from rules.crusade8x8.orders import Cast, Follow, Push, Turning, Twist, UnitRef
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


def is_countered(victim: Unit | None, goal: int, came_from: int) -> bool:
    """C8-WAR-2: who takes a Warrior arriving from one of its two front diagonals falls too.

    What counts is the last tile before the Warrior's, and the Warrior's own facing.
    """
    if victim is None or victim.kind != "Warrior" or victim.facing is None:
        return False
    return came_from in SLANTS[FACINGS.index(victim.facing)][goal]


def both_fall(act: UnderWay, start: int, goal: int) -> None:
    """C8-WAR-3: both leave the board; the attacker does not land, rotate or cast."""
    act.capture(goal)
    act.fall(start, goal)
