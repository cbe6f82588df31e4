"""The ground of a match: maps and changes by the GM; the options of a match."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from rules.border.game import Option, as_fields, between, with_defaults
from rules.line.adjudication import Dice
from rules.line.errors import Refusal, required
from rules.line.events import DiceLoaded, Event, PhaseBegan, TurnPassed
from rules.line.orders import GM
from rules.line.work import spend
from rules.numbers.grid import Cell, rectangle
from rules.rulescrusade.apply import apply
from rules.rulescrusade.checks import Battle, check_kind
from rules.rulescrusade.events import StageBegan, TableLaid
from rules.rulescrusade.field.terrain import CHARACTERS, LIGHTS, NAMES, levels, relief
from rules.rulescrusade.sheets import CARDS, Library, MapLine, MapSheet, Rect
from rules.rulescrusade.state import Building, Cloud, Ground, Item, Rules, Sector, State
from rules.rulescrusade.words import cell_text

# RC-MAP: the ground of a map, and the GM's changes to it.


RULE = "RC-GM-7"
LIGHT_OF = {name: char for char, name in LIGHTS.items()}
HOUSES = "ba"
DOOR = "+"
LONGEST_LADDER = 6

MOST_LINES, MOST_SECTORS = 1_000, 20
"""RC-BOUND-1: the most lines of a map, and the most sectors of it that name one cell."""

PAINTED = 4
"""Cells that can be looked at for one step of work."""


def open_ground(rows: int, cols: int) -> Ground:
    """RC-SETUP-7: a level, light and empty ground."""
    size = rows * cols
    return Ground(rows, cols, "_" * size, "0" * size, "." * size)


def wrong(rule: str, why: str, line: int = 0) -> Refusal:
    """The refusal of a line of the GM, or of a line of a map."""
    return Refusal(rule, f"line {line} of the map: {why}" if line else why)


# --- a pasted map -------------------------------------------------------------------------------


def lay_out(sheet: MapSheet, hulk: bool) -> tuple[Ground, tuple[Item, ...]]:
    """RC-MAP-2, RC-MAP-5: the ground of a map and its items.  Raises `Refusal` for a bad map."""
    check_size(sheet)
    terrain = "".join(
        row_of(sheet, number, row, hulk) for number, row in enumerate(sheet.ground)
    ).replace(".", "_")
    heights = layer(sheet, sheet.elevation, "elevation", "0123456789").replace(".", "0")
    light = layer(sheet, sheet.light, "light", "~:.")
    ground = Ground(sheet.rows, sheet.columns, terrain, heights, light)
    items: list[Item] = []
    for word in ("building", "sector", "ladder", "manhole", "item"):
        lines = [line for line in sheet.lines if line.word == word]
        if word == "sector":
            ground = divided(ground, lines)
            continue
        for line in lines:
            ground = with_line(ground, line)
            if word == "item":
                items.append(Item(line.name, line.cells[0]))
    check_houses(sheet, ground)
    return ground, tuple(items)


def check_size(sheet: MapSheet) -> None:
    """RC-BOUND-1: refuse a map with too many lines."""
    lines = sheet.text.count("\n") + 1
    if lines > MOST_LINES:
        raise Refusal("RC-BOUND-1", f"the map has {lines:,} lines; at most {MOST_LINES:,} are laid")


def row_of(sheet: MapSheet, number: int, row: str, hulk: bool) -> str:
    """RC-MAP-1, RC-HULK-1: check a row of cells; in a hulk blanks and missing cells are walls."""
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
    """RC-MAP-2: the block of elevations or lights as one text; a missing one is all `.`."""
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
    """RC-MAP-3, RC-MAP-4: the ground with one line below the grids carried out."""
    try:
        match line.word:
            case "building":
                return with_building(ground, line.name, line.areas, line.roof, line.armored)
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
    """RC-MAP-5: every `b` and `a` must belong to a building."""
    laid = relief(ground)
    for cell in ground.cells():
        char = laid.char(cell)
        if char in HOUSES and not laid.sector_at(cell):
            number = cell[0] - 1
            line = sheet.numbers[number] if number < len(sheet.numbers) else cell[0] + 1
            raise wrong("RC-MAP-5", f'column {cell[1]}: "{char}" is in no building', line)


# --- single changes -----------------------------------------------------------------------------


def check_on_board(ground: Ground, cell: Cell) -> None:
    """RC-GM-7: the cell must be on the board."""
    if not ground.holds(cell):
        size = f"{ground.rows} x {ground.cols}"
        raise Refusal(RULE, f"{cell_text(cell)} is off the board ({size})")


def cells_of(ground: Ground, area: Rect) -> tuple[Cell, ...]:
    """RC-GM-7: the cells of a rectangle, given by any two opposite corners."""
    for corner in area:
        check_on_board(ground, corner)
    (one, two), (three, four) = area
    rows, columns = abs(three - one) + 1, abs(four - two) + 1
    spend(1 + rows * columns // PAINTED)
    return tuple(rectangle((min(one, three), min(two, four)), (rows, columns)))


def all_cells(ground: Ground, areas: tuple[Rect, ...]) -> tuple[Cell, ...]:
    """The cells of several rectangles in reading order, each once."""
    return tuple(sorted(dict.fromkeys(cell for area in areas for cell in cells_of(ground, area))))


def with_terrain(ground: Ground, area: Rect, name: str) -> Ground:
    """RC-GM-3: `set terrain 5,1-5,9 wall`."""
    why = f"there is no terrain {name[:40]}; there is {', '.join(CHARACTERS)}"
    known = required(CHARACTERS.get(name.lower()), RULE, why)
    return replace(ground, terrain=ground.painted(ground.terrain, cells_of(ground, area), known))


def with_height(ground: Ground, area: Rect, level: int) -> Ground:
    """RC-GM-3: `set elevation 5,1-5,5 3`."""
    if not 0 <= level <= 9:
        raise Refusal(RULE, f"an elevation is 0 to 9, not {level}")
    cells = cells_of(ground, area)
    raised = replace(ground, heights=ground.painted(ground.heights, cells, str(level)))
    return with_roofs(raised, cells)


def with_roofs(ground: Ground, cells: Iterable[Cell]) -> Ground:
    """RC-MAP-5, RC-RULING-73: return the ground if all roofs over these cells are above it.

    Raises `Refusal` if one is not.
    """
    asked = dict.fromkeys(cells)
    for building in ground.buildings:
        for sector in building.sectors:
            for cell in sector.cells if sector.standing else ():
                below = int(ground.heights[ground.index(cell)])
                if cell in asked and building.roof <= below:
                    why = f"the roof of {building.ref}, {building.roof}, is not above the ground"
                    raise Refusal("RC-MAP-5", f"{why} of {cell_text(cell)}, {below}")
    return ground


def with_light(ground: Ground, area: Rect, name: str) -> Ground:
    """RC-GM-3: `set light 5,6 smoke`."""
    why = f"a light is dark, smoke or clear, not {name[:40]}"
    char = required(LIGHT_OF.get(name.lower()), RULE, why)
    return replace(ground, light=ground.painted(ground.light, cells_of(ground, area), char))


def thinned(state: State, area: Rect) -> tuple[Cloud, ...]:
    """RC-GM-3: the smoke clouds without the cells of an area."""
    cells = cells_of(state.ground, area)
    return tuple(
        replace(cloud, cells=tuple(cell for cell in cloud.cells if cell not in cells))
        for cloud in state.clouds
    )


def with_building(
    ground: Ground, ref: str, areas: tuple[Rect, ...], roof: int, armored: bool
) -> Ground:
    """RC-MAP-3, RC-BLDG-6: add a building of one sector; doors in its cells stay doors."""
    if not ref.startswith("B") or "." in ref:
        raise Refusal(RULE, f"buildings are called B1, B2 ..., not {ref[:20]}")
    if not 1 <= roof <= 9:
        raise Refusal("RC-MAP-5", f"a roof is at 1 to 9, not {roof}")
    cells = all_cells(ground, areas)
    others = tuple(one for one in ground.buildings if one.ref != ref)
    mine = dict.fromkeys(cells)
    for other in others:
        for sector in other.sectors:
            shared = [cell for cell in sector.cells if cell in mine] if sector.standing else []
            if shared:
                raise Refusal(RULE, f"{ref} and {other.ref} overlap at {cell_text(min(shared))}")
    char = HOUSES[armored]
    walled = tuple(cell for cell in cells if ground.terrain[ground.index(cell)] != DOOR)
    building = Building(ref, roof, armored, (Sector(1, cells),))
    terrain = ground.painted(ground.terrain, walled, char)
    return with_roofs(replace(ground, terrain=terrain, buildings=(*others, building)), cells)


class Division:
    """RC-MAP-3: divides a building into sectors, cell by cell."""

    def __init__(self, building: Building) -> None:
        self.building = building
        self.parts = {part.number: part for part in building.sectors}
        self.cells = {part.number: dict.fromkeys(part.cells) for part in building.sectors}
        self.owner = {cell: part.number for part in building.sectors for cell in part.cells}
        self.named: dict[Cell, int] = {}

    def take(self, number: int, cells: tuple[Cell, ...]) -> None:
        """Make these cells a sector of their own."""
        for cell in cells:
            if cell not in self.owner:
                raise Refusal(RULE, f"{cell_text(cell)} is not in {self.building.ref}")
            self.named[cell] = self.named.get(cell, 0) + 1
            if self.named[cell] > MOST_SECTORS:
                why = f"{cell_text(cell)} is in more than {MOST_SECTORS} sectors of the map"
                raise Refusal("RC-BOUND-1", why)
        for cell in self.cells.pop(number, ()):
            del self.owner[cell]
        for cell in cells:
            self.cells.get(self.owner.get(cell, number), {}).pop(cell, None)
            self.owner[cell] = number
        self.cells[number] = dict.fromkeys(cells)
        self.parts[number] = Sector(number, cells)

    def done(self) -> Building:
        """The building with its sectors, by number."""
        sectors = tuple(
            replace(self.parts[number], cells=tuple(self.cells[number]))
            for number in sorted(self.cells)
            if self.cells[number]
        )
        return replace(self.building, sectors=sectors)


def divided(ground: Ground, lines: list[MapLine]) -> Ground:
    """RC-MAP-3: the ground divided by the sector lines of a map."""
    divisions = {building.ref: Division(building) for building in ground.buildings}
    for line in lines:
        try:
            name, number = sector_meant(line.name, divisions)
            divisions[name].take(number, all_cells(ground, line.areas))
        except Refusal as refusal:
            rule = refusal.rule if refusal.rule == "RC-BOUND-1" else "RC-MAP-5"
            raise wrong(rule, refusal.why, line.line) from refusal
    return replace(ground, buildings=tuple(one.done() for one in divisions.values()))


def sector_meant(ref: str, known: Collection[str]) -> tuple[str, int]:
    """The building and sector number of `B1.2`.  Raises `Refusal` if there is no building."""
    name, _, number = ref.partition(".")
    if name not in known or not number:
        raise Refusal(RULE, f"there is no building {name[:20]} for the sector {ref[:20]}")
    return name, int(number)


def with_sector(ground: Ground, ref: str, areas: tuple[Rect, ...]) -> Ground:
    """RC-MAP-3: make these cells of a building a sector of their own."""
    name, number = sector_meant(ref, [building.ref for building in ground.buildings])
    buildings = list(ground.buildings)
    for place, building in enumerate(buildings):
        if building.ref == name:
            division = Division(building)
            division.take(number, all_cells(ground, areas))
            buildings[place] = division.done()
    return replace(ground, buildings=tuple(buildings))


def with_ladder(ground: Ground, foot: Cell, top: Cell) -> Ground:
    """RC-MAP-4: add a ladder to a neighbouring cell that is 1 to 6 inches higher."""
    for cell in (foot, top):
        check_on_board(ground, cell)
    level = levels(ground)
    height = level[ground.index(top)] - level[ground.index(foot)]
    if max(abs(foot[0] - top[0]), abs(foot[1] - top[1])) != 1:
        raise Refusal(RULE, f"{cell_text(top)} is no neighbour of {cell_text(foot)}")
    if not 1 <= height <= LONGEST_LADDER:
        raise Refusal(RULE, f"a ladder is 1 to {LONGEST_LADDER} inches high, not {height}")
    others = tuple(one for one in ground.ladders if one != (foot, top))
    check_kind("ladders", len(others) + 1)
    terrain = ground.terrain
    if terrain[ground.index(foot)] == CHARACTERS["open"]:
        terrain = ground.painted(terrain, (foot,), CHARACTERS["ladder"])
    return replace(ground, terrain=terrain, ladders=(*others, (foot, top)))


def with_manhole(ground: Ground, one: Cell, other: Cell) -> Ground:
    """RC-MAP-4, RC-HULK-8: add a manhole, which joins two cells."""
    for cell in (one, other):
        check_on_board(ground, cell)
        if ground.terrain[ground.index(cell)] == "#":
            raise Refusal(RULE, f"{cell_text(cell)} is a wall")
    if one == other:
        raise Refusal(RULE, f"a manhole joins two cells, not {cell_text(one)} twice")
    others = tuple(pair for pair in ground.manholes if pair != (one, other))
    check_kind("manholes", len(others) + 1)
    return replace(ground, manholes=(*others, (one, other)))


def check_room(ground: Ground, cell: Cell, where: str) -> bool:
    """RC-GM-7: the cell must be on the board, no wall, and fit `where`; is it inside?

    `where`: empty, `roof`, or the building or sector that it must be inside.
    """
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


# RC-SCOPE-4: the options of a game, and how its table is laid.


SCOPE = "RC-SCOPE-4"
YES_NO = ("no", "yes")
OPTIONS = (
    Option("rows", "24", (), SCOPE, "rows of the board", between(6, 48)),
    Option("cols", "36", (), SCOPE, "columns of the board", between(6, 48)),
    Option("mode", "open", ("open", "hulk"), SCOPE, "open ground, or the corridors of a hulk"),
    Option("seats", "2", ("2", "3", "4", "5", "6"), SCOPE, "number of seats"),
    Option("scenario", "annihilation", ("annihilation", "points"), "RC-VIC-1", "how it is won"),
    Option("rounds", "0", (), "RC-VIC-2", "round limit, 0 for none", between(0, 99)),
    Option("dark", "no", YES_NO, "RC-COVER-5", "the whole board is in darkness"),
    Option("volley", "yes", YES_NO, "RC-VOLLEY-1", "Volley Fire is allowed"),
    Option("melee_fail", "pistol", ("pistol", "random"), "RC-FAIL-4", "which weapon fails"),
    Option("blast_rolls", "single", ("single", "each"), "RC-TMPL-7", "rolls of a blast"),
    Option("ap_in_melee", "yes", YES_NO, "RC-WFX-1", "AP counts in melee"),
    Option("shamble", "once", ("once", "each"), "RC-ABIL-27", "rolls of shambling models"),
    Option("bodies", "no", YES_NO, "RC-CARRY-8", "killed models stay as bodies"),
    Option("models_block", "no", YES_NO, "RC-LOS-5", "big models block sight"),
    Option("budget", "50", (), "RC-SETUP-9", "points for each force, 0 for any", between(0, 500)),
    Option("map", "open", ("open", "yard", "corridors"), "RC-DATA-5", "a map that ships"),
)


def read_rules(options: Mapping[str, str]) -> Rules:
    """RC-SCOPE-4: the options as values, with defaults for those not named."""
    chosen = with_defaults(OPTIONS, options)
    return as_fields(Rules, chosen, hulk=chosen["mode"] == "hulk")


def lay_table(
    options: Mapping[str, str],
    library: Library,
    dice: Dice,
    scene: bool = False,
    tray: tuple[int, ...] = (),
) -> tuple[Event, ...]:
    """RC-SETUP-9: begin a match in stage `muster`; RC-SETUP-7: a scene in play."""
    battle = Battle(State(), GM, dice, apply)
    if tray:
        battle.emit(DiceLoaded(tray))
    rules = read_rules(options)
    ground = open_ground(rules.rows, rules.cols)
    items: tuple[Item, ...] = ()
    for sheet in library.maps:
        if sheet.name == rules.map:
            ground, items = lay_out(sheet, rules.hulk)
    deck = tuple(card for card in CARDS for _ in range(2))
    battle.emit(TableLaid(rules, ground, library, deck, items))
    battle.emit(PhaseBegan(1, "play" if scene else "setup"))
    battle.emit(StageBegan("-" if scene else "muster"))
    if scene:
        battle.emit(TurnPassed(1))
    return battle.finish()
