"""What can happen in a Crusade battle: facts with every number that a report shows.

Units are named by their reference.  `seat` is carried where a reference alone would not do,
that is during the secret set-up.
"""

from dataclasses import dataclass
from typing import ClassVar

from rules.crusade7.statblock import Library, Statblock
from rules.crusade7.state import Affliction, Concentration, Effect, Unit
from rules.events import Event
from rules.grid import Cell


@dataclass(frozen=True, slots=True)
class BattleCreated(Event):
    """Entry #0: the options, the data the match keeps, and the two armies with their gold, CP."""

    options: tuple[tuple[str, str], ...]
    library: Library
    gold: int
    cp: int


# --- set-up -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactionChosen(Event):
    seat: int
    faction: str
    subfaction: str


@dataclass(frozen=True, slots=True)
class UnitsBought(Event):
    """C7-GOLD-1, C7-CP-2: `detachment` is its name, or empty for the reserve.

    `units` are complete; `blocks` are the statblocks with bought options that they need and
    that were new (their numbers continue `State.blocks`).
    """

    seat: int
    detachment: str
    units: tuple[Unit, ...]
    blocks: tuple[Statblock, ...]
    gold: int
    cp: int


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """C7-SETUP-4: units were put into the deployment zone."""

    seat: int
    places: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True, slots=True)
class DeclaredReady(Event):
    """C7-SETUP-6."""

    seat: int


@dataclass(frozen=True, slots=True)
class ArmyCleared(Event):
    """C7-ORDER-11: back to nothing, with this gold and these CP."""

    seat: int
    gold: int
    cp: int


@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    """C7-SETUP-7, C7-SETUP-9: secrets are open; `renamed` lists (old, new) of army 2."""

    bars_undo: ClassVar[bool] = True

    renamed: tuple[tuple[str, str], ...]

    @property
    def opens(self) -> tuple[str, ...]:
        return ("setup",)


# --- sequence of play ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderOfPlay(Event):
    """C7-INIT-2, C7-INIT-5: who goes first in the phase that has just begun.

    `averages` are (numerator, denominator) for army 1 and army 2 (-999/1 if no unit counts);
    `place` is the place of the chart that broke a tie (0: none), `alternated` says that both held
    the same place (C7-INIT-6).
    """

    round: int
    phase: str
    first: int
    averages: tuple[tuple[int, int], tuple[int, int]]
    place: int = 0
    alternated: bool = False


@dataclass(frozen=True, slots=True)
class MarksCleared(Event):
    """C7-TURN-7: the marks of earlier phases that end as this phase begins."""

    phase: str


@dataclass(frozen=True, slots=True)
class SecondTurn(Event):
    """C7-TURN-6: the first army of the phase has done; a `TurnPassed` follows."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """C7-TURN-10: `killed` and each army's `lost` of the round, before they return to 0."""

    round: int
    killed: int
    lost: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GainedCP(Event):
    """C7-CMD-1."""

    seat: int
    cp: int
    total: int


@dataclass(frozen=True, slots=True)
class SkippingTo(Event):
    """C7-TURN-8: passes until that phase of that round; an empty phase ends the skipping."""

    seat: int
    phase: str
    round: int


# --- movement -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A leg of a move ended at `to`.  `manner`: normal, advance, fall back, charge.

    `length` is the text of the whole move so far (`3.00`), `rounded` its whole number; they are
    the move's total on the leg with `last`.
    """

    unit: str
    manner: str
    start: Cell
    to: Cell
    length: str
    rounded: int
    last: bool = True


@dataclass(frozen=True, slots=True)
class Stayed(Event):
    """C7-MOVE-5."""

    unit: str


@dataclass(frozen=True, slots=True)
class Embarked(Event):
    """C7-TRANS-3."""

    unit: str
    transport: str


@dataclass(frozen=True, slots=True)
class Disembarked(Event):
    """C7-TRANS-7; `forced` when the transport was killed (C7-TRANS-10)."""

    unit: str
    transport: str
    to: Cell
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """C7-RES-2: a reserve unit came in; the second step of its army's turn has begun."""

    unit: str
    at: Cell


@dataclass(frozen=True, slots=True)
class Charged(Event):
    """C7-CHARGE-8: a charge was declared at a target; the move follows."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Engaged(Event):
    """C7-MELEE-2."""

    unit: str
    to: Cell


@dataclass(frozen=True, slots=True)
class StoodUp(Event):
    """C7-COND-4."""

    unit: str


# --- attacks and damage -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a sum: where it comes from, and what it adds (edge: advantage +1 / -1)."""

    source: str
    amount: int
    edge: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class AttackMade(Event):
    """A unit spent its attack of the phase: `kind` ranged, melee or multi."""

    unit: str
    kind: str


@dataclass(frozen=True, slots=True)
class UseSpent(Event):
    """C7-ATK-10: one use of a limited attack."""

    unit: str
    attack: str
    left: int


@dataclass(frozen=True, slots=True)
class AttackResolved(Event):
    """C7-REP-1: one attack on one unit, worked out.

    `versus` is `AC` or the stat of a saving throw.  Against AC: `high` the AC, `low` the ATK.
    With a saving throw: `high` the DC, `low` the stat.  `share` counts tenths of a percent;
    `listed` is the printed damage plus charge bonus; `sum` what it is after immunity, resistance,
    vulnerability and doubling, as (numerator, denominator); `high_parts`, `low_parts` and
    `sum_parts` show where the numbers come from.  `cause` names a reaction or tactic, if one.
    """

    attacker: str
    attack: str
    target: str
    versus: str
    high: int
    low: int
    share: int
    listed: int
    damage: int
    sum: tuple[int, int] = (0, 1)
    save_type: int = 0
    high_parts: tuple[Part, ...] = ()
    low_parts: tuple[Part, ...] = ()
    sum_parts: tuple[Part, ...] = ()
    cause: str = ""


