"""The Courts of Candle'Bre as the referee knows it.

CB-SCOPE-1, CB-SCOPE-2: sixty provinces, two to five seats, nine steps to a turn.  CB-SCOPE-3:
nothing is hidden from anybody.  CB-SCOPE-4: no seat plays by itself.
"""

from rules.border.game import Game, laid
from rules.border.questions import with_budgets
from rules.candlebre import events, orders, overrides, state, units
from rules.candlebre.adjudicate import adjudicate, legal, undoes
from rules.candlebre.apply import apply
from rules.candlebre.attributes import expect
from rules.candlebre.court.diplomacy import closed, offered
from rules.candlebre.odds.odds import can_attack, compared, odds, threats
from rules.candlebre.plans import PLANS
from rules.candlebre.play import Opponent
from rules.candlebre.realm.setup import OPTIONS, create, read_settings
from rules.candlebre.state import State
from rules.candlebre.telling import describe
from rules.candlebre.telling.picture import picture
from rules.candlebre.telling.report import luck, report, why
from rules.candlebre.telling.short.brief import brief
from rules.candlebre.telling.short.cards import card, card_names, factions, price_list
from rules.candlebre.telling.short.clauses import fronts
from rules.candlebre.telling.short.roll import compact, losses, roll, tally
from rules.candlebre.telling.starter import STARTER
from rules.candlebre.telling.view import moment, view
from rules.candlebre.telling.yearbook import news, summary, yearbook
from rules.candlebre.units import Lore
from rules.line.codec import dataclasses_of
from rules.line.events import Ended, PhaseBegan

GAME = with_budgets(
    "CB-BOUND-4",
    Game[State](
        id="candlebre",
        title="The Courts of Candle'Bre",
        prefix="CB",
        gm_rule="CB-GM-1",
        options=OPTIONS,
        blank=State(),
        types=dataclasses_of(units, state, orders, overrides, events),
        starter=STARTER,
        set_up=("setup",),
        seats=lambda options: tuple(range(1, read_settings(options).seats + 1)),
        setup=laid(
            State(), apply, lambda adj, options, library: create(adj, options, library or Lore())
        ),
        adjudicate=adjudicate,
        apply=apply,
        legal=legal,
        undoes=undoes,
        expect=expect,
        moment=moment,
        names=describe.names,
        references=describe.references,
        things=lambda state, viewer: describe.things(state),
        nouns=describe.nouns,
        known_to=lambda event, before: None,
        closes_report=lambda event: isinstance(event, PhaseBegan | Ended),
        report=lambda event, before, viewer: report(event, before),
        why=why,
        brief=lambda state, orders, events, viewer: brief(state, events),
        summary=lambda state, events, viewer: summary(state, events),
        tally=lambda before, after, viewer: tally(before, after),
        losses=lambda before, after, viewer: losses(before, after),
        news=news,
        yearbook=lambda rounds, viewer: yearbook(rounds),
        luck=luck,
        offered=offered,
        closed=closed,
        view=lambda state, viewer, form: view(state, form),
        shapes=lambda state, viewer: picture(state),
        compact=lambda state, viewer, since=None: compact(state, since) if state.sites else None,
        fronts=fronts,
        roll=lambda state, viewer, since=None: roll(state, since),
        situation=lambda state, seat, viewer: describe.situation(state, seat),
        waiting=lambda state, seat, viewer: describe.waiting(state, seat),
        describe=lambda state, viewer, name: describe.describe(state, name),
        card=card,
        card_names=lambda state, viewer: card_names(state),
        price_list=price_list,
        factions=lambda state, viewer: factions(state),
        odds=odds,
        threats=threats,
        can_attack=lambda state, viewer, name, target: can_attack(state, name, target),
        compared=lambda state, viewer, one, other, place="": compared(state, viewer, one, other),
        opponent=Opponent,
        plans=PLANS,
        idle=describe.idle,
    ),
)
