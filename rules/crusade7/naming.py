"""Who is meant (6.1): references, ranges and types as players write them, found in a battle."""

import re
from collections.abc import Iterable, Iterator

from rules.crusade7.orders import Who
from rules.crusade7.state import State, Unit
from rules.display.acts import ranges
from rules.display.words import FILLERS
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name

_NUMBERED = re.compile(r"(.*?)\s*([0-9]{1,9})", re.DOTALL)
_RANGE = re.compile(r"(.*?[0-9])\s*-\s*(.*?)([0-9]{1,9})", re.DOTALL)


def order_of_reference(ref: str) -> tuple[str, int]:
    """C7-ORDER-7: order of reference sorts by abbreviation, then by number: L2 before L10."""
    found = _NUMBERED.fullmatch(ref)
    return (found[1].upper(), int(found[2])) if found else (ref.upper(), 0)


def in_order(units: Iterable[Unit]) -> list[Unit]:
    """C7-ORDER-7: units in order of reference."""
    return sorted(units, key=lambda unit: order_of_reference(unit.ref))


def plain_name(name: str) -> str:
    """C7-ORDER-9: a name in lower case, with single spaces and without filler words."""
    return " ".join(word for word in name.lower().split() if word not in FILLERS)


def same_name(one: str, other: str) -> bool:
    """C7-ORDER-9: names are compared without case."""
    return plain_name(one) == plain_name(other)


def forms_of(name: str) -> tuple[str, ...]:
    """C7-ORDER-9: a unit name and its plurals in -s, -es or -ies (`Heralds of ...` too)."""
    name = plain_name(name)
    head, of, rest = name.partition(" of ")
    return (name, *_plurals(name), *(f"{one}{of}{rest}" for one in _plurals(head) if of))


def _plurals(name: str) -> Iterator[str]:
    yield f"{name}s"
    yield f"{name}es"
    if name.endswith("y"):
        yield f"{name[:-1]}ies"


def is_called(text: str, name: str) -> bool:
    """Is this unit name, or its plural, what the text says?"""
    return plain_name(text) in forms_of(name)


def find_unit(state: State, seat: int, ref: str) -> Unit | None:
    """The unit that a seat calls `L1`, `Legionnaire 1` or `Legionnaire1`, dead or alive.

    During the secret set-up a player knows no units but their own (C7-SETUP-8).
    """
    found = _NUMBERED.fullmatch(plain_name(ref))
    if found is None or not found[1]:
        return None
    name, number = found[1], int(found[2])
    short = f"{name}{number}"
    if " " not in name and (unit := _known(state, seat, short)) is not None:
        return unit
    for unit in state.units.values():
        if order_of_reference(unit.ref)[1] == number and is_called(name, state.block(unit).name):
            known = _known(state, seat, unit.ref)
            if known is not None:
                return known
    return None


def _known(state: State, seat: int, ref: str) -> Unit | None:
    if seat and state.flow.phase == "setup":
        return state.units.get(state.key(seat, ref))
    return state.find(ref, seat)


def unknown(ref: str) -> Refusal:
    """C7-ORDER-2: the refusal for a name that is no unit of this game."""
    return Refusal("C7-ORDER-2", f"{' '.join(ref.split())[:60]} is no unit of this battle")


def named(state: State, seat: int, ref: str) -> Unit:
    """C7-ORDER-2: the unit that a seat names, dead or alive (seat 0: the GM).  Raises `Refusal`."""
    unit = find_unit(state, seat, ref)
    if unit is None:
        raise unknown(ref)
    return unit


def targets(state: State, seat: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """C7-ORDER-2: the references of the units named as targets; a range stands for its units."""
    refs: list[str] = []
    for name in names:
        for one in _listed(state, seat, name):
            if isinstance(one, Refusal):
                raise one
            refs.append(one.ref)
    return tuple(refs)


def chosen(state: State, seat: int, who: Who) -> tuple[Unit | Refusal, ...]:
    """C7-ORDER-7: the units an order is for, in the order of listing.

    For a name that is no unit its `Refusal` stands in its place; the others are not affected.
    Raises `Refusal` if `everyone` or `all` of a type means no unit.
    """
    if who.every:
        why = f"{seat_name(seat)} has no unit that `{who}` could mean"
        return required(tuple(in_order(_all(state, seat, who.every))), "C7-ORDER-2", why)
    return tuple(one for name in who.refs for one in _listed(state, seat, name))


def _all(state: State, seat: int, kind: str) -> Iterator[Unit]:
    """`everyone`: own units on the field; `all Legionnaires`: own living units of that type."""
    if kind == "*":
        yield from state.on_field(seat)
    else:
        for unit in state.living(seat):
            if is_called(kind, state.block(unit).name):
                yield unit


def _listed(state: State, seat: int, name: str) -> Iterator[Unit | Refusal]:
    """One item of a list: a reference, or a range such as `L1-L4`."""
    found = _RANGE.fullmatch(name.strip())
    if found is not None:
        yield from _range(state, seat, found[1], found[2].strip(), int(found[3]))
    else:
        yield find_unit(state, seat, name) or unknown(name)


def _range(state: State, seat: int, first: str, name: str, last: int) -> Iterator[Unit | Refusal]:
    """C7-ORDER-7: the units of `L1-L4`; numbers in a row that no unit has share one refusal."""
    start = _NUMBERED.fullmatch(plain_name(first))
    if start is None or not start[1]:
        yield unknown(f"{first}-{name}{last}")
        return
    word, low, high = start[1], int(start[2]), last
    if name and plain_name(name) not in forms_of(word):
        yield unknown(f"{first}-{name}{last}")
        return
    present = [
        unit
        for unit in in_order(state.units.values())
        if min(low, high) <= (number := order_of_reference(unit.ref)[1]) <= max(low, high)
        and find_unit(state, seat, f"{word} {number}") is unit
    ]
    if high < low:
        present.reverse()
    yield from _with_gaps(word, present, low, high)


def _with_gaps(word: str, units: list[Unit], low: int, high: int) -> Iterator[Unit | Refusal]:
    """The units of a range, and for each gap in it one refusal of the missing references."""
    step = 1 if low <= high else -1
    due = low
    for unit in units:
        number = order_of_reference(unit.ref)[1]
        if number != due:
            yield _missing(word, due, number - step)
        yield unit
        due = number + step
    if (high - due) * step >= 0:
        yield _missing(word, due, high)


def _missing(word: str, first: int, last: int) -> Refusal:
    word = word.upper() if len(word) <= 4 else f"{word.title()} "
    return unknown(f"{word}{first}" if first == last else f"{word}{first}-{word}{last}")


def who_of(units: Iterable[Unit]) -> Who:
    """C7-ORDER-7: `L1-L4 and L7`: the units as an order names them, runs of numbers as ranges."""
    return Who(tuple(ranges((unit.ref for unit in in_order(units)), least=2)))
