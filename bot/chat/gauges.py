"""Metrics of this process, counted as things happen or looked up when asked for, and the page that
shows them to whoever runs the bot."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

from bot.config import Trouble
from bot.doors.saying import Answer
from bot.store import StoreError
from bot.store.patience import ended

if TYPE_CHECKING:
    from bot.chat.client import RefereeBot

log = logging.getLogger("referee.health")

LOOK = 1.0
"""Seconds between two measurements of how late the event loop is."""

QUICK = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the buckets of answer times, in seconds."""


class Gauges:
    """The metrics of one bot.  Each name begins with `referee_`; none of them tells who or what."""

    def __init__(self, bot: "RefereeBot") -> None:
        self._bot = bot
        self.registry = own = CollectorRegistry()
        ProcessCollector(registry=own)

        def counter(name: str, said: str, label: str) -> Counter:
            return Counter(f"referee_{name}", said, [label], registry=own)

        def gauge(name: str, said: str, *labels: str) -> Gauge:
            return Gauge(f"referee_{name}", said, labels, registry=own)

        self._lines = counter("lines", "Lines of orders, by what became of them", "became")
        self._messages = counter("messages", "Messages, by what became of them", "became")
        self._signs = counter("signs", "Signs that messages were to have", "sign")
        self.answers = Histogram(
            "referee_answer_seconds",
            "From hearing to knowing the answer",
            registry=own,
            buckets=QUICK,
        )
        self._lag = gauge("loop_lag_seconds", "How late the event loop was at the last look")
        self._waiting = gauge("outbox_waiting", "Posts in the database that wait to be sent")
        self._oldest = gauge("outbox_oldest_seconds", "How long the first of them was seen waiting")
        self._late = gauge("deadlines_late", "Deadlines in the database that have passed")
        self._latest = gauge("deadlines_late_seconds", "How long ago the first of them passed")
        self._shards = gauge(
            "shard_connected", "Whether a shard of this process is connected", "shard"
        )
        self._cached = gauge("cached", "What is kept in memory", "what")
        self._seen: dict[int, float] = {}
        self._looking: asyncio.Task[None] | None = None

    # --- counted --------------------------------------------------------------------------------

    def answered(self, answer: Answer) -> None:
        """Count a message that was dealt with, and its lines."""
        told = "told" if answer.text or answer.public else "nothing"
        became: tuple[str, ...] = answer.marked or (told,)
        if answer.offer is not None:
            became = ("offered",)
        for one in became:
            self._messages.labels(one).inc()
        for reply in answer.replies:
            self._lines.labels("filed").inc(len(reply.accepted))
            self._lines.labels("refused").inc(len(reply.refused))
            self._lines.labels("unreadable").inc(len(reply.unreadable))
            self._lines.labels("answered").inc(len(reply.answers))

    def signed(self, signs: tuple[str, ...]) -> None:
        """Count the signs that a message is to get."""
        for sign in signs:
            self._signs.labels(sign).inc()

    # --- looked up ------------------------------------------------------------------------------

    def start(self) -> None:
        """Start to measure the event loop."""
        self._looking = self._looking or asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop measuring."""
        await ended(self._looking)

    async def _look(self) -> None:
        while True:
            due = time.perf_counter() + LOOK
            await asyncio.sleep(LOOK)
            self._lag.set(max(0.0, time.perf_counter() - due))

    async def health(self) -> dict[str, Any]:
        """The state of the bot: connected shards, what is late, and `problems` in sentences."""
        bot, problems = self._bot, []
        connected = set(bot.gateways.connected)
        for shard in bot.gateways.own:
            self._shards.labels(str(shard)).set(shard in connected)
            if shard not in connected:
                problems.append(f"shard {shard} is not connected")
        for what, count in bot.referee.cache.sizes().items():
            self._cached.labels(what).set(count)
        found: dict[str, Any] = {}
        try:
            found = await self._look_up()
        except StoreError as problem:
            problems.append(str(problem))
        return {
            "healthy": not problems,
            "problems": problems,
            "shards": sorted(connected),
            "shard_count": bot.gateways.count,
            "loop_lag": value_of(self._lag),
            **found,
        }

    async def _look_up(self) -> dict[str, Any]:
        referee, now = self._bot.referee, time.monotonic()
        waiting = [post.id for post in await referee.mail.unsent()]
        self._seen = {number: self._seen.get(number, now) for number in waiting}
        oldest = now - min(self._seen.values(), default=now)
        count, seconds = await self._bot.timekeeper.times.late(self._bot.deadlines.now())
        self._waiting.set(len(waiting))
        self._oldest.set(oldest)
        self._late.set(count)
        self._latest.set(seconds)
        return {"waiting": len(waiting), "oldest": round(oldest, 1), "late": count}

    async def page(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        await self.health()
        return generate_latest(self.registry)


def value_of(gauge: Gauge) -> float:
    """The present value of a gauge."""
    return round(float(next(iter(gauge.collect())).samples[0].value), 4)


# --- the page -------------------------------------------------------------------------------------


HOST = "127.0.0.1"
TEXT = "text/plain; version=0.0.4; charset=utf-8"


class HealthPage:
    """`/health` is the state of the bot as JSON (503: it has problems), `/metrics` its metrics."""

    def __init__(self, gauges: Gauges, port: int | None) -> None:
        self._gauges = gauges
        self._port = port
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen, if a port is set.  Raises `Trouble` if the port cannot be used."""
        if self._port is None:
            return
        self._gauges.start()
        app = web.Application()
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._port).start()
        except OSError as error:
            await self.close()
            raise Trouble(
                f"REFEREE_HEALTH_PORT: port {self._port} cannot be used: {error.strerror}"
            ) from error
        log.info("health and metrics on http://%s:%d", HOST, self._port)

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        await self._gauges.close()

    async def _health(self, _: web.Request) -> web.Response:
        found = await self._gauges.health()
        return web.json_response(found, status=200 if found["healthy"] else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        page = await self._gauges.page()
        return web.Response(body=page, headers={"Content-Type": TEXT})
