"""Events: what happened, in the past tense, with every number that a report shows.

The modules sort them by when they happen; the closed unions below by chapter of the rules.
"""

from typing import TypeAlias

from rules.line.events import SharedEvent
from rules.rulescrusade.events.fight import *
from rules.rulescrusade.events.parts import *
from rules.rulescrusade.events.table import *
from rules.rulescrusade.events.turns import *

SetupEvent: TypeAlias = (
    TableLaid
    | Mustered
    | Bought
    | Dismissed
    | Readied
    | StageBegan
    | Deployed
    | ChitDealt
    | DeploymentDone
)
"""Section 4: the table, the lists, deployment."""

TurnEvent: TypeAlias = (
    TurnBegan
    | TurnEnded
    | StandingOrderGiven
    | ShambleRolled
    | Activated
    | Marked
    | Acted
    | Attacked
    | PointsScored
)
"""Section 5: turns and their book-keeping."""

MoveEvent: TypeAlias = Stepped | Placed | PaidMove | Revealed | ChitTurned | ChitScanned | Hid
"""Sections 7.1 to 7.6: moving, hiding, being found."""

ThingEvent: TypeAlias = PickedUp | Dropped | ItemDestroyed | SmokeSpread | SmokeLifted
"""RC-CARRY and RC-WFX-29: things and smoke."""

HarmEvent: TypeAlias = (
    LostHits
    | KnockedOut
    | Killed
    | WentDown
    | ConditionGained
    | ConditionLost
    | WeaponChanged
    | ControlTaken
    | ControlEnded
    | Latched
    | LetGo
    | Left
)
"""RC-REP-3: harm to models and weapons."""

StructureEvent: TypeAlias = SectorHit | RubbleLies | ObjectDestroyed | EntryForced | EntryClosed
"""RC-REP-3, RC-BLDG, RC-FORCE: buildings and objects."""

PsychicEvent: TypeAlias = HandDrawn | CardPlayed | CardNamed | HandDiscarded | Summoned
"""Sections 7.14 to 7.16: cards and the warp."""

GMEvent: TypeAlias = (
    UnitPut
    | UnderChit
    | UnitSet
    | ArmySet
    | GroundChanged
    | ItemsChanged
    | MarkersChanged
    | StatblockRead
    | Withdrew
    | GameReopened
)
"""Section 6.4 and queries."""

CommonEvent: TypeAlias = SharedEvent | Picked
"""Events of every system, and the secret pick of a card, which is rolled like a die."""
