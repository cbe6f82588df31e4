"""Crusade 7th edition as the referee knows it: the members of `Game`, delegating."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.border.game import Entry, Option, from_methods
from rules.border.plans import Act, Body, Deed
from rules.border.questions import bounded_questions
from rules.crusade7 import adjudicate as orders_of_a_line
from rules.crusade7 import apply, attributes, events, legal, orders, overrides, plans, state
from rules.crusade7.army import statblock
from rules.crusade7.army.options import OPTIONS, with_defaults
from rules.crusade7.army.starter import STARTER
from rules.crusade7.search.opponent import Opponent
from rules.crusade7.sequence import phases
from rules.crusade7.setup import setup
from rules.crusade7.state import PHASE_NAMES, State
from rules.crusade7.telling import calling, luck, odds, picture, report, things, vocabulary, why
from rules.crusade7.telling import view as looks
from rules.crusade7.telling.brief.brief import brief
from rules.crusade7.telling.card.card import card, card_names
from rules.crusade7.telling.card.prices import factions, price_list
from rules.crusade7.telling.compact import compact
from rules.crusade7.telling.describe import describe
from rules.crusade7.telling.idle import idle
from rules.crusade7.telling.reach import reach
from rules.crusade7.telling.roll import roll
from rules.crusade7.telling.summary import summary
from rules.crusade7.telling.tally import losses, tally
from rules.crusade7.telling.threats import can_charge, compared, threats
from rules.crusade7.telling.traces import traces
from rules.display.telling import Card, Compact, Reach, Roll, Tally, Traces
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line.adjudication import Dice
from rules.line.codec import dataclasses_of
from rules.line.common import Finding
from rules.line.events import Event
from rules.line.flow import Outcome, closes_report, moment, seat_name
from rules.line.orders import Order, Seat
from rules.numbers.grid import cell_in
from rules.numbers.luck import Thrown


@bounded_questions("C7-BOUND-4")
class Crusade7:
    """The stateless object that implements the protocol; each member is one line."""

    id = "crusade7"
    title = "Crusade 7th Edition"
    prefix = "C7"
    gm_rule = "C7-GM-1"
    options: tuple[Option, ...] = OPTIONS
    blank = State()
    types: tuple[type, ...] = dataclasses_of(statblock, state, orders, overrides, events)
    set_up: tuple[str, ...] = ("setup",)
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

    def phase_name(self, state: State) -> str:
        """C7-TURN-1: `Heavy Support Fight`."""
        return PHASE_NAMES.get(state.flow.phase, "")

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

    def reach(self, state: State, viewer: Seat | None, name: str) -> Reach | None:
        """How far a unit goes and strikes."""
        return reach(state, viewer, name)

    def traces(
        self, before: State, events: Sequence[Event], after: State, viewer: Seat | None
    ) -> Traces:
        """What a turn did, to be drawn over the board."""
        return traces(before, events, after, viewer)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        """The board to draw, and the same in words."""
        return picture.picture(state, viewer)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What is near a unit or a cell, in words."""
        return describe(state, viewer, reference)

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an attack, a spell or a psionic test would bring."""
        return odds.odds(state, seat, order)

    def threats(self, state: State, viewer: Seat | None, name: str) -> tuple[str, ...]:
        """What could strike a unit where it stands."""
        return threats(state, viewer, name)

    def compared(
        self,
        state: State,
        viewer: Seat | None,
        one: str,
        other: str,
        place: str = "",
    ) -> tuple[str, ...]:
        """Each attack of one unit on another, beside it or from a place."""
        return compared(state, viewer, one, other, cell_in(place, self.gm_rule))

    def can_charge(
        self, state: State, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """Could one unit charge another?"""
        return can_charge(state, viewer, name, target)

    terms = plans.TERMS

    def bodies(self, state: State, viewer: Seat | None) -> tuple[Body, ...]:
        """The units that a plan can name."""
        return plans.bodies(state, viewer)

    def apart(
        self, state: State, viewer: Seat | None, one: str, other: str, at: str = ""
    ) -> int | None:
        """C7-GEO-4."""
        return plans.apart(state, viewer, one, other, at)

    def deeds(self, state: State, seat: Seat, ref: str, act: Act) -> Iterator[Deed]:
        """What a unit could do by a standing order."""
        return plans.deeds(state, seat, ref, act)

    def foreseen(self, state: State, seat: Seat, ref: str, act: Act) -> State | None:
        """As if the phase for it had come."""
        return plans.foreseen(state, seat, ref, act)

    def opponent(self, level: str) -> Opponent:
        """A practice opponent."""
        return Opponent(level)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        """Section 10.5."""
        return report.report(event, before, viewer)

    def luck(self, state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
        """What the dice of an order brought, and what they could have brought."""
        return luck.luck(state, events)

    def summary(
        self, state: State, events: tuple[Event, ...], viewer: Seat | None
    ) -> tuple[str, ...]:
        """What a phase or a round has brought."""
        return summary(state, tuple(events), viewer)

    def brief(
        self, state: State, orders: Sequence[Order], events: Sequence[Event], viewer: Seat | None
    ) -> tuple[Line, ...]:
        """An entry in few lines."""
        return brief(state, orders, events, viewer)

    def situation(self, state: State, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
        """Who may act with what, CP, what hinders whom."""
        return calling.situation(state, seat, viewer)

    def waiting(self, state: State, seat: Seat, viewer: Seat | None) -> str:
        """Who could still act."""
        return calling.waiting(state, seat, viewer)

    def compact(
        self, state: State, viewer: Seat | None, since: State | None = None
    ) -> Compact | None:
        """The board for a narrow screen."""
        return compact(state, viewer, since)

    def roll(self, state: State, viewer: Seat | None, since: State | None = None) -> Roll:
        """The grouped key."""
        return roll(state, viewer, since)

    def tally(self, before: State, after: State, viewer: Seat | None) -> Tally | None:
        """What a round has brought."""
        return tally(before, after, viewer)

    def losses(self, before: State, after: State, viewer: Seat | None) -> Mapping[Seat, str]:
        """Whom each army has lost."""
        return losses(before, after, viewer)

    def idle(self, state: State) -> tuple[Seat, Order, str] | None:
        """The army that can only pass."""
        return idle(state)

    def skip(self, state: State, seat: Seat) -> tuple[Order, str] | None:
        """Where only tactics are possible: on to the next Move Phase."""
        return calling.until_move(state, seat)

    def card(self, state: State, viewer: Seat | None, name: str) -> Card | None:
        """A unit or a type in full."""
        return card(state, viewer, name)

    def card_names(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """What has a card."""
        return card_names(state, viewer)

    def price_list(self, state: State, viewer: Seat | None, faction: str = "") -> tuple[str, ...]:
        """What can be bought."""
        return price_list(state, viewer, faction)

    def factions(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """C7-SETUP-2: which factions there are."""
        return factions(state)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        """An event unfolded."""
        return why.why(event, before)

    def expect(self, state: State, text: str) -> Finding:
        """Section 3.4."""
        return attributes.expect(state, text)


GAME = from_methods(Crusade7())
