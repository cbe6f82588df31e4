"""The store's shell side: the outbox, the places of matches, message cursors, people."""

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.records import PlaceRecord, Post
from bot.store.schema import (
    cursors,
    deadlines,
    entries,
    matches,
    outbox,
    people,
    places,
    seats,
    standing_orders,
)

if TYPE_CHECKING:
    from bot.store.store import Store

NOTICES = 100
"""The parts of an entry's posts from which on they are notices of the shell."""


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
        self._noting = asyncio.Lock()
        self._places: dict[int, PlaceRecord] = {}

    def _upsert(self, table: Any, keys: list[str], values: dict[str, Any]) -> Any:
        name = self._store.engine.dialect.name
        dialect = sqlite if name == "sqlite" else postgresql
        changed = {key: value for key, value in values.items() if key not in keys}
        written = dialect.insert(table).values(**values)
        return written.on_conflict_do_update(index_elements=keys, set_=changed)

    async def _execute(self, statement: Any) -> None:
        """One statement, in the transaction that all share who wait now."""

        def job(connection: Connection) -> None:
            connection.execute(statement)

        await self._store.write(job)

    # --- outbox ---------------------------------------------------------------------------------

    async def waiting(self, match_id: int | None = None) -> list[Post]:
        """Posts that have not arrived and were not given up, oldest first."""
        query = select(outbox).where(outbox.c.message.is_(None), outbox.c.gave_up.is_(None))
        if match_id is not None:
            query = query.where(outbox.c.match_id == match_id)
        query = query.order_by(outbox.c.id)
        async with self._store.reading() as connection:
            return [_post(row) for row in (await connection.execute(query)).all()]

    async def add(self, match_id: int, post: Post) -> None:
        """A post that belongs to no new entry; one that is there already is not made twice."""
        dialect = sqlite if self._store.engine.dialect.name == "sqlite" else postgresql
        written = dialect.insert(outbox).values(post_row(match_id, post))
        await self._execute(written.on_conflict_do_nothing())

    async def notice(self, match_id: int, number: int, audience: str, content: str) -> None:
        """A notice of the shell, after all that was posted about an entry."""
        query = select(func.max(outbox.c.part))
        query = query.where(outbox.c.match_id == match_id, outbox.c.number == number)

        def job(connection: Connection) -> None:
            last = connection.execute(query).scalar()
            part = NOTICES if last is None else max(NOTICES, last + 1)
            post = Post(number, part, audience, content)
            connection.execute(insert(outbox), post_row(match_id, post))

        await self._store.write(job)

    async def last_arrived(
        self, match_id: int, audience: str = "public", beginning: str = ""
    ) -> str | None:
        """The newest post of an audience that is there (and begins like this): its message."""
        query = select(outbox.c.message).where(
            outbox.c.match_id == match_id,
            outbox.c.audience == audience,
            outbox.c.message.is_not(None),
            outbox.c.content.startswith(beginning, autoescape=True),
        )
        async with self._store.reading() as connection:
            newest = await connection.execute(query.order_by(outbox.c.id.desc()).limit(1))
            found: str | None = newest.scalar()
        return found

    async def arrived(self, post_id: int, message: str) -> None:
        """The post is there, as this message."""
        await self._execute(update(outbox).where(outbox.c.id == post_id).values(message=message))

    async def tried(self, post_id: int, gave_up: str | None = None) -> None:
        """One more attempt failed; with a reason it is given up."""
        await self._execute(
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
        await self._execute(self._upsert(places, ["match_id"], values))
        known = self._places.get(place.match_id)
        if known is None or known.channel != place.channel:
            await self._store.raised(place.match_id)
        self._places[place.match_id] = place

    async def vacate(self, match_id: int) -> None:
        """A match is played nowhere any more; its channel is free for another."""
        await self._execute(places.delete().where(places.c.match_id == match_id))
        await self._store.raised(match_id)
        self.forget_place(match_id)

    def forget_place(self, match_id: int) -> None:
        """Another process has changed this match: look again where it is played."""
        self._places.pop(match_id, None)

    async def note(self, match_id: int, changes: dict[str, str]) -> PlaceRecord | None:
        """Change details of a place; an empty value takes one away.  Returns the place."""
        async with self._noting:
            place = await self.place_of(match_id)
            if place is None:
                return None
            details = {name: value for name, value in {**place.details, **changes}.items() if value}
            if details != place.details:
                place = replace(place, details=details)
                await self.settle(place)
            return place

    async def place_of(self, match_id: int) -> PlaceRecord | None:
        """Where a match is played."""
        known = self._places.get(match_id)
        return known or await self._place(places.c.match_id == match_id)

    async def place_at(self, channel: str) -> PlaceRecord | None:
        """Which match is played in a channel."""
        for place in self._places.values():
            if place.channel == channel:
                return place
        return await self._place(places.c.channel == channel)

    async def places(self, guild: str | None = None) -> list[PlaceRecord]:
        """All places, or those of one guild."""
        query = select(places).order_by(places.c.match_id)
        if guild is not None:
            query = query.where(places.c.guild == guild)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_place(row) for row in rows]

    async def _place(self, which: Any) -> PlaceRecord | None:
        async with self._store.reading() as connection:
            row = (await connection.execute(select(places).where(which))).first()
        if row is None:
            return None
        return self._places.setdefault(row.match_id, _place(row))

    # --- cursors and people ---------------------------------------------------------------------

    async def cursor(self, channel: str) -> str | None:
        """The last message of a channel that was dealt with."""
        query = select(cursors.c.last_message).where(cursors.c.channel == channel)
        async with self._store.reading() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def cursors(self) -> dict[str, str]:
        """Every channel that was ever read, with the last message that was dealt with."""
        async with self._store.reading() as connection:
            rows = (await connection.execute(select(cursors))).all()
        return {row.channel: row.last_message for row in rows}

    async def advance(self, channel: str, message: str) -> None:
        """Everything up to this message of a channel is dealt with."""
        values = {"channel": channel, "last_message": message}
        await self._execute(self._upsert(cursors, ["channel"], values))

    async def person(self, user: str) -> dict[str, str]:
        """What an account has chosen for itself."""
        query = select(people.c.settings).where(people.c.user_id == user)
        async with self._store.reading() as connection:
            found = (await connection.execute(query)).scalar()
        settings: dict[str, str] = json.loads(found) if found else {}
        return settings

    async def remember(self, user: str, settings: dict[str, str]) -> None:
        """Keep what an account has chosen."""
        values = {"user_id": user, "settings": json.dumps(settings)}
        await self._execute(self._upsert(people, ["user_id"], values))

    async def written_by(self, user: str) -> list[tuple[int, int]]:
        """In which matches the log names an account, and in how many entries."""
        query = select(entries.c.match_id, func.count()).where(entries.c.holder == user)
        query = query.group_by(entries.c.match_id).order_by(entries.c.match_id)
        async with self._store.reading() as connection:
            return [(row[0], row[1]) for row in (await connection.execute(query)).all()]

    async def forget(self, user: str) -> None:
        """Erase an account: what it has chosen, its seats, its name in logs and posts.

        The log keeps the seat that an order was given for, and the order.
        """
        named = f"<@{user}>"
        nameless = func.replace(outbox.c.content, named, "somebody")
        async with self._store.transaction() as connection:
            held = select(seats.c.match_id).where(seats.c.user_id == user)
            raised = update(matches).where(matches.c.id.in_(held))
            await connection.execute(raised.values(version=matches.c.version + 1))
            await connection.execute(people.delete().where(people.c.user_id == user))
            await connection.execute(seats.delete().where(seats.c.user_id == user))
            await connection.execute(
                standing_orders.delete().where(standing_orders.c.user_id == user)
            )
            await connection.execute(
                update(deadlines).where(deadlines.c.holder == user).values(holder="")
            )
            await connection.execute(
                update(entries).where(entries.c.holder == user).values(holder="")
            )
            await connection.execute(
                update(outbox)
                .where(outbox.c.content.contains(named, autoescape=True))
                .values(content=nameless)
            )


def _place(row: Row[Any]) -> PlaceRecord:
    return PlaceRecord(row.match_id, row.channel, row.guild, json.loads(row.details))
