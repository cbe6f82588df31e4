"""What an action would bring, before it is ordered: what it takes, and what could be taken then.

No die falls in play, so all of it is certain but the answer of the other side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.crusade8x8.adjudicate import order_of_seat
from rules.crusade8x8.apply import apply
from rules.crusade8x8.board.position import Position, by_name
from rules.crusade8x8.board.tables import COLOURS, SEAT_OF, tile_name
from rules.crusade8x8.orders import Act
from rules.crusade8x8.search.generate import packed
from rules.crusade8x8.search.takers import Takers
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.brief import brief
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal
from rules.line.orders import Order

SHOWN = 3
"""So many ways to take a unit are named."""

Answers = dict[int, list[str]]
"""By tile: the actions that would take the unit there, in notation."""


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """C8-ACT-1: as if it were this seat's turn.  Raises `Refusal` as the action itself would."""
    if not isinstance(order, Act):
        raise Refusal("C8-ACT-1", "odds are for actions of units")
    lines: list[str] = []
    if state.flow.phase == "play" and state.position.side != seat:
        state = as_if(state, seat)
        lines.append(f"As if it were {COLOURS[seat]}'s turn, where all stand now:")
    adj = Adjudication(state, seat, no_die, apply)
    order_of_seat(adj, order)
    events, after = adj.finish(), adj.state
    lines += ["".join(span.text for span in line) for line in brief(state, (order,), events, seat)]
    if after.flow.outcome is not None:
        return tuple(lines)
    return (*lines, *answers_told(state.position, after, seat))


def as_if(state: State, seat: int) -> State:
    """C8-TURN-2: as if it were this seat's turn."""
    flow = replace(state.flow, turn=seat)
    return replace(state, flow=flow, position=replace(state.position, side=seat, offer=0))


def no_die(die: Die) -> int:
    """C8-SCOPE-1: dice fall in the set-up only."""
    raise Refusal(die.rule, "no die is rolled for this")


def answers_told(before: Position, after: State, seat: int) -> Iterator[str]:
    """What the other side could take: first of the units that came to where they are."""
    position = after.position
    found = takings(after, seat)
    came = [tile for tile in position.tiles_of(seat) if SEAT_OF[before.cells[tile]] != seat]
    for tile in by_name(came):
        yield (
            f"{named(position, tile)} could then be taken: {ways(found[tile])}"
            if (tile in found)
            else f"{named(position, tile)} could not be taken then"
        )
    others = [tile for tile in by_name(found) if tile not in came]
    if others:
        told = "; ".join(f"{named(position, tile)}: {ways(found[tile])}" for tile in others)
        yield f"{'Also at risk' if came else 'At risk then'}: {told}"
    elif not came:
        yield "Nothing could be taken then"


def named(position: Position, tile: int) -> str:
    """`Warrior e3`."""
    unit = position.unit_at(tile)
    return f"{unit.kind if unit is not None else 'unit'} {tile_name(tile)}"


def ways(notes: Sequence[str]) -> str:
    """`Na5xb3, Ac4xb3 and 2 more`."""
    more = len(notes) - SHOWN
    return ", ".join(notes[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def takings(state: State, seat: int) -> Answers:
    """C8-ACT-1: of every unit of a seat that an action of the other could take the shortest such
    action of each unit that can."""
    position = state.position
    own = bytes(1 if SEAT_OF[byte] == seat else 0 for byte in range(256))
    here = bytes(position.cells).translate(own)
    count, found = here.count(1), Answers()
    takers = Takers(packed(position), state.house, position.removed)
    for tile in position.tiles_of(position.side):
        best: dict[int, str] = {}
        for note, cells, _ in takers.mains(tile):
            there = cells.translate(own)
            if there.count(1) >= count:
                continue
            for gone in lost(here, there, cells):
                if gone not in best or len(note) < len(best[gone]):
                    best[gone] = note
        for gone, note in best.items():
            found.setdefault(gone, []).append(note)
    return found


def lost(here: bytes, there: bytes, cells: bytes) -> list[int]:
    """The tiles whose units were taken; one that was only pushed away left its tile open."""
    left = [tile for tile in range(64) if here[tile] and not there[tile]]
    if len(left) <= here.count(1) - there.count(1):
        return left
    return [tile for tile in left if cells[tile]]
