"""What happens between the seats and at court: cards, gold, people."""

from typing import TypeAlias

from rules.candlebre.state import Offer
from rules.candlebre.units import Tally
from rules.line.events import Event

# What happens between the seats: clergy, spies, alliances, cards of the Book of Fate.


class ClergyCame(Event):
    """CB-CLERGY-1: nobody may attack the province until the payer's next turn."""

    SAYS = "clergy protect {province:place} until the next turn of {seat:side}"

    seat: int
    province: int


class ClergyLeft(Event):
    """CB-CLERGY-6, CB-TURN-9: a province is protected no longer."""

    SAYS = "the clergy leave {province:place}"

    province: int
    seat: int


class MissionSent(Event):
    """CB-ESP-7: a mission; `roll` 0 and `guarded`: it was turned away (CB-ESP-6)."""

    seat: int
    mission: str
    target: int
    need: int
    roll: int
    success: bool
    guarded: bool = False
    what: str = ""
    """The building, type or leader that it was about."""
    province: int = 0


class GuardSet(Event):
    """CB-HONOR-7: honor turns missions away, or does so no longer."""

    SAYS = "{seat:side}: guard {on:switch}"

    seat: int
    on: bool


class AllianceProposed(Event):
    """CB-ALLY-1."""

    SAYS = "{seat:side} proposes an alliance to {to:side}"

    seat: int
    to: int


class ProposalClosed(Event):
    """CB-ALLY-4: `how`: `accepted`, `declined`, `eliminated`."""

    seat: int
    to: int
    how: str


class Allied(Event):
    """CB-ALLY-4: two seats are allies."""

    SAYS = "{seats:both} are allies"

    seats: tuple[int, int]


class AllianceEnded(Event):
    """CB-ALLY-5, CB-ELIM-2: `seat` broke it; `how`: `broken`, `eliminated`."""

    seat: int
    ally: int
    how: str


class CardDrawn(Event):
    """CB-FATE-1: a card of the Book; `place` of `left` cards; unit cards are kept."""

    seat: int
    card: str
    place: int
    left: int
    kept: bool
    leader: bool = False


class BookRefilled(Event):
    """CB-FATE-3: the played and resolved cards are in the Book again."""

    SAYS = "{cards:number} cards return to the Book of Fate"

    cards: tuple[str, ...]


class LeaderCame(Event):
    """13.3: a leader from a card, fresh, in the drawer's province with most units."""

    SAYS = "GL{number} ({trait}) joins {owner:side} in {province:place}"

    number: int
    owner: int
    trait: str
    province: int
    card: str


class CardPlayed(Event):
    """CB-FATE-5: a unit card waits for the battle in a province; `neutral`: for the neutrals."""

    SAYS = (
        "{seat:side} plays {card:card}[ for {neutral}]: it waits for the battle in {province:place}"
    )

    seat: int
    card: str
    province: int
    neutral: bool


class CardJoined(Event):
    """CB-FATE-7: the units of a card joined a force; `side` is whose (0: the neutrals)."""

    SAYS = "{seat:side} plays {card}: {units:force} join the battle in {province:place}"

    seat: int
    card: str
    province: int
    side: int
    attacking: bool
    units: Tally


class CardStayed(Event):
    """CB-FATE-5: a card may not be played now; it stays in the hand and waits no longer."""

    SAYS = "{card} of {seat:side} may not be played in {province:place}; it stays in hand"

    seat: int
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


class GoldReceived(Event):
    """CB-GOLD-2: an amount received, split; `why` is what for.

    `why`: `left over` (CB-SETUP-10), `bonus`, `first income` (CB-SETUP-11), `income`, `captives`
    (CB-CAPT-4), `ransom`, `theft`, a card's code.
    """

    seat: int
    amount: int
    military: int
    civil: int
    why: str


class GoldSpent(Event):
    """Gold left a purse (`military` or `civil`); `why` as for `GoldReceived`, or `mission`."""

    SAYS = "{seat:side} pays {amount} {purse} gold: {why:card}; {left} left"

    seat: int
    amount: int
    purse: str
    left: int
    why: str


class Transferred(Event):
    """CB-GOLD-5: military gold became civil gold; both purses afterwards."""

    SAYS = "{seat:side} transfers {amount} gold to civil: {military} military, {civil} civil"

    seat: int
    amount: int
    military: int
    civil: int


