"""One task for each key (a match or channel) that has work: once woken, it works until all is done.

A failure for one key stops no other.  Only one task at a time works on a key; if it is woken
meanwhile, it runs once more.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.store import StoreError
from bot.store.leases import AGAIN

K = TypeVar("K", bound=Hashable)

LONGEST_WAIT = 60.0
AT_ONCE = 6
"""Keys worked on at once after a start: a server is given only fifteen connections."""

log = logging.getLogger("referee.posts")


@dataclass(eq=False)
class Workers(Generic[K]):
    """Runs `work` for each key that is woken.

    `work` returns None when all is done, else the seconds after which to try again; after each
    failure in a row the least wait doubles.  `hasty`: a wake during such a wait ends it at once.
    A `StoreError` is a failure too, and is retried.
    """

    work: Callable[[K], Awaitable[float | None]] | Callable[[K], Awaitable[None]]
    hasty: bool = False
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    closing: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._woken: set[K] = set()
        self._alarms: dict[K, asyncio.Event] = {}

    def wake(self, key: K) -> asyncio.Task[None] | None:
        """Let a key be worked on.  Returns at once, with the task that does it."""
        task = self._tasks.get(key)
        if self.closing:
            return task
        self._woken.add(key)
        if task is None or task.done():
            task = self._tasks[key] = asyncio.create_task(self._run(key))
        elif self.hasty and key in self._alarms:
            self._alarms[key].set()
        return task

    async def close(self, patience: float = 5.0) -> None:
        """Finish what is being done, for `patience` seconds; the rest waits for the next start."""
        self.closing = True
        for alarm in self._alarms.values():
            alarm.set()
        await come_to_an_end(self._tasks.values(), patience)
        self._tasks.clear()

    async def _run(self, key: K) -> None:
        failures = 0
        while True:
            self._woken.discard(key)
            try:
                pause = await self.work(key)
            except StoreError as problem:
                log.info("%s is tried again: %s", key, problem)
                pause = AGAIN
            if pause is not None and not self.closing:
                failures += 1
                await self._rest(key, max(pause, min(LONGEST_WAIT, 0.5 * 2**failures)))
                if self.closing:
                    return
            elif key in self._woken and not self.closing:
                failures = 0
            else:
                return

    async def _rest(self, key: K, seconds: float) -> None:
        """Wait before another try; a wake ends the wait if the workers are `hasty`."""
        if self.hasty and key in self._woken:
            return
        alarm = self._alarms[key] = asyncio.Event()
        waits = [asyncio.ensure_future(one) for one in (alarm.wait(), self.sleep(seconds))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._alarms[key]
            for wait in waits:
                wait.cancel()


async def by_and_by(
    keys: Iterable[K], wake: Callable[[K], asyncio.Task[None] | None], patience: float = 1.0
) -> None:
    """Wake keys one after the other, so that only `AT_ONCE` work at once; if none of those ends
    within `patience` seconds, they are no longer waited for."""
    working: set[asyncio.Task[None]] = set()
    for key in keys:
        task = wake(key)
        if task is not None:
            working.add(task)
        if len(working) >= AT_ONCE:
            done, rest = await asyncio.wait(
                working, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            working = rest if done else set()


async def come_to_an_end(tasks: Iterable[asyncio.Task[None]], patience: float = 5.0) -> None:
    """Wait for tasks that were told to stop, and cancel those still running after `patience`
    seconds."""
    waited = list(tasks)
    if not waited:
        return
    _, late = await asyncio.wait(waited, timeout=patience)
    for task in late:
        task.cancel()
    await asyncio.gather(*waited, return_exceptions=True)
