"""What a system tells the reader of sentences about its language: one value per system."""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

from rules.line.frozen import Frozen

Extent = Literal["line", "remark", "sized", "end", "message"]
"""How far a text that is read as it stands goes: its line, its line up to the reason after `//`,
up to a line `end`, or the message."""


class Language(Frozen):
    """The sentences of a system.

    `files` are the .lark files in its folder, read in this order as one text below base.lark;
    `transformer` makes orders of their trees.  `library` reads the data that ship with the system;
    it is what `setup` is given.  `verbatim` are the GM lines, by their first word, whose text is
    read as it stands, and how far each goes.  `closing` are the signs that say nothing at the end
    of a sentence.  `bound` is the rule of the system that says how much a message may hold.
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
        """Where its files lie."""
        return self.transformer.__module__.rpartition(".")[0]

    def texts(self) -> tuple[str, ...]:
        """The texts of its .lark files."""
        folder = files(self.package)
        return tuple(folder.joinpath(name).read_text(encoding="utf-8") for name in self.files)


@cache
def language(system: str) -> Language:
    """The language of a system; a `ValueError` says that there is none."""
    if not system.isidentifier() or find_spec(f"grammar.{system}") is None:
        raise ValueError(f"there is no grammar for {system[:40]!r}")
    found = getattr(import_module(f"grammar.{system}"), "LANGUAGE", None)
    if not isinstance(found, Language):
        raise ValueError(f"there is no grammar for {system[:40]!r}")
    return found


@cache
def library(system: str) -> Any:
    """What `setup` of a system is given as its library; None if the system ships no data."""
    read = language(system).library
    return None if read is None else read()
