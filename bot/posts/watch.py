"""Watches for what other processes write to the same database, and makes posts about it.

A console beside the bot, for example, posts nothing itself.  A database server notifies this
process at once, and is polled now and then in case a notification was lost; a SQLite file is only
polled.  If another process has raised the version of a match, the new entries get their posts here.
None is made twice, because its number and part identify a post for good.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence

from bot.posts.announce import Announcer
from bot.referee.news import MatchChanged
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.store import Bell, StoreError
from bot.store.patience import ended
from rules.line.frozen import Frozen

log = logging.getLogger("referee.watch")


class ServerNotesChanged(Frozen):
    """News: another process may have changed these notes about servers (None: any of them)."""

    keys: frozenset[str] | None


class Watch:
    """Looks for writes of other processes until closed, and tells news of each match with one."""

    def __init__(self, referee: Referee, announcer: Announcer) -> None:
        self.referee = referee
        self.announcer = announcer
        self._task: asyncio.Task[None] | None = None
        self._bell = Bell(referee.store.database)
        self._later: set[int] = set()
        """Matches to look at again, because this process was just writing to them."""

    def start(self) -> None:
        """Begin, unless it runs already."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop looking."""
        await ended(self._task)
        await self._bell.close()

    async def _work(self) -> None:
        while True:
            heard = await self._bell.wait(hasty=bool(self._later))
            try:
                await self._look_at(heard)
            except (StoreError, RefereeError) as problem:
                log.info("other processes cannot be watched: %s", problem)
            except Exception:
                log.exception("other processes cannot be watched")

    async def _look_at(self, heard: set[str] | None) -> None:
        """Look at the matches and notes that were heard of (None: at everything)."""
        if heard is None:
            if self.referee.store.database.shared:
                self.referee.news.tell(ServerNotesChanged(None))
            await self.look()
            return
        notes = frozenset(one for one in heard if not one.isdecimal())
        if notes:
            self.referee.news.tell(ServerNotesChanged(notes))
        await self.look({int(one) for one in heard - notes} | self._later)

    async def look(self, of: Collection[int] | None = None) -> list[int]:
        """Look once at these matches, or at all.  Returns those that somebody else wrote to."""
        found = []
        self._later = set()
        if of is not None:
            of = [number for number in of if self.referee.cache.match(number) is not None]
        for match_id, version in (await self.referee.store.versions(of)).items():
            table = self.referee.cache.match(match_id)
            if table is None:
                continue
            if table.lock.locked():
                self._later.add(match_id)
                continue
            moved = table.record.version != version
            if moved:
                table = await self.referee.open(f"#{match_id}")
            if moved or table.foreign:
                numbers, table.foreign = table.foreign, []
                await self._post(table, numbers)
                self.referee.news.tell(MatchChanged(table))
                found.append(match_id)
        return found

    async def _post(self, table: OpenMatch, numbers: Sequence[int]) -> None:
        """Add the posts of entries that another process filed."""
        for entry in await self.referee.entries(table, numbers):
            before = await self.referee.state_at(table, entry.parent)
            after = await self.referee.state_at(table, entry.number)
            for post in await self.announcer.posts(table, entry, before, after):
                await self.referee.mail.add(table.record.id, post)
