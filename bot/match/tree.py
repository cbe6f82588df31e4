"""A match in memory: the log as a tree of entries, its live branch, and the state at its head."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Protocol

from rules.errors import Refusal
from rules.events import Event
from rules.game import Dice, Die, Entry, Game, Seat
from rules.orders import Order, Undo
from rules.overrides import Rewind

Carried = tuple[tuple[int, int], ...]
"""Entries that an undo carried along, oldest first, each with how many of its events are its."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One written line that was accepted at least in part, as it is kept for ever.

    `parent` is the entry whose state it continues.  An undo or a rewind goes back: its `to` is the
    entry whose state the match returned to.  What was done since that state and stands all the
    same is `carried` along: its events, resolved anew from there, are the events of the undo.
    `secret` names the secret stretches that its events belong to (None: not reckoned yet).
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
    """The secret seed of the dice from the next entry on, if the one so far is shown with this."""
    hash: str = ""
    """The chain: of the hash before, and of the entry's own fields."""

    @property
    def asks(self) -> bool:
        """Was it a question?  Its answer is told, and it leaves no entry in the log."""
        return bool(self.events) and all(event.question for event in self.events)

    @property
    def link(self) -> "Link":
        """The entry without its contents."""
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
        )


@dataclass(frozen=True, slots=True)
class Link:
    """An entry's place in the tree, what an undo rule may know of it, what it hides and opens."""

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


class Linked(Protocol):
    """Whatever stands in a log: an entry, or its link."""

    @property
    def number(self) -> int: ...
    @property
    def parent(self) -> int: ...
    @property
    def to(self) -> int | None: ...
    @property
    def carried(self) -> Carried: ...


@dataclass(frozen=True, slots=True)
class Return:
    """Where an undo or a rewind leads: to the state of an entry, and what is carried along."""

    to: int
    carried: Carried = ()
    events: tuple[Event, ...] = ()


def base_of(link: Linked) -> int:
    """The entry whose state the events of this one begin with."""
    return link.parent if link.to is None else link.to


def own_numbers(link: Linked) -> list[int]:
    """The entries that this one adds to those that count: itself, or those it carried along."""
    return [link.number] if link.to is None else [number for number, _ in link.carried]


def path_of(links: Sequence[Linked], number: int) -> list[int]:
    """The entries that count in the state that an entry left, oldest first, without #0."""
    found: list[int] = []
    while number:
        found.extend(reversed(own_numbers(links[number])))
        number = base_of(links[number])
    return found[::-1]


def is_opened(stretch: str, opened: Collection[str]) -> bool:
    """Is a stretch among the opened ones?  One without a name is opened by the first of all."""
    return stretch in opened or (not stretch and bool(opened))


