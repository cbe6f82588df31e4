"""A board for a narrow screen: cut to what is on it, folded, with numbers and a legend.

To fold is to print several empty rows or columns side by side as one (`+4`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.render.columns import wrapped
from bot.render.wording import arrows, escape_lightly, fixed, no_mentions, without_controls
from rules.display.telling import Cell, Compact
from rules.display.view import Shape

PHONE = 45
"""A board with more columns of characters is folded."""

WIDEST = 60
"""A board that is wider even when folded is not shown as text in a chat."""

TALLEST = 16
"""A board with more rows is folded."""

FOLDS_FROM = 3
"""The least number of empty rows or columns side by side that is folded."""

LINES = 24
"""Lines of a terminal; a board with more is folded."""

TERMINAL = 80
"""Columns from which on a terminal is wide, and shows a margin around what is on the board."""

ROOM = 2
"""Empty rows that a wide terminal shows above and below at most."""

SEE_PICTURE = "Board: see the picture, or `/board full`"
"""Said instead of a board that is too wide for a chat."""

SEE_BOTH = "Board: see the picture, or `/board`"
SEE_BOARD = "Board: `/board`"
"""Said instead of a board that is too tall for a post, in a match with pictures and without."""


NOBODY_SEEN = "Nobody can be seen on the board yet."
"""Said instead of a board on which its viewer can see nothing."""


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board as it is printed: its lines, and the entries of its legend."""

    lines: tuple[str, ...]
    legend: tuple[str, ...]

    @property
    def width(self) -> int:
        """The columns of characters that it takes."""
        return max(map(len, self.lines), default=0)


@dataclass(frozen=True, slots=True)
class Fold:
    """Neighbouring empty rows or columns shown as one: the first and the last."""

    first: int
    last: int

    @property
    def sign(self) -> str:
        """`+4`."""
        return f"+{self.last - self.first + 1}"


Track = tuple[int | Fold, ...]
"""The rows or the columns that are shown."""


def chat_board(
    game: Any, state: Any, viewer: int | None, since: Any = None, phone: bool = False
) -> str | None:
    """The board for a chat: a code block and its legend in small print.

    A sentence replaces a board that is too wide or empty; None: there is no board now.  `phone`:
    at most 45 columns wide; a map that is wider is described by its borders.  What changed `since`
    is not marked: the picture shows it.
    """
    found = game.compact(state, viewer, since) if game.compact else None
    if found is None:
        return None
    if not any(cell.anchor for cell in found.cells):
        return NOBODY_SEEN
    text = chat_text(found, PHONE if phone else WIDEST)
    if text == SEE_PICTURE and phone and game.fronts:
        return fronts_text(game.fronts(state, viewer)) or text
    return text


def is_empty(game: Any, state: Any, viewer: int | None) -> bool:
    """True if a viewer sees no unit on the board."""
    found = game.compact(state, viewer) if game.compact else None
    if found is not None:
        return not any(cell.anchor for cell in found.cells)
    shapes = game.shapes(state, viewer).shapes if game.shapes else ()
    units = (isinstance(one, Shape) and one.kind == "unit" for one in shapes)
    return bool(shapes) and not any(units)


def fronts_text(lines: Sequence[str]) -> str:
    """A map described by its borders, in a code block of 45 columns; empty if it has none."""
    told: list[str] = []
    for line in lines:
        *parts, last = wrapped(arrows(line), PHONE - 1, ", ", indent="  ")
        told += [*(f"{part}," for part in parts), last]
    return fixed("\n".join(told), "markdown") if told else ""


def chat_text(compact: Compact, widest: int = WIDEST) -> str:
    """The board for a chat, or the sentence that replaces it if it is too wide."""
    drawn = lay_out(compact, widest)
    if drawn is None:
        return SEE_PICTURE
    rows = fixed("\n".join(drawn.lines), "markdown")
    legend = no_mentions(escape_lightly(" · ".join(drawn.legend)))
    return f"{rows}\n-# {legend}" if legend else rows


def console_board(
    game: Any, state: Any, viewer: int | None, since: Any = None, width: int = TERMINAL
) -> str | None:
    """The board for a terminal, with `*` after what changed and `x` where something died.

    None: there is no board now, or it is too wide for this terminal even when folded.
    """
    found = game.compact(state, viewer, since) if game.compact else None
    return None if found is None else console_text(found, width)


