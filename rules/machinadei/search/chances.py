"""Exact chances and expected results of strikes and melees; no die is drawn."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from rules.line.frozen import Frozen
from rules.line.work import spend
from rules.machinadei.apply import off_board, reduced
from rules.machinadei.field import has_in_arc, occupied
from rules.machinadei.fight import strike
from rules.machinadei.fight.melee import is_flanked, rank_bonus, ranks_behind
from rules.machinadei.formation import gap_square
from rules.machinadei.statblock import Fearless
from rules.machinadei.state import State, Unit
from rules.numbers.chances import hits

# The exact chances of a strike, and of one round of melee between two units.


ONE = Fraction(1)
FACES = 10
"""MD-STAT-4: all dice are d10."""

LEFT = 20
"""Steps of work for finding out what a number of wounds leaves of a unit."""


def passes(state: State, unit: Unit) -> int:
    """MD-MORALE-2, MD-ABIL-4: on how many of the ten faces the unit passes a test of its Morale."""
    if state.block(unit).has(Fearless):
        return FACES
    against = unit.effective("L")
    return sum(strike.is_passed(state, die, against) for die in range(1, FACES + 1))


class Numbers(Frozen):
    """A strike in numbers: what it needs, the damage of a hit, the faces of a die that hit."""

    needed: int
    damage: int
    hitting: int
    tiers: int

    @property
    def chance(self) -> Fraction:
        """MD-HIT-2, MD-HIT-5: the chance that one die hits."""
        return Fraction(self.hitting, FACES)


def numbers_of(state: State, unit: Unit, target: Unit, blow: strike.Blow) -> Numbers:
    """MD-HIT-4, MD-WOUND-1: the numbers of a strike, worked out as the strike itself does."""
    number, _ = strike.to_hit(state, unit, target, blow)
    damage = strike.damage_of(strike.damage_parts(unit, target, blow))
    hitting = {strike.ALL: FACES, strike.NONE: 0}.get(number, FACES + 1 - number)
    return Numbers(number, damage, hitting, unit.tier - target.tier)


def wounds_dealt(state: State, unit: Unit, target: Unit, blow: strike.Blow) -> dict[int, int]:
    """MD-WOUND-1 to MD-WOUND-4: for each number of wounds that a strike can deal, fewest first, in
    how many of the 10 ** attacks ways the dice deal it."""
    found = numbers_of(state, unit, target, blow)
    spend(2 * blow.attacks)
    dealt: dict[int, int] = {}
    for hit, ways in enumerate(hits(blow.attacks, found.hitting, FACES)):
        if ways:
            wounds = strike.suffered(target, strike.wounds_from(found.damage * hit, found.tiers))
            dealt[wounds] = dealt.get(wounds, 0) + ways
    return dealt


class Left(Frozen):
    """What a number of wounds leaves of a unit, and on how many of ten faces it then does not rout.

    If no model is left, `unit` is gone and `stands` is 0.
    """

    unit: Unit
    stands: int


def left_of(state: State, target: Unit, wounds: int) -> Left:
    """MD-CAS-1, MD-ROUT-1: the casualties of a strike, and the rout check if it shatters."""
    spend(LEFT)
    lost, rest = strike.casualties(target, wounds)
    if lost >= target.models:
        return Left(gone(target, "destroyed"), 0)
    hurt = replace(target, wounds=rest)
    after = reduced(hurt, target.models - lost, strike.survivors(target, lost)) if lost else hurt
    return Left(after, passes(state, after) if strike.is_shattering(target, wounds) else FACES)


def gone(unit: Unit, how: str) -> Unit:
    """The unit after it has left play."""
    return off_board(replace(unit, gone=how, models=0))


def outcomes(
    state: State, unit: Unit, target: Unit, blow: strike.Blow
) -> Iterator[tuple[Fraction, Unit, int]]:
    """The possible results of a strike: chance, the target after it, wounds suffered.

    MD-ROUT-1: a target that routs, or has no model left, is gone.
    """
    whole = FACES**blow.attacks
    for wounds, ways in wounds_dealt(state, unit, target, blow).items():
        chance, left = Fraction(ways, whole), left_of(state, target, wounds)
        if left.unit.gone:
            yield chance, left.unit, wounds
            continue
        if left.stands:
            yield chance * Fraction(left.stands, FACES), left.unit, wounds
        if left.stands < FACES:
            fled = gone(left.unit, "routed")
            yield chance * Fraction(FACES - left.stands, FACES), fled, wounds


# --- a round of melee -----------------------------------------------------------------------------


class Verdict(Frozen):
    """The chances of each side after one round: broken, gone (destroyed or routed), models lost."""

    broken: tuple[Fraction, Fraction]
    gone: tuple[Fraction, Fraction]
    lost: tuple[Fraction, Fraction]

    def turned(self) -> "Verdict":
        """The same with the sides swapped."""
        return Verdict(self.broken[::-1], self.gone[::-1], self.lost[::-1])


Pair = tuple[Unit, Unit]


def duel(state: State, one: Unit, two: Unit, flanked: tuple[str, ...]) -> Verdict:
    """MD-MEL-2 for two units: facing checks, strikes in order, resolution, morale tests."""
    found: list[tuple[Fraction, Verdict]] = []
    for units, chance in faced(state, one, two):
        if any(unit.gone for unit in units):
            sides = [Fraction(bool(unit.gone)) for unit in units]
            lost = Fraction(one.models) * sides[0], Fraction(two.models) * sides[1]
            none = Fraction(0), Fraction(0)
            found.append((chance, Verdict(none, (sides[0], sides[1]), lost)))
            continue
        for first, share in first_to_strike(one, two):
            pair = units if first == 0 else (units[1], units[0])
            verdict = Round(state, pair, flanked).verdict()
            found.append((chance * share, verdict if first == 0 else verdict.turned()))
    parts = ("broken", "gone", "lost")
    return Verdict(*(weighed((how, getattr(one, part)) for how, one in found) for part in parts))


def weighed(
    parts: Iterable[tuple[Fraction, tuple[Fraction, Fraction]]],
) -> tuple[Fraction, Fraction]:
    """The mean of pairs of values, each pair weighed by its chance."""
    sums = [Fraction(0), Fraction(0)]
    for chance, values in parts:
        sums = [total + chance * value for total, value in zip(sums, values, strict=True)]
    return sums[0], sums[1]


def first_to_strike(one: Unit, two: Unit) -> tuple[tuple[int, Fraction], ...]:
    """MD-INIT-1, MD-INIT-2, MD-INIT-3: who strikes first (0 or 1), and how likely."""
    ranks = [(-unit.effective("I"), unit.size) for unit in (one, two)]
    if ranks[0] == ranks[1]:
        return (0, Fraction(1, 2)), (1, Fraction(1, 2))
    return ((0 if ranks[0] < ranks[1] else 1, ONE),)


def faced(state: State, one: Unit, two: Unit) -> Iterator[tuple[Pair, Fraction]]:
    """MD-ROUT-2: both units after their checks, with the chance: one that faces an enemy more than
    two tiers above may rout before the strikes."""
    chance = ONE
    for side, (unit, enemy) in enumerate(((one, two), (two, one))):
        if strike.is_far_above(unit, enemy):
            stands = Fraction(passes(state, unit), FACES)
            fled = gone(unit, "routed")
            if stands < 1:
                yield (fled, two) if side == 0 else (one, fled), chance * (1 - stands)
            chance *= stands
    if chance:
        yield (one, two), chance


class Reply(Frozen):
    """The strike of the second unit on the first, counted in ways of the dice; `whole` is all ways.

    `gone`: ways in which the first is gone; `lost`: its lost models, summed over all ways.
    `margins`: the wounds dealt minus the rank bonus that the first has left, ascending.
    `standing[i]`: ways in which the first stands, with a margin before `margins[i]`; `breaking[i]`:
    ways in which it stands, with that margin or a later one, and fails its test of Morale.
    """

    whole: int
    gone: int
    lost: int
    margins: tuple[int, ...]
    standing: tuple[int, ...]
    breaking: tuple[int, ...]


class Round:
    """One round between two units, of which the first strikes before the second.

    Chances are counted as whole numbers of ways; only the verdict has fractions.
    """

    def __init__(self, state: State, units: Pair, flanked: tuple[str, ...]) -> None:
        self.state = state
        self.first, self.second = units
        self.flanked = flanked
        self._replies: dict[int, Reply] = {}
        self._left: dict[int, tuple[Left, int, int]] = {}

    def verdict(self) -> Verdict:
        """MD-CR-1 to MD-CR-5: the chances that each side is broken or gone, and mean losses."""
        state, second = self.state, self.second
        blow = blow_of(state, self.first)
        most = FACES ** (blow_of(state, second).attacks + 2)
        broken, away, lost = [0, 0], [0, 0], [0, 0]
        for wounds, ways in wounds_dealt(state, self.first, second, blow).items():
            left = left_of(state, second, wounds)
            flees = ways * (FACES - left.stands) * FACES * most
            away[1] += flees
            lost[1] += flees * second.models
            if not left.stands:
                continue
            reply = self.reply(left.unit)
            each = ways * left.stands * (most // reply.whole)
            away[0] += each * FACES * reply.gone
            lost[0] += each * FACES * reply.lost
            lost[1] += ways * left.stands * FACES * most * (second.models - left.unit.models)
            score = wounds - ranks(left.unit, self.flanked)
            broken[0] += each * FACES * reply.breaking[bisect_right(reply.margins, score)]
            below = reply.standing[bisect_left(reply.margins, score)]
            broken[1] += each * below * fails(state, left.unit)
        whole = FACES ** (blow.attacks + 2) * most
        return Verdict(*(shares(sums, whole) for sums in (broken, away, lost)))

    def reply(self, unit: Unit) -> Reply:
        """MD-INIT-4: the second unit's strike, as the first has left it; cached by attacks."""
        blow = blow_of(self.state, unit)
        found = self._replies.get(blow.attacks)
        if found is None:
            dealt = wounds_dealt(self.state, unit, self.first, blow)
            found = self._replies[blow.attacks] = self._reply(dealt, blow.attacks)
        return found

    def _reply(self, dealt: dict[int, int], attacks: int) -> Reply:
        away = lost = 0
        weights: list[tuple[int, int, int]] = []
        for wounds, ways in dealt.items():
            left, failing, margin = self._after(wounds)
            flees = ways * (FACES - left.stands) * FACES
            away += flees
            lost += flees * self.first.models
            stays = ways * left.stands
            lost += stays * FACES * (self.first.models - left.unit.models)
            weights.append((margin, stays * FACES, stays * failing))
        weights.sort()
        margins, standing, breaking = zip(*weights, strict=True)
        below = tuple(accumulate(standing, initial=0))
        above = tuple(accumulate(reversed(breaking), initial=0))[::-1]
        return Reply(FACES ** (attacks + 2), away, lost, margins, below, above)

    def _after(self, wounds: int) -> tuple[Left, int, int]:
        """What a number of wounds leaves of the first unit, on how many of ten faces it then fails
        a test of Morale, and the wounds minus its rank bonus."""
        found = self._left.get(wounds)
        if found is None:
            left = left_of(self.state, self.first, wounds)
            bonus = ranks(left.unit, self.flanked)
            found = self._left[wounds] = left, fails(self.state, left.unit), wounds - bonus
        return found


