"""A strike: all the attacks that one unit makes on another at one time, from dice to rout."""

from rules.line.frozen import Frozen
from rules.machinadei import events as ev
from rules.machinadei.battle import Battle, now, roll
from rules.machinadei.fight.hits import ALL, NONE, attacks_of, grip_between, hits_of, needed, to_hit
from rules.machinadei.fight.morale import check_rout, is_shattering
from rules.machinadei.fight.wounds import (
    casualties,
    damage_of,
    damage_parts,
    leave,
    suffered,
    survivors,
    worth,
    wounds_from,
)
from rules.machinadei.statblock import AttackEffect, Weapon
from rules.machinadei.state import State, Unit


class Blow(Frozen):
    """With what a unit strikes: `use` melee, ranged or magic, for the target's guard."""

    name: str
    use: str
    attacks: int
    damage: int
    hit: int
    volley: bool = False


def melee_blow(state: State, unit: Unit, attacks: int) -> Blow:
    """MD-HIT-1: the first melee weapon of the statblock."""
    weapon = next(state.block(unit).of("melee"), None)
    bonus = state.block(unit).melee
    return Blow(weapon.name if weapon else "", "melee", attacks, bonus.damage, bonus.hit)


def weapon_blow(unit: Unit, weapon: Weapon, volley: bool = False) -> Blow:
    """MD-SHOOT-5: all models attack; moving before has no effect, there is no long range."""
    bonus = weapon.bonus
    attacks = attacks_of(unit, bonus)
    return Blow(weapon.name, "ranged", attacks, bonus.damage, bonus.hit, volley)


def magic_blow(name: str, effect: AttackEffect) -> Blow:
    """MD-EFF-1: n attacks with the caster's tier and Size."""
    return Blow(name, "magic", effect.attacks, effect.damage, effect.hit)


def hit_parts(
    state: State, attacker: Unit, target: Unit, blow: Blow, gripped: bool
) -> tuple[ev.Part, ...]:
    """MD-HIT-4: everything that is added to the roll."""
    parts = to_hit(state, attacker, target, blow.use, (blow.name, blow.hit), blow.volley)
    return (*parts, *grip_between(state, attacker, target)) if gripped else parts


def strike(battle: Battle, attacker: Unit, target: Unit, blow: Blow) -> int:
    """MD-HIT-6: one d10 for each attack, none where all or none hit; the wounds suffered."""
    state = battle.state
    tiers = attacker.tier - target.tier
    parts = hit_parts(state, attacker, target, blow, gripped=blow.use == "melee")
    number = needed(state, tiers, parts)
    why = f"{attacker.ref} attacks {target.ref}"
    count = 0 if number in (ALL, NONE) else blow.attacks
    dice = tuple(roll(battle, why) for _ in range(count))
    hits = {ALL: blow.attacks, NONE: 0}.get(number, hits_of(dice, number))
    return wound(battle, attacker, target, blow, (number, dice, hits, parts))


Rolled = tuple[int, tuple[int, ...], int, tuple[ev.Part, ...]]
"""The number needed, the dice, the hits, and what was added to the roll."""


def wound(battle: Battle, attacker: Unit, target: Unit, blow: Blow, rolled: Rolled) -> int:
    """MD-WOUND-2, MD-CAS-1, MD-ROUT-1: damage x hits, casualties, and the target's rout check."""
    number, dice, hits, parts = rolled
    tiers = attacker.tier - target.tier
    harm = damage_parts(attacker, target, (blow.name, blow.damage))
    damage = damage_of(harm)
    total = damage * hits
    wounds = suffered(target, wounds_from(total, tiers))
    lost, rest = casualties(target, wounds)
    left = target.models - lost
    spots = survivors(target, lost) if left and lost else target.spots
    vp = worth(target, lost, all_gone=False) if left else 0
    names = attacker.ref, target.ref, blow.name, tiers, blow.attacks, number, dice
    result = hits, damage, total, wounds, lost, left, rest if left else 0, vp
    battle.emit(ev.Struck(*names, *result, spots, parts, harm))
    if not left:
        leave(battle, now(battle, target), "destroyed")
    elif is_shattering(target, wounds):
        check_rout(battle, now(battle, target), "MD-ROUT-1")
    return wounds
