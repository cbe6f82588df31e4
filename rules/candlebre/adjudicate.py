"""CB-ORDER-7: the orders of a line, all or nothing but for the dice; what `undo` takes back."""

from collections.abc import Sequence

from rules.border.game import Entry
from rules.candlebre.apply import apply
from rules.candlebre.bounds import check_crowds
from rules.candlebre.gm import override
from rules.candlebre.state import State
from rules.candlebre.table import check_alive, check_going_on, order_of_seat
from rules.line.adjudication import Adjudication, Misfit
from rules.line.dice import Dice
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.line.orders import GM, Order
from rules.line.work import Bounds, bounded, next_order


@bounded(Bounds(dice="CB-BOUND-2", work="CB-BOUND-3"))
def adjudicate(state: State, seat: int, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """CB-ORDER-7: what has drawn a die stands, with all before it in the line."""
    adj = Adjudication(state, seat, dice, apply)
    kept_state, kept = state, 0
    for order in line:
        begun = len(adj.events)
        next_order()
        try:
            if seat == GM:
                override(adj, order)
            else:
                order_of_seat(adj, order)
            check_crowds(kept_state, adj.state)
        except Refusal as refusal:
            drew = any(event.draws for event in adj.events[begun:])
            if not drew or isinstance(refusal, Misfit):  # CB-DICE-3
                adj.state = kept_state
                del adj.events[kept:]
            adj.refuse(refusal)
            break
        if any(event.draws for event in adj.events[begun:]):
            kept_state, kept = adj.state, len(adj.events)
    return adj.finish()


def undoes(state: State, live: Sequence[Entry], seat: int) -> int:
    """CB-ORDER-9: the seat's own last line, if nobody acted after it and it drew no dice."""
    check_going_on(state)
    check_alive(state, seat)
    last = live[-1] if live else None
    if last is None or last.number == 0:
        raise Refusal("CB-ORDER-9", "there is no line to take back")
    if last.seat != seat:
        raise Refusal("CB-ORDER-9", f"#{last.number} of {seat_name(last.seat)} came after it")
    if last.drew:
        raise Refusal("CB-ORDER-9", f"#{last.number} drew dice and stands")
    return last.number
