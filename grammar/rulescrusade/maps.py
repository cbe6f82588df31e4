"""Read a pasted map into a `MapSheet` (RC-MAP-2); what cannot be read is refused under RC-MAP-5."""

import re
from dataclasses import dataclass, field

from grammar.transform import Unreadable
from rules.numbers.grid import Cell
from rules.rulescrusade.sheets import MapLine, MapSheet, Rect

RULE = "RC-MAP-5"
SMALLEST, LARGEST = 6, 48

_SIZE = re.compile(r"map\s+(\d{1,3})\s*[x×*]\s*(\d{1,3})\s*", re.IGNORECASE)
_CELL = r"(\d{1,3})\s*,\s*(\d{1,3})"
_AREA = re.compile(rf"at\s+{_CELL}(?:\s*[-–]\s*{_CELL})?\s*", re.IGNORECASE)
_LINES = {
    "building": re.compile(
        rf"building\s+(?P<name>B\d{{1,6}})\s+(?P<areas>(?:{_AREA.pattern})+)roof\s+(?P<roof>\d)"
        r"\s*(?P<armored>armou?red)?",
        re.IGNORECASE,
    ),
    "sector": re.compile(
        rf"sector\s+(?P<name>B\d{{1,6}}\.\d{{1,6}})\s+(?P<areas>(?:{_AREA.pattern})+)",
        re.IGNORECASE,
    ),
    "ladder": re.compile(rf"ladder\s+{_CELL}\s+to\s+{_CELL}", re.IGNORECASE),
    "manhole": re.compile(rf"manhole\s+{_CELL}\s+to\s+{_CELL}", re.IGNORECASE),
    "item": re.compile(rf"item\s+([^\W\d_][\w ' -]*?)\s+at\s+{_CELL}", re.IGNORECASE),
}
_BLOCKS = ("elevation", "light")
_END = re.compile(r"\s*(?:map\s+)?end\s*", re.IGNORECASE)


@dataclass
class Reading:
    """A map while it is read: the rows of each block, the current block, and the lines below."""

    rows: int
    columns: int
    blocks: dict[str, list[str]] = field(default_factory=lambda: {"ground": []})
    block: str = "ground"
    lines: list[MapLine] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Has the current block all its rows?"""
        return len(self.blocks.get(self.block, ())) >= self.rows


def read_map(text: str) -> MapSheet:
    """RC-MAP-2: read the size, the rows of each block, and the lines below them."""
    first, *rest = text.split("\n")
    size, _, comment = first.partition("//")
    read = _SIZE.fullmatch(size.strip() + " ")
    if read is None:
        raise wrong(1, "it begins with its size, rows x columns, for instance map 20x24")
    rows, columns = int(read[1]), int(read[2])
    if not (SMALLEST <= rows <= LARGEST and SMALLEST <= columns <= LARGEST):
        raise wrong(1, f"{rows}x{columns} cells; each is {SMALLEST} to {LARGEST}")
    reading = Reading(rows, columns)
    ended = False
    for number, line in enumerate(rest, start=2):
        if ended and line.strip():
            raise wrong(number, "nothing stands after end")
        ended = ended or read_line(reading, line, number)
    if not ended:
        raise wrong(len(rest) + 1, "the map has no end: its last line is end")
    blocks = {name: tuple(found) for name, found in reading.blocks.items()}
    return MapSheet(
        rows,
        columns,
        blocks["ground"],
        blocks.get("elevation", ()),
        blocks.get("light", ()),
        tuple(reading.lines),
        text,
        " ".join(comment.split()),
        tuple(reading.numbers),
    )


def read_line(reading: Reading, line: str, number: int) -> bool:
    """Read one line of a map; True if it was its end."""
    said = line.split("//")[0].strip() if reading.full else line.strip()
    if not said or (reading.full and said.startswith("//")):
        return False
    if _END.fullmatch(said.split("//")[0]):
        check_full(reading, number)
        return True
    word = said.split("//")[0].strip().lower()
    if word in _BLOCKS:
        check_full(reading, number)
        if word in reading.blocks:
            raise wrong(number, f"{word} stands there twice")
        reading.block = word
        reading.blocks[word] = []
    elif not reading.full:
        reading.blocks[reading.block].append(row(reading, line, number))
        if reading.block == "ground":
            reading.numbers.append(number)
    else:
        reading.lines.append(below(said, number))
    return False


def row(reading: Reading, line: str, number: int) -> str:
    """The cells of a row; a comment may come only behind its last column."""
    line = line.rstrip()
    cut = line.find("//", reading.columns)
    cells = line[:cut].rstrip() if cut >= 0 else line
    if len(cells) > reading.columns:
        why = f"column {reading.columns + 1}: {len(cells)} cells; a row has {reading.columns}"
        raise wrong(number, why)
    return cells


def check_full(reading: Reading, number: int) -> None:
    """A block has as many rows as the map."""
    if not reading.full:
        found = len(reading.blocks[reading.block])
        raise wrong(number, f"{reading.block} has {found} rows; the map has {reading.rows}")


def below(said: str, number: int) -> MapLine:
    """A line below the blocks: a building, a sector, a ladder, a manhole or an item."""
    word = said.split()[0].lower()
    pattern = _LINES.get(word)
    read = pattern.fullmatch(said) if pattern is not None else None
    if read is None:
        raise wrong(number, f'"{said[:40]}" is no line of a map')
    match word:
        case "building":
            armored = read["armored"] is not None
            areas, roof = areas_of(read["areas"]), int(read["roof"])
            return MapLine(word, number, read["name"].upper(), areas, (), roof, armored)
        case "sector":
            return MapLine(word, number, read["name"].upper(), areas_of(read["areas"]))
        case "item":
            name = " ".join(read[1].split())
            return MapLine(word, number, name, (), ((int(read[2]), int(read[3])),))
        case _:
            one, other = (int(read[1]), int(read[2])), (int(read[3]), int(read[4]))
            return MapLine(word, number, "", (), (one, other))


def areas_of(text: str) -> tuple[Rect, ...]:
    """`at 2,3-3,4 at 5,5`."""
    found: list[Rect] = []
    for top, left, bottom, right in _AREA.findall(text):
        first: Cell = (int(top), int(left))
        found.append((first, (int(bottom), int(right)) if bottom else first))
    return tuple(found)


def wrong(number: int, why: str) -> Unreadable:
    """RC-MAP-5: the refusal that names the wrong line of the map."""
    return Unreadable(f"line {number} of the map: {why}", RULE)
