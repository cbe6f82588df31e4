"""The state of a battle as an immutable value, and helpers for adjudicating it: dice, units."""

from collections.abc import Iterator
from dataclasses import field

from rules.line.adjudication import Adjudication, Die
from rules.line.flow import Flow
from rules.line.frozen import Frozen
from rules.machinadei import statblock as sb
from rules.machinadei.formation import base_cells, ranks_of, standing
from rules.machinadei.orders import Cell

# The state of a battle: frozen values; only `apply` makes the next state.


PHASES = ("move", "magic", "shooting", "melee")
"""MD-SEQ-1: the phases of a turn; before them comes `deploy`, after the battle `over`."""

SEATS = (1, 2)

STATS = ("M", "I", "L")
"""MD-STAT-3: the statistics that effects may modify, besides `hit`, `damage` and `guard`."""

SUMS = ("hit", "damage", "guard")


class Modifier(Frozen):
    """MD-EFF-2: an amount on a statistic until the end of turn `last`; no `source`: the GM."""

    stat: str
    amount: int
    last: int
    source: str = ""


class Spent(Frozen):
    """MD-MEAS-3: movement used in this phase: straight steps (or inches) and diagonal steps."""

    straight: int = 0
    diagonal: int = 0


class Turning(Frozen):
    """MD-WHEEL-2: an unfinished wheel: to which side, and how many degrees are done."""

    side: str
    angle: int


