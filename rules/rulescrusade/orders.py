"""Orders as values; `str()` of one is the sentence that a player would type."""

from typing import ClassVar

from rules.line.frozen import Frozen
from rules.line.orders import Chained, Order
from rules.line.said import Said, Words
from rules.numbers.grid import Cell
from rules.rulescrusade import words
from rules.rulescrusade.sheets import Weapon
from rules.rulescrusade.words import Goal, Manner, Target, Who

# Orders to models: moving about, buildings, hiding, weapons, things, chits.


class UnitOrder(Chained, Order):
    """An order to models.

    RC-ORD-8: the clauses of a line for the same models form one chain.  Each model carries out the
    whole chain before the next model does; after a refused clause its chain ends.  `everyone` means
    every model of the seat.
    """

    WORDS: ClassVar[Words] = {"goal": words.goal_text}

    who: Who

    def does(self) -> str:
        return self.who.does(self.clause())


class MoveOrder(UnitOrder):
    """A move: to a cell, `via` others if named, or a number of steps straight on."""

    SAYS = "{verb}[ via {via:, }] {to:goal}"

    verb: ClassVar[str]

    to: Goal
    via: tuple[Cell, ...] = ()


class Move(MoveOrder):
    """RC-MOVE-1: `M3 moves to 10,14`, `M3 moves 4 north`, `M3 moves via 9,12, 9,13 to 10,14`."""

    verb = "moves"


class Run(MoveOrder):
    """RC-MOVE-14: `M3 runs to 10,20`, an extra full move."""

    verb = "runs"


class Slip(UnitOrder):
    """RC-REACT-6: `Y1 slips to 10,13`, the half move of an ambush."""

    SAYS = "slips {to:goal}"

    to: Goal


class Jump(UnitOrder):
    """RC-JUMP-1: `M2 jumps to 5,9`."""

    SAYS = "jumps to {to}"

    to: Cell


class JumpDown(UnitOrder):
    """RC-FALL-4: `M2 jumps down to 5,9`."""

    SAYS = "jumps down to {to}"

    to: Cell


class HangAndDrop(UnitOrder):
    """RC-FALL-5: `M2 hangs and drops to 5,9`."""

    SAYS = "hangs and drops to {to}"

    to: Cell


class Scrabble(UnitOrder):
    """RC-SCRAB-1: `M2 scrabbles to 5,9`."""

    SAYS = "scrabbles to {to}"

    to: Cell


class Climb(UnitOrder):
    """RC-MOVE-16: `M2 climbs to 4,6`; without a cell `M2 climbs the ladder`."""

    SAYS = "climbs [to {to}|the ladder]"

    to: Cell | None = None


class Enter(UnitOrder):
    """RC-BLDG-7: `M2 enters B1`, `M2 enters B1.2 at 4,5`."""

    SAYS = "enters {building}[ at {at}]"

    building: str
    at: Cell | None = None


class Leave(UnitOrder):
    """RC-BLDG-12: `M2 leaves B1 to 5,6`; without a building `M2 moves out to 5,6`."""

    SAYS = "[leaves {building}|moves out] to {to}"

    to: Cell
    building: str = ""


class OntoRoof(UnitOrder):
    """RC-BLDG-12: `M2 goes onto the roof`; with a cell `M2 goes onto the roof at 4,5`."""

    SAYS = "goes onto the roof[ at {at}]"

    at: Cell | None = None


class Hide(UnitOrder):
    """RC-HIDE-1: `M2 hides`."""

    SAYS = "hides"


class Reload(UnitOrder):
    """RC-WFX-18: `M2 reloads`, `M2 reloads Musket`; RC-WFX-2: `M2 reloads M3's Mortar`."""

    SAYS = "reloads[ {owner}'s][ {weapon}]"

    weapon: str = ""
    owner: str = ""


class Unjam(UnitOrder):
    """RC-FAIL-3: `M2 unjams`, `M2 unjams Bolter`."""

    SAYS = "unjams[ {weapon}]"

    weapon: str = ""


class Recover(UnitOrder):
    """RC-FAIL-9: `M2 recovers Spear`."""

    SAYS = "recovers {weapon}"

    weapon: str


