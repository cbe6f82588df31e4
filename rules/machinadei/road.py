"""The rules by which a line is refused as a whole, and what `undo` may take back."""

from rules.line.road import Road, Undoing, drew, foreign

ROAD = Road(
    form="MD-ORD-1",
    over="MD-END-1",
    ended="the battle is over: {}",
    unread="{!r} is no order",
    unread_gm="{!r} is no GM line",
    apart="`undo` stands in a line of its own",
    stop=".",
    undo=Undoing(
        "MD-ORD-8",
        "there is no line to take back.",
        bars=(
            (foreign, "#{number} is a line of {who}."),
            (drew, "#{number} drew a die and stands."),
            (
                lambda entry, seat: entry.ended_phase or entry.barred,
                "#{number} ended a phase and stands.",
            ),
        ),
    ),
)
"""MD-ORD-8: the seat's own last line, if it is the last one given by anyone, the GM included, drew
no die and did not end a phase.  MD-END-1: after the end no order but `show` is accepted."""
