"""What happens in attacks: dice, totals, harm, actions, structures."""

from rules.line.about import AboutRef, AboutSeat, OnlyTold
from rules.line.events import Event
from rules.numbers.grid import Cell
from rules.rulescrusade.events.parts import Faces, Parts
from rules.rulescrusade.state import Condition, Marker, Unit

# --- dice and totals ----------------------------------------------------------------------------


class Cast(AboutRef, OnlyTold):
    """RC-REP-1: one side of a roll: all its dice in drawing order, and their sum.

    `ref` is who rolled ("" for the warp and the like), `what` what the roll is for.
    """

    SAYS = "[{ref} rolls ]{faces:faces} = {total}[ ({what})]"

    what: str
    faces: Faces
    total: int


class Rerolled(AboutRef, OnlyTold):
    """RC-REROLL-2: `ref` rerolled a die in the roll of `whose`."""

    SAYS = "{ref}: reroll {colour}{old}>{new}{:of whom}[ ({why})]"
    WHY = (
        (
            "a [{colour=R}red die is 1|{else}white die is 1/2] on average; it was {old}, now {new} "
            "(RC-REACT-4)"
        ),
        "[because of {why}]",
    )

    whose: str
    colour: str
    old: int
    new: int
    why: str


class Shot(AboutRef, OnlyTold):
    """RC-SHOOT-7, RC-SHOOT-8: the total of a ranged attack was compared with a target's value."""

    SAYS = "{weapon} on {target}: {total} against {value}{:shot}"
    WHY = (
        "{weapon}: total {total}{parts:sum} (RC-SHOOT-7)",
        "{target}: value {value}{value_parts:sum} (RC-SHOOT-8)",
        "damage {total} - {value} = {:above value}; 0 or less does nothing (RC-DMG-1)",
    )

    weapon: str
    target: str
    total: int
    value: int
    parts: Parts
    value_parts: Parts
    kind: str = "shot"


class Parried(AboutRef, OnlyTold):
    """RC-PARRY-1: the defender parried."""

    SAYS = "{ref} parries (+{bonus})"
    SHORT = ""
    WHY = ("{ref} adds {bonus} and does no harm; a shield counts 2 (RC-PARRY-1)",)

    bonus: int


class Fought(OnlyTold):
    """RC-MELEE-6: the totals of a melee; `result` is `won`, `lost` or `tie`, for the attackers."""

    SAYS = "{attackers:+} {total} against {defender} {against}{:fight}: {result:result}"
    WHY = (
        "{attackers:+} {total}{parts:sum} (RC-MELEE-4)",
        "{defender} {against}{against_parts:sum} (RC-MELEE-4)",
        (
            "[{result=won}the attacker is higher: damage {:above against} (RC-MELEE-6)"
            "|{result=lost}the defender is higher: 1 damage on the attacker "
            "(RC-MELEE-6, RC-ABIL-23 for mobs)"
            "|{else}a tie: nothing but the effects of a tie (RC-MELEE-6, RC-WFX-25)]"
        ),
    )

    attackers: tuple[str, ...]
    defender: str
    total: int
    against: int
    result: str
    parts: Parts
    against_parts: Parts


class MindsMet(AboutRef, OnlyTold):
    """RC-MWAR-4: the totals of a mind war, or of an incursion (`ref` is then empty)."""

    SAYS = "mind [{ref}|of the warp] {total} against {target} {against}{:fight}"
    WHY = (
        "[{ref}|the warp] {total}{parts:sum} ([{ref?}RC-MWAR-3|RC-INC-2])",
        "{target} {against}{against_parts:sum} ([{ref?}RC-MWAR-3|RC-INC-2])",
        "the higher total harms the other as in a melee (RC-MWAR-4)",
    )

    target: str
    total: int
    against: int
    parts: Parts
    against_parts: Parts


class Tested(AboutRef, OnlyTold):
    """A roll against a number: a jump, a scrabble, a dive, a forced entry, an unjamming."""

    SAYS = "{ref} {what}: {total}, needs {needs}: {success:outcome}{parts:bracketed}"
    WHY = (
        "{ref} {what}: total {total}{parts:sum}",
        "needs at least {needs}: [{success?}success|failure]",
    )

    what: str
    total: int
    needs: int
    success: bool
    parts: Parts = ()


class Reduced(AboutRef, OnlyTold):
    """RC-DMG-5: a Shield or a force field took `amount` off the damage; `left` remains."""

    SAYS = "{by} takes {amount} off the harm to {ref}, {left} left"
    WHY = ("{by}: {:amount before} - {amount} = {left} damage on {ref} (RC-DMG-5)",)

    by: str
    amount: int
    left: int


