"""The state of a Crusade battle: frozen values; only `apply` makes the next state."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.crusade7.army.statblock import Library, Modifier, Statblock
from rules.line.adjudication import Adjudication
from rules.line.flow import Flow
from rules.line.frozen import Frozen
from rules.numbers.grid import Cell, rectangle

Mark = Literal["ranged", "melee", "stand", "engage", "charge", "cast"]
"""C7-TURN-7: what a unit has used up in the phase; standing up takes both of its attacks."""

ROWS, COLUMNS = 24, 30
"""C7-GEO-1: the size of the board."""

PHASES = ("command", "move", "mana", "heavy", "charge", "fight", "morale")
"""C7-TURN-1: the phases of a round; before them comes `setup`."""

PHASE_NAMES = {
    "setup": "Setup",
    "command": "Command",
    "move": "Move",
    "mana": "Mana",
    "heavy": "Heavy Support Fight",
    "charge": "Charge",
    "fight": "Fight",
    "morale": "Morale",
}

CONDITIONS = ("prone", "stunned", "poisoned", "invisible", "frightened", "blinded", "shaken")
"""In the order in which the key lists them (C7-KEY-3)."""


@dataclass(frozen=True, slots=True, order=True)
class Until:
    """C7-TURN-9: something ends when this phase of this round begins."""

    round: int
    phase: int

    @classmethod
    def of(cls, round_: int, phase: str) -> "Until":
        return cls(round_, PHASES.index(phase) if phase in PHASES else -1)


class Effect(Frozen):
    """Modifiers on a unit under one name; `caster` is set if it depends on that unit's
    concentration.

    One text may give modifiers that end at different times: the second of them has `number` 2.
    """

    name: str
    modifiers: tuple[Modifier, ...]
    until: Until | None = None
    caster: str = ""
    number: int = 1


class Affliction(Frozen):
    """A condition that a unit has from one source.  `until` None: until something clears it.

    C7-RULING-70: a unit may have the same condition from several sources.
    """

    condition: str
    until: Until | None = None
    caster: str = ""
    source: str = ""

    def is_as(self, other: "Affliction") -> bool:
        """C7-COND-1: the same condition from the same source?"""
        mine = (self.condition, self.source.casefold(), self.caster)
        return mine == (other.condition, other.source.casefold(), other.caster)


class Concentration(Frozen):
    """C7-CONC-1: the spell a unit concentrates on, and when its duration is over."""

    spell: str
    until: Until | None = None


class Denial(Frozen):
    """C7-PSI-9: a declared denial that waits for the next test of its target."""

    denier: str
    target: str


class Waiting(Frozen):
    """A tactic that waits for its moment: Opportunity Attack, Reflexive Fire, Support."""

    seat: int
    tactic: str
    unit: str = ""
    attack: str = ""


class Unit(Frozen):
    """One combatant.  `kind` is the number of its statblock in `State.blocks`."""

    ref: str
    seat: int
    kind: int
    hp: int
    maxhp: int
    ac: int
    armour: str
    stats: tuple[int, ...]
    at: Cell | None = None
    reserve: bool = False
    inside: str = ""
    dead: bool = False
    detachment: int = 0
    moved: str = "none"
    charged: bool = False
    spent: tuple[Mark, ...] = ()
    """What it has used up in this phase."""
    engaging: bool = False
    uses: tuple[tuple[str, int], ...] = ()
    """Uses left of limited attacks, by their name."""
    slots: tuple[tuple[int, int], ...] = ()
    """Spell slots left, by level."""
    powers_tried: int = 0
    smites_tried: int = 0
    denied: int = 0
    concentration: Concentration | None = None
    conditions: tuple[Affliction, ...] = ()
    effects: tuple[Effect, ...] = ()
    notes: tuple[str, ...] = ()

    def has(self, condition: str) -> bool:
        """Does it have the condition?"""
        return any(one.condition == condition for one in self.conditions)

    @property
    def on_field(self) -> bool:
        """On the board: not dead, in reserve, embarked or undeployed."""
        return self.at is not None and not self.dead


class Army(Frozen):
    """The army of a seat: gold, CP, faction, and its marks of this phase and round."""

    seat: int
    gold: int = 0
    cp: int = 0
    faction: str = "none"
    subfaction: str = "none"
    detachments: tuple[str, ...] = ()
    reserve_gold: int = 0
    ready: bool = False
    lost: int = 0
    fielded: bool = False
    """Has had at least one unit (C7-END-2)."""
    bought: bool = False
    """C7-SETUP-2: has bought at least one unit, even for 0 gold, so its faction is fixed."""
    tactics_used: tuple[str, ...] = ()
    powers_tried: tuple[str, ...] = ()
    arriving: bool = False
    """C7-RES-4: the second step of its Move turn has begun."""
    skip_to: str = ""


class State(Frozen):
    """A whole battle.  Two states are equal if nothing in the game can tell them apart."""

    flow: Flow = Flow(phase="setup")
    options: dict[str, str] = field(default_factory=dict)
    library: Library = Library()
    blocks: tuple[Statblock, ...] = ()
    """Every unit type in use; bought options and later imports add to it (C7-UNIT-11)."""
    armies: dict[int, Army] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    """By reference in capitals.  In setup, where both armies may still use the same references
    (C7-SETUP-9), the keys are `1:L1` and `2:L1`; use `key` and `find`."""
    terrain: dict[Cell, str] = field(default_factory=dict)
    first: int = 1
    """Who went first in the current phase."""
    second_turn: bool = False
    initiatives: tuple[tuple[int, int], ...] = ()
    """Averages of the current phase by seat, as (numerator, denominator)."""
    ties: int = 0
    """C7-INIT-6: how many ties of the same place there were."""
    killed: int = 0
    denials: tuple[Denial, ...] = ()
    waiting: tuple[Waiting, ...] = ()

    def key(self, seat: int, ref: str) -> str:
        """The key of a seat's unit in `units`: in setup each army has its own references."""
        return f"{seat}:{ref.upper()}" if self.flow.phase == "setup" else ref.upper()

    def find(self, ref: str, seat: int = 0) -> Unit | None:
        """The unit that a seat means by a reference, dead or alive; its own one first."""
        keys = [self.key(one, ref) for one in ((2, 1) if seat == 2 else (1, 2))]
        return next((self.units[key] for key in keys if key in self.units), None)

    def unit(self, ref: str) -> Unit:
        """The unit of a reference, dead or alive.  Raises `ValueError` if there is none."""
        found = self.find(ref)
        if found is None:
            raise ValueError(f"the battle has no unit {ref}")
        return found

    def block(self, unit: Unit) -> Statblock:
        """The statblock of a unit."""
        return self.blocks[unit.kind]

    def living(self, seat: int | None = None) -> Iterator[Unit]:
        """Units not killed, of one army or of both."""
        for unit in self.units.values():
            if not unit.dead and (seat is None or unit.seat == seat):
                yield unit

    def on_field(self, seat: int | None = None) -> Iterator[Unit]:
        """Units on the board, of one army or of both."""
        for unit in self.units.values():
            if unit.at is not None and not unit.dead and (seat is None or unit.seat == seat):
                yield unit

    def cells(self, unit: Unit) -> Iterator[Cell]:
        """C7-GEO-5: the cells of its footprint."""
        if unit.at is not None:
            yield from rectangle(unit.at, self.block(unit).footprint)

    def with_unit(self, unit: Unit) -> "State":
        """This state with one unit added or changed."""
        return replace(self, units={**self.units, self.key(unit.seat, unit.ref): unit})

    def with_army(self, army: Army) -> "State":
        """This state with one army changed."""
        return replace(self, armies={**self.armies, army.seat: army})

    def unit_as(self, ref: str, **changes: Any) -> "State":
        """This state with some fields of a unit changed."""
        return self.with_unit(replace(self.unit(ref), **changes))

    def army_as(self, seat: int, **changes: Any) -> "State":
        """This state with some fields of an army changed."""
        return self.with_army(replace(self.armies[seat], **changes))


# The adjudication of a Crusade battle, and the unit that an order is about.


Battle = Adjudication[State]
"""An order of Crusade under way: `battle.state`, `battle.emit(event)`, `battle.roll(die, why)`."""


def unit_now(battle: Battle, ref: str) -> Unit:
    """A unit as it is at this moment of the adjudication (it may be dead)."""
    return battle.state.unit(ref)
