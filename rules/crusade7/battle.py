"""The adjudication of a Crusade battle, and the unit that an order is about."""

from rules.crusade7.state import State, Unit
from rules.line.adjudication import Adjudication

Battle = Adjudication[State]
"""An order of Crusade under way: `battle.state`, `battle.emit(event)`, `battle.roll(die, why)`."""


def unit_now(battle: Battle, ref: str) -> Unit:
    """A unit as it is at this moment of the adjudication (it may be dead)."""
    unit = battle.state.find(ref)
    if unit is None:
        raise ValueError(f"the battle has no unit {ref}")
    return unit
