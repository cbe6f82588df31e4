"""Machina Dei: giants, regiments and mobs on a grid of inches, played by post."""

from rules.machinadei.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("orders", "statblock", "overrides", "formation", "state", "road", "field", "events"),
    *("options", "apply", "naming", "fight", "march", "army", "magic", "attributes"),
    *("sequence", "candidates", "table", "adjudicate", "plans", "telling", "search"),
    "game",
)
"""The rooms of this system from the ground up.  Imports only point down."""
