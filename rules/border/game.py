"""The border between the referee and its rule systems: `Game`, a system as a value of functions."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, TypeVar

from rules import find
from rules.border.plans import Plans, Viewer
from rules.display.telling import Card, Compact, Offered, Reach, Roll, Tally, Traces, Yearbook
from rules.display.things import Thing
from rules.display.view import Form, Line, Picture, View
from rules.line import flow as shared
from rules.line.adjudication import Adjudication, Dice
from rules.line.common import Finding
from rules.line.events import DiceLoaded, Event
from rules.line.flow import HasFlow, Outcome
from rules.line.frozen import Frozen
from rules.line.orders import GM, Order, Seat
from rules.line.road import Entry
from rules.numbers.luck import Thrown


class Option(Frozen):
    """A house rule that is fixed when a match is created.

    `values` lists what is allowed; an empty list means that `check` decides (it answers with what
    is wrong, or with an empty text).  `rule` is the ID that the option belongs to, `help` says what
    it decides: a wrong value is refused with it.  `setup`: the set-up asks for it, so whoever names
    it wants a set-up and not the ready-made small game.
    """

    name: str
    default: str
    values: tuple[str, ...] = ()
    rule: str = ""
    help: str = ""
    check: Callable[[str], str] | None = None
    setup: bool = False

    def wrong(self, value: str) -> str:
        """What would be allowed instead of a value that is not; nothing if it is."""
        if self.values and value not in self.values:
            return f"one of {', '.join(self.values)}"
        return self.check(value) if self.check is not None else ""


def between(low: int, high: int, called: str = "a number") -> Callable[[str], str]:
    """The check of an option that is a whole number between two others."""
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
    """The options of a match as a value: each field by its name, a number, `yes` (or `on`) or a
    word by its type; `otherwise` are those that are no option of their own."""
    for one in fields(kind):  # type: ignore[arg-type]
        if one.name not in otherwise:
            text = chosen[one.name]
            read = int(text) if one.type is int else text in ("yes", "on")
            otherwise[one.name] = text if one.type is str else read
    return kind(**otherwise)


class Opponent(Protocol):
    """Plays a seat against people, knowing no more than the seat does."""

    def order(
        self, state: Any, seat: Seat, seed: int, nodes: int = 0, stop: Callable[[], bool] = ...
    ) -> Order:
        """What it orders now; the same nodes and seed give the same order, `stop` may end its
        thinking early."""

    def answer(self, state: Any, seat: Seat) -> Order | None:
        """What it says to a draw offer that stands against this seat, also when it is not its
        turn; None: there is none."""


def never() -> bool:
    """Nothing ends the thinking of an opponent early."""
    return False


LEVELS = ("easy", "hard")
"""How well an opponent may play."""


def check_level(level: str) -> str:
    """The level, if there is one of that name; a `ValueError` names those that there are."""
    if level not in LEVELS:
        raise ValueError(f"an opponent is {' or '.join(LEVELS)}, not {level[:20]!r}")
    return level


S = TypeVar("S", bound=HasFlow)
S_contra = TypeVar("S_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)

Lines = tuple[str, ...]


class Setup(Protocol):
    """`library`: data already read; `scene`: an empty table for cases; `tray`: loaded dice."""

    def __call__(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]: ...


class Legal(Protocol[S_contra]):
    """`unit`: only orders of this one."""

    def __call__(
        self, state: S_contra, seat: Seat, unit: str | None = None, /
    ) -> Iterator[Order]: ...


class Marked(Protocol[S_contra, T_co]):
    """`since`: the earlier state against which changes are marked."""

    def __call__(
        self, state: S_contra, viewer: Viewer, since: S_contra | None = None, /
    ) -> T_co: ...


class Priced(Protocol[S_contra]):
    """`faction` narrows it."""

    def __call__(self, state: S_contra, viewer: Viewer, faction: str = "", /) -> Lines: ...


class Compared(Protocol[S_contra]):
    """`place`: from there, as an order names it; else beside each other."""

    def __call__(
        self, state: S_contra, viewer: Viewer, one: str, other: str, place: str = "", /
    ) -> Lines: ...


def laid(
    blank: S,
    apply: Callable[[S, Event], S],
    lay: Callable[[Adjudication[S], Mapping[str, str], Any], None],
) -> Setup:
    """Entry #0 as `lay` lays the table; a case begins like any match."""

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
    """What the flow of a state has come to."""
    return state.flow.outcome


