"""Carry out a line of orders, and list the orders that would be accepted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.line.adjudication import Dice, Die, lowest
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.orders import GM, EndPhase, Order
from rules.line.road import chain_by_chain, whole
from rules.line.work import Bounds, bounded, spend
from rules.rulescrusade import orders as od
from rules.rulescrusade.apply import apply
from rules.rulescrusade.candidates import Asked, deploys, moves_freely
from rules.rulescrusade.checks import FREE, Battle, Needs, check_common, check_play, named
from rules.rulescrusade.events import Acted, PaidMove, Stepped
from rules.rulescrusade.fight.harm import let_go_apart
from rules.rulescrusade.fight.melee import spring
from rules.rulescrusade.gm import override
from rules.rulescrusade.march import walk
from rules.rulescrusade.mind.duel import incursions
from rules.rulescrusade.road import ROAD
from rules.rulescrusade.sequence import attacks as at
from rules.rulescrusade.sequence import deeds
from rules.rulescrusade.sequence.attacks import check_wellformed
from rules.rulescrusade.sequence.turns import check_victory
from rules.rulescrusade.setup import deploy
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.table import GROUPS, SEAT_ORDERS, TOGETHER, UNIT_ORDERS
from rules.rulescrusade.words import Who

# RC-ORD: carry out the orders of one line, one after the other.


AT_ANY_TIME = (od.Standing, od.Loadout)
"""Orders to models that may be given during the set-up too."""


@bounded(Bounds(dice="RC-BOUND-2", work="RC-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """RC-ORD-8: carry out the orders of a line, one after the other; return what happened."""
    battle = Battle(state, seat, dice, apply)
    if seat == GM:
        whole(battle, (partial(override, battle, order) for order in line))
    else:
        chain_by_chain(battle, line, whose, partial(carry_out, battle))
    return battle.finish()


def whose(order: Order) -> Who | None:
    """RC-ORD-8: the models of an order, whose clauses form one chain; None: a chain by itself."""
    together = type(order) in TOGETHER
    return order.who if isinstance(order, od.UnitOrder) and not together else None


def carry_out(battle: Battle, chain: tuple[Order, ...]) -> None:
    """Carry out one order, or one chain of clauses for the same models."""
    first = chain[0]
    with battle.attempt():
        for order in chain:
            check_wellformed(order)
    if battle.refusals:
        return
    if not isinstance(first, od.UnitOrder) or type(first) in TOGETHER:
        with battle.attempt():
            (of_several if type(first) in TOGETHER else of_seat)(battle, first)
            wind_up(battle)
        return
    refs: list[str] = []
    with battle.attempt():
        refs = named(battle.state, battle.seat, first.who)
    if first.who.every and not isinstance(first, od.Move | od.Reveal):
        refs = [ref for ref in refs if not battle.unit(ref).chit]
    for ref in refs:
        obey(battle, ref, chain)


def obey(battle: Battle, ref: str, chain: tuple[Order, ...]) -> None:
    """RC-ORD-8: let one model carry out the clauses in turn, up to the first that is refused."""
    for order in chain:
        count = len(battle.refusals)
        with battle.attempt():
            of_unit(battle, present(battle, ref), order)
            wind_up(battle)
        if len(battle.refusals) > count:
            return


def present(battle: Battle, ref: str) -> str:
    """The reference to go on with: for a chit turned over within the chain, that of its model."""
    unit = battle.state.find(ref)
    turned = unit is not None and unit.chit and unit.place == "dead" and unit.under
    return unit.under if unit is not None and turned else ref


def of_unit(battle: Battle, ref: str, order: Order) -> None:
    """Make the common checks (6.1), then the order's own, and carry the order out."""
    state = battle.state
    if state.flow.phase == "setup" and isinstance(order, od.Move):
        free_move(battle, ref, order)
        return
    if isinstance(order, AT_ANY_TIME) and state.flow.phase == "setup":
        unit = deeds.own_there(state, battle.seat, ref)
        UNIT_ORDERS[type(order)].resolve(battle, unit, order)
        return
    row = UNIT_ORDERS[type(order)]
    needs = row.needs
    known = state.find(ref)
    if known is not None and known.place == "board" and known.boss == battle.seat:
        needs = adjusted(battle, known, order, needs)
    unit = check_common(battle, ref, needs)
    if needs.activation:
        deeds.shamble(battle, unit)
    row.resolve(battle, battle.unit(unit.ref), order)


def adjusted(battle: Battle, unit: Unit, order: Order, needs: Needs) -> Needs:
    """RC-WFX-30, RC-ABIL-12: firing a digi weapon or hiding as a furtive model takes no action."""
    if isinstance(order, od.Hide) and walk.furtive(unit) and not unit.has("rising"):
        return FREE
    if isinstance(order, od.FireOrder) and at.is_digi(battle.state, unit, order):
        return FREE
    return needs


