"""The whole state of a match: ground, seats, models, chits, things lying about."""

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Any

from rules.line.flow import Flow
from rules.line.frozen import Frozen, defaults_of
from rules.line.work import spend
from rules.numbers.grid import Cell, rectangle
from rules.rulescrusade.sheets import SIZES, Dice, Library, ModelType, Weapon

GLANCED = 10
"""Units that can be looked at for one step of work."""

Spot = tuple[int, int, bool]
"""A row, a column, and whether it is inside a building (otherwise outside: ground or roof)."""

CONDITIONS = (
    *("stunned", "rising", "wounded", "ko", "hidden", "scanned", "braced", "cursed"),
    *("blinded", "shielded", "controlled", "down", "lastattack", "phased"),
)
"""3.4: the conditions of a model, in the order of the key."""

STANDING = {
    "parry": ("weaker", "always", "never"),
    "reroll": ("losing", "always", "never"),
    "zoc": ("strike", "pass"),
    "snap": ("yes", "no"),
    "ambush": ("attack", "hold"),
    "finish": ("kill", "ko"),
    "throw": ("yes", "no"),
}
"""RC-REACT-1: the standing orders and their values, the default first."""

USUAL: dict[str, Any] = {name: values[0] for name, values in STANDING.items()}
"""The standing orders of a model that was given none."""


class Rules(Frozen):
    """RC-SCOPE-4: the options of a game."""

    rows: int = 24
    cols: int = 36
    hulk: bool = False
    seats: int = 2
    scenario: str = "annihilation"
    rounds: int = 0
    dark: bool = False
    volley: bool = True
    melee_fail: str = "pistol"
    blast_rolls: str = "single"
    ap_in_melee: bool = True
    shamble: str = "once"
    bodies: bool = False
    models_block: bool = False
    budget: int = 50
    map: str = "open"


class Sector(Frozen):
    """RC-BLDG-1: a part of a building; `cells` in reading order, `hits` left, `standing` or not."""

    number: int
    cells: tuple[Cell, ...]
    hits: int = 10
    standing: bool = True


class Building(Frozen):
    """RC-MAP-3: a building and its sectors."""

    ref: str
    roof: int
    armored: bool = False
    sectors: tuple[Sector, ...] = ()

    @property
    def armor(self) -> int:
        """RC-BLDG-1: a building has armour 1, a bunker 2."""
        return 2 if self.armored else 1


class Ground(Frozen):
    """RC-MAP-1: one character a cell, row by row, in three layers; buildings, ladders, manholes.

    `terrain` holds the characters of the terrain table, `heights` a digit each, `light` `.`, `~`
    or `:`.  A ladder is (foot, top); a manhole joins two cells.
    """

    rows: int = 0
    cols: int = 0
    terrain: str = ""
    heights: str = ""
    light: str = ""
    buildings: tuple[Building, ...] = ()
    ladders: tuple[tuple[Cell, Cell], ...] = ()
    manholes: tuple[tuple[Cell, Cell], ...] = ()

    def __hash__(self) -> int:
        """Hash the layers (strings keep their hash) and the hits that the sectors have left."""
        parts = (part for building in self.buildings for part in building.sectors)
        return hash((self.terrain, self.heights, self.light, sum(part.hits for part in parts)))

    def holds(self, cell: Cell) -> bool:
        """RC-MOVE-1: is the cell on the board?"""
        return 1 <= cell[0] <= self.rows and 1 <= cell[1] <= self.cols

    def index(self, cell: Cell) -> int:
        """The index of a cell in the layers."""
        return (cell[0] - 1) * self.cols + cell[1] - 1

    def painted(self, layer: str, cells: Iterable[Cell], char: str) -> str:
        """A layer with some cells set to `char`."""
        signs = list(layer)
        for cell in cells:
            signs[self.index(cell)] = char
        return "".join(signs)

    def cells(self) -> Iterator[Cell]:
        """All cells in reading order."""
        return rectangle((1, 1), (self.rows, self.cols))

    def around(self, cell: Cell, far: int) -> Iterator[Cell]:
        """The cells of the board up to `far` rows and columns away, in reading order."""
        near = rectangle((cell[0] - far, cell[1] - far), (2 * far + 1, 2 * far + 1))
        return filter(self.holds, near)


class Item(Frozen):
    """RC-CARRY-3: a thing that can be carried: by `carrier`, or lying `at` a cell.

    RC-CARRY-8: with the option `bodies` a killed model leaves an item `body of M2`.  A knocked-out
    model is carried as a body too, but is no item.
    """

    name: str
    at: Cell | None = None
    inside: bool = False
    carrier: str = ""
    light: bool = False
    size: str = "normal"


class Marker(Frozen):
    """RC-FORCE-3: a forced entry into a sector."""

    sector: str
    at: Cell
    inside: bool = False


