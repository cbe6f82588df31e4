"""Draws each kind of shape: tiles with patterns, treasures, units with facings and badges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.display.view import Shape

if TYPE_CHECKING:
    from bot.render.brush import Box, Brush


@dataclass(frozen=True, slots=True)
class Style:
    """The look of an army: the form and colours of its units, in a lightness of its own."""

    fill: str
    edge: str
    ink: str
    disc: bool


STYLES = {
    "white": Style("#FFFDF4", "#2B2723", "#171411", True),
    "black": Style("#24272C", "#08090B", "#FFFFFF", False),
    "red": Style("#FFDCCB", "#B84A00", "#1B1B1B", True),
    "blue": Style("#0A4A76", "#062D49", "#FFFFFF", False),
}
NEUTRAL = Style("#E8E4DA", "#5A554B", "#1B1B1B", True)

GROUND = {"light": "#DDD3BC", "dark": "#B9AB8C", "red": "#FBE6DB", "blue": "#DDEBF5"}
PLAIN_GROUND = "#F3EFE4"
ZONE_EDGES = {"red": "#B84A00", "blue": "#0072B2"}

TURNS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


PixelBox = tuple[int, int, int, int]
"""The pixels that a shape covers: left, top, right, bottom."""


def inside(box: Box, by: float) -> Box:
    """A box that is smaller on each side."""
    left, top, right, bottom = box
    return left + by, top + by, right - by, bottom - by


def tile(brush: Brush, shape: Shape, box: PixelBox, cell: int) -> None:
    """Draw ground: a plain tone, and a pattern if it is hard to cross."""
    left, top, right, bottom = box
    brush.fill(box, GROUND.get(shape.tone, PLAIN_GROUND))
    for y in range(top, bottom, cell):
        for x in range(left, right, cell):
            pattern(brush, shape.mark, x, y, cell)
    if shape.tone in ZONE_EDGES and (shape.rows > 1 or shape.columns > 1):
        for x in (left, right):
            brush.line((x, top), (x, bottom), ZONE_EDGES[shape.tone], 3, cell / 4)


def pattern(brush: Brush, mark: str, x: int, y: int, cell: int) -> None:
    """Draw `dots`, `waves` or `bricks` on one cell."""
    if mark == "dots":
        for row in range(4):
            for column in range(4):
                shift = cell / 8 if row % 2 else 0
                at = x + cell * (column + 0.25) / 4 + shift, y + cell * (row + 0.5) / 4
                brush.dot(*at, cell / 24, "#8A7A4F")
    elif mark == "waves":
        brush.fill((x, y, x + cell, y + cell), "#D5CDB9")
        for row in range(3):
            middle = y + cell * (row + 0.5) / 3
            for step in range(4):
                start, end = x + cell * step / 4, x + cell * (step + 1) / 4
                high, low = middle - cell / 14, middle + cell / 14
                slope = (high, low) if step % 2 else (low, high)
                brush.line((start, slope[0]), (end, slope[1]), "#5E5540", cell / 16)
    elif mark == "bricks":
        brush.fill((x, y, x + cell, y + cell), "#5D5850")
        for row in range(3):
            high, low = y + cell * row / 3, y + cell * (row + 1) / 3
            brush.line((x, low), (x + cell, low), "#CFC8BB", cell / 24)
            for part in (0.25, 0.75) if row % 2 else (0.5, 1.0):
                joint = x + cell * part
                brush.line((joint, high), (joint, low), "#CFC8BB", cell / 24)


def treasure(brush: Brush, shape: Shape, box: PixelBox, cell: int) -> None:
    """Draw a `gem` or a crate in its owner's style, with its letter."""
    style, (left, top, right, bottom) = STYLES.get(shape.tone, NEUTRAL), box
    x, y, half = (left + right) / 2, (top + bottom) / 2, cell * 0.3
    light = "#8F8775" if style.disc else "#AEB6C0"
    edge = style.edge if style.disc else "#DDE3EA"
    if shape.mark == "gem":
        points = [
            *((x - 0.6 * half, y - half), (x + 0.6 * half, y - half)),
            *((x + 1.15 * half, y - 0.3 * half), (x, y + 1.15 * half)),
            (x - 1.15 * half, y - 0.3 * half),
        ]
        brush.polygon(points, style.fill, edge, cell / 24)
        for end in (points[0], points[1], points[3]):
            brush.line((x, y - 0.3 * half), end, light, cell / 40)
        brush.line(points[4], points[2], light, cell / 40)
        y += half * 0.15
    else:
        bounds = (x - half, y - half * 0.9, x + half, y + half * 0.9)
        brush.rounded(bounds, cell / 16, style.fill, edge, cell / 24)
        for part in (-0.45, 0.45):
            level = y + part * half
            inside = half - cell / 24
            brush.line((x - inside, level), (x + inside, level), light, cell / 40)
    if shape.label:
        size = max(6, int(cell * 0.3))
        disc = size * 0.58
        brush.dot(x, y, disc, style.fill)
        brush.text(x, y, shape.label, size, style.ink, 1)


