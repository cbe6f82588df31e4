"""Chapter 10: the board and the key, as one viewer may see them."""

from collections.abc import Iterator

from rules.crusade7.field.geometry import zone
from rules.crusade7.harm import numbers
from rules.crusade7.naming import in_order, order_of_reference
from rules.crusade7.state import COLUMNS, CONDITIONS, ROWS, State, Unit
from rules.display.view import Block, Form, Line, Span, View, line
from rules.numbers.grid import Cell

GROUND = {"rough": "~", "difficult": "=", "impassable": "#"}
"""C7-BOARD-4: the sign of each kind of terrain."""

TONES = {1: "red", 2: "blue"}

PIECES = ((2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3))
"""C7-SCREEN-3: the ways of posting the board, best first: parts and colour level."""

RED, BLUE = zone(1), zone(2)
"""C7-BOARD-1: the columns of the deployment zones, which are coloured."""


def view(state: State, viewer: int | None, form: Form) -> View:
    """The board and the key of this battle; in the secret set-up also what is not deployed."""
    board = forum_board(state, viewer) if form == "bbcode" else screen_board(state, viewer)
    blocks = [board, key(state, viewer, form)]
    if state.flow.phase == "setup":
        blocks.append(Block("muster", tuple(line(one) for one in muster(state, viewer))))
    return View(tuple(block for block in blocks if block.lines))


def is_visible(state: State, unit: Unit, viewer: int | None) -> bool:
    """C7-SETUP-8: during the set-up a seat sees its own units, the public none, the GM all."""
    return state.flow.phase != "setup" or viewer in (0, unit.seat)


def seen(state: State, viewer: int | None, seat: int) -> list[Unit]:
    """The living units of an army that the viewer may see, in order of reference."""
    return in_order(unit for unit in state.living(seat) if is_visible(state, unit, viewer))


# --- the board ----------------------------------------------------------------------------------


def occupants(state: State, viewer: int | None) -> dict[Cell, Unit]:
    """C7-BOARD-3: every visible unit on the board, on every cell that it covers.

    C7-BOARD-5: units that are embarked or in reserve are not on the board.
    """
    return {
        cell: unit
        for seat in (1, 2)
        for unit in seen(state, viewer, seat)
        for cell in state.cells(unit)
    }


def cell_text(state: State, units: dict[Cell, Unit], cell: Cell) -> str:
    """C7-BOARD-2, C7-BOARD-4: the reference of the unit there, else the ground."""
    unit = units.get(cell)
    return unit.ref if unit else GROUND.get(state.terrain.get(cell, ""), "_")


def forum_board(state: State, viewer: int | None) -> Block:
    """C7-BOARD-1: 24 lines; columns 1-9 in red, 22-30 in blue, a blank before each cell."""
    units = occupants(state, viewer)
    lines: list[Line] = []
    for row in range(1, ROWS + 1):
        cells = [cell_text(state, units, (row, column)) for column in range(1, COLUMNS + 1)]
        middle = "".join(f" {cell}" for cell in cells[9:21])
        right = "".join(f" {cell}" for cell in cells[21:])
        lines.append((Span(" ".join(cells[:9]), "red"), Span(middle), Span(right, "blue")))
    return Block("board", tuple(lines))


def screen_board(state: State, viewer: int | None) -> Block:
    """C7-SCREEN-1: a ruler of column numbers and 24 numbered rows of cells of equal width.

    C7-SCREEN-3, C7-SCREEN-4: it is posted in pieces, or as one block with the ruler on top.
    """
    units = occupants(state, viewer)
    width = max([2, *(len(unit.ref) for unit in units.values())])
    ruler = " ".join(str(column).ljust(width) for column in range(1, COLUMNS + 1))
    rows = tuple(
        (Span(f"{row:>2} "), *_screen_cells(state, units, row, width)) for row in range(1, ROWS + 1)
    )
    return Block("board", rows, (line(f"   {ruler}".rstrip()),), "ansi", PIECES)


def _screen_cells(state: State, units: dict[Cell, Unit], row: int, width: int) -> Iterator[Span]:
    """C7-SCREEN-2: units in the colour of their army, ground in that of its zone.

    The blank between two cells belongs to the first of them; the last cell is not padded.
    """
    for column in range(1, COLUMNS + 1):
        text = cell_text(state, units, (row, column))
        unit = units.get((row, column))
        if column < COLUMNS:
            text = text.ljust(width) + " "
        yield Span(text, TONES[unit.seat] if unit else zone_tone(column), strong=unit is not None)


