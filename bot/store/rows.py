"""Log entries and other values as rows of the database, and back."""

import json
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Row

from bot.match.reckoned import encoded
from bot.match.tree import PASSED, Carried, Link, LogEntry
from rules.line.codec import Codec
from rules.line.events import Event
from rules.line.frozen import Frozen

Value = TypeVar("Value", bound=Frozen)

LONG = 10_000
"""Events whose JSON is longer than so many characters are cached, and shared between matches."""


def read(kind: type[Value], row: Any, **others: Any) -> Value:
    """A value of this kind.  Its fields are the columns of the same names, except for `others`."""
    same = columns(row, (one.name for one in fields(kind) if one.name not in others))
    return kind(**same, **others)


def columns(value: Any, names: Iterable[str]) -> dict[str, Any]:
    """The fields of a value, or the columns of a row, that have these names."""
    return {name: getattr(value, name) for name in names}


AS_IT_IS = (
    *("number", "parent", "seat", "holder", "text", "reason"),
    *("next_seed", "hash", "at", "rules"),
)
"""The fields of an entry that are stored as they are."""


def entry_row(match_id: int, entry: LogEntry, codec: Codec) -> dict[str, Any]:
    link = entry.link
    return {
        **columns(entry, AS_IT_IS),
        "match_id": match_id,
        "returns_to": entry.to,
        "source": None,
        "line": 0,
        "orders": json.dumps(encoded(codec, entry.orders), separators=(",", ":")),
        "events": json.dumps(encoded(codec, entry.events), separators=(",", ":")),
        "drew": link.drew,
        "revealed": link.barred,
        "ended_phase": link.ended_phase,
        "carried": json.dumps(entry.carried),
        **secret_columns(link),
    }


def entry(row: Row[Any], codec: Codec) -> LogEntry:
    return read(
        LogEntry,
        row,
        orders=codec.decode(json.loads(row.orders)),
        events=_events(codec, row.events),
        key=row.source or "",
        to=row.returns_to,
        carried=_carried(row.carried),
        secret=_names(row.secret),
    )


def _events(codec: Codec, text: str) -> tuple[Event, ...]:
    """Decode the events of an entry.  Long ones are cached: they bring in the data that ship with
    a system, with which many matches begin."""
    return _shared(codec, text) if len(text) > LONG else codec.decode(json.loads(text))


@lru_cache(maxsize=32)
def _shared(codec: Codec, text: str) -> tuple[Event, ...]:
    events: tuple[Event, ...] = codec.decode(json.loads(text))
    return events


def secret_columns(link: Link) -> dict[str, str | None]:
    secret = None if link.secret is None else json.dumps(link.secret)
    return {"secret": secret, "opens": json.dumps(link.opens)}


def _carried(text: str) -> Carried:
    return tuple((number, count) for number, count in json.loads(text))


def _names(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(json.loads(text))


def link(row: Any) -> Link:
    return read(
        Link,
        row,
        to=row.returns_to,
        barred=row.revealed,
        carried=_carried(row.carried),
        secret=_names(row.secret),
        opens=_names(row.opens) or (),
        passed=row.reason == PASSED,
    )
