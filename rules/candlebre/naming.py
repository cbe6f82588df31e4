"""CB-ORDER-2 to -4: from the names in a sentence to provinces, unit types, seats and leaders.

CB-ORDER-8: a refusal names the rule, the unit type or province, and both numbers.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from rules.candlebre.orders import AllOf, Some, UnitList
from rules.candlebre.state import Leader, State
from rules.candlebre.units import INDEX
from rules.candlebre.words import nearest, side_name
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.orders import Order
from rules.line.said import NO_WORDS, Words, filled


def find_province(state: State, words: str) -> int:
    """The number of the province of that name or code; 0 if there is none."""
    wanted = " ".join(words.split()).lower()
    for site in state.sites:
        if wanted == site.name.lower() or wanted == site.code.lower():
            return site.number
    return 0


def province_named(state: State, words: str) -> int:
    """CB-ORDER-2: the number of the province of that name or code.  Raises Refusal for none."""
    number = find_province(state, words)
    if number:
        return number
    known = {site.name.lower(): site.name for site in state.sites}
    near = nearest(words.lower(), known)
    hint = f"; did you mean {known[near]}?" if near else ""
    raise Refusal("CB-ORDER-2", f"there is no province {words[:40]!r}{hint}")


def name_of(state: State, number: int) -> str:
    """The name of a province."""
    return state.site(number).name


def names_of(state: State, numbers: Iterable[int]) -> str:
    """The names of provinces, joined by commas."""
    return ", ".join(name_of(state, number) for number in numbers)


def check_own(state: State, seat: int, number: int, rule: str) -> None:
    """CB-MOVE-1, CB-MOVE-8, CB-BUILD-2, CB-PLACE-2: a seat moves from and to provinces that it
    controls, builds and places in them only."""
    if state.province(number).owner != seat:
        raise Refusal(rule, f"{name_of(state, number)} is not {seat_name(seat)}'s")


def in_full(state: State, order: Order) -> str:
    """CB-ORDER-2: an order as a sentence, with province names in place of codes (`... in MOS`)."""
    said = {part: getattr(order, part, "") for part in ("place", "source", "to", "subject")}
    numbers = {part: find_province(state, words) for part, words in said.items() if words}
    return str(
        replace(order, **{part: name_of(state, one) for part, one in numbers.items() if one})
    )


def check_kind(kind: str) -> None:
    """CB-ORDER-3: a unit type of the roster."""
    if kind not in INDEX:
        near = nearest(kind.lower(), INDEX)
        hint = f"; did you mean {near.replace('-', ' ')}?" if near else ""
        raise Refusal("CB-ORDER-3", f"there is no unit type {kind[:40]!r}{hint}")


def check_units(units: UnitList) -> None:
    """CB-ORDER-3: every type in a list is one of the roster, every number from 1 to 999."""
    for item in units.items:
        if isinstance(item, Some | AllOf):
            check_kind(item.kind)
        if isinstance(item, Some) and not 1 <= item.count <= 999:
            raise Refusal("CB-ORDER-3", f"a number of units is 1 to 999, not {item.count}")


def check_counted(units: UnitList) -> None:
    """CB-ORDER-3, CB-ORDER-12: the list may only hold numbers of units: no `all`, no leader."""
    check_units(units)
    if units.everything or not all(isinstance(item, Some) for item in units.items):
        raise Refusal("CB-ORDER-3", f"numbers of units are needed here, not {units}")


def check_seat(state: State, seat: int) -> None:
    """CB-ORDER-4: a seat of this game."""
    if seat not in state.seats:
        why = f"there is no army {seat}; there are army 1 to {len(state.seats)}"
        raise Refusal("CB-ORDER-4", why)


def where(state: State, leader: Leader, pattern: str, more: Words = NO_WORDS) -> str:
    """Where a leader is: a pattern of his fields, with `{place:name}` and `{captor:side}`."""
    names: Words = {"name": lambda number: name_of(state, number), "side": side_name, **more}
    return filled(pattern, leader, names)


def leader_named(state: State, ref: str) -> Leader | None:
    """A leader by his reference (`GL1`), dead or alive."""
    found = re.fullmatch(r"\s*gl\s*0*(\d{1,9})\s*", ref, re.IGNORECASE)
    return state.find_leader(int(found[1])) if found else None
