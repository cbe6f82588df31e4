"""RC-ORD: from the orders of one line to what they bring, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rules import common
from rules.errors import Refusal
from rules.orders import (
    AcceptDraw,
    DeclineDraw,
    EndPhase,
    OfferDraw,
    Order,
    Resign,
    Undo,
    Unread,
)
from rules.rulescrusade import orders as od
from rules.rulescrusade.battle import Battle
from rules.rulescrusade.fight import orders as at
from rules.rulescrusade.fight.ambush import spring
from rules.rulescrusade.march import carry, climb, hide, jump, moves
from rules.rulescrusade.march.charge import charge_to
from rules.rulescrusade.mind import play as cards
from rules.rulescrusade.mind.duel import incursions
from rules.rulescrusade.sequence import deeds
from rules.rulescrusade.sequence.checks import (
    Needs,
    activate,
    check_common,
    check_play,
    check_turn,
    named,
    refer,
)
from rules.rulescrusade.sequence.needs import (
    ACTION,
    ANYTIME,
    CHARGE,
    CHIT,
    FREE,
    MOVEMENT,
    RUN,
)
from rules.rulescrusade.sequence.turns import end_turn
from rules.rulescrusade.sequence.victory import check_victory, resign
from rules.rulescrusade.sequence.wellformed import check_wellformed
from rules.rulescrusade.setup import deploy, stages
from rules.rulescrusade.setup.lines import setup_order
from rules.rulescrusade.state import State, Unit

Resolve = Callable[[Battle, Unit, Any], None]


def activated(resolve: Callable[[Battle, Unit, Any], None]) -> Resolve:
    """An order that begins the activation before anything of it is carried out."""

    def resolved(battle: Battle, unit: Unit, order: Any) -> None:
        activate(battle, unit.ref)
        resolve(battle, battle.unit(unit.ref), order)

    return resolved


UNIT_ORDERS: dict[type[Order], tuple[Needs, Resolve]] = {
    od.Move: (CHIT, lambda b, u, o: moves.move(b, u.ref, o.to, o.via)),
    od.Run: (RUN, lambda b, u, o: moves.run(b, u.ref, o.to, o.via)),
    od.Jump: (MOVEMENT, activated(lambda b, u, o: jump.jump(b, u.ref, o.to))),
    od.JumpDown: (MOVEMENT, lambda b, u, o: jump_down(b, u, o)),
    od.HangAndDrop: (MOVEMENT, activated(lambda b, u, o: climb.hang_and_drop(b, u.ref, o.to))),
    od.Scrabble: (MOVEMENT, activated(lambda b, u, o: climb.scrabble(b, u.ref, o.to))),
    od.Climb: (MOVEMENT, activated(lambda b, u, o: climb.climb(b, u.ref, o.to))),
    od.Enter: (MOVEMENT, lambda b, u, o: moves.enter(b, u.ref, o.building, o.at)),
    od.Leave: (MOVEMENT, lambda b, u, o: moves.leave(b, u.ref, o.to)),
    od.OntoRoof: (MOVEMENT, lambda b, u, o: moves.onto_roof(b, u.ref, o.at)),
    od.Charge: (CHARGE, activated(at.charge_order)),
    od.ChargeTo: (CHARGE, activated(lambda b, u, o: charge_to(b, u.ref, o.to))),
    od.Fight: (Needs(action=True, melee=True), at.fight),
    od.Attack: (FREE, at.attack),
    od.Dive: (Needs(action=True, movement=True), at.dive_order),
    od.Latch: (Needs(action=True, melee=True), at.latch),
    od.Fire: (ACTION, at.fire),
    od.RapidFire: (ACTION, at.fire),
    od.Throw: (ACTION, at.fire),
    od.FireBoth: (ACTION, at.fire_both),
    od.MindWar: (ACTION, at.mind_war_order),
    od.MindBlast: (ACTION, at.mind_blast_order),
    od.Detonate: (ACTION, lambda b, u, o: at.detonate_order(b, u)),
    od.ForceEntry: (ACTION, at.force_order),
    od.CloseEntry: (ACTION, at.close_order),
    od.Hide: (ACTION, activated(lambda b, u, o: hide.hide(b, u.ref))),
    od.Scan: (ACTION, activated(lambda b, u, o: hide.scan(b, u.ref, o.chit))),
    od.Reload: (ACTION, deeds.reload),
    od.Unjam: (ACTION, deeds.unjam),
    od.Recover: (ACTION, activated(lambda b, u, o: carry.recover(b, u.ref, o.weapon))),
    od.PickUp: (ACTION, activated(lambda b, u, o: carry.pick_up(b, u.ref, o.item, o.at))),
    od.Reveal: (Needs(chit=True), lambda b, u, o: deeds.reveal_chit(b, u)),
    od.Dissipate: (ANYTIME, lambda b, u, o: deeds.dissipate(b, u)),
    od.EndProjection: (ANYTIME, lambda b, u, o: deeds.end_projection(b, u)),
    od.Drop: (ANYTIME, lambda b, u, o: drop(b, u, o)),
    od.Slip: (ANYTIME, deeds.slip),
    od.Standing: (ANYTIME, deeds.standing_order),
    od.Loadout: (ANYTIME, deeds.use),
    od.PlayCards: (ANYTIME, lambda b, u, o: play_cards(b, u, o)),
    od.ReadyCard: (ANYTIME, lambda b, u, o: cards.ready_card(b, u.ref, o.card, o.subject)),
    od.StandDown: (ANYTIME, lambda b, u, o: cards.stand_down(b, u.ref)),
}
"""6.2, 6.3, RC-TURN-9: what each order to a model takes, and who resolves it."""

AT_ANY_TIME = (od.Standing, od.Loadout)
"""Standing orders may be given before play too."""


def play_line(battle: Battle, line: Sequence[Order]) -> None:
    """RC-ORD-8: several orders of a line one after the other; a refused one ends the line."""
    for chain in chains(line):
        carry_out(battle, chain)
        if battle.refusals:
            return


def chains(line: Sequence[Order]) -> Iterator[tuple[Order, ...]]:
    """RC-ORD-8: clauses of one line for the same models belong together."""
    chain: list[Order] = []
    for order in line:
        last = chain[-1] if chain else None
        joined = (
            isinstance(order, od.UnitOrder)
            and isinstance(last, od.UnitOrder)
            and order.who == last.who
            and not isinstance(order, od.Mob | od.Volley)
            and not isinstance(last, od.Mob | od.Volley)
        )
        if chain and not joined:
            yield tuple(chain)
            chain = []
        chain.append(order)
    if chain:
        yield tuple(chain)


def carry_out(battle: Battle, chain: tuple[Order, ...]) -> None:
    """One order, or one chain of clauses of the same models."""
    first = chain[0]
    with battle.attempt():
        for order in chain:
            check_wellformed(order)
    if battle.refusals:
        return
    if not isinstance(first, od.UnitOrder):
        with battle.attempt():
            of_seat(battle, first)
            wind_up(battle)
        return
    refs: list[str] = []
    with battle.attempt():
        refs = named(battle.state, battle.seat, first.who)
        if isinstance(first, od.Mob | od.Volley):
            check_play(battle.state)
            if isinstance(first, od.Mob):
                at.mob_order(battle, refs, first)
            else:
                at.volley_order(battle, refs, first)
            wind_up(battle)
    if isinstance(first, od.Mob | od.Volley):
        return
    if first.who.every and not isinstance(first, od.Move | od.Reveal):
        refs = [ref for ref in refs if not battle.unit(ref).chit]
    for ref in refs:
        obey(battle, ref, chain)


def obey(battle: Battle, ref: str, chain: tuple[Order, ...]) -> None:
    """RC-ORD-8: the clauses in sequence; when one is refused those after it are not tried."""
    for order in chain:
        count = len(battle.refusals)
        with battle.attempt():
            of_unit(battle, present(battle, ref), order)
            wind_up(battle)
        if len(battle.refusals) > count:
            return


def present(battle: Battle, ref: str) -> str:
    """A chit that was turned over within the chain goes on as its model."""
    unit = battle.state.find(ref)
    turned = unit is not None and unit.chit and unit.place == "dead" and unit.under
    return unit.under if unit is not None and turned else ref


def of_unit(battle: Battle, ref: str, order: Order) -> None:
    """6.1, then the order's own checks and what it does."""
    state = battle.state
    if state.flow.phase == "setup" and isinstance(order, od.Move):
        free_move(battle, ref, order)
        return
    if isinstance(order, AT_ANY_TIME) and state.flow.phase == "setup":
        unit = deeds.own_there(state, battle.seat, ref)
        UNIT_ORDERS[type(order)][1](battle, unit, order)
        return
    needs, resolve = UNIT_ORDERS[type(order)]
    known = state.find(ref)
    if known is not None and known.place == "board" and known.boss == battle.seat:
        needs = adjusted(battle, known, order, needs)
    unit = check_common(battle, ref, needs)
    if needs.activation:
        deeds.shamble(battle, unit)
    resolve(battle, battle.unit(unit.ref), order)


