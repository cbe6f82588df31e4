"""Writing an export entry by entry, so that a long log is never held in memory as a whole."""

from collections.abc import Sequence
from typing import Any

from bot.history.exported import FORMAT
from bot.history.secrets import SeenEntry, opened_since, seen
from bot.history.verify import state_hash
from bot.match.chain import fields_of, salt_of, sealed
from bot.match.seal import Sealing, seal_rows
from bot.match.texts import Texts, indented
from bot.match.tree import LogEntry, Match, as_counted, base_of, fold
from bot.referee.open_match import OpenMatch, commits_of
from rules.line.orders import GM


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
