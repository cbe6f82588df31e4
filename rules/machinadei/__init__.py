"""Machina Dei: giants, regiments and mobs on a grid of inches, played by post.

`GAME` is put together when it is first asked for, so that any module here can be read alone.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.machinadei.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("orders", "statblock", "overrides", "formation", "state", "road", "field", "events"),
    *("options", "apply", "naming", "fight", "march", "army", "magic", "attributes"),
    *("sequence", "candidates", "table", "adjudicate", "plans", "telling", "search"),
    "game",
)
"""The rooms of this system from the ground up; an arrow only points down."""


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from rules.machinadei.game import GAME

        return GAME
    raise AttributeError(f"module {__name__} has no attribute {name}")
