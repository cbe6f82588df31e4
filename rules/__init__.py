"""The rule systems of the referee: pure functions from orders to events to states.

`games()` lists them.  The list is built on first use, so that a single module of `rules` can be
imported without importing every system.  `GAMES` is the same tuple as a module attribute.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.border.game import Game

    GAMES: tuple[Game[Any], ...]

SYSTEMS = ("crusade7", "crusade8x8", "rulescrusade", "machinadei", "candlebre")
"""The ids of the systems.  Each is the name of a package in `rules/` that defines a `GAME`."""

ROOMS = ("line", "numbers", "display", "border", *SYSTEMS)
"""The rooms of rules/ from the ground up.  Imports only point down; no system imports another."""


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return games()
    raise AttributeError(f"module {__name__} has no attribute {name}")


@cache
def games() -> "tuple[Game[Any], ...]":
    """The `Game` of every system, in the order of `SYSTEMS`."""
    return tuple(import_module(f"rules.{system}").GAME for system in SYSTEMS)


def find(system: str) -> "Game[Any]":
    """The system with this id.  Raises `ValueError` that lists the known ids."""
    if system in SYSTEMS:
        game: Game[Any] = import_module(f"rules.{system}").GAME
        return game
    known = ", ".join(SYSTEMS)
    raise ValueError(f"there is no system {system[:40]!r}; there are {known}")
