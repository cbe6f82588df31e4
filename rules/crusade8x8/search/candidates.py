"""Fewer actions for the practice opponent: in open positions a Commander has a hundred thousand."""

from collections.abc import Iterator

from rules.crusade8x8.board.house import House
from rules.crusade8x8.board.tables import (
    FORWARD,
    LETTER_OF_KIND,
    NOBLES,
    PAWNS,
    ROW,
    TILE_NAMES,
    unit_byte,
)
from rules.crusade8x8.search.generate import Compact, Found, Generator
from rules.crusade8x8.search.making import Part, Prizes

RECRUIT_TILES = 2
"""How many tiles are tried for each type of recruit."""


class Candidates(Generator):
    """Every action, but: a Commander rotates nobody and gives a second order only after a first one
    that captured something, and recruits come on few tiles."""

    def __init__(self, at: Compact, house: House, removed: str) -> None:
        super().__init__(at, house, removed)
        rows = ROW[at.mover]
        tiles = [tile for tile in range(64) if 2 <= rows[tile] <= 3]
        self.good_tiles = sorted(tiles, key=lambda tile: (-rows[tile], abs(tile % 8 - 3)))

    def orders(self, own: Part) -> Iterator[Part]:
        """No Rotate, only basic actions."""
        yield from self.commands(own, ":")

    def commands(self, own: Part, mark: str) -> Iterator[Part]:
        """A second Pawn only if the first captured a unit or a treasure."""
        at, taken, prizes = own[1], own[4], own[3]
        for one in self.commanded(own, mark, at, -1):
            yield one
            if one[4] > taken or len(one[3]) > len(prizes):
                now = at
                for start, goal in one[2][len(own[2]) :]:
                    now = goal if start == now else now
                yield from self.commanded(one, ",", now, one[1])

    def recruit(self, note: str, due: Prizes, treasures: bytes) -> None:
        """Each type on the first good tiles that are open."""
        if not due:
            super().recruit(note, due, treasures)
            return
        pawns = self.treasures[due[0]] % 2 == 1
        open_tiles = [tile for tile in self.good_tiles if not self.cells[tile]][:RECRUIT_TILES]
        kinds = self.available(PAWNS if pawns else NOBLES)
        if not open_tiles or not kinds:
            super().recruit(note, due, treasures)
            return
        for kind in kinds:
            byte = unit_byte(self.mover, kind, FORWARD[self.mover] if pawns else None)
            for tile in open_tiles:
                self.cells[tile] = byte
                said = f"{note}!{LETTER_OF_KIND[kind]}{TILE_NAMES[tile]}"
                self.recruit(said, due[1:], treasures)
                self.cells[tile] = 0


def candidates(at: Compact, house: House, removed: str) -> list[Found]:
    """The actions worth a look, one for each position that they lead to."""
    seen: set[tuple[bytes, bytes]] = set()
    fresh: list[Found] = []
    for found in Candidates(at, house, removed).actions():
        reached = found[1], found[2]
        if reached not in seen:
            seen.add(reached)
            fresh.append(found)
    return fresh
