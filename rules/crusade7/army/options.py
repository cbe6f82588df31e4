"""The options of a battle, its libraries of types, detachments, the ready-made battle."""

from functools import lru_cache
from typing import Protocol, TypeVar

from rules.border.game import Option, between
from rules.crusade7.army.statblock import CLASSES, Faction, Library, Printed
from rules.line.errors import Refusal
from rules.line.flow import seat_name
from rules.numbers.arith import half_up

# Section 1: the house rules of a battle, with the values they may have.


WHOLE = "a whole number"
GOLD, ROUND = between(0, 100_000, WHOLE), between(1, 1_000_000, WHOLE)

OPTIONS: tuple[Option, ...] = (
    Option("gold", "1000", (), "C7-GOLD-1", "gold limit of each army", GOLD, setup=True),
    Option(
        "reach",
        "straight",
        ("straight", "ring"),
        "C7-ATTR-3",
        "reach weapons strike at 2 in a straight line, or all round",
    ),
    Option(
        "engaged",
        "open",
        ("open", "strict"),
        "C7-ZOC-4",
        "whether engaged units may move away without falling back",
    ),
    Option(
        "prone",
        "split",
        ("split", "pass", "block"),
        "C7-MOVE-12",
        "who may pass over prone units: Advances and charges, everybody, nobody",
    ),
    Option(
        "attacks",
        "one",
        ("one", "both"),
        "C7-ATK-6",
        "one attack per unit and phase, or one ranged and one melee attack",
    ),
    Option(
        "magic-min",
        "on",
        ("on", "off"),
        "C7-MANA-4",
        "whether hostile magic keeps the minimum range of 3",
    ),
    Option(
        "morale",
        "total",
        ("total", "own"),
        "C7-MORALE-2",
        "whose dead count for Morale checks: both armies', or one's own",
    ),
    Option(
        "reinforce-from", "1", (), "C7-RES-6", "the first round in which reserves arrive", ROUND
    ),
)


def wrong_value(name: str, value: str) -> str:
    """What is wrong with this value of an option, as text; empty if it is allowed."""
    for option in OPTIONS:
        if option.name == name:
            wrong = option.wrong(value)
            return f"option {name} is {wrong}, not {value[:40]!r}" if wrong else ""
    known = ", ".join(option.name for option in OPTIONS)
    return f"there is no option {name[:40]!r}; there are {known}"


# C7-DET-1 to C7-DET-5: the detachments an army is made of, as a table.


Range = tuple[int, int]
"""The least and the most units of a classification."""


class Detachment(Printed):
    """A row of C7-DET-2: its CP, and a range for each classification, in the order of CLASSES."""

    cp: int
    ranges: tuple[Range, ...]
    one_class: bool = False
    """C7-DET-4: all its units are of one classification."""

    def range_of(self, classification: str) -> Range:
        """How many units of this classification it may have."""
        return self.ranges[CLASSES.index(classification)]


NONE: Range = (0, 0)

# Warlord, Troops, Elites, Transport, Cavalry, Heavy Support, Very Heavy Support (C7-DET-2)
DETACHMENTS: tuple[Detachment, ...] = (
    Detachment("Platoon", 2, ((1, 2), (10, 30), (0, 20), (0, 3), (0, 4), (0, 2), NONE)),
    Detachment("Battalion", 3, ((2, 3), (30, 60), (0, 60), (0, 6), (0, 5), (0, 3), NONE)),
    Detachment("Brigade", 4, ((3, 5), (60, 120), (30, 80), (0, 12), (3, 7), (3, 5), NONE)),
    Detachment("Vanguard", 3, ((1, 2), (0, 30), (30, 60), (0, 6), (0, 4), (0, 2), NONE)),
    Detachment("Heavy", 3, ((1, 2), (0, 30), (0, 20), (0, 3), (0, 4), (3, 6), NONE)),
    Detachment("Cavalry", 3, ((1, 2), (0, 30), (0, 20), (0, 3), (15, 40), (0, 2), NONE)),
    Detachment("Titanic", 3, (NONE, NONE, NONE, NONE, NONE, NONE, (3, 3))),
    Detachment("Demolisher", 3, (NONE, NONE, NONE, NONE, NONE, NONE, (1, 1))),
    Detachment(
        "Auxiliary", 2, ((0, 1), (0, 10), (0, 10), NONE, (0, 4), (0, 1), NONE), one_class=True
    ),
)


