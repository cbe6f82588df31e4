"""Section 3.7: the GM's overrides.  CB-GM-2: they are checked for little but spelling."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from rules.candlebre import events as ev
from rules.candlebre import gm_values, naming
from rules.candlebre import orders as od
from rules.candlebre import overrides as own
from rules.candlebre.apply_court import with_captives, with_card
from rules.candlebre.events import TurnTimedOut
from rules.candlebre.realm.setup import replace_map
from rules.candlebre.road import ROAD
from rules.candlebre.sequence import end_turn
from rules.candlebre.state import Adj, Battle, Leader, Province, State
from rules.candlebre.table import order_of_seat
from rules.candlebre.units import INDEX, MERCENARIES, NOBODY, Tally, Units, added, fresh, tally_of
from rules.candlebre.words import counted, side_name
from rules.line import common, overrides
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order

RULE = "CB-GM-1"

FACES = range(1, 1000)
"""CB-GM-2, CB-DICE-3: any face may be loaded; the order that draws it checks whether it fits."""


def override(adj: Adj, order: Order) -> None:
    """CB-GM-1: carry out one override of the GM."""
    if type(order) not in OVERRIDES:
        raise ROAD.no_gm_line(order)
    OVERRIDES[type(order)](adj, order)


# --- units --------------------------------------------------------------------------------------


def put_units(adj: Adj, order: own.PutUnits) -> None:
    """CB-GM-1: fresh units in a province, attackers, or a neutral guard."""
    number = naming.province_named(adj.state, order.place)
    source = naming.province_named(adj.state, order.source) if order.source else 0
    naming.check_counted(order.units)
    if order.side:
        naming.check_seat(adj.state, order.side)
    units = order.units.counts()
    if order.attacking:
        here = attacked(adj.state, number, order.side, fresh(units, 1), source)
    elif order.side:
        check_no_strangers(adj.state, number, order.side)
        here = gm_values.with_owner(adj.state.province(number), order.side)
        here = replace(here, units=here.units.plus(fresh(units)))
    else:
        here = guarded(adj.state, number, units)
    change_province(adj, number, here, str(order))


def change_province(adj: Adj, number: int, here: Province, words: str) -> None:
    """Set a province as the GM says; leaders of a former owner are no longer there."""
    gone = tuple(
        replace(one, place=0) for one in adj.state.leaders_at(number) if one.owner != here.owner
    )
    adj.emit(ev.Overrode(words, provinces=((number, here),), leaders=gone))


def check_no_strangers(state: State, number: int, seat: int) -> None:
    """CB-GM-2: units cannot be put among those of another seat."""
    here = state.province(number)
    if here.owner not in (0, seat) and here.units.total:
        why = f"{here.units.total} unit(s) of {seat_name(here.owner)} stand in "
        raise Refusal("CB-GM-2", f"{why}{naming.name_of(state, number)}")


def guarded(state: State, number: int, units: Tally) -> Province:
    """CB-GM-1: more mercenaries in the guard of a neutral province."""
    here = state.province(number)
    if here.owner:
        why = f"{naming.name_of(state, number)} is {seat_name(here.owner)}'s, not neutral"
        raise Refusal(RULE, why)
    if sum(units) != units[MERCENARIES]:
        raise Refusal(RULE, "a neutral guard is made of mercenaries")
    battle = here.battle
    if battle is not None and battle.begun:
        battle = replace(
            battle, neutral=added(battle.neutral, units), guard=battle.guard + units[MERCENARIES]
        )
    return replace(here, units=here.units.plus(fresh(units)), battle=battle)


def attacked(state: State, number: int, seat: int, units: Units, source: int) -> Province:
    """CB-GM-1: the province with an open battle that these attackers have joined."""
    here = state.province(number)
    name = naming.name_of(state, number)
    if not seat:
        raise Refusal(RULE, "neutrals attack nobody")
    if here.owner == seat:
        raise Refusal(RULE, f"{name} is {seat_name(seat)}'s own")
    battle = here.battle or Battle(seat)
    if battle.attacker != seat:
        raise Refusal(RULE, f"{name} is under attack by {seat_name(battle.attacker)}")
    origins = battle.origins
    if source and source not in origins:
        origins = (*origins, source)
    battle = replace(battle, units=battle.units.plus(units), origins=origins)
    return replace(here, battle=battle)


def remove_units(adj: Adj, order: own.RemoveUnits) -> None:
    """CB-GM-1: units of a province's own side are gone."""
    number = naming.province_named(adj.state, order.place)
    naming.check_units(order.units)
    here = adj.state.province(number)
    there = here.units.tally
    gone = list(there) if order.units.everything else list(NOBODY)
    sign = -1 if order.units.everything else 1
    for item in order.units.items:
        if isinstance(item, od.LeaderRef):
            raise Refusal(RULE, f"a leader is removed by `remove {item.ref}`")
        kind = INDEX[item.kind]
        count = item.count if isinstance(item, od.Some) else there[kind]
        gone[kind] = max(0, gone[kind] + sign * count)
        if gone[kind] > there[kind]:
            why = f"{naming.name_of(adj.state, number)} has {counted(there[kind], item.kind)}"
            raise Refusal(RULE, f"{why}, not {gone[kind]}")
    left = here.units.minus(here.units.most_spent(tuple(gone)))
    change_province(adj, number, replace(here, units=left), str(order))


# --- leaders and captives -----------------------------------------------------------------------


