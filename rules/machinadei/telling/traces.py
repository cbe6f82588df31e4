"""What a part of a turn did, to be drawn over the board: ways, blows, losses, deaths, words."""

from collections.abc import Iterator, Sequence

from rules.display.acts import in_ranges
from rules.display.telling import Frame, Traces
from rules.display.trail import Changed, Trail
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
    steps = Steps(before)
    for event in events:
        steps.follow(event)
    units = [after.units[key(ref)] for ref in changed_since(after, before)]
    pairs = [(before.find(unit.ref), unit) for unit in units if unit.on_board]
    changed = [change(was, unit, steps.has_gone(unit.ref)) for was, unit in pairs]
    return steps.traces(changed, viewer, total, harm(pairs))


class Steps(Trail):
    """The trail, as the events of this system tell of it."""

    def follow(self, event: Event) -> None:
        """One event, and on to the state after it."""
        match event:
            case ev.Struck():
                self.attacked(event)
            case ev.LeftPlay(ref, how):
                self.left(ref, how)
        following = apply(self.state, event)
        ref = getattr(event, "unit", "")
        if isinstance(ref, str) and ref and not isinstance(event, ev.Struck | ev.LeftPlay):
            self.leg(self.state.find(ref), following.find(ref), isinstance(event, FORCED))
        self.state = following

    def leg(self, old: Unit | None, new: Unit | None, forced: bool) -> None:
        """From where it stood to where it stands."""
        if old is None or new is None or not old.on_board or not new.on_board:
            return
        start, end = middle(old), middle(new)
        if start != end:
            self.went(new.ref, (start, end), forced)

    def attacked(self, event: ev.Struck) -> None:
        """Who struck whom for how much."""
        units = self.state.find(event.attacker), self.state.find(event.target)
        if (one := units[0]) and (other := units[1]) and one.on_board and other.on_board:
            losses = event.lost, event.wounds
            self.strike((one.ref, other.ref), (middle(one), middle(other)), losses)

    def left(self, ref: str, how: str) -> None:
        """A unit has left the game."""
        unit = self.state.find(ref)
        if unit is not None and unit.on_board:
            self.died(middle(unit), unit.ref, f"{unit.ref} {how} at {place(unit.position)}")


def total(sums: list[tuple[int, int]]) -> str:
    """The models, or else the wounds, that blows took together: `-3`, `2 wounds`, `0`."""
    lost, wounds = (sum(one[n] for one in sums) for n in (0, 1))
    loss = f"-{lost}" if lost else counted(wounds, "wound")
    return loss if wounds else "0"


def middle(unit: Unit) -> Point:
    """The middle of all its cells, in thousandths of a cell, rows first."""
    west, north, east, south = bounds(unit.cells)
    return (north - 1 + south) * 500, (west - 1 + east) * 500


def change(was: Unit | None, unit: Unit, went: bool) -> Changed:
    """The rectangle that it fills, its models if they are others, and what has changed."""
    west, north, east, south = bounds(unit.cells)
    fewer = str(unit.models) if was is not None and was.models != unit.models else ""
    frame = Frame(north - 1, west - 1, south - north + 1, east - west + 1, fewer)
    if was is None:
        return Changed(unit.ref, unit.seat, frame, new=True, moved=False, altered=False)
    moved = went and was.places != unit.places
    altered = (was.models, was.wounds, was.broken) != (unit.models, unit.wounds, unit.broken)
    return Changed(unit.ref, unit.seat, frame, False, moved, altered)


def harm(pairs: list[tuple[Unit | None, Unit]]) -> Iterator[tuple[str, str]]:
    """`Hurt: Legion1 14 of 15 models`, `Broken: War1`."""
    known = [(was, unit) for was, unit in pairs if was is not None]
    yield (
        "Hurt",
        ", ".join(
            f"{unit.ref} {unit.models} of {unit.start} models" if unit.start > 1 else unit.ref
            for was, unit in known
            if unit.left < was.left
        ),
    )
    yield "Broken", in_ranges([u.ref for was, u in known if u.broken and not was.broken])
