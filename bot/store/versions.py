"""The number that every write to a match raises: other processes see by it to look again."""

from sqlalchemy import Connection, bindparam, update

from bot.store.bell import ring
from bot.store.schema import matches

RAISED = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(version=matches.c.version + 1)
    .returning(matches.c.version)
)


def raise_version(connection: Connection, match_id: int) -> int:
    """Other processes see by it that something changed, and are told.  Returns the new version."""
    ring(connection, str(match_id))
    found = connection.execute(RAISED, {"match": match_id}).scalar()
    return int(found or 0)
