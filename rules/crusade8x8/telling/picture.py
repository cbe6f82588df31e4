"""The board as shapes to draw, and the same in words."""

from collections.abc import Iterator

from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import Position
from rules.display.view import Picture, Shape

TONES = ("grey", "white", "black")
FORMS = {"Supply": "crate", "Relic": "gem"}


def picture(position: Position, title: str) -> Picture:
    """C8-VIEW-1, C8-VIEW-2: rank 8 on top, every unit and every treasure on its tile."""
    shapes = (
        Shape("title", 0, 0, label=title),
        *(shape for tile in range(64) for shape in shapes_on(position, tile)),
        *legend(position),
    )
    files, ranks = tuple("abcdefgh"), tuple("87654321")
    return Picture(8, 8, shapes, f"{title}. {words(position)}", ranks, files)


def shapes_on(position: Position, tile: int) -> Iterator[Shape]:
    """The tile, the treasure that lies there and the unit that stands there."""
    row, column = 7 - tile // 8, tile % 8
    yield Shape("tile", row, column, tone="dark" if (row + column) % 2 else "light")
    unit, treasure = position.unit_at(tile), position.treasures[tile]
    if treasure:
        kind = tables.TREASURES[treasure].split()[0]
        owner = TONES[(treasure + 1) // 2]
        yield Shape("treasure", row, column, tone=owner, label=kind[0], mark=FORMS[kind])
    if unit is not None:
        frozen = " frozen" if position.is_frozen(tile) else ""
        mark = (unit.facing or "crown") + frozen
        yield Shape("unit", row, column, tone=TONES[unit.seat], label=unit.letter, mark=mark)


def legend(position: Position) -> Iterator[Shape]:
    """Armies, treasures, and the letters of the types on the board."""
    for seat in tables.SEATS:
        yield Shape("legend", 0, 0, tone=TONES[seat], label=tables.COLOURS[seat], mark="unit up")
    yield Shape("legend", 0, 0, tone="white", label="Noble", mark="unit crown")
    for kind, form in FORMS.items():
        yield Shape("legend", 0, 0, tone="white", label=kind, mark=f"treasure {form}")
    tiles = [tile for seat in tables.SEATS for tile in position.tiles_of(seat)]
    if any(position.is_frozen(tile) for tile in tiles):
        yield Shape("legend", 0, 0, tone="white", label="frozen", mark="unit frozen")
    for kind in tables.KINDS:
        if any(position.count(seat, kind) for seat in tables.SEATS):
            yield Shape("legend", 0, 0, label=f"{tables.LETTER_OF_KIND[kind]} {kind}")


def words(position: Position) -> str:
    """Alternative text: every unit and treasure with its tile."""
    parts = []
    for seat in tables.SEATS:
        units = [unit_words(position, tile) for tile in position.tiles_of(seat)]
        parts.append(f"{tables.COLOURS[seat]}: {', '.join(units) or 'no units'}.")
    lying = [
        f"{tables.TREASURES[byte]} on {tables.tile_name(tile)}"
        for tile, byte in enumerate(position.treasures)
        if byte
    ]
    parts.append(f"Treasures: {', '.join(lying) or 'none'}.")
    return " ".join(parts)


def unit_words(position: Position, tile: int) -> str:
    """`Archer on b2 facing up (frozen)`."""
    unit = position.unit_at(tile)
    assert unit is not None
    facing = f" facing {unit.facing}" if unit.facing else ""
    frozen = " (frozen)" if position.is_frozen(tile) else ""
    return f"{unit.kind} on {tables.tile_name(tile)}{facing}{frozen}"
