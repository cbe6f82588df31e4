"""Units get into and out of transports, and arrive from the reserve."""

from rules.crusade7.events import Arrived, Disembarked, Embarked
from rules.crusade7.field import geometry
from rules.crusade7.harm import conditions
from rules.crusade7.harm.damage import RINGS, passengers
from rules.crusade7.march import movement
from rules.crusade7.naming import named
from rules.crusade7.orders import Disembark, Embark, place
from rules.crusade7.state import Battle, State, Unit, unit_now
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell

# Transports: getting in, getting out, and being put out (chapter 5.4).


RIDERS = ("Warlord", "Troops", "Elites")
"""C7-TRANS-2: the classes that can embark; C7-TRANS-13: so transports cannot be carried."""


def embark(battle: Battle, unit: Unit, order: Embark) -> None:
    """C7-TRANS-3: a unit gets into an adjacent transport, even after its own move.

    C7-TRANS-12: whether the transport has moved does not matter.  C7-TRANS-6: concentration ends.
    """
    state = battle.state
    transport = named(state, unit.seat, order.transport)
    check_class(state, unit)
    movement.check_first_step(state, unit)
    movement.check_stunned(unit)
    check_not_set_down(unit)
    check_beside(state, unit, transport)
    check_room(state, unit, transport)
    battle.emit(Embarked(unit.ref, transport.ref))
    if unit.concentration is not None:
        conditions.end(battle, unit.ref, f"{unit.ref} embarks")


def disembark(battle: Battle, unit: Unit, order: Disembark) -> None:
    """C7-TRANS-7, C7-TRANS-9: a passenger gets out; that is its part in this phase."""
    state = battle.state
    source = named(state, unit.seat, order.transport) if order.transport else None
    check_embarked(unit, source)
    movement.check_first_step(state, unit)
    movement.check_part(unit)
    transport = unit_now(battle, unit.inside)
    check_halted(unit, transport)
    movement.check_on_board(unit, order.to, geometry.size_of(state, unit))
    check_set_down(state, unit, transport, order.to)
    battle.emit(Disembarked(unit.ref, transport.ref, order.to))


def check_class(state: State, unit: Unit) -> None:
    """C7-TRANS-2: only Warlord, Troops and Elites units can embark."""
    classification = state.block(unit).classification
    if classification not in RIDERS:
        raise Refusal("C7-TRANS-2", f"{unit.ref} is {classification}, which cannot embark")


def check_not_set_down(unit: Unit) -> None:
    """C7-TRANS-9: a unit that has disembarked or arrived in this phase cannot embark in it."""
    if unit.moved in ("disembark", "arrive"):
        done = "disembarked" if unit.moved == "disembark" else "arrived"
        raise Refusal("C7-TRANS-9", f"{unit.ref} has {done} in this phase and cannot embark")


def check_beside(state: State, unit: Unit, transport: Unit) -> None:
    """C7-TRANS-3: the transport is a friendly one, on the field, within 1 of the unit."""
    own = transport.seat == unit.seat and state.block(transport).classification == "Transport"
    if not (own and transport.on_field):
        why = f"{transport.ref} is no transport of {seat_name(unit.seat)} on the field"
        raise Refusal("C7-TRANS-3", why)
    gap = geometry.separation(state, unit, transport)
    if gap > geometry.ADJACENT:
        raise Refusal("C7-TRANS-3", f"{unit.ref} embarks within 1; {transport.ref} is at {gap}")


def check_room(state: State, unit: Unit, transport: Unit) -> None:
    """C7-TRANS-4: a transport holds as many units as its capacity says, whatever their size."""
    inside, capacity = len(passengers(state, transport)), state.block(transport).capacity
    if inside >= capacity:
        why = f"{transport.ref} holds {inside} of {capacity}; there is no room for {unit.ref}"
        raise Refusal("C7-TRANS-4", why)


# --- getting out --------------------------------------------------------------------------------


def check_embarked(unit: Unit, source: Unit | None) -> None:
    """C7-TRANS-7: only a passenger disembarks, and from the transport that it is in."""
    if not unit.inside:
        raise Refusal("C7-TRANS-7", f"{unit.ref} is not embarked")
    if source is not None and source.ref != unit.inside:
        raise Refusal("C7-TRANS-7", f"{unit.ref} is in {unit.inside}, not in {source.ref}")


def check_halted(unit: Unit, transport: Unit) -> None:
    """C7-TRANS-7: its transport has not moved in this phase; staying does not count."""
    if transport.moved not in ("none", "stationary"):
        why = f"{unit.ref} cannot get out: {transport.ref} has moved ({transport.moved})"
        raise Refusal("C7-TRANS-7", why)


def check_set_down(state: State, unit: Unit, transport: Unit, to: Cell) -> None:
    """C7-TRANS-8: on free cells at distance 1 or 2 from the transport, even next to enemies."""
    if not transport.on_field:
        raise Refusal("C7-TRANS-8", f"{transport.ref} is not on the field")
    what = geometry.obstacle(state, unit, to)
    if what:
        raise Refusal("C7-TRANS-8", f"{unit.ref} cannot get out to {place(to)}: {what} is there")
    gap = geometry.separation_at(state, unit, to, transport)
    if gap not in RINGS:
        why = f"{unit.ref} gets out at 1 or 2 from {transport.ref}; {place(to)} is at {gap}"
        raise Refusal("C7-TRANS-8", why)


# Reinforcements come in at the army's own edge (chapter 5.4).


def arrive(battle: Battle, unit: Unit, at: Cell) -> None:
    """C7-RES-4, C7-RES-5: a reserve unit arrives, as its part in the phase; the army's second step
    of its turn has then begun."""
    state = battle.state
    check_in_reserve(unit)
    check_round(state, unit)
    check_edge(state, unit, at)
    check_free(state, unit, at)
    battle.emit(Arrived(unit.ref, at))


def check_in_reserve(unit: Unit) -> None:
    """C7-RES-1: only a unit in reserve can arrive."""
    if not unit.reserve:
        raise Refusal("C7-RES-1", f"{unit.ref} is not in reserve")


def check_round(state: State, unit: Unit) -> None:
    """C7-RES-6: no unit arrives before the round that the option `reinforce-from` names."""
    first, now = int(state.options.get("reinforce-from", "1")), state.flow.round
    if now < first:
        raise Refusal("C7-RES-6", f"{unit.ref} may arrive from round {first}; this is round {now}")


def check_edge(state: State, unit: Unit, at: Cell) -> None:
    """C7-RES-2: at least one of its cells is in the army's own edge column."""
    size, edge = geometry.size_of(state, unit), geometry.edge_column(unit.seat)
    movement.check_on_board(unit, at, size, "C7-RES-2")
    if not at[1] <= edge < at[1] + size[1]:
        whose = seat_name(unit.seat)
        why = f"{unit.ref} arrives in column {edge} (edge of {whose}), not at {place(at)}"
        raise Refusal("C7-RES-2", why)


def check_free(state: State, unit: Unit, at: Cell) -> None:
    """C7-RES-3: its cells are free and not impassable; enemies nearby do not matter."""
    what = geometry.obstacle(state, unit, at)
    if what:
        raise Refusal("C7-RES-3", f"{unit.ref} cannot arrive at {place(at)}: {what} is there")
