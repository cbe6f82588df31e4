"""Crusade on the 8x8 board: facing pieces, treasures and recruits, played by post."""

from rules.crusade8x8.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("board", "orders", "overrides", "notation", "events", "state", "road"),
    *("setup", "apply", "search", "attributes", "action", "sequence", "candidates"),
    *("table", "adjudicate", "telling", "plans", "game"),
)
"""The rooms of this system from the ground up.  Imports only point down."""
