"""How units come into the game: limits of a type, buying, placing, the ready-made battle."""

from dataclasses import replace

from rules.display.words import counted
from rules.line.errors import Refusal, required
from rules.line.flow import seat_name
from rules.line.frozen import fields_of
from rules.machinadei import events as ev
from rules.machinadei import orders as od
from rules.machinadei import statblock as sb
from rules.machinadei.field import break_in_chain, check_free, check_on_board, occupied
from rules.machinadei.march.drill import broken_chain, check_apart
from rules.machinadei.naming import number_of
from rules.machinadei.state import Battle, State, Unit, key

# MD-DATA-2, MD-DATA-5, MD-BOUND-1: limits of a type; the statblock reader adds the line number.


class Flaw(Exception):
    """A statblock breaks a rule: which one, why, and the key, ability, magic or option to blame."""

    def __init__(self, rule: str, why: str, key: str = "unit", about: object = None) -> None:
        super().__init__(why)
        self.rule = rule
        self.why = why
        self.key = key
        self.about = about


def check_block(block: sb.Statblock) -> None:
    """MD-DATA-2, MD-BOUND-1, then MD-DATA-5 for each effect, options included."""
    check_class(block)
    check_numbers(block)
    check_bounds(block)
    for magic in block.magic:
        check_magic(magic, magic)
    for upgrade in block.upgrades:
        if isinstance(upgrade.brings, sb.Magic):
            check_magic(upgrade.brings, upgrade)


def check_class(block: sb.Statblock) -> None:
    """MD-DATA-2: a Primary is a single individual; MD-UNIT-7: who may form formations."""
    if block.tier == sb.PRIMARY and block.kind != "individual":
        raise Flaw("MD-DATA-2", f"a Primary is an individual, not a {block.kind}", "class")
    if block.tier == sb.PRIMARY and (block.least, block.most) != (1, 1):
        raise Flaw("MD-DATA-2", "a Primary has models 1-1", "models")
    if block.kind == "formation" and block.tier not in (sb.TERTIARY, sb.FODDER):
        raise Flaw("MD-DATA-2", "formations are Tertiary or Fodder", "class")
    if block.kind == "formation" and block.size not in (1, 2):
        raise Flaw("MD-DATA-2", f"formations have Size 1 or 2, not {block.size}", "stats")


def check_numbers(block: sb.Statblock) -> None:
    """MD-DATA-2: W, S >= 1, M, I >= 0, L 0-10."""
    if block.wounds < 1 or block.size < 1:
        raise Flaw("MD-DATA-2", "W and S are at least 1", "stats")
    if not all(0 <= value <= 10 for value in block.morale):
        raise Flaw("MD-DATA-2", "L is 0 to 10", "stats")
    if max(block.move, block.wounds, block.initiative) > 1000 or block.size > 12:
        raise Flaw("MD-DATA-2", "M, W and I are at most 1000, S at most 12", "stats")
    if not 1 <= block.least <= block.most <= 1000:
        raise Flaw("MD-DATA-2", "models is a range from 1 up, such as 5-20", "models")


MOST_ATTACKS, MOST_MAGIC_DICE, MOST_MOVE = 100, 200, 200
"""MD-BOUND-1: attacks of a model, dice of a magic attack, inches of Move, at most."""


MOST_ENTRIES = 40
"""MD-BOUND-1: the most weapons, abilities, spells or options (of each) that a type may have."""

LINES_OF = {
    "weapons": "weapons",
    "abilities": "abilities",
    "magic": "lines of magic",
    "upgrades": "options",
}
MOST_TYPES, MOST_MODIFIERS = 1_000, 40
"""MD-BOUND-1: the most types that a battle knows, and modifiers of a unit that the GM set."""


def check_bounds(block: sb.Statblock) -> None:
    """MD-BOUND-1: how much a type may have, options included."""
    if block.move > MOST_MOVE:
        raise Flaw("MD-BOUND-1", f"M is at most {MOST_MOVE}, not {block.move}", "stats")
    for what, lines in LINES_OF.items():
        count = len(getattr(block, what))
        if count > MOST_ENTRIES:
            why = f"{block.name} has {count:,} {lines}; at most {MOST_ENTRIES} are read"
            raise Flaw("MD-BOUND-1", why)
    entries = [(one, one) for one in (*block.weapons, *block.magic)]
    entries += [(one.brings, one) for one in block.upgrades]
    for entry, about in entries:
        if isinstance(entry, sb.Weapon) and entry.bonus.attacks > MOST_ATTACKS:
            why = f"{entry.name} has {entry.bonus.attacks} attacks a model; at most {MOST_ATTACKS}"
            raise Flaw("MD-BOUND-1", why, about=about)
        dice = dice_of(entry) if isinstance(entry, sb.Magic) else 0
        if isinstance(entry, sb.Magic) and dice > MOST_MAGIC_DICE:
            why = f"{entry.name} rolls {dice} dice; a magic attack has at most {MOST_MAGIC_DICE}"
            raise Flaw("MD-BOUND-1", why, about=about)


