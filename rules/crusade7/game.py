"""Crusade 7th edition as the referee knows it: the members of `rules.game.Game`, delegating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

from rules.crusade7 import adjudicate as orders_of_a_line
from rules.crusade7 import apply, events, legal, orders, overrides, state
from rules.crusade7.army import setup, statblock
from rules.crusade7.army.options import OPTIONS, with_defaults
from rules.crusade7.army.starter import STARTER
from rules.crusade7.fight import odds
from rules.crusade7.naming import attributes, things, vocabulary
from rules.crusade7.sequence import phases
from rules.crusade7.state import State
from rules.crusade7.telling import picture, report, why
from rules.crusade7.telling import view as looks
from rules.crusade7.telling.describe import describe
from rules.events import Event
from rules.flow import Outcome, closes_report, moment, seat_name
from rules.game import Answer, Dice, Entry, Option, Seat
from rules.orders import Order
from rules.things import Thing
from rules.view import Form, Picture, View


def dataclasses_of(*modules: ModuleType) -> tuple[type, ...]:
    """The dataclasses that these modules define."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__
    )


class Crusade7:
    """The stateless object that implements the protocol; each member is one line."""

    id = "crusade7"
    title = "Crusade 7th Edition"
    prefix = "C7"
    gm_rule = "C7-GM-1"
    options: tuple[Option, ...] = OPTIONS
    blank = State()
    types: tuple[type, ...] = dataclasses_of(
        *(statblock, state, orders, overrides),
        *(events.army, events.field, events.fight, events.gm, events.magic, events.sequence),
    )
    starter: tuple[str, ...] = STARTER

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Two armies."""
        return (1, 2)

    def seat_name(self, state: State, seat: Seat) -> str:
        """`army 1`."""
        return seat_name(seat)

    def moment(self, state: State) -> str:
        """Round, phase and whose turn it is."""
        return moment(state.flow)

    def closes_report(self, event: Event) -> bool:
        """The end of a turn, of a phase, of the match."""
        return closes_report(event)

    def known_to(self, event: Event, before: State) -> tuple[Seat, ...] | None:
        """C7-SETUP-8."""
        return report.known_to(event, before)

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """C7-SETUP-1; a scene begins in the set-up like a battle: the GM puts units there."""
        return setup.create(with_defaults(options), library, tray)

    def adjudicate(
        self, state: State, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        """Chapter 6."""
        return orders_of_a_line.adjudicate(state, seat, line, dice)

    def apply(self, state: State, event: Event) -> State:
        """The next state."""
        return apply.apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Chapter 9."""
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """C7-TURN-2."""
        return phases.awaits(state)

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        """C7-ORDER-6."""
        return orders_of_a_line.undoes(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        """A generating set, lazily."""
        return legal.legal(state, seat, unit)

    def names(self, state: State) -> tuple[str, ...]:
        """C7-ORDER-9."""
        return vocabulary.names(state)

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """C7-ORDER-2."""
        return vocabulary.references(state, viewer)

    def things(self, state: State, viewer: Seat) -> tuple[Thing, ...]:
        """What the reader of orders may know."""
        return things.things(state, viewer)

    def nouns(self, state: State, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """The names of this match by class."""
        return things.nouns(state, viewer)

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        """Chapter 10."""
        return looks.view(state, viewer, form)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        """The board to draw, and the same in words."""
        return picture.picture(state, viewer)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What is near a unit or a cell, in words."""
        return describe(state, viewer, reference)

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an attack, a spell or a psionic test would bring."""
        return odds.odds(state, seat, order)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        """Section 10.5."""
        return report.report(event, before, viewer)

    def summary(
        self, state: State, events: tuple[Event, ...], viewer: Seat | None
    ) -> tuple[str, ...]:
        """What a phase or a round has brought."""
        return report.summary(state, events, viewer)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        """An event unfolded."""
        return why.why(event, before)

    def expect(self, state: State, text: str) -> Answer:
        """Section 3.4."""
        return attributes.expect(state, text)


GAME = Crusade7()
