"""What might be ordered now: the candidates of each kind of order, with each single target.

Orders to units are listed by unit, orders of an army by seat.  The table of orders says which
candidates have still to be tried.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rules.crusade7 import magic, tactics
from rules.crusade7 import orders as od
from rules.crusade7.army.options import DETACHMENTS, Detachment
from rules.crusade7.army.statblock import CLASSES, Attack, Statblock, Tactic
from rules.crusade7.field import geometry
from rules.crusade7.fight.attacks import check_class, check_gap, check_means, multiattack_of
from rules.crusade7.harm.damage import RINGS, surroundings
from rules.crusade7.harm.effects import check_not_advanced
from rules.crusade7.march import movement as charging
from rules.crusade7.march.movement import CHARGE_RANGE, check_may_move, check_part, destinations
from rules.crusade7.march.transport import check_halted
from rules.crusade7.naming import in_order, same_name
from rules.crusade7.state import PHASES, ROWS, State, Unit
from rules.line.errors import allows
from rules.line.orders import Order
from rules.line.work import spend
from rules.numbers.grid import STEPS, rectangle, shift

Orders = Iterator[Order]
OfUnit = Callable[[State, Unit], Orders]


CHECKED = 5
"""Steps of work charged for one check."""


def passes(check: Callable[..., Any], *given: Any) -> bool:
    """Does a check of the rules pass without a refusal?"""
    spend(CHECKED)
    return allows(check, *given)


def alone(unit: Unit) -> od.Who:
    """An order to this unit and no other."""
    return od.Who((unit.ref,))


# --- orders to a unit ---------------------------------------------------------------------------


def deployments(state: State, unit: Unit) -> Orders:
    """C7-SETUP-4, C7-SETUP-5: every cell of the army's zone that has room for the unit."""
    if state.flow.phase != "setup" or unit.reserve or unit.inside or state.armies[unit.seat].ready:
        return
    taken, (rows, wide), columns = (
        geometry.occupied(state, unit.ref),
        geometry.size_of(state, unit),
        geometry.zone(unit.seat),
    )
    for column in range(columns[0], columns[-1] - wide + 2):
        for row in range(1, ROWS - rows + 2):
            cells = list(rectangle((row, column), (rows, wide)))
            closed = (one in taken or state.terrain.get(one) == "impassable" for one in cells)
            if not any(closed):
                yield od.Deploy(alone(unit), (row, column))


def moves(manner: str, order: type[od.MoveOrder]) -> OfUnit:
    """C7-MOVE-1: every cell in reach, in this manner."""

    def in_reach(state: State, unit: Unit) -> Orders:
        if unit.on_field and passes(check_may_move, state, unit, manner):
            who = alone(unit)
            yield from (order(who, cell) for cell in destinations(state, unit, manner))

    return in_reach


def arrivals(state: State, unit: Unit) -> Iterator[od.Arrive]:
    """C7-RES-2: every cell of the army's edge."""
    if unit.reserve:
        column = geometry.edge_column(unit.seat)
        column -= geometry.size_of(state, unit)[1] - 1 if unit.seat == 2 else 0
        who = alone(unit)
        yield from (od.Arrive(who, (row, column)) for row in range(1, ROWS + 1))


def stays(state: State, unit: Unit) -> Orders:
    """C7-MOVE-1: standing still."""
    if unit.on_field and not unit.inside:
        yield od.Stay(alone(unit))


def boardings(state: State, unit: Unit) -> Orders:
    """C7-TRANS-3: every own transport."""
    if unit.on_field and not unit.inside:
        for other in in_order(state.on_field(unit.seat)):
            if state.block(other).classification == "Transport":
                yield od.Embark(alone(unit), other.ref)


def landings(state: State, unit: Unit) -> Iterator[od.Disembark]:
    """C7-TRANS-8: the cells at 1 or 2 from the transport, if it has not moved."""
    transport = state.find(unit.inside)
    if transport is None or transport.at is None or not passes(check_part, unit):
        return
    if passes(check_halted, unit, transport):
        size = geometry.size_of(state, transport)
        for ring in RINGS:
            for cell in surroundings(transport.at, size, geometry.size_of(state, unit), ring):
                if min(cell) > 0:
                    yield od.Disembark(alone(unit), cell)


