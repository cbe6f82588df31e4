"""What plans need from a system: bodies, distances and possible deeds, and which deed to choose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat
from rules.line.work import spend

S = TypeVar("S")
Viewer = Seat | None
"""Whose knowledge counts: a seat, 0 the GM, None the public."""

Act = Literal["attack", "charge", "move", "hold"]
"""The acts of a standing order: strike from where it is, charge somebody, move, stay."""


class Body(Frozen):
    """Something on the table that a plan can name: a unit, or a province with the forces in it.

    `ref` is what orders call it, `names` are other names.  `health` is what it has left of `full`
    (0: it is never hurt, only lost); between equal health, the one with less `worth` is weaker.
    `counts`: does `an enemy` include it?  An ally's or an empty place does not count.
    """

    ref: str
    seat: Seat
    health: int = 0
    full: int = 0
    worth: int = 0
    names: tuple[str, ...] = ()
    counts: bool = True


class PossibleOrder(Frozen):
    """An order that would be accepted: against which target with what means, or to which place.

    Between otherwise equal deeds, the one with the higher `merit` is chosen.
    """

    order: Order
    target: str = ""
    means: str = ""
    place: str = ""
    merit: int = 0


class PlanWords(Frozen):
    """The words of a system for plans.

    `measure`: the unit of distance, singular and plural.  `health`: what bodies lose when hurt
    (empty: they are never hurt).  `acts`: the acts that standing orders can have.  `lasting`: a
    body keeps its name (a piece named after its tile gets another name when it moves).
    """

    measure: tuple[str, str]
    health: str
    acts: tuple[Act, ...]
    lasting: bool = True

    def distance(self, away: Fraction | int) -> str:
        """`4 cells`, `1 inch`, `12.5 inches`."""
        whole, rest = divmod(int(away * 100), 100)
        number = f"{whole}.{rest:02d}".rstrip("0") if rest else f"{whole}"
        return f"{number} {self.measure[number != '1']}"


@dataclass(frozen=True, kw_only=True)
class PlanRules(Generic[S]):
    """A system's functions for plans: what a player knows of the table, and what a body could do
    under a standing order."""

    terms: PlanWords
    """The words of the system for plans."""
    bodies: Callable[[S, Viewer], tuple[Body, ...]]
    """Everything on the table that this viewer may know and a plan can name."""
    apart: Callable[[S, Viewer, str, str, str], Fraction | int | None]
    """`apart(state, viewer, ref, goal, at)`: the distance of the body `ref` from another body or a
    place, as the system measures; if `at` is not empty, as if the body stood there.  None if there
    is no such body or place, or it is nowhere."""
    deeds: Callable[[S, Seat, str, Act], Iterator[PossibleOrder]]
    """The orders for this act that a body could be given now; each would be accepted."""
    foreseen: Callable[[S, Seat, str, Act], S | None]
    """The state as if the time for such an act of this body had come, with everybody where they
    stand now; None if that cannot be foreseen."""
    is_lost: Callable[[S, Viewer, str], bool] | None = None
    """Does this viewer know that a body known before is gone for good?  None if in this system a
    body that is no longer found is always lost (never just out of sight or renamed)."""
    fallen: Callable[[S, Viewer], tuple[str, ...]] | None = None
    """Names of those lost for good, as far as this viewer knows.  None if the system does not
    remember the lost by name."""


class Strike(Frozen):
    """`attacks the nearest`, `charges the weakest`, `fires Bolt at O1 in reach`: against one of
    these `targets`, or against anybody if `targets` is empty."""

    act: Act
    weakest: bool = False
    targets: tuple[str, ...] = ()
    means: str = ""


class Go(Frozen):
    """`falls back to 5,3`, `follows LG1`: move nearer to a place or a body."""

    to: str


class Hold(Frozen):
    """`holds`: stay where it is."""


Task = Strike | Go | Hold


DEED = 12
"""Steps of work for weighing one deed, or one body that it may be done to."""


def choose(
    plans: PlanRules[Any], state: Any, seat: Seat, ref: str, task: Task
) -> PossibleOrder | None:
    """The order by which a body carries out its task now; None if it cannot."""
    match task:
        case Strike():
            ranked = strikes(plans, state, seat, ref, task)
        case Go(to):
            ranked = ways(plans, state, seat, ref, to)
        case Hold():
            return next(plans.deeds(state, seat, ref, "hold"), None)
    best = min(ranked, key=lambda one: tuple(map(Fraction, one[0])), default=None)
    return best[1] if best is not None else None


Ranked = Iterator[tuple[tuple[Fraction | int, ...], PossibleOrder]]
"""Deeds with their ranks, of which the lowest is the best, and of equals the first."""


def strikes(plans: PlanRules[Any], state: Any, seat: Seat, ref: str, task: Strike) -> Ranked:
    """The deeds against targets that it can strike, ranked by how near (or weak) these are."""
    known = {body.ref: body for body in plans.bodies(state, seat) if body.seat != seat}
    spend(DEED * len(known))
    for deed in plans.deeds(state, seat, ref, task.act):
        spend(DEED)
        body = known.get(deed.target)
        if body is None or (task.targets and deed.target not in task.targets):
            continue
        if task.means and deed.means.lower() != task.means.lower():
            continue
        away = plans.apart(state, seat, ref, deed.target, "")
        if away is None:
            continue
        far, weak = (away,), (body.health, body.worth)
        rank = (*weak, *far) if task.weakest else (*far, *weak)
        yield (*rank, -deed.merit), deed


def ways(plans: PlanRules[Any], state: Any, seat: Seat, ref: str, to: str) -> Ranked:
    """The moves that bring it nearer to `to`, ranked by where they end and how long they are."""
    here = plans.apart(state, seat, ref, to, "")
    for deed in plans.deeds(state, seat, ref, "move"):
        spend(DEED)
        away = plans.apart(state, seat, ref, to, deed.place)
        if away is None or (here is not None and away >= here):
            continue
        step = plans.apart(state, seat, ref, deed.place, "")
        yield (away, step or 0, -deed.merit), deed
