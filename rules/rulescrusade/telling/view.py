"""Section 10.1: the title and the board, in full and compact, as one viewer may see them."""

from collections.abc import Iterator

from rules.display import telling
from rules.display.view import Block, Line, Span, View, line
from rules.line.flow import seat_name
from rules.line.kept import Same
from rules.line.work import kept
from rules.numbers.grid import Cell
from rules.rulescrusade.field.sight import is_smoky
from rules.rulescrusade.field.terrain import relief
from rules.rulescrusade.sequence.turns import awaits
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.telling.key import has_changed, key_lines, symbols

OPEN = "_"
DARK = "~"
SMOKE = ":"
ITEM = "$"
MARKER = "!"


def view(state: State, viewer: int | None) -> View:
    """RC-BRD-4: the title, board and key of a state, as one viewer may see them."""
    shown = tokens(state)
    rows, head = board_lines(state, shown)
    return View(
        (
            Block("title", (line(title(state)),)),
            Block("board", rows, (line(head),), fence="plain", joined=True),
            Block("key", key_lines(state, viewer, shown), joined=True),
        )
    )


def title(state: State) -> str:
    """RC-BRD-8: the title: the stage of the match, and who must act."""
    flow = state.flow
    if flow.outcome is not None:
        winners = flow.outcome.winners
        return f"Rules Crusade - over - {f'{seat_name(winners[0])} wins' if winners else 'draw'}"
    if flow.phase == "setup":
        whom = ", ".join(map(seat_name, awaits(state))) or "the GM"
        return f"Rules Crusade - setup, {state.stage} - waiting for {whom}"
    return f"Rules Crusade - round {flow.round} - {seat_name(flow.turn)} to act"


def moment(state: State) -> str:
    """RC-BRD-8: the round and whose turn it is, or the stage of the set-up."""
    if state.flow.phase == "setup":
        turn = f", {seat_name(state.flow.turn)}" if state.flow.turn else ""
        return f"setup, {state.stage}{turn}"
    return f"round {state.flow.round}, {seat_name(state.flow.turn)}" if state.flow.round else ""


def phase_name(state: State) -> str:
    """The name of the phase; empty in play, which has only one."""
    return "" if state.flow.phase == "play" else state.flow.phase.capitalize()


def board_lines(state: State, shown: dict[Cell, str]) -> tuple[tuple[Line, ...], str]:
    """RC-BRD-1: the numbered rows, and the line of column numbers above them."""
    columns = range(1, state.ground.cols + 1)
    width = max(len(str(columns[-1])), *map(len, shown.values()))
    head = "   " + " ".join(str(column).ljust(width) for column in columns).rstrip()
    rows = tuple(
        row_line(f"{row:>2} ", [shown[row, column] for column in columns], width)
        for row in range(1, state.ground.rows + 1)
    )
    return rows, head


def row_line(number: str, cells: list[str], width: int) -> Line:
    """RC-BRD-1: a row of cells of equal width, one blank between them."""
    *most, last = cells
    padded = (Span(f"{cell.ljust(width)} ", strong=is_strong(cell)) for cell in most)
    return (Span(number), *padded, Span(last, strong=is_strong(last)))


def is_strong(cell: str) -> bool:
    """Is it the text of a cell with a model or chit?"""
    return len(cell) > 1


def tokens(state: State) -> dict[Cell, str]:
    """RC-BRD-5: what each cell shows, the same for every viewer."""
    return _tokens(Same(state))


@kept(4)
def _tokens(of: Same[State]) -> dict[Cell, str]:
    """Cached, because board, key, legend and text all ask for them; do not change the result."""
    state = of.value
    shown = {cell: ground_token(state, cell) for cell in state.ground.cells()}
    for marker in state.markers:
        shown[marker.at] = MARKER
    for item in state.items:
        if item.at is not None and not item.carrier:
            shown[item.at] = ITEM
    units = in_order(state.on_board())
    for unit in reversed([one for one in units if not one.standing and not one.borne_by]):
        shown[unit.at] = f"x{unit.ref}"
    standing = [one for one in units if one.standing]
    for unit in sorted(standing, key=lambda one: not one.inside):
        shown[unit.at] = unit_token(unit)
    return shown


def unit_token(unit: Unit) -> str:
    """RC-BRD-2: hidden models in small letters, chits as they are, occupants in brackets."""
    hidden = unit.has("hidden") and not unit.chit
    name = unit.ref.lower() if hidden else unit.ref
    return f"({name})" if unit.inside else name


def ground_token(state: State, cell: Cell) -> str:
    """RC-BRD-5: smoke, else the terrain; for open ground its height, or that it is dark."""
    if is_smoky(state, cell):
        return SMOKE
    index = state.ground.index(cell)
    char = relief(state.ground).char(cell)
    if char not in ("_", "."):
        return char
    if state.ground.heights[index] != "0":
        return state.ground.heights[index]
    return DARK if state.ground.light[index] == DARK else OPEN


# RC-BRD-1 for a narrow screen: models and terrain in cells; walls are only in the picture.


BARE = (OPEN, "#")
"""Cells left out: open ground, and walls, which the picture shows."""


def compact(state: State, viewer: int | None, since: State | None = None) -> telling.Compact | None:
    """RC-BRD-5: the compact board, the same for every viewer; None before a board is laid out.

    Cells changed since the state `since` are marked.
    """
    if not state.ground.rows:
        return None
    shown = tokens(state)
    units = [unit for unit in in_order(state.on_board()) if not unit.borne_by]
    here: dict[Cell, list[Unit]] = {}
    for unit in units:
        here.setdefault(unit.at, []).append(unit)
    dead = died(state, since)
    cells = []
    for (row, column), text in shown.items():
        standing = here.get((row, column), [])
        marked: telling.Marked = (
            "*" if any(has_changed(state, one, since) for one in standing) else ""
        )
        if (row, column) in dead and not standing:
            marked = "x"
        if standing or marked or text not in BARE:
            sign = "" if text in BARE else text
            cells.append(
                telling.Cell(row - 1, column - 1, sign, anchor=bool(standing), marked=marked)
            )
    texts = tuple(cell.text for cell in near(cells))
    return telling.on_grid(state.ground.rows, state.ground.cols, cells, legend(units, texts))


def near(cells: list[telling.Cell]) -> Iterator[telling.Cell]:
    """The cells in the rectangle around the models, or next to it: the part that is shown."""
    held = [one for one in cells if one.anchor] or cells
    rows, columns = [one.row for one in held], [one.column for one in held]
    top, bottom = min(rows, default=0), max(rows, default=0)
    left, right = min(columns, default=0), max(columns, default=0)
    for cell in cells:
        if top - 1 <= cell.row <= bottom + 1 and left - 1 <= cell.column <= right + 1:
            yield cell


def died(state: State, since: State | None) -> tuple[Cell, ...]:
    """The cells in which models stood that have been killed since."""
    if since is None:
        return ()
    gone = (one for one in since.on_board() if one.ref.upper() in state.units)
    return tuple(one.at for one in gone if state.unit(one.ref).place == "dead" and not one.chit)


def legend(units: list[Unit], texts: tuple[str, ...]) -> Iterator[str]:
    """Yield `army 1: M Marine, S Sergeant`, then the signs that occur."""
    for seat in sorted({unit.seat for unit in units}):
        names = {
            unit.ref.rstrip("0123456789"): "chit" if unit.chit else unit.kind
            for unit in units
            if unit.seat == seat
        }
        told = ", ".join(f"{letters} {kind}" for letters, kind in sorted(names.items()))
        yield f"{seat_name(seat)}: {told}"
    yield from symbols(texts)
