"""The board, its geometry and its units, and a position as one line of text."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

# The board's geometry, the eight kinds of unit and the byte that stands for each of them.


SEATS = (1, 2)
COLOURS = ("", "White", "Black")
"""C8-BOARD-2: files a-h run left to right and ranks 1-8 bottom to top, as White sees the board."""

KINDS = ("Archer", "Caster", "Rogue", "Warrior", "Bishop", "Commander", "Knight", "Paladin")
PAWNS, NOBLES = KINDS[:4], KINDS[4:]
LETTERS = "ACRWBMNP"
FACINGS = ("up", "right", "down", "left")
COMPASS = {"north": "up", "east": "right", "south": "down", "west": "left"}
"""C8-NOTE-4: other words for the facings."""

ARROWS = "^>v<"
FORWARD = ("", "up", "down")
"""C8-BOARD-4: White looks up at the start, Black down."""

KIND_OF_LETTER = dict(zip(LETTERS, KINDS, strict=True)) | {"K": "Knight"}
LETTER_OF_KIND = dict(zip(KINDS, LETTERS, strict=True))
LIMITS = {kind: 4 if kind in PAWNS else 2 for kind in KINDS}
"""C8-SETUP-6, C8-SETUP-8: four of each Pawn, two of each Noble."""

TREASURES = ("", "Supply of army 1", "Relic of army 1", "Supply of army 2", "Relic of army 2")
"""What a byte of the treasure board means (C8-TREAS-1)."""


def tile_name(tile: int) -> str:
    """C8-BOARD-1: tiles are counted from a1 along the ranks to h8."""
    return TILE_NAMES[tile]


def tile_named(name: str) -> int:
    """The number of a tile that is known to exist."""
    return "abcdefgh".index(name[0].lower()) + 8 * (int(name[1]) - 1)


def _grid(dx: int, dy: int) -> tuple[int, ...]:
    """The tile that one fixed step leads to from each tile; -1 is off the board."""
    goals = ((tile % 8 + dx, tile // 8 + dy) for tile in range(64))
    return tuple(x + 8 * y if 0 <= x < 8 and 0 <= y < 8 else -1 for x, y in goals)


def _ray(direction: int, tile: int) -> tuple[int, ...]:
    path = []
    while (tile := NEXT[direction][tile]) >= 0:
        path.append(tile)
    return tuple(path)


def steps_between(one: int, other: int) -> int:
    """The number of steps between two tiles; a diagonal step counts one."""
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))


def _real(*tiles: int) -> tuple[int, ...]:
    return tuple(tile for tile in tiles if tile >= 0)


def _jumps(tile: int) -> tuple[tuple[int, int, int], ...]:
    """C8-KNI-2: each jump: goal, tile before a straight arrival, tile before a slanted one."""
    found = []
    for slant in (1, 3, 5, 7):
        for straight in (slant - 1, (slant + 1) % 8):
            near, far = NEXT[slant][tile], NEXT[straight][tile]
            goal = NEXT[straight][near] if near >= 0 else -1
            if goal >= 0:
                found.append((goal, near, far))
    return tuple(found)


TILE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Clockwise from up; the direction of facing number f is 2 f (C8-BOARD-4)."""

NEXT = tuple(_grid(dx, dy) for dx, dy in DIRECTIONS)
RAYS = tuple(tuple(_ray(direction, tile) for tile in range(64)) for direction in range(8))
AROUND = tuple(_real(*(NEXT[direction][tile] for direction in range(8))) for tile in range(64))
"""The adjacent tiles, up to eight."""

AHEAD = tuple(NEXT[2 * facing] for facing in range(4))
SIDES, SLANTS = (
    tuple(
        tuple(
            _real(NEXT[(2 * f - by) % 8][tile], NEXT[(2 * f + by) % 8][tile]) for tile in range(64)
        )
        for f in range(4)
    )
    for by in (2, 1)
)
"""The tiles to a Pawn's sides; C8-BOARD-5: its forward diagonal tiles, which depend on its facing
only."""


def ahead_of(tile: int, facing: str | None) -> tuple[int, int]:
    """The tiles one and two ahead of a Pawn, -1 where the board ends."""
    ahead = AHEAD[FACINGS.index(facing or "up")]
    near = ahead[tile]
    return near, ahead[near] if near >= 0 else -1


