"""A match in memory: the log as a tree of entries, its live branch, and the state at its head."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from rules.errors import Refusal
from rules.events import Event
from rules.game import Dice, Entry, Game, Seat
from rules.orders import Order, Undo
from rules.overrides import Rewind


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One written line that was accepted at least in part, as it is kept for ever.

    `parent` is the entry whose state it continues.  An undo or a rewind changes nothing but the
    head: its `to` is the entry whose state the match returned to.
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
        )


@dataclass(frozen=True, slots=True)
class Link:
    """An entry's place in the tree, and what an undo rule may know of it."""

    number: int
    parent: int
    to: int | None
    seat: Seat
    drew: bool
    barred: bool
    ended_phase: bool

    @property
    def entry(self) -> Entry:
        return Entry(self.number, self.seat, self.drew, self.barred, self.ended_phase)


@dataclass
class Match:
    """One played game: what is known of its log, and the state at its head.

    `states` caches states by entry number; a match opened from a store may know only some.
    """

    game: Game[Any]
    options: dict[str, str]
    links: list[Link] = field(default_factory=list)
    states: dict[int, Any] = field(default_factory=dict)

    @classmethod
    def begin(cls, game: Game[Any], options: dict[str, str], first: LogEntry) -> "Match":
        """A new match whose entry #0 is its set-up."""
        match = cls(game, options)
        match.states[0] = fold(game, game.blank, first.events)
        match.links.append(first.link)
        return match

    @property
    def head(self) -> int:
        """The entry whose state is the present one."""
        return self.resolve(self.links[-1].number)

    @property
    def state(self) -> Any:
        return self.states[self.head]

    def resolve(self, number: int) -> int:
        """An undo or rewind stands for the entry that it returned to."""
        to = self.links[number].to
        return number if to is None else to

    def live(self) -> list[Entry]:
        """The entries that count, oldest first, without #0."""
        path = []
        number = self.head
        while number:
            path.append(self.links[number].entry)
            number = self.links[number].parent
        return path[::-1]

    def ancestors(self, number: int, count: int) -> set[int]:
        """An entry and those that it continues, at most `count` of them."""
        found = {number}
        while number and len(found) < count:
            number = self.links[number].parent
            found.add(number)
        return found

    def is_live(self, number: int) -> bool:
        """Does this entry count?  Undo and rewind entries never do."""
        return any(entry.number == number for entry in self.live())

    def play(self, seat: Seat, orders: tuple[Order, ...], dice: Dice) -> tuple[Event, ...]:
        """Adjudicate one line at the head; nothing is appended.  Raises `Refusal`."""
        return self.game.adjudicate(self.state, seat, orders, dice)

    def returns_to(self, seat: Seat, order: Undo | Rewind) -> int:
        """The entry whose state an undo or rewind leads back to.  Raises `Refusal`."""
        rule = self.game.gm_rule
        if isinstance(order, Rewind):
            if not 0 <= order.to < len(self.links):
                last = len(self.links) - 1
                raise Refusal(rule, f"there is no entry #{order.to}; the last one is #{last}")
            return self.resolve(order.to)
        live = self.live()
        if seat:
            return self._taken_back(seat, live, order.count)
        if not 1 <= order.count <= len(live):
            raise Refusal(
                rule, f"{order.count} entries cannot be taken back; {len(live)} are in force"
            )
        return self.links[live[-order.count].number].parent

    def _taken_back(self, seat: Seat, live: list[Entry], count: int) -> int:
        """Where so many undos of a seat, one after the other, lead to.  Raises `Refusal`."""
        to = self.head
        for _ in range(count):
            number = self.game.undoes(self.states[to], live, seat)
            to = self.links[number].parent
            live = [entry for entry in live if entry.number < number]
        return to

    def append(self, entry: LogEntry) -> None:
        """Take an entry into the log; the state follows it."""
        if entry.number != len(self.links):
            raise ValueError(f"entry #{entry.number} does not follow #{len(self.links) - 1}")
        if entry.to is None:
            self.states[entry.number] = fold(self.game, self.states[entry.parent], entry.events)
        self.links.append(entry.link)


def fold(game: Game[Any], state: Any, events: Iterable[Event]) -> Any:
    """The state after these events."""
    return reduce(game.apply, events, state)
