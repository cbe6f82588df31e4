"""What the last actions did, to be drawn over the board: ways, pushes, captures, changed tiles."""

import re
from collections.abc import Iterator, Sequence

from rules.crusade8x8 import events as ev
from rules.crusade8x8.apply import apply
from rules.crusade8x8.board.tables import COLOURS, KIND_OF_LETTER, LETTER_OF_KIND, tile_named
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.report import report
from rules.display.telling import Arrow, Death, Frame, Hit, Traces
from rules.display.view import Point
from rules.line.events import Event

SHOT = re.compile(r"([a-h][1-8])\*([a-h][1-8])")
"""C8-NOTE-2: an Archer's shot, from where at what."""


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """C8-REPORT-1 drawn; nothing before play, when placements are secret."""
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
    """One unit's way; it was pushed if it is not the mover's own, or the note says so."""
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
    """The tiles whose unit is another than before, turned or frozen; not where one went oneself."""
    was, now = before.position, after.position
    for tile in range(64):
        row, column = 7 - tile // 8, tile % 8
        unit = now.unit_at(tile)
        if unit is None or (was.unit_at(tile), was.is_frozen(tile)) == (unit, now.is_frozen(tile)):
            continue
        passive = (row * 1000 + 500, column * 1000 + 500) in pushed or now.is_frozen(tile)
        if unit.seat != viewer or passive:
            yield Frame(row, column)
