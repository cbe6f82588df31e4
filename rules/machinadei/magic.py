"""The Magic phase: spells and their effects, summoned units, arrivals from the reserve."""

from dataclasses import replace

from rules.line.errors import Refusal, required
from rules.machinadei import events as ev
from rules.machinadei import field
from rules.machinadei import orders as od
from rules.machinadei import statblock as sb
from rules.machinadei.army import check_crowd, find_type, free_ref, raise_unit, stand
from rules.machinadei.fight.shooting import attack_area, check_splash
from rules.machinadei.fight.strike import check_rout, magic_blow, strike, test_and_break
from rules.machinadei.formation import inches, nearest, touches, within
from rules.machinadei.naming import named
from rules.machinadei.state import Battle, Modifier, State, Unit, now, roll

# MD-EFF-4, MD-ABIL-6: units that come into the battle by magic or from the reserve.


def summoned(
    state: State, unit: Unit, effect: sb.SummonEffect, at: od.Cell
) -> tuple[Unit, sb.Statblock | None]:
    """MD-EFF-4: the summoned unit: the caster's seat, default facing and layout, no cost."""
    why = f"there is no unit type {effect.kind}."
    block = required(find_type(state, effect.kind), "MD-DATA-5", why)
    models = 1 if block.kind == "individual" else effect.models
    new, profile = raise_unit(state, unit.seat, free_ref(state, block), block, models, cost=0)
    return stand(new, (at,), "", None, "MD-EFF-4"), profile


def check_summon(state: State, unit: Unit, effect: sb.SummonEffect, at: od.Cell) -> None:
    """MD-BOARD-2, MD-BOARD-3, MD-MAG-7: room on the board, and no contact with an enemy."""
    new, profile = summoned(state, unit, effect, at)
    check_crowd(state, unit.seat, new.models, profile or state.block(new))
    check_space(state, new)
    check_apart_from_enemies(state, new)


def check_space(state: State, unit: Unit) -> None:
    """MD-BOARD-2, MD-BOARD-3: its cells are on the board and free."""
    field.check_on_board(state, unit.ref, unit.cells)
    field.check_free(field.occupied(state, unit.ref), unit.cells)


def check_apart_from_enemies(state: State, unit: Unit) -> None:
    """MD-MAG-7: summoned or arriving units may not be placed in contact with an enemy."""
    for enemy in field.enemies(state, unit.seat):
        if touches(unit.cells, frozenset(enemy.cells)):
            raise Refusal("MD-MAG-7", f"{unit.ref} would be in contact with {enemy.ref}.")


def summon(battle: Battle, unit: Unit, effect: sb.SummonEffect, at: od.Cell) -> None:
    """MD-EFF-4: place the new unit; it counts for victory as a unit with cost 0."""
    new, profile = summoned(battle.state, unit, effect, at)
    battle.emit(ev.UnitEntered(new, "summoned", profile))


# --- arrivals -----------------------------------------------------------------------------------


def arrive(battle: Battle, unit: Unit, order: od.Arrive) -> None:
    """MD-ABIL-6: a d10; with the casualties of its seat it must exceed the threshold."""
    state = battle.state
    reserve = required(state.reserve(unit), "MD-ABIL-6", f"{unit.ref} has no reserve ability.")
    placed = stand(replace(unit, waits=False), (order.at,), "", None, "MD-ABIL-6")
    check_space(state, placed)
    check_near_friend(state, placed, reserve.reach)
    check_apart_from_enemies(state, placed)
    battle.emit(ev.Acted(unit.ref))
    die = roll(battle, f"{unit.ref} arrives")
    lost = battle.state.armies[unit.seat].casualties
    arrives = die + lost > reserve.threshold
    battle.emit(ev.ArrivalRolled(unit.ref, die, lost, reserve.threshold, arrives))
    if arrives:
        battle.emit(ev.Arrived(replace(placed, acted=True)))


