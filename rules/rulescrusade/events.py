"""What happened: facts in the past tense, with every number that a report shows."""

from dataclasses import dataclass
from typing import ClassVar

from rules.events import Event, Rolled
from rules.grid import Cell
from rules.rulescrusade.sheets import Dice, Library, ModelType, Weapon
from rules.rulescrusade.state import Cloud, Condition, Ground, Item, Marker, Rules, Spot, Unit

Value = int | str | bool | None | tuple[object, ...] | Condition | Dice
Parts = tuple[tuple[str, int], ...]
"""The sum of a total, part by part: (`dice`, 4), (`range`, -1)."""
Faces = tuple[tuple[str, int], ...]
"""Dice as they fell: (`R`, 3), (`W`, 0)."""


# --- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableLaid(Event):
    """A match was created: its options, its ground, the statblocks, the deck of cards."""

    rules: Rules
    ground: Ground
    library: Library
    deck: tuple[str, ...]
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class GroundChanged(Event):
    """The GM changed the ground: `what` is the line, without the map itself."""

    ground: Ground
    what: str
    items: tuple[Item, ...] | None = None
    markers: tuple[Marker, ...] | None = None
    clouds: tuple[Cloud, ...] | None = None


@dataclass(frozen=True, slots=True)
class ItemsChanged(Event):
    """Things were put, taken away or destroyed; `what` says it ("" if told already)."""

    items: tuple[Item, ...]
    what: str = ""


@dataclass(frozen=True, slots=True)
class MarkersChanged(Event):
    """Markers were put or taken away; `what` says it ("" if told already)."""

    markers: tuple[Marker, ...]
    what: str = ""


@dataclass(frozen=True, slots=True)
class StatblockRead(Event):
    """A weapon or a type of model was defined, or defined anew."""

    weapon: Weapon | None = None
    model: ModelType | None = None


# --- the set-up ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mustered(Event):
    """A seat took a list: its whole force is new.  `unhidden` are the models for its chits."""

    seat: int
    name: str
    cost: int
    role: str
    units: tuple[Unit, ...]
    unhidden: tuple[Unit, ...] = ()
    blanks: int = 0


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A seat bought models for so many points; it has spent `spent`."""

    seat: int
    units: tuple[Unit, ...]
    cost: int
    spent: int


@dataclass(frozen=True, slots=True)
class Dismissed(Event):
    """Models were taken out of a force."""

    seat: int
    refs: tuple[str, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """A seat has mustered."""

    seat: int


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    """A stage of the set-up began: `muster`, `deploy`, `infiltrate`; `-` in play.

    `order` are the seats that take part, in their order.
    """

    stage: str
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RolledOff(Event):
    """RC-DICE-9: a roll-off; `rolls` are (seat, faces, total) in the order of rolling."""

    purpose: str
    rolls: tuple[tuple[int, Faces, int], ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """A model or chit was placed in its zone."""

    ref: str
    to: Spot
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ChitDealt(Event):
    """RC-SETUP-11: what a chit stands for (`model`, or "" for nothing); its seat knows."""

    seat: int
    chit: str
    model: str
    back: str | None = None

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"chit {self.chit}"


@dataclass(frozen=True, slots=True)
class DeploymentDone(Event):
    """A seat ended its part of a stage."""

    seat: int
    stage: str


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """RC-SETUP-6: a seat drew cards; others learn only how many."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class HandDrawn(Event):
    """RC-PSY-4: which cards a seat drew."""

    seat: int
    cards: tuple[str, ...]

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"hand {self.seat}"


@dataclass(frozen=True, slots=True)
class Picked(Rolled):
    """RC-VIEW-1: a secret pick of a card from the deck."""

    seat: int = 0

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"hand {self.seat}"


# --- turns --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """RC-TURN-6: a seat's turn began; units that change then are told by events of their own."""

    ends_phase: ClassVar[bool] = True

    seat: int
    round: int
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """RC-TURN-7: a seat's turn ended."""

    ends_phase: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True)
