"""What units and attacks are worth to the practice opponent, and which attacks are best."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.crusade7 import orders as od
from rules.crusade7.army.statblock import Attack
from rules.crusade7.candidates import passes
from rules.crusade7.field.geometry import anchor_of, is_engaged
from rules.crusade7.fight.attacks import check_attacks, check_class, check_means, has_charged
from rules.crusade7.fight.attacks import expected_damage as exact
from rules.crusade7.fight.melee import cell_beside, check_first_engaging, check_upright
from rules.crusade7.harm.damage import units_hit, uses_left
from rules.crusade7.harm.numbers import HAS_MOVED, is_hasty, is_wounded
from rules.crusade7.march import movement as charging
from rules.crusade7.naming import in_order
from rules.crusade7.state import State, Unit
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.numbers.grid import Cell, gaps

# What units and attacks are worth, in thousandths of a gold piece, by exact expected damage.


GOLD = 1000
"""One gold piece."""

ALIVE = 400
"""Thousandths of its price that a unit is worth while it lives, even with 1 HP: the other side
gains them only with the blow that kills."""

Looks = tuple[object, ...]
"""What the damage of and against a unit depends on; or two of these and an attack, as a key."""


class Arm(Frozen):
    """One way to attack: a single attack, or all strikes of the Multiattack on one target."""

    name: str
    strikes: tuple[Attack, ...]
    several: bool = False

    @property
    def first(self) -> Attack:
        """The first attack, which decides its reach."""
        return self.strikes[0]

    @property
    def melee(self) -> bool:
        """Is it a melee attack?"""
        return self.first.melee


def price(state: State, unit: Unit) -> int:
    """What an unhurt unit is worth."""
    return max(1, state.block(unit).cost) * GOLD


def standing(state: State, unit: Unit, hp: int) -> int:
    """What a unit is worth with `hp` HP left; its last HP count for more than its first."""
    if hp <= 0:
        return 0
    left = 1000 * min(hp, unit.maxhp) // max(1, unit.maxhp)
    bent = left * (2000 - left) // 1000
    rest = 1000 - ALIVE
    return price(state, unit) * (ALIVE + rest * (left + bent) // 2000) // 1000


def loss(state: State, unit: Unit, damage: int) -> int:
    """The worth that damage to a unit takes from its army."""
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
    """C7-GEO-4: the gaps along rows and columns, as if the first unit's anchor were at `at`."""
    sizes = state.block(unit).footprint, state.block(other).footprint
    return gaps(at, sizes[0], anchor_of(other), sizes[1])


def is_near(gap: Cell, reach: int) -> bool:
    """C7-GEO-3: is a gap at most `reach` cells, after rounding?"""
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
    """A cache of expected damage, shared by units that look alike (`looks`).

    Auras and neighbours are not part of the key: they count as they are for the first pair that
    was asked for.
    """

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
        """Everything about a unit that damage by it or to it depends on, auras and neighbours
        aside."""
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
        """The damage that an attack would do, whatever the distance."""
        key = (self.looks(unit), arm.name, self.looks(target))
        if key not in self._known:
            self._known[key] = sum(exact(self.state, unit, one, target) for one in arm.strikes)
        return self._known[key]

    def best(self, unit: Unit, target: Unit, melee: bool) -> int:
        """The most damage that any of a unit's melee attacks, or any of its shots, would do."""
        arms = (arm for arm in self.arms(unit) if arm.melee == melee)
        return max((self.damage(unit, arm, target) for arm in arms), default=0)


def as_if(state: State, seat: int, phase: str, moved: str = "", charged: bool = False) -> State:
    """The battle as if in that phase, with the units of a seat marked as moved or charged."""
    units = {
        key: replace(unit, moved=moved or unit.moved, charged=charged or unit.charged)
        if unit.seat == seat
        else unit
        for key, unit in state.units.items()
    }
    return replace(state, units=units, flow=replace(state.flow, phase=phase))


def is_shooter(state: State, unit: Unit) -> bool:
    """Is it better at shooting: from 8 cells or more, with two thirds of its melee damage?"""
    lasting = [one for one in state.block(unit).attacks if uses_left(unit, one) is None]
    shots = [force(one) for one in lasting if (one.range or 0) >= 8]
    blows = [sum(map(force, arm.strikes)) for arm in arms_of(state, unit) if arm.melee]
    return bool(shots) and 3 * max(shots) >= 2 * max(blows, default=0)


def force(attack: Attack) -> int:
    """The listed damage of an attack, all types together."""
    return sum(amount for amount, _ in attack.damage)


# Attacks and charges: who can hit whom, what it brings, and which foe several units should attack.


OPENING = 3
"""Gold pieces that breaking a shield counts for, so that such attacks come before others."""


