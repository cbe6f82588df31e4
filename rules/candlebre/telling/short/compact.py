"""The map for a narrow screen: the box of rows and columns that hold a seat's provinces."""

from rules.candlebre.state import State
from rules.candlebre.telling.board import CELL, laid_out
from rules.display.telling import Cell, Compact, Marked

Placed = tuple[int, int, int]
"""A row and a column of the text map, and the number of the province there."""


def compact(state: State, since: State | None = None) -> Compact:
    """CB-BOARD-2, cut; before anybody has claimed a province it is the whole map."""
    places = [
        (row, column, site.number)
        for row, cells in enumerate(laid_out(state.sites))
        for column, site in cells
    ]
    shown = inside(places, [one for one in places if is_held(state, one[2])] or places)
    top = min(row for row, _, _ in shown)
    left = min(column for _, column, _ in shown)
    cells = tuple(
        Cell(row - top, column - left, text_of(state, number), marked=marked(state, since, number))
        for row, column, number in shown
    )
    rows = 1 + max(cell.row for cell in cells)
    columns = CELL + max(cell.column for cell in cells)
    return Compact(
        ("",) * rows,
        ("",) * columns,
        cells,
        legend_of(state, [number for _, _, number in shown]),
        width=1,
        empty=" ",
        whole=True,
    )


def is_held(state: State, number: int) -> bool:
    """A province of a seat, or one that a seat attacks."""
    here = state.province(number)
    return bool(here.owner) or here.battle is not None


def inside(places: list[Placed], held: list[Placed]) -> list[Placed]:
    """All provinces within the box of those that are held."""
    rows = [row for row, _, _ in held]
    columns = [column for _, column, _ in held]
    return [
        (row, column, number)
        for row, column, number in places
        if min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
    ]


def text_of(state: State, number: int) -> str:
    """CB-BOARD-2: `ASH1`, `UMB*`."""
    here = state.province(number)
    return f"{state.site(number).code}{'*' if here.battle is not None else here.owner}"


def marked(state: State, since: State | None, number: int) -> Marked:
    """`*`: owner, units or buildings are not as they were; a battle has its own sign."""
    if since is None or len(since.provinces) != len(state.provinces):
        return ""
    old, new = since.province(number), state.province(number)
    if new.battle is not None:
        return ""
    same = (old.owner, old.units.tally, old.buildings) == (
        new.owner,
        new.units.tally,
        new.buildings,
    )
    return "" if same else "*"


def legend_of(state: State, shown: list[int]) -> tuple[str, ...]:
    """What the digits and signs that occur mean."""
    owners = [state.province(number).owner for number in shown if not is_fought(state, number)]
    found = ["digit: owner"] if any(owners) else []
    found += ["0 neutral"] if 0 in owners else []
    found += ["* battle"] if any(is_fought(state, number) for number in shown) else []
    return (", ".join(found),)


def is_fought(state: State, number: int) -> bool:
    """Is a battle on there?"""
    return state.province(number).battle is not None
