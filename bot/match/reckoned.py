"""What is reckoned from a state once and kept for a while: a state never changes."""

from functools import lru_cache
from typing import Any

from rules.border.game import Game
from rules.line.codec import Codec
from rules.line.kept import Same


def names_in(game: Game[Any], state: Any) -> tuple[str, ...]:
    """The names that a sentence may contain in this state."""
    return _names_once(Same(game), Same(state))


@lru_cache(maxsize=64)
def _names_once(game: Same[Game[Any]], state: Same[Any]) -> tuple[str, ...]:
    return game.value.names(state.value)


def codec_of(game: Game[Any]) -> Codec:
    """What the values of a system are written with, one for all its matches."""
    return _codec_once(Same(game))


@lru_cache(maxsize=16)
def _codec_once(game: Same[Game[Any]]) -> Codec:
    return Codec(game.value.types)


def encoded(codec: Codec, value: tuple[Any, ...]) -> Any:
    """The orders or the events of an entry as they are stored; it is read only."""
    return _encoded_once(Same(codec), Same(value))


@lru_cache(maxsize=16)
def _encoded_once(codec: Same[Codec], value: Same[tuple[Any, ...]]) -> Any:
    return codec.value.encode(value.value)
