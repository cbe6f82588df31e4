"""Other processes write to the same database: what they filed is posted here, within a second.

A console beside the bot posts nothing of its own.  The versions of all matches are looked at; where
one was raised by somebody else, the entries that are new here get the posts that they would have
got, once: a post has its number and part for good, and what is there is not made twice.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from bot.posts.announce import Announcer
from bot.referee.news import Changed
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import StoreError

log = logging.getLogger("referee.watch")

EVERY = 0.4
"""How many seconds between two looks."""


class Watch:
    """Looks for foreign writes until it is closed; the news tell of each match that has one."""

    def __init__(self, referee: Referee, announcer: Announcer) -> None:
        self.referee = referee
        self.announcer = announcer
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless it runs already."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except (StoreError, RefereeError) as problem:
                log.info("other processes cannot be watched: %s", problem)
            except Exception:
                log.exception("other processes cannot be watched")

    async def look(self) -> list[int]:
        """One look; the numbers of the matches that somebody else wrote to."""
        found = []
        for match_id, version in (await self.referee.store.versions()).items():
            table = self.referee.known(match_id)
            if table is None or table.lock.locked():
                continue
            moved = table.record.version != version
            if moved:
                table = await self.referee.open(f"#{match_id}")
            if moved or table.foreign:
                numbers, table.foreign = table.foreign, []
                await self._post(table, numbers)
                self.referee.news.tell(Changed(table))
                found.append(match_id)
        return found

    async def _post(self, table: OpenMatch, numbers: Sequence[int]) -> None:
        """The posts of entries that have none yet."""
        for entry in await self.referee.entries(table, numbers):
            before = await self.referee.state_at(table, entry.parent)
            after = await self.referee.state_at(table, entry.number)
            for post in await self.announcer.posts(table, entry, before, after):
                await self.referee.mail.add(table.record.id, post)
