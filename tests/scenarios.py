"""How random matches of each system begin, and what a GM does in between to stir them up."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ARMIES = {
    "Second Roman Empire": (
        "detachment Platoon: 2 Augurs, 7 Legionnaires, 3 Sagittarius, 1 Triarius, "
        "1 Centurion with Phalerae, 1 Carrus, 2 Eques, 1 Ballista",
        "reinforcements: 2 Legionnaires",
    ),
    "Praetorian Legions": (
        "detachment Auxiliary: 2 Praetorian Psionics",
        "detachment Platoon: 1 Praetor, 10 Praetorian Legionaries, 1 Aquila, 1 Outrider",
        "reinforcements: 1 Praetorian Legionary",
    ),
    "Orc-Goblins": (
        "detachment Platoon: 2 Orc Shamans, 5 Goblins, 5 Orc Raiders with Spiked Shield, "
        "1 Goblin Bomber, 1 Orc Berserker, 1 War Wagon, 1 Wolf Rider, 1 Rock Lobber",
        "reinforcements: 3 Goblins",
    ),
    "Elves": (
        "detachment Platoon: 2 High Magisters, 6 Elf Spearguards, 4 Elf Archers, 1 Bladedancer, "
        "2 Mist Seers, 1 Wind Skiff, 1 Stag Rider, 1 Sunbow",
        "reinforcements: 1 Elf Archer",
    ),
    "Fellic Demons": (
        "detachment Platoon: 2 Heralds of Tharizdun, 7 Husks, 3 Imps, 1 Flayer, 1 Gorefiend, "
        "1 Soul Cart, 2 Hellhounds, 1 Bile Cannon",
        "reinforcements: 2 Husks",
    ),
}
"""Armies of 13 to 20 units with casters, psionics, transports, riders and guns."""

Meddle = Callable[[random.Random, Any], str]


@dataclass(frozen=True)
class Scenario:
    """A start: options and the set-up lines of each seat, up to `deploy` and `ready`.

    `advance` says how good a place is to go to (the least is best), `meddle` thinks of a line
    for the GM.  A match is played for so many rounds, and not given up before it has so many
    entries.
    """

    options: dict[str, str]
    lines: tuple[tuple[int, str], ...] = ()
    deploy: bool = False
    advance: Callable[[Any], int] | None = None
    meddle: Meddle | None = None
    rounds: int = 8
    early: int = 60


# --- Crusade 7 ----------------------------------------------------------------------------------


def crusade7(rng: random.Random) -> Scenario:
    """Two of the shipped factions with 1500 gold and options drawn at random."""
    options = {
        "gold": "1500",
        "reach": rng.choice(("straight", "ring")),
        "engaged": rng.choice(("open", "open", "strict")),
        "prone": rng.choice(("split", "pass", "block")),
        "attacks": rng.choice(("one", "both")),
        "magic-min": rng.choice(("on", "off")),
        "morale": rng.choice(("total", "own")),
        "reinforce-from": rng.choice(("1", "1", "2")),
    }
    lines: list[tuple[int, str]] = []
    for seat, faction in enumerate(rng.sample(sorted(ARMIES), 2), 1):
        if rng.random() < 0.3:
            lines += [(seat, f"faction {rng.choice(sorted(ARMIES))}"), (seat, "clear army")]
        lines += [(seat, f"faction {faction}"), *((seat, line) for line in ARMIES[faction])]
    return Scenario(options, tuple(lines), True, towards_the_middle, meddle7)


def towards_the_middle(order: Any) -> int:
    """How near a move ends to the columns where the armies meet (less is nearer)."""
    to = getattr(order, "to", None)
    to = getattr(order, "at", None) if to is None else to
    if isinstance(to, tuple):
        return abs(2 * to[1] - 31) + abs(2 * to[0] - 25) // 2
    return 0


CONDITIONS = ("prone", "prone", "stunned", "poisoned", "invisible", "frightened", "blinded")

STATBLOCK = (
    "import Faction: Orc-Goblins | Cave Bear CB HP 40 AC 12 Cost 20 G | "
    "Stats: 8, 4, 1, 3, -2, 1, 0, 1 | Thick Hide: Resistance to slashing. | Attacks: | "
    "Claw: melee, , STR+PF, 9 slashing, prone"
)


def meddle7(rng: random.Random, state: Any) -> str:
    """A line of the GM: mostly one that hurts, heals, afflicts or moves a unit."""
    unit = rng.choice(list(state.living()))
    ref, at = unit.ref, f"{rng.randint(1, 24)},{rng.randint(1, 30)}"
    return rng.choice(
        (
            f"give {ref} {rng.choice(CONDITIONS)} for {rng.randint(1, 3)} rounds",
            f"give {ref} {rng.choice(CONDITIONS)}",
            f"clear {ref} {rng.choice(CONDITIONS)}",
            f"damage {ref} {rng.randint(1, 60)} {rng.choice(('fire', 'psychic', 'slashing'))}",
            f"heal {ref} {rng.randint(1, 60)}",
            f"kill {ref}" if unit.hp * 3 < unit.maxhp else f"damage {ref} {unit.hp - 1}",
            f"set {ref} hp {rng.randint(1, 40)}",
            f"set {ref} dex {rng.randint(-2, 9)} // a ruling",
            f"set army {rng.randint(1, 2)} cp {rng.randint(2, 9)}",
            f"set army {rng.randint(1, 2)} cp {rng.randint(2, 9)}",
            f"set phase {rng.choice(('move', 'mana', 'charge', 'fight'))}",
            f"set turn army {rng.randint(1, 2)}",
            f"set killed {rng.randint(0, 20)}",
            f"next dice {rng.randint(1, 12)} {rng.randint(1, 12)}",
            f"terrain {rng.choice(('rough', 'difficult', 'impassable', 'clear'))} at {at}",
            f"note {ref} has lost its standard",
            f"move {ref} to {at}",
            f"put {rng.choice(TYPES)}{rng.randint(30, 99)} for army {rng.randint(1, 2)} at {at}",
            f"put Goblin G{rng.randint(30, 99)} for army {rng.randint(1, 2)} in reserve",
            f"remove {ref}",
            'rule "the well is dry"',
            f"timeout army {rng.randint(1, 2)}",
            STATBLOCK,
            "undo",
            f"undo {rng.randint(1, 3)}",
        )
    )


TYPES = ("Praetorian Psionic PP", "Mist Seer MS", "Goblin G", "Augur AU", "Carrus CR")


# --- Crusade 8x8 --------------------------------------------------------------------------------


def crusade8x8(rng: random.Random) -> Scenario:
    """Dice, or a ready-made army, with options drawn at random."""
    setups = ("dice", "march", "classic", "shadow", "council", "siege")
    options = {
        "setup": rng.choice(setups),
        "choices": rng.choice(("ask", "auto")),
        "placement": rng.choice(("auto", "hidden")),
        "sight": rng.choice(("over", "clear")),
        "frozen": rng.choice(("tile", "all")),
        "follow": rng.choice(("any", "command")),
    }
    return Scenario(options, meddle=meddle8, rounds=20, early=15)


def meddle8(rng: random.Random, state: Any) -> str:
    """A line of the GM: a unit put somewhere, a position, a ruling."""
    tile = f"{rng.choice('abcdefgh')}{rng.randint(1, 8)}"
    kind = rng.choice(("Archer", "Warrior", "Rogue", "Caster", "Knight", "Bishop", "Paladin"))
    return rng.choice(
        (
            f"put {kind} for army {rng.randint(1, 2)} at {tile}",
            f"put {kind} for army {rng.randint(1, 2)} at {tile} facing {rng.choice(WAYS)}",
            f"remove {tile}",
            'rule "the hourglass is turned"',
            'position "8/5P2/8/8/8/8/8/r>7 w Sb3g3Rc1f1/Rf8 - - 0/0 - 0 30"',
            "undo",
            "undo 3",
        )
    )


WAYS = ("up", "down", "left", "right")


# --- Machina Dei --------------------------------------------------------------------------------

HOSTS = {
    "Rome": (
        ("God-Machine", 1, 3, " with Aegis"),
        ("Man-Machine", 1, 2, ""),
        ("Augur", 1, 1, ""),
        ("Legionary", 15, 5, ""),
        ("Sagittary", 10, 5, ""),
        ("Onager", 1, 1, ""),
        ("Auxiliary", 10, 5, ""),
    ),
    "Celts": (
        ("Treeman", 1, 2, ""),
        ("Looted-Machine", 1, 2, ""),
        ("Druid", 1, 1, ""),
        ("Woaden", 5, 1, ""),
        ("Slinger", 5, 1, ""),
        ("Clansman", 15, 5, ""),
        ("Clansman", 10, 5, ""),
    ),
    "Huns": (
        ("Old-One", 1, 3, " with Dreadful-Roar and Terrifying-Visage"),
        ("Shaman", 1, 1, ""),
        ("Rider", 5, 1, ""),
        ("Warband", 10, 5, ""),
        ("Warband", 12, 5, ""),
        ("Thrall", 20, 5, ""),
    ),
    "Christians": (
        ("Newborn", 1, 1, ""),
        ("Apostle", 1, 1, ""),
        ("Faithful", 15, 5, ""),
        ("Zealot", 5, 1, ""),
        ("Penitent", 10, 5, ""),
        ("Penitent", 10, 5, ""),
    ),
}
"""Armies: type, models, files or the side of a base, options."""


def machinadei(rng: random.Random) -> Scenario:
    """Two of the shipped factions on a small board, with options drawn at random."""
    options = {
        "width": "40",
        "height": "20",
        "rounds": rng.choice(("5", "8")),
        "wheel": rng.choice(("45", "90", "30", "15")),
        "charge": rng.choice(("single", "double")),
        "disengage": rng.choice(("locked", "locked", "free")),
        "tohit": rng.choice(("plus", "over")),
        "tie": rng.choice(("pass", "fail")),
    }
    lines: list[tuple[int, str]] = []
    for seat, faction in enumerate(rng.sample(sorted(HOSTS), 2), 1):
        lines += [(seat, line) for line in deployments(seat, faction)]
        if faction == "Christians":
            lines.append((seat, "deploy Herald in reserve with Thirst-for-Vengeance"))
        lines.append((seat, "end phase"))
    lines += [(0, "set first army 1"), (1, "show board")]
    lines += [(0, "put Legionary Spare1 for army 1 at 30,12"), (1, "Spare1 faces east")]
    lines += [(0, "put Augur Spare2 for army 1 at 38,12"), (1, "Spare2 moves to 38,11")]
    return Scenario(options, tuple(lines), False, into_contact, meddle_md, rounds=8, early=40)


def deployments(seat: int, faction: str) -> list[str]:
    """The units of an army side by side at the edge of its zone."""
    lines, x = [], 1
    for kind, models, size, extra in HOSTS[faction]:
        wide = 5 if models > 1 else size
        if seat == 1:
            at = f"{x},16"
        elif models > 5:
            at = f"{x + wide - 1},5"
        else:
            at = f"{x},{6 - size if models == 1 else 5}"
        count = f"{models} " if models > 1 else ""
        lines.append(f"deploy {count}{kind} at {at}{extra}")
        x += wide + 1
    return lines


def into_contact(order: Any) -> int:
    """How near a move brings its unit to the enemy (less is nearer)."""
    if type(order).__name__ == "Charge":
        return -99
    inches = getattr(order, "inches", None)
    return -inches if isinstance(inches, int) else 0


MD_BLOCK = (
    "import unit: Ballista (BA) / faction: Rome / tier: Tertiary / class: individual / "
    "stats: 2M 2W 2I 6L 2S / cost: 40 / models: 1-1 / area: Bolt R30 splash 1 A+2 D+2 H+0"
)


def meddle_md(rng: random.Random, state: Any) -> str:
    """A line of the GM: mostly one that hurts, moves or unsettles a unit."""
    unit = rng.choice(list(state.on_board()))
    other = rng.choice(list(state.on_board()))
    ref, at = unit.ref, f"{rng.randint(1, 40)},{rng.randint(1, 20)}"
    phase = rng.choice(("move", "magic", "shooting", "melee"))
    return rng.choice(
        (
            f"set {ref} models {max(1, unit.models - rng.randint(0, 3))}",
            f"set {ref} wounds {rng.randint(0, 2)}",
            f"set {ref} {rng.choice('MIL')} {rng.randint(1, 9)}",
            f"modify {ref} {rng.choice(('hit', 'damage', 'guard', 'L'))} {rng.randint(-2, 2):+d}",
            f"give {ref} broken",
            f"give {ref} broken by {other.ref}",
            f"clear {ref} broken",
            f"strike {ref} {other.ref}",
            f"move {ref} to {at}",
            f"move {ref} to {at} facing {rng.choice('NESW')}",
            f"remove {ref}",
            f"set army {rng.randint(1, 2)} casualties {rng.randint(0, 60)}",
            f"set phase {phase}",
            f"set turn army {rng.randint(1, 2)}",
            f"set first army {rng.randint(1, 2)}",
            f"next dice {rng.randint(1, 10)} {rng.randint(1, 10)}",
            f"put Legionary Extra{rng.randint(1, 99)} for army {rng.randint(1, 2)} at {at}",
            f"put Sagittary Extra{rng.randint(1, 99)} for army {rng.randint(1, 2)} at {at}",
            f"put Onager Extra{rng.randint(1, 99)} for army {rng.randint(1, 2)} at {at}",
            f"put Herald Extra{rng.randint(1, 99)} for army {rng.randint(1, 2)} in reserve",
            'rule "the hill gives no cover"',
            f"timeout army {rng.randint(1, 2)}",
            f"show {ref}",
            MD_BLOCK,
            "undo",
            f"undo {rng.randint(1, 3)}",
        )
    )


SCENARIOS: dict[str, Callable[[random.Random], Scenario]] = {
    "crusade7": crusade7,
    "crusade8x8": crusade8x8,
    "machinadei": machinadei,
}
