"""Carry out a line of orders, undo it, and list the orders that would be accepted."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from rules.candlebre.apply import apply
from rules.candlebre.gm import override
from rules.candlebre.naming import name_of
from rules.candlebre.road import ROAD
from rules.candlebre.state import Adj, State
from rules.candlebre.table import TABLE, check_alive, order_of_seat, plan_of
from rules.candlebre.units import KINDS
from rules.line.adjudication import Adjudication, Dice
from rules.line.chapters import Unlisted
from rules.line.errors import Refusal, allows
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.orders import GM, Order
from rules.line.road import Entry, whole
from rules.line.work import Bounds, bounded

# CB-ORDER-7: a line is carried out whole or not at all, except for what drew dice; and `undo`.


@bounded(Bounds(dice="CB-BOUND-2", work="CB-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """CB-ORDER-7: carry out a line of orders whole or not at all, and return its events.

    If an order is refused, all up to the last order that drew a die stands nevertheless.
    """
    adj = Adjudication(state, seat, dice, apply)
    whole(adj, (partial(carry_out, adj, order) for order in line))
    return adj.finish()


def carry_out(adj: Adj, order: Order) -> None:
    """Carry out one order of a seat or of the GM.  Raises Refusal, also for crowded provinces."""
    before = adj.state
    override(adj, order) if adj.seat == GM else order_of_seat(adj, order)
    check_crowds(before, adj.state)


def undoes(state: State, live: Sequence[Entry], seat: int) -> int:
    """CB-ORDER-9: the number of the entry that `undo` takes back: the seat's own last line.

    Raises Refusal if somebody acted after it or it drew dice.
    """
    ROAD.check_going_on(state)
    check_alive(state, seat)
    return ROAD.undo.line(live, seat)


MOST_UNITS = 999
"""How many units of one type a seat may have in one province."""


def check_crowds(before: State, after: State) -> None:
    """CB-BOUND-1: check the owner's and the attacker's units in each province that has changed."""
    for number, here in enumerate(after.provinces, 1):
        if number <= len(before.provinces) and before.provinces[number - 1] is here:
            continue
        sides = [(here.owner, here.units)]
        if here.battle is not None:
            sides.append((here.battle.attacker, here.battle.units))
        for seat, units in sides:
            for kind, count in zip(KINDS, units.tally, strict=True):
                if count > MOST_UNITS:
                    whose = seat_name(seat) if seat else "neutral"
                    why = f"{count:,} {kind} ({whose}) would stand in {name_of(after, number)}"
                    raise Refusal("CB-BOUND-1", f"{why}; at most {MOST_UNITS}")


# CB-LEGAL-1: the orders that a seat could give now, each kind with each single target.


def legal(state: State, seat: int, unit: str | None = None) -> Iterator[Order]:
    """CB-LEGAL-1: orders that would be accepted; with `unit`, only those naming it.

    `unit` is the name of a province or a leader.
    """
    if state.flow.outcome is not None or seat not in state.living:
        return
    for order in candidates(state, seat):
        if unit is not None and unit.lower() not in words_of(order):
            continue
        if is_accepted(state, seat, order):
            yield order


@lru_cache(maxsize=4096)
def words_of(order: Order) -> tuple[str, ...]:
    """The words of an order in lower case, to find the names in it."""
    return tuple(str(order).lower().replace(",", " ").split())


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """CB-ORDER-6: would the order pass all checks?"""
    return allows(plan_of, state, seat, order)


def candidates(state: State, seat: int, of_this_step: bool = False) -> Iterator[Order]:
    """The candidates of every kind of order open now, from the table that also checks orders.

    `of_this_step`: only those that belong to this step in particular, not to every step of a turn.
    """
    for row in TABLE.values():
        meant = row.is_open(state, seat) and (row.is_of_a_step or not of_this_step)
        if meant and not isinstance(row.candidates, Unlisted):
            yield from row.candidates(state, seat)
