"""Values for the short texts of chat and console: a system fills them, `bot/render/` lays them out.

The full report, board and key of a system are `Game.report` and `Game.view`; these values are a
second rendering of the same events and the same table, never made by cutting up the first.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from rules.display.view import Line, Picture, Point
from rules.line.frozen import Frozen
from rules.line.orders import Seat

Marked = Literal["", "*", "x"]
"""What happened to a cell since somebody last looked: nothing, changed, died there."""


class Cell(Frozen):
    """Letters in one cell of a compact board.

    `row` and `column` are indices into the labels, from 0 at the top left.  `anchor`: the board is
    cropped to the cells with anchors (a unit, a body; not ground, cover or marks).  `text` is what
    is there now; something that died there leaves only the mark.
    """

    row: int
    column: int
    text: str
    anchor: bool = True
    marked: Marked = ""


class Compact(Frozen):
    """A board for a narrow screen, before it is cropped and folded.

    `width`: the least width of a cell in characters; texts of anchors are aligned left in it, all
    else, `empty` too, is centred.  `legend`: the meaning of the signs that occur, one entry each
    (`army 1: B EQ L`, `c cover`).

    `whole`: the board is never cropped or folded.  Then cells have exactly `width` characters with
    everything, `empty` too, aligned left; a longer text runs on over the cells to its right; labels
    (unless empty) stand on all four sides.  A map without labels has the width 1: one column for
    each character.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    legend: tuple[str, ...] = ()
    width: int = 3
    empty: str = "."
    whole: bool = False


def numbered(count: int) -> tuple[str, ...]:
    """The labels of so many rows or columns, from `1` on."""
    return tuple(map(str, range(1, count + 1)))


def on_grid(
    rows: int, columns: int, cells: Iterable[Cell], legend: Iterable[str], width: int = 3
) -> Compact:
    """A compact board with numbered rows and columns; its cells may come in any order."""
    ordered = sorted(cells, key=lambda one: (one.row, one.column))
    return Compact(numbered(rows), numbered(columns), tuple(ordered), tuple(legend), width)


class RollLine(Frozen):
    """One line of a grouped key: things that differ only in their place.

    `labels` as they are printed (`L1`, `L6-L7`, `O3-O4, O6`); `name`: the type, only in the first
    line of that type in its side; `values`: one for each column of the roll; `changed`: do they
    differ from the state that the roll is compared with?
    """

    labels: str
    name: str = ""
    values: tuple[str, ...] = ()
    changed: bool = False


class RollSide(Frozen):
    """One side of a grouped key: a heading, lines (changed ones first), what it has lost."""

    seat: Seat
    head: str
    lines: tuple[RollLine, ...]
    lost: tuple[str, ...] = ()


def side_of(seat: Seat, head: str, lines: Iterable[RollLine], lost: str = "") -> RollSide:
    """A side with its lines in order, but the changed ones first."""
    ordered = sorted(lines, key=lambda one: not one.changed)
    return RollSide(seat, head, tuple(ordered), (lost,) if lost else ())


class Roll(Frozen):
    """The grouped key: the names of the columns of values (`HP`, `AC`, `at`), and the sides.

    The last column has no fixed width; the others are aligned.  `legend` explains the signs that
    occur (`+ protected`).
    """

    columns: tuple[str, ...]
    sides: tuple[RollSide, ...]
    legend: tuple[str, ...] = ()


class Tally(Frozen):
    """The table at the end of a round: for each row a name and one text for each seat.

    `notes` are sentences above the table (`Morale: all hold but G2`).  The system leaves out rows
    in which every seat's text would be empty.
    """

    seats: tuple[Seat, ...]
    rows: tuple[tuple[str, Mapping[Seat, str]], ...]
    notes: tuple[str, ...] = ()


def not_empty(texts: Mapping[Seat, str]) -> dict[Seat, str]:
    """The texts of those seats that have one."""
    return {seat: text for seat, text in texts.items() if text}


def filled(seats: tuple[Seat, ...], rows: Mapping[str, Mapping[Seat, str]]) -> Tally | None:
    """A `Tally` of the rows in which some seat has a text; None if there are none."""
    kept = tuple((name, not_empty(texts)) for name, texts in rows.items() if any(texts.values()))
    return Tally(seats, kept) if kept else None


class Card(Frozen):
    """A unit or a type of unit in full: a head, the lines below, small print.

    `title` is printed strong (`B1 Ballista`), `head` follows in the same line
    (`army 1 · Heavy Support · 46 gold`).  `rules`: the IDs of the rules behind the numbers.
    """

    title: str
    head: str
    lines: tuple[Line, ...]
    rules: tuple[str, ...] = ()


class Arrow(Frozen):
    """The path that something of a seat took, from the middle of one place to that of another.

    `forced`: it was pushed, fled or was moved by the GM.
    """

    points: tuple[Point, ...]
    seat: Seat
    forced: bool = False


class Hit(Frozen):
    """An attack, from attacker to target, and the loss it caused (`-19`; empty: none)."""

    start: Point
    end: Point
    loss: str = ""


class Death(Frozen):
    """Where something died, and its label."""

    at: Point
    label: str


class Frame(Frozen):
    """A frame around cells, counted as in a `Shape`; `note` is a number that changed (the hit
    points that are left), written below."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    note: str = ""


class Traces(Frozen):
    """What happened between two states, to be drawn over a picture of the second.

    `words` say the same as sentences without full stops: who died, who was hurt, who came from
    where.
    """

    arrows: tuple[Arrow, ...] = ()
    hits: tuple[Hit, ...] = ()
    deaths: tuple[Death, ...] = ()
    frames: tuple[Frame, ...] = ()
    words: tuple[str, ...] = ()


class Zone(Frozen):
    """Cells that something can reach, as (row, column) from 0; `name` is what it can do there and
    how far (`moves 3`)."""

    name: str
    cells: tuple[tuple[int, int], ...]


class Reach(Frozen):
    """Where something can move and strike from where it stands: zones to draw, nearest first, and
    the same in sentences."""

    title: str
    zones: tuple[Zone, ...]
    lines: tuple[str, ...]


class Yearbook(Frozen):
    """A campaign so far: tables and events as lines of at most 45 columns, and curves to draw."""

    lines: tuple[str, ...]
    picture: Picture


class Offered(Frozen):
    """An offer of one seat to another: `what` (`an alliance`), and the orders that answer it."""

    seat: int
    to: int
    what: str
    accept: str
    decline: str
