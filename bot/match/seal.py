"""Seals: the hash of what a seat does in secret is published at once, its text when it is opened.

The hash is the SHA-256 of the file that is posted when the secret stretch is opened: a salt, a line
break, and the orders of the seat in that stretch, one entry per line.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.match.tree import LogEntry, is_opened, path_of
from rules.border.game import Game
from rules.line.frozen import Frozen
from rules.line.orders import GM


class Seal(Frozen):
    """A seal of a seat, made with entry `number`; `text` is what was hashed, salt first."""

    seat: int
    number: int
    text: str
    stretch: str = ""

    @property
    def digest(self) -> str:
        """The hash, which is the public part."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def salt_of(seed: str, seat: int, number: int, stretch: str = "") -> str:
    """The salt of a seal, which nobody can guess without the secret seed of the match."""
    what = f"seal {seat} {number} {stretch}".rstrip()
    return hmac.new(seed.encode(), what.encode(), "sha256").hexdigest()[:32]


Said = tuple[int, str]
"""A seat, and its orders of one entry as a sentence."""


def said(entry: LogEntry) -> Said:
    """What a seal needs of an entry, so that whole entries of a long log need not be kept."""
    return entry.seat, " then ".join(map(str, entry.orders))


def sealed(salt: str, lines: Iterable[Said], seat: int) -> str:
    """The text that is hashed: the salt, then the orders of the seat, one entry per line."""
    return "\n".join((salt, *(line for one, line in lines if one == seat), ""))


def of_stretch(path: Sequence[LogEntry], stretch: str) -> list[LogEntry]:
    """The entries of a live path in a stretch, after it was last opened (not counting an opening by
    the last entry of the path)."""
    found: list[LogEntry] = []
    for entry in path:
        if any(event.stretch == stretch for event in entry.events):
            found.append(entry)
        if is_opened(stretch, entry.link.opens) and entry is not path[-1]:
            found = []
    return found


class Sealing:
    """Follows a live path and collects its seals: `shown` are opened by now, `kept` are not."""

    def __init__(self, game: Game[Any], seed: str, state: Any) -> None:
        self.game = game
        self.seed = seed
        self.state = state
        self.found: dict[str, list[Said]] = {}
        """The orders in each stretch since it was last opened, as `of_stretch` finds them."""
        self.working: dict[tuple[int, str], None] = {}
        self.added: set[str] = set()
        self.shown: list[Seal] = []
        self.kept: list[Seal] = []

    def take(self, entry: LogEntry) -> None:
        """Process the next entry of the path."""
        after = self._note_secrets(entry)
        opened = entry.link.opens
        if entry.seat != GM:
            self._follow(entry, after, opened)
        if opened:
            self.shown += [one for one in self.kept if is_opened(one.stretch, opened)]
            self.kept = [one for one in self.kept if not is_opened(one.stretch, opened)]
            self.working = {one: None for one in self.working if not is_opened(one[1], opened)}
            self.found = {
                name: found for name, found in self.found.items() if not is_opened(name, opened)
            }
        self.state = after

    def _follow(self, entry: LogEntry, after: Any, opened: Sequence[str]) -> None:
        """Seal for a seat that has become ready or is alone in its turn; drop the seals of a seat
        that is no longer ready."""
        seat, turn = entry.seat, self.state.flow.turn
        waiting = self.game.awaits(after)
        together = turn == 0 == after.flow.turn
        if together and seat in waiting and seat not in self.game.awaits(self.state):
            self.kept = [one for one in self.kept if one.seat != seat]
        for stretch in [name for one, name in self.working if one == seat]:
            if seat not in waiting or turn == seat or is_opened(stretch, opened):
                self._seal(entry, stretch)

    def _note_secrets(self, entry: LogEntry) -> Any:
        """Note the secret stretches in which the seat of an entry acts; return the state after."""
        state, self.added = self.state, set[str]()
        for name in dict.fromkeys(event.stretch for event in entry.events):
            self.found.setdefault(name, []).append(said(entry))
        for event in entry.events:
            known = self.game.known_to(event, state)
            if known is not None and entry.seat in known and entry.seat != GM:
                self.working[entry.seat, event.stretch] = None
                self.added.add(event.stretch)
            state = self.game.apply(state, event)
        return state

    def _seal(self, entry: LogEntry, stretch: str) -> None:
        """Seal what a seat has done in a stretch so far, unless that is sealed already."""
        seat = entry.seat
        known = [one for one in self.kept if (one.seat, one.stretch) == (seat, stretch)]
        if known and stretch not in self.added:
            return
        salt = salt_of(self.seed, seat, entry.number, stretch)
        text = sealed(salt, self.found.get(stretch, ()), seat)
        self.kept = [one for one in self.kept if one not in known]
        self.kept.append(Seal(seat, entry.number, text, stretch))


def seals(
    game: Game[Any], seed: str, path: Sequence[LogEntry], state: Any
) -> tuple[list[Seal], list[Seal]]:
    """The seals of a live path that begins at `state`: those opened since, and those not."""
    sealing = Sealing(game, seed, state)
    for entry in path:
        sealing.take(entry)
    return sealing.shown, sealing.kept


def seal_rows(shown: Sequence[Seal]) -> list[dict[str, Any]]:
    """Opened seals as rows of an export."""
    return [
        {
            "seat": seal.seat,
            "number": seal.number,
            "stretch": seal.stretch,
            "salt": seal.text.split("\n")[0],
            "sha256": seal.digest,
        }
        for seal in shown
    ]


def broken_seals(rows: Sequence[dict[str, Any]], entries: Sequence[LogEntry]) -> Iterator[str]:
    """Describe each seal of an export that does not match its log."""
    for row in rows:
        number, seat = row.get("number"), row.get("seat")
        if not isinstance(number, int) or not 0 < number < len(entries):
            yield f"a seal names entry #{str(number)[:12]}, which is not there"
            continue
        counted = path_of(entries, entries[-1].number)
        if number not in counted:
            counted = path_of(entries, number)
        path = [entries[one] for one in counted[: counted.index(number) + 1]]
        found = _since_barred(path)
        if "stretch" in row:
            found = of_stretch(path, str(row["stretch"]))
        text = sealed(str(row.get("salt")), map(said, found), int(seat or 0))
        if hashlib.sha256(text.encode()).hexdigest() != row.get("sha256"):
            yield f"what seat {seat} sealed with #{number} is not what this log holds"


def _since_barred(path: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries that a seal of an older export covers: all since the last that barred undo."""
    found: list[LogEntry] = []
    for entry in path:
        found = [] if entry.link.barred else [*found, entry]
    return found
