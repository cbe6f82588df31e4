"""Orders of this system.  `str(order)` is the sentence that a player would type."""

from rules.crusade8x8.board import PAWNS
from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.line.said import Said


class UnitRef(Frozen):
    """C8-REF-4: a unit is named by its tile, with or without its type: `archer b2`, `b2`."""

    tile: str
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.kind.lower()} {self.tile}".lstrip()


class Rotate(Said):
    """C8-NOTE-4: `rotates left`, `right` or `around`, as the unit that turns sees it."""

    SAYS = "rotates {way}"

    way: str


class Face(Said):
    """C8-NOTE-4: `faces up`, whatever the facing was before."""

    SAYS = "faces {facing}"

    facing: str


Turning = Rotate | Face


ARRIVAL = (
    "[{corner=straight} arriving straight|{corner=diagonally} arriving diagonally| from {corner}]"
)
"""C8-KNI-2: how a Knight arrives, at the end of a sentence; empty if it does not say."""


class Step(Said):
    """`moves b3`, `moves forward`, `moves 2 forward`; a Knight may say how it arrives."""

    SAYS = "moves {to}" + ARRIVAL

    to: str
    corner: str = ""


class SideStep(Said):
    """C8-MOVE-2: `side-steps c3`, `side-steps right`."""

    SAYS = "side-steps {to}"

    to: str


class Capture(Said):
    """`captures c3`, `captures knight c3 from b2`."""

    SAYS = "captures {target}" + ARRIVAL

    target: UnitRef
    corner: str = ""


class Attack(Said):
    """C8-NOTE-4: `attacks c3`: a shot by an Archer, a capture by any other unit."""

    SAYS = "attacks {target}" + ARRIVAL

    target: UnitRef
    corner: str = ""


class Shoot(Said):
    """C8-ARCH-1: `shoots b4`."""

    SAYS = "shoots {target}"

    target: UnitRef


class Swap(Said):
    """C8-ROGUE-3: `swaps with caster e5`."""

    SAYS = "swaps with {partner}"

    partner: UnitRef


class Push(Said):
    """C8-CAST-3: `telekinesis d4 to e5`."""

    SAYS = "telekinesis {target} to {to}"

    target: UnitRef
    to: str


class Twist(Frozen):
    """C8-CAST-4: `telekinesis d4 rotate left`, `telekinesis d4 to face right`."""

    target: UnitRef
    turn: Turning

    def __str__(self) -> str:
        return f"telekinesis {self.target} {_infinitive(self.turn)}"


class Hold(Said):
    """C8-CMD-1: `holds`, for Commanders only."""

    SAYS = "holds"


Cast = Push | Twist
Deed = Step | SideStep | Capture | Attack | Shoot | Swap | Push | Twist | Hold | Rotate | Face


class Command(Said):
    """C8-CMD-6: a Commander's order to a Pawn, `c2 captures b3 then rotates left`."""

    SAYS = "{unit} {deeds: then }"

    unit: UnitRef
    deeds: tuple[Deed, ...]


class Wheel(Frozen):
    """C8-CMD-5: the Commander's Rotate of a Pawn, `rotate c2 left`."""

    unit: UnitRef
    turn: Turning

    def __str__(self) -> str:
        way = _infinitive(self.turn).removeprefix("rotate ")
        return f"rotate {self.unit} {way}"


class Follow(Said):
    """C8-FOL-1: `rogue a2 follows to b1 then rotates right`."""

    SAYS = "{unit} follows to {to}[ then {turns: then }]"

    unit: UnitRef
    to: str
    turns: tuple[Turning, ...] = ()


class Recruit(Said):
    """C8-REC-1: `recruit Archer at a2`."""

    SAYS = "recruit {kind} at {tile}"

    kind: str
    tile: str


class Act(Order):
    """C8-ACT-1: an action: a main part by one unit, then follow steps, then recruits."""

    unit: UnitRef
    deeds: tuple[Deed, ...]
    orders: tuple[Command | Wheel, ...] = ()
    follows: tuple[Follow, ...] = ()
    recruits: tuple[Recruit, ...] = ()

    def __str__(self) -> str:
        main = Command(self.unit, self.deeds)
        return ", ".join(map(str, (main, *self.orders, *self.follows, *self.recruits)))


class Choose(Order):
    """C8-CHOICE-2: `choose Archer, Rogue and Knight`: all units due, in one order."""

    SAYS = "choose {kinds:, }"

    kinds: tuple[str, ...]

    @property
    def pawns(self) -> tuple[str, ...]:
        return tuple(kind for kind in self.kinds if kind in PAWNS)

    @property
    def nobles(self) -> tuple[str, ...]:
        return tuple(kind for kind in self.kinds if kind not in PAWNS)


class PlaceUnits(Order):
    """C8-PLACE-1: `place Archer at a3, Commander at b1`."""

    units: tuple[Recruit, ...]

    def __str__(self) -> str:
        return "place " + ", ".join(f"{unit.kind} at {unit.tile}" for unit in self.units)


def _infinitive(turn: Turning) -> str:
    return f"rotate {turn.way}" if isinstance(turn, Rotate) else f"to face {turn.facing}"
