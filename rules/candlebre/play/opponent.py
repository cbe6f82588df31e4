"""A practice opponent: one order after the other, from what every seat may know.

`easy` takes what lies near and looks strong enough; `hard` weighs odds, honor and research.
"""

from collections.abc import Callable, Iterator

from rules.border.game import check_level
from rules.candlebre import orders as od
from rules.candlebre.legal import is_accepted
from rules.candlebre.play.campaign import attack, march
from rules.candlebre.play.founding import found
from rules.candlebre.play.spending import from_the_front, spend
from rules.candlebre.roster import KINDS
from rules.candlebre.state import State
from rules.line.orders import EndPhase, Order


def never() -> bool:
    return False


class Opponent:
    """Chooses orders for a seat; the same state and seed give the same order."""

    def __init__(self, level: str) -> None:
        self.hard = check_level(level) == "hard"

    def order(
        self,
        state: State,
        seat: int,
        seed: int,
        nodes: int = 0,
        stop: Callable[[], bool] = never,
    ) -> Order:
        """What this opponent orders now; it never thinks long enough to be stopped."""
        match state.flow.phase:
            case "setup":
                return found(state, seat, seed)
            case "purchase":
                return spend(state, seat, self.hard)
            case "move":
                return attack(state, seat, self.hard, seed)
            case "combat":
                return fight(state, seat, self.hard)
            case "noncombat":
                return march(state, seat, self.hard)
            case _:
                return self.later(state, seat)

    def answer(self, state: State, seat: int) -> Order | None:
        """It leaves an offer of a draw unanswered."""
        return None

    def later(self, state: State, seat: int) -> Order:
        """The quiet phases: placement, diplomacy, fate."""
        for order in self.quiet(state, seat):
            if is_accepted(state, seat, order):
                return order
        return EndPhase()

    def quiet(self, state: State, seat: int) -> Iterator[Order]:
        """What it would do there, most wanted first."""
        if state.flow.phase == "placement":
            for number in from_the_front(state, seat):
                for kind in KINDS:
                    units = od.UnitList((od.Some(1, kind),))
                    yield od.PlaceUnits(units, state.site(number).name)
        elif state.flow.phase == "diplomacy" and self.hard:
            yield od.Release(od.UnitList(everything=True), 0)
        elif state.flow.phase == "fate":
            yield od.DrawFate()


def fight(state: State, seat: int, hard: bool) -> Order:
    """The hard one plays its unit cards first, where most defend; then all battles are fought."""
    if hard:
        for number in sorted(state.battles(), key=lambda n: -sum(state.defenders(n))):
            for held in state.realm(seat).cards:
                order = od.PlayCard(held.code, state.site(number).name)
                if not held.province and is_accepted(state, seat, order):
                    return order
    return od.FightAll() if is_accepted(state, seat, od.FightAll()) else EndPhase()
