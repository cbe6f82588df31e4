"""What lasts on a unit: conditions, saving throws against them, concentration, shields."""

import re
from collections.abc import Callable

from rules.crusade7 import events as ev
from rules.crusade7 import naming
from rules.crusade7.army.statblock import Attack, Formula, Inflict, Statblock
from rules.crusade7.field.geometry import ADJACENT, within
from rules.crusade7.harm.numbers import Blow, Tally, add_up, defence, stat_parts, tally
from rules.crusade7.state import Affliction, Battle, Concentration, State, Unit, Until, unit_now
from rules.line.errors import Refusal
from rules.numbers.arith import clamp, half_up

# Saving throws: how much of an attack with a DC a unit takes, by Type 1, 2 or 3.


FULL = 1000
"""Shares are counted in tenths of a percent."""

REFLEXES = ("STR", "DEX")
"""C7-COND-6: the saving throws that a stunned unit cannot make."""


def share_taken(save_type: int, dc: int, stat: int, helpless: bool = False) -> int:
    """C7-SAVE-2 to C7-SAVE-5: the tenths of a percent that get through a saving throw.

    `helpless`: a stunned unit's STR or DEX (C7-COND-6), for which x counts as 21.
    """
    if save_type == 3:
        return FULL if helpless or not is_saved(dc, stat) else 0
    x = 21 if helpless else clamp(dc - stat, 1, 21)
    return type_1_share(x) if save_type == 1 else type_2_share(x)


def type_1_share(x: int) -> int:
    """C7-SAVE-2: 47.5 + 2.5 x percent: half at x = 1, everything at 21."""
    return 475 + 25 * x


def type_2_share(x: int) -> int:
    """C7-SAVE-3: 5 x - 5 percent: nothing at x = 1, everything at 21."""
    return 50 * x - 50


def is_saved(dc: int, stat: int) -> bool:
    """C7-SAVE-4: a Type 3 saving throw succeeds if stat + 10 reaches the DC."""
    return stat + 10 >= dc


def is_helpless(unit: Unit, stat: str) -> bool:
    """C7-COND-6: is the unit stunned, and the saving throw one with STR or DEX?"""
    return unit.has("stunned") and stat in REFLEXES


def saving_stat(state: State, unit: Unit, name: str, magic: bool = False) -> Tally:
    """C7-SAVE-6: the stat as it counts for a saving throw.

    Advantage on the stat, on saving throws and, against spells, on saving throws against magic
    counts once (C7-STAT-4).  The tally's `value` is what the DC is measured against.
    """
    against = ("saving throws", "saving throws against magic") if magic else ("saving throws",)
    edges = (part for part in tally(state, unit, name).parts if part.edge)
    return add_up((*stat_parts(state, unit, name), *edges, *tally(state, unit, *against).parts))


def saves(state: State, unit: Unit, name: str, dc: int, magic: bool = False) -> bool:
    """C7-SAVE-4, C7-COND-6: does the unit make a Type 3 saving throw with this stat?"""
    if is_helpless(unit, name):
        return False
    return is_saved(dc, saving_stat(state, unit, name, magic).value)


def tested_stat(attack: Attack) -> str:
    """C7-SAVE-1: the stat written after DC, else the first of the attack's formula."""
    if attack.save is not None and attack.save.stat:
        return attack.save.stat
    return leading_stat(attack.bonus) if attack.bonus is not None else ""


def leading_stat(terms: Formula) -> str:
    """C7-SAVE-1: the first of STR, DEX, CON, INT, WIS and CHA in a formula."""
    return next((name for name in terms.stats if name not in ("PF", "Speed")), "")


def helpless_part() -> ev.Part:
    """C7-COND-6, as a part of the stat for the report."""
    return ev.Part("stunned: x counts as 21", 0, rule="C7-COND-6")


# Conditions: who gets them, how long they last, and what ends them.


USUAL_ROUNDS = 1
"""C7-COND-1: how many rounds a condition lasts that is given without a time."""


def until_rounds(state: State, rounds: int) -> Until:
    """C7-TURN-9: "for n rounds" ends at the start of the same phase n rounds later."""
    return Until.of(state.flow.round + rounds, state.flow.phase)


