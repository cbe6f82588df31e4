"""The writer thread: queued jobs are neither lost nor written twice."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.doors.doors import Doors
from bot.doors.saying import IncomingText
from bot.referee.gate import Caller
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord, Store, StoreError
from bot.store import writer as writing
from tests.support import duel, must, referee_on


@asynccontextmanager
async def stuck(referee: Referee) -> AsyncIterator[asyncio.Task[None]]:
    """Keep the writer busy with a job until the block ends."""
    begun, go = threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        begun.set()
        assert go.wait(60)

    task = asyncio.create_task(referee.store.database.write(wait))
    assert await asyncio.to_thread(begun.wait, 60)
    try:
        yield task
    finally:
        go.set()


@pytest.mark.asyncio
async def test_a_stuck_writer_says_so_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An order that cannot be written in time gets an answer, is not filed, and can be sent
    again."""
    file = tmp_path / "a.sqlite"
    async with referee_on(file) as referee:
        table = await duel(referee)
        await referee.mail.settle(PlaceRecord(table.record.id, "77", "1"))
        doors, count = Doors(referee), len(table.match.links)
        heard = IncomingText("m1", Caller("ana"), "77", "L1 moves to 5,8", "chat")
        async with stuck(referee) as held:
            monkeypatch.setattr(writing.WriteQueue.run, "__defaults__", (0.05,))
            answer = await doors.hear(heard)
            assert answer.marked == ("refused",)
            assert "in a moment" in answer.public
            assert str(file) not in answer.public
            assert not answer.done
        await held
        assert len(table.match.links) == count
        monkeypatch.setattr(writing.WriteQueue.run, "__defaults__", (60.0,))
        assert (await doors.hear(heard)).done
        again = await doors.hear(heard)
        assert "filed already" in again.text
        assert len(table.match.links) == count + 1


@pytest.mark.asyncio
async def test_orders_that_wait_when_the_bot_stops(tmp_path: Path) -> None:
    """Closing the store writes everything queued before it and refuses what comes later."""
    file = tmp_path / "a.sqlite"
    store = await Store.open(str(file))
    referee = Referee(store)
    tables = [await duel(referee, f"match {number}") for number in range(5)]
    async with stuck(referee):
        orders = [asyncio.create_task(moved(referee, table)) for table in tables]
        assert store.database._writer is not None
        async with asyncio.timeout(60):
            while len(store.database._writer._queue) < len(orders):
                await asyncio.sleep(0.01)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
    await closing
    await asyncio.gather(*orders)
    with pytest.raises(StoreError, match="closed"):
        await referee.submit(tables[0], 1, "L2 moves to 7,8")
    async with referee_on(file) as later:
        for table in tables:
            known = await later.open(table.record.name)
            assert known.match.state == table.match.state
            assert len(known.match.links) == 7


async def moved(referee: Referee, table: OpenMatch) -> None:
    must(await referee.submit(table, 1, "L1 moves to 5,8", source="m1"))


@pytest.mark.asyncio
async def test_a_read_only_disk(tmp_path: Path) -> None:
    """On a read-only disk nothing of a line is written and the match stays as it was; once the disk
    is writable, play goes on."""
    file = tmp_path / "a.sqlite"
    async with referee_on(file) as referee:
        table = await duel(referee)
        state = table.match.state
        disk = await own_connection(referee)
        disk.execute("PRAGMA query_only = 1")
        with pytest.raises(StoreError, match="read-only; nothing was written"):
            await referee.submit(table, 1, "L1 moves to 5,8", source="m1")
        await referee.mail.read_on("77", "5")
        assert table.match.state is state
        assert await referee.store.receipt(table.record.id, "m1") is None
        disk.execute("PRAGMA query_only = 0")
        must(await referee.submit(table, 1, "L1 moves to 5,8", source="m1"))
        state = table.match.state
    async with referee_on(file) as referee:
        assert (await referee.open("duel")).match.state == state


async def own_connection(referee: Referee) -> Any:
    """The connection of the writer thread, while it is idle."""
    return await referee.store.database.write(
        lambda connection: connection.connection.dbapi_connection
    )


@pytest.mark.asyncio
async def test_what_may_be_late_rides_along(tmp_path: Path) -> None:
    """A channel's read position is not flushed by itself, but stored with the next write."""
    file = tmp_path / "a.sqlite"
    async with referee_on(file) as referee:
        table = await duel(referee)
        await referee.mail.read_on("77", "5")
        await referee.mail.read_on("77", "6")
        assert await referee.mail.cursor("77") == "6"
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        async with referee_on(file) as other:
            assert await other.mail.cursors() == {"77": "6"}
        await referee.mail.read_on("77", "7")
    async with referee_on(file) as referee:
        assert await referee.mail.cursor("77") == "7"


@pytest.mark.asyncio
async def test_a_failure_that_ends_the_transaction(tmp_path: Path) -> None:
    """A full disk rolls back the whole transaction: every job that shares it gets the error,
    nothing is written, and the next job succeeds."""

    def fills(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    async with referee_on(tmp_path / "a.sqlite") as referee:
        table = await duel(referee)
        count = len(table.match.links)
        async with stuck(referee):
            jobs = [asyncio.create_task(referee.store.database.write(fills)) for _ in range(2)]
            order = asyncio.create_task(referee.submit(table, 1, "L1 moves to 5,8"))
            await asyncio.sleep(0)
        for one in (*jobs, order):
            with pytest.raises(StoreError, match=r"disk .* is full; nothing was written"):
                await one
        assert len(table.match.links) == count
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
