"""Orders, events and states to JSON and back, by the names of their types."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules.line import events, flow, orders, overrides


def dataclasses_of(*modules: ModuleType) -> tuple[type, ...]:
    """The dataclasses defined in these modules; of a package also those of its modules."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and is_dataclass(value)
        and value.__module__.startswith(module.__name__)
    )


SHARED = dataclasses_of(events, flow, orders, overrides)


class CodecError(ValueError):
    """A stored value has a name or a shape that this version of the rules does not know."""


class Codec:
    """Writes values of known types as JSON and reads them back exactly equal.

    Known are None, bool, int, str, Fraction, tuples, dicts with simple keys, and the dataclasses
    it was made with.  Anything else is refused with a `CodecError`, in both directions.
    """

    def __init__(self, types: Iterable[type]) -> None:
        self._types: dict[str, type] = {}
        for kind in (*SHARED, *types):
            if self._types.setdefault(kind.__name__, kind) is not kind:
                raise CodecError(f"two types are called {kind.__name__}")
        self._fields = {
            name: tuple((field.name, field.default) for field in fields(kind))
            for name, kind in self._types.items()
        }

    def knows(self, kind: type) -> bool:
        """Is this dataclass one of the known types, so that it can be stored?"""
        return self._types.get(kind.__name__) is kind

    def encode(self, value: Any) -> Any:
        """The value as lists, dicts, strings, whole numbers, true, false and null, ready for JSON.

        Raises `CodecError` for a type that is not known.
        """
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, tuple):
            return [self.encode(item) for item in value]
        if isinstance(value, Fraction):
            return {"_": "Fraction", "n": value.numerator, "d": value.denominator}
        if isinstance(value, Mapping):
            return {"_": "map", "of": [[self.encode(k), self.encode(v)] for k, v in value.items()]}
        written: dict[str, Any] = {"_": type(value).__name__}
        for name, item in self.parts(value):
            written[name] = self.encode(item)
        return written

    def parts(self, value: Any) -> Iterator[tuple[str, Any]]:
        """The fields of a dataclass, by name, whose values are not the defaults."""
        name = type(value).__name__
        if self._types.get(name) is not type(value):
            raise CodecError(f"a {name} cannot be stored")
        for field, default in self._fields[name]:
            item = getattr(value, field)
            if item is not default and (item != default or type(item) is not type(default)):
                yield field, item

    def decode(self, value: Any) -> Any:
        """The inverse of `encode`.  Raises `CodecError` for an unknown type or a damaged value."""
        if isinstance(value, list):
            return tuple(self.decode(item) for item in value)
        if not isinstance(value, dict):
            if isinstance(value, float):
                raise CodecError("a stored number is not whole")
            return value
        name = value.get("_")
        try:
            if name == "map":
                return {self.decode(key): self.decode(item) for key, item in value["of"]}
            if name == "Fraction":
                return Fraction(value["n"], value["d"])
            if name not in self._types:
                raise CodecError(f"unknown stored type {str(name)[:40]!r}")
            given = {key: self.decode(item) for key, item in value.items() if key != "_"}
            return self._types[name](**given)
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            if isinstance(error, CodecError):
                raise
            raise CodecError(f"a stored {str(name)[:40]!r} is damaged") from error


# --- shapes -------------------------------------------------------------------------------------


def check_shape(value: Any, hint: Any) -> None:
    """Check a decoded value against a type annotation, recursively.  Raises `CodecError`."""
    if not fits(value, hint):
        raise CodecError(f"a stored {type(value).__name__[:40]} is not of the right shape")


def fits(value: Any, hint: Any) -> bool:
    """Does a value fit a type annotation, and do its fields and items fit theirs?"""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is None or hint is NoneType:
        return value is None
    if origin is Union or origin is UnionType:
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is tuple:
        return isinstance(value, tuple) and _fits_tuple(value, parts)
    if origin is not None and isinstance(value, Mapping):
        return all(fits(key, parts[0]) and fits(one, parts[1]) for key, one in value.items())
    kind = origin or hint
    if not isinstance(kind, type) or not isinstance(value, kind):
        return False
    return not is_dataclass(value) or _fits_fields(value)


def _fits_tuple(value: tuple[Any, ...], parts: tuple[Any, ...]) -> bool:
    if len(parts) == 2 and parts[1] is ...:
        return all(fits(one, parts[0]) for one in value)
    return len(value) == len(parts) and all(map(fits, value, parts))


def _fits_fields(value: Any) -> bool:
    kind: Any = type(value)
    return all(fits(getattr(value, name), hint) for name, hint in _hints(kind))


@cache
def _hints(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass with their resolved type annotations."""
    meant = get_type_hints(kind)
    return tuple((field.name, meant[field.name]) for field in fields(kind))
