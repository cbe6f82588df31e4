"""A page for whoever keeps the bot running: on this machine alone, on the port of the settings."""

import logging

from aiohttp import web

from bot.chat.gauges import Gauges
from bot.config import Trouble

log = logging.getLogger("referee.health")

HOST = "127.0.0.1"
TEXT = "text/plain; version=0.0.4; charset=utf-8"


class HealthPage:
    """`/health` says how the bot does (503: not well), `/metrics` all numbers."""

    def __init__(self, gauges: Gauges, port: int | None) -> None:
        self._gauges = gauges
        self._port = port
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen, if there is a port.  Raises `Trouble` if another program has it."""
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
        """Listen no more."""
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
