"""The table in short: the grouped key, the board for a narrow screen, losses."""

from collections.abc import Iterator, Mapping

from rules.display import telling
from rules.display.acts import following, in_ranges
from rules.display.telling import Cell, Compact, Marked, Roll, RollLine, RollSide, Tally
from rules.display.words import counted, went
from rules.line.flow import seat_name
from rules.machinadei.field import Taken, occupied
from rules.machinadei.state import SEATS, State, Unit
from rules.machinadei.telling.view import fronts, notes_on, symbols

# What everybody sees of a unit, in short: shape, wounds, conditions, what has changed.


Sight = tuple[object, ...]


def shape_text(unit: Unit) -> str:
    """`14 in 3x5 N`, `10 models`, `2/3 wounds left`."""
    if unit.is_formation:
        return f"{unit.models} in {unit.ranks}x{unit.files} {unit.facing}"
    if unit.kind == "individual" and unit.models == 1:
        return f"{unit.left}/{unit.wound_limit} wounds left"
    return counted(unit.models, "model")


def sight_of(state: State, unit: Unit, taken: Taken) -> Sight:
    """All that everybody sees of a unit, where it stands included; compared to find changes."""
    if not unit.on_board:
        return (unit.gone, unit.waits)
    return (unit.places, unit.facing, shape_text(unit), *notes_on(state, unit, taken, short=True))


def changed_since(state: State, since: State | None) -> tuple[str, ...]:
    """The units that look different from an earlier state, or were not in it."""
    if since is None:
        return ()
    now, then = occupied(state), occupied(since)
    found = []
    for unit in state.units.values():
        old = since.find(unit.ref)
        if old is None or sight_of(since, old, then) != sight_of(state, unit, now):
            found.append(unit.ref)
    return tuple(found)


# MD-SHOW-4 grouped: `A Legion1 14 in 3x5 N, engaged Axes1`; equal units in one line.


def roll(state: State, since: State | None = None) -> Roll:
    """MD-SHOW-4: both armies, changed units first, then those that are gone."""
    return Roll(("models",), tuple(side(state, since, seat) for seat in SEATS))


def side(state: State, since: State | None, seat: int) -> RollSide:
    """The units of one army, equal neighbours in one line."""
    named, taken = symbols(state), occupied(state)
    changed = changed_since(state, since)
    own = [unit for unit in state.units.values() if unit.seat == seat]
    groups: list[tuple[str, bool, list[Unit]]] = []
    for unit in own:
        if unit.gone:
            continue
        told = text_of(state, unit, taken)
        last = groups[-1] if groups else None
        alike = last is not None and (told, unit.ref in changed) == last[:2]
        if last is not None and alike and unit.ref == following(last[2][-1].ref):
            last[2].append(unit)
        else:
            groups.append((told, unit.ref in changed, [unit]))
    lines = [RollLine(labels(units, named), "", (told,), new) for told, new, units in groups]
    army = state.armies[seat]
    head = seat_name(seat).capitalize() + (f", {army.vp} points" if army.vp else "")
    lost = in_ranges([unit.ref for unit in own if unit.gone], least=2)
    return telling.side_of(seat, head, lines, lost)


def text_of(state: State, unit: Unit, taken: dict[tuple[int, int], Unit]) -> str:
    """`14 in 3x5 N, engaged Axes1`, `10 in reserve`."""
    if unit.waits:
        return f"{unit.models} in reserve"
    return ", ".join((shape_text(unit), *notes_on(state, unit, taken, short=True)))


def labels(units: list[Unit], named: dict[str, str]) -> str:
    """`A Legion1`, `A-C Legion1-Legion3`; a unit in reserve has no symbol (MD-SHOW-4)."""
    refs = in_ranges([unit.ref for unit in units], least=2)
    signs = [named[unit.ref] for unit in units if not unit.waits]
    if not signs:
        return f"- {refs}"
    sign = signs[0] if signs[0] == signs[-1] else f"{signs[0]}-{signs[-1]}"
    return f"{sign} {refs}"


# MD-SHOW-2 for a narrow screen: symbols and facing marks, formations without gaps.


def compact(state: State, since: State | None = None) -> Compact:
    """MD-SHOW-1, MD-SHOW-2: two characters a cell; a changed unit is marked at its last cell,
    because a cell in the rear has room behind the letter."""
    named, marks, taken = symbols(state), fronts(state), occupied(state)
    changed = changed_since(state, since)
    last = {unit.cells[-1]: unit.ref for unit in state.on_board() if unit.cells}
    cells = []
    for cell, unit in taken.items():
        marked: Marked = "*" if last.get(cell) == unit.ref and unit.ref in changed else ""
        text = named[unit.ref] + marks.get(cell, "")
        cells.append(Cell(cell[1] - 1, cell[0] - 1, text, marked=marked))
    cells += fallen(state, since)
    return telling.on_grid(state.height, state.width, cells, legend(state, named), width=2)


def fallen(state: State, since: State | None) -> Iterator[Cell]:
    """Crosses where units stood that have left the game since."""
    taken = occupied(state)
    for old in since.on_board() if since is not None else ():
        unit = state.find(old.ref)
        if unit is not None and unit.gone and old.position not in taken:
            yield Cell(old.position[1] - 1, old.position[0] - 1, "", anchor=False, marked="x")


def legend(state: State, named: dict[str, str]) -> Iterator[str]:
    """`army 1: A Legion1, B Man1`."""
    for seat in SEATS:
        units = list(state.on_board(seat))
        if units:
            told = ", ".join(f"{named[unit.ref]} {unit.ref}" for unit in units)
            yield f"{seat_name(seat)}: {told}"


# What a turn, or any stretch of play, has cost each army.


def tally(before: State, after: State) -> Tally | None:
    """Models lost, units broken, casualties; rows that are empty for both sides are left out."""
    rows = {
        "models lost": {seat: lost_text(before, after, seat) for seat in SEATS},
        "broken": {seat: broken_text(after, seat) for seat in SEATS},
        "casualties": {seat: casualties(before, after, seat) for seat in SEATS},
    }
    return telling.filled(SEATS, rows)


def models_lost(before: State, after: State, seat: int) -> Iterator[tuple[Unit, int]]:
    """Each unit that lost models, and how many; those that came and died since count too."""
    for unit in after.units.values():
        old = before.find(unit.ref)
        had = unit.start if old is None else 0 if old.gone else old.models
        left = 0 if unit.gone else unit.models
        if unit.seat == seat and had > left:
            yield unit, had - left


def lost_text(before: State, after: State, seat: int) -> str:
    """`Mob1 4, War1 10 (destroyed)`."""
    lost = models_lost(before, after, seat)
    return ", ".join(f"{unit.ref} {n}" + f" ({unit.gone})" * bool(unit.gone) for unit, n in lost)


def broken_text(after: State, seat: int) -> str:
    """The units that are broken now."""
    return in_ranges([unit.ref for unit in after.on_board(seat) if unit.broken])


def casualties(before: State, after: State, seat: int) -> str:
    """`14 → 26`."""
    return went(before.armies[seat].casualties, after.armies[seat].casualties)


def losses(before: State, after: State) -> Mapping[int, str]:
    """What each seat has lost: `{2: "Mob1 4 models, Clans1 destroyed"}`."""
    lost = {seat: models_lost(before, after, seat) for seat in SEATS}
    return telling.not_empty(
        {
            seat: ", ".join(f"{unit.ref} {unit.gone or counted(n, 'model')}" for unit, n in units)
            for seat, units in lost.items()
        }
    )
