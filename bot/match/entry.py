"""What stands in the log of a match: entries in full, their links, and where one goes back to."""

import re
from typing import Protocol

from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat

PASSED = "it passes by itself"
"""The reason of an order that the referee files for a seat which can do nothing else."""

DEALT = "starter"
"""Who files the lines of a ready-made battle, before anybody plays."""

BY_PLAN = re.compile(r"[tp][0-9.]+o(?:/.*)?")
"""The keys of orders that a plan filed: at a missed deadline (`t...`), or when its time came."""

Carried = tuple[tuple[int, int], ...]
"""Entries that an undo carried along, oldest first, each with how many of its events are its."""


class LogEntry(Frozen):
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
            self.reason == PASSED,
        )


class Link(Frozen):
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
    passed: bool = False
    """Did the referee pass a phase in which the seat could do nothing?"""


def is_by_plan(entry: LogEntry) -> bool:
    """Was it filed by the plan that its player had left?"""
    return BY_PLAN.fullmatch(entry.key) is not None


def is_dealt(entry: LogEntry) -> bool:
    """Does it belong to the set-up of a ready-made battle?"""
    return entry.holder == DEALT


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


class Return(Frozen):
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
