"""What happens between the seats and at court: cards, gold, people."""

from typing import TypeAlias

from rules.candlebre.events.land import OfHolding, OfLeader, OfSide
from rules.candlebre.state import Offer
from rules.candlebre.units import Tally
from rules.line.about import AboutSeat
from rules.line.events import Event

# What happens between the seats: clergy, spies, alliances, cards of the Book of Fate.


class ClergyCame(OfHolding, Event):
    """CB-CLERGY-1: nobody may attack the province until the payer's next turn."""

    SAYS = "clergy protect {province:place} until the next turn of {seat:side}"
    SHORT = "clergy protect {province:place}: nobody may attack it until {seat:side}'s next turn"
    WHY = (
        "{province:place}: value {province:value} / 10 = {province:tithe} influence (CB-CLERGY-5)",
    )


class ClergyLeft(OfSide, Event):
    """CB-CLERGY-6, CB-TURN-9: a province is protected no longer."""

    SAYS = "the clergy leave {province:place}"


class MissionSent(AboutSeat):
    """CB-ESP-7: a mission; `roll` 0 and `guarded`: it was turned away (CB-ESP-6)."""

    SAYS = "{seat:side} sends a mission to {mission} against {target:side}"
    MORE = (
        (
            "mission {mission}: [{guarded?}turned away by honor|{else}need {need}, rolled "
            "{roll}: [{success?}success|failure]]"
        ),
    )
    SHORT = (
        "[{mission=steal}steal from {target:side}|{mission=sabotage}sabotage {what:building}[ "
        "in {province:place}]|{mission=rescue}rescue {what:plural} from "
        "{target:side}|{mission=abduct}abduct {what} of {target:side}|{else}{mission} "
        "{what:plural}[ in {province:place}]]: [{guarded?}|{else}need {need}, {roll}: "
        "]**[{guarded?}turned away by honor|{success?}succeeds|fails]** · {seat:mission price}"
    )
    WHY = (
        (
            "[{guarded?}{target:side} is on guard with {target:honor} honor, 5 or more "
            "(CB-ESP-6)|{else}need 10 + bonus of E{seat:spies} - counter of E{target:spies} "
            "of {target:side} = {need} (CB-ESP-7, CB-TECH-3)]"
        ),
        "[{guarded?}|{else}rolled {roll}: 1 always succeeds, 20 always fails, else at most {need}]",
    )

    mission: str
    target: int
    need: int
    roll: int
    success: bool
    guarded: bool = False
    what: str = ""
    """The building, type or leader that it was about."""
    province: int = 0


class GuardSet(AboutSeat):
    """CB-HONOR-7: a seat decided whether its honor turns missions away."""

    SAYS = "{seat:side}: guard {on:switch}"
    SHORT = "{seat:speaks}[{on?}guard on, honor turns missions away|guard off]"

    on: bool


class AllianceProposed(AboutSeat):
    """CB-ALLY-1: a seat proposed an alliance to another."""

    SAYS = "{seat:side} proposes an alliance to {to:side}"

    to: int


class ProposalClosed(AboutSeat):
    """CB-ALLY-4: `how`: `accepted`, `declined`, `eliminated`."""

    SAYS = "[{how=declined}{to:side} declines the alliance with {seat:side}]"

    to: int
    how: str


class Allied(Event):
    """CB-ALLY-4: two seats are allies."""

    SAYS = "{seats:both} are allies"
    SHORT = "**{seats:both} are allies**"

    seats: tuple[int, int]


class AllianceEnded(AboutSeat):
    """CB-ALLY-5, CB-ELIM-2: `seat` broke it; `how`: `broken`, `eliminated`."""

    SAYS = (
        "[{how=broken}{seat:side} breaks the alliance with {ally:side}|{else}the alliance of "
        "{seat:side} and {ally:side} is over]"
    )
    SHORT = (
        "**[{how=broken}{seat:side} breaks the alliance with "
        "{ally:side}]**[{how=broken}|{else}the alliance of {seat:side} and {ally:side} is "
        "over]"
    )

    ally: int
    how: str


