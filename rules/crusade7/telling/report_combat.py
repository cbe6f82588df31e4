"""Section 10.5 for chapter 7: attacks, damage, conditions, magic, morale."""

from typing import assert_never

from rules.crusade7 import events as ev
from rules.crusade7.state import State
from rules.crusade7.telling.wording import modifiers_text, share_text, until_text


def fighting(event: ev.FightEvent, before: State) -> tuple[str, ...]:
    """Sections 7.2 and 7.3."""
    match event:
        case ev.AttackResolved():
            return (attack_line(event),)
        case ev.AttackMade():
            return ()
        case ev.UseSpent(unit, attack, left):
            return (f"{unit} has {left} of {attack} left",)
        case ev.StrikeLost(attacker, attack, target):
            return (f"{attacker} {attack} on {target} is lost: {target} is dead",)
        case ev.Damaged():
            return (_damaged(event),)
        case ev.Healed(unit, hp, low, high, cause):
            return (f"{unit} regains {hp} HP, HP {low} -> {high}{_by(cause)}",)
        case ev.Killed(unit, cause):
            return (f"{unit} is killed{_by(cause)}",)
        case ev.ShieldBroken(unit, loss, ac, armour):
            return (f"{unit} loses its shield: AC {ac + loss} -> {ac}, armour {armour or 'none'}",)
        case _:
            assert_never(event)


def attack_line(event: ev.AttackResolved) -> str:
    """C7-REP-1: `L1 Gladius on P1: AC 18 - ATK 5 = 13, 40%, 9 -> 4`."""
    high, low = ("AC", "ATK") if event.versus == "AC" else ("DC", event.versus)
    unhurt = " (immune)" if event.listed and not event.sum[0] else ""
    return (
        f"{event.attacker} {event.attack} on {event.target}: "
        f"{high} {event.high} - {low} {event.low} = {event.high - event.low}, "
        f"{share_text(event.share)}, {event.listed} -> {event.damage}{unhurt}{_by(event.cause)}"
    )


def _damaged(event: ev.Damaged) -> str:
    """C7-REP-2: `P1 takes 4 damage, HP 27 -> 23`."""
    harm = f"{event.unit} takes {event.damage} damage, HP {event.before} -> {event.after}"
    return harm + _by(", ".join(part for part in (event.damage_type, event.cause) if part))


def morale_line(event: ev.MoraleTested) -> str:
    """C7-REP-5: `L1 morale 12 vs DC 12: passed`."""
    result = "passed" if event.passed else "failed"
    return f"{event.unit} morale {event.value} vs DC {event.dc}: {result}{_by(event.why)}"


def _concentration(event: ev.ConcentrationTested) -> str:
    """C7-REP-5: `HM1 concentration 17 vs DC 17: kept (Veil)`."""
    result = "kept" if event.kept else "lost"
    return f"{event.unit} concentration {event.value} vs DC {event.dc}: {result} ({event.spell})"


def _by(cause: str) -> str:
    return f" ({cause})" if cause else ""


def state_changes(event: ev.ConditionEvent, before: State) -> tuple[str, ...]:
    """Section 7.4: conditions and effects."""
    match event:
        case ev.ConditionGained(unit, affliction, cause):
            until = until_text(affliction.until)
            return (f"{unit} becomes {affliction.condition}{until}{_by(cause)}",)
        case ev.ConditionResisted(unit, condition, why):
            return (f"{unit} does not become {condition}{_by(why)}",)
        case ev.ConditionLost(unit, condition, why):
            return (f"{unit} is no longer {condition}{_by(why)}",)
        case ev.CauseEnded(unit, affliction, why):
            return (f"{affliction.source} on {unit} ends{_by(why)}: still {affliction.condition}",)
        case ev.EffectGained(unit, effect):
            gain = modifiers_text(effect.modifiers)
            return (f"{unit} gains {gain}{until_text(effect.until)} ({effect.name})",)
        case ev.EffectEnded(unit, name, why):
            return (f"{name} on {unit} ends{_by(why)}",)
        case _:
            assert_never(event)


def magic(event: ev.MagicEvent, before: State) -> tuple[str, ...]:
    """Sections 7.5 and 7.6."""
    match event:
        case ev.SpellCast():
            return (_spell_cast(event),)
        case ev.SlotLost(unit, level, left, cause):
            return (f"{unit} loses a level {level} slot, {left} left{_by(cause)}",)
        case ev.GMAdjudicates(unit, name, text):
            return (f"GM adjudicates: {unit} {name} - {text}",)
        case ev.ConcentrationBegan(unit, held):
            return (f"{unit} concentrates on {held.spell}{until_text(held.until)}",)
        case ev.ConcentrationTested():
            return (_concentration(event),)
        case ev.ConcentrationEnded(unit, spell, why):
            return (f"{unit} no longer concentrates on {spell}{_by(why)}",)
        case ev.Denied(unit, target):
            return (f"{unit} denies {target}: the next test of {target} is halved",)
        case ev.DenialsLapsed(denials):
            lapsed = ", ".join(f"{denier} of {target}" for denier, target in denials)
            return (f"Unused denials lapse: {lapsed}",)
        case ev.AttemptBegan(unit, power):
            return (f"{unit} attempts {power}",)
        case ev.PsionicTested():
            return (_psionic_test(event),)
        case _:
            assert_never(event)


def _spell_cast(event: ev.SpellCast) -> str:
    """C7-SPELL-3: `HM1 casts Ward on L1 (level 1 slot, 3 left)`."""
    on = f" on {', '.join(event.targets)}" if event.targets else ""
    slot = f" (level {event.level} slot, {event.left} left)" if event.level else " (cantrip)"
    return f"{event.unit} casts {event.spell}{on}{slot}"


def _psionic_test(event: ev.PsionicTested) -> str:
    """C7-REP-4: `PP1 Smite on L1: roll 9, value 5, charge 5: passed (denied by MS1)`."""
    on = f" on {', '.join(event.targets)}" if event.targets else ""
    result = "passed" if event.passed else "failed"
    denied = f" (denied by {event.denier})" if event.denier else ""
    return (
        f"{event.unit} {event.power}{on}: roll {event.die}, value {event.value}, "
        f"charge {event.charge}: {result}{denied}"
    )
