"""MD-LEGAL-1: orders that would be accepted now: each kind with each single target, lazily."""

from collections.abc import Iterator
from typing import NoReturn

from rules.errors import Refusal
from rules.events import Event
from rules.game import Die
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import command, obey
from rules.machinadei.apply import apply
from rules.machinadei.battle import Battle, now
from rules.machinadei.field.geometry import COMPASS, shifted
from rules.machinadei.field.routes import Ground, is_within
from rules.machinadei.field.table import enemies, is_chain, touching
from rules.machinadei.fight.area import numbers
from rules.machinadei.fight.divide import evenly
from rules.machinadei.fight.hits import hits_of, melee_attacks
from rules.machinadei.march.charge import allowance, cheapest
from rules.machinadei.march.checks import check_not_locked, remaining
from rules.machinadei.march.walk import longest
from rules.machinadei.naming.places import arrival, deployments, summoning
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import Magic, SummonEffect
from rules.machinadei.state import State, Unit, key
from rules.orders import AcceptDraw, DeclineDraw, EndPhase, OfferDraw, Order, Resign

Orders = Iterator[Order]


def legal(state: State, seat: int, ref: str | None = None) -> Orders:
    """MD-LEGAL-1: unit by unit in placement order, then the orders of the seat."""
    if state.flow.outcome is not None or seat not in state.armies:
        return
    awaited = state.flow.turn == seat
    for unit in state.units.values() if awaited else ():
        if unit.seat == seat and not unit.gone and (ref is None or key(ref) == key(unit.ref)):
            yield from walks(state, unit)
            yield from (one for one in of_unit(state, unit) if is_accepted(state, seat, one))
    if ref is None:
        if awaited and state.flow.phase == "deploy":
            found = deployments(state, seat)
            yield from (one for one in found if is_accepted(state, seat, one))
        of_seat = (EndPhase(), OfferDraw(), AcceptDraw(), DeclineDraw(), Resign())
        yield from (one for one in of_seat if is_accepted(state, seat, one))


# --- trying -------------------------------------------------------------------------------------


class Stands(Exception):
    """Every check has passed: the order would be accepted."""


class Trial(Battle):
    """An order on trial.  Nothing is emitted before all checks have passed, so the first event
    decides: the order stands, and what would come of it need not be worked out."""

    def emit(self, event: Event) -> NoReturn:
        """A check that was still to come would be a defect of the rules."""
        raise Stands


def is_accepted(state: State, seat: int, order: Order) -> bool:
    """Would this order stand?  It is tried on the state, which does not change."""
    trial = Trial(state, seat, lowest_face, apply)
    try:
        if isinstance(order, od.UnitOrder):
            obey(trial, order.who.refs[0], order)
        else:
            command(trial, order)
    except Stands:
        return True
    except Refusal:
        return False
    return False


def lowest_face(die: Die) -> int:
    """No die decides whether an order is accepted."""
    return die.faces[0]


# --- orders to a unit ---------------------------------------------------------------------------


def of_unit(state: State, unit: Unit) -> Orders:
    """What might be ordered of a unit in this phase."""
    who = od.Who((unit.ref,))
    if state.pending is not None:
        if state.pending.unit == unit.ref:
            yield from divisions(state, who)
        return
    phase = state.flow.phase
    if unit.waits:
        yield from arrivals(state, unit, who) if phase == "magic" else ()
    elif phase == "move":
        yield from moves(state, unit, who)
    elif unit.broken:
        return
    elif phase == "magic" and not unit.acted:
        yield from castings(state, unit, who)
    elif phase == "shooting" and not unit.acted:
        yield from shots(state, unit, who)
    elif phase == "melee":
        yield from shares(state, unit, who)


def moves(state: State, unit: Unit, who: od.Who) -> Orders:
    """Section 6.2 to 6.5, 6.7: the drill of formations, and their charges."""
    if unit.is_formation and (not unit.broken or unit.fled):
        yield from (od.Reform(who, files=files) for files in range(1, unit.models + 1))
    if unit.broken or not is_loose_of_enemies(state, unit):
        return
    if unit.is_formation:
        yield from (od.Advance(who, inches) for inches in range(1, remaining(unit) + 1))
        part = int(state.options.get("wheel", "45"))
        for side in ("left", "right"):
            yield from (od.Wheel(who, side, angle) for angle in range(part, 91, part))
        yield from (od.Turn(who, way) for way in ("left", "right", "around"))
        yield from (od.Charge(who, foe.ref) for foe in enemies(state, unit.seat))


