"""An attack: whether it may be made, and what it does."""

from collections import Counter
from typing import Literal

from rules.crusade7 import tactics
from rules.crusade7.army.statblock import Attack
from rules.crusade7.events import AttackMade, StrikeLost
from rules.crusade7.field.geometry import line_gaps, separation
from rules.crusade7.harm.damage import resolve, spend_use, uses_left, work_out
from rules.crusade7.harm.numbers import Blow, is_hasty
from rules.crusade7.naming import named, same_name
from rules.crusade7.orders import Multiattack, Strike
from rules.crusade7.state import PHASE_NAMES, Battle, State, Unit, unit_now
from rules.display.words import listed
from rules.line.errors import Refusal, required

# The checks that an order to attack has to pass, one function per rule.


FIGHTERS = {
    "heavy": ("Heavy Support", "Very Heavy Support", "Transport"),
    "fight": ("Warlord", "Troops", "Elites", "Cavalry"),
}
"""C7-TURN-11: which classifications attack in which phase."""

TOO_NEAR = 2
"""C7-RANGE-2: at this distance or less only light weapons shoot."""


Kind = Literal["ranged", "melee"]
"""The two kinds of attack of C7-ATK-6."""

KINDS: tuple[Kind, ...] = ("ranged", "melee")


def kind_of(attack: Attack) -> Kind:
    """C7-ATK-6: which of its two attacks a unit spends with it."""
    return "melee" if attack.melee else "ranged"


def check_class(state: State, unit: Unit, attack: Attack | None = None) -> None:
    """C7-ATK-7: the unit's classification acts in this phase; C7-RANGE-6: a grenade needs no check.

    Without an attack, the check is for engaging or standing up.
    """
    phase, classification = state.flow.phase, state.block(unit).classification
    grenade = attack is not None and "grenade" in attack.attributes
    if classification not in FIGHTERS.get(phase, ()) and not grenade:
        acts = ", ".join(FIGHTERS.get(phase, ()))
        why = f"{unit.ref} is {classification}; in the {PHASE_NAMES[phase]} Phase act {acts}"
        raise Refusal("C7-ATK-7", why)


def check_attack_left(state: State, unit: Unit, kinds: tuple[Kind, ...]) -> None:
    """C7-ATK-6: one attack in a phase; with `attacks=both` one ranged and one melee attack."""
    both = state.options.get("attacks", "one") == "both"
    blocking = kinds if both else KINDS
    used = [kind for kind in blocking if kind in unit.spent]
    if used:
        spent = "its attack by standing up" if "stand" in unit.spent else f"a {used[0]} attack"
        allowed = "1 ranged and 1 melee attack" if both else "1 attack"
        why = f"{unit.ref} has used {spent} in this phase; it may make {allowed}"
        raise Refusal("C7-ATK-6", why)


def check_engaging(unit: Unit, attack: Attack) -> None:
    """C7-MELEE-5: after engaging, the attack in that phase is a melee attack."""
    if unit.engaging and not attack.melee:
        why = f"{unit.ref} engaged in this phase; {attack.name} is a ranged attack"
        raise Refusal("C7-MELEE-5", why)


def check_uses(unit: Unit, attack: Attack, needed: int = 1) -> None:
    """C7-ATK-10, C7-ATTR-5: a limited attack has at least as many uses left as are needed."""
    left = uses_left(unit, attack)
    if left is not None and left < needed:
        uses = f"{left} of {attack.uses} uses of {attack.name} left"
        why = f"{unit.ref} has {uses}; this takes {needed}"
        raise Refusal("C7-ATK-10", why)


def check_number(unit: Unit, strikes: int, targets: int) -> None:
    """C7-ATK-12: no more targets than strikes."""
    if targets > strikes:
        plural = "" if strikes == 1 else "s"
        why = f"{unit.ref} makes {strikes} strike{plural}; {targets} targets are named"
        raise Refusal("C7-ATK-12", why)


def check_foe(unit: Unit, target: Unit) -> None:
    """C7-ATK-11: the target is an enemy unit on the field."""
    if target.seat == unit.seat:
        raise Refusal("C7-ATK-11", f"{unit.ref} cannot attack {target.ref}: it is no enemy")
    if not target.on_field:
        raise Refusal("C7-ATK-11", f"{unit.ref} cannot attack {target.ref}: it is not on the field")


def check_gap(state: State, unit: Unit, attack: Attack, target: Unit) -> None:
    """Section 6.2: melee by reach or distance; ranged by charge, Advance, nearness and range.

    C7-RANGE-9: an attack may have any of magic, assault, heavy, grenade and light; each is checked
    where its own rule applies, and magic is never checked.
    """
    if not attack.melee:
        check_not_charged(state, unit, attack)
        check_not_advanced(state, unit, attack)
    check_distance(state, unit, attack, target)


def check_distance(state: State, unit: Unit, attack: Attack, target: Unit) -> None:
    """C7-MELEE-1, C7-ATTR-3, C7-RANGE-1, C7-RANGE-2: the target is where the attack strikes."""
    if attack.melee:
        check_melee(state, unit, attack, target)
    else:
        check_not_too_near(state, unit, attack, target)
        check_range(state, unit, attack, target)