def castings(state: State, unit: Unit) -> Orders:
    """C7-SPELL-8, C7-SPELL-9: every spell there is a slot for, on every unit in its range."""
    casting, who = state.block(unit).casting, alone(unit)
    if casting is None or not unit.on_field or not passes(magic.check_has_not_cast, unit):
        return
    for _, name in casting.spells if passes(check_not_advanced, state, unit) else ():
        level, spell = magic.find_spell(state, unit, name)
        if passes(magic.find_slot, unit, name, level, None):
            yield od.Cast(who, name)
            for target in near(state, unit, magic.spell_range(spell)):
                yield od.Cast(who, name, (target.ref,))


def attempts(state: State, unit: Unit) -> Orders:
    """C7-PSI-12, C7-PSI-14: every power that may still be tried, on every unit in its range."""
    block, who = state.block(unit), alone(unit)
    if not (block.psionic and unit.on_field and passes(magic.check_attempts_left, state, unit)):
        return
    for name in dict.fromkeys((*block.powers, magic.SMITE.name)):
        if passes(magic.find_power, state, unit, name):
            power = magic.find_power(state, unit, name)
            yield od.Manifest(who, name)
            for target in near(state, unit, magic.power_range(power)):
                yield od.Manifest(who, name, (target.ref,))


def near(state: State, unit: Unit, reach: int) -> list[Unit]:
    """The units on the field at that distance or less, itself included."""
    spend(CHECKED * len(state.units))
    return in_order(
        one for one in state.on_field() if geometry.separation(state, unit, one) <= reach
    )


def strikes(state: State, unit: Unit) -> Orders:
    """C7-ATK-8: every attack on every enemy it reaches."""
    if not unit.on_field:
        return
    able = [one for one in state.block(unit).attacks if passes(check_means, state, unit, (one,))]
    who, foes = alone(unit), with_gaps(state, unit) if able else []
    for attack in able:
        for foe in within_arm(attack, foes):
            if passes(check_gap, state, unit, attack, foe):
                yield od.Strike(who, (foe.ref,), attack.name)


def with_gaps(state: State, unit: Unit) -> list[tuple[Unit, int]]:
    """The enemies, each with how far away it is."""
    foes = in_order(geometry.enemies(state, unit))
    spend(CHECKED * len(foes))
    return [(one, geometry.separation(state, unit, one)) for one in foes]


def within_arm(attack: Attack, foes: list[tuple[Unit, int]]) -> list[Unit]:
    """C7-MELEE-1, C7-RANGE-1: the enemies that are no farther away than an attack reaches."""
    farthest = (2 if attack.reach else 1) if attack.range is None else attack.range
    return [one for one, gap in foes if gap <= farthest]


def volleys(state: State, unit: Unit) -> Orders:
    """C7-ATK-12: the Multiattack on every enemy that all its attacks reach."""
    if not unit.on_field or not state.block(unit).multiattack:
        return
    several = multiattack_of(state, unit)
    if several and passes(check_means, state, unit, several):
        kinds, foes = tuple(dict.fromkeys(several)), with_gaps(state, unit)
        for foe in within_arm(kinds[0], foes):
            if all(passes(check_gap, state, unit, attack, foe) for attack in kinds):
                yield od.Multiattack(alone(unit), (foe.ref,))


def can_fight(state: State, unit: Unit) -> bool:
    """C7-ATK-6: is the unit on the field, in the phase in which its class attacks?"""
    return unit.on_field and unit.at is not None and passes(check_class, state, unit)


def engagements(state: State, unit: Unit) -> Orders:
    """C7-MELEE-2: towards each enemy within 3, and to each surrounding cell next to one."""
    if unit.at is None or not can_fight(state, unit):
        return
    who = alone(unit)
    beside = [one for one, gap in with_gaps(state, unit) if gap <= 3]
    yield from (od.Engage(who, one.ref) for one in beside)
    for cell in (shift(unit.at, step) for step in STEPS):
        touches = any(
            geometry.separation_at(state, unit, cell, one) == geometry.ADJACENT for one in beside
        )
        if touches and min(cell) > 0:
            yield od.Engage(who, cell)


def rises(state: State, unit: Unit) -> Orders:
    """C7-COND-4: standing up."""
    if can_fight(state, unit):
        yield od.StandUp(alone(unit))


