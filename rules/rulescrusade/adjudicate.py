"""What becomes of a line, and what would be accepted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

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

# RC-ORD: from the orders of one line to what they bring, one after the other.


AT_ANY_TIME = (od.Standing, od.Loadout)
"""Standing orders may be given before play too."""


@bounded(Bounds(dice="RC-BOUND-2", work="RC-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """RC-ORD-8: the orders of a line, one after the other."""
    battle = Battle(state, seat, dice, apply)
    if seat == GM:
        whole(battle, (partial(override, battle, order) for order in line))
    else:
        chain_by_chain(battle, line, whose, partial(carry_out, battle))
    return battle.finish()


def whose(order: Order) -> Who | None:
    """RC-ORD-8: clauses of one line for the same models belong together."""
    if isinstance(order, od.UnitOrder) and not isinstance(order, od.Mob | od.Volley):
        return order.who
    return None


def carry_out(battle: Battle, chain: tuple[Order, ...]) -> None:
    """One order, or one chain of clauses of the same models."""
    first = chain[0]
    with battle.attempt():
        for order in chain:
            check_wellformed(order)
    if battle.refusals:
        return
    if not isinstance(first, od.UnitOrder):
        with battle.attempt():
            of_seat(battle, first)
            wind_up(battle)
        return
    refs: list[str] = []
    with battle.attempt():
        refs = named(battle.state, battle.seat, first.who)
        if isinstance(first, od.Mob | od.Volley):
            check_play(battle.state)
            TOGETHER[type(first)].resolve(battle, refs, first)
            wind_up(battle)
    if isinstance(first, od.Mob | od.Volley):
        return
    if first.who.every and not isinstance(first, od.Move | od.Reveal):
        refs = [ref for ref in refs if not battle.unit(ref).chit]
    for ref in refs:
        obey(battle, ref, chain)


def obey(battle: Battle, ref: str, chain: tuple[Order, ...]) -> None:
    """RC-ORD-8: the clauses in sequence; when one is refused those after it are not tried."""
    for order in chain:
        count = len(battle.refusals)
        with battle.attempt():
            of_unit(battle, present(battle, ref), order)
            wind_up(battle)
        if len(battle.refusals) > count:
            return


def present(battle: Battle, ref: str) -> str:
    """A chit that was turned over within the chain goes on as its model."""
    unit = battle.state.find(ref)
    turned = unit is not None and unit.chit and unit.place == "dead" and unit.under
    return unit.under if unit is not None and turned else ref


def of_unit(battle: Battle, ref: str, order: Order) -> None:
    """6.1, then the order's own checks and what it does."""
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
    """RC-WFX-30, RC-ABIL-12: digi weapons and the furtive take no action."""
    if isinstance(order, od.Hide) and walk.furtive(unit) and not unit.has("rising"):
        return FREE
    if isinstance(order, od.FireOrder) and at.is_digi(battle.state, unit, order):
        return FREE
    return needs


def wind_up(battle: Battle) -> None:
    """What waited for the end of an order: ambushes, incursions, holds; then RC-VIC-1."""
    spring(battle)
    incursions(battle)
    spring(battle)
    let_go_apart(battle)
    check_victory(battle)


# --- orders of a seat ---------------------------------------------------------------------------


def of_seat(battle: Battle, order: Order) -> None:
    """Orders that name no model to carry them out; those of play end with it (RC-ORD-2)."""
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


# RC-LEGAL: orders that would be accepted now: each kind with each single target, lazily.


Orders = Iterator[Order]

TRIED = 100
"""Steps of work for which a trial of an order counts, besides those that it spends itself."""


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """RC-LEGAL-1: unit by unit in the order of references, then what the seat itself may say.

    RC-LEGAL-2: every order in it is tried first; the loaded dice do not count.  RC-LEGAL-3: no
    check asks what the seat may not know.
    """
    if state.flow.outcome is not None or not 1 <= seat <= len(state.armies):
        return
    untold = replace(state, flow=replace(state.flow, tray=()))

    def accepts(order: Order) -> bool:
        return is_accepted(untold, seat, order)

    if state.flow.phase == "play" or (deploys(state, seat) and moves_freely(state)):
        yield from of_units(untold, seat, ref)
    for row in SEAT_ORDERS.values():
        if not isinstance(row.candidates, Unlisted):
            yield from row.candidates(untold, seat, ref, accepts)


def of_units(state: State, seat: int, ref: str | None) -> Orders:
    """RC-LEGAL-1: the orders to models; in the set-up to own ones, in play to those it controls."""

    def accepts(order: Order) -> bool:
        return is_accepted(state, seat, order)

    play = state.flow.phase == "play"
    units = state.on_board() if play else state.units.values()
    for unit in in_order(tuple(units)):
        master = unit.boss if play else unit.seat
        if master == seat and (ref is None or unit.ref == ref.upper()):
            asked = Asked.of(state, unit, accepts)
            for group in GROUPS:
                yield from group.of(state, unit, asked)


SPENT = (Acted, PaidMove, Stepped)
"""Events of orders that stand.  What a card does is looked at after its action is paid for."""


class Drawn(Exception):
    """A die is about to be drawn, or something is spent: all checks have been passed."""


class Trial(Battle):
    """An order on trial: it ends at the first die (that of a shamble, before all checks, apart), or
    when the action, a step or movement is spent, for what costs something has passed its checks."""

    def emit(self, event: Event) -> None:
        if isinstance(event, SPENT) and not (isinstance(event, Acted) and event.what == "cards"):
            raise Drawn
        super().emit(event)

    def roll(self, die: Die, why: str) -> int:
        if why != "shamble":
            raise Drawn
        return super().roll(die, why)


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """RC-LEGAL-2: would this order stand?"""
    spend(TRIED)
    return refused(state, seat, order) is None


def refused(state: State, seat: int, order: Order) -> Refusal | None:
    """Why the order would not stand now; it is tried on the state, which does not change."""
    trial = Trial(state, seat, lowest, apply)
    try:
        carry_out(trial, (order,))
    except Drawn:
        return None
    except Refusal as why:
        return why
    return trial.refusals[0] if trial.refusals else None
