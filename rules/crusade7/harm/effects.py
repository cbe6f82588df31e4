"""Section 8.4: the effect sentences of spells, powers and tactics, aimed and carried out."""

from dataclasses import replace

from rules.crusade7 import naming
from rules.crusade7.army import statblock as sb
from rules.crusade7.events import EffectGained, GMAdjudicates, Part, SlotLost
from rules.crusade7.field import geometry
from rules.crusade7.harm import conditions, damage
from rules.crusade7.harm.numbers import Blow
from rules.crusade7.state import Battle, Effect, State, Unit, Until, unit_now
from rules.line.errors import Refusal
from rules.line.frozen import Frozen

NO_RANGE = 1000
"""Farther than anything on the board: the range of magic whose text names none."""


class Source(Frozen):
    """What causes effects: the name and sentences of a spell, power or tactic.

    `actor` casts or manifests it; `strikes` are its attacks with the actor's ATK or DC; `magic`
    marks a spell; `edges` is the advantage of a Support, if any; `value` is that of the psionic
    test; `end` is the time that a tactic names.
    """

    name: str
    effects: sb.Effects
    actor: str = ""
    strikes: tuple[sb.Attack, ...] = ()
    magic: bool = False
    edges: tuple[Part, ...] = ()
    value: int = 0
    end: Until | None = None


# Aiming.


def find_targets(
    state: State, unit: Unit, choose: sb.Choose, names: tuple[str, ...]
) -> tuple[Unit, ...]:
    """C7-EFF-1: the units named; a text that says `Choose this unit` needs none named."""
    if not names and choose.side == "self":
        return (unit,)
    refs = naming.targets(state, unit.seat, names)
    return tuple(naming.named(state, unit.seat, ref) for ref in refs)


def check_targets(
    rule: str, unit: Unit, name: str, effects: sb.Effects, targets: tuple[Unit, ...]
) -> None:
    """C7-EFF-1: targets are on the field and different, with the number and side of the text.

    C7-SPELL-13: number and side are not checked for a text that is not understood.
    """
    check_presence(rule, unit, name, targets)
    if effects.understood:
        check_choice(rule, unit, name, effects.choose, targets)


def check_presence(rule: str, unit: Unit, name: str, targets: tuple[Unit, ...]) -> None:
    """C7-SPELL-10, C7-PSI-13: every target is on the field and named only once."""
    seen: list[str] = []
    for target in targets:
        if not target.on_field:
            raise Refusal(rule, f"{unit.ref} cannot aim {name} at {target.ref}: not on the field")
        if target.ref in seen:
            raise Refusal(rule, f"{unit.ref} aims {name} at {target.ref} more than once")
        seen.append(target.ref)


def check_choice(
    rule: str, unit: Unit, name: str, choose: sb.Choose, targets: tuple[Unit, ...]
) -> None:
    """C7-SPELL-10, C7-PSI-13: at least one target and at most as many as the text says, enemies or
    friends as it says; a unit is its own friend."""
    if not 1 <= len(targets) <= choose.count:
        allowed = "1 target" if choose.count == 1 else f"1 to {choose.count} targets"
        raise Refusal(rule, f"{name} of {unit.ref} takes {allowed}; {len(targets)} named")
    for target in targets:
        friend = target.seat == unit.seat
        if choose.side == "self" and target.ref != unit.ref:
            raise Refusal(rule, f"{name} of {unit.ref} concerns {unit.ref} alone, not {target.ref}")
        if choose.side == "enemy" and friend:
            raise Refusal(rule, f"{name} of {unit.ref} takes enemies; {target.ref} is a friend")
        if choose.side == "friendly" and not friend:
            raise Refusal(rule, f"{name} of {unit.ref} takes friends; {target.ref} is an enemy")


def check_range(
    rule: str, state: State, unit: Unit, name: str, reach: int, targets: tuple[Unit, ...]
) -> None:
    """C7-SPELL-9, C7-PSI-14: no target is farther away than the range; `touch` 1, `self` 0."""
    for target in targets:
        gap = geometry.separation(state, unit, target)
        if gap > reach:
            why = f"{target.ref} is {gap} from {unit.ref}; {name} reaches {reach}"
            raise Refusal(rule, why)


