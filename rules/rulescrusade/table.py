"""6.2, 6.3: the table of orders: what each needs, what resolves it, which candidates it has."""

from collections.abc import Callable
from typing import Any

from rules.line.chapters import Unlisted
from rules.line.common import AgreedEnd
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.line.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign
from rules.rulescrusade import candidates as might
from rules.rulescrusade import checks
from rules.rulescrusade import orders as od
from rules.rulescrusade.checks import Battle
from rules.rulescrusade.fight import structures
from rules.rulescrusade.march import charge, climb, walk
from rules.rulescrusade.march.charge import charge_to
from rules.rulescrusade.mind import play as cards
from rules.rulescrusade.mind.duel import incursions
from rules.rulescrusade.sequence import attacks as at
from rules.rulescrusade.sequence import deeds
from rules.rulescrusade.sequence.turns import end_turn, resign
from rules.rulescrusade.setup.deploy import buy, deploy, dismiss, done, make_ready, start, take_list
from rules.rulescrusade.state import State, Unit

Resolve = Callable[[Battle, Unit, Any], None]


class UnitRow(Frozen):
    """An order to a model: what it needs, what resolves it, and its group of candidates."""

    needs: checks.Needs
    resolve: Resolve
    candidates: might.Group | Unlisted


class SeatRow(Frozen):
    """An order of a seat itself; `of_play`: it is refused after the end (RC-ORD-2)."""

    resolve: Callable[[Battle, Any], None]
    candidates: might.OfSeat | Unlisted
    of_play: bool = False


class TogetherRow(Frozen):
    """RC-ORD-8: an order that several models carry out as one."""

    resolve: Callable[[Battle, list[str], Any], None]
    candidates: Unlisted


def activated(resolve: Resolve) -> Resolve:
    """Wrap a resolver so that it begins the model's activation first."""

    def resolved(battle: Battle, unit: Unit, order: Any) -> None:
        checks.activate(battle, unit.ref)
        resolve(battle, battle.unit(unit.ref), order)

    return resolved


def on(resolve: Callable[..., None], *said: str) -> Resolve:
    """Make a resolver that passes on the model's reference and these fields of the order."""
    return lambda battle, unit, order: resolve(
        battle, unit.ref, *(getattr(order, one) for one in said)
    )


def jump_down(battle: Battle, unit: Unit, order: od.JumpDown) -> None:
    """RC-FALL-4: jump down: up to 3 inches is an ordinary step, more is a fall."""
    drop_height = climb.check_down(battle.state, unit, order.to)
    if drop_height <= 3:
        walk.move_to(battle, unit.ref, (*order.to, False))
        return
    checks.activate(battle, unit.ref)
    climb.jump_down(battle, unit.ref, order.to)


def drop(battle: Battle, unit: Unit, order: od.Drop) -> None:
    """RC-CARRY-6: drop a thing, in the seat's own turn, at no cost."""
    checks.check_turn(battle.state, battle.seat)
    charge.drop(battle, unit.ref, order.item)


def play_cards(battle: Battle, unit: Unit, order: od.PlayCards) -> None:
    """RC-PSY-6: play several cards, one after the other."""
    for number, one in enumerate(order.plays):
        if number:
            incursions(battle)
        subjects = tuple(
            checks.refer(battle.state, subject) if isinstance(subject, str) else subject
            for subject in one.subjects
        )
        meant = od.CardPlay(one.card, subjects, one.direction, one.weapon)
        checks.check_common(battle, unit.ref, checks.ANYTIME)
        cards.play(battle, unit.ref, meant)


def ready(battle: Battle) -> None:
    """RC-SETUP-9: make the seat ready; when all are, start the deployment."""
    if make_ready(battle):
        start(battle)


def end_part(battle: Battle) -> None:
    """RC-SETUP-12, RC-TURN-11: end the seat's deployment, or in play its turn."""
    if battle.state.flow.phase == "setup":
        done(battle)
        return
    checks.check_play(battle.state, "`end turn`")
    checks.check_turn(battle.state, battle.seat)
    end_turn(battle)


