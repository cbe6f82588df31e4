"""Spells and psionics."""

from rules.crusade7 import events as ev
from rules.crusade7 import naming, tactics
from rules.crusade7.army.statblock import Choose, Effects, Harm, Power, Spell
from rules.crusade7.field import geometry
from rules.crusade7.harm import damage, effects, numbers
from rules.crusade7.orders import Cast, Deny, Manifest, ordinal
from rules.crusade7.state import Battle, State, Unit, unit_now
from rules.line.adjudication import Die
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.numbers.arith import half_away, half_up

# Section 7.6: psionic tests, their backlash and denial.
#
# C7-PSI-17: Ki is not psionics; Ki attacks are ordinary attacks and have no code of their own.


PSIONIC_DIE = Die("d12", tuple(range(1, 13)), "C7-PSI-1")

BACKFIRES = (1, 12)
"""C7-PSI-2: the faces of the die that cause a backlash."""

BACKLASH = (40, "psychic")
"""C7-PSI-2, C7-PSI-3: the damage of a backlash to the user, and to those around if it dies."""

BURST_RADIUS = 3

DENIAL_RANGE = 12

SMITE = Power(
    "Smite",
    charge=5,
    effects=Effects(
        "Choose an enemy unit within range 9. It takes 40 psychic damage. "
        "If the test value is 11 or more, it takes 93 psychic damage instead.",
        Choose(1, "enemy", 9),
        harm=(Harm(40, "psychic", 11, 93, "psychic"),),
    ),
    escalates=1,
)
"""C7-PSI-15: what Smite does if the power library of a battle does not have it."""


def manifest(battle: Battle, unit: Unit, order: Manifest) -> None:
    """C7-PSI-16: `PP1 manifests Smite on L1`: first all checks, then the attempt."""
    state = battle.state
    power = find_power(state, unit, order.power)
    check_has_not_fallen_back(unit)
    effects.check_not_advanced(state, unit)
    check_attempts_left(state, unit)
    check_army_has_not_tried(state, unit, power)
    targets = effects.find_targets(state, unit, power.effects.choose, order.targets)
    reach = power_range(power)
    effects.check_targets("C7-PSI-13", unit, power.name, power.effects, targets)
    effects.check_range("C7-PSI-14", state, unit, power.name, reach, targets)
    effects.check_not_too_near(state, unit, power.name, reach, targets)
    attempt(battle, unit, power, tuple(target.ref for target in targets))


def attempt(battle: Battle, unit: Unit, power: Power, targets: tuple[str, ...]) -> None:
    """C7-PSI-16: the die; the backlash; the value; the effects.  One die per attempt.

    C7-PSI-1: if the value falls short of the charge, nothing happens, but the attempt is spent.
    C7-PSI-3: if the backlash kills the user, nothing happens either, whatever the value.
    """
    charge = charge_of(battle.state, unit, power)
    battle.emit(ev.AttemptBegan(unit.ref, power.name))
    support = tactics.take_support(battle, unit.seat)
    die = battle.roll(PSIONIC_DIE, f"{unit.ref} manifests {power.name}")
    alive = die not in BACKFIRES or survives_backlash(battle, unit)
    tested = unit_now(battle, unit.ref) if alive else unit
    value, denier, parts = value_of(battle.state, tested, die, support)
    passed = alive and value >= charge
    battle.emit(
        ev.PsionicTested(unit.ref, power.name, targets, die, value, charge, passed, denier, parts)
    )
    if passed:
        block = battle.state.block(unit)
        strikes = effects.attacks_of(block, power.name, power_range(power), power.effects)
        source = effects.Source(
            power.name, power.effects, unit.ref, strikes, edges=support, value=value
        )
        effects.take_effect(battle, source, targets)


# What an attempt needs.


def check_is_psionic(state: State, unit: Unit) -> None:
    """C7-PSI-12: only units with Psionics manifest and deny."""
    if not state.block(unit).psionic:
        raise Refusal("C7-PSI-12", f"{unit.ref} has no Psionics")


