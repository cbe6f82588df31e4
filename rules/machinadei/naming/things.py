"""What the reader of orders may know of a battle: units with their kinds, names by class."""

from collections.abc import Mapping

from rules.machinadei.fight.hits import melee_attacks
from rules.machinadei.naming.attributes import CONDITIONS, has
from rules.machinadei.orders import place
from rules.machinadei.statblock import Magic, Statblock, Weapon
from rules.machinadei.state import PHASES, State, Unit
from rules.things import Thing

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
    return Thing(unit.ref, unit.seat, block.name, tuple(words), at, unit.on_board, facing=facing)


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
        "stat": ["hit", "damage", "guard", "M", "I", "L"],
    }
    return {kind: tuple(dict.fromkeys(names)) for kind, names in found.items()}


def _brought(block: Statblock, sort: type[Weapon] | type[Magic]) -> list[str]:
    """The weapons or the effects of a type, those of its options included."""
    own = [*block.weapons, *block.magic, *(one.brings for one in block.upgrades)]
    return [one.name for one in own if isinstance(one, sort)]


def _pool(state: State, viewer: int) -> list[str]:
    """MD-DIV-1: all attacks of the only unit of a seat that has any to divide."""
    fighting = [
        unit for unit in state.on_board(viewer) if viewer and has(state, unit, CONDITIONS[1])
    ]
    if state.flow.phase != "melee" or len(fighting) != 1:
        return []
    return [str(melee_attacks(state, fighting[0]))]
