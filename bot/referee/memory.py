"""A soft memory limit, and the caches of the process.

Beyond the limit, everything that can be read again is dropped, except matches in use, and questions
are declined.
"""

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
    """A holder of data that can be read or computed again."""

    def relieve(self) -> None:
        """Drop that data, to free memory."""


class Memory:
    """The memory of this process, its limit in megabytes (0: none), and who can free some."""

    def __init__(self) -> None:
        self.limit = 0
        self._keepers: WeakSet[Relieved] = WeakSet()

    def used(self) -> int:
        """Megabytes that this process holds; 0 if the system does not tell."""
        try:
            pages = int(STATM.read_text(encoding="ascii").split()[1])
        except (OSError, ValueError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE") // MEGABYTE

    def keeps(self, keeper: Relieved) -> None:
        """Register somebody who can be asked to free memory."""
        self._keepers.add(keeper)

    def is_short(self) -> bool:
        """Is the limit exceeded, even after all keepers have dropped what they can?"""
        if not self.limit or self.used() <= self.limit:
            return False
        for keeper in list(self._keepers):
            keeper.relieve()
        gc.collect()
        return self.used() > self.limit


MEMORY = Memory()
"""The one `Memory` of this process."""


MATCHES_KEPT, ENTRIES_KEPT = 200, 4000


class Cache:
    """The open matches, each held once, and full entries of their logs."""

    def __init__(self) -> None:
        self._tables: LRUCache[int, OpenMatch] = LRUCache(MATCHES_KEPT)
        self._alive: WeakValueDictionary[int, OpenMatch] = WeakValueDictionary()
        self._entries: LRUCache[tuple[int, int], LogEntry] = LRUCache(ENTRIES_KEPT)
        MEMORY.keeps(self)

    def relieve(self) -> None:
        """Drop what the store also has: entries, and matches that nobody is using now."""
        self._tables.clear()
        self._entries.clear()

    def sizes(self) -> dict[str, int]:
        """How many matches and entries are kept."""
        return {"matches": len(self._tables), "entries": len(self._entries)}

    def match(self, match_id: int) -> OpenMatch | None:
        """The match of this number if it is open in this process."""
        return self._alive.get(match_id)

    def keep(self, table: OpenMatch) -> OpenMatch:
        """Keep a match as the open one of its number, marked as just used."""
        MEMORY.is_short()
        self._tables[table.record.id] = table
        self._alive[table.record.id] = table
        return table

    def drop(self, match_id: int) -> None:
        """Forget a match and its log, so that they are read again."""
        self._tables.pop(match_id, None)
        self._alive.pop(match_id, None)
        self.forget(match_id)

    def entries(self, match_id: int, numbers: Iterable[int]) -> dict[int, LogEntry]:
        """The entries with these numbers that are in memory, by number."""
        known = self._entries
        return {one: known[match_id, one] for one in numbers if (match_id, one) in known}

    def remember(self, match_id: int, entry: LogEntry) -> None:
        """Keep a full entry; entries never change."""
        self._entries[match_id, entry.number] = entry

    def forget(self, match_id: int) -> None:
        """Forget the entries of a match, because its log was replaced."""
        for key in [key for key in self._entries if key[0] == match_id]:
            del self._entries[key]
