"""Two processes on one database: each sees at once what the other wrote."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from bot.match.settings import Settings
from tests.e2e.stage import stage
from tests.support import duel, keep, must, referee_on

LINES = int(os.environ.get("REFEREE_LINES", "24"))


@pytest.mark.asyncio
async def test_lines_in_any_order_through_two_services(where: str) -> None:
    """Each line is filed through one of two services at random: every legal line is accepted, and
    the two always agree."""
    chance = random.Random(7)
    async with referee_on(where) as first, referee_on(where) as second:
        table = await duel(first)
        number = f"#{table.record.id}"
        for count in range(LINES):
            filing, looking = chance.sample((first, second), 2)
            line = "undo" if count % 2 else f"L1 moves to 5,{chance.choice((7, 8))}"
            must(await filing.submit(await filing.open(number), 1, line, source=f"m{count}"))
            there, here = await looking.open(number), await filing.open(number)
            assert there.match.links == here.match.links
            assert there.match.state == here.match.state
        assert len(there.match.links) == 6 + LINES


@pytest.mark.asyncio
async def test_a_second_process_is_noticed_before_anything_is_refused(where: str) -> None:
    """Lines go in turns through two services on one database: no legal order is refused, and both
    agree."""
    async with referee_on(where) as first, referee_on(where) as second:
        table = await duel(first)
        other = await second.open(table.record.name)
        must(await first.submit(table, 1, "L1 moves to 5,8"))
        must(await second.submit(other, 1, "L2 moves to 7,8"))
        must(await first.submit(table, 1, "end phase"))
        assert other.match.state.flow.turn == 1, "not looked at yet"
        other = await second.open(f"#{table.record.id}")
        assert other.match.state == table.match.state
        must(await second.submit(other, 2, "end phase"))
        table = await first.open(f"#{table.record.id}")
        assert table.match.state == other.match.state
        assert [link.number for link in table.match.links] == list(range(len(other.match.links)))


@pytest.mark.asyncio
async def test_seats_and_settings_of_another_process(where: str) -> None:
    """Seats and settings that another process changed are seen too."""
    async with referee_on(where) as first, referee_on(where) as second:
        table = await duel(first)
        other = await second.open(f"#{table.record.id}")
        await second.store.seat(other.record.id, 2, "12345", second.timestamp())
        await second.store.save_settings(other.record.id, {"status": "paused"})
        table = await first.open(f"#{table.record.id}")
        assert table.holds("12345", 2)
        assert table.record.settings == Settings(scene=True, status="paused")


@pytest.mark.asyncio
async def test_settings_that_change_at_the_same_moment(where: str) -> None:
    """Different settings of a match changed at the same moment all stand, in memory and on the
    disk."""
    async with referee_on(where) as first:
        table = await duel(first)
        changes = ({"status": "paused"}, {"locked": True}, {"scene": False})
        await asyncio.gather(*(keep(first, table, **one) for one in changes))
        assert table.record.settings == Settings(status="paused", locked=True)
        record = await first.store.find(f"#{table.record.id}")
        assert record is not None
        assert record.settings == table.record.settings


@pytest.mark.asyncio
async def test_the_bot_posts_what_a_console_filed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """When a console beside the running bot files lines, the report and the announcement of the
    turn appear in the channel, and the next order given there builds on them."""
    async with stage(monkeypatch, tmp_path) as hall:
        table = await hall.duel()
        assert hall.referee is not None
        async with referee_on(hall.file) as console:
            other = await console.open("duel")
            must(await console.submit(other, 1, "L1 moves to 5,8"))
            must(await console.submit(other, 1, "end phase"))
            report = await hall.play.says("#7 ")
            assert "L1 moves to 5,8" in report.content
            call = await hall.play.says(f"Move \u00b7 army 2 {hall.ben.mention}")
            assert hall.ben.was_pinged(call)
            hall.ben.say(hall.play, f"{hall.discord.bot.mention} G1 moves to 5,24")
            async with asyncio.timeout(180):
                while len(table.match.links) < 9:
                    await asyncio.sleep(0.05)
            again = await console.open(f"#{other.record.id}")
            assert again.match.state == table.match.state
