"""What the log says: of each line when, where from, about which match, entry, shard and request.

A request is a message (`m` and its id) or an interaction (`i`): with it all lines about one thing
that somebody did are found.  What people write is never in the log.
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
    """All that is logged in this block is about something that somebody did."""
    token = _NOW.set({"request": name, "shard": shard})
    try:
        yield
    finally:
        _NOW.reset(token)


def begin(name: str, shard: int) -> None:
    """From here to the end of this task all that is logged is about this request."""
    _NOW.set({"request": name, "shard": shard})


def dealt(became: str, match: int | None, entries: tuple[int, ...]) -> None:
    """One request was dealt with."""
    about = {"match": match, "entry": entries[-1] if entries else None}
    numbers = "".join(f" #{number}" for number in entries)
    where = f"match {match}{numbers}: " if match is not None else ""
    log.info("%s%s", where, became, extra=about)


class About(logging.Filter):
    """Gives each line its fields: those of the request, and the match that it names."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line stays."""
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
        """What is not known is left out."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        row: dict[str, Any] = {"at": at, "level": record.levelname, "log": record.name}
        row |= {name: getattr(record, name, None) for name in FIELDS}
        row["said"] = record.getMessage()
        if record.exc_info:
            row["error"] = self.formatException(record.exc_info)
        return json.dumps({name: one for name, one in row.items() if one is not None})


class AsText(logging.Formatter):
    """The same for people: the request stands at the end."""

    def __init__(self) -> None:
        super().__init__(PLAIN)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """As usual, and the request behind it."""
        asked = getattr(record, "request", None)
        return super().formatMessage(record) + (f" [{asked}]" if asked else "")


def set_up(as_json: bool) -> None:
    """Begin to write the log, to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(About())
    handler.setFormatter(AsJson() if as_json else AsText())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
