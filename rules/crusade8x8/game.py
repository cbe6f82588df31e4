"""Crusade 8x8 as a `Game`: the members of the protocol, each delegating to its chapter."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.border.game import Entry, Option, from_methods
from rules.border.plans import Act, Body, Deed
from rules.border.questions import bounded_questions
from rules.crusade8x8 import events, orders, overrides, plans, state
from rules.crusade8x8.adjudicate import adjudicate
from rules.crusade8x8.apply import apply
from rules.crusade8x8.attributes import expect
from rules.crusade8x8.board import position
from rules.crusade8x8.board.position_text import read_position
from rules.crusade8x8.board.tables import tile_name
from rules.crusade8x8.legal import legal
from rules.crusade8x8.search.opponent import LEVELS, Opponent
from rules.crusade8x8.search.perft import count_lines
from rules.crusade8x8.sequence.turns import taken_back
from rules.crusade8x8.setup.data import PRESETS
from rules.crusade8x8.setup.setup import read_house, set_up
from rules.crusade8x8.state import State
from rules.crusade8x8.telling.brief import brief, situation, waiting
from rules.crusade8x8.telling.card import card, card_names, price_list, ready_made
from rules.crusade8x8.telling.compact import compact
from rules.crusade8x8.telling.describe import describe
from rules.crusade8x8.telling.duels import can_attack, compared
from rules.crusade8x8.telling.odds import odds
from rules.crusade8x8.telling.picture import picture
from rules.crusade8x8.telling.report import report
from rules.crusade8x8.telling.roll import roll
from rules.crusade8x8.telling.tally import losses
from rules.crusade8x8.telling.things import nouns, things
from rules.crusade8x8.telling.threats import threats
from rules.crusade8x8.telling.traces import traces
from rules.crusade8x8.telling.view import position_for, title, view
from rules.crusade8x8.telling.why import why
from rules.display.telling import Card, Compact, Roll, Tally, Traces
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line.adjudication import Adjudication, Dice
from rules.line.codec import dataclasses_of
from rules.line.common import Finding
from rules.line.events import DiceLoaded, Event
from rules.line.flow import Outcome, closes_report, moment, seat_name
from rules.line.orders import GM, Order, Seat


def limit(lowest: int) -> Callable[[str], str]:
    """C8-OPT-7, C8-OPT-8: `off`, or a number not below the lowest."""

    def check(value: str) -> str:
        fits = re.fullmatch(r"[0-9]{1,6}", value) and int(value) >= lowest
        return "" if value == "off" or fits else f"off or a number from {lowest}"

    return check


def duration(value: str) -> str:
    """C8-OPT-9: `off`, or a duration such as `30s`, `12h`, `3d`."""
    fits = value == "off" or re.fullmatch(r"[1-9][0-9]{0,4}[smhd]", value)
    return "" if fits else "off or a duration such as 30s, 12h, 3d"


OPTIONS = (
    Option(
        "setup",
        "dice",
        ("dice", "empty", *PRESETS),
        "C8-OPT-1",
        "how the armies come about",
        setup=True,
    ),
    Option("choices", "ask", ("ask", "auto"), "C8-OPT-2", "who chooses for the fives", setup=True),
    Option("placement", "auto", ("auto", "hidden"), "C8-OPT-3", "who places the units", setup=True),
    Option("sight", "over", ("over", "clear"), "C8-OPT-4", "may shots pass over a unit?"),
    Option("frozen", "tile", ("tile", "all"), "C8-OPT-5", "what a frozen unit cannot do"),
    Option("follow", "any", ("any", "command"), "C8-OPT-6", "when Rogues may follow"),
    Option("repetition", "3", (), "C8-OPT-7", "occurrences of a position that draw", limit(2)),
    Option("progress", "60", (), "C8-OPT-8", "turns without a capture that draw", limit(1)),
    Option("clock", "3d", (), "C8-OPT-9", "time for each turn", duration),
)

TYPES = dataclasses_of(events, position, orders, overrides, position, state)


@bounded_questions("C8-BOUND-4")
class Crusade8x8:
    """C8-SCOPE-1: two players, 64 tiles, nothing hidden after the setup, dice only there.

    C8-SCOPE-2: one action per turn, by post; it is checked, applied, and logged in its canonical
    notation.  C8-SCOPE-4: what the original rules leave open is decided in RULES.md, section 11.
    """

    id = "crusade8x8"
    title = "Crusade 8x8"
    prefix = "C8"
    gm_rule = "C8-GM-1"
    options = OPTIONS
    types: tuple[type, ...] = TYPES
    blank = State()
    set_up: tuple[str, ...] = ("choose", "place")
    starter = (
        'gm> position "2pbn3/1cvavwvwvavcv1/8/8/8/8/1C^A^W^W^A^C^1/2PBN3 w '
        'Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"',
    )

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        return (1, 2)

    def seat_name(self, state: State, seat: Seat) -> str:
        """`army 1`."""
        return seat_name(seat)

    def moment(self, state: State) -> str:
        """Round and whose turn it is; of what comes before play which part of it."""
        played = state.flow.phase == "play"
        return moment(replace(state.flow, phase="") if played else state.flow)

    def phase_name(self, state: State) -> str:
        """C8-PHASE-1: what comes before play has names; play itself is one phase."""
        return "" if state.flow.phase == "play" else state.flow.phase.capitalize()

    def closes_report(self, event: Event) -> bool:
        """The end of a turn, of a phase, of the match."""
        return closes_report(event)

    def known_to(self, event: Event, before: State) -> tuple[Seat, ...] | None:
        """C8-CHOICE-5, C8-PLACE-1: choices and placements are secret until both are in."""
        return event.known_to

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """Section 4; a case begins like any match."""
        adj = Adjudication(self.blank, GM, dice, apply)
        if tray:
            adj.emit(DiceLoaded(tray))
        set_up(adj, options)
        return adj.finish()

    def adjudicate(
        self, state: State, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        return adjudicate(state, seat, line, dice)

    def apply(self, state: State, event: Event) -> State:
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        return state.flow.outcome

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """C8-CHOICE-5, C8-PLACE-1, C8-TURN-1: both in secret, then the mover."""
        match state.flow.phase:
            case "choose":
                return tuple(seat for seat in (1, 2) if not state.choices[seat - 1])
            case "place":
                return tuple(seat for seat in (1, 2) if not state.done[seat - 1])
            case "play":
                return (state.position.side,)
            case _:
                return ()

    def timed(self, state: State) -> bool:
        """C8-FORF-4: the clock runs in phase `play` only."""
        return state.flow.phase == "play"

    def undoes(self, state: State, live: Sequence[Entry], seat: Seat) -> int:
        return taken_back(state, live, seat)

    def legal(self, state: State, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        return legal(state, seat, unit)

    def names(self, state: State) -> tuple[str, ...]:
        """C8-REF-4: units are named by type and tile; the types are words of the grammar."""
        return ()

    def references(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """The tiles on which this viewer sees a unit."""
        seen = position_for(state, viewer)
        return tuple(tile_name(tile) for tile in range(64) if not seen.is_open(tile))

    def things(self, state: State, viewer: Seat) -> tuple[Thing, ...]:
        return things(state, viewer)

    def nouns(self, state: State, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        return nouns(state, viewer)

    def view(self, state: State, viewer: Seat | None, form: Form) -> View:
        return view(state, viewer)

    def describe(self, state: State, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What lies on a tile and near it, in words."""
        return describe(state, viewer, reference)

    def report(self, event: Event, before: State, viewer: Seat | None) -> tuple[str, ...]:
        return report(event, viewer)

    def brief(
        self, state: State, orders: Sequence[Order], events: Sequence[Event], viewer: Seat | None
    ) -> tuple[Line, ...]:
        """A turn in one line."""
        return brief(state, orders, events, viewer)

    def situation(self, state: State, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
        """What the mover should know."""
        return situation(state, seat, viewer)

    def waiting(self, state: State, seat: Seat, viewer: Seat | None) -> str:
        """What is not placed yet."""
        return waiting(state, seat, viewer)

    def compact(
        self, state: State, viewer: Seat | None, since: State | None = None
    ) -> Compact | None:
        """The whole board, what changed marked."""
        return compact(state, viewer, since)

    def roll(self, state: State, viewer: Seat | None, since: State | None = None) -> Roll:
        """The key in few lines."""
        return roll(state, viewer, since)

    def tally(self, before: State, after: State, viewer: Seat | None) -> Tally | None:
        """A turn is too short for a table."""
        return None

    def losses(self, before: State, after: State, viewer: Seat | None) -> Mapping[Seat, str]:
        """Units and treasures that are gone."""
        return losses(before, after, viewer)

    def odds(self, state: State, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an action takes, and what could be taken then."""
        return odds(state, seat, order)

    def threats(self, state: State, viewer: Seat | None, name: str) -> tuple[str, ...]:
        """What could take a unit where it stands, or reach a tile."""
        return threats(state, viewer, name)

    def can_attack(
        self, state: State, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """Could one attack another from where both stand?"""
        return can_attack(state, name, target)

    def compared(
        self, state: State, viewer: Seat | None, one: str, other: str, place: str = ""
    ) -> tuple[str, ...]:
        """Two units or types: who takes whom."""
        return compared(state, viewer, one, other, place)

    def card(self, state: State, viewer: Seat | None, name: str) -> Card | None:
        """A unit on its tile, or a type."""
        return card(state, viewer, name)

    def card_names(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """What has a card."""
        return card_names(state, viewer)

    def price_list(self, state: State, viewer: Seat | None, faction: str = "") -> tuple[str, ...]:
        """What a captured treasure may bring in."""
        return price_list(state, viewer, faction)

    def factions(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """C8-SETUP-9: the ready-made armies."""
        return ready_made()

    def idle(self, state: State) -> tuple[Seat, Order, str] | None:
        """C8-FORF-2: a pass is counted and may offer a draw; it is never made for anybody."""
        return None

    def why(self, event: Event, before: State) -> tuple[str, ...]:
        return why(event, before)

    def expect(self, state: State, text: str) -> Finding:
        return expect(state, text)

    def perft(
        self, text: str, depth: int, options: Mapping[str, str]
    ) -> tuple[tuple[str, int], ...]:
        """C8-PERFT-1: the count for each acting unit, then `notations`, then `total`."""
        return count_lines(read_position(text), depth, read_house(options))

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
        """A practice opponent, `easy` or `hard`: a search with a budget of nodes."""
        if level not in LEVELS:
            raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
        return Opponent(level)

    def traces(
        self, before: State, events: Sequence[Event], after: State, viewer: Seat | None
    ) -> Traces:
        """What a turn did, to be drawn over the board."""
        return traces(before, events, after, viewer)

    def shapes(self, state: State, viewer: Seat | None) -> Picture:
        return picture(position_for(state, viewer), title(state))


GAME = from_methods(Crusade8x8())
