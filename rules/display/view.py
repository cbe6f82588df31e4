"""What a viewer sees: blocks of lines of styled spans.  Renderers turn them into markup."""

from typing import Literal

from rules.line.frozen import Frozen

Form = Literal["bbcode", "markdown", "text"]


class Span(Frozen):
    """A run of characters in one tone (`""`, `red`, `blue` ...), perhaps strong.

    On a board, a strong span names something that stands there (a unit); a weak one is ground.  In
    a fenced block, strong spans keep their tone at colour level 2, weak ones only at level 1.
    """

    text: str
    tone: str = ""
    strong: bool = False


Line = tuple[Span, ...]


class Block(Frozen):
    """Lines that belong together.

    `name`: `board`, `key`, ...; `head`: lines repeated above each piece when the block is split;
    `fence`: `""` for running text, `plain` for fixed width, `ansi` for fixed width with tones,
    `font` for fixed width with tones that a forum shows and a chat does not.
    `pieces`: the ways to post a fenced block, best first, as (number of equal parts, colour level);
    running text may be split at any line end.  A `joined` block follows the one above it without a
    blank line, in the same message if there is room.
    """

    name: str
    lines: tuple[Line, ...]
    head: tuple[Line, ...] = ()
    fence: Literal["", "plain", "ansi", "font"] = ""
    pieces: tuple[tuple[int, int], ...] = ((1, 1),)
    joined: bool = False


class View(Frozen):
    """All blocks of one view, in the order in which they are posted."""

    blocks: tuple[Block, ...]

    def block(self, name: str) -> Block | None:
        """The first block of that name; None if there is none."""
        return next((block for block in self.blocks if block.name == name), None)


def line(text: str, tone: str = "", strong: bool = False) -> Line:
    """A line of one span."""
    return (Span(text, tone, strong),)


def unstyled(spans: Line) -> str:
    """The text of a line without its styles."""
    return "".join(span.text for span in spans)


class Shape(Frozen):
    """One thing to draw: a `kind` that the painter knows, a box in cells, a tone, a label, marks.

    Rows and columns count from 0 at the top left.  Kinds, and the marks that each may have:
    `tile` (tones `light`, `dark` or an army's; `dots`, `waves`, `bricks`), `treasure` (`crate`,
    `gem`), `unit` (`up`, `right`, `down`, `left`, `crown`, `frozen`, `afflicted`, `sign:SP` for
    conditions by letter, `health0` to `health8`), `title`, and `legend` (its first mark is the
    kind of the sample, if it has one).  Armies have the tones `white` and `black` or `red` and
    `blue`.
    """

    kind: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    tone: str = ""
    label: str = ""
    mark: str = ""


Point = tuple[int, int]
"""(row, column) in thousandths of a cell, from the top left corner of the board."""


class Polygon(Frozen):
    """An area with at least three corners; `fill` is a pattern, or empty for the outline only."""

    points: tuple[Point, ...]
    tone: str = ""
    fill: Literal["", "plain", "hatch", "dots"] = "plain"


class Stroke(Frozen):
    """A line from point to point (a wall, an arc, a route), `width` in thousandths of a cell."""

    points: tuple[Point, ...]
    tone: str = ""
    width: int = 80
    dashed: bool = False


class Disc(Frozen):
    """A filled circle with letters in it; `radius` in thousandths of a cell.

    `form` is another shape of this size: `block`, `diamond`, `hexagon`, `octagon`, `house`.
    """

    centre: Point
    radius: int
    tone: str = ""
    label: str = ""
    form: str = ""


class Text(Frozen):
    """Letters around a point; `size` is their height in thousandths of a cell."""

    at: Point
    text: str
    size: int = 400
    tone: str = ""


Drawn = Shape | Polygon | Stroke | Disc | Text
SEAT_FORMS = ("", "block", "hexagon", "diamond", "house", "octagon")
"""Forms of discs, one for each seat, so that units of different seats differ in shape."""

SEAT_TONES = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
"""Tones of the seats; the painter adds a pattern to each, so that colour is never the only cue."""


class Picture(Frozen):
    """A board as shapes on a grid of rows x columns; `words` tell in text who stands where.

    Shapes are painted in order, later ones over earlier ones.
    """

    rows: int
    columns: int
    shapes: tuple[Drawn, ...]
    words: str
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    grid: bool = True
    """Draw thin lines between the cells?"""
