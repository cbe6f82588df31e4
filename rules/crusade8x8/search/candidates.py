"""Fewer actions for the practice opponent: in open positions a Commander has a hundred thousand."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from rules.crusade8x8.board.position import House
from rules.crusade8x8.board.tables import (
    AHEAD,
    FACING_OF,
    FACINGS,
    FORWARD,
    ROW,
    SEAT_OF,
    SLANTS,
)
from rules.crusade8x8.search.generate import Found, Generator, Packed
from rules.crusade8x8.search.making import KEPT_OR_TURNED, Moves, Part

WEIGHED = 20_000
"""So many actions of a position are weighed; no army that a set-up allows has as many."""

RECRUIT_TILES = 2
"""How many tiles are tried for each type of recruit."""


class Candidates(Generator):
    """Every action, but: a Commander rotates nobody and gives a second order only after a first one
    that captured something, Pawns turn only towards something, and recruits come on few tiles."""

    def __init__(self, at: Packed, house: House, removed: str) -> None:
        super().__init__(at, house, removed)
        rows = ROW[at.mover]
        tiles = [tile for tile in range(64) if 2 <= rows[tile] <= 3]
        self.good_tiles = sorted(tiles, key=lambda tile: (-rows[tile], abs(tile % 8 - 3)))

    def actions(self) -> list[Found]:
        """As many as are weighed at all."""
        return list(islice(chain.from_iterable(map(self.actions_of, range(64))), WEIGHED))

    def orders(self, own: Part) -> Iterator[Part]:
        """No Rotate, only basic actions."""
        yield from self.commands(own, ":")

    def second(self, own: Part, first: Part, at: int) -> Iterator[Part]:
        """A second Pawn only if the first captured a unit or a treasure."""
        captured = first[4] > own[4] or len(first[3]) > len(own[3])
        return super().second(own, first, at) if captured else iter(())

    def looks_after(self, goal: int, byte: int) -> tuple[tuple[str, int], ...]:
        """As before, forward, or towards somebody: no Pawn looks away for nothing."""
        ways = KEPT_OR_TURNED[byte]
        if len(ways) == 1:
            return ways
        ahead = FACINGS.index(FORWARD[self.mover])
        return tuple(
            way
            for way in ways
            if not way[0] or FACING_OF[way[1]] == ahead or self.sees(goal, FACING_OF[way[1]])
        )

    def sees(self, tile: int, facing: int) -> bool:
        """Does an enemy stand one or two tiles ahead, or on a front slant?"""
        cells, near = self.cells, AHEAD[facing][tile]
        if near >= 0:
            far = AHEAD[facing][near]
            if SEAT_OF[cells[near]] == self.foe or (far >= 0 and SEAT_OF[cells[far]] == self.foe):
                return True
        return any(SEAT_OF[cells[slant]] == self.foe for slant in SLANTS[facing][tile])

    def landings(self, pawns: bool) -> Sequence[int]:
        """The first good tiles that are open, for each type the same."""
        open_tiles = [tile for tile in self.good_tiles if not self.cells[tile]][:RECRUIT_TILES]
        return open_tiles or super().landings(pawns)


def candidates(at: Packed, house: House, removed: str) -> list[Found]:
    """The actions worth a look, one for each position that they lead to."""
    seen: set[tuple[bytes, bytes]] = set()
    fresh: list[Found] = []
    for found in Candidates(at, house, removed).actions():
        reached = found[1], found[2]
        if reached not in seen:
            seen.add(reached)
            fresh.append(found)
    return fresh


class Grabs(Candidates):
    """Only what takes a unit or a treasure by itself: for the end of a line, and for threats."""

    def __init__(self, at: Packed, house: House, removed: str) -> None:
        super().__init__(at, house, removed)
        self.worth_going = self.loot

    def may_be_followed(self, moves: Moves) -> bool:
        """Nobody follows."""
        return False

    def looks_after(self, goal: int, byte: int) -> tuple[tuple[str, int], ...]:
        """As it came."""
        return KEPT_OR_TURNED[byte][:1]

    def casts(self, part: Part) -> Iterator[Part]:
        """No telekinesis."""
        return iter(())

    def rotations(self, byte: int) -> tuple[tuple[str, int], ...]:
        """Nobody turns on the spot."""
        return ()

    def swaps(self, tile: int, byte: int) -> Iterator[Part]:
        """Nobody changes places."""
        return iter(())

    def orders(self, own: Part) -> Iterator[Part]:
        """A Commander orders nobody."""
        return iter(())

    def knight(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-KNI-1, C8-KNI-2: it arrives straight."""
        return (part for part in super().knight(tile, byte) if "@" not in part[0])


def grabs(at: Packed, house: House, removed: str) -> list[Found]:
    """What takes something at once."""
    return Grabs(at, house, removed).actions()
