"""Matches and their logs in the database.  Every call is one transaction."""

import asyncio
import json
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.match.settings import Settings, read_settings, written_settings
from bot.match.tree import Link, LogEntry
from bot.store.bell import raise_version
from bot.store.database import Database
from bot.store.done import filed
from bot.store.errors import StaleError, StoreError
from bot.store.posts import merge_into, post_row
from bot.store.queries import RECEIPT, VERSION, VERSIONS, upsert
from bot.store.records import MatchRecord, Receipt, Submission
from bot.store.rows import columns, entry, entry_row, link, read, secret_columns
from bot.store.schema import (
    entries,
    matches,
    outbox,
    phrases,
    receipts,
    seats,
    snapshots,
    standing_orders,
)
from rules.line.codec import Codec

LINK = (
    *("number", "parent", "returns_to", "seat", "drew", "revealed", "ended_phase", "carried"),
    *("secret", "opens", "reason", "next_seed", "hash"),
)
"""The columns that say where an entry stands in the tree."""


def _made_by(source: str) -> ColumnElement[bool]:
    """The condition that an entry was made by this message, including its parts (`source.1`) and
    versions (`source/...`)."""
    made = entries.c.source
    parts = (made.startswith(f"{source}{sign}", autoescape=True) for sign in "/.")
    return or_(made == source, *parts)


