"""Every line has a budget of steps and dice; when it runs out, nothing has changed."""

from itertools import islice
from typing import Any

import pytest

from rules import GAMES, find
from rules.border.game import Game
from rules.line import work
from rules.line.adjudication import Dice, Die
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.orders import Order
from tests.fuzz import played

BOUNDS = {
    "crusade7": ("C7-BOUND-2", "C7-BOUND-3"),
    "crusade8x8": ("C8-BOUND-2", "C8-BOUND-3"),
    "rulescrusade": ("RC-BOUND-2", "RC-BOUND-3"),
    "machinadei": ("MD-BOUND-2", "MD-BOUND-3"),
    "candlebre": ("CB-BOUND-2", "CB-BOUND-3"),
}
"""Dice and reckoning, by system."""

each_game = pytest.mark.parametrize("system", [game.id for game in GAMES])


def lowest(die: Die) -> int:
    """Roll the lowest face of the die."""
    return die.faces[0]


def some_orders(system: str, most: int = 400) -> list[tuple[Any, int, Order, tuple[Event, ...]]]:
    """Legal orders of random matches, each with its state and the events it leads to."""
    game, found = find(system), []
    for match in played(system)[0][:3]:
        for state in islice(match.match.states.values(), 0, None, 9):
            for seat in game.awaits(state):
                for order in islice(game.legal(state, seat), 5):
                    found.append(
                        (state, seat, order, game.adjudicate(state, seat, (order,), lowest))
                    )
        if len(found) > most:
            break
    return found


@each_game
def test_a_line_that_spends_its_budget_is_refused(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOUND-3: any order that needs more steps than its line may take is refused."""
    game, orders = find(system), some_orders(system)
    monkeypatch.setattr(work, "LINE", 0)
    assert orders
    for state, seat, order, _ in orders:
        with pytest.raises(Refusal) as refused:
            game.adjudicate(state, seat, (order,), lowest)
        assert refused.value.rule == BOUNDS[system][1]


def refused_by(game: Game[Any], state: Any, seat: int, order: Order, dice: Dice) -> list[str]:
    """The rules under which an order, or a part of it, is refused."""
    try:
        events = game.adjudicate(state, seat, (order,), dice)
    except Refusal as refusal:
        return [refusal.rule]
    return [event.rule for event in events if isinstance(event, Refused)]


@each_game
def test_an_order_draws_only_so_many_dice(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """BOUND-2: a die beyond the limit of an order is never drawn."""
    game, asked = find(system), []
    drawn = [one for one in some_orders(system) if any(event.draws for event in one[3])]
    monkeypatch.setattr(work, "DICE", 0)

    def dice(die: Die) -> int:
        asked.append(die)
        return die.faces[0]

    for state, seat, order, _ in drawn:
        if state.flow.tray:
            continue
        assert BOUNDS[system][0] in refused_by(game, state, seat, order, dice)
    assert not asked


def test_a_question_pays_for_the_lines_that_it_tries() -> None:
    """Steps of an inner budget also count against the outer one, and the outer one ends the
    question."""
    with work.budget(10) as question:
        for _ in range(3):
            with work.budget(5):
                work.spend(3)
        assert question.left == 1
        with pytest.raises(work.Spent) as spent, work.budget(5):
            work.spend(2)
        assert spent.value.budget is question
    assert work.present() is None


def test_a_question_can_be_stopped_from_outside() -> None:
    """It notices within a bounded number of steps that nobody is waiting for it any more."""
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 1

    with work.budget(10**9, stop) as question:
        for _ in range(work.LOOK):
            work.spend()
        assert len(asked) == 1
        with pytest.raises(work.Spent):
            work.spend(work.LOOK)
    assert question.left == 0
