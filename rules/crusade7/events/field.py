"""What happens to armies and on the field: facts with every number that a report shows."""

from typing import ClassVar, TypeAlias

from rules.crusade7.army.statblock import Library, Statblock
from rules.crusade7.state import Unit
from rules.line.about import AboutSeat, AboutUnit
from rules.line.events import Event
from rules.numbers.grid import Cell

# Chapter 4: a battle is created, armies are bought and deployed, and play begins.


class BattleCreated(Event):
    """Entry #0: the options, the data the match keeps, and the two armies with their gold, CP."""

    SAYS = "A battle of {gold} gold and {cp} CP for each army is set up"
    SHORT = "a battle of {gold} gold and {cp} CP for each army is set up"

    options: tuple[tuple[str, str], ...]
    library: Library
    gold: int
    cp: int


class FactionChosen(AboutSeat):
    SAYS = "army {seat} chooses {faction}[{subfaction=none}|, subfaction {subfaction}]"
    SHORT = "faction {faction}[{subfaction=none}|, subfaction {subfaction}]"

    faction: str
    subfaction: str


class UnitsBought(AboutSeat):
    """C7-GOLD-1, C7-CP-2: `detachment` is its name, or empty for the reserve.

    `units` are complete; `blocks` are the statblocks with bought options that they need and
    that were new (their numbers continue `State.blocks`).
    """

    SAYS = (
        "army {seat} buys [a {detachment} detachment|reinforcements]: {units:references} for "
        "{gold} gold and {cp} CP; {:left} left"
    )
    SHORT = (
        "[detachment {detachment}|reinforcements]: {units:several} for {gold} gold[, {cp} "
        "CP]. Left: {:gold left}, {:cp left}"
    )

    detachment: str
    units: tuple[Unit, ...]
    blocks: tuple[Statblock, ...]
    gold: int
    cp: int


class Deployed(AboutSeat):
    """C7-SETUP-4: units were put into the deployment zone."""

    SAYS = "army {seat} deploys {places:places}"

    places: tuple[tuple[str, Cell], ...]


class DeclaredReady(AboutSeat):
    """C7-SETUP-6."""

    SAYS = "army {seat} is ready"
    SHORT = "ready"


class ArmyCleared(AboutSeat):
    """C7-ORDER-11: the army starts again without units, with this gold and these CP."""

    SAYS = "army {seat} starts anew with {gold} gold and {cp} CP"
    SHORT = "army cleared: {gold} gold, {cp} CP"

    gold: int
    cp: int


class BattleBegan(Event):
    """C7-SETUP-7, C7-SETUP-9: secrets are open; `renamed` lists (old, new) of army 2."""

    SAYS = "The battle begins"
    MORE = ("[army 2's references: {renamed:renamed}]",)
    SHORT = "the battle begins[\narmy 2's {renamed:renamed}]"
    OPENS = "setup"

    bars_undo: ClassVar[bool] = True

    renamed: tuple[tuple[str, str], ...]


ArmyEvent: TypeAlias = (
    BattleCreated
    | FactionChosen
    | UnitsBought
    | Deployed
    | DeclaredReady
    | ArmyCleared
    | BattleBegan
)
"""Chapter 4: armies are bought and deployed."""


# Chapter 5.4: how units moved.


class Moved(AboutUnit):
    """C7-REP-3: a leg of a move ended at `to`.  `manner`: normal, advance, fall back, charge.

    `length` is the text of the whole move so far (`3.00`), `rounded` its whole number; they are
    the move's total on the leg with `last`.
    """

    SAYS = "{unit} {manner:manner} to {to} ({length} -> {rounded})[{last=False} on its way]"

    manner: str
    start: Cell
    to: Cell
    length: str
    rounded: int
    last: bool = True


class Stayed(AboutUnit):
    """C7-MOVE-5."""

    SAYS = "{unit} stays"


class Embarked(AboutUnit):
    """C7-TRANS-3."""

    SAYS = "{unit} embarks on {transport}"

    transport: str


class Disembarked(AboutUnit):
    """C7-TRANS-7; `forced` when the transport was killed (C7-TRANS-10)."""

    SAYS = "{unit} [{forced?}is put out of|disembarks from] {transport} to {to}"

    transport: str
    to: Cell
    forced: bool = False


