"""RC-TURN-11: a turn in which no model can do anything is passed by itself."""

from rules.line.orders import EndPhase, Order
from rules.rulescrusade.legal import of_units
from rules.rulescrusade.state import State


def idle(state: State) -> tuple[int, Order, str] | None:
    """At the beginning of a turn alone: whoever has ordered something may still want to undo.

    Asked of what lies open: a seat with cards in hand, or with chits, always has a choice.
    """
    flow = state.flow
    if flow.outcome is not None or flow.phase != "play" or not flow.turn or flow.offer:
        return None
    seat = flow.turn
    own = [unit for unit in state.on_board() if unit.boss == seat]
    begun = state.active or any(unit.done or unit.moved or unit.act for unit in own)
    if begun or state.army(seat).hand or any(unit.chit for unit in own):
        return None
    if next(of_units(state, seat, None), None) is not None:
        return None
    return seat, EndPhase(), "no model can act"
