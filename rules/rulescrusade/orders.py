"""The orders of Rules Crusade to models; `str(order)` is the canonical sentence of section 6."""

from dataclasses import dataclass
from typing import ClassVar

from rules.grid import Cell
from rules.orders import Order
from rules.rulescrusade.words import (
    PLAIN,
    Goal,
    Manner,
    Target,
    Who,
    cell_text,
    goal_text,
    listed,
    target_text,
    targets_text,
)


@dataclass(frozen=True, slots=True)
class UnitOrder(Order):
    """An order to models.  Clauses of one line that follow each other with an equal `who` are one
    chain (RC-ORD-8): each model carries out the whole chain before the next model, and what
    follows a refused clause of a model is not tried.  `everyone` means every model of the seat.
    """

    VERB: ClassVar[tuple[str, str]] = ("acts", "act")
    """The verb of one model, and of several."""

    who: Who

    def verb(self) -> str:
        """The verb as it fits the models."""
        return self.VERB[self.who.several]

    def clause(self) -> str:
        """The sentence without the models, as it stands after `then`."""
        return self.verb()

    def __str__(self) -> str:
        return f"{self.who} {self.clause()}"

    def after(self, previous: Order | None) -> str:
        """RC-ORD-8: the models need not be named again."""
        same = isinstance(previous, UnitOrder) and previous.who == self.who
        return self.clause() if same else str(self)


# Moving.


@dataclass(frozen=True, slots=True)
class Move(UnitOrder):
    """RC-MOVE-1: `M3 moves to 10,14`, `M3 moves 4 north`, `M3 moves via 9,12, 9,13 to 10,14`."""

    VERB = ("moves", "move")

    to: Goal
    via: tuple[Cell, ...] = ()

    def clause(self) -> str:
        way = f" via {', '.join(map(cell_text, self.via))}" if self.via else ""
        return f"{self.verb()}{way} {goal_text(self.to)}"


@dataclass(frozen=True, slots=True)
class Run(Move):
    """RC-MOVE-14: `M3 runs to 10,20`, an extra full move."""

    VERB = ("runs", "run")


@dataclass(frozen=True, slots=True)
class Slip(UnitOrder):
    """RC-REACT-6: `Y1 slips to 10,13`, the half move of an ambush."""

    VERB = ("slips", "slip")

    to: Goal

    def clause(self) -> str:
        return f"{self.verb()} {goal_text(self.to)}"


@dataclass(frozen=True, slots=True)
class Jump(UnitOrder):
    """RC-JUMP-1: `M2 jumps to 5,9`."""

    VERB = ("jumps", "jump")

    to: Cell

    def clause(self) -> str:
        return f"{self.verb()} to {cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class JumpDown(UnitOrder):
    """RC-FALL-4: `M2 jumps down to 5,9`."""

    VERB = ("jumps", "jump")

    to: Cell

    def clause(self) -> str:
        return f"{self.verb()} down to {cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class HangAndDrop(UnitOrder):
    """RC-FALL-5: `M2 hangs and drops to 5,9`."""

    VERB = ("hangs and drops", "hang and drop")

    to: Cell

    def clause(self) -> str:
        return f"{self.verb()} to {cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class Scrabble(UnitOrder):
    """RC-SCRAB-1: `M2 scrabbles to 5,9`."""

    VERB = ("scrabbles", "scrabble")

    to: Cell

    def clause(self) -> str:
        return f"{self.verb()} to {cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class Climb(UnitOrder):
    """RC-MOVE-16: `M2 climbs to 4,6`; without a cell `M2 climbs the ladder`."""

    VERB = ("climbs", "climb")

    to: Cell | None = None

    def clause(self) -> str:
        where = "the ladder" if self.to is None else f"to {cell_text(self.to)}"
        return f"{self.verb()} {where}"


