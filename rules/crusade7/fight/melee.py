"""Engaging, standing up, and reactions in the enemy's turn."""

from collections.abc import Iterator

from rules.crusade7.army.statblock import Attack, Reaction
from rules.crusade7.events import ConditionLost, Engaged, StoodUp, TacticSprung
from rules.crusade7.field import geometry
from rules.crusade7.field.geometry import ADJACENT, enemy_seat, gap_square, is_within, within
from rules.crusade7.fight import attacks
from rules.crusade7.harm.damage import resolve, spend_use
from rules.crusade7.harm.numbers import Blow
from rules.crusade7.naming import in_order, named
from rules.crusade7.orders import Engage, StandUp, place
from rules.crusade7.state import Battle, State, Unit, Waiting, unit_now
from rules.line.errors import Refusal
from rules.numbers.grid import DIRECTIONS, Cell, shift

# Engaging, a step into contact before the attack, and standing up instead of one (7.3).


def engage(battle: Battle, unit: Unit, order: Engage) -> None:
    """C7-MELEE-2, C7-MELEE-7: one step, before the attack, that ends next to an enemy.

    It is no move of the Move Phase, and enemy zones do not restrict it.
    """
    state = battle.state
    goal = named(state, unit.seat, order.to) if isinstance(order.to, str) else order.to
    check_may_engage(state, unit)
    to = cell_beside(state, unit, goal) if isinstance(goal, Unit) else goal
    check_on_board(state, unit, to)
    check_one_step(unit, to)
    check_free(state, unit, to)
    check_contact(state, unit, to)
    battle.emit(Engaged(unit.ref, to))


def check_may_engage(state: State, unit: Unit) -> None:
    """Check what does not depend on where the step goes."""
    attacks.check_class(state, unit)
    check_upright(unit)
    check_not_charged(state, unit)
    attacks.check_attack_left(state, unit, ("melee",))
    check_first_engaging(unit)


def check_upright(unit: Unit) -> None:
    """C7-COND-3: a prone unit does not engage."""
    if unit.has("prone"):
        raise Refusal("C7-COND-3", f"{unit.ref} is prone and cannot engage")


def check_not_charged(state: State, unit: Unit) -> None:
    """C7-MELEE-4: a unit that charged in this round cannot engage."""
    if attacks.has_charged(state, unit):
        raise Refusal("C7-MELEE-4", f"{unit.ref} charged in this round and cannot engage")


def check_first_engaging(unit: Unit) -> None:
    """C7-MELEE-6: a unit engages at most once per phase."""
    if "engage" in unit.spent:
        raise Refusal("C7-MELEE-6", f"{unit.ref} has engaged 1 time in this phase and may 1 time")


def cell_beside(state: State, unit: Unit, foe: Unit) -> Cell:
    """C7-MELEE-3: the free cell one step away that is adjacent to the unit named.

    A straight step comes before a diagonal one, then the lowest row, then the lowest column.
    Raises `Refusal` if there is none.
    """
    attacks.check_foe(unit, foe)
    for cell in steps_from(geometry.anchor_of(unit)):
        touches = geometry.separation_at(state, unit, cell, foe) == ADJACENT
        if touches and geometry.is_free(state, cell, geometry.size_of(state, unit), unit.ref):
            return cell
    gap = geometry.separation_at(state, unit, geometry.anchor_of(unit), foe)
    why = f"{foe.ref} is {gap} from {unit.ref}: no free cell adjacent to it is 1 step away"
    raise Refusal("C7-MELEE-3", why)


def steps_from(start: Cell) -> Iterator[Cell]:
    """C7-MELEE-3: the cells one step away, straight ones first, each from the lowest row."""
    straight = [step for step in DIRECTIONS.values() if 0 in step]
    diagonal = [step for step in DIRECTIONS.values() if 0 not in step]
    for step in (*sorted(straight), *sorted(diagonal)):
        yield shift(start, step)


