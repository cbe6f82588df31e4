"""MD-END: who has won, and when."""

from rules.line import common
from rules.line.events import Ended, PhaseBegan, TurnPassed
from rules.line.flow import seat_name
from rules.line.overrides import SetWinner
from rules.machinadei.battle import Battle
from rules.machinadei.state import SEATS

SIDES = common.each_alone(SEATS)
"""Each army wins and loses alone."""


def end(battle: Battle, rule: str, termination: str, winners: tuple[int, ...]) -> None:
    """The battle is over; nobody is awaited any more."""
    battle.emit(Ended(rule, termination, winners))
    close(battle)


def set_winner(battle: Battle, order: SetWinner) -> None:
    """MD-END-6: as the GM has judged."""
    common.set_winner(battle, order, "MD-END-6", SIDES, over="MD-END-1", unknown="MD-GM-3")
    close(battle)


def close(battle: Battle) -> None:
    """The phase `over` has begun."""
    battle.emit(PhaseBegan(battle.state.flow.round, "over"))
    battle.emit(TurnPassed(0))


def is_over(battle: Battle) -> bool:
    """Has the battle ended?"""
    return battle.state.flow.outcome is not None


def check_swept(battle: Battle) -> None:
    """MD-END-2: a seat whose last unit on the board has left play has lost; both: a draw.

    Units in reserve do not count.
    """
    if is_over(battle):
        return
    gone = [seat for seat in SEATS if battle.state.armies[seat].swept]
    if not gone:
        return
    left = tuple(seat for seat in SEATS if seat not in gone)
    what = " and ".join(seat_name(seat) for seat in gone)
    verb = "has" if len(gone) == 1 else "have"
    end(battle, "MD-END-2", f"{what} {verb} no unit left on the board", left)


def check_rounds(battle: Battle) -> None:
    """MD-END-3: at the end of turn `rounds` the seat with more `vp` wins; equal: draw."""
    state = battle.state
    last = int(state.options.get("rounds", "8"))
    if is_over(battle) or not last or state.flow.round < last:
        return
    one, two = state.armies[1].vp, state.armies[2].vp
    winners = () if one == two else (1,) if one > two else (2,)
    end(battle, "MD-END-3", f"turn {state.flow.round} was the last: {one} to {two} points", winners)


def resign(battle: Battle) -> None:
    """MD-END-5: the other seat wins."""
    common.resign(battle, "MD-END-5", SIDES)
    close(battle)


def offer_draw(battle: Battle) -> None:
    """MD-END-5: an offer by both seats is a draw; a second offer of one seat is refused."""
    common.offer_draw(battle, "MD-END-5", SIDES, "MD-END-5")
    if is_over(battle):
        close(battle)


def accept_draw(battle: Battle) -> None:
    """MD-END-5: the other seat's offer is taken; one's own, or none, cannot be answered."""
    common.accept_draw(battle, "MD-END-5", SIDES)
    close(battle)


def decline_draw(battle: Battle) -> None:
    """MD-END-5: the offer lapses."""
    common.decline_draw(battle, "MD-END-5")
