"""What a part of a turn did, to be drawn over the board: ways, blows, losses, deaths, words."""

from collections.abc import Iterator, Sequence

from rules.display.acts import in_ranges
from rules.display.telling import Death, Frame, Hit, Traces, Ways
from rules.display.view import Point
from rules.display.words import counted
from rules.line.events import Event
from rules.machinadei import events as ev
from rules.machinadei.apply import apply
from rules.machinadei.formation.geometry import bounds
from rules.machinadei.orders import place
from rules.machinadei.state import State, Unit, key
from rules.machinadei.telling.seen import changed_since

FORCED = (ev.Fled, ev.UnitPlaced)
"""Ways that nobody ordered."""


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """Section 7: what happened to units on the board; deployment is no event to be drawn."""
    if before.flow.phase == "deploy":
        return Traces()
    trail = Trail(before)
    for event in events:
        trail.follow(event)
    changed = [after.units[key(ref)] for ref in changed_since(after, before)]
    standing = [unit for unit in changed if unit.on_board]
    return Traces(
        tuple(trail.ways.arrows(trail.seat_of)),
        tuple(trail.hits()),
        tuple(trail.deaths),
        tuple(frame(before, unit) for unit in standing if is_framed(before, unit, viewer)),
        tuple(words(before, trail, standing)),
    )


class Trail:
    """Follows the events and remembers who went where and who struck whom."""

    def __init__(self, before: State) -> None:
        self.state = before
        self.ways = Ways()
        self.struck: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self.ends: dict[tuple[str, str], tuple[Point, Point]] = {}
        self.deaths: list[Death] = []
        self.fell: list[str] = []

    def follow(self, event: Event) -> None:
        """One event, and on to the state after it."""
        match event:
            case ev.Struck():
                self.attacked(event)
            case ev.LeftPlay(ref, how):
                self.died(ref, how)
        following = apply(self.state, event)
        ref = getattr(event, "unit", "")
        if isinstance(ref, str) and ref and not isinstance(event, ev.Struck | ev.LeftPlay):
            self.went(self.state.find(ref), following.find(ref), isinstance(event, FORCED))
        self.state = following

    def went(self, old: Unit | None, new: Unit | None, forced: bool) -> None:
        """A leg of a way; legs that follow one another are one way."""
        if old is None or new is None or not old.on_board or not new.on_board:
            return
        start, end = middle(old), middle(new)
        if start != end:
            self.ways.add(new.ref, (start, end), forced)

    def attacked(self, event: ev.Struck) -> None:
        """Who struck whom for how much; several strikes are one line."""
        attacker, target = self.state.find(event.attacker), self.state.find(event.target)
        if attacker is None or target is None or not (attacker.on_board and target.on_board):
            return
        pair = attacker.ref, target.ref
        self.struck.setdefault(pair, []).append((event.lost, event.wounds))
        self.ends[pair] = middle(attacker), middle(target)

    def died(self, ref: str, how: str) -> None:
        """A unit has left the game."""
        unit = self.state.find(ref)
        if unit is not None and unit.on_board:
            self.deaths.append(Death(middle(unit), unit.ref))
            self.fell.append(f"{unit.ref} {how} at {place(unit.position)}")

    def seat_of(self, ref: str) -> int | None:
        """Whose a unit is that has not left the game without a trace."""
        unit = self.state.find(ref)
        return unit.seat if unit is not None else None

    def hits(self) -> Iterator[Hit]:
        """The blows with the models, or else the wounds, that they took together."""
        for pair, sums in self.struck.items():
            lost, wounds = (sum(one[n] for one in sums) for n in (0, 1))
            loss = f"-{lost}" if lost else counted(wounds, "wound")
            yield Hit(*self.ends[pair], loss if wounds else "0")


def middle(unit: Unit) -> Point:
    """The middle of all its cells, in thousandths of a cell, rows first."""
    west, north, east, south = bounds(unit.cells)
    return (north - 1 + south) * 500, (west - 1 + east) * 500


def is_framed(before: State, unit: Unit, viewer: int | None) -> bool:
    """Is it no news of one's own?  A player knows where he went himself."""
    was = before.find(unit.ref)
    if viewer != unit.seat or was is None:
        return True
    return (was.models, was.wounds, was.broken) != (unit.models, unit.wounds, unit.broken)


def frame(before: State, unit: Unit) -> Frame:
    """The rectangle that it fills, and its models if they are others than before."""
    west, north, east, south = bounds(unit.cells)
    was = before.find(unit.ref)
    fewer = was is not None and was.models != unit.models
    rows, columns = south - north + 1, east - west + 1
    return Frame(north - 1, west - 1, rows, columns, str(unit.models) if fewer else "")


def words(before: State, trail: Trail, changed: list[Unit]) -> Iterator[str]:
    """`Mob1 destroyed at 36,14`, `Hurt: Legion1 14 of 15 models`, `Broken: War1`, `Moved: ...`."""
    yield from trail.fell
    was = {unit.ref: before.find(unit.ref) for unit in changed}
    hurt = [
        f"{unit.ref} {unit.models} of {unit.start} models" if unit.start > 1 else unit.ref
        for unit in changed
        if (old := was[unit.ref]) and unit.left < old.left
    ]
    if hurt:
        yield f"Hurt: {', '.join(hurt)}"
    broken = [u.ref for u in changed if u.broken and (old := was[u.ref]) and not old.broken]
    if broken:
        yield f"Broken: {in_ranges(broken)}"
    gone = [unit.ref for unit in changed if (old := was[unit.ref]) and old.places != unit.places]
    went = [ref for ref in gone if trail.ways.has(ref)]
    if went:
        yield f"Moved: {in_ranges(went)}"
    new = [unit.ref for unit in changed if was[unit.ref] is None]
    if new:
        yield f"New: {in_ranges(new)}"
