"""The border between the referee and its rule systems: the protocol `Game`, and nothing else."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rules.display.view import Form, View
from rules.line.adjudication import Dice
from rules.line.common import Finding
from rules.line.events import Event
from rules.line.flow import Outcome
from rules.line.orders import Order, Seat


@dataclass(frozen=True, slots=True)
class Option:
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


@dataclass(frozen=True, slots=True)
class Entry:
    """What an undo rule may know of an entry of the log that still counts.

    `barred`: something in it bars every undo; `secret`: not everybody knows of it (yet).
    """

    number: int
    seat: Seat
    drew: bool
    barred: bool
    ended_phase: bool
    secret: bool = False


S = TypeVar("S")


class Game(Protocol[S]):
    """One rule system.  It keeps nothing: every answer follows from the arguments."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def prefix(self) -> str:
        """What its rule IDs begin with: `C7`."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def blank(self) -> S:
        """The empty state that every fold of events begins with."""
        ...

    @property
    def types(self) -> tuple[type, ...]:
        """Every dataclass that its orders, events and states are made of, for the codec."""
        ...

    @property
    def starter(self) -> tuple[str, ...]:
        """The lines (`1> ...`, `gm> ...`) that set up a ready-made small game."""
        ...

    def seats(self, options: Mapping[str, str]) -> tuple[Seat, ...]: ...
    def seat_name(self, state: S, seat: Seat) -> str:
        """What a side is called, in chat and reports: `army 1`; seat 0 is `GM`."""
        ...

    def moment(self, state: S) -> str:
        """Where the match stands, in words: `round 2, move phase, army 1`."""
        ...

    def closes_report(self, event: Event) -> bool:
        """Does a public report end with this event: a turn, a phase, the match?"""
        ...

    def known_to(self, event: Event, before: S) -> tuple[Seat, ...] | None:
        """The seats that know of an event (none: the GM alone); None: everybody does."""
        ...

    def setup(
        self,
        options: Mapping[str, str],
        library: Any,
        dice: Dice,
        scene: bool = False,
        tray: tuple[int, ...] = (),
    ) -> tuple[Event, ...]:
        """Entry #0.  `library`: data already read; `scene`: an empty table for cases."""
        ...

    def adjudicate(
        self, state: S, seat: Seat, line: Sequence[Order], dice: Dice
    ) -> tuple[Event, ...]:
        """Resolve the orders of one line, or raise a `Refusal` if nothing of it stands."""
        ...

    def apply(self, state: S, event: Event) -> S: ...
    def outcome(self, state: S) -> Outcome | None: ...
    def awaits(self, state: S) -> tuple[Seat, ...]:
        """The seats that must act now; none when the match is over."""
        ...

    def undoes(self, state: S, live: Sequence[Entry], seat: Seat) -> int:
        """The number of the entry that this seat's `undo` takes back, or a `Refusal`."""
        ...

    @property
    def gm_rule(self) -> str:
        """The rule ID for a GM line that names something that is not there."""
        ...

    def legal(self, state: S, seat: Seat, unit: str | None = None) -> Iterator[Order]:
        """Orders that would be accepted now: each kind with each single target, lazily."""
        ...

    def names(self, state: S) -> tuple[str, ...]:
        """Names of this match that a sentence may contain (attacks, spells, unit types ...)."""
        ...

    def references(self, state: S, viewer: Seat | None) -> tuple[str, ...]:
        """What a viewer may call the things on the table: `L1`, a tile, a province."""
        ...

    def view(self, state: S, viewer: Seat | None, form: Form) -> View: ...
    def report(self, event: Event, before: S, viewer: Seat | None) -> tuple[str, ...]: ...
    def why(self, event: Event, before: S) -> tuple[str, ...]:
        """An event unfolded: formula, every modifier with its source, rule IDs."""
        ...

    def expect(self, state: S, text: str) -> Finding:
        """The words of one `=` line; a `ValueError` says that it is no such line."""
        ...


def read_options(game: Game[Any], given: Mapping[str, str]) -> dict[str, str]:
    """Fill in defaults and check the values; a `ValueError` names what would be allowed."""
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise ValueError(f"{game.id} has no option {name!r}; it has {', '.join(known)}")
    chosen = {}
    for option in game.options:
        value = given.get(option.name, option.default)
        wrong = ""
        if option.values and value not in option.values:
            wrong = f"one of {', '.join(option.values)}"
        elif option.check is not None:
            wrong = option.check(value)
        if wrong:
            about = f" ({option.help})" if option.help else ""
            raise ValueError(f"option {option.name}{about} is {wrong}, not {value[:40]!r}")
        chosen[option.name] = value
    return chosen