def of_several(battle: Battle, order: Any) -> None:
    """RC-ORD-8: carry out an order that several models carry out as one."""
    refs = named(battle.state, battle.seat, order.who)
    check_play(battle.state)
    TOGETHER[type(order)].resolve(battle, refs, order)


def wind_up(battle: Battle) -> None:
    """Do what waits for the end of an order: ambushes, incursions, broken latches, RC-VIC-1."""
    spring(battle)
    incursions(battle)
    spring(battle)
    let_go_apart(battle)
    check_victory(battle)


# --- orders of a seat ---------------------------------------------------------------------------


def of_seat(battle: Battle, order: Order) -> None:
    """Carry out an order of the seat itself.  RC-ORD-2: those of play are refused after the end."""
    ROAD.check_read(order)
    row, flow = SEAT_ORDERS.get(type(order)), battle.state.flow
    in_setup = isinstance(order, EndPhase) and flow.phase == "setup"
    if ROAD.is_over(battle.state) and not in_setup and (row is None or row.of_play):
        ROAD.check_going_on(battle.state)
    if row is None:
        raise ROAD.of_gm(order)
    row.resolve(battle, order)


# --- single orders ------------------------------------------------------------------------------


def free_move(battle: Battle, ref: str, order: od.Move) -> None:
    """RC-SETUP-4: the one free move of an infiltrator, in a game with chits."""
    state = battle.state
    unit = deeds.own_there(state, battle.seat, ref)
    if state.stage != "infiltrate" or not deploy.has_chits(state):
        raise Refusal("RC-ORD-2", "Models move in phase play; this is the set-up")
    deploy.check_deploying(battle)
    if not deploy.is_infiltrator(unit):
        raise Refusal("RC-SETUP-4", f"{unit.ref} does not infiltrate")
    if unit.freed:
        raise Refusal("RC-SETUP-4", f"{unit.ref} has made its free move")
    walk.move(battle, unit.ref, order.to, order.via)
    battle.mark(unit.ref, freed=True)


# RC-LEGAL: yield the orders that would be accepted now: each kind with each single target.


Orders = Iterator[Order]

TRIED = 100
"""Steps of work for each trial of an order, on top of those that carrying it out spends."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """RC-LEGAL-1: the orders to each unit, by reference, then those of the seat itself.

    RC-LEGAL-2: each order is tried first, without the loaded dice.  RC-LEGAL-3: no check looks at
    what the seat may not know.
    """
    if state.flow.outcome is not None or not 1 <= seat <= len(state.armies):
        return
    untold = replace(state, flow=replace(state.flow, tray=()))
    if state.flow.phase == "play" or (deploys(state, seat) and moves_freely(state)):
        yield from of_units(untold, seat, ref)
    for row in SEAT_ORDERS.values():
        if not isinstance(row.candidates, Unlisted):
            yield from row.candidates(untold, seat, ref, partial(is_accepted, untold, seat))


def of_units(state: State, seat: int, ref: str | None) -> Orders:
    """RC-LEGAL-1: orders to models: in the set-up the seat's own, in play those that obey it."""
    play = state.flow.phase == "play"
    units = state.on_board() if play else state.units.values()
    for unit in in_order(units):
        master = unit.boss if play else unit.seat
        if master == seat and (ref is None or unit.ref == ref.upper()):
            asked = Asked.of(state, unit, partial(is_accepted, state, seat))
            for group in GROUPS:
                yield from group.of(state, unit, asked)


SPENT = (Acted, PaidMove, Stepped)
"""Events that show that an order stands; of `Acted`, not the one that pays for a card."""


class Drawn(Exception):
    """Ends a trial: a die is about to be drawn or something spent, so all checks are passed."""


class Trial(Battle):
    """Tries an order, up to the first die or the first cost (action, step, movement).

    By then all checks are passed.  Shamble dice do not end it: they are drawn before the checks.
    """

    def emit(self, event: Event) -> None:
        if isinstance(event, SPENT) and not (isinstance(event, Acted) and event.what == "cards"):
            raise Drawn
        super().emit(event)

    def roll(self, die: Die, why: str) -> int:
        if why != "shamble":
            raise Drawn
        return super().roll(die, why)


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """RC-LEGAL-2: would this order be accepted now?"""
    spend(TRIED)
    return refused(state, seat, order) is None


def refused(state: State, seat: int, order: Order) -> Refusal | None:
    """Why the order would be refused now, or None.  It is tried on a copy of the state."""
    trial = Trial(state, seat, lowest, apply)
    try:
        carry_out(trial, (order,))
    except Drawn:
        return None
    except Refusal as why:
        return why
    return trial.refusals[0] if trial.refusals else None
