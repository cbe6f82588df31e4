"""Draws free shapes: areas, lines, discs and letters at any place of a board.

The tones of seats (Okabe and Ito's colours) differ in lightness, so that nothing is told by colour
alone.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.display.view import SEAT_TONES, Disc, Drawn, Point, Polygon, Shape, Stroke, Text

if TYPE_CHECKING:
    from bot.render.brush import Brush

Place = Callable[[Point], tuple[float, float]]
"""Converts thousandths of a cell to pixels."""

FILLS = dict(
    zip(SEAT_TONES, ("#F6B44B", "#0A4A76", "#F2EA8A", "#B0527F", "#0B7D5D", "#E3E6EA"), strict=True)
)
EDGES = dict(
    zip(SEAT_TONES, ("#7A4A00", "#031B2E", "#7B7410", "#4E1735", "#03382A", "#4C5156"), strict=True)
)
INKS = dict(
    zip(SEAT_TONES, ("#1B1B1B", "#FFFFFF", "#1B1B1B", "#FFFFFF", "#FFFFFF", "#1B1B1B"), strict=True)
)
TONES = {
    "": "#1B1B1B",
    "wall": "#3A3630",
    "door": "#8A5A1E",
    "water": "#9CC3DC",
    "rough": "#D9CBA0",
    "smoke": "#C9C9C9",
    "light": "#DDD3BC",
    "dark": "#8F8672",
    "paper": "#F3EFE4",
    "red": "#B84A00",
    "blue": "#0072B2",
    "white": "#FFFDF4",
    "black": "#24272C",
    "green": "#0B7D5D",
    "grey": "#A39B8B",
}
FORMS = {
    "block": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "hexagon": ((-1.1, 0), (-0.55, -0.95), (0.55, -0.95), (1.1, 0), (0.55, 0.95), (-0.55, 0.95)),
    "octagon": (
        *((-0.42, -1), (0.42, -1), (1, -0.42), (1, 0.42)),
        *((0.42, 1), (-0.42, 1), (-1, 0.42), (-1, -0.42)),
    ),
    "house": ((0, -1.15), (1, -0.35), (0.85, 0.95), (-0.85, 0.95), (-1, -0.35)),
}
"""The corners of forms other than the disc, in radii from the centre."""

LEAST = 13
"""Pixels that letters have at least; nobody can read smaller ones."""

HALO, LIGHT = "#FBFAF6", ("white", "paper", "light")
"""The colour of the halo around dark letters, which may cross a dark edge; light letters, of these
tones, get none."""

KINDS = ("tile", "treasure", "unit", "title", "legend")


class UnknownShape(ValueError):
    """A picture names a kind or a tone that the painter does not know."""


def check(shape: Drawn) -> None:
    """Raise `UnknownShape` for a shape that the painter cannot draw."""
    if isinstance(shape, Shape):
        if shape.kind not in KINDS:
            raise UnknownShape(f"the painter knows no {shape.kind[:40]!r}")
    elif isinstance(shape, Disc) and shape.form and shape.form not in FORMS:
        raise UnknownShape(f"the painter knows no form {shape.form[:40]!r}")
    elif shape.tone not in FILLS and shape.tone not in TONES:
        raise UnknownShape(f"the painter knows no tone {shape.tone[:40]!r}")


def fill_of(tone: str) -> str:
    """The colour of areas of a tone."""
    return FILLS.get(tone) or TONES[tone]


def edge_of(tone: str) -> str:
    """The colour of lines of a tone."""
    return EDGES.get(tone) or TONES[tone]


def draw(brush: Brush, shape: Polygon | Stroke | Disc | Text, at: Place, cell: int) -> None:
    """Draw one free shape."""
    match shape:
        case Polygon():
            _polygon(brush, shape, at, cell)
        case Stroke(points, tone, width, dashed):
            wide, dash = max(1.0, cell * width / 1000), cell / 4 if dashed else 0
            for first, second in pairwise(points):
                brush.line(at(first), at(second), edge_of(tone), wide, dash)
        case Disc(centre, radius, tone, label, form):
            x, y = at(centre)
            size = cell * radius / 1000
            for part, colour in (
                (1.0, edge_of(tone) if tone else "#1B1B1B"),
                (0.88, fill_of(tone) if tone else "#FFFDF4"),
            ):
                if form in FORMS:
                    corners = [(x + a * size * part, y + b * size * part) for a, b in FORMS[form]]
                    brush.polygon(corners, colour)
                else:
                    brush.dot(x, y, size * part, colour)
            letters = brush.fitted(label, max(LEAST, int(size)), 1.7 * size, LEAST)
            brush.centred(x, y, label, letters, INKS.get(tone, "#1B1B1B"), 0.8)
        case Text(place, text, size, tone):
            x, y = at(place)
            letters = max(LEAST, cell * size // 1000)
            if tone not in LIGHT:
                brush.halo(x, y, text, letters, HALO)
            brush.text(x, y, text, letters, edge_of(tone), 0.5)


def _polygon(brush: Brush, shape: Polygon, at: Place, cell: int) -> None:
    """Draw an area: filled, or its border with hatching or dots inside."""
    points = [at(point) for point in shape.points]
    if shape.fill == "plain":
        brush.polygon(points, fill_of(shape.tone), edge_of(shape.tone), max(1.0, cell / 30))
        return
    closed = [*points, points[0]]
    for first, second in pairwise(closed):
        brush.line(first, second, edge_of(shape.tone), max(1.0, cell / 30))
    if shape.fill:
        step = max(6.0, cell / 4)
        for y in _steps(min(y for _, y in points), max(y for _, y in points), step):
            crossed = _crossings(points, y)
            for left, right in zip(crossed[::2], crossed[1::2], strict=False):
                if shape.fill == "hatch":
                    brush.line((left, y), (right, y), fill_of(shape.tone), max(1.0, cell / 24))
                else:
                    for x in _steps(left, right, step):
                        brush.dot(x, y, max(1.0, cell / 24), fill_of(shape.tone))


def _steps(first: float, last: float, step: float) -> list[float]:
    """Evenly spaced places between two, at most 400."""
    count = min(400, int((last - first) / step))
    return [first + step / 2 + number * step for number in range(count)]


def _crossings(points: list[tuple[float, float]], y: float) -> list[float]:
    """Where the horizontal line at `y` enters and leaves a polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)
