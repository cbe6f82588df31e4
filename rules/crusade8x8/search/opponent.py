"""A practice opponent: a search that is given its nodes and a seed, and knows no clock.

It sees what its seat may see: in the setup it chooses and places without a look at the other side.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.crusade8x8.board.compact import read_notation
from rules.crusade8x8.orders import Choose
from rules.crusade8x8.search.candidates import candidates
from rules.crusade8x8.search.evaluate import WON, Appraiser
from rules.crusade8x8.search.generate import Compact, Found, compact
from rules.crusade8x8.setup.choices import automatic_choice
from rules.crusade8x8.state import State, occurrence
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, Order


@dataclass(frozen=True, slots=True)
class Level:
    """How far an opponent looks, how many replies it weighs, and how much it wavers."""

    name: str
    depth: int
    widths: tuple[int, ...]
    waver: int
    nodes: int


LEVELS = {
    "easy": Level("easy", 1, (400,), 60, 2_000),
    "hard": Level("hard", 3, (24, 3, 1), 4, 20_000),
}


CONTENT = 60
"""So many points behind, which is less than a Pawn, it would rather play on."""

BARREN = 30
"""After so many turns without a capture an even game may end in a draw."""


def never() -> bool:
    return False


class Opponent:
    """Chooses orders for a seat; the same nodes and seed give the same order."""

    def __init__(self, level: str) -> None:
        self.level = LEVELS[level]

    def answer(self, state: State, seat: int) -> Order | None:
        """C8-DRAW-2, C8-DRAW-5: a draw is welcome when it stands worse, or no better in a game in
        which nothing has been captured for long; otherwise the offer is declined."""
        position = state.position
        if state.flow.phase != "play" or position.offer != 3 - seat:
            return None
        at = compact(position)
        points = Appraiser(at.treasures).points(at) * (1 if seat == 1 else -1)
        barren = position.progress >= BARREN
        return AcceptDraw() if points < (1 if barren else -CONTENT) else DeclineDraw()

    def order(
        self,
        state: State,
        seat: int,
        seed: int,
        nodes: int = 0,
        stop: Callable[[], bool] = never,
    ) -> Order:
        """What this opponent would order now; `stop` may end the search early."""
        if state.flow.phase == "choose":
            army, removed = state.armies[seat - 1], state.position.removed
            return Choose(automatic_choice(army, removed, state.due))
        if state.flow.phase == "place":
            return EndPhase()
        search = Search(state, self.level, nodes or self.level.nodes, stop)
        found = search.best(seed)
        return read_notation(found[0]) if found else EndPhase()


class Search:
    """Looks some turns ahead, best-looking actions first, until its nodes are used up."""

    def __init__(self, state: State, level: Level, nodes: int, stop: Callable[[], bool]) -> None:
        self.house, self.removed = state.house, state.position.removed
        self.level, self.nodes, self.stop = level, nodes, stop
        self.state = state
        self.root = compact(state.position)
        self.appraiser = Appraiser(self.root.treasures)

    def best(self, seed: int) -> Found | None:
        """The action with the most points for the mover; the seed decides among near equals."""
        sign = 1 if self.root.mover == 1 else -1
        ranked = self.ranked(self.root, sign)
        best: tuple[int, Found] | None = None
        lowest = -2 * WON
        for number, (points, found) in enumerate(ranked[: self.level.widths[0]]):
            value = points
            if number and (self.nodes <= 0 or self.stop()) and self.level.depth > 1:
                break
            if self.level.depth > 1 and abs(points) < WON // 2:
                value = -self.search(self.after(self.root, found), -sign, 1, -2 * WON, -lowest)
            value += scattered(seed, number) % (self.level.waver + 1) - self.repeated(found)
            if best is None or value > best[0]:
                best, lowest = (value, found), max(lowest, value - self.level.waver)
        return best[1] if best else None

    def search(self, at: Compact, sign: int, depth: int, alpha: int, beta: int) -> int:
        """The best that the mover can reach from here, in his own points."""
        ranked = self.ranked(at, sign)
        if not ranked:
            return sign * self.appraiser.points(at)
        best = -2 * WON
        for points, found in ranked[: self.level.widths[depth]]:
            value = points
            last = depth + 1 >= self.level.depth
            if not last and abs(points) < WON // 2 and self.nodes > 0 and not self.stop():
                value = -self.search(self.after(at, found), -sign, depth + 1, -beta, -alpha)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def ranked(self, at: Compact, sign: int) -> list[tuple[int, Found]]:
        """The actions worth a look with the points of where they lead, best first."""
        found = candidates(at, self.house, self.removed)
        self.nodes -= len(found)
        points = self.appraiser.points
        valued = [(sign * points(self.after(at, one)), one) for one in found]
        valued.sort(key=first, reverse=True)
        return valued

    def after(self, at: Compact, found: Found) -> Compact:
        return Compact(found[1], found[2], 3 - at.mover)

    def repeated(self, found: Found) -> int:
        """C8-OPT-7: going back to a position that has been is worth a little less."""
        position = replace(
            self.state.position,
            cells=tuple(found[1]),
            treasures=tuple(found[2]),
            side=3 - self.root.mover,
        )
        return 50 * self.state.history.count(occurrence(position))


def first(pair: tuple[int, Found]) -> int:
    return pair[0]


def scattered(seed: int, number: int) -> int:
    """A whole number that looks random and follows from seed and number (splitmix64)."""
    mask = (1 << 64) - 1
    x = (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)
