"""A practice opponent: a search that is given its nodes and a seed, and knows no clock.

It sees what its seat may see: in the setup it chooses and places without a look at the other side.
"""

from collections.abc import Callable
from dataclasses import replace

from rules.border.game import check_level
from rules.crusade8x8.notation import read_notation
from rules.crusade8x8.orders import Choose
from rules.crusade8x8.search.evaluate import Appraiser
from rules.crusade8x8.search.generate import Found, Packed, packed
from rules.crusade8x8.search.lookahead import (
    DECIDED,
    DEEPEST,
    MOST,
    Lookahead,
    Reply,
    Spent,
    never,
    value_of,
)
from rules.crusade8x8.search.placing import by_hand
from rules.crusade8x8.setup.choices import automatic_choice
from rules.crusade8x8.state import State, occurrence
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, Order
from rules.numbers.arith import scattered


class Level(Frozen):
    """How many turns an opponent looks ahead, how much it wavers, how many actions it weighs."""

    name: str
    depth: int
    waver: int
    nodes: int


LEVELS = {
    "easy": Level("easy", 1, 60, 2_000),
    "hard": Level("hard", DEEPEST, 4, 150_000),
}


CONTENT = 60
"""So many points behind, which is less than a Pawn, it would rather play on."""

DOUBT = 40
"""What a round of looking ahead that was broken off leaves to say against the actions behind."""

JUDGED = 5_000
"""So many actions are weighed before a draw offer is answered."""

BARREN = 30
"""After so many turns without a capture an even game may end in a draw."""


class Opponent:
    """Chooses orders for a seat; the same nodes and seed give the same order."""

    def __init__(self, level: str) -> None:
        self.level = LEVELS[check_level(level)]

    def answer(self, state: State, seat: int) -> Order | None:
        """C8-DRAW-2, C8-DRAW-5: a draw is welcome when it stands worse, or no better in a game in
        which nothing has been captured for long; otherwise the offer is declined."""
        position = state.position
        if state.flow.phase != "play" or position.offer != 3 - seat:
            return None
        points = judged(state) * (1 if seat == position.side else -1)
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
            return by_hand(state, seat, seed) or EndPhase()
        found = Search(state, self.level, nodes or self.level.nodes, stop).best(seed)
        return read_notation(found) if found else EndPhase()


def judged(state: State) -> int:
    """What the position is worth to who is to move, once nobody can win anything at once."""
    at = packed(state.position)
    appraiser = Appraiser(at.treasures)
    ahead = Lookahead(state.house, state.position.removed, appraiser, JUDGED, never)
    points = appraiser.points(at)
    try:
        return ahead.value(at, points, 1, -MOST, MOST)
    except Spent:
        return points if at.mover == 1 else -points


class Search:
    """Looks at every action against its best reply, and deeper at what looks best."""

    def __init__(self, state: State, level: Level, nodes: int, stop: Callable[[], bool]) -> None:
        self.state, self.level = state, level
        self.root = packed(state.position)
        self.appraiser = Appraiser(self.root.treasures)
        self.ahead = Lookahead(state.house, state.position.removed, self.appraiser, nodes, stop)

    def best(self, seed: int) -> str:
        """The action with the most points for the mover, as notation; the seed decides among
        near equals.  Empty: there is none."""
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
        """Turn by turn deeper, the best of the last round first, until the nodes are used up.

        A round that is broken off counts as far as it has come: its first was the best before.
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
        """C8-OPT-7: going back to a position that has been is worth a little less."""
        position = replace(
            self.state.position,
            cells=tuple(found[1]),
            treasures=tuple(found[2]),
            side=3 - self.root.mover,
        )
        return 50 * self.state.history.count(occurrence(position))


def merged(done: list[Reply], ranked: list[Reply]) -> list[Reply]:
    """What was looked at again by its new points; the rest behind, as doubtful as before."""
    again = {found[0] for _, _, found in done}
    rest = [
        (value - DOUBT if done else value, points, found)
        for value, points, found in ranked
        if found[0] not in again
    ]
    return sorted([*done, *rest], key=value_of, reverse=True)
