"""The number that every write to a match raises: other processes see by it to look again."""

from sqlalchemy import Connection, text, update

from bot.store.schema import matches

VERSION_OF = text("SELECT version FROM matches WHERE id = :id AND deleted_at IS NULL")
"""Asked before everything else, so it is not put together anew each time."""


def raise_version(connection: Connection, match_id: int) -> int:
    """Other processes see by it that something changed.  Returns the new version."""
    raised = update(matches).where(matches.c.id == match_id).values(version=matches.c.version + 1)
    found = connection.execute(raised.returning(matches.c.version)).scalar()
    return int(found or 0)
