"""Apply an event to a state.  Nothing is decided here."""

from dataclasses import replace
from typing import assert_never

from rules.crusade8x8 import board
from rules.crusade8x8 import events as ev
from rules.crusade8x8.board import Position, treasure_byte
from rules.crusade8x8.setup import LAYOUTS
from rules.crusade8x8.state import State, occurrence, with_seat
from rules.line.about import only_told
from rules.line.chapters import by_type
from rules.line.events import DrawOfferClosed, DrawOffered, Ended, Event, PhaseBegan, SharedEvent
from rules.line.flow import apply_flow
from rules.line.frozen import fields_of


def apply(state: State, event: Event) -> State:
    """The state after an event; its shared flow is kept equal to the position."""
    return _synchronous(CHAPTERS[type(event)](state, event))


def _deed(state: State, event: ev.Deed) -> State:
    """The deeds of a turn, which change what stands on the table."""
    return replace(state, position=after_deed(state.position, event))


def _setup(state: State, event: ev.SetupEvent) -> State:
    """Section 4: armies, choices, placements."""
    match event:
        case ev.GameOpened():
            return _opened(state, event)
        case ev.ArmiesRolled(kinds, pawns, nobles):
            return replace(state, armies=(kinds, kinds), due=(pawns, nobles))
        case ev.Chosen(seat, kinds):
            return replace(state, choices=with_seat(state.choices, seat, kinds))
        case ev.ChoicesRevealed(choices):
            (white, black), (ours, theirs) = state.armies, choices
            return replace(state, armies=(white + ours, black + theirs), due=(0, 0))
        case ev.Placed(seat, kind, tile):
            mine = (*state.placed[seat - 1], (kind, tile))
            return replace(state, placed=with_seat(state.placed, seat, mine))
        case ev.PlacementDone(seat):
            return replace(state, done=with_seat(state.done, seat, True))
        case ev.Deployed(units):
            return replace(state, position=deployed(state.position, units))
        case _:
            assert_never(event)


def _turn(state: State, event: ev.TurnEvent) -> State:
    """The notation of an action, and the end of a turn with its counts."""
    match event:
        case ev.Acted(_, note):
            return replace(state, last=note)
        case ev.TurnEnded():
            position = _after_turn(state.position, event)
            earlier = state.history if event.progress else ()
            return replace(state, position=position, history=(*earlier, occurrence(position)))
        case _:
            assert_never(event)


def _after_turn(position: Position, event: ev.TurnEnded) -> Position:
    """C8-FRZ-3, C8-TURN-1: marks thaw or settle, then it is the other player's turn.

    C8-POS-3: the side changes also when the game has just ended.
    """
    cells = tuple(board.SETTLE[event.seat][byte] for byte in position.cells)
    counts = fields_of(event, "forfeits", "offer", "progress", "round")
    return replace(position, cells=cells, side=3 - event.seat, **counts)


def _gm(state: State, event: ev.GMEvent) -> State:
    """C8-GM-1: the table, or a number beside it."""
    match event:
        case ev.TableChanged(position):
            return replace(state, position=position, history=(occurrence(position),))
        case ev.CounterSet(position):
            return replace(state, position=position)
        case _:
            assert_never(event)


def _shared(state: State, event: SharedEvent) -> State:
    """Events of every system; the position follows draw offers, and `play` begins the history."""
    flow, position = apply_flow(state.flow, event), state.position
    if isinstance(event, DrawOffered):
        return replace(state, flow=flow, position=replace(position, offer=event.seat))
    if isinstance(event, DrawOfferClosed) or (
        isinstance(event, Ended) and event.rule == "C8-DRAW-2"
    ):
        return replace(state, flow=flow, position=replace(position, offer=0))
    if isinstance(event, PhaseBegan) and event.phase != "over":
        history = (occurrence(position),) if event.phase == "play" else state.history
        return replace(state, flow=replace(flow, outcome=None), history=history)
    return replace(state, flow=flow)


def _opened(state: State, event: ev.GameOpened) -> State:
    """C8-TREAS-1, C8-TREAS-2: the treasures lie as the layout says."""
    laid = bytearray(64)
    for number, tiles in enumerate(LAYOUTS[event.layout]):
        for tile in tiles:
            byte = treasure_byte(1 + number // 2, ("Supply", "Relic")[number % 2])
            laid[board.tile_named(tile)] = byte
    position = Position(treasures=tuple(laid), removed=event.removed)
    return replace(state, position=position, house=event.house, layout=event.layout)


def deployed(position: Position, units: tuple[tuple[int, str, str], ...]) -> Position:
    """C8-PLACE-1: units start facing forward."""
    return position.with_cells(
        {board.tile_named(tile): board.fresh_byte(seat, kind) for seat, kind, tile in units}
    )


def _synchronous(state: State) -> State:
    """The state with side, round and offer of the position copied into its shared flow."""
    position, flow = state.position, state.flow
    turn = position.side if flow.phase in ("play", "over") else 0
    shown = replace(flow, round=position.round, turn=turn, offer=position.offer)
    return state if shown == flow else replace(state, flow=shown)


def after_deed(position: Position, event: ev.Deed) -> Position:
    """What one deed does to the units and the treasures."""
    match event:
        case ev.Moved(start, goal):
            a, b = board.tile_named(start), board.tile_named(goal)
            return position.with_cells({a: 0, b: position.cells[a]})
        case ev.Swapped(start, goal):
            a, b = board.tile_named(start), board.tile_named(goal)
            return position.with_cells({a: position.cells[b], b: position.cells[a]})
        case ev.Turned(tile, facing):
            at = board.tile_named(tile)
            return position.with_cells({at: board.turned_byte(position.cells[at], facing)})
        case ev.Captured(_, _, tile):
            return position.with_cells({board.tile_named(tile): 0})
        case ev.CounterCaptured(_, _, _, start):
            return position.with_cells({board.tile_named(start): 0})
        case ev.Froze(_, _, tile):
            at = board.tile_named(tile)
            return position.with_cells({at: position.cells[at] | board.HIT})
        case ev.Recruited(seat, kind, tile):  # C8-REC-8: a Pawn faces forward
            return deployed(position, ((seat, kind, tile),))
        case ev.TreasureCaptured(_, _, tile):
            at = board.tile_named(tile)
            left = (0 if i == at else byte for i, byte in enumerate(position.treasures))
            return replace(position, treasures=tuple(left))
        case _:
            assert_never(event)


CHAPTERS = by_type(_deed, _setup, _turn, _gm, _shared, rest=only_told(ev, State))
"""Every event of the system by its type."""
