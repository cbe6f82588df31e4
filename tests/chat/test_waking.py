"""What the bot does when it connects: one match that cannot be opened stops no other."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.client import RefereeBot
from bot.chat.gateways import Gateways
from bot.chat.sparring import Sparring
from bot.referee.service import OpenMatch, RefereeError
from tests.support import duel, keep, referee_on


@pytest.mark.asyncio
async def test_one_match_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match after it passes its phases all the same; nobody plays in the one that is shut."""
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
        bot: Any = SimpleNamespace(referee=referee, gateways=gateways)
        await RefereeBot.pass_all(bot)
        assert passed == ["good"]
        sparring = Sparring(referee)
        await sparring.wake_all()
        await sparring.close()
