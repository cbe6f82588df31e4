"""What is usual on a server: where its matches are played, how boards look, where news go."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, replace

from bot.store import Mail
from rules.line.frozen import Frozen

HABITS = "habits of "
"""Prefix of the key under which a server's habits are noted."""


class ChannelHabits(Frozen):
    """Matches are played below the channel `home`, those that look for players are announced in
    `news` (ids of channels; empty: none); `board` is how new matches show it; `learning` is `on`
    where the reader learns from play."""

    home: str = ""
    news: str = ""
    board: str = "both"
    learning: str = ""


class ServerHabits:
    """The habits of all servers, as their managers have chosen them."""

    def __init__(self, mail: Mail) -> None:
        self._known: dict[str, ChannelHabits] = {}
        self._mail = mail
        self._changing = asyncio.Lock()

    def load(self, notes: Mapping[str, str]) -> None:
        """Load the habits among these notes of the store."""
        names = set(asdict(ChannelHabits()))
        for key, kept in notes.items():
            if key.startswith(HABITS):
                known = {name: one for name, one in json.loads(kept).items() if name in names}
                self._known[key.removeprefix(HABITS)] = ChannelHabits(**known)

    def of(self, server: str) -> ChannelHabits:
        """The habits of a server."""
        return self._known.get(server, ChannelHabits())

    async def change(self, server: str, **chosen: str) -> ChannelHabits:
        """Change some habits of a server, for good; returns all of them."""
        async with self._changing:
            habits = replace(self.of(server), **chosen)
            await self._mail.advance(HABITS + server, json.dumps(asdict(habits)))
            self._known[server] = habits
        return habits
