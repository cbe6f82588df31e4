"""Several bots on one PostgreSQL server: leases, deadlines, posts, and how they notify each
other."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper, Watched
from bot.posts.announce import Announcer
from bot.posts.outbox import Letter, Outbox
from bot.posts.watch import ServerNotesChanged, Watch
from bot.referee.news import MatchChanged
from bot.referee.service import OpenMatch, Referee
from bot.store import Bell, Leases, PlaceRecord, Store, StoreError
from bot.store.times import open_turns
from tests.support import NOON, PATIENCE, duel, keep, must, referee_on


async def comes_true(look: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition in the database holds."""
    async with asyncio.timeout(PATIENCE):
        while not await look():
            await asyncio.sleep(0.01)


def dead(referee: Referee) -> Leases:
    """The leases of a process that dies right after taking one: it is never given back and has
    expired."""
    return Leases(referee.store.database, term=0.0)


@pytest.mark.asyncio
async def test_a_lease_goes_to_one(server: str) -> None:
    """Whoever takes a lease first has it, may take it again, and gives it back.  An expired lease
    of a dead process can be taken over, and the taker learns that the work may be half done."""
    async with referee_on(server) as one, referee_on(server) as two:
        assert await one.leases.take("work", 1) == "yes"
        assert await two.leases.take("work", 1) == "no"
        assert await two.leases.take("work", 2) == "yes"
        assert await two.leases.take("other", 1) == "yes"
        assert await one.leases.take("work", 1) == "yes"
        await two.leases.give_back("work", 1)
        assert await two.leases.take("work", 1) == "no", "another's lease is not given back"
        await one.leases.give_back("work", 1)
        assert await dead(two).take("work", 1) == "yes"
        assert await one.leases.take("work", 1) == "left"
        assert await two.leases.take("work", 1) == "no"
        await one.leases.give_all_back()
        assert await two.leases.take("work", 1) == "yes"
        assert await one.leases.take("other", 1) == "no"
        await two.leases.give_all_back()
        found = await asyncio.gather(*(bot.leases.take("race", 1) for bot in (one, two) * 5))
        assert sorted(set(found)) == ["no", "yes"]
        assert {found[0::2].count("yes") > 0, found[1::2].count("yes") > 0} == {True, False}
        await one.leases.give_all_back()
        await two.leases.give_all_back()


@pytest.mark.asyncio
async def test_a_lease_that_is_being_taken_is_passed_over(server: str) -> None:
    """Nobody waits for a lease that another transaction has locked."""
    async with referee_on(server) as one, referee_on(server) as two:
        assert await dead(one).take("held", 1) == "yes"
        async with one.store.database.engine.begin() as connection:
            await connection.execute(
                sa.text("SELECT * FROM leases WHERE work = 'held' FOR UPDATE"),
            )
            async with asyncio.timeout(PATIENCE):
                assert await two.leases.take("held", 1) == "no"
        assert await two.leases.take("held", 1) == "left"
        await two.leases.give_all_back()


async def late(referee: Referee, name: str) -> OpenMatch:
    """A duel whose first deadline has just passed."""
    table = await duel(referee, name)
    await keep(referee, table, clock="1h", grace=0)
    keeper = keeper_of(referee)
    await keeper.returned()
    await keeper.round()
    return table


def keeper_of(referee: Referee, watched: Watched | None = None) -> Timekeeper:
    """A timekeeper that looks only when a test calls `round`."""
    deadlines = Deadlines(referee)
    return Timekeeper(referee, deadlines, watched=watched)


@pytest.mark.asyncio
async def test_a_deadline_fires_once(server: str) -> None:
    """While a process has the lease of a deadline, others leave it alone.  When it has died and the
    lease has expired, another process ends the turn: once, with one notice, however many look at
    the same time."""
    async with referee_on(server) as one, referee_on(server) as two, referee_on(server) as third:
        table = await late(one, "late")
        number, count = table.record.id, len(table.match.links)
        for referee in (one, two):
            referee._now = lambda: NOON + timedelta(hours=1)
        assert await third.leases.take("clock", number) == "yes"
        await keeper_of(two).round()
        assert len(await two.store.links(number)) == count, "another has it"
        assert await dead(third).take("clock", number) == "yes", "and dies"
        keepers = [keeper_of(one), keeper_of(two), keeper_of(one), keeper_of(two)]
        await asyncio.gather(*(keeper.round() for keeper in keepers))
        assert len(await one.store.links(number)) == count + 1
        told = [post for post in await one.mail.waiting(number) if "missed" in post.content]
        assert len(told) == 1
        (turn,) = open_turns(await keepers[0].times.turns(number))
        assert turn.seat == 2


