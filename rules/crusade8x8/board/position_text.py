"""C8-POS-1: the position string, one line that holds everything but the history."""

import re

from rules.crusade8x8.board.position import Position, by_name, treasure_byte
from rules.crusade8x8.board.tables import (
    ARROWS,
    FACINGS,
    FROZEN,
    KIND_OF_LETTER,
    LETTERS,
    PAWNS,
    SEATS,
    tile_name,
    tile_named,
    unit_byte,
)
from rules.line.errors import Refusal
from rules.line.flow import seat_name

CELL = r"([ACRWacrw][\^>v<]|[BMNPbmnp]|[1-8])"
TILES = r"(?:[a-h][1-8])"
LOOT = rf"(?:-|(?=[SR])(?:S{TILES}+)?(?:R{TILES}+)?)"
SHAPE = re.compile(
    rf"((?:{CELL}+/){{7}}{CELL}+) ([wb]) ({LOOT})/({LOOT}) (-|{TILES}+) (-|[{LETTERS}]+)"
    r" (\d+)/(\d+) ([wb-]) (\d+) (\d+)",
    re.ASCII,
)
SIDES = "-wb"

MOST_SIGNS = 400
"""C8-BOUND-1."""


def write_position(position: Position) -> str:
    """C8-POS-1: placement, side, treasures, frozen, removed, forfeits, offer, progress, round."""
    frozen = by_name(tile for tile in range(64) if position.is_frozen(tile))
    fields = (
        "/".join(_write_rank(position, rank) for rank in range(7, -1, -1)),
        SIDES[position.side],
        "/".join(_write_treasures(position, seat) for seat in SEATS),
        _write_tiles(frozen) or "-",
        position.removed or "-",
        "/".join(map(str, position.forfeits)),
        SIDES[position.offer],
        str(position.progress),
        str(position.round),
    )
    return " ".join(fields)


def read_position(text: str) -> Position:
    """C8-POS-2: the inverse of writing; a string that would be written otherwise is rejected."""
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
        SIDES.index(side),
        "".join(letter for letter in LETTERS if letter in removed),
        (int(ours), int(theirs)),
        SIDES.index(offer),
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
            raise Refusal(
                "C8-POS-1", f"{seat_name(seat)} owns two of each treasure, not {len(tiles)}"
            )
        for tile in tiles:
            board[tile] = treasure_byte(seat, kind)


def _read_tiles(text: str) -> tuple[int, ...]:
    return tuple(tile_named(name) for name in re.findall(TILES, text))