def blow_of(state: State, unit: Unit) -> strike.Blow:
    """MD-INIT-4: the unit's blow in melee; a broken unit has no attacks."""
    return strike.melee_blow(state, unit, 0 if unit.broken else strike.melee_attacks(state, unit))


def fails(state: State, unit: Unit) -> int:
    """MD-CR-5: on how many of ten faces a unit that lost breaks; 0 if it is broken or gone."""
    return 0 if unit.broken or unit.gone else FACES - passes(state, unit)


def shares(sums: Sequence[int], whole: int) -> tuple[Fraction, Fraction]:
    """The sums of both sides as fractions of all ways."""
    return Fraction(sums[0], whole), Fraction(sums[1], whole)


def ranks(unit: Unit, flanked: tuple[str, ...]) -> int:
    """MD-CR-3, MD-CR-4: the rank bonus of one unit."""
    return 0 if unit.broken or unit.gone else rank_bonus(unit, flanked)


# What strikes, shots and melees are worth, in thousandths of a point.


POINT = 1000
"""One point of cost, in thousandths."""


def worth(unit: Unit) -> int:
    """What a unit is worth while it stands; a model that cost nothing counts 1 point."""
    return (max(1, unit.cost) * unit.models + unit.price) * POINT


def harm(state: State, unit: Unit, target: Unit, blow: strike.Blow) -> int:
    """The points that a strike takes from its target on average, no more than it has."""
    found = numbers_of(state, unit, target, blow)
    total = found.damage * blow.attacks * found.hitting
    wounds = strike.wounds_from(total * 100, found.tiers)
    models = wounds * POINT // (1000 * target.wound_limit)
    return min(worth(target), max(1, target.cost) * models)


