"""The board as shapes to draw, what happened on it, and the same in words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.field.geometry import anchor_of, size_of
from rules.crusade7.naming import in_order
from rules.crusade7.state import COLUMNS, CONDITIONS, PHASE_NAMES, ROWS, State, Unit
from rules.crusade7.telling.roll import place_text
from rules.crusade7.telling.view import BLUE, RED, TONES, seen, unit_notes
from rules.display.telling import Frame, Traces, numbered
from rules.display.trail import ChangedUnit, Trail
from rules.display.view import Picture, Point, Shape
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.numbers.grid import Cell

# The battlefield as shapes to draw, and the same in words.


SIGNS = dict(zip(CONDITIONS, "DTPIFBS", strict=True))
"""The letters of conditions (C7-KEY-3) on the badges of units."""

PATTERNS = {"rough": "dots", "difficult": "waves", "impassable": "bricks"}
"""C7-BOARD-4: the pattern of each kind of terrain."""


def picture(state: State, viewer: int | None) -> Picture:
    """C7-BOARD-1, C7-BOARD-5: ground, terrain and the units that the viewer may see there."""
    units = [unit for seat in (1, 2) for unit in seen(state, viewer, seat)]
    fielded = [unit for unit in units if unit.on_field]
    shapes = (
        Shape("title", 0, 0, label=title(state)),
        *ground(state),
        *(shape_of(state, unit) for unit in fielded),
        *legend(state, fielded),
    )
    told = words(state, viewer, units)
    return Picture(ROWS, COLUMNS, shapes, told, numbered(ROWS), numbered(COLUMNS))


def title(state: State) -> str:
    """`Round 2 - Move phase - army 1`, or how it ended."""
    flow = state.flow
    if flow.outcome is not None:
        winners = " and ".join(map(seat_name, flow.outcome.winners))
        return f"The battle is over - {f'{winners} wins' if winners else 'draw'}"
    if flow.phase == "setup":
        return "Setup"
    turn = f" - {seat_name(flow.turn)}" if flow.turn else ""
    return f"Round {flow.round} - {PHASE_NAMES[flow.phase]} phase{turn}"


def ground(state: State) -> Iterator[Shape]:
    """The deployment zones and the ground between them, then single cells of terrain."""
    yield Shape("tile", 0, 0, ROWS, COLUMNS)
    for zone, tone in ((RED, "red"), (BLUE, "blue")):
        yield Shape("tile", 0, zone[0] - 1, ROWS, len(zone), tone)
    for (row, column), kind in sorted(state.terrain.items()):
        if kind in PATTERNS:
            yield Shape("tile", row - 1, column - 1, mark=PATTERNS[kind])


def shape_of(state: State, unit: Unit) -> Shape:
    """A unit on its footprint (C7-GEO-5): its reference, its health, a mark if it has notes."""
    assert unit.at is not None
    rows, columns = state.block(unit).footprint
    marks = []
    if unit.hp < unit.maxhp:
        marks.append(f"health{max(1, 8 * unit.hp // unit.maxhp) if unit.hp > 0 else 0}")
    signs = "".join(SIGNS[one] for one in CONDITIONS if unit.has(one))
    if signs:
        marks.append(f"sign:{signs}")
    row, column = unit.at
    tone, mark = TONES[unit.seat], " ".join(marks)
    return Shape("unit", row - 1, column - 1, rows, columns, tone, unit.ref, mark)


def legend(state: State, fielded: list[Unit]) -> Iterator[Shape]:
    """Entries for what is on this board, and for nothing else."""
    for seat in (1, 2):
        yield Shape("legend", 0, 0, tone=TONES[seat], label=seat_name(seat), mark="unit")
    if any(unit.hp < unit.maxhp for unit in fielded):
        yield Shape("legend", 0, 0, label="wounded", mark="unit health4")
    for condition in CONDITIONS:
        if any(unit.has(condition) for unit in fielded):
            yield Shape("legend", 0, 0, label=condition, mark=f"unit sign:{SIGNS[condition]}")
    for kind, pattern in PATTERNS.items():
        if kind in state.terrain.values():
            yield Shape("legend", 0, 0, label=kind, mark=f"tile {pattern}")


def words(state: State, viewer: int | None, units: list[Unit]) -> str:
    """Alternative text: every unit with its cell, its hit points and its notes."""
    parts = [f"{title(state)}. A board of {ROWS} rows and {COLUMNS} columns, cells as row,column."]
    for seat in (1, 2):
        own = [unit_words(state, unit) for unit in units if unit.seat == seat]
        hidden = state.flow.phase == "setup" and viewer not in (0, seat)
        parts.append(f"Army {seat}: {'hidden' if hidden else '; '.join(own) or 'no units'}.")
    for kind in PATTERNS:
        cells = [
            f"{row},{column}" for (row, column), one in sorted(state.terrain.items()) if one == kind
        ]
        if cells:
            parts.append(f"{kind.capitalize()} ground: {' '.join(cells)}.")
    return " ".join(parts)


def unit_words(state: State, unit: Unit) -> str:
    """`Legionnaire L1 at 5,5 (27 HP, prone)`."""
    place = f"inside {unit.inside}" if unit.inside else place_text(unit)
    notes = ", ".join((f"{unit.hp} HP", *unit_notes(state, unit)))
    return f"{state.block(unit).name} {unit.ref} {place} ({notes})"


# What a turn did, to be drawn over the board and told: moves, attacks, losses, deaths.


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """C7-REP: what happened to units on the board; nothing of a set-up, which is secret."""
    if "setup" in (before.flow.phase, after.flow.phase):
        return Traces()
    steps = Steps(before)
    steps.follow_all(events)
    units = list(in_order(changed_units(before, after)))
    changed = [change(before.find(unit.ref), unit, after) for unit in units]
    return steps.traces(changed, viewer, total, health(before, units), ", ".join)


class Steps(Trail):
    """The trail of a turn, made from the events of this system."""

    def follow(self, event: Event) -> None:
        """Add what one event did, and apply it to the state."""
        match event:
            case ev.Moved(unit, _, start, to):
                self.leg(unit, start, to)
            case ev.Engaged(unit, to):
                self.leg(unit, self.place(unit), to)
            case ev.Disembarked(unit, transport, to):
                self.leg(unit, self.place(transport), to)
            case ev.UnitPlaced(unit, to):
                self.leg(unit, self.place(unit), to, forced=True)
            case ev.AttackResolved():
                self.attacked(event)
            case ev.Killed(unit) if (dead := self.state.find(unit)) and dead.at is not None:
                told = f"{dead.ref} died at {dead.at[0]},{dead.at[1]}"
                self.died(middle(self.state, dead, dead.at), dead.ref, told)
        self.state = apply(self.state, event)

    def place(self, ref: str) -> Cell | None:
        """Where a unit stands now."""
        unit = self.state.find(ref)
        return unit.at if unit is not None else None

    def leg(self, ref: str, start: Cell | None, to: Cell, forced: bool = False) -> None:
        """Add a move from one cell to another."""
        unit = self.state.find(ref)
        if unit is not None and start is not None and start != to:
            points = [middle(self.state, unit, cell) for cell in (start, to)]
            self.went(unit.ref, points, forced)

    def attacked(self, event: ev.AttackResolved) -> None:
        """Add an attack and its damage."""
        units = self.state.find(event.attacker), self.state.find(event.target)
        if (one := units[0]) and (other := units[1]) and one.on_field and other.on_field:
            start, end = (middle(self.state, unit, anchor_of(unit)) for unit in (one, other))
            self.strike((one.ref, other.ref), (start, end), event.damage)


def total(damages: list[int]) -> str:
    """`-19`, or `0`."""
    return f"-{sum(damages)}" if sum(damages) else "0"


def middle(state: State, unit: Unit, at: Cell) -> Point:
    """The centre of a unit whose upper left cell is here, in thousandths of a cell."""
    rows, columns = size_of(state, unit)
    return (at[0] - 1) * 1000 + 500 * rows, (at[1] - 1) * 1000 + 500 * columns


def changed_units(before: State, after: State) -> Iterator[Unit]:
    """Units on the board whose place, hit points, armour or conditions have changed."""
    for seat in (1, 2):
        for unit in after.living(seat):
            was = before.find(unit.ref)
            if unit.on_field and (was is None or seen_of(was) != seen_of(unit)):
                yield unit


def seen_of(unit: Unit) -> tuple[object, ...]:
    """The values of a unit that are compared."""
    return unit.at, unit.hp, unit.ac, unit.conditions


def change(was: Unit | None, unit: Unit, after: State) -> ChangedUnit:
    """A unit's cells, its hit points if they have changed, and what has changed."""
    row, column = anchor_of(unit)
    hurt = was is not None and was.hp != unit.hp
    frame = Frame(row - 1, column - 1, *size_of(after, unit), str(unit.hp) if hurt else "")
    moved = was is not None and was.at != unit.at
    altered = was is not None and seen_of(was)[1:] != seen_of(unit)[1:]
    return ChangedUnit(unit.ref, unit.seat, frame, was is None, moved, altered)


def health(before: State, units: list[Unit]) -> Iterator[tuple[str, str]]:
    """`Hurt: O2, O3 25 of 32, WB1 125 of 130`, `Healed: ...`."""
    known = [(old, unit) for unit in units if (old := before.find(unit.ref)) is not None]
    yield "Hurt", ", ".join(by_health(unit for old, unit in known if unit.hp < old.hp))
    yield "Healed", ", ".join(by_health(unit for old, unit in known if unit.hp > old.hp))


def by_health(units: Iterable[Unit]) -> Iterator[str]:
    """`O2, O3 25 of 32`: units with the same hit points together."""
    for (hp, most), same in groupby(
        sorted(units, key=lambda unit: (unit.hp * 1000 // max(unit.maxhp, 1), unit.maxhp, unit.hp)),
        key=lambda unit: (unit.hp, unit.maxhp),
    ):
        yield f"{', '.join(unit.ref for unit in same)} {hp} of {most}"
