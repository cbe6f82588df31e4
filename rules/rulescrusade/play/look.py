"""One look at the table by the hard opponent: who is there, and what melees of two are worth."""

from collections.abc import Callable, Iterator

from rules.line.orders import Order
from rules.rulescrusade.field.areas import radius_of
from rules.rulescrusade.legal import is_accepted
from rules.rulescrusade.march.charge import bonus
from rules.rulescrusade.play.worth import blow, guns
from rules.rulescrusade.state import Spot, State, Unit, in_order

LEAST = 40
"""An act that is worth less is not ordered."""

TRIES = 12
"""How many of its best ideas it tries before it lets the model stay."""

Idea = tuple[int, Order]
"""What an order is worth, and the order."""


class Look:
    """One look at the table: what it finds out is kept for the whole of an order's thinking."""

    def __init__(
        self, state: State, seat: int, seed: int, stop: Callable[[], bool] = lambda: False
    ) -> None:
        self.state, self.seat, self.seed, self.stop = state, seat, seed, stop
        self.mine = in_order(
            tuple(one for one in state.on_board() if one.boss == seat and not one.chit)
        )
        self.foes = in_order(
            tuple(
                foe
                for foe in state.on_board()
                if not foe.chit and not foe.has("down") and state.team(foe.boss) != state.team(seat)
            )
        )
        self.awake = [foe for foe in self.foes if not foe.has("ko")]
        self.blows: dict[tuple[str, str], int] = {}
        self.risks: dict[tuple[str, Spot], int] = {}
        self.blasts = any(
            radius_of(held.weapon.template) for foe in self.awake for held in guns(state, foe)
        )
        self.spans = {
            foe.ref: foe.move + bonus(state, foe) + 1 for foe in self.awake if not foe.latched
        }

    def blow(self, unit: Unit, foe: Unit) -> int:
        """A melee of the two, whoever stands where."""
        pair = unit.ref, foe.ref
        if pair not in self.blows:
            self.blows[pair] = blow(self.state, unit, foe)
        return self.blows[pair]

    def accepted(self, ideas: Iterator[Idea] | list[Idea], least: int = LEAST) -> Order | None:
        """The best idea that would stand."""
        ranked = sorted(ideas, key=lambda one: -one[0])
        for worth, order in ranked[:TRIES]:
            if worth <= least:
                return None
            if is_accepted(self.state, self.seat, order):
                return order
        return None

    def may_fight(self, unit: Unit) -> bool:
        """Has it its action, and is it on its feet?"""
        lame = any(unit.has(one) for one in ("ko", "down", "rising", "stunned"))
        return unit.action and not lame


def steps_between(unit: Unit, foe: Unit) -> int:
    """How far apart two models are at least, in steps."""
    return max(abs(unit.at[0] - foe.at[0]), abs(unit.at[1] - foe.at[1]))


def away_from(spot: Spot, foe: Unit) -> int:
    """How many steps a place is from an enemy."""
    return max(abs(spot[0] - foe.at[0]), abs(spot[1] - foe.at[1]))


def square_to(spot: Spot, foe: Unit) -> int:
    """The square of the way from a place to an enemy."""
    return (spot[0] - foe.at[0]) ** 2 + (spot[1] - foe.at[1]) ** 2
