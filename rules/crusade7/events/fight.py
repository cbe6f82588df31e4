"""Attacks, what they leave behind, and spells: facts with every number that a report shows."""

from typing import Literal, TypeAlias

from rules.crusade7.state import Affliction, Concentration, Effect
from rules.line.about import AboutUnit, OnlyTold
from rules.line.events import Event
from rules.line.frozen import Frozen

# Chapters 7.1 to 7.4: attacks, damage, conditions.


class Part(Frozen):
    """One part of a sum: where it comes from, and what it adds (edge: advantage +1 / -1)."""

    source: str
    amount: int
    edge: int = 0
    rule: str = ""


class AttackMade(AboutUnit):
    """A unit spent its attack of the phase: `kind` ranged, melee or multi."""

    SAYS = ""

    kind: Literal["ranged", "melee", "multi"]


class UseSpent(AboutUnit):
    """C7-ATK-10: one use of a limited attack."""

    SAYS = "{unit} has {left} of {attack} left"

    attack: str
    left: int


class AttackResolved(OnlyTold):
    """C7-REP-1: one attack on one unit, worked out.

    `versus` is `AC` or the stat of a saving throw.  Against AC: `high` the AC, `low` the ATK.
    With a saving throw: `high` the DC, `low` the stat.  `share` counts tenths of a percent;
    `listed` is the printed damage plus charge bonus; `sum` what it is after immunity, resistance,
    vulnerability and doubling, as (numerator, denominator); `high_parts`, `low_parts` and
    `sum_parts` show where the numbers come from.  `cause` names the reaction or tactic, if any.
    """

    SAYS = (
        "{attacker} {attack} on {target}: [{versus=AC}AC {high} - ATK {low}|{else}DC {high} - "
        "{versus} {low}] = {:difference}, {share:share}, {listed} -> {damage}{:immune}[ "
        "({cause})]"
    )

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


class StrikeLost(OnlyTold):
    """C7-ATK-12: a strike of a Multiattack whose target had died."""

    SAYS = "{attacker} {attack} on {target} is lost: {target} is dead"
    SHORT = "{attack} lost, {target:them} being dead"

    attacker: str
    attack: str
    target: str


class Damaged(AboutUnit):
    """C7-REP-2."""

    SAYS = (
        "{unit} takes {damage} damage, HP {before} -> {after}[ ({damage_type}, {cause})| "
        "({damage_type})| ({cause})]"
    )
    WHY = ("HP {before} - {damage} = {after} (C7-STAT-2)",)

    damage: int
    before: int
    after: int
    damage_type: str = ""
    cause: str = ""


class Healed(AboutUnit):
    """HP came back, up to the maximum."""

    SAYS = "{unit} regains {hp} HP, HP {before} -> {after}[ ({cause})]"
    WHY = ("HP {before} + {hp} = {after}, at most the maximum (C7-STAT-2)",)

    hp: int
    before: int
    after: int
    cause: str = ""


class Killed(AboutUnit):
    """C7-STAT-2, C7-DMG-7: it leaves the board and is counted."""

    SAYS = "{unit} is killed[ ({cause})]"

    cause: str = ""


class ShieldBroken(AboutUnit):
    """C7-ATTR-4."""

    SAYS = "{unit} loses its shield: AC {:old ac} -> {ac}, armour [{armour}|none]"
    SHORT = "{unit:them} without shield: AC {:old ac} → {ac}"
    WHY = ("AC {:old ac} - {loss} = {ac}: 2 and the number of the shield (C7-ATTR-4)",)

    loss: int
    ac: int
    armour: str


class ConditionGained(AboutUnit):
    SAYS = "{unit} becomes {affliction.condition}{affliction.until:until}[ ({cause})]"
    SHORT = "{unit:them} {affliction.condition}{affliction.until:in words}{cause:new}"

    affliction: Affliction
    cause: str = ""


class ConditionResisted(AboutUnit, OnlyTold):
    """C7-COND-12, or a saving throw of C7-ATTR-6 that succeeded."""

    SAYS = "{unit} does not become {condition}[ ({why})]"
    SHORT = "{unit:them} not {condition}[: {why}]"

    condition: str
    why: str


class ConditionLost(AboutUnit):
    """C7-COND-1: the unit no longer has the condition, from whatever source."""

    SAYS = "{unit} is no longer {condition}[ ({why})]"
    SHORT = "[{why=stands up}|{else}{unit:them} no longer {condition}]"

    condition: str
    why: str = ""


class CauseEnded(AboutUnit):
    """C7-RULING-70: one source of a condition has ended; the unit has it from another."""

    SAYS = "{affliction.source} on {unit} ends[ ({why})]: still {affliction.condition}"
    SHORT = "[{affliction.source}|one cause] on {unit:them} ends, still {affliction.condition}"

    affliction: Affliction
    why: str = ""


