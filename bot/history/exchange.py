"""Matches as files: export, import, verify, readjudicate, and one entry as a runnable case."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import grammar
from bot.history.exported import FORMAT, MOST_ENTRIES, read_export
from bot.history.log import entry_at
from bot.history.secrets import SeenEntry, before_entry, opened_since, seen
from bot.history.verify import checked, faces_drawn, problems_in, resolve_again, state_hash
from bot.match.chain import fields_of, salt_of, sealed
from bot.match.dice import commitment, recorded
from bot.match.seal import Sealing, seal_rows
from bot.match.settings import Settings
from bot.match.texts import Texts, indented
from bot.match.tree import LogEntry, Match, as_counted, base_of, canonical, fold
from bot.referee.beside import in_thread
from bot.referee.gate import Caller, viewer_of
from bot.referee.open_match import commits_of
from bot.referee.service import OpenMatch, Referee, RefereeError, report_entry
from rules import find
from rules.line.events import PhaseBegan, Rolled
from rules.line.frozen import Frozen
from rules.line.orders import GM
from rules.line.work import within

MOST_TAKEN = 12_000_000
"""The most characters of an export that can be imported; 1,000 entries have about a million."""

MOST_WORK = 3_000_000
"""Steps of work that checking an import may take: 1,000 for each of `MOST_ENTRIES`."""

STILL = "`referee verify` still checks it"


async def export_match(referee: Referee, table: OpenMatch, viewer: int | None = GM) -> str:
    """Export a match as JSON.  A seat's copy lacks what is hidden from it.

    A seed is included, for checking the dice, once the match has ended under it.  The log is read
    and written in batches, in threads, so that it delays nobody and is never held in memory whole.
    """
    match = table.match
    seeds = seed_rows(table, match.game.outcome(match.state) is not None)
    carriers = {number for number, _, _ in match.carriers().values()}
    undos = await referee.entries(table, sorted(carriers)) if carriers else []
    writing = await in_thread(partial(Writing, table, viewer, undos))
    async for entries in referee.in_parts(table, len(writing.log.links)):
        await in_thread(partial(writing.take, entries))
    return await in_thread(partial(writing.end, seeds))


async def export_for(referee: Referee, table: OpenMatch, caller: Caller) -> str:
    """Export a match as far as an account may see it; once it is over, that is all of it."""
    return await export_match(referee, table, GM if table.is_over else viewer_of(table, caller))


def seed_rows(table: OpenMatch, ended: bool) -> list[dict[str, Any]]:
    """One row for each seed: its commitment, the first entry it holds for, and the seed if public.

    `ended`: the match is over now.
    """
    links = table.match.links
    later = [(link.number + 1, link.next_seed) for link in links if link.next_seed]
    eras = [(0, table.record.seed), *later]
    rows: list[dict[str, Any]] = []
    for number, (begins, seed) in enumerate(eras, 1):
        shown = number < len(eras) or (ended and len(eras) == 1)
        row: dict[str, Any] = {"from": begins, "commitment": commitment(seed)}
        rows.append({**row, "seed": seed} if shown else row)
    return rows


async def import_match(referee: Referee, text: str, name: str | None = None) -> OpenMatch:
    """Import a match from an export, to continue it here.  It is verified first, in a thread.

    Dice drawn from now on come from a new seed; the imported entries stay as they were.
    """
    document, entries = await in_thread(lambda: _checked(text))
    table = await referee.create(
        document["name"] if name is None else name,
        document["system"],
        document["options"],
        settings=Settings(own_from=len(entries), chained_from=len(entries)),
    )
    return await take_log(referee, table, entries)


def _checked(text: str) -> tuple[dict[str, Any], list[LogEntry]]:
    """Read and verify an export; returns its document and its entries.

    Raises `RefereeError` if it is too large, takes too much work to check, or does not verify.
    """
    if len(text) > MOST_TAKEN:
        raise RefereeError(f"a match is taken over with at most {MOST_TAKEN:,} characters; {STILL}")
    found = within(MOST_WORK, checked, text, (), check_count)
    if found is None:
        rule = f"{find(read_export(text)['system']).prefix}-BOUND-3"
        raise RefereeError(
            f"to check this match takes more reckoning than the referee allows for one that is "
            f"taken over ({rule}); {STILL}"
        )
    lines, document, entries = found
    if problems := problems_in(lines):
        raise RefereeError(f"this export does not verify: {problems[0]}")
    return document, entries


def check_count(document: dict[str, Any]) -> None:
    """Raises `RefereeError` if an export has too many entries to be imported."""
    count = len(document["entries"])
    if count > MOST_ENTRIES:
        raise RefereeError(
            f"a match is taken over with at most {MOST_ENTRIES:,} entries; this one has "
            f"{count:,}; {STILL}"
        )


async def take_log(referee: Referee, table: OpenMatch, entries: list[LogEntry]) -> OpenMatch:
    """Replace the log of a match that has only entry #0 by that of another copy of it.

    Raises `RefereeError` if it has further entries.
    """
    if len(table.match.links) > 1:
        raise RefereeError("this match has a log of its own already")
    chained = await in_thread(lambda: table.chained_anew(entries))
    await referee.store.take_log(table.record.id, chained, table.codec)
    referee.cache.drop(table.record.id)
    return await referee.open(table.record.name)


class Difference(Frozen):
    """An entry that today's rules resolve differently from the log, with both reports."""

    number: int
    text: str
    then: tuple[str, ...]
    now: tuple[str, ...]


