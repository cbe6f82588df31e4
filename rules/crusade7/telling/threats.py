"""Questions before one acts: what could strike a unit where it stands, can one charge another."""

from collections.abc import Iterator
from dataclasses import replace

from rules.border.questions import gathered
from rules.crusade7.apply import apply
from rules.crusade7.army.statblock import Attack
from rules.crusade7.events import Engaged
from rules.crusade7.field.geometry import anchor_of, enemy_seat, separation
from rules.crusade7.fight import melee
from rules.crusade7.fight.attack_checks import check_attack_left, check_class
from rules.crusade7.fight.attacks import check_attacks, expected_damage
from rules.crusade7.harm.numbers import grants
from rules.crusade7.march import charge as charging
from rules.crusade7.naming import find_unit, in_order, unknown
from rules.crusade7.orders import place
from rules.crusade7.setup.muster import fresh_unit
from rules.crusade7.state import PHASE_NAMES, PHASES, State, Unit
from rules.crusade7.telling.card.card import block_named
from rules.crusade7.telling.labels import ranges
from rules.crusade7.telling.odds import as_if
from rules.crusade7.telling.view import is_visible
from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.line.work import Spent, spend
from rules.numbers.arith import SCALE, decimals, nearest

FIGHTING = ("heavy", "fight")
CHECKED, RECKONED = 5, 70
"""Steps that it counts for to ask whether an attack can be made, and then what it would take;
each modifier on the unit counts for one more."""
STILL, STEP = "", " after one step"
"""C7-MELEE-2: from where it stands, or after it has engaged."""


class Threat(Frozen):
    """One attack that could be made: by whom, after what, and what it would do."""

    by: str
    attack: str
    after: str
    damage: int


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """C7-ATK-1, C7-ATK-7: in each fighting phase the enemies that could strike the unit if nobody
    moved before.  Raises `Refusal` for a name that the viewer does not know."""
    target = on_board(state, viewer, name)
    return gathered(threatening(state, viewer, target))


def threatening(state: State, viewer: int | None, target: Unit) -> Iterator[str]:
    """The lines of that answer; where the budget ends, those found by then are told."""
    head = f"HP {target.hp}, AC {target.ac}, at {place(anchor_of(target))}"
    yield f"What can reach {target.ref} ({head}), if nobody moves:"
    nobody = True
    for phase in FIGHTING:
        then = as_if(state, enemy_seat(target), phase)
        found: list[Threat] = []
        spent = None
        try:
            for one in of_phase(then, target, viewer):
                found.append(one)
        except Spent as ended:
            spent = ended
        if found:
            nobody = False
            yield f"{PHASE_NAMES[phase]}: {' · '.join(grouped(target, found))}"
        if spent is not None:
            raise spent
    if nobody:
        yield "Nobody, in the next fighting phases."


def on_board(state: State, viewer: int | None, name: str) -> Unit:
    """C7-ORDER-2, C7-SETUP-8: a unit on the field that the viewer may see."""
    if state.flow.phase not in PHASES:
        raise Refusal("C7-SETUP-8", "before the battle begins nobody can be reached")
    unit = find_unit(state, viewer or 0, name)
    if unit is None or not is_visible(state, unit, viewer):
        raise unknown(name)
    if not unit.on_field:
        raise Refusal("C7-ATK-11", f"{unit.ref} is not on the field")
    return unit


def of_phase(state: State, target: Unit, viewer: int | None) -> Iterator[Threat]:
    """The strongest attack of each enemy, standing or, if it has none so, after one step."""
    for foe in in_order(state.on_field(enemy_seat(target))):
        if not is_visible(state, foe, viewer):
            continue
        found = strongest(state, foe, target, STILL) or strongest(
            after_step(state, foe, target), foe, target, STEP
        )
        if found is not None:
            yield found


def after_step(state: State, foe: Unit, target: Unit) -> State | None:
    """C7-MELEE-2, C7-MELEE-3: as if it had engaged the target; None: it may or can not."""
    try:
        check_class(state, foe)
        melee.check_upright(foe)
        melee.check_not_charged(state, foe)
        check_attack_left(state, foe, ("melee",))
        melee.check_first_engaging(foe)
        to = melee.cell_beside(state, foe, target)
    except Refusal:
        return None
    return apply(state, Engaged(foe.ref, to))


def strongest(state: State | None, foe: Unit, target: Unit, after: str) -> Threat | None:
    """The attack that takes most, the first of those that take as much."""
    found: Threat | None = None
    now = None if state is None else state.find(foe.ref)
    if state is None or now is None:
        return None
    modifiers = len(tuple(grants(state, now)))
    for attack in state.block(now).attacks:
        spend(CHECKED)
        if can_strike(state, now, attack, target):
            spend(RECKONED + modifiers)
            damage = expected_damage(state, now, attack, target)
            if found is None or damage > found.damage:
                found = Threat(foe.ref, attack.name, after, damage)
    return found


