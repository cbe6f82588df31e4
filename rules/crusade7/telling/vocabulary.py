"""C7-ORDER-9: the names of this match that a sentence may contain."""

from collections.abc import Iterator
from functools import lru_cache

from rules.crusade7.army.detachments import DETACHMENTS
from rules.crusade7.army.statblock import Library, Statblock
from rules.crusade7.naming import in_order
from rules.crusade7.state import State
from rules.crusade7.tactics import CORE


def names(state: State) -> tuple[str, ...]:
    """Attacks, spells, powers, tactics, unit types, options, factions, detachments; each once."""
    more = tuple(of_units(state))
    if not more:
        return of_matches_with(state.library)
    return tuple(dict.fromkeys((*of_library(state.library), *more, *of_every_match())))


@lru_cache(maxsize=32)
def of_matches_with(library: Library) -> tuple[str, ...]:
    """The names of a match all of whose units are of the types of its library."""
    return tuple(dict.fromkeys((*of_library(library), *of_every_match())))


def of_library(library: Library) -> Iterator[str]:
    """What was read for this match, imports included."""
    for faction in library.factions:
        yield faction.name
        yield from faction.subfactions
        yield from (tactic.name for tactic in faction.tactics)
    for block in library.blocks:
        yield from of_block(block)
    yield from (spell.name for spell in library.spells)
    yield from (power.name for power in library.powers)


def of_block(block: Statblock) -> Iterator[str]:
    """A unit type, what it fights with, and what can be bought for it."""
    yield block.name
    yield from (attack.name for attack in block.attacks)
    yield from (name for _, name in block.casting.spells if block.casting) if block.casting else ()
    yield from (spell.name for spell in block.own_spells)
    yield from block.powers
    for option in block.purchases:
        yield option.name
        yield from (attack.name for attack in option.attacks)


def of_units(state: State) -> Iterator[str]:
    """C7-UNIT-11: types that units still have although an import replaced them."""
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
    """What a viewer may call the units: in the secret set-up only the own ones (C7-SETUP-8)."""
    is_open = state.flow.phase != "setup" or viewer == 0
    return tuple(unit.ref for unit in in_order(state.living()) if is_open or unit.seat == viewer)
