"""Actions worth searching, main parts of actions, and where an army may be placed."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from rules.crusade8x8 import board
from rules.crusade8x8.orders import PlaceUnits, Recruit
from rules.crusade8x8.search import generate
from rules.crusade8x8.state import State
from rules.line.work import spend
from rules.numbers.arith import scattered

# Fewer actions for the practice opponent: an open position can have a hundred thousand.


WEIGHED = 20_000
"""How many actions of a position are weighed at most; no army that a setup allows has as many."""

RECRUIT_TILES = 2
"""How many tiles are tried for each type of recruit."""


class Candidates(generate.Generator):
    """All actions but the least useful ones.

    A Commander rotates nobody and gives a second order only after a first one that captured
    something, Pawns turn only towards something, and recruits come on few tiles.
    """

    def __init__(self, at: generate.Packed, house: board.House, removed: str) -> None:
        super().__init__(at, house, removed)
        rows = board.ROW[at.mover]
        tiles = [tile for tile in range(64) if 2 <= rows[tile] <= 3]
        self.good_tiles = sorted(tiles, key=lambda tile: (-rows[tile], abs(tile % 8 - 3)))

    def actions(self) -> list[generate.Found]:
        """The actions, no more than `WEIGHED` of them."""
        return list(islice(chain.from_iterable(map(self.actions_of, range(64))), WEIGHED))

    def orders(self, own: generate.Part) -> Iterator[generate.Part]:
        """Orders without a Rotate by the Commander."""
        yield from self.commands(own, ":")

    def second(self, own: generate.Part, first: generate.Part, at: int) -> Iterator[generate.Part]:
        """A second Pawn only if the first captured a unit or a treasure."""
        captured = first[4] > own[4] or len(first[3]) > len(own[3])
        return super().second(own, first, at) if captured else iter(())

    def looks_after(self, goal: int, byte: int) -> tuple[tuple[str, int], ...]:
        """The facing kept, forward, or towards an enemy: no Pawn turns away for nothing."""
        ways = generate.KEPT_OR_TURNED[byte]
        if len(ways) == 1:
            return ways
        ahead = board.FACINGS.index(board.FORWARD[self.mover])
        return tuple(
            way
            for way in ways
            if not way[0]
            or board.FACING_OF[way[1]] == ahead
            or self.sees(goal, board.FACING_OF[way[1]])
        )

    def sees(self, tile: int, facing: int) -> bool:
        """Does an enemy stand one or two tiles ahead of that facing, or on a forward diagonal?"""
        cells, near = self.cells, board.AHEAD[facing][tile]
        if near >= 0:
            far = board.AHEAD[facing][near]
            if board.SEAT_OF[cells[near]] == self.foe or (
                far >= 0 and board.SEAT_OF[cells[far]] == self.foe
            ):
                return True
        return any(board.SEAT_OF[cells[slant]] == self.foe for slant in board.SLANTS[facing][tile])

    def landings(self, pawns: bool) -> Sequence[int]:
        """The best tiles that are open, the same for Pawns and Nobles."""
        open_tiles = [tile for tile in self.good_tiles if not self.cells[tile]][:RECRUIT_TILES]
        return open_tiles or super().landings(pawns)


def candidates(at: generate.Packed, house: board.House, removed: str) -> list[generate.Found]:
    """The actions worth searching, one for each position that they lead to."""
    fresh: dict[tuple[bytes, bytes], generate.Found] = {}
    for found in Candidates(at, house, removed).actions():
        fresh.setdefault(found[1:], found)
    return list(fresh.values())


class Grabs(Candidates):
    """Only what takes a unit or a treasure by itself: for ends of search lines, and a first try."""

    def __init__(self, at: generate.Packed, house: board.House, removed: str) -> None:
        super().__init__(at, house, removed)
        self.worth_going = self.loot

    def may_be_followed(self, moves: generate.Moves) -> bool:
        """No Rogue follows."""
        return False

    def looks_after(self, goal: int, byte: int) -> tuple[tuple[str, int], ...]:
        """Only the facing it had."""
        return generate.KEPT_OR_TURNED[byte][:1]

    def casts(self, part: generate.Part) -> Iterator[generate.Part]:
        """No telekinesis."""
        return iter(())

    def rotations(self, byte: int) -> tuple[tuple[str, int], ...]:
        """No Pawn turns on the spot."""
        return ()

    def swaps(self, tile: int, byte: int) -> Iterator[generate.Part]:
        """No Rogue swaps."""
        return iter(())

    def orders(self, own: generate.Part) -> Iterator[generate.Part]:
        """A Commander orders nobody."""
        return iter(())

    def knight(self, tile: int, byte: int) -> Iterator[generate.Part]:
        """C8-KNI-1, C8-KNI-2: only jumps with a straight arrival."""
        return (part for part in super().knight(tile, byte) if "@" not in part[0])


def grabs(at: generate.Packed, house: board.House, removed: str) -> list[generate.Found]:
    """The actions that take something at once."""
    return Grabs(at, house, removed).actions()


# Only the main parts of actions: which unit can take which, and which can come where.
#
# Neither a follow step nor a recruit takes a unit, so that one main part stands for all the
# actions that begin with it.


class Takers(generate.Generator):
    """Main parts; a Commander's second Pawn is ordered only if it captures something."""

    def mains(self, tile: int) -> Iterator[generate.Found]:
        """C8-ACT-2: the main parts of one unit of the mover: of each the shortest action that
        begins with it, and the boards after it, before anything is recruited."""
        byte = self.cells[tile]
        if board.SEAT_OF[byte] != self.mover or not self.can_act(byte):
            return
        for note, _, _, prizes, taken, lost in self.main_parts(tile, byte):
            spend()
            now = bytes(self.cells)
            for said, _, treasures in self.closed(note, prizes, taken, lost):
                self.cells[:] = now
                yield said, now.translate(self.settle), treasures
                break

    def second(self, own: generate.Part, first: generate.Part, at: int) -> Iterator[generate.Part]:
        """C8-CMD-4: another own Pawn next to the Commander captures."""
        return self.commanded(first, ",", at, first[1], self.captures)

    def captures(self, tile: int, byte: int) -> Iterator[generate.Part]:
        """C8-CAP-1: the captures of a Pawn on its forward diagonals; a frozen one has none."""
        for goal in () if byte & board.FROZEN else board.SLANTS[board.FACING_OF[byte]][tile]:
            if board.SEAT_OF[self.cells[goal]] == self.foe:
                yield from self.strike(tile, goal, byte, tile)


