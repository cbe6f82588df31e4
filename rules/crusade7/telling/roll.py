"""The grouped key: units that are equal but for their place are one line, changed ones first."""

from collections.abc import Iterator
from dataclasses import replace

from rules.crusade7.harm import numbers
from rules.crusade7.naming import in_order
from rules.crusade7.state import CONDITIONS, State, Unit
from rules.crusade7.telling.labels import IN_A_TABLE, listed_ranges, places, ranges
from rules.crusade7.telling.view import is_visible, seen
from rules.display.telling import Roll, RollLine, RollSide
from rules.line.flow import seat_name
from rules.line.frozen import Frozen

COLUMNS = ("HP", "AC", "at")

LONG = 10
"""Attacks with longer names are called by their first word."""


class Looks(Frozen):
    """What makes units one line: type, HP, AC, marks, and where those are that have no cell."""

    name: str
    hp: str
    ac: int
    marks: str
    off: str
    changed: bool


def roll(state: State, viewer: int | None, since: State | None = None) -> Roll:
    """C7-KEY-1 to C7-KEY-5 in few lines: every unit that the viewer may know."""
    sides = (side(state, viewer, seat, since) for seat in (1, 2))
    return Roll(COLUMNS, tuple(one for one in sides if one.lines or one.lost))


def side(state: State, viewer: int | None, seat: int, since: State | None) -> RollSide:
    """One army: changed lines, then the others, both in order of reference."""
    groups: dict[Looks, list[Unit]] = {}
    for unit in seen(state, viewer, seat):
        groups.setdefault(looks(state, unit, since), []).append(unit)
    changed = [line(one, units) for one, units in groups.items() if one.changed]
    others = [line(one, units) for one, units in groups.items() if not one.changed]
    return RollSide(
        seat,
        seat_name(seat).capitalize(),
        tuple(named_once(changed + others)),
        lost(state, viewer, seat),
    )


def looks(state: State, unit: Unit, since: State | None) -> Looks:
    """How a unit looks in the key, and whether it looked otherwise before."""
    now = Looks(
        state.block(unit).name,
        f"{unit.hp}/{unit.maxhp}",
        numbers.armour_class(state, unit)[0],
        ", ".join(marks(state, unit)),
        whereabouts(unit),
        changed=False,
    )
    if since is None or since.flow.phase == "setup" != state.flow.phase:
        return now
    was = since.units.get(since.key(unit.seat, unit.ref))
    if was is None or was.dead:
        return replace(now, changed=True)
    before = looks(since, was, None)
    told = (now.hp, now.ac, now.marks, now.off) != (before.hp, before.ac, before.marks, before.off)
    return replace(now, changed=told)


def whereabouts(unit: Unit) -> str:
    """`in CR1`, `in reserve`, `not deployed`; nothing for who stands on the board."""
    if unit.on_field:
        return ""
    if unit.inside:
        return f"in {unit.inside}"
    return "in reserve" if unit.reserve else "not deployed"


def marks(state: State, unit: Unit) -> Iterator[str]:
    """C7-KEY-3 shortly: conditions, concentration, effects, uses and slots that are gone, notes."""
    yield from (condition for condition in CONDITIONS if unit.has(condition))
    if unit.concentration is not None:
        yield f"concentrates on {unit.concentration.spell}"
    yield from dict.fromkeys(effect.name for effect in unit.effects)
    block = state.block(unit)
    full = {attack.name: attack.uses for attack in block.attacks}
    names = tuple(full)
    for name, left in unit.uses:
        if left != full.get(name, left):
            yield f"{short(name, names)} {left}"
    slots = dict(block.casting.slots) if block.casting else {}
    if any(left != slots.get(level, left) for level, left in unit.slots):
        yield f"slots {'/'.join(str(left) for _, left in sorted(unit.slots))}"
    yield from unit.notes


def short(name: str, names: tuple[str, ...]) -> str:
    """`Molotov` for `Molotov Cocktail`, where no other attack of the unit begins like that."""
    first = name.split()[0]
    alike = sum(1 for other in names if other.split()[0] == first)
    return first if len(name) > LONG and alike == 1 else name


def line(one: Looks, units: list[Unit]) -> RollLine:
    """`O3-O4, O6`, then HP, AC, and where they are with what is to be said of them."""
    at = one.off or places(unit.at for unit in units if unit.at is not None)
    labels = listed_ranges(unit.ref for unit in units)
    return RollLine(
        labels, one.name, (one.hp, str(one.ac), f"{at} {one.marks}".rstrip()), one.changed
    )


def named_once(lines: list[RollLine]) -> Iterator[RollLine]:
    """The type stands at its first line only."""
    told: list[str] = []
    for one in lines:
        yield replace(one, name="") if one.name in told else one
        told.append(one.name)


def lost(state: State, viewer: int | None, seat: int) -> tuple[str, ...]:
    """Who has been killed, ranges joined."""
    dead = [unit for unit in state.units.values() if unit.dead and unit.seat == seat]
    visible = in_order(unit for unit in dead if is_visible(state, unit, viewer))
    told = ranges((unit.ref for unit in visible), IN_A_TABLE)
    return tuple(told.split(", ")) if told else ()
