"""Waiting for the stand-in's world to change, without polling and without sleeping."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def at_once() -> None:
    """Wait for nothing."""


class Pulse:
    """Beats at every change of the world; at each beat, those who wait look again."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()
        self.guard: Callable[[], None] = lambda: None
        self.lag: Callable[[], Awaitable[None]] = at_once

    def touch(self) -> None:
        """Beat: something changed."""
        for future in self._waiting:
            if not future.done():
                future.get_loop().call_soon_threadsafe(_finish, future)

    async def until(self, look: Callable[[], T | None], timeout: float, what: str) -> T:
        """Wait for the first true value of `look`.  Raises AssertionError, naming `what`, after
        `timeout` seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            await self.lag()
            self.guard()
            found = look()
            if found:
                return found
            future: asyncio.Future[None] = loop.create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait_for(future, max(0.0, end - loop.time()))
            except TimeoutError:
                raise AssertionError(f"waited {timeout} s in vain for {what}") from None
            finally:
                self._waiting.discard(future)


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
