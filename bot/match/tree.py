"""A match in memory: its log as a tree of links, its states, and how a line becomes an entry."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Protocol

from rules.border.game import Game
from rules.line.adjudication import Dice, Die
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat, Undo
from rules.line.overrides import Rewind
from rules.line.road import Entry

PASSED = "it passes by itself"
"""The reason on an order that the referee files for a seat which can do nothing else."""

DEALT = "starter"
"""The holder of the entries that set up a ready-made battle."""

BY_PLAN = re.compile(r"[tp][0-9.]+o(?:/.*)?")
"""Keys of orders filed by a plan: at a missed deadline (`t...`), or in its turn (`p...`)."""

Carried = tuple[tuple[int, int], ...]
"""Entries that an undo carried along, oldest first, as (number, how many events of the undo are
this entry's)."""


class LogEntry(Frozen):
    """One line that was accepted at least in part, as the log keeps it for ever.

    `parent` is the entry whose state it continues.  For an undo or a rewind, `to` is the entry
    whose state the match returned to.  Later entries that stay in force are `carried` along: they
    are replayed from that state, and their new events are the events of the undo.  `secret` names
    the secret stretches that its events belong to (None: not computed yet).
    """

    number: int
    parent: int
    seat: Seat
    text: str
    orders: tuple[Order, ...] = ()
    events: tuple[Event, ...] = ()
    reason: str = ""
    holder: str = ""
    key: str = ""
    at: str = ""
    rules: str = ""
    to: int | None = None
    carried: Carried = ()
    secret: tuple[str, ...] | None = None
    next_seed: str = ""
    """The secret seed of the dice from the next entry on, if this entry reveals the old seed."""
    hash: str = ""
    """The hash of the chain: of the hash before and of the entry's own fields."""

    @property
    def asks(self) -> bool:
        """Is it a question?  A question is answered and leaves no entry in the log."""
        return bool(self.events) and all(event.question for event in self.events)

    @property
    def link(self) -> "Link":
        """The link of the entry: its place in the tree, without its contents."""
        return Link(
            self.number,
            self.parent,
            self.to,
            self.seat,
            any(event.draws for event in self.events),
            any(event.bars_undo for event in self.events),
            any(event.ends_phase for event in self.events),
            self.carried,
            self.secret,
            tuple(dict.fromkeys(name for event in self.events for name in event.opens)),
            self.next_seed,
            self.hash,
            self.reason == PASSED,
        )


class Link(Frozen):
    """The place of an entry in the tree, what rules on undo may ask about it, and its secrets."""

    number: int
    parent: int
    to: int | None
    seat: Seat
    drew: bool
    barred: bool
    ended_phase: bool
    carried: Carried = ()
    secret: tuple[str, ...] | None = None
    opens: tuple[str, ...] = ()
    next_seed: str = ""
    hash: str = ""
    passed: bool = False
    """The referee filed it to pass a phase in which the seat could do nothing."""


def canonical(orders: tuple[Order, ...]) -> tuple[str, ...]:
    """The orders of a line as canonical sentences; joined by `then`, they parse to the same."""
    before = (None, *orders)[: len(orders)]
    return tuple(order.after(one) for order, one in zip(orders, before, strict=True))


def is_by_plan(entry: LogEntry) -> bool:
    """Was it filed by a plan of its player?"""
    return BY_PLAN.fullmatch(entry.key) is not None


def is_dealt(entry: LogEntry) -> bool:
    """Does it belong to the set-up of a ready-made battle?"""
    return entry.holder == DEALT


class Linked(Protocol):
    """Something with a place in the log: an entry, or its link."""

    @property
    def number(self) -> int: ...
    @property
    def parent(self) -> int: ...
    @property
    def to(self) -> int | None: ...
    @property
    def carried(self) -> Carried: ...


class Return(Frozen):
    """Where an undo or a rewind leads: the entry whose state it returns to, the entries carried
    along, and their new events."""

    to: int
    carried: Carried = ()
    events: tuple[Event, ...] = ()


def base_of(link: Linked) -> int:
    """The entry after whose state the events of this one begin."""
    return link.parent if link.to is None else link.to


def own_numbers(link: Linked) -> list[int]:
    """The entries that this one adds to those in force: itself, or those that it carried along."""
    return [link.number] if link.to is None else [number for number, _ in link.carried]


# --- which entries are in force -------------------------------------------------------------------


def path_of(links: Sequence[Linked], number: int) -> list[int]:
    """The entries in force right after an entry, oldest first, without #0."""
    found: list[int] = []
    while number:
        found.extend(reversed(own_numbers(links[number])))
        number = base_of(links[number])
    return found[::-1]


def is_opened(stretch: str, opened: Collection[str]) -> bool:
    """Is a secret stretch among the opened ones?  Any opening opens the one without a name."""
    return stretch in opened or (not stretch and bool(opened))


def fold(game: Game[Any], state: Any, events: Iterable[Event]) -> Any:
    """The state after these events."""
    return reduce(game.apply, events, state)


def as_counted(
    entries: Iterable[LogEntry],
    carriers: Mapping[int, tuple[int, int, int]],
    undos: Mapping[int, LogEntry],
) -> list[LogEntry]:
    """Entries with the events that count now: an entry that an undo carried along has its events
    from that undo."""
    found = []
    for entry in entries:
        if entry.number in carriers:
            number, start, end = carriers[entry.number]
            entry = replace(entry, events=undos[number].events[start:end])
        found.append(entry)
    return found


# --- the match ------------------------------------------------------------------------------------


PATHS_KEPT = 8
"""The most paths that are cached; in the longest games each has some thousands of entries."""


@dataclass
class LogIndex:
    """An index of seeds and opened secrets over the first `count` links of a log, up to `last`."""

    count: int = 0
    last: Link | None = None
    seeds: list[tuple[int, str]] = field(default_factory=list)
    """(number of the first entry whose dice follow a seed, the seed)."""
    openers: dict[str, list[int]] = field(default_factory=dict)
    """The entries that opened each secret stretch; the one without a name has all of them."""

    def take(self, link: Link) -> None:
        """Add the next link to the index."""
        if link.next_seed:
            self.seeds.append((link.number + 1, link.next_seed))
        for name in dict.fromkeys((*link.opens, "") if link.opens else ()):
            self.openers.setdefault(name, []).append(link.number)
        self.count, self.last = self.count + 1, link


class Ahead(Frozen):
    """The outcome of events: the secret stretches that they belong to, and the state after them."""

    secret: tuple[str, ...]
    state: Any


@dataclass
class Match:
    """One played game: its log, the entries known in full, and the state at its head.

    `links` are all entries without their contents, by number.  The last one says where the match
    stands; entries that cannot be reached from there are no longer in force.  `states` caches
    states by entry number; a match opened from a store may have only some.
    """

    game: Game[Any]
    options: dict[str, str]
    states: dict[int, Any] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    written: dict[int, LogEntry] = field(default_factory=dict)
    """Entries in full, for a match that exists in memory only (a case, a scene)."""
    _tried: tuple[Any, Seat, tuple[Order, ...], tuple[Event, ...]] | None = None
    _ahead: tuple[Any, tuple[Event, ...], Ahead] | None = None
    _paths: dict[int, tuple[Link, tuple[int, ...]]] = field(default_factory=dict)
    _gone: dict[int, tuple[Link, tuple[int, ...]]] = field(default_factory=dict)
    _noted: LogIndex = field(default_factory=LogIndex)

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

        The result of the last line is cached if it drew no die.
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
        """The outcome of these events from a state, cached; nothing is appended."""
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
        """The secret stretches that events from a state belong to."""
        return self.ahead(events, state).secret

    def append(self, entry: LogEntry) -> None:
        """Append an entry to the log and compute its state.  Raises `ValueError` if its number is
        not the next one."""
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
    def noted(self) -> LogIndex:
        """The index of seeds and opened secrets, brought up to date with the links."""
        noted, links = self._noted, self.links
        if noted.count > len(links) or (noted.count and links[noted.count - 1] is not noted.last):
            noted = self._noted = LogIndex()
        while noted.count < len(links):
            noted.take(links[noted.count])
        return noted

    def next_seed(self, number: int) -> str:
        """The newest seed set for an entry by an earlier one; empty if there is none."""
        seeds = self.noted.seeds
        at = bisect_right(seeds, number, key=lambda one: one[0])
        return seeds[at - 1][1] if at else ""

    def opener(self, name: str, number: int) -> int | None:
        """The first later entry, on a path through this one, that opened a secret stretch; None if
        there is none."""
        openers = self.noted.openers.get(name, [])
        after = openers[bisect_right(openers, number) :]
        return next((one for one in after if self.leads_to(number, one)), None)

    def leads_to(self, number: int, later: int) -> bool:
        """Is an entry in force after a later one?"""
        path = self._path(later)
        at = bisect_left(path, number)
        return path[at : at + 1] == (number,)

    @property
    def head(self) -> int:
        """The number of the entry whose state is the current one."""
        return self.resolve(self.links[-1].number)

    def resolve(self, number: int) -> int:
        """The entry that an undo or a rewind without carried entries stands for: the one whose
        state it returned to.  Any other entry stands for itself."""
        link = self.links[number]
        while link.to is not None and not link.carried:
            link = self.links[link.to]
        return link.number

    def path(self, number: int | None = None) -> list[int]:
        """The entries in force after an entry (by default now), oldest first, without #0."""
        return list(self._path(self.head if number is None else number))

    def _path(self, number: int) -> tuple[int, ...]:
        """Like `path`, as a tuple; the last few paths are cached, and extended from the base."""
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
        """The entries in force, oldest first, without #0, as rules on undo see them."""
        found: list[Entry] = []
        opened: set[str] = set()
        for number in reversed(self.path()):
            link = self.links[number]
            opened.update(link.opens)
            secret = any(not is_opened(one, opened) for one in link.secret or ())
            found.append(Entry(number, link.seat, link.drew, link.barred, link.ended_phase, secret))
        return found[::-1]

    def ancestors(self, number: int, count: int) -> set[int]:
        """An entry and its ancestors in the tree, stopping once there are `count` of them."""
        found = {number}
        while number and len(found) < count:
            link = self.links[number]
            found.update(own_numbers(link))
            number = base_of(link)
            found.add(number)
        return found

    def is_live(self, number: int) -> bool:
        """Is this entry in force?  Undo and rewind entries never are."""
        return self.leads_to(number, self.head)

    def carriers(self, number: int | None = None) -> dict[int, tuple[int, int, int]]:
        """The entries in force that an undo carried along, mapped to their events now: (number of
        the undo, first index, end index)."""
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
        """The entries that an undo or a rewind (perhaps not in the log yet) took out of force."""
        assert entry.to is not None
        link, gone = self._gone.get(entry.number, (None, ()))
        if link is not entry:
            left = {*self._path(entry.to), *own_numbers(entry)}
            gone = tuple(number for number in self._path(entry.parent) if number not in left)
            if isinstance(entry, Link):
                self._gone[entry.number] = (entry, gone)
        return list(gone)


# --- a line becomes an entry ----------------------------------------------------------------------


def way_back(orders: Sequence[Order]) -> Undo | Rewind | None:
    """The undo or rewind that is the only order of a line; else None."""
    order = orders[0] if len(orders) == 1 else None
    return order if isinstance(order, Undo | Rewind) else None


def entry_for(
    match: Match, seat: Seat, text: str, orders: tuple[Order, ...], back: Return | None, dice: Dice
) -> LogEntry:
    """Make the entry of a line at the head of a match; `back` is where an undo or rewind leads.

    Nothing is appended.  Raises `Refusal`.
    """
    events = match.play(seat, orders, dice) if back is None else back.events
    entry = LogEntry(len(match.links), match.head, seat, text, orders, events)
    if back is None:
        return replace(entry, secret=match.secret(events, match.state))
    secret = match.secret(events, match.states[back.to])
    return replace(entry, to=back.to, carried=back.carried, secret=secret)
