"""What happens on the map, and in the course of the game."""

from typing import ClassVar, TypeAlias

from rules.candlebre.state import Leader, Province, Realm, Settings, Triple
from rules.candlebre.units import Lore, Site, Standing, Tally, Units
from rules.line.about import AboutSeat, OnlyTold
from rules.line.events import Event
from rules.line.said import Said

# Mixins for events that have something in common: where they happen, whom they are about.


class InProvince(Said):
    """An event in a province."""

    province: int


class OfSide(InProvince):
    """What a seat does in a province that is fought for, or what happens to it there."""

    seat: int


class OfForce(OfSide):
    """What the attackers or the defenders do in a battle."""

    attacking: bool


class OfHolding(Said):
    """What a seat does in a province of its own, or what happens to it there."""

    seat: int
    province: int


class OfLeader(Said):
    """What happens to a leader."""

    number: int
    owner: int


# What happens to the map and on it: setup, movement, placement, revolts.


class GameOpened(Event):
    """CB-OPT-1: a match began with these options, data and map."""

    SAYS = ""

    settings: Settings
    lore: Lore
    sites: tuple[Site, ...]


class ValuesFound(Event):
    """CB-MAP-4, CB-MAP-5: what the provinces are worth, with the dice of `values=varied`."""

    SHORT = "[{faces?}values by dice: {:values}]"

    values: tuple[int, ...]
    faces: tuple[int, ...] = ()


class MapLaid(Event):
    """CB-MAP-7: the GM replaced the map, and all that stood on it is gone.

    `warnings` are (rule, what) of CB-MAP-2 and CB-MAP-3.
    """

    SHORT = "GM: another map, {sites:number} provinces[ · {warnings:warnings}]"

    sites: tuple[Site, ...]
    warnings: tuple[tuple[str, str], ...] = ()


class Claimed(AboutSeat):
    """CB-SETUP-2, CB-SETUP-5: a seat claimed five provinces; `dropped` are those it gave up."""

    SAYS = "{seat:side} claims {provinces:places}[; it gives up {dropped:places}]"
    SHORT = "claim {provinces:valued}: {provinces:worth} gold a turn[ · given up: {dropped:places}]"

    provinces: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    """Leaders that stood in what was given up; they are not placed any more."""


class HouseChosen(AboutSeat):
    """CB-HOUSE-4: a seat plays a House; its starting honor is now `honor`."""

    SAYS = "{seat:side} plays {house:house} (honor {honor})"
    SHORT = "{house:deal}{seat:its honor}"

    house: str
    honor: int


class Mustered(OfHolding, Event):
    """CB-SETUP-6: units of the initial force stand in a province at once."""

    SAYS = "{seat:side} buys {units:force} in {province:place} for {price} gold; {left} left"
    SHORT = "buy {units:kinds} in {province:place}: {:bill} · {seat:start gold}"
    WHY = ("{:unit prices} = {price} gold (CB-UNIT-1, CB-BUY-3)",)

    units: Tally
    price: int
    left: int
    """What is left of the start gold."""


class LeaderPlaced(OfLeader, Event):
    """CB-SETUP-10: a leader stands where his seat wants him, or in the lowest-numbered province."""

    SAYS = "GL{number} of {owner:side} stands in {province:place}"
    SHORT = "place GL{number} in {province:place}"

    province: int


class Attacked(AboutSeat):
    """CB-BATTLE-1: units and leaders entered a province that is not their own."""

    SAYS = "{seat:side} attacks {target:place} from {source:place} with {:party}"
    SHORT = (
        "attack {target:place} from {source:place}: {:party}{target:joining} "
        "{target:against}{source:left}"
    )

    source: int
    target: int
    units: Units
    """As they left, before the steps of this move."""
    arriving: Units
    leaders: tuple[int, ...] = ()
    steps: int = 1


class Marched(AboutSeat):
    """CB-MOVE-8: units and leaders moved between own provinces."""

    SAYS = "{seat:side} moves {:party} from {source:place} to {target:place}"
    SHORT = "move {:party} from {source:place} to {target:place}: {target:there} there{source:left}"

    source: int
    target: int
    units: Units
    arriving: Units
    leaders: tuple[int, ...] = ()
    steps: int = 1


