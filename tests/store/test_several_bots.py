"""Several bots on one PostgreSQL: leases, deadlines, posts, what they tell each other."""

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
from bot.posts.watch import Noted, Watch
from bot.referee.news import Changed
from bot.referee.service import OpenMatch, Referee
from bot.store import Bell, Leases, PlaceRecord, Store, StoreError
from bot.store.times import open_turns
from tests.support import NOON, PATIENCE, duel, keep, must, referee_on


async def comes_true(look: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that can be seen in the database."""
    async with asyncio.timeout(PATIENCE):
        while not await look():
            await asyncio.sleep(0.01)


def dead(referee: Referee) -> Leases:
    """The leases of a process that dies as soon as it has taken one: it never gives it back, and
    its time is over."""
    return Leases(referee.store.database, term=0.0)


@pytest.mark.asyncio
async def test_a_lease_goes_to_one(server: str) -> None:
    """Who takes a work first has it, may take it again, and gives it back; one of a process that
    died is taken over when its time is over, and whoever does it hears that it is half done."""
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
    """Whoever finds a lease in the hands of another transaction does not wait for it."""
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
    """One that looks when it is told to."""
    deadlines = Deadlines(referee)
    return Timekeeper(referee, deadlines, watched=watched)


@pytest.mark.asyncio
async def test_a_deadline_fires_once(server: str) -> None:
    """A process dies holding it: it is left alone while the lease lasts, then another process ends
    the turn; however many look at once, it is ended once, and said once."""
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
    """Only the process that reads the orders of a match knows whether they came in time; another
    one that writes to it brings its deadlines up to date and leaves them alone."""

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
    """Two processes find a match whose clock nobody follows yet: one begins it, the other takes
    what it finds, also where both have looked before either wrote.  Another clock may be set
    meanwhile."""
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
    """Two processes that both found it due, without any lease: one of them sends it."""
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
    """A channel that forgets nonces: what is sent twice stands there twice."""

    def __init__(self) -> None:
        self.posts: list[str] = []
        self.looked = 0

    async def send(self, letter: Letter) -> str:
        """Post it."""
        self.posts.append(letter.content)
        return str(1000 + len(self.posts))

    async def find(self, letter: Letter, after: str | None) -> str | None:
        """Is it there already?"""
        self.looked += 1
        if letter.content not in self.posts:
            return None
        return str(1001 + self.posts.index(letter.content))


@pytest.mark.asyncio
async def test_a_post_is_sent_once(server: str) -> None:
    """Two bots see the same post waiting: one sends it.  One dies between sending and noting it:
    the other finds it there."""
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
    """An order, a note about a server: the other bot hears it from the database.  When the line to
    it was cut, everything is looked at."""
    async with referee_on(server) as one, referee_on(server) as two:
        table = await duel(one, "told")
        number = table.record.id
        there = await two.open(f"#{number}")
        watch, heard = Watch(two, Announcer(two)), set[int]()
        noted: list[frozenset[str] | None] = []
        two.news.hear(Changed, lambda event: heard.add(event.table.record.id))
        two.news.hear(Noted, lambda event: noted.append(event.keys))
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
    """Of several processes one is within; the next goes in when it has come out."""
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
    """Two bots note different things about one place: both stand."""
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
    """The second is told so in a sentence; a console beside the bot plays on; when the bot has
    ended, another may begin."""
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