@dataclass(frozen=True, slots=True)
class StrikeLost(Event):
    """C7-ATK-12: a strike of a Multiattack whose target had died."""

    attacker: str
    attack: str
    target: str


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """C7-REP-2."""

    unit: str
    damage: int
    before: int
    after: int
    damage_type: str = ""
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Healed(Event):
    """HP came back, up to the maximum."""

    unit: str
    hp: int
    before: int
    after: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Killed(Event):
    """C7-STAT-2, C7-DMG-7: it leaves the board and is counted."""

    unit: str
    cause: str = ""


@dataclass(frozen=True, slots=True)
class ShieldBroken(Event):
    """C7-ATTR-4."""

    unit: str
    loss: int
    ac: int
    armour: str


@dataclass(frozen=True, slots=True)
class ConditionGained(Event):
    unit: str
    affliction: Affliction
    cause: str = ""


@dataclass(frozen=True, slots=True)
class ConditionResisted(Event):
    """C7-COND-12, or a saving throw of C7-ATTR-6 that succeeded."""

    unit: str
    condition: str
    why: str


@dataclass(frozen=True, slots=True)
class ConditionLost(Event):
    unit: str
    condition: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class EffectGained(Event):
    """C7-EFF-16: it replaces an earlier one of the same name."""

    unit: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    unit: str
    name: str
    why: str = ""


# --- magic --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SpellCast(Event):
    """C7-SPELL-3: the slot is spent; `level` is the slot's level (0: a cantrip)."""

    unit: str
    spell: str
    targets: tuple[str, ...]
    level: int
    left: int


@dataclass(frozen=True, slots=True)
class SlotLost(Event):
    """C7-EFF-9."""

    unit: str
    level: int
    left: int
    cause: str


@dataclass(frozen=True, slots=True)
class GMAdjudicates(Event):
    """C7-SPELL-13: the referee leaves this text to the GM."""

    unit: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ConcentrationBegan(Event):
    unit: str
    concentration: Concentration


@dataclass(frozen=True, slots=True)
class ConcentrationTested(Event):
    """C7-CONC-2: `value` is stat + 10."""

    unit: str
    spell: str
    value: int
    dc: int
    kept: bool
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class ConcentrationEnded(Event):
    """C7-CONC-3: with it end all effects and conditions that hang on it."""

    unit: str
    spell: str
    why: str


@dataclass(frozen=True, slots=True)
class Denied(Event):
    """C7-PSI-9: a denial was declared and waits."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class DenialsLapsed(Event):
    """C7-PSI-10: the unused denials, as (denier, target)."""

    denials: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PsionicTested(Event):
    """C7-PSI-16: an attempt; `parts` are the halved modifiers, `denier` whose denial worked.

    `backlash`: the 40 damage of C7-PSI-2 is due.  The value is known only if the user lives.
    """

    unit: str
    power: str
    targets: tuple[str, ...]
    die: int
    value: int
    charge: int
    passed: bool
    denier: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptBegan(Event):
    """An attempt at a power was ordered: it counts, whatever the die says (C7-PSI-5 to -7)."""

    unit: str
    power: str


# --- tactics and morale -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TacticUsed(Event):
    """C7-TAC-2: the CP are spent.  `waits`: it works later (C7-TAC-6 to C7-TAC-8)."""

    seat: int
    tactic: str
    cp: int
    left: int
    unit: str = ""
    attack: str = ""
    targets: tuple[str, ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True)
class TacticSprung(Event):
    """A waiting tactic worked and is used up."""

    seat: int
    tactic: str
    unit: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class TacticLapsed(Event):
    """A waiting tactic lapsed; `refund` CP came back (C7-TAC-6)."""

    seat: int
    tactic: str
    refund: int = 0


@dataclass(frozen=True, slots=True)
class MoraleTested(Event):
    """C7-MORALE-2: `value` is CHA + 10."""

    unit: str
    value: int
    dc: int
    passed: bool
    why: str = ""
    parts: tuple[Part, ...] = ()


# --- GM -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitPut(Event):
    """A unit as the GM made it; `blocks` and `faction` as far as they are new."""

    unit: Unit
    faction: str = ""


@dataclass(frozen=True, slots=True)
class UnitRemoved(Event):
    unit: str


@dataclass(frozen=True, slots=True)
class UnitPlaced(Event):
    """The GM put a unit somewhere, also out of a transport or the reserve."""

    unit: str
    to: Cell


@dataclass(frozen=True, slots=True)
class UnitChanged(Event):
    """The GM set an attribute; `unit` is the whole unit as it is now."""

    unit: Unit
    attribute: str
    before: str
    value: str


@dataclass(frozen=True, slots=True)
class ArmyChanged(Event):
    """The GM set `cp`, `faction` or `subfaction` of an army."""

    seat: int
    attribute: str
    before: str
    value: str


@dataclass(frozen=True, slots=True)
class BattleChanged(Event):
    """The GM set `round`, `killed`, or an option (`option <name>`)."""

    attribute: str
    before: str
    value: str


@dataclass(frozen=True, slots=True)
class FirstSet(Event):
    """`set turn army n`: that army takes the first turn of the current phase."""

    seat: int


@dataclass(frozen=True, slots=True)
class TerrainPainted(Event):
    """`terrain`: rough, difficult, impassable or clear, from `start` to `end`."""

    terrain: str
    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True)
class DataImported(Event):
    """C7-UNIT-11: new unit types, tactics, spells or powers; a known name is replaced."""

    library: Library


@dataclass(frozen=True, slots=True)
class NoteAdded(Event):
    unit: str
    text: str
