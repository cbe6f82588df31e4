"""Encode states as JSON text, one after the other, to tell whether two of them are the same."""

import json
from collections.abc import Mapping
from fractions import Fraction
from json.encoder import encode_basestring as plain
from json.encoder import encode_basestring_ascii as ascii_only
from typing import Any

from rules.line.codec import Codec

MOST_KEPT = 8_000_000
"""The most characters of encoded parts that are cached."""


class Texts:
    """Encodes values, one after the other, as the JSON text of `Codec.encode`.

    The text of each part is cached by identity: a state shares nearly all its parts with the one
    before.
    """

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._kept: dict[int, tuple[Any, str]] = {}
        self._size = 0

    def of(self, value: Any) -> str:
        """`json.dumps(codec.encode(value), separators=(",", ":"))`."""
        kind = type(value)
        if kind is int:
            return str(value)
        if kind is str:
            return ascii_only(value)
        if value is None or isinstance(value, bool | int | str):
            return json.dumps(value)
        known = self._kept.get(id(value))
        if known is not None:
            return known[1]
        text = self._made(value)
        if self._size + len(text) > MOST_KEPT:
            self._kept.clear()
            self._size = 0
        self._kept[id(value)] = (value, text)
        self._size += len(text)
        return text

    def _made(self, value: Any) -> str:
        if isinstance(value, tuple):
            return f"[{','.join(map(self.of, value))}]"
        if isinstance(value, Fraction):
            return json.dumps(self._codec.encode(value), separators=(",", ":"))
        if isinstance(value, Mapping):
            pairs = ",".join(f"[{self.of(key)},{self.of(one)}]" for key, one in value.items())
            return f'{{"_":"map","of":[{pairs}]}}'
        written = [f'"{name}":{self.of(one)}' for name, one in self._codec.parts(value)]
        return "{" + ",".join((f'"_":"{type(value).__name__}"', *written)) + "}"


def indented(value: Any, line: str = "\n") -> str:
    """`json.dumps(value, indent=1, ensure_ascii=False)`, in a third of the time; `line` is the line
    break with the indentation of the value."""
    if isinstance(value, str):
        return plain(value)
    if not isinstance(value, list | dict):
        return json.dumps(value)
    inner = line + " "
    if isinstance(value, list):
        rows, ends = [indented(one, inner) for one in value], "[]"
    else:
        rows = [f"{plain(name)}: {indented(one, inner)}" for name, one in value.items()]
        ends = "{}"
    return f"{ends[0]}{inner}{f',{inner}'.join(rows)}{line}{ends[1]}" if rows else ends
