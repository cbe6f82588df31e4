"""Lines, polygons and letters, drawn with Pillow, which is used in this module only."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

FINE = 2
"""Everything is drawn this many times larger and then scaled down, which smooths its edges."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own typeface, so that no font file is needed.  Its drawn words are cached, because
    a board repeats the same few."""
    found = ImageFont.load_default(size)
    if isinstance(found, ImageFont.FreeTypeFont):
        for once in ("getmask2", "getbbox"):
            setattr(found, once, lru_cache(maxsize=256)(getattr(found, once)))
    return found


@lru_cache(maxsize=4096)
def text_width(text: str, size: int) -> int:
    """The width of a text in pixels."""
    return int(font(size).getlength(text)) + 1


class Brush:
    """Draws on a picture; all measures are in pixels of the finished picture."""

    def __init__(self, width: int, height: int, paper: str) -> None:
        self.size = width, height
        self._image = Image.new("RGB", (FINE * width, FINE * height), paper)
        self._draw = ImageDraw.Draw(self._image)

    def fill(self, box: Box, colour: str) -> None:
        """A rectangle, at least a point thick; an empty one draws nothing."""
        left, top, right, bottom = (FINE * value for value in box)
        if left < right and top < bottom:
            corner = max(left, right - 1), max(top, bottom - 1)
            self._draw.rectangle((left, top, *corner), fill=colour)

    def outline(self, box: Box, colour: str, width: float) -> None:
        """The border of a rectangle, outside of it."""
        left, top, right, bottom = (FINE * value for value in box)
        wide = max(1, int(FINE * width))
        bounds = (left - wide, top - wide, right + wide - 1, bottom + wide - 1)
        self._draw.rectangle(bounds, outline=colour, width=wide)

    def rounded(self, box: Box, radius: float, fill: str, edge: str, width: float) -> None:
        """A rectangle with rounded corners; a large radius makes it a disc."""
        left, top, right, bottom = (FINE * value for value in box)
        most = min(right - left, bottom - top) / 2
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            min(FINE * radius, most),
            fill=fill or None,
            outline=edge or None,
            width=max(1, int(FINE * width)) if edge else 0,
        )

    def polygon(self, points: Sequence[Point], fill: str, edge: str = "", width: float = 0) -> None:
        """A filled polygon with an optional border."""
        scaled = [(FINE * x, FINE * y) for x, y in points]
        self._draw.polygon(scaled, fill=fill)
        if edge:
            closed = [*scaled, scaled[0], scaled[1]]
            self._draw.line(closed, fill=edge, width=max(1, int(FINE * width)), joint="curve")

    def line(self, start: Point, end: Point, colour: str, width: float, dash: float = 0) -> None:
        """A straight line, broken into dashes of this length unless it is 0."""
        if not dash:
            points = [(FINE * x, FINE * y) for x, y in (start, end)]
            self._draw.line(points, fill=colour, width=max(1, int(FINE * width)))
            return
        (x, y), (to_x, to_y) = start, end
        length = max(abs(to_x - x), abs(to_y - y))
        count = max(1, int(length / (2 * dash)))
        across, down = (to_x - x) / count, (to_y - y) / count
        for number in range(count):
            from_ = x + number * across, y + number * down
            self.line(from_, (from_[0] + across / 2, from_[1] + down / 2), colour, width)

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """A filled disc."""
        bounds = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse([FINE * value for value in bounds], fill=colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: str,
        bold: float = 0,
        anchor: str = "mm",
    ) -> None:
        """Letters around a point; `bold` thickens their strokes."""
        if text:
            self._write(x, y, text, size, colour, int(FINE * bold * size / 30), anchor)

    def _write(
        self, x: float, y: float, text: str, size: int, colour: str, stroke: int, anchor: str
    ) -> None:
        at, letters = (FINE * x, FINE * y), font(FINE * size)
        self._draw.text(at, text, colour, letters, anchor, stroke_width=stroke, stroke_fill=colour)

    def centred(self, x: float, y: float, text: str, size: int, colour: str, bold: float) -> None:
        """Letters centred by their inked part, not by their line."""
        left, top, right, bottom = self._draw.textbbox((0, 0), text, font(FINE * size), "mm")
        at = x - (left + right) / (2 * FINE), y - (top + bottom) / (2 * FINE)
        self.text(*at, text, size, colour, bold)

    def halo(self, x: float, y: float, text: str, size: int, colour: str) -> None:
        """A halo around letters, drawn before them, so that they can be read on any ground."""
        self._write(x, y, text, size, colour, 2 * FINE, "mm")

    def fitted(self, text: str, size: int, width: float, least: int = 6) -> int:
        """The largest size, up to `size`, at which a text is at most `width` wide, but not below
        `least`."""
        while size > least and text_width(text, size) > width:
            size -= 1
        return size

    def png(self, most: int = 300_000) -> bytes:
        """The finished picture as a PNG file with a palette, reduced to fewer colours if it has
        more than `most` bytes."""
        small = self._image.reduce(FINE)
        for colours in (256, 64, 24):
            file = BytesIO()
            palette = small.quantize(
                colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
            )
            palette.save(file, "PNG", compress_level=6)
            if len(file.getvalue()) <= most:
                break
        return file.getvalue()
