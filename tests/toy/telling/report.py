"""TY-VIEW-1: one sentence for each event, if the viewer may know of it."""

from typing import assert_never

from rules.display.acts import SharedSentences, told_by
from rules.line.events import Event, Rolled
from rules.line.orders import GM, Seat
from tests.toy import events
from tests.toy.naming import seat_name


def report(event: Event, viewer: Seat | None) -> tuple[str, ...]:
    """What this viewer reads about an event; 0 is the GM, None the public."""
    known = event.known_to
    if known is not None and viewer != GM and viewer not in known:
        return ()
    return CHAPTERS[type(event)](event)


def of_own(
    event: events.PlansShown | events.Fought | events.HolderSet,
) -> tuple[str, ...]:
    """What is more than a pattern of its fields."""
    match event:
        case events.PlansShown(_, marches):
            shown = "; ".join(f"{seat_name(s)}: {a} to {b}" for s, a, b in marches)
            return (f"plans: {shown or 'none'}",)
        case events.Fought(seat, province, face, needed):
            how = "falls to" if event.taken else "holds against"
            return (f"{province} {how} {seat_name(seat)} ({face}, {needed} needed)",)
        case events.HolderSet(province, seat):
            return (f"{province} now belongs to {seat_name(seat) if seat else 'nobody'}",)
        case _:
            assert_never(event)


PHRASES = SharedSentences(
    called=seat_name,
    listing=", ".join,
    phase="round {round}, {phase} phase",
    turn="{seat} to act",
    agreed="",
    declined="",
    lapsed="",
    resigned="{seat} gives up",
    won="the match is over: {how}, {winners} wins",
    drawn="the match is over: {how}, nobody wins",
    ruled="",
    refused="refused, {rule}: {why}",
    overridden="",
    dice="",
)


def of_common(event: events.CommonEvent) -> tuple[str, ...]:
    """What every system tells."""
    if isinstance(event, Rolled):
        loaded = " (loaded)" if event.loaded else ""
        return (f"{event.why}: {event.die} shows {event.face}{loaded}",)
    return PHRASES.of(event)


CHAPTERS = told_by(events, of_own, of_common, words={"house": seat_name})
"""How every event is told, by its type."""
