"""Section 10: the title, the text map and the key."""

from rules.candlebre.state import State
from rules.candlebre.telling.board import CELL, WIDTH, Cells, laid_out
from rules.candlebre.telling.key import key_lines
from rules.candlebre.telling.phrases import TONES
from rules.display.view import Block, Form, Line, Span, View, line
from rules.line.flow import seat_name

NAME = "The Courts of Candle'Bre"


def view(state: State, form: Form) -> View:
    """CB-BOARD-1, CB-SCOPE-3: everybody sees the same title, map and key."""
    return View(
        (
            Block("title", (line(title(state), strong=True),)),
            Block("board", map_lines(state), fence="font", joined=True),
            Block("key", key_lines(state, form), joined=True),
        )
    )


def title(state: State) -> str:
    """CB-BOARD-1: round, phase and whose turn it is, or how the game ended."""
    return f"{NAME} - {moment(state)}"


def moment(state: State) -> str:
    """CB-BOARD-1: `round 3, combat, army 1 to play`; `setup, army 2 to play`; `round 7, draw`."""
    flow = state.flow
    if not flow.phase:
        return ""
    if flow.outcome is not None:
        winners = flow.outcome.winners
        end = f"{' and '.join(map(seat_name, winners))} wins" if winners else "draw"
        return f"round {flow.round}, {end}"
    to_play = f"{seat_name(flow.turn)} to play"
    if flow.phase == "setup":
        return f"setup, {to_play}"
    return f"round {flow.round}, {flow.phase}, {to_play}"


def map_lines(state: State) -> tuple[Line, ...]:
    """CB-BOARD-2: 19 rows of 78 characters."""
    return tuple(map_line(state, row) for row in laid_out(state.sites))


def map_line(state: State, row: Cells) -> Line:
    """CB-BOARD-2, CB-BOARD-3: cells of seats in their colour, filled with dots."""
    spans: list[Span] = []
    filled = 0
    for column, site in row:
        if column > filled:
            spans.append(Span("." * (column - filled)))
        province = state.province(site.number)
        mark = "*" if province.battle is not None else str(province.owner)
        owned = bool(province.owner)
        spans.append(Span(site.code + mark, TONES[province.owner], strong=owned))
        filled = column + CELL
    if filled < WIDTH:
        spans.append(Span("." * (WIDTH - filled)))
    return tuple(spans)
