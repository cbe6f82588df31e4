"""How random matches of each system begin, and which of several moves brings armies together."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ARMIES = {
    "Second Roman Empire": (
        "detachment Platoon: 1 Augur, 9 Legionnaires, 1 Sagittarius, 1 Triarius, 1 Centurion, "
        "1 Carrus, 2 Eques, 1 Ballista",
        "reinforcements: 2 Legionnaires",
    ),
    "Praetorian Legions": (
        "detachment Auxiliary: 2 Praetorian Psionics",
        "detachment Platoon: 1 Praetor, 10 Praetorian Legionaries, 1 Aquila, 1 Outrider",
        "reinforcements: 1 Praetorian Legionary",
    ),
    "Orc-Goblins": (
        "detachment Platoon: 1 Orc Shaman, 6 Goblins, 6 Orc Raiders, 2 Goblin Bombers, "
        "1 Orc Berserker, 1 War Wagon, 2 Wolf Riders, 1 Rock Lobber",
        "reinforcements: 3 Goblins",
    ),
    "Elves": (
        "detachment Platoon: 1 High Magister, 6 Elf Spearguards, 4 Elf Archers, 1 Bladedancer, "
        "2 Mist Seers, 1 Wind Skiff, 2 Stag Riders, 1 Sunbow",
        "reinforcements: 1 Elf Archer",
    ),
    "Fellic Demons": (
        "detachment Platoon: 1 Herald of Tharizdun, 7 Husks, 3 Imps, 2 Flayers, 1 Gorefiend, "
        "1 Soul Cart, 2 Hellhounds, 1 Bile Cannon",
        "reinforcements: 2 Husks",
    ),
}


@dataclass(frozen=True)
class Scenario:
    """A start: options, the set-up lines of each seat (deployment is left to `deploy`), a bias."""

    options: dict[str, str]
    lines: tuple[tuple[int, str], ...] = ()
    deploy: bool = False
    advance: Callable[[Any], int] | None = None


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
        lines.append((seat, f"faction {faction}"))
        lines += [(seat, line) for line in ARMIES[faction]]
    return Scenario(options, tuple(lines), deploy=True, advance=_towards_the_middle)


def _towards_the_middle(order: Any) -> int:
    """How near a move ends to the columns where the armies meet (less is nearer)."""
    to = getattr(order, "to", None)
    if isinstance(to, tuple):
        return abs(2 * to[1] - 31) + abs(2 * to[0] - 25) // 3
    return 0


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
    return Scenario(options)


SCENARIOS: dict[str, Callable[[random.Random], Scenario]] = {
    "crusade7": crusade7,
    "crusade8x8": crusade8x8,
}
