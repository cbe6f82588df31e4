"""What a plan may know of the board, and what units could do under standing orders."""

from collections.abc import Iterator

from rules.border.plans import Act, Body, PlanRules, PlanWords, PossibleOrder
from rules.crusade8x8 import board
from rules.crusade8x8.candidates import actions
from rules.crusade8x8.orders import Act as Action
from rules.crusade8x8.orders import Attack, Capture, Shoot, SideStep, Step
from rules.crusade8x8.search.opponent import WORTH
from rules.crusade8x8.state import State, as_if
from rules.crusade8x8.telling.view import position_for


def bodies(state: State, viewer: int | None) -> tuple[Body, ...]:
    """C8-REF-4: the units that the viewer sees, by tile; nothing is ever hurt here."""
    return tuple(body_of(tile, unit) for tile, unit in position_for(state, viewer).units())


def body_of(tile: int, unit: board.Unit) -> Body:
    """C8-REF-4: a unit, called `c2`, `Archer c2` or `Ac2`."""
    name = board.tile_name(tile)
    names = (f"{unit.kind} {name}", f"{board.LETTER_OF_KIND[unit.kind]}{name}")
    return Body(name, unit.seat, worth=WORTH[board.KINDS.index(unit.kind)], names=names)


def apart(state: State, viewer: int | None, one: str, other: str, at: str = "") -> int | None:
    """C8-BOARD-1: the distance in tiles; a diagonal step counts one."""
    known = {
        name.lower(): body for body in bodies(state, viewer) for name in (body.ref, *body.names)
    }
    body, goal = known.get(one.lower()), known.get(other.lower())
    here = tile_of(at or (body.ref if body is not None else ""))
    there = tile_of(goal.ref if goal is not None else other)
    if body is None or here is None or there is None:
        return None
    return board.steps_between(here, there)


def tile_of(text: str) -> int | None:
    """The tile of a name such as `c3`; None if there is none."""
    name = text.strip().lower()
    return board.tile_named(name) if name in board.TILE_NAMES else None


def deeds(state: State, seat: int, ref: str, act: Act) -> Iterator[PossibleOrder]:
    """C8-ACT-1: captures and shots, or moves that take nobody; the simplest have the most merit."""
    if state.flow.phase != "play" or state.position.side != seat or act == "hold":
        return
    for order in actions(state, seat, ref):
        if not isinstance(order, Action):
            continue
        merit = -len(order.deeds) - len(order.orders) - len(order.follows) - len(order.recruits)
        hits = [one for one in order.deeds if isinstance(one, Capture | Attack | Shoot)]
        steps = [one for one in order.deeds if isinstance(one, Step | SideStep)]
        if act == "attack" and hits and not order.orders:
            yield PossibleOrder(order, hits[0].target.tile, merit=merit)
        elif act == "move" and steps and not hits and not order.orders:
            yield PossibleOrder(order, place=steps[-1].to, merit=merit)


def foreseen(state: State, seat: int, ref: str, act: Act) -> State | None:
    """C8-TURN-2: the state as if it were this seat's turn."""
    if state.flow.phase != "play":
        return None
    return state if state.position.side == seat else as_if(state, seat)


PLANS = PlanRules(
    terms=PlanWords(("tile", "tiles"), "", ("attack", "move", "hold"), lasting=False),
    bodies=bodies,
    apart=apart,
    deeds=deeds,
    foreseen=foreseen,
)
