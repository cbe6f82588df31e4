"""Phrases of the corpora, changed: there is an answer, and nothing is misread.

REFEREE_PHRASES=100000 changes as many as the issue asks for; the suite some of each system.
"""

import os

import pytest

from tests.fuzz_phrases import SYSTEMS, part

PARTS = 4
"""So many seeds for each system; they may run beside each other."""

COUNT = int(os.environ.get("REFEREE_PHRASES", "1000")) // (PARTS * len(SYSTEMS))


@pytest.mark.parametrize("seed", range(PARTS))
@pytest.mark.parametrize("system", SYSTEMS)
def test_mutants(system: str, seed: int) -> None:
    """What the law reads is done as the law reads it; said otherwise, a phrase means the same or
    is asked about; with doubt it does nothing."""
    tried, wrong = part(system, f"test {seed}", COUNT)
    assert tried.total() == COUNT
    assert not wrong, "\n".join(map(str, wrong))
