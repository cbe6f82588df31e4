"""Caches of what is computed from a state, which never changes."""

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
    """Cache the results of a function for its `most` most recently used arguments.

    Strings and numbers are compared by value; everything else (a game, a state, events) by
    identity.
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
    """The codec for the values of a system, shared by all its matches."""
    return Codec(game.types)


@kept(16)
def encoded(codec: Codec, value: tuple[Any, ...]) -> Any:
    """The orders or events of an entry in stored form.  Shared: the caller must not change it."""
    return codec.encode(value)
