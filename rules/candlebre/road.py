"""The rules by which a line is refused as a whole, and what `undo` takes back."""

from rules.line.road import Road, Undoing, drew, foreign

ROAD = Road(
    form="CB-ORDER-1",
    over="CB-TURN-3",
    undo=Undoing(
        "CB-ORDER-9",
        "there is no line to take back",
        bars=(
            (foreign, "#{number} of {who} came after it"),
            (drew, "#{number} drew dice and stands"),
        ),
        passes=lambda entry, seat: entry.number == 0,
    ),
)
"""CB-ORDER-9: the seat's own last line, if nobody acted after it and it drew no dice."""
