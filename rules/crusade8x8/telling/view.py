"""The board and the key, in full and for a narrow screen, and what has changed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.crusade8x8 import board
from rules.crusade8x8.apply import deployed
from rules.crusade8x8.attributes import SEAT_WORDS, army_count
from rules.crusade8x8.state import State
from rules.display import telling
from rules.display.telling import Cell, Compact, Marked, Roll, RollLine, RollSide
from rules.display.view import Block, Line, Span, View, line
from rules.line import flow

# Section 10: the board and the key.


FILES = "    a   b   c   d   e   f   g   h"
LEGEND = (
    "Letters: A Archer, C Caster, R Rogue, W Warrior, B Bishop, M Commander, N Knight, P Paladin; "
    "capitals White, small letters Black; ^ > v < facing; ! frozen; $ Supply, & Relic, _ empty"
)
GROUND = ("_", "$", "&", "$", "&")
TONES = ("grey", "red", "blue")


def view(state: State, viewer: int | None) -> View:
    """C8-VIEW-4: title, board, key; while placement is secret, each seat sees only its own."""
    seen = replace(state, position=position_for(state, viewer))
    return View(
        (
            Block("title", (line(title(seen), strong=True),)),
            Block("board", board_lines(seen.position), fence="plain", joined=True),
            Block("key", key_lines(seen), joined=True),
        )
    )


def position_for(state: State, viewer: int | None) -> board.Position:
    """C8-PLACE-1: the position as seen; secret placements for their owner and GM only."""
    if state.flow.phase != "place":
        return state.position
    seats = board.SEATS if viewer == 0 else (viewer,) if viewer in board.SEATS else ()
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
    """Round and whose turn it is; before play, the phase of the setup."""
    played = state.flow.phase == "play"
    return flow.moment(replace(state.flow, phase="") if played else state.flow)


def phase_name(state: State) -> str:
    """C8-PHASE-1: the name of a phase of the setup; play, which is one phase, has none."""
    return "" if state.flow.phase == "play" else state.flow.phase.capitalize()


def board_lines(position: board.Position) -> tuple[Line, ...]:
    """C8-VIEW-1: ten lines, ranks 8 to 1 between the file letters."""
    return (line(FILES), *(rank_line(position, rank) for rank in range(8, 0, -1)), line(FILES))


def rank_line(position: board.Position, rank: int) -> Line:
    """C8-VIEW-1: the rank, three spaces, eight cells of width 4, the rank."""
    tiles = range(8 * rank - 8, 8 * rank)
    cells = (cell(position, tile) for tile in tiles)
    return (Span(f"{rank}   "), *cells, Span(str(rank)))


def cell(position: board.Position, tile: int) -> Span:
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
    for seat in board.SEATS:
        lines.append(line(SEAT_WORDS[seat], strong=True))
        lines += [line(text) for text in army_lines(state, seat)]
    if state.position.removed:
        names = ", ".join(board.KIND_OF_LETTER[letter] for letter in state.position.removed)
        lines.append(line(f"Removed from the game: {names}"))
    return (*lines, line(LEGEND))


def army_lines(state: State, seat: int) -> list[str]:
    """C8-VIEW-3: units by type, treasures, reserve, and the frozen ones if there are any."""
    *lines, (_, frozen), _ = texts(state.position, seat)
    if state.flow.phase in ("choose", "place"):
        lines.append(("Army", army_text(state, seat)))
    lines += [("Frozen", frozen)] if frozen != NONE else []
    called = {"Captured": "Captured treasures"}
    return [f"{called.get(name, name)}: {text}" for name, text in lines]


def units_text(position: board.Position, seat: int, kinds: tuple[str, ...]) -> str:
    """C8-VIEW-3: `Archer f5<; Caster d5^`, tiles in alphabetical order."""
    parts = []
    for kind in kinds:
        found = []
        for tile in board.by_name(position.tiles_of(seat)):
            unit = position.unit_at(tile)
            if unit is not None and unit.kind == kind:
                found.append(board.tile_name(tile) + unit.arrow)
        if found:
            parts.append(f"{kind} {' '.join(found)}")
    return "; ".join(parts) or "none"


def treasures_text(position: board.Position, seat: int) -> str:
    """C8-VIEW-3: `Supply b3 g3; Relic c1 f1`."""
    parts = []
    for kind in ("Supply", "Relic"):
        tiles = position.treasures_of(seat, kind)
        if tiles:
            parts.append(f"{kind} {' '.join(map(board.tile_name, tiles))}")
    return "; ".join(parts) or "none"


def captured_text(position: board.Position, seat: int) -> str:
    """C8-VIEW-3: `1 Supply, 2 Relics (3 of 4)`, what this seat has captured."""
    parts, total = [], 0
    for kind, plural in (("Supply", "Supplies"), ("Relic", "Relics")):
        count = 2 - len(position.treasures_of(3 - seat, kind))
        total += count
        if count:
            parts.append(f"{count} {kind if count == 1 else plural}")
    return f"{', '.join(parts)} ({total} of 4)" if parts else "none"


def reserve_text(position: board.Position, seat: int) -> str:
    """C8-VIEW-3: every type with at least 1 in reserve."""
    return board.counts_text(lambda kind: position.reserve(seat, kind))


def army_text(state: State, seat: int) -> str:
    """C8-CHOICE-5: what is known of an army before play, without secret choices."""
    return board.counts_text(lambda kind: army_count(state, seat, (kind,)))


# The board as cells: always whole, without colours, changes marked.


RANKS, COLUMNS = tuple("87654321"), tuple("abcdefgh")
WIDTH = 4


def compact(state: State, viewer: int | None, since: State | None = None) -> Compact | None:
    """C8-VIEW-1, C8-VIEW-2: eight ranks of cells of width 4; None before units can be seen."""
    seen = position_for(state, viewer)
    has_units = any(seen.cells)
    if state.flow.phase == "choose" or (state.flow.phase == "place" and not has_units):
        return None
    earlier = None
    if since is not None and since.flow.phase in ("play", "over"):
        earlier = since.position
    cells = tuple(cell for tile in range(64) for cell in cell_of(seen, tile, earlier))
    ordered = tuple(sorted(cells, key=lambda one: (one.row, one.column)))
    return Compact(RANKS, COLUMNS, ordered, tuple(legend(seen)), WIDTH, GROUND[0], whole=True)


def cell_of(position: board.Position, tile: int, earlier: board.Position | None) -> Iterator[Cell]:
    """A unit, a treasure, or a cross where a unit was taken and left the tile empty."""
    row, column = 7 - tile // 8, tile % 8
    unit = position.unit_at(tile)
    if unit is not None:
        changed: Marked = ""
        if earlier is not None and position.cells[tile] != earlier.cells[tile]:
            changed = "*"
        frozen = "!" if position.is_frozen(tile) else ""
        yield Cell(row, column, f"{unit.letter}{unit.arrow}{frozen}", True, changed)
        return
    treasure = position.treasures[tile]
    died: Marked = "x" if has_fallen(position, tile, earlier) else ""
    if died or treasure:
        yield Cell(row, column, GROUND[treasure] if treasure else "", False, died)


def has_fallen(position: board.Position, tile: int, earlier: board.Position | None) -> bool:
    """Was the unit that stood here taken, since none of its kind has come to another tile?"""
    was = None if earlier is None else earlier.unit_at(tile)
    if was is None or earlier is None:
        return False
    for other in range(64):
        now, before = position.unit_at(other), earlier.unit_at(other)
        same = now is not None and (now.seat, now.kind) == (was.seat, was.kind)
        there = before is not None and (before.seat, before.kind) == (was.seat, was.kind)
        if same and not there:
            return False
    return True


def legend(position: board.Position) -> Iterator[str]:
    """The signs in use, without treasures that units hide."""
    units = [unit for _, unit in position.units()]
    if units:
        yield "capitals White, small letters Black"
    if any(unit.frozen for unit in units):
        yield "! frozen"
    lying = [position.treasures[tile] for tile in range(64) if position.is_open(tile)]
    names = {GROUND[1]: "Supply", GROUND[2]: "Relic"}
    signs = [sign for sign in names if any(GROUND[one] == sign for one in lying if one)]
    if signs:
        yield ", ".join(f"{sign} {names[sign]}" for sign in signs)


# The key in few lines: what each army has, and what it has lost and won.


NONE = "none"


def roll(state: State, viewer: int | None, since: State | None = None) -> Roll:
    """C8-VIEW-3 without the line of letters; empty lines are left out."""
    seen = position_for(state, viewer)
    earlier = since.position if since and since.flow.phase in ("play", "over") else None
    sides = tuple(side(seen, seat, earlier) for seat in board.SEATS)
    return Roll(("",), sides)


def side(position: board.Position, seat: int, earlier: board.Position | None) -> RollSide:
    """One army: its units by type, its treasures, what it has captured, its reserve."""
    before = dict(texts(earlier, seat)) if earlier is not None else None
    lines = [
        RollLine(label, "", (text,), before is not None and before.get(label, NONE) != text)
        for label, text in texts(position, seat)
        if text != NONE
    ]
    return telling.side_of(seat, board.COLOURS[seat], lines)


def texts(position: board.Position, seat: int) -> Iterator[tuple[str, str]]:
    """The lines of the key, each with its name."""
    yield "Pawns", units_text(position, seat, board.PAWNS)
    yield "Nobles", units_text(position, seat, board.NOBLES)
    yield "Treasures left", treasures_text(position, seat)
    yield "Captured", captured_text(position, seat)
    yield "Reserve", reserve_text(position, seat)
    frozen = board.by_name(tile for tile in position.tiles_of(seat) if position.is_frozen(tile))
    yield "Frozen", " ".join(map(board.tile_name, frozen)) or NONE
    removed = ", ".join(board.KIND_OF_LETTER[letter] for letter in position.removed)
    yield "Out of the game", (removed if seat == board.SEATS[0] else "") or NONE


# What each army lost in a stretch of play.


def losses(before: State, after: State, viewer: int | None) -> Mapping[int, str]:
    """`{2: "Rogue, 2 Warriors, Supply"}`: fewer units of a type, and treasures that are gone.

    A unit that was recruited in the same stretch makes up for one of its type.
    """
    played = ("play", "over")
    if before.flow.phase not in played or after.flow.phase not in played:
        return {}
    return telling.not_empty({seat: ", ".join(lost(before, after, seat)) for seat in board.SEATS})


def lost(before: State, after: State, seat: int) -> Iterator[str]:
    """What a seat has lost: units by type, then treasures."""
    for kind in board.KINDS:
        count = before.position.count(seat, kind) - after.position.count(seat, kind)
        if count > 0:
            yield kind if count == 1 else f"{count} {kind}s"
    for kind, plural in (("Supply", "Supplies"), ("Relic", "Relics")):
        had, has = (len(one.position.treasures_of(seat, kind)) for one in (before, after))
        if had > has:
            yield kind if had - has == 1 else f"{had - has} {plural}"


# What the GM changed on the table, in short: `b2 white Archer up → left`.


FEW = 4
"""The most tiles that are told one by one."""


def changes(before: board.Position, after: board.Position) -> list[str]:
    """Every change with before and after; a table laid anew is told as a whole."""
    tiles = [tile for tile in range(64) if before.cells[tile] != after.cells[tile]]
    lying = [tile for tile in range(64) if before.treasures[tile] != after.treasures[tile]]
    if len(tiles) + len(lying) > FEW:
        return [f"a new position, {board.COLOURS[after.side]} to move in round {after.round}"]
    return [
        *on_tiles(before, after, tiles),
        *treasures(before, after, lying),
        *numbers(before, after),
    ]


def on_tiles(before: board.Position, after: board.Position, tiles: list[int]) -> Iterator[str]:
    """Units that came, went, turned or froze; one that was moved is told in one piece."""
    gone = [tile for tile in tiles if after.unit_at(tile) is None]
    come = [tile for tile in tiles if before.unit_at(tile) is None]
    if len(gone) == len(come) == 1 and before.cells[gone[0]] == after.cells[come[0]]:
        yield f"{before.unit_at(gone[0])} {board.tile_name(gone[0])} → {board.tile_name(come[0])}"
        return
    for tile in tiles:
        was, is_ = before.unit_at(tile), after.unit_at(tile)
        yield f"{board.tile_name(tile)} {look(was, is_)} → {look(is_, was)}"


def look(unit: board.Unit | None, other: board.Unit | None) -> str:
    """A unit, described only as far as it differs from the other unit of its tile."""
    if unit is None:
        return "empty"
    same = other is not None and (unit.seat, unit.kind) == (other.seat, other.kind)
    parts = [] if same and other and unit.facing == other.facing else [unit.facing or ""]
    if same and other and unit.frozen != other.frozen:
        parts.append("frozen" if unit.frozen else "not frozen")
    elif unit.frozen:
        parts.append("frozen")
    return " ".join(part for part in ("" if same else str(unit), *parts) if part) or str(unit)


def treasures(before: board.Position, after: board.Position, tiles: list[int]) -> Iterator[str]:
    """`b6 Supply of army 2 → none`."""
    for tile in tiles:
        was, is_ = (
            board.TREASURES[one.treasures[tile]] or "no treasure" for one in (before, after)
        )
        yield f"{board.tile_name(tile)} {was} → {is_}"


def numbers(before: board.Position, after: board.Position) -> Iterator[str]:
    """Side, round, counters, types out of the game."""
    rows = (
        ("turn", board.COLOURS[before.side], board.COLOURS[after.side]),
        ("round", before.round, after.round),
        ("turns without a capture", before.progress, after.progress),
        *zip(
            ("White's forfeits", "Black's forfeits"), before.forfeits, after.forfeits, strict=True
        ),
        ("types out of the game", before.removed or "none", after.removed or "none"),
    )
    yield from (f"{what} {had} → {has}" for what, had, has in rows if had != has)
