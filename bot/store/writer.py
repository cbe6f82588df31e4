"""One thread that writes to a SQLite file: whatever waits at a moment shares one transaction.

Each job stands in a savepoint of its own, so that one that fails takes nothing else along; nobody
is answered before the commit that they share is on the disk.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from bot.store.errors import StoreError

T = TypeVar("T")
Job = Callable[[Connection], T]

PATIENCE = 10.0
"""How many seconds a job waits for its turn before it is taken out of the queue again."""


@dataclass(slots=True)
class Waiting:
    """A job in the queue, and who waits for it where."""

    job: Job[Any]
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]"
    begun: bool = False
    dropped: bool = False


class Writer:
    """Runs jobs in order of arrival, all that wait in one transaction."""

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine = engine
        self._where = where
        self._queue: deque[Waiting] = deque()
        self._lock = threading.Lock()
        self._woken = threading.Condition(self._lock)
        self._open = True
        self._thread: threading.Thread | None = None

    async def run(self, job: Job[T], patience: float = PATIENCE) -> T:
        """What the job returns, once it is on the disk.  Raises what it raised.

        A job that is not begun in time is taken back: nothing of it happened.
        """
        loop = asyncio.get_running_loop()
        waiting = Waiting(job, loop, loop.create_future())
        with self._lock:
            if not self._open:
                raise StoreError(f"the database {self._where} has been closed")
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()
            self._queue.append(waiting)
            self._woken.notify()
        try:
            result: T = await asyncio.wait_for(asyncio.shield(waiting.answer), patience)
        except TimeoutError:
            result = await self._late(waiting)
        return result

    async def _late(self, waiting: Waiting) -> Any:
        """Taken back if it has not begun; else its end is waited for, however long it takes."""
        with self._lock:
            waiting.dropped = not waiting.begun
        if waiting.dropped:
            raise StoreError(
                f"the database {self._where} is busy; nothing was written, try again in a moment"
            )
        return await waiting.answer

    def close(self) -> None:
        """Do what is queued, then stop."""
        with self._lock:
            self._open = False
            self._woken.notify()
            thread = self._thread
        if thread is not None:
            thread.join(PATIENCE)

    # --- the thread -----------------------------------------------------------------------------

    def _work(self) -> None:
        with self._engine.connect() as connection:
            while True:
                with self._lock:
                    while not self._queue and self._open:
                        self._woken.wait()
                    taken = [one for one in self._queue if not one.dropped]
                    self._queue.clear()
                    for one in taken:
                        one.begun = True
                    if not taken and not self._open:
                        return
                if taken:
                    self._answer(taken, self._together(connection, taken))

    def _together(self, connection: Connection, taken: list[Waiting]) -> list[tuple[bool, Any]]:
        """One transaction; what came of each job: whether it went well, and its result."""
        found: list[tuple[bool, Any]] = []
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            for waiting in taken:
                found.append(self._one(connection, waiting.job))
            connection.exec_driver_sql("COMMIT")
        except BaseException as error:
            with suppress(Exception):
                connection.exec_driver_sql("ROLLBACK")
            return [(False, error)] * len(taken)
        return found

    def _one(self, connection: Connection, job: Job[Any]) -> tuple[bool, Any]:
        connection.exec_driver_sql("SAVEPOINT one")
        try:
            result = job(connection)
        except Exception as error:
            connection.exec_driver_sql("ROLLBACK TO one")
            connection.exec_driver_sql("RELEASE one")
            return False, error
        connection.exec_driver_sql("RELEASE one")
        return True, result

    def _answer(self, taken: list[Waiting], found: list[tuple[bool, Any]]) -> None:
        """Tell everybody, each event loop in one go."""
        loops: dict[int, list[tuple[Waiting, tuple[bool, Any]]]] = {}
        for waiting, came in zip(taken, found, strict=True):
            loops.setdefault(id(waiting.loop), []).append((waiting, came))
        for told in loops.values():
            with suppress(RuntimeError):  # a loop that has been closed waits for nothing
                told[0][0].loop.call_soon_threadsafe(tell, told)


def tell(told: list[tuple[Waiting, tuple[bool, Any]]]) -> None:
    """Answer those who still wait."""
    for waiting, (well, result) in told:
        if waiting.answer.done():
            continue
        if well:
            waiting.answer.set_result(result)
        else:
            waiting.answer.set_exception(result)
