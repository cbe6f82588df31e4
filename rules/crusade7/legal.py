"""Orders that would be accepted now: each kind of order with each single target, lazily."""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from rules.crusade7 import orders as od
from rules.crusade7.adjudicate import carry_out
from rules.crusade7.apply import apply
from rules.crusade7.army.detachments import DETACHMENTS, Detachment
from rules.crusade7.army.statblock import CLASSES, Statblock, Tactic
from rules.crusade7.field.geometry import edge_column, enemies, occupied, separation, size_of, zone
from rules.crusade7.field.movement import check_may_move, check_part, destinations
from rules.crusade7.field.transport import check_halted
from rules.crusade7.fight import charge as charging
from rules.crusade7.fight.attack_checks import check_class
from rules.crusade7.fight.attacks import check_attacks, check_means, multiattack_of
from rules.crusade7.fight.death import RINGS, surroundings
from rules.crusade7.magic import psionics, spells
from rules.crusade7.magic.effects import check_not_advanced
from rules.crusade7.naming.references import in_order, same_name
from rules.crusade7.sequence import tactics
from rules.crusade7.sequence.battle import Battle
from rules.crusade7.sequence.tactics import CORE, OPPORTUNITY, REFLEXIVE_FIRE, SUPPORT
from rules.crusade7.state import PHASES, ROWS, State, Unit
from rules.errors import Refusal
from rules.events import Event
from rules.game import Die
from rules.grid import STEPS, rectangle, shift
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign

Orders = Iterator[Order]

MANNERS = (("normal", od.Move), ("advance", od.Advance), ("fall back", od.FallBack))
"""C7-MOVE-2 to C7-MOVE-4: the three ways of moving, and their orders."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """The orders that a seat could give now: those of the whole army, then unit by unit.

    With a reference only those to that unit.
    """
    if state.flow.outcome is not None or seat not in state.armies:
        return
    if ref is None:
        yield from (one for one in of_army(state, seat) if is_accepted(state, seat, one))
    meant = (one for one in state.living(seat) if ref is None or one.ref.lower() == ref.lower())
    for unit in in_order(meant):
        yield from certain(state, unit)
        yield from (one for one in of_unit(state, unit) if is_accepted(state, seat, one))


# --- trying -------------------------------------------------------------------------------------


class Stands(Exception):
    """Every check has passed: the order would be accepted."""


class Trial(Battle):
    """An order on trial.  Nothing is emitted before all checks have passed, so the first event
    decides: the order stands, and what would come of it need not be worked out."""

    def emit(self, event: Event) -> NoReturn:
        """A check that was still to come would be a defect of the rules."""
        raise Stands


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order stand?  It is tried on the state, which does not change."""
    try:
        carry_out(Trial(state, seat, lowest_face, apply), (order,))
    except Stands:
        return True
    return False


def lowest_face(die: Die) -> int:
    """No die decides whether an order is accepted."""
    return die.faces[0]


def passes(check: Callable[..., Any], *given: Any) -> bool:
    """Does a check of the rules refuse nothing?"""
    try:
        check(*given)
    except Refusal:
        return False
    return True


# --- orders to a unit ---------------------------------------------------------------------------


def certain(state: State, unit: Unit) -> Orders:
    """Orders found by the very checks that they have to pass; they need no trial."""
    who, phase = od.Who((unit.ref,)), state.flow.phase
    if phase == "setup":
        yield from deployments(state, unit, who)
    elif state.flow.turn == unit.seat and unit.on_field:
        if phase == "move":
            yield from moves(state, unit, who)
        elif phase in ("heavy", "fight"):
            yield from strikes(state, unit, who)
        elif phase == "charge":
            yield from charges(state, unit, who)


