"""Cache keys that compare values by identity.

States, grounds and tuples of events never change, and comparing them field by field costs too much.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Same(Generic[T]):
    """Wraps a value as a cache key that is equal only for the very same object (`is`)."""

    value: T

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value
