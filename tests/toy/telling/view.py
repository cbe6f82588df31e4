"""TY-VIEW-1: the board as text and as a picture, as far as a viewer may know."""

from typing import Any

from rules.display.view import Block, Disc, Picture, Polygon, Span, Text, View, line
from rules.line.orders import GM, Seat
from tests.toy.naming import seat_name
from tests.toy.state import SEATS, State

TITLE = "Three Houses"


def view(state: State, viewer: Seat | None) -> View:
    """The ring, one province a line; a plan and the relic for those who know of them."""
    rows = []
    for province, holder in state.holders:
        known = viewer in (GM, state.finder) or state.shown == (province,)
        marks = " *" if state.relic and province == state.relic and known else ""
        plans = [
            f" -> {goal}"
            for seat, start, goal in state.plans
            if start == province and viewer in (GM, seat)
        ]
        tone = f"seat{holder}" if holder else ""
        name = seat_name(holder) if holder else "nobody"
        rows.append((Span(f"{province:16}"), Span(name + marks + "".join(plans), tone, True)))
    counts = [line(f"{seat_name(seat)}: {len(state.held(seat))}") for seat in SEATS]
    title = Block("title", (line(TITLE, strong=True),))
    return View((title, Block("board", tuple(rows), fence="plain"), Block("key", tuple(counts))))


def shapes(state: State) -> Picture:
    """The ring as two rows of three provinces."""
    shapes: list[Any] = []
    for at, (province, holder) in enumerate(state.holders):
        row, column = (0, at) if at < 3 else (1, 5 - at)
        top, left = 1000 * row + 50, 1000 * column + 50
        corners = ((top, left), (top, left + 900), (top + 900, left + 900), (top + 900, left))
        shapes.append(Polygon(corners, f"seat{holder}" if holder else "paper"))
        shapes.append(Text((top + 200, left + 450), province, 110))
        if holder:
            shapes.append(Disc((top + 600, left + 450), 200, f"seat{holder}", str(holder)))
    words = ", ".join(
        f"{one}: {seat_name(held) if held else 'nobody'}" for one, held in state.holders
    )
    return Picture(2, 3, tuple(shapes), words, grid=False)
