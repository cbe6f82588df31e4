"""The store's clock side: the turns of seats with their deadlines."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from bot.store.bell import touch
from bot.store.database import Database
from bot.store.posts import add_notices
from bot.store.queries import inserting, upsert
from bot.store.records import ClockRow, Post, TurnTime
from bot.store.rows import read
from bot.store.schema import clocks, deadlines, entries, matches

MOMENTS = ("since", "due", "remind_at")


class Times:
    """The deadlines of turns.  Every change is one transaction, with the notices about it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- following the log ----------------------------------------------------------------------

    async def clock(self, match_id: int) -> ClockRow | None:
        """How far the turns of a match follow its log; None if it has no clock."""
        row = await self._database.first(select(clocks).where(clocks.c.match_id == match_id))
        return read(ClockRow, row, resume_at=_moment(row.resume_at)) if row else None

    async def turns(self, match_id: int) -> list[TurnTime]:
        """Every turn of a match that its clock has recorded, oldest first."""
        query = select(deadlines).where(deadlines.c.match_id == match_id)
        query = query.order_by(deadlines.c.began, deadlines.c.seat)
        return [_turn(row) for row in await self._database.all(query)]

    async def begin(
        self, match_id: int, synced: int, turns: Sequence[TurnTime], before: ClockRow | None
    ) -> bool:
        """Start the clock of a match with these turns.  `before` is its row as last read.

        Returns False, and changes nothing, if another process has changed that row since.
        """
        if before is None:
            begun = inserting(self._database.dialect, clocks).on_conflict_do_nothing()
            begun = begun.values(match_id=match_id, synced=synced)
        else:
            begun = _moved(before, synced)
        return await self._move(match_id, begun, turns, anew=True)

    async def restart(self, match_id: int, synced: int, turns: Sequence[TurnTime]) -> None:
        """Start the clock of a match anew; turns recorded before are deleted."""
        begun = upsert(self._database.dialect, clocks, ("match_id", "synced"))
        begun = begun.values(match_id=match_id, synced=synced)
        await self._move(match_id, begun, turns, anew=True)

    async def drop(self, match_id: int) -> None:
        """Remove the clock of a match and all its turns."""

        def job(connection: Connection) -> None:
            touch(connection, match_id)
            for table in (clocks, deadlines):
                connection.execute(table.delete().where(table.c.match_id == match_id))

        await self._database.write(job)

    async def follow(
        self, row: ClockRow, synced: int, turns: Sequence[TurnTime], posts: Sequence[Post] = ()
    ) -> bool:
        """Write the turns that follow from the log up to entry `synced`, and the notices.

        Returns False, and changes nothing, if another process has already gone past `row`.
        """
        return await self._move(row.match_id, _moved(row, synced), turns, posts)

    async def _move(
        self,
        match_id: int,
        moved: Any,
        turns: Sequence[TurnTime],
        posts: Sequence[Post] = (),
        anew: bool = False,
    ) -> bool:
        """Move the clock by this statement, and write turns and notices; `anew`: in place of all
        earlier turns.  Returns False, and changes nothing, if the statement changes no row."""

        def job(connection: Connection) -> bool:
            if not connection.execute(moved).rowcount:
                return False
            if anew:
                connection.execute(deadlines.delete().where(deadlines.c.match_id == match_id))
            self._write(connection, turns)
            add_notices(connection, match_id, posts)
            return True

        return await self._database.write(job)

    async def change(
        self,
        match_id: int,
        turns: Sequence[TurnTime],
        posts: Sequence[Post] = (),
        before: TurnTime | None = None,
    ) -> bool:
        """Write turns and the notices about them.

        Returns False, and changes nothing, if another process has changed, or is just changing,
        the turn read as `before`.
        """

        def job(connection: Connection) -> bool:
            if before is not None and not self._stands(connection, before):
                return False
            self._write(connection, turns)
            add_notices(connection, match_id, posts)
            return True

        return await self._database.write(job)

    def _stands(self, connection: Connection, turn: TurnTime) -> bool:
        """True if a turn is still as it was read; its row is locked until the transaction ends."""
        if not self._database.shared:
            return True
        own = [key == getattr(turn, key.name) for key in deadlines.primary_key]
        query = select(deadlines).where(*own).with_for_update(skip_locked=True)
        row = connection.execute(query).first()
        return row is not None and _turn(row) == turn

    async def resume_at(self, match_id: int, at: datetime | None) -> None:
        """Set when an agreed pause ends by itself (None: never)."""
        own = update(clocks).where(clocks.c.match_id == match_id)
        await self._database.execute(own.values(resume_at=_written(at)))

    def _write(self, connection: Connection, turns: Sequence[TurnTime]) -> None:
        for match_id in {turn.match_id: None for turn in turns}:
            touch(connection, match_id)
        for turn in turns:
            values = asdict(turn)
            values |= {name: _written(values[name]) for name in MOMENTS}
            written = upsert(self._database.dialect, deadlines, tuple(values))
            connection.execute(written, values)

    # --- what is next ---------------------------------------------------------------------------

    async def waiting(self, at: datetime) -> list[int]:
        """The matches in which a deadline, a reminder or the end of a pause is due at this time."""
        moment = _written(at)
        late = (deadlines.c.due <= moment) | (deadlines.c.remind_at <= moment)
        turns = select(deadlines.c.match_id).where(late, deadlines.c.state == "open")
        rests = select(clocks.c.match_id).where(clocks.c.resume_at <= moment)
        async with self._database.reading() as connection:
            found = {*(await connection.execute(_living(turns, deadlines))).scalars()}
            found |= {*(await connection.execute(_living(rests, clocks))).scalars()}
        return sorted(found)

    async def next(self, after: datetime) -> datetime | None:
        """The next time after this one at which a deadline, reminder or end of a pause is due."""
        moment = _written(after)
        times = []
        async with self._database.reading() as connection:
            for table, column in (
                (deadlines, deadlines.c.due),
                (deadlines, deadlines.c.remind_at),
                (clocks, clocks.c.resume_at),
            ):
                query = select(func.min(column)).where(column > moment)
                if table is deadlines:
                    query = query.where(deadlines.c.state == "open")
                times.append((await connection.execute(_living(query, table))).scalar())
        return min((at for one in times if (at := _moment(one)) is not None), default=None)

    async def late(self, at: datetime) -> tuple[int, float]:
        """The number of open deadlines that have passed, and how many seconds ago the first did."""
        query = select(func.count(), func.min(deadlines.c.due)).where(
            deadlines.c.due <= _written(at), deadlines.c.state == "open"
        )
        query = query.select_from(deadlines)
        ((count, first),) = await self._database.all(_living(query, deadlines))
        due = _moment(first)
        return count, (at - due).total_seconds() if due is not None else 0.0

    async def clocked(self) -> list[int]:
        """The matches that have a clock."""
        return await self._database.values(_living(select(clocks.c.match_id), clocks))

    async def behind(self) -> list[int]:
        """The matches whose clock has not caught up with their log."""
        last = select(func.max(entries.c.number)).where(entries.c.match_id == clocks.c.match_id)
        query = select(clocks.c.match_id).where(clocks.c.synced < last.scalar_subquery())
        return await self._database.values(_living(query, clocks))

    async def all_open(self) -> dict[int, list[tuple[int, str, bool]]]:
        """The open turns of each match as (seat, holder, whether its time is running)."""
        columns = (deadlines.c.match_id, deadlines.c.seat, deadlines.c.holder, deadlines.c.due)
        query = _living(select(*columns).where(deadlines.c.state == "open"), deadlines)
        found: dict[int, list[tuple[int, str, bool]]] = {}
        for number, seat, holder, due in await self._database.all(query):
            found.setdefault(number, []).append((seat, holder, due is not None))
        return found

    async def open_of(self, user: str) -> list[TurnTime]:
        """The open turns of an account, in all matches."""
        query = select(deadlines).where(deadlines.c.holder == user, deadlines.c.state == "open")
        return [_turn(row) for row in await self._database.all(query)]


def _moved(row: ClockRow, synced: int) -> Any:
    """The statement that moves a clock on from a row, unless another process has moved it."""
    own = update(clocks).where(clocks.c.match_id == row.match_id, clocks.c.synced == row.synced)
    return own.values(synced=synced)


def _living(query: Any, table: Any) -> Any:
    """Restrict a query to matches that are not deleted."""
    return query.join(matches, matches.c.id == table.c.match_id).where(
        matches.c.deleted_at.is_(None)
    )


def _written(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat(timespec="seconds") if at is not None else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _turn(row: Row[Any]) -> TurnTime:
    return read(TurnTime, row, **{name: _moment(getattr(row, name)) for name in MOMENTS})


def open_turns(turns: Sequence[TurnTime]) -> list[TurnTime]:
    """The turns that are open: their time is running or halted."""
    return [turn for turn in turns if turn.state == "open"]
