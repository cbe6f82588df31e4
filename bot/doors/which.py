"""Which of several matches a letter is for: the only one where it can be an order, or that of its
writer's last line."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from bot.doors.hearing import Heard, runs_of
from bot.doors.offers import would_run
from bot.doors.saying import Answer
from bot.referee.service import OpenMatch, Referee, RefereeError
from bot.render.escape import plain

KEPT = 500


class LastLines:
    """The match to which each account said something last; after a restart the log tells it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._last: OrderedDict[str, int] = OrderedDict()

    def said(self, user: str, table: OpenMatch) -> None:
        """Somebody said something that was for this match."""
        self._last[user] = table.record.id
        self._last.move_to_end(user)
        if len(self._last) > KEPT:
            self._last.popitem(last=False)

    async def among(self, tables: Sequence[OpenMatch], heard: Heard) -> OpenMatch | None:
        """The match of several that a text is for; None: nothing tells it."""
        able = [one for one in tables if can_be_order(one, heard)]
        if len(able) == 1:
            return able[0]
        user, among = heard.caller.user, able or tables
        last = self._last.get(user)
        if last is None:
            last = await self._referee.mail.last_match(user, [one.record.id for one in tables])
        return next((one for one in among if one.record.id == last), None)


def can_be_order(table: OpenMatch, heard: Heard) -> bool:
    """Is every line of a text an order in this match?"""
    try:
        runs = runs_of(table, heard)
    except RefereeError:
        return False
    return bool(runs) and all(would_run(table, run) for run in runs)


def which_of(tables: Sequence[OpenMatch]) -> Answer:
    """The question which match is meant."""
    return Answer(
        "Which match is this for? Begin with its number: "
        + "; ".join(f"`#{one.record.id}: ...` {plain(one.record.name)}" for one in tables)
    )


def naming(table: OpenMatch, answer: Answer) -> Answer:
    """An answer that says for which match its text was taken."""
    name = f"**{plain(table.record.name)}**: "
    text, public = (one and name + one for one in (answer.text, answer.public))
    return replace(answer, text=text, public=public)
