"""Answers about what has not happened yet: what an action brings, threats, who beats whom."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.crusade8x8 import board
from rules.crusade8x8.action.under_way import a
from rules.crusade8x8.adjudicate import order_of_seat
from rules.crusade8x8.apply import apply
from rules.crusade8x8.orders import Act
from rules.crusade8x8.search.candidates import Alone, Takers
from rules.crusade8x8.search.generate import packed
from rules.crusade8x8.state import State, as_if
from rules.crusade8x8.telling.card import NAMED, kind_named
from rules.crusade8x8.telling.report import brief
from rules.display.words import counted
from rules.line.adjudication import Adjudication, Die
from rules.line.errors import Refusal, required
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.numbers.arith import half_up
from rules.numbers.grid import offset

# What an action would bring, before it is ordered: what it takes, and what could then be taken.
#
# No dice are rolled in play, so only the answer of the other side is uncertain.


SHOWN = 3
"""How many ways to take a unit are listed."""

Answers = dict[int, list[str]]
"""By tile: the actions, in notation, that would take the unit there."""


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """C8-ACT-1: what an action would bring, as if it were this seat's turn.  Raises `Refusal` as
    the action itself would."""
    if not isinstance(order, Act):
        raise Refusal("C8-ACT-1", "odds are for actions of units")
    lines: list[str] = []
    if state.flow.phase == "play" and state.position.side != seat:
        state = as_if(state, seat)
        lines.append(f"As if it were {board.COLOURS[seat]}'s turn, where all stand now:")
    adj = Adjudication(state, seat, no_die, apply)
    order_of_seat(adj, order)
    events, after = adj.finish(), adj.state
    lines += ["".join(span.text for span in line) for line in brief(state, (order,), events, seat)]
    if after.flow.outcome is not None:
        return tuple(lines)
    return (*lines, *answers_told(state.position, after, seat))


def no_die(die: Die) -> int:
    """C8-SCOPE-1: dice are rolled in the setup only."""
    raise Refusal(die.rule, "no die is rolled for this")


def answers_told(before: board.Position, after: State, seat: int) -> Iterator[str]:
    """What the other side could take, first of the units that have just come to where they are."""
    position = after.position
    found = takings(after, seat)
    came = [tile for tile in position.tiles_of(seat) if board.SEAT_OF[before.cells[tile]] != seat]
    for tile in board.by_name(came):
        how = f"then be taken: {told(found[tile], SHOWN)}" if tile in found else "not be taken then"
        yield f"{named(position, tile)} could {how}"
    others = [tile for tile in board.by_name(found) if tile not in came]
    if others:
        risks = "; ".join(f"{named(position, tile)}: {told(found[tile], SHOWN)}" for tile in others)
        yield f"{'Also at risk' if came else 'At risk then'}: {risks}"
    elif not came:
        yield "Nothing could be taken then"


def named(position: board.Position, tile: int) -> str:
    """`Warrior e3`."""
    unit = position.unit_at(tile)
    return f"{unit.kind if unit is not None else 'unit'} {board.tile_name(tile)}"


def takings(state: State, seat: int) -> Answers:
    """C8-ACT-1: for each unit of a seat that the other side could take: the shortest such action of
    each unit that can do so."""
    position = state.position
    own = bytes(1 if board.SEAT_OF[byte] == seat else 0 for byte in range(256))
    here = bytes(position.cells).translate(own)
    count, found = here.count(1), Answers()
    takers = Takers(packed(position), state.house, position.removed)
    for tile in position.tiles_of(position.side):
        best: dict[int, str] = {}
        for note, cells, _ in takers.mains(tile):
            there = cells.translate(own)
            if there.count(1) >= count:
                continue
            for gone in lost(here, there, cells):
                if gone not in best or len(note) < len(best[gone]):
                    best[gone] = note
        for gone, note in best.items():
            found.setdefault(gone, []).append(note)
    return found


def lost(here: bytes, there: bytes, cells: bytes) -> list[int]:
    """The tiles whose units were taken; a unit that was only pushed away left its tile empty."""
    left = [tile for tile in range(64) if here[tile] and not there[tile]]
    if len(left) <= here.count(1) - there.count(1):
        return left
    return [tile for tile in left if cells[tile]]


# Questions before acting: what could take a unit where it stands, or one that came to a tile.


MOST = 12
"""How many actions are listed at most."""


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """C8-ACT-1: the actions of the other army that would take the unit there, as if it were that
    army's turn; for an open tile, who could come there and who could take a unit on it.  Raises
    `Refusal` for what is no tile, or holds another type."""
    if state.flow.phase != "play":
        raise Refusal("C8-PHASE-1", "before play begins nobody can be reached")
    tile = asked(state.position, name)
    unit = state.position.unit_at(tile)
    if unit is None:
        return tuple(of_open_tile(state, tile, viewer))
    other = 3 - unit.seat
    found = takings(as_if(state, other), unit.seat).get(tile, [])
    whose, where = board.COLOURS[unit.seat], board.tile_name(tile)
    head = f"What can take {whose}'s {unit.kind} {where}, where all stand now"
    if not found:
        return (f"{head}: nobody.",)
    guards = taking(
        with_scout(state, tile, other, board.KIND_OF_LETTER[found[0][0]]), unit.seat, tile
    )
    kept = f"{board.COLOURS[unit.seat]} could answer on {board.tile_name(tile)}: {told(guards)}"
    return (f"{head}:", f"{board.COLOURS[other]}: {told(found)}", kept)


def asked(position: board.Position, name: str) -> int:
    """C8-REF-4, C8-BOARD-1: the tile of a name, with or without the type of the unit there."""
    found = NAMED.fullmatch(" ".join(name.replace(" at ", " ").replace(" on ", " ").split()))
    if found is None:
        why = f"{name.strip()[:30]} is no unit on a tile: say archer c2, or c2 (a1 to h8)"
        raise Refusal("C8-BOARD-1", why)
    tile = board.tile_named(found[2])
    unit, kind = position.unit_at(tile), kind_named(found[1]) if found[1] else None
    if found[1] and (kind is None or unit is None or unit.kind != kind):
        stands = f"is {article(unit.kind)}" if unit is not None else "nobody stands"
        raise Refusal("C8-REF-3", f"on {board.tile_name(tile)} {stands}, not {article(found[1])}")
    return tile


def article(word: str) -> str:
    """`an Archer`."""
    return a(word.capitalize())


def told(notes: list[str], most: int = MOST) -> str:
    """`Na5xb3, Ac4xb3 and 2 more`, or `nobody`."""
    more = len(notes) - most
    return (", ".join(notes[:most]) or "nobody") + (f" and {more} more" if more > 0 else "")


def of_open_tile(state: State, tile: int, viewer: int | None) -> Iterator[str]:
    """What could come to an open tile, and what could take a unit that stood there."""
    yield f"{board.tile_name(tile)} is open. As all stand now:"
    others = [seat for seat in board.SEATS if seat != viewer]
    for seat in (*others, *(one for one in board.SEATS if one not in others)):
        found = taking(with_scout(state, tile, 3 - seat), seat, tile)
        come = f"could come there: {told(coming(state, seat, tile))}"
        yield f"{board.COLOURS[seat]} {come}; take a unit there: {told(found)}"


def with_scout(state: State, tile: int, seat: int, kind: str = "Archer") -> State:
    """The state with a unit of the seat there; by default an Archer, which never strikes back."""
    return with_unit(state, Fighter(kind, seat, tile))


def taking(state: State, seat: int, tile: int) -> list[str]:
    """The shortest actions of this seat that take what stands on a tile."""
    return takings(as_if(state, seat), 3 - seat).get(tile, [])


def coming(state: State, seat: int, tile: int) -> list[str]:
    """The shortest action of each unit of this seat that brings it to an open tile."""
    position = as_if(state, seat).position
    alone = Alone(packed(position), state.house, position.removed)
    found = []
    for start in board.by_name(position.tiles_of(seat)):
        notes = [
            note
            for note, cells, _ in alone.mains(start)
            if not cells[start]
            and board.KIND_OF[cells[tile]] == board.KIND_OF[position.cells[start]]
            and board.tile_name(tile) in note.split("!")[0].split("&")[0]
        ]
        if notes:
            found.append(min(notes, key=len))
    return found


# `Knight against Rogue`: who takes whom.  There are no dice in play: what is in reach is taken.
#
# Two units on the board are compared where they stand, a type from wherever it could strike, two
# types alone on an empty board.


TILED = re.compile(r"[a-z]\d+$", re.I)

DEEPEST = 4
"""How many of its own actions a unit is followed on its way to another."""

FEW = 4
"""The most places that are listed one by one."""

CORNERS = (0, 7, 56, 63)

ALONE = 64 * 63
"""The number of ways in which two units can stand on the board."""


class Fighter(Frozen):
    """A unit on its tile."""

    kind: str
    seat: int
    tile: int

    def __str__(self) -> str:
        return f"{self.kind} {board.tile_name(self.tile)}"


def compared(
    state: State, viewer: int | None, one: str, other: str, place: str = ""
) -> tuple[str, ...]:
    """Could the first take the second, and the second the first?  `place`: as if the first stood
    there.  Raises `Refusal` for what is neither a unit nor a type."""
    first, second = fighter(state, one), fighter(state, other)
    if place and isinstance(first, Fighter):
        state, first = moved(state, first, place)
    elif place and isinstance(first, str):
        seat = 3 - second.seat if isinstance(second, Fighter) else viewer or 1
        first = Fighter(first, seat, open_tile(state, place))
        state = with_unit(state, first)
    head = f"{first} against {second}"
    if isinstance(first, str):
        if isinstance(second, str):
            return tuple(of_types(first, second))
        return tuple(of_type_and_unit(state, head, first, second))
    if isinstance(second, str):
        return tuple(of_type_and_unit(state, head, second, first))
    if first.seat == second.seat:
        why = f"{first} and {second} are both {board.COLOURS[first.seat]}'s"
        raise Refusal("C8-ACT-6", why)
    return tuple(of_units(state, first, second))


def can_attack(state: State, one: str, other: str) -> tuple[str, ...]:
    """C8-ACT-1: could one take another where both stand, if it were its turn?"""
    first, second = fighter(state, one), fighter(state, other)
    asked = f"Can {first} take {second}?"
    if isinstance(first, str) or isinstance(second, str):
        return compared(state, None, one, other)
    if first.seat == second.seat:
        return (f"{asked} No: both are {board.COLOURS[first.seat]}'s. (C8-ACT-6)",)
    found = taken_by(state, first, second)
    return (f"{asked} Yes: {found}" if found is not None else f"{asked} No.",)


def fighter(state: State, name: str) -> Fighter | str:
    """A type: `Knight`, `my knights`; or a unit: `knight e1`, `Ne1`, `e1`."""
    words = [word for word in name.split() if word.lower() not in ("a", "an", "the", "my", "his")]
    kind = kind_named(" ".join(words))
    if kind is not None:
        return kind
    if state.flow.phase != "play":
        raise Refusal("C8-PHASE-1", "before play begins only types can be compared: Knight")
    if not words or not TILED.search(words[-1]):
        kinds = ", ".join(board.KINDS)
        why = f"{name.strip()[:30]} is neither a unit on a tile (c2) nor a type ({kinds})"
        raise Refusal("C8-REF-4", why)
    tile = asked(state.position, " ".join(words))
    why = f"nobody stands on {board.tile_name(tile)}"
    unit = required(state.position.unit_at(tile), "C8-REF-1", why)
    return Fighter(unit.kind, unit.seat, tile)


def open_tile(state: State, place: str) -> int:
    """C8-BOARD-3: the open tile of that name.  Raises `Refusal` if it is not open."""
    name = place.strip().lower()
    if name not in board.TILE_NAMES:
        raise Refusal("C8-BOARD-1", f"{place[:20]} is no tile; tiles are a1 to h8")
    if not state.position.is_open(board.tile_named(name)):
        raise Refusal("C8-BOARD-3", f"{name} is not open")
    return board.tile_named(name)


def moved(state: State, who: Fighter, place: str) -> tuple[State, Fighter]:
    """The state as if the unit stood on another tile, with the same facing."""
    goal = open_tile(state, place)
    changes = {who.tile: 0, goal: state.position.cells[who.tile]}
    return with_cells(state, changes), replace(who, tile=goal)


def with_unit(state: State, who: Fighter) -> State:
    """The state as if a unit of a type stood on a tile, facing forward."""
    return with_cells(state, {who.tile: board.fresh_byte(who.seat, who.kind)})


def with_cells(state: State, changes: Mapping[int, int]) -> State:
    """The state with other bytes on some tiles."""
    return replace(state, position=state.position.with_cells(changes))


# --- who takes whom -----------------------------------------------------------------------------


class Taking(Frozen):
    """An action that takes a unit; `falls`: the unit that takes it falls as well (C8-WAR-2)."""

    note: str
    falls: bool

    def __str__(self) -> str:
        return f"{self.note} (both fall, C8-WAR-2)" if self.falls else self.note


def taken_by(state: State, one: Fighter, other: Fighter) -> Taking | None:
    """The shortest action by which one unit itself takes the other, preferably one that it
    survives; None if there is none."""
    there = as_if(state, one.seat)
    alone = Alone(packed(there.position), there.house, there.position.removed)
    after_one = there.position.cells.count(0) + 1
    name = board.tile_name(other.tile)
    found = []
    for note, cells, _ in alone.mains(one.tile):
        main = note.split("!")[0].split("&")[0]
        if f"x{name}" in main or f"*{name}" in main:
            found.append(Taking(main, cells.count(0) > after_one))
    return min(found, key=lambda one: (one.falls, len(one.note)), default=None)


def of_units(state: State, one: Fighter, other: Fighter) -> Iterator[str]:
    """Two units on the board, compared where all stand now."""
    whose, others = board.COLOURS[one.seat], board.COLOURS[other.seat]
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
    """The shortest sequence of its own actions in which one unit takes the other while all others
    stand still; empty if it needs more than `DEEPEST`."""
    bare = replace(as_if(state, one.seat).position, treasures=(0,) * 64)
    begun = replace(state, position=bare)
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
    """The unit's moves and turns that change nothing else: notation, state after, and its tile."""
    position = as_if(state, who.seat).position
    alone = Alone(packed(position), state.house, position.removed)
    for note, cells, _ in alone.mains(who.tile):
        changed = [tile for tile in range(64) if cells[tile] != position.cells[tile]]
        goals = [tile for tile in changed if cells[tile]]
        all_left = cells.count(0) <= position.cells.count(0)
        if len(goals) == 1 and set(changed) <= {who.tile, goals[0]} and all_left:
            yield (
                note,
                replace(state, position=replace(state.position, cells=tuple(cells))),
                goals[0],
            )