def awaits(state: HasFlow) -> tuple[Seat, ...]:
    """The seat whose turn it is."""
    return () if state.flow.outcome is not None else (state.flow.turn,)


def moment(state: HasFlow) -> str:
    """`round 2, move phase, army 1`."""
    return shared.moment(state.flow)


def seat_name(state: HasFlow, seat: Seat) -> str:
    """`army 1`."""
    return shared.seat_name(seat)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """One rule system.  It keeps nothing: every answer follows from the arguments.

    What a system does not offer is None.  A viewer is told nothing that he may not know; what he
    asks of a name that he knows nothing of is refused.  Another process finds a game by its id.
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
    """The empty state that every fold of events begins with."""
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
    """Entry #0."""
    adjudicate: Callable[[S, Seat, Sequence[Order], Dice], tuple[Event, ...]]
    """Resolve the orders of one line, or raise a `Refusal` if nothing of it stands."""
    apply: Callable[[S, Event], S]
    """The state after an event; it decides nothing."""
    legal: Legal[S]
    """Orders that would be accepted now: each kind with each single target, lazily."""
    undoes: Callable[[S, Sequence[Entry], Seat], int]
    """The number of the entry that this seat's `undo` takes back, or a `Refusal`."""
    outcome: Callable[[S], Outcome | None] = outcome
    """Who has won, and by which rule; None: nobody yet."""
    awaits: Callable[[S], tuple[Seat, ...]] = awaits
    """The seats that must act now; none when the match is over."""
    timed: Callable[[S], bool] | None = None
    """Does a clock run in this state?  None: always."""
    expect: Callable[[S, str], Finding]
    """The words of one `=` line of a case; a `ValueError` says that it is no such line."""

    # --- what things are called ---

    seat_name: Callable[[S, Seat], str] = seat_name
    """What a side is called: `army 1`; seat 0 is `GM`."""
    moment: Callable[[S], str] = moment
    """Where the match stands, in words: `round 2, move phase, army 1`."""
    phase_name: Callable[[S], str] | None = None
    """The phase in full, as a heading has it: `Heavy Support Fight`."""
    names: Callable[[S], Lines]
    """Names of this match that a sentence may contain (attacks, spells, unit types ...)."""
    references: Callable[[S, Viewer], Lines]
    """What a viewer may call the things on the table: `L1`, a tile, a province."""
    things: Callable[[S, Seat], tuple[Thing, ...]] | None = None
    """What a seat may know of, in order of reference, so that `my archers` can be read."""
    nouns: Callable[[S, Seat], Mapping[str, Lines]] | None = None
    """The names of this match by class of noun (`weapon`, `spell`, `condition` ...)."""

    # --- what is told of events ---

    known_to: Callable[[Event, S], tuple[Seat, ...] | None]
    """The seats that know of an event (none: the GM alone); None: everybody does."""
    closes_report: Callable[[Event], bool] = shared.closes_report
    """Does a public report end with this event: a turn, a phase, the match?"""
    report: Callable[[Event, S, Viewer], Lines]
    """An event in sentences, told from the state before it."""
    why: Callable[[Event, S], Lines]
    """An event unfolded: formula, every modifier with its source, rule IDs."""
    brief: Callable[[S, Sequence[Order], Sequence[Event], Viewer], tuple[Line, ...]] | None = None
    """One line of orders and what came of it, in few lines, told from the state before it.

    The first line says what was ordered and its outcome with the arithmetic of a single act;
    further ones what it caused, equal outcomes grouped (`O2, O3 32 -> 25`).  Strong spans are
    deaths and results.  No line: nothing to say.
    """
    summary: Callable[[S, Sequence[Event], Viewer], Lines] | None = None
    """Losses, resources, who is next, after these events of a phase."""
    tally: Callable[[S, S, Viewer], Tally | None] | None = None
    """What a round brought each side, from its first state to its last; None: nothing."""
    losses: Callable[[S, S, Viewer], Mapping[Seat, str]] | None = None
    """What each side lost between two states: `{2: "O5"}`; only sides that lost something."""
    news: Callable[[S, S, Viewer], Lines] | None = None
    """What changed for this viewer between two states: own things first, then the others."""
    yearbook: Callable[[Sequence[tuple[int, S]], Viewer], Yearbook] | None = None
    """The numbers of every side over time, from the states at the ends of rounds."""
    luck: Callable[[S, Sequence[Event]], tuple[Thrown, ...]] | None = None
    """The dice of one line of orders that decided something, and what each could have brought,
    told from the state before it; those that the GM loaded are left out."""
    offered: Callable[[Event], Offered | None] | None = None
    """What somebody offers another with this event, beside a draw."""
    closed: Callable[[Event], tuple[Seat, Seat, str] | None] | None = None
    """Whose offer to whom ends with this event, and how (`accepted`, `declined`)."""

    # --- what is shown of a state ---

    view: Callable[[S, Viewer, Form], View]
    """The board and the key below it."""
    shapes: Callable[[S, Viewer], Picture] | None = None
    """The board to be drawn."""
    traces: Callable[[S, Sequence[Event], S, Viewer], Traces] | None = None
    """What events did between two states (who came from where, who hurt whom), to be drawn."""
    compact: Marked[S, Compact | None] | None = None
    """The board as cells for a narrow screen, what changed marked; None: no board now."""
    fronts: Callable[[S, Viewer], Lines] | None = None
    """A map by its borders, one line for each own province (`HAR 70: 2 Arc -> *UMB, GLE 50`);
    without a seat those of all."""
    roll: Marked[S, Roll] | None = None
    """The key with equal units as one line, what changed marked."""
    situation: Callable[[S, Seat, Viewer], Lines] | None = None
    """What a seat that is called should know now: `6 CP`, `G2 is shaken: no step forward`."""
    waiting: Callable[[S, Seat, Viewer], str] | None = None
    """Who of a seat could still act now (`Not moved: G2, O1`), a count where names are secret, or
    nothing."""

    # --- what can be asked ---

    describe: Callable[[S, Viewer, str], Lines] | None = None
    """What something is and what is near it, in words."""
    card: Callable[[S, Viewer, str], Card | None] | None = None
    """The card of a unit (`L1`: as it is now) or of a type (`Ballista`: as printed); None if the
    viewer knows no such thing."""
    card_names: Callable[[S, Viewer], Lines] | None = None
    """Everything that has a card now: labels on the table first, then types."""
    price_list: Priced[S] | None = None
    """What can be had, one line each with its price and main numbers."""
    factions: Callable[[S, Viewer], Lines] | None = None
    """What one may play as (factions, Houses, lists, ready-made armies), one line each, with who
    plays it."""
    reach: Callable[[S, Viewer, str], Reach | None] | None = None
    """How far a unit goes and strikes, whatever the phase; None: no such unit on the board."""
    odds: Callable[[S, Seat, Order], Lines] | None = None
    """What an order would bring, with chances; nothing is drawn."""
    threats: Callable[[S, Viewer, str], Lines] | None = None
    """What can reach a unit where it stands, and what it would do."""
    can_charge: Callable[[S, Viewer, str, str], Lines] | None = None
    """Could one charge another: yes and where to, or no and why, from where both stand."""
    can_attack: Callable[[S, Viewer, str, str], Lines] | None = None
    """Could one attack another: yes and how, or no and why, from where both stand."""
    compared: Compared[S] | None = None
    """What the first could do to the second: units on the table, or types."""
    perft: Callable[[str, int, Mapping[str, str]], tuple[tuple[str, int], ...]] | None = None
    """How many continuations a position has to a depth, by name."""

    # --- who plays without being there ---

    opponent: Callable[[str], Opponent] | None = None
    """A practice opponent of this level; a `ValueError` names the levels."""
    plans: Plans[S] | None = None
    """What a player can leave for later."""
    idle: Callable[[S], tuple[Seat, Order, str] | None] | None = None
    """The seat to act, the order that passes its phase, and why nothing else is possible (`nobody
    casts`), if that seat could give no other order but undo, draw and resignation, and such as
    would do as well in the phase after it."""
    skip: Callable[[S, Seat], tuple[Order, str] | None] | None = None
    """Where no unit of a seat can do anything: the order that passes its turns until they can, and
    the phase in which that is (`Move`)."""

    def __reduce__(self) -> tuple[Callable[[str], "Game[Any]"], tuple[str]]:
        return find, (self.id,)


def read_options(game: Game[Any], given: Mapping[str, str]) -> dict[str, str]:
    """Fill in defaults and check the values; a `ValueError` names what would be allowed."""
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