class Idea(Frozen):
    """An order against a foe, the damage it would do, and what it is worth in all (`gain`)."""

    unit: Unit
    foe: Unit
    order: Order
    damage: int
    gain: int


# --- attacks ------------------------------------------------------------------------------------


def attack_ideas(state: State, seat: int) -> list[Idea]:
    """C7-ATK-8, C7-MELEE-2: every attack that could be made now, and every step into contact."""
    found: list[Idea] = []
    for unit in in_order(state.on_field(seat)):
        here = list(blows(state, unit))
        found += here
        if not any(idea.gain > 0 for idea in here) or not unit.engaging:
            found += steps(state, unit)
    return found


def blows(state: State, unit: Unit) -> Iterator[Idea]:
    """The attacks of a unit from where it stands."""
    who = od.Who((unit.ref,))
    foes = in_order(state.on_field(3 - unit.seat))
    for arm in arms_of(state, unit):
        if not passes(check_means, state, unit, arm.strikes):
            continue
        for foe in foes:
            if not passes(check_attacks, state, unit, arm.strikes, (foe,)):
                continue
            if arm.several:
                yield several(state, unit, arm, foe, foes)
                continue
            damage = exact(state, unit, arm.first, foe)
            gain = loss(state, foe, damage) + aside(state, unit, arm, foe)
            gain += inflicted(state, arm, foe, damage)
            yield Idea(unit, foe, od.Strike(who, (foe.ref,), arm.name), damage, gain)


def several(state: State, unit: Unit, arm: Arm, foe: Unit, foes: list[Unit]) -> Idea:
    """C7-ATK-12: a Multiattack; strikes that the first target does not need go to another."""
    each = [exact(state, unit, one, foe) for one in arm.strikes]
    needed, dealt = 0, 0
    while needed < len(each) and dealt < foe.hp:
        dealt += each[needed]
        needed += 1
    targets: tuple[str, ...] = (foe.ref,)
    gain = loss(state, foe, dealt)
    rest = arm.strikes[needed:]
    if rest:
        others = [one for one in foes if one.ref != foe.ref]
        others = [one for one in others if passes(check_attacks, state, unit, rest, (one,))]
        if others:
            second = max(others, key=lambda one: loss(state, one, exact(state, unit, rest[0], one)))
            gain += loss(state, second, sum(exact(state, unit, one, second) for one in rest))
            targets = (foe.ref,) * needed + (second.ref,)
    return Idea(unit, foe, od.Multiattack(od.Who((unit.ref,)), targets), dealt, gain)


def aside(state: State, unit: Unit, arm: Arm, foe: Unit) -> int:
    """C7-ATTR-1: what a blast does to units besides its target; friends count against it."""
    total = 0
    for other in units_hit(state, arm.first, foe)[1:]:
        harm = loss(state, other, exact(state, unit, arm.first, other))
        total += harm if other.seat != unit.seat else -harm
    return total


