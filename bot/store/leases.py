"""Leases: of several bots on one database one does a work for a match, whoever takes it first.

A lease that is not given back runs out, so nothing is left undone when a process dies.  On a SQLite
file there is one bot, and nothing to be taken.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal

from sqlalchemy import Connection, Float, cast, delete, func, select, update
from sqlalchemy.dialects import postgresql

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.schema import leases

TERM = 30.0
"""So many seconds a lease lasts; whoever works longer takes it again meanwhile."""

AGAIN = 2.0
"""After so many seconds whoever found a work taken looks again."""

Taken = Literal["no", "yes", "left"]
"""`left`: another process had it and did not give it back, so perhaps the work is half done."""

NOW = cast(func.extract("epoch", func.clock_timestamp()), Float)
"""By the clock of the server: those of the machines may differ."""


class Leases:
    """What this process has taken upon itself."""

    def __init__(self, database: Database, term: float = TERM) -> None:
        self._database = database
        self.term = term

    async def take(self, work: str, match_id: int) -> Taken:
        """Take a work, or keep it for another term."""
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
        """The work is done."""
        await self._end((leases.c.work == work) & (leases.c.match_id == match_id))

    async def give_all_back(self) -> None:
        """This process does nothing any more."""
        await self._end(leases.c.owner != "")

    async def _end(self, which: object) -> None:
        if self._database.shared:
            gone = delete(leases).where(leases.c.owner == self._database.owner, which)  # type: ignore[arg-type]
            await self._database.write(lambda connection: connection.execute(gone), notable=False)

    @asynccontextmanager
    async def held(self, work: str, match_id: int) -> AsyncIterator[Taken]:
        """Take a work for as long as the block lasts, however long that is; it need not be ours."""
        taken = await self.take(work, match_id)
        keeping = None
        if taken != "no" and self._database.shared:
            keeping = asyncio.create_task(self._keep(work, match_id))
        try:
            yield taken
        finally:
            if keeping is not None:
                keeping.cancel()
                with suppress(asyncio.CancelledError):
                    await keeping
                with suppress(StoreError):
                    await self.give_back(work, match_id)

    async def _keep(self, work: str, match_id: int) -> None:
        """Take it again and again while the work goes on."""
        while True:
            await asyncio.sleep(self.term / 3)
            with suppress(StoreError):
                await self.take(work, match_id)
