"""An open match, as every door uses it, and sentences about its entries."""

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import grammar
import rules
from bot.match.chain import SHOWN, digest_of, fields_of, header_of, linked, mark, salt_of, sealed
from bot.match.dice import commitment, mixed, seeded
from bot.match.going_back import BUILDS, TURN_PASSED, Depends
from bot.match.reckoned import codec_of, kept, names_in
from bot.match.reply import Accepted, RefusedLine, at_once
from bot.match.tree import Link, LogEntry, Match, canonical
from bot.reading.taught import in_words, lesson_of
from bot.referee.recent import KEPT, RecentLine, RecentRuling, ruling_in
from bot.store import MatchRecord
from rules.border.game import Game
from rules.line.adjudication import Dice
from rules.line.codec import Codec
from rules.line.errors import Refusal
from rules.line.events import Event, Refused
from rules.line.flow import Outcome
from rules.line.frozen import Frozen
from rules.line.orders import GM, Order

T = TypeVar("T")

LONGEST_NAME = 60
LONGEST_WORDS = 200
BLANKS = " \u115f\u1160\u2800\u3164\uffa0"
"""The space, and characters that look like one."""


class RefereeError(Exception):
    """Something outside the rules is wrong; the text is one sentence for the person asking."""


class MovedOnError(RefereeError):
    """The match changed between the reading of free words and their filing."""

    def __init__(self) -> None:
        super().__init__("this match is being written to by someone else; send the line again")


@contextmanager
def plainly() -> Iterator[None]:
    """Turn a `Refusal` of the rules into a `RefereeError` for the person asking."""
    try:
        yield
    except Refusal as refusal:
        raise RefereeError(f"{refusal.why} ({refusal.rule})") from None


def needed(found: T | None, trouble: str) -> T:
    """What was found.  Raises `RefereeError` if that is nothing."""
    if found is None:
        raise RefereeError(trouble)
    return found


def must_have(table: "OpenMatch", asked: T | None, without: str) -> T:
    """A function of the game.  Raises `RefereeError` if the game lacks it: its title, and what it
    is `without`."""
    return needed(asked, f"{table.game.title} {without}")


def no_match(named: str) -> RefereeError:
    """The error for a match that does not exist, or that the caller may not see."""
    return RefereeError(f"there is no match called {named[:60]!r}")


