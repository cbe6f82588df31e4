"""The restore drill of the operators' guide, on both kinds of database: the hashes match
afterwards."""

import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.store.backup import copy_database, restore_database
from tests.store.servers import new_database
from tests.store.test_upgrades import hashes
from tests.support import NOON, duel, must, referee_on


async def dumped(server: str, name: str) -> str:
    """A new database restored from a dump of this one, with PostgreSQL's own tools."""
    from pgserver._commands import POSTGRES_BIN_PATH

    def tool(program: str, address: str, text: str = "") -> str:
        command = [str(POSTGRES_BIN_PATH / program), address.replace("+asyncpg", "")]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        return done.stdout

    dump = tool("pg_dump", server)
    there = await new_database(server, name)
    tool("psql", there, dump)
    return there


@pytest.mark.asyncio
async def test_restore(where: str, tmp_path: Path) -> None:
    """Back up, play on, restore: the log replays to the hashes of the backup and can be played
    on."""
    async with referee_on(where) as referee:
        table = await duel(referee)
        must(await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1"))
        must(await referee.submit(table, 1, "undo"))
        kept = await hashes(referee, table)
        number = table.record.id
        if referee.store.database.shared:
            backup = await dumped(where, f"{sa.make_url(where).database}_back")
        else:
            copy_database(Path(where), tmp_path / "copy.sqlite")
            backup = str(tmp_path / "copy.sqlite")
        must(await referee.submit(table, 1, "L2 moves to 7,8"))
    if "://" not in where:
        restore_database(Path(backup), Path(where), NOON)
        backup = where
    async with referee_on(backup) as referee:
        table = await referee.open(f"#{number}")
        assert await hashes(referee, table) == kept
        again = await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1")
        assert [one.repeated for one in again.accepted] == [True, True]
        must(await referee.submit(table, 1, "L2 moves to 7,8"))
        assert (await hashes(referee, table))[: len(kept)] == kept
