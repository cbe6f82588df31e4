"""MD-SHOW-2 for a narrow screen: symbols and facing marks, formations without gaps."""

from collections.abc import Iterator

from rules.display.telling import Cell, Compact, Marked
from rules.line.flow import seat_name
from rules.machinadei.field.table import occupied
from rules.machinadei.state import SEATS, State
from rules.machinadei.telling.seen import changed_since
from rules.machinadei.telling.view import fronts, symbols


def compact(state: State, since: State | None = None) -> Compact:
    """MD-SHOW-1, MD-SHOW-2: two characters a cell; the last cell of a unit says that it changed,
    for in the rear there is room behind the letter."""
    named, marks, taken = symbols(state), fronts(state), occupied(state)
    changed = changed_since(state, since)
    last = {unit.cells[-1]: unit.ref for unit in state.on_board() if unit.cells}
    cells = []
    for cell, unit in taken.items():
        marked: Marked = "*" if last.get(cell) == unit.ref and unit.ref in changed else ""
        text = named[unit.ref] + marks.get(cell, "")
        cells.append(Cell(cell[1] - 1, cell[0] - 1, text, marked=marked))
    cells += fallen(state, since)
    return Compact(
        rows=tuple(map(str, range(1, state.height + 1))),
        columns=tuple(map(str, range(1, state.width + 1))),
        cells=tuple(sorted(cells, key=lambda one: (one.row, one.column))),
        legend=tuple(legend(state, named)),
        width=2,
    )


def fallen(state: State, since: State | None) -> Iterator[Cell]:
    """Where units stood that have left the game since."""
    taken = occupied(state)
    for old in since.on_board() if since is not None else ():
        unit = state.find(old.ref)
        if unit is not None and unit.gone and old.position not in taken:
            yield Cell(old.position[1] - 1, old.position[0] - 1, "", anchor=False, marked="x")


def legend(state: State, named: dict[str, str]) -> Iterator[str]:
    """`army 1: A Legion1, B Man1`."""
    for seat in SEATS:
        units = list(state.on_board(seat))
        if units:
            told = ", ".join(f"{named[unit.ref]} {unit.ref}" for unit in units)
            yield f"{seat_name(seat)}: {told}"
