"""Challenges: one per entry, by those who play, and nothing secret to the wrong people."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.match.pending import Challenge
from bot.posts.asked import challenge_text
from bot.referee.challenged import kept_in
from bot.referee.clock import runs
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.rulings import challenges
from bot.rulings.challenges import Challengeable
from tests.support import must, referee_on

GM, ANA, BEN, ZOE = Caller("10"), Caller("11"), Caller("12"), Caller("99")
SEATS = ((0, "10"), (1, "11"), (2, "12"))


@pytest_asyncio.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    """A service of one's own."""
    async with referee_on(tmp_path / "r.sqlite") as made:
        yield made


async def secret(referee: Referee, seats: tuple[tuple[int, str], ...] = SEATS) -> OpenMatch:
    """A match in which army 1 has done something in secret (#1), and the GM in public (#2)."""
    table = await referee.create("secret", "crusade7", seats=seats)
    must(await referee.submit(table, 1, "faction Elves"))
    must(await referee.submit(table, 0, 'rule "Uphill costs double"'))
    return table


async def rows(referee: Referee, table: OpenMatch, viewer: int | None) -> list[int]:
    """What a viewer could challenge of a turn that ended with #2."""
    found = await challenges.rows_of_turn(referee, table, 2, viewer)
    return [row.number for row in found]


async def letters(referee: Referee, table: OpenMatch) -> dict[str, str]:
    """What waits to be sent, by audience."""
    found: dict[str, str] = {}
    for post in await referee.mail.waiting(table.record.id):
        found[post.audience] = found.get(post.audience, "") + post.content
    return found


@pytest.mark.asyncio
async def test_the_secret_of_a_seat(referee: Referee) -> None:
    """Only its seat can pick it, no thread is made for it, and only the GM is written to."""
    table = await secret(referee)
    assert await rows(referee, table, 1) == [1, 2]
    assert await rows(referee, table, 2) == await rows(referee, table, None) == [2]
    assert await challenges.is_secret(referee, table, 1)
    assert not await challenges.is_secret(referee, table, 2)
    one = Challenge(1, 1)
    await challenges.put(referee, table, ANA, one, 2)
    told = await letters(referee, table)
    assert set(told) == {"gm", "public"}
    assert "Elves" not in told["public"]
    assert "faction Elves" in told["gm"]
    shown = await challenges.pages(referee, table, one, [], None)
    assert "Elves" not in "".join(shown)


@pytest.mark.parametrize("seats", [SEATS[1:], ((0, "12"), *SEATS[1:])], ids=["no GM", "GM plays"])
@pytest.mark.asyncio
async def test_no_gm_to_tell(referee: Referee, seats: tuple[tuple[int, str], ...]) -> None:
    """Without a GM beside the players nobody is told a secret; of the rest they get the public."""
    table = await secret(referee, seats)
    with pytest.raises(RefereeError, match="still secret"):
        await challenges.put(referee, table, ANA, Challenge(1, 1), 2)
    assert await letters(referee, table) == {}
    await challenges.put(referee, table, ANA, Challenge(2, 1), 2)
    told = await letters(referee, table)
    assert set(told) == {"host", "public"}
    assert "Uphill" in told["host"]
    assert "Elves" not in told["host"]


@pytest.mark.asyncio
async def test_one_open_challenge_of_an_entry(referee: Referee) -> None:
    """Of two at once one is taken up; no account is kept; challenger or GM close it."""
    table = await secret(referee)
    shown = [Challengeable(2, "#2")]
    both = [challenges.take_up(referee, table, who, 2, 2, shown) for who in (ANA, BEN)]
    done = await asyncio.gather(*both, return_exceptions=True)
    assert [type(one) for one in done] == [Challenge, RefereeError]
    assert challenges.open_challenges(table) == [Challenge(2, 1, number=1)]
    made = await challenges.take_up(referee, table, ANA, 2, 2, shown)
    await challenges.note(referee, table, made, thread="777")
    with pytest.raises(RefereeError, match="already"):
        await challenges.take_up(referee, table, ANA, 2, 2, shown)
    assert await challenges.match_in(referee, "777") == f"#{table.record.id}"
    assert await challenges.match_in(referee, "778") is None
    assert "11" not in str(table.record.settings.challenges)
    assert challenges.members(table, Challenge(2, 1)) == ["10", "11"]
    with pytest.raises(RefereeError, match="only the GM"):
        await challenges.close(referee, table, BEN, 2)
    assert await challenges.close(referee, table, GM, 2) == Challenge(2, 1, "777", 1)
    with pytest.raises(RefereeError, match="closed already"):
        await challenges.close(referee, table, ANA, 2)
    assert challenges.open_challenges(table) == []
    assert runs(table)


@pytest.mark.asyncio
async def test_decided(referee: Referee) -> None:
    """The GM upholds, rules or goes back: each is in the log and on the post; clocks rest till
    then; without a GM the other side decides."""
    table = await secret(referee)
    shown = [Challengeable(2, "#2")]
    for how, words, said in (
        ("stands", "every end of a move", "#2 stands**, \u201cevery end of a move\u201d"),
        ("rule", "it costs one #hill", "**it costs one #hill**."),
        ("rewind", "a slip", "back to the state after #1 (#"),
    ):
        made = await challenges.take_up(referee, table, BEN, 2, 2, shown, "Is that so?")
        made = await challenges.note(referee, table, made, clock="army 1's clock rests at 2 h")
        assert not runs(table)
        assert "rests at 2 h" in challenge_text(table, made)
        with pytest.raises(RefereeError, match="only the GM"):
            await challenges.decide(referee, table, ANA, 2, how, words)
        if how != "stands":
            with pytest.raises(RefereeError, match="say why"):
                await challenges.decide(referee, table, GM, 2, how, " ")
        await challenges.decide(referee, table, GM, 2, how, words)
        assert runs(table)
        (done,) = [one for one in kept_in(table.record) if one.number == made.number]
        text = challenge_text(table, done)
        assert said in text
        assert text.endswith(" Clock runs.") or f"\n-# ruling #{done.ruling}" in text
    assert table.match.path() == [1]
    assert [one.tags for one in table.ruled.values()] == [(), (), ("hill",)]


@pytest.mark.asyncio
async def test_the_other_side_decides(referee: Referee) -> None:
    """Without a GM: not who challenges, but whoever sits across."""
    table = await secret(referee, SEATS[1:])
    await challenges.take_up(referee, table, BEN, 2, 2, [Challengeable(2, "#2")])
    with pytest.raises(RefereeError, match="other side"):
        await challenges.decide(referee, table, BEN, 2, "stands", "")
    await challenges.decide(referee, table, ANA, 2, "stands", "")
    assert challenges.open_challenges(table) == []


@pytest.mark.asyncio
async def test_who_and_what(referee: Referee) -> None:
    """Players only, entries of that turn only, and none that was taken back."""
    table = await secret(referee)
    shown = [Challengeable(2, "#2")]
    with pytest.raises(RefereeError, match="only those who play"):
        await challenges.take_up(referee, table, ZOE, 2, 2, shown)
    with pytest.raises(RefereeError, match="no entry of the turn"):
        await challenges.take_up(referee, table, BEN, 2, 1, shown)
    await challenges.take_up(referee, table, BEN, 2, 2, shown)
    must(await referee.submit(table, 0, "rewind to #1"))
    assert challenges.open_challenges(table) == []
    with pytest.raises(RefereeError, match="taken back"):
        await challenges.take_up(referee, table, BEN, 2, 2, shown)
