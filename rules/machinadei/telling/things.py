"""What the reader of orders may know of a battle: units with their kinds, names by class."""

from collections.abc import Mapping

from rules.display.things import Thing
from rules.machinadei.attributes import has
from rules.machinadei.field.table import touching
from rules.machinadei.fight.hits import melee_attacks
from rules.machinadei.orders import place
from rules.machinadei.statblock import Magic, Statblock, Weapon
from rules.machinadei.state import PHASES, State, Unit, key

BROKEN, ENGAGED = "broken", "engaged"
LOOKS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def things(state: State) -> tuple[Thing, ...]:
    """MD-ORD-7: the units in play, those in reserve included."""
    return tuple(thing_of(state, unit) for unit in state.units.values() if not unit.gone)


def thing_of(state: State, unit: Unit) -> Thing:
    """A unit with its type, the stem of its name, and how it fights and looks."""
    block = state.block(unit)
    uses = [f"armed {weapon.use}" for weapon in block.weapons]
    words = [unit.ref.rstrip("0123456789"), unit.kind, *uses]
    words += [f"looks-{unit.facing}"] if unit.is_formation else ["free moving"]
    words += ["reserve"] if unit.waits else []
    words += ["armed magic"] if block.magic else []
    at = place(unit.position) if unit.on_board else ""
    facing = LOOKS.get(unit.facing, "")
    has = (*_brought(block, Weapon), *_brought(block, Magic))
    shown = (block.name, tuple(words), at, unit.on_board)
    return Thing(unit.ref, unit.seat, *shown, facing=facing, has=has)


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """MD-ORD-7: the names of this battle by what they name."""
    weapons = [name for block in state.types for name in _brought(block, Weapon)]
    found = {
        "type": [block.name for block in state.types],
        "weapon": weapons,
        "effect": [name for block in state.types for name in _brought(block, Magic)],
        "extra": [one.name for block in state.types for one in block.upgrades],
        "phase": list(PHASES),
        "condition": ["broken", "reformed"],
        "side": ["left", "right"],
        "facing": ["N", "E", "S", "W"],
        "pool": _pool(state, viewer),
        "divider": [unit.ref for unit in _dividers(state, viewer)],
        "divided": _divided(state, viewer),
        "stat": ["hit", "damage", "guard", "M", "I", "L"],
    }
    return {kind: tuple(dict.fromkeys(names)) for kind, names in found.items()}


def _brought(block: Statblock, sort: type[Weapon] | type[Magic]) -> list[str]:
    """The weapons or the effects of a type, those of its options included."""
    own = [*block.weapons, *block.magic, *(one.brings for one in block.upgrades)]
    return [one.name for one in own if isinstance(one, sort)]


def _dividers(state: State, viewer: int) -> list[Unit]:
    """MD-DIV-2, MD-AREA-6: the units of a seat that may divide attacks, or have to divide hits."""
    if state.pending is not None:
        unit = state.units[key(state.pending.unit)]
        return [unit] if unit.seat == viewer else []
    if state.flow.phase != "melee" or not viewer:
        return []
    mine = [unit for unit in state.on_board(viewer) if not has(state, unit, BROKEN)]
    return [unit for unit in mine if len(touching(state, unit)) > 1]


def _divided(state: State, viewer: int) -> list[str]:
    """MD-DIV-3, MD-AREA-4: among whom the only unit that may divide does so."""
    if state.pending is not None:
        return list(state.pending.eligible) if _dividers(state, viewer) else []
    dividers = _dividers(state, viewer)
    return [foe.ref for foe in touching(state, dividers[0])] if len(dividers) == 1 else []


def _pool(state: State, viewer: int) -> list[str]:
    """MD-DIV-1: all attacks of the only unit of a seat that has any to divide."""
    if state.pending is not None or state.flow.phase != "melee" or not viewer:
        return []
    fighting = [unit for unit in state.on_board(viewer) if has(state, unit, ENGAGED)]
    dividers = _dividers(state, viewer) or fighting
    return [str(melee_attacks(state, dividers[0]))] if len(dividers) == 1 else []
