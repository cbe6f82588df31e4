"""TY-ORDER-1: the table of orders: the function that carries each out, and its candidates."""

from collections.abc import Callable
from typing import Any

from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from tests.toy import candidates as might
from tests.toy import turns
from tests.toy.orders import March, Raid, RevealRelic
from tests.toy.turns import Adj


class Row(Frozen):
    """A row of the table."""

    carry: Callable[[Adj, Any], None]
    candidates: might.Candidates


TABLE: dict[type[Order], Row] = {
    March: Row(turns.march, might.marches),
    Raid: Row(turns.raid, might.raids),
    RevealRelic: Row(turns.reveal, might.reveals),
    EndPhase: Row(lambda adj, _: turns.end_phase(adj, adj.seat), might.as_it_is(EndPhase())),
    Resign: Row(turns.resign, might.as_it_is(Resign())),
    AcceptDraw: Row(turns.ENDING.accept_draw, might.answers(AcceptDraw())),
    DeclineDraw: Row(turns.ENDING.decline_draw, might.answers(DeclineDraw())),
    OfferDraw: Row(turns.ENDING.offer_draw, might.offers),
}
"""Every order of a seat, in the order in which `legal` lists them."""
