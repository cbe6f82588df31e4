"""Orders to models: fighting, shooting, forcing entries."""

from typing import ClassVar

from rules.numbers.grid import Cell
from rules.rulescrusade.orders.units import UnitOrder
from rules.rulescrusade.words import PLAIN, Manner, Target


class AttackOrder(UnitOrder):
    """An attack on one or more targets in the order named, with weapons if any were named."""

    SAYS = "{verb} {targets}[ with {weapons}]{manner}"

    targets: tuple[Target, ...]
    weapons: tuple[str, ...] = ()
    manner: Manner = PLAIN


class Charge(AttackOrder):
    """RC-CHARGE-1: `M3 charges O2`, `M3 charges O2 with Knife, pulling to 1`: one target."""

    VERB = ("charges", "charge")


class ChargeTo(UnitOrder):
    """RC-CHARGE-5: `M3 charges to 5,6`."""

    SAYS = "{verb} to {to}"

    VERB = ("charges", "charge")

    to: Cell


class Fight(AttackOrder):
    """RC-MELEE-1: `M3 fights O2`, `M3 fights O2, O3 and O4`, `M2 fights B1`, `M2 fights 5,6`."""

    VERB = ("fights", "fight")


class Attack(AttackOrder):
    """`M3 attacks O2 with Bolter`: the weapon named decides between melee and fire; none named:
    melee if adjacent, otherwise fire (6.2)."""

    VERB = ("attacks", "attack")


class Dive(AttackOrder):
    """RC-DIVE-1: `M2 dives on O3`: one target."""

    VERB = ("dives on", "dive on")


class Latch(AttackOrder):
    """RC-ABIL-18: `LE1 latches onto M1`: one target."""

    VERB = ("latches onto", "latch onto")


class MindWar(AttackOrder):
    """RC-MWAR-1: `P1 mind wars P2`: one target, no weapons."""

    VERB = ("mind wars", "mind war")


class MindBlast(AttackOrder):
    """RC-MWAR-5: `P1 mind blasts 8,9`, the trait: one target, no weapons."""

    VERB = ("mind blasts", "mind blast")


class Mob(AttackOrder):
    """RC-ABIL-23: `O1, O2 and O3 mob M1`: the models of `who` together, one target."""

    VERB = ("mobs", "mob")


class Volley(AttackOrder):
    """RC-VOLLEY-1: `G1-G4 volley at O1 and O2`: the models of `who` together."""

    VERB = ("volleys at", "volley at")


class FireOrder(AttackOrder):
    """An attack whose weapon stands before the targets; at most one weapon is named."""

    SAYS = "{verb}[ {weapons: }] at {targets}{manner}"

    WORD: ClassVar[str] = ""


class Fire(FireOrder):
    """RC-SHOOT-1: `M3 fires Bolter at O2`, `M3 fires at O2`, `M3 fires Flamer at 8,9`,
    `M3 fires Heavy Bolter at O1, O2 and O3`, `M2 fires Melta at B1`."""

    VERB = ("fires", "fire")


class RapidFire(FireOrder):
    """RC-WFX-17: `M3 rapid fires Bolter at O2 and O3`: one or two targets."""

    VERB = ("rapid fires", "rapid fire")


class Throw(FireOrder):
    """RC-SHOOT-10: `M1 throws Frag Grenade at 8,9`."""

    VERB = ("throws", "throw")


class FireBoth(AttackOrder):
    """RC-ABIL-36: `L1 fires both pistols at O2`: no weapons are named."""

    VERB = ("fires both pistols at", "fire both pistols at")


class ForceEntry(UnitOrder):
    """RC-FORCE-1: `M2 forces entry into B1`, `M2 forces entry into B1 with Krak Grenade`."""

    SAYS = "{verb} {building}[ with {weapons}]"

    VERB = ("forces entry into", "force entry into")

    building: str
    weapons: tuple[str, ...] = ()


class CloseEntry(UnitOrder):
    """RC-FORCE-5: `M2 closes the entry`, `M2 closes the entry of B1`."""

    SAYS = "{verb}[ of {building}]"

    VERB = ("closes the entry", "close the entry")

    building: str = ""


class Detonate(UnitOrder):
    """RC-ABIL-7: `BL1 detonates`."""

    VERB = ("detonates", "detonate")
