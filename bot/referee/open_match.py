"""An open match as every door sees it, and what can be said of its entries."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.chain import digest_of, fields_of, header_of, linked, mark, salt_of, salts_of, sealed
from bot.match.dice import commitment, mixed
from bot.match.tree import Link, LogEntry, Match
from bot.reading.taught import lesson_of
from bot.store import MatchRecord
from rules import GAMES
from rules.codec import Codec
from rules.flow import seat_name
from rules.game import GM, Game
from rules.orders import Order

LONGEST_NAME = 60
LONGEST_WORDS = 200


class RefereeError(Exception):
    """Something outside the rules is wrong; the text is one sentence for the person asking."""


def no_match(named: str) -> RefereeError:
    """What is said of a match that is not there, or not for whoever asks."""
    return RefereeError(f"there is no match called {named[:60]!r}")


@dataclass
class Table:
    """A match that is open: its row, its log, its codec, and the lock that orders its lines."""

    record: MatchRecord
    match: Match
    codec: Codec
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    foreign: list[int] = field(default_factory=list)
    """Entries that another process filed and that nobody here has posted yet."""

    _named: tuple[Any, tuple[str, ...]] | None = None
    lessons: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Words that a GM has taught, by the number of the entry."""

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def taught(self) -> dict[str, str]:
        """The taught words that count now."""
        return {
            said: means
            for number, (said, means) in sorted(self.lessons.items())
            if self.match.is_live(number)
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of this match that a sentence may contain, reckoned once for each state."""
        state = self.match.state
        if self._named is None or self._named[0] is not state:
            self._named = (state, self.game.names(state))
        return self._named[1]

    @property
    def uid(self) -> str:
        """What the dice of this match are derived under; the same in every copy of it."""
        return commitment(self.record.seed)

    def seed_of(self, number: int) -> str:
        """The secret seed that the dice of an entry follow: after it was shown, another one."""
        later = (link.next_seed for link in self.match.links[:number][::-1] if link.next_seed)
        return next(later, self.record.seed)

    @property
    def dice_name(self) -> str:
        """What the dice are derived under, with the players' own words mixed in."""
        return mixed(self.uid, salts_of(self.record.settings))

    def header(self) -> dict[str, Any]:
        """What is fixed before entry #0, with which the chain begins."""
        record = self.record
        seats = self.game.seats(record.options)
        made = (record.created_at, record.rules, record.settings)
        return header_of(record.system, record.options, seats, *made, self.uid)

    def chained(self, entry: LogEntry) -> LogEntry:
        """The entry with the hash that chains it to the one before."""
        before = self.match.links[entry.number - 1].hash if entry.number else ""
        salt = salt_of(self.seed_of(entry.number), entry.number)
        own = sealed(salt, fields_of(entry, self.codec, commits_of(entry)))
        return replace(entry, hash=linked(before or digest_of(self.header()), own))

    def mark(self, number: int) -> str:
        """`#57 4f1c09a2be`, for posts and receipts."""
        return mark(number, self.match.links[number].hash)

    def holds(self, user: str, seat: int) -> bool:
        """Does this account hold this seat?"""
        return (seat, user) in self.record.seats

    def seats_of(self, user: str) -> list[int]:
        """The seats that an account holds, the GM's (0) among them."""
        return [seat for seat, holder in self.record.seats if holder == user]


def learn(table: Table, *entries: LogEntry) -> None:
    """Take over the words that entries teach."""
    for entry in entries:
        lesson = lesson_of(entry.orders)
        if lesson is not None:
            table.lessons[entry.number] = lesson


def commits_of(entry: LogEntry) -> str:
    """What an entry promises of the dice after it, if the seed so far is shown with it."""
    return commitment(entry.next_seed) if entry.next_seed else ""


def canonical(orders: tuple[Order, ...]) -> tuple[str, ...]:
    """The orders of a line as sentences; joined by `then` they are read the same."""
    before = (None, *orders)[: len(orders)]
    return tuple(order.after(one) for order, one in zip(orders, before, strict=True))


def report_entry(table: Table, entry: LogEntry, before: Any, viewer: int | None) -> tuple[str, ...]:
    """The sentences about one entry, as a viewer may read them."""
    if entry.to is not None:
        return (f"{seat_name(entry.seat)} {went_back(table, entry)}",)
    game, state = table.game, before
    lines: list[str] = []
    for event in entry.events:
        lines.extend(game.report(event, state, viewer))
        state = game.apply(state, event)
    return tuple(lines)


def went_back(table: Table, entry: LogEntry | Link) -> str:
    """What an undo or a rewind did: `takes back #7`, `goes back to the state after #5`."""
    gone = table.match.gone(entry) if entry.seat != GM else []
    if not gone:
        return f"goes back to the state after #{entry.to}"
    return f"takes back {', '.join(f'#{number}' for number in gone)}"


def check_words(words: str) -> str:
    """Words for the dice are 1 to 200 printable characters; blanks at the ends do not count."""
    words = " ".join(words.split())
    if not 1 <= len(words) <= LONGEST_WORDS or not words.isprintable():
        raise RefereeError(f"words for the dice are 1 to {LONGEST_WORDS} printable characters")
    return words


def check_name(name: str) -> None:
    """A match is called by 1 to 60 printable characters, not beginning with `#`."""
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name.startswith("#"):
        raise RefereeError(
            f"a match is called by 1 to {LONGEST_NAME} printable characters "
            "that do not begin with #"
        )
    if name in (game.id for game in GAMES):
        raise RefereeError(f"{name} is the name of a system; call the match otherwise")