class Arrived(AboutUnit):
    """C7-RES-2: a reserve unit came in; the second step of its army's turn has begun."""

    SAYS = "{unit} arrives at {at}"

    at: Cell


class Charged(AboutUnit):
    """C7-CHARGE-8: a charge was declared at a target; the move follows."""

    SAYS = "{unit} charges {target}"

    target: str


class Engaged(AboutUnit):
    """C7-MELEE-2."""

    SAYS = "{unit} engages to {to}"

    to: Cell


class StoodUp(AboutUnit):
    """C7-COND-4."""

    SAYS = "{unit} stands up"


FieldEvent: TypeAlias = (
    Moved | Stayed | Embarked | Disembarked | Arrived | Charged | Engaged | StoodUp
)
"""Sections 5.4 and 7.8: units change places."""


# Chapter 6.3: what the GM changed.


class UnitPut(Event):
    """A unit that the GM put into play; `faction` is the army's new one, if it had none."""

    SAYS = (
        "The GM puts {:type} {unit.ref} for army {unit.seat} [at {unit.at}|in "
        "{unit.inside}|in reserve]"
    )
    SHORT = "{:type} {unit.ref} put {unit:whereabouts} for army {unit.seat}"

    unit: Unit
    faction: str = ""


class UnitRemoved(AboutUnit):
    SAYS = "The GM removes {unit}"
    SHORT = "{unit} removed"


class UnitPlaced(AboutUnit):
    """The GM put a unit somewhere, also out of a transport or the reserve."""

    SAYS = "The GM moves {unit} to {to}"
    SHORT = "{unit} {unit:where it was} → {to}"

    to: Cell


class UnitChanged(Event):
    """The GM set an attribute; `unit` is the whole unit as it is now."""

    SAYS = "The GM sets {unit.ref} {attribute}: {before} -> {value}"
    SHORT = "{unit.ref} {attribute:attribute} {before} → {value}"

    unit: Unit
    attribute: str
    before: str
    value: str


class ArmyChanged(AboutSeat):
    """The GM set `cp`, `faction` or `subfaction` of an army."""

    SAYS = "The GM sets army {seat} {attribute}: {before} -> {value}"
    SHORT = "army {seat} {attribute:attribute} {before} → {value}"

    attribute: str
    before: str
    value: str


class BattleChanged(Event):
    """The GM set `round`, `killed`, or an option (`option <name>`)."""

    SAYS = "The GM sets {attribute}: {before} -> {value}"
    SHORT = "{attribute} {before} → {value}"

    attribute: str
    before: str
    value: str


class FirstSet(AboutSeat):
    """`set turn army n`: that army takes the first turn of the current phase."""

    SAYS = "The GM gives army {seat} the first turn of the phase"
    SHORT = "army {seat} has the first turn of {:phase now}"


class TerrainPainted(Event):
    """`terrain`: rough, difficult, impassable or clear, from `start` to `end`."""

    SAYS = "The GM makes the ground {terrain} at {start}{:as far as}"
    SHORT = "{terrain} ground at {start}{:as far as}"

    terrain: str
    start: Cell
    end: Cell


class DataImported(Event):
    """C7-UNIT-11: new unit types, tactics, spells or powers; a known name is replaced."""

    SAYS = (
        "The GM imports [{library.names:, }|nothing][; it is for the GM to say what comes of "
        "{library.left_to_gm} (C7-EFF-15)]"
    )
    SHORT = (
        "imports {library.names:a few}[\nit is for the GM to say what comes of "
        "{library.left_to_gm:several of them}]"
    )

    library: Library


class NoteAdded(AboutUnit):
    SAYS = "Note on {unit}: {text}"
    SHORT = "note on {unit}: {text:in short}"
    text: str


GMEvent: TypeAlias = (
    UnitPut
    | UnitRemoved
    | UnitPlaced
    | UnitChanged
    | ArmyChanged
    | BattleChanged
    | FirstSet
    | TerrainPainted
    | DataImported
    | NoteAdded
)
"""Section 6.3: what the GM sets."""
