"""RC-LEGAL-1: what a seat might say itself: lists and models, deployment, draws, the end.

All of it would be accepted but deployments, which are tried where that is not certain.
"""

from collections.abc import Callable, Iterator

from rules.line.errors import Refusal
from rules.line.orders import EndPhase, OfferDraw, Order, Resign
from rules.rulescrusade.models import check_models
from rules.rulescrusade.orders import Buy, Deploy, Dismiss, Purchase, Ready, TakeList
from rules.rulescrusade.setup.deploy import has_chits, in_zone, is_infiltrator
from rules.rulescrusade.state import State, Unit, in_order
from rules.rulescrusade.words import Who

Orders = Iterator[Order]
Accepts = Callable[[Order], bool]
OfSeat = Callable[[State, int, str | None, Accepts], Orders]
"""State, seat, the reference that alone is asked for, and what tries an order."""


def musters(state: State, seat: int) -> bool:
    """RC-SETUP-9: the seat still chooses its models."""
    setup = state.flow.phase == "setup" and state.stage == "muster"
    return setup and not state.army(seat).ready


def lists(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9: lists within the budget."""
    budget = state.rules.budget
    for force in state.library.lists if ref is None and musters(state, seat) else ():
        if not budget or force.cost <= budget:
            yield TakeList(force.name)


def purchases(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9: models within the budget."""
    if ref is not None or not musters(state, seat):
        return
    army, budget = state.army(seat), state.rules.budget
    for model in state.models.values() if has_room(state, seat) else ():
        payable = not budget or army.spent + model.value <= budget
        if payable and model.name not in state.library.summoned:
            yield Buy((Purchase(1, model.name),))


def has_room(state: State, seat: int) -> bool:
    """RC-BOUND-1: may it have one more model?"""
    try:
        check_models(state, seat)
    except Refusal:
        return False
    return True


def dismissals(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9: of models bought before."""
    for unit in in_order(tuple(state.units.values())) if musters(state, seat) else ():
        meant = unit.seat == seat and (ref is None or unit.ref == ref.upper())
        if meant and not unit.chit and unit.place in ("reserve", "unhidden"):
            yield Dismiss(Who((unit.ref,)))


def readies(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-9."""
    if ref is None and musters(state, seat):
        yield Ready()


def deploys(state: State, seat: int) -> bool:
    """RC-SETUP-12: it is the deployment of this seat."""
    stages = state.flow.phase == "setup" and state.stage in ("deploy", "infiltrate")
    return stages and state.flow.turn == seat


def moves_freely(state: State) -> bool:
    """RC-SETUP-4: with chits, who infiltrates is on the board and makes a free move instead."""
    return state.stage == "infiltrate" and has_chits(state)


def deployments(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-12: each waiting model on each free cell of the zone, chits as what they may be."""
    if not deploys(state, seat) or moves_freely(state):
        return
    free_choice = state.stage == "infiltrate"
    for unit in in_order(tuple(state.units.values())):
        if unit.seat != seat or (ref is not None and unit.ref != ref.upper()):
            continue
        in_time = is_infiltrator(unit) == free_choice or has_chits(state)
        if unit.place != "reserve" or not in_time:
            continue
        for cell in state.ground.cells():
            if not free_choice and not in_zone(state, seat, cell):
                continue
            first = True
            for name in names_for(state, unit):
                order = Deploy(Who((unit.ref,)), cell, name)
                if first and not accepts(order):
                    break
                first = False
                yield order


def names_for(state: State, unit: Unit) -> Iterator[str]:
    """RC-SETUP-11: what a chit may stand for; a model stands for itself."""
    if not unit.chit:
        yield ""
        return
    for other in in_order(tuple(state.units.values())):
        if other.seat == unit.seat and other.place == "unhidden":
            yield other.ref
    if state.army(unit.seat).blanks:
        yield "nothing"


def ends(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-SETUP-12, RC-TURN-11: of one's deployment, of one's turn."""
    in_play = state.flow.phase == "play" and state.flow.turn == seat
    if ref is None and (in_play or deploys(state, seat)):
        yield EndPhase()


def answers(order: Order) -> OfSeat:
    """RC-VIC-3: while an offer of another seat stands."""

    def to_an_offer(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
        if ref is None and state.flow.offer and state.flow.offer != seat:
            yield order

    return to_an_offer


def offers(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-VIC-3: one offer stands at a time."""
    if ref is None and not state.flow.offer:
        yield OfferDraw()


def resignations(state: State, seat: int, ref: str | None, accepts: Accepts) -> Orders:
    """RC-VIC-3: once."""
    if ref is None and not state.army(seat).resigned:
        yield Resign()
