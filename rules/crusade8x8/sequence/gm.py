"""C8-GM-1: what the GM may set.  No override ends the game or asks for a recruit."""

import re
from dataclasses import replace

from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import Position, Unit, treasure_byte
from rules.crusade8x8.board.position_text import read_position
from rules.crusade8x8.events import CounterSet, TableChanged
from rules.crusade8x8.overrides import PutUnit, SetPosition
from rules.crusade8x8.sequence.turns import SIDES, time_is_up
from rules.crusade8x8.state import State, with_seat
from rules.crusade8x8.wellformed import check_tile, check_wellformed, refusal_of
from rules.display.words import whole as whole_number
from rules.line import overrides
from rules.line.adjudication import Adjudication
from rules.line.common import load_dice, record_ruling, set_winner
from rules.line.errors import Refusal
from rules.line.events import PhaseBegan, TurnPassed
from rules.line.orders import Order, Unread

Adj = Adjudication[State]
RULE = "C8-GM-1"


def override(adj: Adj, order: Order) -> None:
    """One line of the GM."""
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
            change(adj, with_byte(position, tile, 0), str(order))
        case overrides.Relocate(ref, to):
            change(adj, relocate(position, ref, str(to)), str(order))
        case overrides.Give(ref, condition):
            change(adj, mark(position, ref, condition, tables.FROZEN), str(order))
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
            adj.emit(PhaseBegan(position.round, "over"))
        case overrides.Timeout(seat):
            time_is_up(adj, seat)
        case Unread():
            raise refusal_of(order)
        case _:
            raise Refusal(RULE, f"`{order}` is an order of a player, not of the GM")


def change(adj: Adj, position: Position, what: str) -> None:
    """C8-GM-1: positions count anew, and what the players ordered before can stand for good."""
    adj.emit(TableChanged(position, what))


def with_byte(position: Position, tile: int, byte: int) -> Position:
    cells = list(position.cells)
    cells[tile] = byte
    return replace(position, cells=tuple(cells))


def named_tile(name: str) -> int:
    check_tile(name)
    return tables.tile_named(name)


def unit_on(position: Position, name: str) -> tuple[int, Unit]:
    """C8-REF-1: the tile named holds a unit."""
    tile = named_tile(name)
    unit = position.unit_at(tile)
    if unit is None:
        raise Refusal("C8-REF-1", f"no unit stands on {name}")
    return tile, unit


def free_tile(position: Position, name: str) -> int:
    """C8-BOARD-3: a tile holds at most one unit."""
    tile = named_tile(name)
    unit = position.unit_at(tile)
    if unit is not None:
        raise Refusal("C8-BOARD-3", f"a {unit} stands on {name}; a tile holds one unit")
    return tile


def put(position: Position, order: PutUnit) -> Position:
    """Section 3.2: a Pawn faces forward unless told otherwise."""
    check_seat(order.seat)
    tile = free_tile(position, order.tile)
    if order.kind in tables.PAWNS:
        facing: str | None = order.facing or tables.FORWARD[order.seat]
    elif order.facing:
        raise Refusal("C8-BOARD-5", f"a {order.kind} is a Noble and has no facing")
    else:
        facing = None
    return with_byte(position, tile, tables.unit_byte(order.seat, order.kind, facing))


def check_seat(seat: int) -> None:
    if seat not in (1, 2):
        raise Refusal(RULE, f"there is no army {seat}, only army 1 and army 2")


def relocate(position: Position, start: str, goal: str) -> Position:
    """Section 3.2: frozen marks go with the unit; moving by the GM is no landing."""
    tile, _ = unit_on(position, start)
    byte = position.cells[tile]
    return with_byte(with_byte(position, tile, 0), free_tile(position, goal), byte)


def mark(position: Position, name: str, condition: str, bit: int) -> Position:
    """Section 3.2: `give b2 frozen`, `clear b2 frozen`."""
    if condition.lower() != "frozen":
        raise Refusal(RULE, f"a unit can be frozen, not {condition[:40]!r}")
    tile, _ = unit_on(position, name)
    return with_byte(position, tile, position.cells[tile] & 0x3F | bit)


def set_value(adj: Adj, order: overrides.Set) -> None:
    """`set <tile>`, `set army N` or `set` something of the game."""
    subject, attribute, value = order.subject, order.attribute, order.value.lower().strip()
    if subject in tables.TILE_NAMES:
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
    facing = tables.COMPASS.get(value.lower(), value.lower())
    if facing not in tables.FACINGS:
        raise Refusal(RULE, f"a facing is up, right, down or left, not {value[:40]!r}")
    byte = position.cells[tile]
    return with_byte(position, tile, byte - tables.FACING_OF[byte] + tables.FACINGS.index(facing))


def set_treasure(position: Position, tile: int, value: str) -> Position:
    """C8-TREAS-1: at most two Supplies and two Relics for each player; `none` is captured."""
    known = {name.lower(): byte for byte, name in enumerate(tables.TREASURES)} | {"none": 0}
    if value not in known:
        raise Refusal(RULE, f"a treasure is none or e.g. supply of army 1, not {value[:40]!r}")
    board = list(position.treasures)
    board[tile] = known[value]
    for seat in (1, 2):
        for kind in ("Supply", "Relic"):
            if board.count(treasure_byte(seat, kind)) > 2:
                why = f"{tables.COLOURS[seat]} has two {kind} tiles; a third cannot be set"
                raise Refusal("C8-TREAS-1", why)
    return replace(position, treasures=tuple(board))


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
    """C8-POS-1: letters in the order ACRWBMNP, or `-`."""
    letters = value.upper().strip("-")
    if any(letter not in tables.LETTERS for letter in letters):
        raise Refusal(RULE, f"types are named by the letters {tables.LETTERS}, not {value[:40]!r}")
    return "".join(letter for letter in tables.LETTERS if letter in letters)


def number(value: str) -> int:
    found = whole_number(value, 0)
    if found is None:
        raise Refusal(RULE, f"a whole number is needed, not {value[:40]!r}")
    return found
