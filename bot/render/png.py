"""Draws a picture of any board, made of the shapes of `rules.display.view`, as a PNG file.

The colours are those of Okabe and Ito.  Nothing is told by colour alone: armies also differ by form
and lightness, ground by its pattern, and everything that has a name by letters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rules.display.telling import Traces, Zone
from rules.display.view import SEAT_TONES, Disc, Drawn, Picture, Point, Polygon, Shape

if TYPE_CHECKING:
    from bot.render.brush import Brush
    from bot.render.figures import PixelBox

WIDEST, LARGEST_CELL, SMALLEST_CELL = 1480, 112, 10
MOST_CELLS = 120
"""In pixels: the greatest width and height of a picture, the largest and the smallest cell.  Then
the most rows and columns of a board."""

TITLE, SMALL = 30, 22
"""Sizes of letters in pixels of the finished picture."""

PAPER, INK, FRAME = "#FBFAF6", "#1B1B1B", "#3A3630"

MISSING = "pictures need Pillow, which is not installed: pip install 'crusade-referee[png]'"


class PictureError(Exception):
    """A picture cannot be drawn; the text is one sentence for the person asking."""


def paint(
    picture: Picture, traces: Traces | None = None, name: str = "", zones: tuple[Zone, ...] = ()
) -> bytes:
    """The picture as a PNG file, with traces of what happened and zones of reach drawn over it.

    `name` is that of the match.  Raises `PictureError` without Pillow or for a board that is too
    large, `UnknownShape` for a shape that cannot be drawn.
    """
    check_drawable(picture)
    from bot.render import overlay
    from bot.render import zones as reaches
    from bot.render.brush import Brush

    traces = traces or Traces()
    legend = [*of_kind(picture, "legend"), *overlay.legend(traces), *reaches.legend(zones)]
    sheet = PixelLayout.of(picture, titles_of(picture, name), legend)
    brush, at, cell = Brush(sheet.width, sheet.height, PAPER), sheet.at, sheet.cell
    sheet.write_titles(brush)
    over = overlay.Overlay(brush, traces, at, cell, [at(spot) for spot in names_on(picture)])

    def below() -> None:
        reaches.draw_zones(brush, zones, at, cell)
        over.below()

    draw_board(brush, picture, sheet, below)
    draw_labels(brush, picture, sheet)
    over.above()
    reaches.name_zones(brush, zones, at, cell)
    sheet.write_legend(brush)
    return brush.png()


def check_drawable(picture: Picture) -> None:
    """Raise `PictureError` without Pillow or for too large a board, `UnknownShape` for an unknown
    shape."""
    if find_spec("PIL") is None:
        raise PictureError(MISSING)
    if not (0 < picture.rows <= MOST_CELLS and 0 < picture.columns <= MOST_CELLS):
        raise PictureError(f"a picture has at most {MOST_CELLS} rows and columns")
    from bot.render.drawing import check

    for one in picture.shapes:
        check(one)


def names_on(picture: Picture) -> list[Point]:
    """The places of the letters of units, which nothing should cover."""
    found = [
        (1000 * one.row + 500 * one.rows, 1000 * one.column + 500 * one.columns)
        for one in of_kind(picture, "unit")
    ]
    return found + [one.centre for one in picture.shapes if isinstance(one, Disc) and one.label]


def titles_of(picture: Picture, name: str) -> list[str]:
    """`Fords: Round 2 - Move phase - army 1`."""
    titles = [shape.label for shape in of_kind(picture, "title")]
    if not name:
        return titles
    return [f"{name}: {titles[0]}", *titles[1:]] if titles else [name]


@dataclass(frozen=True, slots=True)
class PixelLayout:
    """The layout of a picture in pixels: a board of cells of one size from `top` on, titles above
    it, the legend below it from `board` on."""

    cell: int
    margin: int
    top: int
    board: int
    width: int
    height: int
    titles: Sequence[str]
    legend: "Sequence[Line]"

    @classmethod
    def of(cls, picture: Picture, titles: Sequence[str], legend: Sequence[Shape]) -> "PixelLayout":
        """The sheet with the largest cells for which the picture is not too large."""
        for cell in range(LARGEST_CELL, SMALLEST_CELL, -1):
            sheet = cls.with_cells(picture, titles, legend, cell)
            if sheet.width <= WIDEST and sheet.height <= WIDEST:
                return sheet
        return cls.with_cells(picture, titles, legend, SMALLEST_CELL)

    @classmethod
    def with_cells(
        cls, picture: Picture, titles: Sequence[str], legend: Sequence[Shape], cell: int
    ) -> "PixelLayout":
        """The sheet with cells of this size."""
        margin = max(2 * SMALL, cell * 2 // 5)
        top = (TITLE * 8 // 5) * len(titles) + margin
        width = 2 * margin + cell * picture.columns
        board = top + cell * picture.rows + margin
        lines = legend_lines(legend, width - 2 * margin)
        height = board + len(lines) * LEGEND_LINE + (10 if lines else 0)
        return cls(cell, margin, top, board, width, height, titles, lines)

    def at(self, point: Point) -> tuple[float, float]:
        """The pixel of a point of the board."""
        return self.margin + self.cell * point[1] / 1000, self.top + self.cell * point[0] / 1000

    @property
    def bounds(self) -> "PixelBox":
        """The pixels of the board: left, top, right, bottom."""
        return self.margin, self.top, self.width - self.margin, self.board - self.margin

    def box(self, shape: Shape) -> "PixelBox":
        """The pixels that a shape covers: left, top, right, bottom."""
        x, y = self.margin + shape.column * self.cell, self.top + shape.row * self.cell
        return x, y, x + shape.columns * self.cell, y + shape.rows * self.cell

    def write_titles(self, brush: "Brush") -> None:
        """Write the titles above the board, one line each, as large as fits."""
        for number, title in enumerate(self.titles):
            fitted = brush.fitted(title, TITLE, self.width - 20)
            y = 12 + TITLE // 2 + number * TITLE * 8 // 5
            brush.text(self.width // 2, y, title, fitted, INK, 0.7)

    def write_legend(self, brush: "Brush") -> None:
        """Draw the legend below the board."""
        for number, line in enumerate(self.legend):
            y = self.board + number * LEGEND_LINE + LEGEND_LINE // 2
            draw_legend(brush, line, self.margin, y)


def draw_board(
    brush: "Brush", picture: Picture, sheet: PixelLayout, below: Callable[[], None]
) -> None:
    """Draw the board: ground, free shapes, treasures, units; a treasure under a unit is drawn
    small, in the corner of its cell.

    `below` draws what lies between the ground and the units.
    """
    from bot.render import figures

    treasures, units = of_kind(picture, "treasure"), of_kind(picture, "unit")
    for shape in of_kind(picture, "tile"):
        figures.tile(brush, shape, sheet.box(shape), sheet.cell)
    if picture.grid:
        draw_grid(brush, picture, sheet)
    draw_free(brush, picture, sheet, below)
    for shape in treasures:
        if not covered(shape, units):
            figures.treasure(brush, shape, sheet.box(shape), sheet.cell)
    for shape in units:
        figures.unit(brush, shape, sheet.box(shape), sheet.cell)
    for shape in treasures:
        if covered(shape, units):
            right, bottom = sheet.box(shape)[2:]
            small = sheet.cell * 2 // 5
            corner = right - small, bottom - small, right, bottom
            figures.treasure(brush, shape, corner, small)


def of_kind(picture: Picture, kind: str) -> list[Shape]:
    """The shapes of a kind that lie in cells."""
    return [one for one in picture.shapes if isinstance(one, Shape) and one.kind == kind]


def draw_free(
    brush: "Brush", picture: Picture, sheet: PixelLayout, below: Callable[[], None]
) -> None:
    """Draw areas, lines, discs and letters in their order, between the ground and the units.

    `below` is drawn before the first of them that belongs to a seat.
    """
    from bot.render import drawing

    free = [shape for shape in picture.shapes if not isinstance(shape, Shape)]
    first = next((n for n, shape in enumerate(free) if is_owned(shape)), len(free))
    for shape in free[:first]:
        drawing.draw(brush, shape, sheet.at, sheet.cell)
    below()
    for shape in free[first:]:
        drawing.draw(brush, shape, sheet.at, sheet.cell)


def is_owned(shape: Drawn) -> bool:
    """Is this a disc or an area that belongs to a seat?"""
    return isinstance(shape, Disc | Polygon) and shape.tone in SEAT_TONES


def covered(shape: Shape, units: Sequence[Shape]) -> bool:
    """Does a unit stand on this shape?"""
    return any(
        one.row <= shape.row < one.row + one.rows
        and one.column <= shape.column < one.column + one.columns
        for one in units
    )


def draw_grid(brush: "Brush", picture: Picture, sheet: PixelLayout) -> None:
    """Draw thin lines between the cells, every tenth of them thicker, and a frame."""
    cell, (left, top, right, bottom) = sheet.cell, sheet.bounds
    for number in range(1, picture.columns):
        x = left + number * cell
        brush.line((x, top), (x, bottom), "#A39B8B", 1 + (number % 10 == 0))
    for number in range(1, picture.rows):
        y = top + number * cell
        brush.line((left, y), (right, y), "#A39B8B", 1 + (number % 10 == 0))
    brush.outline((left + 2, top + 2, right - 2, bottom - 2), FRAME, 6)


def draw_labels(brush: "Brush", picture: Picture, sheet: PixelLayout) -> None:
    """Write the labels of rows on both sides and of columns above and below, because a phone often
    shows only a part of the picture."""
    cell, (left, top, right, bottom) = sheet.cell, sheet.bounds
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
    """The entries of the legend in lines as wide as the board, each with its distance from the
    left."""
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
    """Draw a line of the legend: for each entry a sample of what its first mark names, then its
    words."""
    from bot.render import figures, overlay, zones

    of_shapes = {"tile": figures.tile, "treasure": figures.treasure, "unit": figures.unit}
    for at, shape in line:
        kind, _, mark = shape.mark.partition(" ")
        x, y, ahead = left + at, middle - SAMPLE // 2, SAMPLE + 8
        if kind in of_shapes:
            one = Shape(kind, 0, 0, tone=shape.tone, mark=mark)
            of_shapes[kind](brush, one, (x, y, x + SAMPLE, y + SAMPLE), SAMPLE)
        elif kind in overlay.SAMPLES:
            overlay.sample(brush, kind, x, y, SAMPLE)
        elif kind.startswith("zone"):
            zones.sample(brush, kind, x, y, SAMPLE)
        else:
            ahead = 0
        brush.text(x + ahead, middle, shape.label, SMALL, INK, 0, "lm")