CHARGED, LOOKED_AT = 1_000, 100
"""Steps of work charged for finding where a unit's charges could end, and for finding which of
these cells are nearer to one enemy."""


def charges(state: State, unit: Unit) -> Orders:
    """C7-CHARGE-4, C7-CHARGE-5: every enemy within 6, and every cell nearer to it."""
    if not unit.on_field or not passes(charging.check_may_charge, state, unit):
        return
    who, near = alone(unit), [one for one, gap in with_gaps(state, unit) if gap <= CHARGE_RANGE]
    if near:
        spend(CHARGED)
        ends = charging.ends(state, unit)
        for enemy in near:
            spend(LOOKED_AT)
            places = charging.places(state, unit, enemy, ends)
            yield from (od.Charge(who, enemy.ref) for _ in places[:1])
            yield from (od.Charge(who, enemy.ref, cell) for cell, _ in places)


def denials(state: State, unit: Unit) -> Orders:
    """C7-PSI-9: every psionic enemy."""
    if unit.on_field and state.block(unit).psionic:
        psionic = (one for one in geometry.enemies(state, unit) if state.block(one).psionic)
        yield from (od.Deny(alone(unit), one.ref) for one in in_order(psionic))


def relaxings(state: State, unit: Unit) -> Orders:
    """C7-CONC-4: to stop concentrating, if the unit does."""
    if unit.concentration is not None:
        yield od.StopConcentrating(alone(unit))


# --- orders of an army --------------------------------------------------------------------------


def skips(state: State, seat: int) -> Orders:
    """C7-TURN-8: skipping to each phase."""
    yield from (od.SkipTo(phase) for phase in PHASES)


def choices(state: State, seat: int) -> Orders:
    """C7-SETUP-1: every faction, alone and with each subfaction."""
    for faction in state.library.factions:
        yield od.ChooseFaction(faction.name)
        for subfaction in faction.subfactions:
            yield od.ChooseFaction(faction.name, subfaction)


def own_blocks(state: State, seat: int) -> list[Statblock]:
    """C7-SETUP-3: the unit types of the faction that the army has chosen."""
    faction = state.armies[seat].faction
    return [one for one in state.library.blocks if same_name(one.faction, faction)]


def detachments(state: State, seat: int) -> Orders:
    """C7-DET-2: each detachment in its smallest composition."""
    own = own_blocks(state, seat)
    for detachment in DETACHMENTS:
        for levies in compositions(detachment, own):
            yield od.TakeDetachment(detachment.name, levies)


def reserves(state: State, seat: int) -> Orders:
    """C7-GOLD-2: one unit of each type."""
    for block in own_blocks(state, seat):
        yield od.TakeReserves((od.Levy(1, block.name),))


def compositions(detachment: Detachment, blocks: list[Statblock]) -> Iterator[tuple[od.Levy, ...]]:
    """C7-DET-2: the smallest and cheapest composition; for an Auxiliary one unit of each type in
    turn."""
    if detachment.one_class:
        yield from ((od.Levy(1, block.name),) for block in blocks)
        return
    levies = []
    for classification in CLASSES:
        least = detachment.range_of(classification)[0]
        fitting = [one for one in blocks if one.classification == classification]
        if least and fitting:
            cheapest = min(fitting, key=lambda block: (block.cost, block.name))
            levies.append(od.Levy(least, cheapest.name))
    if levies:
        yield tuple(levies)


def stratagems(state: State, seat: int) -> Orders:
    """C7-TAC-4: every tactic that may be used now, without a unit and with each."""
    for tactic in tactics.known_tactics(state, seat) if state.flow.phase != "setup" else ():
        if not passes(tactics.check_usable, state, seat, tactic):
            continue
        choice = "with" if tactic in (tactics.OPPORTUNITY, tactics.REFLEXIVE_FIRE) else "on"
        yield od.UseTactic(tactic.name)
        for unit in in_order(concerned(state, seat, tactic)):
            yield od.UseTactic(tactic.name, unit.ref, choice=choice)


def concerned(state: State, seat: int, tactic: Tactic) -> Iterator[Unit]:
    """C7-TAC-11: the units that a tactic might name."""
    if tactic is tactics.SUPPORT or tactic.who == "all":
        return iter(())
    if not tactic.effects.understood:
        return state.on_field()
    return state.on_field(3 - seat if tactic.who == "enemy" else seat)
