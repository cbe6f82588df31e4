"""A board as SVG for web pages: each look (a piece of SVG) once, and the places where looks stand.

It draws what `png.py` draws, with the same tones.  A cell is 1,000 units wide, so that the
coordinates of every point of a picture are whole numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from bot.render.drawing import FILLS, FORMS, INKS, TONES, check, edge_of, fill_of
from bot.render.figures import GROUND, NEUTRAL, PLAIN_GROUND, STYLES, TURNS, ZONE_EDGES, Style
from bot.render.png import covered, of_kind
from rules.display.view import Disc, Picture, Point, Polygon, Shape, Stroke, Text

CELL = 1000
LETTER = 0.62
"""The width of a letter as a share of its height."""

GROUND_LAYER, FREE_LAYER, TREASURE_LAYER, UNIT_LAYER = range(4)
DARK, INK = "#1B1B1B", "ink"


@dataclass(frozen=True, slots=True)
class Placed:
    """A look at a place.  Layer 0 is below the lines between cells, the others are above them."""

    layer: int
    look: str
    x: int
    y: int


def placed(picture: Picture) -> list[Placed]:
    """Everything on a board, in the order in which it is painted.

    Raises `UnknownShape` for an unknown kind, form or tone.
    """
    taken, found = of_kind(picture, "unit"), []
    for one in picture.shapes:
        check(one)
        if not isinstance(one, Shape):
            found.append(_free(one))
        elif one.kind == "tile":
            found.append(_cell(GROUND_LAYER, tile(one), one))
        elif one.kind == "unit":
            found.append(_cell(UNIT_LAYER, unit(one), one))
        elif one.kind == "treasure":
            found.append(_treasure(one, taken))
    return sorted((one for one in found if one.look), key=lambda one: one.layer)


def titles(picture: Picture) -> list[str]:
    """The titles above the board."""
    return [shape.label for shape in of_kind(picture, "title")]


def legend(picture: Picture) -> list[tuple[str, str]]:
    """The entries of the legend: a sample as SVG (empty: none), and its meaning."""
    drawn = {"tile": tile, "treasure": treasure, "unit": unit}
    found = []
    for shape in of_kind(picture, "legend"):
        kind, _, mark = shape.mark.partition(" ")
        sample = Shape(kind, 0, 0, tone=shape.tone, mark=mark)
        found.append((drawn[kind](sample) if kind in drawn else "", shape.label))
    return found


def patterns(looks: Sequence[str]) -> str:
    """The SVG definitions of the patterns that these looks use."""
    tones = (*FILLS, *TONES)
    known = {**GROUND_PATTERNS, **{name: body for tone in tones for name, body in _areas(tone)}}
    drawn = "".join(looks)
    return "".join(body for name, body in known.items() if f"(#{name})" in drawn)


def _cell(layer: int, look: str, shape: Shape) -> Placed:
    return Placed(layer, look, shape.column * CELL, shape.row * CELL)


def _treasure(shape: Shape, units: Sequence[Shape]) -> Placed:
    """A treasure; under a unit it is small, in the corner of the cell."""
    if not covered(shape, units):
        return _cell(TREASURE_LAYER, treasure(shape), shape)
    x, y = (shape.column + shape.columns) * CELL - 400, (shape.row + shape.rows) * CELL - 400
    return Placed(UNIT_LAYER, f'<g transform="scale(.4)">{treasure(shape)}</g>', x, y)


# --- free shapes --------------------------------------------------------------------------------


def _free(shape: Polygon | Stroke | Disc | Text) -> Placed:
    """An area, a line, a disc or letters, with its first point as the origin of its look."""
    match shape:
        case Disc(centre, radius, tone, label, form):
            inner = radius * 22 // 25
            body = _formed(form, radius, edge_of(tone) if tone else DARK)
            body += _formed(form, inner, fill_of(tone) if tone else "#FFFDF4")
            size = _fitted(label, radius, 17 * radius // 10)
            body += _letters(0, 0, label, size, INKS.get(tone, DARK), True)
            return Placed(FREE_LAYER, body, centre[1], centre[0])
        case Text(at, text, size, tone):
            return Placed(FREE_LAYER, _letters(0, 0, text, size, edge_of(tone)), at[1], at[0])
        case Stroke(points, tone, width, dashed):
            broken = f' stroke-dasharray="{CELL // 8}"' if dashed else ""
            line = f'<path d="{_path(points)}" fill="none" stroke="{edge_of(tone)}"'
            return _at_first(points, f'{line} stroke-width="{width}"{broken}/>')
        case Polygon(points, tone, fill):
            edge = f'stroke="{edge_of(tone)}" stroke-width="33"'
            paint = f"url(#{fill}-{tone or INK})" if fill in ("hatch", "dots") else "none"
            paint = fill_of(tone) if fill == "plain" else paint
            return _at_first(points, f'<path d="{_path(points)}z" fill="{paint}" {edge}/>')


def _formed(form: str, radius: int, fill: str) -> str:
    """A disc, or another form of its size, around the origin."""
    if form not in FORMS:
        return _circle(0, 0, radius, fill)
    corners = "L".join(f"{int(x * radius)} {int(y * radius)}" for x, y in FORMS[form])
    return f'<path d="M{corners}z" fill="{fill}"/>'


def _at_first(points: Sequence[Point], look: str) -> Placed:
    return Placed(FREE_LAYER, look, points[0][1], points[0][0])


def _path(points: Sequence[Point]) -> str:
    """An SVG path from point to point, with the first one as its origin."""
    row, column = points[0]
    return "M0 0" + "".join(f"L{x - column} {y - row}" for y, x in points[1:])


def _areas(tone: str) -> list[tuple[str, str]]:
    """The two patterns for areas of a tone, hatched and dotted, each with its name."""
    colour, hatch, dots = fill_of(tone), f"hatch-{tone or INK}", f"dots-{tone or INK}"
    line = f'<path d="M0 125H250" stroke="{colour}" stroke-width="42"/>'
    return [
        (hatch, _pattern(hatch, 250, line)),
        (dots, _pattern(dots, 250, _circle(125, 125, 42, colour))),
    ]


def _pattern(name: str, size: int, body: str) -> str:
    box = f'width="{size}" height="{size}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{name}" {box}>{body}</pattern>'


# --- shapes in cells ----------------------------------------------------------------------------


def tile(shape: Shape) -> str:
    """Ground: a plain tone, and a pattern if it is hard to cross."""
    wide, high = shape.columns * CELL, shape.rows * CELL
    body = _rect(0, 0, wide, high, GROUND.get(shape.tone, PLAIN_GROUND))
    if shape.mark in ("dots", "waves", "bricks"):
        body += _rect(0, 0, wide, high, f"url(#{shape.mark})")
    if shape.tone in ZONE_EDGES and (shape.rows > 1 or shape.columns > 1):
        line = f'stroke="{ZONE_EDGES[shape.tone]}" stroke-width="60" stroke-dasharray="250"'
        body += f'<path d="M0 0V{high}M{wide} 0V{high}" {line}/>'
    return body


def treasure(shape: Shape) -> str:
    """A gem or a crate in its owner's style, with its letter."""
    style = STYLES.get(shape.tone, NEUTRAL)
    light = "#8F8775" if style.disc else "#AEB6C0"
    edge = style.edge if style.disc else "#DDE3EA"
    outer, inner = f'stroke="{edge}" stroke-width="42"', f'stroke="{light}" stroke-width="25"'
    if shape.mark == "gem":
        body = f'<path d="M320 200H680L845 410 500 845 155 410Z" fill="{style.fill}" {outer}/>'
        body += f'<path d="M155 410H845M500 410L320 200M500 410L680 200M500 410V845" {inner}/>'
        middle = 545
    else:
        body = f'<rect x="200" y="230" width="600" height="540" rx="62" fill="{style.fill}" '
        body += f'{outer}/><path d="M242 365H758M242 635H758" fill="none" {inner}/>'
        middle = 500
    if shape.label:
        body += _circle(500, middle, 174, style.fill)
        body += _letters(500, middle, shape.label, 300, style.ink, True)
    return body


