"""Matches as files: export, import, verify, readjudicate, and one entry as a runnable case."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import grammar
from bot.history.log import entry_at
from bot.history.secrets import before_entry, sight
from bot.match.dice import commitment, recorded, seeded
from bot.match.seal import broken_seals, seal_rows, seals
from bot.match.tree import LogEntry, Match, base_of, fold
from bot.referee.open_match import canonical
from bot.referee.service import Referee, RefereeError, Table, report_entry
from rules import find
from rules.codec import Codec, CodecError
from rules.errors import Refusal
from rules.events import Event, Rolled
from rules.game import GM, Dice, read_options

FORMAT = "crusade-referee match 1"
MAX_BYTES = 100_000_000


def state_hash(state: Any, codec: Codec) -> str:
    """A fingerprint of a state: two machines that agree on it agree on every number of it."""
    text = json.dumps(codec.encode(state), separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


async def export_match(referee: Referee, table: Table, viewer: int | None = GM) -> str:
    """A whole match as JSON.  A seat's copy lacks the seed and what is hidden from it.

    The seed is in it only when the match has ended: it is what the dice are checked with.
    """
    record, match, codec = table.record, table.match, table.codec
    ended = match.game.outcome(match.state) is not None
    states: dict[int, Any] = {}
    written = []
    entries = await referee.store.entries(record.id, codec)
    for entry in entries:
        seen = await sight(referee, table, entry, viewer, report=False)
        if entry.to is None or entry.carried:
            before = states[base_of(entry)] if entry.number else match.game.blank
            states[entry.number] = fold(match.game, before, entry.events)
        row: dict[str, Any] = {"number": entry.number, "parent": entry.parent, "seat": entry.seat}
        row |= {"at": entry.at, "rules": entry.rules}
        if entry.to is not None:
            row["to"] = entry.to
        if entry.carried:
            row["carried"] = [list(one) for one in entry.carried]
        if seen.open:
            row |= {"text": seen.text, "reason": seen.reason}
            row["orders"] = codec.encode(entry.orders)
        if not seen.whole:
            row["secret"] = True
        else:
            row["events"] = codec.encode(entry.events)
            if viewer == GM and entry.number in states:
                row["state"] = state_hash(states[entry.number], codec)
        written.append(row)
    document = {
        "format": FORMAT,
        "system": record.system,
        "name": record.name,
        "options": record.options,
        "created_at": record.created_at,
        "rules": record.rules,
        "commitment": table.uid,
        "own_from": int(record.settings.get("own_from", "0")),
        "seats": list(match.game.seats(record.options)),
        "entries": written,
    }
    path = await referee.counted(table, match.path())
    shown, _ = seals(match.game, record.seed, path, states[0])
    if shown:
        document["seals"] = seal_rows(shown)
    if ended and viewer == GM:
        document["seed"] = record.seed
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def read_export(text: str) -> dict[str, Any]:
    """The document of an export.  Raises `RefereeError` with what is wrong with it."""
    if len(text) > MAX_BYTES:
        raise RefereeError(f"an export has at most {MAX_BYTES:,} characters")
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise RefereeError(f"this is no export: not JSON{place}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RefereeError(f"this is no export: its format is not {FORMAT!r}")
    wanted = {"system": str, "name": str, "options": dict, "commitment": str, "entries": list}
    for name, kind in wanted.items():
        if not isinstance(document.get(name), kind):
            raise RefereeError(f"this export was damaged: {name!r} is missing or not as written")
    return document


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
                int(row["parent"]),
                int(row["seat"]),
                str(row.get("text", "")),
                codec.decode(row.get("orders", [])),
                codec.decode(row.get("events", [])),
                str(row.get("reason", "")),
                at=str(row.get("at", "")),
                rules=str(row.get("rules", "")),
                to=row.get("to"),
                carried=tuple((int(one), int(count)) for one, count in row.get("carried", ())),
            )
        except (KeyError, TypeError, ValueError, AttributeError, CodecError) as error:
            raise RefereeError(f"this export was edited: entry #{number} cannot be read") from error
        linked = entry.parent if entry.to is None else entry.to
        if not isinstance(linked, int) or not 0 <= linked <= max(0, number - 1):
            raise RefereeError(f"this export was edited: entry #{number} continues no entry")
        entries.append(entry)
    if not entries:
        raise RefereeError("this export has no entries")
    return entries


async def import_match(referee: Referee, text: str, name: str | None = None) -> Table:
    """Take over an exported match, to go on playing it here.  It is verified first.

    Dice thrown from here on come from a new seed; the imported log stays as it was.
    """
    document = read_export(text)
    problems = [line for line in verify_lines(text) if not line.startswith("ok")]
    if problems:
        raise RefereeError(f"this export does not verify: {problems[0]}")
    game = find(document["system"])
    entries = read_entries(document, Codec(game.types))
    table = await referee.create(
        name or document["name"],
        document["system"],
        document["options"],
        settings={"own_from": str(len(entries))},
    )
    return await _replay_into(referee, table, entries)


async def _replay_into(referee: Referee, table: Table, entries: list[LogEntry]) -> Table:
    await referee.replace_log(table, entries)
    return await referee.open(table.record.name)


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that today's rules resolve otherwise than the log says."""

    number: int
    text: str
    then: tuple[str, ...]
    now: tuple[str, ...]


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


