"""Where lessons are played: a referee of their own on a database that goes when they go."""

import asyncio
from contextlib import suppress
from tempfile import TemporaryDirectory

from bot.referee.service import OpenMatch, Referee
from bot.store import Store, StoreError


class Scratch:
    """Makes tables that nobody else can see; nothing of them is kept."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._referee: Referee | None = None
        self._opening = asyncio.Lock()
        self._count = 0

    async def referee(self) -> Referee:
        """The referee of all lessons of this program."""
        async with self._opening:
            if self._referee is None:
                self._folder = TemporaryDirectory(prefix="lessons-", ignore_cleanup_errors=True)
                self._referee = Referee(await Store.open(f"{self._folder.name}/lessons.sqlite"))
        return self._referee

    async def table(self, system: str) -> OpenMatch:
        """A new table."""
        self._count += 1
        return await (await self.referee()).create(f"lesson {self._count}", system)

    async def drop(self, table: OpenMatch) -> None:
        """A table that is not needed any more."""
        with suppress(StoreError):
            referee = await self.referee()
            await referee.store.delete(table.record.id, referee.timestamp())

    async def close(self) -> None:
        """All of it goes."""
        if self._referee is not None:
            await self._referee.store.close()
            self._referee = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
