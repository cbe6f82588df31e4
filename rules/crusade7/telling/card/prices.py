"""What can be bought, one line a type."""

from collections.abc import Iterator

from rules.crusade7.army.statblock import Attack, Faction, Statblock
from rules.crusade7.naming import plain_name, same_name
from rules.crusade7.state import PHASES, State
from rules.line.flow import seat_name


def price_list(state: State, viewer: int | None, faction: str = "") -> tuple[str, ...]:
    """The types of a faction: the one named, else the one that the viewer has chosen, else all."""
    army = state.armies.get(viewer or 0)
    chosen = faction.strip() or (army.faction if army and army.faction != "none" else "")
    return tuple(price(block) for block in state.library.blocks if is_of(block, chosen))


def factions(state: State) -> tuple[str, ...]:
    """C7-SETUP-2: `Elves: 11 types, 14-310 gold; Wood Elves, Dark Elves; army 2`."""
    return tuple(
        faction_line(state, faction)
        for faction in state.library.factions
        if any(same_name(block.faction, faction.name) for block in state.library.blocks)
    )


def faction_line(state: State, faction: Faction) -> str:
    """One faction: how many types, what they cost, its parts, who has chosen it."""
    costs = [one.cost for one in state.library.blocks if same_name(one.faction, faction.name)]
    told = [f"{len(costs)} types, {min(costs)}-{max(costs)} gold"]
    if faction.subfactions:
        told.append(", ".join(faction.subfactions))
    takers = [
        seat_name(seat)
        for seat, army in state.armies.items()
        if state.flow.phase in PHASES and same_name(army.faction, faction.name)
    ]
    told += takers
    return f"{faction.name}: {'; '.join(told)}"


def is_of(block: Statblock, faction: str) -> bool:
    """Does a type belong to a faction, named whole or by its first words?"""
    if not faction or same_name(block.faction, faction):
        return True
    return bool(plain_name(faction)) and plain_name(block.faction).startswith(plain_name(faction))


def price(block: Statblock) -> str:
    """`L Legionnaire 15 gold, HP 27, AC 18, Pila 4, Spear, Gladius`."""
    return ", ".join(
        (
            f"{block.abbreviation} {block.name} {block.cost} gold",
            f"HP {block.hp}",
            f"AC {block.ac}",
            *map(reach, block.attacks),
            *magic(block),
        )
    )


def reach(attack: Attack) -> str:
    """`Pila 4`; a melee attack by its name alone."""
    return attack.name if attack.range is None else f"{attack.name} {attack.range}"


def magic(block: Statblock) -> Iterator[str]:
    """Whether it casts or has powers."""
    if block.casting is not None:
        yield "spells"
    if block.psionic:
        yield "powers"