@dataclass(frozen=True, slots=True)
class Enter(UnitOrder):
    """RC-BLDG-7: `M2 enters B1`, `M2 enters B1.2 at 4,5`."""

    VERB = ("enters", "enter")

    building: str
    at: Cell | None = None

    def clause(self) -> str:
        at = "" if self.at is None else f" at {cell_text(self.at)}"
        return f"{self.verb()} {self.building}{at}"


@dataclass(frozen=True, slots=True)
class Leave(UnitOrder):
    """RC-BLDG-12: `M2 leaves B1 to 5,6`; without a building `M2 moves out to 5,6`."""

    VERB = ("leaves", "leave")

    to: Cell
    building: str = ""

    def clause(self) -> str:
        if self.building:
            return f"{self.verb()} {self.building} to {cell_text(self.to)}"
        return f"{'move' if self.who.several else 'moves'} out to {cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class OntoRoof(UnitOrder):
    """RC-BLDG-12: `M2 goes onto the roof`; with a cell `M2 goes onto the roof at 4,5`."""

    VERB = ("goes onto the roof", "go onto the roof")

    at: Cell | None = None

    def clause(self) -> str:
        return self.verb() + ("" if self.at is None else f" at {cell_text(self.at)}")


# Attacking.


@dataclass(frozen=True, slots=True)
class AttackOrder(UnitOrder):
    """An attack on one or more targets in the order named, with weapons if any were named."""

    targets: tuple[Target, ...]
    weapons: tuple[str, ...] = ()
    manner: Manner = PLAIN

    def clause(self) -> str:
        armed = f" with {listed(self.weapons)}" if self.weapons else ""
        return f"{self.verb()} {targets_text(self.targets)}{armed}{self.manner}"


@dataclass(frozen=True, slots=True)
class Charge(AttackOrder):
    """RC-CHARGE-1: `M3 charges O2`, `M3 charges O2 with Knife, pulling to 1`: one target."""

    VERB = ("charges", "charge")


@dataclass(frozen=True, slots=True)
class ChargeTo(UnitOrder):
    """RC-CHARGE-5: `M3 charges to 5,6`."""

    VERB = ("charges", "charge")

    to: Cell

    def clause(self) -> str:
        return f"{self.verb()} to {cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class Fight(AttackOrder):
    """RC-MELEE-1: `M3 fights O2`, `M3 fights O2, O3 and O4`, `M2 fights B1`, `M2 fights 5,6`."""

    VERB = ("fights", "fight")


@dataclass(frozen=True, slots=True)
class Attack(AttackOrder):
    """`M3 attacks O2 with Bolter`: the weapon named decides between melee and fire; none named:
    melee if adjacent, otherwise fire (6.2)."""

    VERB = ("attacks", "attack")


@dataclass(frozen=True, slots=True)
class Dive(AttackOrder):
    """RC-DIVE-1: `M2 dives on O3`: one target."""

    VERB = ("dives on", "dive on")


@dataclass(frozen=True, slots=True)
class Latch(AttackOrder):
    """RC-ABIL-18: `LE1 latches onto M1`: one target."""

    VERB = ("latches onto", "latch onto")


@dataclass(frozen=True, slots=True)
class MindWar(AttackOrder):
    """RC-MWAR-1: `P1 mind wars P2`: one target, no weapons."""

    VERB = ("mind wars", "mind war")


@dataclass(frozen=True, slots=True)
class MindBlast(AttackOrder):
    """RC-MWAR-5: `P1 mind blasts 8,9`, the trait: one target, no weapons."""

    VERB = ("mind blasts", "mind blast")


@dataclass(frozen=True, slots=True)
class Mob(AttackOrder):
    """RC-ABIL-23: `O1, O2 and O3 mob M1`: the models of `who` together, one target."""

    VERB = ("mobs", "mob")


@dataclass(frozen=True, slots=True)
class Volley(AttackOrder):
    """RC-VOLLEY-1: `G1-G4 volley at O1 and O2`: the models of `who` together."""

    VERB = ("volleys at", "volley at")


