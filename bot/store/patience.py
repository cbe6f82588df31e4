"""A database can be away for a moment: what is safe to do twice is tried until it answers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from bot.store.errors import StoreError

T = TypeVar("T")

log = logging.getLogger("referee.store")

FIRST, LONGEST = 0.25, 15.0
"""So many seconds it is waited before the second try, and at most between two."""


async def when_it_answers(
    work: Callable[[], Awaitable[T]],
    over: Callable[[], bool] = lambda: False,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> T:
    """What `work` returns, tried until the database answers: it must be safe to do it twice.

    Raises the last `StoreError` when it is `over`.
    """
    for attempt in count():
        try:
            return await work()
        except StoreError as problem:
            if over():
                raise
            log.info("tried again in a moment: %s", problem)
        await sleep(min(LONGEST, FIRST * 2 ** min(attempt, 10)))
    raise AssertionError("the last attempt returns or raises")