def check_near_friend(state: State, unit: Unit, reach: int) -> None:
    """MD-MAG-9: an arriving unit stands within the given distance of a friend on the board."""
    friends = (friend for friend in state.on_board(unit.seat) if friend.ref != unit.ref)
    if not any(within(unit.cells, friend.cells, reach) for friend in friends):
        raise Refusal("MD-MAG-9", f'{unit.ref} would not be within {reach}" of a friend.')


# MD-MAG: casting: who may, at what, how far; MD-EFF: the effects.


Aim = Unit | od.Cell | None
"""What a spell is cast on: a unit, a place or nothing."""


def cast(battle: Battle, unit: Unit, order: od.Cast) -> None:
    """MD-MAG-1: one effect, also while engaged; no roll is needed to cast."""
    state = battle.state
    aim: Aim = named(state, order.target) if isinstance(order.target, str) else order.target
    magic = check_known(state, unit, order.effect)
    check_uses(unit, magic)
    check_kind(unit, magic, aim)
    check_side(unit, magic, aim)
    check_reach(state, unit, magic, aim)
    check_effects(state, unit, magic, aim)
    uses = uses_left(unit, magic)
    left = None if uses is None else uses - 1
    battle.emit(ev.EffectCast(unit.ref, magic.name, told(aim), left))
    battle.emit(ev.Acted(unit.ref))
    affected = units_affected(state, unit, magic, aim)
    for effect in magic.effects:
        carry_out(battle, unit, magic, effect, aim, affected)


def told(aim: Aim) -> str:
    """The reference of the target, its cell, or nothing."""
    if aim is None:
        return ""
    return aim.ref if isinstance(aim, Unit) else od.place(aim)


# --- checks -------------------------------------------------------------------------------------


def check_known(state: State, unit: Unit, name: str) -> sb.Magic:
    """MD-MAG-2: the unit has an effect of that name."""
    why = f"{unit.ref} has no effect {name[:40]}."
    return required(state.block(unit).effect(name), "MD-MAG-2", why)


def uses_left(unit: Unit, magic: sb.Magic) -> int | None:
    """MD-MAG-3: the uses left; None: unlimited."""
    return next((count for name, count in unit.uses if sb.same(name, magic.name)), None)


def check_uses(unit: Unit, magic: sb.Magic) -> None:
    """MD-MAG-3: the effect has uses left, or is unlimited (`-`)."""
    uses = uses_left(unit, magic)
    if uses is not None and uses < 1:
        raise Refusal("MD-MAG-3", f"{unit.ref} has no uses of {magic.name} left.")


WANTED = {
    "self": "nothing",
    "around": "nothing",
    "friend": "a unit",
    "enemy": "a unit",
    "point": "a place",
    "place": "a place",
}


def check_kind(unit: Unit, magic: sb.Magic, aim: Aim) -> None:
    """MD-MAG-4: the order names what the target kind wants: nothing, a unit or a cell."""
    given = "nothing" if aim is None else "a unit" if isinstance(aim, Unit) else "a place"
    wanted = WANTED[magic.target.kind]
    if given != wanted:
        raise Refusal("MD-MAG-4", f"{magic.name} of {unit.ref} is cast on {wanted}, not {given}.")


def check_side(unit: Unit, magic: sb.Magic, aim: Aim) -> None:
    """MD-MAG-5: `friend`: a friendly unit (or the caster); `enemy`: an enemy; on the board."""
    if not isinstance(aim, Unit):
        return
    kind = "friend" if aim.seat == unit.seat else "enemy"
    if kind != magic.target.kind:
        raise Refusal("MD-MAG-5", f"{magic.name} wants {magic.target.kind}, {aim.ref} is {kind}.")
    if not aim.on_board:
        raise Refusal("MD-MAG-5", f"{aim.ref} is not on the board.")