@pytest.mark.asyncio
async def test_a_deadline_waits_for_who_reads_the_orders(server: str) -> None:
    """Only the process that reads a match's orders can tell whether they came in time.  Another
    process that files an order updates the deadlines but does not enforce them."""

    class Elsewhere(Watched):
        def names(self) -> tuple[str, ...]:
            return ("elsewhere",)

    async with referee_on(server) as one, referee_on(server) as two:
        table = await late(one, "apart")
        number, count = table.record.id, len(table.match.links)
        for referee in (one, two):
            referee._now = lambda: NOON + timedelta(hours=1)
        other = keeper_of(two, Elsewhere())
        await other.returned()
        await other.round()
        assert len(await two.store.links(number)) == count
        await keeper_of(one).round()
        assert len(await two.store.links(number)) == count + 1
        there = await two.open(f"#{number}")
        must(await two.submit(there, 2, "end phase"))
        other.moved(there)
        await other.round()
        (turn,) = open_turns(await other.times.turns(number))
        assert turn.began == there.match.links[-1].number


@pytest.mark.asyncio
async def test_a_clock_begins_once(server: str) -> None:
    """Two processes find a match whose clock has not begun: one begins it and the other uses the
    result, even if both looked before either wrote, or another clock was set meanwhile."""
    async with referee_on(server) as one, referee_on(server) as two:
        table = await duel(one, "begun")
        await keep(one, table, clock="1h", grace=0)
        there = await two.open("begun")
        two._now = lambda: NOON + timedelta(minutes=5)
        sides = [(Deadlines(one), table), (Deadlines(two), there)]
        found = await asyncio.gather(*(side.sync(its) for side, its in sides * 3))
        assert [turns == found[0] for turns in found] == [True] * 6
        (first, _), (second, _) = sides
        number, last = table.record.id, table.match.links[-1].number
        late = [replace(turn, granted=1) for turn in found[0]]
        assert not await second.times.begin(number, last, late, None), "begun before"
        row = await first.times.clock(number)
        assert row is not None
        assert not await second.times.begin(number, last, late, replace(row, synced=last - 1))
        assert await first.times.turns(number) == found[0]
        assert await first.times.begin(number, last, late, row)
        assert [turn.granted for turn in await first.times.turns(number)] == [1]
        await asyncio.gather(*(side.restart(its) for side, its in sides * 3))
        assert [turn.granted for turn in await first.times.turns(number)] == [3600]


@pytest.mark.asyncio
async def test_a_reminder_is_sent_once(server: str) -> None:
    """Two processes that both find a reminder due, without any lease, send it once."""
    async with referee_on(server) as one, referee_on(server) as two:
        table = await duel(one, "remind")
        await keep(one, table, clock="3d", grace=0)
        keeper = keeper_of(one)
        await keeper.returned()
        await keeper.round()
        number = table.record.id
        (turn,) = open_turns(await keeper.times.turns(number))
        assert turn.remind_at is not None
        due = turn.remind_at
        for referee in (one, two):
            referee._now = lambda: due
        there = await two.open(f"#{number}")
        sides = (keeper.deadlines, table), (Deadlines(two), there)
        await asyncio.gather(*(deadlines.remind(its, turn) for deadlines, its in sides))
        told = [post for post in await one.mail.waiting(number) if "is awaited" in post.content]
        assert len(told) == 1
        more = [deadlines.put_off(its, turn, 60, "grace") for deadlines, its in sides]
        (now,) = open_turns(await keeper.times.turns(number))
        assert await keeper.times.change(number, [now], before=replace(now, graces=9)) is False
        await asyncio.gather(*more)
        (now,) = open_turns(await keeper.times.turns(number))
        assert now.graces in (1, 2)
        put = [post for post in await one.mail.waiting(number) if "put off" in post.content]
        assert len(put) == now.graces, "each is counted and said, or neither"


class Channel:
    """A channel that ignores nonces: a letter sent twice appears twice."""

    def __init__(self) -> None:
        self.posts: list[str] = []
        self.looked = 0

    async def send(self, letter: Letter) -> str:
        """Post the letter."""
        self.posts.append(letter.content)
        return str(1000 + len(self.posts))

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """The message with the same text, if it was posted already."""
        self.looked += 1
        if letter.content not in self.posts:
            return None
        return str(1001 + self.posts.index(letter.content))


