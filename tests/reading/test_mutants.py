"""Changed phrases of the corpora are answered, and none is misread.

REFEREE_PHRASES=100000 tries the full number; the suite tries some of each system.
"""

import os

import pytest

from tests.fuzz_phrases import SYSTEMS, part

PARTS = 2
"""How many seeds are tried for each system; they may run in parallel."""

COUNT = int(os.environ.get("REFEREE_PHRASES", "200")) // (PARTS * len(SYSTEMS))


@pytest.mark.parametrize("seed", range(PARTS))
@pytest.mark.parametrize("system", SYSTEMS)
def test_mutants(system: str, seed: int) -> None:
    """What the law can read is done as the law reads it; a phrase changed without changing its
    meaning does the same or is asked about; a doubtful one does nothing."""
    tried, wrong = part(system, f"test {seed}", COUNT)
    assert tried.total() == COUNT
    assert not wrong, "\n".join(map(str, wrong))
