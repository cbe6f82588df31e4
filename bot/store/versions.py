"""The number that every write to a match raises: other processes see by it to look again."""

from sqlalchemy import Connection, bindparam, update

from bot.store.schema import matches

RAISED = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(version=matches.c.version + 1)
    .returning(matches.c.version)
)


def raise_version(connection: Connection, match_id: int) -> int:
    """Other processes see by it that something changed.  Returns the new version."""
    found = connection.execute(RAISED, {"match": match_id}).scalar()
    return int(found or 0)