JUMPS = tuple(_jumps(tile) for tile in range(64))

FROZEN, HIT = 0x40, 0x80
"""C8-FRZ-1: two marks on a unit's byte, frozen since an earlier turn and hit in this one."""


def unit_byte(seat: int, kind: str, facing: str | None) -> int:
    """A unit as a byte: 1 to 20 White, 21 to 40 Black; four facings for each Pawn, then Nobles."""
    number = KINDS.index(kind)
    start = 4 * number + FACINGS.index(facing) if facing else 12 + number
    return start + (1 if seat == 1 else 21)


def fresh_byte(seat: int, kind: str) -> int:
    """A unit as it comes onto the board: a Pawn faces forward."""
    return unit_byte(seat, kind, FORWARD[seat] if kind in PAWNS else None)


def _unit_fields(byte: int) -> tuple[int, int, int]:
    """Seat, number of the kind and number of the facing (-1 for Nobles) of one byte."""
    plain = byte & 0x3F
    if not 1 <= plain <= 40:
        return 0, -1, -1
    seat, place = (1, plain - 1) if plain <= 20 else (2, plain - 21)
    return (seat, place // 4, place % 4) if place < 16 else (seat, place - 12, -1)


_FIELDS = tuple(_unit_fields(byte) for byte in range(256))
SEAT_OF = tuple(fields[0] for fields in _FIELDS)
KIND_OF = tuple(fields[1] for fields in _FIELDS)
FACING_OF = tuple(fields[2] for fields in _FIELDS)


def turned_byte(byte: int, facing: str) -> int:
    """A Pawn's byte with another facing."""
    return byte - FACING_OF[byte] + FACINGS.index(facing)


def _settled(mover: int, byte: int) -> int:
    plain = byte & 0x3F
    stays = byte & HIT or (byte & FROZEN and SEAT_OF[plain] != mover)
    return plain | FROZEN if stays else plain


SETTLE = tuple(bytes(_settled(mover, byte) for byte in range(256)) for mover in (0, 1, 2))
"""C8-FRZ-3: each byte after a turn's end, by mover: the mover's units thaw unless just hit."""

ROW = (
    (0,) * 64,
    tuple(tile // 8 + 1 for tile in range(64)),
    tuple(8 - tile // 8 for tile in range(64)),
)
"""The rows of all tiles as a seat counts them: White's rows are ranks 1, 2, 3; Black's 8, 7, 6."""


# A position: units, treasures and counters; the house rules of a match.


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

    def units(self) -> Iterator[tuple[int, Unit]]:
        """Every unit with its tile, tile by tile."""
        for tile, byte in enumerate(self.cells):
            if (unit := UNITS[byte]) is not None:
                yield tile, unit

    def with_cells(self, changes: Mapping[int, int]) -> "Position":
        """The position with other bytes on some tiles."""
        cells = list(self.cells)
        for tile, byte in changes.items():
            cells[tile] = byte
        return replace(self, cells=tuple(cells))

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
    """The name of a unit in refusals: `the Archer on b2`."""
    return f"the {unit.kind} on {tile_name(tile)}"


def treasure_byte(seat: int, kind: str) -> int:
    """C8-TREAS-1: 1 and 2 are White's Supply and Relic, 3 and 4 Black's."""
    return 2 * seat - 1 + (kind == "Relic")


def counts_text(count: Callable[[str], int], kinds: Iterable[str] = KINDS) -> str:
    """C8-VIEW-3: `Archer 2, Knight 1`, or `none`."""
    found = ((kind, count(kind)) for kind in kinds)
    return ", ".join(f"{kind} {number}" for kind, number in found if number) or "none"


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


# C8-POS-1: the position string, one line that holds everything but the history.


CELL = r"([ACRWacrw][\^>v<]|[BMNPbmnp]|[1-8])"
TILES = r"(?:[a-h][1-8])"
LOOT = rf"(?:-|(?=[SR])(?:S{TILES}+)?(?:R{TILES}+)?)"
SHAPE = re.compile(
    rf"((?:{CELL}+/){{7}}{CELL}+) ([wb]) ({LOOT})/({LOOT}) (-|{TILES}+) (-|[{LETTERS}]+)"
    r" (\d+)/(\d+) ([wb-]) (\d+) (\d+)",
    re.ASCII,
)
ARMIES = "-wb"

MOST_SIGNS = 400
"""C8-BOUND-1: the most characters of a position string."""


def write_position(position: Position) -> str:
    """C8-POS-1: placement, side, treasures, frozen, removed, forfeits, offer, progress, round."""
    frozen = by_name(tile for tile in range(64) if position.is_frozen(tile))
    fields = (
        "/".join(_write_rank(position, rank) for rank in range(7, -1, -1)),
        ARMIES[position.side],
        "/".join(_write_treasures(position, seat) for seat in SEATS),
        _write_tiles(frozen) or "-",
        position.removed or "-",
        "/".join(map(str, position.forfeits)),
        ARMIES[position.offer],
        str(position.progress),
        str(position.round),
    )
    return " ".join(fields)


def read_position(text: str) -> Position:
    """C8-POS-2: the inverse of `write_position`.  Raises `Refusal` for any text that would be
    written otherwise."""
    if len(text) > MOST_SIGNS:
        why = f"a position string has at most {MOST_SIGNS} characters, not {len(text):,}"
        raise Refusal("C8-BOUND-1", why)
    found = SHAPE.fullmatch(text)
    if not found:
        raise Refusal("C8-POS-1", f'"{text}" does not have the nine fields of a position')
    placement, _, _, side, white, black, frozen, removed, *counters = found.groups()
    cells, treasures = _read_cells(placement), bytearray(64)
    _read_treasures(white, 1, treasures)
    _read_treasures(black, 2, treasures)
    for tile in _read_tiles("" if frozen == "-" else frozen):
        cells[tile] |= FROZEN
    ours, theirs, offer, progress, round_ = counters
    position = Position(
        tuple(cells),
        tuple(treasures),
        ARMIES.index(side),
        "".join(letter for letter in LETTERS if letter in removed),
        (int(ours), int(theirs)),
        ARMIES.index(offer),
        int(progress),
        int(round_),
    )
    if not _is_canonical(position, text):
        raise Refusal("C8-POS-1", f'"{text}" would be written "{write_position(position)}"')
    return position


def _is_canonical(position: Position, text: str) -> bool:
    ghosts = any(byte and not byte & 0x3F for byte in position.cells)
    return not ghosts and write_position(position) == text


def _write_rank(position: Position, rank: int) -> str:
    text, gap = "", 0
    for tile in range(8 * rank, 8 * rank + 8):
        unit = position.unit_at(tile)
        if unit is None:
            gap += 1
            continue
        text += (str(gap) if gap else "") + unit.letter + unit.arrow
        gap = 0
    return text + (str(gap) if gap else "")


def _write_treasures(position: Position, seat: int) -> str:
    supplies = _write_tiles(position.treasures_of(seat, "Supply"))
    relics = _write_tiles(position.treasures_of(seat, "Relic"))
    return (f"S{supplies}" if supplies else "") + (f"R{relics}" if relics else "") or "-"


def _write_tiles(tiles: tuple[int, ...]) -> str:
    return "".join(tile_name(tile) for tile in tiles)


def _read_cells(placement: str) -> bytearray:
    cells = bytearray()
    for rank in reversed(placement.split("/")):
        row = b"".join(_read_cell(word) for word in re.findall(CELL, rank))
        if len(row) != 8:
            raise Refusal("C8-POS-1", f'the rank "{rank}" has {len(row)} tiles, not 8')
        cells += row
    return cells


def _read_cell(word: str) -> bytes:
    if word.isdigit():
        return bytes(int(word))
    kind = KIND_OF_LETTER[word[0].upper()]
    facing = FACINGS[ARROWS.index(word[1])] if kind in PAWNS else None
    return bytes([unit_byte(1 if word[0].isupper() else 2, kind, facing)])


def _read_treasures(text: str, seat: int, board: bytearray) -> None:
    for letter, kind in (("S", "Supply"), ("R", "Relic")):
        tiles = _read_tiles(re.sub(rf".*{letter}|[SR].*", "", text) if letter in text else "")
        if len(tiles) > 2:
            why = f"{seat_name(seat)} owns two of each treasure, not {len(tiles)}"
            raise Refusal("C8-POS-1", why)
        for tile in tiles:
            board[tile] = treasure_byte(seat, kind)


def _read_tiles(text: str) -> tuple[int, ...]:
    return tuple(tile_named(name) for name in re.findall(TILES, text))