def of_type_and_unit(state: State, head: str, kind: str, unit: Fighter) -> Iterator[str]:
    """The open tiles where a type would take a unit, and where the unit would take it."""
    seat = 3 - unit.seat
    taking: list[str] = []
    falling: list[str] = []
    struck: list[str] = []
    for tile in board.by_name(tile for tile in range(64) if state.position.is_open(tile)):
        there = Fighter(kind, seat, tile)
        then = with_unit(state, there)
        found = taken_by(then, there, unit)
        if found is not None:
            (falling if found.falls else taking).append(board.tile_name(tile))
        if taken_by(then, unit, there) is not None:
            struck.append(board.tile_name(tile))
    look = "" if kind in board.NOBLES else f" facing {board.FORWARD[seat]}"
    yield f"{head}, where all stand now; no die falls:"
    yield f"{opening(kind)}{look} would take {unit} from {told(taking)}"
    if falling:
        yield f"from {told(falling)} both would fall (C8-WAR-2)"
    yield f"{unit} would take {article(kind)} on {told(struck)}"


# --- two types ----------------------------------------------------------------------------------


def of_types(one: str, other: str) -> Iterator[str]:
    """Two types alone on an empty board, Pawns facing forward: where the one to act takes the
    other, and in what share of all placements."""
    yield f"{one} against {other}, alone on an empty board; no die falls:"
    yield line_of(one, other, alone(one, other))
    if one != other:
        yield line_of(other, one, alone(other, one))
    yield "Of two units on the board: odds e1 against d7, odds e1 at d7 from c5"


def opening(kind: str) -> str:
    """`An Archer`, at the beginning of a sentence."""
    words = article(kind)
    return words[0].upper() + words[1:]


Offset = tuple[int, int]
"""Columns and ranks from one tile to another."""


def alone(one: str, other: str) -> dict[Offset, bool]:
    """The places, relative to the first (White, facing up), where the second would be taken, and
    whether both would fall.  From the four corners every such place is on the board."""
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
    """The number of placements of the two alone in which they stand like that."""
    return sum((8 - abs(columns)) * (8 - abs(ranks)) for columns, ranks in places)


def line_of(one: str, other: str, places: dict[Offset, bool]) -> str:
    """`A Knight to act takes a Rogue on 8 tiles near it: 336 of 4032 placements, 8%`."""
    look = "" if one in board.NOBLES else ", facing up,"
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
