"""The rule systems of the referee: pure functions from orders to events to states.

`games()` lists them; the list is put together when it is first asked for, so that a single module
of `rules` can be read without all of them.  `GAMES` is the same for who looks once.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.border.game import Game

    GAMES: tuple[Game[Any], ...]

SYSTEMS = ("crusade7", "crusade8x8", "rulescrusade", "machinadei", "candlebre")
"""The systems, by their ids, which are the names of their folders; each has a `GAME`."""

ROOMS = ("line", "numbers", "display", "border", *SYSTEMS)
"""The rooms of rules/ from the ground up; an arrow only points down, none from system to system."""


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return games()
    raise AttributeError(f"module {__name__} has no attribute {name}")


@cache
def games() -> "tuple[Game[Any], ...]":
    """The systems in their order, as they are at this moment."""
    return tuple(import_module(f"rules.{system}").GAME for system in SYSTEMS)


def find(system: str) -> "Game[Any]":
    """The system of that id; a `ValueError` names those that there are."""
    if system in SYSTEMS:
        game: Game[Any] = import_module(f"rules.{system}").GAME
        return game
    known = ", ".join(SYSTEMS)
    raise ValueError(f"there is no system {system[:40]!r}; there are {known}")
