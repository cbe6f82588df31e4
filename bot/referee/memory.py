"""What a process has in memory, and a soft limit of it: beyond it questions are declined, and what
can be read again is dropped; of matches what nobody uses goes first."""

import gc
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol
from weakref import WeakSet, WeakValueDictionary

from cachetools import LRUCache

from bot.match.tree import LogEntry
from bot.referee.open_match import OpenMatch

STATM = Path("/proc/self/statm")
MEGABYTE = 2**20


class Relieved(Protocol):
    """Whoever keeps what can be read or reckoned again."""

    def relieve(self) -> None:
        """Drop it."""


class Memory:
    """What this process uses, its limit (0: none), and who can give some back."""

    def __init__(self) -> None:
        self.limit = 0
        self._keepers: WeakSet[Relieved] = WeakSet()

    def used(self) -> int:
        """Megabytes that this process holds; 0 where the system does not tell."""
        try:
            pages = int(STATM.read_text(encoding="ascii").split()[1])
        except (OSError, ValueError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE") // MEGABYTE

    def keeps(self, keeper: Relieved) -> None:
        """Somebody who can be asked to drop something."""
        self._keepers.add(keeper)

    def is_short(self) -> bool:
        """Is the limit passed, even after everybody has dropped what he can?"""
        if not self.limit or self.used() <= self.limit:
            return False
        for keeper in list(self._keepers):
            keeper.relieve()
        gc.collect()
        return self.used() > self.limit


MEMORY = Memory()
"""That of this process."""


MATCHES_KEPT, ENTRIES_KEPT = 200, 4000


class Cache:
    """The open matches, each once, and the latest entries in full."""

    def __init__(self) -> None:
        self._tables: LRUCache[int, OpenMatch] = LRUCache(MATCHES_KEPT)
        self._alive: WeakValueDictionary[int, OpenMatch] = WeakValueDictionary()
        self._entries: LRUCache[tuple[int, int], LogEntry] = LRUCache(ENTRIES_KEPT)
        MEMORY.keeps(self)

    def relieve(self) -> None:
        """Drop what the store has as well: matches that nobody uses now, and entries."""
        self._tables.clear()
        self._entries.clear()

    def sizes(self) -> dict[str, int]:
        """How much is kept in memory, by what it is."""
        return {"matches": len(self._tables), "entries": len(self._entries)}

    def match(self, match_id: int) -> OpenMatch | None:
        """A match that is open in this process."""
        return self._alive.get(match_id)

    def keep(self, table: OpenMatch) -> OpenMatch:
        """Take a match for the open one of its number, used just now."""
        MEMORY.is_short()
        self._tables[table.record.id] = table
        self._alive[table.record.id] = table
        return table

    def drop(self, match_id: int) -> None:
        """A match is to be read anew, with its log."""
        self._tables.pop(match_id, None)
        self._alive.pop(match_id, None)
        self.forget(match_id)

    def entries(self, match_id: int, numbers: Iterable[int]) -> dict[int, LogEntry]:
        """Those of these entries that are in memory, by their number."""
        known = self._entries
        return {one: known[match_id, one] for one in numbers if (match_id, one) in known}

    def remember(self, match_id: int, entry: LogEntry) -> None:
        """An entry in full; it never changes."""
        self._entries[match_id, entry.number] = entry

    def forget(self, match_id: int) -> None:
        """The log of a match is another one now."""
        for key in [key for key in self._entries if key[0] == match_id]:
            del self._entries[key]
