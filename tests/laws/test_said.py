"""Sentences built from patterns of fields: conditions, whole values, fields left out."""

import pytest

from rules.display.acts import clause, sentences
from rules.line.events import Event
from rules.line.said import filled


class Went(Event):
    """An event for these tests."""

    SAYS = "{who} goes[ to {to}]"
    MORE = ("[{how=night}it is dark]", "{:length}")

    who: str
    to: str = ""
    how: str = ""


WORDS = {"length": lambda event: f"{len(event.who)} letters"}


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("[{to?}to {to}|{how=night}by night|{else}at all]", "at all by night to Ashford"),
        ("[{to}|{how}|nowhere]", "nowhere night Ashford"),
        ("[{how=night}{who} sleeps]", " L1 sleeps "),
        ("{:length}", "2 letters 2 letters 2 letters"),
    ],
)
def test_conditions(pattern: str, told: str) -> None:
    """The first pattern whose condition holds is used; without a condition, the first that can be
    filled."""
    events = (Went("L1"), Went("L1", how="night"), Went("L1", "Ashford"))
    assert " ".join(filled(pattern, event, WORDS) for event in events) == told


def test_sentences() -> None:
    """Empty sentences are left out."""
    patterns = (Went.SAYS, *Went.MORE)
    assert sentences(patterns, Went("L1"), WORDS) == ("L1 goes", "2 letters")


def test_clause() -> None:
    """Text between stars is strong; a value that is filled in cannot add stars of its own."""
    spans = clause("{who} **[{to}|falls]**", Went("**", how="night"), WORDS)
    assert [(span.text, span.strong) for span in spans] == [("** ", False), ("falls", True)]