async def readjudicate(referee: Referee, table: Table) -> list[Difference]:
    """Replay the live entries with their recorded dice; nothing is changed by it."""
    numbers = [entry.number for entry in table.match.live()]
    state = await referee.state_at(table, 0)
    differences = []
    for entry in await referee.counted(table, numbers):
        again = resolve_again(table.match, state, entry, recorded(faces_drawn(entry)))
        if again != entry.events:
            before = state
            then = report_entry(table, entry, before, GM)
            now: tuple[str, ...] = (again,) if isinstance(again, str) else ()
            if not isinstance(again, str):
                fresh = LogEntry(entry.number, entry.parent, entry.seat, "", events=again)
                now = report_entry(table, fresh, before, GM)
            differences.append(Difference(entry.number, entry.text, then, now))
        state = fold(table.game, state, entry.events)
    return differences


def verify_lines(text: str) -> list[str]:
    """Check an export offline: every entry resolved again, every state compared, every die."""
    document = read_export(text)
    try:
        game = find(document["system"])
        options = read_options(game, document["options"])
    except ValueError as error:
        raise RefereeError(str(error)) from error
    codec = Codec(game.types)
    match = Match(game, options)
    entries = read_entries(document, codec)
    lines = list(_verify_log(document, match, entries, codec))
    sealed = [row for row in document.get("seals", ()) if isinstance(row, dict)]
    lines += broken_seals(sealed, entries)
    fitting = [
        f"ok: seat {row['seat']} sealed {row['sha256']} with #{row['number']}" for row in sealed
    ]
    return lines or [_verdict(document), *fitting]


def _verdict(document: dict[str, Any]) -> str:
    count = len(document["entries"])
    dice = (
        "every die that was not loaded rolled again from the revealed seed"
        if "seed" in document
        else "the seed is not revealed yet, dice were taken as recorded"
    )
    return f"ok: {count} entries resolved again, every state equal; {dice}"


def _verify_log(
    document: dict[str, Any], match: Match, entries: list[LogEntry], codec: Codec
) -> Iterator[str]:
    uid, seed = document["commitment"], document.get("seed")
    if seed is not None and commitment(str(seed)) != uid:
        yield "the seed does not fit the commitment that was made at the start"
        seed = None
    own_from = document.get("own_from", 0)
    states: dict[int, Any] = {}
    for entry, row in zip(entries, document["entries"], strict=True):
        if entry.to is not None and not entry.carried:
            continue
        before = states.get(base_of(entry), match.game.blank)
        dice = recorded(faces_drawn(entry))
        if seed is not None and entry.number >= own_from:
            dice = seeded(str(seed), uid, entry.number)
        if entry.carried:
            again = carried_again(match, before, entry, entries)
        else:
            again = resolve_again(match, before, entry, dice)
        if again != (entry.events if entry.number else first_draws(entry)):
            what = again if isinstance(again, str) else "its events or dice come out otherwise"
            yield f"entry #{entry.number} ({entry.text[:60]}): {what}"
        try:
            states[entry.number] = fold(match.game, before, entry.events)
        except (ValueError, KeyError, TypeError, AttributeError):
            yield f"entry #{entry.number}: its events do not fit the state before it"
            return
        if "state" in row and row["state"] != state_hash(states[entry.number], codec):
            yield f"entry #{entry.number} ({entry.text[:60]}): the state after it differs"


def first_draws(entry: LogEntry) -> tuple[Event, ...]:
    """Of entry #0 only its dice are compared: its data may come from an older edition."""
    return tuple(event for event in entry.events if isinstance(event, Rolled))


async def case_of(referee: Referee, table: Table, number: int) -> str:
    """Entry n as a runnable case: all that led there, the dice as they fell, what came of it."""
    target = await entry_at(referee, table, number)
    if target.to is not None or number == 0:
        raise RefereeError(f"#{number} is no order that could be a case")
    path = [0, *table.match.path(number)]
    entries = await referee.entries(table, path)
    options = " ".join(f"{name}={value}" for name, value in table.record.options.items())
    system = table.record.system
    title = f"{table.game.prefix}-CASE-{number} {target.text or 'entry'}".replace("\n", " ")
    lines = [f"# {title[:120]}", f"game: {system} {options}".rstrip()]
    first = [str(one.face) for one in entries[0].events if isinstance(one, Rolled)]
    if first:
        lines.append(f"dice: {' '.join(first)}")
    for entry in entries[1:]:
        faces = faces_drawn(entry)
        if faces:
            lines.append(f"gm> next dice {' '.join(map(str, faces))}")
        lines += order_lines(entry, system, table.game.names(table.match.state))
    before = await before_entry(referee, table, target)
    lines += [
        f'= report contains "{line}"'
        for line in report_entry(table, target, before, GM)
        if '"' not in line
    ]
    return "\n".join(lines) + "\n"


def order_lines(entry: LogEntry, system: str, names: tuple[str, ...] = ()) -> list[str]:
    """An entry in the shared line format; what was typed freely in the words of the law."""
    text = entry.text or ""
    if grammar.parse(system, text, names, gm=entry.seat == GM) is None and entry.orders:
        text = " then ".join(canonical(entry.orders))
    first, *rest = text.split("\n")
    prefix = f"{entry.seat}>" if entry.seat else "gm>"
    reason = f" // {entry.reason}" if entry.reason and not rest else ""
    return [f"{prefix} {first}{reason}", *(f"gm| {line}" for line in rest)]
