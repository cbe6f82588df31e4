"""A match without a GM: an override that one seat proposes holds when all the others agree."""

import json
from dataclasses import dataclass

from bot.match.reply import Reply
from bot.referee.gate import Caller, check_is_played, is_player
from bot.referee.service import Referee, RefereeError, Table
from bot.referee.settings import change_settings
from rules.flow import seat_name
from rules.game import GM

SETTING = "proposal"
MOST_CHARACTERS = 1500


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed, by its number, and the seats that have agreed."""

    number: int
    text: str
    agreed: tuple[int, ...]


def has_gm(table: Table) -> bool:
    """Does anybody hold the GM's seat?"""
    return any(seat == GM for seat, _ in table.record.seats)


def open_proposal(table: Table) -> Proposal | None:
    """The proposal that waits for answers."""
    kept = table.record.settings.get(SETTING)
    if not kept:
        return None
    found = json.loads(kept)
    return Proposal(found["number"], found["text"], tuple(found["agreed"]))


async def propose(referee: Referee, table: Table, caller: Caller, text: str) -> Proposal | Reply:
    """Put an override to the others; a text that cannot be read is answered at once."""
    check_is_played(table)
    if not is_player(table, caller):
        raise RefereeError("only those who play may propose something")
    if len(text) > MOST_CHARACTERS:
        raise RefereeError(f"a proposal has at most {MOST_CHARACTERS:,} characters")
    unread = referee.unread(table, GM, text)
    if unread is not None:
        return unread
    seats = sorted(seat for seat in table.seats_of(caller.user) if seat)
    number = int(table.record.settings.get("proposals", "0")) + 1
    proposal = Proposal(number, text, tuple(seats))
    changes = {SETTING: _written(proposal), "proposals": str(number)}
    await change_settings(referee, table, changes)
    return proposal


async def agree(referee: Referee, table: Table, caller: Caller, number: int) -> Proposal:
    """One more seat agrees.  Raises `RefereeError` if that is not the open proposal."""
    check_is_played(table)
    proposal = open_proposal(table)
    if proposal is None or proposal.number != number:
        raise RefereeError("this proposal is not open any more")
    seats = [seat for seat in table.seats_of(caller.user) if seat]
    if not seats:
        raise RefereeError("only those who play may agree to it")
    agreed = tuple(sorted({*proposal.agreed, *seats}))
    proposal = Proposal(number, proposal.text, agreed)
    await change_settings(referee, table, {SETTING: _written(proposal)})
    return proposal


async def reject(referee: Referee, table: Table, caller: Caller, number: int) -> None:
    """One seat is against it (or its author takes it back): it is closed."""
    proposal = open_proposal(table)
    if proposal is None or proposal.number != number:
        raise RefereeError("this proposal is not open any more")
    if not is_player(table, caller):
        raise RefereeError("only those who play may answer it")
    await change_settings(referee, table, {SETTING: ""})


def missing(table: Table, proposal: Proposal) -> list[int]:
    """The seats that have not agreed yet."""
    seats = table.game.seats(table.record.options)
    return [seat for seat in seats if seat not in proposal.agreed]


async def carry_out(referee: Referee, table: Table, proposal: Proposal) -> Reply:
    """All agree: the override is filed as the GM's, with that as its reason."""
    lines = proposal.text.splitlines()
    if len(lines) == 1 and "//" not in lines[0]:
        lines = [f"{lines[0]} // agreed by {', '.join(map(seat_name, proposal.agreed))}"]
    source = f"p{table.record.id}.{proposal.number}"
    reply = await referee.submit(table, GM, "\n".join(lines), source=source)
    await change_settings(referee, table, {SETTING: ""})
    return reply


def _written(proposal: Proposal) -> str:
    return json.dumps(
        {"number": proposal.number, "text": proposal.text, "agreed": list(proposal.agreed)}
    )
