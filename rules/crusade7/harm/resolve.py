"""One attack, resolved: its shares, its damage, and what comes after the damage."""

from rules.crusade7.army.statblock import Attack, ChargeBonus, Save
from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.events import AttackResolved, Part, UseSpent
from rules.crusade7.field.geometry import ADJACENT, within
from rules.crusade7.harm.bonuses import Blow, attack_bonus, difficulty, doubled_kinds
from rules.crusade7.harm.conditions import inflict
from rules.crusade7.harm.damage import Damage, Felt, damage_dealt, felt
from rules.crusade7.harm.death import deal
from rules.crusade7.harm.numbers import armour_class
from rules.crusade7.harm.saves import (
    helpless_part,
    is_helpless,
    saving_stat,
    share_taken,
    tested_stat,
)
from rules.crusade7.harm.shields import break_shield
from rules.crusade7.state import State, Unit, Until
from rules.line.frozen import Frozen
from rules.numbers.arith import clamp


def resolve(
    battle: Battle,
    attacker: str,
    attack: Attack,
    target: str,
    *,
    cause: str = "",
    edges: tuple[Part, ...] = (),
    magic: bool = False,
    until: Until | None = None,
    caster: str = "",
) -> bool:
    """C7-ATTR-2, C7-ATK-14: make one attack; was the target's share above 0?

    All shares are worked out first, then the damage is dealt, then what else the attack does
    comes over those who survived.
    """
    blow = Blow(attacker, attack, edges, magic, cause, until, caster)
    struck = units_hit(battle.state, attack, unit_now(battle, target))
    hits = [work_out(battle.state, blow, unit) for unit in struck]
    for hit in hits:
        _deal(battle, attack, hit)
    for hit in hits:
        if hit.share > 0:
            _follow(battle, blow, hit.target)
    return hits[0].share > 0


def units_hit(state: State, attack: Attack, target: Unit) -> list[Unit]:
    """C7-ATTR-1, C7-ATTR-2: the target; of a blast then all within 1 of it, by row, column."""
    return [target, *within(state, target, ADJACENT)] if attack.blast else [target]


class Contest(Frozen):
    """What decides the share: AC against ATK, or DC against the stat that `versus` names."""

    versus: str
    high: int
    low: int
    share: int
    high_parts: tuple[Part, ...]
    low_parts: tuple[Part, ...]


def work_out(state: State, blow: Blow, target: Unit) -> AttackResolved:
    """C7-ATK-4: one attack on one unit, with every number that a report shows."""
    attacker = state.find(blow.attacker)
    if attacker is None:
        raise ValueError(f"the battle has no unit {blow.attacker}")
    save = blow.attack.save
    if save is None:
        contest = against_armour(state, blow, attacker, target)
    else:
        contest = against_throw(state, blow, attacker, target, save)
    listed, full = full_damage(state, blow, attacker, target)
    return AttackResolved(
        attacker=blow.attacker,
        attack=blow.attack.name,
        target=target.ref,
        versus=contest.versus,
        high=contest.high,
        low=contest.low,
        share=contest.share,
        listed=listed,
        damage=damage_dealt(full, contest.share),
        sum=full.sum,
        save_type=save.type if save is not None else 0,
        high_parts=contest.high_parts,
        low_parts=contest.low_parts,
        sum_parts=full.parts,
        cause=blow.cause,
    )


def share_against(ac: int, atk: int) -> int:
    """C7-ATK-2, C7-ATK-3: 105 - 5 x difference percent, in tenths; the difference is 1 to 20."""
    return 1050 - 50 * clamp(ac - atk, 1, 20)


def against_armour(state: State, blow: Blow, attacker: Unit, target: Unit) -> Contest:
    """C7-ATK-1: the target's AC against the ATK bonus, both with every modifier."""
    ac, parts = armour_class(state, target, "melee" if blow.melee else "ranged")
    atk = attack_bonus(state, blow, attacker, target)
    return Contest("AC", ac, atk.value, share_against(ac, atk.value), parts, atk.parts)


def against_throw(state: State, blow: Blow, attacker: Unit, target: Unit, save: Save) -> Contest:
    """C7-SAVE-1: the DC against a stat of the target."""
    name = tested_stat(blow.attack)
    dc = difficulty(state, blow, attacker)
    stat = saving_stat(state, target, name, blow.magic)
    helpless = is_helpless(target, name)
    share = share_taken(save.type, dc.value, stat.value, helpless)
    parts = (*stat.parts, helpless_part()) if helpless else stat.parts
    return Contest(name, dc.value, stat.value, share, dc.parts, parts)


def full_damage(state: State, blow: Blow, attacker: Unit, target: Unit) -> tuple[int, Felt]:
    """C7-DMG-1 to C7-DMG-4: the damage as listed, and what the target would feel of all of it."""
    listed, charge = with_charge_bonus(state, blow, attacker)
    full = felt(state, target, listed)
    for kind in doubled_kinds(state, blow.attack, target):
        full = full.times(2, (Part(f"x2 vs {kind}", 0, rule="C7-DMG-3"),))
    if blow.melee and target.has("stunned"):
        full = full.times(2, (Part(f"x2, {target.ref} stunned", 0, rule="C7-DMG-4"),))
    return sum(amount for amount, _ in listed), full.times(1, charge)


def with_charge_bonus(state: State, blow: Blow, attacker: Unit) -> tuple[Damage, tuple[Part, ...]]:
    """C7-DMG-1, C7-ABIL-9: melee damage in the Fight Phase after a charge, on the first type."""
    damage = blow.attack.damage
    charging = state.flow.phase == "fight" and attacker.charged and blow.melee
    if not charging or not damage:
        return damage, ()
    bonuses = [one for one in state.block(attacker).abilities if isinstance(one, ChargeBonus)]
    (amount, damage_type), *others = damage
    amount += sum(one.damage for one in bonuses)
    parts = tuple(Part(f"+{one.damage} {one.name}", 0, rule="C7-ABIL-9") for one in bonuses)
    return ((amount, damage_type), *others), parts


def _deal(battle: Battle, attack: Attack, hit: AttackResolved) -> None:
    """C7-ATTR-2: the damage of one share, unless another of this blast has killed the unit."""
    if not unit_now(battle, hit.target).on_field:
        return
    battle.emit(hit)
    kinds = " and ".join(damage_type for _, damage_type in attack.damage)
    deal(battle, hit.target, hit.damage, kinds, attack.name)


def _follow(battle: Battle, blow: Blow, target: str) -> None:
    """C7-ATK-14: after the damage, on survivors only: broken shields, then conditions."""
    if blow.attack.shield_breaker and unit_now(battle, target).on_field:
        break_shield(battle, target)
    for given in blow.attack.inflicts:
        if unit_now(battle, target).on_field:
            inflict(battle, target, given, blow.attack.name, blow.until, blow.caster, blow.magic)


def spend_use(battle: Battle, ref: str, attack: Attack) -> None:
    """C7-ATK-10, C7-ATTR-5: a limited attack has one use less, for the whole battle."""
    left = uses_left(unit_now(battle, ref), attack)
    if left is not None:
        battle.emit(UseSpent(ref, attack.name, max(0, left - 1)))


def uses_left(unit: Unit, attack: Attack) -> int | None:
    """C7-ATTR-5: how often the unit may still make a limited attack (None: without limit)."""
    if attack.uses is None:
        return None
    return next((left for name, left in unit.uses if name == attack.name), attack.uses)