def of_unit(state: State, unit: Unit) -> Orders:
    """What else might be ordered of a unit in this phase."""
    who = od.Who((unit.ref,))
    phase, is_turn = state.flow.phase, state.flow.turn == unit.seat
    if phase == "move" and is_turn:
        yield from parts(state, unit, who)
    elif phase == "mana" and is_turn and unit.on_field:
        yield from castings(state, unit, who)
        yield from attempts(state, unit, who)
    elif phase in ("heavy", "fight") and is_turn and unit.on_field:
        yield from fights(state, unit, who)
    if phase in ("command", "move", "mana") and state.block(unit).psionic and unit.on_field:
        psionic = (one for one in enemies(state, unit) if state.block(one).psionic)
        yield from (od.Deny(who, one.ref) for one in in_order(psionic))
    if unit.concentration is not None:
        yield od.StopConcentrating(who)


def deployments(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-SETUP-4, C7-SETUP-5: every cell of the army's zone that has room for the unit."""
    if unit.reserve or unit.inside or state.armies[unit.seat].ready:
        return
    taken, (rows, wide), columns = occupied(state, unit.ref), size_of(state, unit), zone(unit.seat)
    for column in range(columns[0], columns[-1] - wide + 2):
        for row in range(1, ROWS - rows + 2):
            cells = list(rectangle((row, column), (rows, wide)))
            closed = (one in taken or state.terrain.get(one) == "impassable" for one in cells)
            if not any(closed):
                yield od.Deploy(who, (row, column))


def moves(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-MOVE-1: every cell in reach, in every manner."""
    for manner, order in MANNERS:
        if passes(check_may_move, state, unit, manner):
            yield from (order(who, cell) for cell in destinations(state, unit, manner))


def parts(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-MOVE-1, C7-TRANS-3: the other parts of the Move Phase, and embarking after them."""
    if unit.reserve:
        column = edge_column(unit.seat)
        column -= size_of(state, unit)[1] - 1 if unit.seat == 2 else 0
        yield from (od.Arrive(who, (row, column)) for row in range(1, ROWS + 1))
    elif unit.inside:
        yield from landings(state, unit, who)
    elif unit.on_field:
        yield od.Stay(who)
        for other in in_order(state.on_field(unit.seat)):
            if state.block(other).classification == "Transport":
                yield od.Embark(who, other.ref)


def landings(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-TRANS-8: the cells at 1 or 2 from the transport, if it has not moved."""
    transport = state.find(unit.inside)
    if transport is None or transport.at is None or not passes(check_part, unit):
        return
    if passes(check_halted, unit, transport):
        size = size_of(state, transport)
        for ring in RINGS:
            for cell in surroundings(transport.at, size, size_of(state, unit), ring):
                if min(cell) > 0:
                    yield od.Disembark(who, cell)


def castings(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-SPELL-8, C7-SPELL-9: every spell there is a slot for, on every unit in its range."""
    casting = state.block(unit).casting
    if casting is None or not passes(spells.check_has_not_cast, unit):
        return
    for _, name in casting.spells if passes(check_not_advanced, state, unit) else ():
        level, spell = spells.find_spell(state, unit, name)
        if passes(spells.find_slot, unit, name, level, None):
            yield od.Cast(who, name)
            for target in near(state, unit, spells.range_of(spell)):
                yield od.Cast(who, name, (target.ref,))


def attempts(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-PSI-12, C7-PSI-14: every power that may still be tried, on every unit in its range."""
    block = state.block(unit)
    if not block.psionic or not passes(psionics.check_attempts_left, state, unit):
        return
    for name in dict.fromkeys((*block.powers, psionics.SMITE.name)):
        if passes(psionics.find_power, state, unit, name):
            power = psionics.find_power(state, unit, name)
            yield od.Manifest(who, name)
            for target in near(state, unit, psionics.range_of(power)):
                yield od.Manifest(who, name, (target.ref,))


def near(state: State, unit: Unit, reach: int) -> list[Unit]:
    """The units on the field at that distance or less, itself included."""
    return in_order(one for one in state.on_field() if separation(state, unit, one) <= reach)


def strikes(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-ATK-8, C7-ATK-12: every attack, and the Multiattack, on every enemy it reaches."""
    block, foes = state.block(unit), in_order(enemies(state, unit))
    for attack in block.attacks:
        if passes(check_means, state, unit, (attack,)):
            for foe in foes:
                if passes(check_attacks, state, unit, (attack,), (foe,)):
                    yield od.Strike(who, (foe.ref,), attack.name)
    several = multiattack_of(state, unit) if block.multiattack else ()
    if several and passes(check_means, state, unit, several):
        for foe in foes:
            if passes(check_attacks, state, unit, several, (foe,)):
                yield od.Multiattack(who, (foe.ref,))


def fights(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-MELEE-2, C7-COND-4: engaging and standing up."""
    if unit.at is None or not passes(check_class, state, unit):
        return
    beside = [one for one in enemies(state, unit) if separation(state, unit, one) <= 3]
    yield from (od.Engage(who, one.ref) for one in in_order(beside))
    for cell in (shift(unit.at, step) for step in STEPS if beside):
        if min(cell) > 0:
            yield od.Engage(who, cell)
    yield od.StandUp(who)


def charges(state: State, unit: Unit, who: od.Who) -> Orders:
    """C7-CHARGE-4, C7-CHARGE-5: every enemy within 6, and every cell nearer to it."""
    if not passes(charging.check_may_charge, state, unit):
        return
    for enemy in in_order(enemies(state, unit)):
        if separation(state, unit, enemy) <= charging.CHARGE_RANGE:
            places = charging.places(state, unit, enemy)
            yield from (od.Charge(who, enemy.ref) for _ in places[:1])
            yield from (od.Charge(who, enemy.ref, cell) for cell, _ in places)


# --- orders of an army --------------------------------------------------------------------------


def of_army(state: State, seat: int) -> Orders:
    """What might be ordered beside what units do."""
    setup = state.flow.phase == "setup"
    if not setup:
        yield EndPhase()
        yield from (od.SkipTo(phase) for phase in PHASES)
    yield from (OfferDraw(), AcceptDraw(), DeclineDraw(), Resign())
    yield from musters(state, seat) if setup else stratagems(state, seat)


def musters(state: State, seat: int) -> Orders:
    """C7-SETUP-1: faction, detachments, reserves, ready."""
    army = state.armies[seat]
    for faction in state.library.factions:
        yield od.ChooseFaction(faction.name)
        for subfaction in faction.subfactions:
            yield od.ChooseFaction(faction.name, subfaction)
    own = [one for one in state.library.blocks if same_name(one.faction, army.faction)]
    for detachment in DETACHMENTS:
        for levies in compositions(detachment, own):
            yield od.TakeDetachment(detachment.name, levies)
    yield from (od.TakeReserves((od.Levy(1, block.name),)) for block in own)
    yield od.Ready()
    yield od.ClearArmy()


def compositions(detachment: Detachment, blocks: list[Statblock]) -> Iterator[tuple[od.Levy, ...]]:
    """C7-DET-2: the smallest and cheapest composition; of an Auxiliary one of each type."""
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
    for tactic in known_tactics(state, seat):
        if not (
            passes(tactics.check_phase, state, tactic)
            and passes(tactics.check_is_unused, state, seat, tactic)
            and passes(tactics.check_cp, state, seat, tactic)
        ):
            continue
        choice = "with" if tactic in (OPPORTUNITY, REFLEXIVE_FIRE) else "on"
        yield od.UseTactic(tactic.name)
        for unit in in_order(concerned(state, seat, tactic)):
            yield od.UseTactic(tactic.name, unit.ref, choice=choice)


def concerned(state: State, seat: int, tactic: Tactic) -> Iterator[Unit]:
    """C7-TAC-11: the units that a tactic might name."""
    if tactic is SUPPORT or tactic.who == "all":
        return iter(())
    if not tactic.effects.understood:
        return state.on_field()
    return state.on_field(3 - seat if tactic.who == "enemy" else seat)


def known_tactics(state: State, seat: int) -> tuple[Tactic, ...]:
    """C7-TAC-4: core tactics and those of the army's own faction."""
    faction = state.armies[seat].faction
    own = (one.tactics for one in state.library.factions if same_name(one.name, faction))
    return (*CORE, *next(own, ()))
