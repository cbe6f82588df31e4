"""How a unit is made: its profile, its reference, its place."""

from dataclasses import replace

from rules.display.words import counted
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.machinadei import statblock as sb
from rules.machinadei.formation.ranks import standing
from rules.machinadei.naming import number_of
from rules.machinadei.orders import Cell
from rules.machinadei.state import State, Unit, key

FACING = {1: "N", 2: "S"}
"""MD-SETUP-12: the default facing of each army."""

FILES = 5
"""MD-SETUP-12: default files; MD-SETUP-13: models in a row of skirmishers."""


def find_type(state: State, name: str) -> sb.Statblock | None:
    """MD-SETUP-2: a type of the loaded data by its name or abbreviation (or its plural)."""
    said = sb.one_word(name)
    for block in state.types:
        if said == sb.one_word(block.name):
            return block
    for block in state.types:
        if sb.is_plural(name, block):
            return block
    return None


def find_upgrades(block: sb.Statblock, names: tuple[str, ...], rule: str) -> tuple[sb.Upgrade, ...]:
    """MD-SETUP-2: options of that type, each once."""
    found: list[sb.Upgrade] = []
    for name in names:
        upgrade = next((one for one in block.upgrades if sb.same(one.name, name)), None)
        if upgrade is None:
            known = ", ".join(one.name for one in block.upgrades) or "none"
            raise Refusal(rule, f"{block.name} has no option {name[:40]}; it has {known}.")
        if upgrade in found:
            raise Refusal(rule, f"{upgrade.name} is named twice.")
        found.append(upgrade)
    return tuple(found)


def upgraded(block: sb.Statblock, upgrades: tuple[sb.Upgrade, ...]) -> sb.Statblock:
    """MD-DATA-3: the type with its options."""
    for one in upgrades:
        block = sb.with_upgrade(block, one)
    return block


def free_ref(state: State, block: sb.Statblock) -> str:
    """MD-SETUP-12: the type's name and the lowest number not yet used in this game."""
    number = 1
    while key(f"{block.name}{number}") in state.units:
        number += 1
    return f"{block.name}{number}"


def check_new(state: State, ref: str, rule: str) -> None:
    """MD-SETUP-12, MD-GM-1: a given reference is new in this game, and ends in a number."""
    if key(ref) in state.units:
        raise Refusal(rule, f"there is a unit {state.units[key(ref)].ref} already.")
    if number_of(ref) < 0 or not ref.rstrip("0123456789"):
        raise Refusal(rule, f"{ref[:40]} is no reference; {ref[:20].strip() or 'Unit'}1 is one.")


MOST_UNITS, MOST_MODELS = 100, 1000
MOST_BLOWS, MOST_BLOWS_OF_A_SEAT = 1000, 10_000
"""MD-BOUND-1: what a seat may have on the table and in reserve."""


def blows_of(block: sb.Statblock, models: int) -> int:
    """MD-BOUND-1, MD-HIT-1: the attacks of so many models with the weapon that has the most."""
    return models * max((1 + weapon.bonus.attacks for weapon in block.weapons), default=1)


def check_crowd(state: State, seat: int, models: int, block: sb.Statblock, ref: str = "") -> None:
    """MD-BOUND-1: the seat has room for a unit of so many models, a new one or the one named;
    `block`: its statblock, options included.

    The lost do not count.
    """
    units = [one for one in state.units.values() if one.seat == seat and not one.gone]
    others = [one for one in units if one.ref != ref]
    if len(others) >= MOST_UNITS:
        why = f"{seat_name(seat)} has {len(others)} units; at most {MOST_UNITS} are allowed."
        raise Refusal("MD-BOUND-1", why)
    total = sum(unit.models for unit in others) + models
    if total > MOST_MODELS:
        why = f"{seat_name(seat)} would have {total:,} models; at most {MOST_MODELS:,} are allowed."
        raise Refusal("MD-BOUND-1", why)
    blows = blows_of(block, models)
    if blows > MOST_BLOWS:
        many = f"{models} {block.name} would make {blows:,} attacks"
        raise Refusal("MD-BOUND-1", f"{many}; a unit makes at most {MOST_BLOWS:,}.")
    total = sum(blows_of(state.block(unit), unit.models) for unit in others) + blows
    if total > MOST_BLOWS_OF_A_SEAT:
        many = f"{seat_name(seat)} would make {total:,} attacks"
        raise Refusal("MD-BOUND-1", f"{many}; at most {MOST_BLOWS_OF_A_SEAT:,} are allowed.")


def rows_of_five(at: Cell, models: int, side: int) -> tuple[Cell, ...]:
    """MD-SETUP-13: skirmishers at one cell stand in rows of five without spaces."""
    x, y = at
    return tuple((x + i % FILES * side, y + i // FILES * side) for i in range(models))


def raise_unit(
    state: State,
    seat: int,
    ref: str,
    block: sb.Statblock,
    models: int,
    upgrades: tuple[sb.Upgrade, ...] = (),
    cost: int | None = None,
) -> tuple[Unit, sb.Statblock | None]:
    """A unit that stands nowhere yet, and its profile if the battle has not seen it before."""
    profile = upgraded(block, upgrades)
    known = profile in state.profiles
    number = state.profiles.index(profile) if known else len(state.profiles)
    unit = Unit(
        ref=ref,
        seat=seat,
        profile=number,
        kind="individual" if models == 1 else block.kind,  # MD-UNIT-5
        tier=block.tier,
        move=block.move,
        wound_limit=block.wounds,
        initiative=block.initiative,
        morale=block.nerve,
        size=block.size,
        models=models,
        start=models,
        price=sum(one.cost for one in upgrades) if cost is None else 0,
        cost=block.cost if cost is None else cost,
        uses=tuple((magic.name, magic.uses) for magic in profile.magic if magic.uses is not None),
    )
    return unit, None if known else profile


def stand(
    unit: Unit, cells: tuple[Cell, ...], facing: str, files: int | None, rule: str
) -> tuple[Unit, tuple[Cell, ...]]:
    """MD-SETUP-12, MD-SETUP-13, MD-UNIT-2: the unit in its place, and where its models stand.

    MD-WALK-4: a list of cells must have exactly one for each model.
    """
    if unit.is_formation:
        check_count(unit, cells, 1)
        wide = min(unit.models, FILES if files is None else files)
        if wide < 1:
            raise Refusal(rule, f"{unit.ref} has at least 1 file, not {wide}.")
        facing = facing or FACING[unit.seat]
        placed = replace(unit, at=cells[0], facing=facing, files=wide)
        return placed, standing(cells[0], facing, wide, unit.models)
    if unit.kind == "skirmish" and len(cells) == 1 and unit.models > 1:
        cells = rows_of_five(cells[0], unit.models, unit.side)
    check_count(unit, cells, unit.models)
    return replace(unit, spots=cells), cells


def check_count(unit: Unit, cells: tuple[Cell, ...], count: int) -> None:
    """MD-WALK-4: as many cells as the unit needs."""
    if len(cells) != count:
        what = counted(count, "cell")
        raise Refusal("MD-WALK-4", f"{unit.ref} needs {what}, {len(cells)} are listed.")


def check_single(unit: Unit, rule: str = "MD-UNIT-4") -> None:
    """MD-UNIT-4: an individual is a single model."""
    if unit.kind == "individual" and unit.models != 1:
        raise Refusal(rule, f"{unit.ref} is an individual: 1 model, not {unit.models}.")