def check_reach(state: State, unit: Unit, magic: sb.Magic, aim: Aim) -> None:
    """MD-BOARD-2, MD-MAG-6, MD-ARC-1, MD-LOS-2, in this order."""
    if aim is None:
        return
    cells = aim.cells if isinstance(aim, Unit) else (aim,)
    if not isinstance(aim, Unit):
        field.check_location(state, aim)
    if not within(unit.cells, cells, magic.target.reach):
        far = inches(nearest(unit.cells, cells))
        raise Refusal("MD-MAG-6", f'{told(aim)} is {far}" away, range {magic.target.reach}".')
    if isinstance(aim, Unit) and aim.ref != unit.ref:
        cells = field.check_arc(unit, cells, aim.ref)
        pairs = ((eye, cell) for eye in field.eyes(unit) for cell in cells)
        field.check_sight(state, unit, aim, pairs)


def check_effects(state: State, unit: Unit, magic: sb.Magic, aim: Aim) -> None:
    """MD-AREA-2, MD-MAG-8, MD-BOARD-2, MD-BOARD-3, MD-MAG-7: the check of each effect."""
    for effect in magic.effects:
        if isinstance(effect, sb.SummonEffect) and isinstance(aim, tuple):
            check_summon(state, unit, effect, aim)
        elif isinstance(effect, sb.AttackEffect) and isinstance(aim, tuple):
            check_splash(state, unit, aim, magic.target.splash)
        elif not units_affected(state, unit, magic, aim):
            raise Refusal("MD-MAG-8", f"{magic.name} of {unit.ref} would affect no unit.")


# --- effects ------------------------------------------------------------------------------------


def units_affected(state: State, unit: Unit, magic: sb.Magic, aim: Aim) -> tuple[str, ...]:
    """Section 8.2: the units affected, in placement order; an area omits the caster."""
    target = magic.target
    if isinstance(aim, Unit):
        return (aim.ref,)
    if target.kind == "self":
        return (unit.ref,)
    centre = unit.cells if aim is None else (aim,)
    reach = target.reach if aim is None else target.splash
    seats = {"friends": (unit.seat,), "enemies": (3 - unit.seat,)}.get(target.whom, (1, 2))
    return tuple(
        other.ref
        for other in state.on_board()
        if other.seat in seats and other.ref != unit.ref and within(centre, other.cells, reach)
    )


def carry_out(
    battle: Battle,
    unit: Unit,
    magic: sb.Magic,
    effect: sb.Effect,
    aim: Aim,
    affected: tuple[str, ...],
) -> None:
    """MD-MAG-10: dice of an effect are drawn in placement order of the affected units."""
    if isinstance(effect, sb.SummonEffect):
        if isinstance(aim, tuple):
            summon(battle, unit, effect, aim)
        return
    if isinstance(effect, sb.AttackEffect) and isinstance(aim, tuple):
        attack_place(battle, unit, magic, effect, aim)
        return
    for ref in affected:
        target = now(battle, ref)
        if target.on_board and now(battle, unit).on_board:
            work_on(battle, now(battle, unit), magic, effect, target)


def work_on(battle: Battle, unit: Unit, magic: sb.Magic, effect: sb.Effect, target: Unit) -> None:
    """MD-EFF-1, MD-EFF-2, MD-EFF-3: one effect on one unit."""
    match effect:
        case sb.AttackEffect():
            strike(battle, unit, target, magic_blow(magic.name, effect))
        case sb.ModifyEffect(stat, amount, until):
            last = battle.state.flow.round + (until == "next")
            battle.emit(ev.Modified(target.ref, Modifier(stat, amount, last, magic.name)))
        case sb.TestEffect("break"):
            if not target.broken:
                test_and_break(battle, target, unit.ref)
        case sb.TestEffect():
            check_rout(battle, target, "MD-EFF-3")


def attack_place(
    battle: Battle, unit: Unit, magic: sb.Magic, effect: sb.AttackEffect, at: od.Cell
) -> None:
    """MD-EFF-1: on a point: an area attack with the spell's splash on enemy units.

    If earlier effects of the spell have removed the last enemy there, nothing happens.
    """
    try:
        targets = check_splash(battle.state, unit, at, magic.target.splash)
    except Refusal:
        return
    attack_area(battle, now(battle, unit), at, magic_blow(magic.name, effect), targets)