@pytest.mark.asyncio
async def test_a_post_is_sent_once(server: str) -> None:
    """If two bots see the same post waiting, one sends it.  If a bot dies between sending a post
    and noting it, the other finds it in the channel."""
    channel = Channel()
    async with referee_on(server) as one, referee_on(server) as two, referee_on(server) as third:
        table = await duel(one, "posts")
        number = table.record.id
        await one.mail.settle(PlaceRecord(number, "78", "1"))
        boxes = [Outbox(one, channel), Outbox(two, channel)]
        try:
            for box in boxes:
                box.start()

            async def sent() -> bool:
                for box in boxes:
                    box.wake(number)
                return not await one.mail.waiting(number)

            await comes_true(sent)
            for text in ("a", "b", "c"):
                await one.mail.notice(number, 5, "public", text)
            await comes_true(sent)
            assert [text for text in channel.posts if len(text) == 1] == ["a", "b", "c"]

            async def taken() -> bool:
                return await third.leases.take("outbox", number) == "yes"

            await comes_true(taken)
            await one.mail.notice(number, 5, "public", "half done")
            for box in boxes:
                box.wake(number)
            (post,) = await one.mail.waiting(number)
            await channel.send(Letter("channel 78", post.content, "n"))

            async def dies() -> bool:
                return await dead(third).take("outbox", number) == "yes"

            await comes_true(dies)
            await comes_true(sent)
            assert channel.posts.count("half done") == 1
            assert channel.looked
        finally:
            for box in boxes:
                await box.close()


@pytest.mark.asyncio
async def test_what_others_write_is_told(server: str) -> None:
    """The database notifies the other bot of an order or of a note about a server.  After a lost
    connection it looks at everything again."""
    async with referee_on(server) as one, referee_on(server) as two:
        table = await duel(one, "told")
        number = table.record.id
        there = await two.open(f"#{number}")
        watch, heard = Watch(two, Announcer(two)), set[int]()
        noted: list[frozenset[str] | None] = []
        two.news.hear(MatchChanged, lambda event: heard.add(event.table.record.id))
        two.news.hear(ServerNotesChanged, lambda event: noted.append(event.keys))
        bell = Bell(two.store.database)
        try:
            assert await bell.wait() is None, "first everything is looked at"
            await bell.wait()
            must(await one.submit(table, 1, "L1 moves to 5,8"))
            assert str(number) in (await bell.wait() or ())
            watch.start()

            async def seen() -> bool:
                return number in heard and len(there.match.links) == len(table.match.links)

            await comes_true(seen)
            await one.mail.advance("words of 7", "{}")

            async def has_note() -> bool:
                return frozenset({"words of 7"}) in noted

            await comes_true(has_note)
            assert await two.mail.notes() == {"words of 7": "{}"}

            async with one.store.database.engine.begin() as connection:
                await connection.execute(
                    sa.text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE query LIKE 'LISTEN%'"
                    )
                )
            heard.clear()
            must(await one.submit(table, 1, "L2 moves to 7,8"))
            await comes_true(seen)
        finally:
            await bell.close()
            await watch.close()


@pytest.mark.asyncio
async def test_one_at_a_time(server: str) -> None:
    """Of several processes only one at a time holds the lock; the next gets it when it is
    released."""
    within = most = 0
    async with referee_on(server) as one, referee_on(server) as two:

        async def work(referee: Referee) -> None:
            nonlocal within, most
            async with referee.store.database.one_at_a_time("commands"):
                within += 1
                most = max(most, within)
                await asyncio.sleep(0)
                within -= 1

        await asyncio.gather(*map(work, (one, two, one, two)))
    assert most == 1


@pytest.mark.asyncio
async def test_details_of_a_place_are_changed_side_by_side(server: str) -> None:
    """Two bots note different details of one place at the same moment: both are kept."""
    async with referee_on(server) as one, referee_on(server) as two:
        table = await duel(one, "notes")
        await one.mail.settle(PlaceRecord(table.record.id, "79", "1"))
        notes = [
            bot.mail.note(table.record.id, {key: "x"}) for bot, key in ((one, "a"), (two, "b"))
        ]
        await asyncio.gather(*notes)
        place = await one.mail.place_of(table.record.id)
        assert place is not None
        assert place.details == {"a": "x", "b": "x"}


@pytest.mark.asyncio
async def test_a_file_takes_one_bot(tmp_path: Path) -> None:
    """A second bot on the same file is refused in one sentence; a console beside the bot can play;
    once the bot has ended, another may start."""
    file = tmp_path / "a.sqlite"
    async with referee_on(file) as bot, referee_on(file) as beside:
        bot.store.database.stand_alone()
        with pytest.raises(StoreError, match=r"another bot runs on the database .*a\.sqlite"):
            beside.store.database.stand_alone()
        table = await duel(beside)
        must(await beside.submit(table, 1, "L1 moves to 5,8"))
        assert await bot.leases.take("outbox", table.record.id) == "yes"
    store = await Store.open(file)
    store.database.stand_alone()
    await store.close()
