"""Three Houses, the toy system, by chat: three accounts, secrets, a relic, from start to end."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.history.log import log_lines
from tests.toy import installed

from .stage import Stage, stage
from .standin import Human, Place
from .test_commands import ask, until


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    """Install the toy system for these tests alone."""
    with installed():
        yield


@pytest_asyncio.fixture
async def hall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Stage]:
    """A server with the bot."""
    async with stage(monkeypatch, tmp_path) as built:
        yield built


class Houses:
    """Three people and their match."""

    def __init__(self, hall: Stage) -> None:
        self.hall = hall
        self.cleo = hall.home.member("Cleo")
        self.people: dict[int, Human] = {1: hall.ana, 2: hall.ben, 3: self.cleo}
        self.thread: Place = hall.play

    async def begin(self) -> None:
        """Make the match, let the two others join, and start it."""
        given = {"name": "Ring", "system": "toy", "gm": self.hall.gm}
        await ask(self.hall.ana, "match new", self.hall.play, **given)
        self.thread = await self.hall.play.thread("Ring")
        for person in (self.hall.ben, self.cleo):
            await ask(person, "match join", self.thread)
        await ask(self.hall.ana, "match start", self.thread)
        await self.thread.says("The dice follow a secret seed")
        for person in self.people.values():
            await ask(person, "setup asking", self.thread, on=False)

    async def filed(self, seat: int, text: str, secret: bool = False) -> None:
        """Give an order in the thread, or a secret one by direct message; waits for the entry."""
        table = await self.hall.table("Ring")
        count = len(table.match.links)
        person = self.people[seat]
        if secret:
            person.dm(text)
        else:
            person.say(self.thread, f"{self.hall.discord.bot.mention} {text}")
        await until(lambda: len(table.match.links) > count)

    async def sure(self, seat: int, text: str, label: str, asked: str) -> None:
        """Give an order that is asked about first, and confirm it with the button."""
        table = await self.hall.table("Ring")
        count, person = len(table.match.links), self.people[seat]
        person.say(self.thread, f"{self.hall.discord.bot.mention} {text}")
        question = await self.thread.says(asked)
        await person.answer(person.click(question, label))
        await until(lambda: len(table.match.links) > count)

    async def round(self, number: int) -> None:
        """Let all make plans by direct message, then raid in turn."""
        table = await self.hall.table("Ring")
        plans = {
            1: "Ardenmoor North marches to Ardenmoor South",
            3: "Dun Fell marches to Cold Harbour",
        }
        for seat in self.people:
            if seat in plans and number == 1:
                await self.filed(seat, plans[seat], secret=True)
            await self.filed(seat, "end phase", secret=True)
        await until(lambda: table.match.state.flow.phase == "raid")
        for seat in self.people:
            await until(lambda who=seat: table.game.awaits(table.match.state) == (who,))
            found = [str(one) for one in table.game.legal(table.match.state, seat)]
            raids = [one for one in found if one.startswith("raid")]
            await self.filed(seat, raids[0] if raids and seat == 3 else "end phase")


@pytest.mark.asyncio
async def test_three_houses_from_start_to_end(hall: Stage) -> None:
    """Three accounts play to the end: plans stay secret until all are in, and so does the relic
    until its finder tells; a restart on the way loses nothing."""
    houses = Houses(hall)
    await houses.begin()
    await houses.filed(1, "Ardenmoor North marches to Ardenmoor South", secret=True)
    public = "\n".join(one.content for one in houses.thread.from_bot)
    assert "marches" not in public
    assert hall.referee is not None
    table = await hall.table("Ring")
    assert "marches" not in "\n".join(await log_lines(hall.referee, table, 2))
    assert "marches" in "\n".join(await log_lines(hall.referee, table, 1))
    await houses.round(1)
    assert "marches" in "\n".join(await log_lines(hall.referee, table, 2)), "plans are open now"
    state = table.match.state
    assert state.relic
    assert state.finder in (1, 2, 3)
    others = [seat for seat in (1, 2, 3) if seat != state.finder]
    assert "learns" not in "\n".join(await log_lines(hall.referee, table, others[0]))
    await houses.filed(state.finder, "reveal half")
    await hall.leave()
    await hall.enter()
    await houses.round(2)
    await houses.filed(state.finder, "reveal relic")
    await houses.round(3)
    table = await hall.table("Ring")
    assert table.game.outcome(table.match.state) is not None
    await houses.thread.says("is over")


@pytest.mark.asyncio
async def test_one_of_three_resigns_and_the_others_play_on(hall: Stage) -> None:
    """A draw needs all three; if one seat of a team resigns, the match goes on."""
    houses = Houses(hall)
    await houses.begin()
    await houses.filed(1, "offer draw")
    await houses.sure(2, "accept draw", "Accept the draw", "Accept the draw?")
    table = await hall.table("Ring")
    assert table.game.outcome(table.match.state) is None, "one answer is missing"
    await houses.filed(3, "decline draw")
    await houses.sure(2, "resign", "Resign", "House Birch resigns.")
    await until(lambda: 2 in table.match.state.flow.gone)
    assert table.game.outcome(table.match.state) is None
    assert table.game.awaits(table.match.state) == (1, 3)
    await houses.sure(1, "resign", "Resign", "House Alder resigns and the match")
    outcome = table.game.outcome(table.match.state)
    assert outcome is not None
    assert outcome.winners == (3,)
