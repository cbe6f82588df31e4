"""Crusade 7th edition: `GAME` is the system as the referee knows it.

It is put together when it is first asked for, so that any module here can be read alone.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.crusade7.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("orders", "army", "overrides", "state", "road", "events", "apply", "bounds"),
    *("field", "naming", "harm", "tactics", "magic", "fight", "march", "sequence", "setup"),
    *("attributes", "gm", "candidates", "table", "adjudicate", "telling", "plans"),
    *("search", "game"),
)
"""The rooms of this system from the ground up; an arrow only points down."""


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from rules.crusade7.game import GAME

        return GAME
    raise AttributeError(f"module {__name__} has no attribute {name}")
