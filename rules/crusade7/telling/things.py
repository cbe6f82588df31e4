"""What the reader of orders may know of a battle: units with their kinds, names by class."""

from collections.abc import Mapping

from rules.crusade7.army.detachments import DETACHMENTS
from rules.crusade7.field.geometry import edge_column, is_engaged
from rules.crusade7.naming import in_order
from rules.crusade7.state import CONDITIONS, PHASES, State, Unit
from rules.crusade7.tactics import CORE
from rules.display.things import Thing


def things(state: State, viewer: int) -> tuple[Thing, ...]:
    """C7-SETUP-8: the living units; in the secret set-up only the own ones."""
    is_open = state.flow.phase != "setup" or viewer == 0
    return tuple(
        thing_of(state, unit) for unit in in_order(state.living()) if is_open or unit.seat == viewer
    )


def thing_of(state: State, unit: Unit) -> Thing:
    """A unit with its type, class, tags and nicknames; on the field it is able until it moved."""
    block = state.block(unit)
    at = f"{unit.at[0]},{unit.at[1]}" if unit.on_field and unit.at else ""
    able = not (state.flow.phase == "move" and unit.moved != "none")
    now = (*_states(unit), *_whereabouts(unit), *_in_a_fight(state, unit))
    words = (block.classification, *block.tags, *block.also, *now)
    edge = f"?,{edge_column(unit.seat)}" if unit.reserve else ""
    spells = [spell.name for spell in block.own_spells]
    has = (*(one.name for one in block.attacks), *spells, *block.powers)
    return Thing(unit.ref, unit.seat, block.name, words, at, able, edge, has=has)


def _states(unit: Unit) -> tuple[str, ...]:
    """What it may be known by (`the prone legionnaire`, `the wounded one`)."""
    hurt = ("wounded",) if unit.hp < unit.maxhp else ()
    return (*dict.fromkeys(one.condition for one in unit.conditions), *hurt)


def _whereabouts(unit: Unit) -> tuple[str, ...]:
    """What a unit that is not on the field is called."""
    if unit.reserve:
        return ("reserve",)
    return ("embarked",) if unit.inside else ()


def _in_a_fight(state: State, unit: Unit) -> tuple[str, ...]:
    """C7-MOVE-3: a unit beside an enemy, which may fall back."""
    return ("engaged",) if unit.on_field and is_engaged(state, unit) else ()


def nouns(state: State, viewer: int) -> Mapping[str, tuple[str, ...]]:
    """C7-ORDER-9: the names of this match by what they name."""
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
    }
    return {kind: tuple(dict.fromkeys(names)) for kind, names in found.items()}