class Alone(Takers):
    """The main parts of a unit by itself: a Commander gives no orders."""

    def orders(self, own: generate.Part) -> Iterator[generate.Part]:
        """No orders."""
        return iter(())


# C8-PLACE-1: where the opponent places its units by hand: guards on its treasures, Archers behind.


POSTS = {
    "Commander": ((2, "de"), (1, "decf"), (2, "cf")),
    "Warrior": ((3, "de"), (3, "cf"), (3, "bg"), (2, "de")),
    "Archer": ((2, "cf"), (2, "de"), (2, "bg"), (3, "cf")),
    "Caster": ((2, "de"), (2, "bg"), (2, "cf"), (3, "bg")),
    "Rogue": ((3, "bg"), (3, "ah"), (2, "ah"), (3, "cf")),
    "Paladin": ((1, "de"), (1, "cf"), (2, "de"), (1, "bg")),
    "Bishop": ((1, "cf"), (1, "bg"), (1, "de"), (2, "ah")),
    "Knight": ((2, "ah"), (1, "bg"), (1, "cf"), (1, "de")),
}
"""The places that a type prefers, best first: a row from its own edge, and files of that row."""

ORDER = ("Commander", "Warrior", "Archer", "Rogue", "Caster", "Paladin", "Bishop", "Knight")
GUARDS = {1: ("Paladin", "Bishop", "Knight"), 2: ("Warrior", "Archer"), 3: ("Warrior", "Rogue")}
"""The types that guard a treasure, by its row."""


def by_hand(state: State, seat: int, seed: int) -> PlaceUnits | None:
    """One order that places every unit without a place; None if all have one."""
    waiting = list(state.armies[seat - 1])
    taken = [tile for _, tile in state.placed[seat - 1]]
    for kind, _ in state.placed[seat - 1]:
        waiting.remove(kind)
    spots: list[Recruit] = []

    def put(kind: str, tile: str) -> None:
        waiting.remove(kind)
        taken.append(tile)
        spots.append(Recruit(kind, tile))

    for tile in treasures_of(state, seat):
        row = board.ROW[seat][board.tile_named(tile)]
        keeper = next((kind for kind in GUARDS.get(row, ()) if kind in waiting), None)
        if keeper is not None and tile not in taken:
            put(keeper, tile)
    for kind in ORDER:
        for tile in posts(kind, seat, seed):
            if kind in waiting and tile not in taken:
                put(kind, tile)
    return PlaceUnits(tuple(spots)) if spots else None


def treasures_of(state: State, seat: int) -> list[str]:
    """C8-TREAS-1: the tiles of the seat's own treasures."""
    own = (2 * seat - 1, 2 * seat)
    return [board.TILE_NAMES[tile] for tile in range(64) if state.position.treasures[tile] in own]


def posts(kind: str, seat: int, seed: int) -> list[str]:
    """The tiles that a type prefers, then all others it may start on; the seed may mirror them."""
    mirrored = scattered(seed, 5) % 2 == 1
    found = []
    first = 1 if kind in ("Commander", "Paladin", "Bishop", "Knight") else 2
    wanted = (*POSTS[kind], *((row, "decfbgah") for row in range(first, 4)))
    for row, files in wanted:
        for file in files:
            column = "hgfedcba"["abcdefgh".index(file)] if mirrored else file
            tile = f"{column}{row if seat == 1 else 9 - row}"
            if tile not in found:
                found.append(tile)
    return found
