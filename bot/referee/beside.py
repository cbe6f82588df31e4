"""Reckoning beside the event loop: a bounded number at once, in a queue, and ended in time.

Its threads are nobody's to wait for, not even the end of the program's; whatever counts its steps
in one of them stops soon after nobody waits for it any more.
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
from rules.line.work import Spent, budget

T = TypeVar("T")

PATIENCE = 10.0
"""So many seconds a question is waited for, in the queue and under way."""

AT_ONCE = 2
"""So many questions are reckoned at the same time."""

EACH, MOST = 3, 8
"""So many may wait or be under way for one asker of a match, and for the whole match."""

UNCOUNTED = 10**12
"""A question has a budget of its own; the one around it only lends it the stop."""

TOO_MANY = "several questions about this match are being reckoned: ask again in a moment"
SHORT = "I am short of memory and answer no questions now; orders go on as ever"
TOO_LONG = "this takes too long to reckon: ask about less at a time, such as one unit"

_ROOM = threading.Semaphore(AT_ONCE)

PAGES_AT_ONCE, PAGES_WAITING = 2, 30
"""So many pages are made at the same time, and so many more may wait."""

SCENES_WAITING = 300
"""Boards are looked at in every match, perhaps in all of them at once."""

BUSY = "many pages are being made: ask again in a moment"


async def beside(
    table: OpenMatch,
    asker: Hashable,
    work: Callable[..., T],
    *about: Any,
    patience: float | None = None,
) -> T:
    """What `work` finds, reckoned in a thread; `asker`: for whom it is.

    Raises what `work` raises, and `RefereeError` where too many wait or it takes too long.
    """
    if MEMORY.is_short():
        raise RefereeError(SHORT)
    asked = table.asked
    if asked[asker] >= EACH or asked.total() >= MOST:
        raise RefereeError(TOO_MANY)
    over = threading.Event()

    def reckon() -> T:
        with _ROOM, budget(UNCOUNTED, stop=over.is_set) as own:
            if over.is_set():
                raise Spent(own)
            return work(*about)

    asked[asker] += 1
    try:
        return await asyncio.wait_for(in_thread(reckon), PATIENCE if patience is None else patience)
    except TimeoutError:
        raise RefereeError(TOO_LONG) from None
    finally:
        over.set()
        asked[asker] -= 1
        if not asked[asker]:
            del asked[asker]


AT_HAND = 20_000
"""So many steps of a line are reckoned on the event loop: others wait some 20 ms for them."""


async def at_hand(work: Callable[..., T], *about: Any, dice: Dice) -> T:
    """What a line comes to, `soon`; the faces that have fallen stay.  `work` gets the dice last."""
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
    """What `work` finds: at once if that takes few steps, else from the beginning in a thread.
    Raises what it raises."""
    with budget(AT_HAND) as own:
        try:
            return work()
        except Spent as spent:
            if spent.budget is not own:
                raise
    return await in_thread(work)


class Desk:
    """Makes what no question of a match is: pages, pictures, topics of the help.

    It has threads of its own, a bounded number, so that nothing else ever waits for them.  What
    nobody waits for any more stops as soon as it counts its steps.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._room = threading.Semaphore(at_once)
        self._most = at_once + waiting
        self._asked = 0

    async def make(self, work: Callable[..., T], *about: Any) -> T:
        """What `work` makes.  Raises what it raises, and `RefereeError` where too many wait."""
        if self._asked >= self._most:
            raise RefereeError(BUSY)

        over = threading.Event()

        def made() -> T:
            with self._room, budget(UNCOUNTED, stop=over.is_set) as own:
                if over.is_set():
                    raise Spent(own)
                return work(*about)

        self._asked += 1
        try:
            return await in_thread(made)
        finally:
            over.set()
            self._asked -= 1


PAGES = Desk(PAGES_AT_ONCE, PAGES_WAITING)
SCENES = Desk(PAGES_AT_ONCE, SCENES_WAITING)
"""What is to be seen on a board; it is drawn elsewhere."""

READERS = Desk(PAGES_AT_ONCE, SCENES_WAITING)
"""Messages that may take long to read."""


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Work in a thread that nobody has to wait for, not even the end of the program; it spends of
    the budget of whoever asks."""
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
