"""A match in memory: its log as a tree of links, its states, and how it goes on from its head."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.counted import as_counted, counted_by, fold, is_opened, path_of
from bot.match.entry import Carried, Link, Linked, LogEntry, Return, base_of, own_numbers
from rules.border.game import Game
from rules.line.adjudication import Dice, Die
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat
from rules.line.road import Entry

__all__ = [
    "Carried",
    "Link",
    "Linked",
    "LogEntry",
    "Match",
    "Return",
    "as_counted",
    "base_of",
    "counted_by",
    "fold",
    "is_opened",
    "own_numbers",
    "path_of",
]


PATHS_KEPT = 8
"""So many ways to entries are remembered; the longest games have some thousands of entries."""


@dataclass
class Noted:
    """What the first `count` links of a log, up to `last`, say of seeds and of secrets."""

    count: int = 0
    last: Link | None = None
    seeds: list[tuple[int, str]] = field(default_factory=list)
    """The seeds that were promised, with the first entry whose dice follow each."""
    openers: dict[str, list[int]] = field(default_factory=dict)
    """Which entries opened a secret stretch.  One without a name is opened by each of them."""

    def take(self, link: Link) -> None:
        """One link more."""
        if link.next_seed:
            self.seeds.append((link.number + 1, link.next_seed))
        for name in dict.fromkeys((*link.opens, "") if link.opens else ()):
            self.openers.setdefault(name, []).append(link.number)
        self.count, self.last = self.count + 1, link


class Ahead(Frozen):
    """What events come to: the secret stretches that they belong to, and the state after them."""

    secret: tuple[str, ...]
    state: Any


@dataclass
class Match:
    """One played game: its log, what is known of the entries in it, and the state at its head.

    `links` are all entries by what they follow, without what happened in them.  The last one says
    where the match stands; what cannot be reached from there counts no more.  `states` caches
    states by entry number; a match opened from a store may know only some.
    """

    game: Game[Any]
    options: dict[str, str]
    states: dict[int, Any] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    written: dict[int, LogEntry] = field(default_factory=dict)
    """Entries in full, where a match lives in memory alone (a case, a scene)."""
    _tried: tuple[Any, Seat, tuple[Order, ...], tuple[Event, ...]] | None = None
    _ahead: tuple[Any, tuple[Event, ...], Ahead] | None = None
    _paths: dict[int, tuple[Link, tuple[int, ...]]] = field(default_factory=dict)
    _gone: dict[int, tuple[Link, tuple[int, ...]]] = field(default_factory=dict)
    _noted: Noted = field(default_factory=Noted)

    @classmethod
    def begin(cls, game: Game[Any], options: dict[str, str], first: LogEntry) -> "Match":
        """A new match whose entry #0 is its set-up."""
        match = cls(game, options)
        match.states[0] = fold(game, game.blank, first.events)
        match.links.append(replace(first.link, secret=first.secret or ()))
        return match

    @property
    def state(self) -> Any:
        return self.states[self.head]

    def play(self, seat: Seat, orders: tuple[Order, ...], dice: Dice) -> tuple[Event, ...]:
        """Adjudicate one line at the head; nothing is appended.  Raises `Refusal`.

        A line that was tried just now and drew no die comes out the same: it is not tried again.
        """
        state = self.state
        if self._tried is not None and self._tried[0] is state:
            _, same_seat, same_orders, events = self._tried
            if (same_seat, same_orders) == (seat, orders):
                return events
        drawn: list[Die] = []

        def draw(die: Die) -> int:
            drawn.append(die)
            return dice(die)

        events = self.game.adjudicate(state, seat, orders, draw)
        if not drawn:
            self._tried = (state, seat, orders, events)
        return events

    def ahead(self, events: tuple[Event, ...], state: Any) -> Ahead:
        """What these events come to from a state; nothing is appended."""
        if self._ahead is not None and self._ahead[0] is state and self._ahead[1] is events:
            return self._ahead[2]
        found: dict[str, None] = {}
        after = state
        for event in events:
            if self.game.known_to(event, after) is not None:
                found[event.stretch] = None
            after = self.game.apply(after, event)
        ahead = Ahead(tuple(found), after)
        self._ahead = (state, events, ahead)
        return ahead

    def secret(self, events: tuple[Event, ...], state: Any) -> tuple[str, ...]:
        """The secret stretches of events that begin with a state."""
        return self.ahead(events, state).secret

    def append(self, entry: LogEntry) -> None:
        """Take an entry into the log; the state follows it."""
        if entry.number != len(self.links):
            raise ValueError(f"entry #{entry.number} does not follow #{len(self.links) - 1}")
        link = entry.link
        if entry.to is None or entry.carried:
            state = self.states[base_of(entry)]
            if link.secret is None:
                link = replace(link, secret=self.secret(entry.events, state))
            self.states[entry.number] = self.ahead(entry.events, state).state
        self.links.append(replace(link, secret=link.secret or ()))

    @property
    def noted(self) -> Noted:
        """What the links say of seeds and of secrets; each is looked at once."""
        noted, links = self._noted, self.links
        if noted.count > len(links) or (noted.count and links[noted.count - 1] is not noted.last):
            noted = self._noted = Noted()
        while noted.count < len(links):
            noted.take(links[noted.count])
        return noted

    def next_seed(self, number: int) -> str:
        """The seed that was promised last before an entry; empty where none was yet."""
        seeds = self.noted.seeds
        at = bisect_right(seeds, number, key=lambda one: one[0])
        return seeds[at - 1][1] if at else ""

    def opener(self, name: str, number: int) -> int | None:
        """Which entry that goes on from this one opened a secret stretch, if any did."""
        openers = self.noted.openers.get(name, [])
        after = openers[bisect_right(openers, number) :]
        return next((one for one in after if self.leads_to(number, one)), None)

    def leads_to(self, number: int, later: int) -> bool:
        """Does an entry count after a later one?"""
        path = self._path(later)
        at = bisect_left(path, number)
        return path[at : at + 1] == (number,)

    @property
    def head(self) -> int:
        """The entry whose state is the present one."""
        return self.resolve(self.links[-1].number)

    def resolve(self, number: int) -> int:
        """An undo or rewind that carries nothing along stands for the entry it returned to."""
        link = self.links[number]
        while link.to is not None and not link.carried:
            link = self.links[link.to]
        return link.number

    def path(self, number: int | None = None) -> list[int]:
        """The entries that count after an entry (now, if none is named), oldest first."""
        return list(self._path(self.head if number is None else number))

    def _path(self, number: int) -> tuple[int, ...]:
        """The same, known for the last few that were asked for: an entry goes on from its base."""
        known = self._known_path(number)
        if known is None:
            link = self.links[number]
            base = self._known_path(base_of(link)) if number else None
            if base is not None:
                known = (*base, *own_numbers(link))
            else:
                known = tuple(path_of(self.links, number))
            if len(self._paths) >= PATHS_KEPT:
                del self._paths[next(iter(self._paths))]
            self._paths[number] = (link, known)
        return known

    def _known_path(self, number: int) -> tuple[int, ...] | None:
        link, known = self._paths.get(number, (None, None))
        return known if link is self.links[number] else None

    def live(self) -> list[Entry]:
        """The entries that count, oldest first, without #0."""
        found: list[Entry] = []
        opened: set[str] = set()
        for number in reversed(self.path()):
            link = self.links[number]
            opened.update(link.opens)
            secret = any(not is_opened(one, opened) for one in link.secret or ())
            found.append(Entry(number, link.seat, link.drew, link.barred, link.ended_phase, secret))
        return found[::-1]

    def ancestors(self, number: int, count: int) -> set[int]:
        """An entry and those that it continues, at most `count` of them."""
        found = {number}
        while number and len(found) < count:
            link = self.links[number]
            found.update(own_numbers(link))
            number = base_of(link)
            found.add(number)
        return found

    def is_live(self, number: int) -> bool:
        """Does this entry count?  Undo and rewind entries never do."""
        return self.leads_to(number, self.head)

    def carriers(self, number: int | None = None) -> dict[int, tuple[int, int, int]]:
        """Of the entries that count: those that an undo carried along, and which of its events
        are theirs now (the undo, from, up to)."""
        found: dict[int, tuple[int, int, int]] = {}
        number = self.head if number is None else number
        if not any(link.carried for link in self.links):
            return found
        while number:
            link, start = self.links[number], 0
            for carried, count in link.carried:
                found[carried] = (number, start, start + count)
                start += count
            number = base_of(link)
        return found

    def gone(self, entry: Linked) -> list[int]:
        """The entries that an undo took back (which perhaps is not in the log yet)."""
        assert entry.to is not None
        link, gone = self._gone.get(entry.number, (None, ()))
        if link is not entry:
            left = {*self._path(entry.to), *own_numbers(entry)}
            gone = tuple(number for number in self._path(entry.parent) if number not in left)
            if isinstance(entry, Link):
                self._gone[entry.number] = (entry, gone)
        return list(gone)
