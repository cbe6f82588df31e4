"""The rules under which a whole line is refused, and what `undo` takes back."""

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
"""RC-ORD-10: undo the seat's last order if nobody acted since and nothing was drawn or revealed.

Rulings of the GM do not bar an undo, all other lines of the GM do; a query (RC-ORD-11) is no entry.
"""

ROAD = Road(
    form="RC-ORD-1",
    over="RC-ORD-2",
    ended="the game is over",
    unread="I don't understand '{}'",
    undo=UNDO,
)
"""RC-ORD-1, RC-ORD-2: how this system refuses what it cannot read, and orders after the end."""
