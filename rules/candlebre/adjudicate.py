"""CB-ORDER-7: the orders of a line, all or nothing but for the dice; what `undo` takes back."""

from collections.abc import Sequence

from rules.border.game import Entry
from rules.candlebre.apply import apply
from rules.candlebre.gm import override
from rules.candlebre.naming import name_of
from rules.candlebre.roster import KINDS
from rules.candlebre.state import State
from rules.candlebre.table import check_alive, check_going_on, order_of_seat
from rules.line.adjudication import Adjudication, Dice, Misfit
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
