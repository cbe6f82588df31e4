"""MD-ORD-2, MD-ORD-3, MD-ORD-7: which units are meant, and the names known in a match."""

import re

from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.machinadei import statblock as sb
from rules.machinadei.orders import Who
from rules.machinadei.state import State, Unit, key

_NUMBERED = re.compile(r"(.*?)[\s-]*([0-9]{1,9})", re.DOTALL)
_RANGE = re.compile(r"(.*?)([0-9]{1,9})\s*-\s*(.*?)([0-9]{1,9})", re.DOTALL)

MOST = 200
"""How many units a range may name."""


def unknown(ref: str) -> Refusal:
    """MD-ORD-3: the refusal for a name that is no unit of this battle."""
    return Refusal("MD-ORD-3", f"there is no unit {' '.join(ref.split())[:60]}.")


def find_unit(state: State, ref: str) -> Unit | None:
    """MD-ORD-7: the unit with this reference; else the first of the type with that number."""
    unit = state.find(ref)
    if unit is not None:
        return unit
    found = _NUMBERED.fullmatch(ref.strip())
    if found is None or not found[1]:
        return None
    for unit in state.units.values():
        if number_of(unit.ref) == int(found[2]) and sb.is_called(found[1], state.block(unit)):
            return unit
    return None


def number_of(ref: str) -> int:
    """The number at the end of a reference; -1 if it has none."""
    digits = ref[len(ref.rstrip("0123456789")) :]
    return int(digits) if digits else -1


def named(state: State, ref: str) -> Unit:
    """MD-ORD-3: the unit of that name, dead ones included.  Raises `Refusal` if there is none."""
    unit = find_unit(state, ref)
    if unit is None:
        raise unknown(ref)
    return unit


def check_enemy(unit: Unit, target: Unit, rule: str) -> None:
    """MD-SHOOT-3, MD-CHARGE-4: the target is an enemy unit on the board."""
    if target.seat == unit.seat:
        raise Refusal(rule, f"{target.ref} is no enemy of {unit.ref}.")
    if not target.on_board:
        raise Refusal(rule, f"{target.ref} is not on the board.")


def chosen(state: State, seat: int, who: Who) -> tuple[str, ...]:
    """MD-ORD-2: the references that an order is for, as named, with ranges and types expanded."""
    if who.every:
        meant = tuple(
            unit.ref
            for unit in state.on_board(seat)
            if who.every == "*" or sb.is_plural(who.every, state.block(unit))
        )
        if not meant:
            raise Refusal("MD-ORD-3", f"{seat_name(seat)} has no unit on the board for `{who}`.")
        return meant
    return tuple(one for ref in who.refs for one in opened(state, ref))


def opened(state: State, ref: str) -> tuple[str, ...]:
    """MD-ORD-2: `Spears1-Spears3` is Spears1, Spears2 and Spears3."""
    found = _RANGE.fullmatch(ref.strip())
    if found is None or state.find(ref) is not None:
        return (ref,)
    low, high = int(found[2]), int(found[4])
    other = found[3].strip() or found[1]
    if sb.one_word(other) != sb.one_word(found[1]) or abs(high - low) >= MOST:
        raise unknown(ref)
    step = 1 if low <= high else -1
    return tuple(f"{found[1]}{number}" for number in range(low, high + step, step))


def same_units(state: State, seat: int, one: Who, other: Who) -> bool:
    """MD-ORD-9: do both name the same units?  After `then` no other unit may be named."""
    if one == other:
        return True
    try:
        return _keys(state, seat, one) == _keys(state, seat, other)
    except Refusal:
        return False


def _keys(state: State, seat: int, who: Who) -> list[str]:
    found = ((find_unit(state, ref), ref) for ref in chosen(state, seat, who))
    return [key(ref if unit is None else unit.ref) for unit, ref in found]


def names(state: State) -> tuple[str, ...]:
    """Types, abbreviations, weapons, effects and options, also with a blank for each hyphen."""
    found = [name for block in state.types for name in names_of(block)]
    both = [form for name in found for form in (name, name.replace("-", " "))]
    return tuple(dict.fromkeys(both))


def names_of(block: sb.Statblock) -> list[str]:
    """All that players call by name in a type: itself, its options, weapons and effects."""
    armed, magic = brought(block, sb.Weapon), brought(block, sb.Magic)
    return [block.name, block.short, *(one.name for one in block.upgrades), *armed, *magic]


def brought(block: sb.Statblock, sort: type[sb.Weapon] | type[sb.Magic]) -> list[str]:
    """The names of the weapons or of the effects of a type, those of its options included."""
    own = [*block.weapons, *block.magic, *(one.brings for one in block.upgrades)]
    return [one.name for one in own if isinstance(one, sort)]


def references(state: State) -> tuple[str, ...]:
    """The references of the units in play, those in reserve included."""
    return tuple(unit.ref for unit in state.in_play())
