"""Rules Crusade as a `Game`: the members of the protocol, each delegating to its chapter."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

from rules import flow as shared
from rules.events import Event
from rules.flow import Outcome
from rules.game import GM, Answer, Dice, Entry, Option, Seat
from rules.orders import Order
from rules.rulescrusade import (
    events_fight,
    events_table,
    events_turns,
    orders,
    orders_fight,
    orders_mind,
    orders_units,
    overrides,
    sheets,
    state,
    words,
)
from rules.rulescrusade.apply import apply
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.describe import describe
from rules.rulescrusade.gm.expect import expect
from rules.rulescrusade.gm.override import override
from rules.rulescrusade.legal import legal
from rules.rulescrusade.picture import picture
from rules.rulescrusade.play.odds import odds
from rules.rulescrusade.play.opponent import LEVELS, RulesCrusadeOpponent
from rules.rulescrusade.report import report
from rules.rulescrusade.sequence.line import play_line
from rules.rulescrusade.sequence.undo import taken_back
from rules.rulescrusade.setup.options import OPTIONS, lay_table
from rules.rulescrusade.sheets import CARDS
from rules.rulescrusade.starter import STARTER
from rules.rulescrusade.state import State, in_order
from rules.rulescrusade.things import nouns, things
from rules.rulescrusade.view import view
from rules.rulescrusade.why import why
from rules.things import Thing
from rules.view import Form, Picture, View

WORDED = ("Mind Blast", "Mind Lance", "Projection")

TYPES = tuple(
    value
    for module in (
        *(events_fight, events_table, events_turns),
        *(orders, orders_fight, orders_mind, orders_units),
        *(overrides, sheets, state, words),
    )
    for value in vars(module).values()
    if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__
)


class RulesCrusade:
    """RC-SCOPE-1: the whole of the original rules, by post, on a text board of 1-inch cells."""

    id = "rulescrusade"
    title = "Rules Crusade"
    prefix = "RC"
    gm_rule = "RC-GM-7"
    options: tuple[Option, ...] = OPTIONS
    types: tuple[type, ...] = TYPES
    blank = State()
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
        return f"round {state.flow.round}, {shared.seat_name(state.flow.turn)}"

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
        battle = Battle(state, seat, dice, apply)
        if seat == GM:
            for order in line:
                override(battle, order)
        else:
            play_line(battle, line)
        return battle.finish()

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

    def expect(self, state: State, text: str) -> Answer:
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

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an attack would bring."""
        return odds(state, seat, order)

    def opponent(self, level: str) -> RulesCrusadeOpponent:
        """A practice opponent, `easy` or `hard`."""
        if level not in LEVELS:
            raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
        return RulesCrusadeOpponent(level)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        return picture(state, viewer, self.awaits(state))


GAME = RulesCrusade()
