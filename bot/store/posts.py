"""The store's shell side: the outbox, the places of matches, message cursors, people."""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Connection, Row, Table, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.settings import merged
from bot.store import queries
from bot.store.bell import raise_version, ring, touch
from bot.store.database import Database
from bot.store.reading import Prepared
from bot.store.records import Kind, PlaceRecord, Post, Touched, Unsent
from bot.store.schema import (
    cursors,
    deadlines,
    entries,
    matches,
    outbox,
    people,
    phrases,
    places,
    seats,
    standing_orders,
)

KEPT = 1000
"""Of so many posts and channels it is known what was noted last: that may be on its way yet."""

AT_ONCE = 500
"""So many matches are asked for with one query."""

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
        "kind": post.kind,
        "pings": "".join(f" {user} " for user in post.pings),
    }


async def add_notices(connection: AsyncConnection, match_id: int, posts: Sequence[Post]) -> None:
    """Notices of the shell, within a transaction, after all that was posted about their entries."""
    for post in posts:
        await connection.run_sync(add_notice, match_id, post)


def add_notice(connection: Connection, match_id: int, post: Post) -> None:
    """One of them; its part is the next that is free."""
    query = select(func.max(outbox.c.part)).where(
        outbox.c.match_id == match_id, outbox.c.number == post.number
    )
    last = connection.execute(query).scalar()
    part = NOTICES if last is None else max(NOTICES, last + 1)
    connection.execute(insert(outbox), post_row(match_id, replace(post, part=part)))


def _post(row: Row[Any]) -> Post:
    return Post(
        row.number,
        row.part,
        row.audience,
        row.content,
        row.attachment,
        row.kind,
        tuple(int(user) for user in row.pings.split()),
        row.id,
        row.match_id,
        row.attempts,
        row.message or "",
        row.shown,
    )


