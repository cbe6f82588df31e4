"""Handing over the shards of a process: the tasks that it had begun end with it."""

import gc
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.gateways import Gateways
from bot.chat.handover import Handover
from bot.posts.watch import ServerNotesChanged
from tests.support import referee_on


@pytest.mark.asyncio
async def test_what_is_ended_before_it_begins() -> None:
    """A handover that ends before its task has looked for a request leaves nothing behind."""
    async with referee_on(":memory:") as referee:
        gateways = Gateways(SimpleNamespace(shard_ids=None, shard_count=1), referee.mail)
        bot: Any = SimpleNamespace(referee=referee, gateways=gateways)
        handover = Handover(bot, _Parsers(), heir=False)
        handover._kept = True
        referee.news.tell(ServerNotesChanged(None))
        assert len(handover._tasks) == 1, "it looks whether a shard has been asked for"
        await handover.end()
        gc.collect()
        assert not handover.asked.is_set()


class _Parsers(dict[str, Any]):
    """A parser that does nothing, for every event of the gateway."""

    def __missing__(self, name: str) -> Any:
        return lambda data: None
