"""Run every conformance case in tests/cases through the real grammar and the real rules."""

import os
from pathlib import Path

import pytest

from bot.cases.casefile import CaseError, files_at, parse_case, read_case, run_case
from tests.places import CASES

SAMPLE = int(os.environ.get("REFEREE_SAMPLE", "1"))
FILES = files_at(CASES)[::SAMPLE]
"""Every case; of a quick run every so manieth."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_case(file: Path) -> None:
    """Every expectation in the file is met."""
    verdict = run_case(read_case(file))
    assert not verdict.failures, "\n".join(
        f"{one.file}:{one.line}: expected {one.expected}; found {one.found}"
        for one in verdict.failures
    )


def test_there_are_cases_of_every_system() -> None:
    """Every system has conformance cases."""
    from rules import GAMES

    for game in GAMES:
        assert len(list((CASES / game.id).glob("*.case"))) >= 80, game.id


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# X\ngame: crusade7\nL1 moves to 5,5", ":3: not a line of a case"),
        ("# X\n1> end phase", "`game: <system> ...` is missing"),
        ("# X\ngame: crusade7 gold", "has no value"),
        ("# X\ngame: crusade7\n4> ready", ":3: this match has no army 4"),
        ("# X\ngame: crusade7\ndice: one", "dice: takes whole numbers"),
        ("# X\ngame: chess", "chess"),
        ("# X\ngame: crusade7 gold=many", "gold"),
        ("# X\ngame: crusade7\ngm| Stats: 1", "there is none"),
        ("# X\ngame: crusade7\n= the moon is made of cheese", ":3:"),
        ("# X\ngame: crusade7\nrules: C7-A\nrules: C7-B", "stands once"),
    ],
)
def test_a_line_that_is_not_understood_is_rejected(text: str, said: str) -> None:
    """The runner never guesses: it names the file, the line and the reason."""
    with pytest.raises(CaseError, match=said.replace("<", ".").replace("|", ".")):
        run_case(parse_case(text))


def test_a_wrong_expectation_fails_and_says_what_was_found() -> None:
    """A wrong expectation fails the case, and the error shows the value that was found."""
    case = parse_case(
        "# X\ngame: crusade7\ngm> put Legionnaire L1 for army 1 at 5,5\n= L1 hp 26\n= L1 at 5,6"
    )
    found = [one.found for one in run_case(case).failures]
    assert found == ["27", "5,5"]
