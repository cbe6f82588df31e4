"""Facts against an order that hold only by the letter (`grammar/doubt/excused.py`)."""

import pytest

from tests.reading.test_proposing import said

MARCH = """# crusade7: a march
game: crusade7
gm> put Legionnaire L1 for army 1 at 8,12
gm> put Legionnaire L2 for army 1 at 9,12
gm> put Centurion C1 for army 1 at 9,9
gm> put Sagittarius SG1 for army 1 at 12,8
gm> put Orc Raider O1 for army 2 at 8,15
gm> put Goblin G1 for army 2 at 12,16
gm> set phase move
gm> set turn army 1
seat: 1
x => -
"""
FIGHT = MARCH.replace("phase move", "phase fight")


@pytest.mark.parametrize(
    ("text", "scene"),
    [
        ("C1 would like to move to 9,11 please, he has a strong back", MARCH),
        ("SG1 moves to 12,10 please, he has long legs for such an old man", MARCH),
        ("SG1 shoots the goblin at 12,16; eight squares, and well inside his fourteen.", FIGHT),
    ],
)
def test_what_is_harmless_by_its_grammar_keeps_no_order(text: str, scene: str) -> None:
    """A wish, and a distance that is right."""
    assert said(text, scene).kind == "run"


@pytest.mark.parametrize(
    ("text", "scene"),
    [
        ("C1 would move to 9,11 please, he has a strong back", MARCH),
        ("C1 would rather not move to 9,11 please, he has a bad back", MARCH),
        ("SG1 moves to 12,10, where everybody goes with him", MARCH),
        ("SG1 shoots the goblin at 12,16; five squares, and well inside his fourteen.", FIGHT),
        ("C1 would like to go to 9,11. Then SG1: hop after him on your long legs", MARCH),
        ("The rest is silence. L1 and L2 stay, C1 to 9,11 if he may", MARCH),
    ],
)
def test_what_may_be_meant_keeps_it(text: str, scene: str) -> None:
    """A condition, others who act, a distance that is wrong."""
    assert said(text, scene).kind != "run"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("SG1 to 12,10 - sorry, I misread my own handwriting: 12,11.", "SG1 moves to 12,11"),
        ("C1 goes to 9,11, no, sorry, 9,10, I had the map the wrong way up.", "C1 moves to 9,10"),
        ("SG1 to 12,10. I am so sorry, I muddled it, SG1 goes to 12,11.", "SG1 moves to 12,11"),
        ("SG1 to 12,10. Erratum: 12,11; I held the map upside down.", "SG1 moves to 12,11"),
        ("C1 goes to 9,11, no wait, 9,10, sorry, I always mix the ranks", "C1 moves to 9,10"),
    ],
)
def test_a_correction_that_is_carried_out_whole_speaks_against_nothing(
    text: str, order: str
) -> None:
    """The old value is gone, and the new one is there."""
    decision = said(text, MARCH)
    assert (decision.kind, decision.sentences) == ("run", (order,))


@pytest.mark.parametrize(
    "text",
    [
        "SG1 to 12,10 - sorry, I misread my own handwriting: 12,11 or 12,12.",
        "C1 goes to 9,11, no, sorry, 9,10 next turn, I had the map the wrong way up.",
        "C1 goes to 9,11. Oops, I forgot, SG1 to 12,10 with the map the wrong way up.",
        "C1 goes to 9,11, no, sorry, O1 is at 9,10, I had the map the wrong way up.",
        "C1 goes to 9,11, he guards the king I mean SG1",
        "C1 goes to 9,11, no wait, 9,10 was what he feared",
        "C1 goes to 9,11, no wait, 9,10? dunno",
        "L1 moves to 8,13, C1 does the same, no wait, C1 goes to 9,10",
        "C1 goes to 9,11. EDIT: 9,10, scratch that too",
        "C1 goes to 9,11. No, the enemy goes to 9,10, I meant that",
    ],
)
def test_a_correction_that_leaves_something_open_keeps_the_order(text: str) -> None:
    """Two new values, another time, another unit, an enemy."""
    assert said(text, MARCH).kind != "run"