def check_not_too_near(
    state: State, unit: Unit, name: str, reach: int, targets: tuple[Unit, ...]
) -> None:
    """C7-MANA-4: magic of range 3 or more is not aimed at enemies at 2 or less (magic-min)."""
    if reach < 3 or state.options.get("magic-min", "on") != "on":
        return
    for target in targets:
        gap = geometry.separation(state, unit, target)
        if target.seat != unit.seat and gap <= 2:
            why = f"{target.ref} is {gap} from {unit.ref}; {name} needs a distance of 3 or more"
            raise Refusal("C7-MANA-4", why)


def check_not_advanced(state: State, unit: Unit) -> None:
    """C7-MANA-3, C7-RANGE-7: magic is a ranged attack; only Cavalry may use it after an Advance."""
    if unit.moved == "advance" and state.block(unit).classification != "Cavalry":
        raise Refusal("C7-RANGE-7", f"{unit.ref} advanced in this round: no spells, no powers")


def attacks_of(
    block: sb.Statblock, name: str, reach: int, effects: sb.Effects
) -> tuple[sb.Attack, ...]:
    """C7-EFF-3, C7-EFF-4: the attacks in a text, with the ATK or the DC of the caster.

    A unit without Spellcasting has neither ATK nor DC, and so no such attack.
    """
    casting = block.casting
    if casting is None:
        return ()
    return tuple(own_attack(block, casting, name, reach, strike) for strike in effects.strikes)


def own_attack(
    block: sb.Statblock, casting: sb.Casting, name: str, reach: int, strike: sb.Attack
) -> sb.Attack:
    """C7-SAVE-1: a throw that names no stat is made with the caster's spellcasting stat."""
    if strike.save is None:
        return replace(strike, name=name, range=reach, bonus=casting.atk)
    stat = strike.save.stat or conditions.spellcasting_stat(block)
    save = replace(strike.save, stat=stat)
    return replace(strike, name=name, range=reach, bonus=casting.dc, save=save)


# Carrying effects out.


def take_effect(battle: Battle, source: Source, targets: tuple[str, ...]) -> None:
    """C7-SPELL-12: target by target, in the order named.

    C7-EFF-15, C7-SPELL-13: a text with a sentence that is not understood, or with an attack of a
    unit that has neither ATK nor DC, is left to the GM as a whole.
    """
    effects = source.effects
    if not effects.understood or (effects.strikes and not source.strikes):
        battle.emit(GMAdjudicates(source.actor, source.name, effects.text))
        return
    if effects.concentration:
        conditions.begin(battle, source.actor, source.name, effects.duration)
    for ref in targets:
        affect(battle, source, ref)
    if effects.concentration:
        conditions.drop_loose(battle, source.actor)


def affect(battle: Battle, source: Source, ref: str) -> None:
    """C7-SPELL-12: attack or save, damage, healing, conditions, modifiers, losses - in this order.

    A target that is dead, or whose share of the attack was 0 % (C7-ATK-14), gets nothing more.
    """
    if not unit_now(battle, ref).on_field or not strike_lands(battle, source, ref):
        return
    for step in (harm, heal, afflict, strengthen, break_concentration, take_slot):
        if unit_now(battle, ref).on_field:
            step(battle, source, ref)


def strike_lands(battle: Battle, source: Source, ref: str) -> bool:
    """C7-EFF-3, C7-EFF-4: make the attacks of the text on one target, sentence by sentence.

    C7-RULING-66: return whether one of them had a share above 0; True if the text has none.
    """
    touched = not source.strikes
    for strike in source.strikes:
        if unit_now(battle, ref).on_field:
            touched = strike_once(battle, source, strike, ref) or touched
    return touched


def strike_once(battle: Battle, source: Source, strike: sb.Attack, ref: str) -> bool:
    """C7-ATK-14: make one attack of the text; return whether the target's share was above 0."""
    duration = source.effects.duration
    until = None if duration is None else conditions.until_rounds(battle.state, duration)
    actor, caster = unit_now(battle, source.actor).ref, hangs_on(battle, source)
    blow = Blow(actor, strike, source.edges, source.magic, until=until, caster=caster)
    return damage.resolve(battle, blow, ref)


def harm(battle: Battle, source: Source, ref: str) -> None:
    """C7-EFF-2: damage that cannot be avoided (C7-SPELL-11), one sentence after the other."""
    for sentence in source.effects.harm:
        if unit_now(battle, ref).on_field:
            dealt = damage_of(sentence, source.value)
            damage.deal_typed(battle, ref, (dealt,), cause=source.name)


