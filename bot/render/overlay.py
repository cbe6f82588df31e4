"""Draws over a board what happened: ways (paths of units), attacks with losses, deaths, frames."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from bot.render.brush import Box, Brush, text_width
from bot.render.brush import Point as Spot
from bot.render.drawing import Place
from rules.display.telling import Arrow, Death, Frame, Traces
from rules.display.view import Point, Shape

Line = tuple[Spot, Spot]

INK, PAPER, BLOOD = "#1B1B1B", "#FFFFFF", "#B00020"
WAYS = ("#1B1B1B", "#A33F00", "#005A96", "#6E6300", "#8A2F63", "#0A5F47", "#4C5156")
"""The colours of ways by seat; the unit at its end also shows whose way it is."""

CORNERS = ((-1, -1), (-1, 1), (1, 1), (1, -1), (-1.2, -0.6), (1.2, -0.6), (-1.2, 0.6), (1.2, 0.6))
FURTHER = ((0, -1.7), (0, 1.7), (-1.9, 0), (1.9, 0), (-2, -1.7), (2, -1.7), (-2, 1.7), (2, 1.7))
"""Where a text may be put around a cell, as (x, y) in units of about half a cell: first at its
corners, then beside it."""

FRACTIONS = (0.5, 0.6, 0.4, 0.7, 0.3, 0.78, 0.22, 0.65, 0.35, 0.84)
"""Where on the line of an attack its loss may be put, best first."""


TEXT, CROSSED = 3, 8
"""Costs of a text's place: per square pixel that covers another text, and per pixel of a line that
it crosses.  A square pixel that covers a unit's name costs 1."""


REMOTE = 0.4
"""The cost of a place in another cell, per square pixel of the text."""


