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
Say = Callable[[random.Random, Any, int], str]


@dataclass(frozen=True)
class Scenario:
    """How a match begins: its options, and the set-up lines, each with its seat.

    With `deploy` the units are then put on the board, and each seat says `ready`.  `advance` rates
    an order by where it leads (the least is best), `meddle` makes a line for the GM, and `says` one
    for a seat that `legal` never lists.  A match lasts `rounds` rounds at most, and nobody ends it
    before it has `early` entries.  `answers` is the chance, in percent, that the next step deals
    with an offer of a draw.
    """

    options: dict[str, str]
    lines: tuple[tuple[int, str], ...] = ()
    deploy: bool = False
    advance: Callable[[Any], int] | None = None
    meddle: Meddle | None = None
    says: Say | None = None
    rounds: int = 8
    early: int = 60
    answers: int = 14


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
    # An offer of a draw stands for one move only: to be accepted at times it must be answered soon.
    return Scenario(options, meddle=meddle8, rounds=20, early=15, answers=60)


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


# --- The Courts of Candle'Bre -------------------------------------------------------------------

FOUNDINGS = (
    ("Varlan", "Ashford, Brindle, Harrowby, Ivelstone and Jestwick", "Ashford"),
    ("Tessaly", "Oakhollow, Pellam, Fallowby, Greymoor and Hollin", "Pellam"),
    ("Raske", "Aldermere, Bramwell, Zelling, Undercroft and Valebridge", "Bramwell"),
    ("Oswin", "Kingsfold, Juniper, Gorsey, Highcross and Silverton", "Juniper"),
    ("Brannoch", "Deepdale, Coldwater, Wolden, Yewdale and Eastmarch", "Deepdale"),
)
FORCES = ("4 infantry and 1 archer", "2 infantry, 2 cavalry and 2 mercenaries", "3 cavalry")


def candlebre(rng: random.Random) -> Scenario:
    """Two to five seats with options drawn at random; mostly their setup is given."""
    seats = rng.choice((2, 2, 2, 3, 5))
    options = {
        "seats": str(seats),
        "values": rng.choice(("plain", "varied")),
        "research": rng.choice(("fixed", "dice")),
        "trees": rng.choice(("all", "all", "military")),
        "fate": rng.choice(("on", "on", "on", "off")),
        "leaders": str(rng.randint(0, 2)),
        "captures": rng.choice(("both", "attacker")),
        "answer": rng.choice(("on", "off")),
        "rounds": rng.choice(("20", "3")),
        "win_provinces": rng.choice(("9", "15", "40")),
        "win_honor": rng.choice(("45", "200")),
    }
    if rng.random() < 0.3:
        houses, land = rng.choice(("on", "off")), f"seed:{rng.randint(0, 99)}"
        return Scenario(
            {**options, "houses": houses, "map": land}, meddle=meddle_cb, says=says_cb, early=40
        )
    lines: list[tuple[int, str]] = []
    for seat in range(1, seats + 1):
        house, claim, capital = FOUNDINGS[seat - 1]
        lines += [
            (seat, f"house {house}"),
            (seat, f"claim {claim}"),
            (seat, f"build {rng.choice(('barracks', 'temple'))} in {capital}"),
            (seat, f"buy {rng.choice(FORCES)} in {capital}"),
            (seat, "end phase"),
        ]
    lines += at_court(rng, spies=options["trees"] == "all")
    return Scenario(options, tuple(lines), meddle=meddle_cb, says=says_cb, rounds=6, early=40)


def at_court(rng: random.Random, spies: bool) -> list[tuple[int, str]]:
    """Offers with their answers, and a mission; random play seldom has what they need."""
    lines = [
        (0, "set phase diplomacy"),
        (0, "set turn army 1"),
        (0, "captive 3 infantry of army 2 for army 1"),
        (0, "captive 2 infantry of army 1 for army 2"),
        (1, "exchange 1 infantry for 1 infantry with army 2"),
        (2, "accept offer 1"),
        (1, "ransom 1 infantry to army 2 for 1 gold"),
        (2, "decline offer 2"),
        (0, "put 2 infantry for army 2 in Pellam"),
        (0, "remove 1 infantry from Pellam"),
    ]
    if spies:
        lines += [
            (0, "set army 1 espionage-level 10"),
            (0, "set army 1 civil 900"),
            (0, "put GL9 for army 2 in Pellam"),
            (1, rng.choice(("abduct GL9", "rescue infantry from army 2"))),
            (0, "set army 1 espionage-level 0"),
        ]
    return [*lines, (0, "set phase purchase")]


