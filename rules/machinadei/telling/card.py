"""Cards of units and types, the price list, and how far a unit can go and strike."""

from collections.abc import Iterator
from dataclasses import replace

from rules.display.telling import Card, Reach, Zone
from rules.display.view import Line, Span, line
from rules.display.words import counted, in_groups
from rules.line.errors import allows
from rules.line.flow import seat_name
from rules.machinadei import statblock as sb
from rules.machinadei.events import Part
from rules.machinadei.field import Ground, Taken, enemies, eyes, has_in_arc, is_on_board, occupied
from rules.machinadei.fight.strike import ALL, NONE, attacks_of, needed
from rules.machinadei.formation import ahead, base_cells, gap_square, inches, nearest, shifted
from rules.machinadei.march.charge import allowance, cheapest, check_way, distance_ahead
from rules.machinadei.orders import Cell, place
from rules.machinadei.state import Spent, State, Unit
from rules.machinadei.telling.view import notes_on, shape

# MD-STAT-1: cards for reading: a unit as it is now, a type as printed.


def card(state: State, name: str) -> Card | None:
    """The card of a unit by its reference, or of a type by its name or abbreviation."""
    unit = state.find(name)
    if unit is not None:
        return of_unit(state, unit)
    for block in state.types:
        if sb.is_plural(name, block):
            return of_type(block)
    return None


def card_names(state: State) -> tuple[str, ...]:
    """References of the units on the table and in reserve, then names of types."""
    units = (unit.ref for unit in state.in_play())
    return (*units, *(block.name for block in state.types))


# --- one unit -----------------------------------------------------------------------------------


def of_unit(state: State, unit: Unit) -> Card:
    """`Legion1 Legionary`, `army 1 · Tertiary formation · 6 points each`."""
    block = state.block(unit)
    kind = f"{sb.TIERS[unit.tier]} {unit.kind}"
    head = " · ".join((seat_name(unit.seat), kind, f"{counted(unit.cost, 'point')} each"))
    lines = [line(" · ".join(now_of(state, unit))), line(" · ".join(stats_of(unit)))]
    lines += [weapon_line(state, unit, weapon) for weapon in block.weapons]
    lines += [line(text) for text in gear_of(block)]
    left = dict(unit.uses)
    lines += [magic_line(magic, left.get(magic.name)) for magic in block.magic]
    return Card(f"{unit.ref} {block.name}", head, tuple(lines), ("MD-STAT-1", "MD-HIT-2"))


def now_of(state: State, unit: Unit) -> Iterator[str]:
    """How many models are left, where and how they stand, and their conditions."""
    if unit.gone:
        yield unit.gone
        return
    yield f"{unit.models} of {counted(unit.start, 'model')}"
    if unit.wounds:
        yield f"{counted(unit.wounds, 'wound')} on one"
    if unit.waits:
        yield "in reserve"
        return
    yield f"at {place(unit.position)}, {shape(unit)}"
    yield from notes_on(state, unit, occupied(state), short=True)


def stats_of(unit: Unit) -> Iterator[str]:
    """M, W, I, L and Size; behind a changed value the modifiers that change it."""
    for name, base in (("M", unit.move), ("I", unit.initiative), ("L", unit.morale)):
        now = unit.effective(name)
        why = [f"{one.source or 'the GM'} {sb.signed(one.amount)}" for one in unit.modifiers]
        shown = [text for text, one in zip(why, unit.modifiers, strict=True) if one.stat == name]
        yield f"{name} {now}" + (f" = {base}, {', '.join(shown)}" if shown else "")
    yield f"wounds {unit.wound_limit} each"
    yield f"Size {unit.size}"


def weapon_line(state: State, unit: Unit, weapon: sb.Weapon) -> Line:
    """`Gladius` strong, then `melee, 14 attacks, damage 1 + 1; Fodder at 3+, Tertiary 5+ ...`."""
    facts = [*reach_of(weapon), counted(attacks_of(unit, weapon.bonus), "attack")]
    damage = 1 + weapon.bonus.damage + unit.total("damage")
    facts.append(f"damage {damage}, more against smaller ones")
    parts = tuple(
        Part(source, amount)
        for source, amount in ((weapon.name, weapon.bonus.hit), ("effects", unit.total("hit")))
        if amount
    )
    named = {ALL: "all", NONE: "none"}
    told = []
    for tier, name in sorted(sb.TIERS.items()):
        number = needed(state, unit.tier - tier, parts)
        told.append(f"{name} {named.get(number, f'{number}+')}")
    text = f" {', '.join(facts)}; hits {', '.join(told)}"
    return (Span(weapon.name, strong=True), Span(text))