def discard(battle: Battle, order: od.Discard) -> None:
    """RC-PSY-9: discard a card of the seat's choice in place of the default."""
    checks.check_play(battle.state)
    cards.discard(battle, order.card)


def sides(state: State) -> tuple[tuple[int, ...], ...]:
    """RC-VIC-3: the teams that still play, each with its seats."""
    teams: dict[str, tuple[int, ...]] = {}
    for army in state.armies:
        if not army.resigned:
            teams[army.team] = (*teams.get(army.team, ()), army.seat)
    return tuple(teams.values())


ENDING = AgreedEnd("RC-VIC-3", "RC-VIC-3", sides)
"""RC-VIC-3: how a draw by agreement is offered, accepted and declined."""


def resign_seat(battle: Battle) -> None:
    """RC-VIC-3: resign the seat; if it was its turn, the next seat's begins."""
    if battle.state.army(battle.seat).resigned:
        raise Refusal("RC-VIC-3", f"{seat_name(battle.seat)} has resigned")
    resign(battle)
    flow = battle.state.flow
    if flow.outcome is None and flow.turn == battle.seat:
        if flow.phase == "play":
            end_turn(battle)
        elif battle.state.stage in ("deploy", "infiltrate"):
            done(battle)


UNMOVED = Unlisted("it changes nothing on the table")

UNIT_ORDERS: dict[type[Order], UnitRow] = {
    od.Move: UnitRow(checks.CHIT, on(walk.move, "to", "via"), might.MARCH),
    od.Run: UnitRow(checks.RUN, on(walk.run, "to", "via"), might.MARCH),
    od.Reveal: UnitRow(checks.Needs(chit=True), deeds.reveal_chit, might.REVEAL),
    od.Charge: UnitRow(checks.CHARGE, activated(at.charge_order), might.FIGHTS),
    od.Fight: UnitRow(checks.Needs(action=True, melee=True), at.fight, might.FIGHTS),
    od.Fire: UnitRow(checks.ACTION, at.fire, might.SHOTS),
    od.Throw: UnitRow(checks.ACTION, at.fire, might.SHOTS),
    od.FireBoth: UnitRow(checks.ACTION, at.fire_both, might.SHOTS),
    od.Hide: UnitRow(checks.ACTION, activated(on(walk.hide)), might.OTHERS),
    od.Reload: UnitRow(checks.ACTION, deeds.reload, might.OTHERS),
    od.Unjam: UnitRow(checks.ACTION, deeds.unjam, might.OTHERS),
    od.Recover: UnitRow(checks.ACTION, activated(on(charge.recover, "weapon")), might.OTHERS),
    od.PickUp: UnitRow(checks.ACTION, activated(on(charge.pick_up, "item", "at")), might.OTHERS),
    od.Drop: UnitRow(checks.ANYTIME, drop, might.DROPS),
    od.Jump: UnitRow(checks.MOVEMENT, activated(on(climb.jump, "to")), might.LEAPS),
    od.JumpDown: UnitRow(checks.MOVEMENT, jump_down, might.LEAPS),
    od.HangAndDrop: UnitRow(checks.MOVEMENT, activated(on(climb.hang_and_drop, "to")), might.LEAPS),
    od.Scrabble: UnitRow(checks.MOVEMENT, activated(on(climb.scrabble, "to")), might.LEAPS),
    od.Climb: UnitRow(checks.MOVEMENT, activated(on(climb.climb, "to")), might.LEAPS),
    od.Dive: UnitRow(checks.Needs(action=True, movement=True), at.dive_order, might.LEAPS),
    od.Enter: UnitRow(checks.MOVEMENT, on(walk.enter, "building", "at"), might.INDOORS),
    od.Leave: UnitRow(checks.MOVEMENT, on(walk.leave, "to"), might.INDOORS),
    od.OntoRoof: UnitRow(checks.MOVEMENT, on(walk.onto_roof, "at"), might.INDOORS),
    od.ForceEntry: UnitRow(checks.ACTION, structures.force_entry, might.BREACHES),
    od.CloseEntry: UnitRow(checks.ACTION, structures.close_entry, might.BREACHES),
    od.MindWar: UnitRow(checks.ACTION, at.mind_war_order, might.PSYCHIC),
    od.PlayCards: UnitRow(checks.ANYTIME, play_cards, might.PSYCHIC),
    od.MindBlast: UnitRow(checks.ACTION, at.mind_blast_order, might.PSYCHIC),
    od.ReadyCard: UnitRow(checks.ANYTIME, on(cards.ready_card, "card", "subject"), might.PSYCHIC),
    od.Detonate: UnitRow(checks.ACTION, at.detonate_order, might.LAST),
    od.Latch: UnitRow(checks.Needs(action=True, melee=True), at.latch, might.LAST),
    od.Scan: UnitRow(checks.ACTION, activated(on(walk.scan, "chit")), might.LAST),
    od.Dissipate: UnitRow(checks.ANYTIME, deeds.dissipate, might.LAST),
    od.ChargeTo: UnitRow(
        checks.CHARGE, activated(on(charge_to, "to")), Unlisted("a charge at each enemy is listed")
    ),
    od.Attack: UnitRow(
        checks.FREE, at.attack, Unlisted("shots and fights are listed by their own names")
    ),
    od.RapidFire: UnitRow(
        checks.ACTION, at.fire, Unlisted("fire is listed; rapid fire takes the same targets")
    ),
    od.EndProjection: UnitRow(
        checks.ANYTIME, deeds.end_projection, Unlisted("the ghost itself is told to dissipate")
    ),
    od.Slip: UnitRow(checks.ANYTIME, deeds.slip, Unlisted("a reaction, to any of many places")),
    od.Standing: UnitRow(checks.ANYTIME, deeds.standing_order, UNMOVED),
    od.Loadout: UnitRow(checks.ANYTIME, deeds.use, UNMOVED),
    od.StandDown: UnitRow(checks.ANYTIME, on(cards.stand_down), UNMOVED),
}
"""6.2, 6.3, RC-TURN-9: orders to a model, in the order in which `legal` looks for them."""

