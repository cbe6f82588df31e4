"""What is offered where nothing is read: near, legal, and never carried out."""

import pytest

from bot.cases.casefile import Player
from bot.cases.phrases import parse_phrases
from bot.reading.decide import Decision, understand
from grammar.reader.nearest import hints_of
from grammar.reader.table import BadTable, build, table_of
from tests.reading.test_corpus import SYSTEMS

SCENE = """# crusade8x8: a short game
game: crusade8x8
seat: 1
x => -
"""


def said(text: str, scene: str = SCENE, seat: int = 1, door: str = "mention") -> Decision:
    """What comes of words in a scene."""
    (block,) = parse_phrases(scene, "scene")
    player = Player.begin(block.case)
    for step in block.case.steps:
        player.order(step.seat, step.text)
    match = player.match
    return understand(match.game, match.state, seat, text, door=door)  # type: ignore[arg-type]


def test_words_that_are_not_read_bring_no_grave_order_near() -> None:
    """Never one that ends the match: words of despair are asked about."""
    decision = said("that's hopeless for me, I'm a beaten man")
    assert (decision.kind, decision.sentences) == ("ask", ())


def test_nothing_is_near_to_talk() -> None:
    """Words that hint at nothing are asked about, and in plain chat passed over."""
    assert said("good morning, everybody").sentences == ()
    assert said("that's hopeless for me, I'm a beaten man", door="chat").kind == "silent"


@pytest.mark.parametrize("text", ["I'm no beaten man", "am I beaten?", "perhaps I am beaten"])
def test_denials_doubts_and_questions_bring_nothing_near(text: str) -> None:
    """What was denied, doubted or asked is not offered."""
    assert said(text).kind == "ask"
    assert said(text).sentences == ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_hints(system: str) -> None:
    """Each word brings at least one row near, and each row has a sentence."""
    hints = hints_of(table_of(system))
    assert len(hints) > 100
    assert all(row.verb.forms for rows in hints.values() for row, _ in rows)


def test_hints_of_a_row_that_there_is_not() -> None:
    """A table with a slip in it is not taken."""
    with pytest.raises(BadTable, match="hints"):
        build("crusade8x8", {"hints": {"fly to the moon": ["rocket"]}})
