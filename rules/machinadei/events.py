"""The events of a battle: facts with every number that a report shows; units by reference."""

from typing import ClassVar, TypeAlias

from rules.line.about import AboutSeat, AboutUnit, OnlyTold
from rules.line.events import Event, TurnPassed
from rules.line.frozen import Frozen
from rules.machinadei.orders import Cell
from rules.machinadei.statblock import Statblock
from rules.machinadei.state import Modifier, Pending, Turning, Unit

# How units come into the game, and how they leave it.


class BattleCreated(Event):
    """Entry #0: the options and the unit types that the match keeps."""

    SAYS = "A battle on {options:size}"
    SHORT = "{options:size}"

    options: tuple[tuple[str, str], ...]
    types: tuple[Statblock, ...]


class UnitEntered(Event):
    """A unit came into the game: `deployed`, `put` or `summoned`.

    `profile` is its statblock with options if that is new; `points` is what it cost.
    """

    SAYS = (
        "army {unit.seat}: {unit.ref} ({:type}) {unit.models} models {how} [{unit.waits?}in "
        "reserve|{else}at {unit.position}, {unit:shape}][{how=deployed}, {points} points]"
    )

    unit: Unit
    how: str
    profile: Statblock | None = None
    points: int = 0
    faction: str = ""


class LeftPlay(AboutUnit):
    """MD-CAS-4: `how`: destroyed, routed, fled, cut down; `models` were still there."""

    SAYS = "[{how=fled}|{how=cut down}|{else}{unit} is {how}[, {models} models lost]]"

    how: str
    models: int
    vp: int


class ArrivalRolled(AboutUnit, OnlyTold):
    """MD-ABIL-6: die + casualties against the threshold."""

    SAYS = (
        "{unit} rolled {die} + {casualties} casualties = {:sum} against {threshold}: "
        "[{arrives?}arrives|stays in reserve]"
    )
    SHORT = (
        "{unit} from reserve: {die} + {casualties} casualties = {:sum}, needs over {threshold}"
        "[{arrives?}|: stays]"
    )
    WHY = ("{die} + {casualties} casualties must exceed {threshold} (MD-ABIL-6)",)

    die: int
    casualties: int
    threshold: int
    arrives: bool


class Arrived(Event):
    """MD-ABIL-6: a unit came in from the reserve; `unit` is the whole unit as it stands."""

    SAYS = "{unit.ref} enters at {unit.position}"
    SHORT = "{unit.ref:them}**enters at {unit.position}"

    unit: Unit


ComingEvent: TypeAlias = BattleCreated | UnitEntered | LeftPlay | Arrived
"""How units come into the game and leave it."""


# The Move phase: what moves a unit, with its paths.


class Charged(AboutUnit, OnlyTold):
    """MD-CHARGE-1: a charge over this many inches; the move follows."""

    SAYS = '{unit} charges {target} ({inches}")'

    target: str
    inches: int


class Advanced(AboutUnit):
    """MD-ADV-1: straight ahead."""

    SAYS = '{unit} advances {inches}" to {at}'

    inches: int
    start: Cell
    at: Cell


class Wheeled(AboutUnit):
    """MD-WHEEL-2: a part of a wheel; with the last part (`complete`) the formation moves."""

    SAYS = (
        '{unit} wheels {side} {angle} ({:turned} of 90) for {cost}"[{complete?}, now at {at} '
        "facing {facing}]"
    )

    side: str
    angle: int
    before: int
    cost: int
    files: int
    complete: bool
    at: Cell
    facing: str

    @property
    def turning(self) -> Turning | None:
        """The unfinished wheel; None if it is complete."""
        return None if self.complete else Turning(self.side, self.before + self.angle)


class Turned(AboutUnit):
    """MD-TURN-2: the block stays, facing and files change."""

    SAYS = '{unit} turns {way} for {cost}", now facing {facing}'

    way: str
    cost: int
    at: Cell
    facing: str
    files: int


class Reformed(AboutUnit):
    """MD-REFORM-8: a new block; the movement is used up."""

    SAYS = "{unit} reforms: {ranks} ranks x {files} files at {at} facing {facing}"

    at: Cell
    facing: str
    files: int
    ranks: int
    move: int


class Walked(AboutUnit):
    """MD-WALK-1, MD-WALK-2: where the models stand now, and the steps that the unit is charged."""

    SAYS = '{unit} moves to {spots:first}, {spent}" used'
    WHY = (
        (
            "{straight} straight and {diagonal} diagonal steps; with what was used before "
            '{spent}" (MD-MEAS-3)'
        ),
    )

    start: Cell
    spots: tuple[Cell, ...]
    straight: int
    diagonal: int
    spent: int
    """The movement used in this phase, rounded (MD-MEAS-3)."""


