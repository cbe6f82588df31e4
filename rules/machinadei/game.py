"""Machina Dei as the referee knows it.

MD-INFO-1: nothing is hidden from anybody.  MD-SEQ-11: the seat that has the turn is awaited; while
a division is pending that is the attacker, who has it then.
"""

from rules.border.game import Game
from rules.border.questions import with_budgets
from rules.line.codec import dataclasses_of
from rules.machinadei import events, orders, overrides, statblock, state
from rules.machinadei.adjudicate import adjudicate, legal
from rules.machinadei.apply import apply
from rules.machinadei.army import STARTER
from rules.machinadei.attributes import expect
from rules.machinadei.naming import names, references
from rules.machinadei.options import OPTIONS, create
from rules.machinadei.plans import PLANS
from rules.machinadei.road import ROAD
from rules.machinadei.search.foresight import can_charge, compared, odds, threats
from rules.machinadei.search.opponent import Opponent
from rules.machinadei.telling.brief import brief
from rules.machinadei.telling.card import card, card_names, factions, price_list, reach
from rules.machinadei.telling.describe import describe, idle, nouns, situation, things, waiting
from rules.machinadei.telling.picture import picture, traces
from rules.machinadei.telling.report import luck, report, summary, why
from rules.machinadei.telling.roll import compact, losses, roll, tally
from rules.machinadei.telling.view import view
from rules.numbers.grid import cell_in

GAME = with_budgets(
    "MD-BOUND-4",
    Game[state.State](
        id="machinadei",
        title="Machina Dei",
        prefix="MD",
        gm_rule="MD-GM-3",
        options=OPTIONS,
        blank=state.State(),
        types=dataclasses_of(statblock, state, orders, overrides, events),
        starter=STARTER,
        set_up=("deploy",),
        seats=lambda options: (1, 2),
        setup=lambda options, library, dice, scene=False, tray=(): create(options, library, tray),
        adjudicate=adjudicate,
        apply=apply,
        legal=legal,
        undoes=ROAD.undoes,
        expect=expect,
        names=names,
        references=lambda state, viewer: references(state),
        things=lambda state, viewer: things(state),
        nouns=nouns,
        known_to=lambda event, before: None,
        report=lambda event, before, viewer: report(event, before),
        why=why,
        brief=lambda state, orders, events, viewer: brief(state, orders, events),
        summary=lambda state, events, viewer: summary(state, events),
        tally=lambda before, after, viewer: tally(before, after),
        losses=lambda before, after, viewer: losses(before, after),
        luck=luck,
        view=lambda state, viewer, form: view(state),
        shapes=lambda state, viewer: picture(state),
        traces=traces,
        compact=lambda state, viewer, since=None: compact(state, since),
        roll=lambda state, viewer, since=None: roll(state, since),
        situation=lambda state, seat, viewer: situation(state, seat),
        waiting=lambda state, seat, viewer: waiting(state, seat),
        describe=lambda state, viewer, name: describe(state, name),
        card=lambda state, viewer, name: card(state, name),
        card_names=lambda state, viewer: card_names(state),
        price_list=lambda state, viewer, faction="": price_list(state, faction),
        factions=lambda state, viewer: factions(state),
        reach=reach,
        odds=odds,
        threats=lambda state, viewer, name: threats(state, name),
        can_charge=lambda state, viewer, name, target: can_charge(state, name, target),
        compared=lambda state, viewer, one, other, place="": compared(
            state, one, other, cell_in(place, "MD-GM-3")
        ),
        opponent=Opponent,
        plans=PLANS,
        idle=idle,
    ),
)
