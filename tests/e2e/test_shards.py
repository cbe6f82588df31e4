"""Two bots of one account, each with a shard of its own, on one PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.chat.client import RefereeBot
from bot.chat.serving import serve
from bot.config import read_discord_config
from bot.lobby.welcome import WELCOMED
from bot.referee.service import Referee
from bot.store import Leases, PlaceRecord, Store
from tests.store.servers import running
from tests.support import DUEL, NOON, PATIENCE, SEED, must

from .standin import Home, Human, Place, StandIn
from .standin.probe import aim

COUNT = 2


@asynccontextmanager
async def bot_on(address: str, discord_: StandIn, shard: int) -> AsyncIterator[RefereeBot]:
    """Run a bot that serves one shard."""
    store = await Store.open(address)
    referee = Referee(store, now=lambda: NOON, seed=lambda: SEED)
    shards = {"DISCORD_SHARD_COUNT": str(COUNT), "DISCORD_SHARD_IDS": str(shard)}
    config = read_discord_config({**discord_.settings(), **shards})
    stop, made = asyncio.Event(), list[RefereeBot]()
    task = asyncio.create_task(serve(referee, config, stop, made.append))
    try:
        before = discord_.gateway.identifies
        await discord_.until(lambda: task.done() or discord_.gateway.identifies > before, PATIENCE)
        await made[-1].messages.inbox.opened()
        yield made[-1]
    finally:
        stop.set()
        await task
        await store.close()


def home_of(discord_: StandIn, shard: int) -> tuple[Home, Place, list[Human]]:
    """A server that belongs to a shard, with a channel and three people."""
    home = discord_.guild("Home")
    while (home.id >> 22) % COUNT != shard:
        discord_.clock.advance(0.001)
        home = discord_.guild("Home")
    return home, home.channel("duel"), [home.member(name) for name in ("Ana", "Ben", "Gim")]


async def begin(bot: RefereeBot, name: str, home: Home, place: Place, people: list[Human]) -> int:
    """Make the usual duel in a channel of this bot's shard; returns the number of the match."""
    ana, ben, gm = people
    seats = ((0, str(gm.id)), (1, str(ana.id)), (2, str(ben.id)))
    table = await bot.referee.create(name, "crusade7", seats=seats, scene=True)
    await bot.announcer.open_match(table)
    for line in DUEL:
        must(await bot.referee.submit(table, 0, line))
    await bot.settle(table, bot.get_partial_messageable(place.id), place.id, home.id)
    await place.says(f"**{name}** \u00b7 Crusade 7th")
    return table.record.id


@pytest.mark.asyncio
async def test_two_bots_with_a_shard_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot reads its own servers, and commands are registered once.  A direct message, which
    always comes to the first shard, is filed for a match on the second, whose bot posts it.  What
    was written while a bot was away is read by that bot alone."""
    with running() as address:
        async with StandIn() as discord_:
            aim(discord_, monkeypatch)
            homes = [home_of(discord_, shard) for shard in range(COUNT)]
            store = await Store.open(address)
            for home, _, _ in homes:
                await Referee(store).mail.remember(f"server {home.id}", {WELCOMED: "yes"})
            await store.close()
            async with bot_on(address, discord_, 0) as first:
                async with bot_on(address, discord_, 1) as second:
                    assert first.gateways.connected == (0,)
                    assert second.gateways.connected == (1,)
                    told = discord_.asked("PUT", "/applications/*/commands")
                    assert len(told) == 1, "commands are told once"
                    bots = (first, second)
                    for bot, name, scene in zip(bots, ("one", "two"), homes, strict=True):
                        await begin(bot, name, *scene)
                    _, here, (ana, *_) = homes[0]
                    _, there, (eve, *_) = homes[1]
                    ana.say(here, "L1 moves to 5,8")
                    await here.says("#6")
                    eve.say(there, "L1 moves to 5,7")
                    await there.says("5,7")
                    eve.dm("#2: L2 moves to 7,8")
                    await there.says("L2 moves to 7,8")
                    for _, place, _ in homes:
                        shown = [one.content for one in place.from_bot]
                        assert len(shown) == len(set(shown)), shown
                eve.say(there, "end phase")
                ana.say(here, "L2 moves to 7,8")
                await here.says("L2 moves to 7,8")
                table = await first.referee.open("two")
                assert len(table.match.links) == 8, "nobody reads the second shard now"
                places = [PlaceRecord(1, "1", str(home.id)) for home, _, _ in homes]
                assert [first.gateways.has(place.guild) for place in places] == [True, False]
                async with bot_on(address, discord_, 1) as second:
                    await second.messages.inbox.caught_up()
                    assert len((await second.referee.open("two")).match.links) == 9
                    assert len((await second.referee.open("one")).match.links) == 8
                    assert await first.referee.leases.take("something", 1) == "yes"
                    assert await second.referee.leases.take("something", 1) == "no"
            store = await Store.open(address)
            assert await Leases(store.database).take("something", 1) == "yes", (
                "handed back at the end"
            )
            await store.close()
