"""Seals: what a seat does in secret is hashed in public at once, and shown when it is opened.

The hash is the SHA-256 of a salt, a line break and the seat's orders of one secret stretch, one
entry per line: of the very file that is posted when the stretch is opened.
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
    """What a seat sealed with which entry; `text` is what was hashed, salt first."""

    seat: int
    number: int
    text: str
    stretch: str = ""

    @property
    def digest(self) -> str:
        """The public part."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def salt_of(seed: str, seat: int, number: int, stretch: str = "") -> str:
    """A salt that nobody can guess who does not know the seed of the match."""
    what = f"seal {seat} {number} {stretch}".rstrip()
    return hmac.new(seed.encode(), what.encode(), "sha256").hexdigest()[:32]


Said = tuple[int, str]
"""A seat, and what it ordered in one entry."""


def said(entry: LogEntry) -> Said:
    """What a seal keeps of an entry: of a long log no whole entries are held."""
    return entry.seat, " then ".join(map(str, entry.orders))


def sealed(salt: str, lines: Iterable[Said], seat: int) -> str:
    """The salt, then what the seat ordered, one entry per line."""
    return "\n".join((salt, *(line for one, line in lines if one == seat), ""))


def of_stretch(path: Sequence[LogEntry], stretch: str) -> list[LogEntry]:
    """The entries of a live path that belong to a stretch, since it was last opened before the
    last of them."""
    found: list[LogEntry] = []
    for entry in path:
        if any(event.stretch == stretch for event in entry.events):
            found.append(entry)
        if is_opened(stretch, entry.link.opens) and entry is not path[-1]:
            found = []
    return found


class Sealing:
    """Follows a live path and keeps what is sealed: `shown` was opened since, `kept` was not."""

    def __init__(self, game: Game[Any], seed: str, state: Any) -> None:
        self.game = game
        self.seed = seed
        self.state = state
        self.found: dict[str, list[Said]] = {}
        """What was said in each stretch since it was last opened: as `of_stretch` finds it."""
        self.working: dict[tuple[int, str], None] = {}
        self.added: set[str] = set()
        self.shown: list[Seal] = []
        self.kept: list[Seal] = []

    def take(self, entry: LogEntry) -> None:
        """One more entry of the path."""
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
        """A seat that is ready, or alone in its turn, seals; who is not ready any more unseals."""
        seat, turn = entry.seat, self.state.flow.turn
        waiting = self.game.awaits(after)
        together = turn == 0 == after.flow.turn
        if together and seat in waiting and seat not in self.game.awaits(self.state):
            self.kept = [one for one in self.kept if one.seat != seat]
        for stretch in [name for one, name in self.working if one == seat]:
            if seat not in waiting or turn == seat or is_opened(stretch, opened):
                self._seal(entry, stretch)

    def _note_secrets(self, entry: LogEntry) -> Any:
        """In which stretches a seat works that it alone knows of, and those of this entry; returns
        the state after it."""
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
        """What a seat has done in a stretch is sealed as it is now, unless it is already."""
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
    """What was sealed by the entries of a live path that begins at `state`: what has been
    opened since, and what has not."""
    sealing = Sealing(game, seed, state)
    for entry in path:
        sealing.take(entry)
    return sealing.shown, sealing.kept


def seal_rows(shown: Sequence[Seal]) -> list[dict[str, Any]]:
    """Opened seals as an export holds them."""
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
    """The seals of an export that do not fit its log."""
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
    """What a seal of an older export covers: everything since something barred every undo."""
    found: list[LogEntry] = []
    for entry in path:
        found = [] if entry.link.barred else [*found, entry]
    return found
