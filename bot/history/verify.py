"""Exports read back and checked offline: the chain of the log, every order, state and die."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import grammar
from bot.match.chain import SHOWN, digest_of, linked, mark, sealed
from bot.match.dice import commitment, mixed, recorded, seeded
from bot.match.seal import broken_seals
from bot.match.tree import LogEntry, Match, base_of, fold
from bot.referee.open_match import RefereeError, canonical
from rules import find
from rules.codec import Codec, check_shape
from rules.errors import Refusal
from rules.events import Event, Rolled
from rules.game import GM, Dice, read_options
from rules.orders import Order

FORMAT, OLDER = "crusade-referee match 2", "crusade-referee match 1"
MAX_BYTES = 100_000_000
MOST_DIGITS = 9
HEADER = (
    *("system", "options", "seats", "created_at", "rules", "commitment"),
    *("salts", "own_from", "chained_from", "scene"),
)
"""What is fixed before entry #0; the chain begins with it."""


def state_hash(state: Any, codec: Codec) -> str:
    """A fingerprint of a state: two machines that agree on it agree on every number of it."""
    text = json.dumps(codec.encode(state), separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def read_export(text: str) -> dict[str, Any]:
    """The document of an export.  Raises `RefereeError` with what is wrong with it."""
    if len(text) > MAX_BYTES:
        raise RefereeError(f"an export has at most {MAX_BYTES:,} characters")
    try:
        document = json.loads(text, parse_int=_whole, parse_float=_odd, parse_constant=_odd)
    except (ValueError, RecursionError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise RefereeError(f"this is no export: not JSON as we write it{place}") from error
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, OLDER):
        raise RefereeError(f"this is no export: its format is not {FORMAT!r}")
    wanted = {"system": str, "name": str, "options": dict, "commitment": str, "entries": list}
    for name, kind in wanted.items():
        if not isinstance(document.get(name), kind):
            raise RefereeError(f"this export was damaged: {name!r} is missing or not as written")
    return document


def _whole(digits: str) -> int:
    """A number of an export: none that the rules know has more digits."""
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _odd(text: str) -> None:
    raise ValueError(f"{text[:20]} is no whole number")


def read_entries(document: dict[str, Any], codec: Codec) -> list[LogEntry]:
    """The entries of an export.  Raises `RefereeError` naming the first damaged one."""
    entries = []
    for number, row in enumerate(document["entries"]):
        try:
            if row["number"] != number:
                raise RefereeError(f"this export was edited: entry #{number} is missing")
            if row.get("secret"):
                raise RefereeError(
                    f"entry #{number} is secret in this copy; only the GM's export is complete"
                )
            entry = LogEntry(
                number,
                whole(row["parent"]),
                whole(row["seat"]),
                str(row.get("text", "")),
                read_values(codec, row.get("orders", []), Order),
                read_values(codec, row.get("events", []), Event),
                str(row.get("reason", "")),
                at=str(row.get("at", "")),
                rules=str(row.get("rules", "")),
                to=row.get("to"),
                carried=tuple((int(one), int(count)) for one, count in row.get("carried", ())),
            )
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise RefereeError(f"this export was edited: entry #{number} cannot be read") from error
        linked = entry.parent if entry.to is None else entry.to
        if not isinstance(linked, int) or not 0 <= linked <= max(0, number - 1):
            raise RefereeError(f"this export was edited: entry #{number} continues no entry")
        entries.append(entry)
    if not entries:
        raise RefereeError("this export has no entries")
    return entries


def whole(value: Any) -> int:
    """A whole number of an export."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a whole number")
    return value


def read_values(codec: Codec, written: Any, kind: type) -> Any:
    """Orders or events as an export holds them, of the right kinds and shapes."""
    values = codec.decode(written)
    check_shape(values, tuple[kind, ...])  # type: ignore[valid-type]
    return values


# --- resolving again ----------------------------------------------------------------------------


def faces_drawn(entry: LogEntry) -> list[int]:
    """The unloaded faces that an entry drew, in order."""
    return [event.face for event in entry.events if isinstance(event, Rolled) and not event.loaded]


def resolve_again(match: Match, state: Any, entry: LogEntry, dice: Dice) -> tuple[Event, ...] | str:
    """An entry's orders under today's rules with these dice; a text if they are refused."""
    try:
        if entry.number == 0:
            library = grammar.library(match.game.id)
            events = match.game.setup(match.options, library, dice)
            return tuple(event for event in events if isinstance(event, Rolled))
        return match.game.adjudicate(state, entry.seat, entry.orders, dice)
    except Refusal as refusal:
        return f"refused, {refusal.rule}: {refusal.why}"
    except ValueError as error:
        return str(error)


def carried_again(
    match: Match, state: Any, undo: LogEntry, entries: Sequence[LogEntry]
) -> tuple[Event, ...] | str:
    """What an undo carried along, resolved again; a text if it does not come out so."""
    match.states[base_of(undo)] = state
    numbers = [number for number, _ in undo.carried]
    if not all(0 < number < undo.number for number in numbers):
        return "it carries along what is not there"
    try:
        back = match.replayed(base_of(undo), numbers, {one.number: one for one in entries})
    except Refusal as refusal:
        return f"refused, {refusal.rule}: {refusal.why}"
    return back.events if back.carried == undo.carried else "it carries something else along"


# --- checking -----------------------------------------------------------------------------------


def verify_lines(text: str, posted: Sequence[str] = ()) -> list[str]:
    """Check an export offline: the chain, every entry resolved again, every state, every die.

    `posted`: heads as posts show them (`#57 4f1c09a2be`), to be found in the log.  What begins
    with `ok` or `note` is no problem.
    """
    document = read_export(text)
    try:
        game = find(document["system"])
        options = read_options(game, document["options"])
    except (ValueError, TypeError, AttributeError) as error:
        raise RefereeError(f"this export cannot be checked: {str(error)[:200]}") from error
    codec = Codec(game.types)
    entries = read_entries(document, codec)
    checking = Checking(document, Match(game, options), entries, codec)
    try:
        lines = [*checking.chain(), *checking.posted(posted), *checking.log()]
        seals = [row for row in document.get("seals", ()) if isinstance(row, dict)]
        lines += broken_seals(seals, entries)
    except RefereeError:
        raise
    except Exception as error:
        # An export may come from anybody: whatever it contains, the answer is one sentence.
        kind = type(error).__name__
        raise RefereeError(f"this export was edited: it cannot be replayed ({kind})") from error
    return lines or [*checking.verdict(), *map(_fitting, seals)]


def _fitting(row: dict[str, Any]) -> str:
    return f"ok: seat {row['seat']} sealed {row['sha256']} with #{row['number']}"


class Checking:
    """One export under examination; every method yields what is wrong, in one sentence each."""

    def __init__(
        self, document: dict[str, Any], match: Match, entries: list[LogEntry], codec: Codec
    ) -> None:
        self.document, self.match = document, match
        self.entries, self.codec = entries, codec
        self.rows: list[dict[str, Any]] = document["entries"]
        self.chained = document["format"] == FORMAT
        self.own_from = whole(document.get("own_from", 0))
        self.chained_from = whole(document.get("chained_from", 0))
        self.hashes: list[str] = []

    # --- the chain ------------------------------------------------------------------------------

    def chain(self) -> Iterator[str]:
        """Every hash follows from the one before and from the entry's own fields."""
        if not self.chained:
            return
        if list(self.document.get("seats", ())) != list(self.match.game.seats(self.match.options)):
            yield "the list of seats is not that of this match"
        before = digest_of({name: self.document.get(name) for name in HEADER})
        for row in self.rows:
            before = linked(before, sealed(str(row.get("salt", "")), fields_of_row(row)))
            self.hashes.append(before)
            if row.get("hash") != before:
                yield f"entry #{row['number']}, or the file's head, was changed: the chain breaks"
                return
        head = self.document.get("head")
        if head != {"number": len(self.rows) - 1, "hash": before}:
            yield "the log was cut, or its end was changed: it does not end as it says"

    def posted(self, heads: Sequence[str]) -> Iterator[str]:
        """Heads that somebody read in a post: is this the log that they were posted of?"""
        for head in heads:
            number, _, digits = head.removeprefix("#").partition(" ")
            if not number.isdecimal() or len(digits) < SHOWN:
                raise RefereeError(f"a head is written `#57 4f1c09a2be`, not {head[:40]!r}")
            at = int(number[:9])
            found = self.hashes[at] if at < len(self.hashes) else ""
            if not found.startswith(digits.lower()):
                yield f"a post said #{at} {digits[:SHOWN]}; this log has not: it was changed or cut"

    # --- the dice -------------------------------------------------------------------------------

    def eras(self) -> list[dict[str, Any]]:
        """The commitments to the dice, with the seeds that have been shown."""
        found = self.document.get("seeds")
        if self.chained and isinstance(found, list) and found:
            return [row for row in found if isinstance(row, dict)]
        row = {"from": 0, "commitment": self.document["commitment"]}
        return [row | ({"seed": self.document["seed"]} if "seed" in self.document else {})]

    def seeds(self) -> Iterator[str]:
        """Every seed fits its commitment, and every commitment was made when it had to be."""
        for row in self.eras():
            start = whole(row["from"])
            promised = self.rows[start - 1].get("commits") if start else self.document["commitment"]
            if row.get("commitment") != promised:
                yield f"the commitment to the dice from #{start} on is not the one that was posted"
            elif "seed" in row and commitment(str(row["seed"])) != promised:
                yield "the seed does not fit the commitment that was made at the start"

    def dice_of(self, entry: LogEntry) -> Dice:
        """The dice as they must have fallen, or as they are said to have while a seed is secret."""
        eras = [row for row in self.eras() if row["from"] <= entry.number]
        seed = eras[-1].get("seed") if eras else None
        if seed is None or entry.number < self.own_from:
            return recorded(faces_drawn(entry))
        salts = self.document.get("salts") or {}
        return seeded(str(seed), mixed(self.document["commitment"], salts), entry.number)

    # --- the log --------------------------------------------------------------------------------

    def log(self) -> Iterator[str]:
        """Every entry says what its orders are, and comes out as it is recorded."""
        wrong = list(self.seeds())
        yield from wrong
        if wrong:
            return
        states: dict[int, Any] = {}
        for entry, row in zip(self.entries, self.rows, strict=True):
            before = states.get(base_of(entry), self.match.game.blank)
            if entry.number and entry.number >= self.chained_from:
                yield from self.said(entry, states.get(entry.parent, before))
            if entry.to is not None and not entry.carried:
                continue
            again = self.again(entry, before)
            if isinstance(again, str):
                yield f"entry #{entry.number} ({entry.text[:60]}): {again}"
                return
            states[entry.number] = fold(self.match.game, before, again)
            if "state" in row and row["state"] != state_hash(states[entry.number], self.codec):
                yield f"entry #{entry.number} ({entry.text[:60]}): the state after it differs"

    def again(self, entry: LogEntry, before: Any) -> tuple[Event, ...] | str:
        """The events of an entry, resolved again; a text if they come out otherwise."""
        if not entry.number:
            return self.set_up(entry)
        if entry.carried:
            found = carried_again(self.match, before, entry, self.entries)
        else:
            found = resolve_again(self.match, before, entry, self.dice_of(entry))
        if isinstance(found, str) or found == entry.events:
            return found
        return "its events or dice come out otherwise"

    def set_up(self, entry: LogEntry) -> tuple[Event, ...] | str:
        """Entry #0: its dice, and all but the data that ship with the system, which may be of an
        older edition."""
        game, scene = self.match.game, self.document.get("scene") is True
        library = grammar.library(game.id)
        try:
            found = game.setup(self.match.options, library, self.dice_of(entry), scene)
        except ValueError as error:
            return str(error)
        if self.chained and not self.chained_from:
            same = [without_library(one) for one in found]
            return entry.events if same == [without_library(one) for one in entry.events] else OTHER
        return entry.events if rolls(found) == rolls(entry.events) else OTHER

    def said(self, entry: LogEntry, state: Any) -> Iterator[str]:
        """The canonical sentence reads back to the orders; the typed one says nothing else."""
        game = self.match.game
        sentence = " then ".join(canonical(entry.orders))
        names = game.names(state)
        for text, strict in ((sentence, True), (entry.text, False)):
            lines = grammar.read(game.id, text, names, gm=entry.seat == GM)
            unread = len(lines) != 1 or lines[0].problem is not None
            if unread and not strict:
                continue
            if unread or lines[0].orders != entry.orders:
                which = f"`{sentence[:60]}`" if strict else f"its text `{text[:60]}`"
                yield f"entry #{entry.number}: {which} does not say what its orders do"
                return

    def verdict(self) -> Iterator[str]:
        """What was checked, and what nobody can vouch for."""
        shown = all("seed" in row for row in self.eras()[:1])
        dice = (
            "every die that was not loaded rolled again from the revealed seed"
            if shown
            else "the seed is not revealed yet, dice were taken as recorded"
        )
        count = len(self.entries)
        yield f"ok: {count} entries resolved again, every state equal; {dice}"
        if not self.chained:
            yield "note: an older export without a chain: text, reasons and times are not checked"
            return
        head = mark(count - 1, self.hashes[-1])
        yield f"ok: the chain holds and ends with {head}: compare it with any post of the match"
        yield "note: no file proves who typed each line, and when: that is as the referee says"
        if self.chained_from:
            kept = self.chained_from - 1
            yield f"note: #0 to #{kept} were chained afterwards, by an upgrade or a take-over"


OTHER = "its events or dice come out otherwise"


def rolls(events: Sequence[Event]) -> list[Event]:
    """The dice among events."""
    return [event for event in events if isinstance(event, Rolled)]


def without_library(event: Event) -> Any:
    """An event but for the data that ship with the system."""
    named = {name: getattr(event, name) for name in event.__dataclass_fields__}
    named.pop("library", None)
    return type(event), named


def fields_of_row(row: dict[str, Any]) -> dict[str, Any]:
    """What the chain vouches for, from the row of an export."""
    fields = {name: row.get(name) for name in ("number", "parent", "to", "seat")}
    texts = {name: row.get(name, "") for name in ("text", "reason", "at", "rules", "commits")}
    lists = {name: row.get(name, []) for name in ("orders", "events", "carried")}
    return {**fields, **texts, **lists}
