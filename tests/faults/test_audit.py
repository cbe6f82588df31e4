"""The audit after a storm reports what is wrong, and nothing else."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.lobby.lobby import vacate
from bot.referee.service import OpenMatch, Referee
from bot.store import AwayError, Store
from rules import GAMES
from rules.line.orders import GM
from tests.e2e.stage import Stage, stage
from tests.e2e.standin import Message
from tests.faults.audit import Losses, audit
from tests.faults.crowd import Board, Crowd, Said
from tests.support import NOON

PASS = "end phase"
PASSES = 5
"""Within so many passes of each side the position has occurred three times."""

LINES = 40

TALK = 11
"""After so many lines below it the post of a turn is made anew."""


@dataclass
class Scene:
    """A match in which people write, the crowd of people, and the bot."""

    stage: Stage
    crowd: Crowd
    board: Board

    async def write(self, seat: int, text: str) -> Message:
        """Somebody writes an order, and the bot deals with it."""
        message = self.board.people[seat].say(self.board.place, text)
        self.crowd.said.append(Said(self.board, message, text))
        await self.stage.quiet()
        return message

    async def look(self) -> Losses:
        """What the audit finds once no post is waiting; a post that failed waits a while before it
        is sent again."""
        await self.stage.comes_true(self._posted)
        return await self._audit()

    async def _posted(self) -> bool:
        return not any("waits" in one for one in (await self._audit()).found["posts lost"])

    async def _audit(self) -> Losses:
        return await audit(self.stage.discord, self.crowd, self.crowd.referee, NOON, chains=False)

    def invent(self, after: Message) -> None:
        """Add a line that nobody reads, as if it had been written just after another."""
        unread = replace(after, id=after.id + 1, reactions={})
        self.crowd.said.append(Said(self.board, unread, PASS))


@asynccontextmanager
async def scene(monkeypatch: pytest.MonkeyPatch, folder: Path, system: str) -> AsyncIterator[Scene]:
    """A match as in a storm, on one bot, without any accident."""
    at = [game.id for game in GAMES].index(system)
    async with stage(monkeypatch, folder) as set_:
        await set_.leave()
        store = await Store.open(str(set_.file))
        try:
            crowd = Crowd(set_.discord, Referee(store, now=set_.now), 1, random.Random(1))
            await crowd.gather(at + 1)
            await set_.enter()
            await set_.quiet()
            yield Scene(set_, crowd, crowd.boards[at])
        finally:
            await store.close()


@pytest.mark.asyncio
async def test_nobody_listens_where_a_match_is_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Passes draw a match (C8-OPT-7).  Lines after its end need no answer, and the post of the end
    may name an override again; lines before the end need an answer."""
    async with scene(monkeypatch, tmp_path, "crusade8x8") as one:
        first = await one.write(1, PASS)
        seats = [2, 1] * PASSES
        while (table := await one.crowd.referee.open(f"#{one.board.number}")) and (
            table.game.outcome(table.match.state) is None
        ):
            await one.write(seats.pop(), PASS)
        silent = await one.write(1, PASS)
        assert not silent.reactions
        losses = await one.look()
        assert not losses.count, losses.found
        one.invent(silent)
        assert not (await one.look()).count
        one.invent(first)
        losses = await one.look()
        assert losses.count == len(losses.found["orders lost"]) == 1, losses.found


@pytest.mark.asyncio
async def test_nobody_listens_to_whoever_lost_a_seat(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Players who lost their seat by missing deadlines need no answer to later lines; every earlier
    line needs one."""
    async with scene(monkeypatch, tmp_path, "crusade8x8") as one:
        first = await one.write(1, PASS)
        referee, number = one.crowd.referee, one.board.number
        table = await referee.open(f"#{number}")
        assert (await referee.submit(table, GM, "timeout army 2 // missed deadline")).ok
        await vacate(referee, table, 2)
        await one.stage.bot.referee.open(f"#{number}")
        silent = await one.write(2, PASS)
        assert not silent.reactions
        one.invent(silent)
        assert (await one.look()).found["orders lost"] == []
        one.invent(first)
        assert len((await one.look()).found["orders lost"]) == 1


@pytest.mark.asyncio
async def test_the_post_of_a_turn_that_was_made_anew_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """When a turn's post has scrolled far up, a new one replaces it: deleting the old one counts as
    no loss, and leaving it there counts as a double."""
    async with scene(monkeypatch, tmp_path, "crusade7") as one:
        place = one.board.place
        before = place.from_bot
        for number in range(TALK):
            one.board.people[1].say(place, f"well, well ({number})")
        await one.write(1, "L1 moves to 8,11")
        (gone,) = [post for post in before if post not in place.from_bot]
        losses = await one.look()
        assert not losses.count, losses.found
        place.channel.messages[gone.id] = gone
        losses = await one.look()
        assert losses.count == len(losses.found["posts doubled"]) == 1, losses.found


@pytest.mark.asyncio
async def test_an_order_stands_in_one_post(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The audit finds a post that repeats an order of another turn's post."""
    async with scene(monkeypatch, tmp_path, "crusade8x8") as one:
        await one.write(1, PASS)
        assert not (await one.look()).count
        told = [post for post in one.board.place.from_bot if not post.pinned]
        told[-1].content += "\n#1 once more"
        assert "#1 " in told[0].content
        losses = await one.look()
        assert losses.count == len(losses.found["posts doubled"]) == 1, losses.found


@pytest.mark.asyncio
async def test_whoever_does_not_know_that_the_database_is_away_plays_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """While the database is away, people go on from what they last saw; they do not all pass, which
    would end their match."""
    async with scene(monkeypatch, tmp_path, "crusade8x8") as one:

        async def away(_: str) -> OpenMatch:
            raise AwayError

        monkeypatch.setattr(one.crowd.referee, "open", away)
        one.crowd.boards = [one.board]
        for _ in range(LINES):
            await one.crowd.write()
        said = [line.text for line in one.crowd.said]
        assert said.count(PASS) < LINES / 2
        assert len({*said}) > LINES / 4
