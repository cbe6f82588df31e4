"""What can happen in a battle: facts with every number that a report shows; units by reference."""

from typing import ClassVar, Literal, TypeAlias

from rules.crusade7.army.statblock import Library, Statblock
from rules.crusade7.state import Affliction, Concentration, Effect, Unit
from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.numbers.grid import Cell

# Chapter 4: a battle is created, armies are bought and deployed, and play begins.


class BattleCreated(Event):
    """Entry #0: the options, the data the match keeps, and the two armies with their gold, CP."""

    options: tuple[tuple[str, str], ...]
    library: Library
    gold: int
    cp: int


class FactionChosen(Event):
    seat: int
    faction: str
    subfaction: str


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


class Deployed(Event):
    """C7-SETUP-4: units were put into the deployment zone."""

    seat: int
    places: tuple[tuple[str, Cell], ...]


class DeclaredReady(Event):
    """C7-SETUP-6."""

    seat: int


class ArmyCleared(Event):
    """C7-ORDER-11: back to nothing, with this gold and these CP."""

    seat: int
    gold: int
    cp: int


class BattleBegan(Event):
    """C7-SETUP-7, C7-SETUP-9: secrets are open; `renamed` lists (old, new) of army 2."""

    bars_undo: ClassVar[bool] = True

    renamed: tuple[tuple[str, str], ...]

    @property
    def opens(self) -> tuple[str, ...]:
        return ("setup",)


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


# Chapter 5.4: how units went.


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


class Stayed(Event):
    """C7-MOVE-5."""

    unit: str


class Embarked(Event):
    """C7-TRANS-3."""

    unit: str
    transport: str


class Disembarked(Event):
    """C7-TRANS-7; `forced` when the transport was killed (C7-TRANS-10)."""

    unit: str
    transport: str
    to: Cell
    forced: bool = False


class Arrived(Event):
    """C7-RES-2: a reserve unit came in; the second step of its army's turn has begun."""

    unit: str
    at: Cell


class Charged(Event):
    """C7-CHARGE-8: a charge was declared at a target; the move follows."""

    unit: str
    target: str


class Engaged(Event):
    """C7-MELEE-2."""

    unit: str
    to: Cell


class StoodUp(Event):
    """C7-COND-4."""

    unit: str


FieldEvent: TypeAlias = (
    Moved | Stayed | Embarked | Disembarked | Arrived | Charged | Engaged | StoodUp
)
"""Sections 5.4 and 7.8: units change places."""


# Chapters 7.1 to 7.4: attacks, damage, conditions.


class Part(Frozen):
    """One part of a sum: where it comes from, and what it adds (edge: advantage +1 / -1)."""

    source: str
    amount: int
    edge: int = 0
    rule: str = ""


class AttackMade(Event):
    """A unit spent its attack of the phase: `kind` ranged, melee or multi."""

    unit: str
    kind: Literal["ranged", "melee", "multi"]


class UseSpent(Event):
    """C7-ATK-10: one use of a limited attack."""

    unit: str
    attack: str
    left: int


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


class StrikeLost(Event):
    """C7-ATK-12: a strike of a Multiattack whose target had died."""

    attacker: str
    attack: str
    target: str


class Damaged(Event):
    """C7-REP-2."""

    unit: str
    damage: int
    before: int
    after: int
    damage_type: str = ""
    cause: str = ""


class Healed(Event):
    """HP came back, up to the maximum."""

    unit: str
    hp: int
    before: int
    after: int
    cause: str = ""


class Killed(Event):
    """C7-STAT-2, C7-DMG-7: it leaves the board and is counted."""

    unit: str
    cause: str = ""


class ShieldBroken(Event):
    """C7-ATTR-4."""

    unit: str
    loss: int
    ac: int
    armour: str


class ConditionGained(Event):
    unit: str
    affliction: Affliction
    cause: str = ""


class ConditionResisted(Event):
    """C7-COND-12, or a saving throw of C7-ATTR-6 that succeeded."""

    unit: str
    condition: str
    why: str


class ConditionLost(Event):
    """C7-COND-1: the unit no longer has the condition, from whatever source."""

    unit: str
    condition: str
    why: str = ""


class CauseEnded(Event):
    """C7-RULING-70: one source of a condition has ended; the unit has it from another."""

    unit: str
    affliction: Affliction
    why: str = ""


class EffectGained(Event):
    """C7-EFF-16: it replaces an earlier one of the same name."""

    unit: str
    effect: Effect


class EffectEnded(Event):
    unit: str
    name: str
    why: str = ""
    number: int = 1


FightEvent: TypeAlias = (
    AttackMade | UseSpent | AttackResolved | StrikeLost | Damaged | Healed | Killed | ShieldBroken
)
"""Sections 7.2 and 7.3: attacks and damage."""


ConditionEvent: TypeAlias = (
    ConditionGained | ConditionResisted | ConditionLost | CauseEnded | EffectGained | EffectEnded
)
"""Section 7.4: conditions and effects."""


