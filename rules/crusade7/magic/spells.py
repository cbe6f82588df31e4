"""Section 7.5: casting a spell in the Mana Phase - who knows it, which slot it takes, on whom."""

from rules.crusade7 import tactics
from rules.crusade7.army.statblock import Choose, Effects, Spell
from rules.crusade7.battle import Battle
from rules.crusade7.events import SpellCast
from rules.crusade7.harm import effects
from rules.crusade7.orders import Cast, ordinal
from rules.crusade7.state import State, Unit
from rules.line.errors import Refusal


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
    reach = range_of(spell)
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
    battle.emit(SpellCast(unit.ref, spell.name, targets, slot, left))
    support = tactics.take_support(battle, unit.seat)
    strikes = effects.attacks_of(
        battle.state.block(unit), spell.name, range_of(spell), spell.effects
    )
    source = effects.Source(spell.name, spell.effects, unit.ref, strikes, magic=True, edges=support)
    effects.take_effect(battle, source, targets)


def find_spell(state: State, unit: Unit, name: str) -> tuple[int, Spell]:
    """C7-SPELL-8: the unit has Spellcasting and knows the spell; with the spell's level.

    C7-SPELL-2: a spell listed at several levels counts at the lowest.
    """
    casting = state.block(unit).casting
    if casting is None:
        raise Refusal("C7-SPELL-8", f"{unit.ref} has no Spellcasting")
    known = [(level, one) for level, one in casting.spells if one.lower() == name.lower()]
    if not known:
        raise Refusal("C7-SPELL-8", f"{unit.ref} does not know the spell {name}")
    level, listed = min(known)
    return level, text_of(state, unit, listed)


def text_of(state: State, unit: Unit, name: str) -> Spell:
    """The spell as the statblock writes it out, else as the library does.

    C7-SPELL-13: one that neither has is adjudicated by the GM.
    """
    for spell in (*state.block(unit).own_spells, *state.library.spells):
        if spell.name.lower() == name.lower():
            return spell
    unknown = Effects(f"{name} is not in the spell library", Choose(), understood=False)
    return Spell(name, effects.NO_RANGE, unknown)


def range_of(spell: Spell) -> int:
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
    """C7-SPELL-5: the spell's level, or the lowest higher one with a slot left; 0 for cantrips."""
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
    """C7-SPELL-6: a slot named is of the spell's level, or higher if that level is exhausted."""
    left = slots_left(unit, level)
    if named < level or (named > level and (level == 0 or left > 0)):
        own = "a cantrip takes no slot" if level == 0 else f"{left} left of the {ordinal(level)}"
        why = f"{unit.ref} cannot cast {spell} with a slot of the {ordinal(named)} level: {own}"
        raise Refusal("C7-SPELL-6", why)


def check_slot_left(unit: Unit, spell: str, named: int) -> None:
    """C7-SPELL-7: a slot named must be there."""
    if named and slots_left(unit, named) <= 0:
        why = f"{unit.ref} has 0 slots of the {ordinal(named)} level left for {spell}"
        raise Refusal("C7-SPELL-7", why)
