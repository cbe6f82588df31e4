"""The lines of an entry put together."""

from collections.abc import Iterator, Sequence

from rules.crusade7.events import TacticUsed
from rules.crusade7.state import State
from rules.crusade7.telling.brief import deeds, magic, muster, overrides, strikes, turns
from rules.crusade7.telling.brief.acts import Act, Seen, cut, of_kind, witnessed
from rules.crusade7.telling.brief.outcomes import outcomes
from rules.crusade7.telling.brief.spans import join, sentences, worded
from rules.display.view import Line, Span
from rules.line.events import DrawOffered, Event, Ruled
from rules.line.flow import seat_name
from rules.line.orders import Order


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
    told = (
        overrides.lines_of(seen)
        if overrides.is_override(orders)
        else line_by_line(state, orders, seen, viewer)
    )
    return tuple(capital(line) for line in told if line)


def line_by_line(
    state: State, orders: Sequence[Order], seen: Sequence[Seen], viewer: int | None
) -> Iterator[Line]:
    """A seat's entry, or the end of its turn."""
    acts = cut(seen, "turn" if turns.ends_turn(orders) else "deed")
    turning = [one for act in of_kind(acts, "turn") for one in act.seen]
    first = [*opening(state, orders, acts, viewer), *turns.head(state, orders, seen)]
    blows = [act for act in of_kind(acts, "strike") if not magic.is_magic(act, acts)]
    struck = [*strikes.lines_of(blows, ordered=not first), *magic.lines_of(acts)]
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
    yield from (worded(text[:1].upper() + text[1:]) for text in muster.phrases(seen, viewer))
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


def capital(line: Line) -> Line:
    """A line begins with a capital letter."""
    first = line[0]
    text = first.text[:1].upper() + first.text[1:]
    return (Span(text, first.tone, first.strong), *line[1:])
