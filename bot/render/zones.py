"""Draws zones of reach over a board: hatched cells, borders, and names at the rim."""

from bot.render.brush import Brush, text_width
from bot.render.drawing import Place
from rules.display.telling import Zone
from rules.display.view import Point, Shape

COLOURS = ("#0B7D5D", "#005A96", "#A33F00", "#8A2F63", "#6E6300", "#1B1B1B")
"""The colours of zones; patterns and names at the borders also tell them apart."""

HATCHED, DOTTED = 0, 1
"""The first zone is hatched, the second dotted; further ones have only a border."""

DASHES = (0.0, 0.25, 0.17, 0.125, 0.1, 0.08)
"""The length of the dashes of each zone's border, in cells; 0: a solid line."""


def draw_zones(brush: Brush, zones: tuple[Zone, ...], at: Place, cell: int) -> None:
    """Draw the patterns, then the borders; where zones overlap, the first is on top."""
    ahead: set[tuple[int, int]] = set()
    for number, zone in enumerate(zones):
        for row, column in zone.cells:
            if (row, column) not in ahead:
                pattern(brush, number, at((1000 * row, 1000 * column)), cell)
        if number <= DOTTED:
            ahead |= set(zone.cells)
    for number, zone in reversed([*enumerate(zones)]):
        border(brush, number, zone, at, cell)


def pattern(brush: Brush, number: int, corner: tuple[float, float], cell: int) -> None:
    """Draw one cell of a zone, hatched or dotted."""
    x, y = corner
    colour = colour_of(number)
    if number == HATCHED:
        for part in (0.25, 0.5, 0.75, 1.0):
            brush.line((x, y + cell * part), (x + cell * part, y), colour, 1.2)
            brush.line(
                (x + cell * (1 - part), y + cell), (x + cell, y + cell * (1 - part)), colour, 1.2
            )
    elif number == DOTTED:
        for across in (0.25, 0.75):
            for down in (0.25, 0.75):
                brush.dot(x + cell * across, y + cell * down, max(1.5, cell * 0.05), colour)


def border(brush: Brush, number: int, zone: Zone, at: Place, cell: int) -> None:
    """Draw the border of a zone: the sides of its cells whose neighbours are outside."""
    inside = set(zone.cells)
    colour = colour_of(number)
    dash = DASHES[number % len(DASHES)] * cell
    for row, column in zone.cells:
        left, top = at((1000 * row, 1000 * column))
        right, bottom = at((1000 * (row + 1), 1000 * (column + 1)))
        sides = (
            ((row - 1, column), (left, top), (right, top)),
            ((row + 1, column), (left, bottom), (right, bottom)),
            ((row, column - 1), (left, top), (left, bottom)),
            ((row, column + 1), (right, top), (right, bottom)),
        )
        for other, start, end in sides:
            if other not in inside:
                brush.line(start, end, colour, 3 if dash else 4, dash)


def name_zones(brush: Brush, zones: tuple[Zone, ...], at: Place, cell: int) -> None:
    """Write the name of each zone (`moves 3`) at its rim, each on another side."""
    size = max(14, min(24, cell * 2 // 5))
    for number, zone in enumerate(zones):
        if not zone.cells:
            continue
        row, column = rim(zone, number)
        x, y = at((1000 * row + 500, 1000 * column + 500))
        wide = text_width(zone.name, size) / 2 + 6
        x = max(x, wide + 2)
        x = min(x, brush.size[0] - wide - 2)
        box = (x - wide, y - size * 0.7, x + wide, y + size * 0.7)
        brush.rounded(box, size * 0.4, "#FFFFFF", colour_of(number), 1.5)
        brush.centred(x, y, zone.name, size, colour_of(number), 0.6)


def rim(zone: Zone, number: int) -> tuple[int, int]:
    """The middle one of the outermost cells on one side: by the zone's number on the right, below,
    above or on the left."""
    side = number % 4
    if side in (0, 3):
        edge = (max if side == 0 else min)(column for _, column in zone.cells)
        rows = sorted(row for row, column in zone.cells if column == edge)
        return rows[len(rows) // 2], edge
    edge = (max if side == 1 else min)(row for row, _ in zone.cells)
    columns = sorted(column for row, column in zone.cells if row == edge)
    return edge, columns[len(columns) // 2]


def colour_of(number: int) -> str:
    """The colour of a zone by its number."""
    return COLOURS[number % len(COLOURS)]


def legend(zones: tuple[Zone, ...]) -> list[Shape]:
    """The entries of the legend: the name of each zone with its pattern."""
    return [
        Shape("legend", 0, 0, label=zone.name, mark=f"zone{number}")
        for number, zone in enumerate(zones)
    ]


def sample(brush: Brush, mark: str, x: float, y: float, size: int) -> None:
    """Draw a cell of a zone for the legend."""
    number = int(mark.removeprefix("zone"))
    brush.fill((x, y, x + size, y + size), "#F3EFE4")

    def at(point: Point) -> tuple[float, float]:
        return x + size * point[1] / 1000, y + size * point[0] / 1000

    pattern(brush, number, (x, y), size)
    border(brush, number, Zone("", ((0, 0),)), at, size)
