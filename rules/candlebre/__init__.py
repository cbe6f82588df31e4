"""The Courts of Candle'Bre: sixty provinces, five Houses, two to five seats, played by post."""

from rules.candlebre.game import GAME

__all__ = ["GAME"]

ROOMS = (
    *("units", "state", "road", "events", "words", "orders", "overrides"),
    *("naming", "realm", "apply_court", "apply", "court", "war"),
    *("candidates", "sequence", "table", "gm", "adjudicate", "attributes"),
    *("plans", "odds", "play", "telling", "game"),
)
"""The rooms of this system from the ground up; each may import only from those before it."""