def find_power(state: State, unit: Unit, name: str) -> Power:
    """C7-PSI-12: a power that the unit knows; every psionic unit knows Smite.  Raises `Refusal`."""
    check_is_psionic(state, unit)
    known = (*state.block(unit).powers, SMITE.name)
    if name.lower() not in [one.lower() for one in known]:
        raise Refusal("C7-PSI-12", f"{unit.ref} does not know the power {name}")
    for power in (*state.library.powers, SMITE):
        if power.name.lower() == name.lower():
            return power
    raise Refusal("C7-PSI-12", f"{name}, a power of {unit.ref}, is not in the power library")


def power_range(power: Power) -> int:
    """C7-PSI-14: the range that the power's text names."""
    within = power.effects.choose.within
    return effects.NO_RANGE if within is None else within


def is_smite(power: Power) -> bool:
    """C7-PSI-5: is it Smite, the one power that an army may attempt more than once in a phase?"""
    return power.name.lower() == SMITE.name.lower()


def check_has_not_fallen_back(unit: Unit) -> None:
    """C7-PSI-8: a unit that fell back cannot manifest (it may deny)."""
    if unit.moved == "fall back":
        raise Refusal("C7-PSI-8", f"{unit.ref} fell back in this round and cannot manifest")


def check_attempts_left(state: State, unit: Unit) -> None:
    """C7-PSI-7: no more attempts per Mana Phase than the Psionics entry says."""
    allowed = state.block(unit).manifests
    if unit.powers_tried >= allowed:
        why = f"{unit.ref} has tried {unit.powers_tried} of {allowed} powers in this phase"
        raise Refusal("C7-PSI-7", why)


def check_army_has_not_tried(state: State, unit: Unit, power: Power) -> None:
    """C7-PSI-5: every power but Smite is attempted once per Mana Phase by the whole army."""
    tried = attempts_by_army(state, unit.seat, power)
    if tried and not is_smite(power):
        why = (
            f"{unit.ref} cannot manifest {power.name}: {seat_name(unit.seat)} has tried it (1 of 1)"
        )
        raise Refusal("C7-PSI-5", why)


def attempts_by_army(state: State, seat: int, power: Power) -> int:
    """How often the army has attempted the power in this Mana Phase."""
    return [one.lower() for one in state.armies[seat].powers_tried].count(power.name.lower())


def charge_of(state: State, unit: Unit, power: Power) -> int:
    """C7-PSI-6, C7-EFF-13: the charge rises with each attempt by other units of the army.

    Failed attempts and those of units killed since count; the unit's own do not.
    """
    others = attempts_by_army(state, unit.seat, power)
    if is_smite(power):
        others -= unit.smites_tried
    return power.charge + power.escalates * others


# Die, backlash, value.


def survives_backlash(battle: Battle, unit: Unit) -> bool:
    """C7-PSI-2, C7-PSI-3: 40 psychic damage to the user; if it dies, to all within 3 of it.

    The units within 3 are found after it has died, and are hit by row, then column.  Return whether
    the user lives.
    """
    damage.deal_typed(battle, unit.ref, (BACKLASH,), cause="psionic backlash")
    if not unit_now(battle, unit.ref).dead:
        return True
    footprint = battle.state.block(unit).footprint
    if unit.at is not None:
        for victim in geometry.within_of(battle.state, unit.at, footprint, BURST_RADIUS):
            if unit_now(battle, victim.ref).on_field:
                damage.deal_typed(battle, victim.ref, (BACKLASH,), cause="psionic burst")
    return False


def value_of(
    state: State, unit: Unit, die: int, support: tuple[ev.Part, ...]
) -> tuple[int, str, tuple[ev.Part, ...]]:
    """C7-PSI-4: the value of a test, the unit whose denial halved it (or empty), and the modifiers.

    Numeric modifiers are halved; advantage and disadvantage are worth 2 here and not 4.
    """
    tally = numbers.tally(state, unit, "psychic tests")
    edges = [part for part in (*tally.parts, *support) if part.edge]
    halves = [
        ev.Part(part.source, half_away(part.amount, 2), 0, "C7-PSI-4")
        for part in tally.parts
        if part.amount
    ]
    denier = find_denier(state, unit)
    net = numbers.net_edge(part.edge for part in edges)
    value = psionic_value(die, bool(denier), net, sum(part.amount for part in halves))
    return value, denier, (*halves, *edges)


