"""A match to look at: one page for a browser, with the board step by step and every die checked.

It may use `history` and below.
What may not come in: filing anything, and whatever the page would have to fetch from somewhere.
"""

from bot.replay.page import replay_page

__all__ = ["replay_page"]