def end_of(state: State, given: Inflict, until: Until | None, caster: str) -> Until | None:
    """C7-COND-1: when a condition that an attack or a spell gives ends (None: no time is set).

    A time of its own comes first, then that of the spell (`until`).  A condition that depends on a
    caster's concentration has no other end; prone lasts until the unit stands up; any other
    condition lasts 1 round.
    """
    if given.rounds is not None:
        return until_rounds(state, given.rounds)
    if until is not None or caster or given.condition == "prone":
        return until
    return until_rounds(state, USUAL_ROUNDS)


def inflict(battle: Battle, blow: Blow, ref: str, given: Inflict) -> None:
    """C7-ATTR-6: give the condition of an attack, unless its own saving throw succeeds."""
    unit = unit_now(battle, ref)
    if given.stat and saves(battle.state, unit, given.stat, given.dc, blow.magic):
        value = saving_stat(battle.state, unit, given.stat, blow.magic).value
        why = f"{given.stat} {value} + 10 reaches {given.dc}"
        battle.emit(ev.ConditionResisted(unit.ref, given.condition, why))
        return
    end = end_of(battle.state, given, blow.until, blow.caster)
    give(battle, unit.ref, given.condition, end, blow.attack.name, blow.caster)


def give(
    battle: Battle, ref: str, condition: str, until: Until | None, cause: str = "", caster: str = ""
) -> None:
    """C7-COND-1, C7-COND-12: give a condition; the immune get nothing.

    From the same source the later end is kept; C7-RULING-70: each other source counts for itself.
    """
    unit = unit_now(battle, ref)
    if unit.dead:
        return
    immune = defence(battle.state, unit, "immunity", condition)
    if immune:
        battle.emit(ev.ConditionResisted(unit.ref, condition, f"immune ({immune})"))
        return
    new = Affliction(condition, until, caster, cause)
    had = next((one for one in unit.conditions if one.is_as(new)), new)
    battle.emit(ev.ConditionGained(unit.ref, longer_lasting(had, new), cause))


def longer_lasting(had: Affliction, new: Affliction) -> Affliction:
    """C7-COND-1: the one of the two with the later end; no end at all is the latest."""
    if had.until is None or new.until is None:
        return had if had.until is None else new
    return new if new.until > had.until else had


def lose(battle: Battle, ref: str, gone: Callable[[Affliction], bool], why: str) -> None:
    """C7-RULING-70: end the sources that are `gone`; a condition lasts while any source is left."""
    had = unit_now(battle, ref).conditions
    for condition in dict.fromkeys(one.condition for one in had):
        sources = [one for one in had if one.condition == condition]
        ended = [one for one in sources if gone(one)]
        if ended == sources:
            battle.emit(ev.ConditionLost(ref, condition, why))
            continue
        for one in ended:
            battle.emit(ev.CauseEnded(ref, one, why))


# Section 7.5: concentration - one spell at a time, shaken by damage, ended by many things.


def spellcasting_stat(block: Statblock) -> str:
    """C7-SPELL-1: the first stat in the ATK formula of the Spellcasting line.

    It is PF if no formula has another stat, and for a power of a unit without Spellcasting.
    """
    if block.casting is None:
        return "PF"
    return leading_stat(block.casting.atk) or leading_stat(block.casting.dc) or "PF"


def difficulty(damage: int) -> int:
    """C7-CONC-2: 10 + half of the damage, rounded half up (13 -> 17, 15 -> 18)."""
    return 10 + half_up(damage, 2)


def test(battle: Battle, ref: str, damage: int) -> None:
    """C7-CONC-2: a concentrating unit that takes damage and lives makes a Type 3 saving throw.

    Each instance of damage needs its own.  C7-COND-6: a stunned unit fails with STR or DEX.
    """
    unit = unit_now(battle, ref)
    if unit.concentration is None or unit.dead or damage <= 0:
        return
    stat = spellcasting_stat(battle.state.block(unit))
    thrown = saving_stat(battle.state, unit, stat)
    value, dc = thrown.value + 10, difficulty(damage)
    kept = value >= dc and not is_helpless(unit, stat)
    parts = (*thrown.parts, ev.Part("base", 10, rule="C7-CONC-2"))
    battle.emit(ev.ConcentrationTested(ref, unit.concentration.spell, value, dc, kept, parts))
    if not kept:
        end(battle, ref, "damage")


