"""Section 10.2: the key below the board, as one viewer may see it."""

from collections.abc import Iterator

from rules.display.view import Line, Span, line
from rules.display.words import counted
from rules.line.flow import seat_name
from rules.numbers.grid import Cell
from rules.rulescrusade.expect import carried_by
from rules.rulescrusade.field.sight import is_smoky
from rules.rulescrusade.field.terrain import NAMES, relief, sector_text
from rules.rulescrusade.state import CONDITIONS, Army, Building, Sector, State, Unit, in_order
from rules.rulescrusade.words import cell_text

Shown = dict[Cell, str]
"""What each cell of the board shows."""

CALLED = {"ko": "KO", "lastattack": "last attack"}
"""Conditions that the key calls otherwise than 3.4."""


def key_lines(state: State, viewer: int | None, shown: Shown) -> tuple[Line, ...]:
    """RC-BRD-3, RC-BRD-6, RC-BRD-7: the seats with their models, then what the board leaves out."""
    lines: list[Line] = []
    for army in state.armies:
        lines.append(heading(army))
        lines += [line(text) for text in army_lines(state, viewer, army)]
    buildings = list(building_lines(state))
    if buildings:
        lines += [line("Buildings", strong=True), *map(line, buildings)]
    lines += [line(text) for text in ground_lines(state, shown)]
    lines.append(line(f"Symbols: {', '.join(symbols(shown))}"))
    return tuple(lines)


def heading(army: Army) -> Line:
    """RC-BRD-3: `Army 1 (good, 3 points)`."""
    points = counted(army.points, "point")
    return (Span(f"Army {army.seat}", strong=True), Span(f" ({army.role}, {points})"))


# --- the models ---------------------------------------------------------------------------------


def army_lines(state: State, viewer: int | None, army: Army) -> Iterator[str]:
    """RC-BRD-3, RC-BRD-6: what stands on the board, what waits, and what is lost."""
    units = in_order(tuple(unit for unit in state.units.values() if unit.seat == army.seat))
    for unit in units:
        if unit.place == "board":
            yield chit_line(state, viewer, unit) if unit.chit else unit_line(state, unit)
    waiting = [unit.ref for unit in units if unit.place == "reserve"]
    if waiting:
        yield f"Not deployed: {', '.join(waiting)}"
    unhidden = [unit.ref for unit in units if unit.place == "unhidden"]
    if unhidden and viewer in (0, army.seat):
        yield f"To be hidden: {', '.join(unhidden)}"
    lost = [unit.ref for unit in units if unit.place == "dead" and not unit.chit]
    if lost:
        yield f"Lost: {', '.join(lost)}"


def unit_line(state: State, unit: Unit) -> str:
    """RC-BRD-3: `M1 Marine at 5,2: 1 hit, wounded; Bolter jammed; carries skrap`."""
    facts = [", ".join((counted(unit.hits, "hit"), *condition_words(unit)))]
    spoilt = [f"{arm.name} {arm.state}" for arm in unit.weapons if not arm.ready]
    if spoilt:
        facts.append(", ".join(spoilt))
    carried = carried_by(state, unit)
    if carried:
        facts.append(f"carries {', '.join(carried)}")
    if unit.latched:
        facts.append(f"latched onto {unit.latched}")
    if unit.owes:
        facts.append(f"owes {counted(unit.owes, 'action')}")
    return f"{unit.ref} {unit.kind} at {where(state, unit)}: {'; '.join(facts)}"


def where(state: State, unit: Unit) -> str:
    """RC-BRD-3: the cell, and whether it is inside a sector or on a roof."""
    sector = relief(state.ground).sector_at(unit.at)
    at = cell_text(unit.at)
    if unit.inside:
        return f"{at} inside {sector}"
    return f"{at} on the roof of {sector.partition('.')[0]}" if sector else at


def condition_words(unit: Unit) -> Iterator[str]:
    """RC-BRD-3: the conditions in the order of 3.4."""
    for name in CONDITIONS:
        condition = unit.condition(name)
        if name == "controlled" and (unit.controller or condition):
            yield f"controlled by {seat_name(unit.controller)}"
        elif condition is None:
            continue
        elif name == "shielded":
            yield f"shielded {condition.amount}"
        else:
            yield CALLED.get(name, name)


def chit_line(state: State, viewer: int | None, chit: Unit) -> str:
    """RC-BRD-6: what a chit is, for those who may know it; scanned ones for everybody."""
    text = f"{chit.ref} chit at {where(state, chit)}"
    model = state.find(chit.under) if chit.under else None
    name = f"{model.kind} {model.ref}" if model is not None else "nothing"
    if chit.has("scanned"):
        return f"{text}: scanned, {name}"
    return f"{text}: {name}" if viewer in (0, chit.seat) else text


# --- the ground ---------------------------------------------------------------------------------