def dice_of(magic: sb.Magic) -> int:
    """The dice of the largest attack of a spell."""
    return max(
        (one.attacks for one in magic.effects if isinstance(one, sb.AttackEffect)), default=0
    )


FITS: dict[type[sb.Effect], tuple[str, ...]] = {
    sb.AttackEffect: ("enemy", "point", "around"),
    sb.ModifyEffect: ("self", "friend", "enemy", "point", "around"),
    sb.TestEffect: ("self", "friend", "enemy", "point", "around"),
    sb.SummonEffect: ("place",),
}
"""MD-DATA-5: which effects fit which target."""


def check_magic(magic: sb.Magic, about: sb.Magic | sb.Upgrade) -> None:
    """MD-DATA-5: effects fit their target; an attack on a point is the last of its spell."""
    kind = magic.target.kind
    for number, effect in enumerate(magic.effects, 1):
        word = str(effect).split()[0]
        if kind not in FITS[type(effect)]:
            raise Flaw("MD-DATA-5", f"{word} does not fit the target {kind}", about=about)
        last = number == len(magic.effects)
        if isinstance(effect, sb.AttackEffect) and kind == "point" and not last:
            raise Flaw(
                "MD-DATA-5", "an attack on a point is the last effect of its spell", about=about
            )


# How a unit is made: its profile, its reference, its place.


FACING = {1: "N", 2: "S"}
"""MD-SETUP-12: the default facing of each army."""

FILES = 5
"""MD-SETUP-12: default files; MD-SETUP-13: models in a row of skirmishers."""


def find_type(state: State, name: str) -> sb.Statblock | None:
    """MD-SETUP-2: the type of the loaded data with this name, abbreviation or plural."""
    said = sb.one_word(name)
    for block in state.types:
        if said == sb.one_word(block.name):
            return block
    for block in state.types:
        if sb.is_plural(name, block):
            return block
    return None


def find_upgrades(block: sb.Statblock, names: tuple[str, ...], rule: str) -> tuple[sb.Upgrade, ...]:
    """MD-SETUP-2: the options of that type with these names, each once.  Raises `Refusal`."""
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
"""MD-BOUND-1: the most units, models, attacks of one unit, and attacks in all of a seat, on the
table and in reserve."""


def check_most(who: str, count: int, what: str, most: int) -> None:
    """MD-BOUND-1: Raises `Refusal` if somebody would have more than `most` of something."""
    if count > most:
        why = f"{who} would have {count:,} {what}; at most {most:,} are allowed."
        raise Refusal("MD-BOUND-1", why)


def blows_of(block: sb.Statblock, models: int) -> int:
    """MD-BOUND-1, MD-HIT-1: the attacks of that many models with the weapon that has the most."""
    return models * max((1 + weapon.bonus.attacks for weapon in block.weapons), default=1)


def check_crowd(state: State, seat: int, models: int, block: sb.Statblock, ref: str = "") -> None:
    """MD-BOUND-1: the seat has room for a unit of this many models, a new one or the one named.

    `block` is its statblock, options included.  Lost units do not count.
    """
    others = [one for one in state.in_play(seat) if one.ref != ref]
    if len(others) >= MOST_UNITS:
        why = f"{seat_name(seat)} has {len(others)} units; at most {MOST_UNITS} are allowed."
        raise Refusal("MD-BOUND-1", why)
    total = sum(unit.models for unit in others) + models
    check_most(seat_name(seat), total, "models", MOST_MODELS)
    blows = blows_of(block, models)
    if blows > MOST_BLOWS:
        many = f"{models} {block.name} would make {blows:,} attacks"
        raise Refusal("MD-BOUND-1", f"{many}; a unit makes at most {MOST_BLOWS:,}.")
    total = sum(blows_of(state.block(unit), unit.models) for unit in others) + blows
    if total > MOST_BLOWS_OF_A_SEAT:
        many = f"{seat_name(seat)} would make {total:,} attacks"
        raise Refusal("MD-BOUND-1", f"{many}; at most {MOST_BLOWS_OF_A_SEAT:,} are allowed.")