class Fled(AboutUnit):
    """MD-BREAK-3: `end`: empty, `leaves the board` or `is cut down` (a `LeftPlay` follows)."""

    SAYS = '{unit} flees {inches}" {direction}[ and {end}]'
    WHY = (
        (
            '{unit} flees [away from {cause}|towards its own edge]: {inches}" {direction} '
            "(MD-BREAK-3)"
        ),
    )

    inches: int
    direction: str
    end: str
    cause: str
    at: Cell | None = None
    facing: str = ""
    files: int = 0
    spots: tuple[Cell, ...] = ()


Movement: TypeAlias = Advanced | Wheeled | Turned | Reformed | Walked | Fled
"""The events that move a unit."""


# Actions, blows, divisions and scores, with every die; rout and morale.


Division = tuple[tuple[str, int], ...]
"""How many attacks or hits each unit is given, in the order named."""


class Part(Frozen):
    """One part of a sum: where it comes from, what it adds, and its rule."""

    source: str
    amount: int
    rule: str = ""


class Acted(AboutUnit):
    """MD-SEQ-2: a unit has taken its action of the Magic or Shooting phase."""

    SAYS = ""


class Struck(Event):
    """MD-REP-1: one strike, worked out: dice, hits, damage, wounds, casualties.

    `tiers` is the attacker's tier less the target's; `needed` the number needed (0: all hit,
    99: none).  `models`, `wounded` and `spots` are what is left of the target.
    """

    SAYS = (
        "{attacker} attacks {target}: attacks {attacks}, needs {needed:need}, dice "
        "{dice:faces}, hits {hits}, damage {damage}x{hits}={total}, wounds {wounds}, models "
        "lost {lost}"
    )

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


class AreaRolled(AboutUnit, OnlyTold):
    """MD-AREA-3, MD-REP-4: the dice of an area attack; `needs` are (unit, number needed, hits)."""

    SAYS = "{unit} area attack at {at}: dice {dice:faces}; {needs:needs}"

    weapon: str
    at: Cell
    dice: tuple[int, ...]
    needs: tuple[tuple[str, int, int], ...]


class DivisionAwaited(Event):
    """MD-AREA-6: the hits wait to be divided."""

    SAYS = "{pending.unit} must allocate its hits"

    pending: Pending


class HitsDivided(AboutUnit):
    """MD-AREA-7, MD-AREA-8: the hits were divided; the strikes follow."""

    SAYS = "{unit} allocates hits: {shares:shares}"

    shares: Division


class DivisionLapsed(AboutUnit):
    """MD-SEQ-10: these hits will not be divided any more."""

    SAYS = "The hits of {unit} lapse"


class AttacksDivided(AboutUnit):
    """MD-DIV-1: attacks allocated for the Melee phase; they replace what was allocated."""

    SAYS = "{unit} allocates of {attacks} attacks: {shares:shares}"
    SHORT = "{unit} divides {attacks:attacks}: {shares:at whom}"

    shares: Division
    attacks: int


class RolledOff(OnlyTold):
    """MD-SETUP-10, MD-INIT-3: units or seats and their dice; `first` is empty while they tie."""

    SAYS = "Roll-off: {rolls:rolls}[: {first} first]"

    rolls: tuple[tuple[str, int], ...]
    first: str = ""


class Resolved(Event):
    """MD-CR-1, MD-REP-3: the combat resolution of one melee.

    `winner` 0: a draw, None: one side is gone.
    """

    SAYS = (
        "Combat resolution: army 1 {scores:, army 2 }[{winner=None}|{winner=0}: draw|{else}: "
        "army {winner} wins]"
    )

    units: tuple[str, ...]
    dealt: tuple[int, int]
    ranks: tuple[int, int]
    scores: tuple[int, int]
    winner: int | None


FightEvent: TypeAlias = (
    Acted | Struck | DivisionAwaited | HitsDivided | DivisionLapsed | AttacksDivided | Resolved
)
"""Actions, blows, divisions, scores."""


class RoutChecked(AboutUnit, OnlyTold):
    """MD-ROUT-3, MD-REP-2: `die` 0: fearless, no die was drawn; `why` names the rule."""

    SAYS = (
        "{unit} checks rout: [{die?}rolled {die} against {against}: "
        "[{stands?}stands|routs]|fearless, stands]"
    )
    SHORT = (
        "{unit:them}[{stands?}|**]checks rout: [{die?}{die} against {against}|fearless], "
        "[{stands?}stands|routs]"
    )
    WHY = (
        (
            "rout check by {why}: [{die?}{die} against {against}|fearless: no die "
            "(MD-ABIL-4)] (MD-ROUT-3, MD-MORALE-2)"
        ),
    )

    die: int
    against: int
    stands: bool
    why: str


