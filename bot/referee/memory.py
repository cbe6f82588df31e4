"""A soft limit of memory: beyond it questions are declined, what can be read again is dropped."""

import gc
import os
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

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
