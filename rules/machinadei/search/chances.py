"""The exact chances of a strike, and of a melee of two units; no die is drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from rules.machinadei.apply import off_board, reduced
from rules.machinadei.fight.hits import ALL, NONE, melee_attacks, needed
from rules.machinadei.fight.melee import full_ranks
from rules.machinadei.fight.morale import is_far_above, is_passed, is_shattering
from rules.machinadei.fight.strike import Blow, hit_parts, melee_blow
from rules.machinadei.fight.wounds import (
    casualties,
    damage_of,
    damage_parts,
    suffered,
    survivors,
    wounds_from,
)
from rules.machinadei.state import State, Unit

ONE = Fraction(1)


def hit_chance(number: int) -> Fraction:
    """MD-HIT-2, MD-HIT-5: the chance that one die hits."""
    if number in (ALL, NONE):
        return ONE if number == ALL else Fraction(0)
    return Fraction(11 - number, 10)


@lru_cache(maxsize=512)
def binomial(dice: int, chance: Fraction) -> tuple[Fraction, ...]:
    """The chances of 0, 1, ... hits."""
    if chance in (0, 1):
        return tuple(Fraction(hits == dice * chance) for hits in range(dice + 1))
    miss = 1 - chance
    return tuple(
        comb(dice, hits) * chance**hits * miss ** (dice - hits) for hits in range(dice + 1)
    )


def passes(state: State, unit: Unit) -> Fraction:
    """MD-MORALE-2, MD-ABIL-4: the chance that a unit passes a test of its Morale."""
    if state.is_fearless(unit):
        return ONE
    against = unit.effective("L")
    return Fraction(sum(is_passed(state, die, against) for die in range(1, 11)), 10)


@dataclass(frozen=True, slots=True)
class Numbers:
    """A strike in numbers: what it needs, the damage of a hit, the chance of a hit."""

    needed: int
    damage: int
    chance: Fraction
    tiers: int


def numbers_of(state: State, unit: Unit, target: Unit, blow: Blow) -> Numbers:
    """MD-HIT-4, MD-WOUND-1: as the strike itself would reckon them."""
    tiers = unit.tier - target.tier
    number = needed(state, tiers, hit_parts(state, unit, target, blow, gripped=blow.use == "melee"))
    damage = damage_of(damage_parts(unit, target, (blow.name, blow.damage)))
    return Numbers(number, damage, hit_chance(number), tiers)


def outcomes(
    state: State, unit: Unit, target: Unit, blow: Blow
) -> Iterator[tuple[Fraction, Unit, int]]:
    """What a strike may leave of its target: chance, the target after it, wounds suffered.

    MD-ROUT-1: a target that routs, or has no model left, is gone.
    """
    found = numbers_of(state, unit, target, blow)
    for hits, chance in enumerate(binomial(blow.attacks, found.chance)):
        if not chance:
            continue
        wounds = suffered(target, wounds_from(found.damage * hits, found.tiers))
        lost, rest = casualties(target, wounds)
        if lost >= target.models:
            yield chance, off_board(replace(target, gone="destroyed", models=0)), wounds
            continue
        hurt = replace(target, wounds=rest)
        after = reduced(hurt, target.models - lost, survivors(target, lost)) if lost else hurt
        if not is_shattering(target, wounds):
            yield chance, after, wounds
            continue
        stands = passes(state, after)
        if stands:
            yield chance * stands, after, wounds
        if stands < 1:
            yield chance * (1 - stands), off_board(replace(after, gone="routed", models=0)), wounds


@dataclass(frozen=True, slots=True)
class Fight:
    """One way a melee of two units may stand: both units, and the wounds that each has dealt."""

    one: Unit
    two: Unit
    dealt: tuple[int, int] = (0, 0)


Ways = dict[Fight, Fraction]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The chances of each side after one round: broken, gone (destroyed or routed), models lost."""

    broken: tuple[Fraction, Fraction]
    gone: tuple[Fraction, Fraction]
    lost: tuple[Fraction, Fraction]


