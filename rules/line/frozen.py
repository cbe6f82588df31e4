"""Values: classes that are made of their fields and never change."""

from dataclasses import Field, dataclass, field
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
class _Freezing(type):
    """Makes a frozen dataclass with slots of each class; one that has slots already is it."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        made = super().__new__(cls, name, bases, body)
        return made if "__slots__" in body else dataclass(frozen=True, slots=True)(made)


class Frozen(metaclass=_Freezing):
    """A value.  Its fields are what is annotated in the class; two values of a class are equal if
    their fields are, and a changed one is another (`dataclasses.replace`)."""
