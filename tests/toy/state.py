"""The state of Three Houses, and how it follows from the events."""

from dataclasses import dataclass, replace
from typing import assert_never

from rules.chapters import by_type
from rules.events import Event
from rules.flow import Flow, apply_flow
from tests.toy import events as ev

RING = (
    *("Ardenmoor North", "Ardenmoor South", "Blackwater"),
    *("Cold Harbour", "Dun Fell", "Eastmarch"),
)
SEATS = (1, 2, 3)
SIDES = ((1, 2), (3,))
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class State:
    """Who holds what; the plans of this round; who is ready; where the relic lies, who knows."""

    flow: Flow = Flow()
    holders: tuple[tuple[str, int], ...] = ()
    plans: tuple[tuple[int, str, str], ...] = ()
    ready: tuple[int, ...] = ()
    relic: str = ""
    finder: int = 0
    shown: tuple[str, ...] = ()

    def holder(self, province: str) -> int:
        """The seat that holds a province; 0: nobody."""
        return dict(self.holders)[province]

    def held(self, seat: int) -> tuple[str, ...]:
        """The provinces of a seat, around the ring."""
        return tuple(province for province, holder in self.holders if holder == seat)


def neighbours(province: str) -> tuple[str, str]:
    """TY-MAP-1: the two provinces beside one on the ring."""
    at = RING.index(province)
    return RING[at - 1], RING[(at + 1) % len(RING)]


def side_of(seat: int) -> tuple[int, ...]:
    """The seats that win with this one."""
    return next((side for side in SIDES if seat in side), ())


def apply(state: State, event: Event) -> State:
    """State and event to the next state."""
    return CHAPTERS[type(event)](state, event)


def _common(state: State, event: ev.CommonEvent) -> State:
    """What can happen in every system."""
    return replace(state, flow=apply_flow(state.flow, event))


def _own(state: State, event: ev.OwnEvent) -> State:
    """What only this one has."""
    match event:
        case ev.Opened(holders):
            return replace(state, holders=holders)
        case ev.Planned(seat, start, goal):
            others = tuple(plan for plan in state.plans if plan[:2] != (seat, start))
            return replace(state, plans=(*others, (seat, start, goal)))
        case ev.PlansReady(seat):
            return replace(state, ready=(*state.ready, seat))
        case ev.PlansShown():
            return replace(state, plans=(), ready=())
        case ev.Fought(seat, province):
            return with_holder(state, province, seat) if event.taken else state
        case ev.HolderSet(province, seat):
            return with_holder(state, province, seat)
        case ev.RelicHidden(seat, province):
            return replace(state, relic=province, finder=seat)
        case ev.HalfShown(half):
            return replace(state, shown=half)
        case ev.RelicShown(province):
            return replace(state, shown=(province,))
        case _:
            assert_never(event)


def with_holder(state: State, province: str, seat: int) -> State:
    """A province changed hands."""
    holders = tuple((one, seat if one == province else held) for one, held in state.holders)
    return replace(state, holders=holders)


CHAPTERS = by_type(_common, _own)
"""Every event by its type."""
