"""Battles unfolded: needs, hits, losses, withdrawals, revolts."""

from rules.candlebre import events as ev
from rules.candlebre.events import war as wv
from rules.candlebre.naming import name_of
from rules.candlebre.state import State
from rules.candlebre.telling.phrases import long
from rules.candlebre.words import plural, side_name
from rules.line.events import Event


def why_of_war(event: Event, before: State) -> tuple[str, ...]:
    """How the numbers of a battle came about; nothing for other events."""
    match event:
        case wv.Volley():
            return (need_words(event), *hit_words(event))
        case wv.LossesTaken(wasted=wasted):
            taken = f"{long(event.killed.tally)} killed, {long(event.captured.tally)} captured"
            order = f"{taken}: precision kills, captures, kills, by the loss order (CB-LOSS-2)"
            more = f"{wasted} hits found nobody (CB-LOSS-4)"
            return (order, more) if wasted else (order,)
        case wv.BountyPaid(_, _, rate, mercenaries, gold, left):
            return (f"{rate} x {mercenaries} = {gold} gold, {left} left (CB-MERC-5)",)
        case wv.BountyUnpaid(_, _, rate, mercenaries, gold, there):
            return (f"{rate} x {mercenaries} = {gold} gold, {there} there (CB-MERC-5)",)
        case wv.Rerolled(_, _, _, kind, old, new, left):
            return (f"a counter rerolls {kind} {old}: {new} stands; {left} left (CB-LEAD-5)",)
        case wv.Withdrew(rolls=rolls, caught=caught):
            low = sum(roll <= 3 for roll in rolls)
            return (f"{low} dice of 1 to 3: {long(caught)} caught (CB-WDRAW-5)",)
        case wv.NightFell(round=number):
            return (f"round {number} is the last of a battle (CB-FIGHT-6)",)
        case wv.FormedUp(round=number):
            return (f"not ready in round {number}, ready from the next (CB-CHARGE-3)",)
        case wv.BattleOver(how=how, taken=taken):
            holder = "the attacker takes it" if taken else "the defender keeps it"
            return (f"a force is {how}: {holder} (CB-BATTLE-5)",)
        case ev.Revolted(_, province, mercenaries):
            here = name_of(before, province)
            regulars = before.province(province).units.regulars
            more = f"{mercenaries} mercenaries, {regulars} regular units"
            return (f"{here}: {more}; more mercenaries revolt (CB-MERC-7)",)
        case wv.LeaderCaptured(number, _, captor):
            return (f"GL{number}'s force is gone; {side_name(captor)} takes him (CB-LEAD-6)",)
        case wv.LeaderEscaped(number, _, _, to):
            home = name_of(before, to)
            return (f"neutrals take nobody; GL{number} flees to the nearest, {home} (CB-NEUT-4)",)
        case _:
            return ()


def need_words(event: wv.Volley) -> str:
    """CB-HIT-1: `need 2 x (8 + 1 tech) + 1 leader = 19`."""
    sum_of = f"{event.value} + {event.tech} tech" if event.tech else str(event.value)
    if event.factor != 1:
        sum_of = f"{event.factor} x ({sum_of})"
    parts = "".join(f" {change:+d} {what}" for what, change in event.modifiers)
    return f"need {sum_of}{parts} = {event.need} (CB-HIT-1)"


def hit_words(event: wv.Volley) -> tuple[str, ...]:
    """CB-HIT-2, CB-HIT-3, CB-HIT-5, CB-PREC-2: which dice hit, and what the hits do."""
    rolled = f"{event.hits} of {len(event.rolls)} dice at most {event.need}, or 1, and not 20"
    if event.target:
        halved = f"{event.hits} hits halved, rounded down: {event.precision}"
        return (f"{rolled} (CB-HIT-2)", f"{halved} on {plural(event.target)} (CB-PREC-2)")
    exact = f"{event.captured} of them exactly {event.need}: captured (CB-HIT-5)"
    return (f"{rolled} (CB-HIT-2)", exact) if event.captured else (f"{rolled} (CB-HIT-2)",)
