"""What a system declares about its language: one `Language` per system."""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

from rules.line.frozen import Frozen

Extent = Literal["line", "remark", "sized", "end", "message"]
"""How far a verbatim text goes: to the end of its line; to the reason after `//` in its line
(`remark`); to a line `end`, if its first line holds a number (`sized`) or always (`end`); or to the
end of the message."""


class Language(Frozen):
    """The sentences of a system.

    `files` are the .lark files in its folder, joined in this order and read together with
    base.lark; `transformer` turns their trees into orders.  `library` loads the data that ship with
    the system, for its `setup`.  `verbatim` maps the first word of GM lines whose text is taken as
    it stands to how far each goes.  `closing` are signs without meaning at the end of a sentence.
    `bound` is the ID of the system's rule on how much a message may hold.
    """

    system: str
    transformer: type
    files: tuple[str, ...] = ("sentences.lark",)
    library: Callable[[], Any] | None = None
    verbatim: Mapping[str, Extent] = field(default_factory=dict)
    closing: str = ".,!:…"
    bound: str = ""

    @property
    def package(self) -> str:
        """The package that its files are in."""
        return self.transformer.__module__.rpartition(".")[0]

    def texts(self) -> tuple[str, ...]:
        """The texts of its .lark files."""
        folder = files(self.package)
        return tuple(folder.joinpath(name).read_text(encoding="utf-8") for name in self.files)


@cache
def language(system: str) -> Language:
    """The language of a system.  Raises `ValueError` if there is none."""
    if not system.isidentifier() or find_spec(f"grammar.{system}") is None:
        raise ValueError(f"there is no grammar for {system[:40]!r}")
    found = getattr(import_module(f"grammar.{system}"), "LANGUAGE", None)
    if not isinstance(found, Language):
        raise ValueError(f"there is no grammar for {system[:40]!r}")
    return found


@cache
def library(system: str) -> Any:
    """The library for the `setup` of a system; None if the system ships no data."""
    read = language(system).library
    return None if read is None else read()
