"""Chapter 3: the attributes that `=` reads and `set` writes, by their names."""

import re
from collections.abc import Callable
from dataclasses import replace

from rules.common import compare, expect_flow
from rules.crusade7.army.statblock import STATS
from rules.crusade7.fight import numbers
from rules.crusade7.naming.references import find_unit
from rules.crusade7.sequence.initiative import NOBODY, average_text
from rules.crusade7.state import CONDITIONS, State, Unit
from rules.errors import Refusal
from rules.flow import seat_name
from rules.game import Answer
from rules.grid import Cell

MOVED = ("none", "stationary", "normal", "advance", "fall back", "disembark", "arrive")
"""3.3: what a unit's part in the latest Move Phase was."""

Read = Callable[[State, Unit], str]
Write = Callable[[Unit, str], Unit]

_POSITION = re.compile(
    r"(?:\(?\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\)?"
    r"|r\s*(\d{1,4})\s*c\s*(\d{1,4})"
    r"|row\s*(\d{1,4})\s*,?\s*column\s*(\d{1,4}))(?=\s|$)\s*",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(\D*?\d+)\s+(.+)", re.DOTALL)


# --- what a unit is -----------------------------------------------------------------------------


def yes(truth: bool) -> str:
    """`yes` or `no`."""
    return "yes" if truth else "no"


def position(unit: Unit) -> str:
    """3.3: the anchor, or `none` while it is not on the board."""
    return f"{unit.at[0]},{unit.at[1]}" if unit.at else "none"


def footprint(state: State, unit: Unit) -> str:
    """3.3: `2x3`."""
    rows, columns = state.block(unit).footprint
    return f"{rows}x{columns}"


def concentration(unit: Unit) -> str:
    """3.3: the spell, or `none`."""
    return unit.concentration.spell if unit.concentration else "none"


def passengers(state: State, unit: Unit) -> int:
    """3.3: the units inside this transport."""
    return sum(one.inside == unit.ref for one in state.living(unit.seat))


def notes(state: State, unit: Unit) -> int:
    """3.3: unrecognised texts of the statblock, and notes that the GM added."""
    block = state.block(unit)
    return len(unit.notes) + len(block.notes) + sum(len(one.notes) for one in block.attacks)


def has_attacked(unit: Unit) -> bool:
    """C7-ATK-6: it has attacked, or stood up, in the current phase."""
    return any(mark in unit.spent for mark in ("ranged", "melee", "multi", "stand"))


def stat_reader(name: str) -> Read:
    """3.3: the current value of a stat, with effects."""
    return lambda state, unit: str(numbers.stat(state, unit, name))


UNIT_ATTRIBUTES: dict[str, Read] = {
    "hp": lambda state, unit: str(max(0, unit.hp)),
    "maxhp": lambda state, unit: str(unit.maxhp),
    "ac": lambda state, unit: str(numbers.armour_class(state, unit)[0]),
    "armour": lambda state, unit: unit.armour or "none",
    **{name.lower(): stat_reader(name) for name in STATS},
    "initiative": lambda state, unit: str(numbers.initiative_of(state, unit)),
    "cost": lambda state, unit: str(state.block(unit).cost),
    "class": lambda state, unit: state.block(unit).classification,
    "army": lambda state, unit: seat_name(unit.seat),
    "name": lambda state, unit: state.block(unit).name,
    "tags": lambda state, unit: ", ".join(state.block(unit).tags) or "none",
    "footprint": footprint,
    "capacity": lambda state, unit: str(state.block(unit).capacity),
    "moved": lambda state, unit: unit.moved,
    "charged": lambda state, unit: yes(unit.charged),
    "attacked": lambda state, unit: yes(has_attacked(unit)),
    "concentration": lambda state, unit: concentration(unit),
    "embarked": lambda state, unit: unit.inside or "none",
    "passengers": lambda state, unit: str(passengers(state, unit)),
    "reserve": lambda state, unit: yes(unit.reserve),
    "notes": lambda state, unit: str(notes(state, unit)),
    "at": lambda state, unit: position(unit),
}
"""3.3: how each attribute of a unit is read."""


def attack_in(uses: tuple[tuple[str, int], ...], attribute: str) -> str | None:
    """3.3: the limited attack of `uses:Molotov_Cocktail`."""
    wanted = attribute.partition(":")[2].replace("_", " ").strip().lower()
    return next((name for name, _ in uses if name.lower() == wanted), None)


def level_in(attribute: str) -> int | None:
    """3.3: the level of `slots1` ... `slots9`."""
    found = re.fullmatch(r"slots([1-9])", attribute)
    return int(found[1]) if found else None


def read_unit(state: State, unit: Unit, attribute: str) -> str | None:
    """The value of an attribute of a unit as text; None if there is no such attribute."""
    attribute = attribute.lower()
    if attribute in UNIT_ATTRIBUTES:
        return UNIT_ATTRIBUTES[attribute](state, unit)
    if attribute.startswith("uses:"):
        attack = attack_in(unit.uses, attribute)
        return str(dict(unit.uses)[attack]) if attack else "none"
    level = level_in(attribute)
    return str(dict(unit.slots).get(level, 0)) if level else None


# --- what the GM sets ---------------------------------------------------------------------------


def wrong(unit: Unit, attribute: str, value: str, allowed: str) -> Refusal:
    """C7-GM-1: a value that the attribute cannot have."""
    return Refusal("C7-GM-1", f"{attribute} of {unit.ref} is {allowed}, not {value[:40]!r}")


def whole(unit: Unit, attribute: str, value: str, least: int | None = None) -> int:
    """C7-GM-1: the value of a numeric attribute."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        raise wrong(unit, attribute, value, "a whole number")
    if least is not None and int(value) < least:
        raise wrong(unit, attribute, value, f"{least} or more")
    return int(value)


def one_of(unit: Unit, attribute: str, value: str, allowed: tuple[str, ...]) -> str:
    """C7-GM-1: the value of an attribute that is a word."""
    value = " ".join(value.lower().split())
    if value not in allowed:
        raise wrong(unit, attribute, value, f"one of {', '.join(allowed)}")
    return value


def with_hp(unit: Unit, value: str) -> Unit:
    """C7-STAT-2: HP never exceed the maximum."""
    return replace(unit, hp=min(whole(unit, "hp", value, 0), unit.maxhp))


def with_maximum(unit: Unit, value: str) -> Unit:
    """C7-STAT-2: HP never exceed the maximum, a lowered one neither."""
    maximum = whole(unit, "maxhp", value, 0)
    return replace(unit, maxhp=maximum, hp=min(unit.hp, maximum))


def with_armour(unit: Unit, value: str) -> Unit:
    """3.3: the note in parentheses after AC; `none` leaves it empty."""
    return replace(unit, armour="" if value.lower() == "none" else value)


def with_moved(unit: Unit, value: str) -> Unit:
    """3.3: its part in the latest Move Phase."""
    return replace(unit, moved=one_of(unit, "moved", value, MOVED))


def with_charged(unit: Unit, value: str) -> Unit:
    """3.3: charged since the latest Charge Phase began."""
    return replace(unit, charged=one_of(unit, "charged", value, ("yes", "no")) == "yes")


def stat_setter(name: str) -> Write:
    """C7-STAT-1: the stat itself; effects come on top."""
    index = STATS.index(name)

    def write(unit: Unit, value: str) -> Unit:
        number = whole(unit, name, value)
        return replace(unit, stats=(*unit.stats[:index], number, *unit.stats[index + 1 :]))

    return write


SETTERS: dict[str, Write] = {
    "hp": with_hp,
    "maxhp": with_maximum,
    "ac": lambda unit, value: replace(unit, ac=whole(unit, "ac", value)),
    "armour": with_armour,
    "moved": with_moved,
    "charged": with_charged,
    **{name.lower(): stat_setter(name) for name in STATS},
}
"""6.3: what `set <ref> ...` can change, beside uses and slots."""


def with_attribute(state: State, unit: Unit, attribute: str, value: str) -> tuple[Unit, str]:
    """C7-GM-1: the unit with an attribute set, and the value that it had before."""
    attribute, value = attribute.lower(), value.strip()
    if attribute in SETTERS:
        return SETTERS[attribute](unit, value), base_value(state, unit, attribute)
    if attribute.startswith("uses:") and (attack := attack_in(unit.uses, attribute)):
        return with_uses(unit, attack, value), str(dict(unit.uses)[attack])
    level = level_in(attribute)
    if level and state.block(unit).casting is not None:
        return with_slots(unit, level, value), str(dict(unit.slots).get(level, 0))
    raise Refusal("C7-GM-1", f"{unit.ref} has no attribute {attribute[:40]!r} to set")


def base_value(state: State, unit: Unit, attribute: str) -> str:
    """The value that `set` replaces, without the effects that come on top."""
    if attribute == "ac":
        return str(unit.ac)
    for name, value in zip(STATS, unit.stats, strict=True):
        if attribute == name.lower():
            return str(value)
    return UNIT_ATTRIBUTES[attribute](state, unit)


def with_uses(unit: Unit, attack: str, value: str) -> Unit:
    """C7-ATK-10: the uses left of a limited attack."""
    left = whole(unit, f"uses of {attack}", value, 0)
    uses = tuple((name, left if name == attack else count) for name, count in unit.uses)
    return replace(unit, uses=uses)


def with_slots(unit: Unit, level: int, value: str) -> Unit:
    """C7-SPELL-2: the spell slots left of a level."""
    left = whole(unit, f"slots{level}", value, 0)
    return replace(unit, slots=tuple(sorted({**dict(unit.slots), level: left}.items())))


# --- expectations -------------------------------------------------------------------------------


def expect(state: State, text: str) -> Answer:
    """3.4: the words of one `=` line; a `ValueError` says that it is no such line."""
    words = text.split()
    flow = expect_flow(state.flow, words)
    if flow is not None:
        return flow
    if words and words[0].lower() == "game":
        return expect_game(state, words[1:])
    if words and words[0].lower() == "army":
        return expect_army(state, words[1:])
    found = _POSITION.match(text.strip())
    if found is not None:
        row, column = (int(group) for group in found.groups() if group is not None)
        return expect_cell(state, (row, column), text.strip()[found.end() :].split())
    return expect_unit(state, text.strip())


def not_understood(text: str) -> ValueError:
    """The line is no expectation of this system."""
    return ValueError(f"not an expectation of crusade7: {text[:100]}")


def expect_game(state: State, words: list[str]) -> Answer:
    """3.1: `game killed 2`, `game first army 1`."""
    values = {"killed": str(state.killed), "first": seat_name(state.first)}
    if len(words) < 2 or words[0].lower() not in values:
        raise not_understood(f"game {' '.join(words)}")
    return compare(" ".join(words[1:]), values[words[0].lower()])


def read_army(state: State, seat: int, attribute: str) -> str | None:
    """3.2: the value of an attribute of a seat; None if there is no such attribute."""
    army = state.armies[seat]
    mean = state.initiatives[seat - 1] if state.initiatives else NOBODY
    values = {
        "cp": str(army.cp),
        "gold": str(army.gold),
        "faction": army.faction,
        "subfaction": army.subfaction,
        "detachments": str(len(army.detachments)),
        "units": str(sum(1 for _ in state.living(seat))),
        "lost": str(army.lost),
        "initiative": average_text(mean),
    }
    return values.get(attribute.lower())


def expect_army(state: State, words: list[str]) -> Answer:
    """3.2: `army 1 initiative 2.50`."""
    if len(words) < 3 or words[0] not in ("1", "2"):
        raise not_understood(f"army {' '.join(words)}")
    value = read_army(state, int(words[0]), words[1])
    if value is None:
        raise not_understood(f"army {' '.join(words)}")
    return compare(" ".join(words[2:]), value)


def expect_cell(state: State, cell: Cell, words: list[str]) -> Answer:
    """3.4: `5,12 empty`, `5,12 holds L1`."""
    holder = next((unit for unit in state.on_field() if cell in state.cells(unit)), None)
    found = f"holds {holder.ref}" if holder else "empty"
    if [word.lower() for word in words] == ["empty"]:
        return compare("empty", found)
    if len(words) < 2 or words[0].lower() != "holds":
        raise not_understood(f"{cell[0]},{cell[1]} {' '.join(words)}")
    named = find_unit(state, 0, " ".join(words[1:]))
    return compare(f"holds {named.ref if named else ' '.join(words[1:])}", found)


def expect_unit(state: State, text: str) -> Answer:
    """3.3, 3.4: `L1 hp 27`, `L1 at 5,12`, `L1 dead`, `L1 has prone`, `L1 lacks prone`."""
    parts = _UNIT.fullmatch(text)
    if parts is None:
        raise not_understood(text)
    unit, (attribute, *words) = find_unit(state, 0, parts[1]), parts[2].split()
    expected = " ".join(words)
    if attribute.lower() == "dead" and not words:
        return compare("dead", "dead" if unit is None or unit.dead else "alive")
    if attribute.lower() in ("has", "lacks") and expected.lower() in CONDITIONS:
        return expect_condition(unit, attribute.lower(), expected.lower())
    if unit is None:
        return Answer(f"{attribute} {expected}", f"no unit {parts[1]}", False)
    value = read_unit(state, unit, attribute)
    if value is None or not words:
        raise not_understood(text)
    if attribute.lower() == "at" and (place := _POSITION.fullmatch(expected)):
        expected = ",".join(str(int(group)) for group in place.groups() if group)
    if attribute.lower() == "embarked" and (inside := find_unit(state, 0, expected)):
        expected = inside.ref
    return compare(expected, value)


def expect_condition(unit: Unit | None, verb: str, condition: str) -> Answer:
    """3.3: `has` and `lacks`."""
    if unit is None:
        return Answer(f"{verb} {condition}", "no such unit", False)
    found = "has" if unit.has(condition) else "lacks"
    return Answer(f"{verb} {condition}", f"{found} {condition}", verb == found)