def check_on_board(state: State, unit: Unit, to: Cell) -> None:
    """C7-MOVE-9: the whole footprint ends on the board."""
    if not geometry.on_board(to, geometry.size_of(state, unit)):
        raise Refusal("C7-MOVE-9", f"{unit.ref} cannot engage to {place(to)}: off the board")


def check_one_step(unit: Unit, to: Cell) -> None:
    """C7-MELEE-2: exactly one step, straight or diagonal."""
    start = geometry.anchor_of(unit)
    steps = max(abs(to[0] - start[0]), abs(to[1] - start[1]))
    if steps != 1:
        why = f"{unit.ref} engages by 1 step; {place(start)} to {place(to)} is {steps}"
        raise Refusal("C7-MELEE-2", why)


def check_free(state: State, unit: Unit, to: Cell) -> None:
    """C7-MOVE-10, C7-FLY-3: the cells are free of other units and not impassable."""
    what = geometry.obstacle(state, unit, to)
    if what:
        raise Refusal("C7-MOVE-10", f"{unit.ref} cannot engage to {place(to)}: {what} is there")


def check_contact(state: State, unit: Unit, to: Cell) -> None:
    """C7-MELEE-3: an enemy is adjacent after the step."""
    gaps = []
    for foe in geometry.enemies(state, unit):
        gaps.append(geometry.separation_at(state, unit, to, foe))
        if gaps[-1] == ADJACENT:
            return
    nearest = f"the nearest is {min(gaps)} away" if gaps else "there is none"
    why = f"{unit.ref} would have no enemy adjacent at {place(to)}; {nearest}"
    raise Refusal("C7-MELEE-3", why)


def stand_up(battle: Battle, unit: Unit, order: StandUp) -> None:
    """C7-COND-4: a prone unit stands up in place of its attack, in a phase in which it attacks."""
    attacks.check_class(battle.state, unit)
    check_prone(unit)
    attacks.check_attack_left(battle.state, unit, ("ranged", "melee"))
    battle.emit(StoodUp(unit.ref))
    battle.emit(ConditionLost(unit.ref, "prone", "stands up"))


def check_prone(unit: Unit) -> None:
    """C7-COND-4: only a prone unit can stand up."""
    if not unit.has("prone"):
        raise Refusal("C7-COND-4", f"{unit.ref} is not prone and cannot stand up")


# Reactions to movement: polearms, Opportunity Attack, Reflexive Fire (chapters 7.7 and 7.10).
#
# C7-REACT-4: an attack "could be made" if its uses, its range or reach, C7-RANGE-2 and C7-RANGE-7
# allow it; phase, turn, classification and attacks already made do not matter.
# C7-REACT-3: arrivals, disembarking, engaging and the GM's moves do not call these functions.


REACH = 2
"""C7-ATTR-3: no melee attack reaches farther."""

PossibleBlow = tuple[Unit, Attack]
"""A unit and an attack of it that could be made."""


def polearms(battle: Battle, mover: str) -> None:
    """C7-REACT-1, C7-ABIL-1: a unit that ends a leg where a reaction's attack could hit it is hit.

    A reaction uses up nothing and happens every time, in any army's turn.
    """
    target = unit_now(battle, mover)
    if target.on_field:
        for reactor in reactors(battle.state, target):
            for reaction in reactions_of(battle.state, reactor):
                _polearm(battle, reactor.ref, reaction, mover)


def reactors(state: State, mover: Unit) -> list[Unit]:
    """C7-REACT-2: the enemies with a reaction that are near enough, in order of reference."""
    kinds = {unit.kind: unit for unit in state.units.values() if unit.seat != mover.seat}
    reaches = {kind: longest(state, unit) for kind, unit in kinds.items()}
    farthest = max(reaches.values(), default=-1)
    if farthest < 0:
        return []
    near = within(state, mover, farthest, enemy_seat(mover))
    return in_order(
        one for one in near if is_within(gap_square(state, one, mover), reaches[one.kind])
    )


