"""A position: who stands where, what lies where, the counters; its house rules."""

from collections.abc import Iterable

from rules.crusade8x8.board.tables import (
    ARROWS,
    COLOURS,
    FACING_OF,
    FACINGS,
    FROZEN,
    HIT,
    KIND_OF,
    KINDS,
    LETTER_OF_KIND,
    LIMITS,
    SEAT_OF,
    tile_name,
)
from rules.line.frozen import Frozen


class Unit(Frozen):
    """A unit on its tile: Pawns have a facing, Nobles have none."""

    seat: int
    kind: str
    facing: str | None
    frozen: bool = False

    @property
    def is_pawn(self) -> bool:
        return self.facing is not None

    @property
    def letter(self) -> str:
        """C8-VIEW-2: White's letters are capitals, Black's are small."""
        letter = LETTER_OF_KIND[self.kind]
        return letter if self.seat == 1 else letter.lower()

    @property
    def arrow(self) -> str:
        return ARROWS[FACINGS.index(self.facing)] if self.facing else ""

    def __str__(self) -> str:
        return f"{COLOURS[self.seat].lower()} {self.kind}"


class Position(Frozen):
    """C8-POS-1: everything on the table; `cells` and `treasures` have one byte for each tile."""

    cells: tuple[int, ...] = (0,) * 64
    treasures: tuple[int, ...] = (0,) * 64
    side: int = 1
    removed: str = ""
    forfeits: tuple[int, int] = (0, 0)
    offer: int = 0
    progress: int = 0
    round: int = 1

    def unit_at(self, tile: int) -> Unit | None:
        return UNITS[self.cells[tile]]

    def is_open(self, tile: int) -> bool:
        """C8-BOARD-3: a tile holds at most one unit; a treasure does not close it."""
        return not self.cells[tile]

    def tiles_of(self, seat: int) -> tuple[int, ...]:
        return tuple(tile for tile in range(64) if SEAT_OF[self.cells[tile]] == seat)

    def count(self, seat: int, kind: str) -> int:
        wanted = KINDS.index(kind)
        return sum(1 for b in self.cells if KIND_OF[b] == wanted and SEAT_OF[b] == seat)

    def reserve(self, seat: int, kind: str) -> int:
        """C8-SETUP-10: the limit less the units on the board; none of a type out of the game."""
        if LETTER_OF_KIND[kind] in self.removed:
            return 0
        return max(0, LIMITS[kind] - self.count(seat, kind))

    def treasures_of(self, seat: int, kind: str) -> tuple[int, ...]:
        """The tiles of a seat's Supplies or Relics that are still to be captured, by name."""
        byte = treasure_byte(seat, kind)
        return by_name(tile for tile in range(64) if self.treasures[tile] == byte)

    def treasures_left(self, seat: int) -> int:
        return len(self.treasures_of(seat, "Supply")) + len(self.treasures_of(seat, "Relic"))

    def is_frozen(self, tile: int) -> bool:
        """C8-FRZ-1: marked in an earlier turn or hit in this one."""
        return bool(self.cells[tile] & (FROZEN | HIT))


def named(unit: Unit, tile: int) -> str:
    """How refusals call a unit: `the Archer on b2`."""
    return f"the {unit.kind} on {tile_name(tile)}"


def treasure_byte(seat: int, kind: str) -> int:
    """C8-TREAS-1: 1 and 2 are White's Supply and Relic, 3 and 4 Black's."""
    return 2 * seat - 1 + (kind == "Relic")


def by_name(tiles: Iterable[int]) -> tuple[int, ...]:
    """Tiles in alphabetical order of their names."""
    return tuple(sorted(tiles, key=tile_name))


def _unit_of(byte: int) -> Unit | None:
    seat, kind, facing = SEAT_OF[byte], KIND_OF[byte], FACING_OF[byte]
    if not seat:
        return None
    return Unit(seat, KINDS[kind], FACINGS[facing] if facing >= 0 else None, byte > 0x3F)


UNITS = tuple(_unit_of(byte) for byte in range(256))


class House(Frozen):
    """C8-OPT-2 to C8-OPT-8: the options of a match; a limit of 0 is switched off."""

    choices_auto: bool = False
    placement_hidden: bool = False
    sight_clear: bool = False
    frozen_all: bool = False
    follow_command: bool = False
    repetition: int = 3
    progress: int = 60
