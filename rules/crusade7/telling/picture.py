"""The battlefield as shapes to draw, and the same in words."""

from collections.abc import Iterator

from rules.crusade7.state import COLUMNS, CONDITIONS, PHASE_NAMES, ROWS, State, Unit
from rules.crusade7.telling.view import BLUE, RED, TONES, seen, unit_notes
from rules.display.view import Picture, Shape
from rules.line.flow import seat_name

SIGNS = {
    "prone": "D",
    "stunned": "T",
    "poisoned": "P",
    "invisible": "I",
    "frightened": "F",
    "blinded": "B",
    "shaken": "S",
}
"""The letters of conditions (C7-KEY-3) on the badges of units."""

PATTERNS = {"rough": "dots", "difficult": "waves", "impassable": "bricks"}
"""C7-BOARD-4."""


def picture(state: State, viewer: int | None) -> Picture:
    """C7-BOARD-1, C7-BOARD-5: ground, terrain and the units that the viewer may see there."""
    units = [unit for seat in (1, 2) for unit in seen(state, viewer, seat)]
    fielded = [unit for unit in units if unit.on_field]
    shapes = (
        Shape("title", 0, 0, label=title(state)),
        *ground(state),
        *(shape_of(state, unit) for unit in fielded),
        *legend(state, fielded),
    )
    rows = tuple(str(number) for number in range(1, ROWS + 1))
    columns = tuple(str(number) for number in range(1, COLUMNS + 1))
    return Picture(ROWS, COLUMNS, shapes, words(state, viewer, units), rows, columns)


def title(state: State) -> str:
    """`Round 2 - Move phase - army 1`, or how it ended."""
    flow = state.flow
    if flow.outcome is not None:
        winners = " and ".join(map(seat_name, flow.outcome.winners))
        return f"The battle is over - {f'{winners} wins' if winners else 'draw'}"
    if flow.phase == "setup":
        return "Setup"
    turn = f" - {seat_name(flow.turn)}" if flow.turn else ""
    return f"Round {flow.round} - {PHASE_NAMES[flow.phase]} phase{turn}"


def ground(state: State) -> Iterator[Shape]:
    """The deployment zones and the ground between them, then single cells of terrain."""
    yield Shape("tile", 0, 0, ROWS, COLUMNS)
    for zone, tone in ((RED, "red"), (BLUE, "blue")):
        yield Shape("tile", 0, zone[0] - 1, ROWS, len(zone), tone)
    for (row, column), kind in sorted(state.terrain.items()):
        if kind in PATTERNS:
            yield Shape("tile", row - 1, column - 1, mark=PATTERNS[kind])


def shape_of(state: State, unit: Unit) -> Shape:
    """A unit on its footprint (C7-GEO-5): its reference, its health, a mark if it has notes."""
    assert unit.at is not None
    rows, columns = state.block(unit).footprint
    marks = []
    if unit.hp < unit.maxhp:
        marks.append(f"health{max(1, 8 * unit.hp // unit.maxhp) if unit.hp > 0 else 0}")
    signs = "".join(SIGNS[one] for one in CONDITIONS if unit.has(one))
    if signs:
        marks.append(f"sign:{signs}")
    row, column = unit.at
    tone, mark = TONES[unit.seat], " ".join(marks)
    return Shape("unit", row - 1, column - 1, rows, columns, tone, unit.ref, mark)


def legend(state: State, fielded: list[Unit]) -> Iterator[Shape]:
    """What is on this board, and no more."""
    for seat in (1, 2):
        yield Shape("legend", 0, 0, tone=TONES[seat], label=seat_name(seat), mark="unit")
    if any(unit.hp < unit.maxhp for unit in fielded):
        yield Shape("legend", 0, 0, label="wounded", mark="unit health4")
    for condition in CONDITIONS:
        if any(unit.has(condition) for unit in fielded):
            yield Shape("legend", 0, 0, label=condition, mark=f"unit sign:{SIGNS[condition]}")
    for kind, pattern in PATTERNS.items():
        if kind in state.terrain.values():
            yield Shape("legend", 0, 0, label=kind, mark=f"tile {pattern}")


def words(state: State, viewer: int | None, units: list[Unit]) -> str:
    """Alternative text: every unit with its cell, its hit points and its notes."""
    parts = [f"{title(state)}. A board of {ROWS} rows and {COLUMNS} columns, cells as row,column."]
    for seat in (1, 2):
        own = [unit_words(state, unit) for unit in units if unit.seat == seat]
        hidden = state.flow.phase == "setup" and viewer not in (0, seat)
        parts.append(f"Army {seat}: {'hidden' if hidden else '; '.join(own) or 'no units'}.")
    for kind in PATTERNS:
        cells = [
            f"{row},{column}" for (row, column), one in sorted(state.terrain.items()) if one == kind
        ]
        if cells:
            parts.append(f"{kind.capitalize()} ground: {' '.join(cells)}.")
    return " ".join(parts)


def unit_words(state: State, unit: Unit) -> str:
    """`Legionnaire L1 at 5,5 (27 HP, prone)`."""
    place = "not deployed"
    if unit.on_field and unit.at is not None:
        place = f"at {unit.at[0]},{unit.at[1]}"
    elif unit.inside:
        place = f"inside {unit.inside}"
    elif unit.reserve:
        place = "in reserve"
    notes = ", ".join((f"{unit.hp} HP", *unit_notes(state, unit)))
    return f"{state.block(unit).name} {unit.ref} {place} ({notes})"