class Activated(Event):
    """RC-TURN-3: a model's activation began; that of `finished` is over."""

    ref: str
    finished: str = ""


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """Book-keeping of a unit, told by other events: what it has left in its turn, and the like."""

    ref: str
    changes: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class StandingOrderGiven(Event):
    """RC-REACT-1: a standing order; secret."""

    seat: int
    ref: str
    attribute: str
    value: str

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"standing orders {self.seat}"


@dataclass(frozen=True, slots=True)
class ShambleRolled(Event):
    """RC-ABIL-27: how far these models shamble this turn."""

    refs: tuple[str, ...]
    move: int


# --- dice and totals ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """RC-REP-1: one side of a roll: all its dice in drawing order and their sum.

    `ref` rolled it ("" for the warp and the like), `what` is what it is for.
    """

    ref: str
    what: str
    faces: Faces
    total: int


@dataclass(frozen=True, slots=True)
class Rerolled(Event):
    """RC-REROLL-2: a die was rolled again, by `ref`, in the roll of `whose`."""

    ref: str
    whose: str
    colour: str
    old: int
    new: int
    why: str


@dataclass(frozen=True, slots=True)
class Shot(Event):
    """RC-SHOOT-7, RC-SHOOT-8: a ranged attack met a target with a total against a value."""

    ref: str
    weapon: str
    target: str
    total: int
    value: int
    parts: Parts
    value_parts: Parts
    kind: str = "shot"


@dataclass(frozen=True, slots=True)
class Parried(Event):
    """RC-PARRY-1: the defender parries."""

    ref: str
    bonus: int


@dataclass(frozen=True, slots=True)
class Fought(Event):
    """RC-MELEE-6: the totals of a melee; `result` is `won`, `lost` or `tie`, for the attackers."""

    attackers: tuple[str, ...]
    defender: str
    total: int
    against: int
    result: str
    parts: Parts
    against_parts: Parts


@dataclass(frozen=True, slots=True)
class MindsMet(Event):
    """RC-MWAR-4: the totals of a mind war, or of an incursion (`ref` is then empty)."""

    ref: str
    target: str
    total: int
    against: int
    parts: Parts
    against_parts: Parts


@dataclass(frozen=True, slots=True)
class Tested(Event):
    """A roll against a number: a jump, a scrabble, a dive, a forced entry, an unjamming."""

    ref: str
    what: str
    total: int
    needs: int
    success: bool
    parts: Parts = ()


@dataclass(frozen=True, slots=True)
class Reduced(Event):
    """RC-DMG-5: damage was lowered by a Shield, a force field or a Precognant, to what is left."""

    ref: str
    by: str
    amount: int
    left: int


# --- harm ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LostHits(Event):
    """RC-DMG-2."""

    ref: str
    hits: int
    left: int


@dataclass(frozen=True, slots=True)
class Grazed(Event):
    """RC-GRAZE-1: a graze result of a letter; what it does comes in events of its own."""

    ref: str
    letter: str
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class KnockedOut(Event):
    """RC-GRAZE-6."""

    ref: str


@dataclass(frozen=True, slots=True)
class Killed(Event):
    """RC-GRAZE-6, RC-VIC-4: killed; `points` go to `seat` (0: to nobody)."""

    ref: str
    seat: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class WentDown(Event):
    """RC-ABIL-15: a Horror lies killed, for now."""

    ref: str
    seat: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class RoseAgain(Event):
    """RC-ABIL-15: what a Horror's roll brought."""

    ref: str
    result: str


@dataclass(frozen=True, slots=True)
class ConditionGained(Event):
    """A model has a condition from now on."""

    ref: str
    condition: Condition
    told: bool = False


@dataclass(frozen=True, slots=True)
class ConditionLost(Event):
    """A model has a condition no more."""

    ref: str
    name: str


@dataclass(frozen=True, slots=True)
class WeaponFailed(Event):
    """RC-FAIL-1: `effect` is J, X, M, Break, Stick, or empty: nothing happens."""

    ref: str
    weapon: str
    effect: str


@dataclass(frozen=True, slots=True)
class WeaponChanged(Event):
    """The state of the weapon with that place in the unit's list."""

    ref: str
    place: int
    weapon: str
    state: str
    told: bool = False