def inflicted(state: State, arm: Arm, foe: Unit, damage: int) -> int:
    """C7-ATK-14: a little for what else an attack does to a target that survives it."""
    if damage >= foe.hp:
        return 0
    shield = OPENING * 1000 if arm.first.shield_breaker and "shield" in foe.armour.lower() else 0
    return shield + sum(price(state, foe) // 12 for _ in arm.first.inflicts)


def steps(state: State, unit: Unit) -> Iterator[Idea]:
    """C7-MELEE-2, C7-MELEE-3: the steps that bring a foe within reach of a melee attack."""
    if is_engaged(state, unit) or has_charged(state, unit) or not passes(check_class, state, unit):
        return
    if not (passes(check_upright, unit) and passes(check_first_engaging, unit)):
        return
    arms = [arm for arm in arms_of(state, unit) if arm.melee and not arm.first.reach]
    arms = [arm for arm in arms if passes(check_means, state, unit, arm.strikes)]
    if not arms:
        return
    for foe in in_order(state.on_field(3 - unit.seat)):
        gap = spread(state, unit, anchor_of(unit), foe)
        if max(gap) <= 2 and passes(cell_beside, state, unit, foe):
            damage = max(sum(exact(state, unit, one, foe) for one in arm.strikes) for arm in arms)
            order = od.Engage(od.Who((unit.ref,)), foe.ref)
            yield Idea(unit, foe, order, damage, loss(state, foe, damage) * 9 // 10)


def together(state: State, ideas: list[Idea]) -> Idea | None:
    """The attack to begin with, or None if none is useful.

    It is on the foe whose death is worth most in relation to what the attackers could gain
    elsewhere; if no foe can be killed, it is the attack with the most gain.
    """
    useful = [idea for idea in ideas if idea.gain > 0]
    if not useful:
        return None
    best_of: dict[str, int] = {}
    for idea in useful:
        best_of[idea.unit.ref] = max(idea.gain, best_of.get(idea.unit.ref, 0))
    best, found = 0, None
    for foe in dict.fromkeys(idea.foe for idea in useful):
        band = band_for(foe, useful, best_of)
        if band:
            spent = sum(best_of[idea.unit.ref] for idea in band)
            value = 1000 * (loss(state, foe, foe.hp) + sum(beyond(state, one) for one in band))
            if value // max(1, spent) > best:
                best, found = value // max(1, spent), opener(band)
    return found or max(useful, key=lambda idea: idea.gain)


def beyond(state: State, idea: Idea) -> int:
    """What an attack brings besides the damage to its own target."""
    return max(0, idea.gain - loss(state, idea.foe, idea.damage))


def band_for(foe: Unit, ideas: Iterable[Idea], best_of: dict[str, int]) -> list[Idea]:
    """Attacks that together kill a foe, with those left out that are not needed.

    Empty if all attacks together do not kill it.
    """
    each: dict[str, Idea] = {}
    for idea in ideas:
        if idea.foe.ref == foe.ref and idea.damage > 0:
            known = each.get(idea.unit.ref)
            if known is None or idea.damage > known.damage:
                each[idea.unit.ref] = idea
    ranked = sorted(each.values(), key=lambda one: (best_of[one.unit.ref] - one.gain, -one.damage))
    band: list[Idea] = []
    left = foe.hp
    for idea in ranked:
        if left <= 0:
            break
        band.append(idea)
        left -= idea.damage
    if left > 0:
        return []
    for idea in sorted(band, key=lambda one: one.damage):
        if left + idea.damage <= 0:
            band.remove(idea)
            left += idea.damage
    return band


def opener(band: list[Idea]) -> Idea:
    """The attack to make first: steps into contact come last, so that no unit steps up to a foe
    that the others would have killed anyway."""
    return min(band, key=lambda one: (isinstance(one.order, od.Engage), -one.damage))


# --- charges ------------------------------------------------------------------------------------


def charge_ideas(state: State, seat: int, caution: int) -> list[Idea]:
    """C7-CHARGE-4: charges that allow a melee attack; `caution` percent of what the foes strike
    back is taken off."""
    chargers = [
        one
        for one in in_order(state.on_field(seat))
        if passes(charging.check_may_charge, state, one)
    ]
    foes = in_order(state.on_field(3 - seat))
    if not chargers or not foes:
        return []
    fight = Ledger(as_if(state, seat, "fight", charged=True))
    plain = Ledger(as_if(state, seat, "fight"))
    found = []
    for unit in chargers:
        for foe in foes:
            gap = spread(state, unit, anchor_of(unit), foe)
            if is_near(gap, charging.CHARGE_RANGE) and is_near(gap, 5):
                idea = best_charge(state, unit, foe, foes, (fight, plain), caution)
                if idea is not None:
                    found.append(idea)
    return found


def best_charge(
    state: State,
    unit: Unit,
    foe: Unit,
    foes: list[Unit],
    ledgers: tuple[Ledger, Ledger],
    caution: int,
) -> Idea | None:
    """The charge at a foe with the most gain: damage, less blows back and the shots given up."""
    fight, plain = ledgers
    given_up = max((shot(state, plain, unit, one) for one in foes), default=0)
    best: Idea | None = None
    for cell, _ in charging.places(state, unit, foe):
        arms = [arm for arm in fight.arms(unit) if arm.melee]
        gap = spread(state, unit, cell, foe)
        damage = max(
            (fight.damage(unit, arm, foe) for arm in arms if in_reach(arm.first, gap, fight.ring)),
            default=0,
        )
        if not damage:
            continue
        back = struck_at(state, plain, unit, cell, foes) * caution // 100
        gain = loss(state, foe, damage) - back - given_up
        if best is None or gain > best.gain:
            order = od.Charge(od.Who((unit.ref,)), foe.ref, cell)
            best = Idea(unit, foe, order, damage, gain)
    return best


def shot(state: State, ledger: Ledger, unit: Unit, foe: Unit) -> int:
    """What a unit's best shot at a foe would bring from where it stands."""
    gap = spread(state, unit, anchor_of(unit), foe)
    arms = (arm for arm in ledger.arms(unit) if not arm.melee and in_reach(arm.first, gap))
    return max((loss(state, foe, ledger.damage(unit, arm, foe)) for arm in arms), default=0)


def struck_at(state: State, ledger: Ledger, unit: Unit, cell: Cell, foes: list[Unit]) -> int:
    """The worth that the foes next to a place would take from a unit there."""
    near = (foe for foe in foes if is_near(spread(state, unit, cell, foe), 1))
    return loss(state, unit, sum(ledger.best(foe, unit, melee=True) for foe in near))
