"""What can happen in a battle (7.8 to 7.16), and what the GM may set."""

from typing import TypeAlias

from rules.candlebre.units import Tally, Units
from rules.line.events import Event


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

    SAYS = "{province:place} round {round}"

    province: int
    round: int


class BountyPaid(Event):
    """CB-MERC-5: a seat paid its mercenaries in a battle; `gold` 0 with a paymaster."""

    SAYS = "{seat:side} pays bounty {rate} for {mercenaries} mercenaries: {gold} gold"

    province: int
    seat: int
    rate: int
    mercenaries: int
    gold: int
    left: int


class BountyUnpaid(Event):
    """CB-MERC-5: the gold did not suffice, so nothing was paid."""

    SAYS = (
        "{seat:side} cannot pay bounty {rate} for {mercenaries} mercenaries: {gold} gold, it "
        "has {there}; nothing is paid"
    )

    province: int
    seat: int
    rate: int
    mercenaries: int
    gold: int
    there: int


class FormedUp(Event):
    """CB-CHARGE-3: segments that do not roll in this round and are ready afterwards."""

    SAYS = "{seat:side}: {kinds:plurals} form up for a charge"

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

    SAYS = "{seat:side} rerolls {kind} {old} -> {new} (counters left {left})"

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

    SAYS = (
        "{seat:side}'s {units.tally:force}, left alone, are [captured by {captor:side}|destroyed]"
    )

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

    SAYS = "{seat:side} would withdraw from {province:place}, but {rule}: {why}"

    province: int
    seat: int
    rule: str
    why: str


class BattleOver(Event):
    """CB-BATTLE-5: `winner` has the province (0: the neutrals); `taken` if the attacker has.

    `left` are the neutral mercenaries that remain as a guard (CB-FATE-7).
    """

    SAYS = "{winner:side} {taken:wins} {province:place} after {rounds} round(s)"

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

    SAYS = "GL{number} of {owner:side} is captured by {captor:side}"

    number: int
    owner: int
    captor: int
    province: int = 0


class LeaderEscaped(Event):
    """CB-NEUT-4: a leader whose force was lost to neutrals stands in an own province, spent."""

    SAYS = "GL{number} of {owner:side} escapes to {to:place}"

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