def melee_harm(state: State, unit: Unit, target: Unit) -> int:
    """The points that a unit takes from another in one round of melee on average."""
    blow = strike.melee_blow(state, unit, strike.melee_attacks(state, unit))
    return 0 if unit.broken else harm(state, unit, target, blow)


def exchange(state: State, unit: Unit, foe: Unit) -> int:
    """What a round of melee is worth to the first: harm given and taken, likely breaks
    (MD-CR-1)."""
    given, taken = melee_harm(state, unit, foe), melee_harm(state, foe, unit)
    quick = (unit.effective("I"), -unit.size) > (foe.effective("I"), -foe.size)
    if quick:
        taken = taken * max(0, worth(foe) - given) // max(1, worth(foe))
    else:
        given = given * max(0, worth(unit) - taken) // max(1, worth(unit))
    taken_here = occupied(state)
    own = wounds_like(given, foe) + bonus(unit, taken_here)
    theirs = wounds_like(taken, unit) + bonus(foe, taken_here)
    score = given - taken
    if own > theirs:
        score += worth(foe) * max(0, 10 - foe.effective("L")) // 20
    elif theirs > own:
        score -= worth(unit) * max(0, 10 - unit.effective("L")) // 20
    if foe.tier - unit.tier > 2:
        score -= worth(unit) * max(0, 10 - unit.effective("L")) // 10
    return score


