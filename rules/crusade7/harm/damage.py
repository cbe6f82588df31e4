"""Damage, healing and death: what reaches a unit, and what follows when it falls."""

from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.events import Healed, Part
from rules.crusade7.harm.numbers import immunity_to, resistance_to, vulnerability_to
from rules.crusade7.harm.saves import FULL
from rules.crusade7.state import State, Unit
from rules.line.frozen import Frozen
from rules.numbers.arith import half_up

Damage = tuple[tuple[int, str], ...]
"""Amounts with their types, as a statblock lists them."""


class Felt(Frozen):
    """C7-DMG-2: what immunity, resistance and vulnerability leave, counted in halves."""

    halves: int
    parts: tuple[Part, ...]
    immune: bool

    def times(self, factor: int, parts: tuple[Part, ...]) -> "Felt":
        """The sum multiplied, for reasons that a report can show."""
        return Felt(self.halves * factor, (*self.parts, *parts), self.immune)

    @property
    def sum(self) -> tuple[int, int]:
        """The same as numerator and denominator, in lowest terms."""
        return (self.halves, 2) if self.halves % 2 else (self.halves // 2, 1)


def felt(state: State, unit: Unit, damage: Damage) -> Felt:
    """C7-DMG-2: each type by itself, then the sum of the types."""
    total = Felt(0, (), False)
    for amount, damage_type in damage:
        halves, how, rule = _felt_type(state, unit, damage_type)
        part = Part(f"{amount} {damage_type}{how}".strip(), half_up(amount * halves, 2), rule=rule)
        total = Felt(
            total.halves + amount * halves, (*total.parts, part), total.immune or not halves
        )
    return total


def _felt_type(state: State, unit: Unit, damage_type: str) -> tuple[int, str, str]:
    """C7-DMG-2: how many halves of a type are felt, how that came about, and by which rule."""
    immune = immunity_to(state, unit, damage_type)
    if immune:
        return 0, f", immune ({immune})", "C7-DMG-2"
    resists = resistance_to(state, unit, damage_type)
    vulnerable = vulnerability_to(state, unit, damage_type)
    if resists and vulnerable:
        return 2, f", resistance ({resists}) and vulnerability ({vulnerable})", "C7-DMG-2"
    if resists:
        return 1, f", halved ({resists})", "C7-DMG-2"
    if vulnerable:
        return 4, f", doubled ({vulnerable})", "C7-DMG-2"
    return 2, "", "C7-DMG-1"


def damage_dealt(full: Felt, share: int) -> int:
    """C7-ATK-4, C7-ATK-5, C7-DMG-5: the share of the damage, halves up, once and at the end.

    An attack that gets through at all does at least 1, unless immunity leaves nothing of it or
    it has no damage to begin with.
    """
    harmless = not full.parts or (full.immune and not full.halves)
    if not share or harmless:
        return 0
    return max(1, half_up(full.halves * share, 2 * FULL))


def heal(battle: Battle, ref: str, hp: int, cause: str = "") -> None:
    """C7-STAT-2: HP come back, but never beyond the maximum; the dead stay dead."""
    unit = unit_now(battle, ref)
    after = min(unit.maxhp, unit.hp + hp)
    if not unit.dead and after > unit.hp:
        battle.emit(Healed(unit.ref, after - unit.hp, unit.hp, after, cause))