class MoraleTested(AboutUnit, OnlyTold):
    """MD-MORALE-1, MD-REP-2: `die` 0: fearless, no die was drawn."""

    SAYS = (
        "{unit} tests morale: [{die?}rolled {die} against {against}: "
        "[{holds?}holds|breaks]|fearless, holds]"
    )
    SHORT = (
        "{unit:them}[{holds?}|**]tests morale: [{die?}{die} against {against}|fearless], "
        "[{holds?}holds|breaks]"
    )
    WHY = (
        (
            "morale test: [{die?}{die} against {against}|fearless: no die (MD-ABIL-4)] "
            "(MD-MORALE-1, MD-MORALE-2)"
        ),
    )

    die: int
    against: int
    holds: bool


class Broke(AboutUnit):
    """MD-BREAK-1: the unit is broken; `cause` is the enemy that broke it."""

    SAYS = "{unit} is broken[ by {cause}]"

    cause: str


class Recovered(AboutUnit):
    """MD-SEQ-8: after its flight a unit is no longer broken."""

    SAYS = "{unit} is no longer broken"
    SHORT = "{unit:them}no longer broken"


NerveEvent: TypeAlias = Broke | Recovered
"""Units that break and recover."""


# Effects and modifiers, the sequence of phases, and what the GM sets.


class EffectCast(AboutUnit):
    """MD-MAG-1: `left` are the uses left (None: unlimited); `target` is as the order names it."""

    SAYS = "{unit} casts {effect}[ on {target}][{left=None}|{else} ({left} uses left)]"

    effect: str
    target: str
    left: int | None


class Modified(AboutUnit):
    """MD-EFF-2: a unit got a modifier; it replaces one of the same source and statistic."""

    SAYS = "{unit}: {modifier:modifier} until turn {modifier.last}"
    SHORT = "{unit:them}{modifier:apart} until turn {modifier.last}"

    modifier: Modifier


class ModifiersExpired(AboutUnit):
    """MD-SEQ-9: the modifiers of a unit whose last turn this was have ended."""

    SAYS = "{unit}: {modifiers:modifiers} ends"

    modifiers: tuple[Modifier, ...]


MagicEvent: TypeAlias = EffectCast | Modified | ModifiersExpired
"""Effects and modifiers."""


class FirstChosen(AboutSeat):
    """MD-SEQ-6: the seat that is first this turn."""

    SAYS = "army {seat} is first"


class MarksCleared(Event):
    """MD-SEQ-7, MD-SEQ-10: the action marks of earlier phases that end as this phase begins."""

    SAYS = ""

    phase: str


class PartBegan(TurnPassed):
    """MD-SEQ-4, MD-ORD-8: a seat begins its part of a phase; the end before it is final."""

    bars_undo: ClassVar[bool] = True


class PartSkipped(AboutSeat, OnlyTold):
    """MD-SEQ-5: a seat could do nothing in this phase and was passed over."""

    SAYS = ""


class Shown(OnlyTold):
    """Section 6.12: the answer to a question; it changes nothing."""

    question: ClassVar[bool] = True

    what: str


SequenceEvent: TypeAlias = FirstChosen | MarksCleared
"""The sequence of phases."""


class UnitRemoved(AboutUnit):
    """MD-GM-2: no casualty, no victory check."""

    SAYS = "The GM removes {unit}"


class UnitPlaced(AboutUnit):
    """MD-GM-2: the GM moved a unit."""

    SAYS = "The GM moves {unit} to {at}"

    at: Cell
    facing: str = ""
    spots: tuple[Cell, ...] = ()


class UnitChanged(Event):
    """MD-GM-2: the GM set an attribute or a condition; `unit` is the whole unit as it is now."""

    SAYS = "The GM sets {unit.ref} {attribute}: {value}"

    unit: Unit
    attribute: str
    value: str


class ArmyChanged(AboutSeat):
    """MD-GM-2: the GM set points, casualties, vp or cr of a seat."""

    SAYS = "The GM sets {attribute} of army {seat} to {value}"
    SHORT = "army {seat} {attribute} {before} → {value}"

    attribute: str
    before: int
    value: int


class TypesImported(Event):
    """MD-DATA-4: types for units placed later; one of the same name is replaced."""

    SAYS = "Imported: {blocks:names}"
    SHORT = "imported: {blocks:names}"

    blocks: tuple[Statblock, ...]


GMEvent: TypeAlias = UnitRemoved | UnitPlaced | UnitChanged | ArmyChanged | TypesImported
"""What the GM sets."""
