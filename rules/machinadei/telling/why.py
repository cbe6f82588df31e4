"""An event unfolded: the formula, every part with its source and rule, the dice, the rounding."""

from rules.line.events import Event, Rolled
from rules.line.flow import seat_name
from rules.machinadei import events as ev
from rules.machinadei.fight.hits import ALL, NEEDED, NONE
from rules.machinadei.formation.ranks import wheel_cost
from rules.machinadei.statblock import signed
from rules.machinadei.state import State, key


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    match event:
        case ev.Struck():
            return (*_hits(event), *_wounds(event, before))
        case ev.Wheeled():
            return _wheel(event, before)
        case ev.Walked():
            return _walk(event, before)
        case ev.Resolved():
            return _resolution(event)
        case ev.RoutChecked(_, die, against, _, rule):
            drawn = "fearless: no die (MD-ABIL-4)" if not die else f"{die} against {against}"
            return (f"rout check by {rule}: {drawn} (MD-ROUT-3, MD-MORALE-2)",)
        case ev.MoraleTested(_, die, against):
            drawn = "fearless: no die (MD-ABIL-4)" if not die else f"{die} against {against}"
            return (f"morale test: {drawn} (MD-MORALE-1, MD-MORALE-2)",)
        case ev.Fled(unit, inches, direction, _, cause):
            away = f"away from {cause}" if cause else "towards its own edge"
            return (f'{unit} flees {away}: {inches}" {direction} (MD-BREAK-3)',)
        case ev.ArrivalRolled(_, die, lost, threshold):
            return (f"{die} + {lost} casualties must exceed {threshold} (MD-ABIL-6)",)
        case Rolled(die, face, _, loaded):
            return (f"{die}: {face}, {'loaded by the GM' if loaded else 'drawn'}",)
    return ()


def told(parts: tuple[ev.Part, ...]) -> str:
    """`+1 Mace (MD-HIT-4), -1 guard of Woad1 (MD-ABIL-2)`."""
    return ", ".join(f"{signed(part.amount)} {part.source} ({part.rule})" for part in parts)


def _hits(event: ev.Struck) -> tuple[str, ...]:
    """MD-HIT-2 to MD-HIT-6: from the tiers to the hits."""
    if event.needed in (ALL, NONE):
        end = "all hit" if event.needed == ALL else "none hits"
        return (f"{event.tiers:+d} tiers: {end} (MD-HIT-2, MD-HIT-6)",)
    base = NEEDED[event.tiers]
    parts = f"; added to the roll: {told(event.to_hit)}" if event.to_hit else ""
    return (
        f"{event.tiers:+d} tiers: {base}+ (MD-HIT-2){parts}: {event.needed}+ (MD-HIT-5)",
        f"{event.hits} of {event.attacks} attacks hit",
    )


def _wounds(event: ev.Struck, before: State) -> tuple[str, ...]:
    """MD-WOUND-1 to MD-CAS-1: from the hits to the models."""
    lines = [f"damage of a hit {event.damage}: {told(event.to_wound)} (MD-WOUND-1)"]
    total = f"{event.damage} x {event.hits} = {event.total} (MD-WOUND-2)"
    if event.tiers < 0:
        per = 5**-event.tiers
        total += f"; {per} damage a wound: {event.total // per} (MD-WOUND-3)"
    lines.append(total)
    target = before.units.get(key(event.target))
    if target is not None and event.wounds:
        left = f"it had {target.left} left (MD-WOUND-4)"
        lines.append(f"wounds {event.wounds}, {left}; models lost {event.lost} (MD-CAS-1)")
        if 2 * event.wounds >= target.left > event.wounds:
            lines.append(f"2 x {event.wounds} >= {target.left}: rout check (MD-ROUT-1)")
    return tuple(lines)


def _wheel(event: ev.Wheeled, before: State) -> tuple[str, ...]:
    """MD-WHEEL-3: C(q) - C(p)."""
    unit = before.units.get(key(event.unit))
    drilled = unit is not None and before.has_drill(unit)
    low = wheel_cost(event.files, event.before, drilled)
    high = wheel_cost(event.files, event.before + event.angle, drilled)
    half = ", half for drill (MD-ABIL-1)" if drilled else ""
    whole = f"{event.files} files: {event.before + event.angle} degrees are {high}"
    return (f'{whole}", {event.before} were {low}": {event.cost}"{half} (MD-WHEEL-3)',)


def _walk(event: ev.Walked, before: State) -> tuple[str, ...]:
    """MD-MEAS-3: straight and diagonal steps."""
    steps = f"{event.straight} straight and {event.diagonal} diagonal steps"
    return (f'{steps}; with what was used before {event.spent}" (MD-MEAS-3)',)


def _resolution(event: ev.Resolved) -> tuple[str, ...]:
    """MD-CR-1 to MD-CR-4."""
    return tuple(
        f"{seat_name(seat)}: {event.dealt[seat - 1]} wounds dealt "
        f"+ {event.ranks[seat - 1]} for ranks = {event.scores[seat - 1]} (MD-CR-1, MD-CR-3)"
        for seat in (1, 2)
    )