# --- harm ---------------------------------------------------------------------------------------


class LostHits(AboutRef):
    """RC-DMG-2: a model lost hits (or got some back, if negative)."""

    SAYS = "{ref} {hits:loses}, {left} left"
    SHORT = "{ref}> **hits {:before} → {left}**"
    WHY = ("{ref}: {:before} hits {hits:less} = {left} ({hits:rule})",)

    hits: int
    left: int


class Grazed(AboutRef, OnlyTold):
    """RC-GRAZE-1: a graze with the result `letter`; what it does comes in events of its own."""

    SAYS = "{ref} grazed {letter}[{ignored?}, which it ignores]"
    SHORT = "{ref}> **[{ignored?}shrugs off a graze ({letter})|grazed]**"
    WHY = (
        (
            "exactly 1 damage on exactly 1 hit, or a result given outright: {ref} takes the "
            "result {letter} (RC-DMG-3, RC-GRAZE-3, RC-GRAZE-4, RC-GRAZE-9)"
        ),
    )

    letter: str
    ignored: bool = False


class KnockedOut(AboutRef):
    """RC-GRAZE-6: a model was knocked out."""

    SAYS = "{ref} is knocked out"
    SHORT = "{ref}> **knocked out**"


class Killed(AboutRef):
    """RC-GRAZE-6, RC-VIC-4: killed; `points` go to `seat` (0: to nobody)."""

    SAYS = "{ref} is killed[{seat?}[{points?}, {points:points} to {seat:army}]]"
    SHORT = "{ref}> **killed**[{seat?}[{points?}\n> {points:points} to {seat:army}]]"

    seat: int = 0
    points: int = 0


class WentDown(AboutRef):
    """RC-ABIL-15: a Horror was killed but may rise again."""

    SAYS = "{ref} goes down[{seat?}[{points?}, {points:points} to {seat:army}]]"
    SHORT = "{ref}> **goes down**[{seat?}[{points?}\n> {points:points} to {seat:army}]]"

    seat: int = 0
    points: int = 0


class RoseAgain(AboutRef, OnlyTold):
    """RC-ABIL-15: the result of a Horror's roll."""

    SAYS = "{ref}: {result}"

    result: str


class ConditionGained(AboutRef):
    """A model gained a condition."""

    SAYS = "[{told?}|{else}{ref} is {condition.name:condition}[ {condition.amount}]]"
    SHORT = "[{told?}|{else}{ref}> **{condition.name:condition}[ {condition.amount}]**]"

    condition: Condition
    told: bool = False


class ConditionLost(AboutRef):
    """A model lost a condition."""

    SAYS = "{ref} is no longer {name:condition}"
    SHORT = "{ref}> no longer {name:condition}"

    name: str


class WeaponFailed(AboutRef, OnlyTold):
    """RC-FAIL-1: a weapon failed; `effect` is J, X, M, Break, Stick, or empty for none."""

    SAYS = "{ref}'s {weapon} fails: [{effect}|nothing happens]"
    SHORT = "[{effect?}{ref}'s {weapon}> **{effect:fails}**]"
    WHY = ("two or more dice showed their highest face: {weapon} of {ref} (RC-FAIL-1)",)

    weapon: str
    effect: str


class WeaponChanged(AboutRef):
    """The weapon at index `place` in the unit's list has a new state."""

    SAYS = "[{told?}|{else}{ref}'s {weapon} is {state}]"

    place: int
    weapon: str
    state: str
    told: bool = False


class ControlTaken(AboutRef):
    """RC-ABIL-6: a model now obeys another seat."""

    SAYS = "{ref} is controlled by {seat:army}[ ({by})]"
    SHORT = "{ref}> **controlled by {seat:army}[ ({by})]**"

    seat: int
    by: str


class ControlEnded(AboutRef):
    """RC-TURN-6: it obeys its own seat again."""

    SAYS = "{ref} obeys its own army again"
    SHORT = "{ref}> **obeys its own army again**"


class Latched(AboutRef):
    """RC-ABIL-18: a model has latched onto another."""

    SAYS = "{ref} latches onto {target}"
    SHORT = "{ref}> **latches onto {target}**"

    target: str


class LetGo(AboutRef):
    """RC-ABIL-18: a latch ended."""

    SAYS = "{ref} lets go of {target}"
    SHORT = "{ref}> lets go of {target}"

    target: str


class Detonated(AboutRef, OnlyTold):
    """RC-ABIL-7: a Detonator went off, with this total."""

    SAYS = "{ref} detonates: {total}"
    WHY = ("total {total} against every model in the template (RC-ABIL-7)",)

    total: int


