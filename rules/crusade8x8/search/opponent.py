"""A practice opponent: what a position is worth, and a search some turns ahead."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rules.border.game import Practised, never
from rules.crusade8x8 import board
from rules.crusade8x8.board import FACING_OF, FACINGS, FORWARD, FROZEN, KIND_OF, SEAT_OF, House
from rules.crusade8x8.notation import read_notation
from rules.crusade8x8.orders import Choose
from rules.crusade8x8.search.candidates import by_hand, candidates, grabs
from rules.crusade8x8.search.generate import Found, Packed, packed
from rules.crusade8x8.setup import automatic_choice
from rules.crusade8x8.state import State, occurrence
from rules.line.frozen import Frozen
from rules.line.orders import EndPhase, Order
from rules.numbers.arith import scattered

# What a position is worth to White, in points, for the practice opponent.


WORTH = (100, 110, 130, 100, 150, 170, 140, 170)
"""Points by kind: Archer, Caster, Rogue, Warrior, Bishop, Commander, Knight, Paladin."""

CAPTURED = (0, 250, 550, 950, 100_000)
"""Points for none, one, two or three captured treasures; four win."""

WON = 100_000

LAST_UNIT = 80
"""No unit counts less than this, so a smaller change of points loses no last unit."""


class Appraiser:
    """The points of every unit on every tile, worked out once for the treasures on the board."""

    def __init__(self, treasures: bytes) -> None:
        lying = [tile for tile in range(64) if treasures[tile]]
        goals = tuple(
            tuple(tile for tile in lying if (treasures[tile] + 1) // 2 == owner)
            for owner in (0, 2, 1)
        )
        self._tables = tuple(
            tuple(_points(byte, tile, goals[SEAT_OF[byte]]) for byte in range(128))
            for tile in range(64)
        )

    def points(self, at: Packed) -> int:
        """White's points minus Black's; a side without a unit or treasure has lost (C8-WIN-5)."""
        total = captured(at.treasures) + decided(at.cells)
        for table, byte in zip(self._tables, at.cells, strict=True):
            if byte:
                total += table[byte]
        return total

    def after(self, at: Packed, points: int, actions: Iterable[Found]) -> Iterator[int]:
        """White's points after each of these actions, worked out from the tiles that change."""
        tables, before = self._tables, at.cells
        whole = int.from_bytes(before, "little")
        treasures, prizes = at.treasures, captured(at.treasures)
        for _, cells, left in actions:
            differs = whole ^ int.from_bytes(cells, "little")
            reached = points
            while differs:
                tile = (differs & -differs).bit_length() - 1 >> 3
                table = tables[tile]
                reached += table[cells[tile]] - table[before[tile]]
                differs &= -256 << 8 * tile
            if left != treasures:
                reached += captured(left) - prizes
            if abs(reached - points) >= LAST_UNIT:
                reached += decided(cells)
            yield reached


def captured(treasures: bytes) -> int:
    """What the treasures that White has captured are worth, minus those of Black."""
    white, black = treasures.translate(OWNER_1), treasures.translate(OWNER_2)
    return CAPTURED[4 - black.count(1)] - CAPTURED[4 - white.count(1)]


def decided(cells: bytes) -> int:
    """C8-WIN-2: `WON` if Black has no unit left, minus `WON` if White has none, else 0."""
    units = cells.translate(SEATS)
    return (0 if 2 in units else WON) - (0 if 1 in units else WON)


SEATS = bytes(SEAT_OF)
OWNER_1 = bytes(byte in (1, 2) for byte in range(256))
OWNER_2 = bytes(byte in (3, 4) for byte in range(256))


