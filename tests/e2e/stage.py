"""A stage for the bot: a stand-in for Discord, a channel for a duel, two players and a GM."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from bot.chat import serving
from bot.chat.client import RefereeBot
from bot.config import read_discord_config
from bot.lobby.welcome import WELCOMED
from bot.match.reply import Reply
from bot.referee.service import OpenMatch, Referee
from bot.store import Store
from tests.support import DUEL, NOON, SEED

from .standin import PATIENCE, Home, Human, Message, Place, StandIn
from .standin.probe import aim, hears

WORK = ("Inbox._catch_up", "Workers._run")
"""Tasks of the bot that end when all is done.  (Tasks of discord.py for an event are told by their
names.)"""

RESTS = ("Workers._rest",)
"""What such a task awaits while it pauses before it tries again."""


class RareCollector:
    """Stands in for `gc` in a bot that shares the process with the whole suite, where to collect
    all garbage at each start would take a second."""

    frozen = False

    def freeze(self) -> None:
        """Freeze what the first bot of this process has loaded, since all others use it too."""
        if not RareCollector.frozen:
            gc.freeze()
        RareCollector.frozen = True

    def unfreeze(self) -> None:
        """Leave frozen what is frozen."""

    def collect(self) -> int:
        """Collect nothing."""
        return 0


TIRELESS = 1_000_000
"""How many acts at once the bot allows in tests, since a fast machine makes many in a second.  A
test of floods sets a `Pace` of its own."""

PRESENT: list["Stage"] = []
"""The stages in use at this moment."""


async def at_rest() -> None:
    """Wait until all stages have finished what they are doing."""
    for one in PRESENT:
        await one.rest()


def is_work(task: "asyncio.Task[object]") -> bool:
    """Is this task dealing with something that has happened?"""
    coroutine = task.get_coro()
    what = getattr(coroutine, "__qualname__", "")
    within = getattr(getattr(coroutine, "cr_await", None), "__qualname__", "")
    return hears(task) or (what in WORK and within not in RESTS)


@dataclass
class Stage:
    """Everything that a test looks at.  `play` is the channel of the duel."""

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
    greeted: bool = True
    """Has the bot said hello to this server before?  If not, it does so after two seconds."""

    async def enter(self) -> RefereeBot:
        """Bring the bot online, with the database as it is."""
        store = await Store.open(str(self.file))
        self.referee = Referee(store, now=self.now, seed=lambda: SEED)
        if self.greeted:
            await self.referee.mail.remember(f"server {self.home.id}", {WELCOMED: "yes"})
        self.stop = asyncio.Event()
        config = read_discord_config({**self.discord.settings(), **self.settings})
        bots: list[RefereeBot] = []
        self.running = asyncio.create_task(
            serving.serve(self.referee, config, self.stop, bots.append)
        )
        online = self.discord.gateway
        await self.discord.until(lambda: self.running_well() and online.connected, 10, "the bot")
        self.bot = bots[-1]
        for pace in (self.bot.looking, self.bot.doors.pace, self.bot.founding.pace):
            pace.burst = TIRELESS
        await self.bot.messages.inbox.opened()
        return self.bot

    def running_well(self) -> bool:
        """Always True, but raises the bot's error if the bot has stopped with one."""
        if self.running is not None and self.running.done():
            self.running.result()
        return True

    async def leave(self) -> None:
        """Take the bot offline in good order."""
        self.stop.set()
        if self.running is not None:
            await self.running
        if self.referee is not None:
            await self.referee.store.close()
        self.running = self.referee = self.bot = None

    async def quiet(self, but: Callable[[], bool] = lambda: False) -> None:
        """Wait until all that was said and pressed is dealt with, and all posts are up to date, or
        pause before they are tried again.  Stops waiting as soon as `but` returns True."""
        still = 0
        async with asyncio.timeout(3 * PATIENCE):
            while still < 3 and not but():
                still = 0 if self.stirs() else still + 1
                await asyncio.sleep(0 if still else 0.005)

    async def rest(self) -> None:
        """Like `quiet`, unless there is no bot, or the test holds back a request."""
        if self.bot is not None:
            await self.quiet(but=lambda: self.bot is None or self.discord.faults.holding)

    async def comes_true(self, look: Callable[[], Awaitable[bool]]) -> None:
        """Wait until `look` returns True, for something that cannot be seen on Discord."""
        async with asyncio.timeout(3 * PATIENCE):
            while not await look():
                await asyncio.sleep(0.01)
        await self.rest()

    def stirs(self) -> bool:
        """Is something on its way to the bot, or being dealt with?"""
        assert self.bot is not None
        self.running_well()
        self.discord.check()
        sent = [session.seq for session in self.discord.gateway.connected]
        socket, shards = self.bot._connection._get_websocket, self.bot.shards
        heard = [socket(shard_id=shard).sequence for shard in shards]
        under_way = self.discord.serving or self.bot.timekeeper._busy
        return heard != sent or bool(under_way) or any(map(is_work, asyncio.all_tasks()))

    async def table(self, name: str = "duel") -> OpenMatch:
        """Open the match as it is now."""
        assert self.referee is not None
        return await self.referee.open(name)

    async def duel(self, name: str = "duel", place: Place | None = None) -> OpenMatch:
        """Make a match in the channel: two Legionnaires against a Goblin, in army 1's Move turn."""
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
        await where.says(f"**{name}** \u00b7 Crusade 7th")
        return table

    def replies(self, message: Message) -> list[str]:
        """What the bot answered to a message."""
        return [one.content for one in self.play.from_bot if one.replied is message]


@asynccontextmanager
async def stage(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    content: bool = True,
    greeted: bool = True,
    **settings: str,
) -> AsyncIterator[Stage]:
    """Set up a stand-in for Discord with the bot on it, and end both afterwards."""
    async with StandIn() as discord_:
        aim(discord_, monkeypatch)
        monkeypatch.setattr(serving, "gc", RareCollector())
        if not content:
            discord_.world.privileged.discard("message_content")
        home = discord_.guild("Home")
        people = [home.member(name) for name in ("Ana", "Ben", "Gim")]
        place = home.channel("duel")
        built = Stage(discord_, home, place, *people, file=folder / "r.sqlite", settings=settings)
        built.greeted = greeted
        discord_.rest = built.rest
        PRESENT.append(built)
        try:
            await built.enter()
            yield built
        finally:
            PRESENT.remove(built)
            with contextlib.suppress(asyncio.CancelledError):
                await built.leave()