class PickUp(UnitOrder):
    """RC-CARRY-1: `M2 picks up skrap`, `M2 picks up skrap at 5,5`, `M2 picks up body of O1`."""

    SAYS = "picks up {item}[ at {at}]"

    item: str
    at: Cell | None = None


class Drop(UnitOrder):
    """RC-CARRY-6: `M2 drops skrap`; an empty `item` is `M2 drops everything`."""

    SAYS = "drops [{item}|everything]"

    item: str = ""


class Scan(UnitOrder):
    """RC-CHIT-7: `S1 scans X3`."""

    SAYS = "scans {chit}"

    chit: str


class Reveal(UnitOrder):
    """RC-CHIT-2: `X3 reveals`."""

    SAYS = "reveals"


class Dissipate(UnitOrder):
    """RC-CARD-14: `GH1 dissipates`."""

    SAYS = "dissipates"


class EndProjection(UnitOrder):
    """RC-CARD-14: `P1 ends the projection`: the ghost that P1 made dissipates."""

    SAYS = "ends the projection"


# Orders to models: fighting, shooting, forcing entries.


class AttackOrder(UnitOrder):
    """An attack on targets, in the order named, with the weapons named, if any."""

    SAYS = "{verb} {targets}[ with {weapons}]{manner}"

    verb: ClassVar[str]

    targets: tuple[Target, ...]
    weapons: tuple[str, ...] = ()
    manner: Manner = words.PLAIN


class Charge(AttackOrder):
    """RC-CHARGE-1: `M3 charges O2`, `M3 charges O2 with Knife, pulling to 1`: one target."""

    verb = "charges"


class ChargeTo(UnitOrder):
    """RC-CHARGE-5: `M3 charges to 5,6`."""

    SAYS = "charges to {to}"

    to: Cell


class Fight(AttackOrder):
    """RC-MELEE-1: `M3 fights O2`, `M3 fights O2, O3 and O4`, `M2 fights B1`, `M2 fights 5,6`."""

    verb = "fights"


class Attack(AttackOrder):
    """`M3 attacks O2 with Bolter`: melee or fire, as the weapon named says (6.2).

    Without a weapon: melee if adjacent, else fire.
    """

    verb = "attacks"


class Dive(AttackOrder):
    """RC-DIVE-1: `M2 dives on O3`: one target."""

    verb = "dives on"


class Latch(AttackOrder):
    """RC-ABIL-18: `LE1 latches onto M1`: one target."""

    verb = "latches onto"


class MindWar(AttackOrder):
    """RC-MWAR-1: `P1 mind wars P2`: one target, no weapons."""

    verb = "mind wars"


class MindBlast(AttackOrder):
    """RC-MWAR-5: `P1 mind blasts 8,9` with the trait, not the card: one target, no weapons."""

    verb = "mind blasts"


class Mob(AttackOrder):
    """RC-ABIL-23: `O1, O2 and O3 mob M1`: the models of `who` together, one target."""

    verb = "mobs"


class Volley(AttackOrder):
    """RC-VOLLEY-1: `G1-G4 volley at O1 and O2`: the models of `who` together."""

    verb = "volleys at"


class FireOrder(AttackOrder):
    """An attack that names its weapon, at most one, before the targets."""

    SAYS = "{verb}[ {weapons: }] at {targets}{manner}"


class Fire(FireOrder):
    """RC-SHOOT-1: `M3 fires Bolter at O2`, `M3 fires at O2`, `M3 fires Flamer at 8,9`,
    `M3 fires Heavy Bolter at O1, O2 and O3`, `M2 fires Melta at B1`."""

    verb = "fires"


class RapidFire(FireOrder):
    """RC-WFX-17: `M3 rapid fires Bolter at O2 and O3`: one or two targets."""

    verb = "rapid fires"


class Throw(FireOrder):
    """RC-SHOOT-10: `M1 throws Frag Grenade at 8,9`."""

    verb = "throws"


def shot_of(who: Who, target: Target, weapon: Weapon) -> FireOrder:
    """RC-SHOOT-1, RC-SHOOT-10: a shot of one weapon at one target; a grenade is thrown."""
    kind = Throw if weapon.kind == "grenade" else Fire
    return kind(who, (target,), (weapon.name,))