def _points(byte: int, tile: int, goals: Sequence[int]) -> int:
    """The points of a unit on a tile: its worth, nearness to a treasure, a Pawn's facing."""
    seat, kind = SEAT_OF[byte], KIND_OF[byte]
    if not seat:
        return 0
    nearness = max((7 - board.steps_between(tile, goal) for goal in goals), default=0)
    facing = FACING_OF[byte]
    look = 0
    if facing >= 0:
        forward = FACINGS.index(FORWARD[seat])
        look = (8, 0, -8, 0)[(facing - forward) % 4]
    points = WORTH[kind] + 5 * nearness + look - (15 if byte & FROZEN else 0)
    return points if seat == 1 else -points


# An alpha-beta search that goes deeper and deeper, as far as its nodes go.
#
# Values of positions are kept in a table that lives as long as one search.


MOST = 4 * WON
DECIDED = WON // 2
"""From this many points on the game is over, or as good as over."""

LOUD = 60
"""Points that make an action loud if it gains them at once: it is not searched less deep, and at
the end of a line its answer is looked at as well."""

DEEPEST = 8
EXCHANGES = 3
"""How many captures in a row are followed at the end of a line."""

KEPT = 5_000
"""How many positions the cache of ranked actions holds."""

EARLY = 10
"""How many actions are searched at full depth; later quiet ones first one turn less deep."""


Reply = tuple[int, int, Found]
"""One action: its points for its player, White's points after it, and where it leads."""


class Known(NamedTuple):
    """A table entry of a position: the depth searched, the value, whether that is exact (0), a
    lower bound (1) or an upper bound (-1), and the position after the best action."""

    depth: int
    value: int
    bound: int
    best: Packed | None

    def settles(self, alpha: int, beta: int) -> bool:
        """Does this value suffice if only values between alpha and beta matter?"""
        if self.bound == 0:
            return True
        return self.value >= beta if self.bound > 0 else self.value <= alpha


class Spent(Exception):
    """The budget of nodes or of time is used up."""


