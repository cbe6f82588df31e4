"""The board as cells for a narrow screen: units, those that fell since, and the ground."""

from collections.abc import Iterator

from rules.crusade7.naming import order_of_reference
from rules.crusade7.state import COLUMNS, ROWS, State, Unit
from rules.crusade7.telling.view import GROUND, is_visible, occupants
from rules.display.telling import Cell, Compact, Marked
from rules.line.flow import seat_name

ROW_LABELS = tuple(str(number) for number in range(1, ROWS + 1))
COLUMN_LABELS = tuple(str(number) for number in range(1, COLUMNS + 1))


def compact(state: State, viewer: int | None, since: State | None = None) -> Compact | None:
    """C7-BOARD-3 to C7-BOARD-5: what the viewer sees on the board; None: there is nothing yet.

    A unit is marked that moved, was hurt or changed since an earlier state; so is the cell of one
    that died, unless another stands there now.
    """
    units = occupants(state, viewer)
    if not units:
        return None
    cells = [
        Cell(row - 1, column - 1, unit.ref, True, mark_of(state, unit, since))
        for (row, column), unit in units.items()
    ]
    cells += [
        Cell(row - 1, column - 1, "", False, "x")
        for row, column in fallen(state, viewer, since)
        if (row, column) not in units
    ]
    cells += [
        Cell(row - 1, column - 1, GROUND[kind], False)
        for (row, column), kind in state.terrain.items()
        if kind in GROUND and (row, column) not in units
    ]
    cells.sort(key=lambda cell: (cell.row, cell.column))
    return Compact(
        ROW_LABELS, COLUMN_LABELS, tuple(cells), tuple(legend(state, list(units.values())))
    )


def mark_of(state: State, unit: Unit, since: State | None) -> Marked:
    """`*` if the unit is elsewhere, or not what it was."""
    if since is None or since.flow.phase == "setup" != state.flow.phase:
        return ""
    was = since.units.get(since.key(unit.seat, unit.ref))
    if was is None:
        return "*"
    same = (was.at, was.hp, was.ac, was.effects, was.uses) == (
        unit.at,
        unit.hp,
        unit.ac,
        unit.effects,
        unit.uses,
    )
    return "" if same and conditions_of(was) == conditions_of(unit) else "*"


def conditions_of(unit: Unit) -> tuple[str, ...]:
    """What ails it, from whatever source."""
    return tuple(sorted({one.condition for one in unit.conditions}))


def fallen(state: State, viewer: int | None, since: State | None) -> Iterator[tuple[int, int]]:
    """The cells of the units that stood on the board and have died."""
    if since is None or since.flow.phase == "setup":
        return
    for unit in since.on_field():
        now = state.units.get(state.key(unit.seat, unit.ref))
        if now is not None and now.dead and is_visible(state, unit, viewer):
            yield from since.cells(unit)


def legend(state: State, units: list[Unit]) -> Iterator[str]:
    """`army 1: B EQ L`, and the signs of the ground that occur."""
    for seat in (1, 2):
        letters = {order_of_reference(unit.ref)[0] for unit in units if unit.seat == seat}
        if letters:
            yield f"{seat_name(seat)}: {' '.join(sorted(letters))}"
    for kind, sign in GROUND.items():
        if kind in state.terrain.values():
            yield f"{sign} {kind}"
