"""What a turn did, to be drawn over the board: ways, attacks, losses, deaths, and the same told."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.field.geometry import anchor_of, size_of
from rules.crusade7.naming import in_order
from rules.crusade7.state import State, Unit
from rules.display.telling import Frame, Traces
from rules.display.trail import Changed, Trail
from rules.display.view import Point
from rules.line.events import Event
from rules.numbers.grid import Cell


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """C7-REP: what happened to units on the board; nothing of a set-up, which is secret."""
    if "setup" in (before.flow.phase, after.flow.phase):
        return Traces()
    steps = Steps(before)
    for event in events:
        steps.follow(event)
    units = list(in_order(changed_units(before, after)))
    changed = [change(before.find(unit.ref), unit, after) for unit in units]
    return steps.traces(changed, viewer, total, health(before, units), ", ".join)


class Steps(Trail):
    """The trail, as the events of this system tell of it."""

    def follow(self, event: Event) -> None:
        """One event, and on to the state after it."""
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
        """From one cell to another."""
        unit = self.state.find(ref)
        if unit is not None and start is not None and start != to:
            points = [middle(self.state, unit, cell) for cell in (start, to)]
            self.went(unit.ref, points, forced)

    def attacked(self, event: ev.AttackResolved) -> None:
        """Who struck whom for how much."""
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
    """Units on the board whose place, hit points, armour or conditions are other than before."""
    for seat in (1, 2):
        for unit in after.living(seat):
            was = before.find(unit.ref)
            if unit.on_field and (was is None or seen_of(was) != seen_of(unit)):
                yield unit


def seen_of(unit: Unit) -> tuple[object, ...]:
    """What of a unit is compared."""
    return unit.at, unit.hp, unit.ac, unit.conditions


def change(was: Unit | None, unit: Unit, after: State) -> Changed:
    """Its cells, its hit points if they are others than before, and what has changed."""
    row, column = anchor_of(unit)
    hurt = was is not None and was.hp != unit.hp
    frame = Frame(row - 1, column - 1, *size_of(after, unit), str(unit.hp) if hurt else "")
    moved = was is not None and was.at != unit.at
    altered = was is not None and seen_of(was)[1:] != seen_of(unit)[1:]
    return Changed(unit.ref, unit.seat, frame, was is None, moved, altered)


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
