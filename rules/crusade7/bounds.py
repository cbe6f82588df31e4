"""C7-BOUND-1: how many units an army has, how much a unit type holds, and what a battle knows."""

from rules.crusade7.army.options import joined
from rules.crusade7.army.statblock import Library, Power, Spell, Statblock
from rules.crusade7.state import State
from rules.line.errors import Refusal
from rules.line.flow import seat_name

RULE = "C7-BOUND-1"

MOST_UNITS = 500
"""Living units of an army."""

MOST_ENTRIES = 40
"""Attacks, abilities, powers, spells, options and tags of a unit type, each; tactics of a faction;
attacks of a spell or power."""

MOST_TYPES, MOST_FACTIONS = 1_000, 200
"""Unit types of a battle (as many spells, as many powers); factions of a battle."""

MOST_STRIKES = 100
"""Strikes of a Multiattack."""

MOST_MOVEMENT = 200
"""Inches of Speed, printed, bought or set."""


def check_army(state: State, seat: int, more: int) -> None:
    """C7-BOUND-1: refuse `more` units if the army has no room for them; the dead do not count."""
    living = sum(unit.seat == seat and not unit.dead for unit in state.units.values())
    if living + more > MOST_UNITS:
        why = f"{seat_name(seat)} would have {living + more:,} units, an army has at most"
        raise Refusal(RULE, f"{why} {MOST_UNITS}")


def check_type(block: Statblock) -> None:
    """C7-BOUND-1: refuse a unit type that holds too much, bought options included."""
    entries = {
        "attacks": len(block.attacks),
        "abilities": len(block.abilities) + len(block.notes),
        "powers": len(block.powers),
        "spells": len(block.own_spells),
        "options": len(block.purchases),
        "tags": len(block.tags),
    }
    for what, count in entries.items():
        check_entries(block.name, count, what, "a type has")
    for spell in block.own_spells:
        check_entries(spell.name, len(spell.effects.strikes), "attacks", "a spell has")
    strikes = sum(count for count, _ in block.multiattack)
    if strikes > MOST_STRIKES:
        why = f"{block.name}'s Multiattack has {strikes:,} strikes, at most {MOST_STRIKES}"
        raise Refusal(RULE, f"{why} are made")
    check_movement(block.name, block.stat("Speed"))


def check_entries(name: str, count: int, what: str, has: str) -> None:
    """C7-BOUND-1: refuse too many entries of one kind."""
    if count > MOST_ENTRIES:
        raise Refusal(RULE, f"{name} has {count:,} {what}, {has} at most {MOST_ENTRIES}")


def check_library(state: State, new: Library) -> None:
    """C7-BOUND-1: refuse an import that is too large, by itself or with what the battle knows.

    A type that replaces another one counts too, since units of both may be in play.
    """
    for block in new.blocks:
        check_type(block)
    entries: tuple[Spell | Power, ...] = (*new.spells, *new.powers)
    for entry in entries:
        check_entries(entry.name, len(entry.effects.strikes), "attacks", "a spell or power has")
    known = joined(state.library, new)
    for faction in known.factions:
        check_entries(faction.name, len(faction.tactics), "tactics", "a faction has")
    counts = {
        "unit types": (len(state.blocks) + len(new.blocks), MOST_TYPES),
        "spells": (len(known.spells), MOST_TYPES),
        "powers": (len(known.powers), MOST_TYPES),
        "factions": (len(known.factions), MOST_FACTIONS),
    }
    for what, (count, most) in counts.items():
        if count > most:
            why = f"the battle would know {count:,} {what}, it keeps at most {most:,}"
            raise Refusal(RULE, why)


def check_movement(name: str, speed: int) -> None:
    """C7-BOUND-1: refuse a Speed above the maximum."""
    if speed > MOST_MOVEMENT:
        raise Refusal(RULE, f"{name} has Speed {speed:,}, movement is at most {MOST_MOVEMENT}")
