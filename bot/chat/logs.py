"""The log: each line says when, where from, and about which match, entry, shard and request it is.

A request is a message (`m` and its id) or an interaction (`i` and its id); by it all lines about
one thing that somebody did are found.  What people write is never in the log.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

log = logging.getLogger("referee.lines")

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FIELDS = ("request", "shard", "match", "entry")
NAMED = re.compile(r"\bmatch (?P<match>\d+)(?:,? #(?P<entry>\d+))?")
"""How lines about a match name it, and one of its entries."""

_NOW: ContextVar[dict[str, Any] | None] = ContextVar("request", default=None)


@contextmanager
def request(name: str, shard: int) -> Iterator[None]:
    """Mark what is logged in this block with a request and its shard."""
    token = _NOW.set({"request": name, "shard": shard})
    try:
        yield
    finally:
        _NOW.reset(token)


def begin(name: str, shard: int) -> None:
    """Mark what is logged from here to the end of this task with a request and its shard."""
    _NOW.set({"request": name, "shard": shard})


def dealt(became: str, match: int | None, entries: tuple[int, ...]) -> None:
    """Log what became of a request."""
    about = {"match": match, "entry": entries[-1] if entries else None}
    numbers = "".join(f" #{number}" for number in entries)
    where = f"match {match}{numbers}: " if match is not None else ""
    log.info("%s%s", where, became, extra=about)


class About(logging.Filter):
    """Gives each line its fields: those of the request, and the match that it names."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Set the fields; every line is kept."""
        known = dict(_NOW.get() or {})
        if found := NAMED.search(record.getMessage()):
            known |= {name: int(one) for name, one in found.groupdict().items() if one}
        for name in FIELDS:
            if getattr(record, name, None) is None:
                setattr(record, name, known.get(name))
        return True


class AsJson(logging.Formatter):
    """A line of the log as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a line; fields that are not known are left out."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        row: dict[str, Any] = {"at": at, "level": record.levelname, "log": record.name}
        row |= {name: getattr(record, name, None) for name in FIELDS}
        row["said"] = record.getMessage()
        if record.exc_info:
            row["error"] = self.formatException(record.exc_info)
        return json.dumps({name: one for name, one in row.items() if one is not None})


class AsText(logging.Formatter):
    """A line of the log for people, with the request at its end."""

    def __init__(self) -> None:
        super().__init__(PLAIN)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Format the message as usual, with the request after it."""
        asked = getattr(record, "request", None)
        return super().formatMessage(record) + (f" [{asked}]" if asked else "")


def set_up(as_json: bool) -> None:
    """Start logging, to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(About())
    handler.setFormatter(AsJson() if as_json else AsText())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
