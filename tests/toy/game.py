"""Three Houses as a `Game`: what the referee may ask of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.border.game import Entry, Option, from_methods
from rules.display.view import Form, Picture, View
from rules.line import common
from rules.line import flow as flows
from rules.line.adjudication import Adjudication, Dice
from rules.line.codec import dataclasses_of
from rules.line.common import Finding
from rules.line.events import Event, PhaseBegan
from rules.line.flow import Outcome
from rules.line.orders import Order, Seat
from tests.toy import adjudicate, events, orders
from tests.toy import state as states
from tests.toy.apply import apply
from tests.toy.legal import legal
from tests.toy.naming import seat_name
from tests.toy.state import RING, SEATS, State
from tests.toy.telling import view as views
from tests.toy.telling.report import report

TYPES = dataclasses_of(orders, events, states)
START = (1, 0, 2, 0, 3, 3)


class Toy:
    """TY-SCOPE-1: three seats, 1 and 2 a team; six provinces in a ring; three rounds."""

    id = "toy"
    title = views.TITLE
    prefix = "TY"
    gm_rule = "TY-GM-1"
    options: tuple[Option, ...] = ()
    types: tuple[type, ...] = TYPES
    blank = State()
    starter: tuple[str, ...] = ()

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        return SEATS

    def seat_name(self, state: State, seat: Seat) -> str:
        return seat_name(seat)

    def moment(self, state: State) -> str:
        return flows.moment(state.flow, seat_name)

    def closes_report(self, event: Event) -> bool:
        return flows.closes_report(event)

    def known_to(self, event: Event, before: State) -> tuple[Seat, ...] | None:
        return event.known_to

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """TY-SETUP-1: two provinces lie empty; House Cedar holds two, for it stands alone."""
        found: list[Event] = [events.Opened(tuple(zip(RING, START, strict=True)))]
        if tray:
            found.append(flows.DiceLoaded(tray))
        return (*found, PhaseBegan(1, "plan"))

    def adjudicate(
        self, state: State, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        adj = Adjudication(state, seat, dice, apply)
        adjudicate.line(adj, line)
        return adj.finish()

    def apply(self, state: State, event: Event) -> State:
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        return adjudicate.awaits(state)

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        return adjudicate.undoes(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        return legal(state, seat, unit)

    def names(self, state: State) -> tuple[str, ...]:
        return RING

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        return RING

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        return views.view(state, viewer)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        return views.shapes(state)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        return report(event, viewer)

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        return ("TY-PLAN-4",) if isinstance(event, events.Fought) else ()

    def expect(self, state: State, text: str) -> Finding:
        """`= Blackwater holder House Birch`, and the shared lines."""
        words = text.split()
        if (answer := common.expect_flow(state.flow, words, seat_name)) is not None:
            return answer
        for province in RING:
            if text.lower().startswith(f"{province.lower()} holder "):
                held = state.holder(province)
                found = seat_name(held) if held else "none"
                return common.compare(text[len(province) + 8 :], found)
        raise ValueError(f"not an expectation of this system: {text[:60]}")


GAME = from_methods(Toy())
