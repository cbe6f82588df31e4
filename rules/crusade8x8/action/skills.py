"""Specials of Pawns, follow steps, recruits, and how the game is decided."""

from collections.abc import Sequence

from rules.crusade8x8.action.under_way import UnderWay, a, arrow, check_kind, quarter_turn
from rules.crusade8x8.board import (
    AROUND,
    COLOURS,
    FACINGS,
    NOBLES,
    PAWNS,
    ROW,
    SLANTS,
    Position,
    Unit,
    ahead_of,
    counts_text,
    named,
    tile_name,
    tile_named,
)
from rules.crusade8x8.board import LETTER_OF_KIND as LETTER
from rules.crusade8x8.events import Recruited
from rules.crusade8x8.orders import Cast, Follow, Push, Recruit, Turning, Twist, UnitRef
from rules.line.errors import Refusal, required
from rules.line.flow import Outcome

# Sections 7.2 to 7.5: what only Archer, Caster, Rogue or Warrior can do.


def shoot(act: UnderWay, tile: int, unit: Unit, target: UnitRef, turns: Sequence[Turning]) -> int:
    """C8-ARCH-1: a shot at the tile one or two ahead."""
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
    target = required(act.unit_at(goal), "C8-CAST-2", f"no unit stands on {tile_name(goal)}")
    check_kind(target, order.target)
    act.note += f"+{tile_name(goal)}"
    match order:
        case Push(_, to):
            push(act, goal, tile_named(to))
        case Twist(_, turn):
            twist(act, goal, target, turn)


def check_last(caster: Unit, tile: int, late: bool) -> None:
    """C8-CAST-6: once per Caster and action, and as the Caster's last deed."""
    if late:
        why = f"telekinesis is the last thing {named(caster, tile)} does, and it does it once"
        raise Refusal("C8-CAST-6", why)


def check_reach(act: UnderWay, caster: Unit, tile: int, goal: int) -> None:
    """C8-CAST-1, C8-CAST-2: the target is 1 or 2 tiles ahead of the Caster."""
    near, far = ahead_of(tile, caster.facing)
    if goal not in (near, far):
        why = f"{named(caster, tile)} reaches 1 or 2 tiles {caster.facing}, not {tile_name(goal)}"
        raise Refusal("C8-CAST-1", why)
    if goal == far:
        act.check_sight(near)


def push(act: UnderWay, start: int, goal: int) -> None:
    """C8-CAST-3, C8-CAST-7: push the unit one tile any way, to an open tile; it is frozen."""
    if goal not in AROUND[start]:
        why = f"a push goes one tile; {tile_name(goal)} is not next to {tile_name(start)}"
        raise Refusal("C8-CAST-3", why)
    act.check_open(goal)
    act.note += f"-{tile_name(goal)}"
    act.move(start, goal)
    act.freeze(goal)


def twist(act: UnderWay, tile: int, target: Unit, turn: Turning) -> None:
    """C8-CAST-4, C8-CAST-7: turn a Pawn by a quarter from its own facing; it is frozen."""
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
    """C8-ROGUE-4: a Rogue swaps with an own Pawn of any type."""
    unit = required(act.unit_at(goal), "C8-ROGUE-4", f"no Pawn stands on {partner.tile}")
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
    """C8-WAR-2: does a unit fall too when it takes a Warrior from one of its front diagonals?

    What counts is the last tile before the Warrior's, and the Warrior's own facing.
    """
    if victim is None or victim.kind != "Warrior" or victim.facing is None:
        return False
    return came_from in SLANTS[FACINGS.index(victim.facing)][goal]


def both_fall(act: UnderWay, start: int, goal: int) -> None:
    """C8-WAR-3: both leave the board; the attacker does not land, rotate or cast."""
    act.capture(goal)
    act.fall(start, goal)


# Section 7.9: recruits, and how the game is decided.