def wounds_like(points: int, target: Unit) -> int:
    """About how many wounds of the target a number of points stands for."""
    return points * target.wound_limit // (max(1, target.cost) * POINT)


def bonus(unit: Unit, taken: dict[tuple[int, int], Unit]) -> int:
    """MD-CR-3, MD-CR-4: the rank bonus that the unit would have now."""
    return 0 if is_flanked(unit, taken) else ranks_behind(unit, unit.models)


def shot_harm(state: State, unit: Unit, target: Unit) -> int:
    """The points its best missile weapon takes from a target in range and arc, else 0."""
    best = 0
    for weapon in state.block(unit).weapons:
        if weapon.use == "melee" or not strike.attacks_of(unit, weapon.bonus):
            continue
        reach = weapon.reach * weapon.reach
        eyes = unit.cells[: unit.files] if unit.is_formation else unit.cells[:1]
        if any(can_hit(unit, eye, cell, reach) for eye in eyes[::2] for cell in target.cells[::4]):
            best = max(best, harm(state, unit, target, strike.weapon_blow(unit, weapon)))
    return best


def can_hit(unit: Unit, eye: tuple[int, int], cell: tuple[int, int], reach: int) -> bool:
    """Is a cell in range of an eye (`reach` is squared), and in the arc of the unit?"""
    return gap_square(eye, cell) <= reach and has_in_arc(unit, cell)


def astray(unit: Unit, foe: Unit) -> int:
    """6 if a foe is outside the front arc of a formation, which moves straight ahead; else 0."""
    return 0 if any(has_in_arc(unit, cell) for cell in foe.cells[::3]) else 6


# The average results of a strike and of a melee of several rounds, in thousandths of a point.


ROUNDS = 3
"""How many rounds of a melee are worked out ahead."""

SURE = 1000
"""A chance of one, in thousandths."""

FLIGHT = 450
"""The part of what is left of a broken unit that counts as lost, in thousandths."""

SHAKEN = 250
"""How much each wound of difference changes the chance to win the resolution, in thousandths."""


class Means(Frozen):
    """The averages of a strike, in thousandths: wounds, and the chances that it shatters the target
    (MD-ROUT-1) or destroys it."""

    wounds: int
    shatters: int
    ends: int


