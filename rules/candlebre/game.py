"""The Courts of Candle'Bre as a `Game`: the members of the protocol, each delegating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

from rules.adjudication import Adjudication
from rules.candlebre import events, lore, orders, standing, state, units, war_events
from rules.candlebre.adjudicate import adjudicate, undoes
from rules.candlebre.apply import apply
from rules.candlebre.attributes import expect
from rules.candlebre.legal import legal
from rules.candlebre.lore import Lore
from rules.candlebre.play.opponent import LEVELS, Opponent
from rules.candlebre.realm.options import OPTIONS, read_settings
from rules.candlebre.realm.setup import create
from rules.candlebre.state import State
from rules.candlebre.telling.describe import describe
from rules.candlebre.telling.picture import picture
from rules.candlebre.telling.report import report
from rules.candlebre.telling.starter import STARTER
from rules.candlebre.telling.summary import summary
from rules.candlebre.telling.things import nouns, things
from rules.candlebre.telling.view import moment, view
from rules.candlebre.telling.why import why
from rules.candlebre.war.odds import odds
from rules.events import DiceLoaded, Ended, Event, PhaseBegan
from rules.flow import Outcome, seat_name
from rules.game import GM, Answer, Dice, Entry, Option, Seat
from rules.orders import Order
from rules.things import Thing
from rules.view import Form, Picture, View


def dataclasses_of(*modules: ModuleType) -> tuple[type, ...]:
    """The dataclasses that these modules define, folders with those of their modules."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and is_dataclass(value)
        and value.__module__.startswith(module.__name__)
    )


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
    types: tuple[type, ...] = dataclasses_of(
        lore, units, standing, state, orders, events, war_events
    )
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

    def opponent(self, level: str) -> Opponent:
        """A practice opponent, `easy` or `hard`."""
        if level not in LEVELS:
            raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
        return Opponent(level)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        """CB-BOARD-6."""
        return report(event, before)

    def summary(
        self, state: State, events: Sequence[Event], viewer: Seat | None
    ) -> tuple[str, ...]:
        """What a phase or a turn has brought."""
        return summary(state, events)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        """An event unfolded."""
        return why(event, before)

    def things(self, state: State, viewer: Seat) -> tuple[Thing, ...]:
        """Leaders and forces, for the reader of free words."""
        return things(state)

    def nouns(self, state: State, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """CB-ORDER-2, CB-ORDER-3: names by class."""
        return nouns(state, viewer)

    def expect(self, state: State, text: str) -> Answer:
        """Section 3."""
        return expect(state, text)


GAME = Candlebre()
