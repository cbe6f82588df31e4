"""Actions, blows, divisions and scores, with every die; rout and morale."""

from typing import TypeAlias

from rules.line.events import Event
from rules.line.frozen import Frozen
from rules.machinadei.orders import Cell
from rules.machinadei.state import Pending

Division = tuple[tuple[str, int], ...]
"""Who is given how many attacks or hits, in the order named."""


class Part(Frozen):
    """One part of a sum: where it comes from, what it adds, and its rule."""

    source: str
    amount: int
    rule: str = ""


class Acted(Event):
    """MD-SEQ-2: a unit has taken its action of the Magic or Shooting phase."""

    unit: str


class Struck(Event):
    """MD-REP-1: one strike, worked out: dice, hits, damage, wounds, casualties.

    `tiers` is the attacker's tier less the target's; `needed` the number needed (0: all hit,
    99: none).  `models`, `wounded` and `spots` are what is left of the target.
    """

    attacker: str
    target: str
    weapon: str
    tiers: int
    attacks: int
    needed: int
    dice: tuple[int, ...]
    hits: int
    damage: int
    total: int
    wounds: int
    lost: int
    models: int
    wounded: int
    vp: int
    spots: tuple[Cell, ...] = ()
    to_hit: tuple[Part, ...] = ()
    to_wound: tuple[Part, ...] = ()


class AreaRolled(Event):
    """MD-AREA-3: the dice of an area attack; `needs` are (unit, number needed, hits)."""

    unit: str
    weapon: str
    at: Cell
    dice: tuple[int, ...]
    needs: tuple[tuple[str, int, int], ...]


class DivisionAwaited(Event):
    """MD-AREA-6: the hits wait to be divided."""

    pending: Pending


class HitsDivided(Event):
    """MD-AREA-7, MD-AREA-8: the hits were divided; the strikes follow."""

    unit: str
    shares: Division


class DivisionLapsed(Event):
    """MD-SEQ-10: nobody divides these hits any more."""

    unit: str


class AttacksDivided(Event):
    """MD-DIV-1: attacks allocated for the Melee phase; they replace what was allocated."""

    unit: str
    shares: Division
    attacks: int


class RolledOff(Event):
    """MD-SETUP-10, MD-INIT-3: units or seats and their dice; `first` is empty while they tie."""

    rolls: tuple[tuple[str, int], ...]
    first: str = ""


class Resolved(Event):
    """MD-CR-1: the combat resolution of one melee; `winner` 0: a draw, None: one side is gone."""

    units: tuple[str, ...]
    dealt: tuple[int, int]
    ranks: tuple[int, int]
    scores: tuple[int, int]
    winner: int | None


FightEvent: TypeAlias = (
    Acted
    | Struck
    | AreaRolled
    | DivisionAwaited
    | HitsDivided
    | DivisionLapsed
    | AttacksDivided
    | RolledOff
    | Resolved
)
"""Actions, blows, divisions, scores."""


class RoutChecked(Event):
    """MD-ROUT-3: `die` 0: fearless, no die was drawn; `why` names the rule."""

    unit: str
    die: int
    against: int
    stands: bool
    why: str


class MoraleTested(Event):
    """MD-MORALE-1: `die` 0: fearless, no die was drawn."""

    unit: str
    die: int
    against: int
    holds: bool


class Broke(Event):
    """MD-BREAK-1: the unit is broken; `cause` is who broke it."""

    unit: str
    cause: str


class Recovered(Event):
    """MD-SEQ-8: after its flight a unit is no longer broken."""

    unit: str


NerveEvent: TypeAlias = RoutChecked | MoraleTested | Broke | Recovered
"""Rout and morale."""
