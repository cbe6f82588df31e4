"""Section 7.14: revolts.  Hiring is in `placement`, bounties in `rounds`."""

from rules.candlebre import events as ev
from rules.candlebre.context import Adj
from rules.candlebre.court.clergy import send_home
from rules.candlebre.court.elimination import check_out
from rules.candlebre.realm.land import nearest
from rules.candlebre.roster import MERCENARIES
from rules.candlebre.state import State
from rules.candlebre.units import Units


def check_revolts(adj: Adj) -> None:
    """CB-MERC-7, CB-TURN-11, CB-RULING-23: at the end of every phase, in number order."""
    for number in range(1, len(adj.state.provinces) + 1):
        if adj.state.flow.outcome is None and is_in_revolt(adj.state, number):
            revolt(adj, number)


def is_in_revolt(state: State, number: int) -> bool:
    """CB-MERC-7: more mercenaries than regular units; provinces with a battle are excepted."""
    here = state.province(number)
    if not here.owner or here.battle is not None:
        return False
    return here.units.mercenaries > here.units.regulars


def revolt(adj: Adj, number: int) -> None:
    """CB-MERC-8: the regulars and leaders go, the mercenaries are the guard of a neutral land."""
    here = adj.state.province(number)
    seat, mercenaries = here.owner, here.units.mercenaries
    regulars = Units((*here.units.counts[:MERCENARIES], (0, 0, 0)))
    leaders = tuple(one.number for one in adj.state.leaders_at(number))
    to = refuge(adj.state, seat, number)
    send_home(adj, number)
    adj.emit(ev.Revolted(seat, number, mercenaries, regulars, leaders, to))
    if not to:
        for leader in leaders:
            adj.emit(ev.LeaderDied(leader, seat, "revolt"))
    check_out(adj, seat)


def refuge(state: State, seat: int, number: int) -> int:
    """CB-MERC-8, CB-RULING-48: the nearest other own province where no battle has begun."""
    others = (one for one in state.owned(seat) if one != number and not has_begun(state, one))
    return nearest(state, number, others)


def has_begun(state: State, number: int) -> bool:
    """CB-BATTLE-6: has a battle begun there?"""
    battle = state.province(number).battle
    return battle is not None and battle.begun
