"""What a shot, a volley, a bombardment or a charge would bring, before it is ordered.

Outside its phase it is reckoned for the next one in which the seat can order it, from where
everybody stands now.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules.line.adjudication import lowest
from rules.line.errors import Refusal
from rules.line.events import Refused
from rules.line.kept import Same
from rules.line.orders import Order
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import adjudicate
from rules.machinadei.apply import apply
from rules.machinadei.fight.area import VOLLEY_SPLASH, check_splash
from rules.machinadei.fight.melee import find_melees
from rules.machinadei.fight.shooting import check_weapon
from rules.machinadei.fight.strike import Blow, weapon_blow
from rules.machinadei.naming import chosen, named
from rules.machinadei.search.chances import duel, numbers_of, outcomes
from rules.machinadei.state import PHASES, SEATS, Spent, State, Unit, key
from rules.machinadei.telling.report import need
from rules.numbers.arith import decimals, half_up


def odds(state: State, seat: int, order: Order) -> tuple[str, ...]:
    """Exact chances of one attack or charge.  Raises `Refusal` as the order itself would."""
    if not isinstance(order, od.Shoot | od.Volley | od.Bombard | od.Charge):
        raise Refusal("MD-ORD-1", "odds are for charges, shots, volleys and bombardments.")
    flow, phase = state.flow, "move" if isinstance(order, od.Charge) else "shooting"
    away = flow.phase in PHASES and flow.outcome is None and seat in SEATS
    if away and (flow.phase, flow.turn) != (phase, seat):
        number = flow.round + is_past(state, seat, phase)
        head = f"In the {phase} phase of turn {number}, from where everybody stands now:"
        return (head, *worked_out(as_if(state, seat, phase), seat, order))
    return worked_out(state, seat, order)


def is_past(state: State, seat: int, phase: str) -> bool:
    """MD-SEQ-1, MD-SEQ-4: is the seat's part of this phase over in this turn?"""
    now, wanted = PHASES.index(state.flow.phase), PHASES.index(phase)
    return now > wanted or (now == wanted and seat == state.first)


def as_if(state: State, seat: int, phase: str) -> State:
    """MD-SEQ-10: the state as if this seat were to act in a phase, with all its actions left."""
    flow = replace(state.flow, phase=phase, turn=seat, tray=(), outcome=None)
    return replace(state, flow=flow, units=_rested(Same(state)), pending=None)


@lru_cache(maxsize=2)
def _rested(state: Same[State]) -> dict[str, Unit]:
    """The units with all their actions left, once for each state."""
    return {
        name: replace(unit, spent=Spent(), turning=None, reformed=False, acted=False, fled=False)
        for name, unit in state.value.units.items()
    }


def worked_out(
    state: State, seat: int, order: od.Shoot | od.Volley | od.Bombard | od.Charge
) -> tuple[str, ...]:
    """The chances in this very state."""
    after = tried(state, seat, order)
    refs = chosen(state, seat, order.who)
    unit = named(state, refs[0])
    if isinstance(order, od.Charge):
        return of_charge(after, unit.ref, named(state, order.target).ref)
    if isinstance(order, od.Shoot):
        target = named(state, order.target)
        weapon = check_weapon(state, unit, order.weapon, "ranged", "MD-SHOOT-1")
        return of_strike(state, unit, target, weapon_blow(unit, weapon))
    return of_area(state, unit, order)


def tried(state: State, seat: int, order: Order) -> State:
    """The state after the order with the lowest dice; refused as the order would be.

    What lies in the tray counts for nothing here, for no player may know of it.
    """
    state = replace(state, flow=replace(state.flow, tray=()))
    for event in adjudicate(state, seat, (order,), lowest):
        if isinstance(event, Refused):
            raise Refusal(event.rule, event.why)
        state = apply(state, event)
    return state


def percent(chance: Fraction) -> str:
    """A chance in whole percent."""
    return f"{half_up(100 * chance.numerator, chance.denominator)}%"


def mean(value: Fraction) -> str:
    """A mean with one decimal."""
    return decimals(value.numerator, value.denominator, 1)


def of_area(state: State, unit: Unit, order: od.AreaOrder) -> tuple[str, ...]:
    """MD-AREA-1: all hits on one unit, for each unit that is eligible."""
    volley = isinstance(order, od.Volley)
    use, rule = ("ranged", "MD-SHOOT-1") if volley else ("area", "MD-AREA-5")
    weapon = check_weapon(state, unit, order.weapon, use, rule)
    splash = VOLLEY_SPLASH if volley else weapon.splash
    lines: list[str] = []
    for ref in check_splash(state, unit, order.at, splash):
        blow = weapon_blow(unit, weapon, volley)
        lines += of_strike(state, unit, state.units[key(ref)], blow)
    return tuple(lines)


def of_strike(state: State, unit: Unit, target: Unit, blow: Blow) -> tuple[str, ...]:
    """MD-HIT-2 to MD-ROUT-3: hits, casualties and rout of one strike, exactly."""
    found = numbers_of(state, unit, target, blow)
    lost: dict[int, Fraction] = {}
    gone = Fraction(0)
    wounds = Fraction(0)
    for chance, after, suffered in outcomes(state, unit, target, blow):
        models = target.models - after.models
        gone += chance if after.gone else 0
        wounds += chance * suffered
        lost[models] = lost.get(models, Fraction(0)) + chance
    head = f"{unit.ref} on {target.ref}: {blow.attacks} attacks, need {need(found.needed)}"
    hits = found.chance * blow.attacks
    lines = [
        f"{head}, {mean(hits)} hits, damage {found.damage} each, {mean(wounds)} wounds on average"
    ]
    told = [
        f"{models}: {percent(chance)}"
        for models, chance in sorted(lost.items())
        if chance >= Fraction(1, 200)
    ]
    lines.append(f"models lost {', '.join(told)}")
    if gone:
        lines.append(f"{target.ref} is destroyed or routs: {percent(gone)}")
    return tuple(lines)


def of_charge(after: State, ref: str, target: str) -> tuple[str, ...]:
    """The first round of the melee that the charge begins, between these two units."""
    melee = next((one for one in find_melees(after) if ref in one.units), None)
    flanked = melee.flanked if melee else ()
    one, two = after.units[key(ref)], after.units[key(target)]
    verdict = duel(after, one, two, flanked)
    lines = []
    if melee is not None and len(melee.units) > 2:
        others = ", ".join(other for other in melee.units if other not in (ref, target))
        lines.append(f"{others} would fight as well; these are the chances of the two alone")
    for side, unit in enumerate((one, two)):
        lines.append(
            f"{unit.ref} breaks: {percent(verdict.broken[side])}, is destroyed or routs: "
            f"{percent(verdict.gone[side])}, loses {mean(verdict.lost[side])} models on average"
        )
    return tuple(lines)