@dataclass(frozen=True, slots=True)
class ControlTaken(Event):
    """RC-ABIL-6: a model obeys another seat."""

    ref: str
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class ControlEnded(Event):
    """RC-TURN-6: it obeys its own seat again."""

    ref: str


@dataclass(frozen=True, slots=True)
class Latched(Event):
    """RC-ABIL-18: a model has latched onto another."""

    ref: str
    target: str


@dataclass(frozen=True, slots=True)
class LetGo(Event):
    """RC-ABIL-18: a latch ended."""

    ref: str
    target: str


@dataclass(frozen=True, slots=True)
class Detonated(Event):
    """RC-ABIL-7."""

    ref: str
    total: int


@dataclass(frozen=True, slots=True)
class IncursionCame(Event):
    """RC-INC-1: every die showed its highest face."""

    ref: str


@dataclass(frozen=True, slots=True)
class Summoned(Event):
    """A model that nobody mustered stands on the board: a Warp Spawn, a Ghost."""

    unit: Unit
    by: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A unit is gone without being killed: a ghost, a blank chit, a resigned model, a removal."""

    ref: str
    why: str = ""


# --- movement -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """RC-MOVE-13: one step of a move; `Walked` tells the whole way."""

    ref: str
    to: Spot
    cost: int
    left: int
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """A move is over: from where to where, what it cost, what is left; `manner` says how."""

    ref: str
    manner: str
    origin: Spot
    to: Spot
    cost: int
    left: int
    path: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """RC-MOVE-13: a move was given up on the way."""

    ref: str
    at: Spot
    why: str


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A model changed its place other than by walking; `manner`: `jump`, `fall`, `knock`, `throw`,
    `dive`, `teleport`, `telekinesis`, `drag`, `body`, `gm`, `climb`, `back` ..."""

    ref: str
    manner: str
    origin: Spot
    to: Spot


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """RC-FALL-1: a fall of so many inches."""

    ref: str
    inches: int
    counted: int


@dataclass(frozen=True, slots=True)
class PaidMove(Event):
    """A jump, a climb or the like cost inches; `action` if it took the action too."""

    ref: str
    cost: int
    left: int
    action: bool = False


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """RC-HIDE-5: a hidden model is hidden no more; `why`: `seen`, `attacks`, `burn`, `card` ..."""

    bars_undo: ClassVar[bool] = True

    ref: str
    why: str


@dataclass(frozen=True, slots=True)
class ChitTurned(Event):
    """RC-CHIT-2: a chit was turned over: `model` stands there now ("" for nothing)."""

    bars_undo: ClassVar[bool] = True

    chit: str
    model: str
    kind: str
    moveleft: int = 0
    action: bool = True
    moved: bool = False

    @property
    def opens(self) -> tuple[str, ...]:
        return (f"chit {self.chit}",)


@dataclass(frozen=True, slots=True)
class ChitScanned(Event):
    """RC-CHIT-5: a chit lies face up: everybody sees what it is ("" for nothing)."""

    bars_undo: ClassVar[bool] = True

    chit: str
    model: str
    kind: str

    @property
    def opens(self) -> tuple[str, ...]:
        return (f"chit {self.chit}",)


@dataclass(frozen=True, slots=True)
class Hid(Event):
    """RC-HIDE-1: a model is hidden."""

    ref: str
    action: bool


# --- actions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """RC-TURN-4: a model used its action; `what` names the kind, `act` the words of a report.

    `moveleft` is what remains of its move.
    """

    ref: str
    what: str
    moveleft: int


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A model set out to attack: `how` is `fires`, `throws`, `fights`, `charges`, `snap fires`,
    `strikes at` (zone of control), `ambushes`, `mobs`, `volleys`, `dives on` ..."""

    ref: str
    how: str
    weapon: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """RC-CARRY-1: a thing was picked up, from its cell or from the model that had it."""

    ref: str
    item: str
    off: str = ""


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """RC-CARRY-6, RC-CARRY-7: a thing lies in the cell of the model that carried it."""

    ref: str
    item: str


@dataclass(frozen=True, slots=True)
class ItemDestroyed(Event):
    """RC-BLDG-17: a thing was destroyed, lying in a cell or in the arms of `carrier`."""

    item: str
    at: Cell
    carrier: str = ""


