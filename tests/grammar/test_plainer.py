"""Text around orders, such as prices and speech, which is dropped before orders are proposed."""

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
    """Prices in brackets, quoted speech and actions between asterisks are dropped; other words in
    brackets stay."""
    assert plainer(text) == plain


def test_a_message_that_is_all_speech_stays() -> None:
    """A message that is all speech is kept, since nothing else would be left."""
    assert plainer('"L1 to 8,12"') == '"L1 to 8,12"'


def test_fields_of_one_order_are_one_sentence() -> None:
    """The fields of a form are joined to one sentence; remarks and empty fields are dropped, and
    other lines stay apart."""
    text = "Unit: War1\nManoeuvre: wheel left, 45\nWeapon: -\nReason: because I can\nAll for now"
    assert plainer(text) == "Unit War1, Manoeuvre wheel left, 45\nAll for now"


def test_a_list_of_units_is_no_form() -> None:
    """In a list of units, each line stays an order of its own."""
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
    """Labels, line numbers and dice that the writer rolled himself are dropped; a name in brackets
    stays."""
    assert [one.text for one in shape(text).sentences] == said
