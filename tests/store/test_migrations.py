"""A PostgreSQL database of an older version, with rows in every table, is upgraded."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.clocks.deadlines import Deadlines
from bot.clocks.timekeeper import Timekeeper
from bot.history.exchange import export_match
from bot.history.verify import verify_lines
from bot.store import PhraseRow, PhraseStore, PlaceRecord, PlanRow, Post
from bot.store.migrate import FOLDER, make, upgrade
from bot.store.schema import VERSION, metadata
from tests.store.servers import new_database, running
from tests.support import duel, keep, must, referee_on

OLDEST = "0001"
ALL = sorted(path.name.split("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def server() -> Iterator[str]:
    """A server of our own; its address for the store."""
    with running() as address:
        yield address


async def upgraded(engine: AsyncEngine, to: str) -> None:
    """Upgrade a database to one version."""

    async with engine.begin() as connection:
        await connection.run_sync(upgrade, to)


def tables_of(connection: sa.Connection) -> sa.MetaData:
    """The tables that the database now has."""
    found = sa.MetaData()
    found.reflect(connection)
    return found


def shape_of(connection: sa.Connection) -> dict[str, Any]:
    """Columns, keys, constraints and indexes of all tables, as the database reports them."""
    asked = sa.inspect(connection)
    return {
        name: (
            [{**one, "type": str(one["type"])} for one in asked.get_columns(name)],
            asked.get_pk_constraint(name),
            asked.get_foreign_keys(name),
            asked.get_unique_constraints(name),
            sorted(asked.get_indexes(name), key=lambda one: str(one["name"])),
        )
        for name in asked.get_table_names()
    }


async def rows_of(engine: AsyncEngine) -> Rows:
    """All rows of all tables, ordered by primary key."""

    def read(connection: sa.Connection) -> Rows:
        found: Rows = {}
        for table in tables_of(connection).sorted_tables:
            query = sa.select(table).order_by(*table.primary_key.columns)
            found[table.name] = [dict(row._mapping) for row in connection.execute(query)]
        found.pop("alembic_version")
        return found

    async with engine.connect() as connection:
        return await connection.run_sync(read)


async def insert(engine: AsyncEngine, rows: Rows) -> None:
    """Fill every empty table with these rows, leaving out columns that it does not have.  IDs that
    the table generates continue after them."""

    def write(connection: sa.Connection) -> None:
        for table in tables_of(connection).sorted_tables:
            empty = connection.execute(sa.select(table).limit(1)).first() is None
            given = rows.get(table.name, ())
            kept = [{key: row[key] for key in row if key in table.c} for row in given]
            if empty and kept:
                connection.execute(table.insert(), kept)
                if "id" in table.c:
                    name, most = table.name, max(row["id"] for row in kept)
                    serial = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), {most})"
                    connection.execute(sa.text(serial))

    async with engine.begin() as connection:
        await connection.run_sync(write)


async def played(server: str) -> Rows:
    """The rows of a match that has something in every table of the current version."""
    async with referee_on(server) as referee:
        table = await duel(referee)
        number = table.record.id
        await keep(referee, table, clock="1h", grace=0)
        must(await referee.submit(table, 1, "L1 moves to 5,8\nL2 stays", source="m1"))
        must(await referee.submit(table, 1, "undo", source="m2"))
        codec = table.codec
        await referee.store.save_snapshot(number, 6, "0", table.match.state, codec)
        await referee.mail.settle(PlaceRecord(number, "77", "1"))
        await referee.mail.add(number, Post(5, 0, "public", "hello", kind="turn", pings=(1,)))
        await referee.mail.add(number, Post(6, 0, "seat 1", "only you"))
        await referee.mail.advance("77", "12")
        await referee.mail.remember("ana", {"zone": "UTC"})
        keeper = Timekeeper(referee, Deadlines(referee))
        await keeper.returned()
        await keeper.round()
        await keeper.plans.plans.keep(PlanRow(number, 2, "ben", "end phase"))
        await PhraseStore(referee.store.database).keep(
            PhraseRow(number, 5, 1, "ana", "L2 hm", "?"), 9
        )
        await referee.leases.take("outbox", number)
    engine = create_async_engine(server)
    rows = await rows_of(engine)
    await engine.dispose()
    return rows


def check_kept(before: Rows, after: Rows, to: str) -> None:
    """No row and no value is lost or changed, except that a step may add settings to a match."""
    for name, rows in before.items():
        assert len(after[name]) == len(rows), (to, name)
        for was, now in zip(rows, after[name], strict=True):
            for column, value in was.items():
                if (name, column) == ("matches", "settings"):
                    assert json.loads(value).items() <= json.loads(now[column]).items()
                else:
                    assert now[column] == value, (to, name, column)


def test_a_new_database_is_what_all_migrations_lead_to() -> None:
    """A new database, whose tables are created directly, has exactly the schema that all migrations
    lead to."""
    made = []
    for bring in (make, upgrade):
        engine = sa.create_engine("sqlite://")
        with engine.begin() as connection:
            bring(connection)
            rows = connection.execute(sa.text("SELECT name, sql FROM sqlite_master")).all()
            version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).all()
        texts = {name: " ".join(text.split()) for name, text in rows if text}
        made.append((texts, version))
    assert made[0] == made[1]
    assert len(made[0][0]) > len(metadata.tables)


@pytest.mark.asyncio
async def test_an_older_postgresql_database_keeps_every_row(server: str) -> None:
    """Each migration from the oldest schema on keeps every row and value; the tables that it adds
    are filled before the next step.  At the end the match goes on where it stood."""
    written = await played(server)
    names = {table.name for table in metadata.sorted_tables}
    assert {name for name in names if not written.get(name)} == set(), "a table without a row"
    older = await new_database(server, "older")
    engine = create_async_engine(older)
    await upgraded(engine, OLDEST)
    await insert(engine, written)
    for to in ALL[1:]:
        before = await rows_of(engine)
        await upgraded(engine, to)
        check_kept(before, await rows_of(engine), to)
        await insert(engine, written)
    after = await rows_of(engine)
    async with engine.connect() as connection:
        shape = await connection.run_sync(shape_of)
    await engine.dispose()
    new = create_async_engine(server)
    async with new.connect() as connection:
        made = await connection.run_sync(shape_of)
    await new.dispose()
    assert shape == made
    assert ALL[-1] == VERSION
    assert {name: len(rows) for name, rows in after.items()} == {
        name: len(rows) for name, rows in written.items()
    }
    async with referee_on(server) as there:
        state = (await there.open("duel")).match.state
    async with referee_on(older) as referee:
        table = await referee.open("duel")
        assert table.match.state == state
        assert verify_lines(await export_match(referee, table))[0].startswith("ok")
        must(await referee.submit(table, 1, "L2 moves to 7,8", source="m3"))
        (waiting, own) = await referee.mail.waiting(table.record.id)
        assert (waiting.content, own.audience) == ("hello", "seat 1")
