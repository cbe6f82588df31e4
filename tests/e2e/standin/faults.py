"""What can go wrong on the way to Discord's REST interface, when a test says so."""

import asyncio
import hashlib
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from .errors import Json

HTML = "<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>"
STATUS, PAGE, LIMIT, DELAY, DROP, TRUNCATE = "status", "page", "limit", "delay", "drop", "truncate"
HOLD = "hold"
SLOW_LINE = "REFEREE_SLOW_LINE"
"""An environment variable: a seed, perhaps with the longest delay in milliseconds: `7`, `7:120`."""


@dataclass(eq=False)
class Fault:
    """One scripted accident.  `stored`: the request takes effect, only its answer is affected."""

    pattern: str
    kind: str
    times: int = 1
    stored: bool = False
    status: int = 500
    seconds: float = 0.0
    is_global: bool = False
    skip: int = 0
    when: Callable[[Json], bool] | None = None
    met: int = 0
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let what is held go on."""
        self.gate.set()

    async def wait(self) -> None:
        """Wait as long as a delay or a hold lasts."""
        if self.kind == HOLD:
            await self.gate.wait()
        else:
            await asyncio.sleep(self.seconds)

    def matches(self, method: str, path: str, form: object) -> bool:
        """Does this request fit the pattern, such as `POST /channels/*/messages`?"""
        verb, _, place = self.pattern.partition(" ")
        if verb not in {method, "*"} or not fnmatchcase(path, place):
            return False
        return self.when is None or (isinstance(form, dict) and self.when(form))


class Faults:
    """The accidents still to come; of those that fit a request, the first happens."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self.kept: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Script any accident; the methods below are the usual ones."""
        self.waiting.append(fault)
        return fault

    def fail(self, pattern: str, status: int = 500, times: int = 1, stored: bool = False) -> Fault:
        """Answer with a status and a JSON error; with `stored` the effect has happened."""
        return self.add(Fault(pattern, STATUS, times, stored, status))

    def page(self, pattern: str, status: int = 502, times: int = 1, stored: bool = False) -> Fault:
        """Answer with a proxy's HTML page instead of JSON."""
        return self.add(Fault(pattern, PAGE, times, stored, status))

    def limit(
        self, pattern: str, retry_after: float = 0.2, times: int = 1, is_global: bool = False
    ) -> Fault:
        """Answer 429 with all its headers."""
        fault = Fault(pattern, LIMIT, times, seconds=retry_after, is_global=is_global)
        return self.add(fault)

    def delay(self, pattern: str, seconds: float, times: int = 1, stored: bool = False) -> Fault:
        """Take real time, before the effect or (stored) between effect and answer."""
        return self.add(Fault(pattern, DELAY, times, stored, seconds=seconds))

    def hold(
        self, pattern: str, when: Callable[[Json], bool] | None = None, stored: bool = True
    ) -> Fault:
        """Keep the next such request, or (stored) the answer to it, until the test releases it."""
        return self.add(Fault(pattern, HOLD, stored=stored, when=when))

    def drop(self, pattern: str, times: int = 1, stored: bool = False) -> Fault:
        """Cut the connection without an answer."""
        return self.add(Fault(pattern, DROP, times, stored))

    def truncate(self, pattern: str, times: int = 1) -> Fault:
        """Send half of the answer and cut the connection."""
        return self.add(Fault(pattern, TRUNCATE, times, stored=True))

    def take(self, method: str, path: str, form: object) -> Fault | None:
        """The accident that happens to this request, if any; it counts as used once."""
        for fault in self.waiting:
            if not fault.matches(method, path, form):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.met += 1
            fault.times -= 1
            if fault.kind == HOLD:
                self.kept.append(fault)
            if fault.times <= 0:
                self.waiting.remove(fault)
            return fault
        return None

    @property
    def holding(self) -> bool:
        """Is a request held back at this moment?"""
        return any(not fault.gate.is_set() for fault in self.kept)

    def clear(self) -> None:
        """Forget all accidents that are still to come."""
        self.waiting.clear()


class Slowness:
    """A slow line: each request, answer and event is delayed by a random time.

    With the environment variable every line is slow, and so are people when they look.
    """

    def __init__(self) -> None:
        seed, _, most = os.environ.get(SLOW_LINE, "").partition(":")
        self.most = float(most or 40) / 1000 if seed else 0.0
        self._chance = random.Random(seed)
        self._lag, self._glance = self.most, random.Random(f"eyes {seed}")

    def begin(self, seed: int, most: float) -> None:
        """From now on each request, answer and event takes up to so many seconds."""
        self._chance, self.most = random.Random(seed), most

    async def wait(self) -> None:
        """Wait while something is on the way."""
        if self.most:
            await asyncio.sleep(self._chance.random() * self.most)

    async def look(self) -> None:
        """Wait a moment before a person looks, half of the time."""
        if self._lag and self._glance.random() < 0.5:
            await asyncio.sleep(self._glance.random() * self._lag)


@dataclass
class Bucket:
    """The window of one rate limit, in real time, because clients really sleep."""

    limit: int
    window: float
    used: int = 0
    ends: float = 0.0

    def take(self) -> float:
        """Count one request; 0.0 if it is allowed, else the seconds to wait."""
        now = time.monotonic()
        if now >= self.ends:
            self.used, self.ends = 0, now + self.window
        if self.used >= self.limit:
            return self.ends - now
        self.used += 1
        return 0.0

    def headers(self, name: str) -> dict[str, str]:
        """The X-RateLimit headers of every answer."""
        left = max(0.0, self.ends - time.monotonic())
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(0, self.limit - self.used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }


@dataclass
class Buckets:
    """Rate limits per route and major id: generous by default, strict when a test narrows them."""

    roomy: tuple[int, float] = (1000, 1.0)
    narrowed: dict[str, tuple[int, float]] = field(default_factory=dict)
    open: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    everything: Bucket | None = None

    def narrow(self, pattern: str, limit: int, window: float) -> None:
        """Allow `limit` requests per window of seconds, e.g. on `POST /channels/*/messages`."""
        self.narrowed[pattern] = (limit, window)
        self.open.clear()

    def narrow_everything(self, limit: int, window: float) -> None:
        """Set the global limit; Discord's own is 50 in one second."""
        self.everything = Bucket(limit, window)

    def of(self, method: str, route: str, major: str, path: str) -> tuple[str, Bucket]:
        """The bucket's name and state for one request."""
        name = hashlib.sha1(f"{method} {route}".encode()).hexdigest()[:16]
        if (name, major) not in self.open:
            size = self.roomy
            for pattern, narrow in self.narrowed.items():
                if Fault(pattern, LIMIT).matches(method, path, None):
                    size = narrow
            self.open[name, major] = Bucket(*size)
        return name, self.open[name, major]
