"""`referee copy` takes all matches from a file to a server and back."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.history.moving import move
from bot.store import PlaceRecord, PlanRow, PlanStore, Post, Store
from bot.store.copying import numbers_of, rows_of
from tests.store.servers import running
from tests.support import duel, keep, must, referee_on

Said = pytest.CaptureFixture[str]


async def fill(file: Path) -> None:
    """Create three matches of two systems, with rows of most kinds; one match is put away."""
    async with referee_on(file) as referee:
        table = await duel(referee, "first")
        await keep(referee, table, clock="1h", grace=0)
        must(await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1"))
        must(await referee.submit(table, 1, "undo", source="m2"))
        number = table.record.id
        await referee.store.save_snapshot(number, 6, "0", table.match.state, table.codec)
        await referee.mail.settle(PlaceRecord(number, "77", "1", {"live": "5"}))
        await referee.mail.add(number, Post(5, 0, "public", "hello", kind="turn", pings=(1,)))
        await referee.mail.advance("77", "12")
        await referee.mail.remember("ana", {"zone": "UTC"})
        await PlanStore(referee.store.database).keep(PlanRow(number, 2, "ben", "end phase"))
        await referee.create("second", "crusade8x8")
        gone = await referee.create("third", "crusade8x8")
        await referee.store.delete(gone.record.id, "2026-06-01")


def copy(source: object, target: object, said: Said) -> tuple[int, list[str]]:
    """Run the command; its exit code and its lines."""
    code = main(["copy", str(source), str(target)])
    told = said.readouterr()
    return code, (told.out + told.err).splitlines()


async def all_rows(where: object) -> list[object]:
    """Every match of a database, with all its rows."""
    store = await Store.open(str(where))
    try:
        kept = store.database
        return [await rows_of(kept, number) for number in await numbers_of(kept)]
    finally:
        await store.close()


def run_all_rows(where: object) -> list[object]:
    """`all_rows` for a test that is not async."""
    return asyncio.run(all_rows(where))


def test_there_and_back(tmp_path: Path, capsys: Said) -> None:
    """Copied from a file to a server and on into another file, every row is the same and every
    match replays.  An interrupted copy is resumed.  A copy that was played on is not
    overwritten."""
    file, back = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    asyncio.run(fill(file))
    before = run_all_rows(file)
    with running() as server:

        async def broken_off() -> None:
            source, target = await Store.open(file), await Store.open(server)
            moving = move(source, target)
            assert (await anext(moving)).name == "first"
            await moving.aclose()
            assert await numbers_of(target.database) == [1]
            await source.close()
            await target.close()

        asyncio.run(broken_off())
        assert copy(file, server, capsys) == (
            0,
            [
                "#1 first: 9 entries was there already, verified",
                "#2 second: 1 entries copied, verified",
                "#3 third: 1 entries copied, put away, row by row the same",
                "2 matches copied, 1 were there already; the source is as it was",
            ],
        )
        assert run_all_rows(server) == run_all_rows(file) == before
        assert copy(server, back, capsys)[0] == 0
        assert run_all_rows(back) == before

        async def played_on() -> None:
            async with referee_on(server) as referee:
                table = await referee.open("first")
                must(await referee.submit(table, 1, "L2 moves to 7,8"))
                await referee.mail.notice(1, 5, "public", "more")
                assert (await referee.create("fourth", "crusade8x8")).record.id == 4
                assert await referee.mail.person("ana") == {"zone": "UTC"}
                assert await referee.mail.cursor("77") == "12"

        asyncio.run(played_on())
        code, (told,) = copy(file, server, capsys)
        assert (code, "match #1 (first) was played on in the target" in told) == (2, True)
        assert copy(server, back, capsys)[0] == 0, "the copy that is older follows"
        assert run_all_rows(back) == run_all_rows(server)


def test_what_does_not_verify(tmp_path: Path, capsys: Said) -> None:
    """A log that was tampered with in the source is copied as it is and reported as wrong there
    too; a copy that went wrong in the target alone is made again."""
    file, back = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    asyncio.run(fill(file))
    assert copy(file, back, capsys)[0] == 0
    tamper = "UPDATE entries SET text = 'L1 moves to 5,9' WHERE match_id = 1 AND number = 6"
    for changed in (back, file):
        with closing(sqlite3.connect(changed)) as connection:
            connection.execute(tamper)
            connection.commit()
        code, lines = copy(file, back, capsys)
        assert code == 0
        if changed == back:
            assert lines[0] == "#1 first: 9 entries copied, verified"
        else:
            assert lines[0].startswith(
                "#1 first: 9 entries copied, does not verify, as in the source: "
            )


def test_what_cannot_be_copied(tmp_path: Path, capsys: Said) -> None:
    """A missing file, the same database twice, a target with other matches, or a running bot: each
    is refused in one sentence, and nothing is changed."""
    file, other = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    assert copy(tmp_path / "c.sqlite", file, capsys)[1][0].startswith(
        "referee copy: there is no database file"
    )
    asyncio.run(fill(file))
    assert copy(file, file, capsys) == (
        2,
        ["referee copy: source and target are the same database"],
    )
    assert copy("mysql://a/b", file, capsys)[0] == 2
    asyncio.run(fill(other))
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("UPDATE matches SET seed = 'another'")
        connection.commit()
    before = run_all_rows(other)
    code, (told,) = copy(file, other, capsys)
    assert (code, "the target has another match #1" in told) == (2, True)
    assert run_all_rows(other) == before

    async def beside() -> tuple[int, list[str]]:
        async with referee_on(file) as referee:
            referee.store.database.stand_alone()
            return await asyncio.to_thread(copy, file, tmp_path / "d.sqlite", capsys)

    code, (told,) = asyncio.run(beside())
    assert (code, "another bot runs on the database" in told) == (2, True)
