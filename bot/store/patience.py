"""Retry until the database answers: it can be away for a moment."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import TypeVar

from bot.store.errors import StoreError

T = TypeVar("T")

log = logging.getLogger("referee.store")

FIRST, LONGEST = 0.25, 15.0
"""Seconds to wait before the second try, and at most between two later ones."""


async def ended(task: "asyncio.Task[None] | None") -> None:
    """Cancel a task, if there is one, and wait until it has ended."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def when_it_answers(
    work: Callable[[], Awaitable[T]],
    over: Callable[[], bool] = lambda: False,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> T:
    """Return what `work` returns, retrying until the database answers.  It must be safe to repeat.

    Raises the `StoreError` of a failed try if `over` returns true after it.
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
