"""3.4: the words of one `=` line, and what is so."""

import re

from rules.common import compare, expect_flow
from rules.crusade7.naming.attributes import read_army, read_unit
from rules.crusade7.naming.references import find_unit
from rules.crusade7.state import CONDITIONS, State, Unit
from rules.flow import seat_name
from rules.game import Finding
from rules.grid import Cell

_POSITION = re.compile(
    r"(?:\(?\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\)?"
    r"|r\s*(\d{1,4})\s*c\s*(\d{1,4})"
    r"|row\s*(\d{1,4})\s*,?\s*column\s*(\d{1,4}))(?=\s|$)\s*",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(\D*?\d+)\s+(.+)", re.DOTALL)


def expect(state: State, text: str) -> Finding:
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
