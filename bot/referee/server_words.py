"""Phrases taught on a server: all matches that belong to it know them."""

import asyncio
import json
from collections.abc import Mapping

from bot.reading.taught import lesson_in
from bot.referee.open_match import RefereeError, needed
from bot.store import Mail

MOST_WORDS = 40
WORDS = "words of "
"""Prefix of the key under which the store keeps the phrases of a server."""

NO_LESSON = (
    "a phrase of at most 60 characters means something of at most 120, both without quotation "
    "marks: phrase: the big guy means: WR1"
)
FULL = f"a server has at most {MOST_WORDS} phrases: take one away first (remove)"


class ServerWords:
    """The phrases that managers and GMs of each server have taught, with their meanings."""

    def __init__(self, mail: Mail) -> None:
        self.known: dict[str, dict[str, str]] = {}
        """By the server's id: phrases and their meanings."""
        self._mail = mail
        self._changing = asyncio.Lock()

    def load(self, notes: Mapping[str, str]) -> None:
        """Read the phrases of all servers out of the notes of the store."""
        for key, kept in notes.items():
            if key.startswith(WORDS):
                self.known[key.removeprefix(WORDS)] = json.loads(kept)

    async def read(self, server: str) -> None:
        """Read a server's phrases from the store unless they are known: a console or a forum does
        not load them at the start."""
        if server and server not in self.known:
            kept = await self._mail.cursor(WORDS + server)
            self.load({WORDS + server: kept} if kept else {})

    def of(self, server: str) -> list[tuple[str, str]]:
        """A server's (phrase, meaning) in alphabetical order."""
        return sorted(self.known.get(server, {}).items())

    async def teach(self, server: str, said: str, means: str) -> tuple[str, str]:
        """Teach a server what a phrase means.  Returns the phrase and meaning as kept.

        Raises `RefereeError` if they cannot be taught, or the server has too many.
        """
        lesson = needed(lesson_in(said, means), NO_LESSON)
        async with self._changing:
            words = {**self.known.get(server, {}), lesson[0]: lesson[1]}
            if len(words) > MOST_WORDS:
                raise RefereeError(FULL)
            await self._change(server, words)
        return lesson

    async def forget(self, server: str, said: str) -> str:
        """Remove a phrase and return it.  Raises `RefereeError` if the server does not have it."""
        known = " ".join(said.split()).casefold()
        async with self._changing:
            words = dict(self.known.get(server, {}))
            needed(words.pop(known, None), f"this server has not taught {known[:60]!r}")
            await self._change(server, words)
        return known

    async def _change(self, server: str, words: dict[str, str]) -> None:
        await self._mail.advance(WORDS + server, json.dumps(words))
        self.known[server] = words
