"""The part of every state that is the same: round, phase, turn, dice tray, draw offer, end."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, assert_never

from rules.line import events
from rules.line.frozen import Frozen


class Outcome(Frozen):
    """How a match ended: `termination` in words, the rule, and the winning seats (none: a draw)."""

    termination: str
    rule: str
    winners: tuple[int, ...]


class Flow(Frozen):
    """Where the match stands.  `turn` and `offer` are seats, 0 meaning none.

    `agreed` are the seats that have accepted the standing offer, `gone` those that have given up.
    """

    round: int = 0
    phase: str = ""
    turn: int = 0
    tray: tuple[int, ...] = ()
    offer: int = 0
    outcome: Outcome | None = None
    agreed: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


def apply_flow(flow: Flow, event: events.SharedEvent) -> Flow:
    """The shared part of the state after a shared event."""
    match event:
        case events.Rolled():
            return replace(flow, tray=flow.tray[1:]) if event.loaded else flow
        case events.DiceLoaded(faces):
            return replace(flow, tray=faces)
        case events.PhaseBegan(number, phase):
            return replace(flow, round=number, phase=phase)
        case events.TurnPassed(turn):
            return replace(flow, turn=turn)
        case events.DrawOffered(seat):
            return replace(flow, offer=seat, agreed=())
        case events.DrawOfferClosed():
            return replace(flow, offer=0, agreed=())
        case events.DrawAgreed(seat):
            return replace(flow, agreed=(*flow.agreed, seat))
        case events.Resigned(seat):
            return replace(flow, gone=(*flow.gone, seat))
        case events.Ended(rule, termination, winners):
            return replace(flow, offer=0, agreed=(), outcome=Outcome(termination, rule, winners))
        case events.Ruled() | events.Refused() | events.Overridden():
            return flow
        case _:
            assert_never(event)


def seat_name(seat: int) -> str:
    """`army 2`; the GM is `GM`."""
    return f"army {seat}" if seat else "GM"


def moment(flow: Flow, called: Callable[[int], str] = seat_name) -> str:
    """`round 2, move phase, army 1`; parts that are not set are left out.

    `called`, here and below, gives the system's own name for a seat.
    """
    parts = [
        f"round {flow.round}" if flow.round else "",
        f"{flow.phase} phase" if flow.phase else "",
        called(flow.turn) if flow.turn else "",
    ]
    return ", ".join(part for part in parts if part)


def closes_report(event: events.Event) -> bool:
    """Did a turn, a phase, a round or the match end with this event?"""
    return event.ends_phase or isinstance(event, events.TurnPassed | events.Ended)


def winner_name(outcome: Outcome | None, called: Callable[[int], str] = seat_name) -> str:
    """`none`, `draw`, or the winning seats."""
    if outcome is None:
        return "none"
    return ", ".join(map(called, outcome.winners)) or "draw"


class HasFlow(Protocol):
    """A state of any system: it has the part that all systems share."""

    @property
    def flow(self) -> Flow: ...
