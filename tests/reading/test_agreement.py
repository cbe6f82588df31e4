"""How well an order agrees with a message: what of it is left out, and what was never said."""

import pytest

from bot.cases.casefile import parse_phrases
from bot.doors.measure import scene_of
from bot.reading.world import world_of
from grammar.doubt import Message
from grammar.doubt.agreement import Agreement
from grammar.doubt.mending import put_right
from tests.doors.scenes import SCENES
from tests.reading.test_proposing import FIELD, said

MOVES = FIELD.replace("fight", "move")


def message(text: str, scene: str = FIELD) -> Message:
    """A message of army 1 in a scene."""
    (block,) = parse_phrases(scene, "scene")
    match = scene_of(block)
    return Message(text, (), world_of(match.game, match.state, 1))


def agreement(text: str, *sentences: str, scene: str = FIELD) -> set[str]:
    """The facts about how well these sentences agree with a message."""
    return set(Agreement(message(text, scene)).of(sentences))


def test_what_is_left_out() -> None:
    """Units and verbs that were said but occur in no order are facts against it."""
    known = agreement("L1 attacks O1 and L2 charges O2", "L1 attacks O1")
    assert {"left own", "left foe", "left verb"} <= known
    assert not {"left own", "left foe"} & agreement("L1 attacks O1", "L1 attacks O1")


def test_what_was_never_said() -> None:
    """A unit or a verb in an order that was not said is a fact against it."""
    known = agreement("L1 into O1", "L2 attacks O1")
    assert {"unsaid own", "left own", "unsaid verb"} <= known
    assert "unsaid own" not in agreement("L1 into O1", "L1 attacks O1")


def test_who_stays_may_be_left_out() -> None:
    """To leave out L2 after `L2 stays` is a different fact from leaving out a unit that acts."""
    known = agreement("L1 attacks O1, L2 stays back", "L1 attacks O1")
    assert "left and stays" in known
    assert "left own" not in known
    assert "acts and stays" in agreement("L1 attacks O1, L2 holding", "L2 attacks O1")


def test_what_was_put_right() -> None:
    """A value before a correction should not be in the order; the one after it should."""
    text = "L1 attacks O1. No wait, O2"
    assert {"corrected: kept", "corrected: left"} <= agreement(text, "L1 attacks O1")
    assert not any(fact.startswith("corrected") for fact in agreement(text, "L1 attacks O2"))


def test_what_was_put_right_and_is_named_again() -> None:
    """A corrected value that is mentioned again after its replacement is left out both times."""
    text = "L1 attacks O1. EDIT: O2, O1 is nearly done for"
    assert "corrected, said again: kept" in agreement(text, "L1 attacks O1")
    known = agreement(text, "L1 attacks O2")
    assert "corrected, said again: left" in known
    assert not {"left foe", "corrected: left"} & known


def test_a_deed_that_was_put_right() -> None:
    """The facts tell whether an order keeps the verb before a correction or drops it."""
    text = "L1 moves, sorry, advances to 8,12"
    assert "corrected verb: kept" in agreement(text, "L1 moves to 8,12", scene=MOVES)
    assert "corrected verb: left" in agreement(text, "L1 advances to 8,12", scene=MOVES)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("L1 goes to 8,12. EDIT: 8,13, my finger slipped", "L1 goes to 8,13"),
        ("L2 attacks O1. No, I have them mixed up, O2 it is", "L2 attacks O2"),
        ("L1 forward 3. Sorry, 2. L2 forward 3.", "L1 forward 2\nL2 forward 3"),
        ("have L1 go up two squares. EDIT: three, I can't count", "have L1 go up three squares"),
        ("L2 attacks O1.. sorry O2", "L2 attacks O2"),
        ("L2 attacks O1. No - O2, EDIT, O1 is for L1", "L2 attacks O2"),
        ("L1 forward 3... ack, 2 I mean", "L1 forward 2"),
    ],
)
def test_a_message_is_put_right(text: str, left: str) -> None:
    """There are two candidates: the new value replaces the old one, and what follows stays; or
    everything before the correction is dropped."""
    texts = list(put_right(message(text, MOVES)))
    assert left in texts
    assert len(texts) == 2


def test_a_number_may_replace_any_of_the_last() -> None:
    """A number on its own does not say which one it corrects: each of the last two is tried."""
    texts = set(put_right(message("2 at 8,12, 3 wide.. sorry, 4", MOVES)))
    assert {"2 at 8,12, 4 wide", "4 at 8,12, 3 wide"} <= texts


def test_an_amount_replaces_an_amount() -> None:
    """A list of counted units is put in the place of another as a whole."""
    match = SCENES["candlebre"].match
    world = world_of(match.game, match.state, 1)
    text = "attack Corrin from Brindle with 4 inf. sorry, 3 inf and 1 archer, archers are bored"
    assert "attack Corrin from Brindle with 3 inf and 1 archer" in put_right(
        Message(text, (), world)
    )


@pytest.mark.parametrize(
    "text", ["L1 moves to 8,12", "Sorry for the delay. L1 moves to 8,12", "L1 moves to 8,12, sorry"]
)
def test_nothing_is_put_right_without_a_correction(text: str) -> None:
    """An apology with no order before it, or with nothing after it, is no correction."""
    assert list(put_right(message(text, MOVES))) == []


def test_the_other_way_round() -> None:
    """An order with exchanged values (`O1 attacks L1`), or put together from two sentences, is
    noticed."""
    assert "inverted 1" in agreement("L1 attacks O1", "O1 attacks L1")
    assert "apart" in agreement("L1 is angry. O1 will feel it", "L1 attacks O1")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Undo that please, my cat walked over the keys.", ("undo",)),
        ("Lovely game so far. I offer a draw, the kids want their tea.", ("offer draw",)),
        ("L1 to 8,12, and mind the puddles. End phase.", ("L1 to 8,12", "end phase")),
        ("that's all from me in this phase, my stop is coming up", ("end phase",)),
        ("I'd like to offer a draw, my shift ends in ten minutes", ("offer draw",)),
    ],
)
def test_an_end_beside_something_else(text: str, meant: tuple[str, ...]) -> None:
    """If a part of a message says by itself that a phase ends or something is taken back, that is
    offered first, with the other orders of the message; it is not carried out."""
    decision = said(text, MOVES)
    assert decision.kind in ("offer", "list")
    assert tuple(one.lower() for one in decision.proposals[0]) == tuple(map(str.lower, meant))
    assert len(set(decision.proposals)) == len(decision.proposals)
