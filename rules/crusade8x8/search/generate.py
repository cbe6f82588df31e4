"""All legal actions of a position, each with the position after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from rules.crusade8x8.board import (
    AHEAD,
    AROUND,
    ARROWS,
    FACING_OF,
    FORWARD,
    FROZEN,
    HIT,
    JUMPS,
    KIND_OF,
    KINDS,
    LETTER_OF_KIND,
    LETTERS,
    LIMITS,
    NOBLES,
    PAWNS,
    RAYS,
    ROW,
    SEAT_OF,
    SETTLE,
    SIDES,
    SLANTS,
    TILE_NAMES,
    House,
    Position,
    unit_byte,
)
from rules.line.errors import Refusal
from rules.line.work import present, spend

# The fast generator, part one: what each unit but the Commander can do, played on a working board.
#
# Every method plays one thing after the other on `cells` and takes it back when asked for the
# next.  The readable version is `action.py`; the tests compare the two.


ARCHER, CASTER, ROGUE, WARRIOR, BISHOP, COMMANDER, KNIGHT, PALADIN = range(8)
SLIDES = {BISHOP: ((1, 3, 5, 7), 5), PALADIN: ((0, 2, 4, 6), 3)}

Moves = tuple[tuple[int, int], ...]
Prizes = tuple[int, ...]
Part = tuple[str, int, Moves, Prizes, int, int]
"""A main part just played on the working board: its notation, the tile where the acting unit now
stands (-1 if it fell), the movements of own units in order, the treasures captured in order, and
how many enemies and own units were taken off."""


Deeds = Callable[[int, int], Iterator[Part]]
"""What the unit of a tile, given with its byte, can do."""


class Packed(NamedTuple):
    """A position for fast search: two boards as bytes, and the mover."""

    cells: bytes
    treasures: bytes
    mover: int


def packed(position: Position) -> Packed:
    return Packed(bytes(position.cells), bytes(position.treasures), position.side)


def _turned(byte: int, facing: int) -> int:
    return byte - FACING_OF[byte] + facing % 4


def _turns(byte: int, *quarters: int) -> tuple[tuple[str, int], ...]:
    """The arrow and the byte after each of these quarter turns; Nobles never turn."""
    facing = FACING_OF[byte]
    if facing < 0:
        return (("", byte),) if 0 in quarters else ()
    return tuple(
        (ARROWS[(facing + quarter) % 4] if quarter else "", _turned(byte, facing + quarter))
        for quarter in quarters
    )


KEPT_OR_TURNED = tuple(_turns(byte, 0, -1, 1) for byte in range(256))
"""C8-ROT-2: after a movement a Pawn stays as it is or makes a quarter turn."""

TURNED = tuple(_turns(byte, -1, 1) for byte in range(256))
"""C8-ROT-1: a Rotate is a quarter turn."""

TURNED_FREELY = tuple(_turns(byte, -1, 1, 2) for byte in range(256))
"""C8-ROGUE-6: a Rogue's Rotate may be a half-turn."""


