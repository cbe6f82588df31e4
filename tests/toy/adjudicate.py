"""TY-ORDER-1: the checks of a line, the GM's lines, who is awaited, what may be taken back."""

from collections.abc import Sequence

from rules.line import common
from rules.line.adjudication import Adjudication, Dice
from rules.line.errors import Refusal
from rules.line.events import Event
from rules.line.orders import GM, Order, Seat, Unread
from rules.line.overrides import NextDice, Rule, Set, SetWinner, Timeout
from rules.line.road import Entry
from tests.toy import events as ev
from tests.toy.apply import apply
from tests.toy.naming import seat_name
from tests.toy.state import SEATS, SIDES, State, playing
from tests.toy.table import TABLE
from tests.toy.turns import Adj, check_province, end_phase


def adjudicate(state: State, seat: Seat, line: Sequence[Order], dice: Dice) -> tuple[Event, ...]:
    """TY-ORDER-1: the events of a line; if one order is refused, none is carried out."""
    adj = Adjudication(state, seat, dice, apply)
    for order in line:
        override(adj, order) if seat == GM else order_of_seat(adj, order)
    return adj.finish()


def order_of_seat(adj: Adj, order: Order) -> None:
    """TY-ORDER-1: carry out one order of a seat."""
    if isinstance(order, Unread):
        raise Refusal(order.rule or "TY-ORDER-1", order.why)
    if adj.state.flow.outcome is not None:
        raise Refusal("TY-END-1", "the match is over")
    if adj.seat in adj.state.flow.gone:
        raise Refusal("TY-END-2", f"{seat_name(adj.seat)} has given up")
    row = TABLE.get(type(order))
    if row is None:
        raise Refusal("TY-ORDER-1", f"there is no such order here: {order}")
    row.carry(adj, order)


def override(adj: Adj, order: Order) -> None:
    """TY-GM-1: carry out an order of the GM: holders, winner, dice, rulings, missed deadlines."""
    match order:
        case NextDice():
            common.load_dice(adj, order, "TY-DICE-1", range(1, 7))
        case Rule():
            common.record_ruling(adj, order)
        case SetWinner():
            common.set_winner(adj, order, "TY-GM-1", SIDES, over="TY-END-1", unknown="TY-GM-1")
        case Timeout(seat):
            waiting = awaits(adj.state)
            for one in (seat,) if seat else waiting:
                if one in waiting:
                    end_phase(adj, one)
        case Set(subject, "holder", value):
            adj.emit(ev.HolderSet(check_province(subject), holder_named(value)))
        case Unread():
            raise Refusal("TY-GM-1", order.why)
        case _:
            raise Refusal("TY-GM-1", f"the GM cannot do that here: {order}")


def holder_named(value: str) -> int:
    """TY-GM-1: a house by its name, or nobody."""
    seats = {seat_name(seat): seat for seat in SEATS} | {"none": 0}
    for name, seat in seats.items():
        if name.lower() == value.lower():
            return seat
    raise Refusal("TY-GM-1", f"a holder is {', '.join(seats)}, not {value}")


def awaits(state: State) -> tuple[int, ...]:
    """TY-PLAN-2, TY-RAID-2: all who plan; then the seat whose turn it is."""
    if state.flow.outcome is not None:
        return ()
    if state.flow.phase == "plan":
        return tuple(seat for seat in playing(state) if seat not in state.ready)
    return (state.flow.turn,)


def undoes(state: State, live: Sequence[Entry], seat: int) -> int:
    """TY-ORDER-2: the number of the latest own line, which may be taken back even after secret
    lines of others, but not after dice or the end of a phase."""
    for entry in reversed(live):
        if entry.drew or entry.barred or entry.ended_phase:
            break
        if entry.seat == seat:
            return entry.number
        if not (entry.secret and state.flow.phase == "plan"):
            break
    raise Refusal("TY-ORDER-2", "there is nothing of yours to take back")
