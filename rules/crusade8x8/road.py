"""The rules by which a line is refused as a whole, and what `undo` may take back."""

from rules.line.orders import GM
from rules.line.road import Entry, Road, Undoing, barred, by_gm, fixed, foreign

NOTHING = "there is no order of yours to take back"


def passed_unseen(entry: Entry, seat: int) -> bool:
    """Is it an entry of the opponent that bars no undo?"""
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
"""C8-UNDO-1: while both seats work unseen, `undo` takes back the seat's own latest order; a line of
the GM bars it, and so does a reveal."""

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

What was revealed is never taken back, nor anything from before a GM override that changed the table
(C8-GM-1); other lines of the GM are passed over.
"""
