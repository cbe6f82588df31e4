"""The board as shapes to draw, with a text alternative, and traces of what a part of a turn did."""

from collections.abc import Iterator, Sequence

from rules.display.acts import in_ranges
from rules.display.telling import Frame, Traces, numbered
from rules.display.trail import ChangedUnit, Trail
from rules.display.view import Disc, Drawn, Picture, Point, Polygon, Shape, Stroke, Text
from rules.display.words import counted
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.machinadei import events as ev
from rules.machinadei.apply import apply
from rules.machinadei.field import occupied, touching
from rules.machinadei.formation import bounds, corner
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import SEATS, State, Unit, key
from rules.machinadei.telling.roll import changed_since
from rules.machinadei.telling.view import notes_on, shape, symbols, title

# The board as shapes to draw, and the same in words: ranks, facing, arcs, contact.


CELL = 1000
"""Thousandths of a cell."""

TONES = {1: "seat1", 2: "seat2"}

ARC = 4
"""How many cells of its front arc a formation is drawn with (MD-ARC-1)."""


def picture(state: State) -> Picture:
    """Zones, units in ranks with their facing, front arcs, and where enemies touch."""
    named = symbols(state)
    units = tuple(state.on_board())
    shapes: tuple[Drawn, ...] = (
        Shape("title", 0, 0, label=title(state)),
        *ground(state),
        *(arc for unit in units for arc in arcs(state, unit)),
        *(one for unit in units for one in models_of(unit)),
        *(one for unit in units for one in front_of(unit)),
        *contacts(state),
        *(label_of(unit, named[unit.ref]) for unit in units),
        *legend(units, named),
        *signs(state, units),
    )
    rows, columns = state.height, state.width
    return Picture(rows, columns, shapes, words(state), numbered(rows), numbered(columns))


def ground(state: State) -> Iterator[Shape]:
    """MD-SETUP-7: the board, and the zones at the edges of the armies."""
    yield Shape("tile", 0, 0, state.height, state.width, "light")
    deep = state.height // 4
    if deep:
        yield Shape("tile", state.height - deep, 0, deep, state.width, "red")
        yield Shape("tile", 0, 0, deep, state.width, "blue")


def square(cell: Cell, side: int = 1, inset: int = 0) -> tuple[Point, ...]:
    """The corners of a base, north-west first, clockwise."""
    west, north = (cell[0] - 1) * CELL + inset, (cell[1] - 1) * CELL + inset
    wide = side * CELL - 2 * inset
    east, south = west + wide, north + wide
    return (north, west), (north, east), (south, east), (south, west)


def models_of(unit: Unit) -> Iterator[Drawn]:
    """Each model on its base: square blocks in formations, discs for all others."""
    tone = TONES[unit.seat]
    for spot in unit.places:
        if unit.is_formation:
            yield Polygon(square(spot, unit.side, 60), tone)
        else:
            half = unit.side * CELL // 2
            centre = (spot[1] - 1) * CELL + half, (spot[0] - 1) * CELL + half
            yield Disc(centre, half - 60, tone)


def front_of(unit: Unit) -> Iterator[Drawn]:
    """MD-UNIT-2: a thick line along the front rank shows where the formation faces."""
    if unit.is_formation and unit.at is not None:
        left, right = front_corners(unit)
        yield Stroke((left, right), "black", 140)


def front_corners(unit: Unit) -> tuple[Point, Point]:
    """The outer corners of the front rank, left one first."""
    assert unit.at is not None
    first, last = unit.at, corner(unit.at, unit.facing, unit.files - 1, 0)
    edge = {"N": (0, 1), "E": (1, 2), "S": (2, 3), "W": (3, 0)}[unit.facing]
    return square(first)[edge[0]], square(last)[edge[1]]


def arcs(state: State, unit: Unit) -> Iterator[Drawn]:
    """MD-ARC-1: the sides of the front arc, one cell wider with each inch, as far as the edge."""
    if not unit.is_formation or unit.at is None:
        return
    left, right = front_corners(unit)
    for (down, across), side in ((left, -1), (right, 1)):
        x, y = corner((0, 0), unit.facing, side, 1)
        room = (
            (state.width * CELL - across if x > 0 else across),
            (state.height * CELL - down if y > 0 else down),
        )
        far = min(ARC * CELL, *room)
        if far:
            end = (down + y * far, across + x * far)
            yield Stroke(((down, across), end), TONES[unit.seat], 40, dashed=True)


def contacts(state: State) -> Iterator[Drawn]:
    """MD-MEAS-4: the edges at which enemies touch."""
    taken = occupied(state)
    for (x, y), unit in taken.items():
        _, north_east, south_east, south_west = square((x, y))
        for near, end in (((x + 1, y), north_east), ((x, y + 1), south_west)):
            other = taken.get(near)
            if other is not None and other.seat != unit.seat:
                yield Stroke((end, south_east), "red", 180)


