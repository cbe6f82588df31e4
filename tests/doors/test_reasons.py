"""Overrides in chat need a reason; rulings are found by their tags and cited where they belong."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.doors.confirming import REASON, with_reason
from bot.doors.doors import Doors
from bot.doors.saying import IncomingText
from bot.history.log import why_lines
from bot.posts.announce import overrides
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee
from bot.rulings.precedents import search
from rules.line.orders import GM
from rules.rulescrusade.overrides import Start
from tests.support import duel, must, referee_on

GIM = Caller("gm")


@pytest_asyncio.fixture
async def referee() -> AsyncIterator[Referee]:
    async with referee_on(":memory:") as service:
        yield service


@pytest_asyncio.fixture
async def table(referee: Referee) -> OpenMatch:
    """The duel; L1 has moved (#6)."""
    made = await duel(referee)
    must(await referee.submit(made, 1, "L1 moves to 5,7"))
    return made


def heard(text: str, key: str) -> IncomingText:
    return IncomingText(key, GIM, "nowhere", text, "command", "duel")


@pytest.mark.asyncio
async def test_a_reason_is_asked_for(referee: Referee, table: OpenMatch) -> None:
    """An override without a reason is not filed: its lines come back, and with a reason they are
    filed."""
    doors = Doors(referee)
    answer = await doors.hear(heard("gm> set L1 hp 9\nset L2 hp 8", "a"))
    assert "An override needs a reason." in answer.text
    assert "set L1 hp 9\nset L2 hp 8" in answer.text
    assert answer.offer is not None
    assert answer.offer.plea == REASON
    assert answer.marked == ("asked",)
    assert table.match.links[-1].number == 6
    text = with_reason("set L1 hp 9\nset L2 hp 8", "  both  agree ")
    assert text == "gm> set L1 hp 9 // both agree\ngm> set L2 hp 8 // both agree"
    assert (await doors.hear(heard(text, "b"))).done
    entries = await referee.entries(table, [7, 8])
    assert [one.reason for one in entries] == ["both agree", "both agree"]


@pytest.mark.asyncio
async def test_one_reason_for_a_message(referee: Referee, table: OpenMatch) -> None:
    """A reason given with one line holds for all lines of its message."""
    doors = Doors(referee)
    assert (await doors.hear(heard("gm> set L1 hp 9 // a slip\nset L2 hp 8", "a"))).done
    entries = await referee.entries(table, [7, 8])
    assert [one.reason for one in entries] == ["a slip", "a slip"]


@pytest.mark.parametrize(
    ("line", "needs"),
    [
        ("set L1 hp 9", True),
        ("rewind to #5", True),
        ("undo", True),
        ("undo #6", True),
        ("next dice 3", True),
        ('rule "L1 stands"', False),
        ("note L1 carries the eagle", False),
        ("timeout army 1", False),
    ],
)
@pytest.mark.asyncio
async def test_what_needs_one(referee: Referee, table: OpenMatch, line: str, needs: bool) -> None:
    """A GM line that changes the match needs a reason; a ruling, a note or a timeout does not."""
    answer = await Doors(referee).hear(heard(f"gm> {line}", "a"))
    assert ("needs a reason" in answer.text) is needs


@pytest.mark.asyncio
async def test_own_lines_and_the_laying_of_the_table(referee: Referee) -> None:
    """Nothing needs a reason before a seat has given its first order; nor does the GM when he takes
    back a line of his own."""
    table = await duel(referee)
    doors = Doors(referee)
    assert (await doors.hear(heard("gm> set L1 hp 9", "a"))).done
    must(await referee.submit(table, 1, "L1 moves to 5,7"))
    assert (await doors.hear(heard("gm> set L1 hp 8 // a slip", "b"))).done
    assert (await doors.hear(heard("gm> undo", "c"))).done


@pytest.mark.asyncio
async def test_the_list_at_the_end(referee: Referee, table: OpenMatch) -> None:
    """The list of overrides has each one that still counts, with its reason, but no rulings and
    nothing that was taken back."""
    must(await referee.submit(table, GM, "set L1 hp 9 // the bomb was meant for L2"))
    must(await referee.submit(table, GM, 'rule "the hill gives no cover"'))
    must(await referee.submit(table, GM, "set L2 hp 3"))
    must(await referee.submit(table, GM, "undo"))
    lines = [one for one in await overrides(referee, table) if one.startswith("#7")]
    assert len(lines) == 1
    assert lines[0].endswith(": the bomb was meant for L2")
    assert not any("hill" in one or "L2 hp" in one for one in await overrides(referee, table))


@pytest.mark.asyncio
async def test_tags_and_links(referee: Referee, table: OpenMatch) -> None:
    """A ruling is found by its tags, and `why` of the entry that it names cites it until it is
    undone."""
    must(await referee.submit(table, GM, 'rule "#6 stands: every end of a move #spear #reach"'))
    must(await referee.submit(table, GM, 'rule "spears may be thrown"'))
    numbers = [table.record.id]
    assert [one.number for one in await search(referee, numbers, GIM, "#spear")] == [7]
    assert [one.number for one in await search(referee, numbers, GIM, "spear")] == [8, 7]
    assert [one.number for one in await search(referee, numbers, GIM, "#reach stands")] == [7]
    cited = [line for line in await why_lines(referee, table, 6, GM) if "ruling" in line]
    assert cited == ["  ruling #7: #6 stands: every end of a move #spear #reach"]
    must(await referee.submit(table, GM, "undo #7"))
    assert not any("ruling" in line for line in await why_lines(referee, table, 6, GM))


def test_the_start_of_a_match_is_no_override() -> None:
    """RC-SETUP-3: having the sides roll for placement is no override, since it changes nothing
    played."""
    assert Start().explains
