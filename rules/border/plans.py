"""What a plan speaks of: bodies, how far apart they are, what they could do, and which of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol

from rules.line.orders import Order, Seat

Act = Literal["attack", "charge", "move", "hold"]
"""What a standing order has a body do: strike from where it is, run at somebody, go, stay."""


@dataclass(frozen=True, slots=True)
class Body:
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


@dataclass(frozen=True, slots=True)
class Deed:
    """An order that would be accepted: at whom with what, or to which place; a higher `merit`
    goes before a lower one where nothing else decides."""

    order: Order
    target: str = ""
    means: str = ""
    place: str = ""
    merit: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
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


class Planner(Protocol):
    """What choosing asks of a system."""

    def bodies(self, state: Any, viewer: Seat | None) -> tuple[Body, ...]: ...

    def apart(
        self, state: Any, viewer: Seat | None, one: str, other: str, at: str = ""
    ) -> Fraction | int | None: ...

    def deeds(self, state: Any, seat: Seat, ref: str, act: Act) -> Iterator[Deed]: ...


@dataclass(frozen=True, slots=True)
class Strike:
    """`attacks the nearest`, `charges the weakest`, `fires Bolt at O1 in reach`: at one of these
    `targets`, at anybody if there is none."""

    act: Act
    weakest: bool = False
    targets: tuple[str, ...] = ()
    means: str = ""


@dataclass(frozen=True, slots=True)
class Go:
    """`falls back to 5,3`, `follows LG1`: nearer to a place or a body."""

    to: str


@dataclass(frozen=True, slots=True)
class Hold:
    """`holds`: it stays where it is."""


Task = Strike | Go | Hold


def choose(game: Planner, state: Any, seat: Seat, ref: str, task: Task) -> Deed | None:
    """The order by which a body does now what it was told to; None: it can do nothing of it."""
    match task:
        case Strike():
            return chosen_target(game, state, seat, ref, task)
        case Go(to):
            return chosen_way(game, state, seat, ref, to)
        case Hold():
            return next(game.deeds(state, seat, ref, "hold"), None)


def chosen_target(game: Planner, state: Any, seat: Seat, ref: str, task: Strike) -> Deed | None:
    """The nearest or the weakest that it can strike, and the best way to strike it."""
    known = {body.ref: body for body in game.bodies(state, seat) if body.seat != seat}
    best: tuple[tuple[Fraction, ...], Deed] | None = None
    for deed in game.deeds(state, seat, ref, task.act):
        body = known.get(deed.target)
        if body is None or (task.targets and deed.target not in task.targets):
            continue
        if task.means and deed.means.lower() != task.means.lower():
            continue
        away = game.apart(state, seat, ref, deed.target)
        if away is None:
            continue
        far, weak = (away,), (body.health, body.worth)
        rank = (*weak, *far) if task.weakest else (*far, *weak)
        key = tuple(map(Fraction, (*rank, -deed.merit)))
        if best is None or key < best[0]:
            best = key, deed
    return best[1] if best is not None else None


def chosen_way(game: Planner, state: Any, seat: Seat, ref: str, to: str) -> Deed | None:
    """The move that brings it nearest, if one brings it nearer at all; of such the shortest."""
    here = game.apart(state, seat, ref, to)
    best: tuple[tuple[Fraction, ...], Deed] | None = None
    for deed in game.deeds(state, seat, ref, "move"):
        away = game.apart(state, seat, ref, to, at=deed.place)
        if away is None or (here is not None and away >= here):
            continue
        step = game.apart(state, seat, ref, deed.place)
        key = tuple(map(Fraction, (away, step or 0, -deed.merit)))
        if best is None or key < best[0]:
            best = key, deed
    return best[1] if best is not None else None