class Overlay:
    """The traces of a turn on one picture; `at` converts thousandths of a cell to pixels."""

    def __init__(
        self, brush: Brush, traces: Traces, at: Place, cell: int, names: Sequence[Spot] = ()
    ) -> None:
        self.brush = brush
        self.traces = traces
        self.at = at
        self.cell = cell
        self.taken: list[Box] = []
        self.lines: list[Line] = [(at(one.start), at(one.end)) for one in traces.hits]
        half = cell * 0.28
        self.names = [(x - half, y - half * 0.7, x + half, y + half * 0.7) for x, y in names]

    def below(self) -> None:
        """Draw what lies below the units: frames, ways and attacks."""
        for frame in self.traces.frames:
            self.frame(frame)
        for arrow in self.traces.arrows:
            self.way(arrow)
        for hit in self.traces.hits:
            start, end = self.at(hit.start), self.at(hit.end)
            self.brush.line(start, end, PAPER, max(3.0, self.cell * 0.09))
            self.brush.line(start, end, BLOOD, max(1.5, self.cell * 0.035))

    def above(self) -> None:
        """Draw what lies above the units: deaths, notes of frames, losses."""
        for death in self.traces.deaths:
            self.death(death)
        for frame in self.traces.frames:
            if frame.note:
                x, y = self.corner(frame, 1.0, 0.5)
                self.pill(x, y, frame.note, INK)
        self.losses()

    # --- ways -----------------------------------------------------------------------------------

    def way(self, arrow: Arrow) -> None:
        """Draw an arrow that ends at the edge of the cell it leads to; dashed if it was forced."""
        spots = [self.at(point) for point in arrow.points]
        if len(spots) < 2:
            return
        colour = WAYS[arrow.seat] if arrow.seat < len(WAYS) else INK
        wide = max(2.5, self.cell * 0.075)
        (x, y), tip = spots[-2], shortened(spots[-2], spots[-1], self.cell * 0.42)
        long = self.cell * 0.26
        neck = shortened((x, y), tip, long * 0.8)
        lines = [*pairwise([*spots[:-1], neck])]
        for edge, thick in ((PAPER, wide + 3), (colour, wide)):
            for start, end in lines:
                dash = self.cell * 0.1 if arrow.forced and edge == colour else 0
                self.brush.line(start, end, edge, thick, dash)
        self.brush.dot(*spots[0], wide * 1.5, PAPER)
        self.brush.dot(*spots[0], wide * 1.1, colour)
        head(self.brush, neck, tip, long * 0.55, colour)

    # --- attacks --------------------------------------------------------------------------------

    def losses(self) -> None:
        """Write the loss of each attack on its line.  Losses by attacks from neighbouring cells are
        added up and written at the target."""
        close: dict[Point, list[str]] = {}
        for hit in self.traces.hits:
            if not hit.loss:
                continue
            start, end = self.at(hit.start), self.at(hit.end)
            if hypot(end[0] - start[0], end[1] - start[1]) < 1.8 * self.cell:
                close.setdefault(hit.end, []).append(hit.loss)
                continue
            spots = [between(start, end, fraction) for fraction in FRACTIONS]
            others = [one for one in self.lines if one != (start, end)]
            spot = self.free([*spots, *self.around(end)], hit.loss, others)
            self.pill(*spot, hit.loss, BLOOD)
        for point, texts in close.items():
            text = total(texts)
            self.pill(*self.free(self.around(self.at(point)), text), text, BLOOD)

    def around(self, spot: Spot) -> list[Spot]:
        """Places for a text around a cell: its corners (the upper right one, where its badges are,
        last of the four), then its sides, then beside it."""
        shift = self.cell * 0.43
        return [(spot[0] + x * shift, spot[1] + y * shift) for x, y in (*CORNERS, *FURTHER)]

    def free(self, spots: list[Spot], text: str, lines: Sequence[Line] = ()) -> Spot:
        """The best of these places: the one that covers least of other texts, names of units and
        these lines; the first of several that are equal."""

        def hidden(spot: Spot) -> float:
            box = self.bounds(*spot, text)
            covered = TEXT * sum(shared(box, other) for other in self.taken)
            covered += sum(shared(box, other) for other in self.names)
            away = REMOTE * area(box) if spot in spots[-len(FURTHER) :] else 0
            return covered + away + CROSSED * sum(within(box, line) for line in lines)

        return min(spots, key=hidden)

    def bounds(self, x: float, y: float, text: str) -> Box:
        """The box that `pill` fills with this text."""
        wide, high = text_width(text, self.size) / 2 + 4, self.size * 0.62
        return x - wide, y - high, x + wide, y + high

    @property
    def size(self) -> int:
        """The height of letters in pixels."""
        return max(13, min(22, self.cell * 3 // 10))

    def pill(self, x: float, y: float, text: str, colour: str) -> None:
        """Write letters on a rounded slip of paper."""
        box = self.bounds(x, y, text)
        self.taken.append(box)
        self.brush.rounded(box, self.size * 0.4, PAPER, colour, 1.2)
        self.brush.centred(x, y, text, self.size, colour, 0.6)

    # --- marks ----------------------------------------------------------------------------------

    def corner(self, frame: Frame, down: float, across: float) -> Spot:
        """A place in framed cells, by shares of their height and width."""
        row, column = frame.row + down * frame.rows, frame.column + across * frame.columns
        return self.at((int(1000 * row), int(1000 * column)))

    def frame(self, frame: Frame) -> None:
        """Draw four corners around what changed."""
        left, top = self.corner(frame, 0, 0)
        right, bottom = self.corner(frame, 1, 1)
        corners(self.brush, (left, top, right, bottom), self.cell)

    def death(self, death: Death) -> None:
        """Draw a cross and the name of who died; only the name if a unit stands there now."""
        x, y = self.at(death.at)
        if not any(
            left < x < right and top < y < bottom for left, top, right, bottom in self.names
        ):
            cross(self.brush, x, y, self.cell * 0.24, self.cell)
        if death.label:
            shift = self.cell * 0.4
            spots = [(x, y + shift), (x, y - shift), *self.around((x, y))]
            text = f"x {death.label}"
            self.pill(*self.free(spots, text), text, BLOOD)


def head(brush: Brush, neck: Spot, tip: Spot, half: float, colour: str) -> None:
    """Draw the head of an arrow."""
    down, across = tip[1] - neck[1], tip[0] - neck[0]
    length = max(hypot(down, across), 0.1)
    side = (-down / length * half, across / length * half)
    points = [tip, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])]
    brush.polygon(points, colour, PAPER, 1)


