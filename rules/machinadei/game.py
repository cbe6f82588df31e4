"""Machina Dei as the referee knows it: the members of `Game`, delegating."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.border.game import Entry, Option, from_methods
from rules.border.plans import Act, Body, Deed
from rules.border.questions import bounded_questions
from rules.display.telling import Card, Compact, Reach, Roll, Tally, Traces
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line.adjudication import Dice
from rules.line.codec import dataclasses_of
from rules.line.common import Finding
from rules.line.events import Event
from rules.line.flow import Outcome, closes_report, moment, seat_name
from rules.line.orders import Order, Seat
from rules.machinadei import adjudicate as orders_of_a_line
from rules.machinadei import (
    apply,
    attributes,
    events,
    legal,
    naming,
    orders,
    overrides,
    plans,
    statblock,
    state,
)
from rules.machinadei.army.starter import STARTER
from rules.machinadei.options import OPTIONS, create
from rules.machinadei.search import foresight
from rules.machinadei.search.odds import odds
from rules.machinadei.search.opponent import LEVELS, Opponent
from rules.machinadei.sequence import turns
from rules.machinadei.state import State
from rules.machinadei.telling import card as cards
from rules.machinadei.telling import idle as idling
from rules.machinadei.telling import report
from rules.machinadei.telling import situation as calls
from rules.machinadei.telling import tally as costs
from rules.machinadei.telling import view as looks
from rules.machinadei.telling import why as reasons
from rules.machinadei.telling.brief import brief
from rules.machinadei.telling.compact import compact
from rules.machinadei.telling.describe import describe
from rules.machinadei.telling.luck import luck
from rules.machinadei.telling.picture import picture
from rules.machinadei.telling.reach import reach
from rules.machinadei.telling.roll import roll
from rules.machinadei.telling.things import nouns, things
from rules.machinadei.telling.traces import traces
from rules.numbers.grid import cell_in
from rules.numbers.luck import Thrown


@bounded_questions("MD-BOUND-4")
class MachinaDei:
    """The stateless object that implements the protocol; each member is one line."""

    id = "machinadei"
    title = "Machina Dei"
    prefix = "MD"
    gm_rule = "MD-GM-3"
    options: tuple[Option, ...] = OPTIONS
    blank = State()
    types: tuple[type, ...] = dataclasses_of(statblock, state, orders, overrides, events)
    set_up: tuple[str, ...] = ("deploy",)
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
        return naming.names(state)

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """MD-INFO-1: everybody sees every unit."""
        return naming.references(state)

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        """Section 10."""
        return looks.view(state)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        """The board to draw, and the same in words."""
        return picture(state)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What is near a unit or a cell, in words."""
        return describe(state, reference)

    terms = plans.TERMS

    def bodies(self, state: State, viewer: Seat | None) -> tuple[Body, ...]:
        """What a plan can name."""
        return plans.bodies(state, viewer)

    def apart(
        self, state: State, viewer: Seat | None, one: str, other: str, at: str = ""
    ) -> Fraction | None:
        """How far apart two of them are."""
        return plans.apart(state, viewer, one, other, at)

    def deeds(self, state: State, seat: Seat, ref: str, act: Act) -> Iterator[Deed]:
        """What one of them could do by a standing order."""
        return plans.deeds(state, seat, ref, act)

    def foreseen(self, state: State, seat: Seat, ref: str, act: Act) -> State | None:
        """As if the time for it had come."""
        return plans.foreseen(state, seat, ref, act)

    def opponent(self, level: str) -> Opponent:
        """A practice opponent, `easy` or `hard`."""
        if level not in LEVELS:
            raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
        return Opponent(level)

    def threats(self, state: State, viewer: Seat | None, name: str) -> tuple[str, ...]:
        """What could charge, shoot or enchant a unit where it stands."""
        return foresight.threats(state, name)

    def can_charge(
        self, state: State, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """MD-CHARGE-1, from where both stand."""
        return foresight.can_charge(state, name, target)

    def compared(
        self,
        state: State,
        viewer: Seat | None,
        one: str,
        other: str,
        place: str = "",
    ) -> tuple[str, ...]:
        """Two units or types front to front, or one where it might stand."""
        return foresight.compared(state, one, other, cell_in(place, self.gm_rule))

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """The exact chances of a charge, a shot or a volley."""
        return odds(state, seat, order)

    def luck(self, state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
        """What the dice of an order brought, and what they could have brought."""
        return luck(state, events)

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

    def expect(self, state: State, text: str) -> Finding:
        """Section 3.4."""
        return attributes.expect(state, text)

    def brief(
        self, state: State, orders: Sequence[Order], events: Sequence[Event], viewer: Seat | None
    ) -> tuple[Line, ...]:
        """A line of orders and what came of it, in few words."""
        return brief(state, orders, events)

    def situation(self, state: State, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
        """What a seat that is called should know."""
        return calls.situation(state, seat)

    def waiting(self, state: State, seat: Seat, viewer: Seat | None) -> str:
        """Which units could still act."""
        return calls.waiting(state, seat)

    def compact(self, state: State, viewer: Seat | None, since: Any = None) -> Compact | None:
        """The board for a narrow screen."""
        return compact(state, since)

    def roll(self, state: State, viewer: Seat | None, since: Any = None) -> Roll:
        """The key, grouped."""
        return roll(state, since)

    def tally(self, before: State, after: State, viewer: Seat | None) -> Tally | None:
        """What a turn has brought."""
        return costs.tally(before, after)

    def losses(self, before: State, after: State, viewer: Seat | None) -> Mapping[Seat, str]:
        """What each army has lost between two states."""
        return costs.losses(before, after)

    def card(self, state: State, viewer: Seat | None, name: str) -> Card | None:
        """A unit or a type in full."""
        return cards.card(state, name)

    def card_names(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """Everything that has a card."""
        return cards.card_names(state)

    def price_list(self, state: State, viewer: Seat | None, faction: str = "") -> tuple[str, ...]:
        """MD-SETUP-2: what can be deployed."""
        return cards.price_list(state, faction)

    def factions(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """MD-SETUP-3: which factions there are."""
        return cards.factions(state)

    def idle(self, state: State) -> tuple[Seat, Order, str] | None:
        """A part of a phase in which no unit can do anything."""
        return idling.idle(state)

    def traces(
        self, before: State, events: Sequence[Event], after: State, viewer: Seat | None
    ) -> Traces:
        """What these events did, to be drawn."""
        return traces(before, events, after, viewer)

    def reach(self, state: State, viewer: Seat | None, name: str) -> Reach | None:
        """How far a unit goes and strikes."""
        return reach(state, viewer, name)


GAME = from_methods(MachinaDei())