class Maker:
    """Plays the main parts of units on a working board, one after the other."""

    def __init__(self, at: Packed, house: House, removed: str) -> None:
        self.cells = bytearray(at.cells)
        self.treasures, self.mover, self.foe = at.treasures, at.mover, 3 - at.mover
        self.house, self.removed = house, removed
        self.settle = SETTLE[at.mover]
        self.before = at.cells.translate(self.settle)
        self.loot = [byte > 0 and (byte + 1) // 2 != at.mover for byte in at.treasures]
        self.chests = sum(self.loot)
        self.worth_going = [True] * 64
        seats = [SEAT_OF[byte] for byte in at.cells]
        self.own_units, self.foe_units = seats.count(self.mover), seats.count(self.foe)

    def can_act(self, byte: int) -> bool:
        """C8-FRZ-4: with `frozen=all` a frozen unit does nothing at all."""
        return not (self.house.frozen_all and byte & FROZEN)

    def rotations(self, byte: int) -> tuple[tuple[str, int], ...]:
        """C8-ROT-1, C8-ROGUE-6: the ways in which a Pawn may turn where it stands."""
        return (TURNED_FREELY if KIND_OF[byte] == ROGUE else TURNED)[byte]

    def looks_after(self, goal: int, byte: int) -> tuple[tuple[str, int], ...]:
        """C8-ROT-2: the ways in which a unit may face after it has come there."""
        return KEPT_OR_TURNED[byte]

    def of_noble(self, tile: int, byte: int) -> Iterator[Part]:
        """Section 7.6: the moves of a Bishop, Knight or Paladin; a frozen one has none."""
        if byte & FROZEN:
            return iter(())
        return self.knight(tile, byte) if KIND_OF[byte] == KNIGHT else self.slider(tile, byte)

    def pawn(self, tile: int, byte: int, alone: bool) -> Iterator[Part]:
        """C8-ACT-2, C8-CMD-8: the basic actions of a Pawn; its specials only if it acts itself."""
        kind = KIND_OF[byte]
        for part in self.basics(tile, byte):
            yield part
            if kind == CASTER and part[1] >= 0:
                yield from self.casts(part)
        if not alone:
            return
        if kind == ARCHER:
            yield from self.shots(tile, byte)
        elif kind == CASTER:
            yield from self.casts(("C" + TILE_NAMES[tile], tile, (), (), 0, 0))
        elif byte & FROZEN:
            return
        elif kind == ROGUE:
            yield from self.rogue(tile, byte)
        else:
            goal = AHEAD[FACING_OF[byte]][tile]
            if goal >= 0 and SEAT_OF[self.cells[goal]] == self.foe:
                yield from self.strike(tile, goal, byte, tile)

    def basics(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-MOVE-1, C8-MOVE-2, C8-CAP-1, C8-ROT-1: the basic actions of a Pawn."""
        cells, facing = self.cells, FACING_OF[byte]
        start = LETTERS[KIND_OF[byte]] + TILE_NAMES[tile]
        for arrow, turned in self.rotations(byte):
            cells[tile] = turned
            yield start + arrow, tile, (), (), 0, 0
        cells[tile] = byte
        if byte & FROZEN:
            return
        front = AHEAD[facing][tile]
        if front >= 0 and not cells[front]:
            step = start + "-" + TILE_NAMES[front]
            if self.worth_going[front]:
                yield from self.arrive(step, tile, front, byte)
            for goal in SIDES[facing][front]:
                if self.worth_going[goal] and not cells[goal]:
                    yield from self.arrive(step + "-" + TILE_NAMES[goal], tile, goal, byte)
        for goal in SLANTS[facing][tile]:
            if SEAT_OF[cells[goal]] == self.foe:
                yield from self.strike(tile, goal, byte, tile)

    def arrive(self, note: str, start: int, goal: int, byte: int, taken: int = 0) -> Iterator[Part]:
        """Put the unit on its goal; a Pawn may have turned there (C8-ROT-2)."""
        cells = self.cells
        victim = cells[goal]
        moves, prizes = ((start, goal),), (goal,) if self.loot[goal] else ()
        cells[start] = 0
        for arrow, turned in self.looks_after(goal, byte):
            cells[goal] = turned
            yield note + arrow, goal, moves, prizes, taken, 0
        cells[start], cells[goal] = byte, victim

    def strike(
        self, start: int, goal: int, byte: int, came_from: int, corner: str = ""
    ) -> Iterator[Part]:
        """C8-CAP-2, C8-WAR-2: a capture by moving; a Warrior may take its attacker along."""
        cells = self.cells
        victim = cells[goal]
        note = LETTERS[KIND_OF[byte]] + TILE_NAMES[start] + "x" + TILE_NAMES[goal] + corner
        if KIND_OF[victim] == WARRIOR and came_from in SLANTS[FACING_OF[victim]][goal]:
            cells[start] = cells[goal] = 0
            yield note, -1, ((start, -1),), (), 1, 1
            cells[start], cells[goal] = byte, victim
        else:
            yield from self.arrive(note, start, goal, byte, 1)

    def shots(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-ARCH-1, C8-ARCH-2, C8-SIGHT-1: any enemy at one tile, a Pawn at two."""
        cells, ahead = self.cells, AHEAD[FACING_OF[byte]]
        near = ahead[tile]
        far = ahead[near] if near >= 0 else -1
        blocked = self.house.sight_clear and near >= 0 and cells[near]
        for goal, kinds in ((near, 8), (-1 if blocked else far, 4)):
            victim = cells[goal] if goal >= 0 else 0
            if SEAT_OF[victim] == self.foe and KIND_OF[victim] < kinds:
                cells[goal] = 0
                yield f"A{TILE_NAMES[tile]}*{TILE_NAMES[goal]}", tile, (), (), 1, 0
                cells[goal] = victim

    def casts(self, part: Part) -> Iterator[Part]:
        """C8-CAST-1 to C8-CAST-5: this part, then telekinesis on a unit one or two ahead."""
        cells, at = self.cells, part[1]
        ahead = AHEAD[FACING_OF[cells[at]]]
        near = ahead[at]
        if near < 0:
            return
        if cells[near]:
            yield from self.cast_at(near, part)
        blocked = self.house.sight_clear and cells[near]
        if ahead[near] >= 0 and cells[ahead[near]] and not blocked:
            yield from self.cast_at(ahead[near], part)

    def cast_at(self, tile: int, part: Part) -> Iterator[Part]:
        """C8-CAST-3, C8-CAST-4: push a unit to any open tile beside it, or turn a Pawn."""
        cells = self.cells
        said, at, moves, prizes, taken, lost = part
        byte = cells[tile]
        own = SEAT_OF[byte] == self.mover
        note = said + "+" + TILE_NAMES[tile]
        cells[tile] = 0
        for goal in AROUND[tile]:
            if not cells[goal]:
                cells[goal] = byte | HIT
                if own:
                    won = self.with_prize(prizes, goal)
                    pushed = (*moves, (tile, goal))
                    yield note + "-" + TILE_NAMES[goal], at, pushed, won, taken, lost
                else:
                    yield note + "-" + TILE_NAMES[goal], at, moves, prizes, taken, lost
                cells[goal] = 0
        for arrow, turned in TURNED[byte]:
            cells[tile] = turned | HIT
            yield note + arrow, at, moves, prizes, taken, lost
        cells[tile] = byte

    def with_prize(self, prizes: Prizes, goal: int) -> Prizes:
        """C8-TREAS-3, C8-TREAS-5: the prizes after landing there, if a treasure is left."""
        return (*prizes, goal) if self.loot[goal] and goal not in prizes else prizes

    def rogue(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-ROGUE-1 to C8-ROGUE-5: its special steps, and swaps."""
        yield from self.slips(tile, byte)
        yield from self.swaps(tile, byte)

    def slips(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-ROGUE-1: its special steps; the one straight ahead is the basic Move (C8-NOTE-6)."""
        cells, ahead = self.cells, AHEAD[FACING_OF[byte]]
        start, front = "R" + TILE_NAMES[tile], ahead[tile]
        far = ahead[front] if front >= 0 and not cells[front] else -1
        for goal in (*AROUND[tile], far):
            if goal >= 0 and goal != front and self.worth_going[goal] and not cells[goal]:
                yield from self.arrive(start + "-" + TILE_NAMES[goal], tile, goal, byte)

    def swaps(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-ROGUE-2 to C8-ROGUE-5: swaps with an own Pawn beside it."""
        cells, start = self.cells, "R" + TILE_NAMES[tile]
        for goal in AROUND[tile]:
            partner = cells[goal]
            if SEAT_OF[partner] == self.mover and KIND_OF[partner] < BISHOP:
                if partner & FROZEN:
                    continue
                prizes = self.with_prize(self.with_prize((), goal), tile)
                cells[tile] = partner
                for arrow, turned in self.looks_after(goal, byte):
                    cells[goal] = turned
                    yield start + "=" + TILE_NAMES[goal] + arrow, goal, (), prizes, 0, 0
                cells[tile], cells[goal] = byte, partner

    def slider(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-BISH-1, C8-PAL-1, C8-NOBLE-1: moves along free lines, up to the first unit."""
        directions, reach = SLIDES[KIND_OF[byte]]
        start = LETTERS[KIND_OF[byte]] + TILE_NAMES[tile] + "-"
        for direction in directions:
            came_from = tile
            for goal in RAYS[direction][tile][:reach]:
                victim = self.cells[goal]
                if not victim and self.worth_going[goal]:
                    yield from self.arrive(start + TILE_NAMES[goal], tile, goal, byte)
                elif SEAT_OF[victim] == self.foe:
                    yield from self.strike(tile, goal, byte, came_from)
                if victim:
                    break
                came_from = goal

    def knight(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-KNI-1, C8-KNI-2: the jumps; a slanted arrival is distinguished only at Warriors."""
        for goal, straight, slanted in JUMPS[tile]:
            victim = self.cells[goal]
            if not victim and self.worth_going[goal]:
                note = "N" + TILE_NAMES[tile] + "-" + TILE_NAMES[goal]
                yield from self.arrive(note, tile, goal, byte)
            elif SEAT_OF[victim] == self.foe:
                yield from self.strike(tile, goal, byte, straight)
                if KIND_OF[victim] == WARRIOR:
                    yield from self.strike(tile, goal, byte, slanted, "@" + TILE_NAMES[slanted])


# The fast generator, part two: Commanders, follow steps and recruits, and so every legal action.
#
# Each action comes with its canonical notation and the two boards that it leads to.


MOST = 200_000
"""How many actions of a position are listed at most."""

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
        """C8-ACT-2: the main parts that this unit can play."""
        if KIND_OF[byte] < BISHOP:
            return self.pawn(tile, byte, alone=True)
        if KIND_OF[byte] == COMMANDER:
            return self.commander(tile, byte)
        return self.of_noble(tile, byte)

    def actions(self) -> list[Found]:
        """C8-ACT-1: every action: a main part, then follow steps, then recruits.

        Raises `Refusal` if there are more than `MOST` (C8-BOUND-4).
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
        """C8-FOL-2: did a Rogue stand next to a tile that was left, or has a Rogue itself moved?"""
        for start, _ in moves:
            if self.near_rogue[start]:
                return True
        return len(moves) > 1 and any(KIND_OF[self.cells[goal]] == ROGUE for _, goal in moves)

    def commander(self, tile: int, byte: int) -> Iterator[Part]:
        """C8-CMD-1, C8-CMD-9: the Commander steps, or stands still and gives at least one order."""
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
        """C8-CMD-7: what another Pawn can do next; `at` is where the Commander stands."""
        return self.commanded(first, ",", at, first[1])

    def commanded(
        self, so_far: Part, mark: str, at: int, but: int, deeds: Deeds | None = None
    ) -> Iterator[Part]:
        """C8-CMD-3, C8-CMD-4: a basic action of an own Pawn next to the Commander, or only some
        of them (`deeds`)."""
        said, _, moves, prizes, taken, lost = so_far
        begun, acting = said + mark, deeds or partial(self.pawn, alone=False)
        for tile in AROUND[at]:
            byte = self.cells[tile]
            if SEAT_OF[byte] != self.mover or KIND_OF[byte] >= BISHOP or tile == but:
                continue
            if self.can_act(byte):
                for note, goal, steps, found, more, fell in acting(tile, byte):
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
        """C8-ACT-4, C8-WIN-5: the actions that end here: none if nothing changed, else one for each
        way to recruit."""
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
        """C8-REC-1, C8-REC-7: one recruit for each treasure in turn, lost if impossible."""
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
        """C8-REC-5, C8-REC-6: the tiles where Pawns, or Nobles, are recruited."""
        return RECRUITING[self.mover][pawns]

    def available(self, kinds: tuple[str, ...]) -> list[str]:
        """C8-SETUP-10, C8-REC-4: the types that have a unit in reserve now."""
        own = [KIND_OF[byte] for byte in self.cells if SEAT_OF[byte] == self.mover]
        return [
            kind
            for kind in kinds
            if LETTER_OF_KIND[kind] not in self.removed
            and own.count(KINDS.index(kind)) < LIMITS[kind]
        ]


def left_by_another(moves: Moves, goal: int, tile: int) -> bool:
    """C8-FOL-1: was the tile `goal` left by a unit other than the one that now stands on `tile`?"""
    for number, (start, now) in enumerate(moves):
        if start == goal:
            for later, to in moves[number + 1 :]:
                now = to if later == now else now
            if now != tile:
                return True
    return False


__all__ = ["Found", "Generator", "Packed", "packed"]
