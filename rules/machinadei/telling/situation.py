"""What a seat that is called should know, and which of its units could still act."""

from collections.abc import Iterator

from rules.display.acts import in_ranges
from rules.machinadei.battle import Battle
from rules.machinadei.field.table import occupied, touching
from rules.machinadei.fight.area import numbers
from rules.machinadei.fight.hits import hits_of, melee_attacks
from rules.machinadei.march.checks import used
from rules.machinadei.sequence.turns import can_shoot, has_magic
from rules.machinadei.statblock import signed
from rules.machinadei.state import Pending, State, Unit

OWN_PHASE = {"magic": "Could cast", "shooting": "Could shoot", "melee": "Could divide attacks"}


def situation(state: State, seat: int) -> tuple[str, ...]:
    """What hampers the units of the seat, uses left, hits that wait to be divided."""
    if state.flow.phase == "deploy":
        army = state.armies[seat]
        return (f"{army.points} of {state.options.get('points', '1000')} points deployed",)
    return tuple(facts(state, seat))


def facts(state: State, seat: int) -> Iterator[str]:
    """One by one."""
    if state.pending is not None and state.flow.turn == seat:
        yield f"{state.pending.unit} must divide its hits: {division(state, state.pending)}"
    units = list(state.on_board(seat))
    broken = [unit.ref for unit in units if unit.broken and not unit.fled]
    if broken:
        verb = "is broken and flees" if len(broken) == 1 else "are broken and flee"
        yield f"{in_ranges(broken)} {verb} when the next Move begins"
    fled = [unit.ref for unit in units if unit.broken and unit.fled]
    if fled:
        yield f"{in_ranges(fled)} {'has' if len(fled) == 1 else 'have'} fled and may only reform"
    if state.flow.phase == "move":
        taken = occupied(state)
        bound = [unit.ref for unit in units if state.is_bound() and touching(state, unit, taken)]
        if bound:
            yield f"{in_ranges(bound)} {'is' if len(bound) == 1 else 'are'} engaged and cannot move"
    for unit in units:
        if unit.modifiers:
            told = (f"{one.stat} {signed(one.amount)}" for one in unit.modifiers)
            yield f"{unit.ref} {', '.join(told)}"
    if state.flow.phase == "magic":
        for unit in units:
            left = [f"{name} {count} left" for name, count in unit.uses if count]
            if left and not unit.broken:
                yield f"{unit.ref}: {', '.join(left)}"
    waiting_units = [unit for unit in state.units.values() if unit.seat == seat and unit.waits]
    for unit in waiting_units:
        reserve = state.reserve(unit)
        if reserve is not None and not unit.gone:
            lost = state.armies[seat].casualties
            yield f"{unit.ref} in reserve: die + {lost} casualties must exceed {reserve.threshold}"


def division(state: State, pending: Pending) -> str:
    """MD-AREA-7: how many hits each eligible unit could take."""
    battle = Battle(state, 0, lambda die: die.faces[0], lambda now, event: now)
    told = []
    for ref, number in numbers(battle, pending):
        unit = state.find(ref)
        hits = hits_of(pending.dice, number)
        name = unit.ref if unit is not None else ref
        told.append(f"{name} up to {hits} at {number}+")
    return ", ".join(told)


def waiting(state: State, seat: int) -> str:
    """MD-SEQ-2: `Not moved: Legion2`, `Could shoot: Bows1`."""
    if state.flow.outcome is not None or state.flow.turn != seat or state.pending is not None:
        return ""
    phase = state.flow.phase
    taken = occupied(state)
    refs = [unit.ref for unit in state.units.values() if could(state, unit, seat, phase, taken)]
    if not refs:
        return ""
    return f"{OWN_PHASE.get(phase, 'Not moved')}: {in_ranges(refs)}"


def could(
    state: State, unit: Unit, seat: int, phase: str, taken: dict[tuple[int, int], Unit]
) -> bool:
    """Might this unit still take its action of the phase?"""
    if unit.seat != seat or unit.gone or unit.broken or unit.acted:
        return False
    match phase:
        case "move":
            held = state.is_bound() and bool(touching(state, unit, taken))
            fresh = not (used(unit) or unit.reformed or unit.turning)
            return unit.on_board and fresh and not held and unit.effective("M") > 0
        case "magic":
            return unit.waits or has_magic(state, unit)
        case "shooting":
            return unit.on_board and can_shoot(state, unit, taken)
        case "melee":
            several = unit.on_board and len(touching(state, unit, taken)) > 1
            return several and not unit.division and melee_attacks(state, unit) > 0
    return False
