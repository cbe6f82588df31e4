"""Answers go before background work: posts are updated when no answer is under way."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

PATIENCE = 1.0
"""Seconds that background work waits for answers at most: a post should follow within two."""

FEW, LONG = 4, 0.1
"""How many texts are handled at the same time, and after how many seconds a slow one no longer
counts, so that the next one may begin."""


class Calm:
    """Counts the answers under way and limits how many are worked on at the same time."""

    def __init__(self) -> None:
        self._busy = 0
        self._free = asyncio.Event()
        self._few = asyncio.Semaphore(FEW)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """A context in which somebody waits for an answer."""
        self.begin()
        try:
            yield
        finally:
            self.end()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """As `answering`, but first wait for one of the `FEW` places, in order of arrival."""
        let_in = False

        def next_one() -> None:
            nonlocal let_in
            if not let_in:
                let_in = True
                self._few.release()

        with self.answering():
            await self._few.acquire()
            over = asyncio.get_running_loop().call_later(LONG, next_one)
            try:
                yield
            finally:
                over.cancel()
                next_one()

    def begin(self) -> None:
        """From now on one more person waits for an answer."""
        self._busy += 1
        self._free.clear()

    def end(self) -> None:
        """One person has got the answer."""
        self._busy -= 1
        if not self._busy:
            self._free.set()

    async def wait(self, patience: float = PATIENCE) -> None:
        """Return once nobody waits for an answer, or after `patience` seconds."""
        if not self._busy:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._busy:
                    await self._free.wait()
