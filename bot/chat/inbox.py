"""Messages are dealt with one at a time per channel, each once; none is lost meanwhile.

The cursor of a channel moves on only when a message is wholly dealt with, its answer posted.  After
a new session each channel is closed until its history since the cursor has been read.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.posts.workers import come_to_an_end
from bot.store import Mail, StoreError, answer_anew, when_it_answers

log = logging.getLogger("referee.inbox")

REMEMBERED = 5000
PATIENCE = 5
"""Unexpected failures after which a channel's history is given up; while Discord or the database is
busy, it is tried again without limit."""

LONGEST_WAIT = 60.0
READ_AT_ONCE = 8
"""Channels whose history is read at once after a start; the others stay closed until their turn."""


class HasId(Protocol):
    """A message, as far as the order of messages goes."""

    @property
    def id(self) -> int: ...


M = TypeVar("M", bound=HasId)
T = TypeVar("T")


class Busy(Exception):
    """The history cannot be read just now; try again."""


async def always(_: object) -> bool:
    """The default of `keeps`: every channel is read on."""
    return True


@dataclass(eq=False)
class Inbox(Generic[M]):
    """`deal(message, late)` does the work; `history(channel, after)` yields oldest first.

    `key` identifies one version of a message; `keeps` says whether the channel's cursor moves on to
    it, so that its history is read from there after a break.
    """

    mail: Mail
    deal: Callable[[M, bool], Awaitable[None]]
    history: Callable[[str, str], AsyncIterator[M]]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    key: Callable[[M], str] = lambda message: str(message.id)
    keeps: Callable[[M], Awaitable[bool]] = always

    def __post_init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._seen: LRUCache[str, None] = LRUCache(REMEMBERED)
        self._open = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._working = 0
        self._idle = asyncio.Event()
        self._shut = 0
        self._closing = False
        self._few = asyncio.Semaphore(READ_AT_ONCE)

    def lock(self, channel: str) -> asyncio.Lock:
        """The lock to hold while working on a channel's messages."""
        return self._locks.setdefault(channel, asyncio.Lock())

    async def opened(self) -> None:
        """Wait until messages are accepted."""
        await self._open.wait()

    async def caught_up(self) -> None:
        """Wait until all that was missed has been read."""
        await self._open.wait()
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    async def take(self, channel: str, key: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work of one event of a channel in its turn, unless it was done already."""
        await self._open.wait()
        async with self.lock(channel):
            if key in self._seen or self._closing:
                return
            self._working += 1
            answer_anew()
            try:
                await self._patiently(work)
            except StoreError as problem:  # it is read again at the next start
                log.warning("an event of channel %s waits: %s", channel, problem)
            else:
                self._seen[key] = None
            finally:
                self._working -= 1
                self._idle.set()

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work, retried until the database answers; what comes after it waits."""
        return await when_it_answers(work, lambda: self._closing, self.sleep)

    async def receive(self, channel: str, message: M) -> None:
        """Deal with a message that came over the gateway, after those that came before it."""

        async def work() -> None:
            await self.deal(message, False)
            await self._patiently(cursor)

        async def cursor() -> None:
            if await self.keeps(message):
                await self._advance(channel, message.id)

        await self.take(channel, str(message.id), work)

    async def _advance(self, channel: str, message_id: int) -> None:
        known = await self.mail.cursor(channel)
        if known is None or int(known) < message_id:
            await self.mail.read_on(channel, str(message_id))

    # --- what was missed ------------------------------------------------------------------------

    def shut(self) -> None:
        """A new session: accept nothing until `catch_up` has locked the channels to be read."""
        self._shut += 1
        self._open.clear()

    async def catch_up(self, ours: Callable[[str], bool] = lambda _: True) -> None:
        """Start to read every known channel (that is `ours`) from its cursor; it stays closed to
        what comes now until it is read.  Where several sessions begin at once, the last of them
        opens the inbox."""
        try:
            await self._catch_up_all(ours)
        finally:
            self._shut -= 1
            if self._shut <= 0:
                self._open.set()

    async def _catch_up_all(self, ours: Callable[[str], bool]) -> None:
        begun = []
        for channel, after in (await self._patiently(self.mail.cursors)).items():
            if channel.isdecimal() and ours(channel):
                started = asyncio.Event()
                task = asyncio.create_task(self._catch_up(channel, after, started))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                begun.append(started.wait())
        await asyncio.gather(*begun)

    async def _catch_up(self, channel: str, after: str, started: asyncio.Event) -> None:
        lock = self.lock(channel)
        if lock.locked():
            started.set()
        async with lock:
            started.set()
            failures = 0
            for attempt in count():
                try:
                    async with self._few:
                        await self._read(channel, after)
                    return
                except (Busy, StoreError):
                    log.info("the history of channel %s cannot be read now", channel)
                except Exception:
                    log.exception("the history of channel %s could not be read", channel)
                    failures += 1
                if self._closing or failures == PATIENCE:
                    return
                await self.sleep(min(LONGEST_WAIT, 2.0 ** min(attempt, 6)))

    async def _read(self, channel: str, after: str) -> None:
        missed = [message async for message in self.history(channel, after)]
        for message in sorted(missed, key=lambda one: one.id):
            if self._closing:
                return
            if self.key(message) not in self._seen:
                await self.deal(message, True)
                self._seen[self.key(message)] = None
            await self._advance(channel, message.id)

    async def close(self, patience: float = 5.0) -> None:
        """Finish the messages that are being dealt with; the others are read at the next start."""
        self._closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._working:
                    self._idle.clear()
                    await self._idle.wait()
        await come_to_an_end(self._tasks, patience)
