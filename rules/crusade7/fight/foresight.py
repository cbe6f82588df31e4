"""A battle as if a later phase had come, everybody where he stands: for odds and questions."""

from rules.crusade7.apply import apply
from rules.crusade7.state import PHASES, State
from rules.events import PhaseBegan, TurnPassed


def as_if(state: State, seat: int, phase: str) -> State:
    """C7-TURN-1, C7-TURN-7: the next such phase, this army's turn in it; what each phase between
    forgets is forgotten, and nothing else happens."""
    number = state.flow.round
    at = PHASES.index(state.flow.phase)
    while state.flow.phase != phase:
        at += 1
        if at == len(PHASES):
            at, number = 0, number + 1
        state = apply(state, PhaseBegan(number, PHASES[at]))
    return apply(state, TurnPassed(seat))
