"""Chapter 6: the rules by which a whole line is refused, and what `undo` takes back."""

from rules.line.orders import GM
from rules.line.road import Road, Undoing, barred, by_gm, drew, fixed, foreign

ROAD = Road(
    form="C7-ORDER-1",
    over="C7-END-1",
    ended="the battle is over: {}",
    undo=Undoing(
        "C7-ORDER-6",
        "there is no entry that could be taken back",
        bars=(
            (foreign, "the latest entry, #{number}, was made by {who}"),
            (drew, "a die was drawn in the latest entry, #{number}"),
            (barred, "the latest entry, #{number}, began the battle"),
        ),
    ),
    unseen={
        "setup": Undoing(
            "C7-ORDER-6",
            "there is no entry of yours that could be taken back",
            bars=(
                (by_gm, "nothing from before #{number} can be taken back"),
                (fixed, "nothing from before #{number} can be taken back"),
            ),
            passes=lambda entry, seat: entry.seat not in (seat, GM),
        )
    },
)
"""C7-ORDER-6: the latest entry, if it is the seat's own and drew no die; in setup one's own latest
order, whatever the other army has done meanwhile."""
