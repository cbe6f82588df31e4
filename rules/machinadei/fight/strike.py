"""One strike from dice to rout: hits, wounds, casualties, tests of nerve."""

from rules.line.frozen import Frozen
from rules.machinadei import events as ev
from rules.machinadei.field import is_chain
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import AttackEffect, Bonus, Fearless, Grip, Guard, Weapon
from rules.machinadei.state import Battle, State, Unit, now, roll
from rules.numbers.arith import clamp


class Blow(Frozen):
    """What a unit strikes with; `use` (melee, ranged, magic) selects the guard of the target."""

    name: str
    use: str
    attacks: int
    damage: int
    hit: int
    volley: bool = False


# MD-HIT: how many attacks there are, and what an attack needs to hit.


ALL, NONE = 0, 99
"""MD-HIT-6: the numbers needed at three tiers down and up: all hit, none hits."""

NEEDED = {2: 2, 1: 3, 0: 5, -1: 7, -2: 9}
"""MD-HIT-2: the number needed, by the attacker's tier minus the target's."""


def attacks_of(unit: Unit, bonus: Bonus) -> int:
    """MD-HIT-1: models x (1 + A of the weapon); all models count, whatever their rank."""
    return max(0, unit.models * (1 + bonus.attacks))


def melee_attacks(state: State, unit: Unit) -> int:
    """MD-HIT-1: melee uses the first melee weapon of the statblock; without one A is 0."""
    return attacks_of(unit, state.block(unit).melee)


def needed(state: State, tiers: int, parts: tuple[ev.Part, ...]) -> int:
    """MD-HIT-2 to MD-HIT-5: the number needed after modifiers, kept within 2 to 10.

    Three tiers apart modifiers do not matter.  Option `tohit=over`: more than the number.
    """
    if tiers >= 3:
        return ALL
    if tiers <= -3:
        return NONE
    number = NEEDED[tiers] + (state.options.get("tohit", "plus") == "over")
    return clamp(number - sum(part.amount for part in parts), 2, 10)


def hits_of(dice: tuple[int, ...], number: int) -> int:
    """MD-HIT-5, MD-AREA-3: dice of that number or more; a 1 misses, a 10 hits by MD-HIT-5."""
    return sum(1 for die in dice if die >= number)


def number_for_area(number: int) -> int:
    """MD-AREA-3: the least die that hits: 1 where all hit, 11 where none does."""
    return {ALL: 1, NONE: 11}.get(number, number)


def modified(unit: Unit, stat: str) -> list[ev.Part]:
    """MD-EFF-2: what spells or the GM add to a statistic of a unit."""
    return [
        ev.Part(one.source or "the GM", one.amount, "MD-EFF-2")
        for one in unit.modifiers
        if one.stat == stat
    ]


def hit_parts(state: State, attacker: Unit, target: Unit, blow: Blow) -> tuple[ev.Part, ...]:
    """MD-HIT-4: weapon, modifiers, -1 for a volley, the target's guard, in melee also grips; zeros
    are left out."""
    parts = [ev.Part(blow.name or "weapon", blow.hit, "MD-HIT-4")]
    parts += modified(attacker, "hit")
    if blow.volley:
        parts.append(ev.Part("volley", -1, "MD-AREA-1"))
    parts += [
        ev.Part(f"guard of {target.ref}", -guard.amount, "MD-ABIL-2")
        for guard in state.block(target).having(Guard)
        if guard.against in ("all", blow.use)
    ]
    parts += [
        ev.Part(f"guard by {one.source or 'the GM'}", -one.amount, "MD-EFF-2")
        for one in target.modifiers
        if one.stat == "guard"
    ]
    if blow.use == "melee":
        parts += grip_between(state, attacker, target)
    return tuple(part for part in parts if part.amount)


def grip_between(state: State, attacker: Unit, target: Unit) -> tuple[ev.Part, ...]:
    """MD-ABIL-3: a unit with grip and small enemies in contact hit each other better."""
    parts = [
        ev.Part(f"grip of {holder.ref}", grip.hit, "MD-ABIL-3")
        for holder, other in ((attacker, target), (target, attacker))
        for grip in state.block(holder).having(Grip)
        if other.size <= grip.size and grip.hit and holder.seat != other.seat
    ]
    return tuple(parts)


def to_hit(
    state: State, attacker: Unit, target: Unit, blow: Blow
) -> tuple[int, tuple[ev.Part, ...]]:
    """MD-HIT-2 to MD-HIT-5: the number that a blow needs, and the parts that were added."""
    parts = hit_parts(state, attacker, target, blow)
    return needed(state, attacker.tier - target.tier, parts), parts


# MD-WOUND, MD-CAS: from hits to wounds, from wounds to casualties.


def damage_parts(attacker: Unit, target: Unit, blow: Blow) -> tuple[ev.Part, ...]:
    """MD-WOUND-1: max(1, Size minus Size), D of the weapon, and `damage` modifiers."""
    parts = [ev.Part("Size", max(1, attacker.size - target.size), "MD-WOUND-1")]
    if blow.damage:
        parts.append(ev.Part(blow.name or "weapon", blow.damage, "MD-WOUND-1"))
    parts += modified(attacker, "damage")
    return tuple(parts)


