"""Models, cells and the situation in words: for questions, for turn calls, for the reader."""

from collections.abc import Iterator, Mapping

from rules.border.questions import gathered
from rules.display.things import Thing
from rules.display.words import counted
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.numbers.grid import Cell, cell_of, direction, offset
from rules.rulescrusade.adjudicate import of_units
from rules.rulescrusade.field.sight import Eye, apart, cover, eye, eye_at, sight
from rules.rulescrusade.field.terrain import CHARACTERS, NAMES, penalty, relief
from rules.rulescrusade.sheets import CARDS
from rules.rulescrusade.state import CONDITIONS, State, Unit, in_order, shown_to_all
from rules.rulescrusade.telling.key import chit_line, ground_lines, labels, unit_line
from rules.rulescrusade.telling.report import inches_text, spent_text
from rules.rulescrusade.telling.view import tokens
from rules.rulescrusade.words import cell_text

# The board around a model or a cell in words, for those who cannot see it.


NEAR = 3
"""Rows and columns around a cell within which terrain is described."""

COMPASS = {"up": "north", "down": "south", "left": "west", "right": "east"}
"""RC-GEO-1: row 1 is the north, column 1 the west."""


def describe(state: State, viewer: int | None, reference: str) -> tuple[str, ...]:
    """Describe what is around a model or cell: bearing, distance, sight, cover (RC-ORD-11).

    Raises `Refusal` if there is no such model or cell.
    """
    cell = cell_of(reference)
    if cell is not None:
        if not state.ground.holds(cell):
            size = f"{state.ground.rows} x {state.ground.cols}"
            raise Refusal("RC-MOVE-1", f"{reference.strip()} is off the board ({size})")
        return gathered(from_cell(state, viewer, cell))
    unit = state.find(reference.strip())
    if unit is None or unit.place in ("under", "unhidden", "dead"):
        raise Refusal("RC-ORD-3", f"There is no {reference.strip()[:20]}")
    return gathered(from_unit(state, viewer, unit))


def told(state: State, viewer: int | None, unit: Unit) -> str:
    """The line of a model or chit in the key."""
    return chit_line(state, viewer, unit) if unit.chit else unit_line(state, unit)


def from_unit(state: State, viewer: int | None, unit: Unit) -> Iterator[str]:
    """Yield the unit itself, then the others by distance, then the ground."""
    if unit.place == "reserve":
        yield f"{unit.ref} is not deployed, {seat_name(unit.seat)}"
        return
    yield f"{told(state, viewer, unit)}, {seat_name(unit.seat)}"
    others = [one for one in state.on_board() if one.ref != unit.ref and not one.borne_by]
    for one, where in by_distance(state, viewer, eye(unit), others):
        yield f"{'friend' if state.friends(unit, one) else 'enemy'} {where}"
    yield from ground(state, unit.at)


def from_cell(state: State, viewer: int | None, cell: Cell) -> Iterator[str]:
    """Yield what stands in a cell, then the other units by distance, then the ground."""
    here = [unit for unit in state.on_board() if unit.at == cell]
    name = NAMES.get(relief(state.ground).char(cell), "open")
    facts = [told(state, viewer, unit) for unit in in_order(here)]
    yield f"{cell_text(cell)}: {'; '.join([f'{name} ground', *facts])}"
    others = [unit for unit in state.on_board() if unit not in here and not unit.borne_by]
    for one, where in by_distance(state, viewer, eye_at(cell), others):
        yield f"{seat_name(one.seat)} {where}"
    yield from ground(state, cell)


def by_distance(
    state: State, viewer: int | None, origin: Eye, units: list[Unit]
) -> Iterator[tuple[Unit, str]]:
    """Yield units by distance, then by reference, each with its line and its place."""
    for one in sorted(in_order(units), key=lambda unit: apart(state, origin, eye(unit))):
        yield one, f"{told(state, viewer, one)} - {place_of(state, origin, one)}"


def place_of(state: State, origin: Eye, unit: Unit) -> str:
    """`12 inches, penalty 1, northwest (9 north, 8 west), sight clear, cover none`."""
    inches = apart(state, origin, eye(unit))
    rows, columns = unit.at[0] - origin.cell[0], unit.at[1] - origin.cell[1]
    kinds = "+".join(cover(state, origin, unit)) or "none"
    return (
        f"{inches_text(inches)}, penalty {penalty(inches)}, "
        f"{compass(direction(rows, columns)).replace('-', '')} ({compass(offset(rows, columns))}), "
        f"sight {sight(state, origin, eye(unit))}, cover {kinds}"
    )


