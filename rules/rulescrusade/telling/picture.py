"""The board as shapes to draw, and the traces of what happened on it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from rules.display import view
from rules.display.acts import cells_in_ranges
from rules.display.telling import Frame, Traces, numbered
from rules.display.trail import ChangedUnit, Trail
from rules.line.events import Event
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade import events as ev
from rules.rulescrusade.apply import apply
from rules.rulescrusade.field.sight import is_smoky
from rules.rulescrusade.field.terrain import NAMES, relief
from rules.rulescrusade.state import Spot, State, Unit, in_order
from rules.rulescrusade.telling import key
from rules.rulescrusade.telling.report import is_told
from rules.rulescrusade.telling.view import title, tokens

# The board as shapes to draw, and as alternative text.


CELL = 1000
"""The side of a cell in the units of a drawing."""

COLOURS = ("amber", "blue", "yellow", "purple", "green", "grey")
"""The names of the seats' colours, by seat."""

FORMS = ("discs", "blocks", "hexagons", "diamonds", "houses", "octagons")
"""The names of the seats' shapes, by seat."""


def picture(state: State, viewer: int | None) -> view.Picture:
    """RC-BRD-1: the board as a picture: ground, buildings, light, things and models."""
    rows, columns = state.ground.rows, state.ground.cols
    name = title(state)
    shapes = (
        view.Shape("title", 0, 0, label=name),
        view.Shape("tile", 0, 0, rows, columns),
        *heights(state),
        *(shape for cell in state.ground.cells() for shape in terrain(state, cell)),
        *buildings(state),
        *light(state),
        *template(state),
        *things(state),
        *(shape for unit in in_order(state.on_board()) for shape in model(unit)),
        *(view.Shape("legend", 0, 0, label=label) for label in legend(state)),
    )
    told = words(state, viewer, name)
    return view.Picture(rows, columns, shapes, told, numbered(rows), numbered(columns))


# --- the ground ---------------------------------------------------------------------------------


def box(cell: Cell, inset: int = 0) -> tuple[view.Point, ...]:
    """The corners of a cell, `inset` units inside its border."""
    top, left = (cell[0] - 1) * CELL + inset, (cell[1] - 1) * CELL + inset
    bottom, right = cell[0] * CELL - inset, cell[1] * CELL - inset
    return ((top, left), (top, right), (bottom, right), (bottom, left))


def point(cell: Cell, down: int = 500, across: int = 500) -> view.Point:
    """A place in a cell, in thousandths from its top left corner."""
    return (cell[0] - 1) * CELL + down, (cell[1] - 1) * CELL + across


def heights(state: State) -> Iterator[view.Drawn]:
    """Draw raised cells with their height, in another tone from 2 inches on."""
    for cell in state.ground.cells():
        height = int(state.ground.heights[state.ground.index(cell)])
        if height:
            yield view.Polygon(box(cell), "light" if height == 1 else "rough", "plain")
            yield view.Text(point(cell, 220, 200), str(height), 300, "black")


AREAS: dict[str, tuple[int, str, Literal["", "plain", "hatch", "dots"]]] = {
    "#": (0, "wall", "plain"),
    "+": (120, "door", "plain"),
    "c": (150, "green", "hatch"),
    "%": (60, "grey", "dots"),
    "s": (80, "wall", ""),
    "^": (40, "rough", "dots"),
    "w": (60, "grey", "hatch"),
    "v": (100, "dark", "hatch"),
}
"""Terrain drawn as an area: how far inside its cell, tone and pattern."""

BARS = {
    "+": ((500, 0, 500, 1000, "wall", 120),),
    "=": ((420, 60, 420, 940, "door", 160), (640, 60, 640, 940, "door", 160)),
    "/": tuple((down, 150, down, 850, "wall", 60) for down in (200, 400, 600, 800)),
    "H": (
        *((80, across, 920, across, "door", 90) for across in (320, 680)),
        *((down, 320, down, 680, "door", 70) for down in (240, 440, 640, 840)),
    ),
}
"""Terrain drawn with lines: where each begins and ends in its cell, down and across; its tone and
width.  A ladder has two rails with rungs between them."""