class Cloud(Frozen):
    """RC-WFX-29: smoke of a grenade of `seat`; it lifts when the seat's next turn starts."""

    cells: tuple[Cell, ...]
    seat: int


class Arm(Frozen):
    """A weapon of a model and its state: `ready`, `jammed`, `empty`, `lost`, `stuck in O2` ..."""

    name: str
    state: str = "ready"

    @property
    def ready(self) -> bool:
        return self.state == "ready"


class Condition(Frozen):
    """A condition of a model.  `until`: the seat whose next turn ends it (0: none does).

    `fresh`: a wound taken in the model's own turn (RC-WOUND-1).  `amount`: the number of a Shield,
    or the seat that knocked a model out (RC-VIC-4).
    """

    name: str
    until: int = 0
    amount: int = 0
    fresh: bool = False


class Unit(Frozen):
    """3.4: a model, or a `chit`, which stands for the model `under` ("" for nothing).

    `place`: `board`, `reserve`, `unhidden` (mustered, to be hidden under a chit), `under` (a chit
    on the board), `dead`.  The fields from `moveleft` on belong to its activation or its turn.
    """

    ref: str
    kind: str
    seat: int
    place: str = "board"
    at: Cell = (0, 0)
    inside: bool = False
    move: int = 6
    armor: int = 0
    hits: int = 1
    maxhits: int = 1
    melee: Dice = Dice()
    graze: str = "S"
    size: str = "normal"
    psy: int = 0
    value: int = 0
    weapons: tuple[Arm, ...] = ()
    traits: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    controller: int = 0
    latched: str = ""
    borne_by: str = ""
    chit: bool = False
    under: str = ""
    dealt: bool = False
    freed: bool = False
    parry: str = "weaker"
    reroll: str = "losing"
    zoc: str = "strike"
    snap: str = "yes"
    ambush: str = "attack"
    finish: str = "kill"
    throw: str = "yes"
    loadout: tuple[str, ...] | None = None
    readied: str = ""
    readied_for: str = ""
    moveleft: int = 0
    action: bool = True
    done: bool = False
    moved: bool = False
    owes: int = 0
    owes_now: bool = False
    walked: int = 0
    diagonals: int = 0
    began: Spot | None = None
    act: str = ""
    before_act: int = 0
    attacked: bool = False
    charged: bool = False
    laden: bool = False
    shambled: bool = False
    digi_fired: bool = False
    rerolled: bool = False
    jinked: bool = False
    snapped: bool = False
    plays: int = 0
    bonus_action: bool = False
    found: bool = False
    rooted: bool = False
    finder_of: int = 0
    maker: str = ""
    struck: tuple[str, ...] = ()

    @property
    def spot(self) -> Spot:
        """Its cell, and whether it is inside."""
        return (*self.at, self.inside)

    @property
    def boss(self) -> int:
        """The seat whose orders it obeys now."""
        return self.controller or self.seat

    def has(self, *conditions: str) -> bool:
        """Does it have one of these conditions?"""
        if not self.conditions:
            return False
        return any(one.name in conditions for one in self.conditions)

    def condition(self, name: str) -> Condition | None:
        """Its condition of that name, if it has it."""
        return next((one for one in self.conditions if one.name == name), None)

    def without(self, *conditions: str) -> tuple[Condition, ...]:
        """Its conditions but for those of these names."""
        return tuple(one for one in self.conditions if one.name not in conditions)

    def trait(self, name: str) -> bool:
        """Does it have this trait?"""
        return name in self.traits

    @property
    def standing(self) -> bool:
        """Is it on the board and neither KO'd nor `down`?"""
        if not self.conditions:
            return self.place == "board"
        return self.place == "board" and not self.has("ko", "down")

    @property
    def vehicle(self) -> bool:
        """Section 12: is it a light vehicle, a vehicle or a titan?"""
        return self.size in ("light vehicle", "vehicle", "titan")

    @property
    def bulk(self) -> int:
        """The rank of its size in `SIZES`, from 0 (small)."""
        return SIZES.index(self.size)


UNTOUCHED = defaults_of(
    Unit,
    *("done", "moved", "walked", "diagonals", "began", "act", "before_act", "attacked", "charged"),
)
"""RC-TURN-6: the fields of a unit that has not yet acted in this turn."""


class Discarded(Frozen):
    """RC-PSY-9: a card discarded by default this turn, and whether it was exchanged since."""

    seat: int
    card: str
    exchanged: bool = False


class Army(Frozen):
    """3.3: a seat.  `hand` is secret, `spent` counts points, `blanks` blank chits not yet dealt."""

    seat: int
    team: str = "A"
    role: str = "good"
    points: int = 0
    hand: tuple[str, ...] = ()
    fielded: bool = False
    ready: bool = False
    list_name: str = ""
    spent: int = 0
    chits: bool = False
    blanks: int = 0
    done: bool = False
    resigned: bool = False


