"""Rules Crusade, the inch skirmish, as a referee plays it."""

from rules.rulescrusade.game import GAME

__all__ = ["GAME"]
