"""The interface between the referee and its systems: `Game`, a system as a value of functions."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, TypeVar

from rules import find
from rules.border.plans import PlanRules, Viewer
from rules.display.telling import Card, Compact, Offered, Reach, Roll, Tally, Traces, Yearbook
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line import flow as shared
from rules.line.adjudication import Adjudication, Dice
from rules.line.common import Finding
from rules.line.events import DiceLoaded, Event
from rules.line.flow import HasFlow, Outcome
from rules.line.frozen import Frozen
from rules.line.orders import GM, AcceptDraw, DeclineDraw, Order, Seat
from rules.line.road import Entry
from rules.numbers.luck import Thrown


class Option(Frozen):
    """A house rule that is fixed when a match is created.

    `values` lists what is allowed; if it is empty, `check` decides (it returns what would be
    allowed instead, or an empty text).  `rule` is the ID of its rule; `help` says what it decides,
    and is shown when a value is refused.  `setup`: only the set-up uses it, so a match for which it
    is given begins with the set-up and not with the ready-made small game.
    """

    name: str
    default: str
    values: tuple[str, ...] = ()
    rule: str = ""
    help: str = ""
    check: Callable[[str], str] | None = None
    setup: bool = False

    def wrong(self, value: str) -> str:
        """What would be allowed instead of this value, in words; empty if it is allowed."""
        if self.values and value not in self.values:
            return f"one of {', '.join(self.values)}"
        return self.check(value) if self.check is not None else ""


def between(low: int, high: int, called: str = "a number") -> Callable[[str], str]:
    """A `check` for an `Option` that is a whole number from `low` to `high`."""
    sign = "-?" if low < 0 else ""

    def check(value: str) -> str:
        fits = re.fullmatch(sign + "[0-9]{1,9}", value) and low <= int(value) <= high
        return "" if fits else f"{called} from {low} to {high}"

    return check


def with_defaults(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """The value of every option: what is given, or its default."""
    return {option.name: given.get(option.name, option.default) for option in options}


F = TypeVar("F")


def as_fields(kind: Callable[..., F], chosen: Mapping[str, str], **otherwise: Any) -> F:
    """Build a value of this kind from the options of a match.

    Each field gets the option of its name, read by the field's type: a whole number, a text, or a
    flag (`yes` or `on`).  `otherwise` gives the fields that are no options.
    """
    for one in fields(kind):  # type: ignore[arg-type]
        if one.name not in otherwise:
            text = chosen[one.name]
            read = int(text) if one.type is int else text in ("yes", "on")
            otherwise[one.name] = text if one.type is str else read
    return kind(**otherwise)


class Opponent(Protocol):
    """A practice opponent: plays a seat, knowing no more than that seat may know."""

    def order(
        self, state: Any, seat: Seat, seed: int, nodes: int = 0, stop: Callable[[], bool] = ...
    ) -> Order:
        """Its next order.  The same nodes and seed give the same order; `stop` may end the search
        early."""

    def answer(self, state: Any, seat: Seat) -> Order | None:
        """Its answer to a draw offer made to this seat, even out of turn; None if none stands."""


def never() -> bool:
    """A `stop` that never ends the search of an opponent early."""
    return False


LEVELS = ("easy", "hard")
"""The levels of practice opponents."""


def check_level(level: str) -> str:
    """Return the level if there is one of that name.  Raises `ValueError` that names the levels."""
    if level not in LEVELS:
        raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
    return level


class Tries:
    """How many tries an opponent has left for one decision; `stop` may end them early."""

    def __init__(self, left: int, stop: Callable[[], bool]) -> None:
        self.left, self.stop = left, stop

    def spend(self) -> bool:
        """Count one try; False if none is left."""
        self.left -= 1
        return self.left >= 0 and not self.stop()


class Practised(ABC):
    """What practice opponents have in common: a level, and how they answer an offer of a draw."""

    def __init__(self, level: str) -> None:
        self.level = check_level(level)
        self.hard = level == "hard"

    def answer(self, state: Any, seat: Seat) -> Order | None:
        """Accept the offer of another seat if it would lose by playing on, else decline it."""
        flow = state.flow
        if flow.outcome is not None or flow.offer in (0, seat) or seat in flow.agreed:
            return None
        return AcceptDraw() if self.is_behind(state, seat) else DeclineDraw()

    @abstractmethod
    def is_behind(self, state: Any, seat: Seat) -> bool:
        """Would this seat rather have a draw than play on?"""


S = TypeVar("S", bound=HasFlow)
S_contra = TypeVar("S_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)

Lines = tuple[str, ...]


class Setup(Protocol):
    """Make the events of entry #0.

    `library`: the data that ship with the system; `scene`: an empty table, for cases; `tray`:
    faces of dice to load first.
    """

    def __call__(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]: ...


class Legal(Protocol[S_contra]):
    """List legal orders of a seat; with `unit`, only those of this unit."""

    def __call__(
        self, state: S_contra, seat: Seat, unit: str | None = None, /
    ) -> Iterator[Order]: ...


class Marked(Protocol[S_contra, T_co]):
    """Show a state to a viewer; changes are marked against the earlier state `since`, if given."""

    def __call__(
        self, state: S_contra, viewer: Viewer, since: S_contra | None = None, /
    ) -> T_co: ...


class Priced(Protocol[S_contra]):
    """List prices, all of them or those of one `faction`."""

    def __call__(self, state: S_contra, viewer: Viewer, faction: str = "", /) -> Lines: ...


class Compared(Protocol[S_contra]):
    """Compare two things, with `one` at `place` (as an order writes it), else beside `other`."""

    def __call__(
        self, state: S_contra, viewer: Viewer, one: str, other: str, place: str = "", /
    ) -> Lines: ...


def laid(
    blank: S,
    apply: Callable[[S, Event], S],
    lay: Callable[[Adjudication[S], Mapping[str, str], Any], None],
) -> Setup:
    """A `Setup` whose events are those that `lay(adjudication, options, library)` emits.

    It begins at the state `blank` and ignores `scene`: a case begins like any match.
    """

    def setup(
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        adj = Adjudication(blank, GM, dice, apply)
        if tray:
            adj.emit(DiceLoaded(tray))
        lay(adj, options, library)
        return adj.finish()

    return setup


def outcome(state: HasFlow) -> Outcome | None:
    """How the match has ended; None if it goes on.  The usual `Game.outcome`."""
    return state.flow.outcome


def awaits(state: HasFlow) -> tuple[Seat, ...]:
    """The seat whose turn it is; none when the match is over.  The usual `Game.awaits`."""
    return () if state.flow.outcome is not None else (state.flow.turn,)


def moment(state: HasFlow) -> str:
    """`round 2, move phase, army 1`."""
    return shared.moment(state.flow)


def seat_name(state: HasFlow, seat: Seat) -> str:
    """`army 1`."""
    return shared.seat_name(seat)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """One rule system as a value.  It holds no state: every answer follows from the arguments.

    A function that a system does not offer is None.  Viewers are told nothing that they may not
    know; a question about a name that they may not know is refused.  A game is pickled as its id.
    """

    # --- what it is ---

    id: str
    """The name of its folders in `rules/` and `grammar/`."""
    title: str
    """What people call it."""
    prefix: str
    """What its rule IDs begin with: `C7`."""
    gm_rule: str
    """The rule ID for a GM line that names something that is not there."""
    options: tuple[Option, ...] = ()
    """Its house rules."""
    blank: S
    """The empty state, to which the events of entry #0 are applied."""
    types: tuple[type, ...]
    """Every dataclass that its orders, events and states are made of, for the codec."""
    starter: Lines = ()
    """The lines (`1> ...`, `gm> ...`) that set up a ready-made small game."""
    set_up: Lines = ()
    """The phases before the first round of play."""
    seats: Callable[[Mapping[str, str]], tuple[Seat, ...]]
    """The seats of a match with these options."""

    # --- from orders to events to states ---

    setup: Setup
    """The events of entry #0, which sets up the match."""
    adjudicate: Callable[[S, Seat, Sequence[Order], Dice], tuple[Event, ...]]
    """Resolve the orders of one line, or raise a `Refusal` if nothing of it stands."""
    apply: Callable[[S, Event], S]
    """The state after an event.  It makes no decisions: the event holds all results."""
    legal: Legal[S]
    """Orders that would be accepted now: each kind with each single target, lazily."""
    undoes: Callable[[S, Sequence[Entry], Seat], int]
    """The number of the entry that this seat's `undo` takes back.  Raises `Refusal`."""
    outcome: Callable[[S], Outcome | None] = outcome
    """Who has won, and by which rule; None while the match goes on."""
    awaits: Callable[[S], tuple[Seat, ...]] = awaits
    """The seats that must act now; none when the match is over."""
    timed: Callable[[S], bool] | None = None
    """Does a clock run in this state?  None: always."""
    expect: Callable[[S, str], Finding]
    """Check one `=` line of a case against a state.  Raises `ValueError` for any other line."""

    # --- what things are called ---

    seat_name: Callable[[S, Seat], str] = seat_name
    """What a side is called: `army 1`; seat 0 is `GM`."""
    moment: Callable[[S], str] = moment
    """Where the match stands, in words: `round 2, move phase, army 1`."""
    phase_name: Callable[[S], str] | None = None
    """The full name of the phase, for a heading: `Heavy Support Fight`."""
    names: Callable[[S], Lines]
    """Names of this match that a sentence may contain (attacks, spells, unit types ...)."""
    references: Callable[[S, Viewer], Lines]
    """What a viewer may call the things on the table: `L1`, a tile, a province."""
    things: Callable[[S, Seat], tuple[Thing, ...]] | None = None
    """The things a seat may know of, ordered by reference, so that `my archers` can be read."""
    nouns: Callable[[S, Seat], Mapping[str, Lines]] | None = None
    """The names of this match by class of noun (`weapon`, `spell`, `condition` ...)."""

    # --- what is told of events ---

    known_to: Callable[[Event, S], tuple[Seat, ...] | None]
    """The seats that may know of an event (empty: the GM only); None if everybody may."""
    closes_report: Callable[[Event], bool] = shared.closes_report
    """Does a public report end with this event, because a turn, a phase or the match does?"""
    report: Callable[[Event, S, Viewer], Lines]
    """An event in sentences, given the state before it."""
    why: Callable[[Event, S], Lines]
    """An event explained: formula, every modifier with its source, rule IDs."""
    brief: Callable[[S, Sequence[Order], Sequence[Event], Viewer], tuple[Line, ...]] | None = None
    """The short telling of one line of orders and its events, given the state before it.

    The first line says what was ordered and its outcome, with the arithmetic of a single act;
    further lines say what it caused, equal outcomes grouped (`O2, O3 32 -> 25`).  Deaths and
    results are strong spans.  No lines if there is nothing to say.
    """
    summary: Callable[[S, Sequence[Event], Viewer], Lines] | None = None
    """Summary of a phase after its events: losses, resources, who is next."""
    tally: Callable[[S, S, Viewer], Tally | None] | None = None
    """The table at the end of a round, from its first and last state; None if nothing happened."""
    losses: Callable[[S, S, Viewer], Mapping[Seat, str]] | None = None
    """What each side lost between two states: `{2: "O5"}`; sides without losses are left out."""
    news: Callable[[S, S, Viewer], Lines] | None = None
    """What changed for this viewer between two states: own things first, then the others."""
    yearbook: Callable[[Sequence[tuple[int, S]], Viewer], Yearbook] | None = None
    """The figures of every side over time, from (round, state at its end)."""
    luck: Callable[[S, Sequence[Event]], tuple[Thrown, ...]] | None = None
    """The dice of one line of orders that decided something, and what each could have brought,
    given the state before it; dice that the GM loaded are left out."""
    offered: Callable[[Event], Offered | None] | None = None
    """The offer that one seat makes another with this event, other than a draw."""
    closed: Callable[[Event], tuple[Seat, Seat, str] | None] | None = None
    """If an offer ends with this event: who made it, to whom, and `accepted` or `declined`."""

    # --- what is shown of a state ---

    view: Callable[[S, Viewer, Form], View]
    """The board and the key below it."""
    shapes: Callable[[S, Viewer], Picture] | None = None
    """The board as a picture to be drawn."""
    traces: Callable[[S, Sequence[Event], S, Viewer], Traces] | None = None
    """What events did between two states (who came from where, who hurt whom), to draw on top."""
    compact: Marked[S, Compact | None] | None = None
    """The board as cells for a narrow screen, with changes marked; None if there is no board."""
    fronts: Callable[[S, Viewer], Lines] | None = None
    """A map told by its borders, one line for each own province (`HAR 70: 2 Arc -> *UMB, GLE 50`);
    for a viewer without a seat, those of all seats."""
    roll: Marked[S, Roll] | None = None
    """The key with equal units grouped in one line and changes marked."""
    situation: Callable[[S, Seat, Viewer], Lines] | None = None
    """What a seat should know when its turn comes: `6 CP`, `G2 is shaken: no step forward`."""
    waiting: Callable[[S, Seat, Viewer], str] | None = None
    """Which units of a seat could still act now (`Not moved: G2, O1`), a count where names are
    secret, or an empty text."""

    # --- what can be asked ---

    describe: Callable[[S, Viewer, str], Lines] | None = None
    """What something is and what is near it, in words."""
    card: Callable[[S, Viewer, str], Card | None] | None = None
    """The card of a unit (`L1`, as it is now) or of a type (`Ballista`, as printed); None if the
    viewer knows nothing of that name."""
    card_names: Callable[[S, Viewer], Lines] | None = None
    """Everything that has a card now: labels on the table first, then types."""
    price_list: Priced[S] | None = None
    """What can be bought, one line each with its price and main numbers."""
    factions: Callable[[S, Viewer], Lines] | None = None
    """What a seat can play as (factions, Houses, lists, ready-made armies), one line each, with the
    seat that plays it."""
    reach: Callable[[S, Viewer, str], Reach | None] | None = None
    """How far a unit can go and strike, whatever the phase; None if it is not on the board."""
    odds: Callable[[S, Seat, Order], Lines] | None = None
    """What an order would lead to, with exact chances; no dice are drawn."""
    threats: Callable[[S, Viewer, str], Lines] | None = None
    """What can reach a unit where it stands, and what that would do to it."""
    can_charge: Callable[[S, Viewer, str, str], Lines] | None = None
    """Whether one unit could charge another from where both stand: yes and where to, or why not."""
    can_attack: Callable[[S, Viewer, str, str], Lines] | None = None
    """Whether one unit could attack another from where both stand: yes and how, or why not."""
    compared: Compared[S] | None = None
    """What one could do to another; each is a unit on the table or a type."""
    perft: Callable[[str, int, Mapping[str, str]], tuple[tuple[str, int], ...]] | None = None
    """The continuations of a position to a given depth, counted: rows of (name, count)."""

    # --- who plays without being there ---

    opponent: Callable[[str], Opponent] | None = None
    """A practice opponent of this level.  Raises `ValueError` that names the levels."""
    plans: PlanRules[S] | None = None
    """What plans need to know of the system: orders that a player leaves for later."""
    idle: Callable[[S], tuple[Seat, Order, str] | None] | None = None
    """If the seat to act can only pass: the seat, the order that passes its phase, and why (`nobody
    casts`).  Undo, draw and resignation do not count, nor do orders that could as well be given in
    the next phase."""
    skip: Callable[[S, Seat], tuple[Order, str] | None] | None = None
    """If no unit of a seat can do anything now: the order that passes its turns until one can, and
    the phase in which that will be (`Move`)."""

    def __reduce__(self) -> tuple[Callable[[str], "Game[Any]"], tuple[str]]:
        return find, (self.id,)


def read_options(game: Game[Any], given: Mapping[str, str]) -> dict[str, str]:
    """Fill in defaults and check the values.  Raises `ValueError` that says what is allowed."""
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise ValueError(f"{game.id} has no option {name!r}; it has {', '.join(known)}")
    chosen = with_defaults(game.options, given)
    for option in game.options:
        value = chosen[option.name]
        if wrong := option.wrong(value):
            about = f" ({option.help})" if option.help else ""
            raise ValueError(f"option {option.name}{about} is {wrong}, not {value[:40]!r}")
    return chosen
