"""What a plan speaks of: bodies, how far apart they are, what they could do, and which of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from rules.line.frozen import Frozen
from rules.line.orders import Order, Seat
from rules.line.work import spend

S = TypeVar("S")
Viewer = Seat | None
"""Who looks: a seat, 0 the GM, None everybody."""

Act = Literal["attack", "charge", "move", "hold"]
"""What a standing order has a body do: strike from where it is, run at somebody, go, stay."""


class Body(Frozen):
    """Something on the table that a plan can name: a unit, or a province with who is in it.

    `ref` is what orders call it, `names` are others for it.  `health` is what it loses when it is
    hurt, of `full` (0: it is never hurt, only lost); `worth` says who is weaker where that is
    equal.  `counts`: is it one of those that `an enemy` means (not an ally's, nor an empty place)?
    """

    ref: str
    seat: Seat
    health: int = 0
    full: int = 0
    worth: int = 0
    names: tuple[str, ...] = ()
    counts: bool = True


class Deed(Frozen):
    """An order that would be accepted: at whom with what, or to which place; a higher `merit`
    goes before a lower one where nothing else decides."""

    order: Order
    target: str = ""
    means: str = ""
    place: str = ""
    merit: int = 0


class Terms(Frozen):
    """The words of a system for plans.

    `measure`: one and several units of distance.  `health`: what bodies lose (nothing: they are
    never hurt).  `acts`: which standing orders there are.  `lasting`: a name stays with its body
    (a piece that is called by its tile has another name when it has moved).
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
class Plans(Generic[S]):
    """What a player can leave for later: what he knows of the table, and what his bodies could do
    by standing orders."""

    terms: Terms
    """The words of the system for plans."""
    bodies: Callable[[S, Viewer], tuple[Body, ...]]
    """Everything on the table that this viewer may know and a plan can name."""
    apart: Callable[[S, Viewer, str, str, str], Fraction | int | None]
    """How far a body is from another or from a place, as the system measures; with a place at the
    end, as if it stood there.  None: there is no such body or place, or it is nowhere."""
    deeds: Callable[[S, Seat, str, Act], Iterator[Deed]]
    """What a body could be ordered now that is such an act; each would be accepted."""
    foreseen: Callable[[S, Seat, str, Act], S | None]
    """The state as if the time for such an act of this body had come, everybody where he stands;
    None: that cannot be foreseen."""
    is_lost: Callable[[S, Viewer, str], bool] | None = None
    """Does this viewer know that a body that he knew of is gone for good?  None: nobody is ever out
    of sight, or goes by another name, without being lost."""
    fallen: Callable[[S, Viewer], tuple[str, ...]] | None = None
    """Who was on the table and is lost for good, as far as this viewer knows.  None: nobody is
    remembered by name."""


class Strike(Frozen):
    """`attacks the nearest`, `charges the weakest`, `fires Bolt at O1 in reach`: at one of these
    `targets`, at anybody if there is none."""

    act: Act
    weakest: bool = False
    targets: tuple[str, ...] = ()
    means: str = ""


class Go(Frozen):
    """`falls back to 5,3`, `follows LG1`: nearer to a place or a body."""

    to: str


class Hold(Frozen):
    """`holds`: it stays where it is."""


Task = Strike | Go | Hold


DEED = 12
"""To weigh a deed, or a body that it may be done to, counts for so many steps of work."""


def choose(plans: Plans[Any], state: Any, seat: Seat, ref: str, task: Task) -> Deed | None:
    """The order by which a body does now what it was told to; None: it can do nothing of it."""
    match task:
        case Strike():
            return chosen_target(plans, state, seat, ref, task)
        case Go(to):
            return chosen_way(plans, state, seat, ref, to)
        case Hold():
            return next(plans.deeds(state, seat, ref, "hold"), None)


def chosen_target(plans: Plans[Any], state: Any, seat: Seat, ref: str, task: Strike) -> Deed | None:
    """The nearest or the weakest that it can strike, and the best way to strike it."""
    known = {body.ref: body for body in plans.bodies(state, seat) if body.seat != seat}
    spend(DEED * len(known))
    best: tuple[tuple[Fraction, ...], Deed] | None = None
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
        key = tuple(map(Fraction, (*rank, -deed.merit)))
        if best is None or key < best[0]:
            best = key, deed
    return best[1] if best is not None else None


def chosen_way(plans: Plans[Any], state: Any, seat: Seat, ref: str, to: str) -> Deed | None:
    """The move that brings it nearest, if one brings it nearer at all; of such the shortest."""
    here = plans.apart(state, seat, ref, to, "")
    best: tuple[tuple[Fraction, ...], Deed] | None = None
    for deed in plans.deeds(state, seat, ref, "move"):
        spend(DEED)
        away = plans.apart(state, seat, ref, to, deed.place)
        if away is None or (here is not None and away >= here):
            continue
        step = plans.apart(state, seat, ref, deed.place, "")
        key = tuple(map(Fraction, (away, step or 0, -deed.merit)))
        if best is None or key < best[0]:
            best = key, deed
    return best[1] if best is not None else None
