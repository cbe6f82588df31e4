"""Rate limit per account: generous for players, slow for floods."""

import time
from collections.abc import Callable

from cachetools import LRUCache

from bot.referee.service import RefereeError

ACCOUNTS = 10_000


class Pace:
    """A bucket of `burst` acts per account that refills by one every `every` seconds."""

    def __init__(
        self, burst: int = 20, every: float = 1.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst = burst
        self.every = every
        self._now = now
        self._spent: LRUCache[str, tuple[float, float]] = LRUCache(ACCOUNTS)

    def check(self, user: str) -> None:
        """Count one more act of this account.  Raises `RefereeError` if it is one too many."""
        now = self._now()
        spent, at = self._spent.get(user, (0.0, now))
        spent = max(0.0, spent - (now - at) / self.every)
        if spent + 1 > self.burst:
            wait = max(1, round((spent + 1 - self.burst) * self.every))
            raise RefereeError(
                f"that is faster than I can referee: wait {wait} second{'s' * (wait != 1)} and "
                "send it again; nothing of it was run"
            )
        self._spent[user] = (spent + 1, now)
