"""Section 10: the board and the key."""

from dataclasses import replace

from rules.crusade8x8.apply import deployed
from rules.crusade8x8.attributes import SEAT_WORDS, army_count
from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import Position, by_name
from rules.crusade8x8.state import State
from rules.display.view import Block, Line, Span, View, line
from rules.line import flow

FILES = "    a   b   c   d   e   f   g   h"
LEGEND = (
    "Letters: A Archer, C Caster, R Rogue, W Warrior, B Bishop, M Commander, N Knight, P Paladin; "
    "capitals White, small letters Black; ^ > v < facing; ! frozen; $ Supply, & Relic, _ empty"
)
GROUND = ("_", "$", "&", "$", "&")
TONES = ("grey", "red", "blue")


def view(state: State, viewer: int | None) -> View:
    """C8-VIEW-4: title, board, key; while units are placed in secret each seat sees its own."""
    seen = replace(state, position=position_for(state, viewer))
    return View(
        (
            Block("title", (line(title(seen), strong=True),)),
            Block("board", board_lines(seen.position), fence="plain", joined=True),
            Block("key", key_lines(seen), joined=True),
        )
    )


def position_for(state: State, viewer: int | None) -> Position:
    """C8-PLACE-1: what is placed in secret is seen by its owner and by the GM only."""
    if state.flow.phase != "place":
        return state.position
    seats = tables.SEATS if viewer == 0 else (viewer,) if viewer in tables.SEATS else ()
    units = tuple((seat, kind, tile) for seat in seats for kind, tile in state.placed[seat - 1])
    return deployed(state.position, units)


def title(state: State) -> str:
    """C8-VIEW-4: who is to move, or how the game ended."""
    outcome = state.flow.outcome
    if outcome is not None:
        end = f"{SEAT_WORDS[outcome.winners[0]]} wins" if outcome.winners else "draw"
        return f"Crusade - game over - {end}"
    if state.flow.phase == "choose":
        return "Crusade - setup - both armies choose units"
    if state.flow.phase == "place":
        return "Crusade - setup - both armies place units"
    to_move = SEAT_WORDS[state.position.side]
    return f"Crusade - round {state.position.round} - {to_move} to move"


def moment(state: State) -> str:
    """Round and whose turn it is; of what comes before play which part of it."""
    played = state.flow.phase == "play"
    return flow.moment(replace(state.flow, phase="") if played else state.flow)


def phase_name(state: State) -> str:
    """C8-PHASE-1: what comes before play has names; play itself is one phase."""
    return "" if state.flow.phase == "play" else state.flow.phase.capitalize()


def board_lines(position: Position) -> tuple[Line, ...]:
    """C8-VIEW-1: ten lines, ranks 8 to 1 between the file letters."""
    return (line(FILES), *(rank_line(position, rank) for rank in range(8, 0, -1)), line(FILES))


def rank_line(position: Position, rank: int) -> Line:
    """C8-VIEW-1: the rank, three spaces, eight cells of width 4, the rank."""
    tiles = range(8 * rank - 8, 8 * rank)
    cells = (cell(position, tile) for tile in tiles)
    return (Span(f"{rank}   "), *cells, Span(str(rank)))


def cell(position: Position, tile: int) -> Span:
    """C8-VIEW-2: a unit with facing and `!` if frozen, else `$`, `&` or `_`."""
    unit = position.unit_at(tile)
    treasure = position.treasures[tile]
    if unit is None:
        return Span(GROUND[treasure].ljust(4), TONES[(treasure + 1) // 2])
    text = unit.letter + unit.arrow + ("!" if position.is_frozen(tile) else "")
    return Span(text.ljust(4), TONES[unit.seat], strong=True)


def key_lines(state: State) -> tuple[Line, ...]:
    """C8-VIEW-3: White, Black, the types out of the game, the letters."""
    lines: list[Line] = []
    for seat in tables.SEATS:
        lines.append(line(SEAT_WORDS[seat], strong=True))
        lines += [line(text) for text in army_lines(state, seat)]
    if state.position.removed:
        names = ", ".join(tables.KIND_OF_LETTER[letter] for letter in state.position.removed)
        lines.append(line(f"Removed from the game: {names}"))
    return (*lines, line(LEGEND))


def army_lines(state: State, seat: int) -> list[str]:
    """C8-VIEW-3: units by type, treasures, reserve, and the frozen ones if there are any."""
    position = state.position
    lines = [
        f"Pawns: {units_text(position, seat, tables.PAWNS)}",
        f"Nobles: {units_text(position, seat, tables.NOBLES)}",
        f"Treasures left: {treasures_text(position, seat)}",
        f"Captured treasures: {captured_text(position, seat)}",
        f"Reserve: {reserve_text(position, seat)}",
    ]
    if state.flow.phase in ("choose", "place"):
        lines.append(f"Army: {army_text(state, seat)}")
    frozen = by_name(t for t in position.tiles_of(seat) if position.is_frozen(t))
    if frozen:
        lines.append(f"Frozen: {' '.join(map(tables.tile_name, frozen))}")
    return lines


def units_text(position: Position, seat: int, kinds: tuple[str, ...]) -> str:
    """C8-VIEW-3: `Archer f5<; Caster d5^`, tiles in alphabetical order."""
    parts = []
    for kind in kinds:
        found = []
        for tile in by_name(position.tiles_of(seat)):
            unit = position.unit_at(tile)
            if unit is not None and unit.kind == kind:
                found.append(tables.tile_name(tile) + unit.arrow)
        if found:
            parts.append(f"{kind} {' '.join(found)}")
    return "; ".join(parts) or "none"


def treasures_text(position: Position, seat: int) -> str:
    """C8-VIEW-3: `Supply b3 g3; Relic c1 f1`."""
    parts = []
    for kind in ("Supply", "Relic"):
        tiles = position.treasures_of(seat, kind)
        if tiles:
            parts.append(f"{kind} {' '.join(map(tables.tile_name, tiles))}")
    return "; ".join(parts) or "none"


def captured_text(position: Position, seat: int) -> str:
    """C8-VIEW-3: `1 Supply, 2 Relics (3 of 4)`, what this seat has captured."""
    parts, total = [], 0
    for kind, plural in (("Supply", "Supplies"), ("Relic", "Relics")):
        count = 2 - len(position.treasures_of(3 - seat, kind))
        total += count
        if count:
            parts.append(f"{count} {kind if count == 1 else plural}")
    return f"{', '.join(parts)} ({total} of 4)" if parts else "none"


def reserve_text(position: Position, seat: int) -> str:
    """C8-VIEW-3: every type with at least 1 in reserve."""
    counts = ((kind, position.reserve(seat, kind)) for kind in tables.KINDS)
    return ", ".join(f"{kind} {count}" for kind, count in counts if count) or "none"


def army_text(state: State, seat: int) -> str:
    """C8-CHOICE-5: what is known of an army before play; a secret choice is no part of it."""
    counts = ((kind, army_count(state, seat, (kind,))) for kind in tables.KINDS)
    return ", ".join(f"{kind} {count}" for kind, count in counts if count) or "none"
