"""The board as shapes to draw, and traces of what happened on it."""

import re
from collections.abc import Iterator, Sequence

from rules.crusade8x8 import board
from rules.crusade8x8 import events as ev
from rules.crusade8x8.apply import apply
from rules.crusade8x8.board import COLOURS, KIND_OF_LETTER, LETTER_OF_KIND, Position, tile_named
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.report import report
from rules.display.telling import Arrow, Death, Frame, Hit, Traces
from rules.display.view import Picture, Point, Shape
from rules.line.events import Event

# The board as shapes to draw, and the same in words.


TONES = ("grey", "white", "black")
FORMS = {"Supply": "crate", "Relic": "gem"}


def picture(position: Position, title: str) -> Picture:
    """C8-VIEW-1, C8-VIEW-2: rank 8 on top, every unit and every treasure on its tile."""
    shapes = (
        Shape("title", 0, 0, label=title),
        *(shape for tile in range(64) for shape in shapes_on(position, tile)),
        *legend(position),
    )
    files, ranks = tuple("abcdefgh"), tuple("87654321")
    return Picture(8, 8, shapes, f"{title}. {words(position)}", ranks, files)


def shapes_on(position: Position, tile: int) -> Iterator[Shape]:
    """The tile, the treasure that lies there and the unit that stands there."""
    row, column = 7 - tile // 8, tile % 8
    yield Shape("tile", row, column, tone="dark" if (row + column) % 2 else "light")
    unit, treasure = position.unit_at(tile), position.treasures[tile]
    if treasure:
        kind = board.TREASURES[treasure].split()[0]
        owner = TONES[(treasure + 1) // 2]
        yield Shape("treasure", row, column, tone=owner, label=kind[0], mark=FORMS[kind])
    if unit is not None:
        frozen = " frozen" if position.is_frozen(tile) else ""
        mark = (unit.facing or "crown") + frozen
        yield Shape("unit", row, column, tone=TONES[unit.seat], label=unit.letter, mark=mark)


def legend(position: Position) -> Iterator[Shape]:
    """Armies, treasures, and the letters of the types on the board."""
    for seat in board.SEATS:
        yield Shape("legend", 0, 0, tone=TONES[seat], label=board.COLOURS[seat], mark="unit up")
    yield Shape("legend", 0, 0, tone="white", label="Noble", mark="unit crown")
    for kind, form in FORMS.items():
        yield Shape("legend", 0, 0, tone="white", label=kind, mark=f"treasure {form}")
    tiles = [tile for seat in board.SEATS for tile in position.tiles_of(seat)]
    if any(position.is_frozen(tile) for tile in tiles):
        yield Shape("legend", 0, 0, tone="white", label="frozen", mark="unit frozen")
    for kind in board.KINDS:
        if any(position.count(seat, kind) for seat in board.SEATS):
            yield Shape("legend", 0, 0, label=f"{board.LETTER_OF_KIND[kind]} {kind}")


def words(position: Position) -> str:
    """Alternative text: every unit and treasure with its tile."""
    parts = []
    for seat in board.SEATS:
        units = [unit_words(position, tile) for tile in position.tiles_of(seat)]
        parts.append(f"{board.COLOURS[seat]}: {', '.join(units) or 'no units'}.")
    lying = [
        f"{board.TREASURES[byte]} on {board.tile_name(tile)}"
        for tile, byte in enumerate(position.treasures)
        if byte
    ]
    parts.append(f"Treasures: {', '.join(lying) or 'none'}.")
    return " ".join(parts)


def unit_words(position: Position, tile: int) -> str:
    """`Archer on b2 facing up (frozen)`."""
    unit = position.unit_at(tile)
    assert unit is not None
    facing = f" facing {unit.facing}" if unit.facing else ""
    frozen = " (frozen)" if position.is_frozen(tile) else ""
    return f"{unit.kind} on {board.tile_name(tile)}{facing}{frozen}"


# What the last actions did, drawn over the board: ways, pushes, captures, changed tiles.


SHOT = re.compile(r"([a-h][1-8])\*([a-h][1-8])")
"""C8-NOTE-2: an Archer's shot: its tile, and the tile it hits."""


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """C8-REPORT-1 as drawing; nothing before play, when placements are secret."""
    if before.flow.phase != "play":
        return Traces()
    state, note = before, ""
    arrows: list[Arrow] = []
    hits: list[Hit] = []
    deaths: list[Death] = []
    words: list[str] = []
    for event in events:
        match event:
            case ev.Acted(seat, note):
                words.append(f"{COLOURS[seat]} {note}")
                hits += [Hit(middle(one), middle(other)) for one, other in SHOT.findall(note)]
            case ev.Moved(start, goal):
                arrows.append(arrow(state, start, goal, note))
            case ev.Swapped(start, goal):
                arrows += [arrow(state, start, goal, note), arrow(state, goal, start, note)]
            case ev.Captured(seat, kind, tile) | ev.CounterCaptured(seat, kind, tile):
                deaths.append(Death(middle(tile), letter_of(seat, kind)))
        if isinstance(event, ev.Deed | ev.Forfeited | ev.ClockRanOut):
            words += report(event, viewer)
        state = apply(state, event)
    pushed = {arrow.points[-1] for arrow in arrows if arrow.forced}
    frames = frames_of(before, after, viewer, pushed)
    return Traces(tuple(arrows), tuple(hits), tuple(deaths), tuple(frames), tuple(words))


def arrow(state: State, start: str, goal: str, note: str) -> Arrow:
    """The way of one unit; it was pushed if it is not the mover's own, or if the note says so."""
    unit = state.position.unit_at(tile_named(start))
    seat = unit.seat if unit is not None else 0
    forced = seat != state.position.side or f"+{start}-" in note
    return Arrow((middle(start), middle(goal)), seat, forced)


def middle(tile: str) -> Point:
    """The middle of a tile, in thousandths of a cell; rank 8 is on top."""
    number = tile_named(tile)
    return (7 - number // 8) * 1000 + 500, number % 8 * 1000 + 500


def letter_of(seat: int, kind: str) -> str:
    """`A` of White, `a` of Black."""
    letter = LETTER_OF_KIND[KIND_OF_LETTER.get(kind, kind)]
    return letter.lower() if seat == 2 else letter


def frames_of(
    before: State, after: State, viewer: int | None, pushed: set[Point]
) -> Iterator[Frame]:
    """Frames around the tiles whose unit changed, turned or froze, except where the viewer's own
    unit went by itself."""
    was, now = before.position, after.position
    for tile in range(64):
        row, column = 7 - tile // 8, tile % 8
        unit = now.unit_at(tile)
        if unit is None or (was.unit_at(tile), was.is_frozen(tile)) == (unit, now.is_frozen(tile)):
            continue
        passive = (row * 1000 + 500, column * 1000 + 500) in pushed or now.is_frozen(tile)
        if unit.seat != viewer or passive:
            yield Frame(row, column)
