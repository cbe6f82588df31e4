"""Tables by type: the chapters that know some events each; orders of which nothing is listed.

A chapter takes a closed union (`event: FieldEvent`) and ends in `assert_never`, so that the type
checker proves that it has a row for each of them.  The table is read off the signatures of the
chapters, once, at import; a law holds that it has all events of the system.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_type_hints

from rules.line.frozen import Frozen
from rules.line.orders import Order
from rules.line.work import measured, spend

R = TypeVar("R")
S = TypeVar("S")

KEPT = 128
"""So many states are remembered with the event that led to them."""


def by_type(
    *chapters: Callable[..., R], rest: Mapping[type[Any], Callable[..., R]] = MappingProxyType({})
) -> Mapping[type[Any], Callable[..., R]]:
    """For each type of event the chapter that takes it, by the annotation of its `event`; `rest`
    has rows of its own."""
    table: dict[type[Any], Callable[..., R]] = dict(rest)
    for chapter in chapters:
        taken = get_type_hints(chapter)["event"]
        for kind in get_args(taken) or (taken,):
            if kind in table:
                raise TypeError(f"two chapters take {kind.__name__}")
            table[kind] = chapter
    return MappingProxyType(table)


def once(apply: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
    """The same, reckoned once for the same event in the same state: an order is adjudicated, folded
    and told, and each of them asks what came of its events.  Each spends the same steps."""
    known: dict[tuple[int, int], tuple[S, Any, S, int]] = {}

    def applied(state: S, event: Any) -> S:
        found = known.get((id(state), id(event)))
        if found is not None:
            spend(found[3])
            return found[2]
        after, steps = measured(apply, state, event)
        if len(known) >= KEPT:
            known.clear()
        known[id(state), id(event)] = (state, event, after, steps)
        return after

    return applied


class Unlisted(Frozen):
    """Why a table of orders lists no candidates of an order: `legal` never offers it."""

    why: str


def as_it_is(*orders: Order) -> Callable[..., Iterator[Order]]:
    """The candidates of an order that has no other forms than these."""
    return lambda state, seat: iter(orders)