def begin(battle: Battle, ref: str, spell: str, duration: int | None) -> None:
    """C7-CONC-1: begin to concentrate; the previous spell ends before the new one takes effect.

    C7-CONC-5: with a duration the concentration is over when the rounds are.
    """
    end(battle, ref, f"casts {spell}")
    until = None if duration is None else until_rounds(battle.state, duration)
    battle.emit(ev.ConcentrationBegan(ref, Concentration(spell, until)))


def end(battle: Battle, ref: str, why: str) -> None:
    """C7-CONC-3: end a unit's concentration, and with it all effects of the spell."""
    held = unit_now(battle, ref).concentration
    if held is not None:
        battle.emit(ev.ConcentrationEnded(ref, held.spell, why))


def stop(battle: Battle, unit: Unit) -> None:
    """C7-CONC-4: `stops concentrating`, refused if there is nothing to stop."""
    if unit.concentration is None:
        raise Refusal("C7-CONC-4", f"{unit.ref} is not concentrating on a spell")
    end(battle, unit.ref, "stops")


def check_all(battle: Battle) -> None:
    """C7-CONC-3: at the start of a phase, end concentration on spells whose duration is over or
    that have no effect left."""
    now = Until.of(battle.state.flow.round, battle.state.flow.phase)
    holding = [unit for unit in battle.state.living() if unit.concentration is not None]
    for unit in naming.in_order(holding):
        held = unit.concentration
        if held is not None and held.until is not None and held.until <= now:
            end(battle, unit.ref, "its duration is over")
        elif not is_anything_left(battle.state, unit.ref):
            end(battle, unit.ref, "nothing of it is left")


def is_anything_left(state: State, caster: str) -> bool:
    """C7-CONC-3: does an effect or a condition on a living unit depend on this concentration?"""
    return any(
        any(effect.caster == caster for effect in unit.effects)
        or any(affliction.caster == caster for affliction in unit.conditions)
        for unit in state.living()
    )


def drop_loose(battle: Battle, caster: str) -> None:
    """C7-CONC-3: end at once what a spell gave after its caster lost it (to its own blast)."""
    if unit_now(battle, caster).concentration is not None:
        return
    why = f"{caster} lost concentration"
    for unit in tuple(battle.state.units.values()):
        for effect in unit.effects:
            if effect.caster == caster:
                battle.emit(ev.EffectEnded(unit.ref, effect.name, why, effect.number))
        lose(battle, unit.ref, lambda one: one.caster == caster, why)


# Shields that a shield-breaker tears off: the word in the armour note, and the AC it was worth.


SHIELD = re.compile(r"(?<![^\W\d_])shield(?![^\W\d_])\s*\+?(\d*)", re.IGNORECASE)
"""C7-ATTR-4: the whole word, in any case of letters, with the number right after it."""

WITHOUT_NUMBER = 2
"""C7-ATTR-4: the AC that a shield is worth in addition to its number."""


def has_shield(armour: str) -> bool:
    """C7-ATTR-4: does an armour note contain the word shield?"""
    return SHIELD.search(armour) is not None


def shield_worth(armour: str) -> int:
    """C7-ATTR-4: the AC that is lost with the shield: 2, and the number after the word."""
    found = SHIELD.search(armour)
    if found is None:
        return 0
    return WITHOUT_NUMBER + int(found[1] or 0)


def without_shield(armour: str) -> str:
    """C7-ATTR-4: the note without the word, all that follows it and the comma before it."""
    found = SHIELD.search(armour)
    return armour[: found.start()].rstrip(" ,;") if found else armour


def stands_shield_to_shield(state: State, unit: Unit) -> bool:
    """C7-ATTR-4: it has a shield, and so has a comrade adjacent to it."""
    return has_shield(unit.armour) and any(
        has_shield(comrade.armour) for comrade in within(state, unit, ADJACENT, unit.seat)
    )


def break_shield(battle: Battle, ref: str) -> None:
    """C7-ATTR-4: the unit struck loses its shield, if a comrade with a shield is adjacent."""
    unit = unit_now(battle, ref)
    if stands_shield_to_shield(battle.state, unit):
        loss = shield_worth(unit.armour)
        note = without_shield(unit.armour)
        battle.emit(ev.ShieldBroken(unit.ref, loss, unit.ac - loss, note))
