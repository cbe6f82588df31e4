"""A value as a key for what was reckoned of it: known again by itself, so that nothing is compared.

States, grounds and rows of events never change, and to compare them whole would cost too much.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Same(Generic[T]):
    """A value as a key, equal only to itself."""

    value: T

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value