GROUPS = tuple(
    dict.fromkeys(
        row.candidates for row in UNIT_ORDERS.values() if not isinstance(row.candidates, Unlisted)
    )
)
"""The groups of candidates, in the order of the table."""

MANY = Unlisted("of several models; each single one is listed")

TOGETHER: dict[type[Order], TogetherRow] = {
    od.Mob: TogetherRow(at.mob_order, MANY),
    od.Volley: TogetherRow(at.volley_order, MANY),
}
"""RC-ORD-8: orders to several models as one."""

SEAT_ORDERS: dict[type[Order], SeatRow] = {
    od.TakeList: SeatRow(lambda battle, o: take_list(battle, o.name, o.seat), might.lists),
    od.Buy: SeatRow(buy, might.purchases),
    od.Dismiss: SeatRow(dismiss, might.dismissals),
    od.Ready: SeatRow(lambda battle, _: ready(battle), might.READIES),
    od.Deploy: SeatRow(deploy, might.deployments),
    EndPhase: SeatRow(lambda battle, _: end_part(battle), might.ENDS, of_play=True),
    AcceptDraw: SeatRow(ENDING.accept_draw, might.ACCEPTS, of_play=True),
    DeclineDraw: SeatRow(ENDING.decline_draw, might.DECLINES, of_play=True),
    OfferDraw: SeatRow(ENDING.offer_draw, might.OFFERS, of_play=True),
    Resign: SeatRow(lambda battle, _: resign_seat(battle), might.RESIGNATIONS, of_play=True),
    od.Discard: SeatRow(discard, Unlisted("who names no card has one discarded"), of_play=True),
    od.Check: SeatRow(deeds.check, Unlisted("a question, which changes nothing")),
}
"""RC-TURN-11, RC-VIC-3, RC-PSY-9, section 4: orders of a seat."""

TABLE: dict[type[Order], UnitRow | TogetherRow | SeatRow] = {
    **SEAT_ORDERS,
    **UNIT_ORDERS,
    **TOGETHER,
}
"""Every order that a seat can give."""
