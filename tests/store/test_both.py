"""The store answers the same queries the same way on a file and on a real PostgreSQL server."""

import asyncio
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper
from bot.doors.doors import Doors
from bot.doors.saying import Answer, IncomingText
from bot.history.exchange import export_match
from bot.history.verify import verify_lines
from bot.posts.announce import Announcer
from bot.posts.depths import Depths
from bot.posts.facts import board_text
from bot.posts.living_posts import LivingPosts
from bot.posts.outbox import Letter, Outbox
from bot.posts.panels import Panel
from bot.posts.pictures import PictureFile
from bot.posts.watch import Watch
from bot.referee.gate import Caller
from bot.referee.service import Referee
from bot.store import PlaceRecord, PlanRow, Post
from bot.store.times import open_turns
from tests.support import DUEL, NOON, duel, keep, must, referee_on


@pytest.mark.asyncio
async def test_a_match(where: str) -> None:
    """A match is played, closed, reopened, sent an order twice, and exported."""
    async with referee_on(where) as referee:
        table = await duel(referee)
        first = must(await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1"))
        again = await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1")
        assert [one.report for one in again.accepted] == [one.report for one in first.accepted]
        must(await referee.submit(table, 1, "undo"))
        state = table.match.state
        await referee.store.save_snapshot(table.record.id, 6, "0", state, table.codec)
        await referee.store.save_snapshot(table.record.id, 6, "0", state, table.codec)
    async with referee_on(where) as referee:
        table = await referee.open("duel")
        assert table.match.state == state
        assert verify_lines(await export_match(referee, table))[0].startswith("ok")
        await referee.store.delete(table.record.id, "now")
        assert "duel" not in [one.name for one in await referee.store.all()]


@pytest.mark.asyncio
async def test_two_writers(where: str) -> None:
    """Entry numbers serve as the lock: the writer that comes second reads the new entries and tries
    again."""
    async with referee_on(where) as one, referee_on(where) as two:
        here = await duel(one, "race")
        there = await two.open("race")
        must(await one.submit(here, 1, "L1 moves to 5,8"))
        reply = await two.submit(there, 1, "L1 moves to 5,7")
        assert [refused.rule for refused in reply.refused] == ["C7-MOVE-1"]


@pytest.mark.asyncio
async def test_posts_and_people(where: str) -> None:
    """The outbox, cursors and people's settings are kept."""
    async with referee_on(where) as referee:
        table = await duel(referee, "mail")
        await referee.mail.add(table.record.id, Post(5, 0, "public", "hello"))
        (post,) = await referee.mail.waiting(table.record.id)
        await referee.mail.tried(post.id)
        await referee.mail.arrived(post.id, "123")
        assert await referee.mail.waiting(table.record.id) == []
        await referee.mail.advance("c", "1")
        await referee.mail.advance("c", "2")
        assert await referee.mail.cursor("c") == "2"
        await referee.mail.remember("u", {"zone": "UTC"})
        assert await referee.mail.person("u") == {"zone": "UTC"}
        await referee.mail.forget("u")
        assert await referee.mail.person("u") == {}


@pytest.mark.asyncio
async def test_clocks(where: str) -> None:
    """When a deadline passes, the turn is ended once and the other seat's time begins."""
    async with referee_on(where) as referee:
        table = await duel(referee, "clock")
        await keep(referee, table, clock="1h", grace=0)
        deadlines = Deadlines(referee)
        keeper = Timekeeper(referee, deadlines)
        await keeper.returned()
        await keeper.round()
        await keeper.plans.plans.keep(PlanRow(table.record.id, 2, "ben", "end phase"))
        assert await keeper.plans.plans.of_user("ben") == [(table.record.id, 2)]
        count = len(table.match.links)
        referee._now = lambda: NOON + timedelta(hours=1)
        await keeper.round()
        await keeper.round()
        assert len(table.match.links) == count + 1
        (turn,) = open_turns(await deadlines.times.turns(table.record.id))
        assert (turn.seat, turn.due) == (2, NOON + timedelta(hours=2))
        assert await deadlines.times.open_of("ben") == [turn]
        await referee.mail.forget("ben")
        await deadlines.times.resume_at(table.record.id, NOON)
        await deadlines.times.drop(table.record.id)
        assert await deadlines.times.clock(table.record.id) is None


class Channel:
    """One channel as two bots of the same account see it: sending a nonce twice makes one
    message."""

    def __init__(self) -> None:
        self.posts: dict[str, str] = {}
        self.rang: list[int] = []
        self._nonces: dict[str, str] = {}

    async def send(self, letter: Letter) -> str:
        """Post the letter, once for each nonce."""
        if letter.nonce not in self._nonces:
            self._nonces[letter.nonce] = message = str(1000 + len(self._nonces))
            self.posts[message] = letter.content
            self.rang += letter.pings
        return self._nonces[letter.nonce]

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """Nothing: the nonce finds it when it is sent."""
        return None

    async def find_beginning(self, letter: Letter) -> str | None:
        """Nothing is left from an earlier run."""
        return None

    async def edit(self, channel: str, message: str, content: str, panel: Panel | None) -> bool:
        """Change a post."""
        self.posts[message] = content
        return True

    async def attach(
        self,
        channel: str,
        message: str,
        picture: PictureFile | None,
        files: Sequence[tuple[str, str]] = (),
    ) -> bool:
        """Nobody looks at pictures here."""
        return True

    async def delete(self, channel: str, message: str) -> bool:
        """Fail: nothing may be deleted here."""
        raise AssertionError(f"{message} in {channel} was deleted")

    async def archive(self, channel: str, shut: bool) -> None:
        """Do nothing: there are no threads."""

    async def pin(self, channel: str, message: str) -> None:
        """Do nothing."""


class Bot:
    """A bot without Discord: doors, posts, and the watch over other processes."""

    def __init__(self, referee: Referee, channel: Channel) -> None:
        self.referee = referee
        announcer = Announcer(referee)
        referee.subscribe(announcer.posts)
        self.announcer = announcer
        self.doors = Doors(referee)
        self.outbox = Outbox(referee, channel)
        self.living = LivingPosts(referee, channel, announcer, Depths(), self.outbox)
        self.watch = Watch(referee, announcer)

    async def says(self, user: str, text: str, key: str) -> Answer:
        """Give somebody's order to this bot and send its posts."""
        answer = await self.doors.hear(
            IncomingText(key, Caller(user), "77", text, "mention", sure=True)
        )
        await self.post()
        return answer

    async def post(self) -> None:
        """Send the waiting posts and update the living ones."""
        table = await self.referee.open("two bots")
        await self.outbox.flush(table.record.id)
        await self.living.update(table, await self.referee.mail.place_of(table.record.id))

    async def sees(self) -> tuple[Any, ...]:
        """The log, the board and whose turn it is, as this bot knows them after looking for
        changes."""
        await self.watch.look()
        table = await self.referee.open("two bots")
        entries = await self.referee.entries(table, range(len(table.match.links)))
        log = [(one.number, one.seat, one.text, one.hash) for one in entries]
        state = table.match.state
        return log, board_text(table, state), table.game.awaits(state), table.now


@pytest.mark.asyncio
async def test_two_bots(where: str) -> None:
    """Orders go to two bots in turn: none is refused, each is posted once, each player is pinged
    once, and both bots then have the same log, board and turn."""
    channel = Channel()
    async with referee_on(where) as one, referee_on(where) as two:
        seats = ((0, "1"), (1, "2"), (2, "3"))
        table = await one.create("two bots", "crusade7", seats=seats, scene=True)
        for line in DUEL:
            must(await one.submit(table, 0, line))
        await one.mail.settle(PlaceRecord(table.record.id, "77", "1"))
        here, there = Bot(one, channel), Bot(two, channel)
        await here.announcer.open_match(table)
        await here.post()
        script = (
            (here, "2", "L1 moves to 5,8"),
            (there, "2", "L2 moves to 7,8"),
            (here, "2", "end phase"),
            (there, "3", "G1 moves to 5,24"),
            (here, "3", "undo"),
            (there, "3", "G1 moves to 5,23"),
            (here, "3", "end phase"),
        )
        for number, (bot, user, text) in enumerate(script):
            answer = await bot.says(user, text, f"m{number}")
            assert answer.marked == ("filed",), (text, answer)
            again = await (there if bot is here else here).says(user, text, f"m{number}")
            assert "filed already" in again.text, "one message, whoever hears it"
            assert await here.sees() == await there.sees()
        told = "\n".join(channel.posts.values())
        lines = re.findall(r"^(?:~~)?#(\d+) ", told, re.MULTILINE)
        assert lines == sorted(set(lines), key=int), "an order stands in one post"
        assert {"6", "7", "9", "11"} <= set(lines)
        assert channel.rang == [2, 3], (
            "each is called once; who goes on in Mana is not called again"
        )
        number = table.record.id
        assert await one.mail.waiting(number) == await two.mail.waiting(number) == []


@pytest.mark.asyncio
async def test_only_what_is_behind_is_looked_at_after_a_start(where: str) -> None:
    """After a start only matches whose posts are behind are opened: those in which something was
    filed or posted since they were last shown."""
    async with referee_on(where) as referee:
        for name in ("still", "moved"):
            table = await duel(referee, name)
            await referee.mail.settle(PlaceRecord(table.record.id, name, "1"))
        number, other = 1, 2
        assert {one for one, _ in await referee.mail.behind()} == {number, other}
        for one in (number, other):
            referee.mail.has_shown(one, await referee.mail.touched(one))
        await referee.store.database.settled()
        async with asyncio.timeout(60):
            while await referee.mail.behind():
                await asyncio.sleep(0.01)
        seen = await referee.mail.touched(number)
        must(await referee.submit(await referee.open("moved"), 1, "L1 moves to 5,8"))
        assert [one for one, _ in await referee.mail.behind()] == [other]
        await referee.mail.notice(number, 1, "public", "said")
        (post,) = await referee.mail.waiting(number)
        await referee.mail.arrived(post.id, "77")
        assert {one for one, _ in await referee.mail.behind()} == {number, other}
        referee.mail.has_shown(number, seen)
        await referee.store.database.settled()
        assert number in {one for one, _ in await referee.mail.behind()}, "it was seen before that"
        assert await referee.mail.guilds([number, other, 99]) == {number: "1", other: "1"}
