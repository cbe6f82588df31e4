"""Fewer actions for the practice opponent: in open positions a Commander has a hundred thousand."""

from collections.abc import Iterator
from itertools import chain, islice

from rules.crusade8x8.board.position import House
from rules.crusade8x8.board.tables import (
    AHEAD,
    AROUND,
    FACING_OF,
    FACINGS,
    FORWARD,
    FROZEN,
    JUMPS,
    KIND_OF,
    LETTER_OF_KIND,
    LETTERS,
    NOBLES,
    PAWNS,
    RAYS,
    ROW,
    SEAT_OF,
    SIDES,
    SLANTS,
    TILE_NAMES,
    unit_byte,
)
from rules.crusade8x8.search.generate import Found, Generator, Packed
from rules.crusade8x8.search.making import KEPT_OR_TURNED, SLIDES, Moves, Part, Prizes

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

    def arrive(self, note: str, start: int, goal: int, byte: int, taken: int = 0) -> Iterator[Part]:
        """C8-ROT-2: as before, but a Pawn turns only where that is worth a look."""
        cells = self.cells
        victim = cells[goal]
        moves, prizes = ((start, goal),), (goal,) if self.loot[goal] else ()
        cells[start] = 0
        for arrow, turned in self.looks_after(goal, byte):
            cells[goal] = turned
            yield note + arrow, goal, moves, prizes, taken, 0
        cells[start], cells[goal] = byte, victim

    def sees(self, tile: int, facing: int) -> bool:
        """Does an enemy stand one or two tiles ahead, or on a front slant?"""
        cells, near = self.cells, AHEAD[facing][tile]
        if near >= 0:
            far = AHEAD[facing][near]
            if SEAT_OF[cells[near]] == self.foe or (far >= 0 and SEAT_OF[cells[far]] == self.foe):
                return True
        return any(SEAT_OF[cells[slant]] == self.foe for slant in SLANTS[facing][tile])

    def recruit(self, note: str, due: Prizes, treasures: bytes) -> Iterator[Found]:
        """Each type on the first good tiles that are open."""
        if not due:
            yield from super().recruit(note, due, treasures)
            return
        pawns = self.treasures[due[0]] % 2 == 1
        open_tiles = [tile for tile in self.good_tiles if not self.cells[tile]][:RECRUIT_TILES]
        kinds = self.available(PAWNS if pawns else NOBLES)
        if not open_tiles or not kinds:
            yield from super().recruit(note, due, treasures)
            return
        for kind in kinds:
            byte = unit_byte(self.mover, kind, FORWARD[self.mover] if pawns else None)
            for tile in open_tiles:
                self.cells[tile] = byte
                said = f"{note}!{LETTER_OF_KIND[kind]}{TILE_NAMES[tile]}"
                yield from self.recruit(said, due[1:], treasures)
                self.cells[tile] = 0


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

    def may_be_followed(self, moves: Moves) -> bool:
        """Nobody follows."""
        return False

    def looks_after(self, goal: int, byte: int) -> tuple[tuple[str, int], ...]:
        """As it came."""
        return KEPT_OR_TURNED[byte][:1]

    def casts(self, part: Part) -> Iterator[Part]:
        """No telekinesis."""
        return iter(())

    def basics(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-CAP-1, and the step ahead onto a treasure."""
        if byte & FROZEN:
            return
        cells, facing = self.cells, FACING_OF[byte]
        start = LETTERS[KIND_OF[byte]] + TILE_NAMES[tile]
        front = AHEAD[facing][tile]
        if front >= 0 and not cells[front]:
            step = start + "-" + TILE_NAMES[front]
            if self.loot[front]:
                yield from self.arrive(step, tile, front, byte)
            for goal in SIDES[facing][front]:
                if self.loot[goal] and not cells[goal]:
                    yield from self.arrive(step + "-" + TILE_NAMES[goal], tile, goal, byte)
        for goal in SLANTS[facing][tile]:
            if SEAT_OF[cells[goal]] == self.foe:
                yield from self.strike(tile, goal, byte, tile)

    def rogue(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-ROGUE-1: steps onto a treasure."""
        cells, ahead = self.cells, AHEAD[FACING_OF[byte]]
        front = ahead[tile]
        far = ahead[front] if front >= 0 and not cells[front] else -1
        for goal in (*AROUND[tile], far):
            if goal >= 0 and goal != front and self.loot[goal] and not cells[goal]:
                note = "R" + TILE_NAMES[tile] + "-" + TILE_NAMES[goal]
                yield from self.arrive(note, tile, goal, byte)

    def commander(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-CMD-1: a step onto a treasure."""
        for goal in () if byte & FROZEN else AROUND[tile]:
            if self.loot[goal] and not self.cells[goal]:
                note = "M" + TILE_NAMES[tile] + "-" + TILE_NAMES[goal]
                yield from self.arrive(note, tile, goal, byte)

    def slider(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-BISH-1, C8-PAL-1: along free lines to an enemy or a treasure."""
        directions, reach = SLIDES[KIND_OF[byte]]
        start = LETTERS[KIND_OF[byte]] + TILE_NAMES[tile] + "-"
        for direction in directions:
            came_from = tile
            for goal in RAYS[direction][tile][:reach]:
                victim = self.cells[goal]
                if victim:
                    if SEAT_OF[victim] == self.foe:
                        yield from self.strike(tile, goal, byte, came_from)
                    break
                if self.loot[goal]:
                    yield from self.arrive(start + TILE_NAMES[goal], tile, goal, byte)
                came_from = goal

    def knight(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-KNI-1: a jump onto an enemy, arriving straight, or onto a treasure."""
        for goal, straight, _ in JUMPS[tile]:
            victim = self.cells[goal]
            if not victim and self.loot[goal]:
                note = "N" + TILE_NAMES[tile] + "-" + TILE_NAMES[goal]
                yield from self.arrive(note, tile, goal, byte)
            elif SEAT_OF[victim] == self.foe:
                yield from self.strike(tile, goal, byte, straight)


def grabs(at: Packed, house: House, removed: str) -> list[Found]:
    """What takes something at once."""
    return Grabs(at, house, removed).actions()
