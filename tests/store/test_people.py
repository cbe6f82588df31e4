"""What accounts choose for themselves: several things at once, and none of them is lost."""

import asyncio
import json

import pytest

from bot.clocks.deadlines import Deadlines
from bot.clocks.holidays import spans_of, take
from bot.clocks.timewords import DiscordWords
from bot.lobby.welcome import GREETED, STRANGER, greeting
from bot.referee.gate import Caller
from bot.referee.notes import SETTING, note_down
from tests.support import duel, referee_on


@pytest.mark.asyncio
async def test_choices_made_at_once_all_count(where: str) -> None:
    """Each is read and written in one go, also by two processes; an empty value takes one away."""
    async with referee_on(where) as one, referee_on(where) as two:
        waits = [
            mail.remember("ana", {f"{name} {number}": "on"})
            for number in range(10)
            for name, mail in (("one", one.mail), ("two", two.mail))
        ]
        await asyncio.gather(*waits)
        assert len(await one.mail.person("ana")) == 20
        before = await one.mail.remember("ana", {"one 3": "", "zone": "UTC"})
        assert before["one 3"] == "on"
        kept = await two.mail.person("ana")
        assert "one 3" not in kept
        assert kept["zone"] == "UTC"
        assert len(kept) == 20


@pytest.mark.asyncio
async def test_what_is_reckoned_from_what_was_kept(where: str) -> None:
    """Two notes, two holidays and a setting at the same moment: all of them are there."""
    async with referee_on(where) as referee:
        table, deadlines = await duel(referee), Deadlines(referee, DiscordWords())
        ana = Caller("ana")
        await asyncio.gather(
            note_down(referee, table, ana, 3, "treaty ends"),
            note_down(referee, table, ana, 4, "watch the hill"),
            take(deadlines, "ana", "2027-01-02", None, False),
            take(deadlines, "ana", "2027-02-02", None, False),
            referee.mail.remember("ana", {"time zone": "Europe/Berlin"}),
        )
        kept = await referee.mail.person("ana")
        assert {row[1] for row in json.loads(kept[SETTING])} == {3, 4}
        assert len(spans_of(kept)) == 2
        assert kept["time zone"] == "Europe/Berlin"


@pytest.mark.asyncio
async def test_a_stranger_is_greeted_once(where: str) -> None:
    """Who writes twice in one moment is told once."""
    async with referee_on(where) as referee:
        told = await asyncio.gather(greeting(referee, "sly"), greeting(referee, "sly"))
        assert sorted(told) == ["", STRANGER]
        assert await referee.mail.person("sly") == {GREETED: "yes"}
