"""Orders on a condition (`if O1 dies, L2 attacks O2`; `otherwise, L2 attacks O1`) in a message.

The condition is read as in a plan, the order behind it by the law.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from grammar.errors import ParseError, told
from grammar.lines import CLOSING
from grammar.parser import Written, read
from grammar.plans import Given, PlanLine, read_line
from rules.line.orders import AcceptDraw, OfferDraw, Order, Resign, Undo, Unread

BEGINS = re.compile(r"(if|unless|otherwise|else)\b", re.IGNORECASE)
"""The beginning of a line that is carried out on a condition."""

LONELY = '"otherwise" needs a line with "if" just before it'
GRAVE = (
    "what ends a turn, a phase or the match, or takes something back, is not done on a condition: "
    "send it when you know"
)


def read_given(system: str, text: str, names: Iterable[str] = ()) -> tuple[Written, ...]:
    """Read a seat's message line by line, including lines on a condition.

    An `otherwise` is unread unless the line before it has a condition.
    """
    known = tuple(names)
    lines = [_on_condition(system, one, known) for one in read(system, text, known)]
    for at, line in enumerate(lines):
        before = lines[at - 1].given if at else None
        if line.given is None or line.given.condition is not None:
            continue
        if before is None or before.condition is None:
            lines[at] = _unread(line, ParseError(line.text, 0, why=LONELY))
        else:
            lines[at - 1] = replace(lines[at - 1], given=replace(before, paired=True))
    return tuple(lines)


def _on_condition(system: str, line: Written, names: tuple[str, ...]) -> Written:
    """The line read with its condition, if it has one; otherwise as it was."""
    if line.problem is None or not BEGINS.match(line.text):
        return line
    frame = read_line(line.text.rstrip(CLOSING + " "))
    if isinstance(frame, ParseError):
        return _unread(line, frame)
    found = read(system, frame.order, names)
    if len(found) != 1 or not is_on_condition(frame):
        return line
    (order,) = found
    if order.problem is not None:
        problem, column = order.problem, order.problem.column + frame.column
        return _unread(line, replace(problem, line=line.text, column=column))
    if any(map(is_grave, order.orders)):
        return _unread(line, ParseError(line.text, 0, why=GRAVE))
    given = Given(order.text, frame.condition)
    return replace(line, orders=order.orders, problem=None, strange=order.strange, given=given)


def is_on_condition(line: PlanLine) -> bool:
    """Is it a line that is carried out once, on a condition or `otherwise`?"""
    return line.otherwise or (line.condition is not None and line.sort == "once")


def is_grave(order: Order) -> bool:
    """Does it end a turn, a phase or the match, or take something back?"""
    ends = order.passes or str(order) == "end turn"
    return ends or isinstance(order, Resign | OfferDraw | AcceptDraw | Undo)


def _unread(line: Written, problem: ParseError) -> Written:
    """The line as one that could not be read, with this problem."""
    return replace(line, orders=(Unread(line.text, told(problem)),), problem=problem, given=None)
