"""Sentences as data: how a value is said in words, as a pattern of its fields."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from rules.line.frozen import Frozen

Words = Mapping[str, Callable[[Any], str]]
"""How a system says what a field holds, by what stands behind the colon: `{seat:side}`."""

NO_WORDS: Words = MappingProxyType({})

TOKENS = re.compile(r"[][|]|\{[^}]*\}|[^][|{}]+")


class Field(Frozen):
    """A field in a pattern, and what stands between things if it holds several, or the word of the
    system for it."""

    name: str
    between: str


class Condition(Frozen):
    """When a way is said: a field has this value, is said at all (None), or anyhow (no name)."""

    name: str
    value: str | None = None

    def holds(self, value: "Said") -> bool:
        """Is it so?"""
        if self.value is None:
            return not self.name or _is_said(value, self.name)
        return str(getter(self.name)(value)) == self.value


class Choice(Frozen):
    """Ways of saying a part of a sentence: the first whose condition holds or, if it has none, of
    which all fields are said."""

    ways: tuple[tuple["Part", ...], ...]


Part: TypeAlias = str | Field | Condition | Choice
"""A piece of a pattern."""


class Said(Frozen):
    """A value that is said in words: `SAYS` is its sentence, with fields in braces.

    What stands in brackets is left out unless its fields are said: `[ from {place}]`, or it is the
    first that can be said: `[to {at}|in reserve]`.  A field is not said if it is as it is by
    default or, if it has no default, 0 or empty.  A cell is said `5,12`, a flag by its name,
    several things as `a, b and c`, or with what stands behind the colon between them: `{via:, }`.
    A field of a field is said as `{unit.ref}`; `{province:place}` is said in a word of the system,
    and so is the whole value without a name: `{:price}`.

    A way that begins with a condition is said when it holds, whatever its fields are: that a field
    is said, has a value, or anyhow: `[{to?}goes to {to}|{how=night}night falls|{else}is lost]`.
    """

    SAYS: ClassVar[str] = ""
    WORDS: ClassVar[Words] = NO_WORDS

    def sentence(self, words: Words = NO_WORDS) -> str:
        """The pattern, filled; `words`, or else those of the class, say what is named behind a
        colon."""
        return filled(self.SAYS, self, words or self.WORDS)

    def __str__(self) -> str:
        return self.sentence()


def filled(pattern: str, value: Said, words: Words) -> str:
    """Any pattern, filled with the fields of a value, as `Said` describes it."""
    return "".join([_told(value, part, words) for part in _parsed(pattern)])


@cache
def _parsed(pattern: str) -> tuple[Part, ...]:
    """The parts of a pattern."""
    (parts,) = _ways(iter(TOKENS.findall(pattern)))
    return parts


def _ways(tokens: Iterator[str]) -> tuple[tuple[Part, ...], ...]:
    """What stands between bars, as far as the bracket that closes it."""
    ways: list[tuple[Part, ...]] = [()]
    for token in tokens:
        if token == "]":
            break
        if token == "|":
            ways.append(())
        elif token == "[":
            ways[-1] += (Choice(_ways(tokens)),)
        elif token[0] == "{":
            ways[-1] += (_in_braces(token[1:-1]),)
        else:
            ways[-1] += (token,)
    return tuple(ways)


def _in_braces(text: str) -> Field | Condition:
    """`to`, `to:place`, `to?`, `how=night`, `else`."""
    if text == "else":
        return Condition("")
    if text.endswith("?"):
        return Condition(text[:-1])
    name, sign, value = text.partition("=")
    if sign:
        return Condition(name, value)
    name, _, between = text.partition(":")
    return Field(name, between)


getter = cache(attrgetter)
"""Gives a field of a value, or a field of a field: `unit.ref`."""


def _told(value: Said, part: Part, words: Words) -> str:
    """A part of a sentence, filled."""
    if isinstance(part, str):
        return part
    if isinstance(part, Condition):
        return ""
    if isinstance(part, Field):
        item = getter(part.name)(value) if part.name else value
        if part.between and part.between in words:
            return words[part.between](item)
        return part.name if item is True else text_of(item, part.between)
    for way in part.ways:
        if _holds(value, way):
            return "".join([_told(value, one, words) for one in way])
    return ""


def _holds(value: Said, way: tuple[Part, ...]) -> bool:
    """Is this the way to say it?"""
    if way and isinstance(way[0], Condition):
        return way[0].holds(value)
    return all(_is_said(value, one.name) for one in way if isinstance(one, Field) and one.name)


def _is_said(value: Said, name: str) -> bool:
    """Is a field other than by default, or neither 0 nor empty if it has none?"""
    item, default = getter(name)(value), _defaults(type(value)).get(name, MISSING)
    return bool(item) if default is MISSING else item != default


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """What each field is by default."""
    return {field.name: field.default for field in fields(kind)}


def text_of(item: Any, between: str = "") -> str:
    """A value of a field in words: a cell, several things, or what it says of itself."""
    if not isinstance(item, tuple):
        return str(item)
    match item:
        case (int(row), int(column)) if not between:
            return f"{row},{column}"
    return between.join(map(text_of, item)) if between else listed([*map(text_of, item)])


def listed(items: Sequence[str]) -> str:
    """`L1, L2 and L4`."""
    if not items:
        return ""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
