"""What can happen at court and in battles, and what the GM may set."""

from typing import TypeAlias

from rules.candlebre.state import Offer
from rules.candlebre.units import Tally, Units
from rules.line.events import Event

# What can happen in a battle (7.8 to 7.16), and what the GM may set.


class BattleBegan(Event):
    """CB-TIER-1: cards have joined; counters of the attacker and the defender (CB-LEAD-4)."""

    province: int
    attacker: int
    defender: int
    attackers: Tally
    defenders: Tally
    attack_counters: int
    defend_counters: int


class RoundBegan(Event):
    """A battle round: `Brindle round 1`."""

    province: int
    round: int


class BountyPaid(Event):
    """CB-MERC-5: a seat paid its mercenaries in a battle; `gold` 0 with a paymaster."""

    province: int
    seat: int
    rate: int
    mercenaries: int
    gold: int
    left: int


class BountyUnpaid(Event):
    """CB-MERC-5: the gold did not suffice, so nothing was paid."""

    province: int
    seat: int
    rate: int
    mercenaries: int
    gold: int
    there: int


class FormedUp(Event):
    """CB-CHARGE-3: segments that do not roll in this round and are ready afterwards."""

    province: int
    seat: int
    attacking: bool
    round: int
    kinds: tuple[str, ...]


class ChargeSpent(Event):
    """CB-CHARGE-3, CB-CHARGE-5, CB-CHARGE-6: segments are ready no longer.

    `how`: `charged`, `called off` (the orders were withdrawn), `stopped` (by Pikemen).
    """

    province: int
    seat: int
    attacking: bool
    kinds: tuple[str, ...]
    how: str


class Rerolled(Event):
    """CB-LEAD-5: a counter was spent on a missed die."""

    province: int
    seat: int
    attacking: bool
    kind: str
    old: int
    new: int
    left: int


class Volley(Event):
    """CB-TIER-3: the dice of one segment in one tier, after rerolls.

    `target` and `precision` belong to a precision strike.  The need is, by CB-HIT-1, factor x
    (value + tech) + modifiers, each of them (what, how much).
    """

    province: int
    round: int
    tier: int
    seat: int
    attacking: bool
    kind: str
    need: int
    rolls: tuple[int, ...]
    hits: int
    captured: int
    target: str = ""
    precision: int = 0
    factor: int = 1
    value: int = 0
    tech: int = 0
    modifiers: tuple[tuple[str, int], ...] = ()


class LossesTaken(Event):
    """CB-LOSS-2: what a side lost in a tier; captured units are held by `captor` (if a seat).

    `killed` and `captured` name the very units, steps and all; `wasted` hits found nobody.
    """

    province: int
    round: int
    tier: int
    seat: int
    attacking: bool
    killed: Units
    captured: Units
    captor: int
    wasted: int = 0


class EnginesTaken(Event):
    """CB-FIGHT-5: Siege Engines left alone are captured, or destroyed by neutrals."""

    province: int
    seat: int
    attacking: bool
    units: Units
    captor: int


class NightFell(Event):
    """CB-FIGHT-6: the attackers go back to `to` (0: nowhere; then they are captured or lost)."""

    province: int
    seat: int
    round: int
    units: Units
    to: int
    captor: int
    leaders: tuple[int, ...] = ()


class Withdrew(Event):
    """CB-WDRAW-5: a force withdrew, one d20 a unit in roster order; `caught` were caught."""

    province: int
    seat: int
    attacking: bool
    to: int
    rolls: tuple[int, ...]
    units: Units
    """The whole force."""
    survivors: Units
    """As they arrive, with no movement left."""
    caught: Tally
    captor: int
    leaders: tuple[int, ...] = ()
    """Leaders that went along."""


class WithdrawalForbidden(Event):
    """CB-WDRAW-8: a standing condition is met, but there is nowhere to go: the battle goes on."""

    province: int
    seat: int
    rule: str
    why: str


class BattleOver(Event):
    """CB-BATTLE-5: `winner` has the province (0: the neutrals); `taken` if the attacker has.

    `left` are the neutral mercenaries that remain as a guard (CB-FATE-7).
    """

    province: int
    attacker: int
    defender: int
    winner: int
    taken: bool
    rounds: int
    how: str
    """`gone`, `withdrawn`, `night`."""
    guard: int = 0


class LeaderCaptured(Event):
    """CB-LEAD-6: `GL2 of army 2 is captured by army 1`."""

    number: int
    owner: int
    captor: int
    province: int = 0


class LeaderEscaped(Event):
    """CB-NEUT-4: a leader whose force was lost to neutrals stands in an own province, spent."""

    number: int
    owner: int
    province: int
    to: int


RoundEvent: TypeAlias = BattleBegan | RoundBegan | BountyPaid | BountyUnpaid
"""How a battle and its rounds begin."""


TierEvent: TypeAlias = FormedUp | ChargeSpent | Rerolled | Volley | LossesTaken | EnginesTaken
"""What happens in the tiers of a round."""


EndEvent: TypeAlias = (
    NightFell | Withdrew | WithdrawalForbidden | BattleOver | LeaderCaptured | LeaderEscaped
)
"""How a battle ends."""


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

    seat: int
    amount: int
    purse: str
    left: int
    why: str


class Transferred(Event):
    """CB-GOLD-5: military gold became civil gold; both purses afterwards."""

    seat: int
    amount: int
    military: int
    civil: int


class HonorChanged(Event):
    """CB-HONOR-4, CB-HONOR-5: honor lost or won; a `deed` means that the seat is not clean.

    `why`: `withdrawal`, `captives killed`, `leader killed`, `alliance broken`, `mission failed`,
    `guarded`, `battle won`, `captives released`, `leader released`, `income`, a card's code.
    """

    seat: int
    change: int
    honor: int
    why: str
    deed: bool = False


class InfluenceChanged(Event):
    """CB-INFL-1: influence spent, won or lost; `why`: `intercession`, `income`, a card's code."""

    seat: int
    change: int
    influence: int
    why: str


class Bought(Event):
    """CB-BUY-1: units went to the pool, perhaps with a placement noted (`province`, else 0)."""

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

    seat: int
    owner: int
    units: Tally


class LeaderReturned(Event):
    """CB-DIPL-2: a captive leader is at liberty in a province of his owner, no movement left."""

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

    seat: int
    turns: int


class RallyCounted(Event):
    """CB-INC-5: a turn of a rally is over; at 0 the rally is."""

    seat: int
    turns: int


class OfferMade(Event):
    """CB-DIPL-1: captives were offered for gold or for captives."""

    offer: Offer


class OfferClosed(Event):
    """CB-DIPL-1, CB-DIPL-3: `how`: `accepted`, `declined`, `cancelled`, `lapsed`, `eliminated`."""

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