def terrain(state: State, cell: Cell) -> Iterator[view.Drawn]:
    """RC-MAP-1: draw the terrain of a cell; buildings are drawn as a whole elsewhere."""
    char = relief(state.ground).char(cell)
    if char in AREAS:
        inset, tone, fill = AREAS[char]
        yield view.Polygon(box(cell, inset), tone, fill)
    for down, across, to_down, to_across, tone, width in BARS.get(char, ()):
        ends = point(cell, down, across), point(cell, to_down, to_across)
        yield view.Stroke(ends, tone, width)
    if char == "@":
        yield view.Disc(point(cell), 300, "dark")


def buildings(state: State) -> Iterator[view.Drawn]:
    """RC-BLDG-1: draw the standing sectors: floors, outer walls, names."""
    for building in state.ground.buildings:
        tone = "dark" if building.armored else "grey"
        for sector in building.sectors:
            if not sector.standing:
                continue
            for cell in sector.cells:
                yield view.Polygon(box(cell), tone)
                yield from outer_walls(cell, sector.cells)
                if relief(state.ground).char(cell) == "+":
                    yield view.Polygon(box(cell, 200), "door")
            name = f"{building.ref}.{sector.number} roof {building.roof}"
            yield view.Text(point(sector.cells[0], 200, 900), name, 260, "black")


def outer_walls(
    cell: Cell, cells: tuple[Cell, ...], tone: str = "wall", width: int = 140
) -> Iterator[view.Drawn]:
    """Draw the sides of a cell that border on none of these cells."""
    corners = box(cell)
    sides = ((-1, 0), (0, 1), (1, 0), (0, -1))
    for number, (down, across) in enumerate(sides):
        if (cell[0] + down, cell[1] + across) not in cells:
            yield view.Stroke((corners[number], corners[(number + 1) % 4]), tone, width)


def light(state: State) -> Iterator[view.Drawn]:
    """RC-COVER-5: draw dark cells hatched and smoke dotted."""
    for cell in state.ground.cells():
        if is_smoky(state, cell):
            yield view.Polygon(box(cell, 40), "smoke", "dots")
        elif state.rules.dark or state.ground.light[state.ground.index(cell)] == "~":
            yield view.Polygon(box(cell, 40), "dark", "hatch")


def template(state: State) -> Iterator[view.Drawn]:
    """RC-TMPL-1: draw the cells of the template just used, with a line around them."""
    for cell in state.template:
        yield view.Polygon(box(cell, 60), "red", "hatch")
        yield from outer_walls(cell, state.template, "red", 70)


def things(state: State) -> Iterator[view.Drawn]:
    """Draw the items that lie on the board, and the forced entries."""
    for item in state.items:
        if item.at is not None and not item.carrier:
            yield view.Disc(point(item.at, 750, 250), 180, "white", "$")
    for marker in state.markers:
        yield view.Disc(point(marker.at, 250, 780), 180, "red", "!")


# --- the models ---------------------------------------------------------------------------------


def model(unit: Unit) -> Iterator[view.Drawn]:
    """Draw a unit: its reference in the shape of its seat, the seat's number, marks for its state.

    A chit is a hatched square.
    """
    tone = view.SEAT_TONES[(unit.boss - 1) % len(view.SEAT_TONES)]
    name = unit.ref
    if not unit.standing:
        if not unit.borne_by:
            yield view.Disc(point(unit.at), 330, "grey", f"x{name}")
            yield view.Stroke((point(unit.at, 200, 200), point(unit.at, 800, 800)), "black", 60)
        return
    if unit.inside:
        yield view.Polygon(box(unit.at, 40), tone, "")
    if unit.chit:
        yield view.Polygon(box(unit.at, 100), tone, "hatch")
        yield view.Polygon(box(unit.at, 240), "paper")
        yield view.Text(point(unit.at), name, 360, "black")
        return
    hidden = unit.has("hidden")
    form = view.SEAT_FORMS[(unit.boss - 1) % len(view.SEAT_FORMS)]
    size = 300 if hidden else 430
    yield view.Disc(point(unit.at), size, tone, name.lower() if hidden else name, form)
    yield view.Text(point(unit.at, 880, 860), str(unit.boss), 240, "black")
    if hidden:
        corners = box(unit.at, 60)
        yield view.Stroke((*corners, corners[0]), tone, 50, dashed=True)
    if unit.hits < unit.maxhits:
        yield view.Text(point(unit.at, 130, 500), f"{unit.hits}/{unit.maxhits}", 240, "red")
    if any(one.name not in ("hidden", "scanned") for one in unit.conditions):
        yield view.Disc(point(unit.at, 140, 860), 130, "red", "!")


