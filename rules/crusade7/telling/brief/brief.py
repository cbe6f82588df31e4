"""A line of orders and what came of it in few lines, as chat and console say it."""

from collections.abc import Iterator, Sequence

from rules.crusade7 import events as ev
from rules.crusade7.events import TacticUsed
from rules.crusade7.state import State
from rules.crusade7.telling.brief import deeds, strikes, turns
from rules.crusade7.telling.brief.acts import (
    Act,
    Seen,
    cut,
    join,
    of_kind,
    renamed,
    sentences,
    told,
    witnessed,
    worded,
)
from rules.crusade7.telling.brief.strikes import outcomes
from rules.crusade7.telling.roll import listed_ranges, places
from rules.display.acts import begun
from rules.display.view import Line
from rules.line.events import DrawOffered, Event, Ruled
from rules.line.flow import seat_name
from rules.line.orders import Order

# The set-up in short: what was bought, where it was deployed, who is ready.


def phrases(seen: Sequence[Seen], viewer: int | None) -> Iterator[str]:
    """One phrase for each event; to others than the seat itself with its name before it."""
    yield from deployed(seen, viewer)
    for one in seen:
        seat = getattr(one.event, "seat", 0)
        whose = f"{seat_name(seat)}: " if seat and viewer != seat else ""
        for text in phrase(one):
            yield f"{whose}{text}"


def deployed(seen: Sequence[Seen], viewer: int | None) -> Iterator[str]:
    """C7-SETUP-4: `L1-L7 deployed at 8-14,9`."""
    events = [one.event for one in seen if isinstance(one.event, ev.Deployed)]
    where = [place for event in events for place in event.places]
    if where:
        seat = events[0].seat
        whose = f"{seat_name(seat)}: " if viewer != seat else ""
        refs = listed_ranges(tuple(ref for ref, _ in where))
        yield f"{whose}{refs} deployed at {places(cell for _, cell in where)}"


def phrase(one: Seen) -> Iterator[str]:
    """`detachment Platoon: LG1, L1-L7 for 313 gold, 2 CP. Left: 687 gold, 4 CP`."""
    if isinstance(one.event, ev.BattleBegan):
        yield from renamed(one.event)
    elif isinstance(one.event, ev.ArmyEvent) and one.event.SHORT:
        yield told(one)


# The lines of an entry put together.


def brief(
    state: State, orders: Sequence[Order], events: Sequence[Event], viewer: int | None
) -> tuple[Line, ...]:
    """What was ordered and what came of it, from the state before it.

    The first line says the deed, with a single attack behind it; then attacks, magic, Morale, what
    ended, who has won.  Nothing that the viewer may not know (C7-SETUP-8).
    """
    seen = list(witnessed(state, events, viewer))
    if not seen:
        return ()
    lines = (
        turns.lines_of(seen)
        if turns.is_override(orders)
        else line_by_line(state, orders, seen, viewer)
    )
    return tuple(begun(line) for line in lines if line)


def line_by_line(
    state: State, orders: Sequence[Order], seen: Sequence[Seen], viewer: int | None
) -> Iterator[Line]:
    """A seat's entry, or the end of its turn."""
    acts = cut(seen, "turn" if turns.ends_turn(orders) else "deed")
    turning = [one for act in of_kind(acts, "turn") for one in act.seen]
    first = [*opening(state, orders, acts, viewer), *turns.head(state, orders, seen)]
    blows = [act for act in of_kind(acts, "strike") if not deeds.is_magic(act, acts)]
    struck = [*strikes.lines_of(blows, ordered=not first), *deeds.lines_of(acts)]
    refused = [worded(text) for text in deeds.refusals(state, orders, seen)]
    passed = [*turns.passed(turning)]
    alone = struck if first and len(struck) == 1 and not refused else []
    yield sentences([*first, *alone, *(refused if first or not struck else ()), *passed])
    yield from () if alone else struck
    if struck and not first and refused:
        yield sentences(refused)
    yield from turns.morale(turning)
    yield from turns.rest(turning)
    yield from turns.ended(seen)


def opening(
    state: State, orders: Sequence[Order], acts: Sequence[Act], viewer: int | None
) -> Iterator[Line]:
    """The deeds of the order, and what followed from them without an attack."""
    seen = [one for act in of_kind(acts, "deed") for one in act.seen]
    yield from (worded(text[:1].upper() + text[1:]) for text in phrases(seen, viewer))
    done = [worded(text) for text in deeds.phrases(seen)]
    done += [worded(text) for one in seen for text in spoken(one)]
    used = tuple(one.event.tactic for one in seen if isinstance(one.event, TacticUsed))
    followed = outcomes(seen, used)
    if done:
        yield from done[:-1]
        yield join([done[-1], *followed])
    elif followed:
        yield join(followed)


def spoken(one: Seen) -> Iterator[str]:
    """Words between the players and the GM."""
    if isinstance(one.event, DrawOffered):
        yield f"{seat_name(one.event.seat)} offers a draw"
    if isinstance(one.event, Ruled):
        yield f"Ruling: {one.event.text}"
