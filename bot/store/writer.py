"""One thread that writes to a SQLite file: all jobs waiting at a moment share one transaction.

Each job has a savepoint of its own, so that a failing one does not undo the others; no job is
answered before their shared commit is on the disk.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from bot.store.errors import StoreError

T = TypeVar("T")
Job = Callable[[Connection], T]

log = logging.getLogger("referee.store")

PATIENCE = 10.0
"""Seconds that a job waits for its turn before it is taken out of the queue."""

LATE = 0.25
"""Seconds after which jobs that nobody waits for get a transaction of their own."""


@dataclass(slots=True)
class Waiting:
    """A job in the queue, with the future that awaits its result and the loop of that future."""

    job: Job[Any]
    loop: asyncio.AbstractEventLoop | None = None
    answer: "asyncio.Future[Any] | None" = None
    begun: bool = False
    dropped: bool = False


class WriteQueue:
    """Runs jobs in order of arrival, all that wait in one transaction."""

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine = engine
        self._where = where
        self._queue: deque[Waiting] = deque()
        self._late: list[Waiting] = []
        self._lock = threading.Lock()
        self._woken = threading.Condition(self._lock)
        self._open = True
        self._thread: threading.Thread | None = None

    async def run(self, job: Job[T], patience: float = PATIENCE) -> T:
        """Return what the job returns, once it is on the disk.  Raises what the job raises.

        Raises `StoreError` if the job is not begun within `patience` seconds; it is then dropped.
        """
        loop = asyncio.get_running_loop()
        answer = loop.create_future()
        waiting = Waiting(job, loop, answer)
        with self._lock:
            if not self._open:
                raise StoreError(f"the database {self._where} has been closed")
            self._begin()
            self._queue.append(waiting)
            self._woken.notify()
        try:
            result: T = await asyncio.wait_for(asyncio.shield(answer), patience)
        except TimeoutError:
            result = await self._too_late(waiting, answer)
        return result

    def follow(self, job: Job[Any]) -> None:
        """Queue a job that nobody waits for and that may be lost: it joins the next transaction, or
        gets one of its own after `LATE` seconds."""
        with self._lock:
            if not self._open:
                raise StoreError(f"the database {self._where} has been closed")
            self._begin()
            self._late.append(Waiting(job))
            if len(self._late) == 1:
                self._woken.notify()

    def _begin(self) -> None:
        """Start the thread unless it runs."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
            self._thread.start()

    async def _too_late(self, waiting: Waiting, answer: "asyncio.Future[Any]") -> Any:
        """Drop a job that has not begun and raise `StoreError`; await one that has to its end."""
        with self._lock:
            waiting.dropped = not waiting.begun
        if waiting.dropped:
            raise StoreError(
                f"the database {self._where} is busy; nothing was written, try again in a moment"
            )
        return await answer

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
                    self._wait()
                    taken = [one for one in self._queue if not one.dropped] + self._late
                    self._queue.clear()
                    self._late = []
                    for one in taken:
                        one.begun = True
                    if not taken and not self._open:
                        return
                if taken:
                    self._answer(taken, self._together(connection, taken))

    def _wait(self) -> None:
        """Wait until there is something to do.  `follow`ed jobs wait up to `LATE` seconds for
        another job to share a transaction with."""
        while not self._queue and self._open:
            if self._late and not self._woken.wait(LATE):
                return
            if not self._late:
                self._woken.wait()

    def _together(self, connection: Connection, taken: list[Waiting]) -> list[tuple[bool, Any]]:
        """Run the jobs in one transaction; for each, return success and its result or error."""
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
            try:
                connection.exec_driver_sql("ROLLBACK TO one")
                connection.exec_driver_sql("RELEASE one")
            except DBAPIError:  # with a full disk the whole transaction has ended
                raise error from None
            return False, error
        connection.exec_driver_sql("RELEASE one")
        return True, result

    def _answer(self, taken: list[Waiting], found: list[tuple[bool, Any]]) -> None:
        """Hand the results to those who wait, with one call per event loop."""
        loops: dict[int, list[tuple[Waiting, tuple[bool, Any]]]] = {}
        for waiting, came in zip(taken, found, strict=True):
            if waiting.loop is None:
                if not came[0]:
                    log.warning("something small was not written: %s", came[1])
                continue
            loops.setdefault(id(waiting.loop), []).append((waiting, came))
        for told in loops.values():
            with suppress(RuntimeError):  # a loop that has been closed waits for nothing
                loop = told[0][0].loop
                assert loop is not None
                loop.call_soon_threadsafe(tell, told)


def tell(told: list[tuple[Waiting, tuple[bool, Any]]]) -> None:
    """Set the result or error of every future that is still awaited."""
    for waiting, (well, result) in told:
        if waiting.answer is None or waiting.answer.done():
            continue
        if well:
            waiting.answer.set_result(result)
        else:
            waiting.answer.set_exception(result)
