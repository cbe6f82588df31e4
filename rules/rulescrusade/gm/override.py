"""RC-GM-6: every line of the GM, those among them that draw dice too."""

from rules.line.errors import Refusal
from rules.line.orders import Order, Unread
from rules.line.overrides import Rule, Timeout
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.events import GmActed
from rules.rulescrusade.fight.source import Source
from rules.rulescrusade.fight.structures import collapse
from rules.rulescrusade.gm.lines import line_of_gm, standing_sector
from rules.rulescrusade.orders import TakeList
from rules.rulescrusade.overrides import Collapse, Start
from rules.rulescrusade.sequence.turns import end_turn
from rules.rulescrusade.setup.muster import take_list
from rules.rulescrusade.setup.stages import start


def override(battle: Battle, order: Order) -> None:
    """One line of the GM; only a ruling leaves a player's undo open (RC-ORD-10)."""
    if not line_of_gm(battle, order):
        with_dice(battle, order)
    if not isinstance(order, Rule):
        battle.emit(GmActed())


def with_dice(battle: Battle, order: Order) -> None:
    """RC-GM-6: the lines that may draw dice."""
    match order:
        case Start():
            start(battle)
        case TakeList(name, seat):
            take_list(battle, name, seat)
        case Collapse(name):
            collapse(battle, standing_sector(battle.state, name), Source(grazes=("W",)))
        case Timeout(seat):
            time_out(battle, seat)
        case Unread():
            raise Refusal(order.rule or "RC-ORD-1", order.why or f"I don't understand {order}")
        case _:
            raise Refusal("RC-GM-7", f"`{order}` is an order of a player, not of the GM")


def time_out(battle: Battle, seat: int) -> None:
    """A missed deadline ends the turn of the seat that is awaited; a set-up waits on."""
    flow = battle.state.flow
    if flow.phase == "play" and flow.outcome is None and seat in (0, flow.turn):
        end_turn(battle)
