"""An event unfolded: the formula, every part with its source and rule, the dice, the rounding."""

from rules.crusade7 import events as ev
from rules.crusade7.events import Part
from rules.crusade7.sequence.initiative import average_text
from rules.crusade7.state import State
from rules.crusade7.telling.wording import share_text, signed
from rules.line.events import Event, Rolled
from rules.line.flow import seat_name
from rules.numbers.arith import clamp, decimals


def why(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of an event came about; nothing if it has none."""
    match event:
        case ev.AttackResolved():
            return (*_shares(event), *_damage(event))
        case ev.Moved():
            return _move(event)
        case ev.PsionicTested():
            return _psionic(event)
        case ev.ConcentrationTested(unit, _, value, dc, _, parts):
            return (
                _sum(f"{unit} concentration", value, parts),
                f"DC {dc}: 10 + half the damage, rounded half up (C7-CONC-2)",
                f"kept if {value} is at least {dc}",
            )
        case ev.MoraleTested():
            return _morale(event, before)
        case ev.OrderOfPlay():
            return _initiative(event)
        case ev.Damaged(_, damage, low, high):
            return (f"HP {low} - {damage} = {high} (C7-STAT-2)",)
        case ev.Healed(_, hp, low, high):
            return (f"HP {low} + {hp} = {high}, at most the maximum (C7-STAT-2)",)
        case ev.ShieldBroken(_, loss, ac):
            return (f"AC {ac + loss} - {loss} = {ac}: 2 and the number of the shield (C7-ATTR-4)",)
        case Rolled(die, face, _, loaded):
            return (f"{die}: {face}, {'loaded by the GM' if loaded else 'drawn'}",)
    return ()


def _sum(name: str, value: int, parts: tuple[Part, ...]) -> str:
    """`ATK 9: +3 STR (C7-STAT-1), +2 PF (C7-STAT-1), advantage by Support (C7-TAC-7)`."""
    told = ", ".join(_part(part) for part in parts)
    edges = [part.edge for part in parts if part.edge]
    net = (1 in edges) - (-1 in edges)
    cancelled = "; advantage and disadvantage cancel (C7-STAT-4)" if edges and not net else ""
    return f"{name} {value}: {told}{cancelled}" if told else f"{name} {value}"


def _part(part: Part) -> str:
    rule = f" ({part.rule})" if part.rule else ""
    if part.edge:
        return f"{'advantage' if part.edge > 0 else 'disadvantage'} by {part.source}{rule}"
    amount = f"{signed(part.amount)} " if part.amount else ""
    return f"{amount}{part.source}{rule}"


def _shares(event: ev.AttackResolved) -> tuple[str, ...]:
    """C7-ATK-1 to C7-ATK-3, C7-SAVE-1 to C7-SAVE-6: from the two numbers to the percentage."""
    difference = event.high - event.low
    share = share_text(event.share)
    if event.versus == "AC":
        held = clamp(difference, 1, 20)
        return (
            _sum("AC", event.high, event.high_parts),
            _sum("ATK", event.low, event.low_parts),
            f"difference {event.high} - {event.low} = {difference}{_held(difference, held, 20)}",
            f"105 - 5 x {held} = {share} (C7-ATK-2)",
        )
    return (
        _sum("DC", event.high, event.high_parts),
        _sum(event.versus, event.low, event.low_parts),
        *_throw(event, difference, share),
    )


def _throw(event: ev.AttackResolved, difference: int, share: str) -> tuple[str, ...]:
    if event.save_type == 3:
        return (f"Type 3: {event.low} + 10 against {event.high}: {share} (C7-SAVE-4)",)
    helpless = any(part.rule == "C7-COND-6" for part in event.low_parts)
    held = 21 if helpless else clamp(difference, 1, 21)
    x = f"x = {event.high} - {event.low} = {difference}"
    x += " counts as 21 (C7-COND-6)" if helpless else _held(difference, held, 21)
    if event.save_type == 1:
        return (x, f"Type 1: 47.5 + 2.5 x {held} = {share} (C7-SAVE-2)")
    return (x, f"Type 2: 5 x {held} - 5 = {share} (C7-SAVE-3)")


def _held(difference: int, held: int, most: int) -> str:
    """C7-ATK-3, C7-SAVE-5."""
    rule = "C7-ATK-3" if most == 20 else "C7-SAVE-5"
    return "" if held == difference else f", held to {held} ({rule})"


def _damage(event: ev.AttackResolved) -> tuple[str, ...]:
    """C7-ATK-4, C7-ATK-5: the share of the damage, rounded once."""
    numerator, denominator = event.sum
    changes = "".join(f", {_part(part)}" for part in event.sum_parts)
    listed = f"damage {event.listed}{changes}: {average_text(event.sum)}"
    if event.listed and not numerator:
        return (listed, "immune: no damage (C7-DMG-5)")
    exact = decimals(numerator * event.share, denominator * 1000, 3)
    rounded = f"{average_text(event.sum)} x {share_text(event.share)} = {exact}"
    if event.damage == 1 and numerator * event.share * 2 < denominator * 1000:
        return (listed, f"{rounded}, at least 1 (C7-ATK-5)")
    return (listed, f"{rounded}, rounded half up {event.damage} (C7-ATK-4)")


def _move(event: ev.Moved) -> tuple[str, ...]:
    """C7-MOVE-6 to C7-MOVE-8."""
    start, to = event.start, event.to
    down, across = abs(to[0] - start[0]), abs(to[1] - start[1])
    return (
        f"from {start[0]},{start[1]} to {to[0]},{to[1]}: {down} down, {across} across",
        f"length {event.length}, rounded {event.rounded} (C7-MOVE-6, C7-MOVE-8)",
    )


def _psionic(event: ev.PsionicTested) -> tuple[str, ...]:
    """C7-PSI-1, C7-PSI-4."""
    halved = f", halved and rounded up by {event.denier} (C7-PSI-9)" if event.denier else ""
    told = [
        f"{'advantage +2' if part.edge > 0 else 'disadvantage -2'} by {part.source}"
        if part.edge
        else f"{signed(part.amount)} {part.source}, by half"
        for part in event.parts
    ]
    lines = [f"die {event.die}{halved}"]
    if told:
        lines.append(f"{', '.join(told)} (C7-PSI-4)")
    if event.die in (1, 12):
        lines.append(f"the die shows {event.die}: 40 psychic damage to {event.unit} (C7-PSI-2)")
    lines.append(f"passed if {event.value} is at least the charge {event.charge} (C7-PSI-1)")
    return tuple(lines)


def _morale(event: ev.MoraleTested, before: State) -> tuple[str, ...]:
    """C7-MORALE-2."""
    own = before.options.get("morale") == "own"
    unit = before.find(event.unit)
    killed = before.armies[unit.seat].lost if own and unit else before.killed
    return (
        _sum(f"{event.unit} morale", event.value, event.parts),
        f"DC 10 + {killed}/6 rounded half up = {event.dc} (C7-MORALE-2)",
        f"passed if {event.value} is at least {event.dc}",
    )


def _initiative(event: ev.OrderOfPlay) -> tuple[str, ...]:
    """C7-INIT-2, C7-INIT-5, C7-INIT-6."""
    lines = []
    for seat, mean in enumerate(event.averages, start=1):
        lines.append(f"{seat_name(seat)}: {mean[0]}/{mean[1]} = {average_text(mean)} (C7-INIT-2)")
    if event.place:
        lines.append(f"a tie: {seat_name(event.first)} holds place {event.place} (C7-INIT-5)")
    if event.alternated:
        lines.append("both hold the same place: they alternate, army 1 first (C7-INIT-6)")
    return tuple(lines)
