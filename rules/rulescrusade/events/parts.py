"""Types for the fields of events: values, parts of totals, dice as they fell."""

from rules.rulescrusade.sheets import Dice
from rules.rulescrusade.state import Condition

Value = int | str | bool | None | tuple[object, ...] | Condition | Dice
Parts = tuple[tuple[str, int], ...]
"""The parts of a total: (`dice`, 4), (`range`, -1)."""
Faces = tuple[tuple[str, int], ...]
"""Dice as they fell: (`R`, 3), (`W`, 0)."""
