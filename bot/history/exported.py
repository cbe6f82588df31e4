"""Reading an export file, and refusing it if any part of it does not have the right shape."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from bot.match.tree import LogEntry
from bot.referee.open_match import RefereeError
from rules.line.codec import Codec, check_shape, fits
from rules.line.events import Event
from rules.line.orders import Order

FORMAT, OLDER = "crusade-referee match 2", "crusade-referee match 1"
MAX_BYTES = 40_000_000
"""The largest export that is read, in characters: a match of about 30,000 entries."""

MOST_ENTRIES = 3_000
"""The most entries of a match that can be imported; checking 1,000 takes about a second."""

MOST_DIGITS = 9

# --- shapes -------------------------------------------------------------------------------------

Shape = Callable[[Any], bool]
"""Does a value have the right type and form for this place?"""


is_text: Shape = partial(fits, hint=str)
is_flag: Shape = partial(fits, hint=bool)
is_words: Shape = partial(fits, hint=dict[str, str])
is_list: Shape = partial(fits, hint=list)
"""Values of a type, whatever their content."""


def is_time(value: Any) -> bool:
    """Is it a time in ISO format, or empty, as in an entry of a case?"""
    try:
        return value == "" or datetime.fromisoformat(value) is not None
    except (TypeError, ValueError):
        return False


def is_number(value: Any) -> bool:
    """Is it a whole number from 0, as entries and seats have?"""
    return type(value) is int and value >= 0


def is_hash(value: Any) -> bool:
    """Is it a SHA-256 in 64 lower-case hexadecimal digits?"""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def is_numbers(value: Any) -> bool:
    """Is it a list of whole numbers from 0?"""
    return isinstance(value, list) and all(map(is_number, value))


def is_pairs(value: Any) -> bool:
    """Is it a list of pairs of numbers, as for the entries that an undo carried along?"""
    return isinstance(value, list) and all(is_numbers(one) and len(one) == 2 for one in value)


def is_head(value: Any) -> bool:
    """Is it the number and hash of the last entry?"""
    return isinstance(value, dict) and misfit(value, {"number": is_number, "hash": is_hash}) == ""


HEADER: Mapping[str, Shape] = {
    "system": is_text,
    "options": is_words,
    "seats": is_numbers,
    "created_at": is_time,
    "rules": is_text,
    "commitment": is_hash,
    "salts": is_words,
    "own_from": is_number,
    "chained_from": is_number,
    "scene": is_flag,
}
"""The fields that are fixed before entry #0; the hash chain begins with them."""

TITLE: Mapping[str, Shape] = {"format": is_text, "name": is_text, "entries": is_list}
ENTRY: Mapping[str, Shape] = {
    "number": is_number,
    "parent": is_number,
    "seat": is_number,
    "text": is_text,
    "reason": is_text,
    "at": is_time,
    "rules": is_text,
    "orders": is_list,
    "events": is_list,
}
SOMETIMES: Mapping[str, Shape] = {"to": is_number, "carried": is_pairs, "state": is_hash}
SEED: Mapping[str, Shape] = {"from": is_number, "commitment": is_hash}
SEAL: Mapping[str, Shape] = {
    "seat": is_number,
    "number": is_number,
    "salt": is_text,
    "sha256": is_hash,
}


def misfit(row: Any, needed: Mapping[str, Shape], more: Mapping[str, Shape] | None = None) -> str:
    """What is wrong with the fields of a row, in words; empty if nothing is.

    `needed` fields must be there, those in `more` may be, and no others.
    """
    more = more or {}
    if not isinstance(row, dict):
        return "a row is not as written"
    for name, is_right in {**more, **needed}.items():
        if (name in row or name in needed) and not is_right(row.get(name)):
            return f"{name!r} is missing or not as written"
    odd = next((name for name in row if name not in needed and name not in more), None)
    return "" if odd is None else f"no export has {odd[:40]!r} there"


# --- reading ------------------------------------------------------------------------------------