def damage_of(sentence: sb.Harm, value: int) -> tuple[int, str]:
    """C7-EFF-10: a test value of `from_value` or more replaces the damage of the sentence."""
    if sentence.from_value is not None and value >= sentence.from_value:
        return sentence.instead, sentence.instead_type or sentence.damage_type
    return sentence.damage, sentence.damage_type


def heal(battle: Battle, source: Source, ref: str) -> None:
    """C7-EFF-7: HP come back, up to the maximum."""
    if source.effects.regain:
        damage.heal(battle, ref, source.effects.regain, cause=source.name)


def afflict(battle: Battle, source: Source, ref: str) -> None:
    """C7-EFF-5: conditions; prone without any time lasts until the unit stands (C7-COND-1)."""
    for one in source.effects.inflicts if is_held(battle, source) else ():
        end = end_of_effect(battle.state, source, one.rounds)
        if one.condition == "prone" and not has_time(source, one.rounds):
            end = None
        caster = hangs_on(battle, source)
        conditions.give(battle, ref, one.condition, end, cause=source.name, caster=caster)


def strengthen(battle: Battle, source: Source, ref: str) -> None:
    """C7-EFF-6: modifiers, as an effect with the name of the spell, power or tactic.

    C7-EFF-16: it replaces an earlier one of that name.  Sentences that end together make one
    effect; those that end at another time make another (C7-STAT-6: the name is the same).
    """
    if not is_held(battle, source):
        return
    caster = hangs_on(battle, source)
    for number, (end, modifiers) in enumerate(gains_by_end(battle.state, source), start=1):
        battle.emit(EffectGained(ref, Effect(source.name, modifiers, end, caster, number)))


def gains_by_end(
    state: State, source: Source
) -> tuple[tuple[Until | None, tuple[sb.Modifier, ...]], ...]:
    """The modifiers of all sentences, gathered by the time at which they end."""
    gathered: dict[Until | None, tuple[sb.Modifier, ...]] = {}
    for gain in source.effects.gains:
        end = end_of_gain(state, source, gain.rounds)
        gathered[end] = (*gathered.get(end, ()), *gain.modifiers)
    return tuple(gathered.items())


def break_concentration(battle: Battle, source: Source, ref: str) -> None:
    """C7-EFF-8: the target loses its concentration."""
    if source.effects.breaks_concentration:
        conditions.end(battle, ref, source.name)


def take_slot(battle: Battle, source: Source, ref: str) -> None:
    """C7-EFF-9: the target loses one slot of its highest level that has any."""
    for _ in range(source.effects.takes_slot):
        left = [(level, slots) for level, slots in unit_now(battle, ref).slots if slots > 0]
        if left:
            level, slots = max(left)
            battle.emit(SlotLost(ref, level, slots - 1, source.name))


# How long effects last.


def has_time(source: Source, rounds: int | None) -> bool:
    """Does the sentence, or the text as a whole, name a number of rounds?"""
    return rounds is not None or source.effects.duration is not None


def end_of_gain(state: State, source: Source, rounds: int | None) -> Until | None:
    """Section 8.5: modifiers of a tactic end with the phase or the round, if it says so."""
    if rounds is None and source.end is not None:
        return source.end
    return end_of_effect(state, source, rounds)


def end_of_effect(state: State, source: Source, rounds: int | None) -> Until | None:
    """C7-EFF-12, C7-EFF-14: the sentence's own time, else that of the text, else 1 round.

    C7-CONC-5: a spell with concentration and no duration lasts as long as the concentration (None).
    """
    if rounds is not None:
        return conditions.until_rounds(state, rounds)
    if source.effects.duration is not None:
        return conditions.until_rounds(state, source.effects.duration)
    if source.effects.concentration:
        return None
    return conditions.until_rounds(state, 1)


def hangs_on(battle: Battle, source: Source) -> str:
    """C7-EFF-11: the unit whose concentration the effects depend on; empty if on none."""
    return source.actor if source.effects.concentration else ""


def is_held(battle: Battle, source: Source) -> bool:
    """C7-CONC-3: is the concentration that the text needs, if any, still held?"""
    if not source.effects.concentration:
        return True
    return unit_now(battle, source.actor).concentration is not None
