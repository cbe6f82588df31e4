"""The store's shell side: the outbox, the places of matches, message cursors, people."""

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.records import PlaceRecord, Post
from bot.store.schema import cursors, outbox, people, places

if TYPE_CHECKING:
    from bot.store.store import Store


def post_row(match_id: int, post: Post) -> dict[str, Any]:
    """A post as it is written in the transaction of its entry."""
    return {
        "match_id": match_id,
        "number": post.number,
        "part": post.part,
        "audience": post.audience,
        "content": post.content,
        "attachment": post.attachment,
    }


def _post(row: Row[Any]) -> Post:
    return Post(
        row.number,
        row.part,
        row.audience,
        row.content,
        row.attachment,
        row.id,
        row.match_id,
        row.attempts,
    )


class Mail:
    """Posts waiting to be sent, and where to."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def _upsert(self, table: Any, keys: list[str], values: dict[str, Any]) -> Any:
        name = self._store.engine.dialect.name
        dialect = sqlite if name == "sqlite" else postgresql
        changed = {key: value for key, value in values.items() if key not in keys}
        written = dialect.insert(table).values(**values)
        return written.on_conflict_do_update(index_elements=keys, set_=changed)

    # --- outbox ---------------------------------------------------------------------------------

    async def waiting(self, match_id: int | None = None) -> list[Post]:
        """Posts that have not arrived and were not given up, oldest first."""
        query = select(outbox).where(outbox.c.message.is_(None), outbox.c.gave_up.is_(None))
        if match_id is not None:
            query = query.where(outbox.c.match_id == match_id)
        query = query.order_by(outbox.c.match_id, outbox.c.number, outbox.c.part)
        async with self._store.transaction() as connection:
            return [_post(row) for row in (await connection.execute(query)).all()]

    async def add(self, match_id: int, post: Post) -> None:
        """A post that belongs to no new entry (a notice of the shell)."""
        async with self._store.transaction() as connection:
            await connection.execute(insert(outbox), post_row(match_id, post))

    async def arrived(self, post_id: int, message: str) -> None:
        """The post is there, as this message."""
        async with self._store.transaction() as connection:
            await connection.execute(
                update(outbox).where(outbox.c.id == post_id).values(message=message)
            )

    async def tried(self, post_id: int, gave_up: str | None = None) -> None:
        """One more attempt failed; with a reason it is given up."""
        async with self._store.transaction() as connection:
            await connection.execute(
                update(outbox)
                .where(outbox.c.id == post_id)
                .values(attempts=outbox.c.attempts + 1, gave_up=gave_up)
            )

    # --- places ---------------------------------------------------------------------------------

    async def settle(self, place: PlaceRecord) -> None:
        """A match is played here from now on; also changes the details of a place."""
        values = {
            "match_id": place.match_id,
            "channel": place.channel,
            "guild": place.guild,
            "details": json.dumps(place.details),
        }
        async with self._store.transaction() as connection:
            await connection.execute(self._upsert(places, ["match_id"], values))

    async def place_of(self, match_id: int) -> PlaceRecord | None:
        """Where a match is played."""
        return await self._place(places.c.match_id == match_id)

    async def place_at(self, channel: str) -> PlaceRecord | None:
        """Which match is played in a channel."""
        return await self._place(places.c.channel == channel)

    async def places(self, guild: str | None = None) -> list[PlaceRecord]:
        """All places, or those of one guild."""
        query = select(places).order_by(places.c.match_id)
        if guild is not None:
            query = query.where(places.c.guild == guild)
        async with self._store.transaction() as connection:
            rows = (await connection.execute(query)).all()
        return [_place(row) for row in rows]

    async def _place(self, which: Any) -> PlaceRecord | None:
        async with self._store.transaction() as connection:
            row = (await connection.execute(select(places).where(which))).first()
        return _place(row) if row else None

    # --- cursors and people ---------------------------------------------------------------------

    async def cursor(self, channel: str) -> str | None:
        """The last message of a channel that was dealt with."""
        query = select(cursors.c.last_message).where(cursors.c.channel == channel)
        async with self._store.transaction() as connection:
            return (await connection.execute(query)).scalar()

    async def advance(self, channel: str, message: str) -> None:
        """Everything up to this message of a channel is dealt with."""
        values = {"channel": channel, "last_message": message}
        async with self._store.transaction() as connection:
            await connection.execute(self._upsert(cursors, ["channel"], values))

    async def person(self, user: str) -> dict[str, str]:
        """What an account has chosen for itself."""
        query = select(people.c.settings).where(people.c.user_id == user)
        async with self._store.transaction() as connection:
            found = (await connection.execute(query)).scalar()
        settings: dict[str, str] = json.loads(found) if found else {}
        return settings

    async def remember(self, user: str, settings: dict[str, str]) -> None:
        """Keep what an account has chosen."""
        values = {"user_id": user, "settings": json.dumps(settings)}
        async with self._store.transaction() as connection:
            await connection.execute(self._upsert(people, ["user_id"], values))

    async def forget(self, user: str) -> None:
        """Erase what an account has chosen (its seats are given up by the referee)."""
        async with self._store.transaction() as connection:
            await connection.execute(people.delete().where(people.c.user_id == user))


def _place(row: Row[Any]) -> PlaceRecord:
    return PlaceRecord(row.match_id, row.channel, row.guild, json.loads(row.details))
