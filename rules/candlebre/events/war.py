"""What can happen in a battle (7.8 to 7.16)."""

from typing import TypeAlias

from rules.candlebre.events.land import InProvince, OfForce, OfLeader, OfSide
from rules.candlebre.units import Tally, Units
from rules.line.about import OnlyTold
from rules.line.events import Event


class BattleBegan(InProvince, Event):
    """CB-TIER-1: both forces before cards join, and the reroll counters of each (CB-LEAD-4)."""

    SAYS = (
        "battle in {province:place}: {attacker:side} {attackers:force} against "
        "{defender:side} {defenders:force}"
    )
    MORE = (
        "[{attack_counters?}{attacker:side} has {attack_counters} reroll counters]",
        "[{defend_counters?}{defender:side} has {defend_counters} reroll counters]",
    )

    attacker: int
    defender: int
    attackers: Tally
    defenders: Tally
    attack_counters: int
    defend_counters: int


class RoundBegan(InProvince, Event):
    """A battle round: `Brindle round 1`."""

    SAYS = "{province:place} round {round}"

    round: int


class BountyPaid(OfSide, Event):
    """CB-MERC-5: a seat paid its mercenaries in a battle; `gold` 0 with a paymaster."""

    SAYS = "{seat:side} pays bounty {rate} for {mercenaries} mercenaries: {gold} gold"
    WHY = ("{rate} x {mercenaries} = {gold} gold, {left} left (CB-MERC-5)",)

    rate: int
    mercenaries: int
    gold: int
    left: int


class BountyUnpaid(OfSide, OnlyTold):
    """CB-MERC-5: the gold did not suffice, so nothing was paid."""

    SAYS = (
        "{seat:side} cannot pay bounty {rate} for {mercenaries} mercenaries: {gold} gold, it "
        "has {there}; nothing is paid"
    )
    WHY = ("{rate} x {mercenaries} = {gold} gold, {there} there (CB-MERC-5)",)

    rate: int
    mercenaries: int
    gold: int
    there: int


class FormedUp(OfForce, Event):
    """CB-CHARGE-3: segments that do not roll in this round and are ready afterwards."""

    SAYS = "{seat:side}: {kinds:plurals} form up for a charge"
    WHY = ("not ready in round {round}, ready from the next (CB-CHARGE-3)",)

    round: int
    kinds: tuple[str, ...]


class ChargeSpent(OfForce, Event):
    """CB-CHARGE-3, CB-CHARGE-5, CB-CHARGE-6: segments are ready no longer.

    `how`: `charged`, `called off` (the orders were withdrawn), `stopped` (by Pikemen).
    """

    SAYS = (
        "[{how=stopped}Pikemen stop the charge of {seat:side}'s {kinds:plurals}|{how=called "
        "off}{seat:side} calls off the charge of its {kinds:plurals}]"
    )

    kinds: tuple[str, ...]
    how: str


class Rerolled(OfForce, Event):
    """CB-LEAD-5: a counter was spent on a missed die."""

    SAYS = "{seat:side} rerolls {kind} {old} -> {new} (counters left {left})"
    WHY = ("a counter rerolls {kind} {old}: {new} stands; {left} left (CB-LEAD-5)",)

    kind: str
    old: int
    new: int
    left: int


class Volley(InProvince, OnlyTold):
    """CB-TIER-3: the dice of one segment in one tier, after rerolls.

    `target` and `precision` belong to a precision strike.  The need is, by CB-HIT-1, factor x
    (value + tech) + modifiers, each of them (what, how much).
    """

    SAYS = (
        "{province:place} round {round} tier {tier} {seat:side} {kind} need {need}: {rolls: } "
        "= {hits} hits[{target?}, precision {precision} on {target}|{else} ({captured} "
        "captured)]"
    )
    WHY = (
        "need {:need} = {need} (CB-HIT-1)",
        "{hits} of {rolls:number} dice at most {need}, or 1, and not 20 (CB-HIT-2)",
        (
            "[{target?}{hits} hits halved, rounded down: {precision} on {target:plural} "
            "(CB-PREC-2)|{captured?}{captured} of them exactly {need}: captured (CB-HIT-5)]"
        ),
    )

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


