"""What can go wrong with the file or the server, each as one sentence for whoever runs us."""

from sqlite3 import Error

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError


class StoreError(Exception):
    """The store cannot do it; the text says what and what to do, and nothing was changed."""


class AwayError(StoreError):
    """The database does not answer: nobody knows whether what was under way is written.  It is
    safe to do again whatever is done under a key of its own."""


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
"""How the codes of a server begin that is not there, starts or ends."""

TROUBLE = (DBAPIError, Error, OSError, NoConnectionError)
"""What a driver, or the way to it, raises."""


def is_away(error: Exception) -> bool:
    """Is the database not there at all, rather than unwilling?"""
    if isinstance(error, OSError | NoConnectionError):
        return True
    if getattr(error, "connection_invalidated", False):
        return True
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return str(code or "").startswith(AWAY)


def explain(error: Exception, where: str) -> StoreError:
    """The sentence for a driver's error."""
    said = str(getattr(error, "orig", error)).lower()
    for mark, sentence in SENTENCES:
        if mark in said:
            return StoreError(sentence.format(where=where))
    if is_away(error):
        return AwayError(
            f"the database {where} does not answer; look what was written before you try again"
        )
    return StoreError(f"the database {where} does not answer; nothing was changed")
