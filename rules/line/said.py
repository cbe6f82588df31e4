"""Sentence templates: how a value is put into words, as a pattern with its fields in braces."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from rules.line.frozen import Frozen

Words = Mapping[str, Callable[[Any], str]]
"""A system's formatters of fields, by the name behind the colon: `side` for `{seat:side}`."""

NO_WORDS: Words = MappingProxyType({})

TOKENS = re.compile(r"[][|]|\{[^}]*\}|[^][|{}]+")


class Field(Frozen):
    """A field in a pattern: `{name}` or `{name:between}`.

    `between` is the name of one of the system's `Words`, or else the text between several items.
    """

    name: str
    between: str


class Selector(Frozen):
    """When an alternative is used: `{name=value}`, `{name?}` (value None), `{else}` (no name)."""

    name: str
    value: str | None = None

    def holds(self, value: Frozen) -> bool:
        """Is the condition true of this value?"""
        if self.value is None:
            return not self.name or _is_said(value, self.name)
        return str(getter(self.name)(value)) == self.value


class Alternatives(Frozen):
    """The alternatives in one pair of brackets.  The first that applies is used: one whose
    condition holds or, without a condition, one all of whose fields are set."""

    ways: tuple[tuple["Part", ...], ...]


Part: TypeAlias = str | Field | Selector | Alternatives
"""A piece of a pattern."""


class Said(Frozen):
    """A value with a sentence: `SAYS` is a pattern with fields of the value in braces.

    Fields: a cell is written `5,12`, a true flag as its own name, several items as `a, b and c`, or
    joined by the text behind the colon: `{via:, }`.  `{unit.ref}` is a field of a field.  Behind
    the colon may also stand the name of a formatter of the system (`Words`): `{province:place}`;
    `{:price}` formats the whole value.

    Brackets are left out unless all fields in them are set: `[ from {place}]`.  With several
    alternatives, the first that applies is used: `[to {at}|in reserve]`.  A field counts as set if
    it differs from its default or, if it has no default, from 0 and empty.

    An alternative may begin with a condition, which alone decides: that a field is set (`?`), that
    it has a value (`=`), or always (`else`):
    `[{to?}goes to {to}|{how=night}night falls|{else}is lost]`.
    """

    SAYS: ClassVar[str] = ""
    WORDS: ClassVar[Words] = NO_WORDS

    def sentence(self, words: Words = NO_WORDS) -> str:
        """`SAYS`, filled in.  `words` are the formatters to use; if empty, those of the class."""
        return filled(self.SAYS, self, words or self.WORDS)

    def __str__(self) -> str:
        return self.sentence()


def filled(pattern: str, value: Frozen, words: Words) -> str:
    """Fill in any pattern with the fields of a value; `Said` describes the patterns."""
    return "".join([_told(value, part, words) for part in _parsed(pattern)])


@cache
def _parsed(pattern: str) -> tuple[Part, ...]:
    """Parse a pattern into its parts."""
    (parts,) = _ways(iter(TOKENS.findall(pattern)))
    return parts


def _ways(tokens: Iterator[str]) -> tuple[tuple[Part, ...], ...]:
    """Parse alternatives separated by `|`, up to the closing bracket or the end."""
    ways: list[tuple[Part, ...]] = [()]
    for token in tokens:
        if token == "]":
            break
        if token == "|":
            ways.append(())
        elif token == "[":
            ways[-1] += (Alternatives(_ways(tokens)),)
        elif token[0] == "{":
            ways[-1] += (_in_braces(token[1:-1]),)
        else:
            ways[-1] += (token,)
    return tuple(ways)


def _in_braces(text: str) -> Field | Selector:
    """Parse the inside of braces: `to`, `to:place`, `to?`, `how=night`, `else`."""
    if text == "else":
        return Selector("")
    if text.endswith("?"):
        return Selector(text[:-1])
    name, sign, value = text.partition("=")
    if sign:
        return Selector(name, value)
    name, _, between = text.partition(":")
    return Field(name, between)


getter = cache(attrgetter)
"""`getter(name)(value)` is a field of a value, or a field of a field: `unit.ref`."""


def _told(value: Frozen, part: Part, words: Words) -> str:
    """The text of one part of a pattern."""
    if isinstance(part, str):
        return part
    if isinstance(part, Selector):
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


def _holds(value: Frozen, way: tuple[Part, ...]) -> bool:
    """Does this alternative apply to the value?"""
    if way and isinstance(way[0], Selector):
        return way[0].holds(value)
    return all(_is_said(value, one.name) for one in way if isinstance(one, Field) and one.name)


def _is_said(value: Frozen, name: str) -> bool:
    """Does a field differ from its default or, if it has none, from 0 and empty?"""
    item, default = getter(name)(value), _defaults(type(value)).get(name, MISSING)
    return bool(item) if default is MISSING else item != default


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """The default of each field, by name."""
    return {field.name: field.default for field in fields(kind)}


def text_of(item: Any, between: str = "") -> str:
    """The value of a field as text: a cell as `5,12`, a tuple as a list, anything else by `str`."""
    if not isinstance(item, tuple):
        return str(item)
    match item:
        case (int(row), int(column)) if not between:
            return f"{row},{column}"
    return between.join(map(text_of, item)) if between else listed([*map(text_of, item)])


def listed(items: Sequence[str]) -> str:
    """Join texts as in `L1, L2 and L4`."""
    if not items:
        return ""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
