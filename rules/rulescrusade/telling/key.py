"""The key below the board, the roll of all models, and the losses of each side."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from rules.display.acts import cells_in_ranges, in_ranges
from rules.display.telling import Roll, RollLine, RollSide, Tally, filled, not_empty, side_of
from rules.display.view import Line, Span, line
from rules.display.words import counted, in_groups, went
from rules.line.flow import seat_name
from rules.line.kept import Same
from rules.line.work import kept
from rules.numbers.grid import Cell
from rules.rulescrusade.attributes import carried_by
from rules.rulescrusade.field.sight import is_smoky
from rules.rulescrusade.field.terrain import NAMES, relief, sector_text
from rules.rulescrusade.state import CONDITIONS, Army, Building, Sector, State, Unit, in_order
from rules.rulescrusade.telling.report import inches_text, spot_text
from rules.rulescrusade.words import cell_text

# Section 10.2: the key below the board, as one viewer may see it.


Shown = dict[Cell, str]
"""The text of each cell of the board."""

CALLED = {"ko": "KO", "lastattack": "last attack"}
"""Conditions that have another name in the key than in 3.4."""


def key_lines(state: State, viewer: int | None, shown: Shown) -> tuple[Line, ...]:
    """RC-BRD-3, RC-BRD-6, RC-BRD-7: the seats with their models, then what the board omits."""
    lines: list[Line] = []
    for army in state.armies:
        lines.append(heading(army))
        lines += [line(text) for text in army_lines(state, viewer, army)]
    buildings = list(building_lines(state))
    if buildings:
        lines += [line("Buildings", strong=True), *map(line, buildings)]
    lines += [line(text) for text in ground_lines(state, shown)]
    lines.append(line(f"Symbols: {', '.join(symbols(shown.values()))}"))
    return tuple(lines)


def heading(army: Army) -> Line:
    """RC-BRD-3: `Army 1 (good, 3 points)`."""
    points = counted(army.points, "point")
    return (Span(f"Army {army.seat}", strong=True), Span(f" ({army.role}, {points})"))


# --- the models ---------------------------------------------------------------------------------


def army_lines(state: State, viewer: int | None, army: Army) -> Iterator[str]:
    """RC-BRD-3, RC-BRD-6: yield the units on the board, those that wait, and those lost."""
    units = in_order(unit for unit in state.units.values() if unit.seat == army.seat)
    for unit in units:
        if unit.place == "board":
            yield chit_line(state, viewer, unit) if unit.chit else unit_line(state, unit)
    lost = [unit.ref for unit in units if unit.place == "dead" and not unit.chit]
    for name, refs in (*waiting(viewer, army, units), ("lost", lost)):
        if refs:
            yield f"{name.capitalize()}: {', '.join(refs)}"


def waiting(viewer: int | None, army: Army, units: list[Unit]) -> Iterator[tuple[str, list[str]]]:
    """RC-BRD-3: yield who is not deployed and, for the own seat, who is to be hidden, if any."""
    for name, place in (("not deployed", "reserve"), ("to be hidden", "unhidden")):
        refs = [unit.ref for unit in units if unit.place == place]
        if refs and (place == "reserve" or viewer in (0, army.seat)):
            yield name, refs


def unit_line(state: State, unit: Unit) -> str:
    """RC-BRD-3: `M1 Marine at 5,2: 1 hit, wounded; Bolter jammed; carries skrap`."""
    facts = (", ".join((counted(unit.hits, "hit"), *condition_words(unit))), *_load(state, unit))
    return f"{unit.ref} {unit.kind} at {where(state, unit)}: {'; '.join(facts)}"


def _load(state: State, unit: Unit) -> Iterator[str]:
    """RC-BRD-3: yield weapons that are not ready, load, latch and owed actions."""
    spoilt = [f"{arm.name} {arm.state}" for arm in unit.weapons if not arm.ready]
    if spoilt:
        yield ", ".join(spoilt)
    if carried := carried_by(state, unit):
        yield f"carries {', '.join(carried)}"
    if unit.latched:
        yield f"latched onto {unit.latched}"
    if unit.owes:
        yield f"owes {counted(unit.owes, 'action')}"


def where(state: State, unit: Unit) -> str:
    """RC-BRD-3: the cell, and whether it is inside a sector or on a roof."""
    return spot_text(state, unit.spot)


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
    if chit.has("scanned"):
        return f"{text}: scanned, {beneath(state, chit)}"
    return f"{text}: {beneath(state, chit)}" if viewer in (0, chit.seat) else text


def beneath(state: State, chit: Unit) -> str:
    """What a chit stands for: `Marine M3` or `nothing`."""
    model = state.find(chit.under) if chit.under else None
    return f"{model.kind} {model.ref}" if model is not None else "nothing"


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
    seats = sorted({unit.boss for unit in _occupants(Same(state)) if unit.at in sector.cells})
    if not seats:
        return "empty"
    if any(state.team(seat) != state.team(seats[0]) for seat in seats):
        return "contested"
    return f"held by {' and '.join(map(seat_name, seats))}"


@kept(4)
def _occupants(state: Same[State]) -> tuple[Unit, ...]:
    """The standing units inside buildings; cached for all sectors of a state."""
    return tuple(one for one in state.value.on_board() if one.standing and one.inside)


def ground_lines(state: State, shown: Shown) -> Iterator[str]:
    """RC-BRD-7: yield heights, ladders, manholes, light, items and entries not on the board."""
    yield from listing("Heights", height_runs(state, shown))
    ladders = sorted(state.ground.ladders)
    yield from listing("Ladders", (ladder_text(state, foot, top) for foot, top in ladders))
    holes = sorted(state.ground.manholes)
    yield from listing("Manholes", (f"{cell_text(one)} to {cell_text(two)}" for one, two in holes))
    yield from light_lines(state, shown)
    items = sorted((item.name, item.at) for item in state.items if item.at and not item.carrier)
    yield from listing("Items", (f"{name} at {cell_text(at)}" for name, at in items))
    entries = sorted(
        (marker.at, sector_text(state.ground, marker.sector)) for marker in state.markers
    )
    yield from listing("Forced entries", (f"{name} at {cell_text(at)}" for at, name in entries))


def listing(name: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield one line with all these texts, if there are any."""
    if told := "; ".join(texts):
        yield f"{name}: {told}"


