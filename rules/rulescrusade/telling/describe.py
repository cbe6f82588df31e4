"""The battlefield around a model or a cell in words, for those who cannot see the board."""

from collections.abc import Iterator

from rules.border.questions import gathered
from rules.display.words import counted
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell, cell_of, direction, offset
from rules.rulescrusade.field.measure import penalty
from rules.rulescrusade.field.sight import Eye, apart, cover, eye, eye_at, sight
from rules.rulescrusade.field.terrain import NAMES, relief
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.telling.key import chit_line, ground_lines, unit_line
from rules.rulescrusade.telling.view import tokens
from rules.rulescrusade.words import cell_text

NEAR = 3
"""How far terrain is told of."""

COMPASS = {"up": "north", "down": "south", "left": "west", "right": "east"}
"""RC-GEO-1: row 1 is the north, column 1 the west."""


def describe(state: State, viewer: int | None, reference: str) -> tuple[str, ...]:
    """What is near a model or a cell: bearing, distance, sight and cover (RC-ORD-11)."""
    cell = cell_of(reference)
    if cell is not None:
        if not state.ground.holds(cell):
            size = f"{state.ground.rows} x {state.ground.cols}"
            raise Refusal("RC-MOVE-1", f"{reference.strip()} is off the board ({size})")
        return gathered(from_cell(state, viewer, cell))
    unit = state.find(reference.strip())
    if unit is None or unit.place in ("under", "unhidden", "dead"):
        raise Refusal("RC-ORD-3", f"There is no {reference.strip()[:20]}")
    return gathered(from_unit(state, viewer, unit))


def told(state: State, viewer: int | None, unit: Unit) -> str:
    """A model or chit as the key has it."""
    return chit_line(state, viewer, unit) if unit.chit else unit_line(state, unit)


def from_unit(state: State, viewer: int | None, unit: Unit) -> Iterator[str]:
    """The model itself, then the others by distance, then the ground."""
    if unit.place == "reserve":
        yield f"{unit.ref} is not deployed, {seat_name(unit.seat)}"
        return
    yield f"{told(state, viewer, unit)}, {seat_name(unit.seat)}"
    others = [one for one in state.on_board() if one.ref != unit.ref and not one.borne_by]
    for one in by_distance(state, eye(unit), others):
        side = "friend" if state.friends(unit, one) else "enemy"
        yield f"{side} {told(state, viewer, one)} - {place_of(state, eye(unit), one)}"
    yield from ground(state, unit.at)


def from_cell(state: State, viewer: int | None, cell: Cell) -> Iterator[str]:
    """What stands in a cell, then the models by distance, then the ground."""
    here = [unit for unit in state.on_board() if unit.at == cell]
    name = NAMES.get(relief(state.ground).char(cell), "open")
    facts = [told(state, viewer, unit) for unit in in_order(tuple(here))]
    yield f"{cell_text(cell)}: {'; '.join([f'{name} ground', *facts])}"
    others = [unit for unit in state.on_board() if unit not in here and not unit.borne_by]
    for one in by_distance(state, eye_at(cell), others):
        where = place_of(state, eye_at(cell), one)
        yield f"{seat_name(one.seat)} {told(state, viewer, one)} - {where}"
    yield from ground(state, cell)


def by_distance(state: State, origin: Eye, units: list[Unit]) -> list[Unit]:
    """The nearest first, then by reference."""
    return sorted(in_order(tuple(units)), key=lambda unit: apart(state, origin, eye(unit)))


def place_of(state: State, origin: Eye, unit: Unit) -> str:
    """`12 inches, penalty 1, northwest (9 north, 8 west), sight clear, cover none`."""
    inches = apart(state, origin, eye(unit))
    rows, columns = unit.at[0] - origin.cell[0], unit.at[1] - origin.cell[1]
    kinds = "+".join(cover(state, origin, unit)) or "none"
    return (
        f"{counted(inches, 'inch', 'inches')}, penalty {penalty(inches)}, "
        f"{compass(direction(rows, columns)).replace('-', '')} ({compass(offset(rows, columns))}), "
        f"sight {sight(state, origin, eye(unit))}, cover {kinds}"
    )


def compass(text: str) -> str:
    """Up is north, left is west."""
    for word, name in COMPASS.items():
        text = text.replace(word, name)
    return text


def ground(state: State, at: Cell) -> Iterator[str]:
    """Terrain within a few cells, then heights, ladders and the like, and how far the edges are."""
    near: dict[str, list[str]] = {}
    for cell in state.ground.cells():
        name = NAMES.get(relief(state.ground).char(cell), "open")
        far = max(abs(cell[0] - at[0]), abs(cell[1] - at[1]))
        if name != "open" and far <= NEAR:
            near.setdefault(name, []).append(cell_text(cell))
    for name, cells in sorted(near.items()):
        yield f"{name} near: {' '.join(cells)}"
    yield from ground_lines(state, tokens(state))
    south, east = state.ground.rows - at[0], state.ground.cols - at[1]
    yield f"cells to the edge: north {at[0] - 1}, south {south}, west {at[1] - 1}, east {east}"
