"""The numbers of a unit as they are now, with everything that changes them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Literal

from rules.crusade7.army import statblock as sb
from rules.crusade7.events import Part
from rules.crusade7.field.geometry import gap_square, is_within, separation
from rules.crusade7.naming import is_called
from rules.crusade7.state import State, Unit, Until
from rules.line.frozen import Frozen
from rules.line.kept import Same

# The numbers of a unit as they are now: stats, AC, initiative, and whatever changes them.


EDGE = 4
"""C7-STAT-3: advantage adds 4 to the number it is given for, disadvantage subtracts 4."""

AGAINST = {
    "": ("AC",),
    "ranged": ("AC", "AC against ranged attacks"),
    "melee": ("AC", "AC against melee attacks"),
}
"""C7-EFF-18: which modifiers of AC count against which attacks; spells that use ATK are ranged."""

CHARGED_INITIATIVE = 3
"""C7-INIT-1: what a charge adds to initiative in the Fight Phase."""


Defence = Literal["immunity", "resistance", "vulnerability"]
"""C7-ABIL-10: a field of `Defences`."""


class Tally(Frozen):
    """A sum with its parts: the amount, and the advantage that is left (1, 0, -1)."""

    amount: int
    edge: int
    parts: tuple[Part, ...] = ()

    @property
    def value(self) -> int:
        """C7-STAT-3: the amount, with 4 more for advantage and 4 less for disadvantage."""
        return self.amount + EDGE * self.edge


class Grant(Frozen):
    """A modifier that applies to a unit: under which name, from which source, by which rule."""

    name: str
    source: str
    rule: str
    modifier: sb.Modifier


def net_edge(edges: Iterable[int]) -> int:
    """C7-STAT-4: advantages do not add up, nor do disadvantages; one of each cancels all."""
    signs = tuple(edges)
    return int(any(sign > 0 for sign in signs)) - int(any(sign < 0 for sign in signs))


def add_up(parts: Iterable[Part]) -> Tally:
    """The sum of the parts, and the advantage that is left of them by C7-STAT-4."""
    listed = tuple(parts)
    return Tally(sum(part.amount for part in listed), net_edge(p.edge for p in listed), listed)


def strongest(grants: Iterable[Grant]) -> tuple[Grant, ...]:
    """C7-STAT-6: modifiers of different names add up; of one name only the largest counts."""
    best: dict[tuple[str, str], Grant] = {}
    for grant in grants:
        key = (grant.name.casefold(), grant.modifier.target)
        if key not in best or abs(grant.modifier.amount) > abs(best[key].modifier.amount):
            best[key] = grant
    return tuple(best.values())


def tally(state: State, unit: Unit, *targets: str) -> Tally:
    """C7-STAT-6: everything that abilities, auras and effects add to one of these targets."""
    found = [grant for grant in grants(state, unit) if grant.modifier.target in targets]
    numeric = strongest(grant for grant in found if grant.modifier.amount)
    edges = [grant for grant in found if grant.modifier.edge]
    return add_up(_part(grant) for grant in (*numeric, *edges))


def _part(grant: Grant) -> Part:
    return Part(grant.source, grant.modifier.amount, grant.modifier.edge, grant.rule)


def grants(state: State, unit: Unit) -> Iterator[Grant]:
    """Section 8.6: every modifier on a unit.

    C7-TRANS-5: off the field no ability works, but effects on the unit keep running.
    """
    if unit.on_field:
        yield from _own(state, unit)
        yield from _auras(state, unit)
    for effect in unit.effects:
        for modifier in effect.modifiers:
            yield Grant(effect.name, effect.name, "C7-EFF-6", modifier)


def _own(state: State, unit: Unit) -> Iterator[Grant]:
    """C7-ABIL-6, C7-ABIL-8, C7-ABIL-11: what the unit's own abilities give it."""
    for ability in state.block(unit).abilities:
        match ability:
            case sb.Constant(name, modifiers):
                for modifier in modifiers:
                    yield Grant(name, name, "C7-ABIL-11", modifier)
            case sb.Wounded(name, modifiers) if is_wounded(unit.hp, unit.maxhp):
                for modifier in modifiers:
                    yield Grant(name, name, "C7-ABIL-8", modifier)
            case sb.ShieldWall(name, ac) if stands_in_wall(state, unit, name):
                yield Grant(name, name, "C7-ABIL-6", sb.Modifier("AC", amount=ac))


