"""MD-SEQ-3: the table of orders: when each is allowed, what resolves it, its candidates."""

from collections.abc import Callable
from typing import Any

from rules.line.chapters import Unlisted, as_it_is
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from rules.machinadei import candidates as might
from rules.machinadei import events as ev
from rules.machinadei import magic
from rules.machinadei import orders as od
from rules.machinadei.army import deploy
from rules.machinadei.fight import melee, shooting
from rules.machinadei.march import charge, drill
from rules.machinadei.naming import named
from rules.machinadei.sequence import turns
from rules.machinadei.state import Battle, State, Unit


class UnitRow(Frozen):
    """An order to a unit: its phase, the function that resolves it, its candidates.

    `certain`: are the candidates of this unit always accepted, without a trial?  `divides`: is it
    the order that stays open while hits wait to be divided?
    """

    phase: str
    resolve: Callable[[Battle, Unit, Any], None]
    candidates: might.OfUnit | Unlisted
    certain: Callable[[Unit], bool] = lambda unit: False
    divides: bool = False

    def is_open(self, state: State) -> bool:
        """MD-SEQ-3, MD-AREA-6: may it be given in this phase?"""
        if state.pending is not None:
            return self.divides
        return state.flow.phase == self.phase


class SeatRow(Frozen):
    """An order that is for no unit; without a phase it may be given in any phase."""

    resolve: Callable[[Battle, Any], None]
    candidates: might.OfSeat | Unlisted
    own_turn: bool = False
    phase: str = ""

    def is_open(self, state: State, seat: int) -> bool:
        """MD-SEQ-4: may the seat give it in this phase and turn?"""
        in_turn = not self.own_turn or state.flow.turn == seat
        return in_turn and self.phase in ("", state.flow.phase)


def show(battle: Battle, order: od.Show) -> None:
    """MD-ORD-8: answer a question; it changes nothing and is always allowed."""
    what = order.what.lower()
    if what not in ("board", "key"):
        what = named(battle.state, order.what).ref
    battle.emit(ev.Shown(what))


UNIT_ORDERS: dict[type[Order], UnitRow] = {
    od.MoveSteps: UnitRow("move", drill.move_steps, might.walks, certain=lambda unit: True),
    od.Reform: UnitRow("move", drill.reform, might.reforms),
    od.Advance: UnitRow("move", drill.advance, might.advances),
    od.Wheel: UnitRow("move", drill.wheel, might.wheels),
    od.Turn: UnitRow("move", drill.turn, might.turns),
    od.Face: UnitRow("move", drill.face, Unlisted("each is one of the turns that are listed")),
    od.MoveTo: UnitRow(
        "move", drill.move_to, Unlisted("steps in each direction are listed; there are many ways")
    ),
    od.Charge: UnitRow(
        "move", charge.charge, might.charges, certain=lambda one: not one.is_formation
    ),
    od.Cast: UnitRow("magic", magic.cast, might.castings),
    od.Arrive: UnitRow("magic", magic.arrive, might.arrivals),
    od.Shoot: UnitRow("shooting", shooting.shoot, might.shots),
    od.Volley: UnitRow("shooting", shooting.volley, might.volleys),
    od.Bombard: UnitRow("shooting", shooting.bombard, might.bombardments),
    od.Allocate: UnitRow("melee", melee.allocate, might.allocations, divides=True),
}
"""MD-SEQ-3: which order belongs to which phase, in the order in which `legal` lists them."""

SEAT_ORDERS: dict[type[Order], SeatRow] = {
    od.Deploy: SeatRow(deploy, might.deployments, own_turn=True, phase="deploy"),
    EndPhase: SeatRow(
        lambda battle, _: turns.end_part(battle), as_it_is(EndPhase()), own_turn=True
    ),
    OfferDraw: SeatRow(turns.ENDING.offer_draw, as_it_is(OfferDraw())),
    AcceptDraw: SeatRow(turns.ENDING.accept_draw, as_it_is(AcceptDraw())),
    DeclineDraw: SeatRow(turns.ENDING.decline_draw, as_it_is(DeclineDraw())),
    Resign: SeatRow(turns.ENDING.resign, as_it_is(Resign())),
    od.Show: SeatRow(show, Unlisted("a question, which changes nothing")),
}
"""MD-SEQ-4, MD-AREA-6: the orders that a seat gives for itself, in its turn or at any time."""

TABLE: dict[type[Order], UnitRow | SeatRow] = {**UNIT_ORDERS, **SEAT_ORDERS}
"""Every order that a seat can give."""