def detachment_named(name: str) -> Detachment:
    """C7-DET-3: a detachment is one of the table."""
    for detachment in DETACHMENTS:
        if detachment.name.lower() == " ".join(name.lower().split()):
            return detachment
    known = ", ".join(one.name for one in DETACHMENTS)
    raise Refusal("C7-DET-3", f"there is no detachment {name[:40]!r}; there are {known}")


def detachments_allowed(gold_limit: int) -> int:
    """C7-DET-1: one detachment for each 500 gold of the limit, rounded half up."""
    return half_up(gold_limit, 500)


def check_number(seat: int, taken: int, gold_limit: int) -> None:
    """C7-DET-1: refuse a further detachment if the army has all that the gold limit allows."""
    allowed = detachments_allowed(gold_limit)
    if taken >= allowed:
        why = f"{seat_name(seat)} has {taken} of {allowed} detachments that {gold_limit} G allow"
        raise Refusal("C7-DET-1", why)


def check_composition(detachment: Detachment, counts: dict[str, int]) -> None:
    """C7-DET-2: in each classification the number of units lies inside the range."""
    if detachment.one_class:
        check_one_class(detachment, counts)
    for classification in CLASSES:
        count = counts.get(classification, 0)
        least, most = detachment.range_of(classification)
        if not least <= count <= most:
            asked = f"{least}" if least == most else f"{least} to {most}"
            why = f"{detachment.name} takes {asked} {classification}, not {count}"
            raise Refusal("C7-DET-2", why)


def check_one_class(detachment: Detachment, counts: dict[str, int]) -> None:
    """C7-DET-4: an Auxiliary holds units of exactly one classification; else C7-DET-2 is broken."""
    classes = [one for one in CLASSES if counts.get(one, 0)]
    if len(classes) != 1:
        named = ", ".join(f"{counts[one]} {one}" for one in classes) or "no unit"
        why = f"{detachment.name} holds units of one classification, not {named}"
        raise Refusal("C7-DET-2", why)


# C7-UNIT-11: the unit types, tactics, spells and powers of a battle, and how imports join them.


class HasName(Protocol):
    """Anything with a name; a newer one of the same name replaces it."""

    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=HasName)


def joined(old: Library, new: Library) -> Library:
    """C7-UNIT-11: two libraries as one; a new entry replaces an old one of the same name."""
    return Library(
        factions=newest(old.factions, joined_factions(old.factions, new.factions)),
        blocks=newest(old.blocks, new.blocks),
        spells=newest(old.spells, new.spells),
        powers=newest(old.powers, new.powers),
    )


def joined_factions(old: tuple[Faction, ...], new: tuple[Faction, ...]) -> tuple[Faction, ...]:
    """C7-UNIT-12: the new factions; a known one keeps its name, subfactions and tactics and gains
    the new ones."""
    known = {one.name.lower(): one for one in old}
    found = []
    for faction in new:
        before = known.get(faction.name.lower(), faction)
        subfactions = tuple(dict.fromkeys((*before.subfactions, *faction.subfactions)))
        found.append(Faction(before.name, subfactions, newest(before.tactics, faction.tactics)))
    return tuple(found)


def newest(old: tuple[Named, ...], new: tuple[Named, ...]) -> tuple[Named, ...]:
    """The old entries without those whose name is among the new ones, then the new entries."""
    names = {one.name.lower() for one in new}
    return (*(one for one in old if one.name.lower() not in names), *new)


@lru_cache(maxsize=32)
def one_of(library: Library) -> Library:
    """Return one object for equal libraries, so that battles share it."""
    return library


# A ready-made small battle: a Roman cohort meets an Orc-Goblin horde (500 gold are enough).
#
# It stands at the beginning of army 1's first Move turn: the first order can be typed at once.


STARTER: tuple[str, ...] = (
    "1> faction Second Roman Empire",
    "1> detachment Platoon: 1 Legate, 7 Legionnaires, 5 Sagittarius, 1 Eques, 1 Ballista",
    "1> deploy LG1 at 11,8",
    "1> deploy L1-L7 at 8,9",
    "1> deploy SG1-SG5 at 8,7",
    "1> deploy EQ1 at 6,9",
    "1> deploy B1 at 13,6",
    "2> faction Orc-Goblins",
    "2> detachment Platoon: 1 Warboss, 8 Orc Raiders, 2 Goblins, 1 Goblin Bomber, 1 Wolf Rider",
    "2> deploy WB1 at 11,23",
    "2> deploy O1-O8 at 7,22",
    "2> deploy G1-G2 at 9,24",
    "2> deploy GB1 at 15,22",
    "2> deploy WR1 at 6,22",
    "1> ready",
    "2> ready",
    "1> end phase",
    "2> end phase",
)