@dataclass
class Lookahead:
    """One search: the house rules, the nodes left, the table of positions."""

    house: House
    removed: str
    appraiser: Appraiser
    nodes: int
    stop: Callable[[], bool]
    table: dict[Packed, Known] = field(default_factory=dict)
    lists: dict[Packed, list[Reply]] = field(default_factory=dict)

    def first(self, at: Packed) -> list[Reply]:
        """The ranked actions of the position itself, even if the budget is too small for them."""
        points = self.appraiser.points(at)
        left, stop = self.nodes, self.stop
        self.nodes, self.stop = MOST, never
        found = self.replies(at, points)
        self.nodes, self.stop = left - len(found), stop
        return found

    def replies(self, at: Packed, points: int) -> list[Reply]:
        """The actions worth searching, best first by their points at once.  Raises `Spent`."""
        found = self.lists.get(at)
        if found is not None:
            return found
        if self.nodes <= 0 or self.stop():
            raise Spent
        found = self.ranked(at, points, candidates(at, self.house, self.removed))
        if len(self.lists) < KEPT:
            self.lists[at] = found
        return found

    def takes(self, at: Packed, points: int) -> list[Reply]:
        """The actions that take a unit or a treasure at once, best first."""
        return self.ranked(at, points, grabs(at, self.house, self.removed))

    def ranked(self, at: Packed, points: int, actions: list[Found]) -> list[Reply]:
        """These actions with their points at once, best first; they are charged as nodes."""
        self.nodes -= len(actions) + 1
        sign = 1 if at.mover == 1 else -1
        reached = self.appraiser.after(at, points, actions)
        found = [(sign * one, one, action) for one, action in zip(reached, actions, strict=True)]
        found.sort(key=value_of, reverse=True)
        return found

    def value(self, at: Packed, points: int, depth: int, alpha: int, beta: int) -> int:
        """The best points for the mover within `depth` turns, as the mover counts them."""
        own = points if at.mover == 1 else -points
        if abs(points) >= DECIDED:
            return own
        if depth <= 0:
            return self.settled(at, points, EXCHANGES, alpha, beta)
        known = self.table.get(at)
        if known is not None and known.depth >= depth and known.settles(alpha, beta):
            return known.value
        first = known.best if known is not None else None
        if at not in self.lists and first is None and beta < DECIDED:
            value, best = self.among(at, own, self.takes(at, points), None, depth, alpha, beta)
            if value >= beta:
                self.table[at] = Known(depth, value, 1, best)
                return value
        replies = self.replies(at, points)
        if not replies:
            return own
        value, best = self.among(at, own, replies, first, depth, alpha, beta)
        bound = -1 if value <= alpha else 1 if value >= beta else 0
        self.table[at] = Known(depth, value, bound, best)
        return value

    def among(
        self,
        at: Packed,
        own: int,
        replies: list[Reply],
        first: Packed | None,
        depth: int,
        alpha: int,
        beta: int,
    ) -> tuple[int, Packed | None]:
        """The value of the best of some actions, and where it leads.  `first`, the best one of an
        earlier search, is tried first."""
        best, chosen, foe = -MOST, None, 3 - at.mover
        if first is not None:
            again = [one for one in replies if one[2][1:] == first[:2]]
            replies = [*again, *(one for one in replies if one not in again)]
        for number, (gain, points, (_, cells, treasures)) in enumerate(replies):
            if depth == 1 and gain <= best:
                break
            to = Packed(cells, treasures, foe)
            late = depth > 2 and number >= EARLY and gain - own < LOUD
            value = self.line(to, points, depth, max(alpha, best), beta, late)
            if value > best:
                best, chosen = value, to
            if best >= beta:
                break
        return best, chosen

    def line(
        self, to: Packed, points: int, depth: int, alpha: int, beta: int, late: bool = False
    ) -> int:
        """The value of an action after the best answers; a late one is tried less deep first."""
        if late:
            value = faded(-self.value(to, points, depth - 2, -alpha - 1, -alpha))
            if value <= alpha:
                return value
        return faded(-self.value(to, points, depth - 1, -beta, -alpha))

    def settled(self, at: Packed, points: int, exchanges: int, alpha: int, beta: int) -> int:
        """The points when no capture gains anything more, after at most `exchanges` captures."""
        own = points if at.mover == 1 else -points
        if exchanges <= 0 or own >= beta or abs(points) >= DECIDED:
            return own
        best, foe = own, 3 - at.mover
        for gain, after, (_, cells, treasures) in self.takes(at, points):
            if gain < own + LOUD or gain <= best:
                break
            to = Packed(cells, treasures, foe)
            value = -self.settled(to, after, exchanges - 1, -beta, -max(alpha, best))
            best = max(best, faded(value))
            if best >= beta:
                break
        return best


def value_of(reply: Reply) -> int:
    """The value of a reply, for sorting."""
    return reply[0]


def faded(value: int) -> int:
    """A win counts for a little less the later it comes, a loss for a little more."""
    if abs(value) < DECIDED:
        return value
    return value - 1 if value > 0 else value + 1


# A practice opponent: a search with a number of nodes and a seed; it uses no clock.
#
# It sees what its seat may see: in the setup it chooses and places without a look at the other
# side.


class Level(Frozen):
    """How many turns an opponent looks ahead, how many points it wavers, how many nodes it has."""

    name: str
    depth: int
    waver: int
    nodes: int


LEVELS = {
    "easy": Level("easy", 1, 60, 2_000),
    "hard": Level("hard", DEEPEST, 4, 150_000),
}


CONTENT = 60
"""How many points behind, less than a Pawn is worth, it still declines a draw."""

DOUBT = 40
"""Points taken from actions that a search round did not reach before it was broken off."""

JUDGED = 5_000
"""Nodes for judging a position before a draw offer is answered."""

BARREN = 30
"""After this many turns without a capture it accepts a draw in an even game."""


