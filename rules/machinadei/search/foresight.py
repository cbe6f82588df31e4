"""Answers about what has not happened yet: odds of an attack, threats to a unit, who beats whom."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules.line.adjudication import lowest
from rules.line.errors import Refusal, required
from rules.line.events import Refused
from rules.line.kept import Same
from rules.line.orders import Order
from rules.machinadei import orders as od
from rules.machinadei.adjudicate import adjudicate, is_accepted
from rules.machinadei.apply import apply
from rules.machinadei.army import find_type, raise_unit, stand
from rules.machinadei.field import enemies
from rules.machinadei.fight.melee import find_melees
from rules.machinadei.fight.shooting import VOLLEY_SPLASH, check_splash, check_weapon
from rules.machinadei.fight.strike import Blow, weapon_blow
from rules.machinadei.formation import shifted
from rules.machinadei.naming import chosen, named
from rules.machinadei.orders import Cell, place
from rules.machinadei.search.chances import Verdict, duel, numbers_of, outcomes
from rules.machinadei.state import PHASES, SEATS, Spent, State, Unit, key
from rules.machinadei.telling.report import need
from rules.numbers.arith import decimals, half_up

# What a shot, a volley, a bombardment or a charge would bring, before it is ordered.
#
# Outside its phase it is worked out for the next one in which the seat can order it, from where
# everybody stands now.


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
    """The units with all their actions left, cached by state."""
    return {
        name: replace(unit, spent=Spent(), turning=None, reformed=False, acted=False, fled=False)
        for name, unit in state.value.units.items()
    }


def worked_out(
    state: State, seat: int, order: od.Shoot | od.Volley | od.Bombard | od.Charge
) -> tuple[str, ...]:
    """The chances of an order that can be given in this state."""
    after = tried(state, seat, (order,))
    refs = chosen(state, seat, order.who)
    unit = named(state, refs[0])
    if isinstance(order, od.Charge):
        return of_charge(after, unit.ref, named(state, order.target).ref)
    if isinstance(order, od.Shoot):
        target = named(state, order.target)
        weapon = check_weapon(state, unit, order.weapon, "ranged", "MD-SHOOT-1")
        return of_strike(state, unit, target, weapon_blow(unit, weapon))
    return of_area(state, unit, order)


def tried(state: State, seat: int, line: Sequence[Order]) -> State:
    """The state after a line of orders, with the lowest dice.  Raises `Refusal` as it would.

    Dice loaded in the tray are ignored, because no player may know of them.
    """
    state = replace(state, flow=replace(state.flow, tray=()))
    for event in adjudicate(state, seat, line, lowest):
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
    """MD-AREA-1: the odds of all hits on one unit, for each eligible unit."""
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
    """MD-HIT-2 to MD-ROUT-3: the exact odds of one strike: hits, casualties, rout."""
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
    """The odds of the first round of melee after the charge, between these two units alone."""
    melee = next((one for one in find_melees(after) if ref in one.units), None)
    flanked = melee.flanked if melee else ()
    one, two = after.units[key(ref)], after.units[key(target)]
    verdict = duel(after, one, two, flanked)
    lines = []
    if melee is not None and len(melee.units) > 2:
        others = ", ".join(other for other in melee.units if other not in (ref, target))
        lines.append(f"{others} would fight as well; these are the chances of the two alone")
    lines += [told_of(verdict, side, unit.ref, ":") for side, unit in enumerate((one, two))]
    return tuple(lines)


def told_of(fight: Verdict, side: int, name: str, between: str = "") -> str:
    """`Legion1 breaks 12%, is destroyed or routs 1%, loses 2.1 models on average`."""
    gone = f"is destroyed or routs{between} {percent(fight.gone[side])}"
    lost = f"loses {mean(fight.lost[side])} models on average"
    return f"{name} breaks{between} {percent(fight.broken[side])}, {gone}, {lost}"


# Questions before acting: what could reach a unit, could it charge, who beats whom.


TURNS = {
    "": "",
    "left": " after a turn left",
    "right": " after a turn right",
    "around": " after turning about",
}
"""How a formation may charge: straight ahead, or after a turn (MD-TURN-1)."""

ARENA = 60
"""Cells a side of the imagined board in whose middle two compared units meet."""

USUAL = 10
"""How many models a type without a number gets in a comparison, or the nearest number it allows."""


def on_board(state: State, name: str) -> Unit:
    """MD-ORD-3, MD-ORD-5: the unit of this name.  Raises `Refusal` if it is not on the board."""
    unit = named(state, name)
    if not unit.on_board:
        raise Refusal("MD-ORD-5", f"{unit.ref} is not on the board.")
    return unit


# --- what can reach it ----------------------------------------------------------------------------


def threats(state: State, name: str) -> tuple[str, ...]:
    """MD-CHARGE, MD-SHOOT, MD-AREA, MD-MAG: charges, shots and spells that reach the unit if nobody
    moves first."""
    unit = on_board(state, name)
    models = f"{unit.models} model{'' if unit.models == 1 else 's'}"
    lines = [f"What can reach {unit.ref} ({models}, at {place(unit.position)}), if nobody moves:"]
    for foe in enemies(state, unit.seat):
        if not foe.broken:
            lines += [f"{foe.ref} {told}" for told in of_foe(state, foe, unit)]
    if len(lines) == 1:
        lines.append("Nobody, by a charge, a shot or a spell.")
    return tuple(lines)


def of_foe(state: State, foe: Unit, unit: Unit) -> Iterator[str]:
    """`charges after a turn left: breaks 12%, ...`, `shoots (Bow): 4.0 models`."""
    found = charge_state(state, foe, unit)
    if isinstance(found, tuple):
        how, after = found
        yield f"charges{how}: {verdict(after, foe.ref, unit.ref)}"
    who = od.Who((foe.ref,))
    then = as_if(state, foe.seat, "shooting")
    shot = od.Shoot(who, unit.ref)
    for weapon in state.weapons(foe, "ranged")[:1]:
        if is_accepted(then, foe.seat, shot):
            yield f"shoots ({weapon.name}): {losses(then, foe, unit, weapon_blow(foe, weapon))}"
        elif any(is_accepted(then, foe.seat, od.Volley(who, cell)) for cell in unit.cells[::5]):
            blow = weapon_blow(foe, weapon, volley=True)
            yield f"volleys ({weapon.name}): {losses(then, foe, unit, blow)}"
    for weapon in state.weapons(foe, "area")[:1]:
        if any(is_accepted(then, foe.seat, od.Bombard(who, cell)) for cell in unit.cells[::5]):
            told = losses(then, foe, unit, weapon_blow(foe, weapon))
            yield f"bombards ({weapon.name}): {told}"
    cast = as_if(state, foe.seat, "magic")
    for magic in state.block(foe).magic:
        aims: tuple[str | Cell, ...] = (unit.ref, unit.position)
        aim = aims[magic.target.kind == "point"]
        hostile = magic.target.kind in ("enemy", "point")
        if hostile and is_accepted(cast, foe.seat, od.Cast(who, magic.name, aim)):
            yield f"casts {magic.name}"


def charge_state(state: State, unit: Unit, foe: Unit) -> tuple[str, State] | Refusal:
    """MD-CHARGE-1, MD-CHARGE-2: the turn that its charge needs first, in words (empty: none), and
    the state after the charge; if no way works, the refusal of the charge straight ahead."""
    then, who = as_if(state, unit.seat, "move"), od.Who((unit.ref,))
    wrong: list[Refusal] = []
    for turn in TURNS if unit.is_formation else ("",):
        line: tuple[od.UnitOrder, ...] = (od.Charge(who, foe.ref),)
        if turn:
            line = (od.Turn(who, turn), *line)
        try:
            return TURNS[turn], tried(then, unit.seat, line)
        except Refusal as refusal:
            wrong.append(refusal)
    return wrong[0]


def verdict(state: State, one: str, other: str) -> str:
    """What the first round between these two alone does to the second: `breaks 12%, destroyed or
    routs 1%, loses 2.1 models`."""
    fight = duel(state, state.units[key(one)], state.units[key(other)], ())
    gone = f"destroyed or routs {percent(fight.gone[1])}"
    return f"breaks {percent(fight.broken[1])}, {gone}, loses {mean(fight.lost[1])} models"


def losses(state: State, unit: Unit, target: Unit, blow: Blow) -> str:
    """`4.0 models, destroyed or routs 3%`: the average loss by a strike from afar."""
    lost = gone = Fraction(0)
    for chance, after, _ in outcomes(state, unit, target, blow):
        lost += chance * (target.models - after.models)
        gone += chance if after.gone else 0
    tail = f", destroyed or routs {percent(gone)}" if gone else ""
    return f"{mean(lost)} models{tail}"


# --- could it charge ------------------------------------------------------------------------------


def can_charge(state: State, name: str, foe: str) -> tuple[str, ...]:
    """MD-CHARGE-1 to MD-CHARGE-4: could it charge in its next Move phase, from where both stand?"""
    unit, target = on_board(state, name), on_board(state, foe)
    found = charge_state(state, unit, target)
    head = f"Can {unit.ref} charge {target.ref}?"
    if isinstance(found, Refusal):
        return (f"{head} No: {found.why} ({found.rule})",)
    how, after = found
    return (
        f"{head} Yes{',' if how else ''}{how}.",
        f"{target.ref} {verdict(after, unit.ref, target.ref)}.",
        f"{unit.ref} {verdict(after, target.ref, unit.ref)}.",
    )


# --- who beats whom -------------------------------------------------------------------------------


def compared(state: State, one: str, other: str, at: Cell | None = None) -> tuple[str, ...]:
    """`Warband against 20 Legionary`, `Bows1 at War1 from 26,14`: compare units or types."""
    if at is not None:
        return from_place(state, on_board(state, one), on_board(state, other), at)
    state, first = fighter(state, one, 1)
    state, second = fighter(state, other, 2)
    state = face_to_face(state, first, second)
    one_side, two_side = state.units["one1"], state.units["two1"]
    names = called(one, one_side), called(other, two_side)
    fight = duel(state, one_side, two_side, ())
    lines = [f"{names[0]} against {names[1]}, front to front, the first round:"]
    lines += [told_of(fight, side, name) for side, name in enumerate(names)]
    for unit, foe, name in ((one_side, two_side, names[0]), (two_side, one_side, names[1])):
        for weapon in state.block(unit).weapons:
            if weapon.use != "melee":
                told = losses(state, unit, foe, weapon_blow(unit, weapon))
                lines.append(f"{name} from afar ({weapon.name} {weapon.reach}): {told}")
    return tuple(lines)


def called(name: str, unit: Unit) -> str:
    """`10 Warband`, or the unit by its reference."""
    words = name.split()
    said = " ".join(words[1:] if words[:1] and words[0].isdecimal() else words)
    return said if said[-1:].isdigit() else f"{unit.models} {said}"


def fighter(state: State, name: str, seat: int) -> tuple[State, Unit]:
    """MD-SETUP-4: a unit of the battle as it is, or a new one of a type and number of models."""
    found = state.find(name)
    if found is not None and found.models:
        return state, replace(found, seat=seat, broken=False)
    words = name.split()
    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 4 else 0
    why = f"there is no unit or type {name[:40]}."
    block = required(find_type(state, " ".join(words[1:] if number else words)), "MD-ORD-3", why)
    models = min(block.most, max(block.least, number or USUAL))
    unit, profile = raise_unit(state, seat, "one1", block, models)
    if profile is not None:
        state = replace(state, profiles=(*state.profiles, profile))
    return state, unit


def face_to_face(state: State, one: Unit, two: Unit) -> State:
    """MD-MEAS-4: the state with only these two on the board, their fronts touching."""
    middle = ARENA // 2
    units = {}
    for ref, unit, row, facing in (("one1", one, middle + 1, "N"), ("two1", two, middle, "S")):
        fresh = replace(unit, ref=ref, at=None, spots=(), waits=False)
        files = unit.files or None
        column = middle if facing == "N" else middle + (min(unit.models, files or 5) - 1)
        at = (column if unit.is_formation else middle, row)
        placed = stand(fresh, (at,), facing, files, "MD-UNIT-6")
        if not placed.is_formation and facing == "S":
            lowest_row = max(y for _, y in placed.cells)
            placed = replace(placed, spots=shifted(placed.spots, (0, row - lowest_row)))
        units[ref] = placed
    return replace(state, units=units)


def from_place(state: State, unit: Unit, target: Unit, at: Cell) -> tuple[str, ...]:
    """What a unit could do to another if it stood at that place, facing as it does now."""
    dx, dy = at[0] - unit.position[0], at[1] - unit.position[1]
    moved = (
        replace(unit, at=at)
        if unit.is_formation
        else replace(unit, spots=shifted(unit.spots, (dx, dy)))
    )
    there = replace(state, units={**state.units, key(unit.ref): moved})
    lines = [f"{unit.ref} at {place(at)}, against {target.ref}:"]
    then = as_if(there, unit.seat, "shooting")
    who = od.Who((unit.ref,))
    for weapon in state.weapons(unit, "ranged")[:1]:
        order = od.Shoot(who, target.ref)
        try:
            adjudicate(then, unit.seat, (order,), lowest)
        except Refusal as refusal:
            lines.append(f"no shot: {refusal.why} ({refusal.rule})")
        else:
            lines += of_strike(then, moved, target, weapon_blow(moved, weapon))
    found = charge_state(there, moved, target)
    if isinstance(found, tuple):
        how, after = found
        lines.append(f"a charge{how}: {target.ref} {verdict(after, unit.ref, target.ref)}")
    elif len(lines) == 1:
        lines.append(f"no charge: {found.why} ({found.rule})")
    return tuple(lines)
