"""What is written around orders, and read around where orders are proposed."""

import pytest

from grammar.reader.plainer import plainer
from grammar.reader.shape import shape


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("3 inf (45), 1 cav (25 gold), all in Pellam", "3 inf  , 1 cav  , all in Pellam"),
        ("use Swarm on G2 (1 CP)", "use Swarm on G2  "),
        ("move L1 (the tall one)", "move L1 (the tall one)"),
        ('"Off you trot, boys!" GL1 leads three', "  GL1 leads three"),
        ("*pulls pin* M3 lobs his frag", "  M3 lobs his frag"),
        ("**L1** to 8,12", "**L1** to 8,12"),
    ],
)
def test_prices_and_speech_are_read_around(text: str, plain: str) -> None:
    """What costs something or is said by somebody goes; other words in brackets stay."""
    assert plainer(text) == plain


def test_a_message_that_is_all_speech_stays() -> None:
    """Without it nothing would be left."""
    assert plainer('"L1 to 8,12"') == '"L1 to 8,12"'


def test_fields_of_one_order_are_one_sentence() -> None:
    """Remarks and empty fields go; other lines stand by themselves."""
    text = "Unit: War1\nManoeuvre: wheel left, 45\nWeapon: -\nReason: because I can\nAll for now"
    assert plainer(text) == "Unit War1, Manoeuvre wheel left, 45\nAll for now"


def test_a_list_of_units_is_no_form() -> None:
    """Each line is an order of its own."""
    text = "L1: to 8,12\nL2: stays"
    assert plainer(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1.) Raise 3 infantry in Ashford [Military]", ["Raise 3 infantry in Ashford"]),
        ("-military- raise 1 cavalry in Ashford", ["raise 1 cavalry in Ashford"]),
        ("[X][Construction] A temple in Harrowby", ["A temple in Harrowby"]),
        ("[Bob] L1 attacks O1", ["[Bob] L1 attacks O1"]),
        ("L1 (attack) O1", ["L1 (attack) O1"]),
        ("the cross-fire-zone", ["the cross-fire-zone"]),
        ("L1 attacks O1\nAttack: 1d20+7 = [12]+7 = 19", ["L1 attacks O1"]),
        ("roll 1d20", ["roll 1d20"]),
        ("d2->d3", ["d2->d3"]),
    ],
)
def test_labels_and_own_rolls_are_no_part_of_a_sentence(text: str, said: list[str]) -> None:
    """What a line is about, its number and somebody's own dice go; a name in brackets stays."""
    assert [one.text for one in shape(text).sentences] == said
