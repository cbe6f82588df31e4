"""Turns, the end of the game, and what the GM sets."""

import re
from dataclasses import replace

from rules.crusade8x8 import board
from rules.crusade8x8 import events as ev
from rules.crusade8x8.action.action import judge
from rules.crusade8x8.board import COLOURS, Position, Unit, read_position, treasure_byte
from rules.crusade8x8.events import CounterSet, TableChanged
from rules.crusade8x8.notation import check_tile, check_wellformed, refusal_of
from rules.crusade8x8.orders import Act, Choose, PlaceUnits
from rules.crusade8x8.overrides import PutUnit, SetPosition
from rules.crusade8x8.road import ROAD
from rules.crusade8x8.setup import after_choices, check_choice, check_spot, deploy
from rules.crusade8x8.state import State, with_seat
from rules.display.words import whole as whole_number
from rules.line import common, overrides
from rules.line.adjudication import Adjudication
from rules.line.common import load_dice, record_ruling, set_winner
from rules.line.errors import Refusal, required
from rules.line.events import Ended, Event, PhaseBegan, TurnPassed
from rules.line.flow import Outcome, seat_name
from rules.line.orders import Order, Unread

# Sections 5, 7.9, 7.10: actions, passes, the end of a turn, draws, the setup orders.


Adj = Adjudication[State]

SIDES = common.each_alone((1, 2))


def take_action(adj: Adj, order: Act) -> None:
    """C8-TURN-3: one turn is one action with one unit."""
    act, outcome = judge(adj.state.position, adj.state.house, order)
    adj.emit(ev.Acted(adj.seat, act.note))
    for event in act.events:
        adj.emit(event)
    end_turn(adj, adj.seat, outcome, act.events)


def forfeit(adj: Adj, seat: int) -> None:
    """C8-FORF-1, C8-FORF-2: a pass is always legal in one's own turn, and it is counted."""
    count = adj.state.position.forfeits[seat - 1] + 1
    adj.emit(ev.Acted(seat, "pass"))
    adj.emit(ev.Forfeited(seat, count))
    end_turn(adj, seat, None, (), count)


def time_is_up(adj: Adj, seat: int) -> None:
    """C8-FORF-4: the mover forfeits the turn as by `pass`; the clock runs in phase play only."""
    ROAD.check_going_on(adj.state)
    mover = adj.state.position.side
    if adj.state.flow.phase != "play":
        adj.emit(ev.ClockNoticed(seat))
        return
    if seat not in (0, mover):
        why = f"the clock of {seat_name(mover)} is running, not that of {seat_name(seat)}"
        raise Refusal("C8-FORF-4", why)
    adj.emit(ev.ClockRanOut(mover))
    forfeit(adj, mover)


def end_turn(
    adj: Adj,
    seat: int,
    outcome: Outcome | None,
    deeds: tuple[Event, ...] | list[Event],
    count: int = 0,
) -> None:
    """Section 7.9: marks, forfeits, offer, progress, round and side; then the end of the game.

    C8-FORF-3: a pass that makes the count 2 or more offers a draw.  C8-DRAW-4: the opponent's
    offer lapses when this turn is completed.
    """
    position = adj.state.position
    took = any(
        isinstance(one, ev.Captured | ev.CounterCaptured | ev.TreasureCaptured) for one in deeds
    )
    offer = seat if count >= 2 or position.offer == seat else 0
    ended = ev.TurnEnded(
        seat,
        with_seat(position.forfeits, seat, count),
        offer,
        0 if took else position.progress + 1,
        position.round + (seat == 2),
    )
    adj.emit(ended)
    result = outcome or barren(adj.state)
    if result is not None:
        end_game(adj, result)
    else:
        adj.emit(TurnPassed(adj.state.position.side))


def barren(state: State) -> Outcome | None:
    """C8-WIN-6, C8-OPT-8, C8-OPT-7: the draw by too many turns without a capture, or by a repeated
    position; None if there is none."""
    house, turns = state.house, state.position.progress
    if house.progress and turns >= house.progress:
        return Outcome(f"{turns} turns without a capture", "C8-OPT-8", ())
    times = state.history.count(state.history[-1]) if state.history else 0
    if house.repetition and times >= house.repetition:
        return Outcome(f"the position occurred {times} times", "C8-OPT-7", ())
    return None


def end_game(adj: Adj, outcome: Outcome) -> None:
    """Section 9: the result, and the phase in which nothing more can be ordered."""
    adj.emit(Ended(outcome.rule, outcome.termination, outcome.winners))
    adj.emit(PhaseBegan(adj.state.position.round, "over"))


def choose(adj: Adj, order: Choose) -> None:
    """C8-CHOICE-5: secret until both are in; then both are revealed and the setup goes on."""
    check_choice(adj.state, adj.seat, order)
    adj.emit(ev.Chosen(adj.seat, order.kinds))
    if all(adj.state.choices):
        adj.emit(ev.ChoicesRevealed(adj.state.choices))
        after_choices(adj)


