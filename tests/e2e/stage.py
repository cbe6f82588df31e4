"""A stage for the bot: an imagined Discord, a channel with a duel in it, two players and a GM."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import pytest

from bot.chat.client import RefereeBot, serve
from bot.config import read_discord_config
from bot.match.reply import Reply
from bot.referee.service import Referee, Table
from bot.store import Store
from tests.support import DUEL, NOON, SEED

from .standin import Home, Human, Message, Place, StandIn
from .standin.probe import aim

T = TypeVar("T")
PATIENCE = 60.0


class Patient(StandIn):
    """A Discord whose tests wait longer than usual before they give up: machines can be busy."""

    async def until(
        self, look: Callable[[], T | None], timeout: float = 5.0, what: str = "a condition"
    ) -> T:
        """The first true value of `look`."""
        return await super().until(look, max(timeout, PATIENCE), what)


@dataclass
class Stage:
    """Everything that a test looks at.  `play` is where the duel is played."""

    discord: StandIn
    home: Home
    play: Place
    ana: Human
    ben: Human
    gm: Human
    file: Path
    settings: dict[str, str] = field(default_factory=dict)
    referee: Referee | None = None
    bot: RefereeBot | None = None
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    running: asyncio.Task[None] | None = None
    now: Callable[[], datetime] = field(default=lambda: NOON)

    async def enter(self) -> RefereeBot:
        """The bot comes online, with the database as it is."""
        store = await Store.open(str(self.file))
        self.referee = Referee(store, now=self.now, seed=lambda: SEED)
        self.stop = asyncio.Event()
        config = read_discord_config({**self.discord.settings(), **self.settings})
        bots: list[RefereeBot] = []
        self.running = asyncio.create_task(serve(self.referee, config, self.stop, bots.append))
        online = self.discord.gateway
        await self.discord.until(lambda: self.running_well() and online.connected, 10, "the bot")
        self.bot = bots[-1]
        await self.bot.until_open()
        return self.bot

    def running_well(self) -> bool:
        """Fail at once if the bot has stopped."""
        if self.running is not None and self.running.done():
            self.running.result()
        return True

    async def leave(self) -> None:
        """The bot goes offline in good order."""
        self.stop.set()
        if self.running is not None:
            await self.running
        if self.referee is not None:
            await self.referee.store.close()
        self.running = self.referee = self.bot = None

    async def table(self, name: str = "duel") -> Table:
        """The match as it stands."""
        assert self.referee is not None
        return await self.referee.open(name)

    async def duel(self, name: str = "duel", place: Place | None = None) -> Table:
        """Two Legionnaires against a Goblin, in army 1's Move turn, settled in the channel."""
        assert self.referee is not None
        assert self.bot is not None
        where = place or self.play
        seats = ((0, str(self.gm.id)), (1, str(self.ana.id)), (2, str(self.ben.id)))
        table = await self.referee.create(name, "crusade7", seats=seats, scene=True)
        await self.bot.announcer.open_match(table)
        for line in DUEL:
            reply: Reply = await self.referee.submit(table, 0, line)
            assert reply.ok, reply
        channel = self.bot.get_partial_messageable(where.id)
        await self.bot.settle(table, channel, where.id, self.home.id)
        await where.says("(live)")
        await where.says("**duel** begins" if name == "duel" else "begins")
        return table

    def replies(self, message: Message) -> list[str]:
        """What the bot answered to a message."""
        return [one.content for one in self.play.from_bot if one.replied is message]


@asynccontextmanager
async def stage(
    monkeypatch: pytest.MonkeyPatch, folder: Path, content: bool = True, **settings: str
) -> AsyncIterator[Stage]:
    """An imagined Discord with the bot on it; everything is put away at the end."""
    async with Patient() as discord_:
        aim(discord_, monkeypatch)
        if not content:
            discord_.world.privileged.discard("message_content")
        home = discord_.guild("Home")
        people = [home.member(name) for name in ("Ana", "Ben", "Gim")]
        place = home.channel("duel")
        built = Stage(discord_, home, place, *people, file=folder / "r.sqlite", settings=settings)
        try:
            await built.enter()
            yield built
        finally:
            with contextlib.suppress(asyncio.CancelledError):
                await built.leave()
