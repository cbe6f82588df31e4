"""A bot takes over from a running one on one PostgreSQL: nobody waits, nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.chat import handover
from bot.chat.client import RefereeBot
from bot.chat.serving import serve
from bot.config import read_discord_config
from bot.lobby.welcome import WELCOMED
from bot.referee.service import Referee
from bot.store import Store, StoreError
from tests.store.servers import running
from tests.support import NOON, PATIENCE, SEED, referee_on

from .standin import Home, Human, Message, Place, StandIn
from .standin.probe import aim
from .test_shards import begin

SHARDS = {"DISCORD_SHARD_COUNT": "1", "DISCORD_SHARD_IDS": "0"}


@dataclass
class Process:
    """A bot as if in a process of its own."""

    bot: RefereeBot
    task: "asyncio.Task[None]"
    may_ask: asyncio.Event = field(default_factory=asyncio.Event)
    stop: asyncio.Event = field(default_factory=asyncio.Event)


@asynccontextmanager
async def process(address: str, discord_: StandIn, heir: bool) -> AsyncIterator[Process]:
    """Run a connected bot; an heir asks for the shard of a running bot once `may_ask` is set."""
    store = await Store.open(address, beside=heir)
    referee = Referee(store, now=lambda: NOON, seed=lambda: SEED)
    config = read_discord_config({**discord_.settings(), **SHARDS})
    may_ask, stop, made = asyncio.Event(), asyncio.Event(), list[RefereeBot]()

    def make(bot: RefereeBot) -> None:
        made.append(bot)
        asks = bot.handover._ask

        async def ask(owner: str) -> None:
            if owner:
                await may_ask.wait()
            await asks(owner)

        bot.handover._ask = ask  # type: ignore[method-assign]

    task = asyncio.create_task(serve(referee, config, stop, make, heir))
    try:
        async with asyncio.timeout(PATIENCE):
            while not (made and made[-1].is_ready()):
                assert not task.done(), "it ended before it was connected"
                await asyncio.sleep(0.01)
        yield Process(made[-1], task, may_ask, stop)
    finally:
        stop.set()
        await task
        await store.close()


@dataclass
class Town:
    """A server with a channel and three people."""

    discord: StandIn
    home: Home
    place: Place
    people: list[Human]

    @classmethod
    async def built(cls, discord_: StandIn, address: str) -> "Town":
        """Make the server, and note that it was greeted already."""
        home = discord_.guild("Home")
        people = [home.member(name) for name in ("Ana", "Ben", "Gim")]
        store = await Store.open(address)
        await Referee(store).mail.remember(f"server {home.id}", {WELCOMED: "yes"})
        await store.close()
        return cls(discord_, home, home.channel("duel"), people)

    def replies(self, message: Message) -> list[str]:
        """The bot's replies to a message."""
        there = self.place.channel.messages.values()
        return [one.content for one in there if one.replied is message]


async def texts(bot: RefereeBot) -> list[str]:
    """The orders of the match, after those that set it up."""
    table = await bot.referee.open("duel")
    numbers = [link.number for link in table.match.links if link.number > 5]
    return [entry.text for entry in await bot.referee.entries(table, numbers)]


async def comes_true(look: asyncio.Event) -> None:
    """Wait for an event of the other process."""
    async with asyncio.timeout(PATIENCE):
        await look.wait()


@pytest.mark.asyncio
async def test_a_bot_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the old bot has done is not done again, and what it has begun it finishes; what is said
    and pressed meanwhile the new one does.  Then the old one ends by itself and the new one has its
    shard, which a third can take over again."""
    monkeypatch.setattr(handover, "ANSWERABLE", PATIENCE)
    with running() as address:
        async with StandIn() as discord_:
            aim(discord_, monkeypatch)
            town = await Town.built(discord_, address)
            ana, *_ = town.people
            async with process(address, discord_, heir=False) as old:
                await old.bot.messages.inbox.opened()
                await begin(old.bot, "duel", town.home, town.place, town.people)
                async with process(address, discord_, heir=True) as new:
                    first = ana.say(town.place, "L1 moves to 5,7")
                    await town.place.says("#6")
                    told = await ana.answer(ana.slash("order", text="undo", here=town.place))
                    assert "#7" in told.content or "undo" in told.content
                    held = discord_.faults.hold(
                        "POST /channels/*/messages",
                        lambda form: "C7-MOVE-8" in form["content"],
                        stored=False,
                    )
                    wrong = ana.say(town.place, "L1 moves to 5,29")
                    await discord_.until(lambda: discord_.faults.holding, PATIENCE)
                    new.may_ask.set()
                    await comes_true(old.bot.handover.asked)
                    await discord_.until(lambda: old.bot.handover.closed, PATIENCE)
                    said = ana.say(town.place, "L1 moves to 5,8")
                    pressed = ana.slash("order", text="L2 moves to 7,8", here=town.place)
                    assert not new.bot.handover.over.is_set(), "the old one has not ended"
                    held.release()
                    await comes_true(new.bot.handover.over)
                    async with asyncio.timeout(PATIENCE):
                        await old.task
                    answer = await ana.answer(pressed, PATIENCE)
                    assert "L2 moves to 7,8" in answer.content
                    await discord_.until(lambda: list(said.reactions) == ["✅"], PATIENCE, "a sign")
                    await new.bot.messages.inbox.caught_up()
                    found = await texts(new.bot)
                    assert found[:2] == ["L1 moves to 5,7", "undo"]
                    assert sorted(found[2:]) == ["L1 moves to 5,8", "L2 moves to 7,8"]
                    assert len(town.replies(wrong)) == 1
                    assert town.replies(first) == town.replies(said) == []
                    assert await new.bot.referee.leases.take("shards of 1", -1) == "yes"
                    async with process(address, discord_, heir=True) as third:
                        third.may_ask.set()
                        await comes_true(third.bot.handover.over)
                        async with asyncio.timeout(PATIENCE):
                            await new.task
                        await third.bot.messages.inbox.opened()
                        ana.say(town.place, "end phase")
                        await town.place.says("army 2")
                        shown = [one.content for one in town.place.from_bot]
                        assert len(shown) == len(set(shown)), shown


@pytest.mark.asyncio
async def test_there_is_nobody_to_take_over_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no bot runs, an heir begins as soon as the lease of one that died has run out."""
    with running() as address:
        async with StandIn() as discord_:
            aim(discord_, monkeypatch)
            await Town.built(discord_, address)
            async with referee_on(address) as dead:
                dead.leases.term = 0.5
                assert await dead.leases.take("shards of 1", -1) == "yes"
            async with process(address, discord_, heir=True) as one:
                one.may_ask.set()
                await comes_true(one.bot.handover.over)
                await one.bot.messages.inbox.opened()


@pytest.mark.asyncio
async def test_a_file_cannot_be_taken_over(tmp_path: Path) -> None:
    """A SQLite file takes one bot only: `--takeover` is refused before anything is done."""
    async with StandIn() as discord_, referee_on(tmp_path / "a.sqlite") as referee:
        config = read_discord_config(discord_.settings())
        with pytest.raises(StoreError, match="--takeover needs PostgreSQL"):
            await serve(referee, config, heir=True)