@dataclass(frozen=True, slots=True)
class FireOrder(AttackOrder):
    """An attack whose weapon stands before the targets; at most one weapon is named."""

    WORD: ClassVar[str] = ""

    def clause(self) -> str:
        said = (self.verb(), *self.weapons, "at", targets_text(self.targets))
        return f"{' '.join(said)}{self.manner}"


@dataclass(frozen=True, slots=True)
class Fire(FireOrder):
    """RC-SHOOT-1: `M3 fires Bolter at O2`, `M3 fires at O2`, `M3 fires Flamer at 8,9`,
    `M3 fires Heavy Bolter at O1, O2 and O3`, `M2 fires Melta at B1`."""

    VERB = ("fires", "fire")


@dataclass(frozen=True, slots=True)
class RapidFire(FireOrder):
    """RC-WFX-17: `M3 rapid fires Bolter at O2 and O3`: one or two targets."""

    VERB = ("rapid fires", "rapid fire")


@dataclass(frozen=True, slots=True)
class Throw(FireOrder):
    """RC-SHOOT-10: `M1 throws Frag Grenade at 8,9`."""

    VERB = ("throws", "throw")


@dataclass(frozen=True, slots=True)
class FireBoth(AttackOrder):
    """RC-ABIL-36: `L1 fires both pistols at O2`: no weapons are named."""

    VERB = ("fires both pistols at", "fire both pistols at")


@dataclass(frozen=True, slots=True)
class ForceEntry(UnitOrder):
    """RC-FORCE-1: `M2 forces entry into B1`, `M2 forces entry into B1 with Krak Grenade`."""

    VERB = ("forces entry into", "force entry into")

    building: str
    weapons: tuple[str, ...] = ()

    def clause(self) -> str:
        armed = f" with {listed(self.weapons)}" if self.weapons else ""
        return f"{self.verb()} {self.building}{armed}"


@dataclass(frozen=True, slots=True)
class CloseEntry(UnitOrder):
    """RC-FORCE-5: `M2 closes the entry`, `M2 closes the entry of B1`."""

    VERB = ("closes the entry", "close the entry")

    building: str = ""

    def clause(self) -> str:
        return self.verb() + (f" of {self.building}" if self.building else "")


@dataclass(frozen=True, slots=True)
class Detonate(UnitOrder):
    """RC-ABIL-7: `BL1 detonates`."""

    VERB = ("detonates", "detonate")


# Other actions.


@dataclass(frozen=True, slots=True)
class Hide(UnitOrder):
    """RC-HIDE-1: `M2 hides`."""

    VERB = ("hides", "hide")


@dataclass(frozen=True, slots=True)
class Reload(UnitOrder):
    """RC-WFX-18: `M2 reloads`, `M2 reloads Musket`; RC-WFX-2: `M2 reloads M3's Mortar`."""

    VERB = ("reloads", "reload")

    weapon: str = ""
    owner: str = ""

    def clause(self) -> str:
        owner = f" {self.owner}'s" if self.owner else ""
        return f"{self.verb()}{owner}" + (f" {self.weapon}" if self.weapon else "")


@dataclass(frozen=True, slots=True)
class Unjam(UnitOrder):
    """RC-FAIL-3: `M2 unjams`, `M2 unjams Bolter`."""

    VERB = ("unjams", "unjam")

    weapon: str = ""

    def clause(self) -> str:
        return self.verb() + (f" {self.weapon}" if self.weapon else "")


@dataclass(frozen=True, slots=True)
class Recover(UnitOrder):
    """RC-FAIL-9: `M2 recovers Spear`."""

    VERB = ("recovers", "recover")

    weapon: str

    def clause(self) -> str:
        return f"{self.verb()} {self.weapon}"


