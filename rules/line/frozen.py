"""Immutable value classes: `Frozen`, whose subclasses become frozen dataclasses by themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
class _Freezing(type):
    """Turns each class into a frozen dataclass with slots.

    `dataclass(slots=True)` creates the class a second time; the one with `__slots__` is left as is.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        made = super().__new__(cls, name, bases, body)
        return made if "__slots__" in body else dataclass(frozen=True, slots=True)(made)


def fields_of(value: object, *names: str) -> dict[str, Any]:
    """These fields of a value by name, to be taken over into another value."""
    return {name: getattr(value, name) for name in names}


def all_fields_in(value: object) -> Iterator[tuple[str, Any]]:
    """Every field of a value and of what its fields hold, at any depth: its name and its value."""
    if isinstance(value, tuple):
        for item in value:
            yield from all_fields_in(item)
    elif isinstance(value, Mapping):
        yield from all_fields_in(tuple(value.values()))
    elif is_dataclass(value):
        for one in fields(value):
            item = getattr(value, one.name)
            yield one.name, item
            yield from all_fields_in(item)


def defaults_of(kind: Any, *names: str) -> dict[str, Any]:
    """The defaults of these fields of a class, to make a value as new in them."""
    known = {one.name: one.default for one in fields(kind)}
    return {name: known[name] for name in names}


class Frozen(metaclass=_Freezing):
    """An immutable value.  Its fields are the annotations of the class; two values of a class are
    equal if their fields are.  Use `dataclasses.replace` to make a changed copy."""
