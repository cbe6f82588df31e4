"""What a position is worth to White, in points, for the practice opponent."""

from collections.abc import Iterable, Iterator, Sequence

from rules.crusade8x8.board.tables import FACING_OF, FACINGS, FORWARD, FROZEN, KIND_OF, SEAT_OF
from rules.crusade8x8.search.generate import Found, Packed

WORTH = (100, 110, 130, 100, 150, 170, 140, 170)
"""By number of the kind: Archer, Caster, Rogue, Warrior, Bishop, Commander, Knight, Paladin."""

CAPTURED = (0, 250, 550, 950, 100_000)
"""What none, one, two or three captured treasures are worth; four win."""

WON = 100_000

LAST_UNIT = 80
"""No unit is worth less: only who loses so much at once may have lost his last one."""


class Appraiser:
    """Points for every unit on every tile, made once for the treasures on the board."""

    def __init__(self, treasures: bytes) -> None:
        lying = [tile for tile in range(64) if treasures[tile]]
        goals = tuple(
            tuple(tile for tile in lying if (treasures[tile] + 1) // 2 == owner)
            for owner in (0, 2, 1)
        )
        self._tables = tuple(
            tuple(_points(byte, tile, goals[SEAT_OF[byte]]) for byte in range(128))
            for tile in range(64)
        )

    def points(self, at: Packed) -> int:
        """White's points less Black's; who has no unit or no treasure left has lost (C8-WIN-5)."""
        total = captured(at.treasures) + decided(at.cells)
        for table, byte in zip(self._tables, at.cells, strict=True):
            if byte:
                total += table[byte]
        return total

    def after(self, at: Packed, points: int, actions: Iterable[Found]) -> Iterator[int]:
        """White's points after each of these actions, by what differs on the boards."""
        tables, before = self._tables, at.cells
        whole = int.from_bytes(before, "little")
        treasures, prizes = at.treasures, captured(at.treasures)
        for _, cells, left in actions:
            differs = whole ^ int.from_bytes(cells, "little")
            reached = points
            while differs:
                tile = (differs & -differs).bit_length() - 1 >> 3
                table = tables[tile]
                reached += table[cells[tile]] - table[before[tile]]
                differs &= -256 << 8 * tile
            if left != treasures:
                reached += captured(left) - prizes
            if abs(reached - points) >= LAST_UNIT:
                reached += decided(cells)
            yield reached


def captured(treasures: bytes) -> int:
    """What the treasures that White has won are worth, less those that Black has."""
    white, black = treasures.translate(OWNER_1), treasures.translate(OWNER_2)
    return CAPTURED[4 - black.count(1)] - CAPTURED[4 - white.count(1)]


def decided(cells: bytes) -> int:
    """C8-WIN-2: who has no unit has lost."""
    units = cells.translate(SEATS)
    return (0 if 2 in units else WON) - (0 if 1 in units else WON)


SEATS = bytes(SEAT_OF)
OWNER_1 = bytes(byte in (1, 2) for byte in range(256))
OWNER_2 = bytes(byte in (3, 4) for byte in range(256))


def _points(byte: int, tile: int, goals: Sequence[int]) -> int:
    """Worth, nearness to a treasure, and for a Pawn the way it looks."""
    seat, kind = SEAT_OF[byte], KIND_OF[byte]
    if not seat:
        return 0
    nearness = max((7 - _distance(tile, goal) for goal in goals), default=0)
    facing = FACING_OF[byte]
    look = 0
    if facing >= 0:
        forward = FACINGS.index(FORWARD[seat])
        look = (8, 0, -8, 0)[(facing - forward) % 4]
    points = WORTH[kind] + 5 * nearness + look - (15 if byte & FROZEN else 0)
    return points if seat == 1 else -points


def _distance(one: int, other: int) -> int:
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))
