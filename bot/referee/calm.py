"""What somebody waits for goes first: posts are brought up to date when no answer is under way."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

PATIENCE = 1.0
"""So many seconds work behind an answer waits at most: a post is to follow within two."""

FEW, LONG = 4, 0.1
"""So many texts are dealt with at once: the first need not wait for the last.  One that takes so
many seconds lets the next one in."""


class Calm:
    """Counts the answers that are under way, and lets them come one after another."""

    def __init__(self) -> None:
        self._busy = 0
        self._free = asyncio.Event()
        self._few = asyncio.Semaphore(FEW)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for what is done here."""
        self.begin()
        try:
            yield
        finally:
            self.end()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The same for a text in its turn, after those that came before it."""
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
        """Somebody waits for an answer from now on."""
        self._busy += 1
        self._free.clear()

    def end(self) -> None:
        """He has it."""
        self._busy -= 1
        if not self._busy:
            self._free.set()

    async def wait(self, patience: float = PATIENCE) -> None:
        """Until nobody waits, but not for ever."""
        if not self._busy:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._busy:
                    await self._free.wait()
