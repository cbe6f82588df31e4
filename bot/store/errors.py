"""What can go wrong with the file or the server, each as one sentence for whoever runs the bot."""

from sqlite3 import Error

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError


class StoreError(Exception):
    """The store cannot do something.  The text says why and what to do; nothing was changed."""


class AwayError(StoreError):
    """The database does not answer, so it is unknown whether the last write went through.  Only
    writes under a key of their own are safe to repeat."""


class StaleError(Exception):
    """Somebody else wrote this entry number first: load again and try once more."""


SENTENCES = (
    ("readonly", "the database {where} is read-only; nothing was written"),
    ("read-only", "the database {where} is read-only; nothing was written"),
    ("is locked", "the database {where} is locked by another program; try again when it is free"),
    ("disk is full", "the disk of the database {where} is full; nothing was written"),
    ("disk i/o", "the disk of the database {where} does not answer properly; nothing was written"),
    ("unable to open", "the database {where} cannot be opened; is its folder there and writable?"),
    ("not a database", "{where} is not a database file; name another file"),
    ("malformed", "the database {where} is damaged; restore a backup with `referee restore FILE`"),
)


AWAY = ("08", "57P")
"""Prefixes of the SQLSTATE codes of a server that is unreachable, starting or shutting down."""

TROUBLE = (DBAPIError, Error, OSError, NoConnectionError)
"""What a driver or its connection raises."""


def is_away(error: Exception) -> bool:
    """True if the database cannot be reached at all, rather than refusing this statement."""
    if isinstance(error, OSError | NoConnectionError):
        return True
    if getattr(error, "connection_invalidated", False):
        return True
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return str(code or "").startswith(AWAY)


def explain(error: Exception, where: str) -> StoreError:
    """Translate a driver's error into a `StoreError` with a sentence for people."""
    said = str(getattr(error, "orig", error)).lower()
    for mark, sentence in SENTENCES:
        if mark in said:
            return StoreError(sentence.format(where=where))
    if is_away(error):
        return AwayError(
            f"the database {where} does not answer; look what was written before you try again"
        )
    return StoreError(f"the database {where} does not answer; nothing was changed")