def verdict(position: Position, mover: int) -> Outcome | None:
    """C8-WIN-5: the outcome after main part and follow steps, if there is one: first by units, then
    by treasures.

    C8-SCOPE-3: no unit is royal; there is no king, no check and no promotion.
    """
    foe = 3 - mover
    ours, theirs = bool(position.tiles_of(mover)), bool(position.tiles_of(foe))
    if not ours and not theirs:
        return Outcome("both armies are gone", "C8-WIN-3", ())
    if not theirs:
        return Outcome(f"no {COLOURS[foe].lower()} unit left", "C8-WIN-2", (mover,))
    if not ours:
        return Outcome(f"no {COLOURS[mover].lower()} unit left", "C8-WIN-2", (foe,))
    if not position.treasures_left(foe):
        return Outcome("all four treasures", "C8-WIN-1", (mover,))
    return None


def recruit_all(act: UnderWay, named: Sequence[Recruit]) -> None:
    """C8-REC-1: carry out one recruit for each captured treasure, in the order of the captures."""
    if len(named) > len(act.prizes):
        raise _too_many(len(named), len(act.prizes))
    waiting = list(named)
    for prize in act.prizes:
        kinds = kinds_for(act, prize)
        if not is_recruit_possible(act.position, act.mover, kinds):
            continue
        if not waiting:
            raise _unnamed(act, prize, kinds)
        recruit(act, prize, kinds, waiting.pop(0))
    if waiting:
        raise _too_many(len(named), len(named) - len(waiting))


def kinds_for(act: UnderWay, prize: int) -> tuple[str, ...]:
    """C8-REC-3: a Supply gives a Pawn, a Relic gives a Noble."""
    return NOBLES if act.start.treasures[prize] % 2 == 0 else PAWNS


def is_recruit_possible(position: Position, seat: int, kinds: Sequence[str]) -> bool:
    """C8-REC-7: is there a type in reserve, and a tile?  If not, the recruit is lost."""
    first = 2 if kinds == PAWNS else 1
    room = any(position.is_open(tile) and first <= ROW[seat][tile] <= 3 for tile in range(64))
    return room and any(position.reserve(seat, kind) for kind in kinds)


def recruit(act: UnderWay, prize: int, kinds: Sequence[str], order: Recruit) -> None:
    """C8-REC-3, C8-REC-4: recruit a unit of the right class whose type is in reserve."""
    treasure, wanted = ("Supply", "Pawn") if kinds == PAWNS else ("Relic", "Noble")
    if order.kind not in kinds:
        why = f"the {treasure} on {tile_name(prize)} gives a {wanted}, not {a(order.kind)}"
        raise Refusal("C8-REC-3", why)
    if not act.position.reserve(act.mover, order.kind):
        raise Refusal("C8-REC-4", f"no {order.kind} is in reserve ({_reserve(act, kinds)})")
    tile = tile_named(order.tile)
    check_recruit_tile(act, order.kind, tile)
    act.check_open(tile)
    act.emit(Recruited(act.mover, order.kind, order.tile))
    act.note += f"!{LETTER[order.kind]}{order.tile}"


def check_recruit_tile(act: UnderWay, kind: str, tile: int) -> None:
    """C8-REC-5, C8-REC-6: a recruit comes on rows 1 to 3 of its seat, a Pawn not on row 1."""
    row = ROW[act.mover][tile]
    if row > 3:
        why = f"{tile_name(tile)} is on {COLOURS[act.mover]}'s row {row}, recruits come on 1 to 3"
        raise Refusal("C8-REC-5", why)
    if row == 1 and kind in PAWNS:
        why = f"{tile_name(tile)} is on {COLOURS[act.mover]}'s row 1, no {kind} is recruited there"
        raise Refusal("C8-REC-6", why)


def _unnamed(act: UnderWay, prize: int, kinds: Sequence[str]) -> Refusal:
    treasure, wanted = ("Supply", "Pawn") if kinds == PAWNS else ("Relic", "Noble")
    why = f"name the unit recruited for the {treasure} on {tile_name(prize)}"
    return Refusal("C8-REC-1", f"{why} (a {wanted}; available {_reserve(act, kinds)})")


def _too_many(named: int, due: int) -> Refusal:
    """C8-REC-2: more recruits named than due."""
    return Refusal("C8-REC-2", f"{named} recruits are named, {due} due")


def _reserve(act: UnderWay, kinds: Sequence[str]) -> str:
    return counts_text(lambda kind: act.position.reserve(act.mover, kind), kinds)
