"""RC-MAP: the ground of a map, and what the GM changes of it."""

from dataclasses import replace

from rules.errors import Refusal
from rules.grid import Cell
from rules.rulescrusade.field.terrain import CHARACTERS, LIGHTS, NAMES, relief
from rules.rulescrusade.sheets import MapLine, MapSheet, Rect
from rules.rulescrusade.state import Building, Cloud, Ground, Item, Sector, State
from rules.rulescrusade.words import cell_text

RULE = "RC-GM-7"
LIGHT_OF = {name: char for char, name in LIGHTS.items()}
HOUSES = "ba"
DOOR = "+"
LONGEST_LADDER = 6


def open_ground(rows: int, cols: int) -> Ground:
    """RC-SETUP-7: level, light and empty."""
    size = rows * cols
    return Ground(rows, cols, "_" * size, "0" * size, "." * size)


def wrong(rule: str, why: str, line: int = 0) -> Refusal:
    """A refusal of a GM's line, or of a line of a map."""
    return Refusal(rule, f"line {line} of the map: {why}" if line else why)


# --- a pasted map -------------------------------------------------------------------------------


def lay_out(sheet: MapSheet, hulk: bool) -> tuple[Ground, tuple[Item, ...]]:
    """RC-MAP-2, RC-MAP-5: the ground of a map and the items on it, or what is wrong with it."""
    terrain = "".join(
        row_of(sheet, number, row, hulk) for number, row in enumerate(sheet.ground)
    ).replace(".", "_")
    heights = layer(sheet, sheet.elevation, "elevation", "0123456789").replace(".", "0")
    light = layer(sheet, sheet.light, "light", "~:.")
    ground = Ground(sheet.rows, sheet.columns, terrain, heights, light)
    items: list[Item] = []
    for word in ("building", "sector", "ladder", "manhole", "item"):
        for line in sheet.lines:
            if line.word == word:
                ground = with_line(ground, line)
            if line.word == word == "item":
                items.append(Item(line.name, line.cells[0]))
    check_houses(sheet, ground)
    return ground, tuple(items)


def row_of(sheet: MapSheet, number: int, row: str, hulk: bool) -> str:
    """RC-MAP-1, RC-HULK-1: a row of cells; in a hulk blanks and missing cells are walls."""
    line = sheet.numbers[number] if number < len(sheet.numbers) else number + 2
    cells = row.ljust(sheet.columns).replace(" ", "#") if hulk else row
    for column, char in enumerate(cells, start=1):
        if char not in NAMES and char != ".":
            raise wrong("RC-MAP-5", f'column {column}: "{char}" is no terrain', line)
    if len(cells) != sheet.columns:
        why = f"column {len(cells) + 1}: {len(cells)} cells; a row has {sheet.columns}"
        raise wrong("RC-MAP-5", why, line)
    return cells


def layer(sheet: MapSheet, rows: tuple[str, ...], name: str, allowed: str) -> str:
    """RC-MAP-2: a block of elevations or lights; a missing one is all zero."""
    if not rows:
        return "." * (sheet.rows * sheet.columns)
    for number, row in enumerate(rows, start=1):
        if len(row) != sheet.columns:
            why = f"row {number} of the {name} has {len(row)} cells; a row has {sheet.columns}"
            raise Refusal("RC-MAP-5", why)
        for column, char in enumerate(row, start=1):
            if char not in allowed and char != ".":
                why = f'row {number}, column {column} of the {name}: "{char}" cannot be read'
                raise Refusal("RC-MAP-5", why)
    return "".join(rows)


def with_line(ground: Ground, line: MapLine) -> Ground:
    """RC-MAP-3, RC-MAP-4: one line below the grids."""
    try:
        match line.word:
            case "building":
                return with_building(ground, line.name, line.areas, line.roof, line.armored)
            case "sector":
                return with_sector(ground, line.name, line.areas)
            case "ladder":
                return with_ladder(ground, *line.cells)
            case "manhole":
                return with_manhole(ground, *line.cells)
            case _:
                check_on_board(ground, line.cells[0])
                return ground
    except Refusal as refusal:
        raise wrong("RC-MAP-5", refusal.why, line.line) from refusal