def longest(state: State, unit: Unit) -> int:
    """C7-REACT-1: how far away a unit of this type reacts; -1 if never.  C7-ATTR-3: 2 in melee."""
    reaches = [
        REACH if attack.range is None else attack.range
        for reaction in reactions_of(state, unit)
        for attack in attacks_called(state, unit, reaction.attack)
    ]
    return max(reaches, default=-1)


def reactions_of(state: State, unit: Unit) -> list[Reaction]:
    """C7-ABIL-1: the unit's abilities that are reactions."""
    return [one for one in state.block(unit).abilities if isinstance(one, Reaction)]


def _polearm(battle: Battle, ref: str, reaction: Reaction, mover: str) -> None:
    """C7-REACT-2: one reaction, unless an earlier one has killed the mover or the reactor."""
    reactor, target = unit_now(battle, ref), unit_now(battle, mover)
    if not (reactor.on_field and target.on_field):
        return
    blow = next(possible_blows(battle.state, reactor, target, reaction.attack), None)
    if blow is not None:
        resolve(battle, Blow(ref, blow[1], cause=reaction.name), mover)


def opportunity(battle: Battle, mover: str, manner: str) -> None:
    """C7-TAC-6: the next enemy that advances or falls back out of contact is struck first."""
    target = unit_now(battle, mover)
    waiting = waiting_tactic(battle.state, enemy_seat(target), "Opportunity Attack")
    if waiting is None or manner not in ("advance", "fall back"):
        return
    state = battle.state
    beside = within(state, target, ADJACENT, waiting.seat)
    blows = [
        blow
        for friend in in_order(beside)
        if not waiting.unit or friend.ref.upper() == waiting.unit.upper()
        for blow in possible_blows(state, friend, target, waiting.attack)
    ]
    _spring(battle, waiting, blows, target)


def reflexive_fire(battle: Battle, charger: str) -> None:
    """C7-TAC-8: the unit named shoots at the first charger it could shoot at, before it moves."""
    state, target = battle.state, unit_now(battle, charger)
    waiting = waiting_tactic(state, enemy_seat(target), "Reflexive Fire")
    shooter = state.find(waiting.unit) if waiting else None
    if waiting is None or shooter is None or not shooter.on_field:
        return
    blows = possible_blows(state, shooter, target, waiting.attack)
    shots = [(unit, attack) for unit, attack in blows if not attack.melee]
    _spring(battle, waiting, shots, target)


def waiting_tactic(state: State, seat: int, tactic: str) -> Waiting | None:
    """The waiting tactic of that name of an army, if any."""
    alike = (one for one in state.waiting if one.tactic.lower() == tactic.lower())
    return next((one for one in alike if one.seat == seat), None)


def attacks_called(state: State, unit: Unit, name: str) -> list[Attack]:
    """The unit's attacks of a name, or all of them if no name is given."""
    attacks = state.block(unit).attacks
    return [one for one in attacks if not name or one.name.lower() == name.lower()]


def possible_blows(state: State, unit: Unit, target: Unit, name: str) -> Iterator[PossibleBlow]:
    """C7-REACT-4: the unit's attacks (or the one named) that could be made on the target."""
    for attack in attacks_called(state, unit, name):
        if attacks.could_be_made(state, unit, attack, target) is None:
            yield unit, attack


def _spring(battle: Battle, waiting: Waiting, blows: list[PossibleBlow], target: Unit) -> None:
    """C7-TAC-6, C7-TAC-8: use the waiting tactic with its most damaging blow (of equal ones
    the first); without one it waits on.

    It does not use up the unit's attack of the phase; a limited attack loses a use (C7-ATK-10).
    """
    if not blows:
        return
    unit, attack = max(
        blows, key=lambda blow: attacks.expected_damage(battle.state, blow[0], blow[1], target)
    )
    battle.emit(TacticSprung(waiting.seat, waiting.tactic, unit.ref, target.ref))
    spend_use(battle, unit.ref, attack)
    resolve(battle, Blow(unit.ref, attack, cause=waiting.tactic), target.ref)
