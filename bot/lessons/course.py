"""The course: the steps of a system's lesson, read from the `lesson.toml` beside its grammar."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bot.referee.service import RefereeError
from rules import find, games
from rules.line.frozen import Frozen


class LessonStep(Frozen):
    """One thing to try.

    `say`: what to do and why; `write`: sentences to type, each of which will do (the first is typed
    for whoever skips); `before`: lines of the others (`2> ...`, `gm> ...`) that open the step;
    `need`: conditions that must hold afterwards, in the words of a case (`L1 at 8,12`), or after
    `not`; `refused`: the rule by which an order must be refused; `asks`: words one of which a
    question must begin with (`board`, `odds`), where nothing on the table changes.  `right` is said
    when the step is done, `hint` after two failed tries.
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
    steps: tuple[LessonStep, ...]
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


def _step(row: dict[str, Any]) -> LessonStep:
    """Make a step of a row of the file; an unknown key is an error."""
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else " ".join(value.split())
        for name, value in row.items()
    }
    return LessonStep(**given)


LEARN = re.compile(r"(?:learn|lesson|teach me)(?:\s+([a-z0-9]{1,20}))?[.!?]*", re.IGNORECASE)
"""How a lesson is asked for: `learn crusade7`, or `learn` for the system at hand."""


def systems_taught() -> tuple[str, ...]:
    """Every system that has a lesson."""
    return tuple(
        game.id for game in games() if files(f"grammar.{game.id}").joinpath("lesson.toml").is_file()
    )
