"""The store's side of the shell: the outbox, the places of matches, message cursors, people."""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.dialects import postgresql

from bot.match.settings import merged
from bot.store import queries
from bot.store.bell import raise_version, ring, touch
from bot.store.database import Database
from bot.store.reading import Prepared
from bot.store.records import Kind, PlaceRecord, Post, Touched, Unsent
from bot.store.rows import columns, read
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
"""How many posts and how many channels have their last note cached, as it may not be written yet.
"""

NOTICES = 100
"""Posts of an entry whose `part` is at least this are notices of the shell."""


def post_row(match_id: int, post: Post) -> dict[str, Any]:
    """A post as a row of the outbox."""
    written = ("number", "part", "audience", "content", "attachment", "kind")
    pings = "".join(f" {user} " for user in post.pings)
    return {**columns(post, written), "match_id": match_id, "pings": pings}


def add_notices(connection: Connection, match_id: int, posts: Sequence[Post]) -> None:
    """Add notices of the shell, each under the next free `part` of its entry, after all other posts
    of that entry."""
    for post in posts:
        query = select(func.max(outbox.c.part)).where(
            outbox.c.match_id == match_id, outbox.c.number == post.number
        )
        last = connection.execute(query).scalar()
        part = NOTICES if last is None else max(NOTICES, last + 1)
        connection.execute(insert(outbox), post_row(match_id, replace(post, part=part)))


def merge_into(connection: Connection, column: Any, own: Any, changes: dict[str, str]) -> Any:
    """Merge changes into a JSON object as stored now.  Returns the whole object."""
    known = connection.execute(select(column).where(own).with_for_update()).scalar()
    now = merged(json.loads(known or "{}"), changes)
    connection.execute(update(column.table).where(own).values({column: json.dumps(now)}))
    return now


def _post(row: Row[Any]) -> Post:
    return read(Post, row, pings=tuple(map(int, row.pings.split())), message=row.message or "")


