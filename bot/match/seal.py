"""Sealed set-ups: what a seat did in secret is hashed in public at once, and shown when revealed.

The hash is the SHA-256 of a salt, a line break and the seat's orders, one entry per line: of the
very file that is posted at the reveal.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match.tree import LogEntry, fold
from rules.game import GM, Game


@dataclass(frozen=True, slots=True)
class Seal:
    """What a seat sealed with which entry; `text` is what was hashed, salt first."""

    seat: int
    number: int
    text: str

    @property
    def digest(self) -> str:
        """The public part."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def salt_of(seed: str, seat: int, number: int) -> str:
    """A salt that nobody can guess who does not know the seed of the match."""
    return hmac.new(seed.encode(), f"seal {seat} {number}".encode(), "sha256").hexdigest()[:32]


def closes(game: Game[Any], entry: LogEntry, before: Any, after: Any) -> bool:
    """Is the seat ready with this entry, while others are not, and is its work still secret?"""
    if entry.seat == GM or entry.to is not None:
        return False
    waited, waiting = game.awaits(before), game.awaits(after)
    if len(waited) < 2 or entry.seat not in waited or entry.seat in waiting:
        return False
    return game.view(after, entry.seat, "text") != game.view(after, None, "text")


def sealed(salt: str, entries: Sequence[LogEntry], seat: int) -> str:
    """The salt, then what the seat ordered, one entry per line."""
    lines = [" then ".join(map(str, entry.orders)) for entry in entries if entry.seat == seat]
    return "\n".join((salt, *lines, ""))


def stretch(path: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries of a live path since something was revealed last."""
    found: list[LogEntry] = []
    for entry in path:
        found = [] if entry.link.barred else [*found, entry]
    return found


def seals(
    game: Game[Any], seed: str, path: Sequence[LogEntry], state: Any
) -> tuple[list[Seal], list[Seal]]:
    """What was sealed by the entries of a live path that begins at `state`: what has been
    revealed since, and what has not."""
    shown: list[Seal] = []
    kept: list[Seal] = []
    current: list[LogEntry] = []
    for entry in path:
        after = fold(game, state, entry.events)
        if entry.link.barred:
            shown, kept, current = [*shown, *kept], [], []
        else:
            current.append(entry)
            if closes(game, entry, state, after):
                salt = salt_of(seed, entry.seat, entry.number)
                kept.append(Seal(entry.seat, entry.number, sealed(salt, current, entry.seat)))
        state = after
    return shown, kept


def seal_rows(shown: Sequence[Seal]) -> list[dict[str, Any]]:
    """Revealed seals as an export holds them."""
    return [
        {
            "seat": seal.seat,
            "number": seal.number,
            "salt": seal.text.split("\n")[0],
            "sha256": seal.digest,
        }
        for seal in shown
    ]


def broken_seals(rows: Sequence[dict[str, Any]], entries: Sequence[LogEntry]) -> Iterator[str]:
    """The seals of an export that do not fit its log."""
    for row in rows:
        number, seat = row.get("number"), row.get("seat")
        if not isinstance(number, int) or not 0 < number < len(entries):
            yield f"a seal names entry #{str(number)[:12]}, which is not there"
            continue
        path = [entries[number]]
        while path[-1].parent:
            path.append(entries[path[-1].parent])
        text = sealed(str(row.get("salt")), stretch(path[::-1]), int(seat or 0))
        if hashlib.sha256(text.encode()).hexdigest() != row.get("sha256"):
            yield f"what seat {seat} sealed with #{number} is not what this log holds"
