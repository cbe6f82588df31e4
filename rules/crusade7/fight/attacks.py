"""Orders to attack: who may, with what, on whom - and the strikes, one after the other.

C7-FIGHT-1: the Heavy Support Fight Phase and the Fight Phase follow the same rules of attack; they
differ in who acts (C7-ATK-7) and in what a charge does (C7-RANGE-8).  C7-ATK-13: an army makes its
ranged and melee attacks in any order, so nothing here asks what others have done.
"""

from collections import Counter

from rules.crusade7 import tactics
from rules.crusade7.army.statblock import Attack
from rules.crusade7.battle import Battle, unit_now
from rules.crusade7.events import AttackMade, StrikeLost
from rules.crusade7.fight.attack_checks import (
    KINDS,
    Kind,
    check_attack_left,
    check_class,
    check_engaging,
    check_foe,
    check_gap,
    check_melee,
    check_not_advanced,
    check_not_too_near,
    check_number,
    check_range,
    check_uses,
    kind_of,
)
from rules.crusade7.harm.bonuses import Blow
from rules.crusade7.harm.resolve import resolve, spend_use, work_out
from rules.crusade7.naming import named, same_name
from rules.crusade7.orders import Multiattack, Strike
from rules.crusade7.state import State, Unit
from rules.display.words import listed
from rules.line.errors import Refusal


def strike(battle: Battle, unit: Unit, order: Strike) -> None:
    """C7-ATK-8: `L1 attacks P1 with Gladius`; C7-ATK-9: or with the only one that is possible."""
    targets = _targets(battle, unit, order.targets)
    if same_name(order.attack, "Multiattack"):
        attacks = multiattack_of(battle.state, unit)
    elif order.attack:
        attacks = (attack_named(battle.state, unit, order.attack),)
    else:
        attacks = (only_attack(battle.state, unit, targets),)
    _attack(battle, unit, attacks, targets)


def multiattack(battle: Battle, unit: Unit, order: Multiattack) -> None:
    """C7-ATK-12: `C1 multiattacks P1, P2`."""
    targets = _targets(battle, unit, order.targets)
    _attack(battle, unit, multiattack_of(battle.state, unit), targets)


def _targets(battle: Battle, unit: Unit, names: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple(named(battle.state, unit.seat, name) for name in names)


def _attack(
    battle: Battle, unit: Unit, attacks: tuple[Attack, ...], targets: tuple[Unit, ...]
) -> None:
    """Section 6.2: all checks, for every strike; then C7-TAC-7, the uses, and the strikes."""
    check_attacks(battle.state, unit, attacks, targets)
    edges = tactics.take_support(battle, unit.seat)
    kinds = kinds_of(attacks)
    battle.emit(AttackMade(unit.ref, kinds[0] if len(kinds) == 1 else "multi"))
    for attack in attacks:
        spend_use(battle, unit.ref, attack)
    for attack, target in zip(attacks, aims(len(attacks), targets), strict=True):
        if unit_now(battle, unit.ref).on_field and unit_now(battle, target.ref).on_field:
            resolve(battle, unit.ref, attack, target.ref, edges=edges)
        else:
            battle.emit(StrikeLost(unit.ref, attack.name, target.ref))


def check_attacks(
    state: State, unit: Unit, attacks: tuple[Attack, ...], targets: tuple[Unit, ...]
) -> None:
    """Section 6.2, C7-ATK-12: each check for every strike before the next check begins."""
    check_means(state, unit, attacks)
    check_number(unit, len(attacks), len(targets))
    for target in targets:
        check_foe(unit, target)
    for attack, target in zip(attacks, aims(len(attacks), targets), strict=True):
        check_gap(state, unit, attack, target)


def check_means(state: State, unit: Unit, attacks: tuple[Attack, ...]) -> None:
    """The checks of section 6.2 that hold for the attacks whatever their targets are."""
    needed = Counter(attacks)
    for attack in needed:
        check_class(state, unit, attack)
    check_attack_left(state, unit, kinds_of(attacks))
    for attack in needed:
        check_engaging(unit, attack)
    for attack, times in needed.items():
        check_uses(unit, attack, times)


def kinds_of(attacks: tuple[Attack, ...]) -> tuple[Kind, ...]:
    """C7-ATK-6: what a set of strikes uses up: the ranged attack, the melee attack, or both."""
    return tuple(kind for kind in KINDS if kind in map(kind_of, attacks))


def aims(strikes: int, targets: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """C7-ATK-12: targets go to the strikes in order; if they are fewer, the last takes the rest."""
    return (*targets, *targets[-1:] * (strikes - len(targets)))


def attack_named(state: State, unit: Unit, name: str) -> Attack:
    """C7-ATK-8: an attack must be one that the unit has; names are compared without case."""
    attacks = state.block(unit).attacks
    for attack in attacks:
        if same_name(attack.name, name):
            return attack
    has = listed(tuple(one.name for one in attacks)) if attacks else "no attacks"
    raise Refusal("C7-ATK-8", f"{unit.ref} has no attack {name}; it has {has}")


def multiattack_of(state: State, unit: Unit) -> tuple[Attack, ...]:
    """C7-ATK-12: the strikes of the unit's Multiattack, in the order of its statblock."""
    entry = state.block(unit).multiattack
    if not entry:
        raise Refusal("C7-ATK-8", f"{unit.ref} has no Multiattack")
    return tuple(attack_named(state, unit, name) for count, name in entry for _ in range(count))


def only_attack(state: State, unit: Unit, targets: tuple[Unit, ...]) -> Attack:
    """C7-ATK-9: the one attack, Multiattack left out, that the unit could make on the target."""
    refusals = []
    possible = []
    for attack in state.block(unit).attacks:
        try:
            check_attacks(state, unit, (attack,), targets)
        except Refusal as refusal:
            refusals.append(f"{attack.name} ({refusal})")
        else:
            possible.append(attack)
    if len(possible) == 1:
        return possible[0]
    whom = listed(tuple(target.ref for target in targets))
    if possible:
        names = listed(tuple(attack.name for attack in possible))
        raise Refusal("C7-ATK-9", f"{unit.ref} could attack {whom} with {names}; name one")
    why = f": {'; '.join(refusals)}" if refusals else ", it has none"
    raise Refusal("C7-ATK-9", f"{unit.ref} has 0 attacks possible on {whom}{why}")


def could_be_made(state: State, attacker: Unit, attack: Attack, target: Unit) -> Refusal | None:
    """C7-REACT-4: what forbids an attack as a reaction, or None.

    Its uses, its reach or range, C7-RANGE-2 and C7-RANGE-7 count; phase, turn, classification,
    charges and attacks already made do not.
    """
    try:
        check_uses(attacker, attack)
        if attack.melee:
            check_melee(state, attacker, attack, target)
        else:
            check_not_advanced(state, attacker, attack)
            check_not_too_near(state, attacker, attack, target)
            check_range(state, attacker, attack, target)
    except Refusal as refusal:
        return refusal
    return None


def expected_damage(state: State, attacker: Unit, attack: Attack, target: Unit) -> int:
    """C7-TAC-6: the damage that an attack would do to its target now."""
    return work_out(state, Blow(attacker.ref, attack), target).damage