# Chapter 6.3: what the GM changed.


class UnitPut(Event):
    """A unit as the GM made it; `blocks` and `faction` as far as they are new."""

    unit: Unit
    faction: str = ""


class UnitRemoved(Event):
    unit: str


class UnitPlaced(Event):
    """The GM put a unit somewhere, also out of a transport or the reserve."""

    unit: str
    to: Cell


class UnitChanged(Event):
    """The GM set an attribute; `unit` is the whole unit as it is now."""

    unit: Unit
    attribute: str
    before: str
    value: str


class ArmyChanged(Event):
    """The GM set `cp`, `faction` or `subfaction` of an army."""

    seat: int
    attribute: str
    before: str
    value: str


class BattleChanged(Event):
    """The GM set `round`, `killed`, or an option (`option <name>`)."""

    attribute: str
    before: str
    value: str


class FirstSet(Event):
    """`set turn army n`: that army takes the first turn of the current phase."""

    seat: int


class TerrainPainted(Event):
    """`terrain`: rough, difficult, impassable or clear, from `start` to `end`."""

    terrain: str
    start: Cell
    end: Cell


class DataImported(Event):
    """C7-UNIT-11: new unit types, tactics, spells or powers; a known name is replaced."""

    library: Library


class NoteAdded(Event):
    unit: str
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


# Chapters 7.5 and 7.6: spells, concentration, psionics.


class SpellCast(Event):
    """C7-SPELL-3: the slot is spent; `level` is the slot's level (0: a cantrip)."""

    unit: str
    spell: str
    targets: tuple[str, ...]
    level: int
    left: int


class SlotLost(Event):
    """C7-EFF-9."""

    unit: str
    level: int
    left: int
    cause: str


class GMAdjudicates(Event):
    """C7-SPELL-13: the referee leaves this text to the GM."""

    unit: str
    name: str
    text: str


class ConcentrationBegan(Event):
    unit: str
    concentration: Concentration


class ConcentrationTested(Event):
    """C7-CONC-2: `value` is stat + 10."""

    unit: str
    spell: str
    value: int
    dc: int
    kept: bool
    parts: tuple[Part, ...] = ()


class ConcentrationEnded(Event):
    """C7-CONC-3: with it end all effects and conditions that hang on it."""

    unit: str
    spell: str
    why: str


class Denied(Event):
    """C7-PSI-9: a denial was declared and waits."""

    unit: str
    target: str


class DenialsLapsed(Event):
    """C7-PSI-10: the unused denials, as (denier, target)."""

    denials: tuple[tuple[str, str], ...]


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


class AttemptBegan(Event):
    """An attempt at a power was ordered: it counts, whatever the die says (C7-PSI-5 to -7)."""

    unit: str
    power: str


MagicEvent: TypeAlias = (
    SpellCast
    | SlotLost
    | GMAdjudicates
    | ConcentrationBegan
    | ConcentrationTested
    | ConcentrationEnded
    | Denied
    | DenialsLapsed
    | PsionicTested
    | AttemptBegan
)
"""Sections 7.5 and 7.6: spells, concentration, psionics."""


# Chapters 5.2, 5.3, 7.9 and 7.10: rounds and phases, who goes first, tactics and morale.


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


class MarksCleared(Event):
    """C7-TURN-7: the marks of earlier phases that end as this phase begins."""

    phase: str


class SecondTurn(Event):
    """C7-TURN-6: the first army of the phase has done; a `TurnPassed` follows."""


class RoundEnded(Event):
    """C7-TURN-10: `killed` and each army's `lost` of the round, before they return to 0."""

    round: int
    killed: int
    lost: tuple[int, int]


class GainedCP(Event):
    """C7-CMD-1."""

    seat: int
    cp: int
    total: int


class SkippingTo(Event):
    """C7-TURN-8: passes until that phase of that round; an empty phase ends the skipping."""

    seat: int
    phase: str
    round: int


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


class TacticSprung(Event):
    """A waiting tactic worked and is used up."""

    seat: int
    tactic: str
    unit: str
    against: str = ""


class TacticLapsed(Event):
    """A waiting tactic lapsed; `refund` CP came back (C7-TAC-6)."""

    seat: int
    tactic: str
    refund: int = 0


class MoraleTested(Event):
    """C7-MORALE-2: `value` is CHA + 10."""

    unit: str
    value: int
    dc: int
    passed: bool
    why: str = ""
    parts: tuple[Part, ...] = ()


SequenceEvent: TypeAlias = (
    OrderOfPlay | MarksCleared | SecondTurn | RoundEnded | GainedCP | SkippingTo
)
"""Sections 5.2 and 5.3: rounds, phases, turns."""


TacticEvent: TypeAlias = TacticUsed | TacticSprung | TacticLapsed | MoraleTested
"""Sections 7.9 and 7.10: tactics and morale."""
