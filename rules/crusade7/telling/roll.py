"""The grouped key and the compact board, and how units are named in ranges."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.crusade7.harm import numbers
from rules.crusade7.naming import in_order, order_of_reference
from rules.crusade7.state import COLUMNS, CONDITIONS, ROWS, State, Unit
from rules.crusade7.telling.view import GROUND, is_visible, occupants, seen
from rules.display.acts import in_ranges
from rules.display.telling import Cell, Compact, Marked, Roll, RollLine, RollSide, on_grid
from rules.display.words import in_groups
from rules.line.flow import seat_name
from rules.line.frozen import Frozen
from rules.numbers import grid

# Many references or cells in few letters: `L1-L5`, `8-10,9 11-12,7`.


IN_A_SENTENCE = 4
"""How many neighbours in a row are written as a range in a line that is read as a sentence."""

IN_A_TABLE = 2
"""The same in a line of a key."""


def ranges(refs: Iterable[str], least: int = IN_A_SENTENCE) -> str:
    """`L1-L5`, `O2, O3, O4, O6`: references in their order, long runs as ranges."""
    return in_ranges(sorted(dict.fromkeys(refs), key=order_of_reference), least)


def listed_ranges(refs: Iterable[str]) -> str:
    """`LG1, L1-L7, SG1-SG5`: references in the order given, short runs as ranges too."""
    return in_ranges(refs, IN_A_TABLE)


def places(cells: Iterable[grid.Cell]) -> str:
    """`8-10,9 11-12,7`: rows 8 to 10 of column 9, rows 11 and 12 of column 7."""
    runs = [*columns_of(tuple(sorted(set(cells))))]
    return " ".join(text for _, text in sorted(runs))


def columns_of(cells: tuple[grid.Cell, ...]) -> Iterator[tuple[grid.Cell, str]]:
    """Runs of cells down a column as text, each with its first cell; cells left single are joined
    along their row."""
    alone: list[grid.Cell] = []
    for run in runs_of(cells, (1, 0)):
        if len(run) > 1:
            yield run[0], f"{run[0][0]}-{run[-1][0]},{run[0][1]}"
        else:
            alone += run
    for run in runs_of(tuple(alone), (0, 1)):
        last = f"-{run[-1][1]}" if len(run) > 1 else ""
        yield run[0], f"{run[0][0]},{run[0][1]}{last}"


def runs_of(cells: tuple[grid.Cell, ...], step: grid.Cell) -> list[list[grid.Cell]]:
    """Cells grouped into runs, in which each is one `step` from the last."""
    left, runs = list(cells), []
    while left:
        run = [left.pop(0)]
        while (following := (run[-1][0] + step[0], run[-1][1] + step[1])) in left:
            left.remove(following)
            run.append(following)
        runs.append(run)
    return runs


# The grouped key: units that are equal but for their place are one line, changed ones first.


VALUES = ("HP", "AC", "at")

LONG = 10
"""Attacks with longer names are called by their first word."""


class Looks(Frozen):
    """What units in one line have in common: type, HP, AC, marks, and `off`: where they are if not
    on the board."""

    name: str
    hp: str
    ac: int
    marks: str
    off: str
    changed: bool


def roll(state: State, viewer: int | None, since: State | None = None) -> Roll:
    """C7-KEY-1 to C7-KEY-5 in few lines: every unit that the viewer may see."""
    sides = (side(state, viewer, seat, since) for seat in (1, 2))
    return Roll(VALUES, tuple(one for one in sides if one.lines or one.lost))


def side(state: State, viewer: int | None, seat: int, since: State | None) -> RollSide:
    """One army: changed lines, then the others, both in order of reference."""
    groups = in_groups((looks(state, unit, since), unit) for unit in seen(state, viewer, seat))
    lines = named_once(sorted(map(line, groups, groups.values()), key=lambda one: not one.changed))
    return RollSide(seat, seat_name(seat).capitalize(), tuple(lines), lost(state, viewer, seat))


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
    """`in CR1`, `in reserve`, `not deployed`; empty for a unit on the board."""
    if unit.on_field:
        return ""
    if unit.inside:
        return f"in {unit.inside}"
    return "in reserve" if unit.reserve else "not deployed"


def place_text(unit: Unit) -> str:
    """`at 13,6`, `in CR1`, `in reserve`."""
    return f"at {unit.at[0]},{unit.at[1]}" if unit.at is not None else whereabouts(unit)


def marks(state: State, unit: Unit) -> Iterator[str]:
    """C7-KEY-3 in short: conditions, concentration, effects, limited attacks and slots that were
    used, notes."""
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
    """`Molotov` for `Molotov Cocktail`, if no other attack of the unit begins with that word."""
    first = name.split()[0]
    alike = sum(1 for other in names if other.split()[0] == first)
    return first if len(name) > LONG and alike == 1 else name


def line(one: Looks, units: list[Unit]) -> RollLine:
    """`O3-O4, O6`, then HP, AC, and where they are with their marks."""
    at = one.off or places(unit.at for unit in units if unit.at is not None)
    labels = listed_ranges(unit.ref for unit in units)
    return RollLine(
        labels, one.name, (one.hp, str(one.ac), f"{at} {one.marks}".rstrip()), one.changed
    )


def named_once(lines: Iterable[RollLine]) -> Iterator[RollLine]:
    """The lines, with each type named only in its first one."""
    told: list[str] = []
    for one in lines:
        yield replace(one, name="") if one.name in told else one
        told.append(one.name)


def lost(state: State, viewer: int | None, seat: int) -> tuple[str, ...]:
    """The units of a seat that have been killed, runs as ranges."""
    dead = [unit for unit in state.units.values() if unit.dead and unit.seat == seat]
    visible = in_order(unit for unit in dead if is_visible(state, unit, viewer))
    told = ranges((unit.ref for unit in visible), IN_A_TABLE)
    return tuple(told.split(", ")) if told else ()


# The board as cells for a narrow screen: units, those that fell since, and the ground.


def compact(state: State, viewer: int | None, since: State | None = None) -> Compact | None:
    """C7-BOARD-3 to C7-BOARD-5: what the viewer sees on the board; None if there is nothing yet.

    A unit that moved, was hurt or changed since the state `since` is marked; so is the cell of one
    that died, unless another unit stands there now.
    """
    units = occupants(state, viewer)
    if not units:
        return None
    cells = [
        Cell(row - 1, column - 1, unit.ref, True, mark_of(state, unit, since))
        for (row, column), unit in units.items()
    ]
    cells += [
        Cell(row - 1, column - 1, "", False, "x")
        for row, column in fallen(state, viewer, since)
        if (row, column) not in units
    ]
    cells += [
        Cell(row - 1, column - 1, GROUND[kind], False)
        for (row, column), kind in state.terrain.items()
        if kind in GROUND and (row, column) not in units
    ]
    return on_grid(ROWS, COLUMNS, cells, legend(state, list(units.values())))


def mark_of(state: State, unit: Unit, since: State | None) -> Marked:
    """`*` if the unit has moved or changed since an earlier state."""
    if since is None or since.flow.phase == "setup" != state.flow.phase:
        return ""
    was = since.units.get(since.key(unit.seat, unit.ref))
    if was is None:
        return "*"
    return "" if marked_of(was) == marked_of(unit) else "*"


def marked_of(unit: Unit) -> tuple[object, ...]:
    """The values of a unit that are compared; conditions count once, whatever their sources."""
    conditions = {one.condition for one in unit.conditions}
    return unit.at, unit.hp, unit.ac, unit.effects, unit.uses, conditions


def fallen(state: State, viewer: int | None, since: State | None) -> Iterator[tuple[int, int]]:
    """The cells of the units that stood on the board and have died."""
    if since is None or since.flow.phase == "setup":
        return
    for unit in since.on_field():
        now = state.units.get(state.key(unit.seat, unit.ref))
        if now is not None and now.dead and is_visible(state, unit, viewer):
            yield from since.cells(unit)


def legend(state: State, units: list[Unit]) -> Iterator[str]:
    """`army 1: B EQ L`, and the signs of the kinds of terrain on the board."""
    for seat in (1, 2):
        letters = {order_of_reference(unit.ref)[0] for unit in units if unit.seat == seat}
        if letters:
            yield f"{seat_name(seat)}: {' '.join(sorted(letters))}"
    for kind, sign in GROUND.items():
        if kind in state.terrain.values():
            yield f"{sign} {kind}"
