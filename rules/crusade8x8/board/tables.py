"""The board's geometry, the eight kinds of unit and the byte that stands for each of them."""

from collections.abc import Callable

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


def _grid(step: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
    """Where one fixed step leads from each tile; -1 is off the board."""
    goals = (step(tile % 8, tile // 8) for tile in range(64))
    return tuple(x + 8 * y if 0 <= x < 8 and 0 <= y < 8 else -1 for x, y in goals)


def _shifted(dx: int, dy: int) -> Callable[[int, int], tuple[int, int]]:
    return lambda x, y: (x + dx, y + dy)


def _ray(direction: int, tile: int) -> tuple[int, ...]:
    path = []
    while (tile := NEXT[direction][tile]) >= 0:
        path.append(tile)
    return tuple(path)


def _real(*tiles: int) -> tuple[int, ...]:
    return tuple(tile for tile in tiles if tile >= 0)


def _jumps(tile: int) -> tuple[tuple[int, int, int], ...]:
    """C8-KNI-2: each jump with its corner before a straight and before a slanted arrival."""
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

NEXT = tuple(_grid(_shifted(dx, dy)) for dx, dy in DIRECTIONS)
RAYS = tuple(tuple(_ray(direction, tile) for tile in range(64)) for direction in range(8))
AROUND = tuple(_real(*(NEXT[direction][tile] for direction in range(8))) for tile in range(64))
"""The adjacent tiles, up to eight."""

AHEAD = tuple(NEXT[2 * facing] for facing in range(4))
SIDES = tuple(
    tuple(_real(NEXT[(2 * f - 2) % 8][tile], NEXT[(2 * f + 2) % 8][tile]) for tile in range(64))
    for f in range(4)
)
SLANTS = tuple(
    tuple(_real(NEXT[(2 * f - 1) % 8][tile], NEXT[(2 * f + 1) % 8][tile]) for tile in range(64))
    for f in range(4)
)
"""C8-BOARD-5: a Pawn's forward diagonal tiles, which depend on its facing only."""


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


def _settled(mover: int, byte: int) -> int:
    plain = byte & 0x3F
    stays = byte & HIT or (byte & FROZEN and SEAT_OF[plain] != mover)
    return plain | FROZEN if stays else plain


SETTLE = tuple(bytes(_settled(mover, byte) for byte in range(256)) for mover in (0, 1, 2))
"""C8-FRZ-3: what a turn's end makes of each byte, by mover: his units thaw unless just hit."""

ROW = (
    (0,) * 64,
    tuple(tile // 8 + 1 for tile in range(64)),
    tuple(8 - tile // 8 for tile in range(64)),
)
"""The row of a tile as a seat counts: White's rows are ranks 1, 2, 3; Black's 8, 7, 6."""