@dataclass
class Match:
    """One played game: what is known of its log, and the state at its head.

    `states` caches states by entry number; a match opened from a store may know only some.
    """

    game: Game[Any]
    options: dict[str, str]
    links: list[Link] = field(default_factory=list)
    states: dict[int, Any] = field(default_factory=dict)
    written: dict[int, LogEntry] = field(default_factory=dict)
    """Entries in full, where a match lives in memory alone (a case, a scene)."""

    @classmethod
    def begin(cls, game: Game[Any], options: dict[str, str], first: LogEntry) -> "Match":
        """A new match whose entry #0 is its set-up."""
        match = cls(game, options)
        match.states[0] = fold(game, game.blank, first.events)
        match.links.append(replace(first.link, secret=first.secret or ()))
        return match

    @property
    def head(self) -> int:
        """The entry whose state is the present one."""
        return self.resolve(self.links[-1].number)

    @property
    def state(self) -> Any:
        return self.states[self.head]

    def resolve(self, number: int) -> int:
        """An undo or rewind that carries nothing along stands for the entry it returned to."""
        link = self.links[number]
        while link.to is not None and not link.carried:
            link = self.links[link.to]
        return link.number

    def path(self, number: int | None = None) -> list[int]:
        """The entries that count after an entry (now, if none is named), oldest first."""
        return path_of(self.links, self.head if number is None else number)

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
        return number in self.path()

    def carriers(self, number: int | None = None) -> dict[int, tuple[int, int, int]]:
        """Of the entries that count: those that an undo carried along, and which of its events
        are theirs now (the undo, from, up to)."""
        found: dict[int, tuple[int, int, int]] = {}
        number = self.head if number is None else number
        while number:
            link, start = self.links[number], 0
            for carried, count in link.carried:
                found[carried] = (number, start, start + count)
                start += count
            number = base_of(link)
        return found

    def play(self, seat: Seat, orders: tuple[Order, ...], dice: Dice) -> tuple[Event, ...]:
        """Adjudicate one line at the head; nothing is appended.  Raises `Refusal`."""
        return self.game.adjudicate(self.state, seat, orders, dice)

    # --- going back -----------------------------------------------------------------------------

    def reach(self, seat: Seat, order: Undo | Rewind) -> list[int]:
        """The entries that `goes_back` may want in full, with the states before them."""
        path = self.path()
        if isinstance(order, Rewind):
            return path[path.index(order.to) :] if order.to in self.carriers() else []
        if not seat:
            return path[-order.count :]
        own = [at for at, number in enumerate(path) if self.links[number].seat == seat]
        return path[own[-min(order.count, len(own))] :] if own else []

    def goes_back(
        self, seat: Seat, order: Undo | Rewind, written: Mapping[int, LogEntry]
    ) -> Return:
        """Where an undo or rewind leads; `written` has the entries of `reach` in full.

        Raises `Refusal`.
        """
        rule = self.game.gm_rule
        if isinstance(order, Rewind):
            return self._rewound(order, written)
        if seat:
            return self._taken_back(seat, order.count, written)
        path = self.path()
        if not 1 <= order.count <= len(path):
            raise Refusal(
                rule, f"{order.count} entries cannot be taken back; {len(path)} are in force"
            )
        return self.replayed(*self.without(path[-order.count :]), written)

    def _rewound(self, order: Rewind, written: Mapping[int, LogEntry]) -> Return:
        """After an entry that an undo carried along the state is as it counts now."""
        if not 0 <= order.to < len(self.links):
            last = len(self.links) - 1
            raise Refusal(
                self.game.gm_rule, f"there is no entry #{order.to}; the last one is #{last}"
            )
        if order.to not in self.carriers():
            return Return(self.resolve(order.to))
        path = self.path()
        return self.replayed(*self.without(path[path.index(order.to) + 1 :]), written)

    def _taken_back(self, seat: Seat, count: int, written: Mapping[int, LogEntry]) -> Return:
        """Where so many undos of a seat, one after the other, lead to.  Raises `Refusal`."""
        state, live = self.state, self.live()
        back, gone = Return(self.head), list[int]()
        for _ in range(count):
            gone.append(self.game.undoes(state, live, seat))
            back = self.replayed(*self.without(gone), written)
            state = fold(self.game, self.states[back.to], back.events)
            live = [entry for entry in live if entry.number not in gone]
        return back

    def without(self, gone: Collection[int]) -> tuple[int, list[int]]:
        """The state before all of these live entries, and those since it that stay."""
        number, left, kept = self.head, set(gone), list[int]()
        while left and number:
            own = own_numbers(self.links[number])
            kept = [one for one in own if one not in gone] + kept
            left.difference_update(own)
            number = base_of(self.links[number])
        return number, kept

    def replayed(self, to: int, kept: Sequence[int], written: Mapping[int, LogEntry]) -> Return:
        """These entries resolved anew from the state of `to`.

        Raises `Refusal` if one does not come out as it did, or if a die would be drawn again.
        """
        carried: list[tuple[int, int]] = []
        events: list[Event] = []
        state = self.states[to] if kept else None
        for number in kept:
            again = self._again(state, written[number])
            state = fold(self.game, state, again)
            carried.append((number, len(again)))
            events += again
        return Return(to, tuple(carried), tuple(events))

    def _again(self, state: Any, entry: LogEntry) -> tuple[Event, ...]:
        why = "what was done since builds on it"
        try:
            events = self.game.adjudicate(state, entry.seat, entry.orders, _no_die)
        except Refusal:
            raise Refusal(self.game.gm_rule, why) from None
        kinds = [type(event) for event in entry.events]
        if any(event.draws for event in events) or kinds != [type(event) for event in events]:
            raise Refusal(self.game.gm_rule, why)
        return events

    def gone(self, entry: Linked) -> list[int]:
        """The entries that an undo took back (which perhaps is not in the log yet)."""
        assert entry.to is not None
        left = {*self.path(entry.to), *own_numbers(entry)}
        return [number for number in self.path(entry.parent) if number not in left]

    # --- going on -------------------------------------------------------------------------------

    def secret(self, events: Iterable[Event], state: Any) -> tuple[str, ...]:
        """The secret stretches of events that begin with a state."""
        found: dict[str, None] = {}
        for event in events:
            if self.game.known_to(event, state) is not None:
                found[event.stretch] = None
            state = self.game.apply(state, event)
        return tuple(found)

    def append(self, entry: LogEntry) -> None:
        """Take an entry into the log; the state follows it."""
        if entry.number != len(self.links):
            raise ValueError(f"entry #{entry.number} does not follow #{len(self.links) - 1}")
        link = entry.link
        if entry.to is None or entry.carried:
            state = self.states[base_of(entry)]
            if link.secret is None:
                link = replace(link, secret=self.secret(entry.events, state))
            self.states[entry.number] = fold(self.game, state, entry.events)
        self.links.append(replace(link, secret=link.secret or ()))


def _no_die(die: Die) -> int:
    raise Refusal(die.rule, "a die that was drawn stands")


def fold(game: Game[Any], state: Any, events: Iterable[Event]) -> Any:
    """The state after these events."""
    return reduce(game.apply, events, state)


def as_counted(
    entries: Iterable[LogEntry],
    carriers: Mapping[int, tuple[int, int, int]],
    undos: Mapping[int, LogEntry],
) -> list[LogEntry]:
    """Entries with the events that count: those that an undo carried along have them from it."""
    found = []
    for entry in entries:
        if entry.number in carriers:
            number, start, end = carriers[entry.number]
            entry = replace(entry, events=undos[number].events[start:end])
        found.append(entry)
    return found


def counted_by(undo: LogEntry, entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries that an undo carries along, with their events as they count after it."""
    carriers: dict[int, tuple[int, int, int]] = {}
    start = 0
    for number, count in undo.carried:
        carriers[number] = (0, start, start + count)
        start += count
    return as_counted(entries, carriers, {0: undo})
