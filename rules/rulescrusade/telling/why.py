"""An event unfolded: formula, every part with its source, and the rules behind it."""

from rules.line.events import Ended, Event, Rolled
from rules.line.flow import seat_name
from rules.rulescrusade import events as ev
from rules.rulescrusade.state import State


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    for chapter in (_fights, _tests, _harm, _rest):
        told = chapter(event, before)
        if told:
            return told
    return ()


def total_text(name: str, total: int, parts: ev.Parts) -> str:
    """`total 3 = 4 dice - 1 range`."""
    if not parts:
        return f"{name} {total}"
    first, *rest = parts
    text = f"{first[1]} {first[0]}"
    for source, amount in rest:
        text += f" {'-' if amount < 0 else '+'} {abs(amount)} {source}"
    return f"{name} {total} = {text}"


def _fights(event: Event, before: State) -> tuple[str, ...]:
    """Totals against totals."""
    match event:
        case ev.Shot(_, weapon, target, total, value, parts, value_parts):
            return (
                f"{total_text(f'{weapon}: total', total, parts)} (RC-SHOOT-7)",
                f"{total_text(f'{target}: value', value, value_parts)} (RC-SHOOT-8)",
                f"damage {total} - {value} = {total - value}; 0 or less does nothing (RC-DMG-1)",
            )
        case ev.Fought(attackers, defender, total, against, result, parts, against_parts):
            lines = (
                f"{total_text('+'.join(attackers), total, parts)} (RC-MELEE-4)",
                f"{total_text(defender, against, against_parts)} (RC-MELEE-4)",
            )
            return (*lines, _melee_result(result, total - against))
        case ev.MindsMet(ref, target, total, against, parts, against_parts):
            rule = "RC-MWAR-3" if ref else "RC-INC-2"
            return (
                f"{total_text(ref or 'the warp', total, parts)} ({rule})",
                f"{total_text(target, against, against_parts)} ({rule})",
                "the higher total harms the other as in a melee (RC-MWAR-4)",
            )
        case ev.Parried(ref, bonus):
            return (f"{ref} adds {bonus} and does no harm; a shield counts 2 (RC-PARRY-1)",)
    return ()


def _melee_result(result: str, difference: int) -> str:
    """RC-MELEE-6."""
    if result == "won":
        return f"the attacker is higher: damage {difference} (RC-MELEE-6)"
    if result == "lost":
        return "the defender is higher: 1 damage on the attacker (RC-MELEE-6, RC-ABIL-23 for mobs)"
    return "a tie: nothing but the effects of a tie (RC-MELEE-6, RC-WFX-25)"


def _tests(event: Event, before: State) -> tuple[str, ...]:
    """Rolls against a number."""
    match event:
        case ev.Tested(ref, what, total, needs, success, parts):
            return (
                total_text(f"{ref} {what}: total", total, parts),
                f"needs at least {needs}: {'success' if success else 'failure'}",
            )
        case ev.CardRolled(_, card, _, number, parts):
            return (f"{total_text(f'{card}: N', number, parts)}, at least 0 (RC-PSY-11)",)
        case ev.Rerolled(_, _, colour, old, new, reason):
            half = "1" if colour == "R" else "1/2"
            name = "red" if colour == "R" else "white"
            return (
                f"a {name} die is {half} on average; it was {old}, now {new} (RC-REACT-4)",
                f"because of {reason}" if reason else "",
            )
        case ev.Detonated(_, total):
            return (f"total {total} against every model in the template (RC-ABIL-7)",)
        case Rolled(die, face, _, loaded):
            return (f"{die}: {face}, {'loaded by the GM' if loaded else 'drawn'} (RC-DICE-5)",)
    return ()


def _harm(event: Event, before: State) -> tuple[str, ...]:
    """What damage did."""
    match event:
        case ev.LostHits(ref, hits, left) if hits < 0:
            return (f"{ref}: {left + hits} hits + {-hits} = {left} (RC-CARD-5)",)
        case ev.LostHits(ref, hits, left):
            return (f"{ref}: {left + hits} hits - {hits} = {left} (RC-DMG-2)",)
        case ev.Grazed(ref, letter):
            return (
                f"exactly 1 damage on exactly 1 hit, or a result given outright: {ref} takes the "
                f"result {letter} (RC-DMG-3, RC-GRAZE-3, RC-GRAZE-4, RC-GRAZE-9)",
            )
        case ev.Killed(ref, seat, points) | ev.WentDown(ref, seat, points):
            unit = before.find(ref)
            value = unit.value if unit is not None else 0
            whose = f"{points} of {value} go to {seat_name(seat)}" if seat else "nobody scores"
            return (f"damage of at least its hits, or a second graze (RC-DMG-2); {whose}",)
        case ev.Reduced(ref, by, amount, left):
            return (f"{by}: {left + amount} - {amount} = {left} damage on {ref} (RC-DMG-5)",)
        case ev.Fell(ref, inches, counted):
            return (f"{counted} of {inches} inches / 4, rounded down, are hits (RC-FALL-1)",)
        case ev.WeaponFailed(ref, weapon, _):
            return (f"two or more dice showed their highest face: {weapon} of {ref} (RC-FAIL-1)",)
        case ev.IncursionCame(ref):
            return (f"every die of {ref} showed its highest face (RC-INC-1)",)
        case ev.SectorHit(sector, hits, left):
            return (f"{sector}: {left + hits} hits - {hits} = {left} (RC-BLDG-15)",)
    return ()


def _rest(event: Event, before: State) -> tuple[str, ...]:
    """Moves, queries, turns."""
    match event:
        case ev.Walked(ref, _, _, _, cost, left, path):
            cells = " ".join(f"{spot[0]},{spot[1]}" for spot in path)
            way = f"by {cells}" if cells else "without a step"
            return (f"{ref}: {left + cost} - {cost} = {left} inches, {way} (RC-MOVE-5)",)
        case ev.Checked(_, _, inches, penalty, _, _):
            return (f"penalty {inches} / 12, rounded down = {penalty} (RC-GEO-5)",)
        case ev.RolledOff(_, rolls, _):
            return tuple(f"{seat_name(seat)}: 2R = {total} (RC-DICE-9)" for seat, _, total in rolls)
        case Ended(rule, termination, _):
            return (f"{rule}: {termination}",)
    return ()
