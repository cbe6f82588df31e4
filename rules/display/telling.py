"""What chat and console say shortly: values that a system fills and `bot/render/` lays out.

The prescribed report, board and key of a system stand in `Game.report` and `Game.view`; these
values are a second rendering of the same events and the same table, never a cut-up string.
"""

from collections.abc import Mapping
from typing import Literal

from rules.display.view import Line, Picture, Point
from rules.line.frozen import Frozen
from rules.line.orders import Seat

Marked = Literal["", "*", "x"]
"""What happened to a cell since somebody last looked: nothing, changed, died there."""


class Cell(Frozen):
    """Letters in one cell of a compact board.

    `row` and `column` are indices into the labels, from 0 at the top left.  `anchor`: the cell
    belongs to what the board is cut to (a unit, a body); ground, cover and marks do not.  `text` is
    what is there now: of who died there the mark alone is left.
    """

    row: int
    column: int
    text: str
    anchor: bool = True
    marked: Marked = ""


class Compact(Frozen):
    """A board for a narrow screen, before it is cut and folded.

    `width`: the least width of a cell in characters; labels stand at the left of it, `empty` in
    the middle.  `legend`: what the letters that occur mean, one entry each (`army 1: B EQ L`,
    `c cover`), without signs that do not occur.

    `whole`: the board is never cut or folded; everything, `empty` too, stands at the left of
    cells of exactly `width`, a longer text runs on over the cells right of it, and labels (if
    they are not empty) stand on all four sides.  A map without labels has the width 1: one column
    for each character.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    legend: tuple[str, ...] = ()
    width: int = 3
    empty: str = "."
    whole: bool = False


class RollLine(Frozen):
    """One line of a grouped key: things that are equal but for their place.

    `labels` as they are printed (`L1`, `L6-L7`, `O3-O4, O6`); `name`: the type, given the first
    time it occurs in its side only; `values`: as many as the roll has columns; `changed`: since
    the state that the roll is compared with.
    """

    labels: str
    name: str = ""
    values: tuple[str, ...] = ()
    changed: bool = False


class RollSide(Frozen):
    """One side of a grouped key: a head line, lines (changed ones first), what it lost."""

    seat: Seat
    head: str
    lines: tuple[RollLine, ...]
    lost: tuple[str, ...] = ()


class Roll(Frozen):
    """The grouped key: the names of the columns of values (`HP`, `AC`, `at`), and the sides.

    Values of the last column run on freely; the others are aligned.  `legend` says what signs in it
    mean, of those that occur (`+ protected`).
    """

    columns: tuple[str, ...]
    sides: tuple[RollSide, ...]
    legend: tuple[str, ...] = ()


class Tally(Frozen):
    """The table at the end of a round: per row a name and one text for each seat.

    `notes` are sentences above the table (`Morale: all hold but G2`).  A row in which no seat has
    anything to say is left out by the system.
    """

    seats: tuple[Seat, ...]
    rows: tuple[tuple[str, Mapping[Seat, str]], ...]
    notes: tuple[str, ...] = ()


def filled(seats: tuple[Seat, ...], rows: Mapping[str, Mapping[Seat, str]]) -> Tally | None:
    """The rows in which some side has anything; None if there is none."""
    kept = tuple(
        (name, {seat: text for seat, text in texts.items() if text})
        for name, texts in rows.items()
        if any(texts.values())
    )
    return Tally(seats, kept) if kept else None


class Card(Frozen):
    """A unit or a type of unit in full: a head, the lines below, small print.

    `title` is strong where it is printed (`B1 Ballista`), `head` goes on in the same line
    (`army 1 · Heavy Support · 46 gold`).  `rules`: the IDs behind the numbers.
    """

    title: str
    head: str
    lines: tuple[Line, ...]
    rules: tuple[str, ...] = ()


class Arrow(Frozen):
    """The way that something of a seat came, from the middle of a place to that of another.

    `forced`: it was pushed, fled or was moved by the GM.
    """

    points: tuple[Point, ...]
    seat: Seat
    forced: bool = False


class Hit(Frozen):
    """An attack, from attacker to target, and what it took (`-19`; nothing: it took nothing)."""

    start: Point
    end: Point
    loss: str = ""


class Death(Frozen):
    """Where something died, and what it was called."""

    at: Point
    label: str


class Frame(Frozen):
    """Cells around which a frame is drawn, as those of a `Shape`; `note` is a number that changed
    (the hit points that are left), written below."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    note: str = ""


class Traces(Frozen):
    """What happened between two states, to be drawn over a picture of the second.

    `words` say the same, one sentence each without its full stop: who died, who was hurt, who
    came from where.
    """

    arrows: tuple[Arrow, ...] = ()
    hits: tuple[Hit, ...] = ()
    deaths: tuple[Death, ...] = ()
    frames: tuple[Frame, ...] = ()
    words: tuple[str, ...] = ()


class Zone(Frozen):
    """Cells that something reaches, as (row, column) from 0, and what it does there with how far
    it goes (`moves 3`)."""

    name: str
    cells: tuple[tuple[int, int], ...]


class Reach(Frozen):
    """Where something can go and strike from where it stands: zones to be drawn, nearest first,
    and the same in sentences."""

    title: str
    zones: tuple[Zone, ...]
    lines: tuple[str, ...]


class Yearbook(Frozen):
    """A campaign so far: tables and marks as lines of at most 45 columns, and its curves."""

    lines: tuple[str, ...]
    picture: Picture


class Offered(Frozen):
    """`what` a seat offers another (`an alliance`), and the sentences with which it is answered."""

    seat: int
    to: int
    what: str
    accept: str
    decline: str
