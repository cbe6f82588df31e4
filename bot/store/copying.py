"""Copy matches from one database into another, each with all its rows in one transaction."""

from typing import Any

from sqlalchemy import Connection, Table, func, select, text

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.queries import upsert
from bot.store.schema import cursors, entries, leases, matches, metadata, outbox, people

Rows = dict[str, list[dict[str, Any]]]

OF_A_MATCH = tuple(
    table for table in metadata.sorted_tables if "match_id" in table.c and table is not leases
)
SHARED = (people, cursors)
"""The tables that belong to no match."""


async def numbers_of(database: Database) -> list[int]:
    """The ids of all matches, deleted ones too."""
    return await database.values(select(matches.c.id).order_by(matches.c.id))


async def rows_of(database: Database, match_id: int) -> Rows:
    """All rows of a match by the name of their table; empty if no match has this number."""
    found: Rows = {}
    async with database.reading() as connection:
        for table in (matches, *OF_A_MATCH):
            own = table.c.id if table is matches else table.c.match_id
            query = select(table).where(own == match_id).order_by(*table.primary_key.columns)
            rows = (await connection.execute(query)).all()
            found[table.name] = [dict(row._mapping) for row in rows]
    return found if found[matches.name] else {}


async def put(target: Database, rows: Rows) -> None:
    """Write a match unchanged, under its own number, replacing an older copy of it.

    Raises `StoreError` if the target has a match of this number that is not an older copy of it.
    """
    match = rows[matches.name][0]
    there = await rows_of(target, match["id"])
    if there:
        check_is_older(there, rows)

    def job(connection: Connection) -> None:
        for table in reversed(OF_A_MATCH):
            connection.execute(table.delete().where(table.c.match_id == match["id"]))
        connection.execute(matches.delete().where(matches.c.id == match["id"]))
        for table in (matches, *OF_A_MATCH):
            for start in range(0, len(rows[table.name]), 500):
                connection.execute(table.insert(), rows[table.name][start : start + 500])
        for table in (matches, outbox):
            go_on(connection, table)

    await target.write(job)


def check_is_older(there: Rows, rows: Rows) -> None:
    """Raise `StoreError` unless the match in the target is an older copy of the one in `rows`."""
    one, other = there[matches.name][0], rows[matches.name][0]
    if (one["seed"], one["created_at"]) != (other["seed"], other["created_at"]):
        raise StoreError(
            f"the target has another match #{one['id']} ({one['name'][:60]}); copy into an empty "
            "database"
        )
    old, new = ([row["hash"] for row in log[entries.name]] for log in (there, rows))
    if new[: len(old)] != old or one["version"] > other["version"]:
        raise StoreError(
            f"match #{one['id']} ({one['name'][:60]}) was played on in the target; nothing of it "
            "was changed"
        )


def go_on(connection: Connection, table: Table) -> None:
    """Make a server's automatic ids of a table continue after the highest one that is there."""
    most = connection.execute(select(func.max(table.c.id))).scalar()
    if connection.dialect.name == "postgresql" and most:
        serial = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {int(most)})"
        connection.execute(text(serial))


async def put_shared(source: Database, target: Database) -> int:
    """Copy people's settings and the cursors of channels.  Returns how many rows were copied."""
    count = 0
    for table in SHARED:
        found = [dict(row._mapping) for row in await source.all(select(table))]
        if found:
            await target.execute(upsert(target.dialect, table, tuple(table.c.keys())), found)
        count += len(found)
    return count
