"""The bell: a PostgreSQL server notifies every process at once when another has written something.

Notifications are lost when the connection is; so every listener also polls everything now and then.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update

from bot.store.database import Database
from bot.store.patience import ended
from bot.store.schema import matches

log = logging.getLogger("referee.store")

CHANNEL = "referee"
EVERY = 0.4
"""Seconds between two polls of a SQLite file, which has no bell."""
POLL = 5.0
"""Seconds between two polls of everything on a server, which has a bell."""
AGAIN = 1.0
"""Seconds to wait after losing the connection before listening again."""


def ring(connection: Connection, text: str) -> None:
    """Notify all listeners once the transaction commits.

    `text` is the number of a match, or the key of a note (`words of 7`).
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, text[:1000])))


RAISED = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(version=matches.c.version + 1, touched=matches.c.touched + 1)
    .returning(matches.c.version)
)
"""Raise the version of a match, by which other processes notice that it was written to."""

TOUCHED = (
    update(matches).where(matches.c.id == bindparam("match")).values(touched=matches.c.touched + 1)
)
"""Note that something changed which posts show, but not the match itself.  If this process dies
before it has updated the posts, `Mail.behind` still finds the match."""


def raise_version(connection: Connection, match_id: int) -> int:
    """Raise the version of a match and notify other processes.  Returns the new version."""
    ring(connection, str(match_id))
    found = connection.execute(RAISED, {"match": match_id}).scalar()
    return int(found or 0)


def touch(connection: Connection, match_id: int) -> None:
    """Note that the posts of a match may have to be updated."""
    connection.execute(TOUCHED, {"match": match_id})


class Bell:
    """Listens for notifications, starting with the first `wait`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._heard: set[str] = set()
        self._rung = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        self._missed = True

    async def wait(self, hasty: bool = False) -> set[str] | None:
        """Wait for notifications, and return what was heard since the last call.

        None: look at everything.  `hasty`: wait only briefly, because the caller has something
        heard earlier to look at again.
        """
        if not self._database.shared:
            await asyncio.sleep(EVERY)
            return None
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        with suppress(TimeoutError):
            async with asyncio.timeout(EVERY if hasty else POLL):
                await self._rung.wait()
        self._rung.clear()
        heard, self._heard = self._heard, set()
        missed, self._missed = self._missed, False
        return heard if (heard or hasty) and not missed else None

    async def close(self) -> None:
        """Stop listening."""
        await ended(self._listening)

    async def _listen(self) -> None:
        while True:
            try:
                await self._hang()
            except Exception as problem:
                log.info("the database does not tell what others write: %s", problem)
            self._missed = True
            await asyncio.sleep(AGAIN)

    async def _hang(self) -> None:
        """Listen on a connection kept for this alone, until it ends."""
        ended = asyncio.Event()
        async with self._database.engine.connect() as connection:
            own: Any = (await connection.get_raw_connection()).driver_connection
            own.add_termination_listener(lambda *_: ended.set())
            await own.add_listener(CHANNEL, self._hear)
            self._missed = True
            self._rung.set()
            try:
                await ended.wait()
            finally:
                if own.is_closed():
                    await connection.invalidate()
                else:
                    await own.remove_listener(CHANNEL, self._hear)

    def _hear(self, *told: Any) -> None:
        self._heard.add(str(told[-1]))
        self._rung.set()