class CardDrawn(AboutSeat):
    """CB-FATE-1: a card of the Book, at `place` among `left` cards before the draw.

    `kept`: it is a unit card; `leader`: it brings a leader.
    """

    SAYS = "{seat:side} draws {card:card}[{kept?}, kept]; {left:but one} cards left"
    SHORT = "draw fate: {card:card}{:hand}"
    WHY = ("card {place} of the {left} that were left is {card} (CB-FATE-1)", "{card:effects}")

    card: str
    place: int
    left: int
    kept: bool
    leader: bool = False


class BookRefilled(Event):
    """CB-FATE-3: the played and resolved cards are in the Book again."""

    SAYS = "{cards:number} cards return to the Book of Fate"

    cards: tuple[str, ...]


class LeaderCame(OfLeader, Event):
    """13.3: a leader from a card, fresh, in the drawer's province with most units."""

    SAYS = "GL{number} ({trait}) joins {owner:side} in {province:place}"
    SHORT = "GL{number} ({trait}) joins in {province:place}"

    trait: str
    province: int
    card: str


class CardPlayed(AboutSeat):
    """CB-FATE-5: a unit card waits for the battle in a province; `neutral`: for the neutrals."""

    SAYS = (
        "{seat:side} plays {card:card}[ for {neutral}]: it waits for the battle in {province:place}"
    )
    SHORT = (
        "{seat:speaks}play {card:card}[{neutral?} for the neutrals]: it waits for the battle "
        "in {province:place}"
    )

    card: str
    province: int
    neutral: bool


class CardJoined(AboutSeat):
    """CB-FATE-7: the units of a card joined a force; `side` is whose (0: the neutrals)."""

    SAYS = "{seat:side} plays {card}: {units:force} join the battle in {province:place}"
    SHORT = ""

    card: str
    province: int
    side: int
    attacking: bool
    units: Tally


class CardStayed(AboutSeat):
    """CB-FATE-5: a card may not be played now; it stays in the hand and waits no longer."""

    SAYS = "{card} of {seat:side} may not be played in {province:place}; it stays in hand"
    SHORT = ""

    card: str
    province: int


ChurchEvent: TypeAlias = ClergyCame | ClergyLeft | MissionSent | GuardSet
"""Clergy and spies."""


AllianceEvent: TypeAlias = AllianceProposed | ProposalClosed | Allied | AllianceEnded
"""Section 7.7."""


BookEvent: TypeAlias = CardDrawn | BookRefilled | LeaderCame
"""Section 7.19: drawing."""


CardEvent: TypeAlias = CardPlayed | CardJoined | CardStayed
"""CB-FATE-5, CB-FATE-7."""


# What happens to gold, honor and influence: purchase, research, captives, offers.


class GoldReceived(AboutSeat):
    """CB-GOLD-2: an amount received, split; `why` is what for.

    `why`: `left over` (CB-SETUP-10), `bonus`, `first income` (CB-SETUP-11), `income`, `captives`
    (CB-CAPT-4), `ransom`, `theft`, a card's code.
    """

    SAYS = (
        "{seat:side} [{why=bonus}receives a bonus of {amount} gold|{why=first income}first "
        "income: {amount} gold|{else}receives {amount} gold] ({military} military, {civil} "
        "civil)[{why=bonus}|{why=first income}|{else}: {why:card}]"
    )
    SHORT = (
        "[{why=bonus}Bonus: {:first gold}|{why=first income}First income: {:first "
        "gold}|{else}{seat:whose}{amount} gold{why:for}: {seat:purses}]"
    )
    WHY = (
        "{why:source}",
        (
            "{amount} gold: half, rounded down, is {military} military; the rest, {civil}, is "
            "civil (CB-GOLD-2)"
        ),
    )

    amount: int
    military: int
    civil: int
    why: str


class GoldSpent(AboutSeat):
    """Gold left a purse (`military` or `civil`); `why` as for `GoldReceived`, or `mission`."""

    SAYS = "{seat:side} pays {amount} {purse} gold: {why:card}; {left} left"
    SHORT = "[{why=mission}|{else}{seat:side} pays {amount} gold: {seat:purses}]"

    amount: int
    purse: str
    left: int
    why: str


class Transferred(AboutSeat):
    """CB-GOLD-5: military gold became civil gold; both purses afterwards."""

    SAYS = "{seat:side} transfers {amount} gold to civil: {military} military, {civil} civil"
    SHORT = "transfer {amount} gold to civil: {seat:purses}"

    amount: int
    military: int
    civil: int