def height_runs(state: State, shown: Shown) -> Iterator[str]:
    """RC-BRD-7: yield `8,2-8,3 2`, `9,4 1`: neighbours of one row and height are joined."""
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
    return f"{cell_text(foot)} to {cell_text(top)} ({inches_text(height)})"


def light_lines(state: State, shown: Shown) -> Iterator[str]:
    """RC-BRD-7: yield the dark and smoky cells that show something else on the board."""
    if state.rules.dark:
        yield "The whole board is dark"
    else:
        light = state.ground.light
        dark = (
            cell
            for cell in state.ground.cells()
            if light[state.ground.index(cell)] == "~" and shown[cell] != "~"
        )
        yield from listing("Dark", map(cell_text, dark))
    smoke = (cell for cell in state.ground.cells() if shown[cell] != ":" and is_smoky(state, cell))
    yield from listing("Smoke", map(cell_text, smoke))


SIGNS = {**NAMES, "~": "dark", ":": "smoke", "$": "item", "!": "forced entry"}
"""RC-BRD-7: the signs of single cells, in the order of the rules."""

MARKS: dict[str, Callable[[str], bool]] = {
    "1-9 elevation": str.isdecimal,
    "( ) inside": lambda token: len(token) > 1 and token.startswith("("),
    "small letters hidden": lambda token: len(token) > 1 and token.strip("()").islower(),
    "x out of action": lambda token: token.startswith("x") and token[1:].isupper(),
}
"""RC-BRD-7: meanings that show in how the text of a cell is written, with their tests."""


def symbols(shown: Iterable[str]) -> Iterator[str]:
    """RC-BRD-7: the signs that occur in these cells, in the order of the rules."""
    present = tuple(dict.fromkeys(shown))
    yield from (f"{char} {name}" for char, name in SIGNS.items() if char in present)
    yield from (name for name, is_so in MARKS.items() if any(map(is_so, present)))


# The visible state of a model or chit, and whether it has changed.


Sight = tuple[object, ...]


def sight_of(state: State, unit: Unit) -> Sight:
    """RC-BRD-3: what the key shows of a unit; of a chit its place and whether it is scanned."""
    if unit.chit:
        return (unit.place, unit.at, unit.inside, unit.has("scanned"))
    return (unit.place, unit.at, unit.inside, *state_of(state, unit))


def state_of(state: State, unit: Unit) -> Sight:
    """The same without its place; models that agree in it share a line."""
    return (unit.kind, unit.boss, hits_text(unit), notes_of(state, unit))


def hits_text(unit: Unit) -> str:
    """`1 hit`; if it has lost some, `1/2 hits`."""
    if unit.hits != unit.maxhits:
        return f"{unit.hits}/{unit.maxhits} hits"
    return counted(unit.hits, "hit")


def notes_of(state: State, unit: Unit) -> str:
    """RC-BRD-3: conditions, weapons that are not ready, load, latch and owed actions."""
    facts = (", ".join(condition_words(unit)), *_load(state, unit))
    return "; ".join(fact for fact in facts if fact)


def has_changed(state: State, unit: Unit, since: State | None) -> bool:
    """Does the key show something else of the unit than in an earlier state?"""
    if since is None:
        return False
    old = since.find(unit.ref)
    return old is None or sight_of(since, old) != sight_of(state, unit)


def labels(refs: list[str]) -> str:
    """References in ranges, from two on: `O1-O6, O8`."""
    return in_ranges(refs, least=2)


# RC-BRD-3 grouped: models that differ only in their place share a line.


