"""Chapter 3: the attributes that `=` reads and `set` writes, one row for each name."""

import re
from collections.abc import Callable
from dataclasses import replace

from rules.crusade7.army.statblock import STATS
from rules.crusade7.bounds import check_movement
from rules.crusade7.harm import numbers
from rules.crusade7.harm.damage import passengers
from rules.crusade7.naming import find_unit
from rules.crusade7.sequence import NOBODY, average_text
from rules.crusade7.state import CONDITIONS, State, Unit
from rules.display.words import whole as whole_number
from rules.line.common import Finding, compare, expect_flow
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.numbers.grid import Cell

MOVED = ("none", "stationary", "normal", "advance", "fall back", "disembark", "arrive")
"""3.3: what a unit's part in the latest Move Phase was."""

Read = Callable[[State, Unit], str]
Write = Callable[[Unit, str], Unit]


class Attribute(Frozen):
    """How an attribute of a unit is read, and how the GM sets it (`write`: None if nobody can).

    `base` reads the value that `set` replaces, for attributes that effects are added to.
    """

    read: Read
    write: Write | None = None
    base: Read | None = None

    def before(self, state: State, unit: Unit) -> str:
        """The value that `set` replaces, without the effects that are added to it."""
        return (self.base or self.read)(state, unit)


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


def notes(state: State, unit: Unit) -> int:
    """3.3: unrecognised texts of the statblock, and notes that the GM added."""
    block = state.block(unit)
    return len(unit.notes) + len(block.notes) + sum(len(one.notes) for one in block.attacks)


def has_attacked(unit: Unit) -> bool:
    """C7-ATK-6: it has attacked, or stood up, in the current phase."""
    return any(mark in unit.spent for mark in ("ranged", "melee", "stand"))


# --- what the GM sets ---------------------------------------------------------------------------


def wrong(unit: Unit, attribute: str, value: str, allowed: str) -> Refusal:
    """C7-GM-1: the refusal of a value that the attribute cannot have."""
    return Refusal("C7-GM-1", f"{attribute} of {unit.ref} is {allowed}, not {value[:40]!r}")


def whole(unit: Unit, attribute: str, value: str, least: int | None = None) -> int:
    """C7-GM-1: the value of a numeric attribute."""
    number = whole_number(value)
    if number is None:
        raise wrong(unit, attribute, value, "a whole number")
    if least is not None and number < least:
        raise wrong(unit, attribute, value, f"{least} or more")
    return number


def one_of(unit: Unit, attribute: str, value: str, allowed: tuple[str, ...]) -> str:
    """C7-GM-1: the value of an attribute that is one of a few words."""
    value = " ".join(value.lower().split())
    if value not in allowed:
        raise wrong(unit, attribute, value, f"one of {', '.join(allowed)}")
    return value


def with_hp(unit: Unit, value: str) -> Unit:
    """C7-STAT-2: HP never exceed the maximum."""
    return replace(unit, hp=min(whole(unit, "hp", value, 0), unit.maxhp))


def with_maximum(unit: Unit, value: str) -> Unit:
    """C7-STAT-2: HP never exceed the maximum, so a lower maximum may lower them."""
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


def with_uses(unit: Unit, attack: str, value: str) -> Unit:
    """C7-ATK-10: the uses left of a limited attack."""
    left = whole(unit, f"uses of {attack}", value, 0)
    uses = tuple((name, left if name == attack else count) for name, count in unit.uses)
    return replace(unit, uses=uses)


def with_slots(unit: Unit, level: int, value: str) -> Unit:
    """C7-SPELL-2: the spell slots left of a level."""
    left = whole(unit, f"slots{level}", value, 0)
    return replace(unit, slots=tuple(sorted({**dict(unit.slots), level: left}.items())))


# --- the rows -----------------------------------------------------------------------------------


def stat(name: str) -> Attribute:
    """3.3, C7-STAT-1: the row of a stat: it is read with effects and set without them."""
    index = STATS.index(name)

    def write(unit: Unit, value: str) -> Unit:
        number = whole(unit, name, value)
        if name == "Speed":
            check_movement(unit.ref, number)
        return replace(unit, stats=(*unit.stats[:index], number, *unit.stats[index + 1 :]))

    return Attribute(
        lambda state, unit: str(numbers.stat(state, unit, name)),
        write,
        lambda _, unit: str(unit.stats[index]),
    )


