"""Questions before one acts: what could take a unit where it stands, or one that came to a tile."""

from collections.abc import Iterator
from dataclasses import replace

from rules.crusade8x8.board import tables
from rules.crusade8x8.board.position import Position, by_name
from rules.crusade8x8.search.generate import packed
from rules.crusade8x8.search.takers import Alone
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.card import NAMED, kind_named
from rules.crusade8x8.telling.odds import as_if, takings
from rules.line.errors import Refusal

MOST = 12
"""So many actions are named."""


def threats(state: State, viewer: int | None, name: str) -> tuple[str, ...]:
    """C8-ACT-1: the actions of the other army that would take the unit there, as if it were that
    army's turn; of an open tile, who could come there and who could take a unit on it.  Raises a
    `Refusal` for what is no tile, or holds another type."""
    if state.flow.phase != "play":
        raise Refusal("C8-PHASE-1", "before play begins nobody can be reached")
    tile = asked(state.position, name)
    unit = state.position.unit_at(tile)
    if unit is None:
        return tuple(of_open_tile(state, tile, viewer))
    other = 3 - unit.seat
    found = takings(as_if(state, other), unit.seat).get(tile, [])
    whose, where = tables.COLOURS[unit.seat], tables.tile_name(tile)
    head = f"What can take {whose}'s {unit.kind} {where}, where all stand now"
    if not found:
        return (f"{head}: nobody.",)
    guards = taking(
        with_scout(state, tile, other, tables.KIND_OF_LETTER[found[0][0]]), unit.seat, tile
    )
    kept = f"{tables.COLOURS[unit.seat]} could answer on {tables.tile_name(tile)}: {told(guards)}"
    return (f"{head}:", f"{tables.COLOURS[other]}: {told(found)}", kept)


def asked(position: Position, name: str) -> int:
    """C8-REF-4, C8-BOARD-1: a tile, with or without the type of the unit there."""
    found = NAMED.fullmatch(" ".join(name.replace(" at ", " ").replace(" on ", " ").split()))
    if found is None:
        why = f"{name.strip()[:30]} is no unit on a tile: say archer c2, or c2 (a1 to h8)"
        raise Refusal("C8-BOARD-1", why)
    tile = tables.tile_named(found[2])
    unit, kind = position.unit_at(tile), kind_named(found[1]) if found[1] else None
    if found[1] and (kind is None or unit is None or unit.kind != kind):
        stands = f"is {article(unit.kind)}" if unit is not None else "nobody stands"
        raise Refusal("C8-REF-3", f"on {tables.tile_name(tile)} {stands}, not {article(found[1])}")
    return tile


def article(word: str) -> str:
    """`an Archer`."""
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word.capitalize()}"


def told(notes: list[str]) -> str:
    """`Na5xb3, Ac4xb3 and 2 more`, or `nobody`."""
    more = len(notes) - MOST
    return (", ".join(notes[:MOST]) or "nobody") + (f" and {more} more" if more > 0 else "")


def of_open_tile(state: State, tile: int, viewer: int | None) -> Iterator[str]:
    """Who could come to an open tile, and take a unit that stood there."""
    yield f"{tables.tile_name(tile)} is open. As all stand now:"
    others = [seat for seat in tables.SEATS if seat != viewer]
    for seat in (*others, *(one for one in tables.SEATS if one not in others)):
        found = taking(with_scout(state, tile, 3 - seat), seat, tile)
        come = f"could come there: {told(coming(state, seat, tile))}"
        yield f"{tables.COLOURS[seat]} {come}; take a unit there: {told(found)}"


def with_scout(state: State, tile: int, seat: int, kind: str = "Archer") -> State:
    """As if a unit of the seat stood there, a Pawn that answers nothing if it is not said which."""
    cells = list(state.position.cells)
    cells[tile] = tables.unit_byte(
        seat, kind, tables.FORWARD[seat] if kind in tables.PAWNS else None
    )
    return replace(state, position=replace(state.position, cells=tuple(cells)))


def taking(state: State, seat: int, tile: int) -> list[str]:
    """The shortest actions of this seat that take what stands on a tile."""
    return takings(as_if(state, seat), 3 - seat).get(tile, [])


def coming(state: State, seat: int, tile: int) -> list[str]:
    """The shortest action of each unit that brings one of this seat to an open tile."""
    position = as_if(state, seat).position
    alone = Alone(packed(position), state.house, position.removed)
    found = []
    for start in by_name(position.tiles_of(seat)):
        notes = [
            note
            for note, cells, _ in alone.mains(start)
            if not cells[start]
            and tables.KIND_OF[cells[tile]] == tables.KIND_OF[position.cells[start]]
            and tables.tile_name(tile) in note.split("!")[0].split("&")[0]
        ]
        if notes:
            found.append(min(notes, key=len))
    return found
