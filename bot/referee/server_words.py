"""Words that a server teaches: every match that belongs to it knows them."""

import asyncio
import json
from collections.abc import Mapping

from bot.reading.taught import lesson_in
from bot.referee.open_match import RefereeError
from bot.store import Mail

MOST_WORDS = 40
WORDS = "words of "
"""What the note of a server's words begins with."""

NO_LESSON = (
    "a phrase of at most 60 characters means something of at most 120, both without quotation "
    "marks: phrase: the big guy means: WR1"
)
FULL = f"a server has at most {MOST_WORDS} phrases: take one away first (remove)"


class ServerWords:
    """What phrases mean on each server, as its managers and GMs have taught it."""

    def __init__(self, mail: Mail) -> None:
        self.known: dict[str, dict[str, str]] = {}
        """By the server's id: what is said, and what it means."""
        self._mail = mail
        self._changing = asyncio.Lock()

    def load(self, notes: Mapping[str, str]) -> None:
        """Take over what was kept, from all notes of the store."""
        for key, kept in notes.items():
            if key.startswith(WORDS):
                self.known[key.removeprefix(WORDS)] = json.loads(kept)

    async def read(self, server: str) -> None:
        """What is kept of a server, also where no bot has read it: in a console, for a forum."""
        if server and server not in self.known:
            kept = await self._mail.cursor(WORDS + server)
            self.load({WORDS + server: kept} if kept else {})

    def of(self, server: str) -> list[tuple[str, str]]:
        """What a server has taught, by the alphabet."""
        return sorted(self.known.get(server, {}).items())

    async def teach(self, server: str, said: str, means: str) -> tuple[str, str]:
        """From now on a phrase means this on a server.  Raises `RefereeError` for what is no
        lesson, and where there are too many."""
        lesson = lesson_in(said, means)
        if lesson is None:
            raise RefereeError(NO_LESSON)
        async with self._changing:
            words = {**self.known.get(server, {}), lesson[0]: lesson[1]}
            if len(words) > MOST_WORDS:
                raise RefereeError(FULL)
            await self._change(server, words)
        return lesson

    async def forget(self, server: str, said: str) -> str:
        """A phrase means nothing any more.  Raises `RefereeError` if it did not before."""
        known = " ".join(said.split()).casefold()
        async with self._changing:
            words = dict(self.known.get(server, {}))
            if words.pop(known, None) is None:
                raise RefereeError(f"this server has not taught {known[:60]!r}")
            await self._change(server, words)
        return known

    async def _change(self, server: str, words: dict[str, str]) -> None:
        await self._mail.advance(WORDS + server, json.dumps(words))
        self.known[server] = words
