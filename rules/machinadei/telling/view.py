"""Section 10: the board and the key; nothing is hidden (MD-INFO-1)."""

from rules.display.view import Block, Line, Span, View, line
from rules.display.words import counted
from rules.line.flow import seat_name
from rules.machinadei.field import Taken, occupied, touching
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import signed
from rules.machinadei.state import SEATS, State, Unit, key

MARKS = {"N": "^", "E": ">", "S": "v", "W": "<"}
"""MD-SHOW-2: the mark of the front rank."""

MANY = {1: "#", 2: "%"}
"""MD-SHOW-1: the symbol of the 27th unit of a seat and of those after it."""

BANDS = tuple((count, 1) for count in range(1, 13))
"""MD-SHOW-5: on Discord the fewest bands of equal height that fit."""


def view(state: State) -> View:
    """MD-SHOW-5: title, board and key."""
    return View(
        (
            Block("title", (line(title(state), strong=True),)),
            board(state),
            Block("key", key_lines(state), joined=True),
        )
    )


def title(state: State) -> str:
    """MD-SHOW-5: turn, phase and the seat to act; after the end, who has won."""
    outcome, flow = state.flow.outcome, state.flow
    if outcome is not None:
        end = f"{seat_name(outcome.winners[0])} wins" if outcome.winners else "draw"
        return f"Machina Dei - turn {flow.round}, battle over: {end}"
    return f"Machina Dei - turn {flow.round}, {flow.phase} phase, {seat_name(flow.turn)} to act"


# --- the board ----------------------------------------------------------------------------------


def symbols(state: State) -> dict[str, str]:
    """MD-SHOW-1: A, B, ... and a, b, ... in placement order; they are not reused."""
    found: dict[str, str] = {}
    for seat in SEATS:
        own = [unit for unit in state.units.values() if unit.seat == seat]
        for place, unit in enumerate(own):
            letter = chr(ord("A" if seat == 1 else "a") + place)
            found[unit.ref] = letter if place < 26 else MANY[seat]
    return found


def fronts(state: State) -> dict[Cell, str]:
    """MD-SHOW-2: the mark of every cell in the front rank of a formation."""
    return {
        cell: MARKS[unit.facing]
        for unit in state.on_board()
        if unit.is_formation
        for cell in unit.cells[: unit.files * unit.side * unit.side]
    }


def board(state: State) -> Block:
    """MD-SHOW-2, MD-SHOW-3: rows below two header lines, two characters for each cell."""
    named, marks, taken = symbols(state), fronts(state), occupied(state)
    rows = tuple(row(state, y, named, marks, taken) for y in range(1, state.height + 1))
    head = tuple(line(text) for text in header(state.width))
    return Block("board", rows, head, "plain", BANDS, joined=True)


def header(width: int) -> tuple[str, str]:
    """MD-SHOW-3: tens over every tenth column, then last digits, indented by three spaces."""
    columns = range(1, width + 1)
    tens = "".join(f"{x // 10} " if x % 10 == 0 else "  " for x in columns)
    ones = "".join(f"{x % 10} " for x in columns)
    return f"   {tens}".rstrip(), f"   {ones}".rstrip()


def row(state: State, y: int, named: dict[str, str], marks: dict[Cell, str], taken: Taken) -> Line:
    """MD-SHOW-3: the number of the row and its cells; spaces at the end are cut."""
    texts = [f"{y:>2} "]
    for x in range(1, state.width + 1):
        unit = taken.get((x, y))
        texts.append("_ " if unit is None else named[unit.ref] + marks.get((x, y), " "))
    return tuple(map(Span, (*texts[:-1], texts[-1].rstrip())))


# --- the key ------------------------------------------------------------------------------------


def key_lines(state: State) -> tuple[Line, ...]:
    """MD-SHOW-5: each army under its heading."""
    lines: list[Line] = []
    for seat in SEATS:
        lines.append(line(f"Army {seat}", strong=True))
        lines += [line(text) for text in army_lines(state, seat)]
    return tuple(lines)


def army_lines(state: State, seat: int) -> list[str]:
    """MD-SHOW-4: a line for each unit in placement order, then those that are gone."""
    named, taken = symbols(state), occupied(state)
    own = [unit for unit in state.units.values() if unit.seat == seat]
    lines = [unit_line(state, unit, named, taken) for unit in own if not unit.gone]
    lost = [unit.ref for unit in own if unit.gone]
    return [*lines, f"Lost: {', '.join(lost)}"] if lost else lines


def unit_line(state: State, unit: Unit, named: dict[str, str], taken: Taken) -> str:
    """MD-SHOW-4: symbol, reference, type, models, shape, wounds, and notes in brackets."""
    who = f"{unit.ref} ({state.block(unit).name}) {unit.models} models"
    if unit.waits:
        return f"- = {who}, in reserve"
    notes = "; ".join(notes_on(state, unit, taken))
    line_of = f"{named[unit.ref]} = {who}, {shape(unit)}, {unit.wounds} wounds"
    return f"{line_of} ({notes})" if notes else line_of


def shape(unit: Unit) -> str:
    """MD-SHOW-4: `3 ranks x 5 files, facing N`, `skirmish` or `individual`."""
    if unit.is_formation:
        return f"{unit.ranks} ranks x {unit.files} files, facing {unit.facing}"
    return unit.kind


def notes_on(state: State, unit: Unit, taken: Taken, short: bool = False) -> list[str]:
    """MD-SHOW-4: broken, engaged, wheeling, modifiers, in this order.

    `short`: for short texts, also the wounds on a model: `engaged Axes1`, `1 wound`.
    """
    notes = ["broken"] if unit.broken else []
    foes = touching(state, unit, taken)
    if foes:
        notes.append(f"engaged {'' if short else 'with '}{', '.join(foe.ref for foe in foes)}")
    if short and unit.wounds and (unit.is_formation or unit.models > 1):
        notes.append(counted(unit.wounds, "wound"))
    if unit.turning is not None:
        notes.append(f"wheeling {unit.turning.side} {unit.turning.angle}")
    apart = " " if short else ""
    changes = ((f"{one.stat}{apart}{signed(one.amount)}", one.last) for one in unit.modifiers)
    return [*notes, *(f"{change} until turn {last}" for change, last in changes)]


def shown(state: State, what: str) -> tuple[str, ...]:
    """MD-SHOW-5: what `show board`, `show key` and `show <unit>` report, as plain lines."""
    lists = [text for seat in SEATS for text in (f"Army {seat}", *army_lines(state, seat))]
    if what == "key":
        return tuple(lists)
    if what == "board":
        drawn = board(state)
        rows = ["".join(span.text for span in one).rstrip() for one in (*drawn.head, *drawn.lines)]
        return (title(state), *rows, *lists)
    unit = state.units[key(what)]
    if unit.gone:
        return (f"Lost: {unit.ref}",)
    return (unit_line(state, unit, symbols(state), occupied(state)),)
