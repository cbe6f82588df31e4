"""Applies an event to a state; nothing is decided here."""

from dataclasses import replace
from typing import assert_never

from rules.line.chapters import by_type
from rules.line.events import Event
from rules.line.flow import apply_flow
from tests.toy import events as ev
from tests.toy.state import State


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return CHAPTERS[type(event)](state, event)


def _common(state: State, event: ev.CommonEvent) -> State:
    """Events that every system has."""
    return replace(state, flow=apply_flow(state.flow, event))


def _own(state: State, event: ev.OwnEvent) -> State:
    """Events that only this system has."""
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
    """The state in which a seat holds this province."""
    holders = tuple((one, seat if one == province else held) for one, held in state.holders)
    return replace(state, holders=holders)


CHAPTERS = by_type(_common, _own)
"""The function that applies each event, by its type."""
