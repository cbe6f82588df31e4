"""The Courts of Candle'Bre as a `Game`: the members of the protocol, each delegating."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.border.game import Entry, Option, from_methods
from rules.border.plans import Act, Body, Deed
from rules.border.questions import bounded_questions
from rules.candlebre import events, lore, orders, plans, standing, state, units
from rules.candlebre.adjudicate import adjudicate, undoes
from rules.candlebre.apply import apply
from rules.candlebre.attributes import expect
from rules.candlebre.court.alliances import closed, offered
from rules.candlebre.events import war
from rules.candlebre.legal import legal
from rules.candlebre.lore import Lore
from rules.candlebre.odds import meetings
from rules.candlebre.odds.odds import odds
from rules.candlebre.play.opponent import LEVELS, Opponent
from rules.candlebre.realm.options import OPTIONS, read_settings
from rules.candlebre.realm.setup import create
from rules.candlebre.state import State
from rules.candlebre.telling.describe import describe
from rules.candlebre.telling.luck import luck
from rules.candlebre.telling.news import news
from rules.candlebre.telling.picture import picture
from rules.candlebre.telling.report import report
from rules.candlebre.telling.short.brief import brief
from rules.candlebre.telling.short.cards import card, card_names, factions, price_list
from rules.candlebre.telling.short.compact import compact
from rules.candlebre.telling.short.fronts import fronts
from rules.candlebre.telling.short.idle import idle
from rules.candlebre.telling.short.roll import roll
from rules.candlebre.telling.short.situation import situation, waiting
from rules.candlebre.telling.short.tally import losses, tally
from rules.candlebre.telling.starter import STARTER
from rules.candlebre.telling.summary import summary
from rules.candlebre.telling.things import nouns, things
from rules.candlebre.telling.view import moment, view
from rules.candlebre.telling.why import why
from rules.candlebre.telling.yearbook import yearbook
from rules.display.telling import Card, Compact, Offered, Roll, Tally, Yearbook
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line.adjudication import Adjudication, Dice
from rules.line.codec import dataclasses_of
from rules.line.common import Finding
from rules.line.events import DiceLoaded, Ended, Event, PhaseBegan
from rules.line.flow import Outcome, seat_name
from rules.line.orders import GM, Order, Seat
from rules.numbers.luck import Thrown


@bounded_questions("CB-BOUND-4")
class Candlebre:
    """CB-SCOPE-1, CB-SCOPE-2: sixty provinces, two to five seats, nine steps to a turn.

    CB-SCOPE-3: nothing is hidden from anybody.  CB-SCOPE-4: no seat plays by itself.
    """

    id = "candlebre"
    title = "The Courts of Candle'Bre"
    prefix = "CB"
    gm_rule = "CB-GM-1"
    options: tuple[Option, ...] = OPTIONS
    blank = State()
    types: tuple[type, ...] = dataclasses_of(lore, units, standing, state, orders, events, war)
    set_up: tuple[str, ...] = ("setup",)
    starter: tuple[str, ...] = STARTER

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """CB-OPT-1: two to five."""
        return tuple(range(1, read_settings(options).seats + 1))

    def seat_name(self, state: State, seat: Seat) -> str:
        """Glossary: `army 1` ... `army 5`."""
        return seat_name(seat)

    def moment(self, state: State) -> str:
        """CB-BOARD-1: `round 3, combat, army 1 to play`."""
        return moment(state)

    def closes_report(self, event: Event) -> bool:
        """CB-TURN-5: a phase, a turn or the game is over."""
        return isinstance(event, PhaseBegan | Ended)

    def known_to(self, event: Event, before: State) -> tuple[Seat, ...] | None:
        """CB-SCOPE-3: everybody knows everything."""
        return None

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """CB-DICE-4, CB-SETUP-1: a case begins like any match."""
        adj = Adjudication(self.blank, GM, dice, apply)
        if tray:
            adj.emit(DiceLoaded(tray))
        create(adj, options, library if isinstance(library, Lore) else Lore())
        return adj.finish()

    def adjudicate(
        self, state: State, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        """Section 6."""
        return adjudicate(state, seat, line, dice)

    def apply(self, state: State, event: Event) -> State:
        """The next state."""
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Section 9."""
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """CB-TURN-12: the seat in `turn`, always."""
        return () if state.flow.outcome is not None else (state.flow.turn,)

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        """CB-ORDER-9."""
        return undoes(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        """CB-LEGAL-1."""
        return legal(state, seat, unit)

    def names(self, state: State) -> tuple[str, ...]:
        """CB-ORDER-2: provinces by name and code."""
        return tuple(word for site in state.sites for word in (site.name, site.code))

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """Provinces, then leaders that live."""
        leaders = tuple(one.ref for one in state.leaders if not one.dead)
        return (*(site.name for site in state.sites), *leaders)

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        """Section 10."""
        return view(state, form)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        """CB-BOARD-7."""
        return picture(state)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What stands in a province and near it, or where a leader is."""
        return describe(state, reference)

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """13.5: what an attack or a fight would bring."""
        return odds(state, seat, order)

    def can_attack(
        self, state: State, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """Could one attack another from where both stand?"""
        return meetings.can_attack(state, name, target)

    def compared(
        self, state: State, viewer: Seat | None, one: str, other: str, place: str = ""
    ) -> tuple[str, ...]:
        """A province or units against others: a battle before it is joined."""
        return meetings.compared(state, viewer, one, other)

    def threats(self, state: State, viewer: Seat | None, name: str) -> tuple[str, ...]:
        """From where a province could be attacked, and how likely it would fall."""
        return meetings.threats(state, viewer, name)

    terms = plans.TERMS

    def bodies(self, state: State, viewer: Seat | None) -> tuple[Body, ...]:
        """What a plan can name."""
        return plans.bodies(state, viewer)

    def apart(
        self, state: State, viewer: Seat | None, one: str, other: str, at: str = ""
    ) -> int | None:
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

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        """CB-BOARD-6."""
        return report(event, before)

    def brief(
        self, state: State, orders: Sequence[Order], events: Sequence[Event], viewer: Seat | None
    ) -> tuple[Line, ...]:
        """CB-BOARD-6, CB-SCOPE-3: what a line of orders brought, in few lines, for everybody."""
        return brief(state, events)

    def luck(self, state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
        """What the dice of an order brought, and what they could have brought."""
        return luck(state, events)

    def summary(
        self, state: State, events: Sequence[Event], viewer: Seat | None
    ) -> tuple[str, ...]:
        """What a phase or a turn has brought."""
        return summary(state, events)

    def situation(self, state: State, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
        """What a seat that is called should know now."""
        return situation(state, seat)

    def waiting(self, state: State, seat: Seat, viewer: Seat | None) -> str:
        """What of its own could still act in this step."""
        return waiting(state, seat)

    def compact(self, state: State, viewer: Seat | None, since: Any = None) -> Compact | None:
        """CB-BOARD-2, cut to what the seats hold."""
        return compact(state, since) if state.sites else None

    def fronts(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """A line for each own province with what lies beyond its borders."""
        return fronts(state, viewer)

    def roll(self, state: State, viewer: Seat | None, since: Any = None) -> Roll:
        """CB-BOARD-5, grouped."""
        return roll(state, since)

    def tally(self, before: Any, after: Any, viewer: Seat | None) -> Tally | None:
        """What a round brought each army."""
        return tally(before, after)

    def losses(self, before: Any, after: Any, viewer: Seat | None) -> Mapping[Seat, str]:
        """What each army lost between two states."""
        return losses(before, after)

    def news(self, before: State, after: State, viewer: Seat | None) -> tuple[str, ...]:
        """What changed for a seat: its lands, its army, its borders, the others."""
        return news(before, after, viewer)

    def yearbook(self, rounds: Sequence[tuple[int, Any]], viewer: Seat | None) -> Yearbook:
        """Provinces, honor and gold over time."""
        return yearbook(rounds)

    def card(self, state: State, viewer: Seat | None, name: str) -> Card | None:
        """A province, a leader, a type, a building, a tech, a House, a card of the Book."""
        return card(state, viewer, name)

    def card_names(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """Everything that has a card."""
        return card_names(state)

    def price_list(self, state: State, viewer: Seat | None, faction: str = "") -> tuple[str, ...]:
        """Types, buildings, research and missions with their prices."""
        return price_list(state, viewer, faction)

    def factions(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """CB-HOUSE-1: the Houses."""
        return factions(state)

    def idle(self, state: State) -> tuple[Seat, Order, str] | None:
        """CB-TURN-6: a step in which nothing can be done."""
        return idle(state)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        """An event unfolded."""
        return why(event, before)

    def offered(self, event: Event) -> Offered | None:
        """CB-ALLY-1: an alliance."""
        return offered(event)

    def closed(self, event: Event) -> tuple[Seat, Seat, str] | None:
        """CB-ALLY-4: how a proposal ended."""
        return closed(event)

    def things(self, state: State, viewer: Seat) -> tuple[Thing, ...]:
        """Leaders and forces, for the reader of free words."""
        return things(state)

    def nouns(self, state: State, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """CB-ORDER-2, CB-ORDER-3: names by class."""
        return nouns(state, viewer)

    def expect(self, state: State, text: str) -> Finding:
        """Section 3."""
        return expect(state, text)


GAME = from_methods(Candlebre())
