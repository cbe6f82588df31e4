"""The Courts of Candle'Bre: sixty provinces, five Houses, two to five seats, played by post."""

from rules.candlebre.game import GAME

__all__ = ["GAME"]