def legend(state: State) -> Iterator[str]:
    """Explain the shapes that occur on this board."""
    for army in state.armies:
        colour = COLOURS[(army.seat - 1) % len(COLOURS)]
        form = FORMS[(army.seat - 1) % len(FORMS)]
        yield f"{seat_name(army.seat)}: {colour} {form}, number {army.seat}"
    for label, is_so in LEGEND.items():
        if any(map(is_so, state.on_board())):
            yield label
    shown = tuple(tokens(state).values())
    for char, name in NAMES.items():
        if char in shown and name in DRAWN:
            yield f"{DRAWN[name]}: {name}"
    if any(is_smoky(state, cell) for cell in state.ground.cells()):
        yield "dots: smoke"
    if state.template:
        yield "red hatching: the template just used"


LEGEND: dict[str, Callable[[Unit], bool]] = {
    "hatched square: a chit": lambda unit: unit.standing and unit.chit,
    "framed: inside": lambda unit: unit.standing and unit.inside,
    "dashed, small letters: hidden": lambda unit: (
        unit.standing and unit.has("hidden") and not unit.chit
    ),
    "x: out of action": lambda unit: not unit.standing,
}
"""The marks of units that the legend explains, each with a test for the units that bear it."""


DRAWN = {
    "cover": "green hatching",
    "barricade": "two bars",
    "rubble": "grey dots",
    "structure": "outline",
    "rough": "yellow dots",
    "catwalk": "grey hatching",
    "stairs": "steps",
    "ladder": "rungs",
    "door": "brown",
    "duct": "dark hatching",
    "manhole": "dark disc",
}
"""How terrain is drawn, for the legend; walls and buildings need no explanation."""


def words(state: State, viewer: int | None, name: str) -> str:
    """The alternative text: every model with its cell and state, then the ground as in the key."""
    rows, columns = state.ground.rows, state.ground.cols
    parts = [f"{name}. A board of {rows} rows and {columns} columns, cells as row,column."]
    for army in state.armies:
        lines = list(key.army_lines(state, viewer, army))
        parts.append(f"{seat_name(army.seat).capitalize()}: {'; '.join(lines) or 'no models'}.")
    parts += [f"{text}." for text in key.building_lines(state)]
    parts += [f"{text}." for text in key.ground_lines(state, tokens(state))]
    if state.template:
        parts.append(f"The template just used: {cells_in_ranges(state.template)}.")
    return " ".join(parts)


# Traces of a turn, drawn over the board and told: paths, attacks, losses, deaths.


OWN_WAYS = ("jump", "dive", "climb", "scrabble", "hang", "back", "teleport")
"""Values of `Placed.manner` that are a model's own movement."""


def traces(before: State, events: Sequence[Event], after: State, viewer: int | None) -> Traces:
    """RC-VIEW-1: the traces of these events that the viewer may see; none of the set-up."""
    if "setup" in (before.flow.phase, after.flow.phase):
        return Traces()
    steps = Steps(before)
    steps.viewer = viewer
    steps.follow_all(events)
    struck = steps.struck
    steps.struck = {one: took for one, took in struck.items() if took or not struck.get(one[::-1])}
    units = [(before.find(unit.ref), unit) for unit in changed_units(before, after)]
    changed = [change(was, before, unit, after) for was, unit in units]
    return steps.traces(changed, viewer, total, harm(before, after, units))


