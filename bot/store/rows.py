"""Log entries as rows of the database, and back."""

import json
from functools import lru_cache
from typing import Any

from sqlalchemy import Row

from bot.match.reckoned import encoded
from bot.match.tree import PASSED, Carried, Link, LogEntry
from rules.line.codec import Codec
from rules.line.events import Event

LONG = 10_000
"""Events whose JSON is longer than so many characters are cached, and shared between matches."""


def entry_row(match_id: int, entry: LogEntry, codec: Codec) -> dict[str, Any]:
    link = entry.link
    return {
        "match_id": match_id,
        "number": entry.number,
        "parent": entry.parent,
        "returns_to": entry.to,
        "seat": entry.seat,
        "holder": entry.holder,
        "source": None,
        "line": 0,
        "text": entry.text,
        "reason": entry.reason,
        "orders": json.dumps(encoded(codec, entry.orders), separators=(",", ":")),
        "events": json.dumps(encoded(codec, entry.events), separators=(",", ":")),
        "drew": link.drew,
        "revealed": link.barred,
        "ended_phase": link.ended_phase,
        "carried": json.dumps(entry.carried),
        **secret_columns(link),
        "next_seed": entry.next_seed,
        "hash": entry.hash,
        "at": entry.at,
        "rules": entry.rules,
    }


def entry(row: Row[Any], codec: Codec) -> LogEntry:
    return LogEntry(
        number=row.number,
        parent=row.parent,
        seat=row.seat,
        text=row.text,
        orders=codec.decode(json.loads(row.orders)),
        events=_events(codec, row.events),
        reason=row.reason,
        holder=row.holder,
        key=row.source or "",
        at=row.at,
        rules=row.rules,
        to=row.returns_to,
        carried=_carried(row.carried),
        secret=_names(row.secret),
        next_seed=row.next_seed,
        hash=row.hash,
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
    return Link(
        number=row.number,
        parent=row.parent,
        to=row.returns_to,
        seat=row.seat,
        drew=row.drew,
        barred=row.revealed,
        ended_phase=row.ended_phase,
        carried=_carried(row.carried),
        secret=_names(row.secret),
        opens=_names(row.opens) or (),
        next_seed=row.next_seed,
        hash=row.hash,
        passed=row.reason == PASSED,
    )