def meddle_cb(rng: random.Random, state: Any) -> str:
    """A line of the GM: units, captives, gold, techs, cards, buildings, dice."""
    place, other = (rng.choice(state.sites).name for _ in range(2))
    seat, foe = rng.sample(range(1, len(state.realms) + 1), 2)
    kind, built = rng.choice(CANDLEBRE_KINDS), rng.choice(BUILDINGS)
    if state.flow.phase == "setup" and rng.random() < 0.5:
        return map_text(state)
    return rng.choice(
        (
            *(f"put {rng.randint(1, 5)} {kind} for army {seat} in {place}",) * 2,
            *(f"put {rng.randint(1, 4)} {kind} for army {seat} attacking {place}",) * 2,
            f"put 2 mercenaries for neutral in {place}",
            f"put GL{rng.randint(1, 9)} for army {seat} in {place}",
            f"put GL{rng.randint(5, 9)} (tactician) for army {seat} attacking {place}",
            *(f"remove 1 {one} from {place}" for one in ("infantry", "cavalry", kind)),
            f"remove GL{rng.randint(1, 9)}",
            f"move GL{rng.randint(1, 3)} to {other}",
            f"set {place} owner army {seat}",
            f"set army {seat} military {rng.randint(0, 300)}",
            f"set army {seat} influence {rng.randint(0, 20)}",
            f"set army {seat} honor {rng.randint(-8, 30)}",
            *(f"set army {one} espionage-level {rng.randint(6, 10)}" for one in (seat, foe)),
            *(f"set army {one} civil {rng.randint(20, 900)}" for one in (seat, foe)),
            f"set army {seat} military-level {rng.randint(0, 10)}",
            f"set army {seat} pool-{kind.replace(' ', '-')} {rng.randint(0, 6)}",
            f"set army {seat} reserve-{kind.replace(' ', '-')} {rng.randint(0, 3)}",
            f"give {place} {built}",
            f"give {place} protection",
            f"clear {place} {rng.choice(('walls', 'protection', 'barracks'))}",
            f"give army {seat} {rng.choice(('rally', 'guard', 'clean'))}",
            *(f"captive {rng.randint(1, 3)} {kind} of army {foe} for army {seat}",) * 3,
            f"captive GL{rng.randint(1, 4)} of army {foe} for army {seat}",
            f"card {rng.choice(('4C', 'JC', '8C', 'QC', '5C'))} for army {seat}",
            f"set army {seat} ally army {foe}",
            f"next dice {rng.randint(1, 6)} {rng.randint(1, 6)}",
            f"end phase for army {state.flow.turn}",
            f"timeout army {seat}",
            'rule "the ferry does not run"',
            "undo",
            f"undo {rng.randint(1, 3)}",
        )
    )


def says_cb(rng: random.Random, state: Any, seat: int) -> str:
    """A line that `legal` never lists: a standing order, an offer, or a mission of a spy."""
    foe = rng.choice([one for one in range(1, len(state.realms) + 1) if one != seat])
    kind, other = (rng.choice(CANDLEBRE_KINDS) for _ in range(2))
    here = f" in {rng.choice(state.sites).name}" if rng.random() < 0.3 else ""
    theirs = [one for one in range(1, 61) if state.province(one).owner == foe] or [1]
    place = state.site(rng.choice(theirs)).name
    held = [(one.owner, at) for one in state.realm(seat).captives for at in range(7)]
    owner, at = rng.choice([pair for pair in held if pair[0]] or [(foe, 0)])
    captive = f"1 {CANDLEBRE_KINDS[at]}"
    return rng.choice(
        (
            f"charge with {rng.choice(('cavalry', 'light infantry'))}{here}",
            f"no charge{here}",
            f"precision strike {kind} with {other}{here}",
            f"standard attack{here}",
            f"pay bounty {rng.randint(0, 2)}{here}",
            f"lose {kind}, {other} first{here}",
            f"lose {kind} last{here}",
            f"rerolls {rng.choice(('auto', 'off'))}{here}",
            f"reroll only {kind}{here}",
            f"withdraw after round {rng.randint(1, 4)}{here}",
            f"withdraw when {rng.randint(1, 4)} units are left{here}",
            f"stand fast{here}",
            f"battles {rng.choice(('by round', 'auto'))}{here}",
            *(f"exchange {captive} for 1 {kind} with army {owner}",) * 3,
            *(f"ransom {captive} to army {owner} for {rng.randint(0, 9)} gold",) * 3,
            *(f"{rng.choice(('accept', 'decline', 'cancel'))} offer {n}" for n in range(1, 5)),
            f"rescue {kind} from army {foe}",
            f"abduct GL{rng.randint(1, 4)}",
            f"bribe mercenaries in {place}",
            f"sabotage {rng.choice(BUILDINGS)} in {place}",
            f"assassinate {kind} in {place}",
            f"withdraw{here}",
        )
    )


