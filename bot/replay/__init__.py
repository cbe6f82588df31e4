"""The replay of a match: one web page with the board step by step and every die checked.

It may use `history` and below.
What may not come in: filing anything, and anything that the page would have to download.
"""

from bot.replay.page import replay_page

__all__ = ["replay_page"]
