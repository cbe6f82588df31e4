"""The queries and statements that every message needs, built once."""

from functools import cache
from typing import Any

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.reading import Prepared
from bot.store.schema import (
    WAITS,
    cursors,
    matches,
    outbox,
    people,
    places,
    receipts,
    standing_orders,
)

VERSION = Prepared(
    select(matches.c.version).where(matches.c.id == bindparam("id"), matches.c.deleted_at.is_(None))
)
VERSIONS = Prepared(select(matches.c.id, matches.c.version).where(matches.c.deleted_at.is_(None)))
RECEIPT = Prepared(
    select(receipts.c.lines_done, receipts.c.reply, receipts.c.complete).where(
        receipts.c.match_id == bindparam("match"), receipts.c.source == bindparam("source")
    )
)
CURSOR = Prepared(select(cursors.c.last_message).where(cursors.c.channel == bindparam("channel")))
PERSON = Prepared(select(people.c.settings).where(people.c.user_id == bindparam("user")))
PLANS_OF = Prepared(
    select(standing_orders)
    .where(standing_orders.c.match_id == bindparam("match"))
    .order_by(standing_orders.c.seat)
)
PLACE_OF = Prepared(select(places).where(places.c.match_id == bindparam("match")))
PLACE_AT = Prepared(select(places).where(places.c.channel == bindparam("channel")))

_UNSENT = select(outbox).where(WAITS)
WAITING = Prepared(_UNSENT.where(outbox.c.match_id == bindparam("match")).order_by(outbox.c.id))
ALL_WAITING = Prepared(_UNSENT.order_by(outbox.c.id))
UNSENT = Prepared(
    select(outbox.c.id, outbox.c.match_id, outbox.c.audience, places.c.guild)
    .join_from(outbox, places, places.c.match_id == outbox.c.match_id, isouter=True)
    .where(WAITS)
    .order_by(outbox.c.id)
)
"""The waiting posts of all matches without their contents, each with the server of its match."""

LIVING = Prepared(
    select(outbox)
    .where(outbox.c.match_id == bindparam("match"), outbox.c.kind != "")
    .where(outbox.c.gave_up.is_(None))
    .order_by(outbox.c.id)
)
"""All posts of a match that have a kind and were not given up."""


def inserting(dialect: str, table: Table) -> Any:
    """The statement that writes a row; what it does about a row that is there can be added."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)


@cache
def upsert(dialect: str, table: Table, columns: tuple[str, ...]) -> Any:
    """The statement that writes a row of these columns, replacing one with the same keys."""
    written, keys = inserting(dialect, table), table.primary_key
    changed = {name: written.excluded[name] for name in columns if name not in keys.columns}
    return written.on_conflict_do_update(index_elements=keys, set_=changed)


SHOWS = update(outbox).where(outbox.c.id == bindparam("post")).values(shown=bindparam("digest"))
ARRIVED = update(outbox).where(outbox.c.id == bindparam("post")).values(message=bindparam("at"))
MATCH_OF_POST = select(outbox.c.match_id).where(outbox.c.id == bindparam("post"))

TOUCHED = Prepared(
    select(matches.c.version, matches.c.touched, matches.c.shown).where(
        matches.c.id == bindparam("id")
    )
)
SHOWN = (
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.shown < bindparam("at"))
    .values(shown=bindparam("at"))
)
"""Note up to which change the posts of a match show it; never goes back."""
BEHIND = Prepared(
    select(matches.c.id, places.c.guild)
    .join_from(matches, places, places.c.match_id == matches.c.id, isouter=True)
    .where(matches.c.shown < matches.c.touched, matches.c.deleted_at.is_(None))
    .order_by(matches.c.touched.desc(), matches.c.id)
)
"""The matches with changes that their posts do not show yet, the most often changed first."""