@dataclass
class OpenMatch:
    """A match that is open: its row, its log, its codec, and the lock for filing its lines."""

    record: MatchRecord
    match: Match
    codec: Codec
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    foreign: list[int] = field(default_factory=list)
    """Entries that another process filed and that nobody here has posted yet."""

    lessons: dict[int, tuple[str, str]] = field(default_factory=dict)
    """(phrase, meaning) that a GM has taught, by the number of the entry."""
    said: dict[int, RecentLine] = field(default_factory=dict)
    """The latest orders, by the number of the entry."""
    ruled: dict[int, RecentRuling] = field(default_factory=dict)
    """The rulings of the GM, by the number of the entry."""
    server_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The phrases taught on each server and their meanings, by its id."""
    asked: Counter[Hashable] = field(default_factory=Counter)
    """How many questions wait or are under way, by who asks."""

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def state(self) -> Any:
        """The current state."""
        return self.match.state

    @property
    def outcome(self) -> Outcome | None:
        """How it has ended; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self.outcome is not None

    @property
    def seats(self) -> tuple[int, ...]:
        """All its seats, held or free, without the GM's."""
        return self.game.seats(self.record.options)

    @property
    def free(self) -> list[int]:
        """The seats that nobody holds."""
        held = {seat for seat, _ in self.record.seats}
        return [seat for seat in self.seats if seat not in held]

    @property
    def has_gm(self) -> bool:
        """Does anybody hold the GM's seat?"""
        return any(seat == GM for seat, _ in self.record.seats)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must act now."""
        return self.game.awaits(self.state)

    @property
    def taught(self) -> dict[str, str]:
        """The taught phrases and their meanings, without those taken back."""
        return {
            said: means
            for number, (said, means) in sorted(self.lessons.items())
            if self.match.is_live(number)
        }

    @property
    def taught_at_home(self) -> Mapping[str, str]:
        """The phrases taught on the match's server; those of the match itself go before them."""
        return self.server_words.get(self.record.settings.server, {})

    def in_words(self, text: str) -> str:
        """A text with every taught phrase replaced by its meaning here."""
        return in_words(text, self.taught, self.taught_at_home)

    def rulings_about(self, number: int) -> list[RecentRuling]:
        """The rulings that name an entry, without those taken back."""
        found = (one for one in self.ruled.values() if number in one.about)
        return [one for one in found if self.match.is_live(one.number)]

    def tried(self, seat: int, *orders: Order, state: Any = None) -> tuple[Event, ...] | None:
        """The events of these orders in a trial, now or in another state, with some fixed dice;
        None if they would be refused."""
        dice = seeded("", "", 0)
        try:
            if state is None or state is self.state:
                return self.match.play(seat, orders, dice)
            return self.game.adjudicate(state, seat, orders, dice)
        except Refusal:
            return None

    @property
    def last(self) -> int:
        """The number of the newest entry, be it in force or not."""
        return self.match.links[-1].number

    @property
    def names(self) -> tuple[str, ...]:
        """The names that a sentence may contain in this match now."""
        return names_in(self.game, self.match.state)

    @property
    def uid(self) -> str:
        """The public commitment to the first seed; the dice of the match are derived with it."""
        return commitment(self.record.seed)

    def seed_of(self, number: int) -> str:
        """The secret seed for the dice of an entry; once a seed was shown, the next one is used."""
        return self.match.next_seed(number) or self.record.seed

    def dice_of(self, number: int) -> Dice:
        """The dice for the entry of this number, derived from its seed."""
        return seeded(self.seed_of(number), self.dice_name, number)

    @property
    def dice_name(self) -> str:
        """The name with which the dice are derived: `uid` with the players' own words mixed in."""
        return mixed(self.uid, dict(self.record.settings.salts))

    def header(self) -> dict[str, Any]:
        """What is fixed before entry #0; the hash chain of the log begins with it."""
        record = self.record
        seats = self.game.seats(record.options)
        made = (record.created_at, record.rules, record.settings)
        return header_of(record.system, record.options, seats, *made, self.uid)

    def chained(self, entry: LogEntry) -> LogEntry:
        """The entry with its hash, which chains it to the entry before."""
        before = self.match.links[entry.number - 1].hash if entry.number else ""
        return self._chained_to(before, entry, self.seed_of(entry.number))

    def _chained_to(self, before: str, entry: LogEntry, seed: str) -> LogEntry:
        salt = salt_of(seed, entry.number)
        own = sealed(salt, fields_of(entry, self.codec, commits_of(entry)))
        return replace(entry, hash=linked(before or digest_of(self.header()), own))

    def chained_anew(self, entries: Sequence[LogEntry]) -> list[LogEntry]:
        """The entries of another copy of this match, hashed anew as if they were written here."""
        found: list[LogEntry] = []
        for entry in entries:
            before = found[-1].hash if found else ""
            found.append(self._chained_to(before, replace(entry, next_seed=""), self.record.seed))
        return found

    def mark(self, number: int) -> str:
        """The number and short hash of an entry, for posts and receipts: `#57 4f1c09a2be`."""
        return mark(number, self.match.links[number].hash)

    def name_of(self, seat: int) -> str:
        """What a side is called here: `army 1`, `House Elm`; seat 0 is `GM`."""
        return self.game.seat_name(self.match.state, seat)

    @property
    def now(self) -> str:
        """Where the match stands, in words: `round 2, move phase, army 1`."""
        return self.game.moment(self.match.state)

    def holds(self, user: str, seat: int) -> bool:
        """Does this account hold this seat?"""
        return (seat, user) in self.record.seats

    def seats_of(self, user: str) -> list[int]:
        """The seats that an account holds, the GM's (0) among them."""
        return [seat for seat, holder in self.record.seats if holder == user]

    def plays(self, user: str) -> list[int]:
        """The seats that an account plays: all that it holds but the GM's."""
        return [seat for seat in self.seats_of(user) if seat != GM]

    def holder(self, seat: int) -> str:
        """The account in a seat; empty if nobody sits there."""
        return dict(self.record.seats).get(seat, "")

    def acts_for(self, user: str) -> list[int]:
        """The seats that an account plays and that are awaited; if none is, all that it plays."""
        seats = self.plays(user)
        awaited = self.game.awaits(self.match.state)
        return [seat for seat in seats if seat in awaited] or seats


def unopened(record: MatchRecord) -> OpenMatch:
    """A match without its log: enough to decide who may see it."""
    match = Match(rules.find(record.system), record.options)
    return OpenMatch(record, match, codec_of(match.game))


def learn(table: OpenMatch, *entries: LogEntry) -> None:
    """Note in `table` the phrases that entries teach, their rulings, and the latest orders."""
    for entry in entries:
        if entry.number > len(table.match.links) - KEPT:
            table.said[entry.number] = RecentLine(entry, table.codec)
            table.said.pop(entry.number - KEPT, None)
        if (ruling := ruling_in(entry)) is not None:
            table.ruled[entry.number] = ruling
        lesson = lesson_of(entry.orders)
        if lesson is not None:
            table.lessons[entry.number] = lesson


def commits_of(entry: LogEntry) -> str:
    """The commitment to the seed of the dice after this entry; empty if the seed stays the same."""
    return commitment(entry.next_seed) if entry.next_seed else ""