class HonorChanged(AboutSeat):
    """CB-HONOR-4, CB-HONOR-5: honor lost or won; a `deed` means that the seat is not clean.

    `why`: `withdrawal`, `captives killed`, `leader killed`, `alliance broken`, `mission failed`,
    `guarded`, `battle won`, `captives released`, `leader released`, `income`, a card's code.
    """

    SAYS = "{seat:side} honor {change:signed} = {honor} ({why:card}[, a {deed}])"
    SHORT = "{seat:whose}{seat:honor}"
    WHY = (
        "{why}: honor {:old honor} {change:signed} = {honor} ({change:honor rule})",
        "[{deed?}a deed: not clean until its next income (CB-HONOR-6)]",
    )

    change: int
    honor: int
    why: str
    deed: bool = False


class InfluenceChanged(AboutSeat):
    """CB-INFL-1: influence spent, won or lost; `why`: `intercession`, `income`, a card's code."""

    SAYS = "{seat:side} influence {change:signed} = {influence} ({why:card})"
    SHORT = "[{why=intercession}{:intercession}|{else}{seat:whose}{seat:influence}]"

    change: int
    influence: int
    why: str


class Bought(AboutSeat):
    """CB-BUY-1: units went to the pool, perhaps with a placement noted (`province`, else 0)."""

    SAYS = (
        "{seat:side} buys {units:force}[ for {province:place}]: {price} military gold, {left} left"
    )
    SHORT = "buy {units:kinds}[ for {province:place}]: {:bill} · {seat:purses}"
    WHY = ("{:unit prices} = {price} gold (CB-UNIT-1, CB-BUY-3)",)

    units: Tally
    price: int
    left: int
    province: int = 0


class Built(AboutSeat):
    """CB-BUILD-5: a building stands; `purse` is `military`, `civil`, or empty if it was free."""

    SAYS = (
        "{seat:side} builds {building:building} in {province:place}: [{price?}{price} {purse} "
        "gold, {left} left|{why=setup}the free building|{why?}{why:card}|free]"
    )
    SHORT = (
        "[{price?}build {building:building} in {province:place}: {price} gold · "
        "{seat:purses}|{why=setup}build {building:building} in {province:place}, the free "
        "one|{else}{building:building} in {province:place}, free]"
    )
    WHY = (
        "[{price?}{:base price} gold{seat:building percents} = {price}, halves up (CB-BUILD-6)]",
    )

    building: str
    province: int
    price: int = 0
    purse: str = ""
    left: int = 0
    why: str = ""
    """`setup` for the free building (CB-SETUP-7), a card's code (QD), else nothing."""


class LevelBought(AboutSeat):
    """CB-RES-4: a level of a tree was paid for; it comes into force at the next own turn."""

    SAYS = (
        "{seat:side} researches {tree} level {level}, in force next turn: {price} civil "
        "gold, {left} left"
    )
    SHORT = (
        "research {tree}: {tree:letter}{level} from the next turn on for {price} gold · "
        "{seat:purses}"
    )
    WHY = ("level {level}: {level:level price} gold{seat:research percents} = {price} (CB-RES-7)",)

    tree: str
    level: int
    price: int
    left: int


class ResearchRolled(AboutSeat):
    """CB-RES-5, CB-RES-6: dice for a tree; `total` counts them, `rest` is left after `levels`."""

    SAYS = (
        "{seat:side} rolls {faces:number} research dice on {tree} for {price} civil gold, "
        "{left} left: {faces: }; total {total}"
    )
    MORE = (
        "[{levels?}{seat:side} reaches {tree} level {level}, in force next turn; {rest} left over]",
    )
    SHORT = (
        "roll {faces:dice} on {tree} for {price} gold: {faces:faces} = {faces:sum} · total "
        "{total}[{levels?}: {tree:letter}{level} from the next turn on, {rest} left "
        "over|{else} of {:next level}] · {seat:purses}"
    )
    WHY = (
        "{faces:dice price}{seat:research percents} = {price} (CB-RES-5, CB-RES-7)",
        "total {:old total} + {faces:sum} = {total} (CB-RES-6)",
    )

    tree: str
    faces: tuple[int, ...]
    price: int
    left: int
    total: int
    levels: int
    level: int
    """The level reached."""
    rest: int


