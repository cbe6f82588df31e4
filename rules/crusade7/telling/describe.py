"""Units and cells described in words, and the names that the reader of orders may know."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from rules.crusade7.army.options import DETACHMENTS
from rules.crusade7.army.statblock import Library, Modifier, Statblock
from rules.crusade7.field import geometry
from rules.crusade7.naming import find_unit, in_order
from rules.crusade7.state import COLUMNS, CONDITIONS, PHASE_NAMES, PHASES, ROWS, State, Unit, Until
from rules.crusade7.tactics import CORE
from rules.crusade7.telling.picture import unit_words
from rules.crusade7.telling.view import is_visible, seen
from rules.display.things import Thing
from rules.display.words import in_groups
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.grid import Cell, cell_of, direction, gaps, offset

# The battlefield around a unit or a cell in words, for those who cannot see the board.


NEAR = 3
"""How many cells away terrain is still described."""


def describe(state: State, viewer: int | None, reference: str) -> tuple[str, ...]:
    """What is near a unit or a cell that the viewer may see, with bearing and distance (C7-GEO-4).

    Bearings are those of orders (C7-MOVE-14): row 1 is up, column 1 is left.
    """
    around = [unit for seat in (1, 2) for unit in seen(state, viewer, seat)]
    cell = cell_of(reference)
    if cell is not None:
        if not geometry.on_board(cell, (1, 1)):
            raise Refusal("C7-GEO-1", f"{reference} is not on the board of {ROWS} x {COLUMNS}")
        return tuple(from_cell(state, around, cell))
    unit = find_unit(state, viewer or 0, reference)
    if unit is None or unit not in around:
        raise Refusal("C7-ORDER-2", f"there is no unit {reference[:40]}")
    return tuple(from_unit(state, around, unit))


def from_unit(state: State, around: list[Unit], unit: Unit) -> Iterator[str]:
    """The unit itself, then the others by distance, then the ground."""
    yield f"{unit_words(state, unit)}, {seat_name(unit.seat)}"
    if not unit.on_field:
        return
    if geometry.is_engaged(state, unit):
        yield f"{unit.ref} is engaged"
    at, size = geometry.anchor_of(unit), geometry.size_of(state, unit)
    if size != (1, 1):
        end = f"{at[0] + size[0] - 1},{at[1] + size[1] - 1}"
        yield f"it covers {size[0]} x {size[1]} cells, to {end}"
    others = [one for one in around if one.ref != unit.ref]
    sides = {unit.seat: "own", 3 - unit.seat: "enemy"}
    yield from what_is_near(state, others, at, size, sides.__getitem__)


def from_cell(state: State, around: list[Unit], cell: Cell) -> Iterator[str]:
    """What stands on a cell, then the others by distance, then the ground."""
    here = [unit for unit in around if unit.on_field and cell in state.cells(unit)]
    terrain = state.terrain.get(cell, "")
    told = [unit_words(state, unit) for unit in here] + ([f"{terrain} ground"] if terrain else [])
    yield f"{cell[0]},{cell[1]}: {'; '.join(told) or 'empty'}"
    others = [unit for unit in around if unit not in here]
    yield from what_is_near(state, others, cell, (1, 1), seat_name)


def what_is_near(
    state: State, units: list[Unit], at: Cell, size: Cell, side: Callable[[int], str]
) -> Iterator[str]:
    """Units on the field by their distances from a rectangle (C7-GEO-4), then the ground; `side` is
    what the units of a seat are called."""
    found = []
    for unit in (one for one in units if one.on_field):
        rows, columns = gaps(at, size, geometry.anchor_of(unit), geometry.size_of(state, unit))
        away = geometry.rounded(rows * rows + columns * columns)
        found.append((away, geometry.anchor_of(unit), unit))
    for away, _, unit in sorted(found, key=lambda one: one[:2]):
        yield f"{side(unit.seat)} {place_of(state, unit, at, away)}"
    yield from ground(state, at, size)


def place_of(state: State, unit: Unit, start: Cell, away: int) -> str:
    """`Goblin G1 at 5,25 (13 HP): 20 away, right (20 right)`."""
    at = geometry.anchor_of(unit)
    rows, columns = at[0] - start[0], at[1] - start[1]
    where = f"{direction(rows, columns)} ({offset(rows, columns)})"
    return f"{unit_words(state, unit)}: {away} away, {where}"


def ground(state: State, at: Cell, size: Cell) -> Iterator[str]:
    """Terrain within `NEAR` cells, and how far the edges are."""
    near = in_groups(
        (kind, f"{cell[0]},{cell[1]}")
        for cell, kind in sorted(state.terrain.items())
        if max(gaps(at, size, cell, (1, 1))) <= NEAR
    )
    for kind, cells in sorted(near.items()):
        yield f"{kind} ground near: {' '.join(cells)}"
    bottom, right = ROWS - at[0] - size[0] + 1, COLUMNS - at[1] - size[1] + 1
    yield f"cells to the edge: up {at[0] - 1}, down {bottom}, left {at[1] - 1}, right {right}"


# What the reader of orders may know of a battle: units with their kinds, names by class.


def things(state: State, viewer: int) -> tuple[Thing, ...]:
    """C7-SETUP-8: the living units; in the secret set-up only the viewer's own."""
    living = in_order(state.living())
    return tuple(thing_of(state, unit) for unit in living if is_visible(state, unit, viewer))


