"""`Knight against Rogue`: who takes whom.  No die falls in play: what can be reached is taken.

Two units on the board are looked at where they stand, a type from wherever it could strike, two
types alone on an empty board.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import Position, by_name
from rules.crusade8x8.search.generate import packed
from rules.crusade8x8.search.takers import Alone
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.card import kind_named
from rules.crusade8x8.telling.odds import as_if
from rules.crusade8x8.telling.threats import article, asked, told
from rules.display.words import counted
from rules.line.errors import Refusal
from rules.line.frozen import Frozen
from rules.numbers.arith import half_up
from rules.numbers.grid import offset

TILED = re.compile(r"[a-z]\d+$", re.I)

DEEPEST = 4
"""So many actions of its own a unit is followed on its way to another."""

FEW = 4
"""So many places are told one by one."""

CORNERS = (0, 7, 56, 63)

ALONE = 64 * 63
"""The ways in which two can stand on the board."""


class Fighter(Frozen):
    """A unit on its tile, or (`tile` None) a type."""

    kind: str
    seat: int = 0
    tile: int | None = None

    def __str__(self) -> str:
        return self.kind if self.tile is None else f"{self.kind} {tables.tile_name(self.tile)}"


def compared(
    state: State, viewer: int | None, one: str, other: str, place: str = ""
) -> tuple[str, ...]:
    """Either way: could the first take the second, and the second the first?  `place`: as if the
    first stood there.  Raises a `Refusal` for what is neither a unit nor a type."""
    first, second = fighter(state, one), fighter(state, other)
    if first.tile is not None and place:
        state, first = moved(state, first, place)
    if first.tile is None and place:
        first = replace(first, tile=open_tile(state, place), seat=seat_against(second, viewer))
        state = with_unit(state, first)
    if first.tile is None and second.tile is None:
        return tuple(of_types(first.kind, second.kind))
    if first.tile is None or second.tile is None:
        return tuple(of_type_and_unit(state, first, second))
    if first.seat == second.seat:
        why = f"{first} and {second} are both {tables.COLOURS[first.seat]}'s"
        raise Refusal("C8-ACT-6", why)
    return tuple(of_units(state, first, second))


def can_attack(state: State, one: str, other: str) -> tuple[str, ...]:
    """C8-ACT-1: could one take another where both stand, if it were its turn?"""
    first, second = fighter(state, one), fighter(state, other)
    asked = f"Can {first} take {second}?"
    if first.tile is None or second.tile is None:
        return compared(state, None, one, other)
    if first.seat == second.seat:
        return (f"{asked} No: both are {tables.COLOURS[first.seat]}'s. (C8-ACT-6)",)
    found = taken_by(state, first, second)
    return (f"{asked} Yes: {found}" if found is not None else f"{asked} No.",)


def fighter(state: State, name: str) -> Fighter:
    """`Knight`, `my knights`; `knight e1`, `Ne1`, `e1`."""
    words = [word for word in name.split() if word.lower() not in ("a", "an", "the", "my", "his")]
    kind = kind_named(" ".join(words))
    if kind is not None:
        return Fighter(kind)
    if state.flow.phase != "play":
        raise Refusal("C8-PHASE-1", "before play begins only types can be compared: Knight")
    if not words or not TILED.search(words[-1]):
        kinds = ", ".join(tables.KINDS)
        why = f"{name.strip()[:30]} is neither a unit on a tile (c2) nor a type ({kinds})"
        raise Refusal("C8-REF-4", why)
    tile = asked(state.position, " ".join(words))
    unit = state.position.unit_at(tile)
    if unit is None:
        raise Refusal("C8-REF-1", f"nobody stands on {tables.tile_name(tile)}")
    return Fighter(unit.kind, unit.seat, tile)


def seat_against(foe: Fighter, viewer: int | None) -> int:
    """Whose a type is that is put onto the board."""
    return 3 - foe.seat if foe.seat else (viewer or 1)


def open_tile(state: State, place: str) -> int:
    """C8-BOARD-3: where one might stand."""
    name = place.strip().lower()
    if name not in tables.TILE_NAMES:
        raise Refusal("C8-BOARD-1", f"{place[:20]} is no tile; tiles are a1 to h8")
    if not state.position.is_open(tables.tile_named(name)):
        raise Refusal("C8-BOARD-3", f"{name} is not open")
    return tables.tile_named(name)


def moved(state: State, who: Fighter, place: str) -> tuple[State, Fighter]:
    """As if it stood elsewhere, looking as it looks."""
    goal = open_tile(state, place)
    cells = list(state.position.cells)
    assert who.tile is not None
    cells[goal], cells[who.tile] = cells[who.tile], 0
    return with_cells(state, cells), replace(who, tile=goal)


def with_unit(state: State, who: Fighter, facing: str | None = None) -> State:
    """As if one of a type stood on a tile, looking ahead."""
    assert who.tile is not None
    cells = list(state.position.cells)
    look = None if who.kind in tables.NOBLES else facing or tables.FORWARD[who.seat]
    cells[who.tile] = tables.unit_byte(who.seat, who.kind, look)
    return with_cells(state, cells)


def with_cells(state: State, cells: list[int]) -> State:
    """The same with another board."""
    return replace(state, position=replace(state.position, cells=tuple(cells)))


# --- who takes whom -----------------------------------------------------------------------------


class Taking(Frozen):
    """An action that takes somebody; `falls`: whoever took him falls as well (C8-WAR-2)."""

    note: str
    falls: bool

    def __str__(self) -> str:
        return f"{self.note} (both fall, C8-WAR-2)" if self.falls else self.note


def taken_by(state: State, one: Fighter, other: Fighter) -> Taking | None:
    """The shortest action of its own by which one takes another; rather one that it survives."""
    assert one.tile is not None
    assert other.tile is not None
    there = as_if(state, one.seat)
    alone = Alone(packed(there.position), there.house, there.position.removed)
    after_one = there.position.cells.count(0) + 1
    name = tables.tile_name(other.tile)
    found = []
    for note, cells, _ in alone.mains(one.tile):
        main = note.split("!")[0].split("&")[0]
        if f"x{name}" in main or f"*{name}" in main:
            found.append(Taking(main, cells.count(0) > after_one))
    return min(found, key=lambda one: (one.falls, len(one.note)), default=None)


def of_units(state: State, one: Fighter, other: Fighter) -> Iterator[str]:
    """Two on the board, where all stand now."""
    whose, others = tables.COLOURS[one.seat], tables.COLOURS[other.seat]
    yield f"{one} ({whose}) against {other} ({others}), no die falls:"
    for first, second in ((one, other), (other, one)):
        found = taken_by(state, first, second)
        if found is not None:
            yield f"{first} can take {second}: {found}"
            continue
        way = approach(state, first, second)
        yield f"{first} cannot take {second} from where it stands" + (
            f"; with its {ordinal(len(way))} action, if nobody else moved: {', then '.join(way)}"
            if way
            else f", nor within {DEEPEST} actions if nobody else moved"
        )


def ordinal(number: int) -> str:
    """`2nd`."""
    return {2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def approach(state: State, one: Fighter, other: Fighter) -> tuple[str, ...]:
    """The fewest actions of its own after which one has taken another, everybody else standing
    still; empty: more than are looked at."""
    assert one.tile is not None
    bare = replace(as_if(state, one.seat).position, treasures=(0,) * 64)
    begun = with_cells(replace(state, position=bare), list(bare.cells))
    edge: list[tuple[State, Fighter, tuple[str, ...]]] = [(begun, one, ())]
    seen = {(one.tile, bare.cells[one.tile])}
    for _ in range(DEEPEST - 1):
        farther = []
        for now, who, way in edge:
            for note, after, goal in quiet(now, who):
                if (goal, after.position.cells[goal]) in seen:
                    continue
                seen.add((goal, after.position.cells[goal]))
                there = replace(who, tile=goal)
                found = taken_by(after, there, other)
                if found is not None:
                    return (*way, note, str(found))
                farther.append((after, there, (*way, note)))
        edge = farther
    return ()


def quiet(state: State, who: Fighter) -> Iterator[tuple[str, State, int]]:
    """Its moves and turns that change nothing but itself, and where it stands then."""
    position = as_if(state, who.seat).position
    assert who.tile is not None
    alone = Alone(packed(position), state.house, position.removed)
    for note, cells, _ in alone.mains(who.tile):
        changed = [tile for tile in range(64) if cells[tile] != position.cells[tile]]
        goals = [tile for tile in changed if cells[tile]]
        if len(goals) == 1 and set(changed) <= {who.tile, goals[0]} and not taken(cells, position):
            yield note, with_cells(state, list(cells)), goals[0]


def taken(cells: bytes, position: Position) -> bool:
    """Has somebody left the board?"""
    return cells.count(0) > position.cells.count(0)


def of_type_and_unit(state: State, one: Fighter, other: Fighter) -> Iterator[str]:
    """From which open tiles a type would take a unit, and which of them that unit strikes."""
    kind, unit = (one.kind, other) if one.tile is None else (other.kind, one)
    seat = 3 - unit.seat
    taking: list[str] = []
    falling: list[str] = []
    struck: list[str] = []
    for tile in by_name(tile for tile in range(64) if state.position.is_open(tile)):
        there = Fighter(kind, seat, tile)
        then = with_unit(state, there)
        found = taken_by(then, there, unit)
        if found is not None:
            (falling if found.falls else taking).append(tables.tile_name(tile))
        if taken_by(then, unit, there) is not None:
            struck.append(tables.tile_name(tile))
    look = "" if kind in tables.NOBLES else f" facing {tables.FORWARD[seat]}"
    yield f"{one} against {other}, where all stand now; no die falls:"
    yield f"{opening(kind)}{look} would take {unit} from {told(taking)}"
    if falling:
        yield f"from {told(falling)} both would fall (C8-WAR-2)"
    yield f"{unit} would take {article(kind)} on {told(struck)}"


# --- two types ----------------------------------------------------------------------------------


def of_types(one: str, other: str) -> Iterator[str]:
    """Two types alone on an empty board, each Pawn looking ahead: where whoever is to act takes the
    other, and how often that is if all placements are alike."""
    yield f"{one} against {other}, alone on an empty board; no die falls:"
    yield line_of(one, other, alone(one, other))
    if one != other:
        yield line_of(other, one, alone(other, one))
    yield "Of two units on the board: odds e1 against d7, odds e1 at d7 from c5"


def opening(kind: str) -> str:
    """`An Archer`, as a sentence begins."""
    words = article(kind)
    return words[0].upper() + words[1:]


Offset = tuple[int, int]
"""Columns and ranks from one tile to another."""


def alone(one: str, other: str) -> dict[Offset, bool]:
    """Where the second may stand, as seen from the first (White, who looks up), to be taken; and
    would both fall?  From the four corners every such place is on the board."""
    found: dict[Offset, bool] = {}
    for start in CORNERS:
        for goal in range(64):
            if start == goal:
                continue
            first, second = Fighter(one, 1, start), Fighter(other, 2, goal)
            taking = taken_by(with_unit(with_unit(State(), first), second), first, second)
            if taking is not None:
                found[goal % 8 - start % 8, goal // 8 - start // 8] = taking.falls
    return found


def boards(places: Iterable[Offset]) -> int:
    """On how many boards with the two alone they stand so."""
    return sum((8 - abs(columns)) * (8 - abs(ranks)) for columns, ranks in places)


def line_of(one: str, other: str, places: dict[Offset, bool]) -> str:
    """`A Knight to act takes a Rogue on 8 tiles near it: 336 of 4032 placements, 8%`."""
    look = "" if one in tables.NOBLES else ", facing up,"
    if not places:
        return f"{opening(one)} takes {article(other)} from nowhere"
    count = boards(places)
    where = f"on {counted(len(places), 'tile', 'tiles')} near it"
    if len(places) <= FEW:
        where = " or ".join(offset(-ranks, columns) for columns, ranks in sorted(places))
    falling = [place for place, falls in places.items() if falls]
    both = f"; on {len(falling)} of them both fall (C8-WAR-2)" if falling else ""
    share = f"{count} of {ALONE} placements, {half_up(100 * count, ALONE)}%"
    return f"{opening(one)}{look} takes {article(other)} {where}: {share}{both}"
