"""Tables by type: which function (chapter) handles which events, and helpers for tables of orders.

A chapter takes a closed union (`event: FieldEvent`) and ends in `assert_never`, so that the type
checker proves that it handles every member.  The table is built from the signatures of the
chapters, once, at import; a test checks that it covers all events of the system.
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
"""How many results of `apply` the cache of `once` holds before it is cleared."""


def by_type(
    *chapters: Callable[..., R], rest: Mapping[type[Any], Callable[..., R]] = MappingProxyType({})
) -> Mapping[type[Any], Callable[..., R]]:
    """Map each type of event to the chapter that takes it, by the annotation of its `event`.

    `rest` gives rows that belong to no chapter.  Raises `TypeError` if two chapters take the same
    type.
    """
    table: dict[type[Any], Callable[..., R]] = dict(rest)
    for chapter in chapters:
        taken = get_type_hints(chapter)["event"]
        for kind in get_args(taken) or (taken,):
            if kind in table:
                raise TypeError(f"two chapters take {kind.__name__}")
            table[kind] = chapter
    return MappingProxyType(table)


def once(apply: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
    """`apply` with a cache: the same event object in the same state object is applied once.

    Adjudicating, folding and reporting an order all apply its events.  A cached result spends the
    same steps of work as the first one.
    """
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
    """Stands in a table of orders where `legal` never offers an order, and says why."""

    why: str


def as_it_is(*orders: Order) -> Callable[..., Iterator[Order]]:
    """A function that always lists just these orders as candidates, whatever the state."""
    return lambda state, seat: iter(orders)
