"""The fast road, second part: Commanders, follow steps and recruits, and so every legal action.

Each action comes with its canonical notation and the two boards that it leads to.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from rules.crusade8x8.board.position import House
from rules.crusade8x8.board.tables import (
    AROUND,
    FORWARD,
    FROZEN,
    HIT,
    KIND_OF,
    KINDS,
    LETTER_OF_KIND,
    LIMITS,
    NOBLES,
    PAWNS,
    ROW,
    SEAT_OF,
    TILE_NAMES,
    unit_byte,
)
from rules.crusade8x8.search.making import (
    BISHOP,
    COMMANDER,
    ROGUE,
    TURNED,
    Maker,
    Moves,
    Packed,
    Part,
    Prizes,
    packed,
)
from rules.line.errors import Refusal
from rules.line.work import present, spend

MOST = 200_000
"""So many actions of a position are kept at once."""

Found = tuple[str, bytes, bytes]
"""An action found: its notation, and the boards of units and of treasures after it."""

RECRUITING = tuple(
    tuple(tuple(tile for tile in range(64) if first <= ROW[seat][tile] <= 3) for first in (1, 2))
    for seat in (0, 1, 2)
)
"""C8-REC-5, C8-REC-6: by seat, the tiles where Nobles and where Pawns are recruited."""


class Generator(Maker):
    """Every legal action of one position."""

    def __init__(self, at: Packed, house: House, removed: str) -> None:
        super().__init__(at, house, removed)
        own = (tile for tile in range(64) if SEAT_OF[at.cells[tile]] == at.mover)
        rogues = [tile for tile in own if KIND_OF[at.cells[tile]] == ROGUE]
        self.near_rogue = bytearray(64)
        for tile in rogues:
            for beside in AROUND[tile]:
                self.near_rogue[beside] = 1
        self.rogues = bool(rogues)

    def main_parts(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-ACT-2: what this unit can do by itself."""
        if KIND_OF[byte] < BISHOP:
            return self.pawn(tile, byte, alone=True)
        if KIND_OF[byte] == COMMANDER:
            return self.commander(tile, byte)
        return self.of_noble(tile, byte)

    def actions(self) -> list[Found]:
        """C8-ACT-1: every action: a main part, then follow steps, then recruits.

        Raises a `Refusal` where there are more than are ever counted (C8-BOUND-4).
        """
        every = chain.from_iterable(map(self.actions_of, range(64)))
        found = list(islice(every, MOST + 1))
        if len(found) > MOST:
            why = f"there are more than {MOST:,} actions; the referee counts no farther"
            raise Refusal("C8-BOUND-4", why)
        return found

    def actions_of(self, tile: int) -> Iterator[Found]:
        """C8-ACT-2: the actions that one unit of the mover begins, one after the other."""
        byte, own = self.cells[tile], present()
        if SEAT_OF[byte] != self.mover or not self.can_act(byte):
            return
        follow = self.rogues and (KIND_OF[byte] == COMMANDER or not self.house.follow_command)
        for note, _, moves, prizes, taken, lost in self.main_parts(tile, byte):
            if own is not None:
                own.spend()
            yield from self.closed(note, prizes, taken, lost)
            if follow and self.may_be_followed(moves):
                for said, won in self.follows(note, moves, prizes, ()):
                    spend()
                    yield from self.closed(said, won, taken, lost)

    def may_be_followed(self, moves: Moves) -> bool:
        """C8-FOL-2: a Rogue stood next to a tile that was left, or a Rogue itself has moved."""
        for start, _ in moves:
            if self.near_rogue[start]:
                return True
        return len(moves) > 1 and any(KIND_OF[self.cells[goal]] == ROGUE for _, goal in moves)

    def commander(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-CMD-1, C8-CMD-9: it steps, or stands still and gives at least one order."""
        cells, start = self.cells, "M" + TILE_NAMES[tile]
        yield from self.orders((start, tile, (), (), 0, 0))
        if byte & FROZEN:
            return
        cells[tile] = 0
        for goal in AROUND[tile]:
            if self.worth_going[goal] and not cells[goal]:
                cells[goal] = byte
                prizes = self.with_prize((), goal)
                step: Part = (start + "-" + TILE_NAMES[goal], goal, ((tile, goal),), prizes, 0, 0)
                yield step
                yield from self.orders(step)
                cells[goal] = 0
        cells[tile] = byte

    def orders(self, own: Part) -> Iterator[Part]:
        """C8-CMD-5, C8-CMD-10: at most one Rotate first, then the Pawns."""
        yield from self.commands(own, ":")
        note, at, moves, prizes, taken, lost = own
        for tile in AROUND[at]:
            byte = self.cells[tile]
            if SEAT_OF[byte] == self.mover and self.can_act(byte):
                for arrow, turned in TURNED[byte]:
                    self.cells[tile] = turned
                    said = f"{note}:~{TILE_NAMES[tile]}{arrow}"
                    part: Part = (said, at, moves, prizes, taken, lost)
                    yield part
                    yield from self.commands(part, ",")
                self.cells[tile] = byte

    def commands(self, own: Part, mark: str) -> Iterator[Part]:
        """C8-CMD-6, C8-CMD-7: one Pawn, or two different Pawns one after the other."""
        at = own[1]
        for one in self.commanded(own, mark, at, -1):
            yield one
            now = at
            for start, goal in one[2][len(own[2]) :]:
                now = goal if start == now else now
            yield from self.second(own, one, now)

    def second(self, own: Part, first: Part, at: int) -> Iterator[Part]:
        """C8-CMD-7: what another Pawn can do after the first; the Commander now stands `at`."""
        return self.commanded(first, ",", at, first[1])

    def commanded(self, so_far: Part, mark: str, at: int, but: int) -> Iterator[Part]:
        """C8-CMD-3, C8-CMD-4: a basic action of an own Pawn next to the Commander."""
        said, _, moves, prizes, taken, lost = so_far
        for tile in AROUND[at]:
            byte = self.cells[tile]
            if SEAT_OF[byte] != self.mover or KIND_OF[byte] >= BISHOP or tile == but:
                continue
            if self.can_act(byte):
                begun = said + mark
                for note, goal, steps, found, more, fell in self.pawn(tile, byte, alone=False):
                    won = prizes
                    for prize in found:
                        won = self.with_prize(won, prize)
                    yield begun + note, goal, moves + steps, won, taken + more, lost + fell

    def follows(
        self, note: str, moves: Moves, prizes: Prizes, done: tuple[int, ...]
    ) -> Iterator[tuple[str, Prizes]]:
        """C8-FOL-1 to C8-FOL-5: Rogues step into tiles that other own units have left."""
        cells = self.cells
        for goal in dict.fromkeys(start for start, _ in moves):
            if cells[goal]:
                continue
            for tile in AROUND[goal]:
                byte = cells[tile]
                if KIND_OF[byte] != ROGUE or SEAT_OF[byte] != self.mover or byte & FROZEN:
                    continue
                if tile in done or not left_by_another(moves, goal, tile):
                    continue
                won, path = self.with_prize(prizes, goal), (*moves, (tile, goal))
                cells[tile] = 0
                for arrow, turned in self.looks_after(goal, byte):
                    cells[goal] = turned
                    said = f"{note}&R{TILE_NAMES[tile]}-{TILE_NAMES[goal]}{arrow}"
                    yield said, won
                    yield from self.follows(said, path, won, (*done, goal))
                cells[tile], cells[goal] = byte, 0

    def closed(self, note: str, prizes: Prizes, taken: int, lost: int) -> Iterable[Found]:
        """C8-ACT-4, C8-WIN-5: the action stands if it changed something; then come recruits."""
        after = bytes(self.cells).translate(self.settle)
        if after == self.before and not any(byte & HIT for byte in self.cells):
            return ()
        if not prizes:
            return ((note, after, self.treasures),)
        treasures = bytearray(self.treasures)
        for tile in prizes:
            treasures[tile] = 0
        decided = taken == self.foe_units or lost == self.own_units or len(prizes) == self.chests
        return self.recruit(note, () if decided else prizes, bytes(treasures))

    def recruit(self, note: str, due: Prizes, treasures: bytes) -> Iterator[Found]:
        """C8-REC-1, C8-REC-7: one recruit for each treasure in turn, lost if none is possible."""
        if not due:
            settled = self.cells.translate(self.settle)
            yield note, bytes(settled), treasures
            return
        cells, possible = self.cells, False
        pawns = self.treasures[due[0]] % 2 == 1
        for kind in self.available(PAWNS if pawns else NOBLES):
            facing = FORWARD[self.mover] if pawns else None
            byte, letter = unit_byte(self.mover, kind, facing), LETTER_OF_KIND[kind]
            for tile in self.landings(pawns):
                if not cells[tile]:
                    possible = True
                    spend()
                    cells[tile] = byte
                    yield from self.recruit(
                        f"{note}!{letter}{TILE_NAMES[tile]}", due[1:], treasures
                    )
                    cells[tile] = 0
        if not possible:
            yield from self.recruit(note, due[1:], treasures)

    def landings(self, pawns: bool) -> Sequence[int]:
        """C8-REC-5, C8-REC-6: where Pawns, or Nobles, are recruited."""
        return RECRUITING[self.mover][pawns]

    def available(self, kinds: tuple[str, ...]) -> list[str]:
        """C8-SETUP-10, C8-REC-4: the types of which a unit is in reserve now."""
        own = [KIND_OF[byte] for byte in self.cells if SEAT_OF[byte] == self.mover]
        return [
            kind
            for kind in kinds
            if LETTER_OF_KIND[kind] not in self.removed
            and own.count(KINDS.index(kind)) < LIMITS[kind]
        ]


def left_by_another(moves: Moves, goal: int, tile: int) -> bool:
    """C8-FOL-1: the tile was left by a unit other than the one that now stands on `tile`."""
    for number, (start, now) in enumerate(moves):
        if start == goal:
            for later, to in moves[number + 1 :]:
                now = to if later == now else now
            if now != tile:
                return True
    return False


__all__ = ["Found", "Generator", "Packed", "packed"]
