"""The database behind the store: a SQLite file with one writing thread, or a PostgreSQL server."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import token_hex
from socket import gethostname
from typing import IO, Any, Self
from zlib import crc32

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from bot.store.done import changed
from bot.store.errors import TROUBLE, StoreError, explain
from bot.store.migrate import fcntl, migrate
from bot.store.reading import Prepared, ReadConnection
from bot.store.writer import Job, T, WriteQueue

# The engines of a SQLite file: an asynchronous one for migrations, and plain ones for one thread.


def own_engine(file: Path, pool: Any = None) -> Engine:
    """A plain engine for one thread, in autocommit mode: its user writes BEGIN and COMMIT."""
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"timeout": 5, "check_same_thread": False, "isolation_level": None},
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",
        poolclass=pool,
    )
    event.listen(engine, "connect", set_pragmas)
    return engine


def set_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def sqlite_engine(file: Path) -> AsyncEngine:
    """The engine for migrations.

    It begins each transaction itself: Python's driver would leave new and changed tables outside.
    """
    address = URL.create("sqlite+aiosqlite", database=str(file))
    settings = {"timeout": 5, "isolation_level": None}
    engine = create_async_engine(address, connect_args=settings, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", set_pragmas)
    event.listen(engine.sync_engine, "begin", lambda one: one.exec_driver_sql("BEGIN"))
    return engine


log = logging.getLogger("referee.store")

TURN = 180.0
"""Seconds to wait for a free connection to a server.  It is long because many requests at once,
as after a start, do not mean that the server is away."""

AT_ONCE = 500
"""Most values that are asked for with one query."""

PATIENCE = 5.0
"""Seconds that closing waits for transactions under way."""


class Database:
    """One database, with its transactions.  Open it with `open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine, where: str, file: Path | None) -> None:
        self.engine = engine
        self.where = where
        self.file = file
        self.dialect = engine.dialect.name
        self.shared = file is None
        """True for a server, which several bots may use at once."""
        self.owner = f"{gethostname()} {os.getpid()} {token_hex(4)}"
        """The name under which this process takes leases."""
        self._alone: IO[str] | None = None
        self._running = 0
        self._closed = False
        self._idle = asyncio.Event()
        self._following: set[asyncio.Task[None]] = set()
        self.own: Engine | None = None if file is None else own_engine(file)
        self._writer = None if self.own is None else WriteQueue(self.own, where)
        self._direct: Connection | None = None
        self._reader: Engine | None = None if file is None else own_engine(file, StaticPool)

    @classmethod
    async def open(cls, url_or_file: str | Path, beside: bool = False) -> Self:
        """Open a SQLite file (created if missing) or a `postgresql+asyncpg://` address.

        `beside`: another process uses the database, so its schema must not be changed.
        Raises `StoreError` if it cannot be opened or its schema does not fit.
        """
        url = str(url_or_file)
        if "://" in url:
            where = url.split("@")[-1]
            engine = create_async_engine(
                url, hide_parameters=True, pool_pre_ping=True, pool_timeout=TURN
            )
            store = cls(engine, where, None)
        else:
            file = Path(url)
            if file.is_dir():
                raise StoreError(f"{file} is a folder; name a database file")
            if not file.parent.is_dir():
                raise StoreError(f"there is no folder {file.parent} for the database {file.name}")
            store = cls(sqlite_engine(file), str(file), file)
        try:
            async with store._translated():
                await migrate(store.engine, store.file, beside)
        except BaseException:
            await store.close()
            raise
        return store

    async def settled(self) -> None:
        """Wait until the writes begun by `follow` on a server are done, for `PATIENCE` seconds."""
        if self._following:
            await asyncio.wait(self._following, timeout=PATIENCE)

    async def close(self) -> None:
        """Begin nothing new, let running transactions finish, and close all connections."""
        await self.settled()
        self._closed = True
        if self._running:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._idle.wait(), PATIENCE)
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)
        if self._direct is not None:
            self._direct.close()
        for engine in (self.own, self._reader):
            if engine is not None:
                engine.dispose()
        await self.engine.dispose()
        if self._alone is not None:
            self._alone.close()

    def stand_alone(self) -> None:
        """Claim a SQLite file for this process; the claim ends with the process.

        Raises `StoreError` if another bot has claimed it.  Does nothing on a server.
        """
        if self.file is None or fcntl is None:
            return
        held = self.file.with_name(f"{self.file.name}.bot").open("a")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.close()
            raise StoreError(
                f"another bot runs on the database {self.where} already; a SQLite file takes one, "
                "PostgreSQL takes several"
            ) from None
        self._alone = held

    @asynccontextmanager
    async def one_at_a_time(self, what: str) -> AsyncIterator[None]:
        """Let only one process at a time into the block named `what`; the others wait.

        Only a server's database needs this: a SQLite file has one bot.
        """
        if not self.shared:
            yield
            return
        key = crc32(what.encode())
        async with self._translated(), self.engine.connect() as connection:
            await connection.execute(select(func.pg_advisory_lock(key)))
            try:
                yield
            finally:
                await connection.execute(select(func.pg_advisory_unlock(key)))

    @asynccontextmanager
    async def _translated(self) -> AsyncIterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except TROUBLE as error:
            raise explain(error, self.where) from error

    async def write(self, job: Job[T], notable: bool = True) -> T:
        """Run a job in a transaction, which it may share with other jobs that wait just now.

        Returns what the job returns, once it is on the disk.  The job is given a plain connection
        and may run in another thread, so it must not change anything outside the database.
        `notable`: the user being answered should hear of this change if his reply is lost.
        """
        if self._closed:
            raise StoreError(f"the database {self.where} has been closed")
        async with self._translated():
            result = await (self._writer.run(job) if self._writer else self._run(job))
        if notable:
            changed()
        return result

    async def _run(self, job: Job[T]) -> T:
        """Run a job in a transaction of its own, on a server."""
        self._running += 1
        try:
            async with self.engine.begin() as connection:
                return await connection.run_sync(job)
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def execute(self, statement: Any, values: Any = None, notable: bool = True) -> int:
        """Run one statement in a transaction (see `write`).  Returns how many rows it changed."""

        def job(connection: Connection) -> int:
            return connection.execute(statement, values).rowcount

        return await self.write(job, notable)

    def follow(self, job: Job[Any]) -> None:
        """Write something small soon, and return at once; it may be lost without harm.

        On a SQLite file it joins the next transaction, or gets its own after a moment.
        """
        if self._closed:
            raise StoreError(f"the database {self.where} has been closed")
        if self._writer is not None:
            self._writer.follow(job)
            return
        task = asyncio.create_task(self._followed(job))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _followed(self, job: Job[Any]) -> None:
        try:
            await self.write(job, notable=False)
        except StoreError as problem:
            log.warning("something small was not written: %s", problem)

    async def rows(self, asked: Prepared, **values: Any) -> list[Any]:
        """The rows of a prepared query; the fastest way to read."""
        if self._reader is None or self._closed:
            async with self.reading() as connection:
                return await connection.rows(asked, **values)
        self._direct = self._direct or self._reader.connect()
        try:
            return await ReadConnection(self._direct).rows(asked, **values)
        except TROUBLE as error:
            raise explain(error, self.where) from error

    async def all(self, query: Any) -> list[Any]:
        """The rows of a query."""
        async with self.reading() as connection:
            return [*(await connection.execute(query)).all()]

    async def first(self, query: Any) -> Any:
        """The first row of a query; None if it has none."""
        async with self.reading() as connection:
            return (await connection.execute(query)).first()

    async def values(self, query: Any) -> list[Any]:
        """The first column of the rows of a query."""
        return [row[0] for row in await self.all(query)]

    async def among(self, query: Any, column: Any, values: Sequence[Any]) -> list[Any]:
        """The rows of a query whose column has one of these values, asked for in batches."""
        async with self.reading() as connection:
            return [
                row
                for start in range(0, len(values), AT_ONCE)
                for row in await connection.execute(
                    query.where(column.in_(values[start : start + AT_ONCE]))
                )
            ]

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[ReadConnection]:
        """A connection to read from.  A SQLite file is read in the event loop, which is quick."""
        if self._closed:
            raise StoreError(f"the database {self.where} has been closed")
        async with self._translated():
            if self._reader is not None:
                self._direct = self._direct or self._reader.connect()
                yield ReadConnection(self._direct)
            else:
                async with self.engine.connect() as connection:
                    yield ReadConnection(connection)
