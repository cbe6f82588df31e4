"""MD-ORD-7: the words of this match that a sentence may contain."""

from rules.machinadei.statblock import Magic, Statblock, Trait, Weapon
from rules.machinadei.state import State


def names(state: State) -> tuple[str, ...]:
    """Types and abbreviations, weapons, effects and options; a blank counts as a hyphen."""
    found = [name for block in state.types for name in names_of(block)]
    both = [form for name in found for form in (name, name.replace("-", " "))]
    return tuple(dict.fromkeys(both))


def names_of(block: Statblock) -> list[str]:
    """What a type has that players call by name."""
    brought: list[Trait] = [one.brings for one in block.upgrades]
    armed = [one.name for one in (*block.weapons, *brought) if isinstance(one, Weapon)]
    magic = [one.name for one in (*block.magic, *brought) if isinstance(one, Magic)]
    options = [one.name for one in block.upgrades]
    return [block.name, block.short, *options, *armed, *magic]


def references(state: State) -> tuple[str, ...]:
    """What the units on the table are called, those in reserve included."""
    return tuple(unit.ref for unit in state.units.values() if not unit.gone)
