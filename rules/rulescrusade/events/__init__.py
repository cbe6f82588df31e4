"""What happened: facts in the past tense, with every number that a report shows.

They lie by the time of play; the closed unions below part them by chapter of the rules.
"""

from typing import TypeAlias

from rules.line.events import SharedEvent
from rules.rulescrusade.events.fight import (
    Acted,
    Attacked,
    Cast,
    ConditionGained,
    ConditionLost,
    ControlEnded,
    ControlTaken,
    Detonated,
    Dropped,
    EntryClosed,
    EntryForced,
    Fought,
    Grazed,
    IncursionCame,
    ItemDestroyed,
    Killed,
    KnockedOut,
    Latched,
    Left,
    LetGo,
    LostHits,
    MindsMet,
    ObjectDestroyed,
    Parried,
    PickedUp,
    Reduced,
    Rerolled,
    RoseAgain,
    RubbleLies,
    SectorCollapsed,
    SectorHit,
    Shot,
    SmokeLifted,
    SmokeSpread,
    Summoned,
    Tested,
    WeaponChanged,
    WeaponFailed,
    WentDown,
)
from rules.rulescrusade.events.parts import Faces, Parts, Value
from rules.rulescrusade.events.table import (
    ArmySet,
    Bought,
    CardsDrawn,
    Checked,
    ChitDealt,
    Deployed,
    DeploymentDone,
    Dismissed,
    GameReopened,
    GmActed,
    GroundChanged,
    HandDrawn,
    ItemsChanged,
    MarkersChanged,
    Mustered,
    Picked,
    PointsScored,
    Readied,
    RolledOff,
    StageBegan,
    StatblockRead,
    TableLaid,
    UnderChit,
    UnitPut,
    UnitSet,
    Withdrew,
)
from rules.rulescrusade.events.turns import (
    Activated,
    CardNamed,
    CardPlayed,
    CardReadied,
    CardRolled,
    CardsDiscarded,
    ChitScanned,
    ChitTurned,
    Fell,
    HandDiscarded,
    Hid,
    Marked,
    PaidMove,
    Placed,
    Revealed,
    ShambleRolled,
    StandingOrderGiven,
    Stepped,
    Stopped,
    TurnBegan,
    TurnEnded,
    Walked,
)

__all__ = [
    "Acted",
    "Activated",
    "ArmySet",
    "Attacked",
    "Bought",
    "CardNamed",
    "CardPlayed",
    "CardReadied",
    "CardRolled",
    "CardsDiscarded",
    "CardsDrawn",
    "Cast",
    "Checked",
    "ChitDealt",
    "ChitScanned",
    "ChitTurned",
    "CommonEvent",
    "ConditionGained",
    "ConditionLost",
    "ControlEnded",
    "ControlTaken",
    "Deployed",
    "DeploymentDone",
    "Detonated",
    "Dismissed",
    "Dropped",
    "EntryClosed",
    "EntryForced",
    "Faces",
    "Fell",
    "FightEvent",
    "Fought",
    "GMEvent",
    "GameReopened",
    "GmActed",
    "Grazed",
    "GroundChanged",
    "HandDiscarded",
    "HandDrawn",
    "HarmEvent",
    "Hid",
    "IncursionCame",
    "ItemDestroyed",
    "ItemsChanged",
    "Killed",
    "KnockedOut",
    "Latched",
    "Left",
    "LetGo",
    "LostHits",
    "Marked",
    "MarkersChanged",
    "MindsMet",
    "MoveEvent",
    "Mustered",
    "ObjectDestroyed",
    "PaidMove",
    "Parried",
    "Parts",
    "Picked",
    "PickedUp",
    "Placed",
    "PointsScored",
    "PsychicEvent",
    "Readied",
    "Reduced",
    "Rerolled",
    "Revealed",
    "RollEvent",
    "RolledOff",
    "RoseAgain",
    "RubbleLies",
    "SectorCollapsed",
    "SectorHit",
    "SetupEvent",
    "ShambleRolled",
    "Shot",
    "SmokeLifted",
    "SmokeSpread",
    "StageBegan",
    "StandingOrderGiven",
    "StatblockRead",
    "Stepped",
    "Stopped",
    "StructureEvent",
    "Summoned",
    "TableLaid",
    "Tested",
    "ThingEvent",
    "TurnBegan",
    "TurnEnded",
    "TurnEvent",
    "UnderChit",
    "UnitPut",
    "UnitSet",
    "Value",
    "Walked",
    "WeaponChanged",
    "WeaponFailed",
    "WentDown",
    "Withdrew",
]

SetupEvent: TypeAlias = (
    TableLaid
    | Mustered
    | Bought
    | Dismissed
    | Readied
    | StageBegan
    | RolledOff
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
    | PointsScored
)
"""Section 5: turns and their book-keeping."""

MoveEvent: TypeAlias = (
    Stepped
    | Walked
    | Stopped
    | Placed
    | Fell
    | PaidMove
    | Revealed
    | ChitTurned
    | ChitScanned
    | Hid
)
"""Sections 7.1 to 7.6: moving, hiding, being found."""

ThingEvent: TypeAlias = PickedUp | Dropped | ItemDestroyed | SmokeSpread | SmokeLifted
"""RC-CARRY and RC-WFX-29: things and smoke."""

RollEvent: TypeAlias = Cast | Rerolled | Tested
"""RC-REP-1: dice."""

FightEvent: TypeAlias = Attacked | Shot | Parried | Fought | MindsMet | Detonated | Reduced
"""RC-REP-2: attacks."""

HarmEvent: TypeAlias = (
    LostHits
    | Grazed
    | KnockedOut
    | Killed
    | WentDown
    | RoseAgain
    | ConditionGained
    | ConditionLost
    | WeaponFailed
    | WeaponChanged
    | ControlTaken
    | ControlEnded
    | Latched
    | LetGo
    | Left
)
"""RC-REP-3: what becomes of models and weapons."""

StructureEvent: TypeAlias = (
    SectorHit | SectorCollapsed | RubbleLies | ObjectDestroyed | EntryForced | EntryClosed
)
"""RC-REP-3, RC-BLDG, RC-FORCE: buildings and objects."""

PsychicEvent: TypeAlias = (
    CardsDrawn
    | HandDrawn
    | CardPlayed
    | CardRolled
    | CardReadied
    | CardNamed
    | CardsDiscarded
    | HandDiscarded
    | IncursionCame
    | Summoned
)
"""Sections 7.14 to 7.16: cards and the warp."""

GMEvent: TypeAlias = (
    Checked
    | UnitPut
    | UnderChit
    | UnitSet
    | ArmySet
    | GroundChanged
    | ItemsChanged
    | MarkersChanged
    | StatblockRead
    | Withdrew
    | GameReopened
    | GmActed
)
"""Section 6.4 and queries."""

CommonEvent: TypeAlias = SharedEvent | Picked
"""What can happen in every system; a card is picked as a die is rolled."""
