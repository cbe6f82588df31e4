"""RC-LEGAL: orders that would be accepted now: each kind with each single target, lazily."""

from collections.abc import Iterator
from dataclasses import replace

from rules.line.adjudication import Die, lowest
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.orders import Order
from rules.line.work import spend
from rules.rulescrusade.adjudicate import carry_out
from rules.rulescrusade.apply import apply
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.candidates import Asked, deploys, moves_freely
from rules.rulescrusade.events import Acted, PaidMove, Stepped
from rules.rulescrusade.state import State, in_order
from rules.rulescrusade.table import GROUPS, SEAT_ORDERS

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