async def readjudicate(referee: Referee, table: OpenMatch) -> list[Difference]:
    """Replay the live entries with their recorded dice and list what differs; changes nothing."""
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


async def case_of(referee: Referee, table: OpenMatch, number: int) -> str:
    """An entry as a runnable case: the entries that led to it, the dice as they fell, its report.

    Raises `RefereeError` for entry #0 and for an undo or rewind.
    """
    target = await entry_at(referee, table, number)
    if target.to is not None or number == 0:
        raise RefereeError(f"#{number} is no order that could be a case")
    title = f"{table.game.prefix}-CASE-{number} {target.text or 'entry'}".replace("\n", " ")
    names = table.game.names(table.state)
    led = await led_to(referee, table, number)
    lines = [f"# {title[:120]}", *game_lines(table, led[0])]
    for entry in led[1:]:
        lines += [*dice_lines(entry), *order_lines(entry, table.record.system, names)]
    before = await before_entry(referee, table, target)
    lines += [
        f'= report contains "{line}"'
        for line in report_entry(table, target, before, GM)
        if '"' not in line
    ]
    return "\n".join(lines) + "\n"


async def led_to(referee: Referee, table: OpenMatch, number: int) -> list[LogEntry]:
    """Entry #0 and all live entries on the way to the state after an entry, oldest first."""
    return await referee.entries(table, [0, *table.match.path(number)])


def game_lines(table: OpenMatch, first: LogEntry) -> list[str]:
    """The first lines of a case that begins as this match did with its entry #0."""
    options = " ".join(f"{name}={value}" for name, value in table.record.options.items())
    lines = [f"game: {table.record.system} {options}".rstrip()]
    faces = [str(one.face) for one in first.events if isinstance(one, Rolled)]
    lines += [f"dice: {' '.join(faces)}"] if faces else []
    phases = [one.phase for one in first.events if isinstance(one, PhaseBegan)]
    return [*lines, *["begin: set-up"] * any(one in table.game.set_up for one in phases)]


def dice_lines(entry: LogEntry) -> list[str]:
    """The GM line that loads the dice of an entry as they fell; none if it drew no dice."""
    faces = faces_drawn(entry)
    return [f"gm> next dice {' '.join(map(str, faces))}"] if faces else []


def order_lines(entry: LogEntry, system: str, names: tuple[str, ...] = ()) -> list[str]:
    """An entry as lines of a case; free words are replaced by the canonical sentence."""
    text = entry.text or ""
    if grammar.parse(system, text, names, gm=entry.seat == GM) is None and entry.orders:
        text = " then ".join(canonical(entry.orders))
    first, *rest = text.split("\n")
    prefix = f"{entry.seat}>" if entry.seat else "gm>"
    reason = f" // {entry.reason}" if entry.reason and not rest else ""
    return [f"{prefix} {first}{reason}", *(f"gm| {line}" for line in rest)]


