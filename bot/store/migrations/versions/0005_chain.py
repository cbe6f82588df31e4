"""The log as a chain: every entry carries a hash; those of older matches are chained now."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.match.chain import digest_of, header_of, linked, salt_of, sealed
from bot.match.dice import commitment
from bot.match.settings import read_settings

revision = "0005"
down_revision = "0004"

SEATS = (1, 2)
"""The systems of older matches are for two."""


def upgrade() -> None:
    """Add the columns, then chain every log and write down from which entry on it was kept so."""
    op.add_column("entries", sa.Column("next_seed", sa.Text, nullable=False, server_default=""))
    op.add_column("entries", sa.Column("hash", sa.Text, nullable=False, server_default=""))
    connection = op.get_bind()
    for match in connection.execute(sa.text("SELECT * FROM matches ORDER BY id")).all():
        chain(connection, match)


def chain(connection: sa.Connection, match: sa.Row[Any]) -> None:
    """The hashes of one match; what it is worth before this day is said by `chained_from`."""
    query = sa.text("SELECT * FROM entries WHERE match_id = :id ORDER BY number")
    rows = connection.execute(query, {"id": match.id}).all()
    settings = {**json.loads(match.settings), "chained_from": str(len(rows))}
    made = (match.created_at, match.rules, read_settings(settings), commitment(match.seed))
    before = digest_of(header_of(match.system, json.loads(match.options), SEATS, *made))
    change = sa.text("UPDATE entries SET hash = :hash WHERE match_id = :id AND number = :number")
    for row in rows:
        before = linked(before, sealed(salt_of(match.seed, row.number), fields(row)))
        connection.execute(change, {"hash": before, "id": match.id, "number": row.number})
    keep = sa.text("UPDATE matches SET settings = :settings WHERE id = :id")
    connection.execute(keep, {"settings": json.dumps(settings), "id": match.id})


def fields(row: sa.Row[Any]) -> dict[str, object]:
    """What the chain vouches for, as the program writes it."""
    return {
        "number": row.number,
        "parent": row.parent,
        "to": row.returns_to,
        "seat": row.seat,
        "text": row.text,
        "reason": row.reason,
        "orders": json.loads(row.orders),
        "events": json.loads(row.events),
        "carried": json.loads(row.carried),
        "at": row.at,
        "rules": row.rules,
        "commits": "",
    }