def thing_of(state: State, unit: Unit) -> Thing:
    """A unit with its type, class, tags, nicknames and condition.

    It counts as able, except in the Move Phase once it has had its part.
    """
    block = state.block(unit)
    at = f"{unit.at[0]},{unit.at[1]}" if unit.on_field and unit.at else ""
    able = not (state.flow.phase == "move" and unit.moved != "none")
    now = [*dict.fromkeys(one.condition for one in unit.conditions)]
    now += ["wounded"] if unit.hp < unit.maxhp else []
    now += ["reserve"] if unit.reserve else ["embarked"] if unit.inside else []
    now += ["engaged"] if geometry.is_engaged(state, unit) else []  # C7-MOVE-3: it may fall back
    words = (block.classification, *block.tags, *block.also, *now)
    edge = f"?,{geometry.edge_column(unit.seat)}" if unit.reserve else ""
    spells = [spell.name for spell in block.own_spells]
    has = (*(one.name for one in block.attacks), *spells, *block.powers)
    return Thing(unit.ref, unit.seat, block.name, words, at, able, edge, has=has)


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """C7-ORDER-9: the names of this match by what they name: `weapon`, `spell`, `phase`, .."""
    library = state.library
    blocks = (*library.blocks, *state.blocks)
    own = [spell.name for block in blocks for spell in block.own_spells]
    listed = [name for block in blocks if block.casting for _, name in block.casting.spells]
    bought = [attack for block in blocks for one in block.purchases for attack in one.attacks]
    factions = library.factions
    found = {
        "weapon": [one.name for block in blocks for one in block.attacks]
        + [one.name for one in bought],
        "spell": [*(spell.name for spell in library.spells), *own, *listed],
        "power": [
            *(power.name for power in library.powers),
            *(p for b in blocks for p in b.powers),
            "Smite",
        ],
        "tactic": [one.name for one in CORE] + [one.name for f in factions for one in f.tactics],
        "type": [block.name for block in blocks],
        "option": [one.name for block in blocks for one in block.purchases],
        "faction": [one.name for one in factions],
        "subfaction": [name for one in factions for name in one.subfactions],
        "detachment": [one.name for one in DETACHMENTS],
        "phase": list(PHASES),
        "condition": list(CONDITIONS),
        "damage": [kind for block in blocks for one in block.attacks for _, kind in one.damage]
        + ["cold", "thunder", "lightning", "poison", "necrotic", "force"],
        "letters of type": [f"{block.abbreviation} {block.name}" for block in blocks],
        "terrain": ["rough", "difficult", "impassable", "clear"],
        "spread": ["across", "down"] if state.flow.phase == "setup" else [],  # C7-SETUP-4
    }
    return {kind: tuple(dict.fromkeys(names)) for kind, names in found.items()}


