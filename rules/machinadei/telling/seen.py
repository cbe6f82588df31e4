"""What everybody sees of a unit, in short: shape, wounds, what ails it, what has changed."""

from rules.display.words import counted
from rules.machinadei.field.table import Taken, occupied, touching
from rules.machinadei.statblock import signed
from rules.machinadei.state import State, Unit

Sight = tuple[object, ...]


def shape_text(unit: Unit) -> str:
    """`14 in 3x5 N`, `10 models`, `2/3 wounds left`."""
    if unit.is_formation:
        return f"{unit.models} in {unit.ranks}x{unit.files} {unit.facing}"
    if unit.kind == "individual" and unit.models == 1:
        return f"{unit.left}/{unit.wound_limit} wounds left"
    return counted(unit.models, "model")


def notes_text(state: State, unit: Unit, taken: Taken) -> list[str]:
    """`broken`, `engaged Axes1`, `1 wound`, `hit -1 until turn 4`."""
    notes = ["broken"] if unit.broken else []
    foes = touching(state, unit, taken)
    if foes:
        notes.append(f"engaged {', '.join(foe.ref for foe in foes)}")
    if unit.wounds and (unit.is_formation or unit.models > 1):
        notes.append(counted(unit.wounds, "wound"))
    if unit.turning is not None:
        notes.append(f"wheeling {unit.turning.side} {unit.turning.angle}")
    notes += [f"{one.stat} {signed(one.amount)} until turn {one.last}" for one in unit.modifiers]
    return notes


def sight_of(state: State, unit: Unit, taken: Taken) -> Sight:
    """All that the key says of a unit, and where it stands."""
    if not unit.on_board:
        return (unit.gone, unit.waits)
    return (unit.places, unit.facing, shape_text(unit), *notes_text(state, unit, taken))


def changed_since(state: State, since: State | None) -> tuple[str, ...]:
    """The units of which the key says something else than in that earlier state."""
    if since is None:
        return ()
    now, then = occupied(state), occupied(since)
    found = []
    for unit in state.units.values():
        old = since.find(unit.ref)
        if old is None or sight_of(since, old, then) != sight_of(state, unit, now):
            found.append(unit.ref)
    return tuple(found)