def unit(shape: Shape) -> str:
    """A disc or a block with its letters, a nose on the side that it faces, and badges."""
    style, marks = STYLES.get(shape.tone, NEUTRAL), shape.mark.split()
    inset = 150 if any(mark in TURNS for mark in marks) else 70
    wide, high = shape.columns * CELL - 2 * inset, shape.rows * CELL - 2 * inset
    body = "".join(_nose(style, inset, wide, high, mark) for mark in marks if mark in TURNS)
    corner = min(wide, high) // 2 if style.disc else 120
    edge = f'stroke="{style.edge}" stroke-width="45"'
    body += _rect(inset, inset, wide, high, style.fill, f'rx="{corner}" {edge}')
    if not style.disc:
        rim = 'rx="80" stroke="#9FC6E3" stroke-width="20"'
        body += _rect(inset + 50, inset + 50, wide - 100, high - 100, "none", rim)
    crowned, worn = "crown" in marks, "health" in shape.mark
    room = wide * (8 if len(shape.label) < 3 else 9) // 10
    size = _fitted(shape.label, 460 if crowned else 540, room)
    y = inset + high // 2 + (100 if crowned else -70 if worn else 0)
    body += _letters(inset + wide // 2, y, shape.label, size, style.ink, True)
    return body + "".join(_badge(style, inset, wide, high, mark) for mark in marks)


def _nose(style: Style, inset: int, wide: int, high: int, mark: str) -> str:
    """A triangle out of the middle of the side that the unit faces."""
    across, down = TURNS[mark]
    x = inset + wide // 2 + across * wide // 2
    y = inset + high // 2 + down * high // 2
    tip = f"{x + across * 125} {y + down * 125}"
    back_x, back_y = x - across * 100, y - down * 100
    sides = [f"{back_x + one * down * 240} {back_y + one * across * 240}" for one in (1, -1)]
    return f'<path d="M{tip}L{sides[0]} {sides[1]}Z" fill="{style.edge}"/>'


def _badge(style: Style, inset: int, wide: int, high: int, mark: str) -> str:
    """A badge: `crown`, `frozen`, `afflicted`, `sign:SP` (conditions by letter), or `health3`
    (three eighths of the hit points are left)."""
    right, x = inset + wide, inset + wide // 2
    if mark == "crown":
        y = inset + 240
        points = ((-170, 0), (-170, -130), (-85, -58), (0, -150), (85, -58), (170, -130), (170, 0))
        path = " ".join(f"{x + a} {y + b}" for a, b in points)
        return f'<path d="M{path}Z" fill="{style.ink}"/>'
    if mark == "frozen":
        x, y = right - 60, inset + 60
        arms = f"M{x} {y - 115}V{y + 115}M{x - 100} {y - 58}l200 116M{x - 100} {y + 58}l200 -116"
        star = f'<path d="{arms}" stroke="#004A75" stroke-width="30"/>'
        return _circle(x, y, 170, "#004A75") + _circle(x, y, 148, "#E6F6FF") + star
    if mark == "afflicted":
        return _sign(right - 70, inset + 70, (170, 145), "!", 290)
    if mark.startswith("sign:"):
        x, letters = right - 50, enumerate(mark[5:8])
        return "".join(_sign(x, inset + 60 + 300 * n, (180, 153), one, 270) for n, one in letters)
    if mark.startswith("health"):
        whole, top = wide * 72 // 100, inset + high - 110
        full = (whole - 50) * min(8, int(mark[6:] or 0)) // 8
        bar = _rect(x - whole // 2, top, whole, 150, DARK)
        bar += _rect(x - whole // 2 + 25, top + 25, whole - 50, 100, "#FFFFFF")
        return bar + _rect(x - whole // 2 + 25, top + 25, full, 100, "#D55E00")
    return ""


def _sign(x: int, y: int, radii: tuple[int, int], letter: str, size: int) -> str:
    """A letter on a yellow disc with a dark edge; the radii are those of the edge and the disc."""
    disc = _circle(x, y, radii[0], DARK) + _circle(x, y, radii[1], "#F0E442")
    return disc + _letters(x, y, letter, size, DARK, True)


# --- strokes of the pen -------------------------------------------------------------------------


def _rect(x: int, y: int, wide: int, high: int, fill: str, more: str = "") -> str:
    place = "".join(f' {name}="{value}"' for name, value in (("x", x), ("y", y)) if value)
    return f'<rect{place} width="{wide}" height="{high}" fill="{fill}"{more and " " + more}/>'


def _circle(x: int, y: int, radius: int, fill: str) -> str:
    place = "".join(f' {name}="{value}"' for name, value in (("cx", x), ("cy", y)) if value)
    return f'<circle{place} r="{radius}" fill="{fill}"/>'


def _letters(x: int, y: int, text: str, size: int, ink: str, bold: bool = False) -> str:
    """Letters centred on a point: their baseline is a good third of their size below it."""
    if not text:
        return ""
    weight = ' font-weight="700"' if bold else ""
    place = f'x="{x}" y="{y + size * 36 // 100}" font-size="{size}"{weight}'
    return f'<text {place} fill="{ink}">{escape(text)}</text>'


def _fitted(text: str, size: int, wide: int) -> int:
    """The largest size, up to `size`, at which a text is at most `wide`."""
    return min(size, int(wide / (LETTER * max(1, len(text)))))


GROUND_PATTERNS = {
    "dots": _pattern(
        "dots", 250, "".join(_circle(x, y, 42, "#8A7A4F") for x, y in ((62, 62), (187, 187)))
    ),
    "waves": _pattern(
        "waves",
        500,
        '<rect width="500" height="500" fill="#D5CDB9"/><path d="M0 200l125 -70 125 70 125 -70 '
        '125 70M0 450l125 -70 125 70 125 -70 125 70" fill="none" stroke="#5E5540" '
        'stroke-width="60"/>',
    ),
    "bricks": _pattern(
        "bricks",
        500,
        '<rect width="500" height="500" fill="#5D5850"/><path d="M0 250H500M0 500H500M125 0V250'
        'M375 0V250M250 250V500M500 250V500" stroke="#CFC8BB" stroke-width="42"/>',
    ),
}
"""The patterns of ground that is hard to cross."""
