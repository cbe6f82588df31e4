"""Square cells: distances, neighbours, directions and rectangles.  Row 1 is the top."""

import re
from collections.abc import Iterator

from rules.line.errors import Refusal
from rules.numbers.arith import nearest, root

Cell = tuple[int, int]
"""Row and column, both from 1."""

DIRECTIONS: dict[str, Cell] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "up-left": (-1, -1),
    "up-right": (-1, 1),
    "down-left": (1, -1),
    "down-right": (1, 1),
}

STEPS: tuple[Cell, ...] = tuple(DIRECTIONS.values())

_CELL = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", re.ASCII)


def cell_of(text: str) -> Cell | None:
    """The cell written as `8,12`; None for any other text."""
    found = _CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def square(start: Cell, end: Cell) -> int:
    """The square of the straight-line distance between two cells."""
    rows, columns = start[0] - end[0], start[1] - end[1]
    return rows * rows + columns * columns


def distance(start: Cell, end: Cell) -> int:
    """The straight-line distance, rounded to the nearest whole number."""
    return nearest(root(square(start, end)))


def rectangle(anchor: Cell, size: Cell) -> Iterator[Cell]:
    """The cells of a rectangle `rows x columns`, from its top-left cell, row by row."""
    for row in range(anchor[0], anchor[0] + size[0]):
        for column in range(anchor[1], anchor[1] + size[1]):
            yield row, column


def gaps(anchor: Cell, size: Cell, other: Cell, other_size: Cell) -> Cell:
    """How far apart two rectangles are along rows and along columns; 0 where they overlap."""
    return (
        max(0, other[0] - (anchor[0] + size[0] - 1), anchor[0] - (other[0] + other_size[0] - 1)),
        max(0, other[1] - (anchor[1] + size[1] - 1), anchor[1] - (other[1] + other_size[1] - 1)),
    )


def shift(cell: Cell, step: Cell, times: int = 1) -> Cell:
    """The cell that lies `times` steps away."""
    return cell[0] + times * step[0], cell[1] + times * step[1]


def cell_in(text: str, rule: str) -> Cell | None:
    """The cell written as `5,12`; None if the text is blank.  Raises `Refusal` for other texts."""
    found = re.fullmatch(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*", text)
    if found is None and text.strip():
        raise Refusal(rule, f"{text.strip()[:20]} is no place: a row and a column, 5,12")
    return (int(found[1]), int(found[2])) if found is not None else None


def direction(rows: int, columns: int) -> str:
    """The nearest of the eight directions (`up-left`) to a distance in rows (down) and columns
    (right); `here` if both are 0."""
    down, across = abs(rows), abs(columns)
    upright = ("down" if rows > 0 else "up") if 12 * down > 5 * across else ""
    sideways = ("right" if columns > 0 else "left") if 12 * across > 5 * down else ""
    return "-".join(part for part in (upright, sideways) if part) or "here"


def offset(rows: int, columns: int) -> str:
    """A distance in words: `3 up, 5 right`, or `the same place`."""
    parts = []
    if rows:
        parts.append(f"{abs(rows)} {'down' if rows > 0 else 'up'}")
    if columns:
        parts.append(f"{abs(columns)} {'right' if columns > 0 else 'left'}")
    return ", ".join(parts) or "the same place"
