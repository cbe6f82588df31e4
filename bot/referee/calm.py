"""What somebody waits for goes first: posts are brought up to date when no answer is under way."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 1.0
"""So many seconds work behind an answer waits at most: a post is to follow within two."""


class Calm:
    """Counts the answers that are under way."""

    def __init__(self) -> None:
        self._busy = 0
        self._free = asyncio.Event()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for what is done here."""
        self.begin()
        try:
            yield
        finally:
            self.end()

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
