"""Turns, their end and what the GM sets, in few words."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7 import overrides as own
from rules.crusade7.orders import SkipTo
from rules.crusade7.sequence import NOBODY
from rules.crusade7.state import State
from rules.crusade7.telling.brief.acts import (
    Seen,
    change,
    join,
    mean,
    renamed,
    shortened,
    strong,
    told,
    until_words,
    worded,
)
from rules.crusade7.telling.brief.strikes import outcomes
from rules.crusade7.telling.describe import phase_name
from rules.crusade7.telling.roll import ranges
from rules.display.acts import SAID
from rules.display.view import Line
from rules.display.words import listed
from rules.line import overrides as shared
from rules.line.events import DiceLoaded, Ended, PhaseBegan, Refused, Ruled
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order
from rules.line.overrides import Timeout

# The end of a turn, of a phase, of a round, of the battle: one line for what passed, one each
# for Morale and for what ended with it.


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
            yield worded(told(one))


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


# What the GM set, in short: `GM: L7 HP 13 → 27`; the reason is added where it is posted.


ORDERS = (
    *(shared.Put, shared.Remove, shared.Relocate, shared.Set, shared.Give, shared.Clear),
    *(shared.NextDice, shared.Rule, own.Damage, own.Heal, own.Kill, own.PaintTerrain),
    *(own.Import, own.AddNote),
)
"""The orders that set something; a missed deadline is told like the end of a turn."""


def is_override(orders: Sequence[Order]) -> bool:
    """Did the GM set something with this line?"""
    return any(isinstance(order, ORDERS) for order in orders)


def lines_of(seen: Sequence[Seen]) -> Iterator[Line]:
    """One line of what was set and what followed; Morale and a victory on lines of their own."""
    for one in seen:
        if isinstance(one.event, Ruled):
            yield worded(f"Ruling: {' '.join(one.event.text.split())}")
    set_ = [worded(text) for one in seen for text in phrase(one)]
    left = [one for one in seen if not any(True for _ in phrase(one))]
    pieces = [*set_, *outcomes(left), *passed(seen)]
    if pieces:
        yield worded("GM: ") + join(pieces)
    yield from morale(seen)
    yield from ended(seen)


def phrase(one: Seen) -> Iterator[str]:
    """What before → after; notes, data, dice, and parts of the line that were refused."""
    match one.event:
        case PhaseBegan(phase=phase):
            yield f"phase {change(phase_name(one.before.flow.phase), phase_name(phase))}"
        case ev.Damaged(unit, _, before, after, _, "GM") | ev.Healed(unit, _, before, after, "GM"):
            yield f"{unit} HP {change(before, after)}"
        case ev.DataImported(library):
            yield f"imports {shortened(', '.join(library.names), 200)}"
            if left := listed(library.left_to_gm):
                yield f"it is for the GM to say what comes of {shortened(left, 200)}"
        case DiceLoaded() | Refused():
            yield from SAID.of(one.event)
        case ev.BattleBegan():
            yield from renamed(one.event)
        case event if isinstance(event, ev.GMEvent):
            yield told(one)
