"""What a unit or a cell is, and what is near it, in words."""

from collections.abc import Iterator

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.machinadei.field.table import check_location, occupied
from rules.machinadei.formation.geometry import inches, nearest
from rules.machinadei.formation.ranks import arc_of
from rules.machinadei.naming import find_unit
from rules.machinadei.orders import Cell, place
from rules.machinadei.statblock import TIERS
from rules.machinadei.state import State, Unit
from rules.machinadei.telling.view import notes_on, shape
from rules.numbers.grid import cell_of, direction


def describe(state: State, reference: str) -> tuple[str, ...]:
    """A unit (`Legion1`) or a cell (`12,20`), then the others by distance (MD-MEAS-2)."""
    cell = cell_of(reference)
    if cell is not None:
        check_location(state, cell)
        return tuple(from_cell(state, cell))
    unit = find_unit(state, reference)
    if unit is None:
        raise Refusal("MD-ORD-3", f"there is no unit {reference[:60]}.")
    return tuple(from_unit(state, unit))


def unit_words(state: State, unit: Unit) -> str:
    """`Legionary Legion1, 15 models, 3 ranks x 5 files, facing N, at 20,28`."""
    kind = state.block(unit).name
    where = f"at {place(unit.position)}" if unit.on_board else unit.gone or "in reserve"
    return f"{kind} {unit.ref}, {unit.models} models, {shape(unit)}, {where}"


def from_unit(state: State, unit: Unit) -> Iterator[str]:
    """The unit with its numbers, then the others by gap, each with its arc and bearing."""
    yield f"{unit_words(state, unit)}, {seat_name(unit.seat)}"
    stats = f"Move {unit.effective('M')}, Initiative {unit.effective('I')}"
    stats += f", Morale {unit.effective('L')}, Size {unit.size}, {TIERS[unit.tier]}"
    yield f"{stats}, {unit.wounds} wounds, {unit.left} left"
    yield from weapons(state, unit)
    if not unit.on_board:
        return
    notes = notes_on(state, unit, occupied(state))
    if notes:
        yield "; ".join(notes)
    others = [one for one in state.on_board() if one.ref != unit.ref]
    for one in sorted(others, key=lambda one: nearest(unit.cells, one.cells)):
        yield f"{side(unit, one)} {near(state, unit.cells, unit.position, one)}{arc(unit, one)}"
    yield from edges(state, unit.cells)


def weapons(state: State, unit: Unit) -> Iterator[str]:
    """What it fights with, and its magic with the uses left."""
    block = state.block(unit)
    yield from map(str, (*block.weapons, *block.abilities))
    left = dict(unit.uses)
    for magic in block.magic:
        uses = left.get(magic.name)
        yield f"{magic}" + ("" if uses is None else f" ({uses} left)")


def from_cell(state: State, cell: Cell) -> Iterator[str]:
    """What stands on a cell, then the others by gap."""
    here = occupied(state).get(cell)
    yield f"{place(cell)}: {unit_words(state, here) if here else 'empty'}"
    others = [one for one in state.on_board() if one is not here]
    for one in sorted(others, key=lambda one: nearest((cell,), one.cells)):
        yield f"{seat_name(one.seat)} {near(state, (cell,), cell, one)}"
    yield from edges(state, (cell,))


def side(unit: Unit, other: Unit) -> str:
    """`own` or `enemy`."""
    return "own" if unit.seat == other.seat else "enemy"


def near(state: State, cells: tuple[Cell, ...], start: Cell, other: Unit) -> str:
    """`Warband War1, ...: 7.07" away, up-right`."""
    end = other.position
    bearing = direction(end[1] - start[1], end[0] - start[0])
    far = inches(nearest(cells, other.cells))
    return f'{unit_words(state, other)}: {far}" away, {bearing}'


def arc(unit: Unit, other: Unit) -> str:
    """MD-ARC-1, MD-ARC-2: in which arc of a formation the other stands."""
    if not unit.is_formation or unit.at is None:
        return ""
    stand = unit.at, unit.facing, unit.files, unit.ranks
    found = dict.fromkeys(arc_of(*stand, cell) for cell in other.cells)
    return f", in its {' and '.join(one for one in found)}"


def edges(state: State, cells: tuple[Cell, ...]) -> Iterator[str]:
    """How far the edges are."""
    across, down = [x for x, _ in cells], [y for _, y in cells]
    yield (
        f"cells to the edge: up {min(down) - 1}, down {state.height - max(down)}, "
        f"left {min(across) - 1}, right {state.width - max(across)}"
    )
