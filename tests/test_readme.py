"""The README's sentences are sentences: each one in its tables of orders can be read."""

import re
from pathlib import Path

import pytest

import grammar

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SYSTEMS = {
    "Rules Crusade: a move": "rulescrusade",
    "Machina Dei: formations": "machinadei",
    "The Courts of Candle'Bre: armies": "candlebre",
}


def sentences() -> list[tuple[str, str]]:
    """System and sentence, from the table of the three later systems."""
    found = []
    for row in README.splitlines():
        for mark, system in SYSTEMS.items():
            if row.startswith("| `") and f"| {mark}" in row:
                found += [(system, one) for one in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    return found


def test_there_are_examples_of_each_system() -> None:
    """Nobody is sent away without an example."""
    assert {system for system, _ in sentences()} == set(SYSTEMS.values())


@pytest.mark.parametrize(("system", "sentence"), sentences())
def test_examples_are_read(system: str, sentence: str) -> None:
    """By the strict grammar, as they stand."""
    (line,) = grammar.read(system, sentence)
    assert line.problem is None, line.problem
