"""With which rules a line is refused as a whole, and what `undo` takes back."""

from rules.line.orders import GM
from rules.line.road import Road, Undoing, barred, by_gm, drew, fixed, foreign

UNDO = Undoing(
    "RC-ORD-10",
    "{asks} has given no order that could be taken back",
    bars=(
        (by_gm, "the GM has acted since"),
        (foreign, "{who} has acted since"),
        (drew, "#{number} rolled dice and stands"),
        (barred, "#{number} revealed something and stands"),
    ),
    passes=lambda entry, seat: entry.seat == GM and not fixed(entry, seat),
)
"""RC-ORD-10: the seat's last order, if nobody has acted since and nothing was drawn or revealed.

Lines of the GM that change nothing (rulings) do not count, all others bar the way; a query
(RC-ORD-11) is no entry.
"""

ROAD = Road(
    form="RC-ORD-1",
    over="RC-ORD-2",
    ended="the game is over",
    unread="I don't understand '{}'",
    undo=UNDO,
)
"""RC-ORD-2: orders of play end with it."""