def reach_of(weapon: sb.Weapon) -> Iterator[str]:
    """`melee`, `range 24"`, `range 20", splash 2`."""
    if weapon.use == "melee":
        yield "melee"
        return
    yield f'range {weapon.reach}"'
    if weapon.use == "area":
        yield f"splash {weapon.splash}"


def gear_of(block: sb.Statblock) -> Iterator[str]:
    """Its abilities in one line; nothing if it has none."""
    if block.abilities:
        told = (str(one).removeprefix("ability: ") for one in block.abilities)
        yield f"Abilities: {', '.join(told)}"


def magic_line(magic: sb.Magic, left: int | None) -> Line:
    """`Thunderbolt` strong, then `point 24 splash 2: attack 6 D+1 H+0; 2 of 3 left`."""
    uses = "; any number of times" if magic.uses is None else f"; {counted(magic.uses, 'use')}"
    if magic.uses is not None and left is not None:
        uses = f"; {left} of {magic.uses} left"
    effects = ", then ".join(one.meaning() for one in magic.effects)
    return (Span(magic.name, strong=True), Span(f" {magic.target.meaning()}: {effects}{uses}"))


def bonus_text(weapon: sb.Weapon) -> Iterator[str]:
    """MD-DATA-1 in words: attacks of a model, damage of a hit, what is added to hit."""
    yield f"{counted(1 + weapon.bonus.attacks, 'attack')} a model"
    yield f"damage {1 + weapon.bonus.damage}, more against smaller ones"
    if weapon.bonus.hit:
        yield f"{sb.signed(weapon.bonus.hit)} to hit"


# --- types and prices ---------------------------------------------------------------------------


def of_type(block: sb.Statblock) -> Card:
    """MD-DATA-1: a type as printed, with what it costs."""
    kind = f"{sb.TIERS[block.tier]} {block.kind}"
    price = f"{counted(block.cost, 'point')} each"
    head = " · ".join((block.short, block.faction, kind, price, models_of(block)))
    stats = f"M {block.move} · I {block.initiative} · L {block.nerve}"
    lines = [line(f"{stats} · wounds {block.wounds} each · Size {block.size}")]
    lines += map(brought, block.weapons)
    lines += [line(text) for text in gear_of(block)]
    lines += [magic_line(magic, None) for magic in block.magic]
    lines += [
        (Span(f"Option {one.name}, {counted(one.cost, 'point')}: "), *brought(one.brings))
        for one in block.upgrades
    ]
    return Card(block.name, head, tuple(lines), ("MD-STAT-1",))


def models_of(block: sb.Statblock) -> str:
    """`5-20 models`, `1 model`."""
    most = "" if block.most == block.least else f"-{block.most}"
    return f"{block.least}{most} model{'' if block.most == 1 else 's'}"


def brought(trait: sb.Trait) -> Line:
    """What an option brings: a weapon, an effect, an ability."""
    match trait:
        case sb.Weapon():
            facts = ", ".join((*reach_of(trait), *bonus_text(trait)))
            return (Span(trait.name, strong=True), Span(f" {facts}"))
        case sb.Magic():
            return magic_line(trait, None)
        case _:
            return line(str(trait).removeprefix("ability: "))


def price_list(state: State, faction: str = "") -> tuple[str, ...]:
    """MD-SETUP-2: the types to deploy: all, those of a (partly named) faction, or one type."""
    wanted = " ".join(faction.lower().split())
    return tuple(
        price_line(block)
        for block in state.types
        if wanted in block.faction.lower() or wanted == block.name.lower()
    )


def factions(state: State) -> tuple[str, ...]:
    """MD-SETUP-3: `Rome: God-Machine 300, Man-Machine 75, ...`, and the army that has taken it."""
    found = in_groups((block.faction, f"{block.name} {block.cost}") for block in state.types)
    takers = {
        name: "".join(
            f"; {seat_name(seat)}"
            for seat, army in state.armies.items()
            if sb.same(army.faction, name)
        )
        for name in found
    }
    return tuple(f"{name}: {', '.join(types)}{takers[name]}" for name, types in found.items())


def price_line(block: sb.Statblock) -> str:
    """`LG Legionary 6 points each, 5-20 models, Tertiary formation, M5 W1 I4 L8, Gladius`."""
    stats = f"M{block.move} W{block.wounds} I{block.initiative} L{block.nerve}"
    arms = "".join(f", {weapon.name}" for weapon in block.weapons)
    kind = f"{sb.TIERS[block.tier]} {block.kind}"
    price = f"{counted(block.cost, 'point')} each"
    name = f"{block.short} {block.name} ({block.faction})"
    return f"{name} {price}, {models_of(block)}, {kind}, {stats}{arms}"