def rows_of_five(at: od.Cell, models: int, side: int) -> tuple[od.Cell, ...]:
    """MD-SETUP-13: the cells of skirmishers deployed at one cell: rows of five without spaces."""
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
    """A new unit without a place, and its profile if the battle does not know it yet."""
    profile = upgraded(block, upgrades)
    known = profile in state.profiles
    number = state.profiles.index(profile) if known else len(state.profiles)
    unit = Unit(
        ref=ref,
        seat=seat,
        profile=number,
        kind="individual" if models == 1 else block.kind,  # MD-UNIT-5
        **fields_of(block, "tier", "move", "initiative", "size"),
        wound_limit=block.wounds,
        morale=block.nerve,
        models=models,
        start=models,
        price=sum(one.cost for one in upgrades) if cost is None else 0,
        cost=block.cost if cost is None else cost,
        uses=tuple((magic.name, magic.uses) for magic in profile.magic if magic.uses is not None),
    )
    return unit, None if known else profile


def stand(
    unit: Unit, cells: tuple[od.Cell, ...], facing: str, files: int | None, rule: str
) -> Unit:
    """MD-SETUP-12, MD-SETUP-13, MD-UNIT-2: the unit in its place.

    MD-WALK-4: a list of cells must have exactly one for each model.
    """
    if unit.is_formation:
        check_count(unit, cells, 1)
        wide = min(unit.models, FILES if files is None else files)
        if wide < 1:
            raise Refusal(rule, f"{unit.ref} has at least 1 file, not {wide}.")
        return replace(unit, at=cells[0], facing=facing or FACING[unit.seat], files=wide)
    if unit.kind == "skirmish" and len(cells) == 1 and unit.models > 1:
        cells = rows_of_five(cells[0], unit.models, unit.side)
    check_count(unit, cells, unit.models)
    return replace(unit, spots=cells)


def check_count(unit: Unit, cells: tuple[od.Cell, ...], count: int) -> None:
    """MD-WALK-4: as many cells as the unit needs."""
    if len(cells) != count:
        what = counted(count, "cell")
        raise Refusal("MD-WALK-4", f"{unit.ref} needs {what}, {len(cells)} are listed.")


def check_single(unit: Unit) -> None:
    """MD-UNIT-4: an individual is a single model."""
    if unit.kind == "individual" and unit.models != 1:
        raise Refusal("MD-UNIT-4", f"{unit.ref} is an individual: 1 model, not {unit.models}.")


# MD-SETUP: buying and placing an army.


def deploy(battle: Battle, order: od.Deploy) -> None:
    """Section 6.11: the checks in their order, then the unit is bought and placed."""
    state, seat = battle.state, battle.seat
    block = check_type(state, order.kind)
    check_faction(state, seat, block)
    models = order.models if order.models is not None else default_models(block, order.cells)
    check_range(block, models)
    upgrades = find_upgrades(block, order.options, "MD-SETUP-2")
    points = models * block.cost + sum(one.cost for one in upgrades)
    check_points(state, seat, points)
    check_primaries(state, seat, block)
    check_reserve(block, upgrades, bool(order.cells))
    if order.ref:
        check_new(state, order.ref, "MD-SETUP-12")
    ref = order.ref or free_ref(state, block)
    check_crowd(state, seat, models, upgraded(block, upgrades))
    unit, profile = raise_unit(state, seat, ref, block, models, upgrades)
    check_single(unit)
    unit = settle(state, unit, order)
    battle.emit(ev.UnitEntered(unit, "deployed", profile, points, block.faction))


def settle(state: State, unit: Unit, order: od.Deploy) -> Unit:
    """MD-WALK-4, MD-BOARD-2, MD-SETUP-7, MD-BOARD-3, MD-UNIT-3 in this order: place a new unit."""
    if not order.cells:
        return replace(unit, waits=True)  # MD-SETUP-11
    unit = stand(unit, order.cells, order.facing, order.files, "MD-UNIT-6")
    check_on_board(state, unit.ref, unit.cells)
    check_zone(state, unit)
    check_room(state, unit)
    return unit


def check_fits(state: State, unit: Unit) -> None:
    """MD-BOARD-2, MD-BOARD-3, MD-UNIT-3: a unit on the board has room where it stands."""
    if unit.on_board:
        check_on_board(state, unit.ref, unit.cells)
        check_room(state, unit)


def check_room(state: State, unit: Unit) -> None:
    """MD-BOARD-3, MD-UNIT-3: its cells are free, and skirmishers form one chain."""
    check_free(occupied(state, unit.ref), unit.cells)
    check_apart(unit.ref, unit.cells)
    found = break_in_chain(unit.places, unit.side) if unit.kind == "skirmish" else None
    if found is not None:
        raise broken_chain(unit.ref, found)


def default_models(block: sb.Statblock, cells: tuple[od.Cell, ...]) -> int:
    """Section 6.11: without a number the type's minimum; skirmishers one for each cell listed."""
    if block.kind == "skirmish" and len(cells) > 1:
        return len(cells)
    return block.least


