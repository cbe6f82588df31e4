"""Random matches of every system, and how evenly they drew its orders."""

from typing import Any

import pytest

from rules import GAMES
from rules.game import Game
from tests.fuzz import IN_SUITE, order_table, played

each_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.id, marks=pytest.mark.xdist_group(f"random {game.id}"))
        for game in GAMES
    ],
)
"""In the process that plays the matches of a system for the laws, too."""


@each_game
def test_random_matches_go_to_an_end(game: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Each goes on to an outcome, to round 8, or to the limit of orders; the run is counted."""
    matches, count = played(game.id)
    assert count.matches == len(matches) == IN_SUITE
    with capsys.disabled():
        print(f"\n{game.id}: {count.table()}")


@each_game
def test_every_kind_of_order_was_accepted(game: Game[Any]) -> None:
    """None of the order table is at 0."""
    _, count = played(game.id)
    assert [kind for kind in order_table(game) if not count.accepted[kind]] == []


@each_game
def test_many_rules_were_broken(game: Game[Any]) -> None:
    """Stale and spoiled orders came to many different checks, not only to the first ones."""
    _, count = played(game.id)
    assert len(count.refused) >= 10, count.table()
