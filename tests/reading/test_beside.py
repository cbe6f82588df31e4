"""Clauses, speech, ends and distances: what may stand beside an order, and what must not."""

import pytest

from grammar.doubt.subordinate import only_tells
from tests.reading.test_colour import said

BOARD = """# crusade8x8: a knight and a rogue
game: crusade8x8 setup=empty
gm> put Knight for army 1 at b2
gm> put Rogue for army 1 at g4
gm> put Commander for army 1 at d1
gm> put Commander for army 2 at d8
seat: 1
hello => -
"""
STAFF = """# crusade8x8: a Commander and his men
game: crusade8x8 setup=empty
gm> put Commander for army 1 at d3
gm> put Rogue for army 1 at c4 facing up
gm> put Commander for army 2 at d8
seat: 1
hello => -
"""


@pytest.mark.parametrize(
    "text",
    [
        "rogue g4 moves g5, because nobody would ever look for him",
        "rogue g4 moves g5, since they would find him at last",
        "rogue g4 moves g5 where nobody can see him",
        "rogue g4 moves g5 like a shadow",
        '"Not in my back yard!" rogue g4 moves g5',
        "*puts on a mask* rogue g4 moves g5",
        "rogue g4 moves g5 *tiny footsteps*",
        'rogue g4 moves g5. "Shoo, all of you!"',
    ],
)
def test_what_only_tells_is_passed_over(text: str) -> None:
    """A reason, a place, a comparison, a speech and acting keep no order from being carried out,
    whatever words they hold."""
    assert said(BOARD, text)[0] == "run"


@pytest.mark.parametrize(
    "text",
    [
        "rogue g4 moves g5, because I changed my mind",
        "rogue g4 moves g5, since that was a mistake",
        "rogue g4 moves g5, because if he stays he may die",
        "rogue g4 moves g5, where I would put him tomorrow",
        "rogue g4 moves g5, as I feared you would order",
        '"I won\'t do it!" rogue g4 moves g5',
        '"No!" rogue g4 moves g5',
        'rogue g4 moves g5 "or maybe not"',
        'rogue g4 moves g5. "Not really!"',
        'rogue g4 moves g5. "Just kidding."',
        "*in my head* rogue g4 moves g5",
        "*dreams of glory* rogue g4 moves g5",
        "rogue g4 moves g5 *after lunch*",
        "rogue g4 *never* moves g5",
    ],
)
def test_what_may_speak_of_the_order_is_not(text: str) -> None:
    """What the writer says of himself or the order there may take it back."""
    assert said(BOARD, text)[0] != "run"


@pytest.mark.parametrize(
    "text",
    [
        "I pass, my bus is leaving",
        "I pass this turn, Henrik, the kettle is boiling over",
        "my head is spinning like a top, so I pass",
        "Shall we stop here? I offer a draw, the game was fun",
    ],
)
def test_an_end_said_outright_is_carried_out(text: str) -> None:
    """Remarks that name nothing of the match keep no end from being carried out that is a part of
    its own."""
    assert said(BOARD, text)[0] == "run"


@pytest.mark.parametrize(
    "text",
    [
        "I pass, unless somebody has an idea",
        "I pass, no wait",
        "I pass, just kidding",
        "He told me, I offer a draw, and left",
        "Everybody else, pass",
        "Should I do it? I pass, says my wife",
        "I pass, the rogue moves to g5",
        "In the last game I said it: I pass",
        "to pass is so tempting right now",
    ],
)
def test_an_end_that_may_not_be_meant_is_not(text: str) -> None:
    """A condition, a second thought, somebody else, another order or another time keeps it."""
    assert said(BOARD, text)[0] != "run"


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("rogue g4 sneaks one square straight ahead, so to g5", True),
        ("knight b2 hops to c4 (2 tiles, I counted)", True),
        ("rogue g4 up 1, to g5, on tiptoe", True),
        ("knight b2 hops to c4 (3 tiles, I counted)", False),
        ("rogue g4 goes one forward or two, to g5", False),
        ("rogue g4 one forward, so g5, unless somebody minds", False),
    ],
)
def test_a_distance_beside_a_place_is_compared(text: str, runs: bool) -> None:
    """A distance that fits the place keeps no order from being carried out; another one does."""
    assert (said(BOARD, text)[0] == "run") is runs


def test_a_commander_has_others_rotated() -> None:
    """`.. and the rogue is rotated to the left` is an order of the Commander who was named."""
    text = "Commander d3 holds and the rogue on c4 is rotated to the left"
    assert said(STAFF, text) == ("run", ("commander d3 holds, rotate rogue c4 left",))
    assert said(STAFF, "the rogue on c4 was rotated to the left")[0] != "run"


@pytest.mark.parametrize("tells", ["I considered", "I almost moved", "We discussed", "I remember"])
def test_what_is_only_recounted_is_not_carried_out(tells: str) -> None:
    """Behind somebody and a verb of telling an order is only told, whatever follows it."""
    assert said(BOARD, f"{tells} rogue g4 to g5, because nobody would see him")[0] != "run"
    assert said(BOARD, "I decided that rogue g4 moves to g5")[0] != "ask"


def test_to_should_like_is_to_wish() -> None:
    """`I should like` orders as `I would like` does; `I should` does not."""
    assert said(BOARD, "I should like the rogue on g4 to go to g5")[0] == "run"
    assert said(BOARD, "I should move the rogue on g4 to g5")[0] != "run"
    assert said(BOARD, "I should like to know whether the rogue on g4 goes to g5")[0] != "run"


def test_what_a_clause_opens_with() -> None:
    """`since` and `as` begin a reason only before somebody, `like` a comparison before a thing."""
    assert only_tells(["since", "they", "never", "sleep"])
    assert not only_tells(["since", "cancelled"])
    assert not only_tells(["as", "soon", "as", "they", "may"])
    assert only_tells(["like", "two", "little", "towers"])
    assert not only_tells(["like", "I", "said"])
