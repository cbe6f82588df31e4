"""What is said shortly of the events that every system has."""

from rules.acts import Act
from rules.events import (
    DiceLoaded,
    DrawAgreed,
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Event,
    Refused,
    Resigned,
    Ruled,
)
from rules.flow import seat_name


def said_of(event: Event) -> Act | None:
    """An offer, a ruling, the end; None for what a system tells in its own words."""
    match event:
        case DiceLoaded(faces):
            return Act(f"dice laid ready: {' '.join(map(str, faces)) or 'none'}")
        case DrawOffered(seat):
            return Act(f"{seat_name(seat)} offers a draw")
        case DrawAgreed(seat):
            return Act(f"{seat_name(seat)} agrees to the draw")
        case DrawOfferClosed(seat, declined):
            what = "is declined" if declined else "lapses"
            return Act(f"the draw offer of {seat_name(seat)} {what}", weak=not declined)
        case Resigned(seat):
            return Act(f"{seat_name(seat)} gives up")
        case Ended(_, termination, winners):
            names = " and ".join(map(seat_name, winners))
            wins = "win" if len(winners) > 1 else "wins"
            act = Act()
            act.result("", f"{names} {wins}: {termination}" if names else f"a draw: {termination}")
            return act
        case Ruled(text):
            return Act(f"ruling: {text}")
        case Refused(_, why):
            return Act(f"not done: {why}")
    return None
