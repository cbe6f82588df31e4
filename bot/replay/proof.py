"""What a browser needs to check a match itself: the hash chain, the seeds, the kinds of dice."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import grammar
from bot.history.exchange import seed_rows
from bot.history.verify import faces_drawn, resolve_again
from bot.match.chain import digest_of, fields_of, salt_of
from bot.match.dice import recorded
from bot.match.tree import LogEntry
from bot.referee.open_match import OpenMatch, commits_of
from rules.line.adjudication import Dice, Die
from rules.line.events import Rolled


def canonical_text(value: Any) -> str:
    """A JSON value in the canonical form that the chain hashes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sealed_text(table: OpenMatch, entry: LogEntry) -> str:
    """The text whose hash is that of an entry's own fields: a salt, then the fields, as JSON."""
    salt = salt_of(table.seed_of(entry.number), entry.number)
    return canonical_text([salt, fields_of(entry, table.codec, commits_of(entry))])


def proof_rows(
    table: OpenMatch,
    entries: Sequence[LogEntry],
    befores: Mapping[int, Any],
    whole: set[int],
    ended: bool,
) -> dict[str, Any]:
    """The header with which the chain begins, the seeds with their commitments, one row per entry.

    A row is the hash of the entry's fields, the hash that chains it, and, if the viewer may read
    the `whole` entry, the fields themselves and the faces of each die drawn.
    """
    rows: list[list[Any]] = []
    for entry in entries:
        own = sealed_text(table, entry)
        row: list[Any] = [digest_of(json.loads(own)), entry.hash]
        if entry.number in whole:
            thrown = any(isinstance(one, Rolled) for one in entry.events)
            row += [own, dice_of(table, befores.get(entry.number), entry) if thrown else []]
        rows.append(row)
    return {
        "header": canonical_text(table.header()),
        "seeds": seed_rows(table, ended),
        "rows": rows,
    }


def dice_of(table: OpenMatch, before: Any, entry: LogEntry) -> list[list[int]] | None:
    """The faces of each die drawn for an entry; None if today's rules would draw other dice."""
    drawn: list[list[int]] = []
    fallen = recorded(faces_drawn(entry))

    def draw(die: Die) -> int:
        drawn.append(list(die.faces))
        return fallen(die)

    if not _resolves(table, before, entry, draw) or len(drawn) != len(faces_drawn(entry)):
        return None
    return drawn


def _resolves(table: OpenMatch, before: Any, entry: LogEntry, dice: Dice) -> bool:
    """Can an entry still be resolved by today's rules with these dice?"""
    if entry.number or not table.record.settings.scene:
        return not isinstance(resolve_again(table.match, before, entry, dice), str)
    library = grammar.library(table.game.id)
    try:
        table.game.setup(table.record.options, library, dice, True)
    except ValueError:
        return False
    return True
