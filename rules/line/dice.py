"""A die and where its faces come from."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: its name in reports, its faces, and the rule that a wrong face breaks."""

    name: str
    faces: tuple[int, ...]
    rule: str


Dice = Callable[[Die], int]
"""Where unloaded faces come from: a fair source, a replay, or a test."""