def compass(text: str) -> str:
    """Replace the words for directions by those of the compass."""
    for word, name in COMPASS.items():
        text = text.replace(word, name)
    return text


def ground(state: State, at: Cell) -> Iterator[str]:
    """Yield the terrain nearby, then heights, ladders and the like, and the cells to the edges."""
    near: dict[str, list[str]] = {}
    for cell in state.ground.around(at, NEAR):
        name = NAMES.get(relief(state.ground).char(cell), "open")
        if name != "open":
            near.setdefault(name, []).append(cell_text(cell))
    for name, cells in sorted(near.items()):
        yield f"{name} near: {' '.join(cells)}"
    yield from ground_lines(state, tokens(state))
    south, east = state.ground.rows - at[0], state.ground.cols - at[1]
    yield f"cells to the edge: north {at[0] - 1}, south {south}, west {at[1] - 1}, east {east}"


# What a seat should know when its turn is announced: points, stunned models, cards.


LAMED = {
    "rising": "rising: half a move, no action",
    "stunned": "stunned",
    "wounded": "wounded",
    "cursed": "cursed",
    "blinded": "blinded",
    "lastattack": "at its last attack",
}
"""Conditions that a player is reminded of when his turn begins."""


def situation(state: State, seat: int, viewer: int | None) -> tuple[str, ...]:
    """RC-BRD-3: reminders for the seat that is to act, as this viewer may know them."""
    if state.flow.phase == "play":
        return tuple(in_play(state, seat, viewer))
    if state.flow.phase == "setup" and state.stage == "muster":
        return (spent_text(state, state.army(seat).spent),)
    return ()


def in_play(state: State, seat: int, viewer: int | None) -> Iterator[str]:
    """Yield points, rounds, cards, then what hampers the seat's models."""
    army = state.army(seat)
    if army.points:
        yield counted(army.points, "point")
    if state.rules.rounds:
        yield f"round {state.flow.round} of {state.rules.rounds}"
    if army.hand:
        known = viewer in (0, seat)
        yield f"cards: {', '.join(army.hand)}" if known else counted(len(army.hand), "card")
    models = [one for one in own(state, seat) if not one.chit]
    for name, told in LAMED.items():
        refs = [one.ref for one in models if one.has(name)]
        if refs:
            yield f"{labels(refs)} {told}"
    owing = [one.ref for one in models if one.owes or (one.owes_now and not one.action)]
    if owing:
        yield f"{labels(owing)} {'owes' if len(owing) == 1 else 'owe'} an action"
    for unit in models:
        for arm in unit.weapons:
            if not arm.ready and arm.state != "lost":
                yield f"{unit.ref}'s {arm.name} {arm.state}"


def own(state: State, seat: int) -> list[Unit]:
    """The standing units that obey this seat, by reference."""
    return [one for one in in_order(state.on_board()) if one.boss == seat and one.standing]


def waiting(state: State, seat: int, viewer: int | None) -> str:
    """RC-TURN-3: `Not activated: M2, S1`, and what the active model has left."""
    if state.flow.outcome is not None:
        return ""
    if state.flow.phase == "setup":
        return not_deployed(state, seat)
    if state.flow.phase != "play" or state.flow.turn != seat:
        return ""
    fresh = [
        one.ref
        for one in own(state, seat)
        if one.ref != state.active and not one.done and (one.moveleft or one.action)
    ]
    told = [f"Not activated: {labels(fresh)}"] if fresh else []
    active = state.find(state.active) if state.active else None
    if active is not None and active.standing and active.boss == seat and not active.done:
        told += [f"{active.ref} has {left}" for left in [has_left(active)] if left]
    return "; ".join(told)


def has_left(unit: Unit) -> str:
    """`3 inches and its action left`."""
    inches = inches_text(unit.moveleft) if unit.moveleft else ""
    parts = [part for part in (inches, "its action" if unit.action else "") if part]
    return f"{' and '.join(parts)} left" if parts else ""


def not_deployed(state: State, seat: int) -> str:
    """RC-SETUP-13: `Not deployed: M2, M3`, while it is the seat's deployment."""
    if state.stage not in ("deploy", "infiltrate") or state.flow.turn != seat:
        return ""
    units = in_order(state.units.values())
    refs = [one.ref for one in units if one.seat == seat and one.place == "reserve"]
    return f"Not deployed: {labels(refs)}" if refs else ""


# What the reader of orders may know of a match: models, chits, buildings, names by class.


WORDED = ("Mind Blast", "Mind Lance", "Projection")
GUNS = ("pistol", "basic", "special", "heavy", "digi")


