"""What a strike and a melee of several rounds bring on average, in thousandths of a point."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.line.frozen import Frozen
from rules.machinadei.fight.hits import melee_attacks
from rules.machinadei.fight.morale import is_far_above, is_passed
from rules.machinadei.fight.strike import Blow, melee_blow
from rules.machinadei.fight.wounds import wounds_from
from rules.machinadei.search.appraise import worth
from rules.machinadei.search.chances import numbers_of
from rules.machinadei.state import State, Unit
from rules.numbers.chances import hits

ROUNDS = 3
"""A melee is thought through for so many rounds."""

SURE = 1000
"""A chance of one, in thousandths."""

FLIGHT = 450
"""How much of what is left of a broken unit is as good as lost, in thousandths."""

SHAKEN = 250
"""How likely each wound more or less makes it to win or lose the resolution, in thousandths."""


class Means(Frozen):
    """A strike on average, in thousandths: wounds, and the chances that it shatters the target
    (MD-ROUT-1) or leaves nobody of it."""

    wounds: int
    shatters: int
    ends: int


@lru_cache(maxsize=8192)
def means(attacks: int, tenths: int, damage: int, tiers: int, left: int) -> Means:
    """MD-WOUND-1 to MD-WOUND-4 over every number of hits: damage is pooled before it is divided."""
    wounds = shatters = ends = 0
    whole = 10**attacks
    for number, ways in enumerate(hits(attacks, tenths, 10)):
        suffered = min(left, wounds_from(damage * number, tiers))
        wounds += ways * suffered
        if suffered >= left:
            ends += ways
        elif suffered and 2 * suffered >= left:
            shatters += ways
    return Means(wounds * SURE // whole, shatters * SURE // whole, ends * SURE // whole)


def strike_means(state: State, unit: Unit, target: Unit, blow: Blow, left: int = 0) -> Means:
    """One strike, as the rules would reckon it; `left`: the wounds that the target has left."""
    found = numbers_of(state, unit, target, blow)
    return means(blow.attacks, found.hitting, found.damage, found.tiers, left or target.left)


def failure(state: State, unit: Unit) -> int:
    """MD-MORALE-2: the chance that it fails a test of its Morale, in thousandths."""
    if state.is_fearless(unit):
        return 0
    against = unit.effective("L")
    return 100 * sum(not is_passed(state, die, against) for die in range(1, 11))


def per_wound(unit: Unit) -> int:
    """The points that each of its wounds stands for."""
    return worth(unit) // max(1, unit.models * unit.wound_limit)


def loss(state: State, unit: Unit, target: Unit, blow: Blow) -> int:
    """The points that a strike takes from its target on average, those who run away included."""
    found = strike_means(state, unit, target, blow)
    rest = target.left * SURE - found.wounds
    lost = found.wounds + found.shatters * failure(state, target) * max(0, rest) // SURE**2
    return per_wound(target) * lost // SURE


# --- melees -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Side:
    """One unit in a melee that one imagines: the wounds that it has left, in thousandths."""

    unit: Unit
    left: int
    flanked: bool
    share: int
    """Among how many enemies it divides its blows."""
    dealt: int = 0
    """The wounds of this round, in thousandths."""

    @property
    def models(self) -> int:
        """How many still strike."""
        return -(-self.left // (SURE * self.unit.wound_limit))

    def ranks(self) -> int:
        """MD-CR-2 to MD-CR-4: the rank bonus that is left."""
        unit = self.unit
        if not unit.is_formation or self.flanked or unit.broken:
            return 0
        whole, rest = divmod(self.models, unit.files)
        return max(0, min(3, (whole if unit.files >= 5 else 0) + (rest >= 5) - 1))


def clash(
    state: State,
    unit: Unit,
    foe: Unit,
    flanked: Sequence[str] = (),
    shares: tuple[int, int] = (1, 1),
    rounds: int = ROUNDS,
) -> int:
    """What a melee is worth to the first: what it takes less what it loses, round after round,
    each weighed by the chance that the fight comes so far (MD-MEL-2)."""
    one = Side(unit, unit.left * SURE, unit.ref in flanked, shares[0])
    two = Side(foe, foe.left * SURE, foe.ref in flanked, shares[1])
    score, chance = 0, SURE
    for _ in range(rounds):
        one.dealt = two.dealt = 0
        for side, other, sign in ((one, two, 1), (two, one, -1)):
            if is_far_above(other.unit, side.unit):
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
    """MD-INIT-1, MD-INIT-2: who strikes first, ties aside."""
    return (unit.effective("I"), -unit.size) >= (foe.effective("I"), -foe.size)


def away(state: State, side: Side, likely: int, part: int, chance: int) -> tuple[int, int]:
    """The points that are gone when a unit runs, and the chance that the fight goes on."""
    gone = per_wound(side.unit) * side.left // SURE * part // SURE
    return gone * likely * chance // SURE**2, chance * (SURE - likely) // SURE


def struck(state: State, side: Side, other: Side, chance: int) -> tuple[int, int]:
    """MD-WOUND, MD-ROUT-1: one side strikes; the points that it takes, and the chance left."""
    if side.unit.broken or side.left <= 0 or other.left <= 0:
        return 0, chance
    blow = melee_blow(state, side.unit, 0)
    attacks = melee_attacks(state, side.unit) * side.models // max(1, side.unit.models)
    blow = Blow(blow.name, blow.use, attacks // side.share, blow.damage, blow.hit)
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
    """MD-CR-1, MD-CR-5: who is likely to lose the round, and whether he breaks."""
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