def check_houses(sheet: MapSheet, ground: Ground) -> None:
    """RC-MAP-5: a `b` or `a` belongs to a building."""
    for cell in ground.cells():
        if relief(ground).char(cell) in HOUSES and not relief(ground).sector_at(cell):
            number = cell[0] - 1
            line = sheet.numbers[number] if number < len(sheet.numbers) else cell[0] + 1
            char = relief(ground).char(cell)
            raise wrong("RC-MAP-5", f'column {cell[1]}: "{char}" is in no building', line)


# --- single changes -----------------------------------------------------------------------------


def check_on_board(ground: Ground, cell: Cell) -> None:
    """RC-GM-7: a position is on the board."""
    if not ground.holds(cell):
        size = f"{ground.rows} x {ground.cols}"
        raise Refusal(RULE, f"{cell_text(cell)} is off the board ({size})")


def cells_of(ground: Ground, area: Rect) -> tuple[Cell, ...]:
    """RC-GM-7: the cells of a rectangle, whichever corners were named."""
    for corner in area:
        check_on_board(ground, corner)
    (one, two), (three, four) = area
    return tuple(
        (row, column)
        for row in range(min(one, three), max(one, three) + 1)
        for column in range(min(two, four), max(two, four) + 1)
    )


def all_cells(ground: Ground, areas: tuple[Rect, ...]) -> tuple[Cell, ...]:
    """The cells of several rectangles in reading order, each once."""
    return tuple(sorted(dict.fromkeys(cell for area in areas for cell in cells_of(ground, area))))


def painted(ground: Ground, text: str, cells: tuple[Cell, ...], char: str) -> str:
    """A layer with some cells changed."""
    signs = list(text)
    for cell in cells:
        signs[ground.index(cell)] = char
    return "".join(signs)


def with_terrain(ground: Ground, area: Rect, name: str) -> Ground:
    """RC-GM-3: `set terrain 5,1-5,9 wall`."""
    known = CHARACTERS.get(name.lower())
    if known is None:
        raise Refusal(RULE, f"there is no terrain {name[:40]}; there is {', '.join(CHARACTERS)}")
    return replace(ground, terrain=painted(ground, ground.terrain, cells_of(ground, area), known))


def with_height(ground: Ground, area: Rect, level: int) -> Ground:
    """RC-GM-3: `set elevation 5,1-5,5 3`."""
    if not 0 <= level <= 9:
        raise Refusal(RULE, f"an elevation is 0 to 9, not {level}")
    cells = cells_of(ground, area)
    return replace(ground, heights=painted(ground, ground.heights, cells, str(level)))


def with_light(ground: Ground, area: Rect, name: str) -> Ground:
    """RC-GM-3: `set light 5,6 smoke`."""
    char = LIGHT_OF.get(name.lower())
    if char is None:
        raise Refusal(RULE, f"a light is dark, smoke or clear, not {name[:40]}")
    return replace(ground, light=painted(ground, ground.light, cells_of(ground, area), char))


def thinned(state: State, area: Rect) -> tuple[Cloud, ...]:
    """RC-GM-3: the smoke is gone where the light was set."""
    cells = cells_of(state.ground, area)
    return tuple(
        replace(cloud, cells=tuple(cell for cell in cloud.cells if cell not in cells))
        for cloud in state.clouds
    )