def unit(brush: Brush, shape: Shape, box: PixelBox, cell: int) -> None:
    """Draw a disc or a block with its letters, a nose on the side that it faces, and badges."""
    style = STYLES.get(shape.tone, NEUTRAL)
    marks = shape.mark.split()
    looks = any(mark in TURNS for mark in marks)
    bounds = inside(box, cell * (0.15 if looks else 0.09 if cell > 60 else 0.05))
    for mark in marks:
        if mark in TURNS:
            nose(brush, style, bounds, TURNS[mark], cell)
    radius = cell if style.disc else cell * 0.12
    brush.rounded(bounds, radius, style.fill, style.edge, cell * 0.045)
    if not style.disc:
        rim = inside(bounds, cell * 0.05)
        brush.rounded(rim, cell * 0.08, "", "#9FC6E3", cell * 0.02)
    write_label(brush, shape, style, bounds, cell)
    for mark in marks:
        badge(brush, style, bounds, mark, cell)


def write_label(brush: Brush, shape: Shape, style: Style, bounds: Box, cell: int) -> None:
    """Write the letters, as large as fits; lower under a crown, higher over a health bar."""
    left, top, right, bottom = bounds
    crowned, worn = "crown" in shape.mark.split(), "health" in shape.mark
    wide = (right - left) * (0.8 if len(shape.label) < 3 else 0.92)
    size = brush.fitted(shape.label, int(cell * (0.46 if crowned else 0.54)), wide)
    y = (top + bottom) / 2 + cell * (0.1 if crowned else -0.07 if worn else 0)
    brush.centred((left + right) / 2, y, shape.label, size, style.ink, 1.2)


def nose(brush: Brush, style: Style, bounds: Box, turn: tuple[int, int], cell: int) -> None:
    """Draw a triangle out of the middle of the side that the unit faces."""
    left, top, right, bottom = bounds
    across, down = turn
    x = (left + right) / 2 + across * (right - left) / 2
    y = (top + bottom) / 2 + down * (bottom - top) / 2
    long, wide, root = cell * 0.125, cell * 0.24, cell * 0.1
    tip = (x + across * long, y + down * long)
    base = (x - across * root, y - down * root)
    sides = [(base[0] + sign * down * wide, base[1] + sign * across * wide) for sign in (1, -1)]
    brush.polygon([tip, *sides], style.edge)


def badge(brush: Brush, style: Style, bounds: Box, mark: str, cell: int) -> None:
    """Draw a badge: `crown`, `frozen`, `afflicted`, `sign:SP` (conditions by letter), or `health3`
    (three eighths of the hit points are left)."""
    left, top, right, _ = bounds
    if mark == "crown":
        crown(brush, (left + right) / 2, top + cell * 0.24, cell, style.ink)
    elif mark == "frozen":
        frost(brush, right - cell * 0.06, top + cell * 0.06, cell)
    elif mark == "afflicted":
        x, y, radius = right - cell * 0.07, top + cell * 0.07, cell * 0.17
        sign(brush, x, y, radius)
        brush.text(x, y, "!", int(radius * 1.7), "#1B1B1B", 1)
    elif mark.startswith("sign:"):
        for number, letter in enumerate(mark[5:8]):
            x, y, radius = right - cell * 0.05, top + cell * (0.06 + 0.3 * number), cell * 0.18
            sign(brush, x, y, radius)
            brush.centred(x, y, letter, max(8, int(radius * 1.5)), "#1B1B1B", 0.8)
    elif mark.startswith("health"):
        health(brush, bounds, int(mark[6:] or 0), cell)


def crown(brush: Brush, x: float, y: float, cell: int, ink: str) -> None:
    """Draw a crown of three points, its foot at `y`."""
    wide, high = cell * 0.17, cell * 0.13
    parts = ((-1, 0), (-1, -1), (-0.5, -0.45), (0, -1.15), (0.5, -0.45), (1, -1), (1, 0))
    brush.polygon([(x + a * wide, y + b * high) for a, b in parts], ink)


def frost(brush: Brush, x: float, y: float, cell: int) -> None:
    """Draw a snowflake in a disc."""
    radius = cell * 0.17
    brush.dot(x, y, radius, "#004A75")
    brush.dot(x, y, radius * 0.87, "#E6F6FF")
    arm = radius * 0.68
    for across, down in ((0, 1), (0.866, 0.5), (0.866, -0.5)):
        ends = (x - across * arm, y - down * arm), (x + across * arm, y + down * arm)
        brush.line(*ends, "#004A75", cell * 0.03)


def sign(brush: Brush, x: float, y: float, radius: float) -> None:
    """Draw a yellow disc, on which a letter is written."""
    brush.dot(x, y, radius, "#1B1B1B")
    brush.dot(x, y, radius * 0.85, "#F0E442")


def health(brush: Brush, bounds: Box, eighths: int, cell: int) -> None:
    """Draw a bar at the foot of a unit, filled by the eighths of its hit points that are left."""
    left, _, right, bottom = bounds
    wide, high = (right - left) * 0.72, cell * 0.15
    x, y = (left + right - wide) / 2, bottom - cell * 0.11
    brush.fill((x, y, x + wide, y + high), "#1B1B1B")
    line = max(0.7, cell * 0.025)
    brush.fill((x + line, y + line, x + wide - line, y + high - line), "#FFFFFF")
    left_of_it = (wide - 2 * line) * eighths / 8
    brush.fill((x + line, y + line, x + line + left_of_it, y + high - line), "#D55E00")