def psionic_value(die: int, denied: bool, edge: int, halved: int) -> int:
    """C7-PSI-4: the die, halved and rounded up if denied; then advantage 2, disadvantage -2."""
    return (half_up(die, 2) if denied else die) + 2 * edge + halved


# Denial.


def deny(battle: Battle, unit: Unit, order: Deny) -> None:
    """C7-PSI-9: `PP1 denies MS1`: the denial waits for that unit's next test within 12."""
    state = battle.state
    check_is_psionic(state, unit)
    target = naming.named(state, unit.seat, order.target)
    check_may_be_denied(state, unit, target)
    check_denials_left(state, unit)
    check_denial_range(state, unit, target)
    battle.emit(ev.Denied(unit.ref, target.ref))


def check_may_be_denied(state: State, unit: Unit, target: Unit) -> None:
    """C7-PSI-9: the target is an enemy psionic unit on the field."""
    if target.seat == unit.seat or not target.on_field or not state.block(target).psionic:
        why = f"{unit.ref} cannot deny {target.ref}: it is no enemy psionic unit on the field"
        raise Refusal("C7-PSI-9", why)


def check_denials_left(state: State, unit: Unit) -> None:
    """C7-PSI-10: no more denials per round than the Psionics entry says."""
    allowed = state.block(unit).denies
    if unit.denied >= allowed:
        why = f"{unit.ref} has used {unit.denied} of {allowed} denials in this round"
        raise Refusal("C7-PSI-10", why)


def check_denial_range(state: State, unit: Unit, target: Unit) -> None:
    """C7-PSI-11: a denial declared in the Mana Phase needs a distance of 12 or less at once."""
    gap = geometry.separation(state, unit, target)
    if state.flow.phase == "mana" and gap > DENIAL_RANGE:
        why = f"{target.ref} is {gap} from {unit.ref}; a denial reaches {DENIAL_RANGE}"
        raise Refusal("C7-PSI-11", why)


def find_denier(state: State, unit: Unit) -> str:
    """C7-PSI-9: the first declared denial whose denier is on the field and within 12 now.

    The other denials stay for later tests.  Empty if no denial works.
    """
    for denial in state.denials:
        denier = state.find(denial.denier)
        if (
            denial.target == unit.ref
            and denier is not None
            and denier.on_field
            and geometry.separation(state, denier, unit) <= DENIAL_RANGE
        ):
            return denier.ref
    return ""


def lapse(battle: Battle) -> None:
    """C7-PSI-10: unused denials lapse at the end of the Mana Phase."""
    waiting = battle.state.denials
    if waiting:
        battle.emit(ev.DenialsLapsed(tuple((one.denier, one.target) for one in waiting)))


# Section 7.5: casting a spell in the Mana Phase - who knows it, which slot it takes, on whom.


def cast(battle: Battle, unit: Unit, order: Cast) -> None:
    """C7-MANA-1: `E1 casts Ward on E2`: the checks of the order, then the slot, then the effects.

    A caster that is psionic too may also use its powers.
    """
    state = battle.state
    level, spell = find_spell(state, unit, order.spell)
    check_has_not_cast(unit)
    effects.check_not_advanced(state, unit)
    slot = find_slot(unit, spell.name, level, order.slot)
    targets = effects.find_targets(state, unit, spell.effects.choose, order.targets)
    reach = spell_range(spell)
    effects.check_targets("C7-SPELL-10", unit, spell.name, spell.effects, targets)
    effects.check_range("C7-SPELL-9", state, unit, spell.name, reach, targets)
    effects.check_not_too_near(state, unit, spell.name, reach, targets)
    resolve_spell(battle, unit, spell, slot, tuple(target.ref for target in targets))