def check_melee(state: State, unit: Unit, attack: Attack, target: Unit) -> None:
    """C7-MELEE-1, C7-ATTR-3: a melee attack reaches to 1; with reach to exactly 2, and straight.

    Straight means a row gap or a column gap of 0; `reach=ring` asks for the distance only.
    """
    gap = separation(state, unit, target)
    if not attack.reach:
        if gap > 1:
            why = f"{target.ref} is {gap} from {unit.ref}; {attack.name} reaches 1"
            raise Refusal("C7-MELEE-1", why)
        return
    ring = state.options.get("reach", "straight") == "ring"
    if gap != 2:
        why = f"{target.ref} is {gap} from {unit.ref}; {attack.name} strikes at exactly 2"
        raise Refusal("C7-ATTR-3", why)
    rows, columns = line_gaps(state, unit, target)
    if rows and columns and not ring:
        why = (
            f"{target.ref} is {rows} down and {columns} across from {unit.ref}; "
            f"{attack.name} strikes at 2 in a straight line"
        )
        raise Refusal("C7-ATTR-3", why)


def has_charged(state: State, unit: Unit) -> bool:
    """C7-CHARGE-8: has the unit charged in this round?

    Before the Charge Phase its mark is still that of the last round.
    """
    return unit.charged and state.flow.phase in ("charge", "fight", "morale")


def check_not_charged(state: State, unit: Unit, attack: Attack) -> None:
    """C7-RANGE-8: a unit that charged makes no ranged attacks in the Fight Phase of that round."""
    if state.flow.phase == "fight" and unit.charged:
        why = f"{unit.ref} charged in this round and cannot use {attack.name}"
        raise Refusal("C7-RANGE-8", why)


def check_not_advanced(state: State, unit: Unit, attack: Attack) -> None:
    """C7-RANGE-7: a unit that advanced makes no ranged attacks, except Cavalry and with assault
    weapons (C7-RANGE-4)."""
    if is_hasty(state, unit) and "assault" not in attack.attributes:
        why = f"{unit.ref} advanced in this round and cannot use {attack.name}"
        raise Refusal("C7-RANGE-7", why)


def check_not_too_near(state: State, unit: Unit, attack: Attack, target: Unit) -> None:
    """C7-RANGE-2: no ranged attack at a distance of 2 or less, unless it is light (C7-RANGE-3)."""
    gap = separation(state, unit, target)
    if gap <= TOO_NEAR and "light" not in attack.attributes:
        why = f"{target.ref} is {gap} from {unit.ref}; {attack.name} needs a distance of 3 or more"
        raise Refusal("C7-RANGE-2", why)


def check_range(state: State, unit: Unit, attack: Attack, target: Unit) -> None:
    """C7-RANGE-1: a ranged attack reaches as far as its range."""
    gap = separation(state, unit, target)
    if attack.range is not None and gap > attack.range:
        why = f"{target.ref} is {gap} from {unit.ref}; {attack.name} reaches {attack.range}"
        raise Refusal("C7-RANGE-1", why)


# Orders to attack: who may, with what, on whom - and the strikes, one after the other.
#
# C7-FIGHT-1: the Heavy Support Fight Phase and the Fight Phase follow the same rules of attack;
# they differ in which units act (C7-ATK-7) and in what a charge does (C7-RANGE-8).  C7-ATK-13: an
# army makes its ranged and melee attacks in any order, so nothing here depends on earlier attacks
# of other units.


def strike(battle: Battle, unit: Unit, order: Strike) -> None:
    """C7-ATK-8: `L1 attacks P1 with Gladius`; C7-ATK-9: if none is named, with the only possible
    one."""
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
            resolve(battle, Blow(unit.ref, attack, edges), target.ref)
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
    """C7-ATK-12: the target of each strike, in order; if too few, the last one takes the rest."""
    return (*targets, *targets[-1:] * (strikes - len(targets)))


def attack_named(state: State, unit: Unit, name: str) -> Attack:
    """C7-ATK-8: the unit's attack of that name, compared without case.  Raises `Refusal` if it has
    none."""
    attacks = state.block(unit).attacks
    meant = (attack for attack in attacks if same_name(attack.name, name))
    has = listed(tuple(one.name for one in attacks)) if attacks else "no attacks"
    return required(next(meant, None), "C7-ATK-8", f"{unit.ref} has no attack {name}; it has {has}")


def multiattack_of(state: State, unit: Unit) -> tuple[Attack, ...]:
    """C7-ATK-12: the strikes of the unit's Multiattack, in the order of its statblock."""
    entry = required(state.block(unit).multiattack, "C7-ATK-8", f"{unit.ref} has no Multiattack")
    return tuple(attack_named(state, unit, name) for count, name in entry for _ in range(count))


def only_attack(state: State, unit: Unit, targets: tuple[Unit, ...]) -> Attack:
    """C7-ATK-9: the one attack that the unit could make on the targets, Multiattack left out.

    Raises `Refusal` if there is none or more than one.
    """
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
    """C7-REACT-4: the refusal of an attack as a reaction, or None if it could be made.

    Its uses, its reach or range, C7-RANGE-2 and C7-RANGE-7 count; phase, turn, classification,
    charges and attacks already made do not.
    """
    try:
        check_uses(attacker, attack)
        if not attack.melee:
            check_not_advanced(state, attacker, attack)
        check_distance(state, attacker, attack, target)
    except Refusal as refusal:
        return refusal
    return None


def expected_damage(state: State, attacker: Unit, attack: Attack, target: Unit) -> int:
    """C7-TAC-6: the damage that an attack would do to its target now."""
    return work_out(state, Blow(attacker.ref, attack), target).damage