def with_building(
    ground: Ground, ref: str, areas: tuple[Rect, ...], roof: int, armored: bool
) -> Ground:
    """RC-MAP-3, RC-BLDG-6: one building of one sector; its doors stay doors."""
    if not ref.startswith("B") or "." in ref:
        raise Refusal(RULE, f"buildings are called B1, B2 ..., not {ref[:20]}")
    if not 1 <= roof <= 9:
        raise Refusal(RULE, f"a roof is at 1 to 9, not {roof}")
    cells = all_cells(ground, areas)
    others = tuple(one for one in ground.buildings if one.ref != ref)
    for other in others:
        for sector in other.sectors:
            shared = next((cell for cell in cells if cell in sector.cells), None)
            if sector.standing and shared is not None:
                raise Refusal(RULE, f"{ref} and {other.ref} overlap at {cell_text(shared)}")
    char = HOUSES[armored]
    walled = tuple(cell for cell in cells if relief(ground).char(cell) != DOOR)
    building = Building(ref, roof, armored, (Sector(1, cells),))
    terrain = painted(ground, ground.terrain, walled, char)
    return replace(ground, terrain=terrain, buildings=(*others, building))


def with_sector(ground: Ground, ref: str, areas: tuple[Rect, ...]) -> Ground:
    """RC-MAP-3: these cells of the building are a sector of their own."""
    name, _, number = ref.partition(".")
    building = next((one for one in ground.buildings if one.ref == name), None)
    if building is None or not number:
        raise Refusal(RULE, f"there is no building {name[:20]} for the sector {ref[:20]}")
    cells = all_cells(ground, areas)
    for cell in cells:
        if not any(cell in sector.cells for sector in building.sectors):
            raise Refusal(RULE, f"{cell_text(cell)} is not in {name}")
    kept = [
        replace(one, cells=tuple(cell for cell in one.cells if cell not in cells))
        for one in building.sectors
        if one.number != int(number)
    ]
    sectors = sorted(
        (*(one for one in kept if one.cells), Sector(int(number), cells)),
        key=lambda one: one.number,
    )
    rebuilt = replace(building, sectors=tuple(sectors))
    buildings = tuple(rebuilt if one.ref == name else one for one in ground.buildings)
    return replace(ground, buildings=buildings)


def with_ladder(ground: Ground, foot: Cell, top: Cell) -> Ground:
    """RC-MAP-4: from its foot to a neighbouring cell that is 1 to 6 inches higher."""
    for cell in (foot, top):
        check_on_board(ground, cell)
    level = relief(ground).level
    height = level[ground.index(top)] - level[ground.index(foot)]
    if max(abs(foot[0] - top[0]), abs(foot[1] - top[1])) != 1:
        raise Refusal(RULE, f"{cell_text(top)} is no neighbour of {cell_text(foot)}")
    if not 1 <= height <= LONGEST_LADDER:
        raise Refusal(RULE, f"a ladder is 1 to {LONGEST_LADDER} inches high, not {height}")
    others = tuple(one for one in ground.ladders if one != (foot, top))
    return replace(ground, ladders=(*others, (foot, top)))


def with_manhole(ground: Ground, one: Cell, other: Cell) -> Ground:
    """RC-MAP-4, RC-HULK-8: a manhole joins two cells."""
    for cell in (one, other):
        check_on_board(ground, cell)
        if relief(ground).wall(cell):
            raise Refusal(RULE, f"{cell_text(cell)} is a wall")
    if one == other:
        raise Refusal(RULE, f"a manhole joins two cells, not {cell_text(one)} twice")
    others = tuple(pair for pair in ground.manholes if pair != (one, other))
    return replace(ground, manholes=(*others, (one, other)))


def check_room(ground: Ground, cell: Cell, where: str) -> bool:
    """RC-GM-7: on the board, no wall; `inside` a building that is there.  Is it inside?"""
    check_on_board(ground, cell)
    if relief(ground).wall(cell):
        raise Refusal(RULE, f"{cell_text(cell)} is a wall")
    sector = relief(ground).sector_at(cell)
    if not where:
        return False
    if where == "roof":
        if not sector:
            raise Refusal(RULE, f"{cell_text(cell)} is in no building")
        return False
    if where not in (sector, sector.partition(".")[0]):
        raise Refusal(RULE, f"{cell_text(cell)} is not in {where}")
    return True
