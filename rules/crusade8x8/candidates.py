"""What might be ordered now: for each kind of order, candidates that would all be accepted."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, product

from rules.crusade8x8.board import KINDS, LETTERS, NOBLES, PAWNS, Position, tile_name
from rules.crusade8x8.notation import read_notation
from rules.crusade8x8.orders import Choose, PlaceUnits, Recruit
from rules.crusade8x8.search.generate import Generator, packed
from rules.crusade8x8.setup import check_choice, check_spot, tiles_in_order
from rules.crusade8x8.state import State
from rules.line.errors import allows
from rules.line.orders import Order

Orders = Iterator[Order]
Candidates = Callable[[State, int, str | None], Orders]
"""A function of the state, the seat, and the only unit asked for, if there is one."""


def actions(state: State, seat: int, unit: str | None) -> Orders:
    """C8-ACT-1: the actions of one unit, or of all units one after the other."""
    position = state.position
    tiles = position.tiles_of(position.side)
    for tile in tiles if unit is None else meant(position, tiles, unit):
        generator = Generator(packed(position), state.house, position.removed)
        for note, _, _ in generator.actions_of(tile):
            yield read_notation(note)


def meant(position: Position, tiles: Sequence[int], text: str) -> tuple[int, ...]:
    """C8-REF-4: the unit of that tile, with or without its letter (`Ab2`, `b2`); empty: none."""
    word = "".join(text.lower().split())
    for tile in tiles:
        unit, name = position.unit_at(tile), tile_name(tile)
        assert unit is not None
        letters = {LETTERS[KINDS.index(unit.kind)].lower(), unit.kind.lower()}
        letters |= {"k"} if unit.kind == "Knight" else set()
        if word in {name, *(letter + name for letter in letters)}:
            return (tile,)
    return ()


def choices(state: State, seat: int, unit: str | None) -> Orders:
    """C8-CHOICE-2: every choice of the right size that the limits allow."""
    if unit is not None or state.choices[seat - 1]:
        return
    pawns = combinations_with_replacement(PAWNS, state.due[0])
    nobles = combinations_with_replacement(NOBLES, state.due[1])
    for some, others in product(pawns, nobles):
        order = Choose(some + others)
        if allows(check_choice, state, seat, order):
            yield order


def placements(state: State, seat: int, unit: str | None) -> Orders:
    """C8-PLACE-1: each unit not placed yet on each tile where it may start."""
    for kind in KINDS if unit is None else ():
        for tile in tiles_in_order(seat, 1):
            spot = Recruit(kind, tile)
            if allows(check_spot, state, seat, spot):
                yield PlaceUnits((spot,))


def as_it_is(order: Order, when: Callable[[State, int], bool] = lambda *_: True) -> Candidates:
    """The candidates of an order that has one form only and names no unit, given only if `when`."""

    def one_form(state: State, seat: int, unit: str | None) -> Orders:
        if unit is None and when(state, seat):
            yield order

    return one_form


def is_answered(state: State, seat: int) -> bool:
    """C8-DRAW-2: has the opponent offered a draw?"""
    return state.position.offer == 3 - seat


def may_offer(state: State, seat: int) -> bool:
    """C8-DRAW-1, C8-DRAW-3: may a draw be offered?  One offer stands at a time."""
    return not state.position.offer