def corners(brush: Brush, box: Box, cell: int) -> None:
    """Draw the corners of a frame, dark on light."""
    left, top, right, bottom = box
    arm = min(cell * 0.24, (right - left) / 3)
    for wide, colour in ((max(4.0, cell * 0.1), PAPER), (max(2.0, cell * 0.055), INK)):
        for x, inward in ((left, arm), (right, -arm)):
            for y, down in ((top, arm), (bottom, -arm)):
                brush.line((x, y), (x + inward, y), colour, wide)
                brush.line((x, y), (x, y + down), colour, wide)


def cross(brush: Brush, x: float, y: float, arm: float, cell: int) -> None:
    """Draw a cross, red on white."""
    for wide, colour in ((max(5.0, cell * 0.17), PAPER), (max(3.0, cell * 0.09), BLOOD)):
        brush.line((x - arm, y - arm), (x + arm, y + arm), colour, wide)
        brush.line((x - arm, y + arm), (x + arm, y - arm), colour, wide)


def shortened(start: Spot, end: Spot, by: float) -> Spot:
    """The end of a line shortened by `by`, but by half of it at most."""
    length = max(hypot(end[0] - start[0], end[1] - start[1]), 0.1)
    return between(start, end, 1 - min(by / length, 0.5))


def between(start: Spot, end: Spot, fraction: float) -> Spot:
    """The place at a fraction of a line."""
    return (
        start[0] + (end[0] - start[0]) * fraction,
        start[1] + (end[1] - start[1]) * fraction,
    )


def shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0


def within(box: Box, line: Line) -> float:
    """The length of the part of a line that is in a box."""
    (x, y), (to_x, to_y) = line
    first, last = 0.0, 1.0
    for start, step, low, high in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        if not step:
            if not low < start < high:
                return 0
            continue
        ends = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return max(0.0, last - first) * hypot(to_x - x, to_y - y)


def area(box: Box) -> float:
    """The area of a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def total(losses: list[str]) -> str:
    """The sum of losses if all are numbers, else their texts side by side."""
    if all(one.lstrip("-").isdecimal() for one in losses):
        return str(sum(map(int, losses)))
    return " ".join(dict.fromkeys(losses))


# --- the legend ---------------------------------------------------------------------------------


def legend(traces: Traces) -> list[Shape]:
    """The entries of the legend for the traces that occur."""
    forced = any(arrow.forced for arrow in traces.arrows)
    attack = "attack and loss" if any(hit.loss for hit in traces.hits) else "attack"
    entries = (
        ("way", "came from there", any(not arrow.forced for arrow in traces.arrows)),
        ("forced", "pushed, fled or put there", forced),
        ("attack", attack, bool(traces.hits)),
        ("death", "died", bool(traces.deaths)),
        ("frame", "changed", bool(traces.frames)),
    )
    return [Shape("legend", 0, 0, label=text, mark=mark) for mark, text, there in entries if there]


SAMPLES = ("way", "forced", "attack", "death", "frame")


def sample(brush: Brush, mark: str, x: float, y: float, size: int) -> None:
    """Draw a sample of a trace for the legend, in a box with this upper left corner."""
    middle = y + size / 2
    if mark in ("way", "forced"):
        start, neck, tip = (x, middle), (x + size * 0.6, middle), (x + size, middle)
        brush.line(start, neck, INK, 3, size * 0.16 if mark == "forced" else 0)
        head(brush, neck, tip, size * 0.2, INK)
    elif mark == "attack":
        brush.line((x, middle + size * 0.2), (x + size, middle - size * 0.2), BLOOD, 2)
    elif mark == "death":
        cross(brush, x + size / 2, middle, size * 0.26, size)
    else:
        corners(brush, (x + 4, y + 4, x + size - 4, y + size - 4), size)
