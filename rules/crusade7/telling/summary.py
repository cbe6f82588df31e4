"""What a phase or a round has brought, in a few lines."""

from collections.abc import Sequence

from rules.crusade7 import events as ev
from rules.crusade7.state import State
from rules.crusade7.telling.report import report
from rules.crusade7.telling.wording import phase_name
from rules.display.words import listed
from rules.line.events import Event
from rules.line.flow import seat_name


def summary(state: State, events: Sequence[Event], viewer: int | None) -> tuple[str, ...]:
    """What a phase or a round has brought: losses and CP; who goes first now, its order told.

    `events` are those since the phase (or round) began, up to and with the ones that began the
    next; `state` is the state after them.
    """
    if state.flow.phase == "setup":
        return ()
    lines = [*_phase_over(events), *_losses(state, events)]
    for event in events:
        if isinstance(event, ev.RoundEnded):
            lines += report(event, state, viewer)
    armies = [f"{seat_name(seat)} {army.cp}" for seat, army in sorted(state.armies.items())]
    lines.append(f"CP: {', '.join(armies)}")
    return tuple(lines)


def _phase_over(events: Sequence[Event]) -> tuple[str, ...]:
    """`Round 1, Fight Phase is over`: the phase before the last one that began."""
    orders = [event for event in events if isinstance(event, ev.OrderOfPlay)]
    if len(orders) < 2:
        return ()
    last = orders[-2]
    return (f"Round {last.round}, {phase_name(last.phase)} Phase is over",)


def _losses(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Which units each army has lost in these events; who lost nobody is not named."""
    killed = [event.unit for event in events if isinstance(event, ev.Killed)]
    lines = []
    for seat in (1, 2):
        lost = [ref for ref in killed if (unit := state.find(ref)) and unit.seat == seat]
        if lost:
            lines.append(f"{seat_name(seat)} lost {listed(tuple(lost))}")
    return (", ".join(lines),) if lines else ()