@lru_cache(maxsize=8192)
def means(attacks: int, tenths: int, damage: int, tiers: int, left: int) -> Means:
    """MD-WOUND-1 to MD-WOUND-4: averages over every number of hits, as damage is pooled before it
    is divided."""
    wounds = shatters = ends = 0
    whole = 10**attacks
    for number, ways in enumerate(hits(attacks, tenths, 10)):
        suffered = min(left, strike.wounds_from(damage * number, tiers))
        wounds += ways * suffered
        if suffered >= left:
            ends += ways
        elif suffered and 2 * suffered >= left:
            shatters += ways
    return Means(wounds * SURE // whole, shatters * SURE // whole, ends * SURE // whole)


def strike_means(state: State, unit: Unit, target: Unit, blow: strike.Blow, left: int = 0) -> Means:
    """The averages of one strike by the rules; `left`: the target's wounds left, if given."""
    found = numbers_of(state, unit, target, blow)
    return means(blow.attacks, found.hitting, found.damage, found.tiers, left or target.left)


def failure(state: State, unit: Unit) -> int:
    """MD-MORALE-2: the chance that it fails a test of its Morale, in thousandths."""
    return 100 * (FACES - passes(state, unit))


def per_wound(unit: Unit) -> int:
    """The points that each of its wounds is worth."""
    return worth(unit) // max(1, unit.models * unit.wound_limit)


def loss(state: State, unit: Unit, target: Unit, blow: strike.Blow) -> int:
    """The points that a strike takes from its target on average, losses by rout included."""
    found = strike_means(state, unit, target, blow)
    rest = target.left * SURE - found.wounds
    lost = found.wounds + found.shatters * failure(state, target) * max(0, rest) // SURE**2
    return per_wound(target) * lost // SURE


# --- melees -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Side:
    """One unit in an imagined melee; `left`: the thousandths of wounds it can still suffer."""

    unit: Unit
    left: int
    flanked: bool
    share: int
    """The number of enemies among which it divides its attacks."""
    dealt: int = 0
    """The wounds that it dealt this round, in thousandths."""

    @property
    def models(self) -> int:
        """How many models still strike."""
        return -(-self.left // (SURE * self.unit.wound_limit))

    def ranks(self) -> int:
        """MD-CR-2 to MD-CR-4: the rank bonus that is left."""
        none = self.flanked or self.unit.broken
        return 0 if none else ranks_behind(self.unit, self.models)


def clash(
    state: State,
    unit: Unit,
    foe: Unit,
    flanked: Sequence[str] = (),
    shares: tuple[int, int] = (1, 1),
    rounds: int = ROUNDS,
) -> int:
    """What a melee is worth to the first: what it takes less what it loses, round by round, each
    weighed by the chance that the fight lasts that long (MD-MEL-2)."""
    one = Side(unit, unit.left * SURE, unit.ref in flanked, shares[0])
    two = Side(foe, foe.left * SURE, foe.ref in flanked, shares[1])
    score, chance = 0, SURE
    for _ in range(rounds):
        one.dealt = two.dealt = 0
        for side, other, sign in ((one, two, 1), (two, one, -1)):
            if strike.is_far_above(other.unit, side.unit):
                part, chance = away(state, other, failure(state, other.unit), SURE, chance)
                score += sign * part
        order = ((one, two, 1), (two, one, -1))
        for side, other, sign in order if is_first(unit, foe) else reversed(order):
            part, chance = struck(state, side, other, chance)
            score += sign * part
        part, chance = resolved(state, one, two, chance)
        score += part
        if chance < 50:
            break
    return score


def is_first(unit: Unit, foe: Unit) -> bool:
    """MD-INIT-1, MD-INIT-2: does the unit strike first?  A tie counts as yes."""
    return (unit.effective("I"), -unit.size) >= (foe.effective("I"), -foe.size)


def away(state: State, side: Side, likely: int, part: int, chance: int) -> tuple[int, int]:
    """The points expected to be lost if a unit runs, and the chance that the fight goes on.

    `likely`: the chance that it runs, `part`: how much of it is then lost, both in thousandths.
    """
    gone = per_wound(side.unit) * side.left // SURE * part // SURE
    return gone * likely * chance // SURE**2, chance * (SURE - likely) // SURE


def struck(state: State, side: Side, other: Side, chance: int) -> tuple[int, int]:
    """MD-WOUND, MD-ROUT-1: let one side strike; return the points that it takes, and the chance
    that the fight goes on."""
    if side.unit.broken or side.left <= 0 or other.left <= 0:
        return 0, chance
    blow = strike.melee_blow(state, side.unit, 0)
    attacks = strike.melee_attacks(state, side.unit) * side.models // max(1, side.unit.models)
    blow = strike.Blow(blow.name, blow.use, attacks // side.share, blow.damage, blow.hit)
    found = strike_means(state, side.unit, other.unit, blow, -(-other.left // SURE))
    wounds = min(other.left, found.wounds)
    other.left -= wounds
    side.dealt = wounds
    score = per_wound(other.unit) * wounds // SURE * chance // SURE
    chance = chance * (SURE - found.ends) // SURE
    likely = found.shatters * failure(state, other.unit) // SURE
    part, chance = away(state, other, likely, SURE, chance)
    return score + part, chance


def resolved(state: State, one: Side, two: Side, chance: int) -> tuple[int, int]:
    """MD-CR-1, MD-CR-5: the points that the first side gains by likely breaks, and the chance that
    the fight goes on."""
    margin = one.dealt - two.dealt + (one.ranks() - two.ranks()) * SURE
    wins = min(SURE, max(0, SURE // 2 + margin * SHAKEN // SURE))
    score, before = 0, chance
    for side, sign, loses in ((two, 1, wins), (one, -1, SURE - wins)):
        if side.left > 0 and not side.unit.broken:
            likely = loses * failure(state, side.unit) // SURE
            part, _ = away(state, side, likely, FLIGHT, before)
            score += sign * part
            chance = chance * (SURE - likely) // SURE
    return score, chance
