"""Finds the ways to put all values of a clause into the slots of a sentence."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_

from grammar.reader.deeds import SUBJECT, Arg, Clause, Deed
from grammar.reader.edges import fits, is_of
from grammar.reader.extremes import spot_of
from grammar.reader.rows import Slot, VerbRow
from grammar.reader.table import Table
from grammar.reader.there import BESIDE
from grammar.reader.values import OFFSETS, names_of
from grammar.reader.world import Value, World
from rules.line.work import spend

FITTED, PLACED = 40, 20
"""Steps of work: for a clause with a tuple of slots, and for a value put into one of them."""

AT_ONCE = 16
"""How many values are placed before their steps are charged to the budget."""

Roles = tuple[tuple[str, Value], ...]


Fits = dict[str, tuple[int, Value]]
"""By slot that a value may fill: the cost of that, and the value as it is called there."""


@lru_cache(maxsize=64)
def _shapes(table: Table) -> Mapping[tuple[str, ...], int]:
    """Each tuple of slots that some sentence has, with a bit of its own."""
    forms = (form for verb in table.verbs for form in verb.forms)
    return {slots: 1 << at for at, slots in enumerate(dict.fromkeys(one.slots for one in forms))}


@lru_cache(maxsize=1024)
def _shapes_of(table: Table, verbs: tuple[VerbRow, ...], gm: bool) -> int:
    """The bits of the tuples of slots that these verbs have."""
    forms = (form for verb in verbs if verb.gm == gm for form in verb.forms)
    return reduce(or_, (_shapes(table)[one.slots] for one in forms), 0)


class SlotCache:
    """Cache of the slots that each value of a sentence may fill, shared by all its clauses."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._kept: dict[tuple[int, str, bool, bool], tuple[Value, Fits, int]] = {}

    def of(self, arg: Arg, clause: Clause) -> tuple[Fits, int]:
        """The slots that a value may fill, and the bits of the tuples that have one of them."""
        key = id(arg.value), arg.mark, arg.before, bool(clause.verbs)
        if key not in self._kept:
            fits: Fits = {}
            for slot in self.world.table.slots.values():
                how = _suits(slot, arg, clause, self.world)
                if how is not None:
                    fits[slot.name] = how, _named(arg.value, slot, self.world)
            shapes = _shapes(self.world.table).items()
            bits = sum(bit for slots, bit in shapes if not fits.keys().isdisjoint(slots))
            self._kept[key] = arg.value, fits, bits
        _, fits, bits = self._kept[key]
        return fits, bits


class Fitting:
    """A clause, the deed before it, and all the ways to put its values into slots."""

    def __init__(self, clause: Clause, before: Deed | None, places: SlotCache) -> None:
        self.clause, self.before, self.world = clause, before, places.world
        self.places = places
        self.fits: list[Fits] = []
        self.so: list[bool] = []
        """For each value: may it go without a slot, because it only repeats what is true anyway?"""
        spend(FITTED)
        self.shapes = -1
        """The bits of the tuples of slots that have one for every value."""
        for arg in clause.args:
            fits, shapes = places.of(arg, clause)
            self.fits.append(fits)
            self.so.append(_agrees(arg, clause, before, places.world))
            self.shapes &= -1 if self.so[-1] else shapes
        self._ways: dict[tuple[str, ...], list[tuple[Roles, int]]] = {}

    def ways(self, slots: tuple[str, ...]) -> list[tuple[Roles, int]]:
        """Every way to put all values into these slots, with its cost; cached by slots."""
        found = self._ways.get(slots)
        if found is None:
            found = self._ways[slots] = _assign(slots, self) if self.has_room(slots) else []
        return found

    def has_room(self, slots: tuple[str, ...]) -> bool:
        """A quick check: may each value go into one of these slots, regardless of the others?"""
        shape = _shapes(self.world.table).get(slots)
        return shape is None or shape & self.shapes != 0

    def into_some(self, verbs: tuple[VerbRow, ...]) -> bool:
        """Does some sentence of these verbs take all values?"""
        table = self.world.table
        shapes = self.shapes & _shapes_of(table, verbs, not self.world.seat)
        return shapes != 0 and any(
            bit & shapes and self.ways(slots) for slots, bit in _shapes(table).items()
        )


def _assign(names: tuple[str, ...], fitting: Fitting) -> list[tuple[Roles, int]]:
    """At most 17 ways to put all values into slots, each with its cost."""
    clause, world = fitting.clause, fitting.world
    slots = [world.table.slot(name) for name in names]
    found: list[tuple[Roles, int]] = []
    spend(FITTED)
    placed = 0
    late = 3 * (_place_first(clause) and sum(slot.kind == "place" for slot in slots) > 1)

    def place(at: int, taken: Roles, cost: int) -> None:
        nonlocal placed
        placed += 1
        if placed % AT_ONCE == 0:
            spend(PLACED * AT_ONCE)
        if len(found) > 16:
            return
        if at == len(clause.args):
            found.append((taken, cost + _disorder(names, taken) + late))
            return
        arg, fits, full = clause.args[at], fitting.fits[at], dict(taken)
        for slot in slots:
            if slot.name not in fits:
                continue
            how, value = fits[slot.name]
            held = full.get(slot.name)
            if held is None:
                place(at + 1, (*taken, (slot.name, value)), cost + how)
                continue
            many = slot.many and slot.name != SUBJECT
            apart = bool(value.options) and arg.mark in ("with", "using", "by")
            both = None if apart else _together(held, value, many, world)  # `..., with Support`
            if both is not None:
                merged = tuple((name, both[0] if name == slot.name else one) for name, one in taken)
                place(at + 1, merged, cost + how + both[1])
        if fitting.so[at]:
            place(at + 1, taken, cost)

    place(0, (), 0)
    spend(PLACED * (placed % AT_ONCE))
    return found


