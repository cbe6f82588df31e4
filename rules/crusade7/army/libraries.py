"""C7-UNIT-11: the unit types, tactics, spells and powers of a battle, and how imports join them."""

from functools import lru_cache
from typing import Protocol, TypeVar

from rules.crusade7.army.statblock import Faction, Library


class HasName(Protocol):
    """Whatever is replaced by a newer one of its name."""

    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=HasName)


def joined(old: Library, new: Library) -> Library:
    """C7-UNIT-11: the newest of a name is the one that is put or bought from now on."""
    return Library(
        factions=newest(old.factions, joined_factions(old.factions, new.factions)),
        blocks=newest(old.blocks, new.blocks),
        spells=newest(old.spells, new.spells),
        powers=newest(old.powers, new.powers),
    )


def joined_factions(old: tuple[Faction, ...], new: tuple[Faction, ...]) -> tuple[Faction, ...]:
    """C7-UNIT-12: units imported for a known faction leave it what it has."""
    known = {one.name.lower(): one for one in old}
    found = []
    for faction in new:
        before = known.get(faction.name.lower(), faction)
        subfactions = tuple(dict.fromkeys((*before.subfactions, *faction.subfactions)))
        found.append(Faction(before.name, subfactions, newest(before.tactics, faction.tactics)))
    return tuple(found)


def newest(old: tuple[Named, ...], new: tuple[Named, ...]) -> tuple[Named, ...]:
    """The old ones without those of a name that is new, then the new ones."""
    names = {one.name.lower() for one in new}
    return (*(one for one in old if one.name.lower() not in names), *new)


@lru_cache(maxsize=32)
def one_of(library: Library) -> Library:
    """The same library for all battles that begin with an equal one."""
    return library
