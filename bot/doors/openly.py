"""Secret orders given where everybody reads: they are not filed, and only their author is told."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.doors.freely import meant
from bot.doors.saying import PUBLIC, Answer, Door, Run
from bot.history.secrets import is_done_openly
from bot.reading.world import world_of
from bot.referee.service import OpenMatch, Referee
from bot.render.wording import plain
from grammar import Written
from grammar.doubt import Message
from grammar.doubt.plainly import is_named
from rules.display.view import View
from rules.line.events import Refused
from rules.line.orders import Order, Undo, Unread
from rules.line.overrides import Rewind

READ_BY_ALL: tuple[Door, ...] = (*PUBLIC, "menu")
"""Doors whose messages stand in the channel, where everybody reads them."""

ADVICE = (
    "`{line}` is secret, and your message can be read by everybody: nothing of it was filed. Send "
    "it to me in a direct message or with `/order`, and delete the message."
)


def openly_said(table: OpenMatch, line: str) -> Answer:
    """The answer, to the author alone, that a line is secret and was not filed."""
    return Answer(ADVICE.format(line=plain(line[:MOST_SHOWN])), "", True, table=table)


MOST_SHOWN = 200
MOST_ORDERS = 200
"""The most legal orders that are searched for one of the same kind as a refused order."""


Kinds = dict[frozenset[type], bool]
"""Cache: are orders of these kinds secret now?"""


def secret_line(referee: Referee, table: OpenMatch, runs: Sequence[Run]) -> str:
    """The first of these lines, as typed, that would do something secret; empty if none would.

    Looks at the sentences to be filed or proposed, in whatever words they were said, also if they
    are refused.
    """
    state, kinds = table.state, Kinds()
    for run in runs:
        for typed, sentence in _sentences(table, run):
            for written in referee.read(table, run.seat, sentence):
                secret, state = _is_secret(table, run.seat, written, state, kinds)
                if secret:
                    return typed
    return ""


def with_advice(table: OpenMatch, runs: Sequence[Run], answer: Answer) -> Answer:
    """Make an answer private and add advice, if the message may give away a secret although it was
    not read as a secret order."""
    kinds = Kinds()
    told = next((run for run in runs if _may_be_secret(table, run, kinds)), None)
    if told is None:
        return answer
    advice = openly_said(table, told.text.split("\n")[0]).text
    return replace(answer, text=f"{answer.text}\n{advice}", public="", secret=True)


def _may_be_secret(table: OpenMatch, run: Run, kinds: Kinds) -> bool:
    """May a run give away a secret?  It may if it names something that not everybody knows of, or
    if it cannot be read and names something that secret orders are about now."""
    game, state = table.game, table.state
    refs = set(REF.findall(run.text.lower()))
    hidden = refs - _refs_seen(table, None) if refs else refs
    if hidden and hidden & _refs_seen(table, run.seat):
        return True
    reply = meant(table, run.seat, run.text, "mention").reply
    if reply is None or reply.offer or reply.options or "?" in run.text:
        return False
    message = Message(run.text, (), world_of(game, state, run.seat))
    named = {name for row in message.said for one in row if is_named(one) for name in one.names()}
    if not named:
        return False
    for order in islice(game.legal(state, run.seat), MOST_ORDERS):
        sentence = str(order).lower()
        if any(name in sentence for name in named) and _is_of_secret_kind(table, (order,), kinds):
            return True
    return False


REF = re.compile(r"\b[^\W\d_]+[0-9]+\b")


def _refs_seen(table: OpenMatch, viewer: int | None) -> set[str]:
    """Everything a viewer sees on the board that looks like a reference (`BL1`), in lower case."""
    view: View = table.game.view(table.state, viewer, "text")
    lines = (line for block in view.blocks for line in block.lines)
    return {ref for line in lines for span in line for ref in REF.findall(span.text.lower())}


def _sentences(table: OpenMatch, run: Run) -> Iterator[tuple[str, str]]:
    """Pairs of what was typed and a sentence of the law that it means or may mean."""
    said = meant(table, run.seat, run.text, "mention")
    if said.reply is None:
        for line in said.text.split("\n"):
            yield said.typed_as(line) or line, line
        return
    reply = said.reply
    forms = (one.form for one in reply.unreadable if one.form)
    options = (part for one in reply.options for part in one.split(" ; "))
    for line in (*reply.offer, *options, *forms):
        yield run.text, line
    yield from ((line, line) for line in run.text.split("\n"))


def _is_secret(
    table: OpenMatch, seat: int, written: Written, state: Any, kinds: Kinds
) -> tuple[bool, Any]:
    """Whether what a line would do is secret, and the state after it if it is not."""
    game = table.game
    known = not any(isinstance(one, Undo | Rewind | Unread) for one in written.orders)
    if written.problem is not None or not known:
        return False, state
    events = table.tried(seat, *written.orders, state=state)
    if events is None or (len(events) == 1 and isinstance(events[0], Refused)):
        return _is_of_secret_kind(table, written.orders, kinds), state
    if table.match.secret(events, state):
        return not is_done_openly(game, written.orders, events, state), state
    return False, table.match.ahead(events, state).state


def _is_of_secret_kind(table: OpenMatch, orders: Sequence[Order], known: Kinds) -> bool:
    """Are orders of the same kinds secret now, whichever seat gives them?  For a refused order,
    which gives away as much as one that is carried out."""
    kinds = frozenset(type(one) for one in orders)
    if kinds not in known:
        known[kinds] = _are_secret(table, set(kinds))
    return known[kinds]


def _are_secret(table: OpenMatch, kinds: set[type]) -> bool:
    game, state = table.game, table.state
    for seat in game.awaits(state):
        for order in islice(game.legal(state, seat), MOST_ORDERS):
            if type(order) not in kinds:
                continue
            kinds.discard(type(order))
            events = table.tried(seat, order)
            if events is None:
                continue
            openly = is_done_openly(game, (order,), events, state)
            if table.match.secret(events, state) and not openly:
                return True
            if not kinds:
                return False
    return False
