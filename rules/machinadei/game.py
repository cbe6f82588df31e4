"""Machina Dei as the referee knows it: the members of `rules.game.Game`, delegating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

from rules.events import Event
from rules.flow import Outcome, closes_report, moment, seat_name
from rules.game import Answer, Dice, Entry, Option, Seat
from rules.machinadei import adjudicate as orders_of_a_line
from rules.machinadei import apply, events, legal, orders, overrides, statblock, state
from rules.machinadei.army.creating import create
from rules.machinadei.army.starter import STARTER
from rules.machinadei.naming import attributes, vocabulary
from rules.machinadei.naming.things import nouns, things
from rules.machinadei.options import OPTIONS
from rules.machinadei.search.odds import odds
from rules.machinadei.search.opponent import LEVELS, Opponent
from rules.machinadei.sequence import turns
from rules.machinadei.state import State
from rules.machinadei.telling import report
from rules.machinadei.telling import view as looks
from rules.machinadei.telling import why as reasons
from rules.machinadei.telling.describe import describe
from rules.machinadei.telling.picture import picture
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


class MachinaDei:
    """The stateless object that implements the protocol; each member is one line."""

    id = "machinadei"
    title = "Machina Dei"
    prefix = "MD"
    gm_rule = "MD-GM-3"
    options: tuple[Option, ...] = OPTIONS
    blank = State()
    types: tuple[type, ...] = dataclasses_of(statblock, state, orders, overrides, events)
    starter: tuple[str, ...] = STARTER

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Two armies."""
        return (1, 2)

    def seat_name(self, state: State, seat: Seat) -> str:
        """`army 1`."""
        return seat_name(seat)

    def things(self, state: State, viewer: Seat) -> tuple[Thing, ...]:
        """The units in play; nothing is hidden in this system."""
        return things(state)

    def nouns(self, state: State, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """The names of this battle by class."""
        return nouns(state, viewer)

    def moment(self, state: State) -> str:
        """`round 2, move phase, army 1`."""
        return moment(state.flow)

    def closes_report(self, event: Event) -> bool:
        """The end of a seat's part, of a phase, of the battle."""
        return closes_report(event)

    def known_to(self, event: Event, before: State) -> tuple[Seat, ...] | None:
        """MD-INFO-1: everything is open."""
        return None

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """MD-SETUP-1; a scene begins in the deployment like a battle."""
        return create(options, library, tray)

    def adjudicate(
        self, state: State, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        """Section 6."""
        return orders_of_a_line.adjudicate(state, seat, line, dice)

    def apply(self, state: State, event: Event) -> State:
        """The next state."""
        return apply.apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Section 9."""
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """MD-SEQ-11."""
        return turns.awaits(state)

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        """MD-ORD-8."""
        return orders_of_a_line.undoes(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        """MD-LEGAL-1."""
        return legal.legal(state, seat, unit)

    def names(self, state: State) -> tuple[str, ...]:
        """MD-ORD-7."""
        return vocabulary.names(state)

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """MD-INFO-1: everybody sees every unit."""
        return vocabulary.references(state)

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        """Section 10."""
        return looks.view(state)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        """The board to draw, and the same in words."""
        return picture(state)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What is near a unit or a cell, in words."""
        return describe(state, reference)

    def opponent(self, level: str) -> Opponent:
        """A practice opponent, `easy` or `hard`."""
        if level not in LEVELS:
            raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
        return Opponent(level)

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """The exact chances of a charge, a shot or a volley."""
        return odds(state, seat, order)

    def summary(
        self, state: State, events: Sequence[Event], viewer: Seat | None
    ) -> tuple[str, ...]:
        """What a phase has brought."""
        return report.summary(state, events)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        """Section 7.10."""
        return report.report(event, before)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        """An event unfolded."""
        return reasons.why(event, before)

    def expect(self, state: State, text: str) -> Answer:
        """Section 3.4."""
        return attributes.expect(state, text)


GAME = MachinaDei()