@dataclass(frozen=True, slots=True)
class SmokeSpread(Event):
    """RC-WFX-29: smoke lies on these cells until the seat's next turn."""

    seat: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SmokeLifted(Event):
    """The smoke of a seat's grenades is gone."""

    seat: int


# --- structures ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SectorHit(Event):
    """RC-BLDG-15: a sector lost hits."""

    sector: str
    hits: int
    left: int


@dataclass(frozen=True, slots=True)
class SectorCollapsed(Event):
    """RC-BLDG-17: a sector collapses; its cells are rubble when `RubbleLies` comes."""

    sector: str


@dataclass(frozen=True, slots=True)
class RubbleLies(Event):
    """RC-BLDG-17: the cells of a sector are rubble; who was inside stands outside."""

    sector: str


@dataclass(frozen=True, slots=True)
class ObjectDestroyed(Event):
    """RC-BLDG-18: a barricade or catwalk is gone; the cell has this terrain and height now."""

    at: Cell
    what: str
    terrain: str
    height: int


@dataclass(frozen=True, slots=True)
class EntryForced(Event):
    """RC-FORCE-3: a marker lies in the model's cell."""

    ref: str
    marker: Marker


@dataclass(frozen=True, slots=True)
class EntryClosed(Event):
    """RC-FORCE-5."""

    ref: str
    marker: Marker


# --- cards --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """RC-PSY-5: a card was played on these subjects; `lost` if it went to the discards."""

    ref: str
    seat: int
    card: str
    subjects: tuple[str, ...]
    lost: bool = False
    readied: bool = False


@dataclass(frozen=True, slots=True)
class CardRolled(Event):
    """RC-PSY-11: N of a card: dice minus the range penalty, at least 0."""

    ref: str
    card: str
    subject: str
    number: int
    parts: Parts


@dataclass(frozen=True, slots=True)
class CardReadied(Event):
    """RC-PSY-8: a psyker readies a card, or stands down; others learn only that."""

    ref: str
    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class CardNamed(Event):
    """RC-PSY-8: which card it is, and for whom."""

    ref: str
    seat: int
    card: str
    target: str

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"hand {self.seat}"


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """RC-PSY-9: a seat discarded so many cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class HandDiscarded(Event):
    """RC-PSY-9: which cards; `taken_back` is the card exchanged for it ("" for none)."""

    seat: int
    cards: tuple[str, ...]
    taken_back: str = ""

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"hand {self.seat}"


# --- queries and the GM -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked(Event):
    """RC-ORD-11, RC-REP-5: an answer to a query; it changes nothing."""

    ref: str
    target: str
    inches: int
    penalty: int
    sight: str
    cover: str


@dataclass(frozen=True, slots=True)
class UnitPut(Event):
    """The GM put a model or chit on the table or in reserve; `secret` stands under the chit."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class UnderChit(Event):
    """What the chit stands for that the GM has put."""

    seat: int
    chit: str
    unit: Unit | None

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,)

    @property
    def stretch(self) -> str:
        return f"chit {self.chit}"


@dataclass(frozen=True, slots=True)
class UnitSet(Event):
    """The GM set something of a unit: `what` is `M1 hits 3`."""

    ref: str
    what: str
    changes: tuple[tuple[str, Value], ...]
    secret: int = 0

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.secret,) if self.secret else None


@dataclass(frozen=True, slots=True)
class ArmySet(Event):
    """The GM set something of a seat: `what` is `army 2 role bad`; a hand is secret."""

    seat: int
    what: str
    changes: tuple[tuple[str, Value], ...]
    secret: bool = False

    @property
    def known_to(self) -> tuple[int, ...] | None:
        return (self.seat,) if self.secret else None


@dataclass(frozen=True, slots=True)
class PointsScored(Event):
    """RC-VIC-4: KO'd enemies are added at the end of the game."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """RC-VIC-3: a seat's models leave the board."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameReopened(Event):
    """The GM set a round, phase or turn after the end: the game goes on."""


@dataclass(frozen=True, slots=True)
class GmActed(Event):
    """RC-ORD-10: the GM did something; a player's undo may not cross it."""

    bars_undo: ClassVar[bool] = True