class Writing:
    """Builds the export of a match for one viewer; it must be given the entries in order.

    `undos`: the undos that carried along entries which count now.
    """

    def __init__(self, table: OpenMatch, viewer: int | None, undos: Sequence[LogEntry]) -> None:
        self.table, self.viewer = table, viewer
        self.log = Match(table.game, table.match.options, links=list(table.match.links))
        """A copy of the log's links, since the match goes on meanwhile."""
        self.texts = Texts(table.codec)
        self.states: dict[int, Any] = {}
        self.needed = {base_of(link): link.number for link in self.log.links}
        """For each entry the last one that needs the state after it."""
        self.seed = table.record.seed
        self.rows: list[str] = []
        self.undos = {entry.number: entry for entry in undos}
        self.counted = {*self.log.path()}
        self.carriers = self.log.carriers()
        self.hides = any(link.secret != () for link in self.log.links)
        """Is anything in the log secret, so that there may be seals?"""
        self.sealing: Sealing | None = None

    def take(self, entries: Sequence[LogEntry]) -> None:
        """Add the next entries of the log."""
        for entry in entries:
            before = ",\n  " if self.rows else "\n  "
            self.rows.append(before + indented(self.row(entry), "\n  "))
            if self.hides:
                self.seal(entry)

    def row(self, entry: LogEntry) -> dict[str, Any]:
        """The row of one entry; in the GM's copy with the hash of the state after it."""
        table, base, after = self.table, base_of(entry), None
        before = self.states[base] if entry.number else table.game.blank
        if entry.to is None or entry.carried:
            after = fold(table.game, before, entry.events)
            if entry.number in self.needed:
                self.states[entry.number] = after
        opened = set[str]()
        if self.viewer != GM and entry.secret != ():
            opened = opened_since(self.log, entry)
        sees = seen(table, entry, before, self.viewer, opened, report=False)
        row = entry_row(table, entry, sees, self.seed)
        if sees.whole and self.viewer == GM and after is not None:
            row["state"] = state_hash(after, self.texts)
        self.seed = entry.next_seed or self.seed
        if entry.number and self.needed[base] == entry.number:
            del self.states[base]
        return row

    def seal(self, entry: LogEntry) -> None:
        """Follow the seals made and opened by an entry, if it is live."""
        if self.sealing is None:
            start = fold(self.table.game, self.table.game.blank, entry.events)
            self.sealing = Sealing(self.table.game, self.table.record.seed, start)
        elif entry.number in self.counted:
            (counted,) = as_counted([entry], self.carriers, self.undos)
            self.sealing.take(counted)

    def end(self, seeds: list[dict[str, Any]]) -> str:
        """The whole file: its head, all entries, the opened seals, the seeds."""
        table, last = self.table, self.log.links[-1]
        head: dict[str, Any] = {"format": FORMAT, "name": table.record.name, **table.header()}
        head["head"] = {"number": last.number, "hash": last.hash}
        tail: dict[str, Any] = {"seeds": seeds}
        if self.sealing is not None and self.sealing.shown:
            tail = {"seals": seal_rows(self.sealing.shown), **tail}
        # The rows of the entries are text already; they go between head and tail.
        before, after = indented(head)[:-2], indented(tail)[1:]
        return "".join((before, ',\n "entries": [', *self.rows, "\n ],", after, "\n"))


def entry_row(table: OpenMatch, entry: LogEntry, sees: SeenEntry, seed: str) -> dict[str, Any]:
    """The row of an entry as far as it may be seen; a hidden part is replaced by a digest.

    `seed`: the seed of its dice.
    """
    row: dict[str, Any] = {"number": entry.number, "parent": entry.parent, "seat": entry.seat}
    row |= {"at": entry.at, "rules": entry.rules}
    if entry.to is not None:
        row["to"] = entry.to
    if entry.carried:
        row["carried"] = [list(one) for one in entry.carried]
    if entry.next_seed:
        row["commits"] = commits_of(entry)
    row["hash"] = entry.hash
    if sees.open:
        row |= {"text": sees.text, "reason": sees.reason}
        row["orders"] = table.codec.encode(entry.orders)
    salt = salt_of(seed, entry.number)
    if not sees.whole:
        row["secret"] = True
        row["digest"] = sealed(salt, fields_of(entry, table.codec, commits_of(entry)))
    else:
        row["events"] = table.codec.encode(entry.events)
        row["salt"] = salt
    return row
