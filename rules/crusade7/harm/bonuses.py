"""The ATK of an attack against armour, or its DC, with everything that changes it."""

from rules.crusade7.army.statblock import Attack, Formula, Pack
from rules.crusade7.events import Part
from rules.crusade7.field.geometry import separation
from rules.crusade7.harm.numbers import Tally, add_up, formula, is_kind, tally
from rules.crusade7.state import State, Unit, Until
from rules.line.frozen import Frozen

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
"""Conditions of the target that do so for ATK attacks against it."""

HAS_MOVED = ("normal", "advance", "fall back", "disembark", "arrive")
"""C7-RANGE-5: what counts as having moved for a heavy weapon."""

NOTHING = Formula(())
"""The bonus of an attack that lists none."""


class Blow(Frozen):
    """One attack as it is made.

    `edges` are extra parts such as Support; `magic` marks a spell; `cause` names a reaction;
    `until` and `caster` belong to the conditions of a spell.
    """

    attacker: str
    attack: Attack
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

    All that favours or hinders it, on whichever side it arises, is advantage or disadvantage on
    this one number, so that C7-STAT-4 is applied once.
    """
    return add_up(
        (
            *own_parts(state, blow, attacker),
            *_against(target),
            *(_pack(state, attacker, target) if blow.melee else ()),
            *blow.edges,
        )
    )


def own_parts(state: State, blow: Blow, attacker: Unit) -> tuple[Part, ...]:
    """C7-ATK-1: what the ATK bonus is made of, whomever it is aimed at."""
    sum_of = blow.attack.bonus or NOTHING
    targets = ("ATK", "melee ATK") if blow.melee else ("ATK",)
    return (
        *formula(state, attacker, sum_of)[1],
        *tally(state, attacker, *targets).parts,
        *_stat_edges(state, attacker, sum_of),
        *_movement(state, attacker, blow.attack),
        *_conditions(attacker),
    )


def difficulty(state: State, blow: Blow, attacker: Unit) -> Tally:
    """C7-SAVE-6, C7-SAVE-7: the DC with every modifier; conditions do not touch it."""
    return add_up(
        (
            *formula(state, attacker, blow.attack.bonus or NOTHING)[1],
            *tally(state, attacker, "DC").parts,
            *_movement(state, attacker, blow.attack),
            *blow.edges,
        )
    )


def _stat_edges(state: State, attacker: Unit, sum_of: Formula) -> tuple[Part, ...]:
    """C7-STAT-5: advantage on a stat is advantage on ATK bonuses whose formula contains it."""
    return tuple(part for part in tally(state, attacker, *sum_of.stats).parts if part.edge)


def _movement(state: State, attacker: Unit, attack: Attack) -> tuple[Part, ...]:
    """C7-RANGE-4, C7-RANGE-5: what moving costs assault and heavy weapons."""
    parts = []
    if is_hasty(state, attacker) and "assault" in attack.attributes:
        parts.append(Part("assault after an Advance", -2, rule="C7-RANGE-4"))
    if attacker.moved in HAS_MOVED and "heavy" in attack.attributes:
        parts.append(Part("heavy after moving", 0, -1, "C7-RANGE-5"))
    return tuple(parts)


def is_hasty(state: State, unit: Unit) -> bool:
    """C7-RANGE-7: it advanced and, not being Cavalry, pays for that when it shoots."""
    return unit.moved == "advance" and state.block(unit).classification != "Cavalry"


def _conditions(attacker: Unit) -> tuple[Part, ...]:
    """C7-COND-2 to C7-COND-11: what conditions of the attacker do to its ATK bonus."""
    return tuple(
        Part(f"{attacker.ref} {condition}", 0, edge, rule)
        for condition, (edge, rule) in OWN_EDGES.items()
        if attacker.has(condition)
    )


def _against(target: Unit) -> tuple[Part, ...]:
    """C7-COND-2 to C7-COND-11: what conditions of the target do to an ATK bonus against it."""
    return tuple(
        Part(f"{target.ref} {condition}", 0, edge, rule)
        for condition, (edge, rule) in TARGET_EDGES.items()
        if target.has(condition)
    )


def _pack(state: State, attacker: Unit, target: Unit) -> tuple[Part, ...]:
    """C7-ABIL-7: advantage on melee ATK if another friendly unit is adjacent to the target."""
    return tuple(
        Part(ability.name, 0, 1, "C7-ABIL-7")
        for ability in state.block(attacker).abilities
        if isinstance(ability, Pack) and has_company(state, attacker, target)
    )


def has_company(state: State, attacker: Unit, target: Unit) -> bool:
    """C7-ABIL-7: does another unit of the attacker's army stand next to the target?"""
    return any(
        friend.ref not in (attacker.ref, target.ref) and separation(state, friend, target) == 1
        for friend in state.on_field(attacker.seat)
    )


def doubled_kinds(state: State, attack: Attack, target: Unit) -> tuple[str, ...]:
    """C7-DMG-3: those of the attack's `x2 vs` that fit the target."""
    return tuple(kind for kind in attack.doubles if is_kind(state, target, kind))