class IncursionCame(AboutRef, OnlyTold):
    """RC-INC-1: every die showed its highest face."""

    SAYS = "incursion: the warp attacks {ref}"
    WHY = ("every die of {ref} showed its highest face (RC-INC-1)",)


class Summoned(Event):
    """A model that nobody mustered came onto the board: a Warp Spawn or a Ghost."""

    SAYS = "{unit.ref} {unit.kind}[ of {by}] stands at {unit.spot:spot} for {unit.seat:army}"
    SHORT = "{unit.ref} {unit.kind}[ of {by}]> **stands at {unit.spot:spot} for {unit.seat:army}**"

    unit: Unit
    by: str


class Left(AboutRef):
    """A unit left the board without being killed: a ghost, a blank chit, a removal by the GM."""

    SAYS = "[{why=blank}|{else}{ref} is gone[: {why}]]"

    why: str = ""


# --- structures ---------------------------------------------------------------------------------


class SectorHit(Event):
    """RC-BLDG-15: a sector lost hits."""

    SAYS = "{sector:sector} loses {hits}, {left} left"
    SHORT = "{sector:sector}> **hits {:before} → {left}**"
    WHY = ("{sector}: {:before} hits - {hits} = {left} (RC-BLDG-15)",)

    sector: str
    hits: int
    left: int


class SectorCollapsed(OnlyTold):
    """RC-BLDG-17: a sector collapses; its cells are rubble when `RubbleLies` comes."""

    SAYS = "{sector} collapses{sector:with it}"
    SHORT = "{sector:sector}> **collapses**"

    sector: str


class RubbleLies(Event):
    """RC-BLDG-17: the cells of a sector are rubble; whoever was inside is now outside."""

    SAYS = "{sector:sector} lies in rubble"
    SHORT = "{sector:sector}> lies in rubble"

    sector: str


class ObjectDestroyed(Event):
    """RC-BLDG-18: a barricade or catwalk is gone; the cell has this terrain and height now."""

    SAYS = "the {what} at {at} is destroyed"
    SHORT = "> **the {what} at {at} is destroyed**"

    at: Cell
    what: str
    terrain: str
    height: int


class EntryForced(AboutRef):
    """RC-FORCE-3: a model forced an entry; a marker lies in its cell."""

    SAYS = "{ref} forces an entry into {marker.sector:sector} at {marker.at}"
    SHORT = "> **entry into {marker.sector:sector} at {marker.at}**"

    marker: Marker


class EntryClosed(AboutRef):
    """RC-FORCE-5: a model closed an entry."""

    SAYS = "{ref} closes the entry of {marker.sector:sector} at {marker.at}"

    marker: Marker


# --- actions ------------------------------------------------------------------------------------


class Acted(AboutRef):
    """RC-TURN-4: a model used its action; `what` names the kind of action.

    `moveleft` is the movement that it has left.
    """

    SAYS = "[{what=run}{ref} acts: {what}|{what=extra move}{ref} acts: {what}]"

    what: str
    moveleft: int


class Attacked(AboutRef):
    """A model began an attack: `how` is `fires`, `throws`, `fights`, `charges`, `snap fires`,
    `strikes at` (zone of control), `ambushes`, `mobs`, `volleys`, `dives on` ..."""

    how: str
    weapon: str
    targets: tuple[str, ...]


class PickedUp(AboutRef):
    """RC-CARRY-1: a thing was picked up, from its cell or from the model that had it."""

    SAYS = "{ref} picks up {item}[ from {off}]"

    item: str
    off: str = ""


class Dropped(AboutRef):
    """RC-CARRY-6, RC-CARRY-7: a thing lies in the cell of the model that carried it."""

    SAYS = "{ref} drops {item}"

    item: str


class ItemDestroyed(Event):
    """RC-BLDG-17: a thing was destroyed, lying in a cell or in the arms of `carrier`."""

    SAYS = "{item} at {at} is destroyed"
    SHORT = "> **{item} at {at} destroyed**"

    item: str
    at: Cell
    carrier: str = ""


class SmokeSpread(AboutSeat):
    """RC-WFX-29: smoke lies on these cells until the seat's next turn."""

    SAYS = "smoke spreads over {cells:number} cells"
    SHORT = "> smoke over {cells:cells}"

    cells: tuple[Cell, ...]


class SmokeLifted(AboutSeat):
    """The smoke of a seat's grenades is gone."""

    SAYS = "the smoke of grenades lifts"
    SHORT = "> the smoke of grenades lifts"
