"""RC-SCOPE-1: the whole of the original rules, by post, on a text board of 1-inch cells."""

from rules.border.game import Game
from rules.border.questions import with_budgets
from rules.line.codec import dataclasses_of
from rules.numbers.grid import cell_in
from rules.rulescrusade import events, orders, overrides, sheets, state, words
from rules.rulescrusade.adjudicate import adjudicate, legal
from rules.rulescrusade.apply import apply
from rules.rulescrusade.attributes import expect
from rules.rulescrusade.plans import PLANS
from rules.rulescrusade.play.odds import odds
from rules.rulescrusade.play.opponent import RulesCrusadeOpponent
from rules.rulescrusade.road import ROAD
from rules.rulescrusade.sequence.turns import awaits
from rules.rulescrusade.setup.ground import OPTIONS, lay_table
from rules.rulescrusade.starter import STARTER
from rules.rulescrusade.state import State
from rules.rulescrusade.telling import card, describe
from rules.rulescrusade.telling.brief import brief
from rules.rulescrusade.telling.fighting import compared
from rules.rulescrusade.telling.key import losses, roll, tally
from rules.rulescrusade.telling.picture import picture, traces
from rules.rulescrusade.telling.report import luck, report, why
from rules.rulescrusade.telling.view import compact, moment, phase_name, view

GAME = with_budgets(
    "RC-BOUND-4",
    Game[State](
        id="rulescrusade",
        title="Rules Crusade",
        prefix="RC",
        gm_rule="RC-GM-7",
        options=OPTIONS,
        blank=State(),
        types=dataclasses_of(events, orders, overrides, sheets, state, words),
        starter=STARTER,
        set_up=("setup",),
        seats=lambda options: tuple(range(1, int(options.get("seats", "2")) + 1)),
        setup=lay_table,
        adjudicate=adjudicate,
        apply=apply,
        legal=legal,
        undoes=lambda state, live, seat: ROAD.undo.line(live, seat),
        awaits=awaits,
        expect=expect,
        moment=moment,
        phase_name=phase_name,
        names=describe.names,
        references=describe.references,
        things=describe.things,
        nouns=describe.nouns,
        known_to=lambda event, before: event.known_to,
        report=report,
        why=why,
        brief=brief,
        tally=tally,
        losses=losses,
        luck=luck,
        view=lambda state, viewer, form: view(state, viewer),
        shapes=picture,
        traces=traces,
        compact=compact,
        roll=roll,
        situation=describe.situation,
        waiting=describe.waiting,
        describe=describe.describe,
        card=card.card,
        card_names=card.card_names,
        price_list=card.price_list,
        factions=lambda state, viewer: card.factions(state),
        reach=card.reach,
        odds=odds,
        threats=card.threats,
        can_charge=card.can_charge,
        compared=lambda state, viewer, one, other, place="": compared(
            state, viewer, one, other, cell_in(place, "RC-GM-7")
        ),
        opponent=RulesCrusadeOpponent,
        plans=PLANS,
        idle=describe.idle,
    ),
)