class FireBoth(AttackOrder):
    """RC-ABIL-36: `L1 fires both pistols at O2`: no weapons are named."""

    verb = "fires both pistols at"


class ForceEntry(UnitOrder):
    """RC-FORCE-1: `M2 forces entry into B1`, `M2 forces entry into B1 with Krak Grenade`."""

    SAYS = "forces entry into {building}[ with {weapons}]"

    building: str
    weapons: tuple[str, ...] = ()


class CloseEntry(UnitOrder):
    """RC-FORCE-5: `M2 closes the entry`, `M2 closes the entry of B1`."""

    SAYS = "closes the entry[ of {building}]"

    building: str = ""


class Detonate(UnitOrder):
    """RC-ABIL-7: `BL1 detonates`."""

    SAYS = "detonates"


# Orders to models: psychic cards and standing orders.


class CardPlay(Frozen):
    """RC-CARD-22: a card and its subjects.

    `direction`: for Telekinesis.  `weapon`: of the one subject, for Jinx and Jostle.
    """

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
        subjects = ", ".join(map(words.target_text, self.subjects))
        return f"{self.card} {word} {subjects}{owner}{way}"


class PlayCards(UnitOrder):
    """RC-PSY-5: `P1 plays Inferno on O4`, `P1 plays Curse on O1 and Heal on M2`."""

    SAYS = "plays {plays: and }"

    plays: tuple[CardPlay, ...]


class ReadyCard(UnitOrder):
    """RC-REACT-5: `P1 readies Precognant`, `P1 readies Shield for M2`."""

    SAYS = "readies {card}[ for {subject}]"

    card: str
    subject: str = ""


class StandDown(UnitOrder):
    """RC-REACT-5: `P1 stands down`."""

    SAYS = "stands down"


class Standing(UnitOrder):
    """RC-REACT-1: a standing order: an attribute of 6.3 and its new value."""

    attribute: str
    value: str

    def does(self) -> str:
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


class Loadout(UnitOrder):
    """RC-REACT-1: `M4 uses Sword and Bolt Pistol`; no weapons is `M4 uses default weapons`.

    RC-ORD-12: `P1 uses Shield` of a model that does not carry the weapon plays the card.
    """

    SAYS = "uses [{weapons}|default weapons]"

    weapons: tuple[str, ...] = ()


class Discard(Order):
    """RC-PSY-9: `discard Curse`."""

    SAYS = "discard {card}"

    card: str


class Check(Order):
    """RC-ORD-11: `check M1 to O2`: distance, penalty, sight and cover."""

    SAYS = "check {ref} to {target}"

    ref: str
    target: Target


class TakeList(Order):
    """RC-SETUP-9: `takes Vanguard squad`; with a seat `army 1 takes Vanguard squad`."""

    SAYS = "[army {seat} ]takes {name}"

    name: str
    seat: int = 0


class Purchase(Said):
    """A number of models of a type; `kind` is its name in the singular or plural, as written."""

    SAYS = "{count} {kind}"

    count: int
    kind: str


class Buy(Order):
    """RC-SETUP-9: `buys 2 Marines and 1 Psyker`."""

    SAYS = "buys {purchases}"

    purchases: tuple[Purchase, ...]


class Dismiss(Order):
    """RC-SETUP-9: `dismisses M3 and G1`."""

    SAYS = "dismisses {who}"

    who: Who


class Ready(Order):
    """RC-SETUP-9: `ready`: the seat has finished mustering."""

    SAYS = "ready"


class Deploy(Order):
    """RC-SETUP-12: `deploy M1-M3 at 22,5`, `deploy M1 at 10,10 inside B1`; RC-SETUP-11:
    `deploy X4 as ST1 at 3,5`, `deploy X5 as nothing at 3,6` (`stands_for` is `nothing`)."""

    SAYS = "deploy {who}[ as {stands_for}] at {at}[ inside {inside}]"

    who: Who
    at: Cell
    stands_for: str = ""
    inside: str = ""