@dataclass(frozen=True, slots=True)
class PickUp(UnitOrder):
    """RC-CARRY-1: `M2 picks up skrap`, `M2 picks up skrap at 5,5`, `M2 picks up body of O1`."""

    VERB = ("picks up", "pick up")

    item: str
    at: Cell | None = None

    def clause(self) -> str:
        at = "" if self.at is None else f" at {cell_text(self.at)}"
        return f"{self.verb()} {self.item}{at}"


@dataclass(frozen=True, slots=True)
class Drop(UnitOrder):
    """RC-CARRY-6: `M2 drops skrap`; an empty `item` is `M2 drops everything`."""

    VERB = ("drops", "drop")

    item: str = ""

    def clause(self) -> str:
        return f"{self.verb()} {self.item or 'everything'}"


@dataclass(frozen=True, slots=True)
class Scan(UnitOrder):
    """RC-CHIT-7: `S1 scans X3`."""

    VERB = ("scans", "scan")

    chit: str

    def clause(self) -> str:
        return f"{self.verb()} {self.chit}"


@dataclass(frozen=True, slots=True)
class Reveal(UnitOrder):
    """RC-CHIT-2: `X3 reveals`."""

    VERB = ("reveals", "reveal")


@dataclass(frozen=True, slots=True)
class Dissipate(UnitOrder):
    """RC-CARD-14: `GH1 dissipates`."""

    VERB = ("dissipates", "dissipate")


@dataclass(frozen=True, slots=True)
class EndProjection(UnitOrder):
    """RC-CARD-14: `P1 ends the projection`: the ghost that P1 made dissipates."""

    VERB = ("ends the projection", "end the projection")


# Psychic cards.


@dataclass(frozen=True, slots=True)
class CardPlay:
    """RC-CARD-22: a card, its subjects, and for Telekinesis a direction, for Jinx and Jostle a
    weapon of the one subject."""

    card: str
    subjects: tuple[Target, ...] = ()
    direction: str = ""
    weapon: str = ""

    def __str__(self) -> str:
        if not self.subjects:
            return self.card
        first = self.subjects[0]
        word = "on" if isinstance(first, str) or self.direction else "at"
        if word == "at" and self.card == "Teleport":
            word = "to"
        owner = f"'s {self.weapon}" if self.weapon else ""
        way = f" {self.direction}" if self.direction else ""
        subjects = ", ".join(map(target_text, self.subjects))
        return f"{self.card} {word} {subjects}{owner}{way}"


@dataclass(frozen=True, slots=True)
class PlayCards(UnitOrder):
    """RC-PSY-5: `P1 plays Inferno on O4`, `P1 plays Curse on O1 and Heal on M2`."""

    VERB = ("plays", "play")

    plays: tuple[CardPlay, ...]

    def clause(self) -> str:
        return f"{self.verb()} {' and '.join(map(str, self.plays))}"


@dataclass(frozen=True, slots=True)
class ReadyCard(UnitOrder):
    """RC-REACT-5: `P1 readies Precognant`, `P1 readies Shield for M2`."""

    VERB = ("readies", "ready")

    card: str
    subject: str = ""

    def clause(self) -> str:
        return f"{self.verb()} {self.card}" + (f" for {self.subject}" if self.subject else "")


@dataclass(frozen=True, slots=True)
class StandDown(UnitOrder):
    """RC-REACT-5: `P1 stands down`."""

    VERB = ("stands down", "stand down")


# Standing orders.


@dataclass(frozen=True, slots=True)
class Standing(UnitOrder):
    """RC-REACT-1: a standing order: an attribute of 6.3 and its new value."""

    attribute: str
    value: str

    def clause(self) -> str:
        said = STANDING.get((self.attribute, self.value))
        return said[self.who.several] if said else f"keeps {self.attribute} {self.value}"


