"""Leases: among several bots on one database, the first to take a task of a match does it.

A lease that is not given back runs out, so nothing is left undone when a process dies.  A SQLite
file has only one bot, which needs no leases.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal

from sqlalchemy import Connection, Float, cast, delete, func, select, update
from sqlalchemy.dialects import postgresql

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.patience import ended
from bot.store.schema import leases

TERM = 30.0
"""Seconds that a lease lasts; longer work renews it meanwhile."""

AGAIN = 2.0
"""Seconds until a process that found a task taken tries again."""

Taken = Literal["no", "yes", "left"]
"""Whether a lease was obtained.  `left`: yes, but another process let it run out without giving it
back, so the work may be half done."""

NOW = cast(func.extract("epoch", func.clock_timestamp()), Float)
"""The time by the server's clock, in seconds: the clocks of the bots' machines may differ."""


class Leases:
    """The leases that this process takes and gives back."""

    def __init__(self, database: Database, term: float = TERM) -> None:
        self._database = database
        self.term = term

    async def take(self, work: str, match_id: int) -> Taken:
        """Take the lease of a task, or renew it for another term."""
        if not self._database.shared:
            return "yes"
        own = (leases.c.work == work) & (leases.c.match_id == match_id)
        mine, until = self._database.owner, NOW + self.term
        taken = {"work": work, "match_id": match_id, "owner": mine, "until": until}
        there = postgresql.insert(leases).values(taken).on_conflict_do_nothing()
        asked = select(leases.c.owner, leases.c.until > NOW).where(own)

        def job(connection: Connection) -> Taken:
            if connection.execute(there).rowcount:
                return "yes"
            row = connection.execute(asked.with_for_update(skip_locked=True)).first()
            if row is None or (row[1] and row[0] != mine):
                return "no"
            connection.execute(update(leases).where(own).values(owner=mine, until=until))
            return "yes" if row[0] == mine else "left"

        return await self._database.write(job, notable=False)

    async def give_back(self, work: str, match_id: int) -> None:
        """Give back the lease of a task that is done."""
        await self._end((leases.c.work == work) & (leases.c.match_id == match_id))

    async def give_all_back(self) -> None:
        """Give back all leases of this process."""
        await self._end(leases.c.owner != "")

    async def _end(self, which: object) -> None:
        if self._database.shared:
            gone = delete(leases).where(leases.c.owner == self._database.owner, which)  # type: ignore[arg-type]
            await self._database.execute(gone, notable=False)

    @asynccontextmanager
    async def held(self, work: str, match_id: int) -> AsyncIterator[Taken]:
        """Hold a lease for as long as the block lasts, renewing it as needed.

        Yields whether it was obtained: `no` means that another process has it.
        """
        taken = await self.take(work, match_id)
        keeping = None
        if taken != "no" and self._database.shared:
            keeping = asyncio.create_task(self._keep(work, match_id))
        try:
            yield taken
        finally:
            if keeping is not None:
                await ended(keeping)
                with suppress(StoreError):
                    await self.give_back(work, match_id)

    async def _keep(self, work: str, match_id: int) -> None:
        """Renew a lease three times a term until cancelled."""
        while True:
            await asyncio.sleep(self.term / 3)
            with suppress(StoreError):
                await self.take(work, match_id)
