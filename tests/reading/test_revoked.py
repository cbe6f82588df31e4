"""Words beside an order that revoke it, put it off or say whose it is keep it from happening."""

import pytest

from tests.reading.test_beside import BOARD
from tests.reading.test_proposing import said
from tests.reading.test_unsettled import MARCH


@pytest.mark.parametrize(
    "text",
    [
        "rogue g4 moves g5. Annulled.",
        "rogue g4 moves g5, for he likes it there. Not so fast.",
        "rogue g4 moves g5, for he likes it there. All of that is void",
        "rogue g4 moves g5, the door is open (yours)",
        "rogue g4 moves g5, my boots are wet, says my nephew",
        "rogue g4 moves g5, the door is open, after lunch",
        "rogue g4 moves g5, the boy must learn, which won't work",
        "rogue g4 moves g5, my boots are wet and vice versa",
        "rogue g4 moves g5, my boots are wet, no wait, 3",
        "keep dreaming of rogue g4 moves g5",
        "tomorrow rogue g4 moves g5",
    ],
)
def test_what_is_revoked_on_the_board_is_not_carried_out(text: str) -> None:
    """Whatever else stands beside it, such a part revokes the order or puts it off."""
    assert said(text, BOARD).kind != "run"


@pytest.mark.parametrize(
    "text",
    [
        "in the other game on Thursdays: L1 to 8,13",
        "I'm torn. On one hand, L1 to 8,13. On the other hand, I like being alive.",
        "I forbid it, I flatly forbid it: L1 to 8,13",
        "Gossip: L1 to 8,13",
        "My basket is full, end phase. Vetoed.",
        "*tears it up* L1 to 8,13",
        "I'm finished with my moves. Certainly not.",
        "Should I? L1 to 8,13",
    ],
)
def test_what_is_revoked_in_the_field_is_not_carried_out(text: str) -> None:
    """The same ahead of an order, and behind the end of a phase."""
    assert said(text, MARCH).kind != "run"


@pytest.mark.parametrize(
    "text",
    [
        "No mercy. L1 to 8,13",
        "L1 to 8,13, for he never liked that hedge",
        "After that L1 to 8,13",
    ],
)
def test_remarks_with_the_same_words_revoke_nothing(text: str) -> None:
    """A remark about something else, or a link between orders, changes nothing."""
    assert said(text, MARCH).kind == "run"
