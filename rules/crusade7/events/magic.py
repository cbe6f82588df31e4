"""Chapters 7.5 and 7.6: spells, concentration, psionics."""

from typing import TypeAlias

from rules.crusade7.events.fight import Part
from rules.crusade7.state import Concentration
from rules.line.events import Event


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
