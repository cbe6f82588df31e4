"""The whole state of a match, and how it follows from the events."""

from dataclasses import dataclass, replace
from typing import TypeVar

from rules.crusade8x8.apply import apply_to_table
from rules.crusade8x8.board.house import House
from rules.crusade8x8.board.notation import write_position
from rules.crusade8x8.board.position import Position, treasure_byte
from rules.crusade8x8.board.tables import FORWARD, PAWNS, tile_named, unit_byte
from rules.crusade8x8.events import (
    Acted,
    ArmiesRolled,
    ChoicesRevealed,
    Chosen,
    CounterSet,
    Deployed,
    GameOpened,
    Placed,
    PlacementDone,
    TableChanged,
    TurnEnded,
)
from rules.crusade8x8.setup.data import LAYOUTS
from rules.events import DrawOfferClosed, DrawOffered, Ended, Event, PhaseBegan
from rules.flow import Flow, apply_flow

T = TypeVar("T")

Pair = tuple[tuple[str, ...], tuple[str, ...]]
Placements = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class State:
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


def apply(state: State, event: Event) -> State:
    """What an event does to the state; the shared part follows the position."""
    position = apply_to_table(state.position, event)
    state = replace(state, flow=apply_flow(state.flow, event), position=position)
    match event:
        case GameOpened():
            state = _opened(state, event)
        case ArmiesRolled(kinds, pawns, nobles):
            state = replace(state, armies=(kinds, kinds), due=(pawns, nobles))
        case Chosen(seat, kinds):
            state = replace(state, choices=with_seat(state.choices, seat, kinds))
        case ChoicesRevealed((ours, theirs)):
            white, black = state.armies
            state = replace(state, armies=(white + ours, black + theirs), due=(0, 0))
        case Placed(seat, kind, tile):
            mine = (*state.placed[seat - 1], (kind, tile))
            state = replace(state, placed=with_seat(state.placed, seat, mine))
        case PlacementDone(seat):
            state = replace(state, done=with_seat(state.done, seat, True))
        case Deployed(units):
            state = replace(state, position=deployed(state.position, units))
        case Acted(_, note):
            state = replace(state, last=note)
        case _:
            state = _counted(state, event)
    return _synchronous(state)


def _counted(state: State, event: Event) -> State:
    """The events that touch draw offers, the end of the game or the count of positions."""
    match event:
        case DrawOffered(seat):
            return replace(state, position=replace(state.position, offer=seat))
        case DrawOfferClosed():
            return replace(state, position=replace(state.position, offer=0))
        case Ended(_, "agreed"):
            return replace(state, position=replace(state.position, offer=0))
        case PhaseBegan(_, "play"):
            flow = replace(state.flow, outcome=None)
            return replace(state, flow=flow, history=(occurrence(state.position),))
        case PhaseBegan(_, phase) if phase != "over":
            return replace(state, flow=replace(state.flow, outcome=None))
        case TurnEnded():
            earlier = state.history if event.progress else ()
            return replace(state, history=(*earlier, occurrence(state.position)))
        case TableChanged(position):
            return replace(state, position=position, history=(occurrence(position),))
        case CounterSet(position):
            return replace(state, position=position)
        case _:
            return state


def occurrence(position: Position) -> str:
    """C8-OPT-7: what makes two positions the same: units, side, treasures, frozen, removed."""
    return " ".join(write_position(position).split()[:5])


def _opened(state: State, event: GameOpened) -> State:
    """C8-TREAS-1, C8-TREAS-2: the treasures lie as the layout says."""
    board = bytearray(64)
    for number, tiles in enumerate(LAYOUTS[event.layout]):
        for tile in tiles:
            byte = treasure_byte(1 + number // 2, ("Supply", "Relic")[number % 2])
            board[tile_named(tile)] = byte
    position = Position(treasures=tuple(board), removed=event.removed)
    return replace(state, position=position, house=event.house, layout=event.layout)


def deployed(position: Position, units: tuple[tuple[int, str, str], ...]) -> Position:
    """C8-PLACE-1: units start facing forward."""
    cells = list(position.cells)
    for seat, kind, tile in units:
        facing = FORWARD[seat] if kind in PAWNS else None
        cells[tile_named(tile)] = unit_byte(seat, kind, facing)
    return replace(position, cells=tuple(cells))


def with_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """The pair with one seat's part replaced."""
    return (value, pair[1]) if seat == 1 else (pair[0], value)


def _synchronous(state: State) -> State:
    """Side, round and offer belong to the position; the shared part shows the same."""
    position, flow = state.position, state.flow
    turn = position.side if flow.phase in ("play", "over") else 0
    shown = replace(flow, round=position.round, turn=turn, offer=position.offer)
    return state if shown == flow else replace(state, flow=shown)
