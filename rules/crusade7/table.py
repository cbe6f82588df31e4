"""Section 6.2: the table of orders: when each is allowed, what resolves it, its candidates."""

from collections.abc import Callable

from rules.crusade7 import candidates as might
from rules.crusade7 import magic, sequence, setup, tactics
from rules.crusade7 import orders as od
from rules.crusade7.fight import attacks, melee
from rules.crusade7.harm import conditions
from rules.crusade7.march import movement, transport
from rules.crusade7.march import movement as charging
from rules.crusade7.state import PHASES, Battle, State, Unit
from rules.line.chapters import as_it_is
from rules.line.common import AgreedEnd
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign

ALWAYS = ("setup", *PHASES)
SETUP = ("setup",)
FIGHTS = ("heavy", "fight")
MOVE = ("move",)

ENDING = AgreedEnd("C7-END-4", "C7-END-5", lambda state: sequence.SIDES)
"""C7-END-4, C7-END-5: resigning, and a draw by agreement."""


class Row(Frozen):
    """A row of the table in 6.2: the phases of an order, whether it needs the seat's own turn, the
    function that resolves it, and the one that lists its candidates.

    `certain`: the candidates have already passed the order's own checks and need no trial.
    """

    phases: tuple[str, ...]
    own_turn: bool
    resolve: Callable[..., None]
    candidates: Callable[..., might.Orders]
    certain: bool = False

    def is_open(self, state: State, seat: int) -> bool:
        """C7-TURN-4, C7-TURN-5: do the phase and the turn allow this seat the order?"""
        flow = state.flow
        in_turn = not self.own_turn or flow.phase == "setup" or flow.turn == seat
        return flow.phase in self.phases and in_turn


def place(battle: Battle, unit: Unit, order: od.Deploy) -> None:
    """C7-SETUP-4, C7-RES-2: in setup a unit is deployed, in the Move Phase it arrives."""
    if battle.state.flow.phase == "setup":
        setup.deploy_one(battle, unit, order.at)
    else:
        transport.arrive(battle, unit, order.at)


UNIT_ORDERS: dict[type[Order], Row] = {
    od.Deploy: Row(("setup", "move"), True, place, might.deployments, certain=True),
    od.Move: Row(MOVE, True, movement.move, might.moves("normal", od.Move), certain=True),
    od.Advance: Row(MOVE, True, movement.move, might.moves("advance", od.Advance), certain=True),
    od.FallBack: Row(
        MOVE, True, movement.move, might.moves("fall back", od.FallBack), certain=True
    ),
    od.Strike: Row(FIGHTS, True, attacks.strike, might.strikes, certain=True),
    od.Multiattack: Row(FIGHTS, True, attacks.multiattack, might.volleys, certain=True),
    od.Charge: Row(("charge",), True, charging.charge, might.charges, certain=True),
    od.Arrive: Row(
        MOVE,
        True,
        lambda battle, unit, order: transport.arrive(battle, unit, order.at),
        might.arrivals,
    ),
    od.Disembark: Row(MOVE, True, transport.disembark, might.landings),
    od.Stay: Row(MOVE, True, movement.stay, might.stays),
    od.Embark: Row(MOVE, True, transport.embark, might.boardings),
    od.Cast: Row(("mana",), True, magic.cast, might.castings),
    od.Manifest: Row(("mana",), True, magic.manifest, might.attempts),
    od.Engage: Row(FIGHTS, True, melee.engage, might.engagements),
    od.StandUp: Row(FIGHTS, True, melee.stand_up, might.rises),
    od.Deny: Row(("command", "move", "mana"), False, magic.deny, might.denials),
    od.StopConcentrating: Row(
        ALWAYS, False, lambda battle, unit, _: conditions.stop(battle, unit), might.relaxings
    ),
}
"""C7-TURN-4, C7-TURN-5: orders to units."""

ARMY_ORDERS: dict[type[Order], Row] = {
    EndPhase: Row(PHASES, True, lambda battle, _: sequence.end_turn(battle), as_it_is(EndPhase())),
    od.SkipTo: Row(PHASES, False, sequence.skip_to, might.skips),
    OfferDraw: Row(ALWAYS, False, ENDING.offer_draw, as_it_is(OfferDraw())),
    AcceptDraw: Row(ALWAYS, False, ENDING.accept_draw, as_it_is(AcceptDraw())),
    DeclineDraw: Row(ALWAYS, False, ENDING.decline_draw, as_it_is(DeclineDraw())),
    Resign: Row(ALWAYS, False, ENDING.resign, as_it_is(Resign())),
    od.ChooseFaction: Row(SETUP, False, setup.choose_faction, might.choices),
    od.TakeDetachment: Row(SETUP, False, setup.take_detachment, might.detachments),
    od.TakeReserves: Row(SETUP, False, setup.take_reserves, might.reserves),
    od.Ready: Row(SETUP, False, setup.ready, as_it_is(od.Ready())),
    od.ClearArmy: Row(SETUP, False, setup.clear_army, as_it_is(od.ClearArmy())),
    od.UseTactic: Row(ALWAYS, False, tactics.use, might.stratagems),
}
"""C7-TURN-4, C7-TURN-5: orders of a whole army."""

TABLE: dict[type[Order], Row] = {**ARMY_ORDERS, **UNIT_ORDERS}
"""Every order that a seat can give, in the order in which `legal` lists them."""
