"""The same store on a real PostgreSQL server: the same queries, the same answers."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper
from bot.clocks.timewords import DiscordWords
from bot.history.exchange import export_match, verify_lines
from bot.referee.settings import change_settings
from bot.store import Post
from bot.store.times import open_turns
from tests.support import NOON, duel, must, referee_on


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own in a temporary folder; its address for the store."""
    folder: Path = tmp_path_factory.mktemp("postgres")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder / "run"))
        import pgserver

        running = pgserver.get_server(str(folder / "data"), cleanup_mode="stop")
    try:
        yield running.get_uri().replace("postgresql://", "postgresql+asyncpg://")
    finally:
        running.cleanup()


@pytest.mark.asyncio
async def test_a_match_on_postgresql(server: str) -> None:
    """Played, closed, opened again, repeated, exported: as on a file."""
    async with referee_on(server) as referee:
        table = await duel(referee)
        first = must(await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1"))
        again = await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1")
        assert [one.report for one in again.accepted] == [one.report for one in first.accepted]
        must(await referee.submit(table, 1, "undo"))
        state = table.match.state
        await referee.store.save_snapshot(table.record.id, 6, "0", state, table.codec)
        await referee.store.save_snapshot(table.record.id, 6, "0", state, table.codec)
    async with referee_on(server) as referee:
        table = await referee.open("duel")
        assert table.match.state == state
        assert verify_lines(await export_match(referee, table))[0].startswith("ok")
        await referee.store.delete(table.record.id, "now")
        assert "duel" not in [one.name for one in await referee.store.all()]


@pytest.mark.asyncio
async def test_two_writers_on_postgresql(server: str) -> None:
    """The entry number is the lock: the later writer takes over and tries once more."""
    async with referee_on(server) as one, referee_on(server) as two:
        here = await duel(one, "race")
        there = await two.open("race")
        must(await one.submit(here, 1, "L1 moves to 5,8"))
        reply = await two.submit(there, 1, "L1 moves to 5,7")
        assert [refused.rule for refused in reply.refused] == ["C7-MOVE-1"]


@pytest.mark.asyncio
async def test_posts_and_people_on_postgresql(server: str) -> None:
    """The outbox, cursors and people's settings."""
    async with referee_on(server) as referee:
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
async def test_clocks_on_postgresql(server: str) -> None:
    """A deadline passes: the turn is ended once, and the other seat has its time."""
    async with referee_on(server) as referee:
        table = await duel(referee, "clock")
        await change_settings(referee, table, {"clock": "1h", "grace": "0"})
        deadlines = Deadlines(referee, DiscordWords())
        keeper = Timekeeper(referee, deadlines)
        await keeper.returned()
        await keeper.round()
        await deadlines.times.leave_orders(table.record.id, 2, "ben", "end phase")
        assert await deadlines.times.orders_of("ben") == [(table.record.id, 2)]
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
