"""The orders of a seat that belong to the set-up."""

from rules.orders import EndPhase, Order
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.orders import Buy, Deploy, Dismiss, Ready, TakeList
from rules.rulescrusade.setup.deploy import deploy
from rules.rulescrusade.setup.muster import buy, dismiss, make_ready, take_list
from rules.rulescrusade.setup.stages import done, start


def setup_order(battle: Battle, order: Order) -> bool:
    """Section 4: one order of the set-up; False if it is none (`end turn` in play is none)."""
    match order:
        case TakeList(name, seat):
            take_list(battle, name, seat)
        case Buy():
            buy(battle, order)
        case Dismiss(who):
            dismiss(battle, who)
        case Ready():
            if make_ready(battle):
                start(battle)
        case Deploy():
            deploy(battle, order)
        case EndPhase() if battle.state.flow.phase == "setup":
            done(battle)
        case _:
            return False
    return True