def map_text(state: Any) -> str:
    """The map in use as the GM would paste it."""
    codes = {site.number: site.code for site in state.sites}
    rows = (
        f"{one.number} {one.name} {one.code} {one.x} {one.y} : "
        + " ".join(codes[other] for other in one.borders)
        for one in state.sites
    )
    return "\n".join(("map begin", *rows, "map end"))


BUILDINGS = ("barracks", "temple", "market", "walls", "hall")
CANDLEBRE_KINDS = (
    *("infantry", "archers", "cavalry", "light infantry", "pikemen", "siege engines"),
    "mercenaries",
)


# --- Rules Crusade ------------------------------------------------------------------------------

MUSTERS = (
    "takes Vanguard strike",
    "takes Vanguard patrol",
    "buys a Psyker, a Hammerguard and a Marine",
    "buys a Boss, 2 Orcs, an Orc Seer and 2 Runts",
    "buys a Leader, 2 Gangers, a Juve and a Marksman",
    "takes Brood nest",
    "buys 3 Zombies, a Deathless, a Fiend and a Bloater",
)
"""Small forces of every kind, so that a match is over soon."""


def rulescrusade(rng: random.Random) -> Scenario:
    """Two of the shipped lists on one of the shipped maps, or open ground; options at random."""
    place = rng.choice(("yard", "yard", "corridors", "open"))
    options = {
        "map": place,
        "mode": "hulk" if place == "corridors" else "open",
        "rows": "20",
        "cols": "20",
        "scenario": rng.choice(("annihilation", "points")),
        "rounds": "6",
        "dark": rng.choice(("no", "no", "yes")),
        "bodies": rng.choice(("no", "yes")),
        "melee_fail": rng.choice(("pistol", "random")),
        "blast_rolls": rng.choice(("single", "each")),
    }
    lines = tuple((seat, rng.choice(MUSTERS)) for seat in (1, 2))
    if place == "corridors":
        return Scenario(options, (*lines, (0, "start")), False, None, meddle_rc, rounds=2, early=40)
    ready = ((1, "ready"), (2, "ready"))
    return Scenario(options, (*lines, *ready), False, to_the_middle, meddle_rc, rounds=2, early=40)


def to_the_middle(order: Any) -> int:
    """How near a move or a deployment ends to the middle of a board of 20 cells."""
    to = getattr(order, "to", None)
    to = getattr(order, "at", None) if to is None else to
    return abs(to[0] - 10) + abs(to[1] - 10) // 2 if isinstance(to, tuple) else 0


RC_CONDITIONS = ("stunned", "wounded", "hidden", "cursed", "blinded", "braced", "ko", "shielded 2")
RC_HANDS = ("Curse, Heal", "Teleport", "Shield", "Telekinesis, Tripper")


def meddle_rc(rng: random.Random, state: Any) -> str:
    """A line of the GM: something put, set, given or taken away."""
    units = [unit.ref for unit in state.units.values() if unit.place == "board"]
    ref = rng.choice(units) if units else "M1"
    at = f"{rng.randint(1, 20)},{rng.randint(1, 20)}"
    return rng.choice(
        (
            f"give {ref} {rng.choice(RC_CONDITIONS)}",
            f"clear {ref} {rng.choice(RC_CONDITIONS[:-1])}",
            f"set {ref} hits {rng.randint(0, 4)}",
            f"set {ref} traits {rng.choice(('Fly', 'Leap', 'Psy-2, Mind Blast', 'none'))}",
            f"set {ref} weapons {rng.choice(('Bolter, Knife', 'Flamer', 'Musket', 'none'))}",
            f"set army {rng.randint(1, 2)} cards {rng.choice(RC_HANDS)}",
            f"set terrain {at} {rng.choice(('cover', 'rubble', 'wall', 'barricade', 'open'))}",
            f"set elevation {at} {rng.randint(0, 4)}",
            f"set light {at} {rng.choice(('dark', 'smoke', 'clear'))}",
            f"move {ref} to {at}",
            f"put Marine M{rng.randint(30, 99)} for army {rng.randint(1, 2)} at {at}",
            f"put item skrap at {at}",
            f"remove {ref}",
            f"set turn army {rng.randint(1, 2)}",
            f"next dice {rng.randint(0, 2)} {rng.randint(0, 2)}",
            'rule "the fog lifts"',
            f"timeout army {rng.randint(1, 2)}",
            "undo",
            f"undo {rng.randint(1, 3)}",
        )
    )


SCENARIOS: dict[str, Callable[[random.Random], Scenario]] = {
    "crusade7": crusade7,
    "crusade8x8": crusade8x8,
    "candlebre": candlebre,
    "machinadei": machinadei,
    "rulescrusade": rulescrusade,
}