def adjusted(battle: Battle, unit: Unit, order: Order, needs: Needs) -> Needs:
    """RC-WFX-30, RC-ABIL-12: digi weapons and the furtive take no action."""
    if isinstance(order, od.Hide) and hide.furtive(unit) and not unit.has("rising"):
        return FREE
    if isinstance(order, od.FireOrder) and at.is_digi(battle.state, unit, order):
        return FREE
    return needs


def wind_up(battle: Battle) -> None:
    """What waited for the end of an order: ambushes, incursions; then RC-VIC-1."""
    spring(battle)
    incursions(battle)
    spring(battle)
    check_victory(battle)


# --- orders of a seat ---------------------------------------------------------------------------


def of_seat(battle: Battle, order: Order) -> None:
    """Orders that name no model to carry them out."""
    match order:
        case Unread(text, why, rule):
            told = why or f"I don't understand '{text[:200]}'"
            raise Refusal(rule or "RC-ORD-1", told)
        case Undo():
            raise Refusal("RC-ORD-10", "`undo` has to stand in a line of its own")
        case od.Check():
            deeds.check(battle, order)
        case _:
            if not setup_order(battle, order):
                of_seat_in_play(battle, order)


def of_seat_in_play(battle: Battle, order: Order) -> None:
    """RC-TURN-11, RC-VIC-3, RC-PSY-9."""
    if battle.state.flow.outcome is not None or battle.state.flow.phase == "over":
        raise Refusal("RC-ORD-2", "the game is over")
    match order:
        case EndPhase():
            check_play(battle.state, "`end turn`")
            check_turn(battle.state, battle.seat)
            end_turn(battle)
        case od.Discard(card):
            check_play(battle.state)
            cards.discard(battle, card)
        case Resign():
            resign_seat(battle)
        case OfferDraw():
            common.offer_draw(battle, "RC-VIC-3", sides(battle.state))
        case AcceptDraw():
            common.accept_draw(battle, "RC-VIC-3", sides(battle.state))
        case DeclineDraw():
            common.decline_draw(battle, "RC-VIC-3")
        case _:
            raise Refusal("RC-ORD-1", f"`{str(order)[:200]}` is an order of the GM")