def can_strike(state: State, foe: Unit, attack: Attack, target: Unit) -> bool:
    """Section 6.2: does every check let it?"""
    try:
        check_attacks(state, foe, (attack,), (target,))
    except Refusal:
        return False
    return True


def grouped(target: Unit, found: list[Threat]) -> Iterator[str]:
    """`WB1 Cleaver 11 kills`, `O4, O7 after one step: War Axe 5 kills`; the worst first."""
    groups: dict[Threat, list[str]] = {}
    for one in sorted(found, key=lambda one: (one.after, -one.damage)):
        groups.setdefault(replace(one, by=""), []).append(one.by)
    for one, refs in groups.items():
        kills = " kills" if one.damage >= target.hp else ""
        sign = f"{one.after}:" if one.after else ""
        yield f"{ranges(refs)}{sign} {one.attack} {one.damage}{kills}"


def compared(
    state: State, viewer: int | None, name: str, foe: str, at: tuple[int, int] | None
) -> tuple[str, ...]:
    """C7-ATK-1: each attack of a unit or type on another, beside it or from a place, and what it
    takes."""
    state, target = combatant(state, viewer, foe, 2)
    state, unit = combatant(state, viewer, name, enemy_seat(target))
    where = f"from {place(at)}" if at else "as near as each attack wants"
    one, two = called(state, unit), called(state, target)
    lines = [f"{one} against {two} (HP {target.hp}, AC {target.ac}), {where}:"]
    for attack in state.block(unit).attacks:
        if at is None:
            there = replace(unit, at=beside(target))
            lines.append(taking(placed(state, there), there, attack, target))
            continue
        there, told = replace(unit, at=at), ""
        for phase in FIGHTING:
            then = placed(as_if(state, unit.seat, phase), there)
            try:
                check_attacks(then, there, (attack,), (target,))
            except Refusal as refusal:
                if not told or refusal.rule != "C7-ATK-7":
                    told = f"{attack.name}: {refusal.why} ({refusal.rule})"
            else:
                told = taking(then, there, attack, target)
                break
        lines.append(told)
    return tuple(lines)


def combatant(state: State, viewer: int | None, name: str, seat: int) -> tuple[State, Unit]:
    """A unit on the field that the viewer may see, or one of a type as printed."""
    try:
        return state, on_board(state, viewer, name)
    except Refusal:
        block = block_named(state, name)
        if block is None:
            raise
    number = len(state.blocks)
    unit = replace(fresh_unit(f"{block.abbreviation}0", seat, number, block), at=(1, 1))
    return placed(replace(state, blocks=(*state.blocks, block)), unit), unit


def called(state: State, unit: Unit) -> str:
    """The reference, or the type of one who is not in the battle."""
    return state.block(unit).name if unit.ref == f"{state.block(unit).abbreviation}0" else unit.ref


def placed(state: State, unit: Unit) -> State:
    """The state with this unit in it."""
    return replace(state, units={**state.units, state.key(unit.seat, unit.ref): unit})


def taking(state: State, unit: Unit, attack: Attack, target: Unit) -> str:
    """`Gladius 5, 7 to kill`."""
    damage = expected_damage(state, unit, attack, target)
    if damage >= target.hp:
        return f"{attack.name} {damage} kills"
    blows = f", {-(-target.hp // damage)} to kill" if damage > 0 else ""
    return f"{attack.name} {damage}{blows}"


def beside(target: Unit) -> tuple[int, int]:
    """A cell next to the target."""
    row, column = anchor_of(target)
    return row, column - 1


def can_charge(state: State, viewer: int | None, name: str, foe: str) -> tuple[str, ...]:
    """C7-CHARGE-1 to C7-CHARGE-7: could it, in the next Charge Phase, from where both stand?"""
    unit, target = on_board(state, viewer, name), on_board(state, viewer, foe)
    then = as_if(state, unit.seat, "charge")
    now = then.find(unit.ref) or unit
    try:
        charging.check_may_charge(then, now)
        charging.check_target(then, now, target)
        to, length = charging.best_place(then, now, target)
    except Refusal as refusal:
        return (f"Can {unit.ref} charge {target.ref}? No: {refusal.why}. ({refusal.rule})",)
    exact = f"{decimals(length, SCALE)} -> {nearest(length)} of {charging.CHARGE_MOVE}"
    away = f"{separation(then, now, target)} away (limit {charging.CHARGE_RANGE})"
    return (
        f"Can {unit.ref} charge {target.ref}? Yes: to {place(to)}, {exact}. Target {away}.",
        "It cannot shoot in Fight then, and may not engage. (C7-RANGE-8, C7-MELEE-4)",
    )