def check_type(state: State, name: str) -> sb.Statblock:
    """MD-SETUP-2: a type of the loaded data."""
    return required(find_type(state, name), "MD-SETUP-2", f"there is no unit type {name[:40]}.")


def check_faction(state: State, seat: int, block: sb.Statblock) -> None:
    """MD-SETUP-3: all units of a seat belong to the faction of its first unit."""
    faction = state.armies[seat].faction
    if faction and not sb.same(faction, block.faction):
        why = f"{block.name} is of {block.faction}, {seat_name(seat)} of {faction}."
        raise Refusal("MD-SETUP-3", why)


def check_range(block: sb.Statblock, models: int) -> None:
    """MD-SETUP-4: the number of models lies within the type's range."""
    if not block.least <= models <= block.most:
        why = f"{block.name}: {block.least} to {block.most} models, not {models}."
        raise Refusal("MD-SETUP-4", why)


def limit(state: State) -> int:
    """MD-SETUP-5: the points limit of each army."""
    return int(state.options.get("points", "1000"))


def check_points(state: State, seat: int, points: int) -> None:
    """MD-SETUP-5: models x cost and options; a seat may not spend more than `points`."""
    total = state.armies[seat].points + points
    if total > limit(state):
        raise Refusal("MD-SETUP-5", f"{total} points, limit {limit(state)}.")


def check_primaries(state: State, seat: int, block: sb.Statblock) -> None:
    """MD-SETUP-6: one Primary for each full 1000 points, and always one."""
    most = max(1, limit(state) // 1000)
    if block.tier == sb.PRIMARY and count_of(state, seat, sb.PRIMARY) >= most:
        why = f"{seat_name(seat)} has {most} Primary already; {limit(state)} points allow {most}."
        raise Refusal("MD-SETUP-6", why)


def count_of(state: State, seat: int, *tiers: int) -> int:
    """How many units of these tiers a seat has."""
    return sum(unit.tier in tiers for unit in state.in_play(seat))


def check_reserve(block: sb.Statblock, upgrades: tuple[sb.Upgrade, ...], placed: bool) -> None:
    """MD-SETUP-11: a unit with `reserve`, and no other, is bought `in reserve`."""
    waits = upgraded(block, upgrades).has(sb.Reserve)
    if waits and placed:
        raise Refusal("MD-SETUP-11", f"{block.name} starts off the board: buy it `in reserve`.")
    if not waits and not placed:
        raise Refusal("MD-SETUP-11", f"{block.name} has no reserve ability: name its position.")


def zone(state: State, seat: int) -> range:
    """MD-SETUP-7: the floor(height / 4) rows at the seat's own edge."""
    rows = state.height // 4
    return range(1, rows + 1) if seat == 2 else range(state.height - rows + 1, state.height + 1)


def check_zone(state: State, unit: Unit) -> None:
    """MD-SETUP-7: every cell of a deployed unit lies in the seat's zone."""
    rows = zone(state, unit.seat)
    for cell in unit.cells:
        if cell[1] not in rows:
            raise Refusal(
                "MD-SETUP-7",
                f"{unit.ref} at {od.place(cell)} would stand outside rows {rows[0]} to {rows[-1]}."
                if rows
                else f"{unit.ref}: this board has no deployment zone.",
            )


def check_army(state: State, seat: int) -> None:
    """MD-SETUP-9, MD-SETUP-8: a unit on the board, and no more Secondaries than lesser units."""
    if next(state.on_board(seat), None) is None:
        raise Refusal("MD-SETUP-9", f"{seat_name(seat)} has no unit on the board.")
    greater = count_of(state, seat, sb.SECONDARY)
    lesser = count_of(state, seat, sb.TERTIARY, sb.FODDER)
    if greater > lesser:
        raise Refusal(
            "MD-SETUP-8",
            f"{seat_name(seat)} has {greater} Secondary units, "
            f"but {lesser} Tertiary and Fodder units.",
        )


# MD-START-1: the ready-made battle: a Roman patrol meets a Hun raid.


STARTER: tuple[str, ...] = (
    "1> deploy Man-Machine as Man1 at 15,28",
    "1> deploy Augur as Augur1 at 27,31",
    "1> deploy 15 Legionary as Legion1 at 20,28 facing N 5 wide",
    "1> deploy 10 Sagittary as Bows1 at 30,28 facing N 5 wide",
    "1> end phase",
    "2> deploy Shaman as Shaman1 at 27,5",
    "2> deploy 2 Spirit-Kin as Kin1 at 15,7 18,7",
    "2> deploy 15 Warband as War1 at 26,9 facing S 5 wide",
    "2> deploy 20 Thrall as Mob1 at 36,9 facing S 5 wide",
    "gm> next dice 8 3",
    "2> end phase",
)
