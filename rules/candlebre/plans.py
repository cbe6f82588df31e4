"""What a plan may know of the map, and the orders that it may give.

The standing orders of the rules themselves (CB-STAND: losses, bounty, withdrawal) decide in
battles; a plan gives orders in its own seat's turn.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.border.plans import Act, Body, PlanRules, PlanWords, PossibleOrder
from rules.candlebre import orders as od
from rules.candlebre.adjudicate import is_accepted
from rules.candlebre.candidates import EVERYTHING, moves
from rules.candlebre.naming import find_province, leader_named
from rules.candlebre.realm.land import distances
from rules.candlebre.state import NEUTRAL, PHASES, State


def bodies(state: State, viewer: int | None) -> tuple[Body, ...]:
    """CB-ORDER-2: the provinces with their units, and the leaders on the map."""
    allies = state.realm(viewer).allies if viewer else ()
    found = []
    for site in state.sites:
        here = state.province(site.number)
        total = here.units.total
        hostile = here.owner not in (NEUTRAL, *allies) and (total > 0 or here.owner == viewer)
        names = (site.code,)
        found.append(Body(site.name, here.owner, total, total, here.value, names, hostile))
    for leader in state.leaders:
        if not leader.dead and leader.captor is None and leader.place:
            found.append(Body(leader.ref, leader.owner, counts=leader.owner not in allies))
    return tuple(found)


def apart(state: State, viewer: int | None, one: str, other: str, at: str = "") -> int | None:
    """CB-MAP-9: how many borders lie between two places; None if one of them is not found."""
    here, there = place_of(state, at or one), place_of(state, other)
    if not here or not there:
        return None
    return distances(state.sites, here).get(there)


def place_of(state: State, name: str) -> int:
    """The number of a province, or of the one in which a leader stands; 0: nowhere."""
    number = find_province(state, name)
    if number:
        return number
    leader = leader_named(state, name)
    return leader.place if leader is not None and not leader.dead else 0


def deeds(state: State, seat: int, ref: str, act: Act) -> Iterator[PossibleOrder]:
    """CB-MOVE-4, CB-ORDER-11: accepted attacks or marches of a province with everybody in it."""
    number = find_province(state, ref)
    if not number or state.flow.turn != seat or state.province(number).owner != seat:
        return
    if act == "attack" and state.flow.phase == "move":
        for source, target in moves(state, seat, own=False):
            order = od.Attack(target, source, EVERYTHING)
            if source == state.site(number).name and is_accepted(state, seat, order):
                yield PossibleOrder(order, target)
    elif act == "move" and state.flow.phase == "noncombat":
        for source, target in moves(state, seat, own=True):
            march = od.March(EVERYTHING, source, target)
            if source == state.site(number).name and is_accepted(state, seat, march):
                yield PossibleOrder(march, place=target)


def foreseen(state: State, seat: int, ref: str, act: Act) -> State | None:
    """CB-TURN-1: the state as if it were the seat's phase for this act; None in the setup."""
    if state.flow.phase not in PHASES:
        return None
    phase = "noncombat" if act == "move" else "move"
    if (state.flow.phase, state.flow.turn) == (phase, seat):
        return state
    return replace(state, flow=replace(state.flow, phase=phase, turn=seat))


PLANS = PlanRules(
    terms=PlanWords(("border", "borders"), "units", ("attack", "move", "hold")),
    bodies=bodies,
    apart=apart,
    deeds=deeds,
    foreseen=foreseen,
)
