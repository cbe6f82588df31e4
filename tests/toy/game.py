"""Three Houses as a `Game`: what the referee may ask of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from rules import common
from rules import flow as flows
from rules.adjudication import Adjudication
from rules.chapters import by_type
from rules.codec import dataclasses_of
from rules.events import (
    DiceLoaded,
    DrawAgreed,
    DrawOfferClosed,
    DrawOffered,
    Ended,
    Event,
    Overridden,
    PhaseBegan,
    Refused,
    Resigned,
    Rolled,
    Ruled,
    TurnPassed,
)
from rules.flow import Outcome
from rules.game import GM, Dice, Entry, Finding, Option, Seat
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from rules.view import Block, Disc, Form, Picture, Polygon, Span, Text, View, line
from tests.toy import adjudicate, events, orders
from tests.toy import state as states
from tests.toy.naming import seat_name
from tests.toy.state import RING, SEATS, State, neighbours

TYPES = dataclasses_of(orders, events, states)
START = (1, 0, 2, 0, 3, 3)


def of_own(event: events.OwnEvent) -> tuple[str, ...]:
    """What only this system tells."""
    match event:
        case events.Opened():
            return ("Three Houses stand around the ring",)
        case events.Planned(seat, start, goal):
            return (f"{seat_name(seat)} plans: {start} to {goal}",)
        case events.PlansReady(seat):
            return (f"{seat_name(seat)} has made its plans",)
        case events.PlansShown(_, marches):
            shown = "; ".join(f"{seat_name(s)}: {a} to {b}" for s, a, b in marches)
            return (f"plans: {shown or 'none'}",)
        case events.Fought(seat, province, face, needed):
            how = "falls to" if event.taken else "holds against"
            return (f"{province} {how} {seat_name(seat)} ({face}, {needed} needed)",)
        case events.RelicHidden(seat, province):
            return (f"{seat_name(seat)} learns: the relic lies in {province}",)
        case events.HalfShown(half):
            return (f"the relic lies in {', '.join(half)}",)
        case events.RelicShown(province):
            return (f"the relic lies in {province}",)
        case events.HolderSet(province, seat):
            return (f"{province} now belongs to {seat_name(seat) if seat else 'nobody'}",)
        case _:
            assert_never(event)


def of_common(event: events.CommonEvent) -> tuple[str, ...]:
    """What every system tells."""
    match event:
        case Rolled(die, face, why, loaded):
            return (f"{why}: {die} shows {face}{' (loaded)' if loaded else ''}",)
        case PhaseBegan(number, phase):
            return (f"round {number}, {phase} phase",)
        case TurnPassed(seat):
            return (f"{seat_name(seat)} to act",) if seat else ()
        case DrawOffered(seat):
            return (f"{seat_name(seat)} offers a draw",)
        case DrawAgreed() | DrawOfferClosed() | DiceLoaded() | Ruled() | Overridden():
            return ()
        case Resigned(seat):
            return (f"{seat_name(seat)} gives up",)
        case Ended(_, how, winners):
            won = ", ".join(map(seat_name, winners)) or "nobody"
            return (f"the match is over: {how}, {won} wins",)
        case Refused(rule, why):
            return (f"refused, {rule}: {why}",)
        case _:
            assert_never(event)


REPORT = by_type(of_own, of_common)
"""Every event by its type."""


class Toy:
    """TY-SCOPE-1: three seats, 1 and 2 a team; six provinces in a ring; three rounds."""

    id = "toy"
    title = "Three Houses"
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
        adj = Adjudication(state, seat, dice, states.apply)
        adjudicate.line(adj, line)
        return adj.finish()

    def apply(self, state: State, event: Event) -> State:
        return states.apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        return adjudicate.awaits(state)

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        return adjudicate.undoes(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        """Every order that would be accepted now."""
        if state.flow.outcome is not None or seat in state.flow.gone or seat == GM:
            return
        offer = state.flow.offer
        tried: list[Order] = [
            *(orders.March(one, to) for one in RING for to in neighbours(one)),
            *(orders.Raid(one) for one in RING),
            orders.RevealRelic(False),
            orders.RevealRelic(True),
            EndPhase(),
            Resign(),
            *((AcceptDraw(), DeclineDraw()) if offer not in (0, seat) else ()),
            *(() if offer else (OfferDraw(),)),
        ]
        for order in tried:
            if unit is not None and unit.lower() not in str(order).lower():
                continue
            try:
                self.adjudicate(state, seat, (order,), lambda die: die.faces[-1])
            except adjudicate.Refusal:
                continue
            yield order

    def names(self, state: State) -> tuple[str, ...]:
        return RING

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        return RING

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        """The ring, one province a line; a plan and the relic for those who know of them."""
        rows = []
        for province, holder in state.holders:
            known = viewer in (GM, state.finder) or state.shown == (province,)
            marks = " *" if state.relic and province == state.relic and known else ""
            plans = [
                f" -> {goal}"
                for seat, start, goal in state.plans
                if start == province and viewer in (GM, seat)
            ]
            tone = f"seat{holder}" if holder else ""
            name = seat_name(holder) if holder else "nobody"
            rows.append((Span(f"{province:16}"), Span(name + marks + "".join(plans), tone, True)))
        counts = [line(f"{seat_name(seat)}: {len(state.held(seat))}") for seat in SEATS]
        title = Block("title", (line(self.title, strong=True),))
        return View(
            (title, Block("board", tuple(rows), fence="plain"), Block("key", tuple(counts)))
        )

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        """The ring as two rows of three provinces."""
        shapes: list[Any] = []
        for at, (province, holder) in enumerate(state.holders):
            row, column = (0, at) if at < 3 else (1, 5 - at)
            top, left = 1000 * row + 50, 1000 * column + 50
            corners = ((top, left), (top, left + 900), (top + 900, left + 900), (top + 900, left))
            shapes.append(Polygon(corners, f"seat{holder}" if holder else "paper"))
            shapes.append(Text((top + 200, left + 450), province, 110))
            if holder:
                shapes.append(Disc((top + 600, left + 450), 200, f"seat{holder}", str(holder)))
        words = ", ".join(
            f"{one}: {seat_name(held) if held else 'nobody'}" for one, held in state.holders
        )
        return Picture(2, 3, tuple(shapes), words, grid=False)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        """One sentence, if the viewer may know of it."""
        known = event.known_to
        if known is not None and viewer != GM and viewer not in known:
            return ()
        return REPORT[type(event)](event)

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


GAME = Toy()
