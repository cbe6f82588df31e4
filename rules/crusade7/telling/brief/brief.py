"""A line of orders and what came of it, told briefly, as chat and console say it."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7 import overrides as own
from rules.crusade7.orders import SkipTo
from rules.crusade7.state import State
from rules.crusade7.telling.brief import acts, deeds
from rules.crusade7.telling.describe import phase_name
from rules.crusade7.telling.report import PHRASES
from rules.crusade7.telling.roll import listed_ranges, places, ranges
from rules.display.acts import SAID, begun, put_together
from rules.display.view import Line, line
from rules.display.words import in_groups
from rules.line import overrides as shared
from rules.line.events import DiceLoaded, DrawOffered, Ended, Event, PhaseBegan, Refused, Ruled
from rules.line.flow import seat_name
from rules.line.orders import EndPhase, Order

# The set-up in short: what was bought, where it was deployed, who is ready.


def phrases(seen: Sequence[acts.Seen], viewer: int | None) -> Iterator[str]:
    """`L1-L7 deployed at 8-14,9` (C7-SETUP-4), then a phrase for each other event."""
    deployed = [one.event for one in seen if isinstance(one.event, ev.Deployed)]
    where = [place for event in deployed for place in event.places]
    if where:
        refs = listed_ranges(ref for ref, _ in where)
        cells = places(cell for _, cell in where)
        yield f"{whose(deployed[0], viewer)}{refs} deployed at {cells}"
    for one in seen:
        if isinstance(one.event, ev.ArmyEvent) and one.event.SHORT:
            yield from (whose(one.event, viewer) + text for text in acts.told(one).split("\n"))


def whose(event: Event, viewer: int | None) -> str:
    """`army 1: ` for viewers other than the seat itself."""
    seat = getattr(event, "seat", 0)
    return f"{seat_name(seat)}: " if seat and viewer != seat else ""


# The end of a turn, a phase, a round or the battle: one line for that, one for Morale, and one
# for the outcomes.


def ends_turn(orders: Sequence[Order]) -> bool:
    """Does the line end a turn, by an order or by a missed deadline?"""
    return bool(orders) and isinstance(orders[0], EndPhase | SkipTo | shared.Timeout)


def ordered(state: State, orders: Sequence[Order], seen: Sequence[acts.Seen]) -> Iterator[Line]:
    """What was ordered: `Army 1 ends its Move`, `Army 1 passes until Fight`."""
    army, phase = seat_name(state.flow.turn), phase_name(state.flow.phase)
    for order in orders[:1]:
        if isinstance(order, EndPhase):
            yield line(f"{army.capitalize()} ends its {phase}")
        elif isinstance(order, shared.Timeout) and state.flow.turn:
            yield line(f"Time is up: {army}'s {phase} ends")
    for one in seen:
        if isinstance(one.event, ev.SkippingTo):
            yield line(acts.told(one))


def passed(seen: Sequence[acts.Seen]) -> Iterator[Line]:
    """The rounds that ended, and who goes first in the phase that has begun."""
    for one in seen:
        if isinstance(one.event, ev.RoundEnded):
            yield line(f"Round {one.event.round} is over", strong=True)
    orders = [one for one in seen if isinstance(one.event, ev.OrderOfPlay)]
    yield from (line(acts.told(one)) for one in orders[-1:])


def morale(seen: Sequence[acts.Seen]) -> Iterator[Line]:
    """C7-MORALE-2 to C7-MORALE-4: `Morale: all hold but G2 (9 against DC 10), shaken until ...`."""
    tests = [one.event for one in seen if isinstance(one.event, ev.MoraleTested)]
    failed = in_groups(
        (test.why or f"{test.value} against DC {test.dc}", test.unit)
        for test in tests
        if not test.passed
    )
    names = ", ".join(f"{ranges(units)} ({why})" for why, units in failed.items())
    gained = (one.event for one in seen if isinstance(one.event, ev.ConditionGained))
    shaken = (one.affliction for one in gained if one.affliction.condition == "shaken")
    until = next((acts.until_words(one.until) for one in shaken), "")
    if tests:
        yield line(f"Morale: all hold but {names}, shaken{until}" if failed else "Morale: all hold")


def is_shaken(one: acts.Seen) -> bool:
    """Is it the condition from a failed Morale check?  The line on Morale tells of it."""
    return isinstance(one.event, ev.ConditionGained) and one.event.cause == "morale"


def ended(seen: Sequence[acts.Seen]) -> Iterator[Line]:
    """C7-END-1: who has won, and how."""
    for one in seen:
        if isinstance(one.event, Ended):
            result, sign, how = SAID.of(one.event)[0].partition(":")
            yield line(result, strong=True) + line(f"{sign}{how}")


# What the GM set, in short: `GM: L7 HP 13 → 27`; the reason is added when it is posted.


ORDERS = (
    *(shared.Put, shared.Remove, shared.Relocate, shared.Set, shared.Give, shared.Clear),
    *(shared.NextDice, shared.Rule, own.Damage, own.Heal, own.Kill, own.PaintTerrain),
    *(own.Import, own.AddNote),
)
"""The GM's orders that set something; a missed deadline is told like the end of a turn."""


