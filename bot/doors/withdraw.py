"""Taking a message back: all its accepted lines, in whatever order they stand, or none of them."""

from collections.abc import Sequence
from itertools import groupby

from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.service import OpenMatch, Referee, RefereeError
from grammar import Written
from rules.line.errors import Refusal
from rules.line.orders import GM, Undo


class Stands(RefereeError):
    """A message cannot be taken back; `offer` and `ask` say what can be done instead."""

    def __init__(self, why: str, seat: int, reply: Reply) -> None:
        super().__init__(why)
        self.seat = seat
        self.reply = reply


async def standing(referee: Referee, table: OpenMatch, key: str) -> list[LogEntry]:
    """The entries of a message that are in force, oldest first."""
    live = {entry.number for entry in table.match.live()}
    made = await referee.store.entries_of(table.record.id, key, table.codec)
    return [entry for entry in made if entry.number in live]


async def check_newest_first(referee: Referee, table: OpenMatch, entries: list[LogEntry]) -> None:
    """Can the entries of several seats be taken back by undoing, newest first?

    Raises `RefereeError`, naming the entry that stands and why.
    """
    live = table.match.live()
    for entry in reversed(entries):
        number = live[-1].number
        if entry.seat != GM:
            state = await referee.state_at(table, number)
            try:
                number = table.game.undoes(state, live, entry.seat)
            except Refusal as refusal:
                why = f"{refusal.why} ({refusal.rule})"
                raise RefereeError(f"#{entry.number} stands: {why}") from refusal
        if number != entry.number:
            raise RefereeError(f"#{entry.number} stands: #{number} came after it")
        live = [one for one in live if one.number < number]


def undo_of(table: OpenMatch, seat: int, numbers: Sequence[int]) -> Undo:
    """The order that takes these entries back: the last of all simply with `undo`."""
    last = [entry.number for entry in table.match.live()][-len(numbers) :]
    if last == list(numbers):
        return Undo(len(numbers))
    own = [entry.number for entry in table.match.live() if entry.seat == seat]
    if seat != GM and own[-len(numbers) :] == list(numbers) and _reaches(table, seat, own[-1]):
        return Undo(len(numbers))
    return Undo(entries=tuple(numbers))


def _reaches(table: OpenMatch, seat: int, number: int) -> bool:
    """Is this what `undo` takes back now?  Where all work unseen others may have acted since."""
    try:
        return table.game.undoes(table.state, table.match.live(), seat) == number
    except Refusal:
        return False


async def withdraw(
    referee: Referee, table: OpenMatch, entries: list[LogEntry], key: str, user: str
) -> tuple[int, ...]:
    """Take these entries back, all or none; the caller holds the match's lock.

    Returns their numbers.  Raises `Stands`, naming what is in the way.
    """
    groups = [(seat, list(own)) for seat, own in groupby(entries[::-1], lambda one: one.seat)]
    if len(groups) > 1:
        await check_newest_first(referee, table, entries)
    for seat, newest_first in groups:
        numbers = sorted(one.number for one in newest_first)
        order = undo_of(table, seat, numbers)
        reply: Reply = await referee.submit_locked(
            table,
            seat,
            str(order),
            user=user,
            source=f"{key}-{numbers[-1]}",
            lines=(Written(str(order), (order,)),),
        )
        if not reply.ok:
            why = reply.problem or " ".join(f"{one.why} ({one.rule})" for one in reply.refused)
            named = f"#{numbers[-1]} stands: " if f"#{numbers[-1]} " not in f"{why} " else ""
            raise Stands(f"{named}{why}", seat, reply)
    return tuple(entry.number for entry in entries)
