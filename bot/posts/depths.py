"""How far up a living post is: how many messages were written below it."""

import re
from collections import deque

from bot.referee.passing import is_passed
from bot.referee.service import OpenMatch, Referee

MOST_BELOW = 10
"""A living post with more messages below it is posted anew at the bottom when it changes."""

KEPT = 50
"""How many of the latest messages of a channel are remembered."""

SAID = re.compile(r"[im]([0-9]+)")
"""The beginning of the key of an order that somebody gave: the id of its message or command."""


class Depths:
    """Remembers the latest messages of channels with a match, and their newest living post.

    What is below a post follows from ids alone, which rise over messages and commands alike, so
    it does not matter in which order the bot hears of them.
    """

    def __init__(self) -> None:
        self._written: dict[str, deque[int]] = {}
        self._living: dict[str, int] = {}
        self.silent: set[str] = set()
        """Channels in which the bot may not add reactions; there any message below a living post
        makes it deep, so that orders are acknowledged by a new post."""

    def written(self, channel: str, message: int) -> None:
        """Note that somebody, or the bot itself, wrote a message."""
        latest = self._written.setdefault(channel, deque(maxlen=KEPT))
        if message not in latest:
            latest.append(message)

    def posted(self, channel: str, message: int) -> None:
        """Note that the newest living post is this message."""
        self._living[channel] = message

    def is_deep(self, channel: str, said: int = 0) -> bool:
        """Was the living post too far up when message `said` was written (0: is it now)?"""
        most = 0 if channel in self.silent else MOST_BELOW
        living = self._living.get(channel, 0)
        below = [one for one in self._written.get(channel, ()) if one > living]
        return sum(not said or one <= said for one in below) > most


async def said_last(referee: Referee, table: OpenMatch) -> int:
    """The id of the message, command or form that made the newest entry; 0 if none did."""
    for number in range(len(table.match.links) - 1, 0, -1):
        (entry,) = await referee.entries(table, [number])
        if not is_passed(entry):
            found = SAID.match(entry.key)
            return int(found[1]) if found is not None else 0
    return 0
