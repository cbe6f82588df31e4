"""Machina Dei: giants, regiments and mobs on a grid of inches, played by post.

`GAME` is put together when it is first asked for, so that any module here can be read alone.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.machinadei.game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from rules.machinadei.game import GAME

        return GAME
    raise AttributeError(f"module {__name__} has no attribute {name}")
