"""What every chapter is handed: the adjudication under way, and the dice of the game."""

from rules.candlebre.state import State
from rules.line.adjudication import Adjudication, Die

Adj = Adjudication[State]

D20 = Die("d20", tuple(range(1, 21)), "CB-DICE-3")
"""CB-DICE-1: combat, withdrawal and missions."""

D6 = Die("d6", (1, 2, 3, 4, 5, 6), "CB-DICE-3")
"""CB-DICE-1: research, province values, the first player."""


def book_die(cards: int) -> Die:
    """CB-DICE-1, CB-FATE-1: as many sides as the Book has cards left."""
    return Die(f"d{cards}", tuple(range(1, cards + 1)), "CB-DICE-3")
