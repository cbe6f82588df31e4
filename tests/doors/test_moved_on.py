"""If a match has changed between reading and filing, free words are read again."""

from pathlib import Path
from typing import Any

import pytest

from bot.doors.doors import Doors
from bot.doors.freely import meant
from bot.doors.saying import Caller, IncomingText
from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.service import OpenMatch, Referee, RefereeError
from tests.support import duel, must, referee_on

pytestmark = pytest.mark.asyncio
WORDS = "the wounded legionnaire goes to 6,8"


async def wounded(referee: Referee) -> OpenMatch:
    """A duel in which the first of two Legionnaires is hurt."""
    table = await duel(referee)
    must(await referee.submit(table, 0, "set L1 hp 9"))
    return table


async def the_other_one_is(referee: Referee) -> None:
    """In another process the GM heals the first Legionnaire and hurts the second."""
    table = await referee.open("duel")
    must(await referee.submit(table, 0, "set L1 hp 50\nset L2 hp 9"))


class Slow(Doors):
    """Doors where, the first `times` times, another process files something between reading and
    filing."""

    def __init__(self, referee: Referee, other: Referee, times: int) -> None:
        super().__init__(referee)
        file = referee.submit

        async def submit(*about: Any, **more: Any) -> Reply:
            nonlocal times
            times -= 1
            if times >= 0:
                await the_other_one_is(other)
            return await file(*about, **more)

        referee.submit = submit  # type: ignore[method-assign]


async def heard(file: Path, times: int) -> tuple[str, LogEntry]:
    """The answer to `WORDS` if another process files something `times` times in between, and the
    last entry."""
    async with referee_on(file) as referee, referee_on(file) as other:
        table = await wounded(referee)
        doors = Slow(referee, other, times)
        answer = await doors.hear(
            IncomingText("m1", Caller("ana"), "77", WORDS, "mention", match="duel")
        )
        (entry,) = await referee.entries(table, [table.match.links[-1].number])
        return answer.text, entry


async def test_words_are_read_anew_where_the_match_has_moved_on(tmp_path: Path) -> None:
    """`the wounded legionnaire` means the one who is wounded when the order is filed."""
    answer, entry = await heard(tmp_path / "referee.db", times=1)
    assert (str(entry.orders[0]), entry.text) == ("L2 moves to 6,8", WORDS)
    assert "L2 moves to 6,8" in answer


async def test_a_match_that_never_rests_is_told_so(tmp_path: Path) -> None:
    """If the match keeps changing, reading again ends at some time, and nothing is filed."""
    answer, entry = await heard(tmp_path / "referee.db", times=1_000)
    assert "send the line again" in answer
    assert entry.seat == 0


async def test_a_line_read_before_is_not_filed_by_the_console(tmp_path: Path) -> None:
    """`Referee.submit` alone does not read again: it refuses the line, and files nothing."""
    file = tmp_path / "referee.db"
    async with referee_on(file) as referee, referee_on(file) as other:
        table = await wounded(referee)
        said = meant(table, 1, WORDS)
        await the_other_one_is(other)
        with pytest.raises(RefereeError, match="send the line again"):
            await referee.submit(table, 1, said.text, read_after=said.read_after)
