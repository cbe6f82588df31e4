"""What a system may offer beyond the protocol: narrow protocols, asked for by `isinstance`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rules.border.plans import Act, Body, Deed, Terms
from rules.display.telling import Card, Compact, Offered, Reach, Roll, Tally, Traces, Yearbook
from rules.display.things import Thing
from rules.display.view import Line, Picture
from rules.line.events import Event
from rules.line.orders import Order, Seat
from rules.numbers.luck import Thrown

if TYPE_CHECKING:
    from abc import ABCMeta as Asked
else:

    class Asked(type(Protocol)):
        """The class of protocols that systems may fulfil: what a class offers never changes."""

        @lru_cache(maxsize=500)  # noqa: B019 - these classes live as long as the program
        def is_offered_by(cls, kind: type) -> bool:
            """Has a class all that the protocol names?"""
            names = {*vars(cls), *cls.__annotations__}
            return all(hasattr(kind, name) for name in names if not name.startswith("_"))

        def __instancecheck__(cls, instance: object) -> bool:
            return cls.is_offered_by(type(instance))


__all__ = [
    "AnswersOffers",
    "HasAssaults",
    "HasBrief",
    "HasCards",
    "HasCharges",
    "HasCompact",
    "HasDescribe",
    "HasDuels",
    "HasFactions",
    "HasFates",
    "HasFronts",
    "HasIdle",
    "HasLuck",
    "HasOdds",
    "HasOffers",
    "HasOpponent",
    "HasPerft",
    "HasPhaseName",
    "HasPlans",
    "HasReach",
    "HasRoll",
    "HasSetUp",
    "HasShapes",
    "HasSkip",
    "HasSummary",
    "HasTally",
    "HasThings",
    "HasThreats",
    "HasTimed",
    "HasTraces",
    "HasYearbook",
    "Opponent",
]


@runtime_checkable
class HasSetUp(Protocol, metaclass=Asked):
    """Games that are set up before they are played."""

    @property
    def set_up(self) -> tuple[str, ...]:
        """The phases before the first round of play."""


@runtime_checkable
class HasShapes(Protocol, metaclass=Asked):
    """A board that can be drawn."""

    def shapes(self, state: Any, viewer: Seat | None) -> Picture:
        """The board as this viewer may see it."""


@runtime_checkable
class HasDescribe(Protocol, metaclass=Asked):
    """A table that can be told in words."""

    def describe(self, state: Any, viewer: Seat | None, reference: str) -> tuple[str, ...]:
        """What something is and what is near it."""


@runtime_checkable
class HasOdds(Protocol, metaclass=Asked):
    """Orders whose outcome can be reckoned before they are given."""

    def odds(self, state: Any, seat: Seat, order: Order) -> tuple[str, ...]:
        """What an order would bring, with chances; nothing is drawn."""


@runtime_checkable
class HasSummary(Protocol, metaclass=Asked):
    """Phases that can be summed up."""

    def summary(self, state: Any, events: Sequence[Event], viewer: Seat | None) -> tuple[str, ...]:
        """Losses, resources, who is next, after these events of a phase."""


@runtime_checkable
class HasTimed(Protocol, metaclass=Asked):
    """A game whose clock does not always run."""

    def timed(self, state: Any) -> bool:
        """Does a clock run in this state?"""


@runtime_checkable
class HasPhaseName(Protocol, metaclass=Asked):
    """A game whose phases are called otherwise than `Flow.phase` says."""

    def phase_name(self, state: Any) -> str:
        """The phase in full, as a heading has it: `Heavy Support Fight`."""


@runtime_checkable
class HasPerft(Protocol, metaclass=Asked):
    """Positions whose continuations can be counted."""

    def perft(
        self, text: str, depth: int, options: Mapping[str, str]
    ) -> tuple[tuple[str, int], ...]:
        """The counts, by name."""


class Opponent(Protocol, metaclass=Asked):
    """Plays a seat against people, knowing no more than the seat does."""

    def order(
        self,
        state: Any,
        seat: Seat,
        seed: int,
        nodes: int = 0,
        stop: Callable[[], bool] = ...,
    ) -> Order:
        """What it orders now; the same nodes and seed give the same order, `stop` may end its
        thinking early."""


@runtime_checkable
class AnswersOffers(Protocol, metaclass=Asked):
    """An opponent that answers what it is offered, also when it is not its turn."""

    def answer(self, state: Any, seat: Seat) -> Order | None:
        """What it says to a draw offer that stands against this seat; None: there is none."""


@runtime_checkable
class HasOpponent(Protocol, metaclass=Asked):
    """A game that can be played against the computer."""

    def opponent(self, level: str) -> Opponent:
        """An opponent of this level; a `ValueError` names the levels."""


@runtime_checkable
class HasThings(Protocol, metaclass=Asked):
    """A system that tells what is on the table, so that `my archers` and `the rest` can be read."""

    def things(self, state: Any, viewer: Seat) -> tuple[Thing, ...]:
        """What this viewer may know of, in order of reference."""

    def nouns(self, state: Any, viewer: Seat) -> Mapping[str, tuple[str, ...]]:
        """The names of this match by class of noun (`weapon`, `spell`, `condition` ...)."""


@runtime_checkable
class HasBrief(Protocol, metaclass=Asked):
    """Turns that can be told in few lines: the wording of chat and console."""

    def brief(
        self, state: Any, orders: Sequence[Order], events: Sequence[Event], viewer: Seat | None
    ) -> tuple[Line, ...]:
        """One line of orders and what came of it, told from the state before it.

        The first line says what was ordered and its outcome with the arithmetic of a single act;
        further ones what it caused, equal outcomes grouped (`O2, O3 32 -> 25`).  Strong spans are
        deaths and results.  Nothing that the viewer may not know; no line: nothing to say.
        """

    def situation(self, state: Any, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
        """What a seat that is called should know now: `6 CP`, `G2 is shaken: no step forward`."""

    def waiting(self, state: Any, seat: Seat, viewer: Seat | None) -> str:
        """Who of a seat could still act now (`Not moved: G2, O1`), a count where names are secret,
        or nothing."""


@runtime_checkable
class HasCompact(Protocol, metaclass=Asked):
    """A board that can be cut to a narrow screen."""

    def compact(self, state: Any, viewer: Seat | None, since: Any = None) -> Compact | None:
        """The board as cells, what changed `since` an earlier state marked; None: no board now."""


@runtime_checkable
class HasFronts(Protocol, metaclass=Asked):
    """A map that is too wide for a phone, told by its borders."""

    def fronts(self, state: Any, viewer: Seat | None) -> tuple[str, ...]:
        """One line for each own province with what lies beyond its borders (`HAR 70: 2 Arc ->
        *UMB, GLE 50`); without a seat those of all."""


@runtime_checkable
class HasRoll(Protocol, metaclass=Asked):
    """A key that can be grouped."""

    def roll(self, state: Any, viewer: Seat | None, since: Any = None) -> Roll:
        """Every unit that the viewer may know, equal ones as one line; `since`: the state against
        which lines are marked as changed (None: none is)."""


@runtime_checkable
class HasTally(Protocol, metaclass=Asked):
    """Rounds that end with a table."""

    def tally(self, before: Any, after: Any, viewer: Seat | None) -> Tally | None:
        """What a round brought each side, from its first state to its last; None: nothing."""

    def losses(self, before: Any, after: Any, viewer: Seat | None) -> Mapping[Seat, str]:
        """What each side lost between two states: `{2: "O5"}`; sides that lost nothing are not
        in it."""


@runtime_checkable
class HasYearbook(Protocol, metaclass=Asked):
    """A campaign of many rounds, with a page of news and a yearbook."""

    def news(self, before: Any, after: Any, viewer: Seat | None) -> tuple[str, ...]:
        """What changed for this viewer between two states: own things first, then the others; no
        line: nothing did."""

    def yearbook(self, rounds: Sequence[tuple[int, Any]], viewer: Seat | None) -> Yearbook:
        """The numbers of every side over time, from the states at the ends of rounds."""


@runtime_checkable
class HasCards(Protocol, metaclass=Asked):
    """Units that can be looked up, those on the table and the types that could be bought."""

    def card(self, state: Any, viewer: Seat | None, name: str) -> Card | None:
        """The card of a unit (`L1`: as it is now) or of a type (`Ballista`, `ballista`: as
        printed); None if the viewer knows no such thing."""

    def card_names(self, state: Any, viewer: Seat | None) -> tuple[str, ...]:
        """Everything that has a card now: labels on the table first, then types."""

    def price_list(self, state: Any, viewer: Seat | None, faction: str = "") -> tuple[str, ...]:
        """What can be had, one line each with its price and main numbers; `faction` narrows it."""


@runtime_checkable
class HasFactions(Protocol, metaclass=Asked):
    """Games in which sides differ by what one has chosen."""

    def factions(self, state: Any, viewer: Seat | None) -> tuple[str, ...]:
        """What one may play as (factions, Houses, lists, ready-made armies), one line each, with
        who plays it, as far as the viewer may know."""


@runtime_checkable
class HasIdle(Protocol, metaclass=Asked):
    """A system that knows when nobody can do anything."""

    def idle(self, state: Any) -> tuple[Seat, Order, str] | None:
        """The seat to act, the order that passes its phase, and why nothing else is possible
        (`nobody casts`), if that seat could give no other order but undo, draw and resignation, and
        such as would do as well in the phase after it."""


@runtime_checkable
class HasOffers(Protocol, metaclass=Asked):
    """Offers of one seat to another beside a draw, which may be answered out of turn."""

    def offered(self, event: Event) -> Offered | None:
        """What somebody offers with this event."""

    def closed(self, event: Event) -> tuple[Seat, Seat, str] | None:
        """Whose offer to whom ends with this event, and how (`accepted`, `declined`)."""


@runtime_checkable
class HasSkip(Protocol, metaclass=Asked):
    """A system in which one order passes several turns."""

    def skip(self, state: Any, seat: Seat) -> tuple[Order, str] | None:
        """Where no unit of a seat can do anything: the order that passes its turns until they can,
        and the phase in which that is (`Move`)."""


@runtime_checkable
class HasTraces(Protocol, metaclass=Asked):
    """Turns that can be drawn: who came from where, who hurt whom, who died."""

    def traces(
        self, before: Any, events: Sequence[Event], after: Any, viewer: Seat | None
    ) -> Traces:
        """What these events did, as far as the viewer may know; `after` is the state that is
        drawn."""


@runtime_checkable
class HasReach(Protocol, metaclass=Asked):
    """Units whose reach can be drawn."""

    def reach(self, state: Any, viewer: Seat | None, name: str) -> Reach | None:
        """How far a unit goes and strikes, whatever the phase; None if the viewer knows no such
        unit on the board."""


@runtime_checkable
class HasThreats(Protocol, metaclass=Asked):
    """Games in which one can ask who could strike whom, before anybody moves."""

    def threats(self, state: Any, viewer: Seat | None, name: str) -> tuple[str, ...]:
        """What can reach a unit where it stands, and what it would do; nothing that the viewer may
        not know.  Raises a `Refusal` for a name that he knows nothing of."""


@runtime_checkable
class HasCharges(Protocol, metaclass=Asked):
    """Games in which units charge, so that one can ask whether one could."""

    def can_charge(
        self, state: Any, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """Yes and where to, or no and why, from where both stand, whatever the phase."""


@runtime_checkable
class HasAssaults(Protocol):
    """Games in which one can ask whether one could attack another from where both stand."""

    def can_attack(
        self, state: Any, viewer: Seat | None, name: str, target: str
    ) -> tuple[str, ...]:
        """Yes and how, or no and why.  Raises a `Refusal` for what the viewer knows nothing of."""


@runtime_checkable
class HasDuels(Protocol, metaclass=Asked):
    """Games in which one can ask who would beat whom."""

    def compared(
        self,
        state: Any,
        viewer: Seat | None,
        one: str,
        other: str,
        place: str = "",
    ) -> tuple[str, ...]:
        """What the first could do to the second (units on the table or types), beside each other;
        with a place (as an order names it), from there.  Raises a `Refusal` for what the viewer
        knows nothing of."""


@runtime_checkable
class HasLuck(Protocol, metaclass=Asked):
    """Games in which dice decide something, so that luck can be reckoned."""

    def luck(self, state: Any, events: Sequence[Event]) -> tuple[Thrown, ...]:
        """The dice of one line of orders that decided something, and what each could have brought,
        told from the state before it; those that the GM loaded are left out."""


@runtime_checkable
class HasPlans(Protocol, metaclass=Asked):
    """Games for which a player can leave a plan: what he knows of the table, and what his bodies
    could do by standing orders."""

    @property
    def terms(self) -> Terms:
        """The words of the system for plans."""

    def bodies(self, state: Any, viewer: Seat | None) -> tuple[Body, ...]:
        """Everything on the table that this viewer may know and a plan can name."""

    def apart(
        self, state: Any, viewer: Seat | None, one: str, other: str, at: str = ""
    ) -> Fraction | int | None:
        """How far a body is from another or from a place, as the system measures; `at`: as if it
        stood there.  None: there is no such body or place, or it is nowhere."""

    def deeds(self, state: Any, seat: Seat, ref: str, act: Act) -> Iterator[Deed]:
        """What a body could be ordered now that is such an act; each would be accepted."""

    def foreseen(self, state: Any, seat: Seat, ref: str, act: Act) -> Any | None:
        """The state as if the time for such an act of this body had come, everybody where he
        stands; None: that cannot be foreseen."""


@runtime_checkable
class HasFates(Protocol):
    """Games in which somebody may be out of sight, or go by another name, without being lost."""

    def is_lost(self, state: Any, viewer: Seat | None, ref: str) -> bool:
        """Does this viewer know that a body that he knew of is gone for good?"""
