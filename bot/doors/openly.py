"""Secret orders said where everybody reads: they are not filed, and only their writer is told."""

from collections.abc import Sequence
from typing import Any

from bot.doors.hearing import PUBLIC, Door, Run
from bot.history.secrets import is_done_openly
from bot.match.dice import seeded
from bot.referee.service import OpenMatch, Referee
from rules.errors import Refusal
from rules.events import Event
from rules.orders import Order, Undo
from rules.overrides import Rewind

READ_BY_ALL: tuple[Door, ...] = (*PUBLIC, "menu")
"""What comes through these doors stands in the channel."""

ADVICE = (
    "`{line}` is secret, and your message can be read by everybody: nothing of it was filed. Send "
    "it to me in a direct message or with `/order`, and delete the message."
)


def secret_line(referee: Referee, table: OpenMatch, runs: Sequence[Run]) -> str:
    """The first of these lines that would do something not for everybody's eyes, or nothing."""
    game, state = table.game, table.match.state
    for run in runs:
        for written in referee.read(table, run.seat, run.text):
            known_order = not any(isinstance(one, Undo | Rewind) for one in written.orders)
            if written.problem is not None or not known_order:
                continue
            try:
                events = _tried(table, run.seat, written.orders, state)
            except Refusal:
                continue
            openly = is_done_openly(game, written.orders, events, state)
            if table.match.secret(events, state) and not openly:
                return written.text
            state = table.match.ahead(events, state).state
    return ""


def _tried(table: OpenMatch, seat: int, orders: tuple[Order, ...], state: Any) -> tuple[Event, ...]:
    """What orders would do.  Raises `Refusal`."""
    dice = seeded("", "", 0)
    if state is table.match.state:
        return table.match.play(seat, orders, dice)
    return table.game.adjudicate(state, seat, orders, dice)