class LossesTaken(InProvince, Event):
    """CB-LOSS-2: what a side lost in a tier; captured units are held by `captor` (if a seat).

    `killed` and `captured` include the steps spent; `wasted` hits found nobody.
    """

    SAYS = "{:losses}"
    WHY = (
        (
            "{killed.tally:force} killed, {captured.tally:force} captured: precision kills, "
            "captures, kills, by the loss order (CB-LOSS-2)"
        ),
        "[{wasted?}{wasted} hits found nobody (CB-LOSS-4)]",
    )

    round: int
    tier: int
    seat: int
    attacking: bool
    killed: Units
    captured: Units
    captor: int
    wasted: int = 0


class EnginesTaken(OfForce, Event):
    """CB-FIGHT-5: Siege Engines left alone are captured, or destroyed by neutrals."""

    SAYS = (
        "{seat:side}'s {units.tally:force}, left alone, are [captured by {captor:side}|destroyed]"
    )

    units: Units
    captor: int


class NightFell(OfSide, Event):
    """CB-FIGHT-6: the attackers go back to `to` (0: nowhere; then they are captured or lost)."""

    SAYS = (
        "nightfall in {province:place} after round {round}: {seat:side} [{to?}goes back to "
        "{to:place} ({units:body}[ with {leaders:leaders}])|{else}has nowhere to go; "
        "{units:body}[ with {leaders:leaders}] [captured by {captor:side}|lost]]"
    )
    WHY = ("round {round} is the last of a battle (CB-FIGHT-6)",)

    round: int
    units: Units
    to: int
    captor: int
    leaders: tuple[int, ...] = ()


class Withdrew(OfForce, Event):
    """CB-WDRAW-5: a force withdrew, one d20 a unit in roster order; `caught` were caught."""

    SAYS = "{seat:side} withdraws from {province:place} to {to:place}: {rolls: }, {caught:caught}"
    WHY = ("{rolls:low} dice of 1 to 3: {caught:force} caught (CB-WDRAW-5)",)

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


class WithdrawalForbidden(OfSide, OnlyTold):
    """CB-WDRAW-8: a standing condition is met, but there is nowhere to go: the battle goes on."""

    SAYS = "{seat:side} would withdraw from {province:place}, but {rule}: {why}"

    rule: str
    why: str


class BattleOver(InProvince, Event):
    """CB-BATTLE-5: `winner` has the province (0: the neutrals); `taken` if the attacker has.

    `guard` are the neutral mercenaries that remain as a guard (CB-FATE-7).
    """

    SAYS = "{winner:side} {taken:wins} {province:place} after {rounds} round(s)"
    WHY = ("a force is {how}: the [{taken?}attacker takes|defender keeps] it (CB-BATTLE-5)",)

    attacker: int
    defender: int
    winner: int
    taken: bool
    rounds: int
    how: str
    """`gone`, `withdrawn`, `night`."""
    guard: int = 0


class LeaderCaptured(OfLeader, Event):
    """CB-LEAD-6: `GL2 of army 2 is captured by army 1`."""

    SAYS = "GL{number} of {owner:side} is captured by {captor:side}"
    SHORT = "**GL{number} of {owner:side} is captured by {captor:side}**"
    WHY = ("GL{number}'s force is gone; {captor:side} takes him (CB-LEAD-6)",)

    captor: int
    province: int = 0


class LeaderEscaped(OfLeader, Event):
    """CB-NEUT-4: a leader whose force neutrals beat is in an own province, no movement left."""

    SAYS = "GL{number} of {owner:side} escapes to {to:place}"
    WHY = ("neutrals take nobody; GL{number} flees to the nearest, {to:place} (CB-NEUT-4)",)

    province: int
    to: int


RoundEvent: TypeAlias = BattleBegan | RoundBegan | BountyPaid
"""How a battle and its rounds begin."""


TierEvent: TypeAlias = FormedUp | ChargeSpent | Rerolled | LossesTaken | EnginesTaken
"""What happens in the tiers of a round."""


EndEvent: TypeAlias = NightFell | Withdrew | BattleOver | LeaderCaptured | LeaderEscaped
"""How a battle ends."""
