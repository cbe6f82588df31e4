"""Changes of single units, shared by the chapters that apply events."""

from dataclasses import replace
from typing import Any

from rules.rulescrusade.state import (
    Condition,
    State,
)


def changed(state: State, ref: str, **changes: Any) -> State:
    """The state with some fields of a unit changed."""
    unit = state.units[ref.upper()]
    return replace(state, units={**state.units, ref.upper(): replace(unit, **changes)})


def with_condition(state: State, ref: str, condition: Condition) -> State:
    """The unit has the condition, once."""
    unit = state.unit(ref)
    others = tuple(one for one in unit.conditions if one.name != condition.name)
    return changed(state, ref, conditions=(*others, condition))


def without_condition(state: State, ref: str, name: str) -> State:
    """The unit has it no more."""
    unit = state.unit(ref)
    others = tuple(one for one in unit.conditions if one.name != name)
    return state if others == unit.conditions else changed(state, ref, conditions=others)


def scored(state: State, seat: int, points: int) -> State:
    """RC-VIC-4: points for a seat."""
    if not seat or not points:
        return state
    army = state.army(seat)
    return state.with_army(replace(army, points=army.points + points))
