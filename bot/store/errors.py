"""What can go wrong with the file or the server, each as one sentence for whoever runs us."""

from sqlite3 import Error

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """The store cannot do it; the text says what and what to do, and nothing was changed."""


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


def explain(error: DBAPIError | Error | OSError, where: str) -> StoreError:
    """The sentence for a driver's error."""
    said = str(getattr(error, "orig", error)).lower()
    for mark, sentence in SENTENCES:
        if mark in said:
            return StoreError(sentence.format(where=where))
    return StoreError(f"the database {where} does not answer; nothing was changed")