def console_text(compact: Compact, width: int = TERMINAL) -> str | None:
    """The board for a terminal, without the marks if it fits only so; None if it is too wide."""
    drawn = lay_out(compact, width, width, LINES, marked=True)
    drawn = drawn or lay_out(compact, width, width, LINES)
    if drawn is None:
        return None
    legend = wrapped(" · ".join(drawn.legend), width, " · ") if drawn.legend else []
    return without_controls("\n".join((*drawn.lines, *legend)))


def lay_out(
    compact: Compact,
    widest: int = WIDEST,
    fits: int = PHONE,
    tallest: int = TALLEST,
    marked: bool = False,
) -> PrintedBoard | None:
    """Lay a board out in at most `widest` columns, or return None if that is impossible.

    It is folded if it is wider than `fits` or has more rows than `tallest`.  `marked`: show what
    changed; this is for a terminal, which may also get a wider margin.
    """
    if compact.whole:
        drawn = PrintedBoard(whole(compact, marked), compact.legend)
        return drawn if drawn.width <= widest else None
    sheet = CellSheet(compact, marked and any(cell.marked for cell in compact.cells))
    rows, columns = sheet.box()
    rows, columns = sheet.with_margin(rows, columns, fits, marked)
    if sheet.width(columns) > fits:
        columns = folded(columns, {cell.column for cell in compact.cells})
    if len(rows) > tallest:
        rows = folded(rows, {cell.row for cell in compact.cells})
    drawn = PrintedBoard(sheet.lines(rows, columns), (*compact.legend, *sheet.folds(rows, columns)))
    return drawn if drawn.width <= widest else None


def folded(track: Track, taken: set[int]) -> Track:
    """Fold every run of three or more rows or columns that are not `taken`."""
    found: list[int | Fold] = []
    run: list[int] = []
    for one in (*track, None):
        if isinstance(one, int) and one not in taken:
            run.append(one)
            continue
        found += [Fold(run[0], run[-1])] if len(run) >= FOLDS_FROM else run
        run = []
        found += [one] if one is not None else []
    return tuple(found)