# How far a unit goes, charges and shoots from where it stands: cells to draw, enemies in reach.


def reach(state: State, viewer: int | None, name: str) -> Reach | None:
    """MD-ADV-1, MD-WALK-1, MD-CHARGE-1, MD-SHOOT-4: what a unit reaches by its whole Move, a
    charge, and each of its weapons."""
    found = state.find(name)
    if found is None or not found.on_board:
        return None
    unit = replace(found, spent=Spent(), turning=None, reformed=False)
    far = unit.effective("M")
    cells = (
        tuple(straight_on(state, unit, far)) if unit.is_formation else tuple(walked(state, unit))
    )
    verb = "advances" if unit.is_formation else "moves"
    zones = [Zone(f"{verb} {far}", index(cells))]
    guns = [one for one in state.block(unit).weapons if one.use != "melee"]
    zones += [Zone(f"{one.name} {one.reach}", index(tuple(ring(state, unit, one)))) for one in guns]
    x, y = unit.position
    title = f"{unit.ref} {state.block(unit).name} at {x},{y}"
    lines = [charges(state, unit), *(in_range(state, unit, one) for one in guns)]
    return Reach(title, tuple(zone for zone in zones if zone.cells), tuple(lines))


def index(cells: tuple[Cell, ...]) -> tuple[tuple[int, int], ...]:
    """Cells as drawings count them: rows first, from 0."""
    return tuple(sorted({(y - 1, x - 1) for x, y in cells}))


def straight_on(state: State, unit: Unit, far: int) -> Iterator[Cell]:
    """MD-ADV-1: the cells that a formation covers by advancing, without wheels and turns."""
    taken: Taken = occupied(state, unit.ref)
    for gone in range(1, far + 1):
        cells = shifted(unit.cells, ahead(unit.facing), gone)
        if any(cell in taken or not is_on_board(state, cell) for cell in cells):
            return
        yield from (cell for cell in cells if cell not in unit.cells)


def walked(state: State, unit: Unit) -> Iterator[Cell]:
    """MD-WALK-1: the cells that its models can come to cover, each model moving alone."""
    ground = Ground(state, unit)
    for spot in unit.spots:
        for end in ground.reach(spot, Spent(), unit.effective("M")):
            if ground.is_free(end):
                yield from base_cells(end, unit.side)


def ring(state: State, unit: Unit, weapon: sb.Weapon) -> Iterator[Cell]:
    """MD-SHOOT-4, MD-ARC-1: the cells in range of a weapon, for a formation also in its arc."""
    most, own = weapon.reach * weapon.reach, set(unit.cells)
    for y in range(1, state.height + 1):
        for x in range(1, state.width + 1):
            cell = (x, y)
            near = min(gap_square(one, cell) for one in eyes(unit)) <= most
            if near and cell not in own and has_in_arc(unit, cell):
                yield cell


def charges(state: State, unit: Unit) -> str:
    """MD-CHARGE-1: `charges 10: War1, Kin1`, the enemies that it could reach now."""
    most = allowance(state, unit)
    found = [foe.ref for foe in enemies(state, unit.seat) if can_charge(state, unit, foe, most)]
    return f"charges {most}: {', '.join(found) or 'nobody'}"


def can_charge(state: State, unit: Unit, foe: Unit, most: int) -> bool:
    """MD-CHARGE-2, MD-CHARGE-3: straight ahead for a formation, any free way for others."""
    if not unit.is_formation:
        return cheapest(state, unit, foe, most) is not None
    far = distance_ahead(unit, foe)
    if far is None or far > most:
        return False
    return allows(check_way, state, unit, far)


def in_range(state: State, unit: Unit, weapon: sb.Weapon) -> str:
    """`Bow 24: War1 (8"), Mob1 (12.5")`: the enemies in range and arc, in sight or not."""
    found = []
    for foe in enemies(state, unit.seat):
        cells = tuple(cell for cell in foe.cells if has_in_arc(unit, cell))
        if cells and nearest(eyes(unit), cells) <= weapon.reach * weapon.reach:
            found.append(f'{foe.ref} ({inches(nearest(eyes(unit), cells))}")')
    return f"{weapon.name} {weapon.reach}: {', '.join(found) or 'nobody'}"