def is_wounded(hp: int, maxhp: int) -> bool:
    """C7-ABIL-8: at half its HP or less."""
    return 2 * hp <= maxhp


def stands_in_wall(state: State, unit: Unit, name: str) -> bool:
    """C7-ABIL-6: another friendly unit with an ability of this name is adjacent."""
    return any(
        friend.ref != unit.ref
        and any(
            ability.name.casefold() == name.casefold() for ability in state.block(friend).abilities
        )
        and separation(state, unit, friend) == 1
        for friend in state.on_field(unit.seat)
    )


def _auras(state: State, unit: Unit) -> tuple[Grant, ...]:
    """C7-ABIL-2: auras of friends on the field reach all friends of the kind, and the bearer."""
    bearers = _bearers_of(Same(state.units), Same(state.blocks))
    own = bearers.get(unit.seat)
    if own is None:
        return ()
    found = own.reached.get(Same(unit))
    if found is None:
        found = own.reached[Same(unit)] = tuple(_reaching(state, own.auras, unit))
    return found


class Bearers(Frozen):
    """The auras of an army with their bearers, and a cache of what they give to each unit."""

    auras: list[tuple[Unit, sb.Aura]] = field(default_factory=list)
    reached: dict[Same[Unit], tuple[Grant, ...]] = field(default_factory=dict)


@lru_cache(maxsize=8)
def _bearers_of(
    units: Same[dict[str, Unit]], blocks: Same[tuple[sb.Statblock, ...]]
) -> dict[int, Bearers]:
    """The auras on the field by seat; a seat without any is left out."""
    auras = _auras_of(blocks)
    found: dict[int, Bearers] = {}
    for unit in units.value.values() if auras else ():
        if unit.kind in auras and unit.on_field:
            own = found.setdefault(unit.seat, Bearers())
            own.auras.extend((unit, aura) for aura in auras[unit.kind])
    return found


def _reaching(state: State, auras: list[tuple[Unit, sb.Aura]], unit: Unit) -> Iterator[Grant]:
    """C7-ABIL-2: what these auras give a unit."""
    for friend, aura in auras:
        if is_within(gap_square(state, friend, unit), aura.within) and is_kind(
            state, unit, aura.kind
        ):
            for modifier in aura.modifiers:
                yield Grant(aura.name, f"{aura.name} of {friend.ref}", "C7-ABIL-2", modifier)


@lru_cache(maxsize=16)
def _auras_of(blocks: Same[tuple[sb.Statblock, ...]]) -> dict[int, tuple[sb.Aura, ...]]:
    """The auras of each unit type that has any, by its number."""
    found = {
        kind: tuple(one for one in block.abilities if isinstance(one, sb.Aura))
        for kind, block in enumerate(blocks.value)
    }
    return {kind: auras for kind, auras in found.items() if auras}


def stat(state: State, unit: Unit, name: str) -> int:
    """C7-EFF-18: a stat as it is now; Speed never falls below 0."""
    value = sum(part.amount for part in stat_parts(state, unit, name))
    return max(0, value) if name == "Speed" else value


def stat_parts(state: State, unit: Unit, name: str) -> tuple[Part, ...]:
    """C7-STAT-1, C7-STAT-5: the stat and what changes it; advantage on it is not counted."""
    changes = (part for part in tally(state, unit, name).parts if part.amount)
    return (Part(name, unit.stats[sb.STATS.index(name)], rule="C7-STAT-1"), *changes)