def place(adj: Adj, order: PlaceUnits) -> None:
    """C8-PLACE-1: units are placed in secret, one after the other."""
    for spot in order.units:
        check_spot(adj.state, adj.seat, spot)
        adj.emit(ev.Placed(adj.seat, spot.kind, spot.tile))


def finish_placing(adj: Adj) -> None:
    """C8-PLACE-1: when both are done everything is revealed."""
    adj.emit(ev.PlacementDone(adj.seat))
    if all(adj.state.done):
        deploy(adj)


def close(adj: Adj) -> None:
    """Section 9: after the end nothing can be ordered."""
    adj.emit(PhaseBegan(adj.state.position.round, "over"))


ENDING = common.AgreedEnd(
    resigned="C8-WIN-4",
    drawn="C8-DRAW-2",
    again="C8-DRAW-3",
    sides=lambda state: SIDES,
    called=COLOURS.__getitem__,
    agreed="agreed",
    close=close,
)
"""C8-WIN-4, C8-WIN-6, C8-DRAW-1 to C8-DRAW-3, C8-DRAW-5: `Black resigns`, `agreed`."""


def awaits(state: State) -> tuple[int, ...]:
    """C8-CHOICE-5, C8-PLACE-1, C8-TURN-1: the seats awaited: each that has still to choose or
    place, then the mover."""
    match state.flow.phase:
        case "choose":
            return tuple(seat for seat in (1, 2) if not state.choices[seat - 1])
        case "place":
            return tuple(seat for seat in (1, 2) if not state.done[seat - 1])
        case "play":
            return (state.position.side,)
        case _:
            return ()


def is_timed(state: State) -> bool:
    """C8-FORF-4: the clock runs in phase `play` only."""
    return state.flow.phase == "play"


# C8-GM-1: what the GM may set.  No override ends the game or asks for a recruit.


RULE = "C8-GM-1"


def override(adj: Adj, order: Order) -> None:
    """Carry out one line of the GM."""
    check_wellformed(order)
    position = adj.state.position
    match order:
        case SetPosition(text):
            change(adj, read_position(text), str(order))
            if adj.state.flow.phase != "play":
                adj.emit(PhaseBegan(adj.state.position.round, "play"))
        case PutUnit():
            change(adj, put(position, order), str(order))
        case overrides.Remove(ref):
            tile, _ = unit_on(position, ref)
            change(adj, position.with_cells({tile: 0}), str(order))
        case overrides.Relocate(ref, to):
            change(adj, relocate(position, ref, str(to)), str(order))
        case overrides.Give(ref, condition):
            change(adj, mark(position, ref, condition, board.FROZEN), str(order))
        case overrides.Clear(ref, condition):
            change(adj, mark(position, ref, condition, 0), str(order))
        case overrides.Set():
            set_value(adj, order)
        case overrides.NextDice():
            load_dice(adj, order, RULE, range(1, 21))
        case overrides.Rule():
            record_ruling(adj, order)
        case overrides.SetWinner():
            set_winner(adj, order, "C8-WIN-7", SIDES, over="C8-END-1", unknown=RULE)
            close(adj)
        case overrides.Timeout(seat):
            time_is_up(adj, seat)
        case Unread():
            raise refusal_of(order)
        case _:
            raise Refusal(RULE, f"`{order}` is an order of a player, not of the GM")


def change(adj: Adj, position: Position, what: str) -> None:
    """C8-GM-1: change the table: repetitions count anew, and earlier orders stand for good."""
    adj.emit(TableChanged(position, what))


def named_tile(name: str) -> int:
    check_tile(name)
    return board.tile_named(name)


def unit_on(position: Position, name: str) -> tuple[int, Unit]:
    """C8-REF-1: the tile of that name and the unit on it.  Raises `Refusal` if it is empty."""
    tile = named_tile(name)
    unit = required(position.unit_at(tile), "C8-REF-1", f"no unit stands on {name}")
    return tile, unit


def free_tile(position: Position, name: str) -> int:
    """C8-BOARD-3: the tile of that name.  Raises `Refusal` if a unit stands there."""
    tile = named_tile(name)
    unit = position.unit_at(tile)
    if unit is not None:
        raise Refusal("C8-BOARD-3", f"a {unit} stands on {name}; a tile holds one unit")
    return tile


def put(position: Position, order: PutUnit) -> Position:
    """Section 3.2: the position with a new unit; a Pawn faces forward unless told otherwise."""
    check_seat(order.seat)
    tile = free_tile(position, order.tile)
    if order.kind in board.PAWNS:
        facing: str | None = order.facing or board.FORWARD[order.seat]
    elif order.facing:
        raise Refusal("C8-BOARD-5", f"a {order.kind} is a Noble and has no facing")
    else:
        facing = None
    return position.with_cells({tile: board.unit_byte(order.seat, order.kind, facing)})


