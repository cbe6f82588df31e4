"""Rules Crusade, the inch skirmish, as a rule system of the referee."""

from rules.rulescrusade.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("sheets", "state", "road", "events", "words", "orders", "overrides", "field", "checks"),
    *("apply", "fight", "march", "mind", "sequence", "setup", "attributes", "gm"),
    *("candidates", "table", "adjudicate", "play", "plans", "telling", "starter", "game"),
)
"""The rooms of this system from the ground up; each imports only from those before it."""
