"""Crusade 7th edition: `GAME` is the system as the referee knows it."""

from rules.crusade7.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("orders", "army", "overrides", "state", "road", "events", "apply", "bounds"),
    *("field", "naming", "harm", "tactics", "magic", "fight", "march", "sequence", "setup"),
    *("attributes", "gm", "candidates", "table", "adjudicate", "telling", "plans"),
    *("search", "game"),
)
"""The rooms of this system from the ground up; each may use only those listed before it."""