def read_export(text: str) -> dict[str, Any]:
    """Parse an export and check the shape of its head, seals and seeds (not yet of its entries).

    Raises `RefereeError` that says what is wrong.
    """
    if len(text) > MAX_BYTES:
        raise RefereeError(f"an export has at most {MAX_BYTES:,} characters")
    hooks: dict[str, Any] = {"parse_float": _odd, "parse_constant": _odd}
    try:
        document = json.loads(text, object_pairs_hook=_row, parse_int=_whole, **hooks)
    except (ValueError, RecursionError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        why = f": {error}" if isinstance(error, Twice) else place
        raise RefereeError(f"this is no export: not JSON as we write it{why}") from error
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, OLDER):
        raise RefereeError(f"this is no export: its format is not {FORMAT!r}")
    wrong = _title_misfit(document) or _rows_misfit(document)
    if wrong:
        raise RefereeError(f"this export was damaged: {wrong}")
    return document


class Twice(ValueError):
    """A name occurs twice in one JSON object."""


def _row(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object as a dict.  Raises `Twice` for a repeated name, which readers would take
    differently."""
    found = dict(pairs)
    names = [name for name, _ in pairs]
    if found.get("_") == "map" and isinstance(found.get("of"), list):
        names += [json.dumps(one[:1]) for one in found["of"] if isinstance(one, list)]
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise Twice(f"{twice[:40]!r} stands twice in one row")
    return found


def _whole(digits: str) -> int:
    """Parse a whole number.  Raises `ValueError` for more digits than the rules ever use."""
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _odd(text: str) -> None:
    raise ValueError(f"{text[:20]} is no whole number")


def _title_misfit(document: dict[str, Any]) -> str:
    """What is wrong with the head of the file; older exports have no chain and at most one seed."""
    if document["format"] == FORMAT:
        more = {"seals": is_list, "seeds": is_list}
        return misfit(document, {**TITLE, **HEADER, "head": is_head}, more)
    needed = {name: HEADER[name] for name in ("system", "options", "commitment")}
    older = {name: HEADER[name] for name in ("created_at", "rules", "seats", "own_from", "scene")}
    return misfit(document, {**TITLE, **needed}, {**older, "seals": is_list, "seed": is_text})


def _rows_misfit(document: dict[str, Any]) -> str:
    """What is wrong with the rows of seals and seeds."""
    stretch = {"stretch": is_text}
    for row in document.get("seals", ()):
        if wrong := misfit(row, SEAL, stretch):
            return f"in a seal {wrong}"
    for row in document.get("seeds", ()):
        if wrong := misfit(row, SEED, {"seed": is_text}):
            return f"in a row of seeds {wrong}"
    return ""


def read_entries(document: dict[str, Any], codec: Codec) -> list[LogEntry]:
    """The entries of an export.  Raises `RefereeError` naming the first damaged one."""
    if not document["entries"]:
        raise RefereeError("this export has no entries")
    chained = document["format"] == FORMAT
    return [_entry(number, row, codec, chained) for number, row in enumerate(document["entries"])]


def _entry(number: int, row: Any, codec: Codec, chained: bool) -> LogEntry:
    """One entry, after a check of its row, its orders and its events."""
    edited = f"this export was edited: entry #{number}"
    if not isinstance(row, dict) or row.get("number") != number:
        raise RefereeError(f"{edited} is missing")
    if "secret" in row:
        raise RefereeError(
            f"entry #{number} is secret in this copy; only the GM's export is complete"
        )
    links: Mapping[str, Shape] = {"hash": is_hash, "salt": is_text} if chained else {}
    promised: Mapping[str, Shape] = {"commits": is_hash} if chained else {}
    if wrong := misfit(row, {**ENTRY, **links}, {**SOMETIMES, **promised}):
        raise RefereeError(f"{edited} cannot be read: {wrong}")
    try:
        orders = _values(codec, row["orders"], Order)
        events = _values(codec, row["events"], Event)
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise RefereeError(f"{edited} cannot be read: its orders or events are damaged") from error
    as_it_is = ("number", "parent", "seat", "text", "reason", "at", "rules")
    return LogEntry(
        **{name: row[name] for name in as_it_is},
        orders=orders,
        events=events,
        to=row.get("to"),
        carried=tuple((one, count) for one, count in row.get("carried", ())),
        hash=row.get("hash", ""),
    )


def _values(codec: Codec, written: Any, kind: type) -> Any:
    """Decode orders or events of an export and check their shapes.  Raises `CodecError`."""
    values = codec.decode(written)
    check_shape(values, tuple[kind, ...])  # type: ignore[valid-type]
    return values