class Steps(Trail):
    """Reads the trail from the events of this system."""

    viewer: int | None = None
    last: tuple[str, str] | None = None
    """The last attack: attacker and target."""

    def follow(self, event: Event) -> None:
        """Note an event, if it is told to the viewer, and apply it."""
        if is_told(event, self.viewer):
            self.note(event)
        self.state = apply(self.state, event)

    def note(self, event: Event) -> None:
        """Note what can be drawn of an event."""
        match event:
            case ev.Walked(ref, _, origin, _, path=path):
                self.walked(ref, (origin, *path), forced=False)
            case ev.Placed(ref, manner, origin, to):
                self.walked(ref, (origin, to), forced=manner not in OWN_WAYS)
            case ev.Shot(ref, target=target):
                self.attacked(ref, target)
            case ev.Fought(attackers, defender):
                self.attacked(attackers[0], defender)
            case ev.MindsMet(ref, target):
                self.attacked(ref, target)
            case ev.LostHits(ref, hits) if hits > 0:
                self.took(ref, f"-{hits}")
            case ev.ConditionGained(ref, condition, told=False):
                self.took(ref, condition.name)
            case ev.KnockedOut(ref):
                self.took(ref, "KO")
            case ev.Killed(ref):
                unit = self.state.unit(ref)
                row, column = unit.spot[:2]
                self.took(ref, "killed")
                self.died(middle(unit.spot), unit.ref, f"{unit.ref} died at {row},{column}")

    def walked(self, ref: str, spots: tuple[Spot, ...], forced: bool) -> None:
        """Add a path over these spots."""
        self.went(ref, corners([middle(spot) for spot in spots]), forced)

    def attacked(self, ref: str, target: str) -> None:
        """Add an attack of one unit on another."""
        self.last = None
        attacker, victim = self.state.find(ref), self.state.find(target)
        if attacker is not None and victim is not None and ref != target:
            self.last = attacker.ref, victim.ref
            self.strike(self.last, (middle(attacker.spot), middle(victim.spot)))

    def took(self, ref: str, loss: str) -> None:
        """Add a loss to the last attack, on its target or on its attacker."""
        if self.last is not None and ref in self.last:
            pair, (start, end) = self.last, self.ends[self.last]
            if ref == pair[0]:
                self.strike(pair[::-1], (end, start), loss)
            else:
                self.strike(pair, (start, end), loss)


def total(losses: list[str]) -> str:
    """The losses of attacks in a line; `0` for none."""
    return ", ".join(dict.fromkeys(losses)) or "0"


def middle(spot: Spot) -> view.Point:
    """The centre of a cell, in thousandths."""
    return (spot[0] - 1) * 1000 + 500, (spot[1] - 1) * 1000 + 500


def corners(points: list[view.Point]) -> list[view.Point]:
    """Leave out the points of a path that lie on a straight line between others."""
    kept: list[view.Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and turn(kept[-2], kept[-1]) == turn(kept[-1], point):
            kept[-1] = point
        else:
            kept.append(point)
    return kept


def turn(one: view.Point, two: view.Point) -> tuple[int, int]:
    """The direction from one point to another, in thousandths."""
    rows, columns = two[0] - one[0], two[1] - one[1]
    far = max(abs(rows), abs(columns), 1)
    return rows * 1000 // far, columns * 1000 // far


def changed_units(before: State, after: State) -> Iterator[Unit]:
    """The units on the board of which the key says something else than before."""
    for unit in in_order(after.on_board()):
        if key.has_changed(after, unit, before):
            yield unit


def change(was: Unit | None, before: State, unit: Unit, after: State) -> ChangedUnit:
    """How a unit changed: its cell, its hits if they changed, whether it is new, moved, altered."""
    hurt = was is not None and was.hits != unit.hits and not unit.chit
    frame = Frame(unit.at[0] - 1, unit.at[1] - 1, note=str(unit.hits) if hurt else "")
    if was is None:
        return ChangedUnit(unit.ref, unit.boss, frame, new=True)
    looks = (
        (key.hits_text(was), key.notes_of(before, was)),
        (key.hits_text(unit), key.notes_of(after, unit)),
    )
    return ChangedUnit(unit.ref, unit.boss, frame, False, was.at != unit.at, looks[0] != looks[1])


def harm(
    before: State, after: State, units: list[tuple[Unit | None, Unit]]
) -> Iterator[tuple[str, str]]:
    """`Hurt: C1 2/4 hits`, `M1: stunned`."""
    known = [(was, unit) for was, unit in units if was is not None and not unit.chit]
    hurt = [f"{unit.ref} {key.hits_text(unit)}" for was, unit in known if unit.hits < was.hits]
    yield "Hurt", ", ".join(hurt)
    for was, unit in known:
        if key.notes_of(before, was) != key.notes_of(after, unit):
            yield unit.ref, key.notes_of(after, unit) or "nothing ails it any more"
