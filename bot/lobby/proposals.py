"""Proposals: what one seat proposes is carried out when all the others, or the GM, agree."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.match.pending import Proposal
from bot.match.reply import Reply
from bot.posts.headings import span
from bot.referee.gate import Caller, check_is_played, check_may_order, is_gm, is_player
from bot.referee.open_match import cut
from bot.referee.petition import keep, missing, open_proposal
from bot.referee.service import OpenMatch, Referee, RefereeError
from rules.line.errors import Refusal
from rules.line.orders import GM, Undo

MOST_CHARACTERS = 1500
LAPSES = timedelta(hours=24)
"""How long a proposal waits for its answers."""

CLOSED = "this proposal is not open any more"


async def propose(
    referee: Referee, table: OpenMatch, caller: Caller, text: str
) -> Proposal | Reply:
    """Propose an override to the other seats.  Returns the reply instead if it cannot be read.
    Raises `RefereeError`."""
    check_is_played(table)
    if not is_player(table, caller):
        raise RefereeError("only those who play may propose something")
    if len(text) > MOST_CHARACTERS:
        raise RefereeError(f"a proposal has at most {MOST_CHARACTERS:,} characters")
    unread = referee.unread(table, GM, text)
    if unread is not None:
        return unread
    seats = tuple(sorted(table.plays(caller.user)))
    what = f"`{' / '.join(text.splitlines()).replace('`', chr(39))}`"
    return await _made(referee, table, Proposal(0, text, seats, seats[0], what))


async def ask_back(
    referee: Referee,
    table: OpenMatch,
    caller: Caller,
    seat: int,
    entries: tuple[int, ...],
    to_gm: bool,
) -> Proposal:
    """Ask the others, or the GM, to let orders be taken back.  Raises `RefereeError`."""
    check_may_order(table, caller, seat)
    live = {entry.number: entry for entry in table.match.live()}
    if not entries or any(one not in live or live[one].seat != seat for one in entries):
        raise RefereeError("these orders do not count any more, or are not yours")
    if to_gm and not table.has_gm:
        raise RefereeError("this match has no GM: ask the other side")
    line = await line_for(referee, table, entries)
    numbers = ", ".join(f"#{number}" for number in entries)
    said = table.said.get(entries[0])
    shown = f" ({cut(said.sentence)})" if said and not live[entries[0]].secret else ""
    seats = tuple(sorted({seat, *table.plays(caller.user)}))
    void = _void(table, entries, line)
    proposal = Proposal(0, line, seats, seat, f"to take back {numbers}{shown}", void, entries)
    return await _made(referee, table, replace(proposal, to_gm=to_gm))


async def _made(referee: Referee, table: OpenMatch, proposal: Proposal) -> Proposal:
    """Give a new proposal its number and its time limit, and keep it."""
    number = table.record.settings.proposals_made + 1
    until = (datetime.fromisoformat(referee.timestamp()) + LAPSES).isoformat()
    proposal = replace(proposal, number=number, until=until)
    await keep(referee, table, proposal)
    return proposal


async def line_for(referee: Referee, table: OpenMatch, entries: tuple[int, ...]) -> str:
    """The GM line that takes orders back: `undo` for them alone if nothing builds on them, else a
    rewind of everything since."""
    try:
        await referee.leads(table, GM, Undo(entries=entries))
    except Refusal:
        path = table.match.path()
        before = path.index(min(entries, key=path.index)) - 1
        return f"rewind to #{path[before] if before >= 0 else 0}"
    return str(Undo(entries=entries))


def _void(table: OpenMatch, entries: tuple[int, ...], line: str) -> str:
    """`It would void #52-#60.`"""
    if line.startswith("undo"):
        return "Nothing else would change."
    path = table.match.path()
    gone = path[path.index(min(entries, key=path.index)) :]
    return f"It would void {span(gone[0], gone[-1])}."


async def agree(referee: Referee, table: OpenMatch, caller: Caller, number: int) -> Proposal:
    """Record that a seat or the GM agrees.  Raises `RefereeError` if it is not open."""
    check_is_played(table)
    proposal = await _open(referee, table, number)
    decides = is_gm(table, caller)
    seats = table.plays(caller.user)
    if proposal.to_gm and not decides:
        raise RefereeError("the GM decides about this")
    if not seats and not decides:
        raise RefereeError("only those who play may agree to it")
    agreed = {*proposal.agreed, *seats, *(missing(table, proposal) if decides else ())}
    proposal = replace(proposal, agreed=tuple(sorted({*agreed, *((GM,) if decides else ())})))
    await keep(referee, table, proposal)
    return proposal


async def _open(referee: Referee, table: OpenMatch, number: int) -> Proposal:
    """The open proposal of that number; one that is out of time lapses first.  Raises
    `RefereeError`."""
    await lapse(referee, table)
    proposal = open_proposal(table)
    if proposal is None or proposal.number != number:
        raise RefereeError(CLOSED)
    return proposal


async def lapse(referee: Referee, table: OpenMatch) -> bool:
    """Close the open proposal if it is out of time or its match is over; returns whether it was."""
    proposal = open_proposal(table)
    if proposal is None or not proposal.until:
        return False
    over = table.is_over
    late = datetime.fromisoformat(referee.timestamp()) >= datetime.fromisoformat(proposal.until)
    if late or over:
        await keep(referee, table, replace(proposal, outcome="lapsed"))
    return late or over


async def reject(referee: Referee, table: OpenMatch, caller: Caller, number: int) -> Proposal:
    """Close a proposal: a seat or the GM refuses it, or its author takes it back."""
    proposal = await _open(referee, table, number)
    if not (is_player(table, caller) or is_gm(table, caller)):
        raise RefereeError("only those who play may answer it")
    own = table.seats_of(caller.user)
    others = [seat for seat in own if seat not in proposal.agreed]
    if proposal.by in own or not (others or is_gm(table, caller)):
        outcome = "taken back"
    else:
        who = others[0] if others else GM
        outcome = f"refused by {table.name_of(who) if who else 'the GM'}"
    proposal = replace(proposal, outcome=outcome)
    await keep(referee, table, proposal)
    return proposal


async def carry_out(referee: Referee, table: OpenMatch, proposal: Proposal) -> Reply:
    """File a proposal that was agreed to as the GM's, with the agreement as its reason."""
    text = proposal.text
    if proposal.entries:
        if not set(proposal.entries) <= set(table.match.path()):
            await _ended(referee, table, proposal, "nothing is left of it")
            return Reply(problem="these orders do not count any more")
        text = await line_for(referee, table, proposal.entries)
    lines = text.splitlines()
    by = [table.name_of(seat) if seat else "the GM" for seat in proposal.agreed]
    if GM in proposal.agreed:
        by = [f"{table.name_of(proposal.by)} asked, the GM agreed"]
    why = by[0] if GM in proposal.agreed else f"agreed by {', '.join(by)}"
    if len(lines) == 1 and "//" not in lines[0]:
        lines = [f"{lines[0]} // {why}"]
    source = f"p{table.record.id}.{proposal.number}"
    reply = await referee.submit(table, GM, "\n".join(lines), source=source)
    numbers = ", ".join(f"#{one.number}" for one in reply.accepted)
    outcome = f"agreed ({numbers})" if numbers else "it could not be done"
    if GM in proposal.agreed and numbers:
        outcome = f"granted by the GM ({numbers})"
    await _ended(referee, table, proposal, outcome)
    return reply


async def _ended(referee: Referee, table: OpenMatch, proposal: Proposal, how: str) -> None:
    """Note how a proposal ended, under the lock of its match."""
    async with table.lock:
        await keep(referee, table, replace(proposal, outcome=how))
