"""Personal settings: changes made at the same moment are all kept."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot.clocks.calendar import spans_of
from bot.clocks.clockroom import take_holidays
from bot.clocks.deadlines import Deadlines
from bot.lobby.welcome import GREETED, STRANGER, greeting
from bot.referee.gate import Caller
from bot.referee.notes import SETTING, note_down
from bot.store import PhraseRow, PhraseStore
from bot.store.copying import rows_of
from tests.support import duel, referee_on


@pytest.mark.asyncio
async def test_choices_made_at_once_all_count(where: str) -> None:
    """Settings changed at the same moment, also by two processes, are all kept; an empty value
    removes one."""
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
    """Two notes, two holidays and a setting written at the same moment are all kept."""
    async with referee_on(where) as referee:
        table, deadlines = await duel(referee), Deadlines(referee)
        ana = Caller("ana")
        await asyncio.gather(
            note_down(referee, table, ana, 3, "treaty ends"),
            note_down(referee, table, ana, 4, "watch the hill"),
            take_holidays(deadlines, "ana", "2027-01-02", None, False),
            take_holidays(deadlines, "ana", "2027-02-02", None, False),
            referee.mail.remember("ana", {"time zone": "Europe/Berlin"}),
        )
        kept = await referee.mail.person("ana")
        assert {row[1] for row in json.loads(kept[SETTING])} == {3, 4}
        assert len(spans_of(kept)) == 2
        assert kept["time zone"] == "Europe/Berlin"


@pytest.mark.asyncio
async def test_a_stranger_is_greeted_once(where: str) -> None:
    """A newcomer who writes twice at the same moment is greeted once."""
    async with referee_on(where) as referee:
        told = await asyncio.gather(greeting(referee, "sly"), greeting(referee, "sly"))
        assert sorted(told) == ["", STRANGER]
        assert await referee.mail.person("sly") == {GREETED: "yes"}


@pytest.mark.asyncio
async def test_phrases_are_kept_within_bounds_and_erased(where: str) -> None:
    """A match keeps a limited number of phrases, also when two processes write.  They are erased
    with their author, with a match that is put away or erased, or for given matches; they are
    copied with their match."""
    async with referee_on(where) as one, referee_on(where) as two:
        table, other = await duel(one), await duel(one, "other")
        own, theirs = table.record.id, other.record.id
        kept, seen = PhraseStore(one.store.database), PhraseStore(two.store.database)
        rows = [PhraseRow(own, 5, 1, "ana" if n % 2 else "ben", f"say {n}", "?") for n in range(6)]
        each = await asyncio.gather(
            *((kept if n % 2 else seen).keep(row, 4) for n, row in enumerate(rows))
        )
        assert sum(each) == 4
        assert len(await seen.of_match(own)) == 4
        assert not await kept.keep(rows[0], 4)
        assert await kept.keep(replace(rows[1], match_id=theirs), 4)
        assert await seen.matches() == [own, theirs]
        assert {row.match_id for row in await seen.of_user("ana")} == {own, theirs}
        await one.mail.forget("ana")
        assert await seen.of_user("ana") == []
        left = await seen.of_match(own)
        assert {row.user for row in left} == {"ben"}
        assert await kept.keep(rows[0], 4), "there is room again"
        copied = await rows_of(two.store.database, own)
        assert [row["said"] for row in copied["phrases"]] == [*(row.said for row in left), "say 0"]
        await one.store.delete(own, "now")
        assert await seen.of_match(own) == []
        assert not await kept.keep(rows[0], 4), "nothing is kept of a match that is put away"
        assert await kept.keep(replace(rows[0], match_id=theirs), 4)
        assert await two.store.erase(theirs)
        assert await kept.matches() == []
        third = (await duel(one, "third")).record.id
        assert await kept.keep(replace(rows[0], match_id=third), 4)
        assert await seen.erase([own, third]) == 1
        assert await kept.matches() == []
