"""Looking ahead: every action against its best reply, deeper and deeper, as far as nodes go.

What is learned about positions is kept in a table that lives as long as one search.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.crusade8x8.board.position import House
from rules.crusade8x8.search.candidates import candidates, grabs
from rules.crusade8x8.search.evaluate import WON, Appraiser
from rules.crusade8x8.search.generate import Found, Packed

MOST = 4 * WON
DECIDED = WON // 2
"""Beyond so many points the game is over, or as good as over."""

LOUD = 60
"""An action that gains so much at once is looked at once more: what is the answer to it?"""

DEEPEST = 8
EXCHANGES = 3
"""How many captures in a row are followed at the end of a line."""

KEPT = 5_000
"""Of so many positions the list of actions is kept."""

EARLY = 10
"""So many actions are searched at full depth; the later, quiet ones at first one turn less."""


Reply = tuple[int, int, Found]
"""One action: its worth at once to who makes it, White's points after it, and where it leads."""


class Known(NamedTuple):
    """What the table says of a position: how deep it was searched, the value, whether that is
    exact (0), at least (1) or at most (-1) so much, and the best action's position."""

    depth: int
    value: int
    bound: int
    best: Packed | None

    def settles(self, alpha: int, beta: int) -> bool:
        """Is no more to be learned, if only values between these matter?"""
        if self.bound == 0:
            return True
        return self.value >= beta if self.bound > 0 else self.value <= alpha


class Spent(Exception):
    """The nodes are used up, or the time is."""


@dataclass
class Lookahead:
    """One search: the house rules, what is left to spend, the table of positions."""

    house: House
    removed: str
    appraiser: Appraiser
    nodes: int
    stop: Callable[[], bool]
    table: dict[Packed, Known] = field(default_factory=dict)
    lists: dict[Packed, list[Reply]] = field(default_factory=dict)

    def first(self, at: Packed) -> list[Reply]:
        """The actions of the position itself, whatever is left to spend."""
        points = self.appraiser.points(at)
        left, stop = self.nodes, self.stop
        self.nodes, self.stop = MOST, never
        found = self.replies(at, points)
        self.nodes, self.stop = left - len(found), stop
        return found

    def replies(self, at: Packed, points: int) -> list[Reply]:
        """Every action worth a look, best first by what it brings at once."""
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
        """Actions with what they bring at once."""
        self.nodes -= len(actions) + 1
        sign = 1 if at.mover == 1 else -1
        reached = self.appraiser.after(at, points, actions)
        found = [(sign * one, one, action) for one, action in zip(reached, actions, strict=True)]
        found.sort(key=value_of, reverse=True)
        return found

    def value(self, at: Packed, points: int, depth: int, alpha: int, beta: int) -> int:
        """The best that the mover can reach within so many turns, in his own points."""
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
        """The best of some actions: the one that was best before first, late quiet ones last."""
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
        """What an action is worth after the best answers; a late one is doubted first."""
        if late:
            value = faded(-self.value(to, points, depth - 2, -alpha - 1, -alpha))
            if value <= alpha:
                return value
        return faded(-self.value(to, points, depth - 1, -beta, -alpha))

    def settled(self, at: Packed, points: int, exchanges: int, alpha: int, beta: int) -> int:
        """The points once nobody can win anything at once any more."""
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


def never() -> bool:
    """Nothing ends the first look early."""
    return False


def value_of(reply: Reply) -> int:
    """What it brings at once."""
    return reply[0]


def faded(value: int) -> int:
    """A win counts for a little less the later it comes, a loss for a little more."""
    if abs(value) < DECIDED:
        return value
    return value - 1 if value > 0 else value + 1
