"""The garbage collector does not look again and again at what stays as long as the bot runs."""

import gc
import weakref
from typing import Any

import pytest

from bot.chat.serving import leave_alone


class Ring:
    """Something that only the garbage collector removes."""

    def __init__(self) -> None:
        self.own = self


class Client:
    """A bot that has read all its channels."""

    def __init__(self) -> None:
        self.asked = 0

    async def until_orders_are_read(self) -> bool:
        """Return at once: they are read."""
        self.asked += 1
        return False


@pytest.mark.asyncio
async def test_what_is_there_when_all_is_read_is_left_alone() -> None:
    """Garbage is removed, even what was frozen before (the servers of a former session); all that
    is in use then is frozen."""
    client: Any = Client()
    kept: list[Any] = [[] for _ in range(1000)]
    former = weakref.ref(Ring())
    gc.freeze()
    later = weakref.ref(Ring())
    try:
        await leave_alone(client)
        assert client.asked == 1
        assert former() is None
        assert later() is None
        assert gc.get_freeze_count() > len(kept)
        looked_at = {id(one) for one in gc.get_objects()}
        assert not any(id(one) in looked_at for one in kept)
    finally:
        gc.unfreeze()