class Mail:
    """The outbox, the places of matches, the cursors of channels, and people's settings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noting = asyncio.Lock()
        self._places: dict[int, PlaceRecord] = {}
        self._at: dict[str, int] = {}
        self._cursors: LRUCache[str, str] = LRUCache(KEPT)
        self._shown: LRUCache[int, str] = LRUCache(KEPT)

    def _follow(self, statement: Any, values: dict[str, Any]) -> None:
        """Run one statement a little later (see `Database.follow`), without waiting for it."""
        self._database.follow(lambda connection: connection.execute(statement, values))

    def _known(self, row: Row[Any]) -> Post:
        """A post of the outbox, with the newest note of what it shows, written yet or not."""
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
        """The waiting posts of all matches, oldest first, without their contents."""
        rows = await self._database.rows(queries.UNSENT)
        return [read(Unsent, row, guild=row.guild or "") for row in rows]

    async def add(self, match_id: int, post: Post) -> None:
        """Add a post that comes with no new entry; does nothing if it is there already."""
        written = queries.inserting(self._database.dialect, outbox).on_conflict_do_nothing()
        await self._database.execute(written, post_row(match_id, post))

    async def notice(
        self,
        match_id: int,
        number: int,
        audience: str,
        content: str,
        kind: Kind = "",
        pings: tuple[int, ...] = (),
    ) -> None:
        """Add a notice of the shell, after all other posts of entry `number`."""
        post = Post(number, 0, audience, content, kind=kind, pings=pings)
        await self._database.write(lambda connection: add_notices(connection, match_id, [post]))

    async def last_arrived(self, match_id: int, audience: str = "public") -> str | None:
        """The message id of the newest post that arrived for an audience."""
        query = select(outbox.c.message).where(
            outbox.c.match_id == match_id,
            outbox.c.audience == audience,
            outbox.c.message.is_not(None),
        )
        newest = await self._database.first(query.order_by(outbox.c.id.desc()).limit(1))
        return newest[0] if newest else None

    async def living(self, match_id: int) -> dict[Kind, list[Post]]:
        """The posts of a match that have a kind, sent or not, grouped by kind, oldest first."""
        rows = await self._database.rows(queries.LIVING, match=match_id)
        found: dict[Kind, list[Post]] = {}
        for row in rows:
            found.setdefault(row.kind, []).append(self._known(row))
        return found

    async def posted(self, match_id: int, kind: Kind, most: int = 0) -> list[Post]:
        """The posts of a kind, sent or not, oldest first; `most`: only the newest so many."""
        query = select(outbox).where(outbox.c.match_id == match_id, outbox.c.kind == kind)
        query = query.where(outbox.c.gave_up.is_(None)).order_by(outbox.c.id.desc())
        rows = await self._database.all(query.limit(most) if most else query)
        return [self._known(row) for row in reversed(rows)]

    async def shows(self, post_id: int, digest: str) -> None:
        """Note what a living post now shows; if the note is lost, an edit is only made twice."""
        if self._database.shared:
            await self._database.execute(queries.SHOWS, {"post": post_id, "digest": digest})
            return
        self._shown[post_id] = digest
        self._follow(queries.SHOWS, {"post": post_id, "digest": digest})

    async def arrived(self, post_id: int, message: str) -> None:
        """Note that a post arrived, as this message."""

        def job(connection: Connection) -> None:
            number = connection.execute(queries.MATCH_OF_POST, {"post": post_id}).scalar_one()
            touch(connection, number)
            connection.execute(queries.ARRIVED, {"post": post_id, "at": message})

        await self._database.write(job)

    async def tried(self, post_id: int, gave_up: str | None = None) -> None:
        """Note that one more attempt to send a post failed; with a reason it is given up."""
        await self._database.execute(
            update(outbox)
            .where(outbox.c.id == post_id)
            .values(attempts=outbox.c.attempts + 1, gave_up=gave_up)
        )

    # --- what is shown --------------------------------------------------------------------------

    async def touched(self, match_id: int) -> Touched:
        """How often a match was changed so far, and up to which change its posts show it."""
        rows = await self._database.rows(queries.TOUCHED, id=match_id)
        return Touched(*rows[0]) if rows else Touched(0, 0, 0)

    def has_shown(self, match_id: int, what: Touched) -> None:
        """Note that the posts show all changes counted in `what`; if the note is lost, they are
        only checked once more."""
        if what.shown < what.touched:
            self._follow(queries.SHOWN, {"match": match_id, "at": what.touched})

    async def behind(self) -> list[tuple[int, str]]:
        """The matches with changes that their posts do not show yet, each with its server."""
        return [(row.id, row.guild or "") for row in await self._database.rows(queries.BEHIND)]

    async def guilds(self, numbers: Collection[int]) -> dict[int, str]:
        """The server of each of these matches."""
        query = select(places.c.match_id, places.c.guild)
        rows = await self._database.among(query, places.c.match_id, sorted(numbers))
        return {row.match_id: row.guild for row in rows}

    # --- places ---------------------------------------------------------------------------------

    async def settle(self, place: PlaceRecord) -> None:
        """Let a match be played in this place from now on, or change the details of its place."""
        values = {**asdict(place), "details": json.dumps(place.details)}
        written = queries.upsert(self._database.dialect, places, tuple(values))
        await self._database.execute(written, values)
        known = self._places.get(place.match_id)
        if known is None or known.channel != place.channel:
            await self._raise(place.match_id)
        self._places[place.match_id] = place
        self._at[place.channel] = place.match_id

    async def vacate(self, match_id: int) -> None:
        """Remove the place of a match; its channel is free for another one."""
        await self._database.execute(places.delete().where(places.c.match_id == match_id))
        await self._raise(match_id)
        self.forget_place(match_id)

    async def _raise(self, match_id: int) -> None:
        """Tell other processes that the place of a match has changed."""
        await self._database.write(lambda connection: raise_version(connection, match_id))

    def forget_place(self, match_id: int) -> None:
        """Drop the cached place of a match, because another process has changed the match."""
        self._places.pop(match_id, None)

    async def note(self, match_id: int, changes: dict[str, str]) -> PlaceRecord | None:
        """Change details of a place; an empty value removes one.  Returns the place (None if the
        match has none)."""
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
        """Merge changes into the details as stored now, which another process may have changed.
        Returns all details."""
        own = places.c.match_id == match_id
        return await self._database.write(
            lambda connection: merge_into(connection, places.c.details, own, changes)
        )

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
        """The last message of a channel that was handled."""
        if channel in self._cursors and self._is_own(channel):
            return self._cursors[channel]
        rows = await self._database.rows(queries.CURSOR, channel=channel)
        return rows[0].last_message if rows else None

    async def cursors(self) -> dict[str, str]:
        """Every channel that was ever read, with the last message that was handled."""
        rows = await self._database.all(select(cursors))
        own = {name: last for name, last in self._cursors.items() if self._is_own(name)}
        return {row.channel: row.last_message for row in rows} | own

    async def notes(self, keys: Collection[str] | None = None) -> dict[str, str]:
        """The notes about servers (keys like `words of 7`): those under `keys`, or all of them."""
        query = select(cursors).where(cursors.c.channel.contains(" of "))
        if keys is not None:
            query = select(cursors).where(cursors.c.channel.in_(sorted(keys)))
        return {row.channel: row.last_message for row in await self._database.all(query)}

    def _is_own(self, channel: str) -> bool:
        """True if only this process writes this cursor, so that its cache is right: a channel is
        read by one process, but notes are written by all."""
        return channel.isdecimal() or not self._database.shared

    async def advance(self, channel: str, message: str) -> None:
        """Note that everything up to this message of a channel is handled.  Also writes the notes
        about servers, and rings the bell for those."""
        statement, values = self._read_to(channel, message)

        def job(connection: Connection) -> None:
            connection.execute(statement, values)
            if " of " in channel:
                ring(connection, channel)

        await self._database.write(job)

    async def read_on(self, channel: str, message: str) -> None:
        """Like `advance`, but written a little later.  If that is lost, messages are read again,
        and their receipts show that they were handled."""
        self._follow(*self._read_to(channel, message))

    def _read_to(self, channel: str, message: str) -> tuple[Any, dict[str, Any]]:
        """Cache a cursor; returns the statement that writes it, and its values."""
        self._cursors[channel] = message
        values = {"channel": channel, "last_message": message}
        return queries.upsert(self._database.dialect, cursors, tuple(values)), values

    async def person(self, user: str) -> dict[str, str]:
        """What an account has chosen for itself."""
        rows = await self._database.rows(queries.PERSON, user=user)
        settings: dict[str, str] = json.loads(rows[0].settings) if rows else {}
        return settings

    async def remember(self, user: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """Add to an account's settings; an empty value removes one.  Returns the settings as they
        were before."""
        return await self.change(user, lambda kept: {**kept, **chosen})

    async def change(
        self, user: str, work: Callable[[dict[str, str]], Mapping[str, str]]
    ) -> dict[str, str]:
        """Replace an account's settings by what `work` makes of them, in one transaction, so that
        other changes made meanwhile are not lost.  Returns the settings as they were before."""
        statement = queries.upsert(self._database.dialect, people, ("user_id", "settings"))
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
        """The matches whose log names an account, each with the number of such entries."""
        query = select(entries.c.match_id, func.count()).where(entries.c.holder == user)
        query = query.group_by(entries.c.match_id).order_by(entries.c.match_id)
        return [(row[0], row[1]) for row in await self._database.all(query)]

    async def last_match(self, user: str, of: Sequence[int]) -> int | None:
        """The match, among these, that has the newest entry of an account; None if none has."""
        query = select(entries.c.match_id).where(entries.c.holder == user)
        query = query.where(entries.c.match_id.in_(of))
        query = query.order_by(entries.c.at.desc(), entries.c.match_id.desc()).limit(1)
        found = await self._database.first(query)
        return found[0] if found else None

    async def forget(self, user: str) -> None:
        """Erase an account: its settings, seats, phrases, plans, and its name in logs and posts.

        The log keeps each order and the seat that it was given for.
        """
        named = f"<@{user}>"
        nameless = func.replace(outbox.c.content, named, "somebody")
        silent = func.replace(outbox.c.pings, f" {user} ", "")

        def job(connection: Connection) -> None:
            held = select(seats.c.match_id).where(seats.c.user_id == user)
            raised = update(matches).where(matches.c.id.in_(held))
            more = {"version": matches.c.version + 1, "touched": matches.c.touched + 1}
            connection.execute(raised.values(**more))
            for table in (people, seats, phrases, standing_orders):
                connection.execute(table.delete().where(table.c.user_id == user))
            for log in (deadlines, entries):
                connection.execute(update(log).where(log.c.holder == user).values(holder=""))
            naming = outbox.c.content.contains(named, autoescape=True)
            connection.execute(update(outbox).where(naming).values(content=nameless))
            pinging = outbox.c.pings.contains(f" {user} ", autoescape=True)
            connection.execute(update(outbox).where(pinging).values(pings=silent))

        await self._database.write(job)


def _place(row: Row[Any]) -> PlaceRecord:
    return read(PlaceRecord, row, details=json.loads(row.details))
