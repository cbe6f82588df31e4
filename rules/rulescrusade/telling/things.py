"""What the reader of orders may know of a match: models, chits, buildings; names by class."""

from collections.abc import Mapping

from rules.display.things import Thing
from rules.rulescrusade.field.terrain import CHARACTERS, relief
from rules.rulescrusade.sheets import CARDS
from rules.rulescrusade.state import CONDITIONS, State, Unit, in_order
from rules.rulescrusade.words import cell_text

WORDED = ("Mind Blast", "Mind Lance", "Projection")
GUNS = ("pistol", "basic", "special", "heavy", "digi")


def things(state: State, viewer: int) -> tuple[Thing, ...]:
    """RC-VIEW-2: what has a reference for this viewer: models, chits, buildings."""
    shown = [unit for unit in state.units.values() if unit.place in ("board", "reserve")]
    units = tuple(thing_of(state, unit) for unit in in_order(tuple(shown)))
    return (*units, *buildings(state))


def thing_of(state: State, unit: Unit) -> Thing:
    """A model with its kind, what can be seen of it, and whether it can still do something."""
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
    """RC-ORD-9: weapons, models, lists, cards, items and maps of this match.

    Cards that fixed forms name too (`mind blasts`, `ends the projection`) are read as words.
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
    shown = [unit for unit in state.units.values() if unit.place in ("board", "reserve")]
    units = (unit.ref for unit in in_order(tuple(shown)))
    sectors = (
        f"{building.ref}.{sector.number}"
        for building in state.ground.buildings
        for sector in building.sectors
        if sector.standing
    )
    return (*units, *(building.ref for building in state.ground.buildings), *sectors)


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """RC-ORD-9: the names of this match by what they name."""
    weapons = tuple(state.weapons.values())
    return {
        "weapon": tuple(weapon.name for weapon in weapons),
        "gun": tuple(weapon.name for weapon in weapons if weapon.kind in GUNS),
        "blade": tuple(weapon.name for weapon in weapons if weapon.kind == "melee"),
        "grenade": tuple(weapon.name for weapon in weapons if weapon.kind == "grenade"),
        "type": tuple(model.name for model in state.models.values()),
        "list": tuple(force.name for force in state.library.lists),
        "map": tuple(sheet.name for sheet in state.library.maps),
        "card": CARDS,
        "item": tuple(dict.fromkeys(item.name for item in state.items)),
        "condition": CONDITIONS,
        "terrain": tuple(CHARACTERS),
        "light": ("smoke", "dark", "clear"),
        "phase": ("setup", "play", "over"),
    }
