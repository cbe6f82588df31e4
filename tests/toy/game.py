"""Three Houses as the referee knows it.

TY-SCOPE-1: three seats, 1 and 2 a team; six provinces in a ring; three rounds.
"""

from rules.border.game import Game, laid
from rules.line import flow
from rules.line.codec import dataclasses_of
from tests.toy import events, orders, state
from tests.toy.adjudicate import adjudicate, awaits, undoes
from tests.toy.apply import apply
from tests.toy.legal import legal
from tests.toy.naming import expect, seat_name
from tests.toy.state import RING, SEATS, State
from tests.toy.telling.report import report
from tests.toy.telling.view import TITLE, shapes, view
from tests.toy.turns import begin

GAME = Game[State](
    id="toy",
    title=TITLE,
    prefix="TY",
    gm_rule="TY-GM-1",
    blank=State(),
    types=dataclasses_of(orders, events, state),
    seats=lambda options: SEATS,
    setup=laid(State(), apply, lambda adj, options, library: begin(adj)),
    adjudicate=adjudicate,
    apply=apply,
    legal=legal,
    undoes=undoes,
    awaits=awaits,
    expect=expect,
    seat_name=lambda state, seat: seat_name(seat),
    moment=lambda state: flow.moment(state.flow, seat_name),
    names=lambda state: RING,
    references=lambda state, viewer: RING,
    known_to=lambda event, before: event.known_to,
    report=lambda event, before, viewer: report(event, viewer),
    why=lambda event, before: ("TY-PLAN-4",) if isinstance(event, events.Fought) else (),
    view=lambda state, viewer, form: view(state, viewer),
    shapes=lambda state, viewer: shapes(state),
)