class Unit(Frozen):
    """One unit.  `profile` is the index of its statblock (options included) in `State.profiles`.

    A formation stands at `at` with `facing` and `files`; for other units `spots` lists where each
    model stands, in model order.  `gone` says how a unit left the game.
    """

    ref: str
    seat: int
    profile: int
    kind: str
    tier: int
    move: int
    wound_limit: int
    initiative: int
    morale: int
    size: int
    models: int
    start: int
    price: int = 0
    """What its options cost."""
    cost: int = 0
    """The cost of each model (MD-END-4)."""
    wounds: int = 0
    at: Cell | None = None
    facing: str = ""
    files: int = 0
    spots: tuple[Cell, ...] = ()
    waits: bool = False
    """Is it in reserve?"""
    gone: str = ""
    uses: tuple[tuple[str, int], ...] = ()
    """Uses left of each limited effect."""
    modifiers: tuple[Modifier, ...] = ()
    spent: Spent = Spent()
    turning: Turning | None = None
    reformed: bool = False
    acted: bool = False
    broken: bool = False
    cause: str = ""
    """MD-BREAK-1: the enemy that broke it, if one is known."""
    fled: bool = False
    division: tuple[tuple[str, int], ...] = ()
    """MD-DIV-1: the attacks allocated in this Melee phase."""

    @property
    def on_board(self) -> bool:
        """Does it stand on the board?"""
        return not self.gone and not self.waits

    @property
    def is_formation(self) -> bool:
        """MD-UNIT-1: is it a formation?"""
        return self.kind == "formation"

    @property
    def side(self) -> int:
        """MD-BOARD-4: the side of each base in cells: ceil(Size / 2)."""
        return (self.size + 1) // 2

    @property
    def ranks(self) -> int:
        """MD-UNIT-2: rows of a formation; others have none."""
        return ranks_of(self.models, self.files) if self.is_formation else 0

    @property
    def left(self) -> int:
        """MD-WOUND-4: the wounds that it can still suffer."""
        return self.models * self.wound_limit - self.wounds

    @property
    def places(self) -> tuple[Cell, ...]:
        """MD-BOARD-5: the north-west cell of each model, in model order."""
        if not self.on_board:
            return ()
        if self.is_formation and self.at is not None:
            return standing(self.at, self.facing, self.files, self.models)
        return self.spots

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell that it occupies, model by model."""
        if self.side == 1:
            return self.places
        return tuple(cell for spot in self.places for cell in base_cells(spot, self.side))

    @property
    def position(self) -> Cell:
        """MD-BOARD-5: the front-left cell, the first model, or the only one."""
        if self.is_formation and self.at is not None:
            return self.at
        return self.spots[0] if self.spots else (0, 0)

    def total(self, stat: str) -> int:
        """The sum of its current modifiers of this statistic."""
        return sum(one.amount for one in self.modifiers if one.stat == stat)

    def effective(self, stat: str) -> int:
        """MD-STAT-3: M, I or L with its modifiers, never below 0."""
        base = {"M": self.move, "I": self.initiative, "L": self.morale}[stat]
        return max(0, base + self.total(stat))


class Army(Frozen):
    """A seat (section 3.2).  `swept`: its last unit on the board was lost in play (MD-END-2)."""

    faction: str = ""
    points: int = 0
    casualties: int = 0
    vp: int = 0
    cr: int = 0
    swept: bool = False


class Pending(Frozen):
    """MD-AREA-6: an area attack whose hits are still to be divided."""

    unit: str
    at: Cell
    use: str
    """`ranged` or `magic`: what the guard of a target must be good against."""
    attacks: int
    damage: int
    hit: int
    dice: tuple[int, ...]
    eligible: tuple[str, ...]
    weapon: str = ""
    volley: bool = False


class State(Frozen):
    """A whole battle (section 3.1).  Units stand in placement order, dead ones included."""

    flow: Flow = Flow(phase="deploy")
    options: dict[str, str] = field(default_factory=dict)
    types: tuple[sb.Statblock, ...] = ()
    profiles: tuple[sb.Statblock, ...] = ()
    units: dict[str, Unit] = field(default_factory=dict)
    armies: dict[int, Army] = field(default_factory=lambda: {1: Army(), 2: Army()})
    first: int = 1
    pending: Pending | None = None

    @property
    def width(self) -> int:
        return int(self.options.get("width", "48"))

    @property
    def height(self) -> int:
        return int(self.options.get("height", "36"))

    def block(self, unit: Unit) -> sb.Statblock:
        """Its statblock, options included."""
        return self.profiles[unit.profile]

    def on_board(self, seat: int = 0) -> Iterator[Unit]:
        """The units on the board, of one seat or of both, in placement order."""
        units = self.units.values()
        return (unit for unit in units if unit.on_board and (not seat or unit.seat == seat))

    def in_play(self, seat: int = 0) -> Iterator[Unit]:
        """The same with those in reserve."""
        units = self.units.values()
        return (unit for unit in units if not unit.gone and (not seat or unit.seat == seat))

    def find(self, ref: str) -> Unit | None:
        """MD-ORD-7: the unit with exactly this reference, dead or alive."""
        return self.units.get(key(ref))

    def reserve(self, unit: Unit) -> sb.Reserve | None:
        """MD-ABIL-6: its reserve ability, if it has one."""
        return next(self.block(unit).having(sb.Reserve), None)

    def weapons(self, unit: Unit, use: str) -> tuple[sb.Weapon, ...]:
        """Its weapons of a use: melee, ranged or area."""
        return tuple(self.block(unit).of(use))

    def is_bound(self) -> bool:
        """MD-MOVE-2: does contact with an enemy keep a unit from moving in this match?"""
        return self.options.get("disengage", "locked") == "locked"


def key(ref: str) -> str:
    """MD-ORD-7: references match without regard to case, with or without a blank."""
    return "".join(ref.split()).lower()


# The adjudication of this system, its die, and the current state of a unit in it.


Battle = Adjudication[State]

D10 = Die("d10", tuple(range(1, 11)), "MD-STAT-4")
"""MD-STAT-4: all dice are d10; drawing a loaded face that is not on it is refused by this rule."""

MOST_ROLL_OFFS = 100
"""How often a tied roll-off is drawn again at most; fair dice never need so many."""


def roll(battle: Battle, why: str) -> int:
    """MD-STAT-4: one d10."""
    return battle.roll(D10, why)


def now(battle: Battle, unit: Unit | str) -> Unit:
    """The current state of the unit."""
    return battle.state.units[key(unit if isinstance(unit, str) else unit.ref)]
