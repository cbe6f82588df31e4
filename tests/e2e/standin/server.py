"""The entry point: `async with StandIn() as discord_` is a whole Discord on one loopback port."""

import os
from collections.abc import Awaitable, Callable
from datetime import datetime
from fnmatch import fnmatchcase
from types import TracebackType
from typing import TypeVar

from aiohttp import web

from . import (
    http,
    routes_channels,
    routes_guilds,
    routes_interactions,
    routes_messages,
    routes_threads,
)
from .clock import START, Clock
from .driver import Human
from .faults import Buckets, Faults, Slowness
from .gateway import Gateway
from .guild import Message, User
from .http import PREFIX, Call
from .interactions import Interaction
from .permissions import BOT
from .places import Home, Place
from .pulse import at_once
from .world import World

T = TypeVar("T")

PATIENCE = float(os.environ.get("REFEREE_PATIENCE", "60"))
"""Seconds that a test waits at least before it gives up, since machines can be busy."""

HOST = "127.0.0.1"
TOKEN = "stand-in-token"
ROUTE_MODULES = (
    routes_channels,
    routes_guilds,
    routes_interactions,
    routes_messages,
    routes_threads,
)


class StandInError(AssertionError):
    """The bot did something that the stand-in does not know, or the stand-in broke."""


class StandIn:
    """A stand-in for Discord with one bot application; a test may look at all of its state."""

    def __init__(
        self, bot: str = "Referee", start: datetime = START, world: World | None = None
    ) -> None:
        self.world = world or World(bot, start)
        self.token = TOKEN
        self.faults = Faults()
        self.buckets = Buckets()
        self.slowness = Slowness()
        self.patience = PATIENCE
        self.rest: Callable[[], Awaitable[None]] = at_once
        """Waits until all that has begun is done; `until` then looks once more."""
        self.serving = 0
        """How many requests are under way."""
        self.gateway = Gateway(self)
        self.requests: list[Call] = []
        self.problems: list[str] = []
        self.people: dict[int, Human] = {}
        self.port = 0
        self._runner: web.AppRunner | None = None
        self.world.listeners = [self.gateway.deliver]
        self.world.pulse.guard = self.check
        self.world.pulse.lag = self.slowness.look

    @property
    def clock(self) -> Clock:
        """The time of this Discord; `clock.advance(seconds)` moves it."""
        return self.world.clock

    @property
    def bot(self) -> User:
        """The bot's account."""
        return self.world.bot

    @property
    def gateway_url(self) -> str:
        """Where websockets connect."""
        return f"ws://{HOST}:{self.port}/gateway"

    def settings(self) -> dict[str, str]:
        """The environment that makes a bot talk to this Discord alone."""
        return {
            "DISCORD_API_BASE": f"http://{HOST}:{self.port}{PREFIX}",
            "DISCORD_GATEWAY_URL": self.gateway_url,
            "DISCORD_CDN_BASE": self.world.cdn_base,
            "DISCORD_TOKEN": self.token,
            "DISCORD_APPLICATION_ID": str(self.world.application_id),
        }

    async def __aenter__(self) -> "StandIn":
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()
        if error is None:
            self.check()

    async def start(self) -> None:
        """Listen: the first time on a free port, later on the same one."""
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/cdn/attachments/{place}/{file_id}/{filename}", self._download)
        app.router.add_route("*", PREFIX + "/{path:.*}", self._serve)
        app.router.add_route("*", "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.cdn_base = f"http://{HOST}:{self.port}/cdn"

    async def stop(self) -> None:
        """Stop listening and close all connections; all state stays."""
        await self.gateway.shut()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def restart(self, keep_sessions: bool = True) -> None:
        """Stop and start on the same port with all state, perhaps without the sessions."""
        await self.stop()
        if not keep_sessions:
            self.gateway.forget_sessions()
        await self.start()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        return await http.serve(self, request)

    async def _download(self, request: web.Request) -> web.Response:
        return await http.download(self, request)

    def complain(self, problem: str) -> None:
        """Note something that must fail the test."""
        self.problems.append(problem)
        self.world.pulse.touch()

    def check(self) -> None:
        """Raise StandInError if there was any problem."""
        if self.problems:
            raise StandInError("\n".join(self.problems))

    def guild(self, name: str = "Home", permissions: int = BOT) -> Home:
        """A new guild; `permissions` are the bot's."""
        return Home(self, self.world.new_guild(name, permissions))

    def person(self, user: User) -> Human:
        """The person behind an account; always the same one."""
        return self.people.setdefault(user.id, Human(self, user))

    def dm(self, person: Human) -> Place:
        """The conversation between the bot and a person."""
        return Place(self, self.world.dm_with(person.user))

    async def online(self, timeout: float = 10.0, sessions: int = 1) -> None:
        """Wait until the bot is connected and identified (or resumed)."""
        await self.until(lambda: len(self.gateway.connected) >= sessions, timeout, "the bot")

    async def until(
        self, look: Callable[[], T | None], timeout: float = 5.0, what: str = "a condition"
    ) -> T:
        """Wait for a true value of `look`, which is called again at each change; then wait until
        all that goes on is done, and return its last value if that is true, else the first."""
        found = await self.world.pulse.until(look, max(timeout, self.patience), what)
        await self.rest()
        return look() or found

    def messages(self) -> list[Message]:
        """Every message anywhere, oldest first."""
        found = [m for channel in self.world.channels.values() for m in channel.messages.values()]
        return sorted(found, key=lambda message: message.id)

    def interactions(self) -> list[Interaction]:
        """Every interaction so far."""
        return [*self.world.interactions.values()]

    @property
    def refusals(self) -> list[Call]:
        """The requests that were answered with a 4xx error other than 429."""
        return [call for call in self.requests if 400 <= call.status < 500 and call.status != 429]

    def asked(self, method: str, path: str) -> list[Call]:
        """The requests to a place, e.g. `asked("POST", "/channels/*/messages")`."""
        same = [call for call in self.requests if call.method == method]
        return [call for call in same if fnmatchcase(call.path, path)]