class Opponent(Practised):
    """Chooses orders for a seat; the same nodes and seed give the same order."""

    def is_behind(self, state: State, seat: int) -> bool:
        """C8-DRAW-2, C8-DRAW-5: does it stand worse, or no better in a game without captures for
        long?"""
        points = judged(state) * (1 if seat == state.position.side else -1)
        return points < (1 if state.position.progress >= BARREN else -CONTENT)

    def order(
        self, state: State, seat: int, seed: int, nodes: int = 0, stop: Callable[[], bool] = never
    ) -> Order:
        """The order that this opponent gives now; `stop` may end its search early."""
        if state.flow.phase == "choose":
            army, removed = state.armies[seat - 1], state.position.removed
            return Choose(automatic_choice(army, removed, state.due))
        if state.flow.phase == "place":
            return by_hand(state, seat, seed) or EndPhase()
        level = LEVELS[self.level]
        found = Search(state, level, nodes or level.nodes, stop).best(seed)
        return read_notation(found) if found else EndPhase()


def judged(state: State) -> int:
    """What the position is worth to the player to move, searched one turn deep."""
    at = packed(state.position)
    appraiser = Appraiser(at.treasures)
    ahead = Lookahead(state.house, state.position.removed, appraiser, JUDGED, never)
    points = appraiser.points(at)
    try:
        return ahead.value(at, points, 1, -MOST, MOST)
    except Spent:
        return points if at.mover == 1 else -points


class Search:
    """Searches every action against its best reply, and the most promising ones deeper."""

    def __init__(self, state: State, level: Level, nodes: int, stop: Callable[[], bool]) -> None:
        self.state, self.level = state, level
        self.root = packed(state.position)
        self.appraiser = Appraiser(self.root.treasures)
        self.ahead = Lookahead(state.house, state.position.removed, self.appraiser, nodes, stop)

    def best(self, seed: int) -> str:
        """The notation of the best action for the mover; the seed decides among near equals.  Empty
        if there is no action."""
        ranked = [
            (gain - self.repeated(found), points, found)
            for gain, points, found in self.ahead.first(self.root)
        ]
        ranked.sort(key=value_of, reverse=True)
        if self.level.depth > 1 and ranked and ranked[0][0] < DECIDED:
            ranked = self.deepened(ranked)
        if not ranked:
            return ""
        shaken = [
            (value + scattered(seed, number) % (self.level.waver + 1), points, found)
            for number, (value, points, found) in enumerate(ranked)
            if value >= ranked[0][0] - self.level.waver
        ]
        return max(shaken, key=value_of)[2][0]

    def deepened(self, ranked: list[Reply]) -> list[Reply]:
        """Search one turn deeper in each round, best of the last round first, until the nodes are
        used up.

        What a broken-off round has found still counts: it began with the best of the round before.
        """
        for depth in range(1, self.level.depth):
            done: list[Reply] = []
            lowest = -MOST
            try:
                for _, points, found in ranked:
                    to = Packed(found[1], found[2], 3 - self.root.mover)
                    floor = lowest - self.level.waver - 1
                    value = self.ahead.line(to, points, depth + 1, floor, MOST)
                    value -= self.repeated(found)
                    done.append((value, points, found))
                    lowest = max(lowest, value)
            except Spent:
                return merged(done, ranked)
            ranked = sorted(done, key=value_of, reverse=True)
            if abs(ranked[0][0]) >= DECIDED:
                break
        return ranked

    def repeated(self, found: Found) -> int:
        """C8-OPT-7: points taken from an action that goes back to an earlier position."""
        position = replace(
            self.state.position,
            cells=tuple(found[1]),
            treasures=tuple(found[2]),
            side=3 - self.root.mover,
        )
        return 50 * self.state.history.count(occurrence(position))


def merged(done: list[Reply], ranked: list[Reply]) -> list[Reply]:
    """The actions searched again with their new values, and the others with `DOUBT` taken off, best
    first."""
    again = {found[0] for _, _, found in done}
    rest = [
        (value - DOUBT if done else value, points, found)
        for value, points, found in ranked
        if found[0] not in again
    ]
    return sorted([*done, *rest], key=value_of, reverse=True)
