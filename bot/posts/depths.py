"""How far up a living post is: how many messages were written below it."""

import re
from collections import deque

from bot.referee.passing import is_passed
from bot.referee.service import OpenMatch, Referee

MOST_BELOW = 10
"""A post with more messages below it is made anew at the bottom when something is added to it."""

KEPT = 50
"""So many of the latest messages of a channel are known."""

SAID = re.compile(r"[im]([0-9]+)")
"""What the key of an order begins with that was said: a message's number, or a command's."""


class Depths:
    """Knows the latest messages of channels with a match, and which is their newest living post.

    What is below a post follows from the numbers of messages and commands alone, which rise
    together: it does not matter when one hears of them, or when one looks.
    """

    def __init__(self) -> None:
        self._written: dict[str, deque[int]] = {}
        self._living: dict[str, int] = {}
        self.silent: set[str] = set()
        """Channels in which the bot may not react: there an order is shown by a post made anew."""

    def written(self, channel: str, message: int) -> None:
        """Somebody, also the bot itself, wrote a message."""
        latest = self._written.setdefault(channel, deque(maxlen=KEPT))
        if message not in latest:
            latest.append(message)

    def posted(self, channel: str, message: int) -> None:
        """The newest living post is this message."""
        self._living[channel] = message

    def is_deep(self, channel: str, said: int = 0) -> bool:
        """Was the living post too far up to be seen when this message was said?  0: is it now?"""
        most = 0 if channel in self.silent else MOST_BELOW
        living = self._living.get(channel, 0)
        below = [one for one in self._written.get(channel, ()) if one > living]
        return sum(not said or one <= said for one in below) > most


async def said_last(referee: Referee, table: OpenMatch) -> int:
    """The message, command or form that the newest entry came with; 0: with none."""
    for number in range(len(table.match.links) - 1, 0, -1):
        (entry,) = await referee.entries(table, [number])
        if not is_passed(entry):
            found = SAID.match(entry.key)
            return int(found[1]) if found is not None else 0
    return 0
