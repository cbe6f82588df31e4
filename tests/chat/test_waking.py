"""What the bot does when it connects: one match that cannot be opened stops no other."""

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.client import RefereeBot
from bot.chat.gateways import Gateways
from bot.chat.sparring import Sparring
from bot.plans.planroom import PlanRoom, Watching
from bot.posts.workers import AT_ONCE, Workers, by_and_by
from bot.referee.service import OpenMatch, RefereeError
from tests.support import duel, keep, referee_on


async def nothing(_: int) -> None:
    """Do nothing about a match."""


@pytest.mark.asyncio
async def test_one_match_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one match cannot be opened, the phases of the next one pass all the same."""
    async with referee_on(":memory:") as referee:
        for name in ("shut", "good"):
            table = await duel(referee, name)
            await keep(referee, table, autopass=True, opponents=((2, "easy"),))
        usual, passed = referee.open, []

        async def opening(name: str) -> OpenMatch:
            if name == "#1":
                raise RefereeError("its log cannot be read")
            return await usual(name)

        async def passing(match: OpenMatch) -> int:
            passed.append(match.record.name)
            return 0

        monkeypatch.setattr(referee, "open", opening)
        monkeypatch.setattr(referee, "pass_idle", passing)
        gateways = Gateways(SimpleNamespace(shard_ids=None, shard_count=1), referee.mail)
        played, shown = Sparring(referee), Workers[int](nothing)
        bot: Any = SimpleNamespace(
            referee=referee,
            gateways=gateways,
            sparring=played,
            living=SimpleNamespace(refresh=shown.wake),
            planning=Watching(PlanRoom(referee)),
        )
        bot._going_on = Workers(partial(RefereeBot.go_on, bot))
        await RefereeBot.wake_all(bot)
        await bot._going_on.close()
        assert passed == ["good"]
        await played.close()


@pytest.mark.asyncio
async def test_few_at_once() -> None:
    """After a start only a few matches are worked on at a time; one that hangs is not waited for,
    and all get their turn."""
    working, most, done = set[int](), list[int](), set[int]()
    never = asyncio.Event()

    async def work(number: int) -> None:
        working.add(number)
        most.append(len(working - {0}))
        await (never.wait() if number == 0 else asyncio.sleep(0))
        working.discard(number)
        done.add(number)

    workers = Workers(work)
    await by_and_by(range(50), workers.wake)
    assert max(most) <= AT_ONCE
    never.set()
    await workers.close()
    assert done == {*range(50)}
