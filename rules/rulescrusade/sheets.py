"""Statblocks: types of model, weapons, lists and maps as written (13.1 to 13.8)."""

import re

from rules.line.frozen import Frozen
from rules.line.said import Said
from rules.numbers.grid import Cell

Rect = tuple[Cell, Cell]
"""A rectangle of cells: any two opposite corners, as written."""

HANDS = {"melee": 1, "pistol": 1, "basic": 2, "special": 2, "heavy": 2, "grenade": 0, "digi": 0}
CLASSES = tuple(HANDS)
SIZES = ("small", "normal", "heavy", "big", "light vehicle", "vehicle", "titan")
GRAZES = ("S", "W", "KO", "K")
"""The graze results, from the mildest to the most severe."""
MISHAPS = {"J": "jams", "X": "explodes", "M": "misfires", "Break": "breaks", "Stick": "sticks"}
"""RC-FAIL-1: the fail effects and their verbs."""
FAILS = tuple(MISHAPS)
FLAMES = ("SFT", "FT", "HFT")

MEANINGS = {
    "AP": "+1 against armour",
    "Artillery": "artillery: not after moving, reloads",
    "Barrage": "barrage from 8 inches, ignores front cover",
    "B": "blast",
    "Burn": "burns: ignores cover, finds the hidden",
    "IA": "ignores armour",
    "IFC": "ignores front cover",
    "IR": "no range penalty",
    "Kill=KO": "knocks out instead of killing",
    "KB": "knocks back",
    "Line": "all in the line",
    "NOR": "no rerolls against it",
    "-R": "reroll level of the opponent 1 lower",
    "+P": "+1 against buildings and vehicles, cannot be parried",
    "-P": "parries 1 worse",
    "Rap": "fires twice within 6 inches",
    "Reload": "reloads after a shot",
    "R": "one reroll",
    "RO": "rerolls own or other dice",
    "Scope": "scope: ignores cover if it stands still",
    "Scythe": "further opponents at no penalty",
    "Spiky": "counts in defence",
    "Split": "splits among targets",
    "V": "explodes when its bearer is killed",
    "Poison": "poison: a graze W on a tie",
    "Shield": "parry +2",
    "Smoke": "smoke",
    "Targeter": "+1 on ranged totals",
}
"""The weapon effects of 8.2 in a few words."""

EFFECTS = tuple(MEANINGS)
"""The effects that a weapon line may name; templates have a field of their own."""

TRAITS = (
    *("Ambush", "Animal", "Berserk", "Big", "Climb", "Control", "Detonate", "+F", "Feral"),
    *("Fly", "Frenzy", "Furtive", "Grapple", "Heavy", "Horror", "Infiltrate", "IS", "Latch On"),
    *("Jink", "Jump Pack", "Leap", "Mindless", "Mob", "NSB", "Poison", "Shamble", "Snap Fire"),
    *("Sniper", "Small", "Stupid", "Swarm", "Tall", "Throw", "Trot", "Two Fisted", "Undead"),
    *("Slip Thru", "Split Move", "Tough", "Power Armor", "Natural Armor", "Nonsentient"),
    *("Psychic Hood", "Scanner", "Mind Blast", "Mind Lance", "Steady", "Scythe", "R", "RO"),
    *("-R", "NOR"),
)
"""The traits of 8.3 without a number, and the weapon effects that models may have (13.6)."""
NUMBERED = ("Psy", "Mob")
"""The traits followed by a number: `Psy-2`, `Mob-4`."""

_PART = re.compile(r"(\d*)(red|white|r|w|o)s?|(\d+)", re.IGNORECASE)


class Dice(Frozen):
    """RC-DICE-3: reds, whites and a modifier: `2R+1W+1`, or `-` for none."""

    reds: int = 0
    whites: int = 0
    modifier: int = 0

    def __str__(self) -> str:
        parts = [f"{self.reds}R"] * bool(self.reds) + [f"{self.whites}W"] * bool(self.whites)
        sign = [f"{self.modifier:+d}"] if self.modifier else []
        return "+".join(parts) + "".join(sign) or "-"


MOST_DICE, MOST_WEAPONS, MOST_INCHES = 99, 20, 200
"""RC-BOUND-1: the most dice of a colour, weapons of a model, inches of movement."""


def read_dice(text: str) -> Dice | None:
    """RC-DICE-3: read `2R+1W+1`, `2R1W+1`, `RRW+1`, `2 red + 1 white + 1`, `2r 1w`, `OOo+1`, `-`.

    None if the text is no dice, or too many.
    """
    dice = _dice_in(text)
    return None if dice is None or _most(dice) > MOST_DICE else dice


def too_many_dice(text: str) -> str:
    """RC-BOUND-1: the complaint about a text with too many dice, else an empty text."""
    dice = _dice_in(text)
    if dice is None or _most(dice) <= MOST_DICE:
        return ""
    return f"there are at most {MOST_DICE} dice of a colour, not {_most(dice)}"


