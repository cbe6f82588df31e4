"""Orders of which something is left open, or of which only a part was read, are not carried out."""

import pytest

from tests.reading.test_beside import BOARD
from tests.reading.test_proposing import FIELD, said
from tests.reading.test_turned import LINE

MARCH = FIELD.replace("fight", "move").replace("8,15", "8,25").replace("10,15", "10,25")
AUGUR = "gm> set round", "gm> put Augur Augur1 for army 1 at 28,28\ngm> set round"


@pytest.mark.parametrize(
    ("text", "scene"),
    [
        ("L1 to 8,13, because that hill is nice", MARCH),
        ("L1 to 8,13 because the order is not final", MARCH),
        ("L1 to 8,13 as he will not", MARCH),
        ("L1 to 8,13, wait, not 9,13", MARCH),
        ("L1 said he would like to go to 8,13", MARCH),
        ("L1 to 8,13 and everybody follows three squares", MARCH),
        ("You, pass", MARCH),
        ("What would you do? pass", MARCH),
        ("my idea is this: end turn", MARCH),
        ("Nope. rogue g4 moves g5", BOARD),
        ("rogue g4 moves g5. Nopee.", BOARD),
        ("rogue g4 moves g5, one field, the door is open, maybe", BOARD),
        ("rogue g4 moves forward one and then faces left (his left)", BOARD),
        ("We charge with all we have. End phase.", LINE),
        ("bows up 2 n have the augur follow to 28,24", LINE.replace(*AUGUR)),
        ("Legion2 advances 3, we are one", LINE),
    ],
)
def test_what_is_left_open_is_not_carried_out(text: str, scene: str) -> None:
    """Something in each of these may take the order back, or belongs to another order."""
    assert said(text, scene).kind != "run"


@pytest.mark.parametrize(
    ("text", "orders", "scene"),
    [
        ("L1 to 8,13 because he can't wait", ("L1 moves to 8,13",), MARCH),
        ("L1 to 8,13, because the hill is nice", ("L1 to 8,13",), MARCH),
        ("L1 to 8,13 because that spot is nice", ("L1 to 8,13",), MARCH),
        ("No mercy. L1 to 8,13", ("L1 to 8,13",), MARCH),
        ("rogue g4 moves g5 and rotates to his left", ("rogue g4 moves g5, rotates left",), BOARD),
        ("Legion2 advances 3, and we are happy", ("Legion2 advances 3",), LINE),
    ],
)
def test_good_orders_with_the_same_words(text: str, orders: tuple[str, ...], scene: str) -> None:
    """The same words in a remark, or about what is done, keep nothing from being carried out."""
    decision = said(text, scene)
    assert (decision.kind, decision.sentences) == ("run", orders)


def test_both_units_of_a_slip_are_offered() -> None:
    """`Oops` before another unit may add it or put it in the place of the first."""
    decision = said("L1 to 8,13. Oops, L2 to 9,13", MARCH)
    assert (decision.kind, decision.sentences) == ("offer", ("L1 to 8,13", "L2 moves to 9,13"))