class Store:
    """Matches and their logs in one database.  Open it with `Store.open`, close it with `close`.

    Every method is one transaction and raises `StoreError` with one sentence if the database
    fails.  `append` raises `StaleError` if the entry number is taken.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    async def open(cls, url_or_file: str | Path, beside: bool = False) -> "Store":
        """The store of a database, as `Database.open` opens it."""
        return cls(await Database.open(url_or_file, beside))

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    # --- matches --------------------------------------------------------------------------------

    async def create(self, record: MatchRecord, first: LogEntry, codec: Codec) -> MatchRecord:
        """Write a new match with its entry #0 and its seats; returns it with its id."""
        row = columns(record, ("name", "system", "seed", "rules", "created_at"))
        row["options"] = json.dumps(record.options)
        row["settings"] = json.dumps(written_settings(record.settings))

        def job(connection: Connection) -> int:
            made = connection.execute(insert(matches), row).inserted_primary_key
            assert made is not None
            number: int = made[0]
            connection.execute(insert(entries), entry_row(number, first, codec))
            for seat, user in record.seats:
                held = {"match_id": number, "seat": seat, "user_id": user}
                connection.execute(insert(seats), {**held, "since": record.created_at})
            return number

        try:
            return replace(record, id=await self.database.write(job))
        except IntegrityError as error:
            raise StoreError(f"there is already a match called {record.name[:60]!r}") from error

    async def find(self, name: str) -> MatchRecord | None:
        """A match by its name, or by its number written `#7`."""
        asked = matches.c.name == name
        if name.removeprefix("#").isdecimal() and name.startswith("#"):
            asked = matches.c.id == int(name[1:12])
        query = select(matches).where(asked, matches.c.deleted_at.is_(None))
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).first()
            if row is None:
                return None
            own = select(seats.c.seat, seats.c.user_id).where(seats.c.match_id == row.id)
            held = (await connection.execute(own.order_by(seats.c.seat, seats.c.user_id))).all()
        return self._record(row, [(seat, user) for seat, user in held])

    async def all(self, numbers: Collection[int] | None = None) -> list[MatchRecord]:
        """Every match that is not deleted, or those with these numbers; oldest first."""
        query = select(matches).where(matches.c.deleted_at.is_(None)).order_by(matches.c.id)
        held = select(seats.c.match_id, seats.c.seat, seats.c.user_id)
        held = held.order_by(seats.c.seat, seats.c.user_id)
        if numbers is not None:
            query = query.where(matches.c.id.in_(numbers))
            held = held.where(seats.c.match_id.in_(numbers))
        found: dict[int, list[tuple[int, str]]] = {}
        async with self.database.reading() as connection:
            rows = (await connection.execute(query)).all()
            for number, seat, user in (await connection.execute(held)).all():
                found.setdefault(number, []).append((seat, user))
        return [self._record(row, found.get(row.id, ())) for row in rows]

    async def held_by(self, user: str) -> list[int]:
        """The matches in which an account has a seat, oldest first."""
        query = select(seats.c.match_id).join(matches, matches.c.id == seats.c.match_id).distinct()
        query = query.where(seats.c.user_id == user, matches.c.deleted_at.is_(None))
        return sorted(await self.database.values(query))

    def _record(self, row: Row[Any], held: Iterable[tuple[int, str]]) -> MatchRecord:
        options, settings = json.loads(row.options), read_settings(json.loads(row.settings))
        return read(MatchRecord, row, options=options, seats=tuple(held), settings=settings)

    async def delete(self, match_id: int, at: str) -> None:
        """Soft delete: the match is no longer listed and its log is kept, but its phrases are
        deleted for good."""

        def job(connection: Connection) -> None:
            connection.execute(phrases.delete().where(phrases.c.match_id == match_id))
            own = update(matches).where(matches.c.id == match_id)
            connection.execute(own.values(deleted_at=at))

        await self.database.write(job)

    async def erase(self, match_id: int, version: int | None = None) -> bool:
        """Delete all rows of a match for good; with a `version`, only if it still has that one.

        Returns whether it was deleted.
        """
        asked = select(matches.c.version).where(matches.c.id == match_id).with_for_update()

        def job(connection: Connection) -> bool:
            if version is not None and connection.execute(asked).scalar() != version:
                return False
            for table in reversed(matches.metadata.sorted_tables):
                column = table.c.get("match_id") if table is not matches else table.c.id
                if column is not None:
                    connection.execute(table.delete().where(column == match_id))
            return True

        return await self.database.write(job)

    async def seat(self, match_id: int, seat: int, user: str | None, at: str) -> None:
        """Give a seat to a user (None: to nobody); seat 0, the GM's, takes several.  A plan that
        its former holder left for it is deleted."""
        held = (seats.c.match_id == match_id) & (seats.c.seat == seat)
        given = insert(seats).values(match_id=match_id, seat=seat, user_id=user, since=at)
        left = (standing_orders.c.match_id == match_id) & (standing_orders.c.seat == seat)
        left &= standing_orders.c.user_id != (user or "")

        def job(connection: Connection) -> None:
            if seat or user is None:
                connection.execute(seats.delete().where(held))
                connection.execute(standing_orders.delete().where(left))
            if user is not None:
                connection.execute(given)
            raise_version(connection, match_id)

        await self.database.write(job)

    async def save_settings(self, match_id: int, changes: dict[str, str]) -> None:
        """Change settings of the shell; an empty value removes one.  Those not named keep their
        stored value, even if another process changes them at the same moment."""
        own = matches.c.id == match_id

        def job(connection: Connection) -> None:
            merge_into(connection, matches.c.settings, own, changes)
            raise_version(connection, match_id)

        await self.database.write(job)

    async def still_since(self, at: str) -> list[int]:
        """The matches whose last entry is older than this time."""
        query = select(entries.c.match_id).join(matches, matches.c.id == entries.c.match_id)
        query = query.where(matches.c.deleted_at.is_(None)).group_by(entries.c.match_id)
        query = query.having(func.max(entries.c.at) < at).order_by(entries.c.match_id)
        return await self.database.values(query)

    async def version(self, match_id: int) -> int | None:
        """The number that every write to a match raises; None if the match is deleted."""
        rows = await self.database.rows(VERSION, id=match_id)
        return rows[0].version if rows else None

    async def versions(self, of: Collection[int] | None = None) -> dict[int, int]:
        """The versions of these matches, or of all; deleted ones are left out."""
        if of is None:
            return {row.id: row.version for row in await self.database.rows(VERSIONS)}
        found = {number: await self.database.rows(VERSION, id=number) for number in sorted(of)}
        return {number: rows[0].version for number, rows in found.items() if rows}

    # --- the log --------------------------------------------------------------------------------

    async def append(self, match_id: int, submission: Submission, codec: Codec) -> int:
        """Write the entry and posts of one line and the receipt of its message, all or nothing.

        Returns the new version of the match.  Raises `StaleError` if the entry number is taken.
        """
        rows: list[tuple[Any, Any]] = []
        if submission.entry is not None:
            row = entry_row(match_id, submission.entry, codec)
            row.update(source=submission.source, line=submission.line)
            rows.append((insert(entries), row))
        if submission.receipt is not None and submission.source is not None:
            rows.append(self._receipt_row(match_id, submission.source, submission.receipt))
        rows += [(insert(outbox), post_row(match_id, post)) for post in submission.posts]

        def job(connection: Connection) -> int:
            for statement, values in rows:
                connection.execute(statement, values)
            return raise_version(connection, match_id)

        try:
            version = await self.database.write(job, notable=False)
        except IntegrityError as error:
            raise StaleError from error
        if submission.entry is not None:
            filed(submission.entry)
        return version

    async def begin_anew(
        self, match_id: int, settings: Settings, first: LogEntry, codec: Codec
    ) -> bool:
        """Replace the settings and entry #0, provided that the log has no other entry yet.

        Returns whether they were replaced.
        """
        own = entries.c.match_id == match_id
        row = entry_row(match_id, first, codec)
        changed = update(matches).where(matches.c.id == match_id)

        def job(connection: Connection) -> bool:
            if connection.execute(
                select(entries.c.number).where(own, entries.c.number > 0)
            ).first():
                return False
            connection.execute(entries.delete().where(own))
            connection.execute(insert(entries), row)
            kept = json.dumps(written_settings(settings))
            connection.execute(changed.values(settings=kept))
            raise_version(connection, match_id)
            return True

        return await self.database.write(job)

    async def take_log(self, match_id: int, log: Sequence[LogEntry], codec: Codec) -> None:
        """Replace the log of a new match by that of an imported one."""
        rows = [entry_row(match_id, one, codec) for one in log]

        def job(connection: Connection) -> None:
            connection.execute(entries.delete().where(entries.c.match_id == match_id))
            connection.execute(insert(entries), rows)
            raise_version(connection, match_id)

        await self.database.write(job)

    def _receipt_row(self, match_id: int, source: str, receipt: Receipt) -> tuple[Any, Any]:
        values = {"match_id": match_id, "source": source, **asdict(receipt)}
        return upsert(self.database.dialect, receipts, tuple(values)), values

    async def receipt(self, match_id: int, source: str) -> Receipt | None:
        """The receipt of a message, with the reply so far; None if it has none."""
        rows = await self.database.rows(RECEIPT, match=match_id, source=source)
        return read(Receipt, rows[0], complete=bool(rows[0].complete)) if rows else None

    async def links(self, match_id: int) -> list[Link]:
        """Every entry's place in the tree, without its contents."""
        query = select(*(entries.c[name] for name in LINK)).where(entries.c.match_id == match_id)
        query = query.order_by(entries.c.number)
        return [link(row) for row in await self.database.all(query)]

    async def save_secrets(self, match_id: int, links: Sequence[Link]) -> None:
        """Write what entries hide and reveal, which an older version did not record."""

        def job(connection: Connection) -> None:
            for one in links:
                of_entry = (entries.c.match_id == match_id) & (entries.c.number == one.number)
                connection.execute(update(entries).where(of_entry).values(**secret_columns(one)))

        await self.database.write(job, notable=False)

    async def entries(
        self, match_id: int, codec: Codec, numbers: Sequence[int] | None = None
    ) -> list[LogEntry]:
        """Entries in full, in order: those with these numbers, or all of them."""
        query = select(entries).where(entries.c.match_id == match_id).order_by(entries.c.number)
        if numbers is None:
            rows = await self.database.all(query)
        else:
            rows = await self.database.among(query, entries.c.number, numbers)
        return [entry(row, codec) for row in rows]

    async def entries_of(self, match_id: int, source: str, codec: Codec) -> list[LogEntry]:
        """The entries that one message made, in order."""
        query = select(entries).where(entries.c.match_id == match_id, _made_by(source))
        rows = await self.database.all(query.order_by(entries.c.number))
        return [entry(row, codec) for row in rows]

    async def seats_played(self, match_id: int, user: str) -> set[int]:
        """The seats for which an account has given orders, whoever holds them now."""
        query = select(entries.c.seat).distinct()
        query = query.where(entries.c.match_id == match_id, entries.c.holder == user)
        return {*await self.database.values(query)}

    async def match_of(self, source: str) -> int | None:
        """The match in which a message made entries; None if it made none."""
        query = select(entries.c.match_id).where(_made_by(source)).limit(1)
        found = await self.database.first(query)
        return found[0] if found else None

    # --- snapshots ------------------------------------------------------------------------------

    async def save_snapshot(
        self, match_id: int, number: int, rules: str, state: Any, codec: Codec
    ) -> None:
        """Keep the state after an entry, so that loading can start there.  It is encoded in a
        thread."""

        def pack() -> bytes:
            text = json.dumps(codec.encode(state), separators=(",", ":"))
            return zlib.compress(text.encode(), 1)

        packed = await asyncio.to_thread(pack)
        values = {"match_id": match_id, "number": number, "rules": rules, "state": packed}
        written = upsert(self.database.dialect, snapshots, tuple(values))
        await self.database.execute(written, values, notable=False)

    async def snapshot_numbers(self, match_id: int, rules: str) -> set[int]:
        """The entries that have a snapshot made by this version of the rules."""
        query = select(snapshots.c.number).where(
            snapshots.c.match_id == match_id, snapshots.c.rules == rules
        )
        return {*await self.database.values(query)}

    async def snapshot(self, match_id: int, number: int, codec: Codec) -> Any:
        """The state just after an entry, from its snapshot."""
        query = select(snapshots.c.state).where(
            snapshots.c.match_id == match_id, snapshots.c.number == number
        )
        (packed,) = await self.database.first(query)
        return codec.decode(json.loads(zlib.decompress(packed)))
