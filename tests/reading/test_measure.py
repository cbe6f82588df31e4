"""The tables of how well the reader reads, with confidence intervals."""

from pathlib import Path

import pytest

from tests.places import PHRASINGS
from tests.rates import Rate, table
from tests.training.__main__ import half_of, with_rows
from tests.training.corpus import examples
from tests.training.measure import Heard, Ranked, calibration, curve, door_tables


@pytest.mark.parametrize(
    ("hits", "whole", "shown"),
    [
        (0, 104, "0.0 % (0.0-3.6)"),
        (13, 104, "12.5 % (7.5-20.2)"),
        (104, 104, "100.0 % (96.4-100.0)"),
        (0, 0, "0.0 % (0.0-100.0)"),
    ],
)
def test_a_rate_says_how_sure_it_is(hits: int, whole: int, shown: str) -> None:
    """A rate shows Wilson's interval, which also holds for few cases and for none."""
    assert str(Rate(hits, whole)) == shown


def test_tables_of_the_door_count_every_sentence_once() -> None:
    """There is a table by system with the sum last, one by author, and one of orders alone."""
    heard = [
        Heard("crusade7", "ann", True, "right"),
        Heard("crusade7", "ann", False, "misread"),
        Heard("candlebre", "bob", True, "offered"),
    ]
    systems, authors, orders = [one.splitlines()[2:] for one in door_tables(heard)]
    assert [line.split(" | ")[0] for line in systems] == ["| candlebre", "| crusade7", "| all"]
    assert "| all | 3 | 33.3 %" in systems[2]
    assert "| ann | 2 | 50.0 %" in authors[0]
    assert "| crusade7 | 1 | 100.0 %" in orders[1]


def test_a_ranking_is_told_by_places_and_by_margins() -> None:
    """What is not among the candidates counts as not found; each margin counts in its own bin."""
    some = [Ranked(0, 5_000), Ranked(2, 100), Ranked(4, 100), Ranked(-1, 0)]
    assert "| all | 4 | 25.0 %" in curve({"all": some})
    assert [cell[:6] for cell in curve({"all": some}).split(" | ")[-3:]] == [
        "25.0 %",
        "50.0 %",
        "75.0 %",
    ]
    lines = calibration(some).splitlines()
    assert lines[2].startswith("| 0 to 1 | 3 | 0.0 %")
    assert any(line.startswith("| 4 to 8 | 1 | 100.0 %") for line in lines)


def test_half_of_the_authors_is_half_of_the_files() -> None:
    """Whole files are kept: half of those that name an author, and half of the others."""
    corpus = list(examples(PHRASINGS, "crusade8x8"))
    kept = list(half_of(corpus))
    for named in (True, False):
        files = {Path(one.file) for one in corpus if bool(one.author) is named}
        some = {Path(one.file) for one in kept if bool(one.author) is named}
        assert some < files
        assert len(some) == len(files) // 2
    whole = [one for one in corpus if one.file in {one.file for one in kept}]
    assert sorted(one.line for one in whole) == sorted(one.line for one in kept)


def test_rows_are_learnt_from_each_part_of_a_message() -> None:
    """Of several orders, each is learnt from the part that says it, however the law spells it."""
    corpus = examples(PHRASINGS / "crusade8x8" / "w22.phrases", "crusade8x8")
    text = "warrior d4 takes d3, and after him rogue c5 follows to d4"
    found = {row: words for words, row in with_rows(one for one in corpus if one.text == text)}
    assert set(found) == {"{who} captures {target}", "{who} follows to {vacated}"}
    assert "tak" in found["{who} captures {target}"]
    assert "follow" not in found["{who} captures {target}"]
    assert "follow" in found["{who} follows to {vacated}"]


def test_a_table_is_markdown() -> None:
    """A table has a head, a dashed line, and a line for each row."""
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"