class MajorityWarned(OfHolding, OnlyTold):
    """CB-MERC-4: a province holds more mercenaries than regular units after an own move."""

    SAYS = (
        "warning, CB-MERC-4: {province:place} holds {mercenaries} mercenaries and {regulars} "
        "regular units; they revolt at the end of the phase"
    )
    SHORT = (
        "Warning: {province:place} keeps {mercenaries} Mer and {regulars:others}; so many "
        "mercenaries revolt when the phase ends"
    )

    mercenaries: int
    regulars: int


class Revolted(OfHolding, Event):
    """CB-MERC-8: mercenaries seized a province; the regulars went to `to` (0: they are gone)."""

    SAYS = (
        "mercenaries seize {province:place} from {seat:side}; {mercenaries} mercenaries are "
        "its guard{:gone}"
    )
    SHORT = (
        "**Mercenaries seize {province:place} from {seat:side}**: {mercenaries} against "
        "{units.total}, and it is neutral now{:fled}"
    )
    WHY = (
        (
            "{province:place}: {mercenaries} mercenaries, {province:regulars} regular units; "
            "more mercenaries revolt (CB-MERC-7)"
        ),
    )

    mercenaries: int
    units: Units
    leaders: tuple[int, ...]
    to: int


class ProvinceTaken(OfHolding, Event):
    """A province changed hands; `how`: `unopposed`, `battle`, `revolt`, `resigned`."""

    SAYS = (
        "[{how=unopposed}{seat:side} takes {province:place} "
        "unopposed|{how=resigned}{province:place} of {former:side} becomes neutral]"
    )
    SHORT = (
        "**[{how=unopposed}{seat:Army} takes {province:place}[ from {former:side}] "
        "unopposed]**[{how=resigned}{:resigned} neutral]"
    )

    former: int
    how: str


class BattleCalledOff(OfSide, Event):
    """CB-ELIM-2: the attackers under way are gone, and with them the battle."""

    SAYS = "the attack of {seat:side} on {province:place} is called off"
    SHORT = "the attack of {seat:army} on {province:place} is called off"

    guard: int = 0
    """The mercenary guard of a neutral province that is left."""


class BuildingRazed(InProvince, Event):
    """8.3: sabotage: a building is gone."""

    SAYS = "the {building:building} in {province:place} is gone"
    SHORT = "**the {building:building} in {province:place} is gone**"

    building: str


class UnitsGone(OfSide, Event):
    """Units of a province are gone; `why`: `bribe`, `assassinate`, `JS`, `QS`, `override`."""

    SAYS = "[{why=override}|{else}gone from {province:place}: {units.tally:force}]"
    SHORT = "**[{why=override}|{else}{units.tally:short} in {province:place} is gone]**"

    units: Units
    why: str


class Placed(OfHolding, Event):
    """CB-PLACE-1: units from the pool (or the reserve) stand in a province."""

    SAYS = "{seat:side} places {units:force}[ from the {reserve}] in {province:place}"
    SHORT = (
        "[{noted?}placed as bought: {:as noted}|{else}place {units:kinds}[ from the "
        "{reserve}] in {province:place}: {province:there} there]"
    )

    units: Tally
    reserve: bool = False
    noted: bool = False
    """A placement noted when buying (CB-PLACE-7)."""


class PlacementFailed(OfHolding, OnlyTold):
    """CB-PLACE-7: a noted placement has become impossible; the units stay in the pool."""

    SAYS = (
        "not placed in {province:place}, still in the pool of {seat:side}: {units:force} "
        "({rule}: {why})"
    )
    SHORT = "{units:short} for {province:place} not placed, still in the pool: {why}"
    WHY = ("{rule}: {why}",)

    units: Tally
    rule: str
    why: str


class NotesCleared(AboutSeat):
    """CB-PLACE-7: the placements noted have been carried out or given up."""

    SAYS = ""


OpeningEvent: TypeAlias = GameOpened | ValuesFound | MapLaid
"""The kingdom is laid out."""


FoundingEvent: TypeAlias = Claimed | HouseChosen | Mustered | LeaderPlaced
"""Section 4.2: claims, Houses, the first units, leaders."""


MarchEvent: TypeAlias = Attacked | Marched | Revolted
"""Section 7.6: attacks, marches, revolts."""