def report_entry(
    table: OpenMatch, entry: LogEntry, before: Any, viewer: int | None
) -> tuple[str, ...]:
    """The sentences about one entry, as a viewer may read them."""
    if entry.to is not None:
        return (f"{table.name_of(entry.seat)} {went_back(table, entry)}",)
    return report_of(table.game, entry.events, before, viewer)


@kept(512)
def report_of(
    game: Game[Any], events: tuple[Event, ...], state: Any, viewer: int | None
) -> tuple[str, ...]:
    """The sentences about events, the first of which happens in `state`, for a viewer."""
    lines: list[str] = []
    for at, event in enumerate(events):
        lines.extend(game.report(event, state, viewer))
        if at + 1 < len(events):
            state = game.apply(state, event)
    return tuple(lines)


def first_entry(table: OpenMatch) -> LogEntry:
    """Make entry #0: the set-up by the options, with its dice."""
    record, library = table.record, grammar.library(table.game.id)
    scene = record.settings.scene
    events = table.game.setup(record.options, library, table.dice_of(0), scene)
    at, rules = record.created_at, record.rules
    return table.chained(LogEntry(0, 0, GM, "", events=events, at=at, rules=rules, secret=()))


def accepted_as(table: OpenMatch, entry: LogEntry, report: bool) -> Accepted:
    """The answer about an entry that is about to be the head; with `report`, also what happened."""
    refused = tuple(
        RefusedLine(entry.text, event.rule, event.why)
        for event in entry.events
        if isinstance(event, Refused)
    )
    lines: tuple[str, ...] = ()
    if report:
        whole = report_entry(table, entry, table.state, entry.seat)
        lines = at_once(whole, entry.number)
    mark = entry.hash[:SHOWN]
    return Accepted(entry.number, entry.seat, canonical(entry.orders), lines, refused, mark=mark)


def went_back(table: OpenMatch, entry: LogEntry | Link) -> str:
    """What an undo or a rewind did: `takes back #7`, `goes back to the state after #5`."""
    gone = table.match.gone(entry) if entry.seat != GM else []
    if not gone:
        return f"goes back to the state after #{entry.to}"
    return f"takes back {', '.join(f'#{number}' for number in gone)}"


def in_the_way(table: OpenMatch, seat: int, stands: Depends, by: LogEntry) -> str:
    """Why entries cannot be taken back: `#52 cannot be taken back alone: #57 builds on it (L5
    attacks O2)`."""
    gone = ", ".join(f"#{number}" for number in stands.gone)
    if by.number in stands.gone:
        return f"{gone} cannot be taken back: {stands.why}"
    said = " then ".join(canonical(by.orders))
    what = f"#{by.number} builds on it"
    if seat and by.seat != seat:
        what = f"#{by.number} of {table.name_of(by.seat)} came after it"
    elif stands.why == TURN_PASSED:
        what = f"#{by.number} gave up the turn after it"
    elif stands.why != BUILDS:
        what = stands.why if f"#{by.number}" in stands.why else f"{stands.why} with #{by.number}"
    return f"{gone} cannot be taken back alone: {what} ({cut(said)})"


def cut(text: str, most: int = 60) -> str:
    """A text, shortened to `most` characters with `...` if it is longer."""
    return text if len(text) <= most else f"{text[: most - 3].rstrip()}..."


def check_words(words: str) -> str:
    """Return a player's words for the dice, with white space normalized.

    Raises `RefereeError` unless they are 1 to 200 printable characters.
    """
    words = " ".join(words.split())
    if not 1 <= len(words) <= LONGEST_WORDS or not words.isprintable():
        raise RefereeError(f"words for the dice are 1 to {LONGEST_WORDS} printable characters")
    return words


def check_name(name: str) -> None:
    """Raises `RefereeError` for a bad name of a match.

    It has 1 to 60 printable characters, not all blank, does not begin with `#`, and is not the name
    of a system.
    """
    fits = len(name) <= LONGEST_NAME and name.isprintable() and name.strip(BLANKS)
    if not fits or name.startswith("#"):
        raise RefereeError(
            f"a match is called by 1 to {LONGEST_NAME} printable characters "
            "that are not all blank and do not begin with #"
        )
    if name in rules.SYSTEMS:
        raise RefereeError(f"{name} is the name of a system; call the match otherwise")


class OrderMessage(Frozen):
    """A message with orders of a seat.

    `user` is the account, `source` the message's own key.  `report`: should the answer tell what
    happened?  `read_after`: the last entry when its free words were read, if that matters.
    """

    seat: int
    user: str = ""
    source: str | None = None
    report: bool = False
    read_after: Link | None = None

    def check_read(self, table: OpenMatch) -> None:
        """Raises `MovedOnError` if the match has a newer entry than `read_after`."""
        if self.read_after is not None and self.read_after != table.match.links[-1]:
            raise MovedOnError
