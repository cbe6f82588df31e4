"""Crusade 8x8 as the referee knows it.

C8-SCOPE-1: two players, 64 tiles, nothing hidden after the setup, dice only there.  C8-SCOPE-2: one
action per turn, by post; it is checked, applied, and logged in its canonical notation.  C8-SCOPE-4:
what the original rules leave open is decided in RULES.md, section 11.

There is no `tally`, because a turn is too short for one, and no `idle`, because a pass is counted
and may offer a draw (C8-FORF-2).
"""

from rules.border.game import Game, laid
from rules.border.questions import with_budgets
from rules.crusade8x8 import board, events, orders, overrides, state
from rules.crusade8x8.adjudicate import adjudicate, legal
from rules.crusade8x8.apply import apply
from rules.crusade8x8.attributes import expect
from rules.crusade8x8.board import read_position
from rules.crusade8x8.plans import PLANS
from rules.crusade8x8.road import ROAD
from rules.crusade8x8.search.opponent import Opponent
from rules.crusade8x8.search.perft import count_lines
from rules.crusade8x8.sequence import awaits, is_timed
from rules.crusade8x8.setup import OPTIONS, read_house, set_up
from rules.crusade8x8.state import State
from rules.crusade8x8.telling import card, view
from rules.crusade8x8.telling.duels import can_attack, compared, odds, threats
from rules.crusade8x8.telling.picture import picture, traces
from rules.crusade8x8.telling.report import brief, report, situation, waiting, why
from rules.line.codec import dataclasses_of

STARTER = (
    'gm> position "2pbn3/1cvavwvwvavcv1/8/8/8/8/1C^A^W^W^A^C^1/2PBN3 w '
    'Sb3g3Rc1f1/Sb6g6Rc8f8 - - 0/0 - 0 1"',
)

GAME = with_budgets(
    "C8-BOUND-4",
    Game[State](
        id="crusade8x8",
        title="Crusade 8x8",
        prefix="C8",
        gm_rule="C8-GM-1",
        options=OPTIONS,
        blank=State(),
        types=dataclasses_of(events, board, orders, overrides, state),
        starter=STARTER,
        set_up=("choose", "place"),
        seats=lambda options: (1, 2),
        setup=laid(State(), apply, lambda adj, options, library: set_up(adj, options)),
        adjudicate=adjudicate,
        apply=apply,
        legal=legal,
        undoes=ROAD.undoes,
        awaits=awaits,
        timed=is_timed,
        expect=expect,
        moment=view.moment,
        phase_name=view.phase_name,
        names=lambda state: (),
        references=card.references,
        things=card.things,
        nouns=card.nouns,
        known_to=lambda event, before: event.known_to,
        report=lambda event, before, viewer: report(event, viewer),
        why=why,
        brief=brief,
        losses=view.losses,
        view=lambda state, viewer, form: view.view(state, viewer),
        shapes=lambda state, viewer: picture(view.position_for(state, viewer), view.title(state)),
        traces=traces,
        compact=view.compact,
        roll=view.roll,
        situation=situation,
        waiting=waiting,
        describe=card.describe,
        card=card.card,
        card_names=card.card_names,
        price_list=card.price_list,
        factions=lambda state, viewer: card.ready_made(),
        odds=odds,
        threats=threats,
        can_attack=lambda state, viewer, name, target: can_attack(state, name, target),
        compared=compared,
        perft=lambda text, depth, options: count_lines(
            read_position(text), depth, read_house(options)
        ),
        opponent=Opponent,
        plans=PLANS,
    ),
)
