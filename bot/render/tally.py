"""The table at the end of a round: a row for each figure, a column for each side."""

from collections.abc import Callable

from bot.render.columns import wrapped
from bot.render.wording import arrows, fixed, said
from rules.display.telling import Tally
from rules.display.view import Form

PHONE, WIDEST = 45, 60

NAMES, APART = 11, 3
"""The least width of the column of names, and the gap between columns."""


def tally_text(tally: Tally, name_of: Callable[[int], str], form: Form = "markdown") -> str:
    """The notes of a tally, then its table; `name_of` gives the name of a seat."""
    notes = [said(note, form) for note in tally.notes]
    if form == "markdown":
        rows = [
            (name, {seat: arrows(text) for seat, text in row.items()}) for name, row in tally.rows
        ]
        tally = Tally(tally.seats, tuple(rows))
    table = "\n".join(table_lines(tally, name_of))
    if not table:
        return "\n".join(notes)
    return "\n".join((*notes, fixed(table, form)))


def table_lines(tally: Tally, name_of: Callable[[int], str]) -> list[str]:
    """The table in at most 45 columns.

    If it is wider, sides become rows; if that is too wide, it is cut into tables of fewer sides.
    A table of one side may have up to 60 columns; if it has more, its rows become plain lines.
    """
    if not tally.rows:
        return []
    upright = rows_of(tally, name_of)
    lines = columns(upright)
    if width(lines) <= PHONE or (len(tally.seats) == 1 and width(lines) <= WIDEST):
        return lines
    lying = columns([list(column) for column in zip(*upright, strict=True)])
    if width(lying) <= PHONE:
        return lying
    for count in range(len(tally.seats) - 1, 0, -1):
        parts = [
            columns(rows_of(part_of(tally, tally.seats[at : at + count]), name_of))
            for at in range(0, len(tally.seats), count)
        ]
        if all(width(part) <= (PHONE if count > 1 else WIDEST) for part in parts):
            return [line for part in parts for line in part]
    return [line for row in upright for line in wrapped(": ".join(row), PHONE, indent="  ")]


def rows_of(tally: Tally, name_of: Callable[[int], str]) -> list[list[str]]:
    """The rows of the table, the first one with the names of the sides."""
    heads = ["", *(name_of(seat) for seat in tally.seats)]
    return [
        heads,
        *([name, *(row.get(one, "") for one in tally.seats)] for name, row in tally.rows),
    ]


def part_of(tally: Tally, seats: tuple[int, ...]) -> Tally:
    """The tally of only these seats."""
    return Tally(seats, tuple(row for row in tally.rows if any(seat in row[1] for seat in seats)))


def columns(rows: list[list[str]]) -> list[str]:
    """The rows as lines with aligned columns, all flush left."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    wide[0] = max(NAMES, wide[0] + 2)
    wide[1:] = [one + APART for one in wide[1:]]
    return [
        "".join(f"{cell:{room}}" for cell, room in zip(row, wide, strict=True)).rstrip()
        for row in rows
    ]


def width(lines: list[str]) -> int:
    """The length of the longest line."""
    return max(map(len, lines), default=0)
