"""The help shows the forms of a topic with units of this match."""

from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

import grammar
from bot.cases.casefile import Player, read_phrases
from bot.doors.suggest import FORMS, forms_of, help_text
from bot.referee.service import OpenMatch
from bot.referee.unread import stands
from tests.places import PHRASINGS


@cache
def table_of(system: str) -> OpenMatch:
    """A scene of the phrase corpus as a stand-in for an open match, with the fields that the help
    uses."""
    block = read_phrases(PHRASINGS / system / "held-4.phrases")[0]
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
    match = player.match
    return cast(OpenMatch, SimpleNamespace(game=match.game, match=match, state=match.state))


@pytest.mark.parametrize(
    ("system", "topic", "shown"),
    [
        ("crusade7", "moving", "B1 moves to 1,3"),
        ("crusade7", "attacks", "L1 attacks O1 with Gladius"),
        ("crusade8x8", "pawns", " moves "),
        ("rulescrusade", "moving", " moves to "),
        ("machinadei", "drill", " wheels left"),
        ("candlebre", "moves", "attack Crownmere from Ashford"),
    ],
)
def test_forms_of_this_match(system: str, topic: str, shown: str) -> None:
    """The help shows a few forms, all readable in this match, with its own units and places."""
    table = table_of(system)
    found = forms_of(table, 1, topic)
    names = table.game.names(table.match.state)
    assert 3 <= len(found) <= FORMS
    assert all(grammar.parse(system, text, names, gm=False) for text in found)
    assert shown in "\n".join(found)


@pytest.mark.parametrize("system", ["crusade7", "machinadei"])
def test_moves_are_legal_now(system: str) -> None:
    """In the move phase, the forms shown for moving are legal as they stand."""
    table = table_of(system)
    found = forms_of(table, 1, {"crusade7": "moving", "machinadei": "drill"}[system])
    assert all(stands(table.match, 1, text) for text in found)


def test_the_help_text() -> None:
    """The title, the forms with units of this match, then all forms of the topic; a GM is shown his
    own lines."""
    table = table_of("crusade7")
    title, *lines = help_text(table, 1, "moving").split("\n")
    assert title == grammar.topics("crusade7")["moving"].split("\n")[0]
    assert lines[FORMS] == "all its forms:"
    assert len(forms_of(table, 0, "overrides")) == FORMS