HoldingEvent: TypeAlias = ProvinceTaken | BattleCalledOff | BuildingRazed | UnitsGone
"""Provinces that change hands, and what is lost in them."""


PlacementEvent: TypeAlias = Placed | NotesCleared
"""Section 7.17."""


# What happens to the course of the game: turns, income, standing orders, the end of a seat.


class FirstPlayerRolled(Event):
    """CB-SETUP-12: the seats rolled for the first turn; `first` is 0 if the highest tied."""

    SAYS = "first player: {rolls:rolls}; [{first:side} goes first|the highest roll again]"
    SHORT = "First player: {rolls:rolls}: **[{first:side} begins|a tie, once more]**"
    WHY = ("the highest d6 is {rolls:highest}; those tied for it roll again (CB-SETUP-12)",)

    rolls: tuple[tuple[int, int], ...]
    first: int


class StandingSet(OfHolding, Event):
    """CB-POST-1: a seat's standing orders, in general (`province` 0) or for one province."""

    SAYS = "{seat:side}: {words}"
    SHORT = "{seat:speaks}{words}"

    standing: Standing
    words: str
    """The order, in canonical words."""


class TurnBegan(Event):
    """CB-TURN-9: levels come into force, steps and marks are cleared."""

    SAYS = "round {round}: {seat:side} to play"
    MORE = ("[{gained?}{seat:side}: {:techs} in force]",)
    SHORT = "Round {round}: {seat:side}'s turn[{gained?} · {:techs} in force]"

    round: int
    seat: int
    levels: Triple
    """As they are now."""
    gained: Triple = (0, 0, 0)
    """How many of them are new."""


class IncomePaid(AboutSeat):
    """CB-INC-1: what the active seat received; the sums of CB-INC-2 to -4 afterwards."""

    SAYS = (
        "{seat:side} income: {gold} gold ({to_military} military, {to_civil} civil), "
        "{honor_change} honor, {influence_change} influence"
    )
    SHORT = "{seat:Army}'s turn is over{:income}"
    WHY = (
        "{seat:income sum} gold (CB-INC-2)",
        (
            "{gold} gold: half, rounded down, is {to_military} military; the rest, "
            "{to_civil}, is civil (CB-GOLD-2)"
        ),
        "{seat:honor sum} = {honor_change} honor (CB-INC-3)",
        "{seat:temples} Temples = {influence_change} influence (CB-INC-4)",
    )

    gold: int
    to_military: int
    to_civil: int
    honor_change: int
    influence_change: int
    military: int
    civil: int
    honor: int
    influence: int


class DrawAccepted(AboutSeat):
    """CB-WIN-5: a living seat has accepted the open draw offer."""

    SAYS = "{seat:side} accepts the draw[; open: {waiting:sides}]"
    SHORT = "{seat:side} accepts the draw[; open: {waiting:all}]"

    waiting: tuple[int, ...]
    """Who has not accepted yet."""


class Eliminated(AboutSeat):
    """CB-ELIM-1, CB-ELIM-2: a seat is out, and what it had is gone.

    Its leaders, clergy, captives, offers, proposals and alliances have events of their own.
    """

    SAYS = "[{resigned?}{seat:side} resigns]"
    MORE = ("{seat:side} is eliminated",)
    SHORT = "**{seat:Army} [{resigned?}resigns|has no province left] and is out**"

    resigned: bool = False


class TurnTimedOut(AboutSeat, OnlyTold):
    """CB-GM-3: a seat was late."""

    SAYS = "time is up for {seat:side}"
    bars_undo: ClassVar[bool] = True


class Overrode(Event):
    """CB-GM-1: what the GM set: provinces, seats and leaders as they are now.

    `cards` are taken out of the Book; `words` is the GM's line.
    """

    SAYS = "GM: {words}"

    words: str
    provinces: tuple[tuple[int, Province], ...] = ()
    realms: tuple[Realm, ...] = ()
    leaders: tuple[Leader, ...] = ()
    cards: tuple[str, ...] = ()


TurnEvent: TypeAlias = (
    FirstPlayerRolled | StandingSet | TurnBegan | IncomePaid | DrawAccepted | Eliminated | Overrode
)
"""The course of the game, the end of a seat, and the GM."""