def damage_of(parts: tuple[ev.Part, ...]) -> int:
    """MD-WOUND-1: damage of a hit is at least 0."""
    return max(0, sum(part.amount for part in parts))


def wounds_from(total: int, tiers: int) -> int:
    """MD-WOUND-3: one for one; against higher tiers 5, 25 or 125 damage make a wound."""
    return total if tiers >= 0 else total // 5**-tiers


def suffered(target: Unit, wounds: int) -> int:
    """MD-WOUND-4: a unit suffers no more wounds than it has left."""
    return min(wounds, target.left)


def casualties(target: Unit, wounds: int) -> tuple[int, int]:
    """MD-CAS-1: models lost, and the wounds that stay on one survivor."""
    return divmod(target.wounds + wounds, target.wound_limit)


def survivors(target: Unit, lost: int) -> tuple[Cell, ...]:
    """MD-CAS-3: the cells left when models go one at a time, each the last one without which the
    others are still one chain."""
    spots = list(target.spots)
    for _ in range(lost if target.kind == "skirmish" and spots else 0):
        last = next(
            (
                i
                for i in range(len(spots) - 1, -1, -1)
                if is_chain((*spots[:i], *spots[i + 1 :]), target.side)
            ),
            len(spots) - 1,
        )
        del spots[last]
    return tuple(spots)


def worth(unit: Unit, models: int, all_gone: bool) -> int:
    """MD-END-4: cost of the models lost, and of the options if the unit has left play."""
    return unit.cost * models + (unit.price if all_gone else 0)


def leave(battle: Battle, unit: Unit, how: str) -> None:
    """MD-CAS-4: take a unit out of play (destroyed, routed, fled, cut down), its models lost."""
    battle.emit(ev.LeftPlay(unit.ref, how, unit.models, worth(unit, unit.models, all_gone=True)))


# MD-MORALE, MD-BREAK-1, MD-ROUT: tests of nerve.


def is_passed(state: State, die: int, against: int) -> bool:
    """MD-MORALE-2: is the test passed?  Lower or equal passes; with `tie=fail` equal fails."""
    fails_ties = state.options.get("tie", "pass") == "fail"
    return die < against if fails_ties else die <= against


def nerve(battle: Battle, unit: Unit, what: str) -> tuple[int, int, bool]:
    """The die of a test (0: the fearless draw none, MD-ABIL-4), the Morale it is rolled against,
    and whether the test is passed."""
    against = unit.effective("L")
    if battle.state.block(unit).has(Fearless):
        return 0, against, True
    die = roll(battle, f"{unit.ref} {what}")
    return die, against, is_passed(battle.state, die, against)


def test_and_break(battle: Battle, unit: Unit, cause: str) -> None:
    """MD-MORALE-1: a d10 against effective L; MD-BREAK-1: a unit that fails is broken; MD-BREAK-2:
    nobody pursues, nobody else acts."""
    die, against, holds = nerve(battle, unit, "tests morale")
    battle.emit(ev.MoraleTested(unit.ref, die, against, holds))
    if not holds:
        battle.emit(ev.Broke(unit.ref, cause))


def check_rout(battle: Battle, unit: Unit, why: str) -> None:
    """MD-ROUT-3: a d10 against effective L; a unit that fails leaves play at once."""
    die, against, stands = nerve(battle, unit, "checks rout")
    battle.emit(ev.RoutChecked(unit.ref, die, against, stands, why))
    if not stands:
        leave(battle, now(battle, unit), "routed")


def is_shattering(before: Unit, wounds: int) -> bool:
    """MD-ROUT-1: are the wounds at least half of what the unit had left just before?"""
    return wounds > 0 and 2 * wounds >= before.left


def is_far_above(unit: Unit, enemy: Unit) -> bool:
    """MD-ROUT-2: is the enemy more than two tiers above?"""
    return enemy.tier - unit.tier > 2


# A strike: all the attacks that one unit makes on another at one time, from dice to rout.


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


def strike(battle: Battle, attacker: Unit, target: Unit, blow: Blow) -> int:
    """MD-HIT-6: one d10 for each attack, none where all or none hit; the wounds suffered."""
    number, parts = to_hit(battle.state, attacker, target, blow)
    why = f"{attacker.ref} attacks {target.ref}"
    count = 0 if number in (ALL, NONE) else blow.attacks
    dice = tuple(roll(battle, why) for _ in range(count))
    hits = {ALL: blow.attacks, NONE: 0}.get(number, hits_of(dice, number))
    return wound(battle, attacker, target, blow, (number, dice, hits, parts))


Rolled = tuple[int, tuple[int, ...], int, tuple[ev.Part, ...]]
"""The number needed, the dice, the hits, and the parts added to the roll."""


def wound(battle: Battle, attacker: Unit, target: Unit, blow: Blow, rolled: Rolled) -> int:
    """MD-WOUND-2, MD-CAS-1, MD-ROUT-1: damage x hits, casualties, and the target's rout check;
    return the wounds suffered."""
    number, dice, hits, parts = rolled
    tiers = attacker.tier - target.tier
    harm = damage_parts(attacker, target, blow)
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
