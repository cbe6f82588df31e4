"""RC-BRD-1 for a narrow screen: letters of models and cover in cells; the picture shows walls."""

from collections.abc import Iterator

from rules.display.telling import Cell, Compact, Marked
from rules.line.flow import seat_name
from rules.numbers.grid import Cell as Spot
from rules.rulescrusade.field.terrain import NAMES
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.telling.key import has_changed
from rules.rulescrusade.telling.view import ITEM, MARKER, OPEN, tokens

BARE = (OPEN, "#")
"""What stands in no cell: open ground, and walls, which the picture shows."""

SIGNS = {"~": "dark", ":": "smoke", ITEM: "item", MARKER: "forced entry"}


def compact(state: State, viewer: int | None, since: State | None = None) -> Compact | None:
    """RC-BRD-5: the same for every viewer; None before a board is laid out."""
    if not state.ground.rows:
        return None
    shown = tokens(state)
    units = [unit for unit in in_order(tuple(state.on_board())) if not unit.borne_by]
    here: dict[Spot, list[Unit]] = {}
    for unit in units:
        here.setdefault(unit.at, []).append(unit)
    dead = died(state, since)
    cells = []
    for (row, column), text in shown.items():
        standing = here.get((row, column), [])
        marked: Marked = "*" if any(has_changed(state, one, since) for one in standing) else ""
        if (row, column) in dead and not standing:
            marked = "x"
        if standing or marked or text not in BARE:
            sign = "" if text in BARE else text
            cells.append(Cell(row - 1, column - 1, sign, anchor=bool(standing), marked=marked))
    texts = tuple(cell.text for cell in near(cells))
    return Compact(
        rows=tuple(map(str, range(1, state.ground.rows + 1))),
        columns=tuple(map(str, range(1, state.ground.cols + 1))),
        cells=tuple(cells),
        legend=tuple(legend(units, texts)),
    )


def near(cells: list[Cell]) -> Iterator[Cell]:
    """Those in the box of the models, or next to it: so much of a board is shown."""
    held = [one for one in cells if one.anchor] or cells
    rows, columns = [one.row for one in held], [one.column for one in held]
    top, bottom, left, right = (
        *(min(rows, default=0), max(rows, default=0)),
        *(min(columns, default=0), max(columns, default=0)),
    )
    for cell in cells:
        if top - 1 <= cell.row <= bottom + 1 and left - 1 <= cell.column <= right + 1:
            yield cell


def died(state: State, since: State | None) -> tuple[Spot, ...]:
    """Where models stood that have been killed since."""
    if since is None:
        return ()
    gone = (one for one in since.on_board() if one.ref.upper() in state.units)
    return tuple(one.at for one in gone if state.unit(one.ref).place == "dead" and not one.chit)


def legend(units: list[Unit], texts: tuple[str, ...]) -> Iterator[str]:
    """`army 1: M Marine, S Sergeant`, then the signs that occur."""
    for seat in sorted({unit.seat for unit in units}):
        names = {
            unit.ref.rstrip("0123456789"): "chit" if unit.chit else unit.kind
            for unit in units
            if unit.seat == seat
        }
        told = ", ".join(f"{letters} {kind}" for letters, kind in sorted(names.items()))
        yield f"{seat_name(seat)}: {told}"
    for char, name in (*NAMES.items(), *SIGNS.items()):
        if char in texts and char not in BARE:
            yield f"{char} {name}"
    if any(text.isdecimal() for text in texts):
        yield "1-9 elevation"
    if any(text.startswith("(") for text in texts):
        yield "( ) inside"
    if any(len(text) > 1 and text.strip("()").islower() for text in texts):
        yield "small letters hidden"
    if any(text.startswith("x") and text[1:].isupper() for text in texts):
        yield "x out of action"
