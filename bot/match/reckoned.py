"""What is reckoned from a state once and kept for a while: a state never changes."""

from collections.abc import Callable
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache, cached

from rules.border.game import Game
from rules.line.codec import Codec
from rules.line.kept import Same

P = ParamSpec("P")
R = TypeVar("R")


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """What a function found for the latest `most` things that it was asked about is kept.

    Words and numbers are the same if they are equal; whatever else (a game, a state, events) only
    if it is the very same.
    """
    return cached(LRUCache(most), _key, Lock())


def _key(*about: Any) -> tuple[Any, ...]:
    plain = (str, int, type(None))
    return tuple(one if isinstance(one, plain) else Same(one) for one in about)


@kept(64)
def names_in(game: Game[Any], state: Any) -> tuple[str, ...]:
    """The names that a sentence may contain in this state."""
    return game.names(state)


@kept(16)
def codec_of(game: Game[Any]) -> Codec:
    """What the values of a system are written with, one for all its matches."""
    return Codec(game.types)


@kept(16)
def encoded(codec: Codec, value: tuple[Any, ...]) -> Any:
    """The orders or the events of an entry as they are stored; it is read only."""
    return codec.encode(value)
