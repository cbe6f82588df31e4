"""RC-ORD-10: taking back one's own last order."""

from collections.abc import Sequence

from rules.border.game import Entry
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.rulescrusade.state import State

RULE = "RC-ORD-10"


def taken_back(state: State, live: Sequence[Entry], seat: int) -> int:
    """The seat's last order, if nobody has acted since and nothing was drawn or revealed.

    Lines of the GM that change nothing (rulings) do not count, all others bar the way; a query
    (RC-ORD-11) is no entry.
    """
    for entry in reversed(live):
        if entry.seat == 0 and not (entry.drew or entry.barred):
            continue
        if entry.seat != seat:
            who = seat_name(entry.seat) if entry.seat else "the GM"
            raise Refusal(RULE, f"{who} has acted since")
        if entry.drew:
            raise Refusal(RULE, f"#{entry.number} rolled dice and stands")
        if entry.barred:
            raise Refusal(RULE, f"#{entry.number} revealed something and stands")
        return entry.number
    raise Refusal(RULE, f"{seat_name(seat)} has given no order that could be taken back")