class HonorChanged(Event):
    """CB-HONOR-4, CB-HONOR-5: honor lost or won; a `deed` means that the seat is not clean.

    `why`: `withdrawal`, `captives killed`, `leader killed`, `alliance broken`, `mission failed`,
    `guarded`, `battle won`, `captives released`, `leader released`, `income`, a card's code.
    """

    SAYS = "{seat:side} honor {change:signed} = {honor} ({why:card}[, a {deed}])"

    seat: int
    change: int
    honor: int
    why: str
    deed: bool = False


class InfluenceChanged(Event):
    """CB-INFL-1: influence spent, won or lost; `why`: `intercession`, `income`, a card's code."""

    SAYS = "{seat:side} influence {change:signed} = {influence} ({why:card})"

    seat: int
    change: int
    influence: int
    why: str


class Bought(Event):
    """CB-BUY-1: units went to the pool, perhaps with a placement noted (`province`, else 0)."""

    SAYS = (
        "{seat:side} buys {units:force}[ for {province:place}]: {price} military gold, {left} left"
    )

    seat: int
    units: Tally
    price: int
    left: int
    province: int = 0


class Built(Event):
    """CB-BUILD-5: a building stands; `purse` is `military`, `civil` or `` for a free one."""

    seat: int
    building: str
    province: int
    price: int = 0
    purse: str = ""
    left: int = 0
    why: str = ""
    """`setup` for the free building (CB-SETUP-7), a card's code (QD), else nothing."""


class LevelBought(Event):
    """CB-RES-4: a level of a tree was paid for; it comes into force at the next own turn."""

    SAYS = (
        "{seat:side} researches {tree} level {level}, in force next turn: {price} civil "
        "gold, {left} left"
    )

    seat: int
    tree: str
    level: int
    price: int
    left: int


class ResearchRolled(Event):
    """CB-RES-5, CB-RES-6: dice for a tree; `total` with them, `levels` gained, `rest` stays."""

    seat: int
    tree: str
    faces: tuple[int, ...]
    price: int
    left: int
    total: int
    levels: int
    level: int
    """The level reached."""
    rest: int


class CaptivesKilled(Event):
    """CB-CAPT-4: captive units were killed."""

    SAYS = "{seat:side} kills {units:force} of {owner:side}"

    seat: int
    owner: int
    units: Tally
    gold: int


class CaptivesReturned(Event):
    """CB-DIPL-2, CB-DIPL-4: captive units went home to the reserve; neutral ones are gone.

    `why`: `release`, `ransom`, `exchange`, `rescue`, `jailbreak`, `elimination`.
    """

    seat: int
    owner: int
    units: Tally
    why: str


class CaptivesLost(Event):
    """CB-ELIM-2: captive units of a seat that is out are gone."""

    SAYS = ""

    seat: int
    owner: int
    units: Tally


class LeaderReturned(Event):
    """CB-DIPL-2: a captive leader is at liberty in a province of his owner, no movement left."""

    SAYS = "GL{number} of {owner:side} comes home to {province:place} from {captor:side} ({why})"

    number: int
    owner: int
    captor: int
    province: int
    why: str


class LeaderDied(Event):
    """A leader is out of the game for good.

    `why`: `killed` (by `seat`, CB-CAPT-6), `nowhere to go` (CB-NEUT-4), `revolt`, `elimination`,
    `returned home to no province`.
    """

    number: int
    owner: int
    why: str
    seat: int = 0


class RallyBegan(Event):
    """CB-CAPT-7: all needs of the seat are +1 until the end of its next turn."""

    SAYS = "{seat:side} rallies: +1 on all needs until the end of its next turn"

    seat: int
    turns: int


class RallyCounted(Event):
    """CB-INC-5: a turn of a rally is over; at 0 the rally is."""

    seat: int
    turns: int


class OfferMade(Event):
    """CB-DIPL-1: captives were offered for gold or for captives."""

    SAYS = "offer {offer.number}: {offer:offer}"

    offer: Offer


class OfferClosed(Event):
    """CB-DIPL-1, CB-DIPL-3: `how`: `accepted`, `declined`, `cancelled`, `lapsed`, `eliminated`."""

    SAYS = "offer {number} is {how:closed}"

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
