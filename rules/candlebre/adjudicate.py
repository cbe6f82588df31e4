"""CB-ORDER-7: the orders of a line, all or nothing but for the dice; what `undo` takes back."""

from collections.abc import Sequence
from functools import partial

from rules.candlebre.apply import apply
from rules.candlebre.context import Adj
from rules.candlebre.gm import override
from rules.candlebre.naming import name_of
from rules.candlebre.road import ROAD
from rules.candlebre.roster import KINDS
from rules.candlebre.state import State
from rules.candlebre.table import check_alive, order_of_seat
from rules.line.adjudication import Adjudication, Dice
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.orders import GM, Order
from rules.line.road import Entry, whole
from rules.line.work import Bounds, bounded


@bounded(Bounds(dice="CB-BOUND-2", work="CB-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """CB-ORDER-7: what has drawn a die stands, with all before it in the line."""
    adj = Adjudication(state, seat, dice, apply)
    whole(adj, (partial(carry_out, adj, order) for order in line))
    return adj.finish()


def carry_out(adj: Adj, order: Order) -> None:
    """One order of a seat or of the GM, and what it may not lead to."""
    before = adj.state
    override(adj, order) if adj.seat == GM else order_of_seat(adj, order)
    check_crowds(before, adj.state)


def undoes(state: State, live: Sequence[Entry], seat: int) -> int:
    """CB-ORDER-9: the seat's own last line, if nobody acted after it and it drew no dice."""
    ROAD.check_going_on(state)
    check_alive(state, seat)
    return ROAD.undo.line(live, seat)


MOST_UNITS = 999
"""Units of a kind that a seat may have in one province."""


def check_crowds(before: State, after: State) -> None:
    """CB-BOUND-1: in each province that has changed, its owner's units and the attacker's."""
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