def is_override(orders: Sequence[Order]) -> bool:
    """Did the GM set something with this line?"""
    return any(isinstance(order, ORDERS) for order in orders)


def overridden(seen: Sequence[acts.Seen]) -> Iterator[Line]:
    """One line for what was set and what followed; rulings, Morale and a victory on their own."""
    for one in seen:
        if isinstance(one.event, Ruled):
            yield line(f"Ruling: {' '.join(one.event.text.split())}")
    set_ = [line(text) for one in seen for text in set_by_gm(one)]
    left = [one for one in seen if not [*set_by_gm(one)]]
    pieces = [*set_, *acts.outcomes(left), *passed(seen)]
    if pieces:
        yield line("GM: ") + put_together(pieces)
    yield from morale(seen)
    yield from ended(seen)


def set_by_gm(one: acts.Seen) -> Iterator[str]:
    """`L7 HP 13 → 27`: what an event of the GM's line changed; also notes, imports, loaded dice,
    and refused parts of the line."""
    match one.event:
        case PhaseBegan(phase=phase):
            yield f"phase {phase_name(one.before.flow.phase)} → {phase_name(phase)}"
        case ev.Damaged(unit, _, before, after, _, "GM") | ev.Healed(unit, _, before, after, "GM"):
            yield f"{unit} HP {before} → {after}"
        case DiceLoaded() | Refused():
            yield from SAID.of(one.event)
        case event if isinstance(event, ev.GMEvent | ev.BattleBegan):
            yield from acts.told(one).split("\n")


# The lines of an entry put together.


def brief(
    state: State, orders: Sequence[Order], events: Sequence[Event], viewer: int | None
) -> tuple[Line, ...]:
    """What was ordered and what came of it; `state` is the one before.

    The first line tells the deed, and a single attack with it; then follow attacks, magic, Morale,
    what ended, who has won.  Nothing that the viewer may not know is told (C7-SETUP-8).
    """
    seen = list(acts.witnessed(state, events, viewer))
    if not seen:
        return ()
    lines = overridden(seen) if is_override(orders) else line_by_line(state, orders, seen, viewer)
    return tuple(begun(one) for one in lines if one)


def line_by_line(
    state: State, orders: Sequence[Order], seen: Sequence[acts.Seen], viewer: int | None
) -> Iterator[Line]:
    """The lines of a seat's entry, or of the end of its turn."""
    cuts = acts.cut(seen, "turn" if ends_turn(orders) else "deed")
    turning = [one for act in acts.of_kind(cuts, "turn") for one in act.seen]
    first = [*opening(state, orders, cuts, viewer), *ordered(state, orders, seen)]
    struck = acts.lines_of(cuts, ordered=not first)
    refused = [line(text) for text in deeds.refusals(state, orders, seen)]
    alone = struck if first and len(struck) == 1 and not refused else []
    head = [*first, *alone, *(refused if first or not struck else ()), *passed(turning)]
    yield put_together(head, ". ")
    yield from () if alone else struck
    if struck and not first and refused:
        yield put_together(refused, ". ")
    yield from morale(turning)
    yield put_together(acts.outcomes([one for one in turning if not is_shaken(one)]))
    yield from ended(seen)


def opening(
    state: State, orders: Sequence[Order], cuts: Sequence[acts.Act], viewer: int | None
) -> Iterator[Line]:
    """The deeds of the order, and what followed from them without an attack."""
    seen = [one for act in acts.of_kind(cuts, "deed") for one in act.seen]
    yield from (begun(line(text)) for text in phrases(seen, viewer))
    said = (one.event for one in seen if isinstance(one.event, DrawOffered | Ruled))
    done = [*deeds.phrases(seen), *(text for event in said for text in PHRASES.of(event))]
    used = tuple(one.event.tactic for one in seen if isinstance(one.event, ev.TacticUsed))
    yield from map(line, done[:-1])
    if last := put_together([*map(line, done[-1:]), *acts.outcomes(seen, used)]):
        yield last