class CaptivesKilled(AboutSeat):
    """CB-CAPT-4: captive units were killed."""

    SAYS = "{seat:side} kills {units:force} of {owner:side}"
    SHORT = "**{units:short} of {owner:side} killed**"

    owner: int
    units: Tally
    gold: int


class CaptivesReturned(AboutSeat):
    """CB-DIPL-2, CB-DIPL-4: captive units went home to the reserve; neutral ones are gone.

    `why`: `release`, `ransom`, `exchange`, `rescue`, `jailbreak`, `elimination`.
    """

    SAYS = (
        "[{owner?}{units:force} come home to the reserve of {owner:side} from {seat:side} "
        "({why})|{else}{seat:side} releases {units:force} of neutral]"
    )
    SHORT = (
        "[{owner?}{units:short} of {owner:side} home to the reserve[{why=rescue} "
        "({why})|{why=jailbreak} ({why})]|{else}{units:short} of the neutrals released]"
    )

    owner: int
    units: Tally
    why: str


class CaptivesLost(AboutSeat):
    """CB-ELIM-2: captive units of a seat that is out are gone."""

    SAYS = ""

    owner: int
    units: Tally


class LeaderReturned(OfLeader, Event):
    """CB-DIPL-2: a captive leader is at liberty in a province of his owner, no movement left."""

    SAYS = "GL{number} of {owner:side} comes home to {province:place} from {captor:side} ({why})"
    SHORT = "GL{number} of {owner:side} comes [home to {province:place}|free, with no home]"

    captor: int
    province: int
    why: str


class LeaderDied(OfLeader, Event):
    """A leader is out of the game for good.

    `why`: `killed` (by `seat`, CB-CAPT-6), `nowhere to go` (CB-NEUT-4), `revolt`, `elimination`,
    `returned home to no province`.
    """

    SAYS = (
        "[{why=killed}{seat:side} kills GL{number} of {owner:side}|{else}GL{number} of "
        "{owner:side} is dead ({why})]"
    )
    SHORT = "**GL{number} of {owner:side} is [{why=killed}killed|dead]**"

    why: str
    seat: int = 0


class RallyBegan(AboutSeat):
    """CB-CAPT-7: all needs of the seat are +1 until the end of its next turn."""

    SAYS = "{seat:side} rallies: +1 on all needs until the end of its next turn"

    turns: int


class RallyCounted(AboutSeat):
    """CB-INC-5: a turn of a rally is over; at 0 turns the rally itself is over."""

    SAYS = "[{turns=0}the rally of {seat:side} is over]"

    turns: int


class OfferMade(Event):
    """CB-DIPL-1: captives were offered for gold or for captives."""

    SAYS = "offer {offer.number}: {offer:offer}"
    SHORT = "offer {offer.number} to {offer.to:side}: {offer:goods}"

    offer: Offer


class OfferClosed(Event):
    """CB-DIPL-1, CB-DIPL-3: `how`: `accepted`, `declined`, `cancelled`, `lapsed`, `eliminated`."""

    SAYS = "offer {number} is {how:closed}"
    SHORT = (
        "offer {number} of {seat:side} to {to:side} [{how=lapsed}lapses|{how=eliminated}is "
        "void|{else}is {how}]"
    )

    number: int
    seat: int
    to: int
    how: str


PurseEvent: TypeAlias = (
    GoldReceived
    | GoldSpent
    | Transferred
    | HonorChanged
    | InfluenceChanged
    | RallyBegan
    | RallyCounted
)
"""Gold, honor and influence, and how long a rally lasts."""


PurchaseEvent: TypeAlias = Bought | Built | LevelBought | ResearchRolled
"""Sections 7.4 and 7.5."""


CaptiveEvent: TypeAlias = (
    CaptivesKilled | CaptivesReturned | CaptivesLost | LeaderReturned | LeaderDied
)
"""Section 7.15: what becomes of captives."""


OfferEvent: TypeAlias = OfferMade | OfferClosed
"""CB-DIPL-1, CB-DIPL-3."""
