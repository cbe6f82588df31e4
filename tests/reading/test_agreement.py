"""How well an order agrees with what was said: what is left out, what was never said."""

import pytest

from bot.cases.phrases import parse_phrases
from bot.doors.measure import scene_of
from bot.reading.world import world_of
from grammar.doubt import Message
from grammar.doubt.agreement import Agreement
from tests.reading.test_proposing import FIELD, said

MOVES = FIELD.replace("fight", "move")


def agreement(text: str, *sentences: str, scene: str = FIELD) -> set[str]:
    """What is known of sentences beside a message in a scene."""
    (block,) = parse_phrases(scene, "scene")
    match = scene_of(block)
    world = world_of(match.game, match.state, 1)
    return set(Agreement(Message(text, (), world)).of(sentences))


def test_what_is_left_out() -> None:
    """Units, places and verbs that were said and stand in no sentence."""
    known = agreement("L1 attacks O1 and L2 charges O2", "L1 attacks O1")
    assert {"left own", "left foe", "left verb"} <= known
    assert not {"left own", "left foe"} & agreement("L1 attacks O1", "L1 attacks O1")


def test_what_was_never_said() -> None:
    """A unit, and what is done."""
    known = agreement("L1 into O1", "L2 attacks O1")
    assert {"unsaid own", "left own", "unsaid verb"} <= known
    assert "unsaid own" not in agreement("L1 into O1", "L1 attacks O1")


def test_who_stays_may_be_left_out() -> None:
    """`L2 stays` is less than `L2`."""
    known = agreement("L1 attacks O1, L2 stays back", "L1 attacks O1")
    assert "left and stays" in known
    assert "left own" not in known


def test_what_was_put_right() -> None:
    """What was said before a correction should be gone, what was said behind it should be there."""
    text = "L1 attacks O1. No wait, O2"
    assert {"corrected: kept", "corrected: left"} <= agreement(text, "L1 attacks O1")
    assert not any(fact.startswith("corrected") for fact in agreement(text, "L1 attacks O2"))


def test_the_other_way_round() -> None:
    """The values in another order, and an order from two sentences."""
    assert "inverted 1" in agreement("L1 attacks O1", "O1 attacks L1")
    assert "apart" in agreement("L1 is angry. O1 will feel it", "L1 attacks O1")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Undo that please, my cat walked over the keys.", ("undo",)),
        ("Lovely game so far. I offer a draw, the kids want their tea.", ("offer draw",)),
        ("L1 to 8,12, as slow as he can go. End phase.", ("L1 moves to 8,12", "end phase")),
    ],
)
def test_an_end_beside_something_else(text: str, meant: tuple[str, ...]) -> None:
    """What ends a phase or takes something back is offered if a part of the message says it by
    itself, first of all and with what is ordered beside it; it is never carried out so."""
    decision = said(text, MOVES)
    assert decision.kind in ("offer", "list")
    assert tuple(one.lower() for one in decision.proposals[0]) == tuple(map(str.lower, meant))
    assert len(set(decision.proposals)) == len(decision.proposals)