def zone_tone(column: int) -> str:
    """C7-SCREEN-2: red in columns 1-9, blue in 22-30, no colour between."""
    if column in RED:
        return "red"
    return "blue" if column in BLUE else ""


# --- the key ------------------------------------------------------------------------------------


def key(state: State, viewer: int | None, form: Form) -> Block:
    """C7-KEY-1, C7-SCREEN-5: each army under its heading, then the notes for the GM."""
    lines: list[Line] = []
    for seat in (1, 2):
        lines.append(line(f"Army {seat}", strong=form != "bbcode"))
        lines += [line(one) for one in army_lines(state, seen(state, viewer, seat))]
    notes = gm_notes(state, viewer)
    if notes:
        lines += [line("GM notes"), *map(line, notes)]
    return Block("key", tuple(lines))


def army_lines(state: State, units: list[Unit]) -> Iterator[str]:
    """C7-KEY-1, C7-KEY-4, C7-KEY-5: units on the field with their passengers, then the reserve."""
    for unit in units:
        if unit.on_field:
            yield unit_line(state, unit)
            for passenger in units:
                if passenger.inside == unit.ref:
                    yield f"- {unit_line(state, passenger)}"
    reserve = [full_name(state, unit) for unit in units if unit.reserve]
    if reserve:
        yield f"Reinforcements: {', '.join(reserve)}"


def full_name(state: State, unit: Unit) -> str:
    """`Praetorian Psionic1`: the type's name and the unit's number."""
    number = order_of_reference(unit.ref)[1]
    return f"{state.block(unit).name}{number or ''}"


def unit_line(state: State, unit: Unit) -> str:
    """C7-KEY-2: `Legionnaire4 HP 4(AC decreased by 1, Pila used)`."""
    notes = ", ".join(unit_notes(state, unit))
    return f"{full_name(state, unit)} HP {unit.hp}" + (f"({notes})" if notes else "")


def unit_notes(state: State, unit: Unit) -> Iterator[str]:
    """C7-KEY-3: the notes in their order."""
    block = state.block(unit)
    change = numbers.armour_class(state, unit)[0] - block.ac
    if change:
        yield f"AC {'increased' if change > 0 else 'decreased'} by {abs(change)}"
    yield from (condition for condition in CONDITIONS if unit.has(condition))
    if unit.concentration is not None:
        yield f"concentrating on {unit.concentration.spell}"
    full = {attack.name: attack.uses for attack in block.attacks}
    for name, left in unit.uses:
        if left != full.get(name, left):
            yield f"{name} {left} left" if left else f"{name} used"
    slots = dict(block.casting.slots) if block.casting else {}
    for level, left in sorted(unit.slots):
        if left != slots.get(level, left):
            yield f"level {level} slots {left}/{slots[level]}"
    yield from unit.notes


def gm_notes(state: State, viewer: int | None) -> list[str]:
    """C7-KEY-6: the texts of living units' types that the referee leaves to the GM."""
    lines: dict[str, None] = {}
    for seat in (1, 2):
        for unit in seen(state, viewer, seat):
            block = state.block(unit)
            for note in block.notes:
                lines[f"{block.name} - {note.name}: {note.text}"] = None
            for attack in block.attacks:
                for text in attack.notes:
                    lines[f"{block.name} - {attack.name}: {text}"] = None
    return sorted(lines)


def muster(state: State, viewer: int | None) -> Iterator[str]:
    """C7-SETUP-8: what a seat has bought and not yet put on the board, and what it has left."""
    for seat, army in sorted(state.armies.items()):
        if viewer not in (0, seat):
            continue
        faction = army.faction + (f", {army.subfaction}" if army.subfaction != "none" else "")
        yield f"Army {seat}: faction {faction}; {army.gold} gold and {army.cp} CP left"
        waiting = [
            unit.ref
            for unit in seen(state, viewer, seat)
            if not (unit.on_field or unit.reserve or unit.inside)
        ]
        if waiting:
            yield f"Not deployed: {', '.join(waiting)}"
        if army.ready:
            yield "Ready"
