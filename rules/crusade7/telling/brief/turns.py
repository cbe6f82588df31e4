"""The end of a turn, of a phase, of a round, of the battle: one line for what passed, one each
for Morale and for what ended with it."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.orders import SkipTo
from rules.crusade7.sequence.initiative import NOBODY
from rules.crusade7.state import State
from rules.crusade7.telling.brief.acts import Seen
from rules.crusade7.telling.brief.outcomes import outcomes
from rules.crusade7.telling.brief.spans import join, mean, strong, until_words, worded
from rules.crusade7.telling.labels import ranges
from rules.crusade7.telling.wording import phase_name
from rules.display.view import Line
from rules.display.words import listed
from rules.line.events import Ended
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.line.overrides import Timeout


def ends_turn(orders: Sequence[Order]) -> bool:
    """Does the line give a turn up, or did time do it?"""
    return bool(orders) and isinstance(orders[0], EndPhase | SkipTo | Timeout)


def head(state: State, orders: Sequence[Order], seen: Sequence[Seen]) -> Iterator[Line]:
    """What was ordered: `Army 1 ends its Move`, `Army 1 passes until Fight`."""
    army, phase = seat_name(state.flow.turn), phase_name(state.flow.phase)
    for order in orders[:1]:
        if isinstance(order, EndPhase):
            yield worded(f"{army.capitalize()} ends its {phase}")
        elif isinstance(order, Timeout) and state.flow.turn:
            yield worded(f"Time is up: {army}'s {phase} ends")
    for one in seen:
        if isinstance(one.event, ev.SkippingTo):
            yield worded(skipping(one.event, state.flow.round))


def skipping(event: ev.SkippingTo, now: int) -> str:
    """C7-TURN-8: `Army 1 passes until Fight`, with the round if it is not this one."""
    army = seat_name(event.seat).capitalize()
    if not event.phase:
        return f"{army} no longer passes"
    later = f" of round {event.round}" if event.round != now else ""
    return f"{army} passes until {phase_name(event.phase)}{later}"


def passed(seen: Sequence[Seen]) -> Iterator[Line]:
    """The rounds that ended, and who goes first in the phase that has come."""
    for one in seen:
        if isinstance(one.event, ev.RoundEnded):
            yield strong(f"Round {one.event.round} is over")
    begun = [one.event for one in seen if isinstance(one.event, ev.OrderOfPlay)]
    if begun:
        yield worded(order_of_play(begun[-1]))


def order_of_play(event: ev.OrderOfPlay) -> str:
    """C7-INIT-2, C7-INIT-5: `Fight: army 1 first, 4 to 3.5`."""
    first = f"{phase_name(event.phase)}: {seat_name(event.first)} first"
    averages = [event.averages[event.first - 1], event.averages[2 - event.first]]
    if all(one == NOBODY for one in averages):
        known = ""
    else:
        known = ", " + " to ".join("nobody" if one == NOBODY else mean(one) for one in averages)
    if event.alternated:
        return f"{first}{known}, a tie in the chart too"
    return f"{first}{known}" + (f", place {event.place} of the chart" if event.place else "")


def morale(seen: Sequence[Seen]) -> Iterator[Line]:
    """C7-MORALE-2 to C7-MORALE-4: `Morale: all hold but G2 (9 against DC 10), shaken until ...`."""
    tests = [one.event for one in seen if isinstance(one.event, ev.MoraleTested)]
    if not tests:
        return
    failed = [test for test in tests if not test.passed]
    if not failed:
        yield worded("Morale: all hold")
        return
    shaken = [
        one.event
        for one in seen
        if isinstance(one.event, ev.ConditionGained) and one.event.affliction.condition == "shaken"
    ]
    until = until_words(shaken[0].affliction.until) if shaken else ""
    yield worded(f"Morale: all hold but {', '.join(failures(failed))}, shaken{until}")


def failures(failed: Sequence[ev.MoraleTested]) -> Iterator[str]:
    """`G2 (9 against DC 10)`; equal ones stand together."""
    groups: dict[str, list[str]] = {}
    for test in failed:
        why = test.why or f"{test.value} against DC {test.dc}"
        groups.setdefault(why, []).append(test.unit)
    for why, units in groups.items():
        yield f"{ranges(units)} ({why})"


def rest(seen: Sequence[Seen]) -> Iterator[Line]:
    """What ended or came with the phase: conditions, effects, HP, CP."""
    is_shock = any(isinstance(one.event, ev.MoraleTested) for one in seen)
    left = [one for one in seen if not (is_shock and is_shaken(one))]
    pieces = outcomes(left)
    if pieces:
        yield join(pieces)


def is_shaken(one: Seen) -> bool:
    """Is it what a failed Morale check brings?  The line of Morale tells of it."""
    return isinstance(one.event, ev.ConditionGained) and one.event.cause == "morale"


def ended(seen: Sequence[Seen]) -> Iterator[Line]:
    """C7-END-1: who has won, and how."""
    for one in seen:
        if isinstance(one.event, Ended):
            winners = tuple(seat_name(seat) for seat in one.event.winners)
            result = f"{listed(winners).capitalize()} wins" if winners else "A draw"
            yield strong(result) + worded(f": {one.event.termination}")
