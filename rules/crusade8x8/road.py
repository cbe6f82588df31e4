"""With which rules a line is refused as a whole, and what `undo` takes back."""

from rules.line.orders import GM
from rules.line.road import Entry, Road, Undoing, barred, by_gm, fixed, foreign

NOTHING = "there is no order of yours to take back"


def passed_unseen(entry: Entry, seat: int) -> bool:
    """What the opponent has recorded."""
    return entry.seat not in (seat, GM) and not entry.barred


UNSEEN = Undoing(
    "C8-UNDO-1",
    NOTHING,
    bars=(
        (barred, "nothing from before #{number} can be taken back"),
        (by_gm, "nothing from before #{number} can be taken back"),
    ),
    passes=passed_unseen,
)
"""C8-UNDO-1: where both work unseen, one's own latest; a line of the GM bars it, and so does what
has been revealed."""

ROAD = Road(
    form="C8-NOTE-1",
    over="C8-END-1",
    ended="the game is over",
    undo=Undoing(
        "C8-UNDO-1",
        NOTHING,
        bars=(
            (fixed, "#{number} cannot be taken back any more"),
            (foreign, "the last order, #{number}, is not yours"),
        ),
        passes=lambda entry, seat: entry.seat == GM and not fixed(entry, seat),
    ),
    unseen={"choose": UNSEEN, "place": UNSEEN},
)
"""C8-UNDO-1: the last recorded order of the game, if it is the seat's own.

What was revealed is never taken back, and a GM override that changed the table stands between
(C8-GM-1); other lines of the GM do not count.
"""
