"""A match in memory: its log with the states, and how it goes on from its head."""

from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.branches import Branches
from bot.match.counted import as_counted, counted_by, fold, is_opened, path_of
from bot.match.entry import Carried, Link, Linked, LogEntry, Return, base_of, own_numbers
from rules.border.game import Game
from rules.line.adjudication import Dice, Die
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat

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


class Ahead(Frozen):
    """What events come to: the secret stretches that they belong to, and the state after them."""

    secret: tuple[str, ...]
    state: Any


@dataclass
class Match(Branches):
    """One played game: its log, what is known of the entries in it, and the state at its head.

    `states` caches states by entry number; a match opened from a store may know only some.
    """

    game: Game[Any]
    options: dict[str, str]
    states: dict[int, Any] = field(default_factory=dict)
    written: dict[int, LogEntry] = field(default_factory=dict)
    """Entries in full, where a match lives in memory alone (a case, a scene)."""
    _tried: tuple[Any, Seat, tuple[Order, ...], tuple[Event, ...]] | None = None
    _ahead: "tuple[Any, tuple[Event, ...], Ahead] | None" = None

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

    def ahead(self, events: tuple[Event, ...], state: Any) -> "Ahead":
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