UNIT_ATTRIBUTES: dict[str, Attribute] = {
    "hp": Attribute(lambda _, unit: str(max(0, unit.hp)), with_hp),
    "maxhp": Attribute(lambda _, unit: str(unit.maxhp), with_maximum),
    "ac": Attribute(
        lambda state, unit: str(numbers.armour_class(state, unit)[0]),
        lambda unit, value: replace(unit, ac=whole(unit, "ac", value)),
        lambda _, unit: str(unit.ac),
    ),
    "armour": Attribute(lambda _, unit: unit.armour or "none", with_armour),
    **{name.lower(): stat(name) for name in STATS},
    "initiative": Attribute(lambda state, unit: str(numbers.initiative_of(state, unit))),
    "cost": Attribute(lambda state, unit: str(state.block(unit).cost)),
    "class": Attribute(lambda state, unit: state.block(unit).classification),
    "army": Attribute(lambda _, unit: seat_name(unit.seat)),
    "name": Attribute(lambda state, unit: state.block(unit).name),
    "tags": Attribute(lambda state, unit: ", ".join(state.block(unit).tags) or "none"),
    "footprint": Attribute(footprint),
    "capacity": Attribute(lambda state, unit: str(state.block(unit).capacity)),
    "moved": Attribute(lambda _, unit: unit.moved, with_moved),
    "charged": Attribute(lambda _, unit: yes(unit.charged), with_charged),
    "attacked": Attribute(lambda _, unit: yes(has_attacked(unit))),
    "concentration": Attribute(lambda _, unit: concentration(unit)),
    "embarked": Attribute(lambda _, unit: unit.inside or "none"),
    "passengers": Attribute(lambda state, unit: str(len(passengers(state, unit)))),
    "reserve": Attribute(lambda _, unit: yes(unit.reserve)),
    "notes": Attribute(lambda state, unit: str(notes(state, unit))),
    "at": Attribute(lambda _, unit: position(unit)),
}
"""3.3, 6.3: each attribute of a unit: how it is read, and what `set <ref> ...` can change."""


def attack_in(uses: tuple[tuple[str, int], ...], attribute: str) -> str | None:
    """3.3: the name of the limited attack meant by `uses:Molotov_Cocktail`, if it is in `uses`."""
    wanted = attribute.partition(":")[2].replace("_", " ").strip().lower()
    return next((name for name, _ in uses if name.lower() == wanted), None)


def level_in(attribute: str) -> int | None:
    """3.3: the level of `slots1` ... `slots9`."""
    found = re.fullmatch(r"slots([1-9])", attribute)
    return int(found[1]) if found else None


def uses_of(unit: Unit, attribute: str) -> Attribute:
    """C7-ATK-10: the row for the uses left of a limited attack; for others `none`, not to be
    set."""
    attack = attack_in(unit.uses, attribute)
    if attack is None:
        return Attribute(lambda *_: "none")
    name = attack
    return Attribute(
        lambda _, unit: str(dict(unit.uses)[name]), lambda unit, value: with_uses(unit, name, value)
    )


def slots_of(state: State, unit: Unit, level: int) -> Attribute:
    """C7-SPELL-2: the row for the slots left of a level; it can be set only for spellcasters."""
    casts = state.block(unit).casting is not None
    return Attribute(
        lambda _, unit: str(dict(unit.slots).get(level, 0)),
        (lambda unit, value: with_slots(unit, level, value)) if casts else None,
    )


def find_attribute(state: State, unit: Unit, name: str) -> Attribute | None:
    """The row of an attribute of this unit, if there is one of that name."""
    name = name.lower()
    if name.startswith("uses:"):
        return uses_of(unit, name)
    level = level_in(name)
    return slots_of(state, unit, level) if level else UNIT_ATTRIBUTES.get(name)


def read_unit(state: State, unit: Unit, name: str) -> str | None:
    """The value of an attribute of a unit as text; None if there is no such attribute."""
    attribute = find_attribute(state, unit, name)
    return attribute.read(state, unit) if attribute else None


def with_attribute(state: State, unit: Unit, name: str, value: str) -> tuple[Unit, str]:
    """C7-GM-1: the unit with an attribute set, and the value that it had before."""
    attribute = find_attribute(state, unit, name)
    if attribute is None or attribute.write is None:
        raise Refusal("C7-GM-1", f"{unit.ref} has no attribute {name.lower()[:40]!r} to set")
    return attribute.write(unit, value.strip()), attribute.before(state, unit)