def is_loose_of_enemies(state: State, unit: Unit) -> bool:
    """MD-MOVE-2, asked once for all movements of a unit."""
    try:
        check_not_locked(state, unit)
    except Refusal:
        return False
    return True


def walks(state: State, unit: Unit) -> Orders:
    """MD-WALK-3, MD-CHARGE-3: free moves of n steps in each of the eight directions, and charges.

    They are found by the very questions that they have to pass; they need no trial.
    """
    closed = state.flow.phase != "move" or state.pending is not None
    if closed or unit.waits or unit.is_formation or unit.broken:
        return
    if not is_loose_of_enemies(state, unit) or not is_chain(unit.spots, unit.side):
        return
    who = od.Who((unit.ref,))
    ground, most = Ground(state, unit), unit.effective("M")
    for direction, step in COMPASS.items():
        for steps in range(1, remaining(unit) + 1):
            spots = shifted(unit.spots, step, steps)
            gone = (0, steps) if all(step) else (steps, 0)
            if not is_within(unit.spent, gone, most):
                break
            if all(ground.is_free(spot) for spot in spots):
                way = longest(ground, unit, spots, most)
                if way is not None and is_within(unit.spent, way, most):
                    yield od.MoveSteps(who, steps, direction)
    for foe in enemies(state, unit.seat):
        if cheapest(state, unit, foe, allowance(state, unit)) is not None:
            yield od.Charge(who, foe.ref)


def shots(state: State, unit: Unit, who: od.Who) -> Orders:
    """Section 6.8: shots at each enemy, volleys and bombardments at the place of each."""
    foes = enemies(state, unit.seat)
    if state.weapons(unit, "ranged"):
        yield from (od.Shoot(who, foe.ref) for foe in foes)
        yield from (od.Volley(who, foe.position) for foe in foes)
    if state.weapons(unit, "area"):
        yield from (od.Bombard(who, foe.position) for foe in foes)


def castings(state: State, unit: Unit, who: od.Who) -> Orders:
    """Section 6.10: each effect on each target that it may have."""
    for magic in state.block(unit).magic:
        yield from (od.Cast(who, magic.name, aim) for aim in aims(state, unit, magic))


def aims(state: State, unit: Unit, magic: Magic) -> Iterator[str | Cell | None]:
    """MD-MAG-4: nothing, units, the places of enemies, or the nearest cell for a summons."""
    match magic.target.kind:
        case "self" | "around":
            yield None
        case "friend":
            yield from (friend.ref for friend in state.on_board(unit.seat))
        case "enemy":
            yield from (foe.ref for foe in enemies(state, unit.seat))
        case "point":
            yield from (foe.position for foe in enemies(state, unit.seat))
        case _:
            for effect in magic.effects:
                if isinstance(effect, SummonEffect):
                    found = summoning(state, unit, effect, magic.target.reach)
                    yield from () if found is None else (found,)
                    return


def arrivals(state: State, unit: Unit, who: od.Who) -> Orders:
    """MD-ABIL-6: the place nearest to a friend."""
    found = arrival(state, unit)
    if found is not None:
        yield od.Arrive(who, found)


def shares(state: State, unit: Unit, who: od.Who) -> Orders:
    """MD-DIV-5: an even division where MD-DIV-2 allows one."""
    foes = [foe.ref for foe in touching(state, unit)]
    if len(foes) > 1:
        even = evenly(melee_attacks(state, unit), foes)
        yield od.Allocate(who, tuple(od.Share(amount, ref) for ref, amount in even))


def divisions(state: State, who: od.Who) -> Orders:
    """MD-AREA-7: all hits on each eligible unit."""
    pending = state.pending
    if pending is None:
        return
    trial = Battle(state, 0, lowest_face, apply)
    for ref, number in numbers(trial, pending):
        hits = hits_of(pending.dice, number)
        yield od.Allocate(who, (od.Share(hits, now(trial, ref).ref),))
