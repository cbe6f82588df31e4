"""Random matches of every system, and how evenly they cover its orders."""

import re
from typing import Any

import pytest

import grammar
from rules import GAMES
from rules.border.game import Game
from tests.fuzz import matches_of, order_table, parts_of, played
from tests.places import CASES

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


SMALL = ("rulescrusade",)
"""Random matches of these have a few models and two rounds, for the time they take."""


def kinds_in_cases(system: str) -> set[str]:
    """The kinds of order that seats give in the conformance cases of a system."""
    found: set[str] = set()
    for path in (CASES / system).glob("*.case"):
        for text in re.findall(r"^[1-6]> ?(.*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            for line in grammar.read(system, text):
                for order in line.orders:
                    found.update(parts_of(order))
    return found


@each_game
def test_random_matches_go_to_an_end(game: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Each match goes on to an outcome, to round 8 or to the limit of orders; its orders are
    counted."""
    matches, count = played(game.id)
    assert count.matches == len(matches) == matches_of(game.id)
    with capsys.disabled():
        print(f"\n{game.id}: {count.table()}")


@each_game
def test_every_kind_of_order_was_accepted(game: Game[Any]) -> None:
    """Every order of the table was accepted at least once; where random matches are kept small, the
    conformance cases cover the rest."""
    _, count = played(game.id)
    missing = [kind for kind in order_table(game) if not count.accepted[kind]]
    if game.id in SMALL:
        written = kinds_in_cases(game.id)
        missing = [kind for kind in missing if kind not in written]
    assert missing == []


@each_game
def test_many_rules_were_broken(game: Game[Any]) -> None:
    """Stale and spoiled orders were refused by many different checks, not only by the first
    ones."""
    _, count = played(game.id)
    assert len(count.refused) >= 10, count.table()
