"""The store's side of learning from play: what people typed and what was filed for it."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select

from bot.store.database import Database
from bot.store.records import PhraseRow
from bot.store.rows import read
from bot.store.schema import matches, phrases


class PhraseStore:
    """The phrases kept from matches, on servers that allow it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, row: PhraseRow, most: int) -> bool:
        """Keep a phrase, unless its match is deleted or already has `most` of them.

        Returns whether it was kept.
        """
        own = phrases.c.match_id == row.match_id
        there = select(matches.c.id).where(
            matches.c.id == row.match_id, matches.c.deleted_at.is_(None)
        )
        counted = select(func.count(), func.max(phrases.c.number)).where(own)

        def job(connection: Connection) -> bool:
            if connection.execute(there.with_for_update()).first() is None:
                return False
            count, last = connection.execute(counted).one()
            if count >= most:
                return False
            values = {**asdict(row), "number": (last or 0) + 1}
            values["user_id"] = values.pop("user")
            connection.execute(insert(phrases), values)
            return True

        return await self._database.write(job, notable=False)

    async def of_match(self, match_id: int) -> list[PhraseRow]:
        """The phrases of a match, oldest first."""
        return await self._read(select(phrases).where(phrases.c.match_id == match_id))

    async def of_user(self, user: str) -> list[PhraseRow]:
        """The phrases that an account typed, match by match."""
        return await self._read(select(phrases).where(phrases.c.user_id == user))

    async def matches(self) -> list[int]:
        """The matches that have phrases."""
        return sorted(await self._database.values(select(phrases.c.match_id).distinct()))

    async def erase(self, of: Collection[int]) -> int:
        """Delete the phrases of these matches for good.  Returns how many there were."""
        gone = delete(phrases).where(phrases.c.match_id.in_(sorted(of)))
        return await self._database.execute(gone)

    async def _read(self, query: Select[Any]) -> list[PhraseRow]:
        query = query.order_by(phrases.c.match_id, phrases.c.number)
        found = await self._database.all(query)
        return [read(PhraseRow, row, user=row.user_id) for row in found]
