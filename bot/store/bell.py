"""The bell: a server tells every process at once that another has written something.

What it tells can get lost with the connection; so whoever listens looks at everything now and then.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update

from bot.store.database import Database
from bot.store.schema import matches

log = logging.getLogger("referee.store")

CHANNEL = "referee"
EVERY = 0.4
"""So many seconds pass between two looks at a file, which has no bell."""
POLL = 5.0
"""So many pass between two looks at everything where there is one."""
AGAIN = 1.0
"""After so many seconds a lost bell is hung up again."""


def ring(connection: Connection, text: str) -> None:
    """Whoever listens hears this when the transaction stands: the number of a match, or a note."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, text[:1000])))


RAISED = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(version=matches.c.version + 1, touched=matches.c.touched + 1)
    .returning(matches.c.version)
)
"""The number that every write to a match raises: other processes see by it to look again."""

TOUCHED = (
    update(matches).where(matches.c.id == bindparam("match")).values(touched=matches.c.touched + 1)
)
"""Something else changed that posts show: whoever dies before he has shown it is made good for."""


def raise_version(connection: Connection, match_id: int) -> int:
    """Other processes see by it that something changed, and are told.  Returns the new version."""
    ring(connection, str(match_id))
    found = connection.execute(RAISED, {"match": match_id}).scalar()
    return int(found or 0)


def touch(connection: Connection, match_id: int) -> None:
    """The posts of a match are to be looked at again."""
    connection.execute(TOUCHED, {"match": match_id})


class Bell:
    """Listens from the first `wait` on."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._heard: set[str] = set()
        self._rung = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        self._missed = True

    async def wait(self, hasty: bool = False) -> set[str] | None:
        """What was heard since the last time; None: look at everything.  `hasty`: something that
        was heard is to be looked at again soon."""
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
        """Listen no more."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def _listen(self) -> None:
        while True:
            try:
                await self._hang()
            except Exception as problem:
                log.info("the database does not tell what others write: %s", problem)
            self._missed = True
            await asyncio.sleep(AGAIN)

    async def _hang(self) -> None:
        """Listen on a connection of one's own until it ends."""
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
