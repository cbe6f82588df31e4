"""Databases left by every earlier version of the program are upgraded and played on.

`older/` has one for each schema that was ever in use, written by the program of that time: a duel
of Crusade 7th with an undo, a GM's line, a post and a setting, and a match of Crusade 8x8.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.operations import Operations

from bot.history.exchange import export_match, readjudicate
from bot.history.verify import verify_lines
from bot.referee.service import OpenMatch, Referee
from bot.store import Store, StoreError
from bot.store.migrate import FOLDER
from bot.store.schema import VERSION, versions
from tests.support import must, referee_on

OLDER = sorted((Path(__file__).parent / "older").glob("*.sql"))
TOGETHER = {"0006"}
"""Schemas that came on the same day as the next one, so that no database was ever left with
them."""


def left_by(fixture: Path, file: Path) -> list[tuple[int, int, str]]:
    """Make the file that a version left; returns match, number and text of all its entries."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(fixture.read_text("utf-8"))
        query = "SELECT match_id, number, text FROM entries ORDER BY match_id, number"
        return connection.execute(query).fetchall()


async def hashes(referee: Referee, table: OpenMatch) -> list[str]:
    """The hashes of a match's entries, after verifying them by replay."""
    text = await export_match(referee, table)
    assert [one for one in verify_lines(text) if not one.startswith(("ok", "note"))] == []
    assert await readjudicate(referee, table) == []
    return [entry["hash"] for entry in json.loads(text)["entries"]]


def test_every_schema_has_a_database() -> None:
    """There is an older database for every schema but the current one: whoever adds a schema adds
    one."""
    known = {path.name.split("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py")}
    assert {path.stem for path in OLDER} == known - TOGETHER - {VERSION}


@pytest.mark.parametrize("fixture", OLDER, ids=lambda path: path.stem)
@pytest.mark.asyncio
async def test_an_older_database_is_played_on(fixture: Path, tmp_path: Path) -> None:
    """Nothing is lost, the log still verifies, new orders are filed after the old ones, and a copy
    of the old file is kept beside it."""
    file = tmp_path / "r.sqlite"
    before = left_by(fixture, file)
    async with referee_on(file) as referee:
        duel, nobles = await referee.open("duel"), await referee.open("nobles")
        kept = await hashes(referee, duel), await hashes(referee, nobles)
        assert [waiting.content for waiting in await referee.mail.waiting(1)] == ["hello"]
        assert await referee.mail.person("ana") == {"zone": "UTC"}
        again = await referee.submit(duel, 1, "L2 moves to 7,8", source="m3")
        assert [one.repeated for one in again.accepted] == [True], "a message counts once for ever"
        must(await referee.submit(duel, 2, "G1 moves to 5,24"))
        must(await referee.submit(duel, 2, "undo"))
        seat = nobles.game.awaits(nobles.match.state)[0]
        order = next(iter(nobles.game.legal(nobles.match.state, seat)))
        must(await referee.submit(nobles, seat, str(order)))
        now = await hashes(referee, duel), await hashes(referee, nobles)
        assert [one[: len(was)] for one, was in zip(now, kept, strict=True)] == [*kept]
        state = duel.match.state
    async with referee_on(file) as referee:
        assert (await referee.open("duel")).match.state == state
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT match_id, number, text FROM entries ORDER BY match_id, number"
        assert set(before) < set(connection.execute(query).fetchall())
    assert Path(f"{file}.before-{VERSION}").is_file()


@pytest.mark.asyncio
async def test_a_database_in_use_keeps_its_schema(tmp_path: Path) -> None:
    """A bot started with `--takeover` never upgrades the tables under the bot that still runs."""
    file = tmp_path / "r.sqlite"
    left_by(OLDER[-1], file)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="start this one without --takeover"):
        await Store.open(file, beside=True)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (
            OLDER[-1].stem,
        )
    assert len(file.read_bytes()) == len(before)


@pytest.mark.parametrize("fixture", [None, *OLDER], ids=lambda path: path.stem if path else "new")
@pytest.mark.asyncio
async def test_a_migration_broken_off_changes_nothing(
    fixture: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that ends while it makes or upgrades the tables leaves the file as it was, and the
    next start finishes the work."""
    file = tmp_path / "r.sqlite"
    if fixture:
        left_by(fixture, file)
    before = shape_of(file)

    def end(*_: object, **__: object) -> None:
        assert shape_of(file) == before, "nobody sees half of the tables"
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(versions, "create", end)  # the last table of a new database
        broken.setattr(Operations, "create_index", end)  # in the middle of an upgrade
        with pytest.raises(KeyboardInterrupt):
            await Store.open(file)
    assert shape_of(file) == before
    async with referee_on(file):
        assert shape_of(file) != before


def shape_of(file: Path) -> list[tuple[str, ...]]:
    """All tables and indexes of a database file, as it tells them itself."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
