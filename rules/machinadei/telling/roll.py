"""MD-SHOW-4 grouped: `A Legion1 14 in 3x5 N, engaged Axes1`; equal units in one line."""

from rules.display.acts import following, in_ranges
from rules.display.telling import Roll, RollLine, RollSide
from rules.line.flow import seat_name
from rules.machinadei.field.table import occupied
from rules.machinadei.state import SEATS, State, Unit
from rules.machinadei.telling.seen import changed_since, notes_text, shape_text
from rules.machinadei.telling.view import symbols


def roll(state: State, since: State | None = None) -> Roll:
    """MD-SHOW-4: both armies, changed units first, then those that are gone."""
    return Roll(("models",), tuple(side(state, since, seat) for seat in SEATS))


def side(state: State, since: State | None, seat: int) -> RollSide:
    """The units of an army."""
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
    ordered = tuple(sorted(lines, key=lambda one: not one.changed))
    return RollSide(seat, head, ordered, (lost,) if lost else ())


def text_of(state: State, unit: Unit, taken: dict[tuple[int, int], Unit]) -> str:
    """`14 in 3x5 N, engaged Axes1`."""
    if unit.waits:
        return f"{unit.models} in reserve"
    return ", ".join((shape_text(unit), *notes_text(state, unit, taken)))


def labels(units: list[Unit], named: dict[str, str]) -> str:
    """`A Legion1`, `A-C Legion1-Legion3`; what waits has no symbol (MD-SHOW-4)."""
    refs = in_ranges([unit.ref for unit in units], least=2)
    signs = [named[unit.ref] for unit in units if not unit.waits]
    if not signs:
        return f"- {refs}"
    sign = signs[0] if signs[0] == signs[-1] else f"{signs[0]}-{signs[-1]}"
    return f"{sign} {refs}"
