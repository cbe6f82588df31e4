"""What blows, shots and melees are worth, in thousandths of a point."""

from rules.machinadei.field.table import occupied
from rules.machinadei.fight.hits import ALL, NONE, attacks_of, melee_attacks
from rules.machinadei.fight.melee import full_ranks, is_flanked
from rules.machinadei.fight.strike import Blow, melee_blow, weapon_blow
from rules.machinadei.fight.wounds import wounds_from
from rules.machinadei.formation.geometry import gap_square
from rules.machinadei.formation.ranks import in_front
from rules.machinadei.search.chances import numbers_of
from rules.machinadei.state import State, Unit

POINT = 1000
"""One point of cost."""


def worth(unit: Unit) -> int:
    """What a unit is worth while it stands; the summoned are not worth nothing."""
    return (max(1, unit.cost) * unit.models + unit.price) * POINT


def harm(state: State, unit: Unit, target: Unit, blow: Blow) -> int:
    """The points that a strike takes from its target on average, no more than it has."""
    found = numbers_of(state, unit, target, blow)
    tenths = {ALL: 10, NONE: 0}.get(found.needed, 11 - found.needed)
    total = found.damage * blow.attacks * tenths
    wounds = wounds_from(total * 100, found.tiers)
    models = wounds * POINT // (1000 * target.wound_limit)
    return min(worth(target), max(1, target.cost) * models)


def melee_harm(state: State, unit: Unit, target: Unit) -> int:
    """The points that a unit takes from another in one round of melee."""
    blow = melee_blow(state, unit, melee_attacks(state, unit))
    return 0 if unit.broken else harm(state, unit, target, blow)


def exchange(state: State, unit: Unit, foe: Unit) -> int:
    """What one round of melee is worth to the first: blows given less blows taken, and who is
    likely to break (MD-CR-1)."""
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
    """About how many wounds so many points are."""
    return points * target.wound_limit // (max(1, target.cost) * POINT)


def bonus(unit: Unit, taken: dict[tuple[int, int], Unit]) -> int:
    """MD-CR-3, MD-CR-4: the rank bonus that it would have now."""
    return 0 if is_flanked(unit, taken) else max(0, min(3, full_ranks(unit) - 1))


def shot_harm(state: State, unit: Unit, target: Unit) -> int:
    """The points that its best missile weapon takes from a target in range and arc, else 0."""
    best = 0
    for weapon in state.block(unit).weapons:
        if weapon.use == "melee" or not attacks_of(unit, weapon.bonus):
            continue
        reach = weapon.reach * weapon.reach
        eyes = unit.cells[: unit.files] if unit.is_formation else unit.cells[:1]
        if any(can_hit(unit, eye, cell, reach) for eye in eyes[::2] for cell in target.cells[::4]):
            best = max(best, harm(state, unit, target, weapon_blow(unit, weapon)))
    return best


def can_hit(unit: Unit, eye: tuple[int, int], cell: tuple[int, int], reach: int) -> bool:
    """Is a cell in range of an eye, and in the arc of the unit?"""
    if gap_square(eye, cell) > reach:
        return False
    return unit.at is None or in_front(unit.at, unit.facing, unit.files, cell)


def astray(unit: Unit, foe: Unit) -> int:
    """How far a foe lies out of the way of a formation, which goes only straight ahead."""
    if unit.at is None:
        return 0
    ahead = [cell for cell in foe.cells[::3] if in_front(unit.at, unit.facing, unit.files, cell)]
    return 0 if ahead else 6