def _most(dice: Dice) -> int:
    return max(dice.reds, dice.whites)


def _dice_in(text: str) -> Dice | None:
    text = text.strip()
    if text in ("-", "–", "−", "—"):
        return Dice()
    reds = whites = modifier = at = 0
    sign = 1
    bare = re.sub(r"\s+", "", text.replace("−", "-").replace("–", "-"))
    while at < len(bare):
        if bare[at] in "+-":
            sign = -1 if bare[at] == "-" else 1
            at += 1
        part = _PART.match(bare, at)
        if part is None or not 0 < len(part[0]) <= 8:
            return None
        count, die, number = part.groups()
        if die is None:
            if at == 0 or bare[at - 1] not in "+-":
                return None
            modifier += sign * int(number)
        elif sign < 0:
            return None
        elif die.lower() in ("red", "r") or die == "O":
            reds += int(count or 1)
        else:
            whites += int(count or 1)
        at, sign = part.end(), 1
    plausible = bare and bare[-1] not in "+-" and abs(modifier) <= 99
    return Dice(reds, whites, modifier) if plausible else None


class Weapon(Said):
    """RC-DATA-2: `weapon Bolter: basic 2h; 1R+1W; -; W; J; Rap`.

    `template` is empty, `SFT`, `FT`, `HFT` or `1"` to `6"`; `graze` and `fail` may be empty.
    """

    SAYS = (
        "weapon {name}: {kind} {hands}h; {dice}; [{template}|-]; [{graze}|-]; [{fail}|-]; "
        "[{effects:, }|-]"
    )

    name: str
    kind: str
    hands: int
    dice: Dice = Dice()
    template: str = ""
    graze: str = ""
    fail: str = ""
    effects: tuple[str, ...] = ()


class ModelType(Said):
    """RC-DATA-1: `model Gunner (GN): M6/4 A2 H1; normal; 1R+1W S; Heavy Bolter, Knife; Power
    Armor; 12`.  `heavy_move` is the M after the slash."""

    SAYS = (
        "model {name} ({letters}): M{move}[/{heavy_move}] A{armor} H{hits}; {size}; "
        "{melee} {graze}; [{weapons:, }|-]; [{traits:, }|-]; {value}"
    )

    name: str
    letters: str
    move: int
    armor: int
    hits: int
    size: str = "normal"
    melee: Dice = Dice()
    graze: str = "S"
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    value: int = 0
    heavy_move: int | None = None


class ForceList(Frozen):
    """RC-DATA-4: `list Brood nest (48, bad, chits, 2 blanks): ST1-ST3, SP1`.

    `refs`: single references in order.  `blanks`: the number of blank chits, if `chits`.
    """

    name: str
    cost: int
    refs: tuple[str, ...]
    role: str = "good"
    chits: bool = False
    blanks: int = 0


class MapLine(Frozen):
    """A line below the grids of a map, with its line number.

    `word`: building, sector, ladder, manhole or item.  `name`: of the building, sector or item.
    `areas`: the rectangles of a building or sector.  `cells`: the cells of the others.
    """

    word: str
    line: int
    name: str = ""
    areas: tuple[Rect, ...] = ()
    cells: tuple[Cell, ...] = ()
    roof: int = 0
    armored: bool = False


class MapSheet(Said):
    """RC-MAP-2: a map as written: size, three grids of characters, and the lines below them.

    The rows are as read, without comments (in mode hulk they may be short or have blanks); a
    missing grid is empty.  `numbers`: the line numbers of the ground's rows.  `text`: the whole
    map, for the log.  `name`: set for maps that ship.
    """

    SAYS = "{text}"

    rows: int
    columns: int
    ground: tuple[str, ...]
    elevation: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    lines: tuple[MapLine, ...] = ()
    text: str = ""
    name: str = ""
    numbers: tuple[int, ...] = ()


class Library(Frozen):
    """The weapons, models, lists and maps of section 13 that ship."""

    weapons: tuple[Weapon, ...]
    models: tuple[ModelType, ...]
    summoned: tuple[str, ...]
    """Names of the models that cannot be bought (13.6)."""
    lists: tuple[ForceList, ...]
    maps: tuple[MapSheet, ...]


def rect_text(area: Rect) -> str:
    """`5,5-6,8`, or `5,5` for a single cell."""
    (top, left), (bottom, right) = area
    if area[0] == area[1]:
        return f"{top},{left}"
    return f"{top},{left}-{bottom},{right}"


CARDS = (
    *("Clairvoyant", "Curse", "Flash", "Frenetic", "Heal", "Inferno", "Jinx", "Jostle"),
    *("Mind Blast", "Mind Lance", "Obfuscate", "Phase", "Precognant", "Projection"),
    *("Psychometry", "Shield", "Telekinesis", "Teleport", "Tripper"),
)
"""RC-CARD-1 to -19: the cards in alphabetical order; the deck has two of each (RC-PSY-1)."""