STANDING: dict[tuple[str, str], tuple[str, str]] = {
    ("parry", "always"): ("always parries", "always parry"),
    ("parry", "never"): ("never parries", "never parry"),
    ("parry", "weaker"): ("parries when weaker", "parry when weaker"),
    ("reroll", "always"): ("always rerolls", "always reroll"),
    ("reroll", "never"): ("never rerolls", "never reroll"),
    ("reroll", "losing"): ("rerolls when losing", "reroll when losing"),
    ("zoc", "strike"): ("strikes at passers", "strike at passers"),
    ("zoc", "pass"): ("lets passers by", "let passers by"),
    ("snap", "yes"): ("snap fires", "snap fire"),
    ("snap", "no"): ("holds snap fire", "hold snap fire"),
    ("ambush", "attack"): ("springs its ambush", "spring its ambush"),
    ("ambush", "hold"): ("holds its ambush", "hold its ambush"),
    ("finish", "ko"): ("takes prisoners", "take prisoners"),
    ("finish", "kill"): ("takes no prisoners", "take no prisoners"),
    ("throw", "yes"): ("throws on ties", "throw on ties"),
    ("throw", "no"): ("never throws", "never throw"),
}
"""RC-REACT-1: the values of the standing orders and how they are said, of one and of several."""


@dataclass(frozen=True, slots=True)
class Loadout(UnitOrder):
    """RC-REACT-1: `M4 uses Sword and Bolt Pistol`; no weapons is `M4 uses default weapons`.

    RC-ORD-12: `P1 uses Shield` of a model that does not carry the weapon plays the card.
    """

    VERB = ("uses", "use")

    weapons: tuple[str, ...] = ()

    def clause(self) -> str:
        return f"{self.verb()} {listed(self.weapons) if self.weapons else 'default weapons'}"


# What a seat does.


@dataclass(frozen=True, slots=True)
class Discard(Order):
    """RC-PSY-9: `discard Curse`."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Check(Order):
    """RC-ORD-11: `check M1 to O2`: distance, penalty, sight and cover."""

    ref: str
    target: Target

    def __str__(self) -> str:
        return f"check {self.ref} to {target_text(self.target)}"


@dataclass(frozen=True, slots=True)
class TakeList(Order):
    """RC-SETUP-9: `takes Vanguard squad`; with a seat `army 1 takes Vanguard squad`."""

    name: str
    seat: int = 0

    def __str__(self) -> str:
        return f"army {self.seat} takes {self.name}" if self.seat else f"takes {self.name}"


@dataclass(frozen=True, slots=True)
class Purchase:
    """So many of a unit type; its name in the singular or in the plural, as said."""

    count: int
    kind: str

    def __str__(self) -> str:
        return f"{self.count} {self.kind}"


@dataclass(frozen=True, slots=True)
class Buy(Order):
    """RC-SETUP-9: `buys 2 Marines and 1 Psyker`."""

    purchases: tuple[Purchase, ...]

    def __str__(self) -> str:
        return f"buys {listed(tuple(map(str, self.purchases)))}"


@dataclass(frozen=True, slots=True)
class Dismiss(Order):
    """RC-SETUP-9: `dismisses M3 and G1`."""

    who: Who

    def __str__(self) -> str:
        return f"dismisses {self.who}"


@dataclass(frozen=True, slots=True)
class Ready(Order):
    """RC-SETUP-9: `ready`: the seat has mustered."""

    def __str__(self) -> str:
        return "ready"


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """RC-SETUP-12: `deploy M1-M3 at 22,5`, `deploy M1 at 10,10 inside B1`; RC-SETUP-11:
    `deploy X4 as ST1 at 3,5`, `deploy X5 as nothing at 3,6` (`stands_for` is `nothing`)."""

    who: Who
    at: Cell
    stands_for: str = ""
    inside: str = ""

    def __str__(self) -> str:
        name = f" as {self.stands_for}" if self.stands_for else ""
        inside = f" inside {self.inside}" if self.inside else ""
        return f"deploy {self.who}{name} at {cell_text(self.at)}{inside}"
