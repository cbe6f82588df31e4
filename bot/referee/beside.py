"""Long computations off the event loop, in threads: bounded in number, queued, and with a timeout.

The threads are daemons, so not even the end of the program waits for them.  Work that counts its
steps stops soon after nobody waits for its result any more.
"""

import asyncio
import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, TypeVar

from bot.referee.memory import MEMORY
from bot.referee.open_match import OpenMatch, RefereeError
from rules.line.adjudication import Dice, Die
from rules.line.work import UNCOUNTED, Spent, budget, within

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds to wait for the answer to a question, time in the queue included."""

AT_ONCE = 2
"""How many questions are worked on at the same time, over all matches."""

EACH, MOST = 3, 8
"""How many questions may wait or be under way for one asker of a match, and for the match."""

TOO_MANY = "several questions about this match are being reckoned: ask again in a moment"
SHORT = "I am short of memory and answer no questions now; orders go on as ever"
TOO_LONG = "this takes too long to reckon: ask about less at a time, such as one unit"

_ROOM = threading.Semaphore(AT_ONCE)

PAGES_AT_ONCE, PAGES_WAITING = 2, 30
"""How many pages are made at the same time, and how many more may wait."""

SCENES_WAITING = 300
"""How many boards may wait: every match may want one at the same moment."""

BUSY = "many pages are being made: ask again in a moment"


async def beside(
    table: OpenMatch,
    asker: Hashable,
    work: Callable[..., T],
    *about: Any,
    patience: float | None = None,
) -> T:
    """Answer a question about a match: run `work` in a thread and return its result.

    `asker` is who asks, for the limit `EACH`.  Raises what `work` raises, and `RefereeError` if
    memory is short, too many questions wait, or it takes longer than `patience` seconds.
    """
    if MEMORY.is_short():
        raise RefereeError(SHORT)
    asked = table.asked
    if asked[asker] >= EACH or asked.total() >= MOST:
        raise RefereeError(TOO_MANY)
    asked[asker] += 1
    try:
        return await _in_room(_ROOM, work, about, PATIENCE if patience is None else patience)
    except TimeoutError:
        raise RefereeError(TOO_LONG) from None
    finally:
        asked[asker] -= 1
        if not asked[asker]:
            del asked[asker]


AT_HAND = 20_000
"""Steps of work that may be done on the event loop itself, which they block for about 20 ms."""


async def at_hand(work: Callable[..., T], *about: Any, dice: Dice) -> T:
    """Run `work` as `soon` does, with `dice` as its last argument.

    If it has to start again in a thread, the faces drawn so far fall again in the same order.
    """
    fallen: list[int] = []

    def from_the_beginning() -> T:
        known = iter(tuple(fallen))

        def throw(die: Die) -> int:
            if (face := next(known, None)) is None:
                fallen.append(face := dice(die))
            return face

        return work(*about, throw)

    return await soon(from_the_beginning)


async def soon(work: Callable[[], T]) -> T:
    """Run `work` here if it takes at most `AT_HAND` steps, else again from the start in a thread.

    Raises what `work` raises.
    """
    done = within(AT_HAND, lambda: (work(),))
    return done[0] if done is not None else await in_thread(work)


class Desk:
    """Runs work that is no question about a match: pages, pictures, topics of the help.

    Each desk has its own limit of threads, so that it never delays other work.  Work that nobody
    waits for any more stops when it next counts its steps.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._room = threading.Semaphore(at_once)
        self._most = at_once + waiting
        self._asked = 0

    async def make(self, work: Callable[..., T], *about: Any) -> T:
        """Run `work` in a thread.  Raises what it raises, and `RefereeError` if too many wait."""
        if self._asked >= self._most:
            raise RefereeError(BUSY)
        self._asked += 1
        try:
            return await _in_room(self._room, work, about)
        finally:
            self._asked -= 1


PAGES = Desk(PAGES_AT_ONCE, PAGES_WAITING)
SCENES = Desk(PAGES_AT_ONCE, SCENES_WAITING)
"""Works out what a board shows; the picture itself is drawn in another process."""

READERS = Desk(PAGES_AT_ONCE, SCENES_WAITING)
"""Reads messages that may take long."""


async def _in_room(
    room: threading.Semaphore,
    work: Callable[..., T],
    about: tuple[Any, ...],
    patience: float | None = None,
) -> T:
    """Run `work` in a thread that `room` admits; it stops when nobody waits for it any more.

    Raises what `work` raises, and `TimeoutError` after `patience` seconds.
    """
    over = threading.Event()

    def made() -> T:
        # A question has a budget of its own; this one only adds a stop.
        with room, budget(UNCOUNTED, stop=over.is_set) as own:
            if over.is_set():
                raise Spent(own)
            return work(*about)

    try:
        return await asyncio.wait_for(in_thread(made), patience)
    finally:
        over.set()


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Run `work` in a daemon thread; it spends from the caller's budget.  Returns its future."""
    context = copy_context()
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(found: Any, problem: BaseException | None) -> None:
        if done.done():
            return
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(found)

    def run() -> None:
        found, problem = None, None
        try:
            found = context.run(work)
        except BaseException as error:
            problem = error
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(tell, found, problem)

    threading.Thread(target=run, name="beside", daemon=True).start()
    return done
