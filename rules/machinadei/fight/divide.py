"""MD-DIV: a unit in contact with several enemies divides its melee attacks."""

from collections.abc import Sequence

from rules.line.errors import Refusal
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei.battle import Battle
from rules.machinadei.events import Division
from rules.machinadei.field.table import touching
from rules.machinadei.fight.hits import melee_attacks
from rules.machinadei.naming import named
from rules.machinadei.state import State, Unit


def allocate(battle: Battle, unit: Unit, order: od.Allocate) -> None:
    """MD-DIV-1 to MD-DIV-3: for the Melee phase; a new allocation replaces the old one."""
    state = battle.state
    shares = named_shares(state, order)
    check_several(state, unit)
    check_in_contact(state, unit, shares)
    attacks = melee_attacks(state, unit)
    check_sum(unit, shares, attacks)
    battle.emit(ev.AttacksDivided(unit.ref, shares, attacks))


def named_shares(state: State, order: od.Allocate) -> Division:
    """MD-ORD-3, MD-AREA-7: the units named; a unit named twice gets the sum."""
    sums: dict[str, int] = {}
    for share in order.shares:
        ref = named(state, share.target).ref
        sums[ref] = sums.get(ref, 0) + share.amount
    return tuple(sums.items())


def check_several(state: State, unit: Unit) -> None:
    """MD-DIV-2: only a unit in contact with two or more enemy units divides."""
    count = len(touching(state, unit))
    if count < 2:
        units = "unit" if count == 1 else "units"
        raise Refusal("MD-DIV-2", f"{unit.ref} is in contact with {count} enemy {units}.")


def check_in_contact(state: State, unit: Unit, shares: Division) -> None:
    """MD-DIV-3: only enemies in contact can be allocated attacks."""
    near = [enemy.ref for enemy in touching(state, unit)]
    for ref, _ in shares:
        if ref not in near:
            raise Refusal("MD-DIV-3", f"{ref} is not in contact with {unit.ref}.")


def check_sum(unit: Unit, shares: Division, attacks: int) -> None:
    """MD-DIV-1: the numbers allocated may not exceed the attacks at the time of the order."""
    given = sum(amount for _, amount in shares)
    if given > attacks:
        raise Refusal("MD-DIV-1", f"{unit.ref} has {attacks} attacks, {given} allocated.")


def evenly(attacks: int, refs: Sequence[str]) -> Division:
    """MD-DIV-5: split evenly in placement order, the remainder one each to the first ones."""
    each, more = divmod(attacks, len(refs)) if refs else (0, 0)
    return tuple((ref, each + (place < more)) for place, ref in enumerate(refs))


def limited(shares: Division, attacks: int) -> Division:
    """MD-DIV-4: with fewer attacks by now the first-named get theirs in full first."""
    found = []
    for ref, amount in shares:
        given = min(amount, attacks)
        attacks -= given
        found.append((ref, given))
    return tuple(found)
