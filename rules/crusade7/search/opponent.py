"""C7-ORDER-3: a practice opponent, `easy` or `hard`, that orders like any seat and sees no more.

It draws no die and knows no clock: the same state, seed and nodes give the same order.
"""

from collections.abc import Callable
from dataclasses import replace

from rules.border.game import check_level, never
from rules.crusade7 import orders as od
from rules.crusade7.adjudicate import is_accepted
from rules.crusade7.army.statblock import Modifier
from rules.crusade7.search.marching import March, best_denial, best_magic, best_tactic, lies_in_wait
from rules.crusade7.search.mustering import set_up
from rules.crusade7.search.worth import GOLD, Idea, attack_ideas, charge_ideas, standing, together
from rules.crusade7.state import Effect, State
from rules.crusade7.tactics import SUPPORT
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, Order
from rules.numbers.arith import scattered

NODES = {"easy": 40, "hard": 400}
"""How many orders with an uncertain outcome are thought through for one decision."""

BARREN = 12
"""From this round on an even battle may end in a draw."""


class Opponent:
    """Chooses orders for a seat: `easy` takes what lies nearest, `hard` weighs and concentrates."""

    def __init__(self, level: str) -> None:
        self.level = check_level(level)
        self.wise = level == "hard"

    def answer(self, state: State, seat: int) -> Order | None:
        """C7-END-5: a draw is welcome to who stands clearly worse, or no better after long."""
        if not state.flow.offer or state.flow.offer == seat or state.flow.outcome is not None:
            return None
        if state.flow.phase == "setup":
            return DeclineDraw()
        own, other = strength(state, seat), strength(state, 3 - seat)
        barren = state.flow.round >= BARREN
        behind = own <= other if barren else 4 * own < 3 * other
        return AcceptDraw() if behind else DeclineDraw()

    def order(
        self, state: State, seat: int, seed: int, nodes: int = 0, stop: Callable[[], bool] = never
    ) -> Order:
        """What it orders now; `stop` may end its thinking early."""
        left = nodes or NODES[self.level]

        def spend() -> bool:
            nonlocal left
            left -= 1
            return left >= 0 and not stop()

        if state.flow.phase == "setup":
            return set_up(state, seat, seed, self.wise)
        found = self.in_phase(state, seat, seed, spend)
        if found is not None and is_accepted(state, seat, found):
            return found
        return EndPhase()

    def in_phase(
        self, state: State, seat: int, seed: int, spend: Callable[[], bool]
    ) -> Order | None:
        """The next order of a phase of the battle; None: nothing is worth doing."""
        match state.flow.phase:
            case "command" | "morale":
                return best_tactic(state, seat, spend) if self.wise else None
            case "move":
                return self.move(state, seat)
            case "mana":
                return self.enchant(state, seat, spend)
            case "charge":
                return self.charge(state, seat)
            case _:
                return self.fight(state, seat, seed, spend)

    def move(self, state: State, seat: int) -> Order | None:
        """Go, then see to it that nobody leaves contact unpunished."""
        found = March(state, seat, self.wise).order()
        if found is None and self.wise:
            return best_denial(state, seat) or lies_in_wait(state, seat)
        return found

    def enchant(self, state: State, seat: int, spend: Callable[[], bool]) -> Order | None:
        """Spells and powers; before them the tactics that help them."""
        tactic = best_tactic(state, seat, spend) if self.wise and untouched(state, seat) else None
        return tactic or best_magic(state, seat, spend)

    def charge(self, state: State, seat: int) -> Order | None:
        """Who can hurt somebody charges; the wise only where it pays."""
        ideas = charge_ideas(state, seat, 30 if self.wise else 0)
        useful = [idea for idea in ideas if idea.gain > 0]
        return max(useful, key=lambda idea: idea.gain).order if useful else None

    def fight(self, state: State, seat: int, seed: int, spend: Callable[[], bool]) -> Order | None:
        """Blows and shots; tactics before the first of them; who lies on the ground gets up."""
        ideas = attack_ideas(state, seat)
        if not self.wise:
            found = nearest_idea(ideas, seed)
            return found.order if found else rise(state, seat)
        if ideas and untouched(state, seat):
            tactic = best_tactic(state, seat, spend)
            if tactic is not None:
                return tactic
        found = together(state, ideas)
        if found is None:
            return rise(state, seat)
        return supported(state, seat, found) or found.order


def nearest_idea(ideas: list[Idea], seed: int) -> Idea | None:
    """What comes to mind first: the blow that does most, of one unit or another."""
    useful = [idea for idea in ideas if idea.gain > 0]
    if not useful:
        return None
    units = list(dict.fromkeys(idea.unit.ref for idea in useful))
    unit = units[scattered(seed, 3) % len(units)]
    return max((one for one in useful if one.unit.ref == unit), key=lambda one: one.damage)


def untouched(state: State, seat: int) -> bool:
    """Has nobody of this army acted in this phase yet?"""
    return not any(unit.spent for unit in state.on_field(seat))


def rise(state: State, seat: int) -> Order | None:
    """C7-COND-4."""
    for unit in state.on_field(seat):
        order = od.StandUp(od.Who((unit.ref,)))
        if unit.has("prone") and is_accepted(state, seat, order):
            return order
    return None


def supported(state: State, seat: int, idea: Idea) -> Order | None:
    """C7-TAC-7: Support before a blow that it makes much harder."""
    order = od.UseTactic(SUPPORT.name)
    if isinstance(idea.order, od.Engage) or not is_accepted(state, seat, order):
        return None
    edge = Effect("Support", (Modifier("ATK", edge=1), Modifier("DC", edge=1)))
    helped = state.with_unit(replace(idea.unit, effects=(*idea.unit.effects, edge)))
    better = [
        one
        for one in attack_ideas(helped, seat)
        if one.unit.ref == idea.unit.ref and one.order == idea.order
    ]
    gain = max((one.gain for one in better), default=0) - idea.gain
    return order if gain > 2 * GOLD else None


def strength(state: State, seat: int) -> int:
    """What an army is worth as it stands."""
    return sum(standing(state, unit, unit.hp) for unit in state.living(seat))
