"""Rules Crusade as a `Game`: the members of the protocol, each delegating to its chapter."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.border.game import Entry, Option, from_methods
from rules.border.plans import Act, Body, Deed
from rules.border.questions import bounded_questions
from rules.display.telling import Card, Compact, Reach, Roll, Tally, Traces
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line import flow as shared
from rules.line.adjudication import Dice
from rules.line.codec import dataclasses_of
from rules.line.common import Finding
from rules.line.events import Event
from rules.line.flow import Outcome
from rules.line.orders import GM, Order, Seat
from rules.numbers.grid import cell_in
from rules.numbers.luck import Thrown
from rules.rulescrusade import events, orders, overrides, plans, sheets, state, words
from rules.rulescrusade.adjudicate import adjudicate
from rules.rulescrusade.apply import apply
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.expect import expect
from rules.rulescrusade.legal import legal
from rules.rulescrusade.play.odds import odds
from rules.rulescrusade.play.opponent import LEVELS, RulesCrusadeOpponent
from rules.rulescrusade.sequence.turns import taken_back
from rules.rulescrusade.setup.options import OPTIONS, lay_table
from rules.rulescrusade.sheets import CARDS
from rules.rulescrusade.starter import STARTER
from rules.rulescrusade.state import State, in_order
from rules.rulescrusade.telling.brief import brief
from rules.rulescrusade.telling.card import card, card_names, factions, price_list
from rules.rulescrusade.telling.charging import can_charge
from rules.rulescrusade.telling.compact import compact
from rules.rulescrusade.telling.describe import describe
from rules.rulescrusade.telling.duels import compared
from rules.rulescrusade.telling.idle import idle
from rules.rulescrusade.telling.luck import luck
from rules.rulescrusade.telling.picture import picture
from rules.rulescrusade.telling.reach import reach, threats
from rules.rulescrusade.telling.report import report
from rules.rulescrusade.telling.roll import roll
from rules.rulescrusade.telling.situation import situation, waiting
from rules.rulescrusade.telling.tally import losses, tally
from rules.rulescrusade.telling.things import nouns, things
from rules.rulescrusade.telling.traces import traces
from rules.rulescrusade.telling.view import view
from rules.rulescrusade.telling.why import why

WORDED = ("Mind Blast", "Mind Lance", "Projection")

TYPES = dataclasses_of(events, orders, overrides, sheets, state, words)


@bounded_questions("RC-BOUND-4")
class RulesCrusade:
    """RC-SCOPE-1: the whole of the original rules, by post, on a text board of 1-inch cells."""

    id = "rulescrusade"
    title = "Rules Crusade"
    prefix = "RC"
    gm_rule = "RC-GM-7"
    options: tuple[Option, ...] = OPTIONS
    types: tuple[type, ...] = TYPES
    blank = State()
    set_up: tuple[str, ...] = ("setup",)
    starter: tuple[str, ...] = STARTER

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """RC-SETUP-1: army 1, army 2, ... clockwise."""
        return tuple(range(1, int(options.get("seats", "2")) + 1))

    def seat_name(self, state: State, seat: Seat) -> str:
        return shared.seat_name(seat)

    def moment(self, state: State) -> str:
        """RC-BRD-8: the round and whose turn it is, or the stage of the set-up."""
        if state.flow.phase == "setup":
            turn = f", {shared.seat_name(state.flow.turn)}" if state.flow.turn else ""
            return f"setup, {state.stage}{turn}"
        if not state.flow.round:
            return ""
        return f"round {state.flow.round}, {shared.seat_name(state.flow.turn)}"

    def phase_name(self, state: State) -> str:
        """The set-up has a name; play is one phase."""
        return "" if state.flow.phase == "play" else state.flow.phase.capitalize()

    def closes_report(self, event: Event) -> bool:
        return shared.closes_report(event)

    def known_to(self, event: Event, before: State) -> tuple[Seat, ...] | None:
        """RC-VIEW-1: the seats that may know of it."""
        return event.known_to

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """RC-SETUP-7, RC-SETUP-9: a case begins in play, a match with the muster."""
        battle = Battle(self.blank, GM, dice, apply)
        lay_table(battle, options, library, scene, tray)
        return battle.finish()

    def adjudicate(
        self, state: State, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        """RC-ORD-8: the orders of a line, one after the other."""
        return adjudicate(state, seat, line, dice)

    def apply(self, state: State, event: Event) -> State:
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """RC-SETUP-13: who must act now."""
        if state.flow.outcome is not None or state.flow.phase == "over":
            return ()
        if state.flow.phase == "setup" and state.stage == "muster":
            waiting = (army for army in state.armies if not (army.ready or army.resigned))
            return tuple(army.seat for army in waiting)
        return (state.flow.turn,) if state.flow.turn else ()

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        return taken_back(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        return legal(state, seat, unit)

    def names(self, state: State) -> tuple[str, ...]:
        """RC-ORD-9: weapons, models, lists, cards, items and maps of this match.

        Cards that fixed forms name too (`mind blasts`, `ends the projection`) are read as words.
        """
        found = (
            *(weapon.name for weapon in state.weapons.values()),
            *(model.name for model in state.models.values()),
            *(force.name for force in state.library.lists),
            *(sheet.name for sheet in state.library.maps),
            *(card for card in CARDS if card not in WORDED),
            *(item.name for item in state.items if not item.name.startswith("body of")),
        )
        return tuple(dict.fromkeys(found))

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """RC-VIEW-2: models and chits that have a reference for this viewer, and sectors."""
        shown = [unit for unit in state.units.values() if unit.place in ("board", "reserve")]
        units = (unit.ref for unit in in_order(tuple(shown)))
        sectors = (
            f"{building.ref}.{sector.number}"
            for building in state.ground.buildings
            for sector in building.sectors
            if sector.standing
        )
        return (*units, *(building.ref for building in state.ground.buildings), *sectors)

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        return view(state, viewer, self.awaits(state))

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        return report(event, before, viewer)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        return why(event, before)

    def expect(self, state: State, text: str) -> Finding:
        return expect(state, text)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What stands somewhere and near it, in words."""
        return describe(state, viewer, reference)

    def things(self, state: State, viewer: Seat) -> tuple[Thing, ...]:
        """What a reader of orders may know to be on the table."""
        return things(state, viewer)

    def nouns(self, state: State, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """RC-ORD-9: the names of this match by what they name."""
        return nouns(state, viewer)

    def luck(self, state: State, events: Sequence[Event]) -> tuple[Thrown, ...]:
        """What the dice of an order brought, and what they could have brought."""
        return luck(state, events)

    def threats(self, state: State, viewer: Seat | None, name: str) -> tuple[str, ...]:
        """Who could shoot a model where it stands."""
        return threats(state, viewer, name)

    def can_charge(
        self, state: State, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """RC-CHARGE: could one model charge another from where both stand?"""
        return can_charge(state, viewer, name, target)

    def compared(
        self,
        state: State,
        viewer: Seat | None,
        one: str,
        other: str,
        place: str = "",
    ) -> tuple[str, ...]:
        """Two models or types against each other, or one from where it might stand."""
        return compared(state, viewer, one, other, cell_in(place, self.gm_rule))

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an attack would bring."""
        return odds(state, seat, order)

    terms = plans.TERMS

    def bodies(self, state: State, viewer: Seat | None) -> tuple[Body, ...]:
        """What a plan can name."""
        return plans.bodies(state, viewer)

    def is_lost(self, state: State, viewer: Seat | None, ref: str) -> bool:
        """Is a model gone for good?"""
        return plans.is_lost(state, viewer, ref)

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

    def opponent(self, level: str) -> RulesCrusadeOpponent:
        """A practice opponent, `easy` or `hard`."""
        if level not in LEVELS:
            raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
        return RulesCrusadeOpponent(level)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        return picture(state, viewer, self.awaits(state))

    def brief(
        self, state: State, orders: Sequence[Order], events: Sequence[Event], viewer: Seat | None
    ) -> tuple[Line, ...]:
        """A line of orders and what came of it, in few words."""
        return brief(state, orders, events, viewer)

    def situation(self, state: State, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
        """What a seat that is called should know."""
        return situation(state, seat, viewer)

    def waiting(self, state: State, seat: Seat, viewer: Seat | None) -> str:
        """Who has not been activated yet."""
        return waiting(state, seat, viewer)

    def compact(self, state: State, viewer: Seat | None, since: Any = None) -> Compact | None:
        """The board for a narrow screen."""
        return compact(state, viewer, since)

    def roll(self, state: State, viewer: Seat | None, since: Any = None) -> Roll:
        """The key, grouped."""
        return roll(state, viewer, since)

    def tally(self, before: State, after: State, viewer: Seat | None) -> Tally | None:
        """What a round has brought."""
        return tally(before, after, viewer)

    def losses(self, before: State, after: State, viewer: Seat | None) -> Mapping[Seat, str]:
        """Who has been killed or knocked out between two states."""
        return losses(before, after, viewer)

    def card(self, state: State, viewer: Seat | None, name: str) -> Card | None:
        """A model, a type or a weapon in full."""
        return card(state, viewer, name)

    def card_names(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """Everything that has a card."""
        return card_names(state, viewer)

    def price_list(self, state: State, viewer: Seat | None, faction: str = "") -> tuple[str, ...]:
        """RC-SETUP-9: what can be mustered."""
        return price_list(state, viewer, faction)

    def factions(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """RC-SETUP-9: the lists."""
        return factions(state)

    def idle(self, state: State) -> tuple[Seat, Order, str] | None:
        """A turn in which no model can act."""
        return idle(state)

    def traces(
        self, before: State, events: Sequence[Event], after: State, viewer: Seat | None
    ) -> Traces:
        """What these events did, to be drawn."""
        return traces(before, events, after, viewer)

    def reach(self, state: State, viewer: Seat | None, name: str) -> Reach | None:
        """How far a unit goes and strikes."""
        return reach(state, viewer, name)


GAME = from_methods(RulesCrusade())