def sides(state: State) -> tuple[tuple[int, ...], ...]:
    """RC-VIC-3: the teams that still play, each with its seats."""
    teams: dict[str, tuple[int, ...]] = {}
    for army in state.armies:
        if not army.resigned:
            teams[army.team] = (*teams.get(army.team, ()), army.seat)
    return tuple(teams.values())


def resign_seat(battle: Battle) -> None:
    """RC-VIC-3: and if it was its turn, the next seat's begins."""
    if battle.state.army(battle.seat).resigned:
        raise Refusal("RC-VIC-3", f"army {battle.seat} has resigned")
    resign(battle)
    flow = battle.state.flow
    if flow.outcome is None and flow.turn == battle.seat:
        if flow.phase == "play":
            end_turn(battle)
        elif battle.state.stage in ("deploy", "infiltrate"):
            stages.done(battle)


# --- single orders ------------------------------------------------------------------------------


def jump_down(battle: Battle, unit: Unit, order: od.JumpDown) -> None:
    """RC-FALL-4: up to 3 inches an ordinary step, more is a fall."""
    drop_height = climb.check_down(battle.state, unit, order.to)
    if drop_height <= 3:
        moves.move_to(battle, unit.ref, (*order.to, False))
        return
    activate(battle, unit.ref)
    climb.jump_down(battle, unit.ref, order.to)


def drop(battle: Battle, unit: Unit, order: od.Drop) -> None:
    """RC-CARRY-6: in its own turn, at no cost."""
    check_turn(battle.state, battle.seat)
    carry.drop(battle, unit.ref, order.item)


def play_cards(battle: Battle, unit: Unit, order: od.PlayCards) -> None:
    """RC-PSY-6: one after the other."""
    for number, one in enumerate(order.plays):
        if number:
            incursions(battle)
        subjects = tuple(
            refer(battle.state, subject) if isinstance(subject, str) else subject
            for subject in one.subjects
        )
        meant = od.CardPlay(one.card, subjects, one.direction, one.weapon)
        check_common(battle, unit.ref, ANYTIME)
        cards.play(battle, unit.ref, meant)


def free_move(battle: Battle, ref: str, order: od.Move) -> None:
    """RC-SETUP-4: the one free move of an infiltrator, in a game with chits."""
    state = battle.state
    unit = deeds.own_there(state, battle.seat, ref)
    if state.stage != "infiltrate" or not deploy.has_chits(state):
        raise Refusal("RC-ORD-2", "Models move in phase play; this is the set-up")
    deploy.check_deploying(battle)
    if not deploy.is_infiltrator(unit):
        raise Refusal("RC-SETUP-4", f"{unit.ref} does not infiltrate")
    if unit.freed:
        raise Refusal("RC-SETUP-4", f"{unit.ref} has made its free move")
    moves.move(battle, unit.ref, order.to, order.via)
    battle.mark(unit.ref, freed=True)