def roll(state: State, viewer: int | None, since: State | None = None) -> Roll:
    """RC-BRD-3, RC-BRD-6: the roll: each seat's models, changed ones first, and its losses."""
    sides = tuple(side(state, viewer, since, army) for army in state.armies)
    return Roll(("hits", "at"), sides)


def side(state: State, viewer: int | None, since: State | None, army: Army) -> RollSide:
    """The part of one seat in the roll: `Army 1, 3 points` and its lines."""
    units = in_order(one for one in state.units.values() if one.seat == army.seat)
    lines = [
        *models(state, since, [one for one in units if one.place == "board" and not one.chit]),
        *chits(state, viewer, since, [one for one in units if one.place == "board" and one.chit]),
        *(RollLine(labels(refs), "", ("", name)) for name, refs in waiting(viewer, army, units)),
    ]
    lost = [one.ref for one in units if one.place == "dead" and not one.chit]
    head = seat_name(army.seat).capitalize()
    if army.points:
        head += f", {counted(army.points, 'point')}"
    return side_of(army.seat, head, lines, labels(lost))


def models(state: State, since: State | None, units: list[Unit]) -> Iterator[RollLine]:
    """Yield lines of equal models: `O1-O3 Orc 1 hit 5,4 5,6 6,10`, then their notes."""
    groups = in_groups(
        ((state_of(state, unit), has_changed(state, unit, since)), unit) for unit in units
    )
    for (_, changed), members in groups.items():
        first = members[0]
        at = " ".join((places_of(state, members), notes_of(state, first))).rstrip()
        refs = labels([one.ref for one in members])
        yield RollLine(refs, first.kind, (hits_text(first), at), changed)


def places_of(state: State, units: list[Unit]) -> str:
    """`5,4 5,6 6,10-12`; places in buildings are named in full."""
    if all(where(state, one) == f"{one.at[0]},{one.at[1]}" for one in units):
        return cells_in_ranges([one.at for one in units])
    return "; ".join(where(state, one) for one in units)


def chits(
    state: State, viewer: int | None, since: State | None, units: list[Unit]
) -> Iterator[RollLine]:
    """RC-BRD-6: yield each chit that the viewer may know, and the places of the others."""
    plain: dict[bool, list[Unit]] = {}
    for chit in units:
        changed = has_changed(state, chit, since)
        scanned = chit.has("scanned")
        if not scanned and viewer not in (0, chit.seat):
            plain.setdefault(changed, []).append(chit)
            continue
        told = f"{where(state, chit)} {'scanned, ' if scanned else ''}{beneath(state, chit)}"
        yield RollLine(chit.ref, "chit", ("", told), changed=changed)
    for changed, members in plain.items():
        refs = labels([one.ref for one in members])
        yield RollLine(refs, "chit", ("", places_of(state, members)), changed=changed)


# The losses of each side in a round or any other part of the match.


def tally(before: State, after: State, viewer: int | None) -> Tally | None:
    """RC-VIC-4: the table of knocked-out and lost models and points; empty rows are left out."""
    seats = tuple(army.seat for army in after.armies)
    rows = {
        "KO": {seat: labels(knocked_out(before, after, seat)) for seat in seats},
        "lost": {seat: labels(killed(before, after, seat)) for seat in seats},
        "points": {seat: points(before, after, seat) for seat in seats},
    }
    return filled(seats, rows)


def losses(before: State, after: State, viewer: int | None) -> Mapping[int, str]:
    """The losses of each seat: killed, then knocked out: `{2: "O5, O6 KO"}`."""
    out = {
        army.seat: (
            labels(killed(before, after, army.seat)),
            *(f"{ref} KO" for ref in knocked_out(before, after, army.seat)),
        )
        for army in after.armies
    }
    return not_empty({seat: ", ".join(filter(None, parts)) for seat, parts in out.items()})


def killed(before: State, after: State, seat: int) -> list[str]:
    """The models of a seat that were killed since `before`."""
    return [
        unit.ref
        for unit in mine(after, seat)
        if unit.place == "dead" and was_alive(before.find(unit.ref))
    ]


def was_alive(unit: Unit | None) -> bool:
    """Was it alive before?  A model that came and died since counts too."""
    return unit is None or unit.place != "dead"


def knocked_out(before: State, after: State, seat: int) -> list[str]:
    """The models of a seat that were knocked out since `before`."""
    found = []
    for unit in mine(after, seat):
        old = before.find(unit.ref)
        if unit.place == "board" and unit.has("ko") and (old is None or not old.has("ko")):
            found.append(unit.ref)
    return found


def mine(state: State, seat: int) -> list[Unit]:
    """The models of a seat by reference, without chits."""
    return in_order(u for u in state.units.values() if u.seat == seat and not u.chit)


def points(before: State, after: State, seat: int) -> str:
    """`3 → 9`; a single number if it did not change, empty for 0."""
    old = before.army(seat).points if seat <= len(before.armies) else 0
    return went(old, after.army(seat).points)
