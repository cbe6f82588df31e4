"""What is taught: the steps of a system's lesson, as they stand beside its sentences."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bot.referee.service import RefereeError
from rules import find, games
from rules.line.frozen import Frozen


class Step(Frozen):
    """One thing to try.

    `say`: what to do and why; `write`: what to type, one sentence each (the first does it);
    `before`: lines of the others (`2> ...`, `gm> ...`) with which it begins; `need`: what must be
    so afterwards, in the words of a case (`L1 at 8,12`), `not ...` for what must not;
    `refused`: the rule by which an order must be refused; `asks`: words of which one must be
    asked (`board`, `odds`), where nothing on the table changes.  `right` is said when it is done,
    `hint` after two tries that were not it.
    """

    title: str
    say: str
    write: tuple[str, ...]
    before: tuple[str, ...] = ()
    need: tuple[str, ...] = ()
    refused: str = ""
    asks: tuple[str, ...] = ()
    right: str = ""
    hint: str = ""


class Course(Frozen):
    """A lesson: what it is about, its steps, and where to go from there."""

    system: str
    title: str
    hello: str
    steps: tuple[Step, ...]
    end: str


@cache
def course_of(system: str) -> Course:
    """The lesson of a system.  Raises `RefereeError` if it has none."""
    file = files(f"grammar.{system}").joinpath("lesson.toml")
    if not file.is_file():
        raise RefereeError(f"{find(system).title} has no lesson yet")
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    steps = tuple(_step(row) for row in read["step"])
    return Course(
        system,
        find(system).title,
        " ".join(read["hello"].split()),
        steps,
        " ".join(read["end"].split()),
    )


def _step(row: dict[str, Any]) -> Step:
    """A step as it is written; a word that no step has is an error."""
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else " ".join(value.split())
        for name, value in row.items()
    }
    return Step(**given)


LEARN = re.compile(r"(?:learn|lesson|teach me)(?:\s+([a-z0-9]{1,20}))?[.!?]*", re.IGNORECASE)
"""How a lesson is asked for: of a system, or of the one at hand."""


def systems_taught() -> tuple[str, ...]:
    """Every system that has a lesson."""
    return tuple(
        game.id for game in games() if files(f"grammar.{game.id}").joinpath("lesson.toml").is_file()
    )
