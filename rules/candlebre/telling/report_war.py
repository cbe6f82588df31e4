"""The report of battles: dice, losses, withdrawals, who holds a province."""

from typing import assert_never

from rules.candlebre.events import war as wv
from rules.candlebre.naming import name_of
from rules.candlebre.state import State
from rules.candlebre.telling.phrases import killed_and_captured, leaders_text, long
from rules.candlebre.units import NOBODY
from rules.candlebre.words import plurals, side_name

Sentences = tuple[str, ...]


def tiers(event: wv.TierEvent, before: State) -> Sentences:
    """CB-TIER-1: charges, dice, losses."""
    match event:
        case wv.FormedUp(_, seat, _, _, kinds):
            return (f"{side_name(seat)}: {plurals(kinds)} form up for a charge",)
        case wv.ChargeSpent(_, seat, _, kinds, how):
            return charge_spent(seat, kinds, how)
        case wv.Rerolled(_, seat, _, kind, old, new, left):
            return (f"{side_name(seat)} rerolls {kind} {old} -> {new} (counters left {left})",)
        case wv.Volley():
            return (volley(event, before),)
        case wv.LossesTaken():
            return losses(event)
        case wv.EnginesTaken(_, seat, _, units, captor):
            fate = f"captured by {side_name(captor)}" if captor else "destroyed"
            return (f"{side_name(seat)}'s {long(units.tally)}, left alone, are {fate}",)
        case _:
            assert_never(event)


def rounds(event: wv.RoundEvent, before: State) -> Sentences:
    """CB-TIER-1: the forces, the rounds, the bounties."""
    match event:
        case wv.BattleBegan(province, attacker, defender, attackers, defenders, one, two):
            counters = [
                f"{side_name(side)} has {count} reroll counters"
                for side, count in ((attacker, one), (defender, two))
                if count
            ]
            forces = (
                f"battle in {name_of(before, province)}: {side_name(attacker)} {long(attackers)} "
                f"against {side_name(defender)} {long(defenders)}"
            )
            return (forces, *counters)
        case wv.RoundBegan(province, number):
            return (f"{name_of(before, province)} round {number}",)
        case wv.BountyPaid(_, seat, rate, mercenaries, gold):
            paid = f"{side_name(seat)} pays bounty {rate} for {mercenaries} mercenaries"
            return (f"{paid}: {gold} gold",)
        case wv.BountyUnpaid(_, seat, rate, mercenaries, gold, there):
            return (
                f"{side_name(seat)} cannot pay bounty {rate} for {mercenaries} mercenaries: "
                f"{gold} gold, it has {there}; nothing is paid",
            )
        case _:
            assert_never(event)


def charge_spent(seat: int, kinds: tuple[str, ...], how: str) -> Sentences:
    """CB-CHARGE-5, CB-CHARGE-6: a charge that was carried out shows in its dice."""
    if how == "stopped":
        return (f"Pikemen stop the charge of {side_name(seat)}'s {plurals(kinds)}",)
    if how == "called off":
        return (f"{side_name(seat)} calls off the charge of its {plurals(kinds)}",)
    return ()


def volley(event: wv.Volley, before: State) -> str:
    """CB-BOARD-6: `Brindle round 1 tier 3 army 1 infantry need 7: 3 12 7 = 2 hits (1 captured)`."""
    where = f"{name_of(before, event.province)} round {event.round} tier {event.tier}"
    who = f"{side_name(event.seat)} {event.kind} need {event.need}"
    if event.target:
        end = f", precision {event.precision} on {event.target}"
    else:
        end = f" ({event.captured} captured)"
    return f"{where} {who}: {' '.join(map(str, event.rolls))} = {event.hits} hits{end}"


def losses(event: wv.LossesTaken) -> Sentences:
    """CB-BOARD-6: `army 2 loses 1 infantry, 2 cavalry captured`."""
    lost = killed_and_captured(event.killed.tally, event.captured.tally)
    return (f"{side_name(event.seat)} loses {lost}",) if lost else ()


def ending(event: wv.EndEvent, before: State) -> Sentences:
    """CB-BATTLE-5: withdrawals, nightfall, and who has the province."""
    match event:
        case wv.Withdrew(province, seat, _, to, rolls, caught=caught):
            dice = " ".join(map(str, rolls))
            there, here = name_of(before, to), name_of(before, province)
            gone = f"{side_name(seat)} withdraws from {here} to {there}: {dice}"
            told = f" ({long(caught)})" if any(caught) else ""
            return (f"{gone}, {sum(caught)} caught{told}",)
        case wv.WithdrawalForbidden(province, seat, rule, why):
            here = name_of(before, province)
            return (f"{side_name(seat)} would withdraw from {here}, but {rule}: {why}",)
        case wv.NightFell():
            return (nightfall(event, before),)
        case wv.BattleOver(province, winner=winner, taken=taken, rounds=rounds):
            where = f"{name_of(before, province)} after {rounds} round(s)"
            return (f"{side_name(winner)} {'wins' if taken else 'holds'} {where}",)
        case wv.LeaderCaptured(number, owner, captor):
            return (f"GL{number} of {side_name(owner)} is captured by {side_name(captor)}",)
        case wv.LeaderEscaped(number, owner, _, to):
            return (f"GL{number} of {side_name(owner)} escapes to {name_of(before, to)}",)
        case _:
            assert_never(event)


def nightfall(event: wv.NightFell, before: State) -> str:
    """CB-FIGHT-6: after the last round the attackers go back."""
    here = name_of(before, event.province)
    begun = f"nightfall in {here} after round {event.round}"
    units = event.units.tally
    force = long(units) if units != NOBODY else "no unit"
    led = f" with {leaders_text(event.leaders)}" if event.leaders else ""
    if event.to:
        there = name_of(before, event.to)
        return f"{begun}: {side_name(event.seat)} goes back to {there} ({force}{led})"
    fate = f"captured by {side_name(event.captor)}" if event.captor else "lost"
    return f"{begun}: {side_name(event.seat)} has nowhere to go; {force} {fate}"