# C7-ORDER-9: the names of this match that a sentence may contain.


def names(state: State) -> tuple[str, ...]:
    """Attacks, spells, powers, tactics, unit types, options, factions, detachments; each once."""
    more = tuple(of_units(state))
    if not more:
        return of_matches_with(state.library)
    return tuple(dict.fromkeys((*of_library(state.library), *more, *of_every_match())))


@lru_cache(maxsize=32)
def of_matches_with(library: Library) -> tuple[str, ...]:
    """The names of a match in which all units have types of this library."""
    return tuple(dict.fromkeys((*of_library(library), *of_every_match())))


def of_library(library: Library) -> Iterator[str]:
    """The names in the library of this match, imports included."""
    for faction in library.factions:
        yield faction.name
        yield from faction.subfactions
        yield from (tactic.name for tactic in faction.tactics)
    for block in library.blocks:
        yield from of_block(block)
    yield from (spell.name for spell in library.spells)
    yield from (power.name for power in library.powers)


def of_block(block: Statblock) -> Iterator[str]:
    """The names of a unit type, of what it fights with, and of its options."""
    yield block.name
    yield from (attack.name for attack in block.attacks)
    if block.casting is not None:
        yield from (name for _, name in block.casting.spells)
    yield from (spell.name for spell in block.own_spells)
    yield from block.powers
    for option in block.purchases:
        yield option.name
        yield from (attack.name for attack in option.attacks)


def of_units(state: State) -> Iterator[str]:
    """C7-UNIT-11: the names of types that units still have though an import replaced them."""
    own = state.library.blocks
    for kind in sorted({unit.kind for unit in state.units.values()}):
        block = state.blocks[kind]
        if kind >= len(own) or block is not own[kind]:
            yield from of_block(block)


def of_every_match() -> Iterator[str]:
    """C7-TAC-5, C7-DET-2: core tactics and detachments."""
    yield from (tactic.name for tactic in CORE)
    yield from (detachment.name for detachment in DETACHMENTS)
    yield "Multiattack"


def references(state: State, viewer: int | None) -> tuple[str, ...]:
    """The references of the living units; in the secret set-up only the viewer's own
    (C7-SETUP-8)."""
    living = in_order(state.living())
    return tuple(unit.ref for unit in living if is_visible(state, unit, viewer))


# Texts for values that reports, explanations and printed statblocks share.


def signed(number: int) -> str:
    """`+2`, `-3`."""
    return f"{number:+d}"


def modifier_text(modifier: Modifier) -> str:
    """Section 8.6: a modifier as a statblock writes it: `+2 AC`, `advantage on ATK`."""
    if modifier.damage_type:
        return f"resistance to {modifier.damage_type}"
    if modifier.edge:
        return f"{'advantage' if modifier.edge > 0 else 'disadvantage'} on {modifier.target}"
    on = "on " if modifier.target == "psychic tests" else ""
    return f"{signed(modifier.amount)} {on}{modifier.target}"


def modifiers_text(modifiers: tuple[Modifier, ...]) -> str:
    """`+4 AC and -2 Speed`."""
    return " and ".join(modifier_text(modifier) for modifier in modifiers)


def until_text(until: Until | None) -> str:
    """C7-TURN-9: ` until round 3, mana phase`; nothing if it has no time."""
    if until is None:
        return ""
    phase = PHASES[until.phase] if until.phase >= 0 else "setup"
    return f" until round {until.round}, {phase} phase"


def phase_name(phase: str) -> str:
    """`Heavy Support Fight` for `heavy`."""
    return PHASE_NAMES.get(phase, phase)


def share_text(tenths: int) -> str:
    """C7-REP-1: tenths of a percent without needless zeros: `82.5%`, `70%`."""
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}%" if rest else f"{whole}%"