class EffectGained(AboutUnit):
    """C7-EFF-16: the effect replaces an earlier one of the same name."""

    SAYS = "{unit} gains {effect.modifiers:modifiers}{effect.until:until} ({effect.name})"
    SHORT = "{unit:them} {effect.modifiers:modifiers}{effect.until:in words}{effect.name:new}"

    effect: Effect


class EffectEnded(AboutUnit):
    SAYS = "{name} on {unit} ends[ ({why})]"
    SHORT = "{name} on {unit:them} ends"

    name: str
    why: str = ""
    number: int = 1


FightEvent: TypeAlias = AttackMade | UseSpent | Damaged | Healed | Killed | ShieldBroken
"""Sections 7.2 and 7.3: attacks and damage."""


ConditionEvent: TypeAlias = (
    ConditionGained | ConditionLost | CauseEnded | EffectGained | EffectEnded
)
"""Section 7.4: conditions and effects."""


# Chapters 7.5 and 7.6: spells, concentration, psionics.


class SpellCast(AboutUnit):
    """C7-SPELL-3: the slot is spent; `level` is the slot's level (0: a cantrip)."""

    SAYS = (
        "{unit} casts {spell}[ on {targets:, }] [{level?}(level {level} slot, {left} "
        "left)|(cantrip)]"
    )
    SHORT = (
        "{unit} casts {spell}[ on {targets:ranges}]{:support}[{level?} ({level:ordinal} level "
        "slot {left:one more} → {left})]"
    )

    spell: str
    targets: tuple[str, ...]
    level: int
    left: int


class SlotLost(AboutUnit):
    """C7-EFF-9."""

    SAYS = "{unit} loses a level {level} slot, {left} left[ ({cause})]"
    SHORT = "{unit:them} loses a {level:ordinal} level slot ({left:one more} → {left})"

    level: int
    left: int
    cause: str


class GMAdjudicates(AboutUnit, OnlyTold):
    """C7-SPELL-13: the referee leaves this text to the GM."""

    SAYS = "GM adjudicates: {unit} {name} - {text}"
    SHORT = '{name:them} is for the GM to resolve: "{text:at length}"'

    name: str
    text: str


class ConcentrationBegan(AboutUnit):
    SAYS = "{unit} concentrates on {concentration.spell}{concentration.until:until}"
    SHORT = "{unit:them} concentrates on {concentration.spell}{concentration.until:in words}"

    concentration: Concentration


class ConcentrationTested(AboutUnit, OnlyTold):
    """C7-CONC-2, C7-REP-5: `value` is stat + 10."""

    SAYS = "{unit} concentration {value} vs DC {dc}: [{kept?}kept|lost] ({spell})"
    SHORT = "{unit:them} [{kept?}keeps|loses] {spell} ({value} against DC {dc})"

    spell: str
    value: int
    dc: int
    kept: bool
    parts: tuple[Part, ...] = ()


class ConcentrationEnded(AboutUnit):
    """C7-CONC-3: all effects and conditions that depend on it end with it."""

    SAYS = "{unit} no longer concentrates on {spell}[ ({why})]"
    SHORT = (
        "[{why=stops}{unit:them} stops concentrating on {spell}|{why=damage}|{else}{spell} of "
        "{unit:them} ends]"
    )

    spell: str
    why: str


class Denied(AboutUnit):
    """C7-PSI-9: a denial was declared and waits."""

    SAYS = "{unit} denies {target}: the next test of {target} is halved"
    SHORT = "{unit} denies {target}: its next test is halved"

    target: str


class DenialsLapsed(Event):
    """C7-PSI-10: the unused denials, as (denier, target)."""

    SAYS = "Unused denials lapse: {denials:denials}"

    denials: tuple[tuple[str, str], ...]


class PsionicTested(AboutUnit):
    """C7-PSI-16, C7-REP-4: an attempt.

    `parts` are the modifiers, numbers already halved; `denier` is the unit whose denial worked, if
    any.  If the backlash of C7-PSI-2 killed the user, `passed` is False whatever the value.
    """

    SAYS = (
        "{unit} {power}[ on {targets:, }]: roll {die}, value {value}, charge {charge}: "
        "[{passed?}passed|failed][ (denied by {denier})]"
    )
    SHORT = (
        "{unit} manifests {power}[ on {targets:ranges}]{:support}: roll {die}{:loaded}[, denied "
        "by {denier}]{:value} against charge {charge}, [{passed?}passed|failed]"
    )

    power: str
    targets: tuple[str, ...]
    die: int
    value: int
    charge: int
    passed: bool
    denier: str = ""
    parts: tuple[Part, ...] = ()


class AttemptBegan(AboutUnit):
    """An attempt at a power was ordered: it counts, whatever the die says (C7-PSI-5 to -7)."""

    SAYS = "{unit} attempts {power}"

    power: str


MagicEvent: TypeAlias = (
    SpellCast
    | SlotLost
    | ConcentrationBegan
    | ConcentrationEnded
    | Denied
    | DenialsLapsed
    | PsionicTested
    | AttemptBegan
)
"""Sections 7.5 and 7.6: spells, concentration, psionics."""
