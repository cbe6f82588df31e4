"""`The same target`, `the same weapon`: what was named last before it."""

import pytest

from tests.reading.test_excused import FIGHT, MARCH
from tests.reading.test_proposing import said

FRAY = FIGHT.replace("O1 for army 2 at 8,15", "O1 for army 2 at 8,14").replace(
    "gm> set phase", "gm> put Orc Raider O2 for army 2 at 9,14\ngm> set phase"
)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "L1: Spear on O1.\nL2: ditto on O2",
            ("L1 attacks O1 with Spear", "L2 attacks O2 with Spear"),
        ),
        (
            "L1 attacks O1 with Pila. L2 hits the same man with the same weapon",
            ("L1 attacks O1 with Pila", "L2 hits O1 with Pila"),
        ),
    ],
)
def test_the_same_is_what_was_named_last(text: str, orders: tuple[str, ...]) -> None:
    """A single enemy, and a weapon."""
    decision = said(text, FRAY)
    assert (decision.kind, decision.sentences) == ("run", orders)


@pytest.mark.parametrize(
    "text",
    [
        "L1 attacks O1 or O2, L2 the same target",
        "L1 attacks O1, L2 not the same one",
        "L1 attacks O1. The same man hit him last round",
        "O1 hit L1 twice. L2 gets the same target",
    ],
)
def test_who_was_not_named_by_himself_is_not_the_same(text: str) -> None:
    """One of two, somebody who is denied, a report."""
    assert said(text, FRAY).kind != "run"


def test_a_square_behind_so_is_no_sum() -> None:
    """`so 8,12` says where a move ends, not what it costs."""
    decision = said("SG1 goes two to the right, so 14,8, and C1 to 9,10, so one on", MARCH)
    assert "sure what this says" not in decision.why
