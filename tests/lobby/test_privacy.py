"""What is kept about an account, told to it."""

import pytest

from bot.lobby.privacy import kept_lines
from bot.store import PlanRow, PlanStore
from tests.support import duel, referee_on


@pytest.mark.asyncio
@pytest.mark.parametrize("user", ["ben", "dan"])
async def test_a_plan_is_told_by_its_own_match(user: str) -> None:
    """Also to somebody who sits nowhere."""
    async with referee_on(":memory:") as referee:
        table = await duel(referee)
        await PlanStore(referee.store.database).keep(
            PlanRow(table.record.id, 2, user, "G1 moves to 8,12")
        )
        told = await kept_lines(referee, user)
        assert f"- a plan for army 2 of match #{table.record.id}" in told
