"""Forms, one field to a line, which are read as one sentence."""

import pytest

from grammar.reader.fields import joined


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (
            ("Attack: Farrow", "From: Quarrow", "With: 4 inf"),
            "Attack Farrow from Quarrow with 4 inf",
        ),
        (("- Piece: rook", "- Action: takes", "- Target: c4"), "rook takes c4"),
        (("Spell: Ward", "Caster: HM1", "Target: L1"), "HM1 casts Ward on L1"),
        (("Ransom", "What: GL1", "Price: 15 gold"), "Ransom: GL1, for 15 gold"),
        (("Buy: 2 inf / Where: Ashford",), "Buy 2 inf at Ashford"),
    ],
)
def test_a_form_is_one_sentence(form: tuple[str, ...], sentence: str) -> None:
    """Who and what come first, and the other fields behind them, each with its preposition."""
    assert list(joined(form)) == [(0, sentence)]


def test_other_lines_stay_as_they_are() -> None:
    """Lines with names of places or repeated labels are no form; a remark stays a sentence."""
    for lines in (
        ("Ashford: 4 inf", "Brindle: a market"),
        ("Move: L1 to 8,12", "Move: L2 to 9,12"),
        ("Attack: Farrow", "From: -"),
        ("From here: nothing",),
    ):
        assert [line for _, line in joined(lines)] == list(lines)
    form = ("Attack: Farrow", "From: Quarrow", "Remark: not yet")
    assert [line for _, line in joined(form)] == ["Attack Farrow from Quarrow", "remark: not yet"]