def put_leader(adj: Adj, order: own.PutLeader) -> None:
    """CB-GM-1, CB-LEAD-8: place a leader; an unused number makes a new one."""
    number = naming.province_named(adj.state, order.place)
    if not order.side:
        raise Refusal(RULE, "neutrals have no leaders")
    naming.check_seat(adj.state, order.side)
    ref = int(order.leader[2:])
    old = adj.state.find_leader(ref)
    trait = gm_values.check_trait(order.trait) if order.trait else (old.trait if old else "none")
    here = adj.state.province(number)
    if order.attacking:
        here = attacked(adj.state, number, order.side, Units(), 0)
    else:
        check_own_province(adj.state, number, order.side)
        here = gm_values.with_owner(adj.state.province(number), order.side)
    steps = 1 if order.attacking else 0
    leader = Leader(ref, order.side, trait, number, order.attacking, steps=steps)
    adj.emit(ev.Overrode(str(order), provinces=((number, here),), leaders=(leader,)))


def check_own_province(state: State, number: int, seat: int) -> None:
    """CB-GM-2: a leader is refused in any province of another seat."""
    owner = state.province(number).owner
    if owner not in (0, seat):
        why = f"{naming.name_of(state, number)} is {seat_name(owner)}'s, not {seat_name(seat)}'s"
        raise Refusal("CB-GM-2", why)


def move_leader(adj: Adj, order: overrides.Relocate | overrides.Remove) -> None:
    """CB-GM-1: move a leader to a province of his seat, free and fresh; or remove him as dead."""
    leader = gm_values.leader_there(adj.state, order.ref)
    if isinstance(order, overrides.Remove):
        leader = replace(leader, dead=True, place=0, attacking=False, captor=None)
    else:
        number = naming.province_named(adj.state, str(order.to))
        if leader.dead:
            raise Refusal(RULE, f"{leader.ref} is dead")
        if adj.state.province(number).owner != leader.owner:
            why = f"{naming.name_of(adj.state, number)} is not {seat_name(leader.owner)}'s"
            raise Refusal("CB-GM-2", why)
        leader = replace(leader, place=number, attacking=False, captor=None, steps=0)
    adj.emit(ev.Overrode(str(order), leaders=(leader,)))


def make_captive(adj: Adj, order: own.MakeCaptive) -> None:
    """CB-GM-1: make units and leaders captives of a seat."""
    naming.check_units(order.units)
    if order.owner:
        naming.check_seat(adj.state, order.owner)
    naming.check_seat(adj.state, order.seat)
    if order.owner == order.seat:
        raise Refusal(RULE, f"{seat_name(order.seat)} cannot hold its own units")
    realm, leaders = adj.state.realm(order.seat), []
    for item in order.units.items:
        if isinstance(item, od.Some):
            realm = with_captives(realm, order.owner, tally_of(item.kind, item.count))
        elif isinstance(item, od.LeaderRef):
            leader = gm_values.leader_there(adj.state, item.ref)
            if leader.owner != order.owner or leader.dead:
                why = f"{leader.ref} is no living leader of {side_name(order.owner)}"
                raise Refusal(RULE, why)
            leaders.append(replace(leader, captor=order.seat, place=0, attacking=False))
        else:
            naming.check_counted(order.units)
    if order.units.everything:
        naming.check_counted(order.units)
    adj.emit(ev.Overrode(str(order), realms=(realm,), leaders=tuple(leaders)))


def give_card(adj: Adj, order: own.GiveCard) -> None:
    """CB-GM-1: move a card from the Book to a hand."""
    naming.check_seat(adj.state, order.seat)
    code = order.card.upper()
    if code not in adj.state.book and code not in adj.state.discarded:
        raise Refusal(RULE, f"the Book of Fate has no card {code[:20]}")
    realm = with_card(adj.state, adj.state.realm(order.seat), code)
    adj.emit(ev.Overrode(str(order), realms=(realm,), cards=(code,)))


# --- the sequence -------------------------------------------------------------------------------


def end_phase_for(adj: Adj, order: own.EndPhaseFor) -> None:
    """CB-GM-1: end the phase as if that seat had ordered it."""
    naming.check_seat(adj.state, order.seat)
    gm, adj.seat = adj.seat, order.seat
    try:
        order_of_seat(adj, EndPhase())
    finally:
        adj.seat = gm


def time_out(adj: Adj, order: overrides.Timeout) -> None:
    """CB-GM-3, CB-POST-3: end the turn of the seat that is late; in setup only say so."""
    ROAD.check_going_on(adj.state)
    turn = adj.state.flow.turn
    if order.seat:
        naming.check_seat(adj.state, order.seat)
        if order.seat != turn:
            why = f"{seat_name(turn)} is awaited, not {seat_name(order.seat)}"
            raise Refusal("CB-GM-3", why)
    adj.emit(TurnTimedOut(turn))
    if adj.state.flow.phase != "setup":
        end_turn(adj, forced=True)


def set_winner(adj: Adj, order: overrides.SetWinner) -> None:
    """CB-WIN-7: the GM ends the game."""
    sides = common.each_alone(adj.state.seats)
    common.set_winner(adj, order, "CB-WIN-7", sides, over="CB-TURN-3", unknown="CB-ORDER-4")


OVERRIDES: Mapping[type[Order], Callable[[Adj, Any], None]] = {
    own.PutUnits: put_units,
    own.PutLeader: put_leader,
    own.RemoveUnits: remove_units,
    own.MakeCaptive: make_captive,
    own.GiveCard: give_card,
    own.EndPhaseFor: end_phase_for,
    own.ReplaceMap: replace_map,
    overrides.Relocate: move_leader,
    overrides.Remove: move_leader,
    overrides.Set: gm_values.set_value,
    overrides.Give: gm_values.with_condition,
    overrides.Clear: gm_values.with_condition,
    overrides.NextDice: partial(common.load_dice, rule="CB-DICE-3", faces=FACES),
    overrides.Rule: common.record_ruling,
    overrides.SetWinner: set_winner,
    overrides.Timeout: time_out,
}
"""CB-GM-1: who carries out each override."""