def resolve_spell(
    battle: Battle, unit: Unit, spell: Spell, slot: int, targets: tuple[str, ...]
) -> None:
    """C7-SPELL-3, C7-SPELL-4: one slot is spent, none for a cantrip; the effects do not depend
    on it.  C7-SPELL-13: a spell that the GM has to adjudicate spends its slot all the same.
    """
    left = slots_left(unit, slot) - 1 if slot else 0
    battle.emit(ev.SpellCast(unit.ref, spell.name, targets, slot, left))
    support = tactics.take_support(battle, unit.seat)
    strikes = effects.attacks_of(
        battle.state.block(unit), spell.name, spell_range(spell), spell.effects
    )
    source = effects.Source(spell.name, spell.effects, unit.ref, strikes, magic=True, edges=support)
    effects.take_effect(battle, source, targets)


def find_spell(state: State, unit: Unit, name: str) -> tuple[int, Spell]:
    """C7-SPELL-8: a spell that the unit knows, with its level.  Raises `Refusal` if it knows none.

    C7-SPELL-2: a spell listed at several levels counts at the lowest.
    """
    casting = required(state.block(unit).casting, "C7-SPELL-8", f"{unit.ref} has no Spellcasting")
    known = [(level, one) for level, one in casting.spells if one.lower() == name.lower()]
    if not known:
        raise Refusal("C7-SPELL-8", f"{unit.ref} does not know the spell {name}")
    level, listed = min(known)
    return level, text_of(state, unit, listed)


def text_of(state: State, unit: Unit, name: str) -> Spell:
    """The spell as written in the statblock, else in the library.

    C7-SPELL-13: a spell that neither has is adjudicated by the GM.
    """
    for spell in (*state.block(unit).own_spells, *state.library.spells):
        if spell.name.lower() == name.lower():
            return spell
    unknown = Effects(f"{name} is not in the spell library", Choose(), understood=False)
    return Spell(name, effects.NO_RANGE, unknown)


def spell_range(spell: Spell) -> int:
    """C7-SPELL-9: the range of the spell, or a shorter one that its sentences name."""
    within = spell.effects.choose.within
    return spell.range if within is None else min(spell.range, within)


def check_has_not_cast(unit: Unit) -> None:
    """C7-MANA-2: at most one spell per Mana Phase."""
    if "cast" in unit.spent:
        raise Refusal("C7-MANA-2", f"{unit.ref} has cast 1 spell in this phase and may cast 1")


def slots_left(unit: Unit, level: int) -> int:
    """C7-SPELL-2: how many slots of a level from 1 up the unit still has."""
    return dict(unit.slots).get(level, 0)


def find_slot(unit: Unit, spell: str, level: int, named: int | None) -> int:
    """C7-SPELL-5: the level of the slot to spend: the spell's own, or the lowest higher one left.

    A level `named` is checked and used; a cantrip takes 0.  Raises `Refusal` if no slot is left.
    """
    if named is not None:
        check_slot_level(unit, spell, level, named)
        check_slot_left(unit, spell, named)
        return named
    if level == 0:
        return 0
    usable = [one for one, left in sorted(unit.slots) if one >= level and left > 0]
    if not usable:
        why = f"{unit.ref} has 0 slots of the {ordinal(level)} level or higher left for {spell}"
        raise Refusal("C7-SPELL-7", why)
    return usable[0]


def check_slot_level(unit: Unit, spell: str, level: int, named: int) -> None:
    """C7-SPELL-6: the slot named has the spell's level, or a higher one if that is used up."""
    left = slots_left(unit, level)
    if named < level or (named > level and (level == 0 or left > 0)):
        own = "a cantrip takes no slot" if level == 0 else f"{left} left of the {ordinal(level)}"
        why = f"{unit.ref} cannot cast {spell} with a slot of the {ordinal(named)} level: {own}"
        raise Refusal("C7-SPELL-6", why)


def check_slot_left(unit: Unit, spell: str, named: int) -> None:
    """C7-SPELL-7: the unit has a slot of the level named left."""
    if named and slots_left(unit, named) <= 0:
        why = f"{unit.ref} has 0 slots of the {ordinal(named)} level left for {spell}"
        raise Refusal("C7-SPELL-7", why)
