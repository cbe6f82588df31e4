"""The store on real databases: damage, locks, folders, newer schemas, backups, restoring, kills."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.posts.announce import Announcer
from bot.posts.outbox import Outbox
from bot.referee.service import OpenMatch, Referee
from bot.store import PlaceRecord, Post, Store, StoreError
from bot.store.backup import copy_database, daily_backup, restore_database
from tests.faults.accidents import FULL
from tests.places import ROOT
from tests.store.crash_child import Notebook
from tests.store.servers import new_database
from tests.support import NOON, duel, must, referee_on

STEP = int(os.environ.get("REFEREE_KILL_STEP", "11"))
"""The process is killed at every STEP-th statement; 1 means at each."""

CHILD = Path(__file__).parent / "crash_child.py"


@pytest.mark.asyncio
async def test_pragmas(tmp_path: Path) -> None:
    """SQLite uses WAL, flushes fully at every commit, and enforces foreign keys."""
    store = await Store.open(str(tmp_path / "a.sqlite"))
    async with store.database.engine.connect() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            found = (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar()
            assert found == value, pragma
    await store.close()


@pytest.mark.asyncio
async def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    """A path that is a folder, or in a folder that does not exist, is refused in one sentence."""
    with pytest.raises(StoreError, match="is a folder"):
        await Store.open(str(tmp_path))
    with pytest.raises(StoreError, match="there is no folder"):
        await Store.open(str(tmp_path / "nowhere" / "a.sqlite"))


@pytest.mark.asyncio
async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A file that is not a database is refused and left as it is."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear Caesar, " * 200)
    with pytest.raises(StoreError, match="not a database"):
        await Store.open(str(file))
    assert file.read_text().startswith("Dear Caesar")


@pytest.mark.asyncio
async def test_a_newer_schema_is_refused(where: str) -> None:
    """A database written by a newer version of the program is refused."""
    store = await Store.open(where)
    async with store.database.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(StoreError, match="newer version"):
        await Store.open(where)


@pytest.mark.asyncio
async def test_a_locked_file(tmp_path: Path) -> None:
    """If another program has locked the file, an order fails with an error and nothing is lost."""
    file = tmp_path / "a.sqlite"
    async with referee_on(file) as referee:
        table = await duel(referee)
        count = len(table.match.links)
        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                await referee.submit(table, 1, "L1 moves to 5,8")
            other.rollback()
        assert len(table.match.links) == count
        must(await referee.submit(table, 1, "L1 moves to 5,8"))


@pytest.mark.asyncio
async def test_a_full_disk(where: str) -> None:
    """When the disk is full, nothing half-written remains.  SQLite's own size limit, or an error
    raised by the server, stands in for the disk."""
    async with referee_on(where) as referee:
        table = await duel(referee)
        await fill(referee, full=True)
        with pytest.raises(StoreError, match="full"):
            await write_until_full(referee, table, "note L1 " + "very long " * 39)
        await fill(referee, full=False)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
        state = table.match.state
    async with referee_on(where) as referee:
        assert (await referee.open("duel")).match.state == state


async def fill(referee: Referee, full: bool) -> None:
    """Make the database refuse to grow (`full`), or let it grow again."""

    def on_file(connection: Connection) -> None:
        pages = "(SELECT page_count FROM pragma_page_count)" if full else "1073741823"
        found = connection.exec_driver_sql(f"SELECT {pages}").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={found}")

    def on_server(connection: Connection) -> None:
        fires = "BEFORE INSERT ON entries EXECUTE FUNCTION disk_is_full()"
        made = f"CREATE TRIGGER full_disk {fires}" if full else "DROP TRIGGER full_disk ON entries"
        connection.exec_driver_sql(FULL)
        connection.exec_driver_sql(made)

    await referee.store.database.write(on_server if referee.store.database.shared else on_file)


async def write_until_full(referee: Referee, table: OpenMatch, note: str) -> None:
    """Write far more notes and imports than fit."""
    for _ in range(40):
        must(await referee.submit(table, 0, note))
        must(await referee.submit(table, 0, f"import {BLOCK}"))


BLOCK = " | ".join(
    [
        "Velite V HP 18 AC 13(Wolf Pelt, shield 2) Cost 9 G",
        "Stats: 7, 2, 3, 1, 0, 1, 1, 2",
        *(f"Habit {chr(65 + n)}: {'walks about ' * 30}" for n in range(20)),
        "Attacks:",
        "Dagger: melee, , STR+PF, 5 piercing,",
    ]
)


@pytest.mark.asyncio
async def test_backup_and_restore(tmp_path: Path) -> None:
    """The restore drill of the operators' guide: back up, play on, restore, and be back at the
    backup."""
    file, copy = tmp_path / "a.sqlite", tmp_path / "copy.sqlite"
    async with referee_on(file) as referee:
        table = await duel(referee)
        state = table.match.state
        copy_database(file, copy)
        must(await referee.submit(table, 1, "L1 moves to 5,8"))
    kept = restore_database(copy, file, NOON)
    assert kept is not None
    async with referee_on(file) as referee:
        assert (await referee.open("duel")).match.state == state
    async with referee_on(kept) as referee:
        assert (await referee.open("duel")).match.head == 6


def test_a_bad_backup_is_not_restored(tmp_path: Path) -> None:
    """A backup that is damaged, or not one of ours, does not replace the present file."""
    present, letter = tmp_path / "a.sqlite", tmp_path / "letter"
    present.write_bytes(b"present")
    letter.write_text("no database")
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
        connection.commit()
    for bad, said in ((letter, "not a sound"), (foreign, "not one"), (tmp_path, "no file")):
        with pytest.raises(StoreError, match=said):
            restore_database(bad, present, NOON)
    assert present.read_bytes() == b"present"


@pytest.mark.asyncio
async def test_daily_backups_keep_the_last_ones(tmp_path: Path) -> None:
    """One backup is made each day, and only the latest few are kept."""
    file, folder = tmp_path / "a.sqlite", tmp_path / "backups"
    await (await Store.open(str(file))).close()
    for day in range(5):
        assert daily_backup(file, folder, NOON + timedelta(days=day), kept=3) is not None
        assert daily_backup(file, folder, NOON + timedelta(days=day), kept=3) is None
    assert sorted(path.name for path in folder.iterdir()) == [
        f"referee-2026-06-0{day}.sqlite" for day in (3, 4, 5)
    ]


@contextmanager
def killer() -> Iterator[Callable[[str, Path, int], int]]:
    """Runs a process that submits a message of three lines and dies at the n-th statement."""
    with subprocess.Popen(
        [sys.executable, str(CHILD)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told, asked = process.stdout, process.stdin

        def run(where: str, sent: Path, kill_at: int) -> int:
            asked.write(f"{kill_at} {sent} {where}\n")
            asked.flush()
            code = int(told.readline())
            assert code in (0, -9)
            return code

        yield run
        asked.close()


@pytest.mark.asyncio
async def test_kill_between_any_two_statements(where: str, tmp_path: Path) -> None:
    """After kill -9 anywhere in a submission the state equals the log, and an entry's posts exist
    exactly if the entry does.  Sending the message again completes both exactly once."""
    finished: list[object] = []
    posted: list[object] = []
    with killer() as run_child:
        await kill_everywhere(where, tmp_path, run_child, finished, posted)
    assert len(finished) > 6
    assert all(state == finished[0] for state in finished)
    assert posted[0]
    assert all(posts == posted[0] for posts in posted)


async def copy_of(where: str, name: str) -> str:
    """A copy of this database that nobody has open."""
    if "://" in where:
        return await new_database(where, f"{sa.make_url(where).database}_{name}", where)
    copy = Path(where).with_name(f"{name}.sqlite")
    copy_database(Path(where), copy)
    return str(copy)


async def kill_everywhere(
    begun: str,
    tmp_path: Path,
    run_child: Callable[[str, Path, int], int],
    finished: list[object],
    posted: list[object],
) -> None:
    """Kill the process at every STEP-th statement until a run completes; each post is sent once."""
    async with referee_on(begun) as referee:
        table = await duel(referee)
        await referee.mail.settle(PlaceRecord(table.record.id, "77", "1"))
    for kill_at in range(1, 150, STEP):
        there, sent = await copy_of(begun, str(kill_at)), tmp_path / f"{kill_at}.sent"
        killed = await asyncio.to_thread(run_child, there, sent, kill_at)
        async with referee_on(there) as referee:
            table = await referee.open("duel")
            entries = await referee.store.entries(table.record.id, table.codec)
            assert [one.number for one in entries] == list(range(len(entries)))
            book = Notebook(sent)
            posts = await posts_of(referee, table)
            assert bool(posts) == (len(entries) == 9), "a report goes with the end of the phase"
            assert set(book.sent.values()) <= {one.content for one in posts}
            referee.subscribe(Announcer(referee).posts)
            reply = await referee.submit(
                table, 1, "L1 moves to 5,8\nL2 moves to 7,8\nend phase", source="m1"
            )
            assert reply.ok
            assert [one.number for one in reply.accepted] == [6, 7, 8]
            assert len(table.match.links) == 9
            finished.append(table.match.state)
            posts = await posts_of(referee, table)
            posted.append([(one.number, one.part, one.audience, one.content) for one in posts])
            assert await Outbox(referee, book).flush(table.record.id) is None
            assert [*book.sent.values()] == [one.content for one in posts]
            assert await referee.mail.waiting() == []
        if killed == 0:
            break
    else:
        pytest.fail("the submission never came to its end")


async def posts_of(referee: Referee, table: OpenMatch) -> list[Post]:
    """The posts of turns, whether sent or not."""
    return await referee.mail.posted(table.record.id, "turn")