class CellSheet:
    """The cells of a board by their place, and the width in which each is printed."""

    def __init__(self, compact: Compact, marked: bool) -> None:
        self.compact = compact
        self.marked = marked
        self.label = max((compact.width, *(len(cell.text) for cell in compact.cells)))
        self.wide = self.label + marked
        self.cells: dict[tuple[int, int], Cell] = {}
        for cell in sorted(compact.cells, key=rank):
            self.cells[cell.row, cell.column] = cell

    def box(self) -> tuple[Track, Track]:
        """The rows and columns to which the board is cut: from the first to the last anchor."""
        anchors = [cell for cell in self.compact.cells if cell.anchor]
        if not anchors:
            return tuple(range(len(self.compact.rows))), tuple(range(len(self.compact.columns)))
        rows = [cell.row for cell in anchors]
        columns = [cell.column for cell in anchors]
        return (
            tuple(range(min(rows), max(rows) + 1)),
            tuple(range(min(columns), max(columns) + 1)),
        )

    def with_margin(
        self, rows: Track, columns: Track, fits: int, terminal: bool
    ) -> tuple[Track, Track]:
        """Add a column on both sides if there is room; on a wide terminal, as many as fit, and up
        to `ROOM` rows."""
        if terminal and fits <= TERMINAL:
            return rows, columns
        most = len(self.compact.columns) if terminal else 1
        for margin in range(most, 0, -1):
            wider = spread(columns, margin, len(self.compact.columns))
            if self.width(wider) <= fits:
                taller = spread(rows, min(margin, ROOM), len(self.compact.rows))
                return taller if terminal else rows, wider
        return rows, columns

    def width(self, columns: Track) -> int:
        """How many columns of the screen the board takes before rows are folded."""
        return max(map(len, self.lines(tuple(range(len(self.compact.rows))), columns)))

    def lines(self, rows: Track, columns: Track) -> tuple[str, ...]:
        """The line with the numbers of the columns, then the rows with theirs."""
        numbers = [one.sign if isinstance(one, Fold) else self.compact.rows[one] for one in rows]
        margin = max(len(number) - number.startswith("+") for number in numbers)
        lead = [f"{number:>{margin}} "[: margin + 1] if margin else "" for number in numbers]
        head = f"{'':{len(lead[0])}}{self.head(columns)}".rstrip()
        body = [
            (start if isinstance(row, Fold) else start + self.row(row, columns)).rstrip()
            for start, row in zip(lead, rows, strict=True)
        ]
        return (head, *body) if head else tuple(body)

    def head(self, columns: Track) -> str:
        """The number of each column, above it; only every second (or third) if they would touch."""
        parts = []
        crowded = 0
        for one in columns:
            if isinstance(one, Fold):
                parts.append(self.gap(one))
                crowded = 0
                continue
            label = self.compact.columns[one]
            step = -(-(len(label) + 1) // self.wide)
            parts.append("" if crowded % max(step, 1) else self.centred(label))
            crowded = crowded + 1 if step > 1 else 0
        line = ""
        ends = 0
        for one, part in zip(columns, parts, strict=True):
            line = f"{line:{ends}}{part}"
            ends += len(self.gap(one)) if isinstance(one, Fold) else self.wide
        return line

    def row(self, row: int, columns: Track) -> str:
        """One row: labels at the left of their cells, signs and dots in the middle."""
        parts = []
        for one in columns:
            if isinstance(one, Fold):
                parts.append(" " * len(self.gap(one)))
            else:
                parts.append(f"{self.cell(self.cells.get((row, one))):{self.wide}}")
        return "".join(parts)

    def cell(self, cell: Cell | None) -> str:
        """`L1`, `L1*`, the sign of some ground, or the sign of an empty cell."""
        if cell is not None and self.marked and cell.marked == "x":
            return self.centred(cell.marked)
        if cell is not None and cell.text:
            if not cell.anchor:
                return self.centred(cell.text)
            return cell.text + (cell.marked if self.marked else "")
        return self.centred(self.compact.empty)

    def centred(self, text: str) -> str:
        """A text padded to stand in the middle of the width of a label."""
        return " " * ((self.label - len(text)) // 2) + text

    def gap(self, fold: Fold) -> str:
        """The heading of folded columns, padded to the width in which they are printed."""
        return f"{fold.sign:{max(self.wide, len(fold.sign) + 1)}}"

    def folds(self, rows: Track, columns: Track) -> tuple[str, ...]:
        """The legend's entries for what was folded and for an empty cell; none if nothing was."""
        told = []
        for track, labels, what in (
            (columns, self.compact.columns, "columns"),
            (rows, self.compact.rows, "rows"),
        ):
            for one in track:
                if isinstance(one, Fold):
                    ends = f"{labels[one.first]}-{labels[one.last]}"
                    told.append(f"{one.sign} empty {what} {ends}")
        return (f"{self.compact.empty} empty", *told) if told else ()


def rank(cell: Cell) -> tuple[bool, bool]:
    """The order in which a cell takes what is in it; the last is shown: a unit before ground,
    ground before a mark alone."""
    return bool(cell.text) and cell.anchor, bool(cell.text)


def spread(track: Track, margin: int, count: int) -> Track:
    """Extend a track by a margin on both sides, within the board."""
    first, last = track[0], track[-1]
    assert isinstance(first, int)
    assert isinstance(last, int)
    return tuple(range(max(0, first - margin), min(count, last + margin + 1)))


def whole(compact: Compact, marked: bool) -> tuple[str, ...]:
    """The lines of a whole board: left-aligned cells of one width, with labels on all four sides.

    A text that is longer than its cell runs on over the cells to its right.
    """
    wide = compact.width
    cells = {(cell.row, cell.column): cell for cell in sorted(compact.cells, key=rank)}
    named = any(compact.rows)
    head = "".join(f"{label:{wide}}" for label in compact.columns).rstrip()
    head = f"{'':{wide}}{head}" if named and head else head
    lines = []
    for row, label in enumerate(compact.rows):
        line, ends = "", 0
        for column in range(len(compact.columns)):
            found = cells.get((row, column))
            mark = found.marked if found is not None and marked else ""
            text = found.text if found is not None else ""
            text = "x" if mark == "x" else text + mark
            if text or ends >= len(line):
                line = f"{line:{ends}}{text or compact.empty}"
            ends += wide
        line = f"{label:{wide}}{line:{ends}}{label}" if named else line
        lines.append(line.rstrip())
    return (head, *lines, head) if head else tuple(lines)