# --- armies -------------------------------------------------------------------------------------


def mean_initiative(state: State, seat: int) -> str:
    """3.2: the average that decides who is first."""
    return average_text(state.initiatives[seat - 1] if state.initiatives else NOBODY)


def as_it_is(name: str) -> Callable[[State, int], str]:
    """A function that reads the army's field of that name."""
    return lambda state, seat: str(getattr(state.armies[seat], name))


ARMY_ATTRIBUTES: dict[str, Callable[[State, int], str]] = {
    **{name: as_it_is(name) for name in ("cp", "gold", "faction", "subfaction", "lost")},
    "detachments": lambda state, seat: str(len(state.armies[seat].detachments)),
    "units": lambda state, seat: str(sum(1 for _ in state.living(seat))),
    "initiative": mean_initiative,
}
"""3.2: how each attribute of a seat is read."""


def read_army(state: State, seat: int, name: str) -> str | None:
    """3.2: the value of an attribute of a seat; None if there is no such attribute."""
    read = ARMY_ATTRIBUTES.get(name.lower())
    return read(state, seat) if read else None


# --- one `=` line (3.4) -------------------------------------------------------------------------

_POSITION = re.compile(
    r"(?:\(?\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\)?"
    r"|r\s*(\d{1,4})\s*c\s*(\d{1,4})"
    r"|row\s*(\d{1,4})\s*,?\s*column\s*(\d{1,4}))(?=\s|$)\s*",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(\D*?\d+)\s+(.+)", re.DOTALL)


def expect(state: State, text: str) -> Finding:
    """3.4: check one `=` line against the state.  Raises `ValueError` if it is not understood."""
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
    """The error for a line that is no expectation of this system."""
    return ValueError(f"not an expectation of crusade7: {text[:100]}")


def expect_game(state: State, words: list[str]) -> Finding:
    """3.1: `game killed 2`, `game first army 1`."""
    values = {"killed": str(state.killed), "first": seat_name(state.first)}
    if len(words) < 2 or words[0].lower() not in values:
        raise not_understood(f"game {' '.join(words)}")
    return compare(" ".join(words[1:]), values[words[0].lower()])


def expect_army(state: State, words: list[str]) -> Finding:
    """3.2: `army 1 initiative 2.50`."""
    if len(words) < 3 or words[0] not in ("1", "2"):
        raise not_understood(" ".join(("army", *words)))
    value = read_army(state, int(words[0]), words[1])
    if value is None:
        raise not_understood(" ".join(("army", *words)))
    return compare(" ".join(words[2:]), value)


def expect_cell(state: State, cell: Cell, words: list[str]) -> Finding:
    """3.4: `5,12 empty`, `5,12 holds L1`."""
    holder = next((unit for unit in state.on_field() if cell in state.cells(unit)), None)
    found = f"holds {holder.ref}" if holder else "empty"
    if [word.lower() for word in words] == ["empty"]:
        return compare("empty", found)
    if len(words) < 2 or words[0].lower() != "holds":
        raise not_understood(f"{cell[0]},{cell[1]} {' '.join(words)}")
    named = find_unit(state, 0, " ".join(words[1:]))
    return compare(f"holds {named.ref if named else ' '.join(words[1:])}", found)


def expect_unit(state: State, text: str) -> Finding:
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
        return Finding(f"{attribute} {expected}", f"no unit {parts[1]}", False)
    value = read_unit(state, unit, attribute)
    if value is None or not words:
        raise not_understood(text)
    if attribute.lower() == "at" and (place := _POSITION.fullmatch(expected)):
        expected = ",".join(str(int(group)) for group in place.groups() if group)
    if attribute.lower() == "embarked" and (inside := find_unit(state, 0, expected)):
        expected = inside.ref
    return compare(expected, value)


def expect_condition(unit: Unit | None, verb: str, condition: str) -> Finding:
    """3.3: `has` and `lacks`."""
    if unit is None:
        return Finding(f"{verb} {condition}", "no such unit", False)
    found = "has" if unit.has(condition) else "lacks"
    return Finding(f"{verb} {condition}", f"{found} {condition}", verb == found)