def formula(state: State, unit: Unit, terms: sb.Formula) -> tuple[Part, ...]:
    """C7-EFF-18: the parts of a sum such as STR+PF+8, with the stats as they are now."""
    parts: list[Part] = []
    for sign, term in terms.terms:
        if isinstance(term, int):
            parts.append(Part("fixed", sign * term))
            continue
        for part in stat_parts(state, unit, term):
            parts.append(Part(part.source, sign * part.amount, rule=part.rule))
    return tuple(parts)


def armour_class(state: State, unit: Unit, against: str = "") -> tuple[int, tuple[Part, ...]]:
    """C7-ATK-1, C7-EFF-18: the AC with every modifier that counts against such an attack."""
    printed = state.block(unit).ac
    parts = [Part("printed AC", printed)]
    if unit.ac != printed:
        parts.append(Part("lasting changes", unit.ac - printed))
    parts.extend(tally(state, unit, *AGAINST[against]).parts)
    return sum(part.amount for part in parts), tuple(parts)


def initiative_of(state: State, unit: Unit) -> int:
    """C7-INIT-1: DEX, effects on initiative, and 3 in the Fight Phase after a charge."""
    charge = CHARGED_INITIATIVE if unit.charged and state.flow.phase == "fight" else 0
    return stat(state, unit, "DEX") + tally(state, unit, "Initiative").amount + charge


def is_kind(state: State, unit: Unit, kind: str) -> bool:
    """C7-STAT-7: is it of this classification or type, or does it have this tag?"""
    block = state.block(unit)
    if kind.casefold() in ("", "unit", "units"):
        return True
    names = (block.classification, block.name, *block.tags)
    return any(is_called(kind, name) or is_called(name, kind) for name in names)


def defence(state: State, unit: Unit, kind: Defence, what: str) -> str:
    """C7-ABIL-10: the name of what gives a unit immunity, resistance or vulnerability to a damage
    type or a condition, or an empty text; effects give resistance only."""
    for ability in state.block(unit).abilities:
        if isinstance(ability, sb.Defences) and _lists(getattr(ability, kind), what):
            return ability.name
    for grant in grants(state, unit) if kind == "resistance" else ():
        modifier = grant.modifier
        if modifier.target == kind and _lists((modifier.damage_type,), what):
            return grant.source
    return ""


def _lists(names: tuple[str, ...], what: str) -> bool:
    return what.casefold() in (name.casefold() for name in names)


# The ATK of an attack against armour, or its DC, with everything that changes it.


OWN_EDGES = {
    "prone": (-1, "C7-COND-2"),
    "poisoned": (-1, "C7-COND-7"),
    "invisible": (1, "C7-COND-8"),
    "blinded": (-1, "C7-COND-11"),
}
"""Conditions of the attacker that give its ATK bonuses advantage (1) or disadvantage (-1)."""

TARGET_EDGES = {
    "prone": (1, "C7-COND-2"),
    "stunned": (1, "C7-COND-6"),
    "invisible": (-1, "C7-COND-8"),
    "blinded": (1, "C7-COND-11"),
}
"""Conditions of the target that do so for attacks against its AC."""

HAS_MOVED = ("normal", "advance", "fall back", "disembark", "arrive")
"""C7-RANGE-5: what counts as having moved for a heavy weapon."""

NOTHING = sb.Formula(())
"""The bonus of an attack that lists none."""


class Blow(Frozen):
    """One attack as it is made.

    `edges` are extra parts such as Support; `magic` marks a spell; `cause` names a reaction;
    `until` and `caster` belong to the conditions of a spell.
    """

    attacker: str
    attack: sb.Attack
    edges: tuple[Part, ...] = ()
    magic: bool = False
    cause: str = ""
    until: Until | None = None
    caster: str = ""

    @property
    def melee(self) -> bool:
        """C7-EFF-18: a spell is never a melee attack, however short its range."""
        return self.attack.melee and not self.magic