def building_lines(state: State) -> Iterator[str]:
    """RC-BRD-7: one line per standing sector."""
    for building in sorted(state.ground.buildings, key=lambda one: int(one.ref[1:])):
        for sector in building.sectors:
            if sector.standing:
                yield sector_line(state, building, sector)


def sector_line(state: State, building: Building, sector: Sector) -> str:
    """RC-BRD-7: `B1.1 building: armour 1, 10 hits, roof 3, held by army 2`."""
    kind = "bunker" if building.armored else "building"
    return (
        f"{building.ref}.{sector.number} {kind}: armour {building.armor}, "
        f"{counted(sector.hits, 'hit')}, roof {building.roof}, {holding(state, sector)}"
    )


def holding(state: State, sector: Sector) -> str:
    """RC-BLDG-4: `empty`, `contested`, or the seats of the one team that is inside."""
    seats = sorted(
        {
            unit.boss
            for unit in state.on_board()
            if unit.standing and unit.inside and unit.at in sector.cells
        }
    )
    if not seats:
        return "empty"
    if any(state.team(seat) != state.team(seats[0]) for seat in seats):
        return "contested"
    return f"held by {' and '.join(map(seat_name, seats))}"


def ground_lines(state: State, shown: Shown) -> Iterator[str]:
    """RC-BRD-7: heights, ladders, manholes, light, items and entries that the board leaves out."""
    heights = list(height_runs(state, shown))
    if heights:
        yield f"Heights: {'; '.join(heights)}"
    ladders = [ladder_text(state, foot, top) for foot, top in sorted(state.ground.ladders)]
    if ladders:
        yield f"Ladders: {'; '.join(ladders)}"
    holes = [f"{cell_text(one)} to {cell_text(two)}" for one, two in sorted(state.ground.manholes)]
    if holes:
        yield f"Manholes: {'; '.join(holes)}"
    yield from light_lines(state, shown)
    items = sorted((item.name, item.at) for item in state.items if item.at and not item.carrier)
    if items:
        yield f"Items: {'; '.join(f'{name} at {cell_text(at)}' for name, at in items)}"
    entries = sorted((marker.at, marker.sector) for marker in state.markers)
    if entries:
        texts = (f"{sector_text(state.ground, name)} at {cell_text(at)}" for at, name in entries)
        yield f"Forced entries: {'; '.join(texts)}"


def height_runs(state: State, shown: Shown) -> Iterator[str]:
    """RC-BRD-7: `8,2-8,3 2; 9,4 1`: neighbours of one row and height joined."""
    runs: list[tuple[Cell, int, str]] = []
    for cell in state.ground.cells():
        height = state.ground.heights[state.ground.index(cell)]
        if height == "0" or shown[cell] == height:
            continue
        if runs and runs[-1] == ((cell[0], runs[-1][0][1]), cell[1] - 1, height):
            runs[-1] = (runs[-1][0], cell[1], height)
        else:
            runs.append((cell, cell[1], height))
    for first, last, height in runs:
        end = f"-{first[0]},{last}" if last != first[1] else ""
        yield f"{cell_text(first)}{end} {height}"


def ladder_text(state: State, foot: Cell, top: Cell) -> str:
    """RC-BRD-7: `12,7 to 11,7 (3 inches)`."""
    level = relief(state.ground).level
    height = level[state.ground.index(top)] - level[state.ground.index(foot)]
    inches = "1 inch" if height == 1 else f"{height} inches"
    return f"{cell_text(foot)} to {cell_text(top)} ({inches})"


def light_lines(state: State, shown: Shown) -> Iterator[str]:
    """RC-BRD-7: dark and smoky cells that show something else."""
    if state.rules.dark:
        yield "The whole board is dark"
    else:
        light = state.ground.light
        dark = [
            cell
            for cell in state.ground.cells()
            if light[state.ground.index(cell)] == "~" and shown[cell] != "~"
        ]
        if dark:
            yield f"Dark: {'; '.join(map(cell_text, dark))}"
    smoke = [cell for cell in state.ground.cells() if shown[cell] != ":" and is_smoky(state, cell)]
    if smoke:
        yield f"Smoke: {'; '.join(map(cell_text, smoke))}"


def symbols(shown: Shown) -> Iterator[str]:
    """RC-BRD-7: the signs that occur on this board, in the order of the rules."""
    present = tuple(dict.fromkeys(shown.values()))
    for char, name in NAMES.items():
        if char in present:
            yield f"{char} {name}"
    for char, name in (("~", "dark"), (":", "smoke"), ("$", "item"), ("!", "forced entry")):
        if char in present:
            yield f"{char} {name}"
    names = [token for token in present if len(token) > 1]
    if any(token.isdecimal() for token in present):
        yield "1-9 elevation"
    if any(token.startswith("(") for token in names):
        yield "( ) inside"
    if any(is_small(token) for token in names):
        yield "small letters hidden"
    if any(token.startswith("x") and token[1:].isupper() for token in names):
        yield "x out of action"


def is_small(token: str) -> bool:
    """A hidden model: small letters throughout."""
    return token.strip("()").islower()
