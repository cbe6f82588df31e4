"""A picture of any board, as a PNG: what `rules.view.Picture` names is drawn here and nowhere else.

Colours are those of Okabe and Ito; nothing is told by colour alone, for armies differ by form and
by lightness, ground by its pattern, and everything that has a name by letters.
"""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rules.view import Picture, Point, Shape

if TYPE_CHECKING:
    from bot.render.brush import Brush

WIDEST, LARGEST_CELL, SMALLEST_CELL = 1480, 112, 12
MOST_CELLS = 120
"""The board is at most so many pixels wide and high, a cell at most and at least so many."""

TITLE, SMALL = 30, 22
"""Sizes of letters, in pixels of the finished picture."""

PAPER, INK, FRAME = "#FBFAF6", "#1B1B1B", "#3A3630"

MISSING = "pictures need Pillow, which is not installed: pip install 'crusade-referee[png]'"


class PictureError(Exception):
    """No picture can be drawn; the text is one sentence for the person asking."""


def paint(picture: Picture) -> bytes:
    """The picture as a PNG file.  Raises `PictureError` without Pillow or for a monstrous board."""
    if find_spec("PIL") is None:
        raise PictureError(MISSING)
    if not (0 < picture.rows <= MOST_CELLS and 0 < picture.columns <= MOST_CELLS):
        raise PictureError(f"a picture has at most {MOST_CELLS} rows and columns")
    from bot.render.brush import Brush
    from bot.render.drawing import check

    for one in picture.shapes:
        check(one)
    shapes = named(picture)
    titles = [shape.label for shape in shapes if shape.kind == "title"]
    legend = [shape for shape in shapes if shape.kind == "legend"]
    cell = cell_size(picture)
    margin = max(2 * SMALL, cell * 2 // 5)
    top = (TITLE * 8 // 5) * len(titles) + margin
    width = 2 * margin + cell * picture.columns
    board = top + cell * picture.rows + margin
    lines = legend_lines(legend, width - 2 * margin)
    brush = Brush(width, board + len(lines) * LEGEND_LINE + (10 if lines else 0), PAPER)
    for number, title in enumerate(titles):
        fitted = brush.fitted(title, TITLE, width - 20)
        brush.text(width // 2, 12 + TITLE // 2 + number * TITLE * 8 // 5, title, fitted, INK, 0.7)
    draw_board(brush, picture, margin, top, cell)
    draw_labels(brush, picture, margin, top, cell)
    for number, line in enumerate(lines):
        draw_legend(brush, line, margin, board + number * LEGEND_LINE + LEGEND_LINE // 2)
    return brush.png()


def cell_size(picture: Picture) -> int:
    """As large as the bounds allow."""
    fitting = WIDEST // max(picture.rows, picture.columns)
    return max(SMALLEST_CELL, min(LARGEST_CELL, fitting))


def draw_board(brush: "Brush", picture: Picture, left: int, top: int, cell: int) -> None:
    """Ground first, then treasures, then units; a treasure under a unit shows as a small one."""
    from bot.render import figures

    shapes = named(picture)
    layers: tuple[tuple[str, Callable[..., None]], ...] = (
        ("tile", figures.tile),
        ("", lambda *_: None),
        ("treasure", figures.treasure),
        ("unit", figures.unit),
    )
    taken = [shape for shape in shapes if shape.kind == "unit"]
    for kind, draw in layers:
        if not kind and picture.grid:
            draw_grid(brush, picture, left, top, cell)
        if not kind:
            draw_free(brush, picture, left, top, cell)
        for shape in shapes:
            if shape.kind == kind and not (kind == "treasure" and covered(shape, taken)):
                draw(brush, shape, *box(shape, left, top, cell), cell)
    for shape in shapes:
        if shape.kind == "treasure" and covered(shape, taken):
            right, bottom = box(shape, left, top, cell)[2:]
            small = cell * 2 // 5
            figures.treasure(brush, shape, right - small, bottom - small, right, bottom, small)


def named(picture: Picture) -> list[Shape]:
    """The shapes that lie in cells."""
    return [shape for shape in picture.shapes if isinstance(shape, Shape)]


def draw_free(brush: "Brush", picture: Picture, left: int, top: int, cell: int) -> None:
    """Areas, lines, discs and letters in their order, between the ground and the units."""
    from bot.render import drawing

    def at(point: Point) -> tuple[float, float]:
        return left + cell * point[1] / 1000, top + cell * point[0] / 1000

    for shape in picture.shapes:
        if not isinstance(shape, Shape):
            drawing.draw(brush, shape, at, cell)


def covered(shape: Shape, units: Sequence[Shape]) -> bool:
    """Does a unit stand on it?"""
    return any(
        one.row <= shape.row < one.row + one.rows
        and one.column <= shape.column < one.column + one.columns
        for one in units
    )


def box(shape: Shape, left: int, top: int, cell: int) -> tuple[int, int, int, int]:
    """Where a shape lies in the picture: left, top, right, bottom."""
    x, y = left + shape.column * cell, top + shape.row * cell
    return x, y, x + shape.columns * cell, y + shape.rows * cell


def draw_grid(brush: "Brush", picture: Picture, left: int, top: int, cell: int) -> None:
    """Thin lines between the cells, every tenth of a large board stronger, and a frame."""
    right, bottom = left + cell * picture.columns, top + cell * picture.rows
    for number in range(1, picture.columns):
        x = left + number * cell
        brush.line((x, top), (x, bottom), "#A39B8B", 1 + (number % 10 == 0))
    for number in range(1, picture.rows):
        y = top + number * cell
        brush.line((left, y), (right, y), "#A39B8B", 1 + (number % 10 == 0))
    brush.outline((left + 2, top + 2, right - 2, bottom - 2), FRAME, 6)


def draw_labels(brush: "Brush", picture: Picture, left: int, top: int, cell: int) -> None:
    """Rows on both sides, columns above and below: a phone often shows only a part."""
    right, bottom = left + cell * picture.columns, top + cell * picture.rows
    size = min(SMALL + 4, max(SMALL - 4, cell * 11 // 20))
    for number, label in enumerate(picture.row_labels):
        y = top + cell * number + cell // 2
        for x in (left // 2, right + left // 2):
            brush.text(x, y, label, size, INK, 1)
    for number, label in enumerate(picture.column_labels):
        x = left + cell * number + cell // 2
        for y in (top - left // 2, bottom + left // 2):
            brush.text(x, y, label, size, INK, 1)


# --- the legend ---------------------------------------------------------------------------------

LEGEND_LINE, SAMPLE = 42, 34

Line = list[tuple[int, Shape]]


def legend_lines(legend: Sequence[Shape], width: int) -> list[Line]:
    """The entries with their distance from the left, wrapped at the width of the board."""
    from bot.render.brush import text_width

    lines: list[Line] = []
    at = width
    for shape in legend:
        wide = text_width(shape.label, SMALL) + (SAMPLE + 8 if shape.mark else 0)
        if not lines or at + wide > width:
            lines.append([])
            at = 0
        lines[-1].append((at, shape))
        at += wide + 30
    return lines


def draw_legend(brush: "Brush", line: Line, left: int, middle: int) -> None:
    """A sample of the kind that the entry's first mark names, then its words."""
    from bot.render import figures

    samples: dict[str, Any] = {
        "tile": figures.tile,
        "treasure": figures.treasure,
        "unit": figures.unit,
    }
    for at, shape in line:
        kind, _, mark = shape.mark.partition(" ")
        x = left + at
        if kind in samples:
            one = Shape(kind, 0, 0, tone=shape.tone, mark=mark)
            y = middle - SAMPLE // 2
            samples[kind](brush, one, x, y, x + SAMPLE, y + SAMPLE, SAMPLE)
            x += SAMPLE + 8
        brush.text(x, middle, shape.label, SMALL, INK, 0, "lm")


def alt_text(picture: Picture, limit: int = 1024) -> str:
    """The words of a picture, cut after a whole item where a service takes no more."""
    words = picture.words
    if len(words) <= limit:
        return words
    kept = words[: limit - 4]
    end = max(kept.rfind(", "), kept.rfind("; "), kept.rfind(". "))
    return f"{kept[:end] if end > 0 else kept} ..."
