"""Searching what GMs have ruled."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.match.settings import Settings
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.rulings.precedents import MOST, fits, in_reach, search, words_of
from bot.store import PlaceRecord
from tests.support import must, referee_on

ANA, ZOE = Caller("11", server="1"), Caller("99", server="1")


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A service of one's own."""
    async with referee_on(tmp_path / "r.sqlite") as made:
        yield made


async def ruled(referee: Referee, name: str, *texts: str, audience: str = "public") -> OpenMatch:
    """A match in server 1 with these rulings from #1 on."""
    seats = ((0, "10"), (1, "11"), (2, "12"))
    settings = Settings(audience=audience, server="1")
    table = await referee.create(name, "crusade7", seats=seats, settings=settings)
    await referee.mail.settle(PlaceRecord(table.record.id, f"5{table.record.id}", "1"))
    for text in texts:
        must(await referee.submit(table, 0, text))
    return table


async def found(referee: Referee, caller: Caller, text: str) -> list[str]:
    """What a search in server 1 shows."""
    numbers = await in_reach(referee, "1", caller)
    return [str(one) for one in await search(referee, numbers, caller, text)]


@pytest.mark.parametrize(
    ("asked", "there"),
    [("UPHILL", True), ("up", True), ("hill", False), ("costs uphill", True), ("up nine", False)],
)
def test_words(asked: str, there: bool) -> None:
    """All words, in any case and order, each from its beginning."""
    assert fits(words_of(asked), "Uphill costs double") is there


@pytest.mark.asyncio
async def test_search(referee: Referee) -> None:
    """Rulings of all matches of the server that one may see, newest first, with reason and mark."""
    fords = await ruled(
        referee, "Fords", 'rule "Uphill costs double" // as last year', "set round 2"
    )
    must(await referee.submit(fords, 0, "rewind to #0"))
    await ruled(referee, "Pass", 'rule "No cover uphill"', 'rule "Rain stops"')
    await ruled(referee, "Den", 'rule "uphill is secret"', audience="members")
    assert await found(referee, ZOE, "uphill") == [
        "Pass #1: No cover uphill",
        "Fords #1: Uphill costs double // as last year (taken back)",
    ]
    assert (await found(referee, ANA, "uphill"))[0] == "Den #1: uphill is secret"
    assert await found(referee, ZOE, "last YEAR") == [
        "Fords #1: Uphill costs double // as last year (taken back)"
    ]
    assert await found(referee, ZOE, "round") == []
    assert await in_reach(referee, "2", ANA) == []
    assert len(await in_reach(referee, "", ANA)) == 3
    assert await in_reach(referee, "", ZOE) == []
    with pytest.raises(RefereeError, match="at least one word"):
        await found(referee, ZOE, "?!")


@pytest.mark.asyncio
async def test_bounded(referee: Referee) -> None:
    """Twenty at most, the newest."""
    await ruled(referee, "Long", *(f'rule "hill {number}"' for number in range(1, 24)))
    lines = await found(referee, ZOE, "hill")
    assert len(lines) == MOST
    assert lines[0] == "Long #23: hill 23"
