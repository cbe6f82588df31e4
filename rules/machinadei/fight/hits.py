"""MD-HIT: how many attacks there are, and what an attack needs to hit."""

from rules.machinadei.events import Part
from rules.machinadei.statblock import Bonus
from rules.machinadei.state import State, Unit
from rules.numbers.arith import clamp

ALL, NONE = 0, 99
"""MD-HIT-6: the numbers needed at three tiers down and up: all hit, none hits."""

NEEDED = {2: 2, 1: 3, 0: 5, -1: 7, -2: 9}
"""MD-HIT-2: the number needed by the attacker's tier less the target's."""


def attacks_of(unit: Unit, bonus: Bonus) -> int:
    """MD-HIT-1: models x (1 + A of the weapon); all models count, whatever their rank."""
    return max(0, unit.models * (1 + bonus.attacks))


def melee_attacks(state: State, unit: Unit) -> int:
    """MD-HIT-1: melee uses the first melee weapon of the statblock; without one A is 0."""
    return attacks_of(unit, state.block(unit).melee)


def needed(state: State, tiers: int, parts: tuple[Part, ...]) -> int:
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
    """MD-AREA-3: where all hit a die needs 1, where none hits 11."""
    return {ALL: 1, NONE: 11}.get(number, number)


def to_hit(
    state: State, attacker: Unit, target: Unit, use: str, weapon: tuple[str, int], volley: bool
) -> tuple[Part, ...]:
    """MD-HIT-4: weapon, modifiers, -1 for a volley, the target's guard; zeros are left out."""
    parts = [Part(weapon[0] or "weapon", weapon[1], "MD-HIT-4")]
    parts += [
        Part(one.source or "the GM", one.amount, "MD-EFF-2")
        for one in attacker.modifiers
        if one.stat == "hit"
    ]
    if volley:
        parts.append(Part("volley", -1, "MD-AREA-1"))
    parts += [
        Part(f"guard of {target.ref}", -guard.amount, "MD-ABIL-2")
        for guard in state.guards(target)
        if guard.against in ("all", use)
    ]
    parts += [
        Part(f"guard by {one.source or 'the GM'}", -one.amount, "MD-EFF-2")
        for one in target.modifiers
        if one.stat == "guard"
    ]
    return tuple(part for part in parts if part.amount)


def grip_between(state: State, attacker: Unit, target: Unit) -> tuple[Part, ...]:
    """MD-ABIL-3: a unit with grip and small enemies in contact hit each other better."""
    parts = [
        Part(f"grip of {holder.ref}", grip.hit, "MD-ABIL-3")
        for holder, other in ((attacker, target), (target, attacker))
        for grip in state.grips(holder)
        if other.size <= grip.size and grip.hit and holder.seat != other.seat
    ]
    return tuple(parts)
