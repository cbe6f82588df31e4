"""What a turn did, to be drawn over the board: ways, attacks, losses, deaths, and the same told."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules.crusade7 import events as ev
from rules.crusade7.apply import apply
from rules.crusade7.field.geometry import anchor_of, size_of
from rules.crusade7.naming import in_order
from rules.crusade7.state import State, Unit
from rules.display.telling import Death, Frame, Hit, Traces, Ways
from rules.display.view import Point
from rules.line.events import Event
from rules.numbers.grid import Cell


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """C7-REP: what happened to units on the board; nothing of a set-up, which is secret."""
    if "setup" in (before.flow.phase, after.flow.phase):
        return Traces()
    trail = Trail(before)
    for event in events:
        trail.follow(event)
    changed = list(in_order(changed_units(before, after)))
    return Traces(
        tuple(trail.ways.arrows(trail.seat_of)),
        tuple(trail.hits()),
        tuple(trail.deaths),
        tuple(frame(before, after, unit) for unit in changed if is_framed(before, unit, viewer)),
        tuple(words(before, after, trail, changed)),
    )


class Trail:
    """Follows the events of a turn and remembers who went where and who struck whom."""

    def __init__(self, before: State) -> None:
        self.state = before
        self.ways = Ways()
        self.struck: dict[tuple[str, str], list[int]] = {}
        self.ends: dict[tuple[str, str], tuple[Point, Point]] = {}
        self.deaths: list[Death] = []
        self.fell: list[tuple[str, Cell]] = []

    def follow(self, event: Event) -> None:
        """One event, and on to the state after it."""
        match event:
            case ev.Moved(unit, _, start, to):
                self.went(unit, start, to)
            case ev.Engaged(unit, to):
                self.went(unit, self.place(unit), to)
            case ev.Disembarked(unit, transport, to):
                self.went(unit, self.place(transport), to)
            case ev.UnitPlaced(unit, to):
                self.went(unit, self.place(unit), to, forced=True)
            case ev.AttackResolved():
                self.attacked(event)
            case ev.Killed(unit) if (dead := self.state.find(unit)) and dead.at is not None:
                self.deaths.append(Death(middle(self.state, dead, dead.at), dead.ref))
                self.fell.append((dead.ref, dead.at))
        self.state = apply(self.state, event)

    def place(self, ref: str) -> Cell | None:
        """Where a unit stands now."""
        unit = self.state.find(ref)
        return unit.at if unit is not None else None

    def went(self, ref: str, start: Cell | None, to: Cell, forced: bool = False) -> None:
        """A leg of a way; legs that follow one another are one way."""
        unit = self.state.find(ref)
        if unit is None or start is None or start == to:
            return
        points = [middle(self.state, unit, cell) for cell in (start, to)]
        self.ways.add(unit.ref, points, forced)

    def attacked(self, event: ev.AttackResolved) -> None:
        """Who struck whom for how much; several strikes are one line."""
        attacker, target = self.state.find(event.attacker), self.state.find(event.target)
        if attacker is None or target is None or not (attacker.on_field and target.on_field):
            return
        pair = attacker.ref, target.ref
        self.struck.setdefault(pair, []).append(event.damage)
        self.ends[pair] = (
            middle(self.state, attacker, anchor_of(attacker)),
            middle(self.state, target, anchor_of(target)),
        )

    def seat_of(self, ref: str) -> int | None:
        """Whose a unit is that has not left the game without a trace."""
        unit = self.state.find(ref)
        return unit.seat if unit is not None else None

    def hits(self) -> Iterator[Hit]:
        """The attacks with what they took together."""
        for pair, damages in self.struck.items():
            yield Hit(*self.ends[pair], f"-{sum(damages)}" if sum(damages) else "0")


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


def is_framed(before: State, unit: Unit, viewer: int | None) -> bool:
    """Is it no news of one's own?  A player knows where he went himself."""
    was = before.find(unit.ref)
    if viewer != unit.seat or was is None:
        return True
    return seen_of(was)[1:] != seen_of(unit)[1:]


def frame(before: State, after: State, unit: Unit) -> Frame:
    """Its cells, and its hit points if they are others than before."""
    row, column = anchor_of(unit)
    rows, columns = size_of(after, unit)
    was = before.find(unit.ref)
    hurt = was is not None and was.hp != unit.hp
    return Frame(row - 1, column - 1, rows, columns, str(unit.hp) if hurt else "")


def words(before: State, after: State, trail: Trail, changed: list[Unit]) -> Iterator[str]:
    """`O5 died at 11,17`, `Hurt: O2, O3 25 of 32, WB1 125 of 130`, `Moved: L1, L2`."""
    for ref, (row, column) in trail.fell:
        yield f"{ref} died at {row},{column}"
    was = {unit.ref: before.find(unit.ref) for unit in changed}
    hurt = [unit for unit in changed if (old := was[unit.ref]) and unit.hp < old.hp]
    healed = [unit for unit in changed if (old := was[unit.ref]) and unit.hp > old.hp]
    for what, units in (("Hurt", hurt), ("Healed", healed)):
        if units:
            yield f"{what}: {', '.join(by_health(units))}"
    gone = [unit.ref for unit in changed if (old := was[unit.ref]) and old.at != unit.at]
    if gone:
        yield f"Moved: {', '.join(gone)}"
    new = [unit.ref for unit in changed if was[unit.ref] is None]
    if new:
        yield f"New: {', '.join(new)}"


def by_health(units: Iterable[Unit]) -> Iterator[str]:
    """`O2, O3 25 of 32`: units with the same hit points together."""
    for (hp, most), same in groupby(
        sorted(units, key=lambda unit: (unit.hp * 1000 // max(unit.maxhp, 1), unit.maxhp, unit.hp)),
        key=lambda unit: (unit.hp, unit.maxhp),
    ):
        yield f"{', '.join(unit.ref for unit in same)} {hp} of {most}"
