"""Crusade 7th edition as the referee knows it."""

from rules.border.game import Game, with_defaults
from rules.border.questions import with_budgets
from rules.crusade7 import events, orders, overrides, state
from rules.crusade7.adjudicate import adjudicate, legal
from rules.crusade7.apply import apply
from rules.crusade7.army import statblock
from rules.crusade7.army.options import OPTIONS, STARTER
from rules.crusade7.attributes import expect
from rules.crusade7.plans import PLANS
from rules.crusade7.road import ROAD
from rules.crusade7.search.opponent import Opponent
from rules.crusade7.sequence import awaits
from rules.crusade7.setup import create
from rules.crusade7.telling import calling
from rules.crusade7.telling.brief.brief import brief
from rules.crusade7.telling.card import card, card_names, factions, price_list
from rules.crusade7.telling.describe import describe, names, nouns, references, things
from rules.crusade7.telling.odds import can_charge, compared, odds, reach, threats
from rules.crusade7.telling.picture import picture, traces
from rules.crusade7.telling.report import known_to, luck, report, why
from rules.crusade7.telling.roll import compact, roll
from rules.crusade7.telling.view import view
from rules.line.codec import dataclasses_of
from rules.numbers.grid import cell_in

GAME = with_budgets(
    "C7-BOUND-4",
    Game[state.State](
        id="crusade7",
        title="Crusade 7th Edition",
        prefix="C7",
        gm_rule="C7-GM-1",
        options=OPTIONS,
        blank=state.State(),
        types=dataclasses_of(statblock, state, orders, overrides, events),
        starter=STARTER,
        set_up=("setup",),
        seats=lambda options: (1, 2),
        setup=lambda options, library, dice, scene=False, tray=(): create(
            with_defaults(OPTIONS, options), library, tray
        ),
        adjudicate=adjudicate,
        apply=apply,
        legal=legal,
        undoes=ROAD.undoes,
        awaits=awaits,
        expect=expect,
        phase_name=lambda now: state.PHASE_NAMES.get(now.flow.phase, ""),
        names=names,
        references=references,
        things=things,
        nouns=nouns,
        known_to=known_to,
        report=report,
        why=why,
        brief=brief,
        summary=calling.summary,
        tally=calling.tally,
        losses=calling.losses,
        luck=luck,
        view=view,
        shapes=picture,
        traces=traces,
        compact=compact,
        roll=roll,
        situation=calling.situation,
        waiting=calling.waiting,
        describe=describe,
        card=card,
        card_names=card_names,
        price_list=price_list,
        factions=lambda state, viewer: factions(state),
        reach=reach,
        odds=odds,
        threats=threats,
        can_charge=can_charge,
        compared=lambda state, viewer, one, other, place="": compared(
            state, viewer, one, other, cell_in(place, "C7-GM-1")
        ),
        opponent=Opponent,
        plans=PLANS,
        idle=calling.idle,
        skip=calling.until_move,
    ),
)