def _place_first(clause: Clause) -> bool:
    """Does a clause with a verb begin with a place and name a unit after it?"""
    kinds = [arg.value.kind for arg in clause.args]
    return kinds[:1] == ["place"] and "units" in kinds and bool(clause.verbs)


def _named(value: Value, slot: Slot, world: World) -> Value:
    """The value as the slot names it: a noun by its class, others as `write` says."""
    if value.kind == "noun" and len(value.options):
        names = names_of(value, slot.kind, world)
        value = replace(value, items=names, options=())
        if len(names) > 1:
            value = replace(value, items=(), options=tuple((one,) for one in names), word="named")
    if slot.write:
        value = replace(value, items=tuple(slot.write.get(one, one) for one in value.items))
    return value


def _agrees(arg: Arg, clause: Clause, before: Deed | None, world: World) -> bool:
    """May the value go without a slot, because it only repeats what is true anyway?

    It may be the place where the unit stands, or the direction or distance to its goal.
    """
    value = arg.value
    if value.kind == "distance":  # the `two tiles` of `two tiles up`
        ways = (one.value for one in clause.args if one.value.kind in ("direction", "offset"))
        return not any(len(one.numbers) != 3 for one in ways)
    if value.kind in ("direction", "offset", "heading") and arg.mark in ("", "to"):
        return _leads_there(value, clause, before, world)
    if value.kind != "place" or arg.mark not in ("", "from", "at", "on"):
        return False
    units = [one.value.items for one in clause.args if one.value.kind == "units"]
    role = before.role(SUBJECT) if before is not None else None
    if not units and role is not None:
        units = [role.items]
    at = [
        world.by_ref[ref.lower()].at
        for refs in units
        for ref in refs
        if ref.lower() in world.by_ref
    ]
    return len(at) > 0 and value.items == (at[0],)


def _leads_there(value: Value, clause: Clause, before: Deed | None, world: World) -> bool:
    """Does the direction lead from the only unit to the only place (`sneaks left to c3`)?"""
    values = [arg.value for arg in clause.args]
    places = [one.items for one in values if one.kind == "place" and len(one.items) == 1]
    units = [one.items for one in values if one.kind == "units"]
    role = before.role(SUBJECT) if before is not None else None
    units += [role.items] if role is not None and not units else []
    refs = [ref for some in units for ref in some]
    return len(places) == len(refs) == 1 and leads(value, refs[0], places[0][0], world)


def leads(value: Value, ref: str, place: str, world: World) -> bool:
    """Does a direction (`north`) or a number of steps in it (`2 north`) lead a unit to a place?"""
    thing = world.by_ref.get(ref.lower())
    start, goal = spot_of(thing.at if thing else "", world), spot_of(place, world)
    way = OFFSETS.get(value.word)
    if start is None or goal is None or way is None:
        return False
    gone = (goal[0] - start[0], goal[1] - start[1])
    if value.kind == "heading":
        return gone == tuple(step * value.numbers[0] for step in way)
    if value.kind == "offset" and len(value.numbers) < 4:
        return gone == value.numbers[:2]
    return all(step * far >= 0 for step, far in zip(way, gone, strict=True)) and any(
        step * far > 0 for step, far in zip(way, gone, strict=True)
    )


def _suits(slot: Slot, arg: Arg, clause: Clause, world: World) -> int | None:
    how = fits(arg.value, slot.kind)
    if how is None:
        return None
    if arg.value.kind != "noun" and arg.value.word not in BESIDE:
        how += bool(arg.value.options) + arg.value.vague
    if slot.write and not (arg.value.items and arg.value.items[0] in slot.write):
        return None
    if slot.of and not is_of(arg.value, slot, world):
        return None
    if arg.mark:
        return how if arg.mark in slot.marks else None
    if slot.marked:
        return None
    if slot.name == SUBJECT:
        return how + (0 if arg.before or not clause.verbs else 1)
    return how + (1 if arg.before and clause.verbs else 0)


def _disorder(slots: tuple[str, ...], taken: Roles) -> int:
    """How many pairs of units were said in another order than their slots have."""
    places = [slots.index(name) for name, value in taken if value.kind in ("units", "rest")]
    return sum(one > two for at, one in enumerate(places) for two in places[at + 1 :])


def _together(held: Value, value: Value, many: bool, world: World) -> tuple[Value, int] | None:
    """Two values merged for one slot, and the cost of that; None if they cannot be merged.

    `many`: the slot takes a list.
    """
    if many and held.explicit and value.explicit:
        return replace(held, items=tuple(dict.fromkeys((*held.items, *value.items)))), 1
    if _half(held, value):
        row, column = (one.numbers[0] for one in sorted((held, value), key=_of_column))
        said = world.table.places.write.format(row=row, column=column, x=column, y=row)
        return Value("place", (said,), numbers=(row, column)), 0
    if _same(held, value):
        again = 4 * (value.kind == "noun")  # `3 inf in Ashford, 1 archer in Ashford`
        return held if held.items else value, again
    return None


def _half(one: Value, two: Value) -> bool:
    """Are they a row and a column, which make a place?"""
    lines = one.kind == two.kind == "line" and one.word != two.word
    return lines and len(one.numbers) == len(two.numbers) == 1


def _of_column(value: Value) -> bool:
    return value.word == "column"


def _same(held: Value, value: Value) -> bool:
    """Are they the same thing said twice (`my second legionnaire (L2)`)?"""
    if held.items and held.items == value.items:
        return True
    return (bool(value.items) and value.items in held.options) or (
        bool(held.items) and held.items in value.options
    )