def check_seat(seat: int) -> None:
    if seat not in (1, 2):
        raise Refusal(RULE, f"there is no army {seat}, only army 1 and army 2")


def relocate(position: Position, start: str, goal: str) -> Position:
    """Section 3.2: move a unit with its frozen mark; a move by the GM is no landing."""
    tile, _ = unit_on(position, start)
    return position.with_cells({tile: 0, free_tile(position, goal): position.cells[tile]})


def mark(position: Position, name: str, condition: str, bit: int) -> Position:
    """Section 3.2: `give b2 frozen`, `clear b2 frozen`."""
    if condition.lower() != "frozen":
        raise Refusal(RULE, f"a unit can be frozen, not {condition[:40]!r}")
    tile, _ = unit_on(position, name)
    return position.with_cells({tile: position.cells[tile] & 0x3F | bit})


def set_value(adj: Adj, order: overrides.Set) -> None:
    """Set something of a tile (`set b2 ..`), of an army (`set army 1 ..`) or of the game."""
    subject, attribute, value = order.subject, order.attribute, order.value.lower().strip()
    if subject in board.TILE_NAMES:
        change(adj, set_tile(adj.state.position, subject, attribute, value), str(order))
    elif subject == "game":
        set_game(adj, attribute, value, str(order))
    elif attribute == "forfeits" and subject in ("army 1", "army 2"):
        forfeits = with_seat(adj.state.position.forfeits, int(subject[-1]), number(value))
        adj.emit(CounterSet(replace(adj.state.position, forfeits=forfeits), str(order)))
    else:
        raise Refusal(RULE, f"nothing called {subject} {attribute[:40]} can be set")


def set_tile(position: Position, name: str, attribute: str, value: str) -> Position:
    """`set b2 facing left`, `set b2 facing west`, `set b2 treasure supply of army 1`."""
    if attribute == "treasure":
        return set_treasure(position, named_tile(name), value)
    if attribute != "facing":
        raise Refusal(RULE, f"a tile has a facing or a treasure to set, not {attribute[:40]!r}")
    tile, unit = unit_on(position, name)
    if unit.facing is None:
        raise Refusal("C8-BOARD-5", f"the {unit.kind} on {name} is a Noble and has no facing")
    facing = board.COMPASS.get(value.lower(), value.lower())
    if facing not in board.FACINGS:
        raise Refusal(RULE, f"a facing is up, right, down or left, not {value[:40]!r}")
    return position.with_cells({tile: board.turned_byte(position.cells[tile], facing)})


def set_treasure(position: Position, tile: int, value: str) -> Position:
    """C8-TREAS-1: at most two Supplies and two Relics each; `none` counts as captured."""
    known = {name.lower(): byte for byte, name in enumerate(board.TREASURES)} | {"none": 0}
    if value not in known:
        raise Refusal(RULE, f"a treasure is none or e.g. supply of army 1, not {value[:40]!r}")
    laid = list(position.treasures)
    laid[tile] = known[value]
    for seat in (1, 2):
        for kind in ("Supply", "Relic"):
            if laid.count(treasure_byte(seat, kind)) > 2:
                why = f"{board.COLOURS[seat]} has two {kind} tiles; a third cannot be set"
                raise Refusal("C8-TREAS-1", why)
    return replace(position, treasures=tuple(laid))


def set_game(adj: Adj, attribute: str, value: str, what: str) -> None:
    """`set round 9`, `set turn army 2`, `set phase play`, `set game progress 58`, `removed AB`."""
    position = adj.state.position
    match attribute:
        case "round":
            adj.emit(CounterSet(replace(position, round=number(value)), what))
        case "progress":
            adj.emit(CounterSet(replace(position, progress=number(value)), what))
        case "turn":
            seat = number(re.sub(r"(army|seat)\s*", "", value))
            check_seat(seat)
            change(adj, replace(position, side=seat), what)
            adj.emit(TurnPassed(seat))
        case "removed":
            change(adj, replace(position, removed=removed_types(value)), what)
        case "phase" if value == adj.state.flow.phase:
            adj.emit(CounterSet(position, what))
        case "phase" if value in ("choose", "place", "play", "over"):
            adj.emit(PhaseBegan(position.round, value))
        case _:
            raise Refusal(RULE, f"{attribute[:40]} {value[:40]} cannot be set")


def removed_types(value: str) -> str:
    """C8-POS-1: the letters of removed types in the order ACRWBMNP; empty for `-`."""
    letters = value.upper().strip("-")
    if any(letter not in board.LETTERS for letter in letters):
        raise Refusal(RULE, f"types are named by the letters {board.LETTERS}, not {value[:40]!r}")
    return "".join(letter for letter in board.LETTERS if letter in letters)


def number(value: str) -> int:
    return required(whole_number(value, 0), RULE, f"a whole number is needed, not {value[:40]!r}")