def attack_bonus(state: State, blow: Blow, attacker: Unit, target: Unit) -> Tally:
    """C7-ATK-1: the ATK bonus with every modifier.

    Whatever favours or hinders the attack, on either side, is advantage or disadvantage on this
    one number, so that C7-STAT-4 is applied once.
    """
    return add_up(
        (
            *own_parts(state, blow, attacker),
            *_edges(target, TARGET_EDGES),
            *(_pack(state, attacker, target) if blow.melee else ()),
            *blow.edges,
        )
    )


def own_parts(state: State, blow: Blow, attacker: Unit) -> tuple[Part, ...]:
    """C7-ATK-1: the parts of the ATK bonus that do not depend on the target."""
    sum_of = blow.attack.bonus or NOTHING
    targets = ("ATK", "melee ATK") if blow.melee else ("ATK",)
    return (
        *formula(state, attacker, sum_of),
        *tally(state, attacker, *targets).parts,
        # C7-STAT-5: advantage on a stat is advantage on ATK bonuses whose formula contains it
        *(part for part in tally(state, attacker, *sum_of.stats).parts if part.edge),
        *_movement(state, attacker, blow.attack),
        *_edges(attacker, OWN_EDGES),
    )


def difficulty(state: State, blow: Blow, attacker: Unit) -> Tally:
    """C7-SAVE-6, C7-SAVE-7: the DC with every modifier; conditions do not affect it."""
    return add_up(
        (
            *formula(state, attacker, blow.attack.bonus or NOTHING),
            *tally(state, attacker, "DC").parts,
            *_movement(state, attacker, blow.attack),
            *blow.edges,
        )
    )


def _movement(state: State, attacker: Unit, attack: sb.Attack) -> tuple[Part, ...]:
    """C7-RANGE-4, C7-RANGE-5: what moving costs assault and heavy weapons."""
    parts = []
    if is_hasty(state, attacker) and "assault" in attack.attributes:
        parts.append(Part("assault after an Advance", -2, rule="C7-RANGE-4"))
    if attacker.moved in HAS_MOVED and "heavy" in attack.attributes:
        parts.append(Part("heavy after moving", 0, -1, "C7-RANGE-5"))
    return tuple(parts)


def is_hasty(state: State, unit: Unit) -> bool:
    """C7-RANGE-7: has it advanced without being Cavalry, so that its shooting suffers?"""
    return unit.moved == "advance" and state.block(unit).classification != "Cavalry"


def _edges(unit: Unit, edges: Mapping[str, tuple[int, str]]) -> tuple[Part, ...]:
    """C7-COND-2 to C7-COND-11: the advantages and disadvantages from a unit's conditions."""
    return tuple(
        Part(f"{unit.ref} {condition}", 0, edge, rule)
        for condition, (edge, rule) in edges.items()
        if unit.has(condition)
    )


def _pack(state: State, attacker: Unit, target: Unit) -> tuple[Part, ...]:
    """C7-ABIL-7: advantage on melee ATK if another friendly unit is adjacent to the target."""
    return tuple(
        Part(ability.name, 0, 1, "C7-ABIL-7")
        for ability in state.block(attacker).abilities
        if isinstance(ability, sb.Pack) and has_company(state, attacker, target)
    )


def has_company(state: State, attacker: Unit, target: Unit) -> bool:
    """C7-ABIL-7: does another unit of the attacker's army stand next to the target?"""
    return any(
        friend.ref not in (attacker.ref, target.ref) and separation(state, friend, target) == 1
        for friend in state.on_field(attacker.seat)
    )


def doubled_kinds(state: State, attack: sb.Attack, target: Unit) -> tuple[str, ...]:
    """C7-DMG-3: the kinds in the attack's `x2 vs` that fit the target."""
    return tuple(kind for kind in attack.doubles if is_kind(state, target, kind))
