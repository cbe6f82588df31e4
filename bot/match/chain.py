"""The log as a chain: each entry carries a hash of its own fields and of the entry before it.

An entry's fields are hashed together with a salt that follows from the secret seed, so that nobody
can guess a secret order from the public digits of the chain.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.match.reckoned import encoded
from bot.match.settings import Settings
from bot.match.tree import LogEntry
from rules.line.codec import Codec

SHOWN = 10
"""How many digits of the newest hash are shown in posts."""


def digest_of(value: Any) -> str:
    """The SHA-256 of a JSON value in canonical form (sorted keys, no spaces, ASCII)."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def salt_of(seed: str, number: int) -> str:
    """The salt of an entry, derived from the secret seed: 32 hexadecimal digits.  It is revealed
    only to those who may know the seed or the entry."""
    return hmac.new(seed.encode(), f"entry {number}".encode(), "sha256").hexdigest()[:32]


def fields_of(entry: LogEntry, codec: Codec, commits: str) -> dict[str, Any]:
    """The fields of an entry that are hashed, as an export writes them."""
    as_it_is = ("number", "parent", "to", "seat", "text", "reason", "at", "rules")
    return {
        **{name: getattr(entry, name) for name in as_it_is},
        "orders": encoded(codec, entry.orders),
        "events": encoded(codec, entry.events),
        "carried": [list(one) for one in entry.carried],
        "commits": commits,
    }


def sealed(salt: str, fields: Mapping[str, Any]) -> str:
    """The salted hash of an entry's own fields; it reveals nothing about them."""
    return digest_of([salt, fields])


def linked(before: str, own: str) -> str:
    """The hash that an entry carries: of the hash before it and that of its own fields."""
    return digest_of([before, own])


def header_of(
    system: str,
    options: Mapping[str, str],
    seats: Sequence[int],
    created_at: str,
    rules: str,
    settings: Settings,
    commitment: str,
) -> dict[str, Any]:
    """What is fixed before entry #0, as an export writes it; the first link of the chain."""
    return {
        "system": system,
        "options": dict(options),
        "seats": list(seats),
        "created_at": created_at,
        "rules": rules,
        "commitment": commitment,
        "salts": dict(settings.salts),
        "own_from": settings.own_from,
        "chained_from": settings.chained_from,
        "scene": settings.scene,
    }


def mark(number: int, digest: str) -> str:
    """`#57 4f1c09a2be`: the number of an entry and the first digits of its hash."""
    return f"#{number} {digest[:SHOWN]}"