class Mail:
    """Posts waiting to be sent, and where to."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noting = asyncio.Lock()
        self._places: dict[int, PlaceRecord] = {}
        self._at: dict[str, int] = {}
        self._cursors: LRUCache[str, str] = LRUCache(KEPT)
        self._shown: LRUCache[int, str] = LRUCache(KEPT)

    async def _keep(self, table: Table, keys: tuple[str, ...], values: dict[str, Any]) -> None:
        """A row, in place of one with the same keys."""
        await self._execute(
            queries.upsert(self._database.dialect, table, keys, tuple(values)), values
        )

    async def _execute(self, statement: Any, values: dict[str, Any] | None = None) -> None:
        """One statement, in the transaction that all share who wait now."""
        await self._database.write(lambda connection: connection.execute(statement, values))

    def _follow(self, statement: Any, values: dict[str, Any]) -> None:
        """One statement, written with the next transaction or in a moment."""
        self._database.follow(lambda connection: connection.execute(statement, values))

    def _known(self, row: Row[Any]) -> Post:
        """A post of the outbox, with what it was last made to show."""
        post = _post(row)
        if self._database.shared:
            return post
        shown = self._shown.get(post.id)
        return post if shown is None else replace(post, shown=shown)

    # --- outbox ---------------------------------------------------------------------------------

    async def waiting(self, match_id: int | None = None) -> list[Post]:
        """Posts that have not arrived and were not given up, oldest first."""
        if match_id is None:
            rows = await self._database.rows(queries.ALL_WAITING)
        else:
            rows = await self._database.rows(queries.WAITING, match=match_id)
        return [self._known(row) for row in rows]

    async def unsent(self) -> list[Unsent]:
        """What waits in all matches, oldest first, without its words."""
        rows = await self._database.rows(queries.UNSENT)
        return [Unsent(row.id, row.match_id, row.audience, row.guild or "") for row in rows]

    async def add(self, match_id: int, post: Post) -> None:
        """A post that belongs to no new entry; one that is there already is not made twice."""
        dialect = sqlite if self._database.dialect == "sqlite" else postgresql
        written = dialect.insert(outbox).values(post_row(match_id, post))
        await self._execute(written.on_conflict_do_nothing())

    async def notice(
        self,
        match_id: int,
        number: int,
        audience: str,
        content: str,
        kind: Kind = "",
        pings: tuple[int, ...] = (),
    ) -> None:
        """A notice of the shell, after all that was posted about an entry."""
        post = Post(number, 0, audience, content, kind=kind, pings=pings)
        await self._database.write(lambda connection: add_notice(connection, match_id, post))

    async def last_arrived(self, match_id: int, audience: str = "public") -> str | None:
        """The newest post of an audience that is there: its message."""
        query = select(outbox.c.message).where(
            outbox.c.match_id == match_id,
            outbox.c.audience == audience,
            outbox.c.message.is_not(None),
        )
        newest = await self._database.values(query.order_by(outbox.c.id.desc()).limit(1))
        return newest[0] if newest else None

    async def living(self, match_id: int) -> dict[Kind, list[Post]]:
        """The posts of a match that are of some kind, sent or not, oldest first, by their kind."""
        rows = await self._database.rows(queries.LIVING, match=match_id)
        found: dict[Kind, list[Post]] = {}
        for row in rows:
            found.setdefault(row.kind, []).append(self._known(row))
        return found

    async def posted(self, match_id: int, kind: Kind, most: int = 0) -> list[Post]:
        """The posts of a kind, sent or not, oldest first; `most`: only so many of the newest."""
        query = select(outbox).where(outbox.c.match_id == match_id, outbox.c.kind == kind)
        query = query.where(outbox.c.gave_up.is_(None)).order_by(outbox.c.id.desc())
        rows = await self._database.all(query.limit(most) if most else query)
        return [self._known(row) for row in reversed(rows)]

    async def shows(self, post_id: int, digest: str) -> None:
        """A living post was made to show something; if that is lost, an edit is made twice."""
        if self._database.shared:
            await self._execute(queries.SHOWS, {"post": post_id, "digest": digest})
            return
        self._shown[post_id] = digest
        self._follow(queries.SHOWS, {"post": post_id, "digest": digest})

    async def arrived(self, post_id: int, message: str) -> None:
        """The post is there, as this message."""

        def job(connection: Connection) -> None:
            number = connection.execute(queries.MATCH_OF_POST, {"post": post_id}).scalar_one()
            touch(connection, number)
            connection.execute(queries.ARRIVED, {"post": post_id, "at": message})

        await self._database.write(job)

    async def tried(self, post_id: int, gave_up: str | None = None) -> None:
        """One more attempt failed; with a reason it is given up."""
        await self._execute(
            update(outbox)
            .where(outbox.c.id == post_id)
            .values(attempts=outbox.c.attempts + 1, gave_up=gave_up)
        )

    # --- what is shown --------------------------------------------------------------------------

    async def touched(self, match_id: int) -> Touched:
        """What was done to a match so far, and up to where its posts show it."""
        rows = await self._database.rows(queries.TOUCHED, id=match_id)
        return Touched(*rows[0]) if rows else Touched(0, 0, 0)

    def has_shown(self, match_id: int, what: Touched) -> None:
        """The posts show all up to here; if that is lost, they are looked at once more."""
        if what.shown < what.touched:
            self._follow(queries.SHOWN, {"match": match_id, "at": what.touched})

    async def behind(self) -> list[tuple[int, str]]:
        """The matches of which something is not shown yet, and the servers they are played in."""
        return [(row.id, row.guild or "") for row in await self._database.rows(queries.BEHIND)]

    async def guilds(self, numbers: Collection[int]) -> dict[int, str]:
        """The servers in which these matches are played."""
        found, wanted = dict[int, str](), sorted(numbers)
        query = select(places.c.match_id, places.c.guild)
        async with self._database.reading() as connection:
            for start in range(0, len(wanted), AT_ONCE):
                part = query.where(places.c.match_id.in_(wanted[start : start + AT_ONCE]))
                found |= {row.match_id: row.guild for row in (await connection.execute(part)).all()}
        return found

    # --- places ---------------------------------------------------------------------------------

    async def settle(self, place: PlaceRecord) -> None:
        """A match is played here from now on; also changes the details of a place."""
        values = {
            "match_id": place.match_id,
            "channel": place.channel,
            "guild": place.guild,
            "details": json.dumps(place.details),
        }
        await self._keep(places, ("match_id",), values)
        known = self._places.get(place.match_id)
        if known is None or known.channel != place.channel:
            await self._raise(place.match_id)
        self._places[place.match_id] = place
        self._at[place.channel] = place.match_id

    async def vacate(self, match_id: int) -> None:
        """A match is played nowhere any more; its channel is free for another."""
        await self._execute(places.delete().where(places.c.match_id == match_id))
        await self._raise(match_id)
        self.forget_place(match_id)

    async def _raise(self, match_id: int) -> None:
        """Where a match is played has changed: other processes are to look again."""
        await self._database.write(lambda connection: raise_version(connection, match_id))

    def forget_place(self, match_id: int) -> None:
        """Another process has changed this match: look again where it is played."""
        self._places.pop(match_id, None)

    async def note(self, match_id: int, changes: dict[str, str]) -> PlaceRecord | None:
        """Change details of a place; an empty value takes one away.  Returns the place."""
        async with self._noting:
            place = await self.place_of(match_id)
            if place is None:
                return None
            details = merged(place.details, changes)
            if details != place.details:
                place = replace(place, details=await self._noted(match_id, changes))
                self._places[match_id] = place
            return place

    async def _noted(self, match_id: int, changes: dict[str, str]) -> dict[str, str]:
        """Change details as they are kept at that moment: another process may note something else.
        Returns all of them."""
        own = places.c.match_id == match_id
        asked = select(places.c.details).where(own).with_for_update()

        def job(connection: Connection) -> dict[str, str]:
            details = merged(json.loads(connection.execute(asked).scalar() or "{}"), changes)
            connection.execute(update(places).where(own).values(details=json.dumps(details)))
            return details

        return await self._database.write(job)

    async def place_of(self, match_id: int) -> PlaceRecord | None:
        """Where a match is played."""
        known = None if self._database.shared else self._places.get(match_id)
        return known or await self._place(queries.PLACE_OF, match=match_id)

    async def place_at(self, channel: str) -> PlaceRecord | None:
        """Which match is played in a channel."""
        known = self._places.get(self._at.get(channel, 0))
        if not self._database.shared and known is not None and known.channel == channel:
            return known
        return await self._place(queries.PLACE_AT, channel=channel)

    async def places(self, guild: str | None = None) -> list[PlaceRecord]:
        """All places, or those of one guild."""
        query = select(places).order_by(places.c.match_id)
        if guild is not None:
            query = query.where(places.c.guild == guild)
        return [_place(row) for row in await self._database.all(query)]

    async def _place(self, asked: Prepared, **which: Any) -> PlaceRecord | None:
        rows = await self._database.rows(asked, **which)
        if not rows:
            return None
        place = _place(rows[0])
        if not self._database.shared:
            place = self._places.setdefault(place.match_id, place)
        self._at[place.channel] = place.match_id
        return place

    # --- cursors and people ---------------------------------------------------------------------

    async def cursor(self, channel: str) -> str | None:
        """The last message of a channel that was dealt with."""
        if channel in self._cursors and self._is_own(channel):
            return self._cursors[channel]
        rows = await self._database.rows(queries.CURSOR, channel=channel)
        return rows[0].last_message if rows else None

    async def cursors(self) -> dict[str, str]:
        """Every channel that was ever read, with the last message that was dealt with."""
        rows = await self._database.all(select(cursors))
        own = {name: last for name, last in self._cursors.items() if self._is_own(name)}
        return {row.channel: row.last_message for row in rows} | own

    async def notes(self, keys: Collection[str] | None = None) -> dict[str, str]:
        """What is noted about servers (`words of 7`): under these keys, or all of it."""
        query = select(cursors).where(cursors.c.channel.contains(" of "))
        if keys is not None:
            query = select(cursors).where(cursors.c.channel.in_(sorted(keys)))
        return {row.channel: row.last_message for row in await self._database.all(query)}

    def _is_own(self, channel: str) -> bool:
        """Does nobody else write this?  A channel is read by one process; notes are everybody's."""
        return channel.isdecimal() or not self._database.shared

    async def advance(self, channel: str, message: str) -> None:
        """Everything up to this message of a channel is dealt with."""
        self._read_to(channel, message)
        values = {"channel": channel, "last_message": message}
        statement = queries.upsert(self._database.dialect, cursors, ("channel",), tuple(values))

        def job(connection: Connection) -> None:
            connection.execute(statement, values)
            if " of " in channel:
                ring(connection, channel)

        await self._database.write(job)

    async def read_on(self, channel: str, message: str) -> None:
        """The same a little later: if it is lost, messages that have their receipts are read
        again."""
        values = {"channel": channel, "last_message": message}
        self._read_to(channel, message)
        self._follow(
            queries.upsert(self._database.dialect, cursors, ("channel",), tuple(values)), values
        )

    def _read_to(self, channel: str, message: str) -> None:
        self._cursors[channel] = message

    async def person(self, user: str) -> dict[str, str]:
        """What an account has chosen for itself."""
        rows = await self._database.rows(queries.PERSON, user=user)
        settings: dict[str, str] = json.loads(rows[0].settings) if rows else {}
        return settings

    async def remember(self, user: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """Keep what an account has chosen beside what it chose before (an empty value takes one
        away).  Returns what was kept before."""
        return await self.change(user, lambda kept: {**kept, **chosen})

    async def change(
        self, user: str, work: Callable[[dict[str, str]], Mapping[str, str]]
    ) -> dict[str, str]:
        """What an account has chosen, from what is kept at that moment, read and written at once:
        whoever changes something else of it meanwhile loses nothing.  Returns what was kept before.
        """
        values = ("user_id", "settings")
        statement = queries.upsert(self._database.dialect, people, ("user_id",), values)
        query = select(people.c.settings).where(people.c.user_id == user).with_for_update()
        there = postgresql.insert(people).values(user_id=user).on_conflict_do_nothing()

        def job(connection: Connection) -> dict[str, str]:
            if self._database.shared:  # a row that is not there yet cannot be locked
                connection.execute(there)
            kept: dict[str, str] = json.loads(connection.execute(query).scalar() or "{}")
            after = {name: value for name, value in work(dict(kept)).items() if value}
            connection.execute(statement, {"user_id": user, "settings": json.dumps(after)})
            return kept

        return await self._database.write(job)

    async def written_by(self, user: str) -> list[tuple[int, int]]:
        """In which matches the log names an account, and in how many entries."""
        query = select(entries.c.match_id, func.count()).where(entries.c.holder == user)
        query = query.group_by(entries.c.match_id).order_by(entries.c.match_id)
        return [(row[0], row[1]) for row in await self._database.all(query)]

    async def last_match(self, user: str, of: Sequence[int]) -> int | None:
        """Of these matches the one with the newest entry of an account."""
        query = select(entries.c.match_id).where(entries.c.holder == user)
        query = query.where(entries.c.match_id.in_(of))
        query = query.order_by(entries.c.at.desc(), entries.c.match_id.desc()).limit(1)
        found = await self._database.values(query)
        return found[0] if found else None

    async def forget(self, user: str) -> None:
        """Erase an account: what it has chosen, its seats, its phrases, its name in logs and posts.

        The log keeps the seat that an order was given for, and the order.
        """
        named = f"<@{user}>"
        nameless = func.replace(outbox.c.content, named, "somebody")
        async with self._database.transaction() as connection:
            held = select(seats.c.match_id).where(seats.c.user_id == user)
            raised = update(matches).where(matches.c.id.in_(held))
            more = {"version": matches.c.version + 1, "touched": matches.c.touched + 1}
            await connection.execute(raised.values(**more))
            for table in (people, seats, phrases, standing_orders):
                await connection.execute(table.delete().where(table.c.user_id == user))
            for log in (deadlines, entries):
                await connection.execute(update(log).where(log.c.holder == user).values(holder=""))
            await connection.execute(
                update(outbox)
                .where(outbox.c.content.contains(named, autoescape=True))
                .values(content=nameless)
            )
            silent = func.replace(outbox.c.pings, f" {user} ", "")
            await connection.execute(
                update(outbox)
                .where(outbox.c.pings.contains(f" {user} ", autoescape=True))
                .values(pings=silent)
            )


def _place(row: Row[Any]) -> PlaceRecord:
    return PlaceRecord(row.match_id, row.channel, row.guild, json.loads(row.details))
