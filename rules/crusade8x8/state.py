"""The whole state of a match."""

from dataclasses import replace
from typing import TypeVar

from rules.crusade8x8.board import House, Position, write_position
from rules.line.flow import Flow
from rules.line.frozen import Frozen

T = TypeVar("T")

Pair = tuple[tuple[str, ...], tuple[str, ...]]
Placements = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]


class State(Frozen):
    """Section 3.1.  `armies`, `choices`, `placed` and `done` matter only before play begins."""

    flow: Flow = Flow()
    position: Position = Position()
    house: House = House()
    layout: str = "standard"
    armies: Pair = ((), ())
    due: tuple[int, int] = (0, 0)
    choices: Pair = ((), ())
    placed: Placements = ((), ())
    done: tuple[bool, bool] = (False, False)
    history: tuple[str, ...] = ()
    last: str = ""


def occurrence(position: Position) -> str:
    """C8-OPT-7: what makes two positions the same: units, side, treasures, frozen, removed."""
    return " ".join(write_position(position).split()[:5])


def as_if(state: State, seat: int) -> State:
    """C8-TURN-2: the state as if it were this seat's turn."""
    flow = replace(state.flow, turn=seat)
    return replace(state, flow=flow, position=replace(state.position, side=seat, offer=0))


def with_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """The pair with one seat's part replaced."""
    return (value, pair[1]) if seat == 1 else (pair[0], value)