def duel(state: State, one: Unit, two: Unit, flanked: tuple[str, ...]) -> Verdict:
    """MD-MEL-2 for two units: facing checks, strikes in order, resolution, morale tests."""
    start: Ways = {Fight(one, two): ONE}
    start = faced(state, faced(state, start, 0), 1)
    ends: Ways = {}
    for first, share in first_to_strike(one, two):
        for fight, chance in blows(state, blows(state, start, first), 1 - first).items():
            ends[fight] = ends.get(fight, Fraction(0)) + chance * share
    return judged(state, ends, (one, two), flanked)


def first_to_strike(one: Unit, two: Unit) -> tuple[tuple[int, Fraction], ...]:
    """MD-INIT-1, MD-INIT-2, MD-INIT-3: who strikes first; a roll-off goes either way."""
    ranks = [(-unit.effective("I"), unit.size) for unit in (one, two)]
    if ranks[0] == ranks[1]:
        return (0, Fraction(1, 2)), (1, Fraction(1, 2))
    return ((0 if ranks[0] < ranks[1] else 1, ONE),)


def faced(state: State, ways: Ways, side: int) -> Ways:
    """MD-ROUT-2: who faces an enemy more than two tiers above may rout before the blows."""
    found: Ways = {}
    for fight, chance in ways.items():
        unit, enemy = (fight.one, fight.two) if side == 0 else (fight.two, fight.one)
        if unit.gone or enemy.gone or not is_far_above(unit, enemy):
            found[fight] = found.get(fight, Fraction(0)) + chance
            continue
        stands = passes(state, unit)
        fled = off_board(replace(unit, gone="routed", models=0))
        gone = replace(fight, one=fled) if side == 0 else replace(fight, two=fled)
        for end, share in ((fight, stands), (gone, 1 - stands)):
            if share:
                found[end] = found.get(end, Fraction(0)) + chance * share
    return found


def blows(state: State, ways: Ways, side: int) -> Ways:
    """MD-INIT-4: the strike of one side; who is gone or broken does not strike."""
    found: Ways = {}
    for fight, chance in ways.items():
        unit, target = (fight.one, fight.two) if side == 0 else (fight.two, fight.one)
        if unit.gone or target.gone or unit.broken:
            found[fight] = found.get(fight, Fraction(0)) + chance
            continue
        blow = melee_blow(state, unit, melee_attacks(state, unit))
        for share, after, wounds in outcomes(state, unit, target, blow):
            dealt = list(fight.dealt)
            dealt[side] += wounds
            sums = dealt[0], dealt[1]
            end = Fight(unit, after, sums) if side == 0 else Fight(after, unit, sums)
            found[end] = found.get(end, Fraction(0)) + chance * share
    return found


def judged(
    state: State, ways: Ways, before: tuple[Unit, Unit], flanked: tuple[str, ...]
) -> Verdict:
    """MD-CR-1 to MD-CR-5: the chances that each side is broken or gone, and its mean losses."""
    broken, gone, lost = ([Fraction(0)] * 2 for _ in range(3))
    for fight, chance in ways.items():
        units = fight.one, fight.two
        for side, unit in enumerate(units):
            gone[side] += chance if unit.gone else 0
            lost[side] += chance * (before[side].models - unit.models)
        if not any(unit.gone for unit in units):
            scores = [fight.dealt[side] + ranks(units[side], flanked) for side in (0, 1)]
            if scores[0] != scores[1]:
                side = 0 if scores[0] < scores[1] else 1
                if not units[side].broken:
                    broken[side] += chance * (1 - passes(state, units[side]))
    return Verdict((broken[0], broken[1]), (gone[0], gone[1]), (lost[0], lost[1]))


def ranks(unit: Unit, flanked: tuple[str, ...]) -> int:
    """MD-CR-3, MD-CR-4: the rank bonus of one unit."""
    if unit.ref in flanked or unit.broken:
        return 0
    return max(0, min(3, full_ranks(unit) - 1))
