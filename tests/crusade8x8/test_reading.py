"""Free words of this game: what a Commander orders, whose left it is, a GM's order."""

import pytest

from tests.reading.test_proposing import said

BOARD = """# crusade8x8: a Commander and his pawns
game: crusade8x8 setup=empty
gm> put Commander for army 1 at d2
gm> put Warrior for army 1 at c3
gm> put Archer for army 1 at e3
gm> put Knight for army 2 at b4
gm> put Paladin for army 2 at a8
gm> set turn army 1
seat: 1
x => -
"""


@pytest.mark.parametrize(
    ("text", "seat", "orders"),
    [
        (
            "Commander d2 holds\n- c3 captures b4\n- e3 moves e4",
            1,
            "Commander d2 holds, c3 captures b4, e3 moves e4",
        ),
        (
            "12 ... Commander at d2 holds; he merely orders e3 to move to e4",
            1,
            "Commander at d2 holds, archer e3 moves e4",
        ),
        ("14... c3-c4", 1, "c3-c4"),
    ],
)
def test_what_is_read_as_one_order(text: str, seat: int, orders: str) -> None:
    """Orders in lines, he who commands and the number of a move."""
    decision = said(text, BOARD, seat)
    assert (decision.kind, ", ".join(decision.sentences)) == ("run", orders)


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("Archer e3 moves e4. He has c3 capture b4.", 1),
        ("Commander d2 holds. He would have c3 capture b4.", 1),
        ("Commander d2 holds\nmaybe c3 captures b4", 1),
        ("c3 rotates right (yours)", 1),
        ("c3 rotates left (from your side)", 1),
        ("set c3 facing left, e3 facing up", 0),
        ("set c3 facing left, no, not yet", 0),
        ("set c3 facing left, or right", 0),
    ],
)
def test_what_may_be_meant_otherwise_is_not(text: str, seat: int) -> None:
    """Whose left it is, one who commands nobody, a wish, a doubt, a second order or thought."""
    assert said(text, BOARD, seat).kind != "run"
