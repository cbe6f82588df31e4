"""Section 7.5: concentration - one spell at a time, shaken by damage, ended by many things."""

from rules.crusade7 import events as ev
from rules.crusade7 import naming
from rules.crusade7.army.statblock import Statblock
from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.harm import conditions, saves
from rules.crusade7.state import Concentration, State, Unit, Until
from rules.line.errors import Refusal
from rules.numbers.arith import half_up


def spellcasting_stat(block: Statblock) -> str:
    """C7-SPELL-1: the first stat in the ATK formula of the Spellcasting line.

    Where no formula has a stat beside PF, and for a power of a unit without Spellcasting, PF.
    """
    if block.casting is None:
        return "PF"
    return saves.leading_stat(block.casting.atk) or saves.leading_stat(block.casting.dc) or "PF"


def difficulty(damage: int) -> int:
    """C7-CONC-2: 10 + half of the damage, rounded half up (13 -> 17, 15 -> 18)."""
    return 10 + half_up(damage, 2)


def test(battle: Battle, ref: str, damage: int) -> None:
    """C7-CONC-2: whoever concentrates, takes damage and lives makes a Type 3 saving throw.

    Each instance of damage has its own.  C7-COND-6: a stunned unit fails with STR or DEX.
    """
    unit = unit_now(battle, ref)
    if unit.concentration is None or unit.dead or damage <= 0:
        return
    stat = spellcasting_stat(battle.state.block(unit))
    thrown = saves.saving_stat(battle.state, unit, stat)
    value, dc = thrown.value + 10, difficulty(damage)
    kept = value >= dc and not saves.is_helpless(unit, stat)
    parts = (*thrown.parts, ev.Part("base", 10, rule="C7-CONC-2"))
    battle.emit(ev.ConcentrationTested(ref, unit.concentration.spell, value, dc, kept, parts))
    if not kept:
        end(battle, ref, "damage")


def begin(battle: Battle, ref: str, spell: str, duration: int | None) -> None:
    """C7-CONC-1: the spell before it ends just before the new one takes effect.

    C7-CONC-5: with a duration the concentration is over when the rounds are.
    """
    end(battle, ref, f"casts {spell}")
    until = None if duration is None else conditions.until_rounds(battle.state, duration)
    battle.emit(ev.ConcentrationBegan(ref, Concentration(spell, until)))


def end(battle: Battle, ref: str, why: str) -> None:
    """C7-CONC-3: with the concentration end all effects of the spell."""
    held = unit_now(battle, ref).concentration
    if held is not None:
        battle.emit(ev.ConcentrationEnded(ref, held.spell, why))


def stop(battle: Battle, unit: Unit) -> None:
    """C7-CONC-4: `stops concentrating`, refused if there is nothing to stop."""
    if unit.concentration is None:
        raise Refusal("C7-CONC-4", f"{unit.ref} is not concentrating on a spell")
    end(battle, unit.ref, "stops")


def check_all(battle: Battle) -> None:
    """C7-CONC-3: at the start of a phase: is the duration over, is nothing of the spell left?"""
    now = Until.of(battle.state.flow.round, battle.state.flow.phase)
    holding = [unit for unit in battle.state.living() if unit.concentration is not None]
    for unit in sorted(holding, key=lambda one: naming.order_of_reference(one.ref)):
        held = unit.concentration
        if held is not None and held.until is not None and held.until <= now:
            end(battle, unit.ref, "its duration is over")
        elif not is_anything_left(battle.state, unit.ref):
            end(battle, unit.ref, "nothing of it is left")


def is_anything_left(state: State, caster: str) -> bool:
    """C7-CONC-3: does an effect or a condition on a living unit hang on this concentration?"""
    return any(
        any(effect.caster == caster for effect in unit.effects)
        or any(affliction.caster == caster for affliction in unit.conditions)
        for unit in state.living()
    )


def drop_loose(battle: Battle, caster: str) -> None:
    """C7-CONC-3: what a spell gave after its caster had lost it (its own blast) ends at once."""
    if unit_now(battle, caster).concentration is not None:
        return
    why = f"{caster} lost concentration"
    for unit in tuple(battle.state.units.values()):
        for effect in unit.effects:
            if effect.caster == caster:
                battle.emit(ev.EffectEnded(unit.ref, effect.name, why, effect.number))
        conditions.lose(battle, unit.ref, lambda one: one.caster == caster, why)
