"""Taking a message back: all its accepted lines, newest first, or none of them."""

from itertools import groupby

from bot.match.reply import Reply
from bot.match.tree import LogEntry
from bot.referee.service import Referee, RefereeError, Table
from grammar import Written
from rules.errors import Refusal
from rules.game import GM, Entry
from rules.orders import Undo


async def standing(referee: Referee, table: Table, key: str) -> list[LogEntry]:
    """The entries of a message that are in force, oldest first."""
    live = {entry.number for entry in table.match.live()}
    made = await referee.store.entries_of(table.record.id, key, table.codec)
    return [entry for entry in made if entry.number in live]


async def check_can_withdraw(referee: Referee, table: Table, entries: list[LogEntry]) -> None:
    """Can these entries be taken back by undoing, newest first?

    Raises `RefereeError`, naming the entry that stands and why.
    """
    live = table.match.live()
    for entry in reversed(entries):
        state = await referee.state_at(table, live[-1].number)
        number = live[-1].number
        if entry.seat != GM:
            number = _undone(table, state, live, entry)
        if number != entry.number:
            raise RefereeError(f"#{entry.number} stands: #{number} came after it")
        live = [one for one in live if one.number < number]


def _undone(table: Table, state: object, live: list[Entry], entry: LogEntry) -> int:
    try:
        return table.game.undoes(state, live, entry.seat)
    except Refusal as refusal:
        why = f"{refusal.why} ({refusal.rule})"
        raise RefereeError(f"#{entry.number} stands: {why}") from refusal


async def withdraw(
    referee: Referee, table: Table, entries: list[LogEntry], key: str, user: str
) -> tuple[int, ...]:
    """Take these entries back, all or none; the caller holds the match's lock.

    Returns their numbers.  Raises `RefereeError`, naming the entry that stands.
    """
    await check_can_withdraw(referee, table, entries)
    newest_first = entries[::-1]
    for seat, group in groupby(newest_first, lambda entry: entry.seat):
        taken = list(group)
        count = len(taken)
        written = Written("undo" if count == 1 else f"undo {count}", (Undo(count),))
        reply: Reply = await referee.submit_locked(
            table,
            seat,
            written.text,
            user=user,
            source=f"{key}-{taken[0].number}",
            lines=(written,),
        )
        if not reply.ok:
            why = reply.problem or " ".join(one.why for one in reply.refused)
            raise RefereeError(f"#{newest_first[0].number} stands: {why}")
    return tuple(entry.number for entry in entries)