def label_of(unit: Unit, symbol: str) -> Drawn:
    """MD-SHOW-1: the symbol of the unit, in its middle."""
    west, north, east, south = bounds(unit.cells)
    centre = (north + south - 1) * CELL // 2, (west + east - 1) * CELL // 2
    if unit.kind == "skirmish":
        spot = unit.spots[0]
        half = unit.side * CELL // 2
        centre = (spot[1] - 1) * CELL + half, (spot[0] - 1) * CELL + half
    size = 900 if len(unit.cells) > 1 else 700
    return Text(centre, symbol, size, "white" if unit.seat == 2 else "black")


def legend(units: tuple[Unit, ...], named: dict[str, str]) -> Iterator[Shape]:
    """Legend for the tones and the letters."""
    for seat, tone in ((1, "red"), (2, "blue")):
        yield Shape("legend", 0, 0, tone=tone, label=f"zone of {seat_name(seat)}", mark="tile")
    for unit in units:
        yield Shape("legend", 0, 0, label=f"{named[unit.ref]} {unit.ref}")


def signs(state: State, units: tuple[Unit, ...]) -> Iterator[Shape]:
    """Legend for those kinds of lines that occur in the picture."""
    told = (
        ("black edge: the front", any(unit.is_formation for unit in units)),
        ("dashed: the front arc, its field of fire", any(any(arcs(state, one)) for one in units)),
        ("red edge: enemies in contact", any(contacts(state))),
    )
    for text, there in told:
        if there:
            yield Shape("legend", 0, 0, label=text)


def words(state: State) -> str:
    """Alternative text: every unit with its place, shape and conditions."""
    taken = occupied(state)
    parts = [f"{title(state)}."]
    for seat in SEATS:
        units = []
        for unit in state.on_board(seat):
            notes = "; ".join(notes_on(state, unit, taken))
            told = f"{unit.ref}, {unit.models} models, {shape(unit)}, at {place(unit.position)}"
            units.append(f"{told} ({notes})" if notes else told)
        parts.append(f"{seat_name(seat).capitalize()}: {'; '.join(units) or 'nobody'}.")
    melees = [
        f"{unit.ref} with {', '.join(foe.ref for foe in foes)}"
        for unit in state.on_board(1)
        if (foes := touching(state, unit, taken))
    ]
    if melees:
        parts.append(f"In contact: {'; '.join(melees)}.")
    return " ".join(parts)


# What a part of a turn did, drawn over the board: ways, strikes, losses, deaths, words.


FORCED = (ev.Fled, ev.UnitPlaced)
"""Events that move a unit without an order to it."""


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """Section 7: what happened to units on the board; nothing is drawn for the deployment."""
    if before.flow.phase == "deploy":
        return Traces()
    steps = Steps(before)
    steps.follow_all(events)
    units = [after.units[key(ref)] for ref in changed_since(after, before)]
    pairs = [(before.find(unit.ref), unit) for unit in units if unit.on_board]
    changed = [change(was, unit, steps.has_gone(unit.ref)) for was, unit in pairs]
    return steps.traces(changed, viewer, total, harm(pairs))


class Steps(Trail):
    """The trail of a part of a turn, built from the events of this system."""

    def follow(self, event: Event) -> None:
        """Take in one event, and go on to the state after it."""
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
        """Record the way from where a unit stood to where it stands."""
        if old is None or new is None or not old.on_board or not new.on_board:
            return
        start, end = middle(old), middle(new)
        if start != end:
            self.went(new.ref, (start, end), forced)

    def attacked(self, event: ev.Struck) -> None:
        """Record a strike and its losses."""
        units = self.state.find(event.attacker), self.state.find(event.target)
        if (one := units[0]) and (other := units[1]) and one.on_board and other.on_board:
            losses = event.lost, event.wounds
            self.strike((one.ref, other.ref), (middle(one), middle(other)), losses)

    def left(self, ref: str, how: str) -> None:
        """Record that a unit has left the game."""
        unit = self.state.find(ref)
        if unit is not None and unit.on_board:
            self.died(middle(unit), unit.ref, f"{unit.ref} {how} at {place(unit.position)}")


def total(sums: list[tuple[int, int]]) -> str:
    """The models lost, or else the wounds, of several strikes together: `-3`, `2 wounds`, `0`."""
    lost, wounds = (sum(one[n] for one in sums) for n in (0, 1))
    loss = f"-{lost}" if lost else counted(wounds, "wound")
    return loss if wounds else "0"


def middle(unit: Unit) -> Point:
    """The middle of all its cells, in thousandths of a cell, rows first."""
    west, north, east, south = bounds(unit.cells)
    return (north - 1 + south) * 500, (west - 1 + east) * 500


def change(was: Unit | None, unit: Unit, went: bool) -> ChangedUnit:
    """What to draw for a changed unit: its rectangle, its models if their number changed, and what
    has changed."""
    west, north, east, south = bounds(unit.cells)
    fewer = str(unit.models) if was is not None and was.models != unit.models else ""
    frame = Frame(north - 1, west - 1, south - north + 1, east - west + 1, fewer)
    if was is None:
        return ChangedUnit(unit.ref, unit.seat, frame, new=True)
    moved = went and was.places != unit.places
    altered = (was.models, was.wounds, was.broken) != (unit.models, unit.wounds, unit.broken)
    return ChangedUnit(unit.ref, unit.seat, frame, False, moved, altered)


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
