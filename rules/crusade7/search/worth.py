"""What units and blows are worth, in thousandths of a gold piece, by the arithmetic of the odds."""

from collections.abc import Iterator
from dataclasses import replace

from rules.crusade7.army.statblock import Attack
from rules.crusade7.field.geometry import anchor_of
from rules.crusade7.harm.bonuses import HAS_MOVED, Blow, is_hasty
from rules.crusade7.harm.numbers import is_wounded
from rules.crusade7.harm.resolve import uses_left, work_out
from rules.crusade7.state import State, Unit
from rules.line.frozen import Frozen
from rules.numbers.grid import Cell, gaps

GOLD = 1000
"""One gold piece."""

ALIVE = 400
"""So many thousandths of a unit's price stand for its being there at all, be it with 1 HP: the
other side gains them only by the blow that kills."""

Looks = tuple[object, ...]


class Arm(Frozen):
    """One way to attack: a single attack, or all strikes of the Multiattack on one target."""

    name: str
    strikes: tuple[Attack, ...]
    several: bool = False

    @property
    def first(self) -> Attack:
        """What decides its reach."""
        return self.strikes[0]

    @property
    def melee(self) -> bool:
        """Is it fought hand to hand?"""
        return self.first.melee


def price(state: State, unit: Unit) -> int:
    """What a unit is worth whole."""
    return max(1, state.block(unit).cost) * GOLD


def standing(state: State, unit: Unit, hp: int) -> int:
    """What it is worth with so many HP: the last ones count for more than the first."""
    if hp <= 0:
        return 0
    left = 1000 * min(hp, unit.maxhp) // max(1, unit.maxhp)
    bent = left * (2000 - left) // 1000
    rest = 1000 - ALIVE
    return price(state, unit) * (ALIVE + rest * (left + bent) // 2000) // 1000


def loss(state: State, unit: Unit, damage: int) -> int:
    """What so much damage takes from the army that the unit belongs to."""
    return standing(state, unit, unit.hp) - standing(state, unit, unit.hp - damage)


def arms_of(state: State, unit: Unit) -> Iterator[Arm]:
    """C7-ATK-8, C7-ATK-10, C7-ATK-12: the attacks that are not used up, and the Multiattack."""
    block = state.block(unit)
    by_name = {attack.name: attack for attack in block.attacks}
    for attack in block.attacks:
        if uses_left(unit, attack) != 0:
            yield Arm(attack.name, (attack,))
    strikes = tuple(by_name[name] for count, name in block.multiattack for _ in range(count))
    if strikes and all(uses_left(unit, one) is None for one in strikes):
        yield Arm("Multiattack", strikes, several=True)


def spread(state: State, unit: Unit, at: Cell, other: Unit) -> Cell:
    """C7-GEO-4: the gaps along rows and columns, as if the first unit's anchor were there."""
    sizes = state.block(unit).footprint, state.block(other).footprint
    return gaps(at, sizes[0], anchor_of(other), sizes[1])


def is_near(gap: Cell, reach: int) -> bool:
    """C7-GEO-3: within so many cells, as gaps are rounded."""
    return gap[0] * gap[0] + gap[1] * gap[1] <= reach * reach + reach


def in_reach(attack: Attack, gap: Cell, ring: bool = False) -> bool:
    """C7-MELEE-1, C7-ATTR-3, C7-RANGE-1, C7-RANGE-2: could it be made over such a gap?"""
    if attack.range is not None:
        near = "light" in attack.attributes or not is_near(gap, 2)
        return near and is_near(gap, attack.range)
    if not attack.reach:
        return is_near(gap, 1)
    straight = not (gap[0] and gap[1])
    return is_near(gap, 2) and not is_near(gap, 1) and (straight or ring)


class Ledger:
    """Damage as `odds` reckons it, remembered for units that look alike; auras and neighbours
    count as they are for the first pair that is asked for."""

    def __init__(self, state: State, known: dict[Looks, int] | None = None) -> None:
        self.state = state
        self.ring = state.options.get("reach", "straight") == "ring"
        self._known: dict[Looks, int] = {} if known is None else known
        self._looks: dict[str, Looks] = {}
        self._arms: dict[str, tuple[Arm, ...]] = {}

    def arms(self, unit: Unit) -> tuple[Arm, ...]:
        """The attacks of a unit, listed once."""
        if unit.ref not in self._arms:
            self._arms[unit.ref] = tuple(arms_of(self.state, unit))
        return self._arms[unit.ref]

    def looks(self, unit: Unit) -> Looks:
        """Everything about a unit that its blows and those against it depend on."""
        if unit.ref not in self._looks:
            self._looks[unit.ref] = (
                unit.kind,
                unit.ac,
                unit.stats,
                unit.effects,
                tuple(one.condition for one in unit.conditions),
                is_wounded(unit.hp, unit.maxhp),
                unit.moved in HAS_MOVED,
                is_hasty(self.state, unit),
                unit.charged and self.state.flow.phase == "fight",
            )
        return self._looks[unit.ref]

    def damage(self, unit: Unit, arm: Arm, target: Unit) -> int:
        """What an attack would do, whatever the distance."""
        key = (self.looks(unit), arm.name, self.looks(target))
        if key not in self._known:
            self._known[key] = sum(exact(self.state, unit, one, target) for one in arm.strikes)
        return self._known[key]

    def best(self, unit: Unit, target: Unit, melee: bool) -> int:
        """The most that any of its melee attacks, or any of its shots, would do."""
        arms = (arm for arm in self.arms(unit) if arm.melee == melee)
        return max((self.damage(unit, arm, target) for arm in arms), default=0)


def exact(state: State, unit: Unit, attack: Attack, target: Unit) -> int:
    """C7-ATK-4: what one strike would do to its target now."""
    return work_out(state, Blow(unit.ref, attack), target).damage


def as_if(state: State, seat: int, phase: str, moved: str = "", charged: bool = False) -> State:
    """The battle as it would be in a later phase, with the units of a seat so marked."""
    units = {
        key: replace(unit, moved=moved or unit.moved, charged=charged or unit.charged)
        if unit.seat == seat
        else unit
        for key, unit in state.units.items()
    }
    return replace(state, units=units, flow=replace(state.flow, phase=phase))


def is_shooter(state: State, unit: Unit) -> bool:
    """Does it rather shoot than fight: from eight cells or more, and nearly as hard?"""
    lasting = [one for one in state.block(unit).attacks if uses_left(unit, one) is None]
    shots = [force(one) for one in lasting if (one.range or 0) >= 8]
    blows = [sum(map(force, arm.strikes)) for arm in arms_of(state, unit) if arm.melee]
    return bool(shots) and 3 * max(shots) >= 2 * max(blows, default=0)


def force(attack: Attack) -> int:
    """The damage that is listed."""
    return sum(amount for amount, _ in attack.damage)
