"""How much of what it could try the suite tries."""

import os
from collections.abc import Sequence
from typing import TypeVar

ALL = os.environ.get("REFEREE_ALL") == "1"
"""Is all of it tried, as `python -m tests --full` does?"""

One = TypeVar("One")


def sample(found: Sequence[One], share: int, at: int = 0) -> Sequence[One]:
    """One in `share` of what could be tried, counted from number `at` modulo `share`."""
    return found if ALL else found[at % share :: share]


def lot(many: int, few: int) -> int:
    """How many are tried: `many` if all are, `few` in the suite."""
    return many if ALL else few
