"""Section 4.2: where the units start."""

from collections.abc import Iterator, Sequence

from rules.crusade8x8.board.tables import COLOURS, PAWNS, ROW, tile_named
from rules.crusade8x8.orders import Recruit
from rules.crusade8x8.setup.data import FILES, NOBLES_FIRST, THEN_PAWNS
from rules.crusade8x8.state import State
from rules.line.errors import Refusal

Placed = tuple[tuple[str, str], ...]


def automatic_placement(seat: int, army: Sequence[str], by_hand: Placed) -> Placed:
    """C8-PLACE-5: Nobles from row 1, then Pawns from row 2; who finds no tile is in reserve."""
    waiting = list(army)
    for kind, _ in by_hand:
        waiting.remove(kind)
    placed = list(by_hand)
    for kinds, first in ((NOBLES_FIRST, 1), (THEN_PAWNS, 2)):
        for kind in kinds:
            for _ in range(waiting.count(kind)):
                taken = [tile for _, tile in placed]
                tile = next((one for one in tiles_in_order(seat, first) if one not in taken), None)
                if tile is not None:
                    placed.append((kind, tile))
    return tuple(placed)


def tiles_in_order(seat: int, first: int) -> Iterator[str]:
    """C8-PLACE-5: rows up to 3, files d e c f b g a h; the armies mirror each other."""
    for row in range(first, 4):
        for file in FILES:
            yield f"{file}{row if seat == 1 else 9 - row}"


def check_spot(state: State, seat: int, spot: Recruit) -> None:
    """C8-PLACE-2 to C8-PLACE-4: one unit placed by hand; facing is forward (C8-PLACE-1)."""
    mine = state.placed[seat - 1]
    check_unplaced(state.armies[seat - 1], mine, spot.kind)
    row = ROW[seat][tile_named(spot.tile)]
    if row > 3:
        why = f"{spot.tile} is on {COLOURS[seat]}'s row {row}, units start on rows 1 to 3"
        raise Refusal("C8-PLACE-3", why)
    if row == 1 and spot.kind in PAWNS:
        raise Refusal("C8-PLACE-4", f"{spot.tile} is on row 1, no {spot.kind} starts there")
    if any(tile == spot.tile for _, tile in mine):
        raise Refusal("C8-ACT-5", f"{spot.tile} is not open: a unit of yours is placed there")


def check_unplaced(army: Sequence[str], mine: Placed, kind: str) -> None:
    """C8-PLACE-2: only a unit of the army that is not placed yet."""
    have, used = list(army).count(kind), [one for one, _ in mine].count(kind)
    if used >= have:
        why = f"the army has {have} {kind}, {used} of them placed already"
        raise Refusal("C8-PLACE-2", why)
