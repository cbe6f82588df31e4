"""Crusade on the 8x8 board: facing pieces, treasures and recruits, played by post."""

from rules.crusade8x8.game import GAME

__all__ = ["GAME"]
