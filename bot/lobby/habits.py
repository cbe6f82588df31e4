"""What is usual on a server: where its matches are played, how boards look, where news go."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, replace

from bot.store import Mail
from rules.line.frozen import Frozen

HABITS = "habits of "
"""What the note of a server's habits begins with."""


class Habits(Frozen):
    """Ids of channels, empty for none: matches are played below `home`, who looks for players is
    told in `news`; `board` is how new matches show it; `learning` is `on` where play teaches."""

    home: str = ""
    news: str = ""
    board: str = "both"
    learning: str = ""


class ServerHabits:
    """What the managers of each server have chosen."""

    def __init__(self, mail: Mail) -> None:
        self._known: dict[str, Habits] = {}
        self._mail = mail
        self._changing = asyncio.Lock()

    def load(self, notes: Mapping[str, str]) -> None:
        """Take over what was kept, from all notes of the store."""
        names = set(asdict(Habits()))
        for key, kept in notes.items():
            if key.startswith(HABITS):
                known = {name: one for name, one in json.loads(kept).items() if name in names}
                self._known[key.removeprefix(HABITS)] = Habits(**known)

    def of(self, server: str) -> Habits:
        """What is usual on a server."""
        return self._known.get(server, Habits())

    async def change(self, server: str, **chosen: str) -> Habits:
        """From now on this is usual there."""
        async with self._changing:
            habits = replace(self.of(server), **chosen)
            await self._mail.advance(HABITS + server, json.dumps(asdict(habits)))
            self._known[server] = habits
        return habits