def things(state: State, viewer: int) -> tuple[Thing, ...]:
    """RC-VIEW-2: the models, chits and buildings that have a reference for this viewer."""
    units = tuple(thing_of(state, unit) for unit in shown_to_all(state))
    return (*units, *buildings(state))


def thing_of(state: State, unit: Unit) -> Thing:
    """A unit as a thing: its kind, what can be seen of it, whether it can still act."""
    at = cell_text(unit.at) if unit.place == "board" else ""
    sector = relief(state.ground).sector_at(unit.at) if at else ""
    seen = [condition.name for condition in unit.conditions]
    if unit.inside:
        seen.append("inside")
    elif sector:
        seen.append("roof")
    if any(arm.state == "jammed" for arm in unit.weapons):
        seen.append("jammed")
    words = ("blip",) if unit.chit else ("model", *(("psyker",) if unit.psy else ()))
    able = unit.standing and not unit.done if at else state.flow.phase == "setup"
    has = tuple(arm.name for arm in unit.weapons)
    return Thing(unit.ref, unit.boss, unit.kind, (*words, *seen), at, able, has=has)


def buildings(state: State) -> tuple[Thing, ...]:
    """Standing buildings, and their sectors where there are several."""
    found: list[Thing] = []
    for building in state.ground.buildings:
        standing = [sector for sector in building.sectors if sector.standing]
        kind = "bunker" if building.armored else "building"
        if standing:
            place = cell_text(standing[0].cells[0])
            found.append(Thing(building.ref, -1, kind, ("house",), place, False))
        if len(standing) > 1:
            for sector in standing:
                name = f"{building.ref}.{sector.number}"
                found.append(Thing(name, -1, "sector", (), cell_text(sector.cells[0]), False))
    return tuple(found)


def names(state: State) -> tuple[str, ...]:
    """RC-ORD-9: the names of weapons, models, lists, cards, items and maps of this match.

    Cards that are also words of fixed forms (`mind blasts`, `ends the projection`) are left out.
    """
    found = (
        *(weapon.name for weapon in state.weapons.values()),
        *(model.name for model in state.models.values()),
        *(force.name for force in state.library.lists),
        *(sheet.name for sheet in state.library.maps),
        *(card for card in CARDS if card not in WORDED),
        *(item.name for item in state.items if not item.name.startswith("body of")),
    )
    return tuple(dict.fromkeys(found))


def references(state: State, viewer: int | None) -> tuple[str, ...]:
    """RC-VIEW-2: models and chits that have a reference for this viewer, and sectors."""
    units = (unit.ref for unit in shown_to_all(state))
    sectors = (ref for ref, one in relief(state.ground).sectors.items() if one.standing)
    return (*units, *(building.ref for building in state.ground.buildings), *sectors)


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """RC-ORD-9: the names of this match by the class of what they name."""
    weapons = tuple(state.weapons.values())
    made = () if viewer else ("skrap", "charnel", "ore")  # RC-CARRY-3: what a GM may put down
    return {
        "weapon": tuple(weapon.name for weapon in weapons),
        "gun": tuple(weapon.name for weapon in weapons if weapon.kind in GUNS),
        "blade": tuple(weapon.name for weapon in weapons if weapon.kind == "melee"),
        "grenade": tuple(weapon.name for weapon in weapons if weapon.kind == "grenade"),
        "type": tuple(model.name for model in state.models.values()),
        "list": tuple(force.name for force in state.library.lists),
        "map": tuple(sheet.name for sheet in state.library.maps),
        "card": CARDS,
        "item": tuple(dict.fromkeys((*(item.name for item in state.items), *made))),
        "condition": CONDITIONS,
        "terrain": tuple(CHARACTERS),
        "light": ("smoke", "dark", "clear"),
        "phase": ("setup", "play", "over"),
    }


# RC-TURN-11: a turn in which no model can do anything ends by itself.


def idle(state: State) -> tuple[int, Order, str] | None:
    """The seat, order and reason for ending a turn in which no model can act, else None.

    Only at the beginning of a turn: whoever has ordered something may still want to undo.  A seat
    with cards in hand or with chits always has a choice.
    """
    flow = state.flow
    if flow.outcome is not None or flow.phase != "play" or not flow.turn or flow.offer:
        return None
    seat = flow.turn
    own = [unit for unit in state.on_board() if unit.boss == seat]
    begun = state.active or any(unit.done or unit.moved or unit.act for unit in own)
    if begun or state.army(seat).hand or any(unit.chit for unit in own):
        return None
    if next(of_units(state, seat, None), None) is not None:
        return None
    return seat, EndPhase(), "no model can act"