class State(Frozen):
    """The whole state of a match.

    `units`: models and chits by reference.  `weapons`, `models`: by name in small letters.
    `stage`: of the set-up, `-` in play.  `active`: the model whose activation is under way.
    `used`: the (seat, card) pairs played this turn.
    """

    flow: Flow = Flow()
    rules: Rules = Rules()
    ground: Ground = Ground()
    library: Library = Library((), (), (), (), ())
    weapons: dict[str, Weapon] = field(default_factory=dict)
    models: dict[str, ModelType] = field(default_factory=dict)
    artillery: tuple[str, ...] = ()
    armies: tuple[Army, ...] = ()
    units: dict[str, Unit] = field(default_factory=dict)
    items: tuple[Item, ...] = ()
    markers: tuple[Marker, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    stage: str = "-"
    first: int = 0
    order: tuple[int, ...] = ()
    active: str = ""
    used: tuple[tuple[int, str], ...] = ()
    exchanges: tuple[Discarded, ...] = ()
    shamble: int = 0
    first_turn: int = 0
    template: tuple[Cell, ...] = ()
    """RC-TMPL-1: the cells of the template just used, for the picture."""

    def army(self, seat: int) -> Army:
        """The army of a seat."""
        return self.armies[seat - 1]

    def team(self, seat: int) -> str:
        """The letter of a seat's team; empty if there is no such seat."""
        return self.armies[seat - 1].team if 1 <= seat <= len(self.armies) else ""

    def friends(self, one: Unit, other: Unit) -> bool:
        """Section 2: do both obey seats of one team?  A controlled model obeys its controller."""
        return self.team(one.boss) == self.team(other.boss)

    def weapon(self, name: str) -> Weapon:
        """The weapon of that name, which must exist."""
        return self.weapons[name.lower()]

    def find(self, ref: str) -> Unit | None:
        """The unit with that reference, in any case, or None."""
        return self.units.get(ref.upper())

    def unit(self, ref: str) -> Unit:
        """The unit with that reference, which must exist."""
        return self.units[ref.upper()]

    def on_board(self) -> list[Unit]:
        """Models and chits on the board, KO'd ones too, in the order in which they were added."""
        spend(1 + len(self.units) // GLANCED)
        return [unit for unit in self.units.values() if unit.place == "board"]

    def standing(self) -> list[Unit]:
        """The models on the board that are standing, without chits."""
        return [unit for unit in self.on_board() if unit.standing and not unit.chit]

    def latchers(self) -> list[Unit]:
        """RC-ABIL-18: the units on the board that are latched onto another."""
        spend(1 + len(self.units) // (3 * GLANCED))
        return [one for one in self.units.values() if one.latched and one.place == "board"]

    def concealed(self) -> list[Unit]:
        """RC-HIDE-5: the chits and hidden models on the board."""
        spend(1 + len(self.units) // GLANCED)
        return [
            one
            for one in self.units.values()
            if (one.chit or (one.conditions and one.has("hidden"))) and one.place == "board"
        ]

    def beside(self, cell: Cell) -> list[Unit]:
        """The units on the board in a cell or in one of its eight neighbours."""
        top, left = cell[0] - 1, cell[1] - 1
        spend(1 + len(self.units) // GLANCED)
        return [
            unit
            for unit in self.units.values()
            if top <= unit.at[0] <= top + 2
            and left <= unit.at[1] <= left + 2
            and unit.place == "board"
        ]

    def with_unit(self, unit: Unit) -> "State":
        """Return the state with one unit added or replaced."""
        return replace(self, units={**self.units, unit.ref.upper(): unit})

    def with_army(self, army: Army) -> "State":
        """Return the state with one army replaced."""
        armies = tuple(army if one.seat == army.seat else one for one in self.armies)
        return replace(self, armies=armies)


def shown_to_all(state: State) -> list[Unit]:
    """RC-VIEW-2: the models and chits that every viewer has a reference for, by reference."""
    return in_order(unit for unit in state.units.values() if unit.place in ("board", "reserve"))


def serves(unit: Unit, artillery: tuple[str, ...]) -> bool:
    """RC-WFX-2: is it standing, with one of these artillery pieces that is not lost?"""
    for arm in unit.weapons:
        if arm.name in artillery and arm.state in ("ready", "empty", "jammed"):
            return unit.standing
    return False


def order_of(ref: str) -> tuple[str, int]:
    """RC-ZOC-3: the sort key of a reference: its letters, then its number."""
    letters = ref.rstrip("0123456789")
    return letters.upper(), int(ref[len(letters) :] or 0)


def in_order(units: Iterable[Unit]) -> list[Unit]:
    """Units in the order of their references."""
    return sorted(units, key=lambda unit: order_of(unit.ref))
